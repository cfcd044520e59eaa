/** A walk as the walker knows it. The server decides what is seen and found; this only remembers it. */

import type { Stood, TileKind, Walked } from "../protocol";
import { type Dungeon, IN_SIGHT, NEVER_SEEN, REMEMBERED } from "./board";

export interface Walk {
  readonly dungeon: Dungeon;
  readonly tile: number;
  readonly found: readonly number[];
  readonly taken: readonly number[];
  /** How many secrets and treasures the dungeon has. */
  readonly secrets: number;
  readonly treasures: number;
  readonly steps: number;
  /** What the last key led to; or that no way is known to the tile that was chosen, or that an earlier walk goes on. */
  readonly event: Stood["event"] | "no way" | "resumed";
  /** How many secrets the last key has found. */
  readonly foundNow: number;
}

/** The key that the server knows for each step. */
const STEPS: readonly (readonly [string, number, number])[] = [
  ["w", 0, -1],
  ["a", -1, 0],
  ["s", 0, 1],
  ["d", 1, 0],
];

/** A walk that begins. */
export function beginWalk({ width, height, stood, found, taken, secrets, treasures }: Walked): Walk {
  const size = width * height;
  const dungeon = { width, height, kinds: new Uint8Array(size), seen: new Uint8Array(size), hero: null };
  const first = stood[0]!;
  const start = { dungeon, tile: first.tile, found, taken, secrets, treasures, steps: 0, event: null, foundNow: 0 };
  return afterStep(start, first);
}

/** A walk that goes on after a pause, with what is in sight. */
export function resumeWalk(walk: Walk, { stood }: Walked): Walk {
  return { ...afterStep(walk, stood[0]!), event: "resumed" };
}

/** The walk after one more key. */
export function afterStep(walk: Walk, moment: Stood): Walk {
  const { width, height } = walk.dungeon;
  const kinds = walk.dungeon.kinds.slice();
  const seen = walk.dungeon.seen!.map((state) => (state === NEVER_SEEN ? NEVER_SEEN : REMEMBERED));
  for (let i = 0; i < moment.sight.length; i += 2) {
    kinds[moment.sight[i]!] = moment.sight[i + 1]!;
    seen[moment.sight[i]!] = IN_SIGHT;
  }
  return {
    ...walk,
    dungeon: { width, height, kinds, seen, hero: moment.tile },
    tile: moment.tile,
    found: [...walk.found, ...moment.found],
    taken: [...walk.taken, ...moment.taken],
    steps: walk.steps + (moment.tile === walk.tile ? 0 : 1),
    event: moment.event,
    foundNow: moment.found.length,
  };
}

/** The keys of the shortest way to a tile over walkable tiles that were seen, or null if none is known. */
export function pathTo({ dungeon, tile }: Walk, goal: number, kinds: readonly TileKind[]): string | null {
  const { width, height, seen } = dungeon;
  const keys = new Map([[tile, ""]]);
  const queue = [tile];
  // The list grows while it is read.
  for (const at of queue) {
    if (at === goal) return wayBack(keys, goal, width);
    for (const [key, dx, dy] of STEPS) {
      const x = (at % width) + dx;
      const y = Math.floor(at / width) + dy;
      const next = y * width + x;
      if (x < 0 || y < 0 || x >= width || y >= height || keys.has(next)) continue;
      if (seen![next] === NEVER_SEEN || !kinds[dungeon.kinds[next]!]?.walkable) continue;
      keys.set(next, key);
      queue.push(next);
    }
  }
  return null;
}

/** The keys that lead to a goal, from the last key to each tile. */
function wayBack(keys: ReadonlyMap<number, string>, goal: number, width: number): string {
  let way = "";
  let at = goal;
  for (let key = keys.get(at); key; key = keys.get(at)) {
    const [, dx, dy] = STEPS.find(([each]) => each === key)!;
    way = key + way;
    at -= dy * width + dx;
  }
  return way;
}
