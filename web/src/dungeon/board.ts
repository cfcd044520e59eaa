/** The known part of a dungeon: the look of each tile, and whether it is in sight. */

import type { Extent } from "../canvas/camera";

/** What a tile can look like, by the server's numbers. */
export const EMPTY = 0;
export const WALL = 1;
export const FLOOR = 2;
export const DOOR = 3;
export const UP = 4;
export const DOWN = 5;
export const SECRET = 6;
export const SECRET_FLOOR = 7;
export const TREASURE = 8;

/** Whether a tile is in sight. */
export const NEVER_SEEN = 0;
export const REMEMBERED = 1;
export const IN_SIGHT = 2;

export interface Dungeon extends Extent {
  readonly looks: Uint8Array;
  /** By tile, for a walker; null for the whole map. */
  readonly seen: Uint8Array | null;
  /** Where the walker stands. */
  readonly hero: number | null;
}

export function empty(width: number, height: number): Dungeon {
  return { width, height, looks: new Uint8Array(width * height), seen: null, hero: null };
}
