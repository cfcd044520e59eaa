/** The sidebar of the map: round, minimap, both armies with players and clocks, battle log, draw and surrender. */

import { useLayoutEffect, useRef } from "preact/hooks";

import { texts, useTexts } from "../language";
import { RatedLabel } from "../room/rated-label";
import { SeatTools } from "../room/seat-tools";
import { withMatchPlayers } from "../room/state";
import { type Listeners, useStore } from "../store";
import type { Actions, BoardRef } from "./actions";
import { BattleLogView } from "./battle-log-view";
import { enemy, FIRST_UNIT_CODE, type Side } from "./board";
import { type Countdown, timeText } from "./clock";
import { commanderType, SIDES, strength } from "./game-data";
import { Minimap } from "./minimap";
import type { Session } from "./session";
import { isOver, type State } from "./state";
import { sideName } from "./texts";
import { POINTS } from "./tile-sheet";
import type { Tiles } from "./tiles";

const TEXT = texts({
  en: {
    round: (round: number, limit: number) => `Round ${round} of ${limit}`,
    watching: (count: number) => `${count} watching`,
    units: "units",
    draw: "draw?",
    plays: "plays",
    bothHere: "at this screen",
    you: "you",
    away: "away",
    takeDraw: "Take the draw",
    offerDraw: "Offer a draw",
    resign: "Resign",
    result: "Result",
  },
  de: {
    round: (round: number, limit: number) => `Runde ${round} von ${limit}`,
    watching: (count: number) => (count === 1 ? "1 sieht zu" : `${count} sehen zu`),
    units: "Einheiten",
    draw: "Remis?",
    plays: "am Zug",
    bothHere: "an diesem Gerät",
    you: "du",
    away: "abwesend",
    takeDraw: "Remis nehmen",
    offerDraw: "Remis anbieten",
    resign: "Aufgeben",
    result: "Ergebnis",
  },
});

type SidebarText = (typeof TEXT)["en"];

/** The colours of the sides' names in the chat, by seat. */
const COLOURS: readonly string[] = ["var(--color-c-yellow)", "#e29a9e"];

/** Milliseconds below which a clock is shown as short. */
const SHORT_MS = 30_000;

export function colourOf(seat: number): string | undefined {
  return COLOURS[seat];
}

/** Whether there is somebody to talk to. */
export function hasCompany(state: State): boolean {
  if (state.spectators > 0) return true;
  return state.side !== "both" && state.players.some(({ index, isBot }) => !isBot && index !== state.seat);
}

interface SidebarProps {
  readonly state: State;
  readonly tiles: Tiles;
  readonly actions: Actions;
  readonly board: BoardRef;
  readonly painted: Listeners;
  readonly countdown: Countdown;
}

export function Sidebar({ state, tiles, actions, board, painted, countdown }: SidebarProps) {
  const text = useTexts(TEXT);
  const shownBoard = state.shownBoard!;
  const { roundLimit } = state.gameData;
  const match = withMatchPlayers(state);
  return (
    <>
      <div class="flex flex-wrap items-baseline justify-between gap-x-1">
        <h2 class="pixel" id="round">
          {text.round(Math.min(shownBoard.rounds + 1, roundLimit), roundLimit)}
        </h2>
        {state.spectators > 0 && <p class="text-mist text-sm">{text.watching(state.spectators)}</p>}
        <RatedLabel options={state.options} class="text-xs" />
      </div>
      <Minimap shownBoard={shownBoard} tiles={tiles} board={board} painted={painted} />
      <div class="rows">
        {SIDES.map((side, seat) => (
          <Army key={side} side={side} seat={seat} state={match} tiles={tiles} countdown={countdown} />
        ))}
      </div>
      <BattleLogView state={state} actions={actions} chat={hasCompany(state)} />
    </>
  );
}

interface SidebarActionsProps {
  readonly state: State;
  readonly actions: Actions;
  /** Shows the ending again after it was hidden. */
  readonly showEnding: (() => void) | null;
}

/** Draw and surrender, for players of a running game; after it, the way back to its ending. */
export function SidebarActions({ state, actions, showEnding }: SidebarActionsProps) {
  const text = useTexts(TEXT);
  const plays = state.status === "playing" && state.side !== null && !isOver(state);
  return (
    <>
      {showEnding ? (
        <button class="btn btn-quiet" type="button" onClick={showEnding}>
          {text.result}
        </button>
      ) : (
        plays && <DrawAndSurrender state={state} actions={actions} />
      )}
    </>
  );
}

/** What the host may do about the other side, beside the chat. */
export function Moderation({ session, state }: { readonly session: Session; readonly state: State }) {
  if (state.side === "both") return null;
  const opponents = state.players.filter(({ index, isBot }) => !isBot && index !== state.seat);
  return (
    <>
      {opponents.map((player) => (
        <SeatTools key={player.index} session={session} state={state} player={player} />
      ))}
    </>
  );
}

function DrawAndSurrender({ state, actions }: Pick<SidebarActionsProps, "state" | "actions">) {
  const text = useTexts(TEXT);
  const board = state.shownBoard!;
  const mine = state.side === "both" || state.side === null ? board.player : state.side;
  const made = board.offers.includes(mine);
  return (
    <>
      {state.side !== "both" && (
        <button
          class="btn btn-quiet"
          type="button"
          aria-disabled={made}
          onClick={() => {
            if (!made) void actions.draw();
          }}
        >
          {board.offers.includes(enemy(mine)) ? text.takeDraw : text.offerDraw}
        </button>
      )}
      <button class="btn btn-quiet" type="button" onClick={() => void actions.resign()}>
        {text.resign}
      </button>
    </>
  );
}

interface ArmyProps {
  readonly side: Side;
  readonly seat: number;
  readonly state: State;
  readonly tiles: Tiles;
  readonly countdown: Countdown;
}

function Army({ side, seat, state, tiles, countdown }: ArmyProps) {
  const text = useTexts(TEXT);
  const board = state.shownBoard!;
  const offersDraw = board.offers.includes(side) && !board.outcome;
  const plays = board.player === side && !board.outcome;
  return (
    <div class="flex min-h-12 items-center gap-3 py-0.5">
      <Portrait tiles={tiles} type={commanderType(state.gameData, side)} />
      <div class="grid min-w-0 flex-1">
        <span class="flex items-center gap-2 font-semibold">
          {sideName(side)}
          {(offersDraw || plays) && (
            <span class={offersDraw ? "chip" : "chip chip-good"}>{offersDraw ? text.draw : text.plays}</span>
          )}
        </span>
        <Leader side={side} seat={seat} state={state} />
      </div>
      <div class="grid flex-none justify-items-end">
        <span class="pixel pixel-2" data-army={side}>
          {strength(state.gameData, board, side)}
        </span>
        <UnitsOrTime side={side} countdown={countdown} />
      </div>
    </div>
  );
}

/** The player of a side; at one screen there are no two names to tell apart. */
function Leader({ side, seat, state }: Pick<ArmyProps, "side" | "seat" | "state">) {
  const text = useTexts(TEXT);
  const player = state.players.find(({ index }) => index === seat);
  const note = player && noteOf(state, side, player, text);
  return (
    <span class="min-w-0 truncate text-mist text-sm" data-leader={side}>
      {player && state.side === "both" && text.bothHere}
      {player && state.side !== "both" && <span translate={false}>{player.username}</span>}
      {note && ` (${note})`}
    </span>
  );
}

function noteOf(state: State, side: Side, player: State["players"][number], text: SidebarText): string {
  if (state.side === "both") return "";
  if (state.side === side) return text.you;
  return player.isBot ? "Bot" : player.connected ? "" : text.away;
}

/** The word "units" under their number; in a game with a clock, the time that is left. */
function UnitsOrTime({ side, countdown }: { readonly side: Side; readonly countdown: Countdown }) {
  const text = useTexts(TEXT);
  const times = useStore(countdown);
  if (!times) return <span class="text-mist text-sm">{text.units}</span>;
  return (
    <span class="pixel" role="timer" data-short={times[side] < SHORT_MS || undefined}>
      {timeText(times[side])}
    </span>
  );
}

/** A unit on its ground, as a picture. */
function Portrait({
  tiles,
  type,
  scale = 5,
}: {
  readonly tiles: Tiles;
  readonly type: number;
  readonly scale?: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(
    () => tiles.drawTile(canvas.current!.getContext("2d")!, FIRST_UNIT_CODE + type, 0, 0, POINTS),
    [tiles, type],
  );
  const size = `${POINTS * scale}px`;
  return (
    <canvas
      ref={canvas}
      width={POINTS}
      height={POINTS}
      class="flex-none"
      style={{ width: size, height: size }}
      aria-hidden="true"
    />
  );
}
