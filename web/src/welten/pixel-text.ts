/** Text in the pixel font as bitmaps, for pictures that are drawn pixel by pixel. */

import drawing from "../../font/dusk.txt?raw";

/** Rows of `#` and `.`, all as long as the first. */
export type Bitmap = readonly string[];

/** Rows of a sign: seven above the line, two that hang below it. */
const HEIGHT = 9;
/** Pixels of a space, and of the air after a sign. */
const BLANK = 4;
const SPACING = 1;

/** The signs of a drawing: bands of a line with names and rows below it, as `web/font/dusk.txt` explains. */
export function readGlyphs(text: string): ReadonlyMap<string, Bitmap> {
  const found = new Map<string, Bitmap>();
  for (const band of text.trim().split("\n\n").slice(1)) {
    const [names, ...rows] = band.split("\n").map((line) => line.split(/\s+/));
    for (const [column, name] of names!.entries()) {
      found.set(
        name,
        rows.map((row) => row[column]!),
      );
    }
  }
  return found;
}

const GLYPHS = readGlyphs(drawing);

/** A line of text as pixels. Signs that the font does not have are left out. */
export function textBitmap(text: string): Bitmap {
  const rows = Array<string>(HEIGHT).fill("");
  for (const sign of text) {
    const drawn = GLYPHS.get(sign);
    const width = sign === " " ? BLANK - SPACING : drawn?.[0]?.length;
    if (width === undefined) continue;
    for (let y = 0; y < HEIGHT; y++) rows[y] += (drawn?.[y] ?? "").padEnd(width + SPACING, ".");
  }
  return rows;
}

/** Paint a bitmap, each of its pixels `scale` large; `colour` says how a row of it is coloured. */
export function paintText(
  context: CanvasRenderingContext2D,
  bitmap: Bitmap,
  x: number,
  y: number,
  scale: number,
  colour: (row: number) => string,
): void {
  for (let row = 0; row < bitmap.length * scale; row++) {
    const line = bitmap[Math.floor(row / scale)]!;
    context.fillStyle = colour(row);
    for (const run of line.matchAll(/#+/g)) context.fillRect(x + run.index * scale, y + row, run[0].length * scale, 1);
  }
}
