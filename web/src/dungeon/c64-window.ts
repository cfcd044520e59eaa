/** The window of 40 by 25 tiles through which a Commodore 64 shows a larger map. */

import type { Extent } from "../canvas/camera";

export const COLUMNS = 40;
export const ROWS = 25;

/** The map's column and row in the window's upper left corner. */
export interface Window {
  readonly x: number;
  readonly y: number;
}

/** The window moved by so many tiles, as far as the map goes. */
export function moved({ x, y }: Window, dx: number, dy: number, map: Extent): Window {
  const hold = (at: number, most: number) => Math.max(0, Math.min(at, most));
  return { x: hold(x + dx, map.width - COLUMNS), y: hold(y + dy, map.height - ROWS) };
}

/** The window with a tile in its middle, as far as the map goes. */
export function centred(tile: number, map: Extent): Window {
  const corner = { x: (tile % map.width) - COLUMNS / 2, y: Math.floor(tile / map.width) - Math.floor(ROWS / 2) };
  return moved(corner, 0, 0, map);
}

/** The window moved as little as possible so that a tile is in it. */
export function showing({ x, y }: Window, tile: number, map: Extent): Window {
  const [column, row] = [tile % map.width, Math.floor(tile / map.width)];
  const hold = (at: number, place: number, length: number) => Math.max(place - length + 1, Math.min(at, place));
  return { x: hold(x, column, COLUMNS), y: hold(y, row, ROWS) };
}
