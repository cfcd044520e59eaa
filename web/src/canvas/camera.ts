/** The camera of a board: which point is in the middle of the window, and how large a tile is. All in device pixels. */

export interface Camera {
  /** The point in the middle, in tiles. */
  readonly x: number;
  readonly y: number;
  /** Pixels of a tile. */
  readonly size: number;
}

export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** Where a board lies in its window: its corner, the pixels of a tile, and the tiles of a row. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly size: number;
  readonly columns: number;
}

/** The sizes of the zoom steps: below twelve only colours are drawn, from there on whole multiples of the art. */
export const SIZES: readonly number[] = [3, 4, 6, 8, 12, 24, 36, 48, 60, 72, 96, 120, 144];

/** Every size in which a tile of Fog of War looks well: its pixels are all of one size, and there are ten of them or more. */
export const CRISP_SIZES: readonly number[] = Array.from({ length: 142 }, (_, i) => i + 3).filter(
  (size) => size % pixelOf(size) === 0,
);

/** Device pixels of a pixel of the art in a tile of some size: as large as leaves room for all that stands on a tile. */
export function pixelOf(size: number): number {
  if (size % 12 === 0) return size / 12;
  return size === 20 || size === 21 ? 2 : Math.max(1, Math.floor(size / 11));
}

/** The largest size at which the whole board fits into the window. */
export function fitting(board: Extent, window: Extent, sizes = CRISP_SIZES): Camera {
  const room = Math.min(window.width / board.width, window.height / board.height);
  const size = sizes.findLast((candidate) => candidate <= room) ?? sizes[0]!;
  return { x: board.width / 2, y: board.height / 2, size };
}

/** The least size of readable art at which the board fills the window, a tile at a share of the window's width. */
export function covering(board: Extent, window: Extent, tile: number, share: number): Camera {
  const need = Math.max(window.width / board.width, window.height / board.height, 24);
  const size = SIZES.find((candidate) => candidate >= need) ?? SIZES.at(-1)!;
  const hold = (at: number, tiles: number, pixels: number) => {
    const half = pixels / size / 2;
    return Math.max(half, Math.min(tiles - half, at));
  };
  const x = (tile % board.width) + 0.5 - ((share - 0.5) * window.width) / size;
  const y = Math.floor(tile / board.width) + 0.5;
  return { x: hold(x, board.width, window.width), y: hold(y, board.height, window.height), size };
}

/** The whole board, if numbers can be read then; else a step larger than that, around a tile. */
export function readable(board: Extent, tile: number, window: Extent, least: number): Camera {
  const fit = fitting(board, window);
  if (fit.size >= least) return fit;
  const size = Math.max(fit.size, SIZES.find((candidate) => candidate > least) ?? fit.size);
  return around(board, tile, window, size);
}

/** Tiles of some size, with one of them in the middle of the window as far as the edge allows. */
export function around(board: Extent, tile: number, window: Extent, size: number): Camera {
  return clamped({ x: (tile % board.width) + 0.5, y: Math.floor(tile / board.width) + 0.5, size }, board, window);
}

/** Moved so that the board follows a finger. */
export function moved(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.size, y: camera.y - dy / camera.size };
}

/** With tiles of another size, the point of the board under (px, py) staying where it is. */
export function zoomed(camera: Camera, size: number, px: number, py: number, window: Extent): Camera {
  const fixedX = camera.x + (px - window.width / 2) / camera.size;
  const fixedY = camera.y + (py - window.height / 2) / camera.size;
  return { x: fixedX - (px - window.width / 2) / size, y: fixedY - (py - window.height / 2) / size, size };
}

/** The size that is so many steps larger; from between two steps the first leads to the next of them. */
export function stepped(size: number, steps: number, sizes = SIZES): number {
  if (steps === 0) return size;
  const beyond = steps > 0 ? sizes.filter((step) => step > size) : sizes.filter((step) => step < size).reverse();
  return beyond[Math.min(Math.abs(steps), beyond.length) - 1] ?? size;
}

/** The size nearest to the wanted one, in proportion. */
export function nearest(wanted: number, sizes = SIZES): number {
  const off = (size: number) => Math.abs(Math.log(size / wanted));
  return sizes.reduce((best, size) => (off(size) < off(best) ? size : best));
}

/** Held so that the board does not get lost: no more than a few tiles beyond its edge come into the window. */
export function clamped(camera: Camera, board: Extent, window: Extent, beyond = 3): Camera {
  const hold = (at: number, tiles: number, pixels: number) => {
    const half = pixels / camera.size / 2;
    const slack = Math.min(half, beyond);
    if (beyond === 0 && tiles <= 2 * half) return tiles / 2;
    if (tiles + 2 * slack <= 2 * half) return Math.max(tiles - half, Math.min(half, at));
    return Math.max(half - slack, Math.min(tiles - half + slack, at));
  };
  return { ...camera, x: hold(camera.x, board.width, window.width), y: hold(camera.y, board.height, window.height) };
}

/** Where the board's corner lies in the window; whole pixels, so that the art stays crisp. */
export function corner(camera: Camera, window: Extent): { readonly left: number; readonly top: number } {
  return {
    left: Math.round(window.width / 2 - camera.x * camera.size),
    top: Math.round(window.height / 2 - camera.y * camera.size),
  };
}

/** Where the camera shows a board. */
export function placeOf(camera: Camera, board: Extent, window: Extent): Place {
  return { ...corner(camera, window), size: camera.size, columns: board.width };
}

/** The tile under a point of the window, or null beside the board. */
export function tileAt(camera: Camera, px: number, py: number, board: Extent, window: Extent): number | null {
  const { left, top } = corner(camera, window);
  const x = Math.floor((px - left) / camera.size);
  const y = Math.floor((py - top) / camera.size);
  return x < 0 || y < 0 || x >= board.width || y >= board.height ? null : y * board.width + x;
}

/** Moved no more than needed to have a tile in the window, with a little land around it where there is any. */
export function showing(camera: Camera, tile: number, board: Extent, window: Extent, margin = 1.5): Camera {
  const hold = (at: number, tiles: number, pixels: number, wanted: number) => {
    const half = pixels / camera.size / 2;
    const near = Math.max(0, half - margin);
    const moved = Math.max(wanted - near, Math.min(wanted + near, at));
    // Land ends at the border: beyond it there is nothing to make room for.
    const shown = wanted - 0.5 >= at - half && wanted + 0.5 <= at + half;
    const least = Math.min(half, tiles / 2);
    return shown && (moved < least || moved > tiles - least) ? at : moved;
  };
  const x = hold(camera.x, board.width, window.width, (tile % board.width) + 0.5);
  const y = hold(camera.y, board.height, window.height, Math.floor(tile / board.width) + 0.5);
  return clamped({ ...camera, x, y }, board, window);
}
