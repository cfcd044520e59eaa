import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { boardOf } from "../src/welten/board";
import { type Scene, WeltenCanvas } from "../src/welten/board-canvas";
import type { Tiles } from "../src/welten/tiles";
import { FakeBrowser, picture, pixelCanvas } from "./pixel-canvas";
import { drawn } from "./welten-boards";

/** Tiles of plain colours; a figure leaves the border of its tile free. */
const TILES = {
  ground: "green",
  drawTile: (context: CanvasRenderingContext2D, code: number, x: number, y: number, size: number) => {
    context.fillStyle = `tile ${code}`;
    context.fillRect(x, y, size, size);
  },
  drawFigure: (context: CanvasRenderingContext2D, code: number, x: number, y: number, size: number) => {
    context.fillStyle = `figure ${code}`;
    context.fillRect(x + 1, y + 1, size - 2, size - 2);
  },
} as unknown as Tiles;

const BOARD = boardOf(
  drawn(`
    S A S A S A
    . . . . . .
    a a C a a k
    a . G a a .`),
);
const TILE_COUNT = BOARD.width * BOARD.height;
const ALL = Array.from({ length: TILE_COUNT }, (_, tile) => tile);
/** A scene with all that can lie on tiles. */
const SCENE: Scene = {
  board: BOARD,
  chosen: 0,
  reach: ALL.slice(0, 12),
  range: ALL.slice(6),
  targets: [12, 13],
  path: [0, 6, 7],
  ready: [0, 1],
  gates: [20],
  enemyReach: ALL.slice(4, 8),
  enemyHits: ALL.slice(3, 14),
  held: [2],
  marked: [3, 4],
  attack: { from: 1, to: 20 },
  fullV: Array.from({ length: 16 }, () => 16),
  threats: { side: "eldoin", count: ALL, least: ALL, most: ALL.map((tile) => tile * 2) },
  cursor: { tile: 7, look: "move" },
};

let browser: FakeBrowser;
let visibility: DocumentVisibilityState = "visible";

beforeEach(() => {
  browser = new FakeBrowser();
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(scene: Scene): { view: WeltenCanvas; canvas: HTMLCanvasElement; painted: () => number } {
  const canvas = pixelCanvas(6 * 16, 4 * 16);
  let painted = 0;
  const view = new WeltenCanvas(canvas, TILES, () => {
    painted += 1;
  });
  view.show(scene);
  browser.frame();
  return { view, canvas, painted: () => painted };
}

/** Waits until something moves by itself. */
function idleFrame(): void {
  vi.advanceTimersToNextTimer();
  browser.now += 120;
  browser.frame();
}

/** Whether nothing is going to happen by itself. */
function isQuiet(): boolean {
  return !browser.frameRequested && vi.getTimerCount() === 0;
}

describe("cursors and marks", () => {
  it("have the colours of the guide's palette", () => {
    const colours = (scene: Scene) => new Set(picture(open({ ...scene, still: true }).canvas));
    const cursor = (look: "choose" | "aim" | "gate") => colours({ board: BOARD, cursor: { tile: 7, look } });
    expect(cursor("choose")).toContain("#9ad284");
    expect(cursor("aim")).toContain("#9a6759");
    expect(cursor("gate")).toContain("#b8c76f");
    expect(colours({ board: BOARD, ready: [0] })).toContain("#9ad284");
    expect(colours({ board: BOARD, targets: [12] })).toContain("#9a6759");
  });

  it("show an attack of the log where tiles are too small to tell it by", () => {
    const colours = (scene: Scene) => {
      const { view, canvas } = open({ ...scene, still: true });
      for (let i = 0; i < 20; i++) view.zoom(-1);
      browser.frame();
      return picture(canvas).filter((colour) => colour === "#ffffff" || colour === "#b8c76f").length;
    };
    expect(colours({ board: BOARD })).toBe(0);
    expect(colours({ board: BOARD, attack: { from: 0, to: 23 } })).toBeGreaterThan(200);
    expect(colours({ board: BOARD, attack: { from: null, to: 23 } })).toBeGreaterThan(100);
  });

  it("show how much V a unit has left", () => {
    const hurt = { ...BOARD, units: BOARD.units.map((unit) => ({ ...unit, v: unit.number === 0 ? 3 : unit.v })) };
    const fullV = Array.from({ length: 16 }, () => 16);
    const bars = (board: typeof BOARD) => picture(open({ board, fullV, still: true }).canvas).slice(96, 96 + 16);
    const filled = (row: readonly string[]) => row.filter((colour) => colour.startsWith("#9a")).length;
    expect(filled(bars(BOARD))).toBeGreaterThan(10);
    expect(filled(bars(hurt))).toBeLessThan(5);
  });
});

describe("what moves by itself", () => {
  it("is drawn as if all were drawn anew", () => {
    const { view, canvas, painted } = open(SCENE);
    const pictures = new Set<string>();
    for (let i = 0; i < 24; i++) {
      idleFrame();
      const shown = picture(canvas);
      view.show(SCENE);
      browser.frame();
      expect([i, shown]).toEqual([i, picture(canvas)]);
      pictures.add(shown.join());
    }
    expect(pictures.size).toBeGreaterThan(10);
    expect(painted()).toBe(25);
    view.close();
  });

  it("repaints only its own tiles", () => {
    const { view } = open({ board: BOARD });
    const drawTile = vi.spyOn(TILES, "drawTile");
    const counts = new Set<number>();
    for (let i = 0; i < 60; i++) {
      drawTile.mockClear();
      idleFrame();
      counts.add(drawTile.mock.calls.length);
    }
    expect(Math.max(...counts)).toBeGreaterThan(0);
    expect(Math.max(...counts)).toBeLessThan(TILE_COUNT / 2);
    view.close();
  });

  it("stands still with reduced motion", () => {
    browser.reducedMotion = true;
    const { view } = open(SCENE);
    expect(isQuiet()).toBe(true);
    view.close();
  });

  it("stops when reduced motion is chosen, and goes on after it", () => {
    const { view } = open(SCENE);
    expect(isQuiet()).toBe(false);
    browser.setReducedMotion(true);
    browser.frame();
    expect(isQuiet()).toBe(true);
    browser.setReducedMotion(false);
    browser.frame();
    expect(isQuiet()).toBe(false);
    view.close();
    expect(isQuiet()).toBe(true);
  });

  it("stops while nobody can see it", () => {
    const { view } = open(SCENE);
    visibility = "hidden";
    document.dispatchEvent(new Event("visibilitychange"));
    browser.frame();
    expect(isQuiet()).toBe(true);
    visibility = "visible";
    document.dispatchEvent(new Event("visibilitychange"));
    browser.frame();
    expect(isQuiet()).toBe(false);
    view.close();
  });
});
