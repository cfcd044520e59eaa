/** The page of a Fog of War room. */

import { useEffect, useState } from "preact/hooks";

import { deferred } from "../components/deferred";
import { Game } from "../fog/game";
import { quickGame } from "../fog/quick-game";
import { Session } from "../fog/session";
import { ROOM_TEXT } from "../fog/texts";
import { useTexts } from "../language";
import { Joining } from "../room/join";
import { type FogAction, saveFogAction, takePendingAction } from "../room/pending-action";
import { RoomPage } from "../room/room-page";
import { type PageProps, replaceAddress, usePageTitle } from "../router";
import { useStore } from "../store";

const Lobby = deferred(async () => (await import("../fog/lobby")).Lobby, Joining);

export default function FogRoomPage({ params, query }: PageProps) {
  const text = useTexts(ROOM_TEXT);
  const room = params[0]!;
  const [wanted] = useState(() => pendingActionOf(room, query));
  usePageTitle(text.title(room));
  useEffect(() => {
    // The address can be sent to a friend, who shall not begin a game with it.
    if (query.has("quick")) replaceAddress(location.pathname);
  }, []);
  return (
    <RoomPage
      game="fog"
      room={room}
      mayOpen={wanted !== null}
      prepareToOpen={() => saveFogAction(room, {})}
      connect={() => new Session(room, wanted ?? {})}
      lobby={(session) => <LobbyUnlessInviting session={session} />}
      match={(session) => <Game session={session} />}
      unmadeText={text.unmade}
    />
  );
}

/** The lobby; a game that begins at once does not show it in passing. */
function LobbyUnlessInviting({ session }: { readonly session: Session }) {
  return useStore(session).inviting ? <Joining /> : <Lobby session={session} />;
}

/** The pending action of the visit; null for a visit by a link, which may lead nowhere. */
function pendingActionOf(room: string, query: URLSearchParams): FogAction | null {
  if (query.has("watch")) return { watch: true };
  if (query.has("quick")) return quickGame();
  return takePendingAction("fog", room);
}
