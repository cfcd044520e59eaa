/** The colour, pattern and letter of each seat, so that players can be told apart without colour. */

import * as c from "./palette";
import { type SeatPalette, seatColours, seatPalette, useSeatPalette } from "./seat-palette";

export interface SeatStyle {
  readonly letter: string;
  readonly colour: string;
  /** A lighter variant, for text on the dark background of the pages. */
  readonly light: string;
  /** The name of the pattern. */
  readonly pattern: string;
  /** Whether a pixel of the tile belongs to the pattern; a tile has eleven on each side, a large one some around them. */
  readonly inPattern: PatternTest;
  /** The same pattern without end, for tiles of a few pixels over which it goes on; it repeats every 24 pixels. */
  readonly inTexture: PatternTest;
}

type PatternTest = (x: number, y: number) => boolean;

/** A pattern that goes on to the left and above: tiles may be larger than the eleven pixels for which it is written. */
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

/** The patterns that stand once on a tile. */
const SINGLE: ReadonlySet<string> = new Set(["frame", "diamond", "corners"]);

const STYLES: Readonly<Record<SeatPalette, readonly SeatStyle[]>> = {
  usual: stylesOf("usual"),
  "colour-blind": stylesOf("colour-blind"),
};

function stylesOf(palette: SeatPalette): readonly SeatStyle[] {
  return seatColours(palette).map((colour, seat) => {
    const [pattern, inPattern] = PATTERNS[seat]!;
    return {
      letter: String.fromCharCode(65 + seat),
      colour,
      light: c.mixed(colour, c.WHITE, 0.55),
      pattern,
      inPattern,
      // A pattern that stands once on a tile comes again after the twelve pixels of one.
      inTexture: SINGLE.has(pattern) ? (x, y) => inPattern(x % 12, y % 12) : inPattern,
    };
  });
}

/** The styles of seats 0 to 15, in the chosen palette if none is named. */
export function seatStyles(palette = seatPalette()): readonly SeatStyle[] {
  return STYLES[palette];
}

/** The style of a seat in the chosen palette; null for spectators. */
export function seatStyle(seat: number): SeatStyle | null {
  return seatStyles()[seat] ?? null;
}

/** The style of a seat; the component renders again when another palette is chosen. */
export function useSeatStyle(seat: number): SeatStyle | null {
  return seatStyles(useSeatPalette())[seat] ?? null;
}
