/** Paths over the board, for a tap on a distant tile. */

import { SMALLEST_ARMY } from "../protocol/fog-options";
import { type Board, CITY, FOG_OBSTACLE, MOUNTAIN, neighbour, TOWER } from "./board";

const STEPS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

/** A shortest path around known obstacles: the tiles after `from`, or null if there is none. */
export function shortestPath(board: Board, from: number, to: number): readonly number[] | null {
  if (board.terrain[to] === MOUNTAIN || from === to) return null;
  const before = new Int32Array(board.width * board.height).fill(-1);
  before[from] = from;
  const edge = [from];
  for (let at = 0; at < edge.length; at++) {
    const tile = edge[at]!;
    if (tile === to) return tracedPath(before, from, to);
    for (const [dx, dy] of STEPS) {
      const next = neighbour(board, tile, dx, dy);
      if (next === null || before[next] !== -1 || (next !== to && blocks(board, next))) continue;
      before[next] = tile;
      edge.push(next);
    }
  }
  return null;
}

/** Whether an army would have to go around a tile. */
function blocks(board: Board, tile: number): boolean {
  const code = board.terrain[tile];
  return code === MOUNTAIN || code === FOG_OBSTACLE || code === CITY || code === TOWER;
}

function tracedPath(before: Int32Array, from: number, to: number): readonly number[] {
  const tiles = [];
  for (let tile = to; tile !== from; tile = before[tile]!) tiles.push(tile);
  return tiles.reverse();
}

/** The next own army by size: the largest first, then the next smaller, and the largest again after the smallest. */
export function nextArmy(board: Board, seat: number, from: number | null, backwards = false): number | null {
  const canMarch = (tile: number) => board.terrain[tile] === seat && board.armies[tile]! >= SMALLEST_ARMY;
  const armies = [...board.terrain.keys()].filter(canMarch);
  armies.sort((a, b) => board.armies[b]! - board.armies[a]! || a - b);
  if (armies.length === 0) return board.generals[seat] ?? null;
  const at = from === null ? -1 : armies.indexOf(from);
  const step = backwards ? (at < 0 ? armies.length - 1 : at - 1 + armies.length) : at + 1;
  return armies[step % armies.length] ?? null;
}
