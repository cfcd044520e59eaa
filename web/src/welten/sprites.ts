/** Single tiles as sprites, for pictures in the text and on the title. */

import { loadSheet, POINTS, sheetAddress, sheetPosition, TILE_CODES } from "./tile-sheet";

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
    const [left, top] = sheetPosition(code);
    context.drawImage(from, left, top, POINTS, POINTS, x, y, POINTS * scale, POINTS * scale);
  }
}

const loaded = new Map<string, Promise<Sprites>>();

const DEFAULT_SHEET = sheetAddress("default");

/** Loads the sprites of a sheet, or the default ones if it cannot be loaded. */
export function loadSprites(sheet = DEFAULT_SHEET): Promise<Sprites> {
  const found =
    loaded.get(sheet) ?? loadNew(sheet).catch(() => (sheet === DEFAULT_SHEET ? loadNew(sheet) : loadSprites()));
  loaded.set(sheet, found);
  found.catch(() => loaded.delete(sheet));
  return found;
}

/** A little picture of tiles side by side, each pixel of them `scale` large; empty until the tiles are loaded. */
export function tileImage(codes: readonly number[], scale: number, label?: string, sheet = DEFAULT_SHEET): HTMLElement {
  const canvas = document.createElement("canvas");
  canvas.className = "inline-block flex-none align-middle";
  if (label === undefined) canvas.setAttribute("aria-hidden", "true");
  else {
    canvas.role = "img";
    canvas.ariaLabel = label;
  }
  canvas.style.width = `${codes.length * POINTS * scale}px`;
  canvas.style.height = `${POINTS * scale}px`;
  paintTiles(canvas, codes, sheet);
  return canvas;
}

/** Paints tiles side by side into a canvas, one pixel a point, as soon as they are loaded. */
export function paintTiles(canvas: HTMLCanvasElement, codes: readonly number[], sheet = DEFAULT_SHEET): void {
  canvas.width = codes.length * POINTS;
  canvas.height = POINTS;
  void loadSprites(sheet).then(
    (sprites) => {
      const context = canvas.getContext("2d")!;
      for (const [at, code] of codes.entries()) sprites.drawTile(context, code, at * POINTS, 0);
    },
    () => undefined,
  );
}

function withoutGround(sheet: CanvasImageSource & { readonly width: number; readonly height: number }) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [sheet.width, sheet.height];
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.drawImage(sheet, 0, 0);
  const image = context.getImageData(0, 0, canvas.width, canvas.height);
  const points = new Uint32Array(image.data.buffer);
  const [x, y] = sheetPosition(TILE_CODES.blank);
  const ground = points[y * canvas.width + x];
  for (const [at, point] of points.entries()) if (point === ground) points[at] = 0;
  context.putImageData(image, 0, 0);
  return canvas;
}

async function loadNew(sheet: string): Promise<Sprites> {
  return new Sprites(await loadSheet(sheet));
}
