import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { scrollAtEdges } from "../src/canvas/edge-scroll";
import { FakeBrowser, pixelCanvas } from "./pixel-canvas";

/** A map of which 100 pixels to the left are hidden. */
class Land {
  readonly canvas = pixelCanvas(200, 100);
  hidden = 100;

  pan(dx: number): boolean {
    const before = this.hidden;
    this.hidden = Math.max(0, this.hidden - dx);
    return this.hidden !== before;
  }
}

let browser: FakeBrowser;
let land: Land;
let told: number;
let stop: () => void;

beforeEach(() => {
  browser = new FakeBrowser();
  land = new Land();
  told = 0;
  stop = scrollAtEdges(land, () => {
    told += 1;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function mouse(x: number, more: PointerEventInit = {}): void {
  const event = new PointerEvent("pointermove", { pointerType: "mouse", clientX: x, clientY: 50, ...more });
  land.canvas.dispatchEvent(event);
}

function frames(count: number): void {
  for (let i = 0; i < count; i++) {
    browser.frame();
    browser.now += 25;
  }
}

describe("a mouse near the edge of the map", () => {
  it("scrolls it, and tells what is under the mouse", () => {
    mouse(5);
    frames(3);
    expect([land.hidden, told, browser.frameRequested]).toEqual([100 - 2 * 18, 3, true]);
  });

  it("asks for no frames any more when there is nothing more to see", () => {
    mouse(5);
    frames(20);
    expect([land.hidden, browser.frameRequested]).toEqual([0, false]);
    mouse(6);
    frames(2);
    expect(browser.frameRequested).toBe(false);
  });

  it("scrolls no more once it is away from the edge, pressed, or gone", () => {
    for (const end of [
      () => mouse(100),
      () => mouse(5, { buttons: 1 }),
      () => land.canvas.dispatchEvent(new PointerEvent("pointerdown")),
      () => land.canvas.dispatchEvent(new PointerEvent("pointerleave")),
      () => stop(),
    ]) {
      mouse(5);
      expect(browser.frameRequested).toBe(true);
      end();
      expect(browser.frameRequested).toBe(false);
    }
    mouse(5);
    expect(browser.frameRequested).toBe(false);
  });

  it("does nothing in the middle, and a finger does nothing anywhere", () => {
    mouse(100);
    mouse(5, { pointerType: "touch" });
    expect(browser.frameRequested).toBe(false);
  });
});
