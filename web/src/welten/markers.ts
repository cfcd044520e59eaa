/** Draws markers over the map: reach, targets, threats, the cursor. */

import type { Place } from "../canvas/camera";
import * as c from "../palette";
import type { ThreatsShown } from "../protocol";
import type { Board } from "./board";
import * as guide from "./palette";

/** What the cursor says: choose a unit, choose an attacker, aim, a gate to toggle; `plain` when nothing is to be done. */
export type CursorLook = "move" | "choose" | "aim" | "gate" | "plain";

/** The colours of the guide: white, light green and light red by phase. */
const CURSOR_COLOURS: Readonly<Record<CursorLook, string>> = {
  move: guide.WHITE,
  choose: guide.LIGHT_GREEN,
  aim: guide.LIGHT_RED,
  gate: guide.YELLOW,
  plain: guide.LIGHT_GREY,
};
/** Light red is dark on the green of the land: a bright seam makes it visible. */
const CURSOR_OUTLINES: Readonly<Partial<Record<CursorLook, string>>> = { aim: c.WHITE };

type Context = CanvasRenderingContext2D;

function corner(place: Place, tile: number): readonly [number, number] {
  const x = tile % place.columns;
  return [place.left + x * place.size, place.top + ((tile - x) / place.columns) * place.size];
}

/** Pixels of one point of the art. */
export function point(place: Place): number {
  return Math.max(1, Math.round(place.size / 8));
}

/** Marks the tiles that a unit can reach: a light tint with a line around it. Only the shown ones are drawn. */
export function drawReach(
  context: Context,
  tiles: readonly number[],
  place: Place,
  shown: (tile: number) => boolean,
): void {
  const area = { inside: new Set(tiles), drawn: tiles.filter(shown) };
  drawTint(context, area, place, "rgb(255 255 255 / 26%)");
  drawOutline(context, area, place, c.WHITE);
}

/** Marks the tiles in the range of a unit: a red tint with a dashed line around it, which needs no colours to be seen. */
export function drawRange(
  context: Context,
  tiles: readonly number[],
  place: Place,
  shown: (tile: number) => boolean,
): void {
  const area = { inside: new Set(tiles), drawn: tiles.filter(shown) };
  drawTint(context, area, place, "rgb(154 103 89 / 34%)");
  drawOutline(context, area, place, guide.LIGHT_RED);
  drawOutline(context, area, place, guide.WHITE, 2);
}

/** Marks how far an enemy comes: where it can go, and around that with a dashed line what it could hit. */
export function drawEnemyReach(
  context: Context,
  reach: readonly number[],
  hits: readonly number[],
  place: Place,
  shown: (tile: number) => boolean,
): void {
  drawTint(context, { inside: new Set(), drawn: reach.filter(shown) }, place, "rgb(104 59 43 / 52%)");
  drawRange(context, hits, place, shown);
}

/** An area, and those of its tiles that are drawn. */
interface MarkedArea {
  readonly inside: ReadonlySet<number>;
  readonly drawn: readonly number[];
}

function drawTint(context: Context, { drawn }: MarkedArea, place: Place, colour: string): void {
  context.fillStyle = colour;
  for (const tile of drawn) context.fillRect(...corner(place, tile), place.size, place.size);
}

/** Draws a line around an area, within it; in so many dashes along the edge of a tile. */
function drawOutline(context: Context, { inside, drawn }: MarkedArea, place: Place, colour: string, dashes = 0): void {
  const { size, columns } = place;
  const dot = Math.max(1, Math.round(size / 16));
  context.fillStyle = colour;
  const line = (x: number, y: number, across: boolean) => {
    const [length, step] = dashes ? [Math.round(size / dashes / 2), size / dashes] : [size, size];
    for (let at = 0; at < size; at += step) {
      const along = Math.round(at);
      if (across) context.fillRect(x + along, y, length, dot);
      else context.fillRect(x, y + along, dot, length);
    }
  };
  for (const tile of drawn) {
    const [x, y] = corner(place, tile);
    const column = tile % columns;
    if (!inside.has(tile - columns)) line(x, y, true);
    if (!inside.has(tile + columns)) line(x, y + size - dot, true);
    if (column === 0 || !inside.has(tile - 1)) line(x, y, false);
    if (column === columns - 1 || !inside.has(tile + 1)) line(x + size - dot, y, false);
  }
}

/** Marks a tile that can be attacked. */
export function drawTarget(context: Context, tile: number, place: Place): void {
  drawFrame(context, tile, place, guide.LIGHT_RED, c.WHITE, { corners: true, inset: true });
}

/** A frame around a tile, or only its corners; `inset` draws it within the tile, so that neighbours keep their own. */
export function drawFrame(
  context: Context,
  tile: number,
  place: Place,
  colour: string,
  seam: string,
  { corners = false, inset = false } = {},
): void {
  const { size } = place;
  const dot = Math.max(2, Math.round(size / (inset ? 10 : 8)));
  const line = Math.max(1, Math.floor(dot / 2));
  const out = inset ? -line : dot;
  const [left, top] = corner(place, tile);
  const [x, y, side] = [left - out, top - out, size + 2 * out];
  const arm = corners ? Math.round(size / 3) : side;
  for (const [ink, grow] of [
    [seam, line],
    [colour, 0],
  ] as const) {
    context.fillStyle = ink;
    const box = (bx: number, by: number, w: number, tall: number) =>
      context.fillRect(bx - grow, by - grow, w + 2 * grow, tall + 2 * grow);
    for (const right of [false, true]) {
      for (const low of [false, true]) {
        box(right ? x + side - arm : x, low ? y + side - dot : y, arm, dot);
        box(right ? x + side - dot : x, low ? y + side - arm : y, dot, arm);
      }
    }
  }
}

/** The cursor in the colour of its meaning; a gate gets a cell. */
export function drawCursor(context: Context, tile: number, look: CursorLook, place: Place): void {
  drawFrame(context, tile, place, CURSOR_COLOURS[look], CURSOR_OUTLINES[look] ?? c.INK, { corners: look !== "gate" });
  if (look !== "aim") return;
  const [x, y] = corner(place, tile);
  const half = place.size / 2;
  const dot = point(place);
  for (const [ink, grow] of [
    [c.WHITE, 1],
    [CURSOR_COLOURS.aim, 0],
  ] as const) {
    context.fillStyle = ink;
    for (const [dx, dy] of [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ] as const) {
      const cx = Math.round(x + half + dx * half - dot / 2);
      const cy = Math.round(y + half + dy * half - dot / 2);
      context.fillRect(
        cx - grow - (dx ? dot : 0),
        cy - grow - (dy ? dot : 0),
        (dx ? 3 : 1) * dot + 2 * grow,
        (dy ? 3 : 1) * dot + 2 * grow,
      );
    }
  }
}

/** Dots along the way that a unit would go, larger where it ends. */
export function drawPath(context: Context, tiles: readonly number[], place: Place): void {
  const dot = point(place);
  for (const [index, tile] of tiles.entries()) {
    if (index === 0) continue;
    const [x, y] = corner(place, tile);
    const side = (index === tiles.length - 1 ? 4 : 2) * dot;
    const at = Math.round((place.size - side) / 2);
    context.fillStyle = c.INK;
    context.fillRect(x + at - 1, y + at - 1, side + 2, side + 2);
    context.fillStyle = c.WHITE;
    context.fillRect(x + at, y + at, side, side);
  }
}

/** A small sign at the foot of each unit that has work left. */
export function drawPips(context: Context, tiles: readonly number[], place: Place): void {
  const dot = Math.max(2, Math.round(place.size / 10));
  const seam = Math.max(1, Math.round(place.size / 32));
  for (const tile of tiles) {
    const [x, y] = corner(place, tile);
    const at = place.size - dot - 2 * seam;
    context.fillStyle = c.INK;
    context.fillRect(x + at, y + at, dot + 2 * seam, dot + 2 * seam);
    context.fillStyle = guide.LIGHT_GREEN;
    context.fillRect(x + at + seam, y + at + seam, dot, dot);
  }
}

/** A small bar at the foot of each unit that holds its place. */
export function drawHeld(context: Context, tiles: readonly number[], place: Place): void {
  const dot = Math.max(2, Math.round(place.size / 10));
  for (const tile of tiles) {
    const [x, y] = corner(place, tile);
    const [left, top] = [x + place.size - 3 * dot - 1, y + place.size - dot - 1];
    context.fillStyle = c.INK;
    context.fillRect(left - 1, top - 1, 3 * dot + 2, dot + 2);
    context.fillStyle = guide.LIGHT_GREY;
    context.fillRect(left, top, 3 * dot, dot);
  }
}

/** A frame around each unit of the marked group. */
export function drawMarked(context: Context, tiles: readonly number[], place: Place): void {
  if (place.size >= ROOM_FOR_FRAMES) {
    for (const tile of tiles) drawFrame(context, tile, place, guide.LIGHT_GREEN, c.INK, { inset: true });
    return;
  }
  drawOutline(context, { inside: new Set(), drawn: tiles }, place, guide.WHITE);
}

/** Pixels of a tile from which on a frame leaves enough of the unit in it. */
const ROOM_FOR_FRAMES = 16;

/** The frame around the tiles of a box that is being drawn. */
export function drawBox(context: Context, from: number, to: number, place: Place): void {
  const [fromX, fromY] = corner(place, from);
  const [toX, toY] = corner(place, to);
  const dot = Math.max(2, Math.round(place.size / 8));
  const [x, y] = [Math.min(fromX, toX), Math.min(fromY, toY)];
  const [width, height] = [Math.abs(fromX - toX) + place.size, Math.abs(fromY - toY) + place.size];
  context.strokeStyle = c.INK;
  context.lineWidth = 2 * dot;
  context.strokeRect(x, y, width, height);
  context.strokeStyle = guide.LIGHT_GREEN;
  context.lineWidth = dot;
  context.strokeRect(x, y, width, height);
}

/** Shares of V below which a bar has another colour. */
const LOW_V = 0.5;
const LAST_V = 0.25;
/** Pixels of a tile from which on units that nobody has hit have a bar too. */
const ROOM_FOR_BARS = 16;

/** A bar above each unit: how much of its V is left. */
export function drawBars(
  context: Context,
  board: Board,
  fullV: readonly number[],
  place: Place,
  shown: (tile: number) => boolean,
): void {
  const { size } = place;
  const tall = Math.max(1, Math.round(size / 12));
  const wide = size - 2;
  for (const { type, x, y, v } of board.units) {
    const tile = y * board.width + x;
    if (x < 0 || !shown(tile)) continue;
    const share = Math.min(1, v / Math.max(1, fullV[type] ?? v));
    if (share === 1 && size < ROOM_FOR_BARS) continue;
    const [left, top] = corner(place, tile);
    context.fillStyle = c.INK;
    context.fillRect(left, top, size, tall + (size >= ROOM_FOR_BARS ? 2 : 0));
    context.fillStyle = share > LOW_V ? guide.LIGHT_GREEN : share > LAST_V ? guide.YELLOW : guide.LIGHT_RED;
    context.fillRect(left + 1, top + (size >= ROOM_FOR_BARS ? 1 : 0), Math.max(1, Math.round(wide * share)), tall);
  }
}

/** Damage from which on a threat is drawn denser. */
const THREAT_LEVELS = [1, 12, 30] as const;

/** Hatch what the enemy could hit: the more damage, the denser. */
export function drawThreats(
  context: Context,
  board: Board,
  threats: ThreatsShown,
  place: Place,
  shown: (tile: number) => boolean,
): void {
  const dot = point(place);
  for (let tile = 0; tile < board.terrain.length; tile++) {
    const most = threats.most[tile] ?? 0;
    if (most === 0 || !shown(tile)) continue;
    const [x, y] = corner(place, tile);
    const grave = THREAT_LEVELS.filter((least) => most >= least).length;
    context.fillStyle = `rgb(104 59 43 / ${[0.24, 0.4, 0.56][grave - 1]})`;
    context.fillRect(x, y, place.size, place.size);
    context.fillStyle = guide.LIGHT_RED;
    // One point, two, or a whole stripe: dots that can be counted where colours cannot be told apart.
    for (let step = 0; step < [1, 3, 8][grave - 1]!; step++) {
      const at = grave === 3 ? step : 1 + step * 3 - (grave === 1 ? -2 : 0);
      context.fillRect(x + at * dot, y + place.size - (at + 1) * dot, dot, dot);
    }
  }
}
