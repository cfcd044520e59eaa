/** Marks an attack on the map: where it came from, what it hit, and a dotted line between them. */

import type { Place } from "../canvas/camera";
import * as c from "../palette";
import * as guide from "./palette";

/** The tiles of the attacker, if it stood somewhere, and of what it hit. */
export interface ShownAttack {
  readonly from: number | null;
  readonly to: number;
}

type Context = CanvasRenderingContext2D;
type Point = readonly [x: number, y: number];

/** Pixels of a mark, at least: it is found in a large land that is shown whole, too. */
const LEAST_PX = 28;

/**
 * Draws the marks, with lines of so many device pixels for one of the page. Nothing of them moves or is transparent, so
 * they may be drawn over themselves.
 */
export function drawAttack(context: Context, { from, to }: ShownAttack, place: Place, dot: number): void {
  const side = Math.max(place.size + 8 * dot, LEAST_PX * dot);
  const target = middle(place, to);
  if (from !== null && from !== to) {
    const attacker = middle(place, from);
    drawLine(context, attacker, target, side, dot);
    drawSquare(context, attacker, side, dot, guide.YELLOW);
  }
  drawSquare(context, target, side, dot, c.WHITE);
  drawArms(context, target, side, dot);
}

function middle({ left, top, size, columns }: Place, tile: number): Point {
  const half = Math.round(size / 2);
  return [left + (tile % columns) * size + half, top + Math.floor(tile / columns) * size + half];
}

/** A rectangle around a point, with a dark seam. */
function drawBar(context: Context, [x, y]: Point, width: number, height: number, dot: number, colour: string): void {
  const [left, top] = [Math.round(x - width / 2), Math.round(y - height / 2)];
  context.fillStyle = c.INK;
  context.fillRect(left - dot, top - dot, width + 2 * dot, height + 2 * dot);
  context.fillStyle = colour;
  context.fillRect(left, top, width, height);
}

/** A square of lines with a dark seam. */
function drawSquare(context: Context, [x, y]: Point, side: number, dot: number, colour: string): void {
  const [left, top] = [Math.round(x - side / 2), Math.round(y - side / 2)];
  const thick = 3 * dot;
  for (const [ink, grow] of [
    [c.INK, 2 * dot],
    [colour, 0],
  ] as const) {
    context.fillStyle = ink;
    for (const far of [0, side - thick]) {
      context.fillRect(left - grow, top + far - grow, side + 2 * grow, thick + 2 * grow);
      context.fillRect(left + far - grow, top - grow, thick + 2 * grow, side + 2 * grow);
    }
  }
}

/** Four arms at the square of the target: the shape tells it from the attacker without colours. */
function drawArms(context: Context, [x, y]: Point, side: number, dot: number): void {
  const away = Math.round(side / 2) + 4 * dot;
  for (const sign of [-1, 1]) {
    drawBar(context, [x + sign * away, y], 10 * dot, 2 * dot, dot, c.WHITE);
    drawBar(context, [x, y + sign * away], 2 * dot, 10 * dot, dot, c.WHITE);
  }
}

/** Dots on the way between the two squares. */
function drawLine(context: Context, [fromX, fromY]: Point, [toX, toY]: Point, side: number, dot: number): void {
  const steps = Math.floor(Math.hypot(toX - fromX, toY - fromY) / (10 * dot));
  const near = (distanceX: number, distanceY: number) =>
    Math.max(Math.abs(distanceX), Math.abs(distanceY)) < side / 2 + 4 * dot;
  for (let step = 1; step < steps; step++) {
    const x = fromX + ((toX - fromX) * step) / steps;
    const y = fromY + ((toY - fromY) * step) / steps;
    if (near(x - fromX, y - fromY) || near(x - toX, y - toY)) continue;
    drawBar(context, [x, y], 4 * dot, 4 * dot, dot, c.WHITE);
  }
}
