/** The battle log: who hit whom, with the damage that was rolled and the one that was to be expected. */

import type { WeltenEvents } from "../protocol";
import { applyPatch, type Board, type Side, tileOf } from "./board";

export interface LogEntry {
  readonly number: number;
  readonly round: number;
  readonly side: Side;
  /** The type of the attacker, and of the unit that was hit; null where a gate or wall was broken. */
  readonly attacker: number;
  readonly target: number | null;
  /** Where the attacker stood, unless a tab has kept the log without it, and what it hit. */
  readonly from?: number | null;
  readonly tile: number;
  /** Damage, and V that the target has left; both null where something was broken. */
  readonly hit: { readonly damage: number; readonly expected: number; readonly left: number } | null;
  /** Whether a gate was broken, and not a wall. */
  readonly gate: boolean;
}

/** The damage that a side has rolled in all its attacks on units, and the one that was to be expected. */
export interface Luck {
  readonly rolled: number;
  readonly expected: number;
}

export interface BattleLog {
  /** The newest first. */
  readonly entries: readonly LogEntry[];
  readonly luck: Readonly<Record<Side, Luck>>;
}

const NO_LUCK: Luck = { rolled: 0, expected: 0 };

export const EMPTY_LOG: BattleLog = { entries: [], luck: { eldoin: NO_LUCK, dailor: NO_LUCK } };

/** Entries that are kept: those of the last rounds. */
const MAX_ENTRIES = 200;

/** The log after an order, for the board as it was before. */
export function logged(log: BattleLog, board: Board, told: Pick<WeltenEvents, "side" | "events">): BattleLog {
  return told.events.reduce((sofar, event) => withEvent(sofar, board, told.side, event), log);
}

/** The log after orders that followed each other, for the board as it was before them. */
export function loggedAll(log: BattleLog, board: Board, all: readonly WeltenEvents[]): BattleLog {
  let [sofar, before] = [log, board];
  for (const told of all) {
    sofar = logged(sofar, before, told);
    before = applyPatch(before, told.patch);
  }
  return sofar;
}

function withEvent(log: BattleLog, board: Board, side: Side, event: WeltenEvents["events"][number]): BattleLog {
  if (event.type !== "hit" && event.type !== "broken") return log;
  const attacker = board.units[event.unit];
  const entry: LogEntry = {
    number: (log.entries[0]?.number ?? 0) + 1,
    round: board.rounds + 1,
    side,
    attacker: attacker?.type ?? -1,
    target: event.type === "hit" ? (board.units[event.target]?.type ?? -1) : null,
    from: attacker ? tileOf(board, attacker) : null,
    tile: event.y * board.width + event.x,
    hit: event.type === "hit" ? { damage: event.damage, expected: event.expected, left: event.v } : null,
    gate: event.type === "broken" && event.gate !== null,
  };
  const entries = [entry, ...log.entries].slice(0, MAX_ENTRIES);
  if (!entry.hit) return { ...log, entries };
  const { rolled, expected } = log.luck[side];
  const luck = { rolled: rolled + entry.hit.damage, expected: expected + entry.hit.expected };
  return { entries, luck: { ...log.luck, [side]: luck } };
}
