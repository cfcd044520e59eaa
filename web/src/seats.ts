/** How players are told apart: a colour, a pattern and a letter each, so that hue alone never has to do it. */

import * as c from "./palette";

export interface Livery {
  readonly letter: string;
  readonly colour: string;
  /** The same, light enough to write with on the night. */
  readonly light: string;
  /** The pattern's name, for those who cannot see it. */
  readonly pattern: string;
  /** Whether a pixel of the tile belongs to the pattern. */
  readonly marks: (x: number, y: number) => boolean;
}

const PATTERNS: readonly (readonly [string, (x: number, y: number) => boolean])[] = [
  ["plain", () => false],
  ["rising stripes", (x, y) => (x + y) % 4 === 3],
  ["dots", (x, y) => x % 3 === 1 && y % 3 === 1],
  ["bars", (x) => x % 4 === 1],
  ["lines", (_, y) => y % 4 === 1],
  ["falling stripes", (x, y) => (x - y + 12) % 4 === 0],
  ["checks", (x, y) => ((x >> 1) + (y >> 1)) % 2 === 1],
  ["lattice", (x, y) => (x + y) % 6 === 5 || (x - y + 12) % 6 === 0],
  ["blocks", (x, y) => x % 4 < 2 && y % 4 < 2],
  ["crosses", (x, y) => (x % 4 === 1 && y % 4 < 3) || (y % 4 === 1 && x % 4 < 3)],
  ["waves", (x, y) => (y + Math.abs((x % 6) - 3)) % 4 === 0],
  ["bricks", (x, y) => y % 4 === 3 || (x + (y & 4)) % 8 === 3],
  ["frame", (x, y) => Math.min(x, y, 10 - x, 10 - y) === 2],
  ["diamond", (x, y) => Math.abs(x - 5) + Math.abs(y - 5) === 4],
  ["corners", (x, y) => Math.max(Math.abs(x - 5), Math.abs(y - 5)) >= 3 && Math.abs(x - 5) === Math.abs(y - 5)],
  ["dashes", (x, y) => y % 4 === 2 && x % 6 < 3],
];

const COLOURS = [
  c.LIGHT_RED,
  c.LIGHT_BLUE,
  c.GREEN,
  c.ORANGE,
  c.PURPLE,
  "#4f9fa0",
  "#b3ab3f",
  c.GREY,
  c.RED,
  "#5452c9",
  "#7cc274",
  c.BROWN,
  "#b05cba",
  "#a8785a",
  "#93999e",
  "#3b7a35",
] as const;

/** The liveries of seats 0 to 15. */
export const LIVERIES: readonly Livery[] = PATTERNS.map(([pattern, marks], seat) => ({
  letter: String.fromCharCode(65 + seat),
  colour: COLOURS[seat] ?? c.GREY,
  light: c.mixed(COLOURS[seat] ?? c.GREY, c.WHITE, 0.55),
  pattern,
  marks,
}));

/** The livery of a seat; a spectator has none. */
export function livery(seat: number): Livery | null {
  return LIVERIES[seat] ?? null;
}
