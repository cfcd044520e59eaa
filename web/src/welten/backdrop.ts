/** Backdrops in sixteen colours: skies of dithered bands, a sun, peaks. */

import * as c from "../palette";

export interface Band {
  /** The row at which the band is all its own colour. */
  readonly at: number;
  readonly colour: string;
}

export const DUSK: readonly Band[] = [
  { at: 0, colour: c.BLACK },
  { at: 38, colour: c.BLUE },
  { at: 70, colour: c.PURPLE },
  { at: 92, colour: c.RED },
  { at: 106, colour: c.LIGHT_RED },
  { at: 116, colour: c.YELLOW },
];

export const MORNING: readonly Band[] = [
  { at: 0, colour: c.BLUE },
  { at: 26, colour: c.LIGHT_BLUE },
  { at: 54, colour: c.CYAN },
  { at: 76, colour: c.YELLOW },
];

export const FIRE: readonly Band[] = [
  { at: 0, colour: c.BLACK },
  { at: 24, colour: c.BROWN },
  { at: 50, colour: c.RED },
  { at: 76, colour: c.ORANGE },
];

export const NIGHT: readonly Band[] = [
  { at: 0, colour: c.BLACK },
  { at: 44, colour: c.BLUE },
  { at: 80, colour: c.PURPLE },
];

/** The order in which pixels of a 4×4 square change from one colour to the next. */
const ORDER = [
  [0, 8, 2, 10],
  [12, 4, 14, 6],
  [3, 11, 1, 9],
  [15, 7, 13, 5],
] as const;

/** The colour of a pixel of a sky. */
export function backdropColour(bands: readonly Band[], x: number, y: number): string {
  const next = bands.findIndex(({ at }) => at > y);
  if (next <= 0) return bands[next === 0 ? 0 : bands.length - 1]!.colour;
  const [above, below] = [bands[next - 1]!, bands[next]!];
  const share = (y - above.at) / (below.at - above.at);
  return share * 16 > ORDER[y & 3]![x & 3]! + 0.5 ? below.colour : above.colour;
}

/** A sky as a picture of its own, to be painted as often as one likes. */
export function backdrop(bands: readonly Band[], width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d")!;
  const image = context.createImageData(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) image.data.set([...c.rgb(backdropColour(bands, x, y)), 255], (y * width + x) * 4);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** A sun that goes down behind the lines of an old screen; what is below `horizon` is not shown. */
export function paintSun(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  horizon: number,
  colours: readonly string[],
): void {
  for (let row = -radius; row <= radius; row++) {
    const height = y + row;
    if (height >= horizon) return;
    const depth = (row + radius) / (2 * radius);
    // The gaps grow towards the bottom, as in the logo.
    if (row > -radius / 3 && (row + radius) % 6 < Math.round(depth * 2.6)) continue;
    const half = Math.round(Math.sqrt(radius * radius - row * row));
    context.fillStyle = colours[Math.min(colours.length - 1, Math.floor(depth * colours.length))]!;
    context.fillRect(x - half, height, 2 * half, 1);
  }
}

/** Peaks against the sky, from a fixed zigzag, so that they are the same every evening; they sink towards `to`. */
export function paintPeaks(
  context: CanvasRenderingContext2D,
  from: number,
  to: number,
  horizon: number,
  highest: number,
  colour: string,
): void {
  context.fillStyle = colour;
  for (let x = Math.min(from, to); x < Math.max(from, to); x++) {
    const broad = Math.abs(((x * 5 + 40) % 78) - 39) / 39;
    const narrow = Math.abs(((x * 3 + 11) % 34) - 17) / 17;
    const near = Math.min(1, (Math.abs(to - x) / Math.abs(to - from)) * 2);
    const height = Math.round(highest * near * (0.25 + 0.45 * broad + 0.3 * narrow));
    context.fillRect(x, horizon - height, 1, height);
  }
}
