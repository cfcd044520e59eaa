/** The whole board of a game that is over, which nobody saw while it was played. */

import { get } from "../api";
import type { FogTurn, Score } from "../protocol";
import { applyUpdate, type Board } from "./board";

/** How often a server that is busy is asked, and the milliseconds from one time to the next. */
const TIMES = 3;
const ASK_AGAIN_MS = 2000;

interface Revealed {
  readonly board: Board;
  readonly scores: readonly Score[];
}

/** Fetches the board of a turn without fog, and its scores; null if the server does not give them. */
export async function wholeBoard(replay: string, turn: number, times = TIMES): Promise<Revealed | null> {
  const shown = await get<FogTurn>(`/api/replays/${encodeURIComponent(replay)}/turns/${turn}`);
  if (!shown && times > 1) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    return wholeBoard(replay, turn, times - 1);
  }
  if (!shown) return null;
  const { width, height, armies, terrain, towerDefense, cities, towers, generals } = shown;
  const cells = [width, height, ...armies, ...terrain, ...towerDefense];
  const whole = (list: readonly number[]) => [0, list.length, ...list];
  const board = applyUpdate(null, {
    map_diff: whole(cells),
    cities_diff: whole(cities),
    towers_diff: whole(towers),
    generals: [...generals],
  });
  return { board, scores: shown.scores };
}
