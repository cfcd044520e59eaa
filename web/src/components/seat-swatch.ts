/** The colour and pattern of a seat as a small square. */

import * as c from "../palette";
import { seatStyle } from "../seat-style";

const SIDE = 11;

/** The square of a seat; one without a seat gets an empty frame. It says nothing to screen readers: names do. */
export function seatSwatch(seat: number, scale = 2): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  canvas.style.width = canvas.style.height = `${SIDE * scale}px`;
  canvas.style.flex = "none";
  canvas.setAttribute("aria-hidden", "true");
  const context = canvas.getContext("2d")!;
  const style = seatStyle(seat);
  if (!style) {
    context.strokeStyle = c.mixed(c.LIGHT_BLUE, c.INK, 0.5);
    context.strokeRect(0.5, 0.5, SIDE - 1, SIDE - 1);
    return canvas;
  }
  const shade = c.mixed(style.colour, c.INK, 0.6);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      context.fillStyle = style.inPattern(x, y) ? shade : style.colour;
      context.fillRect(x, y, 1, 1);
    }
  }
  return canvas;
}
