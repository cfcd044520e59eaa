/** Draws the tiles of a scenario, eight points wide, as the server sends them. */

import { FIRST_UNIT_CODE } from "./board";
import { FIRST_CODE, LAST_CODE, loadSheet, POINTS, sheetAddress, sheetPosition } from "./tile-sheet";

const loaded = new Map<string, Promise<Tiles>>();

/** The tiles of a land; each sheet is fetched once. Those that the land brings come with the game. */
export function loadTiles(scenario: string, brought: string | null = null): Promise<Tiles> {
  const address = brought ?? sheetAddress(scenario);
  const found = loaded.get(address) ?? loadSheet(address).then((sheet) => new Tiles(sheet));
  loaded.set(address, found);
  found.catch(() => loaded.delete(address));
  return found;
}

export class Tiles {
  /** The colour of the ground, which shows wherever nothing is drawn. */
  readonly ground: string;
  private readonly sheet = document.createElement("canvas");
  /** The same without the ground, for what moves over it. */
  private readonly figures = document.createElement("canvas");
  /** Both in sizes that are no whole multiples of the points, smoothed once for each. */
  private readonly smoothed = new Map<HTMLCanvasElement, Map<number, HTMLCanvasElement>>();
  private readonly tints: string[] = [];
  private readonly inks: string[] = [];

  constructor(picture: HTMLImageElement) {
    const count = LAST_CODE - FIRST_CODE + 1;
    this.sheet.width = this.figures.width = count * POINTS;
    this.sheet.height = this.figures.height = POINTS;
    const sheet = this.sheet.getContext("2d", { willReadFrequently: true })!;
    sheet.drawImage(picture, 0, 0, 1, 1, 0, 0, 1, 1);
    const ground = sheet.getImageData(0, 0, 1, 1).data;
    this.ground = colour(ground[0]!, ground[1]!, ground[2]!);
    for (let tile = 0; tile < count; tile++) {
      const [x, y] = sheetPosition(FIRST_CODE + tile);
      sheet.drawImage(picture, x, y, POINTS, POINTS, tile * POINTS, 0, POINTS, POINTS);
      this.measure(sheet.getImageData(tile * POINTS, 0, POINTS, POINTS), ground);
    }
    const all = sheet.getImageData(0, 0, this.sheet.width, POINTS);
    for (let at = 0; at < all.data.length; at += 4) if (same(all.data, at, ground)) all.data[at + 3] = 0;
    this.figures.getContext("2d")!.putImageData(all, 0, 0);
  }

  /** Stamp the tile of a code, ground and all. */
  drawTile(context: CanvasRenderingContext2D, code: number, x: number, y: number, size: number): void {
    this.stamp(context, this.sheet, code, x, y, size);
  }

  /** Stamp only what is drawn on a tile. */
  drawFigure(context: CanvasRenderingContext2D, code: number, x: number, y: number, size: number): void {
    this.stamp(context, this.figures, code, x, y, size);
  }

  private stamp(
    context: CanvasRenderingContext2D,
    sheet: HTMLCanvasElement,
    code: number,
    x: number,
    y: number,
    size: number,
  ): void {
    const [from, points] = size % POINTS === 0 ? [sheet, POINTS] : [this.smooth(sheet, size), size];
    context.drawImage(from, (code - FIRST_CODE) * points, 0, points, points, x, y, size, size);
  }

  /** The sheet with tiles of some size: enlarged to the next whole multiple, then made smaller smoothly. */
  private smooth(sheet: HTMLCanvasElement, size: number): HTMLCanvasElement {
    const sizes = this.smoothed.get(sheet) ?? new Map<number, HTMLCanvasElement>();
    this.smoothed.set(sheet, sizes);
    const found = sizes.get(size) ?? smoothedSheet(sheet, size);
    sizes.set(size, found);
    return found;
  }

  /** What a tile looks like from far away: a unit its own colour, ground the mean of its points. */
  tint(code: number): string {
    const list = code >= FIRST_UNIT_CODE ? this.inks : this.tints;
    return list[code - FIRST_CODE] ?? this.ground;
  }

  private measure({ data }: ImageData, ground: Uint8ClampedArray): void {
    const sum = [0, 0, 0];
    let ink = this.ground;
    for (let at = 0; at < data.length; at += 4) {
      for (const part of [0, 1, 2]) sum[part]! += data[at + part]!;
      if (!same(data, at, ground)) ink = colour(data[at]!, data[at + 1]!, data[at + 2]!);
    }
    const mean = sum.map((part) => Math.round(part / (data.length / 4)));
    this.tints.push(colour(mean[0]!, mean[1]!, mean[2]!));
    this.inks.push(ink);
  }
}

function smoothedSheet(sheet: HTMLCanvasElement, size: number): HTMLCanvasElement {
  const count = sheet.width / POINTS;
  const large = Math.ceil(size / POINTS) * POINTS;
  const enlarged = document.createElement("canvas");
  enlarged.width = count * large;
  enlarged.height = large;
  const context = enlarged.getContext("2d")!;
  context.imageSmoothingEnabled = false;
  context.drawImage(sheet, 0, 0, enlarged.width, large);
  const result = document.createElement("canvas");
  result.width = count * size;
  result.height = size;
  const smooth = result.getContext("2d")!;
  smooth.imageSmoothingQuality = "high";
  // One by one, so that no tile runs into its neighbour.
  for (let tile = 0; tile < count; tile++)
    smooth.drawImage(enlarged, tile * large, 0, large, large, tile * size, 0, size, size);
  return result;
}

function same(data: Uint8ClampedArray, at: number, other: Uint8ClampedArray): boolean {
  return data[at] === other[0] && data[at + 1] === other[1] && data[at + 2] === other[2];
}

function colour(red: number, green: number, blue: number): string {
  return `rgb(${red} ${green} ${blue})`;
}
