/** Draws single tiles of a Fog of War board. */

import { type Place, pixelOf } from "../canvas/camera";
import type { Painter } from "../canvas/chunks";
import { GLYPH, textWidth, writeGlyphs } from "../canvas/glyphs";
import * as c from "../palette";
import { type Board, FOG, FOG_OBSTACLE, LAND, MOUNTAIN, neighbour, TOWER } from "./board";
import { type Atlas, type Atlases, GROUND, SIDE, type Structure, shortNumber } from "./tile-art";

/** From this size on the art is drawn; below it, colours and patterns. */
export const ART_FROM = SIDE;
/** From this size on numbers can be read, and from the second on there is room for one below a shape. */
const NUMBERS_FROM = 16;
const BELOW_FROM = 20;
/** Device pixels of the dots of which numbers are made, at least. */
const LEAST_DOT = 2;
/** Pixels of the art that a crown, a city or a tower has, and how far from the corner of a tile of twelve it stands. */
const STRUCTURE = { width: 7, height: 5, x: 2, y: 1 } as const;

export class FogPainter implements Painter<Board> {
  constructor(private readonly atlases: Atlases) {}

  changes(before: Board, now: Board): Iterable<number> {
    const tiles = changedTiles(before, now);
    // A mountain that comes into sight may change the look of those beside it.
    return [...tiles, ...tiles.flatMap((tile) => (now.terrain[tile] === MOUNTAIN ? around(now, tile) : []))];
  }

  draw(context: CanvasRenderingContext2D, board: Board, tile: number, x: number, y: number, size: number): void {
    if (size < ART_FROM) drawSmall(context, this.atlases, board, tile, x, y, size);
    else drawTile(context, this.atlases.for(size), board, tile, x, y, size);
  }
}

/** The tiles that differ in something their look depends on; a tile may come more than once. */
function changedTiles(before: Board, now: Board): number[] {
  const tiles = [];
  for (let tile = 0; tile < now.terrain.length; tile++) {
    if (
      before.armies[tile] !== now.armies[tile] ||
      before.terrain[tile] !== now.terrain[tile] ||
      before.defence[tile] !== now.defence[tile] ||
      before.visible[tile] !== now.visible[tile]
    )
      tiles.push(tile);
  }
  if (before.cities !== now.cities) tiles.push(...inOneOf(before.cities, now.cities));
  if (before.towers !== now.towers) tiles.push(...inOneOf(before.towers, now.towers));
  if (before.generals !== now.generals) tiles.push(...inOneOf(new Set(before.generals), new Set(now.generals)));
  return tiles.filter((tile) => tile >= 0);
}

/** The tiles in only one of two sets. */
function inOneOf(one: ReadonlySet<number>, other: ReadonlySet<number>): number[] {
  return [...[...one].filter((tile) => !other.has(tile)), ...[...other].filter((tile) => !one.has(tile))];
}

function drawTile(
  context: CanvasRenderingContext2D,
  atlas: Atlas,
  board: Board,
  tile: number,
  x: number,
  y: number,
  size: number,
): void {
  const code = board.terrain[tile]!;
  const shape = shapeOf(board, tile);
  atlas.drawTile(context, code === MOUNTAIN && amongMountains(board, tile) ? GROUND.rock : groundOf(code), x, y, size);
  if (shape && size >= BELOW_FROM) atlas.drawStructure(context, shape, x, y, size);
  else if (shape) drawStructureAlone(context, atlas, shape, x, y, size);
  drawNumberOn(context, atlas, board, tile, x, y, size);
  if (isKnown(code) && !board.visible[tile]) atlas.drawShade(context, x, y, size);
}

/** Writes the number of a tile again, over what was drawn on it since. */
export function drawArmy(
  context: CanvasRenderingContext2D,
  atlases: Atlases,
  board: Board,
  tile: number,
  { left, top, size, columns }: Place,
): void {
  if (size < ART_FROM || !board.visible[tile]) return;
  const [x, y] = [left + (tile % columns) * size, top + Math.floor(tile / columns) * size];
  drawNumberOn(context, atlases.for(size), board, tile, x, y, size);
}

/** Writes the number of a tile, below its shape if it has one, where there is room for it. */
function drawNumberOn(
  context: CanvasRenderingContext2D,
  atlas: Atlas,
  board: Board,
  tile: number,
  x: number,
  y: number,
  size: number,
): void {
  const shape = shapeOf(board, tile);
  if (size < (shape ? BELOW_FROM : NUMBERS_FROM)) return;
  const down = shape ? (atlas.inset + STRUCTURE.y + STRUCTURE.height) * pixelOf(size) : null;
  drawNumber(context, board, tile, x, y, size, down);
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

/** Draws a tile that is too small for the art: its ground, and a dot for what stands on it. */
function drawSmall(
  context: CanvasRenderingContext2D,
  atlases: Atlases,
  board: Board,
  tile: number,
  x: number,
  y: number,
  size: number,
): void {
  const code = board.terrain[tile]!;
  const place = {
    column: tile % board.width,
    row: Math.floor(tile / board.width),
    hidden: isKnown(code) && !board.visible[tile],
  };
  atlases.small().drawTile(context, groundOf(code), place, x, y, size);
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

/** Whether a tile has been seen. */
function isKnown(code: number): boolean {
  return code !== FOG && code !== FOG_OBSTACLE;
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
  if (code === MOUNTAIN || !isKnown(code)) return;
  const armies = code === TOWER ? board.defence[tile]! : board.armies[tile]!;
  if (code === LAND && armies === 0) return;
  const pixel = pixelOf(size);
  let dot = Math.max(LEAST_DOT, pixel);
  const fits = (signs: number) => textWidth(signs, dot) <= size - pixel;
  const digits = String(armies).length;
  if (!fits(digits) && dot > 3) dot -= 1;
  const text = shortNumber(armies, fits(digits) ? digits : 3);
  const top = Math.min(down ?? Math.round((size - pixel - GLYPH.height * dot) / 2), size - 1 - GLYPH.height * dot);
  writeGlyphs(context, text, x + (size - pixel) / 2, y + top, { dot, across: fits(text.length) ? dot : dot - 1 });
}
