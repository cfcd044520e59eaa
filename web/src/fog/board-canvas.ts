/** The canvas of a Fog of War board. */

import type { Board } from "./board";
import type { ShownMarch } from "./queue";
import { prefersReducedMotion } from "../animation-frame";
import { INK } from "../palette";
import { Atlases } from "./tile-art";
import * as cameras from "../canvas/camera";
import type { Camera, Extent } from "../canvas/camera";
import { Chunks } from "../canvas/chunks";
import { PING_MS, drawArrows, drawCursor, drawPing, type ShownPing } from "./markers";
import { FogPainter } from "./tiles";
import { Viewport } from "../canvas/viewport";

export interface Scene {
  readonly board: Board;
  readonly marches: readonly ShownMarch[];
  readonly cursor: number | null;
  readonly half: boolean;
}

/** CSS pixels of a tile from which on the whole board is shown: its numbers can be read. */
const READABLE = 20;

const shared = new Atlases();

export class FogCanvas extends Viewport {
  private readonly chunks: Chunks<Board>;
  private scene: Scene | null = null;
  private pings: ShownPing[] = [];

  constructor(
    canvas: HTMLCanvasElement,
    /** For a board that only adorns a page: the share of the window's width at which its player's general stands. */
    private readonly backgroundShare: number | null = null,
  ) {
    super(canvas, cameras.SIZES, 3, cameras.CRISP_SIZES);
    this.chunks = new Chunks(new FogPainter(shared));
  }

  /** Show this; it is drawn with the next frame, once, however often this is called until then. */
  show(scene: Scene): void {
    if (this.scene?.board !== scene.board) {
      const other = this.scene?.board;
      if (other && (other.width !== scene.board.width || other.height !== scene.board.height)) this.camera = null;
      this.chunks.update(scene.board);
    }
    this.scene = scene;
    this.requestPaint();
  }

  ping(tile: number, index: number): void {
    this.pings = [...this.pings.slice(-8), { tile, index, at: performance.now() }];
    this.requestPaint();
  }

  /** Large enough to read, around a tile. */
  goto(tile: number): void {
    if (this.scene) this.setCamera(cameras.readable(this.scene.board, tile, this.window, READABLE * this.ratio));
  }

  protected override get extent(): Extent | null {
    return this.scene?.board ?? null;
  }

  protected override resized(): void {
    if (this.backgroundShare !== null) this.camera = null;
    else super.resized();
  }

  private begin(scene: Scene): Camera {
    const { board } = scene;
    if (this.backgroundShare !== null)
      return cameras.covering(board, this.window, board.generals.find((tile) => tile >= 0) ?? 0, this.backgroundShare);
    const fit = cameras.fitting(board, this.window);
    const { cursor } = scene;
    const camera = cursor === null ? fit : cameras.readable(board, cursor, this.window, READABLE * this.ratio);
    this.whole = camera.size === fit.size;
    return camera;
  }

  protected override paint(now: number): void {
    const { context, scene } = this;
    const { width, height } = this.canvas;
    context.imageSmoothingEnabled = false;
    context.fillStyle = INK;
    if (!scene) return context.fillRect(0, 0, width, height);
    this.camera ??= this.begin(scene);
    const { size } = this.camera;
    const { left, top } = cameras.corner(this.camera, this.window);
    const covered =
      left <= 0 && top <= 0 && left + scene.board.width * size >= width && top + scene.board.height * size >= height;
    if (!covered) context.fillRect(0, 0, width, height);
    this.chunks.draw(context, left, top, size, width, height);
    const place = { left, top, size, columns: scene.board.width };
    drawArrows(context, scene.marches, place);
    if (scene.cursor !== null) drawCursor(context, scene.cursor, scene.half, place, true);
    this.pings = this.pings.filter((ping) => now - ping.at < PING_MS);
    const still = prefersReducedMotion();
    for (const ping of this.pings) drawPing(context, ping, place, now, still);
    if (this.pings.length) this.requestPaint();
    this.canvas.dataset["tile"] = String(size / this.ratio);
  }
}
