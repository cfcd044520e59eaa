/** The whole map in a canvas, with panning and zooming. */

import type { Extent } from "../canvas/camera";
import * as cameras from "../canvas/camera";
import { Chunks } from "../canvas/chunks";
import { Viewport } from "../canvas/viewport";
import { INK, WHITE } from "../palette";
import type { Plan } from "../protocol";
import type { Dungeon } from "./board";
import { DungeonPainter, sizes } from "./tiles";

/** CSS pixels of a tile during a walk. */
const WALKING = 28;
/** The sizes of room numbers in CSS pixels, in which the letters are crisp, and the share of a room that they may take. */
const NUMBER_SIZES: readonly number[] = [24, 16, 8];
const NUMBER_SHARE = 0.55;
/** Where the dark edge of a letter lies. */
const OUTLINE = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;

/** The size of all room numbers in device pixels, of which the smallest room decides; null if they would not fit. */
export function numberSize(rooms: Plan["rooms"], size: number, ratio: number): number | null {
  const narrow = Math.min(...rooms.map(([, , width, height]) => Math.min(width, height)));
  return NUMBER_SIZES.map((each) => each * ratio).find((each) => each <= NUMBER_SHARE * narrow * size) ?? null;
}

export class MapCanvas extends Viewport {
  private readonly painter = new DungeonPainter();
  private readonly chunks = new Chunks<Dungeon>(this.painter);
  private dungeon: Dungeon | null = null;
  private cursor: number | null = null;
  private rooms: Plan["rooms"] = [];

  constructor(canvas: HTMLCanvasElement) {
    super(canvas, sizes);
  }

  show(dungeon: Dungeon): void {
    const other = this.dungeon;
    if (!other || other.width !== dungeon.width || other.height !== dungeon.height) this.camera = null;
    this.dungeon = dungeon;
    this.chunks.update(dungeon);
    if (dungeon.hero !== null) this.follow(dungeon.hero);
    this.requestPaint();
  }

  /** Writes the numbers of these rooms into them. */
  setRooms(rooms: Plan["rooms"]): void {
    this.rooms = rooms;
    this.requestPaint();
  }

  /** Marks a tile and brings it into the window. */
  setCursor(tile: number | null): void {
    if (tile === this.cursor) return;
    this.cursor = tile;
    if (tile !== null) this.reveal(tile);
    this.requestPaint();
  }

  /** Centres the walker, at a readable size. */
  private follow(tile: number): void {
    const { width } = this.dungeon!;
    const size = this.camera && !this.whole ? this.camera.size : cameras.nearest(WALKING * this.ratio, this.sizes);
    this.setCamera({ x: (tile % width) + 0.5, y: Math.floor(tile / width) + 0.5, size });
  }

  protected override get extent(): Extent | null {
    return this.dungeon;
  }

  protected override paint(): void {
    const { context, dungeon } = this;
    const { width, height } = this.canvas;
    context.imageSmoothingEnabled = false;
    context.fillStyle = "#000";
    context.fillRect(0, 0, width, height);
    if (!dungeon) return;
    if (!this.camera) this.fit();
    const camera = this.camera!;
    const { size } = camera;
    const { left, top } = cameras.corner(camera, this.window);
    this.chunks.draw(context, left, top, size, width, height);
    const place = (tile: number) =>
      [left + (tile % dungeon.width) * size, top + Math.floor(tile / dungeon.width) * size] as const;
    this.drawNumbers(left, top, size);
    if (dungeon.hero !== null) this.painter.drawHero(context, ...place(dungeon.hero), size);
    if (this.cursor !== null) this.drawCursor(...place(this.cursor), size);
    this.canvas.dataset.tile = String(size / this.ratio);
  }

  /** Numbers stand in the upper left corner of their rooms, as in the drawing that can be saved. */
  private drawNumbers(left: number, top: number, size: number): void {
    const { context, ratio, rooms } = this;
    const letters = numberSize(rooms, size, ratio);
    this.canvas.dataset.numbers = String(letters === null ? 0 : rooms.length);
    if (letters === null) return;
    context.font = `${letters}px Dusk, monospace`;
    context.textBaseline = "top";
    for (const [number, [column, row]] of rooms.entries()) {
      const [x, y] = [left + column * size + ratio, top + row * size + ratio];
      context.fillStyle = INK;
      for (const [dx, dy] of OUTLINE) context.fillText(String(number), x + dx * ratio, y + dy * ratio);
      context.fillStyle = WHITE;
      context.fillText(String(number), x, y);
    }
  }

  private drawCursor(x: number, y: number, size: number): void {
    const line = 2 * this.ratio;
    this.context.strokeStyle = WHITE;
    this.context.lineWidth = line;
    this.context.strokeRect(x - line / 2, y - line / 2, size + line, size + line);
  }
}
