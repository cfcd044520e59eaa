/** A board in a canvas, for any game: the camera, and one repaint for each burst of changes. */

import { oncePerFrame } from "../animation-frame";
import * as cameras from "./camera";
import type { Camera, Extent } from "./camera";

export abstract class Viewport {
  protected readonly context: CanvasRenderingContext2D;
  protected camera: Camera | null = null;
  /** Whether all of the board is to be seen, whatever size the window gets. */
  protected whole = false;
  protected readonly requestPaint = oncePerFrame((now) => this.paint(now));
  private readonly observer: ResizeObserver;

  constructor(
    readonly canvas: HTMLCanvasElement,
    /** The steps in which tiles grow when one zooms, in device pixels. */
    protected readonly sizes: readonly number[],
    /** Tiles beyond the board's edge that may come into the window. */
    protected readonly beyond = 3,
    /** All sizes that tiles may have. */
    private readonly fits = sizes,
  ) {
    this.context = canvas.getContext("2d", { alpha: false })!;
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(canvas);
    this.measure();
  }

  /** What is looked at, or null while there is nothing. */
  protected abstract get extent(): Extent | null;

  /** Draw everything. */
  protected abstract paint(now: number): void;

  close(): void {
    this.observer.disconnect();
    this.requestPaint.cancel();
  }

  /** The whole board, as large as it fits. */
  fit(): void {
    if (this.extent) this.setCamera(cameras.fitting(this.extent, this.window, this.fits), true);
  }

  pan(dx: number, dy: number): void {
    if (this.camera) this.setCamera(cameras.moved(this.camera, dx * this.ratio, dy * this.ratio));
  }

  /** Zoom so many steps in or out around a point of the window, by default its middle. CSS pixels. */
  zoom(steps: number, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2): void {
    if (this.camera) this.resize(cameras.stepped(this.camera.size, steps, this.sizes), x, y);
  }

  /** Make tiles about so large, in CSS pixels; for pinching. */
  resizeTo(wanted: number, x: number, y: number): void {
    if (this.camera) this.resize(cameras.nearest(wanted * this.ratio, this.fits), x, y);
  }

  /** Pixels of a tile, CSS. */
  get tileSize(): number {
    return (this.camera?.size ?? 24) / this.ratio;
  }

  /** See to it that a tile is in the window, with about so many tiles around it. */
  reveal(tile: number, margin = 1.5): void {
    if (!this.camera || !this.extent) return;
    this.setCamera(cameras.showing(this.camera, tile, this.extent, this.window, margin), this.whole);
  }

  /** The tile under a point of the canvas, CSS pixels. */
  tileAt(x: number, y: number): number | null {
    if (!this.camera || !this.extent) return null;
    return cameras.tileAt(this.camera, x * this.ratio, y * this.ratio, this.extent, this.window);
  }

  protected setCamera(camera: Camera, whole = false): void {
    this.whole = whole;
    if (this.extent) this.camera = cameras.clamped(camera, this.extent, this.window, this.beyond);
    this.requestPaint();
  }

  protected get ratio(): number {
    return window.devicePixelRatio || 1;
  }

  protected get window(): Extent {
    return this.canvas;
  }

  /** The window has another size. */
  protected resized(): void {
    if (this.whole) this.fit();
    else if (this.camera) this.setCamera(this.camera);
  }

  private resize(size: number, x: number, y: number): void {
    if (this.camera && size !== this.camera.size) {
      this.setCamera(cameras.zoomed(this.camera, size, x * this.ratio, y * this.ratio, this.window));
    }
  }

  private measure(): void {
    const width = Math.max(1, Math.round(this.canvas.clientWidth * this.ratio));
    const height = Math.max(1, Math.round(this.canvas.clientHeight * this.ratio));
    if (width === this.canvas.width && height === this.canvas.height) return;
    this.canvas.width = width;
    this.canvas.height = height;
    this.resized();
    this.requestPaint();
  }
}
