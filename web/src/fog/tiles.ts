/** Draws single tiles of a Fog of War board. */

import { CITY, FOG, FOG_OBSTACLE, LAND, MOUNTAIN, TOWER, neighbour, type Board } from "./board";
import * as c from "../palette";
import { seatStyle } from "../seat-style";
import { GROUND, NEVER, SIDE, shortNumber, writeNumber, type Atlas, type Atlases, type Structure } from "./tile-art";
import { pixelOf } from "../canvas/camera";
import type { Painter } from "../canvas/chunks";

/** From this size on the art is drawn; below it, plain colours. */
const ART_FROM = SIDE;
/** From this size on numbers can be read, and from the second on there is room for one below a shape. */
const NUMBERS_FROM = 16;
const BELOW_FROM = 20;
/** Device pixels of the dots of which numbers are made, at least. */
const LEAST_DOT = 2;
/** Pixels of the art that a crown, a city or a tower has, and how far from the corner of a tile of twelve it stands. */
const STRUCTURE = { width: 7, height: 5, x: 2, y: 1 } as const;

const FLAT: Record<number, string> = {
  [LAND]: "#3a3960",
  [MOUNTAIN]: "#5b5a74",
  [FOG]: NEVER,
  [FOG_OBSTACLE]: "#1c1b48",
  [TOWER]: "#8886b0",
  [CITY]: "#8886b0",
};

/** All that the look of a tile depends on, so that two looks can be compared. */
function changed(before: Board, now: Board, tile: number): boolean {
  return (
    before.terrain[tile] !== now.terrain[tile] ||
    before.armies[tile] !== now.armies[tile] ||
    before.defence[tile] !== now.defence[tile] ||
    before.visible[tile] !== now.visible[tile] ||
    before.cities.has(tile) !== now.cities.has(tile) ||
    before.towers.has(tile) !== now.towers.has(tile) ||
    before.generals.includes(tile) !== now.generals.includes(tile)
  );
}

export class FogPainter implements Painter<Board> {
  constructor(private readonly atlases: Atlases) {}

  *changes(before: Board, now: Board): Iterable<number> {
    for (let tile = 0; tile < now.terrain.length; tile++) {
      if (!changed(before, now, tile)) continue;
      yield tile;
      // A mountain that comes into sight may change the look of those beside it.
      if (now.terrain[tile] === MOUNTAIN) yield* around(now, tile);
    }
  }

  draw(context: CanvasRenderingContext2D, board: Board, tile: number, x: number, y: number, size: number): void {
    drawTile(context, this.atlases, board, tile, x, y, size);
  }
}

function drawTile(
  context: CanvasRenderingContext2D,
  atlases: Atlases,
  board: Board,
  tile: number,
  x: number,
  y: number,
  size: number,
): void {
  if (size < ART_FROM) return drawFlat(context, board, tile, x, y, size);
  const atlas = atlases.for(size);
  const code = board.terrain[tile]!;
  const shape = shapeOf(board, tile);
  atlas.drawTile(context, code === MOUNTAIN && amongMountains(board, tile) ? GROUND.rock : groundOf(code), x, y, size);
  if (!shape) {
    if (size >= NUMBERS_FROM) drawNumber(context, board, tile, x, y, size, null);
  } else if (size >= BELOW_FROM) {
    atlas.drawStructure(context, shape, x, y, size);
    drawNumber(context, board, tile, x, y, size, (atlas.inset + STRUCTURE.y + STRUCTURE.height) * pixelOf(size));
  } else drawStructureAlone(context, atlas, shape, x, y, size);
  const known = code !== FOG && code !== FOG_OBSTACLE;
  if (known && !board.visible[tile]) atlas.drawShade(context, x, y, size);
}

/** Put a shape without a number into the middle of a small tile, larger than the tile's own art where it can be. */
function drawStructureAlone(
  context: CanvasRenderingContext2D,
  atlas: Atlas,
  shape: Structure,
  x: number,
  y: number,
  size: number,
): void {
  const pixel = Math.floor((size - 1) / STRUCTURE.width);
  const left = Math.floor((size - 1 - STRUCTURE.width * pixel) / 2) - (atlas.inset + STRUCTURE.x) * pixel;
  const top = Math.floor((size - 1 - STRUCTURE.height * pixel) / 2) - (atlas.inset + STRUCTURE.y) * pixel;
  atlas.drawStructure(context, shape, x + left, y + top, size * pixel);
}

function drawFlat(
  context: CanvasRenderingContext2D,
  board: Board,
  tile: number,
  x: number,
  y: number,
  size: number,
): void {
  const code = board.terrain[tile]!;
  const colour = seatStyle(code)?.colour ?? FLAT[code] ?? NEVER;
  const known = code !== FOG && code !== FOG_OBSTACLE;
  context.fillStyle = known && !board.visible[tile] ? c.mixed(colour, c.INK, 0.5) : colour;
  context.fillRect(x, y, size, size);
  const shape = shapeOf(board, tile);
  if (!shape) return;
  const dot = Math.max(1, Math.floor(size / 3));
  context.fillStyle = shape === "crown" ? c.YELLOW : c.WHITE;
  context.fillRect(x + Math.floor((size - dot) / 2), y + Math.floor((size - dot) / 2), dot, dot);
}

/** Whether all eight tiles around are mountains, or lie beyond the border. */
function amongMountains(board: Board, tile: number): boolean {
  return around(board, tile).every((other) => board.terrain[other] === MOUNTAIN);
}

/** The up to eight tiles around a tile. */
function around(board: Pick<Board, "width" | "height">, tile: number): readonly number[] {
  const tiles = [];
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const other = dx || dy ? neighbour(board, tile, dx, dy) : null;
      if (other !== null) tiles.push(other);
    }
  }
  return tiles;
}

function groundOf(code: number): number {
  if (code >= 0) return Math.min(code, 15);
  if (code === MOUNTAIN) return GROUND.mountain;
  if (code === FOG) return GROUND.never;
  if (code === FOG_OBSTACLE) return GROUND.haze;
  return code === LAND ? GROUND.land : GROUND.paved;
}

function shapeOf(board: Board, tile: number): Structure | null {
  if (board.generals.includes(tile)) return "crown";
  if (board.terrain[tile] === MOUNTAIN) return null;
  if (board.cities.has(tile)) return "city";
  return board.towers.has(tile) ? "tower" : null;
}

function drawNumber(
  context: CanvasRenderingContext2D,
  board: Board,
  tile: number,
  x: number,
  y: number,
  size: number,
  /** Pixels from the tile's top to the number's; null puts it in the middle. */
  down: number | null,
): void {
  const code = board.terrain[tile]!;
  if (code === MOUNTAIN || code === FOG || code === FOG_OBSTACLE) return;
  const armies = code === TOWER ? board.defence[tile]! : board.armies[tile]!;
  if (code === LAND && armies === 0) return;
  const pixel = pixelOf(size);
  let dot = Math.max(LEAST_DOT, pixel);
  const room = (signs: number) => (signs * 4 - 1) * dot <= size - pixel;
  const whole = String(armies);
  if (!room(whole.length) && dot > 3) dot -= 1;
  const text = shortNumber(armies, room(whole.length) ? whole.length : 3);
  const top = down ?? Math.round((size - pixel - 5 * dot) / 2);
  const across = room(text.length) ? dot : dot - 1;
  writeNumber(context, text, x + (size - pixel) / 2, y + Math.min(top, size - 1 - 5 * dot), dot, across);
}
