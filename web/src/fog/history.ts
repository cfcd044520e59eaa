/** Land and armies of every seat over the turns, for the chart at the end. */

import type { Score } from "../protocol";

export interface History {
  readonly turns: readonly number[];
  /** A list a turn, a figure a seat. */
  readonly tiles: readonly (readonly number[])[];
  readonly armies: readonly (readonly number[])[];
  /** Turns from one kept point to the next. */
  readonly every: number;
}

export const NO_HISTORY: History = { turns: [], tiles: [], armies: [], every: 1 };

/** Points that are kept before every second one is dropped: more than a graph has pixels helps nobody. */
const MOST = 1000;

/** With a turn more. A turn that is already known, as after a reconnect, changes nothing. */
export function recorded(history: History, turn: number, scores: readonly Score[]): History {
  const last = history.turns.at(-1);
  if (last !== undefined && turn < last + history.every) return history;
  const longer: History = {
    turns: [...history.turns, turn],
    tiles: [...history.tiles, scores.map((score) => score.tiles)],
    armies: [...history.armies, scores.map((score) => score.armies)],
    every: history.every,
  };
  return longer.turns.length < MOST ? longer : thinned(longer);
}

function thinned(history: History): History {
  const even = <T>(list: readonly T[]) => list.filter((_, i) => i % 2 === 0);
  return {
    turns: even(history.turns),
    tiles: even(history.tiles),
    armies: even(history.armies),
    every: history.every * 2,
  };
}
