/** Draws markers over the board: arrows of the queue, the chosen tile, pings. */

import type { Ping, QueuedMarch } from "../protocol";
import type { ShownMarch } from "./queue";
import * as c from "../palette";
import { seatStyle } from "../seat-style";

export interface ShownPing extends Ping {
  /** When it was first shown, in milliseconds. */
  readonly at: number;
}

export const PING_MS = 2400;

interface Place {
  readonly left: number;
  readonly top: number;
  readonly size: number;
  readonly columns: number;
}

/** Arrows from tile to tile, in the order of the marches; those that take half are drawn hollow. */
export function drawArrows(context: CanvasRenderingContext2D, marches: readonly ShownMarch[], place: Place): void {
  for (const march of marches) {
    drawArrow(context, march, place, c.INK, Math.max(1, Math.round(place.size / 24)));
  }
  for (const march of marches) {
    drawArrow(context, march, place, march.confirmed ? c.WHITE : "#bdbbe8", 0);
    if (march.half) drawArrow(context, march, place, c.INK, -Math.max(1, Math.round(place.size / 16)));
  }
}

function drawArrow(
  context: CanvasRenderingContext2D,
  march: QueuedMarch,
  place: Place,
  colour: string,
  grow: number,
): void {
  const { size, columns } = place;
  const [dx, dy] = direction(march, columns);
  const dot = Math.max(1, Math.round(size / 12));
  // Across the line between the tiles, so that the numbers on both stay readable.
  const x = place.left + ((march.from % columns) + 0.5) * size;
  const y = place.top + (Math.floor(march.from / columns) + 0.5) * size;
  context.fillStyle = colour;
  const box = (along: number, aside: number, length: number, width: number) => {
    const cx = x + dx * (along + length / 2) + dy * aside;
    const cy = y + dy * (along + length / 2) + dx * aside;
    const w = (dx ? length : width) + 2 * grow;
    const tall = (dy ? length : width) + 2 * grow;
    if (w > 0 && tall > 0)
      context.fillRect(Math.round(cx - w / 2), Math.round(cy - tall / 2), Math.round(w), Math.round(tall));
  };
  const shaft = Math.round(size * 0.32);
  const head = Math.round(size * 0.56);
  box(shaft, 0, head - shaft, 2 * dot);
  for (let step = 0; step < 3; step++) box(head + step * dot, 0, dot, (6 - 2 * step) * dot);
}

function direction(march: QueuedMarch, columns: number): readonly [number, number] {
  const gap = march.to - march.from;
  if (Math.abs(gap) === columns && columns > 1) return [0, Math.sign(gap)];
  return [Math.sign(gap), 0];
}

/** Brackets around the chosen tile. */
export function drawCursor(
  context: CanvasRenderingContext2D,
  tile: number,
  half: boolean,
  place: Place,
  bright: boolean,
): void {
  const { size } = place;
  const dot = Math.max(2, Math.round(size / 12));
  const out = dot;
  const x = place.left + (tile % place.columns) * size - out;
  const y = place.top + Math.floor(tile / place.columns) * size - out;
  const side = size + 2 * out - Math.round(size / 12);
  const arm = Math.max(3, Math.round(size / 3));
  for (const [colour, grow] of [
    [c.INK, Math.max(1, dot >> 1)],
    [bright ? c.YELLOW : c.WHITE, 0],
  ] as const) {
    context.fillStyle = colour;
    for (const [cx, cy] of [
      [x, y],
      [x + side, y],
      [x, y + side],
      [x + side, y + side],
    ] as const) {
      const right = cx > x;
      const low = cy > y;
      const box = (w: number, tall: number) =>
        context.fillRect((right ? cx - w : cx) - grow, (low ? cy - tall : cy) - grow, w + 2 * grow, tall + 2 * grow);
      box(arm, dot);
      box(dot, arm);
    }
  }
  if (!half) return;
  context.fillStyle = bright ? c.YELLOW : c.WHITE;
  for (let step = 0; step < side; step += 2 * dot) context.fillRect(x + step, y + side - step - dot, dot, dot);
}

/** Draws a ping: a square that grows and fades, or stands still with reduced motion. */
export function drawPing(
  context: CanvasRenderingContext2D,
  ping: ShownPing,
  place: Place,
  now: number,
  still: boolean,
): void {
  const age = Math.min(1, (now - ping.at) / PING_MS);
  const wave = still ? 0.4 : (age * 3) % 1;
  const { size } = place;
  const dot = Math.max(2, Math.round(size / 8));
  const reach = Math.round(size * (0.5 + wave));
  const x = Math.round(place.left + ((ping.tile % place.columns) + 0.5) * size);
  const y = Math.round(place.top + (Math.floor(ping.tile / place.columns) + 0.5) * size);
  context.globalAlpha = Math.max(0, 1 - age) * (still ? 1 : 1 - wave * 0.6);
  for (const [colour, grow] of [
    [c.INK, 1],
    [seatStyle(ping.index)?.colour ?? c.WHITE, 0],
    [c.WHITE, -Math.max(1, dot >> 1)],
  ] as const) {
    context.fillStyle = colour;
    const box = (bx: number, by: number, w: number, tall: number) =>
      w + 2 * grow > 0 && tall + 2 * grow > 0 && context.fillRect(bx - grow, by - grow, w + 2 * grow, tall + 2 * grow);
    box(x - reach, y - reach, 2 * reach, dot);
    box(x - reach, y + reach - dot, 2 * reach, dot);
    box(x - reach, y - reach, dot, 2 * reach);
    box(x + reach - dot, y - reach, dot, 2 * reach);
  }
  context.globalAlpha = 1;
}
