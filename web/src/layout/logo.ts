/** The logo: a sun that sets behind scan lines. */

import * as c from "../palette";

const ROWS: readonly (readonly [number, number, string])[] = [
  [5, 6, c.YELLOW],
  [4, 8, c.YELLOW],
  [3, 10, c.YELLOW],
  [3, 10, c.YELLOW],
  [0, 0, ""],
  [3, 10, c.LIGHT_RED],
  [0, 0, ""],
  [2, 12, c.PURPLE],
  [0, 0, ""],
  [1, 14, c.LIGHT_BLUE],
  [0, 0, ""],
  [0, 16, c.BLUE],
];

/** The sign, each of its 16 by 12 pixels `scale` pixels large. */
export function logo(scale: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = 16;
  canvas.height = ROWS.length;
  canvas.style.width = `${16 * scale}px`;
  canvas.style.height = `${ROWS.length * scale}px`;
  canvas.setAttribute("aria-hidden", "true");
  const context = canvas.getContext("2d")!;
  for (const [y, [x, length, colour]] of ROWS.entries()) {
    context.fillStyle = colour || c.INK;
    if (length) context.fillRect(x, y, length, 1);
  }
  return canvas;
}
