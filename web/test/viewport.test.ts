import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Extent } from "../src/canvas/camera";
import { Viewport } from "../src/canvas/viewport";
import { FakeBrowser, pixelCanvas } from "./pixel-canvas";

const BOARD = { width: 20, height: 10 };

class Land extends Viewport {
  painted = 0;

  constructor() {
    super(pixelCanvas(200, 100), (ratio) => (ratio >= 2 ? [5, 10, 15, 20, 30, 40] : [5, 10, 20, 40]));
    this.fit();
  }

  protected override get extent(): Extent {
    return BOARD;
  }

  protected override paint(): void {
    this.painted += 1;
  }
}

let browser: FakeBrowser;

beforeEach(() => {
  browser = new FakeBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("another device pixel ratio", () => {
  it("gives the canvas other pixels, and shows the same part of the board", () => {
    const map = new Land();
    map.zoom(1);
    const [size, tile] = [map.tileSize, map.tileAt(150, 50)];
    browser.frame();
    browser.setRatio(2);
    expect([map.canvas.width, map.canvas.height]).toEqual([400, 200]);
    expect([map.tileSize, map.tileAt(150, 50)]).toEqual([size, tile]);
    browser.frame();
    expect(map.painted).toBe(2);
  });

  it("is noticed again and again, until the board is closed", () => {
    const map = new Land();
    for (const ratio of [2, 1.5, 1]) {
      browser.setRatio(ratio);
      expect(map.canvas.width).toBe(200 * ratio);
    }
    expect(browser.resolutions).toEqual(["1", "2", "1.5", "1"].map((ratio) => `(resolution: ${ratio}dppx)`));
    map.close();
    browser.setRatio(3);
    expect(map.canvas.width).toBe(200);
  });

  it("fits the whole board again, in the sizes that look well then", () => {
    const map = new Land();
    expect(map.tileSize).toBe(10);
    browser.setRatio(1.5);
    expect(map.tileSize).toBe(10 / 1.5);
    browser.setRatio(3);
    expect(map.tileSize).toBe(10);
  });
});

describe("frames", () => {
  it("are asked for when something changes, and at no other time", () => {
    const map = new Land();
    browser.frame();
    expect([map.painted, browser.frameRequested]).toEqual([1, false]);
    expect([map.pan(10, 0), map.pan(10, 0)]).toEqual([true, true]);
    browser.frame();
    expect([map.painted, browser.frameRequested]).toEqual([2, false]);
  });

  it("are not asked for by a board that is at its border", () => {
    const map = new Land();
    map.pan(1000, 1000);
    browser.frame();
    expect([map.pan(10, 10), browser.frameRequested]).toEqual([false, false]);
  });
});
