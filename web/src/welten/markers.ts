/** Draws markers over the map: reach, targets, threats, the cursor. */

import * as c from "../palette";
import type { ThreatsShown } from "../protocol";
import type { Board } from "./board";

/** Where a board lies in its window: the corner, pixels of a tile, tiles of a row. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly size: number;
  readonly columns: number;
}

/** What the cursor says: choose a unit, choose an attacker, aim, a gate to toggle; `plain` when nothing is to be done. */
export type CursorLook = "move" | "choose" | "aim" | "gate" | "plain";

/** The colours of the guide: white, light green and light red by phase. */
const CURSOR_COLOURS: Readonly<Record<CursorLook, string>> = {
  move: c.WHITE,
  choose: c.LIGHT_GREEN,
  aim: c.LIGHT_RED,
  gate: c.YELLOW,
  plain: c.LIGHT_GREY,
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

/** Tint an area and draw a line around it. */
export function drawArea(
  context: Context,
  tiles: readonly number[],
  place: Place,
  tint: string | null,
  line: string,
): void {
  const { size, columns } = place;
  const inside = new Set(tiles);
  const dot = Math.max(1, Math.round(size / 16));
  if (tint) {
    context.fillStyle = tint;
    for (const tile of tiles) context.fillRect(...corner(place, tile), size, size);
  }
  context.fillStyle = line;
  for (const tile of tiles) {
    const [x, y] = corner(place, tile);
    const column = tile % columns;
    if (!inside.has(tile - columns)) context.fillRect(x, y, size, dot);
    if (!inside.has(tile + columns)) context.fillRect(x, y + size - dot, size, dot);
    if (column === 0 || !inside.has(tile - 1)) context.fillRect(x, y, dot, size);
    if (column === columns - 1 || !inside.has(tile + 1)) context.fillRect(x + size - dot, y, dot, size);
  }
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
    context.fillStyle = c.LIGHT_GREEN;
    context.fillRect(x + at + seam, y + at + seam, dot, dot);
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
    context.fillStyle = `rgb(129 51 56 / ${[0.24, 0.4, 0.56][grave - 1]})`;
    context.fillRect(x, y, place.size, place.size);
    context.fillStyle = "#ff9a9e";
    // One point, two, or a whole stripe: dots that can be counted where colours cannot be told apart.
    for (let step = 0; step < [1, 3, 8][grave - 1]!; step++) {
      const at = grave === 3 ? step : 1 + step * 3 - (grave === 1 ? -2 : 0);
      context.fillRect(x + at * dot, y + place.size - (at + 1) * dot, dot, dot);
    }
  }
}
