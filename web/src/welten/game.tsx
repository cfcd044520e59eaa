/** The view of a running game: map, status bar, toolbar, sidebar, help and ending. */

import "./game.css";

import { useEffect, useMemo, useState } from "preact/hooks";

import { deferred } from "../components/deferred";
import { texts, useTexts } from "../language";
import { GameShell, type ShellActions } from "../shell/game-shell";
import { HelpDialog } from "../shell/help-dialog";
import { useKeyLabels } from "../shell/keyboard";
import { Listeners, useStore } from "../store";
import { Actions, type BoardRef } from "./actions";
import { BoardView } from "./board-view";
import { Countdown } from "./clock";
import { WarningSetting } from "./end-turn-warning";
import { GroupBar } from "./group-bar";
import { keyHelp, spokenHelp, weltenKeys } from "./keys";
import { openManual } from "./manual-dialog";
import { type AnnouncedPhase, Overlay } from "./overlay";
import { Playback } from "./playback";
import { PlaybackSettings } from "./playback-settings";
import type { Session } from "./session";
import { colourOf, hasCompany, Moderation, Sidebar, SidebarActions } from "./sidebar";
import { canOrder, isOver } from "./state";
import { StatusBar } from "./status-bar";
import { useSetting, vBars } from "./stored-setting";
import { TileCard } from "./tile-card";
import type { Tiles } from "./tiles";
import { weltenTools } from "./tools";

const TEXT = texts({
  en: { manual: "Manual", audience: "You watch: everyone here reads what you say, the players too." },
  de: { manual: "Anleitung", audience: "Du siehst zu: Was du sagst, lesen alle hier, auch die Spieler." },
});

/** Most of a visit passes without one, and its picture is large. */
const Ending = deferred(async () => (await import("./ending")).Ending);

/** The game of one match. Its board must be there, and stays the same land. */
export function Game({ session, tiles }: { readonly session: Session; readonly tiles: Tiles }) {
  const state = useStore(session);
  const text = useTexts(TEXT);
  const label = useKeyLabels();
  const [endingHidden, hideEnding] = useState(false);
  const { board, painted, playback, actions, announced } = useParts(session);
  const countdown = useCountdown(state.clock);
  const [bars, chooseBars] = useSetting(vBars);
  const setBars = (on: boolean) => chooseBars(on ? "on" : "off");
  const toggleBars = () => setBars(bars === "off");
  useEffect(() => void playback.run());
  return (
    <GameShell
      state={state}
      game="welten"
      title="Weltendämmerung"
      board={
        <>
          <BoardView
            {...{ session, state, tiles, actions, board, painted }}
            bars={bars === "on"}
            spokenHelp={spokenHelp(label)}
          />
          <Overlay {...{ session, state, actions, board, countdown, announced }} />
          <TileCard {...{ state, board, painted }} />
          <GroupBar state={state} group={actions.group} />
        </>
      }
      status={<StatusBar state={state} />}
      sidebar={<Sidebar {...{ state, tiles, actions, board, painted, countdown }} />}
      sidebarActions={
        <SidebarActions {...{ state, actions }} showEnding={endingHidden ? () => hideEnding(false) : null} />
      }
      leaveTo="/welten"
      rated={state.options}
      inGame={state.status === "playing" && state.side !== null}
      due={canOrder(state) && state.side !== "both"}
      audience={state.side === null ? text.audience : null}
      chat={hasCompany(state)}
      chatActions={<Moderation session={session} state={state} />}
      colourOf={colourOf}
      tools={(shell: ShellActions) =>
        weltenTools(state, actions, shell, label, { on: bars === "on", toggle: toggleBars })
      }
      keys={(shell: ShellActions) => weltenKeys(session, board, actions, shell, toggleBars)}
      help={(_, close) => <Help bars={bars === "on"} setBars={setBars} close={close} />}
      orders={{ queued: 0, waiting: state.orders.length }}
      ending={
        isOver(state) &&
        state.end &&
        !endingHidden && <Ending session={session} state={state} end={state.end} hide={() => hideEnding(true)} />
      }
      onSay={(line) => void session.send("chat_message", line)}
    />
  );
}

interface HelpProps {
  readonly bars: boolean;
  setBars(on: boolean): void;
  close(): void;
}

/** The keys, the settings of this game, and the way to the manual. */
function Help({ bars, setBars, close }: HelpProps) {
  const text = useTexts(TEXT);
  return (
    <HelpDialog keys={keyHelp()} close={close}>
      <WarningSetting />
      <PlaybackSettings bars={bars} setBars={setBars} />
      <button class="btn justify-self-start" type="button" onClick={() => openManual()}>
        {text.manual}
      </button>
    </HelpDialog>
  );
}

/** The parts of a game that live as long as its view. */
function useParts(session: Session) {
  const [announced, setAnnounced] = useState<AnnouncedPhase | null>(null);
  const parts = useMemo(() => {
    const board: BoardRef = { current: null };
    const playback = new Playback(session, board, (next) =>
      setAnnounced((last) => ({ number: (last?.number ?? 0) + 1, board: next })),
    );
    return { board, playback, painted: new Listeners(), actions: new Actions(session, board, playback) };
  }, [session]);
  useEffect(() => () => parts.playback.close(), [parts]);
  return { ...parts, announced };
}

/** Counts the clock of the match down. */
function useCountdown(clock: Parameters<Countdown["start"]>[0]): Countdown {
  const countdown = useMemo(() => new Countdown(), []);
  useEffect(() => countdown.start(clock), [clock]);
  useEffect(() => () => countdown.stop(), []);
  return countdown;
}
