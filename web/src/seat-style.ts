/** The colour, pattern and letter of each seat, so that players can be told apart without colour. */

import * as c from "./palette";

export interface SeatStyle {
  readonly letter: string;
  readonly colour: string;
  /** The same, light enough to write with on the night. */
  readonly light: string;
  /** The pattern's name, for those who cannot see it. */
  readonly pattern: string;
  /** Whether a pixel of the tile belongs to the pattern; a tile has eleven on each side, a large one some around them. */
  readonly inPattern: (x: number, y: number) => boolean;
}

type PatternTest = SeatStyle["inPattern"];

/** A pattern without beginning: tiles may be larger than the eleven pixels for which it is written, on every side. */
const repeating =
  (marks: PatternTest): PatternTest =>
  (x, y) =>
    marks(x + 24, y + 24);

const PATTERNS: readonly (readonly [string, PatternTest])[] = [
  ["plain", () => false],
  ["rising stripes", repeating((x, y) => (x + y) % 4 === 3)],
  ["dots", repeating((x, y) => x % 3 === 1 && y % 3 === 1)],
  ["bars", repeating((x) => x % 4 === 1)],
  ["lines", repeating((_, y) => y % 4 === 1)],
  ["falling stripes", repeating((x, y) => (x - y + 24) % 4 === 0)],
  ["checks", repeating((x, y) => ((x >> 1) + (y >> 1)) % 2 === 1)],
  ["lattice", repeating((x, y) => (x + y) % 6 === 5 || (x - y + 24) % 6 === 0)],
  ["blocks", repeating((x, y) => x % 4 < 2 && y % 4 < 2)],
  ["crosses", repeating((x, y) => (x % 4 === 1 && y % 4 < 3) || (y % 4 === 1 && x % 4 < 3))],
  ["waves", repeating((x, y) => (y + Math.abs((x % 6) - 3)) % 4 === 0)],
  ["bricks", repeating((x, y) => y % 4 === 3 || (x + (y & 4)) % 8 === 3)],
  ["frame", (x, y) => Math.min(x, y, 10 - x, 10 - y) === 2],
  ["diamond", (x, y) => Math.abs(x - 5) + Math.abs(y - 5) === 4],
  ["corners", (x, y) => Math.max(Math.abs(x - 5), Math.abs(y - 5)) >= 3 && Math.abs(x - 5) === Math.abs(y - 5)],
  ["dashes", repeating((x, y) => y % 4 === 2 && x % 6 < 3)],
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

/** The styles of seats 0 to 15. */
export const SEAT_STYLES: readonly SeatStyle[] = PATTERNS.map(([pattern, inPattern], seat) => ({
  letter: String.fromCharCode(65 + seat),
  colour: COLOURS[seat] ?? c.GREY,
  light: c.mixed(COLOURS[seat] ?? c.GREY, c.WHITE, 0.55),
  pattern,
  inPattern,
}));

/** The style of a seat; null for spectators. */
export function seatStyle(seat: number): SeatStyle | null {
  return SEAT_STYLES[seat] ?? null;
}
