/** A board in a canvas, for any game: the camera, and one repaint for each burst of changes. */

import { oncePerFrame } from "../animation-frame";
import type { Camera, Extent } from "./camera";
import * as cameras from "./camera";

/** Sizes of a tile in device pixels, in ascending order; some boards have more where the pixels are small. */
export type Sizes = readonly number[] | ((ratio: number) => readonly number[]);

export abstract class Viewport {
  protected readonly context: CanvasRenderingContext2D;
  protected camera: Camera | null = null;
  /** Whether all of the board is to be seen, whatever size the window gets. */
  protected whole = false;
  /** Device pixels of a CSS pixel. */
  protected ratio = devicePixelRatio();
  protected readonly requestPaint = oncePerFrame((now) => this.paint(now));
  /** Ends the listeners when the board is closed. */
  protected readonly closing = new AbortController();
  private readonly observer: ResizeObserver;

  constructor(
    readonly canvas: HTMLCanvasElement,
    /** The steps in which tiles grow when a player zooms. */
    private readonly steps: Sizes,
    /** Tiles beyond the board's edge that may come into the window. */
    protected readonly beyond = 3,
    /** All sizes that tiles may have. */
    private readonly allSizes: Sizes = steps,
  ) {
    this.context = canvas.getContext("2d", { alpha: false })!;
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(canvas);
    canvas.addEventListener("contextrestored", () => this.invalidate(), { signal: this.closing.signal });
    this.watchRatio();
    this.measure();
  }

  /** The size of the board, or null while there is none. */
  protected abstract get extent(): Extent | null;

  /** Draws the board; called at most once a frame. */
  protected abstract paint(now: number): void;

  close(): void {
    this.closing.abort();
    this.observer.disconnect();
    this.requestPaint.cancel();
  }

  /** Shows the whole board, as large as it fits. */
  fit(): void {
    if (this.extent) this.setCamera(cameras.fitting(this.extent, this.window, this.fits), true);
  }

  /** Moves the board by so many CSS pixels. False if it is at its border and did not move. */
  pan(dx: number, dy: number): boolean {
    const { camera, extent } = this;
    if (!camera || !extent) return false;
    const wanted = cameras.moved(camera, dx * this.ratio, dy * this.ratio);
    const { x, y } = cameras.clamped(wanted, extent, this.window, this.beyond);
    if (x === camera.x && y === camera.y) return false;
    this.setCamera(wanted);
    return true;
  }

  /** Zooms so many steps in or out around a point of the window, by default its middle. CSS pixels. */
  zoom(steps: number, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2): void {
    if (this.camera) this.resize(cameras.stepped(this.camera.size, steps, this.sizes), x, y);
  }

  /** Makes tiles about so large, in CSS pixels; for pinching. */
  resizeTo(wanted: number, x: number, y: number): void {
    if (this.camera) this.resize(cameras.nearest(wanted * this.ratio, this.fits), x, y);
  }

  /** CSS pixels of a tile. */
  get tileSize(): number {
    return (this.camera?.size ?? 24) / this.ratio;
  }

  /** Brings a tile into the window, with about so many tiles around it. */
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

  protected get window(): Extent {
    return this.canvas;
  }

  protected get sizes(): readonly number[] {
    return sizesAt(this.steps, this.ratio);
  }

  protected get fits(): readonly number[] {
    return sizesAt(this.allSizes, this.ratio);
  }

  /** Tells pages and tests something about the picture, as data attributes: device pixels become CSS pixels. */
  protected expose(pixels: Readonly<Record<string, number>>): void {
    for (const [name, value] of Object.entries(pixels)) {
      const shown = String(value / this.ratio);
      if (this.canvas.dataset[name] !== shown) this.canvas.dataset[name] = shown;
    }
  }

  /** Draws everything again: the canvas is empty, or all tiles look different. */
  protected invalidate(): void {
    this.requestPaint();
  }

  /** Adapts the camera to another size of the window. */
  protected resized(): void {
    if (this.whole) this.fit();
    else if (this.camera) this.setCamera(this.camera);
  }

  private resize(size: number, x: number, y: number): void {
    if (this.camera && size !== this.camera.size) {
      this.setCamera(cameras.zoomed(this.camera, size, x * this.ratio, y * this.ratio, this.window));
    }
  }

  /** Notices when the pixels change: the window has moved to another screen, or the page has been zoomed. */
  private watchRatio(): void {
    matchMedia(`(resolution: ${devicePixelRatio()}dppx)`).addEventListener(
      "change",
      () => {
        this.measure();
        this.watchRatio();
      },
      { once: true, signal: this.closing.signal },
    );
  }

  private measure(): void {
    const scale = devicePixelRatio() / this.ratio;
    this.ratio = devicePixelRatio();
    const width = Math.max(1, Math.round(this.canvas.clientWidth * this.ratio));
    const height = Math.max(1, Math.round(this.canvas.clientHeight * this.ratio));
    if (scale === 1 && width === this.canvas.width && height === this.canvas.height) return;
    // Setting the size of a canvas clears it, even if it stays the same.
    if (width !== this.canvas.width) this.canvas.width = width;
    if (height !== this.canvas.height) this.canvas.height = height;
    if (scale !== 1 && this.camera)
      this.camera = { ...this.camera, size: cameras.nearest(this.camera.size * scale, this.fits) };
    this.resized();
    this.requestPaint();
  }
}

function sizesAt(sizes: Sizes, ratio: number): readonly number[] {
  return typeof sizes === "function" ? sizes(ratio) : sizes;
}

function devicePixelRatio(): number {
  return window.devicePixelRatio || 1;
}
