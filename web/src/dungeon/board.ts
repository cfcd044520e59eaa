/** The known part of a dungeon: the kind of each tile, and whether it is in sight. */

import type { Extent } from "../canvas/camera";

/** Whether a tile is in sight. */
export const NEVER_SEEN = 0;
export const REMEMBERED = 1;
export const IN_SIGHT = 2;

export interface Dungeon extends Extent {
  /** By tile, a number of the server's list of kinds. */
  readonly kinds: Uint8Array;
  /** By tile, for a walker; null for the whole map. */
  readonly seen: Uint8Array | null;
  /** The tile of the walker. */
  readonly hero: number | null;
}

export function empty(width: number, height: number): Dungeon {
  return { width, height, kinds: new Uint8Array(width * height), seen: null, hero: null };
}

/** The tile so many columns and rows away; the last one on the way if the map ends before. */
export function tileAway({ width, height }: Extent, tile: number, dx: number, dy: number): number {
  const x = Math.max(0, Math.min(width - 1, (tile % width) + dx));
  const y = Math.max(0, Math.min(height - 1, Math.floor(tile / width) + dy));
  return y * width + x;
}
