/** A walk as the walker knows it. The server decides what is seen and found; this only remembers it. */

import type { Stood, Walked } from "../protocol";
import { DOWN, FLOOR, IN_SIGHT, NEVER_SEEN, REMEMBERED, type Dungeon } from "./board";

export interface Walk {
  readonly dungeon: Dungeon;
  readonly tile: number;
  readonly found: readonly number[];
  readonly taken: readonly number[];
  readonly steps: number;
  readonly told: string;
  /** Whether this step led onto the stairs down. */
  readonly arrived: boolean;
}

/** A key that the server knows for each step. */
const STEPS: readonly (readonly [string, number, number])[] = [
  ["w", 0, -1],
  ["a", -1, 0],
  ["s", 0, 1],
  ["d", 1, 0],
];

/** A walk that begins. */
export function beginWalk(walked: Walked): Walk {
  const { width, height, stood, found, taken } = walked;
  const looks = new Uint8Array(width * height);
  const dungeon = { width, height, looks, seen: new Uint8Array(width * height), hero: null };
  const start = { dungeon, tile: stood[0]!.tile, found, taken, steps: 0, told: "", arrived: false };
  return afterStep(start, stood[0]!, walked);
}

/** The walk after a moment of the piece that was walked. */
export function afterStep(walk: Walk, moment: Stood, walked: Walked): Walk {
  const { width, height } = walk.dungeon;
  const looks = walk.dungeon.looks.slice();
  const seen = walk.dungeon.seen!.map((state) => (state === NEVER_SEEN ? NEVER_SEEN : REMEMBERED));
  for (let i = 0; i < moment.sight.length; i += 2) {
    looks[moment.sight[i]!] = moment.sight[i + 1]!;
    seen[moment.sight[i]!] = IN_SIGHT;
  }
  const moved = moment.tile !== walk.tile;
  return {
    dungeon: { width, height, looks, seen, hero: moment.tile },
    tile: moment.tile,
    found: walked.found,
    // A piece may be broken off: what was taken further on is not taken yet.
    taken: walked.taken.filter((tile) => walk.taken.includes(tile) || tile === moment.tile),
    steps: walk.steps + (moved ? 1 : 0),
    told: moment.told,
    arrived: moved && looks[moment.tile] === DOWN,
  };
}

/** The keys of the shortest way to a tile over ground that was seen, or null if none is known. */
export function pathTo({ dungeon, tile }: Walk, goal: number): string | null {
  const { width, height, looks, seen } = dungeon;
  const ways = new Map([[tile, ""]]);
  const edge: number[] = [];
  for (let at: number | undefined = tile; at !== undefined; at = edge.shift()) {
    if (at === goal) return ways.get(at)!;
    for (const [key, dx, dy] of STEPS) {
      const x: number = (at % width) + dx;
      const y: number = Math.floor(at / width) + dy;
      const next: number = y * width + x;
      if (x < 0 || y < 0 || x >= width || y >= height || ways.has(next)) continue;
      if (seen![next] === NEVER_SEEN || looks[next]! < FLOOR) continue;
      ways.set(next, ways.get(at)! + key);
      edge.push(next);
    }
  }
  return null;
}

/** How a walk has gone, in words. */
export function walkSummary({ steps, found, taken }: Walk): string {
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`;
  return [count(steps, "step"), count(found.length, "secret"), count(taken.length, "treasure")].join(", ");
}
