/** Single tiles of a land, for pictures in the text and on the title. */

import { h } from "../dom";

/** Points on the side of a tile, and from one tile of the sheet to the next. */
export const EDGE = 8;
const PITCH = 10;
const COLUMNS = 10;
const FIRST_CODE = 0x5e;
const BLANK = 0x60;
/** The code of unit type 0. */
export const FIRST_UNIT = 0x74;

export const CODES = {
  meadow: 0x69,
  river: 0x6b,
  forest: 0x6c,
  end: 0x6d,
  swamp: 0x6e,
  gate: 0x6f,
  mountains: 0x70,
  pavement: 0x71,
  wall: 0x65,
  shut: 0x72,
} as const;

export class Sprites {
  private readonly figures: HTMLCanvasElement;

  constructor(private readonly sheet: CanvasImageSource & { readonly width: number; readonly height: number }) {
    this.figures = withoutGround(sheet);
  }

  /** A tile with the ground around what it shows. */
  drawTile(context: CanvasRenderingContext2D, code: number, x: number, y: number, scale = 1): void {
    this.paint(this.sheet, context, code, x, y, scale);
  }

  /** What a tile shows, without ground. */
  drawFigure(context: CanvasRenderingContext2D, code: number, x: number, y: number, scale = 1): void {
    this.paint(this.figures, context, code, x, y, scale);
  }

  private paint(
    from: CanvasImageSource,
    context: CanvasRenderingContext2D,
    code: number,
    x: number,
    y: number,
    scale: number,
  ): void {
    const number = code - FIRST_CODE;
    const [left, top] = sourceOf(number);
    context.drawImage(from, left, top, EDGE, EDGE, x, y, EDGE * scale, EDGE * scale);
  }
}

const loaded = new Map<string, Promise<Sprites>>();

const DEFAULT_SHEET = sheetAddress("default");

/** Where the sheet of a land's tiles is; a land that somebody brought along without any has those of the house. */
export function sheetAddress(scenario: string): string {
  return `/api/tiles.png?scenario=${encodeURIComponent(scenario === "own" ? "default" : scenario)}`;
}

/** The tiles on a sheet; if it cannot be had, those of the house. */
export function loadSprites(sheet = DEFAULT_SHEET): Promise<Sprites> {
  const found = loaded.get(sheet) ?? load(sheet).catch(() => (sheet === DEFAULT_SHEET ? load(sheet) : loadSprites()));
  loaded.set(sheet, found);
  found.catch(() => loaded.delete(sheet));
  return found;
}

/** A little picture of tiles side by side, each pixel of them `scale` large; empty until the tiles are there. */
export function tileImage(codes: readonly number[], scale: number, label?: string, sheet = DEFAULT_SHEET): HTMLElement {
  const canvas = h("canvas", {
    class: "inline-block flex-none align-middle",
    width: codes.length * EDGE,
    height: EDGE,
    ...(label === undefined ? { "aria-hidden": "true" } : { role: "img", "aria-label": label }),
  });
  [canvas.style.width, canvas.style.height] = [`${codes.length * EDGE * scale}px`, `${EDGE * scale}px`];
  void loadSprites(sheet).then(
    (stamps) => {
      const context = canvas.getContext("2d")!;
      for (const [at, code] of codes.entries()) stamps.drawTile(context, code, at * EDGE, 0);
    },
    () => undefined,
  );
  return canvas;
}

async function load(sheet: string): Promise<Sprites> {
  const image = new Image();
  image.src = sheet;
  await image.decode();
  return new Sprites(image);
}

function sourceOf(number: number): readonly [number, number] {
  return [(number % COLUMNS) * PITCH + 1, Math.floor(number / COLUMNS) * PITCH + 1];
}

function withoutGround(sheet: CanvasImageSource & { readonly width: number; readonly height: number }) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [sheet.width, sheet.height];
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.drawImage(sheet, 0, 0);
  const image = context.getImageData(0, 0, canvas.width, canvas.height);
  const points = new Uint32Array(image.data.buffer);
  const [x, y] = sourceOf(BLANK - FIRST_CODE);
  const ground = points[y * canvas.width + x];
  points.forEach((point, at) => point === ground && (points[at] = 0));
  context.putImageData(image, 0, 0);
  return canvas;
}
