/** Draws the tiles of a dungeon from its art, eight points a side. All lists are in the order of the server's kinds. */

import type { Painter } from "../canvas/chunks";
import { C64, INK, mixed } from "../palette";
import ART from "./art.json";
import { type Dungeon, IN_SIGHT, NEVER_SEEN } from "./board";

/** Points of a tile on each side. */
export const POINTS = 8;
/** The walker; dots are transparent. */
const HERO = ["..1111..", "..1aa1..", "..aaaa..", ".dddddd.", "adddddda", "..dddd..", "..6..6..", ".99..99."];
/** From this size on the art is drawn; below it, plain colours. */
const ART_FROM = POINTS;
/** The plain colour of each kind, no two alike: light enough on black to tell walls from floor. */
export const FLAT: readonly string[] = [0, 14, 11, 8, 13, 3, 10, 4, 7].map((colour) => C64[colour]!);
const VEIL = "rgba(6, 5, 18, 0.56)";

/** Sizes of a tile in device pixels: whole multiples of the art, and few enough below it. */
export function sizes(ratio: number): readonly number[] {
  const fine = ratio >= 2 ? [12, 20] : [];
  return [1, 2, 3, 4, 5, 6, 7, 8, ...fine, 16, 24, 32, 40, 48, 64, 96].sort((a, b) => a - b);
}

/** Pictures of eight by eight points side by side, a hexadecimal digit a point. */
export function sheetOf(pictures: readonly (readonly string[])[]): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = pictures.length * POINTS;
  canvas.height = POINTS;
  const context = canvas.getContext("2d")!;
  for (const [at, rows] of pictures.entries()) {
    for (const [y, row] of rows.entries()) {
      for (const [x, digit] of [...row].entries()) {
        if (digit === ".") continue;
        context.fillStyle = C64[Number.parseInt(digit, 16)]!;
        context.fillRect(at * POINTS + x, y, 1, 1);
      }
    }
  }
  return canvas;
}

/** The pictures of all kinds of tiles, and of the walker after them, as addresses of images. */
export const tilePictures = once(() => pictures(sheetOf([...ART, HERO])));

/** Cuts a sheet into pictures. */
export function pictures(sheet: HTMLCanvasElement): readonly string[] {
  return Array.from({ length: sheet.width / POINTS }, (_, at) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = POINTS;
    canvas.getContext("2d")!.drawImage(sheet, -at * POINTS, 0);
    return canvas.toDataURL();
  });
}

/** Makes a value when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** All kinds of tiles. */
export function tileSheet(): HTMLCanvasElement {
  return sheetOf(ART);
}

export class DungeonPainter implements Painter<Dungeon> {
  private readonly sheet = sheetOf([...ART, HERO]);

  *changes(before: Dungeon, now: Dungeon): Iterable<number> {
    for (let tile = 0; tile < now.kinds.length; tile++) {
      if (before.kinds[tile] !== now.kinds[tile] || before.seen?.[tile] !== now.seen?.[tile]) yield tile;
    }
  }

  draw(context: CanvasRenderingContext2D, dungeon: Dungeon, tile: number, x: number, y: number, size: number): void {
    const seen = dungeon.seen?.[tile] ?? IN_SIGHT;
    const kind = seen === NEVER_SEEN ? 0 : dungeon.kinds[tile]!;
    if (size < ART_FROM) {
      context.fillStyle = seen === IN_SIGHT ? FLAT[kind]! : mixed(FLAT[kind]!, INK, 0.4);
      context.fillRect(x, y, size, size);
      return;
    }
    this.drawSprite(context, kind, x, y, size);
    if (seen === IN_SIGHT) return;
    context.fillStyle = VEIL;
    context.fillRect(x, y, size, size);
  }

  drawHero(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
    if (size >= ART_FROM) {
      this.drawSprite(context, ART.length, x, y, size);
      return;
    }
    context.fillStyle = C64[1]!;
    context.fillRect(x, y, size, size);
  }

  private drawSprite(context: CanvasRenderingContext2D, at: number, x: number, y: number, size: number): void {
    context.drawImage(this.sheet, at * POINTS, 0, POINTS, POINTS, x, y, size, size);
  }
}
