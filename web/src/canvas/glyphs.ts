/** Writes numbers and letters on boards, in dots of any size; each sign is drawn once and then copied. */

import * as c from "../palette";

/** Three by five dots a sign, row by row: digits, the suffixes of thousands and millions, the letters of the seats. */
const GLYPHS: Readonly<Record<string, string>> = {
  "0": "111101101101111",
  "1": "010110010010111",
  "2": "111001111100111",
  "3": "111001011001111",
  "4": "101101111001001",
  "5": "111100111001111",
  "6": "111100111101111",
  "7": "111001001010010",
  "8": "111101111101111",
  "9": "111101111001111",
  k: "100101110101101",
  m: "000111111101101",
  A: "010101111101101",
  B: "110101110101110",
  C: "011100100100011",
  D: "110101101101110",
  E: "111100110100111",
  F: "111100110100100",
  G: "011100101101011",
  H: "101101111101101",
  I: "111010010010111",
  J: "001001001101010",
  K: "101101110101101",
  L: "100100100100111",
  M: "101111111101101",
  N: "110101101101101",
  O: "010101101101010",
  P: "110101110100100",
};

const SIGNS = Object.keys(GLYPHS);
/** Dots of a sign, and from the beginning of one sign to that of the next. */
export const GLYPH = { width: 3, height: 5, advance: 4 } as const;

export interface GlyphStyle {
  /** Pixels of a dot. */
  readonly dot: number;
  /** The width of a dot where it has to be less than its height. */
  readonly across?: number;
  readonly colour?: string;
}

/** Writes a text, its middle at x, its top at y, with a dark outline that makes it readable on every ground. */
export function writeGlyphs(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  { dot, across = dot, colour = c.WHITE }: GlyphStyle,
): void {
  const sheet = sheetFor(dot, across, colour);
  const seam = seamOf(dot);
  const [width, height] = [GLYPH.width * across + 2 * seam, GLYPH.height * dot + 2 * seam];
  let left = Math.round(x - textWidth(text.length, across) / 2);
  for (const sign of text) {
    const at = SIGNS.indexOf(sign);
    if (at >= 0) context.drawImage(sheet, at * width, 0, width, height, left - seam, y - seam, width, height);
    left += GLYPH.advance * across;
  }
}

/** Pixels that so many signs are wide, without their outline. */
export function textWidth(signs: number, across: number): number {
  return (signs * GLYPH.advance - 1) * across;
}

/** Pixels of the outline around each dot. It is never wider than the space between two signs. */
function seamOf(dot: number): number {
  return Math.max(1, Math.floor(dot / 2));
}

const sheets = new Map<string, HTMLCanvasElement>();

/** All signs side by side. */
function sheetFor(dot: number, across: number, colour: string): HTMLCanvasElement {
  const key = `${dot} ${across} ${colour}`;
  const found = sheets.get(key) ?? drawSheet(dot, across, colour);
  sheets.set(key, found);
  return found;
}

function drawSheet(dot: number, across: number, colour: string): HTMLCanvasElement {
  const seam = seamOf(dot);
  const width = GLYPH.width * across + 2 * seam;
  const canvas = document.createElement("canvas");
  canvas.width = SIGNS.length * width;
  canvas.height = GLYPH.height * dot + 2 * seam;
  const context = canvas.getContext("2d")!;
  for (const [ink, grow] of [
    [c.INK, seam],
    [colour, 0],
  ] as const) {
    context.fillStyle = ink;
    for (const [at, sign] of SIGNS.entries()) {
      for (const [i, bit] of [...GLYPHS[sign]!].entries()) {
        if (bit !== "1") continue;
        const x = at * width + seam + (i % GLYPH.width) * across;
        const y = seam + Math.floor(i / GLYPH.width) * dot;
        context.fillRect(x - grow, y - grow, across + 2 * grow, dot + 2 * grow);
      }
    }
  }
  return canvas;
}
