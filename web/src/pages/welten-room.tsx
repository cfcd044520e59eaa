/** The page of a Weltendämmerung room. */

import { useEffect, useState } from "preact/hooks";

import { deferred } from "../components/deferred";
import { ErrorPage } from "../layout/error-page";
import { Joining } from "../room/join";
import { savePendingAction, takePendingAction } from "../room/pending-action";
import { RoomPage } from "../room/room-page";
import { type PageProps, usePageTitle } from "../router";
import { useStore } from "../store";
import { Game } from "../welten/game";
import { DEFAULT_SCENARIO, type GameData, loadGameData } from "../welten/game-data";
import { Session } from "../welten/session";
import type { State } from "../welten/state";
import { loadTiles, type Tiles } from "../welten/tiles";

const Lobby = deferred(async () => (await import("../welten/lobby")).Lobby, Joining);

export default function WeltenRoomPage({ params, query }: PageProps) {
  const room = params[0]!;
  const watch = query.has("watch");
  const [pending] = useState(() => (watch ? {} : takePendingAction("welten", room)));
  const gameData = useLoaded<GameData | null>(loadGameData, []);
  usePageTitle(`Weltendämmerung ${room}`);
  if (gameData === undefined) return <Joining />;
  if (gameData === null) return <ErrorPage kind="broken" />;
  return (
    <RoomPage
      game="welten"
      room={room}
      mayOpen={pending !== null}
      prepareToOpen={() => savePendingAction("welten", room, {})}
      connect={() => new Session(room, gameData, pending ?? {}, watch)}
      lobby={(session) => <Lobby session={session} />}
      match={(session) => <Match session={session} />}
    />
  );
}

/** A running or finished match; each match has its own view of the board. */
function Match({ session }: { readonly session: Session }) {
  const state = useStore(session);
  const tiles = useTiles(state);
  if (tiles === null) return <ErrorPage kind="broken" />;
  if (!tiles || !state.shownBoard) return <Joining />;
  return <Game key={state.replay} session={session} tiles={tiles} />;
}

/** The tiles of the land, once its board is there; the default ones if its own cannot be loaded. */
function useTiles({ options, shownBoard, tiles }: State): Tiles | null | undefined {
  const scenario = shownBoard ? (options?.scenario ?? DEFAULT_SCENARIO) : null;
  return useLoaded<Tiles | null>(async () => {
    if (scenario === null) return undefined;
    const load = () => loadTiles(scenario, tiles);
    return load().catch(() => loadTiles(DEFAULT_SCENARIO).catch(() => null));
  }, [scenario, tiles]);
}

/** The value of a promise; undefined until it is there. */
function useLoaded<T>(load: () => Promise<T | undefined>, inputs: readonly unknown[]): T | undefined {
  const [value, setValue] = useState<T | undefined>(undefined);
  useEffect(() => {
    let open = true;
    void load().then((loaded) => open && setValue(() => loaded));
    return () => {
      open = false;
    };
  }, inputs);
  return value;
}
