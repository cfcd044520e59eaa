/** The board in a canvas: what is shown of it, from where, and one frame for each burst of changes. */

import type { Board } from "../fog/board";
import type { Queued } from "../fog/queue";
import { calm, onceAFrame } from "../frame";
import { INK } from "../palette";
import { Atlas } from "./art";
import * as cameras from "./camera";
import type { Camera, Extent } from "./camera";
import { Chunks } from "./chunks";
import { PING_MS, drawArrows, drawCursor, drawPing, type Ping } from "./overlay";

export interface Scene {
  readonly board: Board;
  readonly marches: readonly Queued[];
  readonly cursor: number | null;
  readonly half: boolean;
}

/** CSS pixels of a tile from which on its number can be read without effort. */
const READABLE = 22;

let shared: Atlas | undefined;

export class BoardCanvas {
  readonly canvas: HTMLCanvasElement;
  private readonly context: CanvasRenderingContext2D;
  private readonly chunks: Chunks;
  private readonly observer: ResizeObserver;
  private scene: Scene | null = null;
  private camera: Camera | null = null;
  private pings: Ping[] = [];
  private readonly ask = onceAFrame((now) => this.paint(now));

  constructor(
    canvas: HTMLCanvasElement,
    /** For a board that only adorns a page: the share of the window's width at which its player's general stands. */
    private readonly adorning: number | null = null,
  ) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false })!;
    shared ??= new Atlas();
    this.chunks = new Chunks(shared);
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(canvas);
    this.measure();
  }

  close(): void {
    this.observer.disconnect();
    this.ask.cancel();
  }

  /** Show this; it is drawn with the next frame, once, however often this is called until then. */
  show(scene: Scene): void {
    if (this.scene?.board !== scene.board) {
      const other = this.scene?.board;
      if (other && (other.width !== scene.board.width || other.height !== scene.board.height)) this.camera = null;
      this.chunks.update(scene.board);
    }
    this.scene = scene;
    this.ask();
  }

  ping(tile: number, index: number): void {
    this.pings = [...this.pings.slice(-8), { tile, index, at: performance.now() }];
    this.ask();
  }

  /** The whole board, as large as it fits. */
  fit(): void {
    if (this.scene) this.look(cameras.fitting(this.scene.board, this.window));
  }

  /** Large enough to read, around a tile. */
  goto(tile: number): void {
    if (this.scene) this.look(cameras.reading(this.scene.board, tile, this.window, READABLE * this.ratio));
  }

  pan(dx: number, dy: number): void {
    if (this.camera) this.look(cameras.moved(this.camera, dx * this.ratio, dy * this.ratio));
  }

  /** Zoom so many steps in or out around a point of the window, by default its middle. CSS pixels. */
  zoom(steps: number, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2): void {
    if (this.camera) this.resize(cameras.stepped(this.camera.size, steps), x, y);
  }

  /** Make tiles about so large, in CSS pixels; for pinching. */
  resizeTo(wish: number, x: number, y: number): void {
    if (this.camera) this.resize(cameras.nearest(wish * this.ratio), x, y);
  }

  /** Pixels of a tile, CSS. */
  get tileSize(): number {
    return (this.camera?.size ?? 24) / this.ratio;
  }

  /** See to it that a tile is in the window. */
  reveal(tile: number): void {
    if (this.camera && this.scene) this.look(cameras.showing(this.camera, tile, this.scene.board, this.window));
  }

  /** The tile under a point of the canvas, CSS pixels. */
  tileAt(x: number, y: number): number | null {
    if (!this.camera || !this.scene) return null;
    return cameras.tileAt(this.camera, x * this.ratio, y * this.ratio, this.scene.board, this.window);
  }

  private resize(size: number, x: number, y: number): void {
    if (this.camera && size !== this.camera.size) {
      this.look(cameras.zoomed(this.camera, size, x * this.ratio, y * this.ratio, this.window));
    }
  }

  private look(camera: Camera): void {
    if (this.scene) this.camera = cameras.kept(camera, this.scene.board, this.window);
    this.ask();
  }

  private get ratio(): number {
    return window.devicePixelRatio || 1;
  }

  private get window(): Extent {
    return this.canvas;
  }

  private measure(): void {
    const width = Math.max(1, Math.round(this.canvas.clientWidth * this.ratio));
    const height = Math.max(1, Math.round(this.canvas.clientHeight * this.ratio));
    if (width === this.canvas.width && height === this.canvas.height) return;
    this.canvas.width = width;
    this.canvas.height = height;
    if (this.adorning !== null) this.camera = null;
    else if (this.camera) this.look(this.camera);
    this.ask();
  }

  private begin(scene: Scene): Camera {
    const { board } = scene;
    if (this.adorning !== null)
      return cameras.covering(board, this.window, board.generals.find((tile) => tile >= 0) ?? 0, this.adorning);
    if (scene.cursor === null) return cameras.fitting(board, this.window);
    return cameras.reading(board, scene.cursor, this.window, READABLE * this.ratio);
  }

  private paint(now: number): void {
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
    const still = calm();
    for (const ping of this.pings) drawPing(context, ping, place, now, still);
    if (this.pings.length) this.ask();
    this.canvas.dataset["tile"] = String(size / this.ratio);
  }
}
