/** Draws markers over the board: arrows of the queue, the chosen tile, pings, the letters of the generals. */

import type { Place } from "../canvas/camera";
import { type Area, areaAround } from "../canvas/chunks";
import { GLYPH, textWidth, writeGlyphs } from "../canvas/glyphs";
import * as c from "../palette";
import type { Ping, QueuedMarch } from "../protocol";
import { seatStyle } from "../seat-style";
import type { ShownMarch } from "./queue";

export interface ShownPing extends Ping {
  /** When it was first shown, in milliseconds. */
  readonly at: number;
}

export const PING_MS = 2400;

/** The colour of marches that the server has not confirmed. */
const PENDING = "#bdbbe8";

type Context = CanvasRenderingContext2D;

/**
 * Draws arrows from tile to tile, in the order of the marches. A march that takes half is drawn as two lines side by
 * side; one that the server has not confirmed is dashed, and its head is open.
 */
export function drawArrows(context: Context, marches: readonly ShownMarch[], place: Place): void {
  const seam = Math.max(1, Math.round(place.size / 24));
  for (const march of marches) drawArrow(context, march, place, c.INK, seam);
  for (const march of marches) {
    drawArrow(context, march, place, march.confirmed ? c.WHITE : PENDING, 0);
    if (march.half) drawGroove(context, march, place);
  }
}

/** The tiles that an arrow lies on: those of the march, and the ones beside them where it is wider than a tile. */
export function arrowArea(march: QueuedMarch, { columns, size }: Place): Area {
  const [dx, dy] = direction(march, columns);
  const first = Math.min(march.from, march.to);
  const beside = size < 12 ? 1 : 0;
  return {
    x: (first % columns) - beside,
    y: Math.floor(first / columns) - beside,
    width: (dx ? 2 : 1) + 2 * beside,
    height: (dy ? 2 : 1) + 2 * beside,
  };
}

/** Draws a box of an arrow: so far along it, so far to its side, so long and so wide. */
type Box = (along: number, aside: number, length: number, width: number) => void;

/** Pixels of the parts of an arrow. It lies across the line between two tiles, so that both numbers stay readable. */
function arrowParts(size: number): { readonly dot: number; readonly shaft: number; readonly head: number } {
  return { dot: Math.max(1, Math.round(size / 12)), shaft: Math.round(size * 0.32), head: Math.round(size * 0.56) };
}

function drawArrow(context: Context, march: ShownMarch, place: Place, colour: string, grow: number): void {
  const { dot, shaft, head } = arrowParts(place.size);
  const box = boxes(context, march, place, colour, grow);
  if (march.confirmed) {
    box(shaft, 0, head - shaft, 2 * dot);
    for (let step = 0; step < 3; step++) box(head + step * dot, 0, dot, (6 - 2 * step) * dot);
    return;
  }
  for (let at = shaft; at + dot <= head; at += 2 * dot) box(at, 0, dot, 2 * dot);
  box(head + 2 * dot, 0, dot, 2 * dot);
  for (let step = 0; step < 2; step++) {
    for (const side of [-1, 1]) box(head + step * dot, side * (2.5 - step) * dot, dot, dot);
  }
}

/** Divides the shaft of an arrow in two. */
function drawGroove(context: Context, march: ShownMarch, place: Place): void {
  const { dot, shaft, head } = arrowParts(place.size);
  boxes(context, march, place, c.INK, 0)(shaft, 0, head - shaft + (march.confirmed ? 2 * dot : 0), dot);
}

function boxes(context: Context, march: QueuedMarch, place: Place, colour: string, grow: number): Box {
  const { size, columns } = place;
  const [dx, dy] = direction(march, columns);
  const x = place.left + ((march.from % columns) + 0.5) * size;
  const y = place.top + (Math.floor(march.from / columns) + 0.5) * size;
  context.fillStyle = colour;
  return (along, aside, length, width) => {
    const middleX = x + dx * (along + length / 2) + dy * aside;
    const middleY = y + dy * (along + length / 2) + dx * aside;
    const across = (dx ? length : width) + 2 * grow;
    const down = (dy ? length : width) + 2 * grow;
    context.fillRect(
      Math.round(middleX - across / 2),
      Math.round(middleY - down / 2),
      Math.round(across),
      Math.round(down),
    );
  };
}

function direction(march: QueuedMarch, columns: number): readonly [number, number] {
  const gap = march.to - march.from;
  if (Math.abs(gap) === columns && columns > 1) return [0, Math.sign(gap)];
  return [Math.sign(gap), 0];
}

/** Draws brackets around the chosen tile; a diagonal line when the next march takes half. */
export function drawCursor(context: Context, tile: number, half: boolean, place: Place, colour = c.YELLOW): void {
  const { size } = place;
  const dot = Math.max(2, Math.round(size / 12));
  const x = place.left + (tile % place.columns) * size - dot;
  const y = place.top + Math.floor(tile / place.columns) * size - dot;
  const side = size + 2 * dot - Math.round(size / 12);
  const arm = Math.max(3, Math.round(size / 3));
  for (const [ink, grow] of [
    [c.INK, Math.max(1, dot >> 1)],
    [colour, 0],
  ] as const) {
    context.fillStyle = ink;
    const box = (left: number, top: number, width: number, height: number) =>
      context.fillRect(left - grow, top - grow, width + 2 * grow, height + 2 * grow);
    for (const right of [false, true]) {
      for (const low of [false, true]) {
        box(right ? x + side - arm : x, low ? y + side - dot : y, arm, dot);
        box(right ? x + side - dot : x, low ? y + side - arm : y, dot, arm);
      }
    }
  }
  if (!half) return;
  context.fillStyle = c.YELLOW;
  for (let step = 0; step < side; step += 2 * dot) context.fillRect(x + step, y + side - step - dot, dot, dot);
}

/** Draws a line around the tile under the mouse, within it. */
export function drawHover(context: Context, tile: number, { left, top, size, columns }: Place): void {
  const dot = Math.max(1, Math.round(size / 16));
  const x = left + (tile % columns) * size;
  const y = top + Math.floor(tile / columns) * size;
  const side = size - dot;
  context.fillStyle = c.WHITE;
  for (const far of [0, side - dot]) {
    context.fillRect(x, y + far, side, dot);
    context.fillRect(x + far, y, dot, side);
  }
}

/** The tiles that the brackets of the chosen tile lie on. */
export function cursorArea(tile: number, columns: number): Area {
  return areaAround(tile, columns, 1);
}

/** Draws a ping: a square that grows and fades, or stands still with reduced motion. */
export function drawPing(context: Context, ping: ShownPing, place: Place, now: number, still: boolean): void {
  const age = Math.max(0, Math.min(1, (now - ping.at) / PING_MS));
  const wave = still ? 0.4 : (age * 3) % 1;
  const { size } = place;
  const dot = Math.max(2, Math.round(size / 8));
  const reach = Math.round(size * (0.5 + wave));
  const x = Math.round(place.left + ((ping.tile % place.columns) + 0.5) * size);
  const y = Math.round(place.top + (Math.floor(ping.tile / place.columns) + 0.5) * size);
  context.globalAlpha = still ? 1 : (1 - age) * (1 - wave * 0.6);
  for (const [colour, grow] of [
    [c.INK, 1],
    [seatStyle(ping.index)?.colour ?? c.WHITE, 0],
    [c.WHITE, -Math.max(1, dot >> 1)],
  ] as const) {
    context.fillStyle = colour;
    const box = (left: number, top: number, width: number, height: number) => {
      if (width + 2 * grow > 0 && height + 2 * grow > 0)
        context.fillRect(left - grow, top - grow, width + 2 * grow, height + 2 * grow);
    };
    box(x - reach, y - reach, 2 * reach, dot);
    box(x - reach, y + reach - dot, 2 * reach, dot);
    box(x - reach, y - reach, dot, 2 * reach);
    box(x + reach - dot, y - reach, dot, 2 * reach);
  }
  context.globalAlpha = 1;
}

/** The tiles that a ping may reach. */
export function pingArea(ping: Ping, columns: number): Area {
  return areaAround(ping.tile, columns, 2);
}

/** Writes the letter of each seat over its general, on boards whose tiles are too small for crowns and numbers. */
export function drawLetters(context: Context, generals: readonly number[], place: Place, dot: number): void {
  const { left, top, size, columns } = place;
  for (const [seat, tile] of generals.entries()) {
    if (tile < 0) continue;
    const x = left + ((tile % columns) + 0.5) * size;
    const y = top + (Math.floor(tile / columns) + 0.5) * size;
    const letter = seatStyle(seat)?.letter ?? "";
    writeGlyphs(context, letter, x, Math.round(y - (GLYPH.height * dot) / 2), { dot, colour: c.YELLOW });
  }
}

/** The tiles that the letter of a general lies on. */
export function letterArea(tile: number, { columns, size }: Place, dot: number): Area {
  const reach = Math.max(textWidth(1, dot), GLYPH.height * dot) / 2 + dot;
  return areaAround(tile, columns, Math.ceil((reach - size / 2) / size));
}
