/** Canvases that remember their pixels, and a browser whose frames, timers and media queries a test controls. */

import { vi } from "vitest";

/**
 * A pixel is named after the colour painted on it; a transparent colour is added to the name of what lies under it, with
 * a plus in between. So the name of a pixel that is transparent itself begins with a plus.
 */
type Pixel = string | null;

/** The part of a 2D context that boards are drawn with. */
class PixelContext {
  fillStyle = "#000000";
  globalAlpha = 1;
  imageSmoothingEnabled = true;
  private pixels: Pixel[] = [];
  private width = 0;

  constructor(private readonly canvas: HTMLCanvasElement) {}

  fillRect(x: number, y: number, width: number, height: number): void {
    for (let row = Math.max(0, y); row < Math.min(this.canvas.height, y + height); row++) {
      for (let column = Math.max(0, x); column < Math.min(this.canvas.width, x + width); column++)
        this.paint(column, row, this.fillStyle);
    }
  }

  drawImage(source: HTMLCanvasElement, ...numbers: readonly number[]): void {
    const all = [0, 0, source.width, source.height];
    const given = numbers.length === 2 ? [...all, ...numbers, source.width, source.height] : numbers;
    const [left, top, width, height, x, y, across, down] = given as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const from = contextOf(source);
    for (let row = 0; row < down; row++) {
      for (let column = 0; column < across; column++) {
        const sourceX = left + Math.floor((column * width) / across);
        const sourceY = top + Math.floor((row * height) / down);
        const pixel = from.at(sourceX, sourceY);
        if (pixel !== null) this.paint(x + column, y + row, pixel);
      }
    }
  }

  at(x: number, y: number): Pixel {
    this.adapt();
    return x < 0 || y < 0 || x >= this.width ? null : (this.pixels[y * this.width + x] ?? null);
  }

  private paint(x: number, y: number, colour: string): void {
    this.adapt();
    if (x < 0 || y < 0 || x >= this.width || y >= this.canvas.height) return;
    const under = this.pixels[y * this.width + x] ?? "";
    if (this.globalAlpha < 1) this.pixels[y * this.width + x] = `${under}+${colour}@${this.globalAlpha.toFixed(3)}`;
    else if (/^rgba|\//.test(colour)) this.pixels[y * this.width + x] = `${under}+${colour}`;
    else this.pixels[y * this.width + x] = colour.startsWith("+") ? under + colour : colour;
  }

  /** Like every canvas, it is empty after it got another size. */
  private adapt(): void {
    const { width, height } = this.canvas;
    if (this.width === width && this.pixels.length === width * height) return;
    this.width = width;
    this.pixels = Array<Pixel>(width * height).fill(null);
  }
}

const contexts = new WeakMap<HTMLCanvasElement, PixelContext>();

function contextOf(canvas: HTMLCanvasElement): PixelContext {
  const found = contexts.get(canvas) ?? new PixelContext(canvas);
  contexts.set(canvas, found);
  return found;
}

/** All pixels of a canvas, row by row. */
export function picture(canvas: HTMLCanvasElement): string[] {
  const context = contextOf(canvas);
  return Array.from({ length: canvas.width * canvas.height }, (_, i) =>
    String(context.at(i % canvas.width, Math.floor(i / canvas.width))),
  );
}

/** A canvas of this size in CSS pixels. */
export function pixelCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  Object.defineProperties(canvas, { clientWidth: { value: width }, clientHeight: { value: height } });
  return canvas;
}

/** Replaces the drawing, the frames and the media queries of the browser until `vi.unstubAllGlobals` is called. */
export class FakeBrowser {
  /** Milliseconds since the page was opened. */
  now = 0;
  reducedMotion = false;
  private readonly frames = new Map<number, FrameRequestCallback>();
  private readonly queries: { readonly text: string; readonly target: EventTarget }[] = [];
  private count = 0;

  constructor() {
    vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => {
      this.frames.set(++this.count, callback);
      return this.count;
    });
    vi.stubGlobal("cancelAnimationFrame", (frame: number) => this.frames.delete(frame));
    vi.stubGlobal("matchMedia", (text: string) => this.query(text));
    vi.spyOn(performance, "now").mockImplementation(() => this.now);
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(function (this: HTMLCanvasElement) {
      return contextOf(this) as never;
    });
    vi.stubGlobal("devicePixelRatio", 1);
  }

  /** Whether the page has asked for a frame. */
  get frameRequested(): boolean {
    return this.frames.size > 0;
  }

  /** The resolutions that the page listens to. */
  get resolutions(): readonly string[] {
    return this.queries.map(({ text }) => text).filter((text) => text.includes("resolution"));
  }

  /** Runs the frame that was asked for. */
  frame(): void {
    const asked = [...this.frames.values()];
    this.frames.clear();
    for (const callback of asked) callback(this.now);
  }

  /** Moves the window to a screen with other pixels. */
  setRatio(ratio: number): void {
    vi.stubGlobal("devicePixelRatio", ratio);
    this.change("resolution");
  }

  setReducedMotion(reduced: boolean): void {
    this.reducedMotion = reduced;
    this.change("reduced-motion");
  }

  private change(part: string): void {
    for (const { text, target } of [...this.queries])
      if (text.includes(part)) target.dispatchEvent(new Event("change"));
  }

  private query(text: string) {
    const target = new EventTarget();
    this.queries.push({ text, target });
    return Object.assign(target, { matches: text.includes("reduced-motion") && this.reducedMotion });
  }
}
