import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { applyUpdate, type Board } from "../src/fog/board";
import { FogCanvas, type Scene } from "../src/fog/board-canvas";
import { Atlases } from "../src/fog/tile-art";
import { FogPainter } from "../src/fog/tiles";
import { setSeatPalette } from "../src/seat-palette";
import { complete, shows } from "./fog-boards";
import { FakeBrowser, picture, pixelCanvas } from "./pixel-canvas";

let browser: FakeBrowser;

beforeEach(() => {
  browser = new FakeBrowser();
});
afterEach(() => {
  setSeatPalette("usual");
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const FIRST = `
  A5 a2 .  ^
  .  ^  b3 ^
  .  +40 !25 B7`;

const board = (text: string, before: Board | null = null) => applyUpdate(before, shows(0, text));
const scene = (more: Partial<Scene> & Pick<Scene, "board">): Scene => ({
  marches: [],
  cursor: null,
  half: false,
  ...more,
});
const march = (from: number, to: number, confirmed = true, half = false) => ({
  from,
  to,
  half,
  confirmed,
  moveId: to,
});

/** A canvas in which tiles have so many pixels, with a margin around the board. */
function canvasFor(size: number): HTMLCanvasElement {
  return pixelCanvas(4 * size + 10, 3 * size + 8);
}

/** The picture of a scene all of whose tiles are drawn anew. The camera is the one of the whole board. */
function fresh(shown: Scene, size: number): string[] {
  const canvas = canvasFor(size);
  const view = new FogCanvas(canvas);
  view.show(scene({ board: shown.board }));
  browser.frame();
  view.show(shown);
  canvas.dispatchEvent(new Event("contextrestored"));
  browser.frame();
  view.close();
  return picture(canvas);
}

describe("a board that changes", () => {
  const first = board(FIRST);
  const taken = board(FIRST.replace("A5 a2 . ", "A3 a2 a4"), first);
  const hidden = applyUpdate(first, { ...shows(1, FIRST), visible: complete([1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0, 0]) });
  const scenes: readonly (readonly [string, Scene])[] = [
    ["another number and a tile taken", scene({ board: taken })],
    ["tiles out of sight", scene({ board: hidden })],
    ["a general captured", scene({ board: board(FIRST.replace("B7", "a7"), first) })],
    ["a mountain found", scene({ board: board(FIRST.replace("^\n", "~\n"), first) })],
    ["a chosen tile at the border", scene({ board: first, cursor: 0, half: true })],
    ["a chosen tile elsewhere", scene({ board: first, cursor: 6 })],
    ["marches", scene({ board: taken, marches: [march(0, 1), march(1, 2, false), march(6, 2, true, true)] })],
    ["nothing over it again", scene({ board: first })],
  ];

  it.each([3, 5, 12, 24])("is drawn as if it were new, with tiles of %s pixels", (size) => {
    const canvas = canvasFor(size);
    const view = new FogCanvas(canvas);
    view.show(scene({ board: first }));
    browser.frame();
    for (const [name, shown] of scenes) {
      view.show(shown);
      browser.frame();
      expect([name, picture(canvas)]).toEqual([name, fresh(shown, size)]);
    }
    view.close();
  });

  it("is drawn only where it has changed", () => {
    const painter = new FogPainter(new Atlases());
    expect([...painter.changes(first, taken)]).toEqual([0, 2]);
    expect([...painter.changes(first, applyUpdate(first, shows(1, FIRST)))]).toEqual([]);
    const general = board(FIRST.replace("B7", "b7"), first);
    expect([...painter.changes(first, general)]).toEqual([11]);
    const drawn = vi.spyOn(FogPainter.prototype, "draw");
    const view = new FogCanvas(canvasFor(24));
    view.show(scene({ board: first }));
    browser.frame();
    drawn.mockClear();
    view.show(scene({ board: taken }));
    browser.frame();
    expect(drawn.mock.calls.map(([, , tile]) => tile)).toEqual([0, 2]);
  });

  it("shares with the board before it what stays the same", () => {
    const next = applyUpdate(first, { ...shows(1, FIRST), map_diff: [2, 1, 9], cities_diff: [], towers_diff: [] });
    expect([next.armies[0], first.armies[0]]).toEqual([9, 5]);
    expect([next.cities === first.cities, next.towers === first.towers, next.generals === first.generals]).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe("another match", () => {
  const SIDE = 40;
  const homeAt = (tile: number) => {
    const tiles = Array.from({ length: SIDE * SIDE }, (_, at) => (at === tile ? "A1" : "."));
    return board(
      Array.from({ length: SIDE }, (_, row) => tiles.slice(row * SIDE, (row + 1) * SIDE).join(" ")).join("\n"),
    );
  };
  const HOME = 20 * SIDE + 20;
  const OTHER_HOME = 9 * SIDE + 28;
  const begins = (match: string, home: number) => scene({ board: homeAt(home), match, cursor: home });

  it("begins at its general in the usual size, whatever was looked at in the last one", () => {
    const view = new FogCanvas(pixelCanvas(200, 200));
    const look = () => {
      browser.frame();
      return [view.tileAt(100, 100), view.tileSize];
    };
    view.show(begins("one", HOME));
    const [middle, size] = look();
    expect(middle).toBe(HOME);
    view.zoom(2);
    view.pan(-150, 60);
    view.show(begins("two", OTHER_HOME));
    expect(look()).toEqual([OTHER_HOME, size]);
    view.fit();
    expect(look()).not.toEqual([OTHER_HOME, size]);
    view.show(begins("three", HOME));
    expect(look()).toEqual([HOME, size]);
    view.close();
  });

  it("is the only one to do so: the next turn leaves the window where it is", () => {
    const view = new FogCanvas(pixelCanvas(200, 200));
    view.show(begins("one", HOME));
    browser.frame();
    view.pan(-60, 40);
    const looked = view.tileAt(100, 100);
    view.show(begins("one", HOME));
    browser.frame();
    expect([view.tileAt(100, 100), looked === HOME]).toEqual([looked, false]);
    view.close();
  });
});

describe("another palette", () => {
  it("is drawn at once, everywhere", () => {
    const canvas = canvasFor(24);
    const view = new FogCanvas(canvas);
    const shown = scene({ board: board(FIRST) });
    view.show(shown);
    browser.frame();
    const usual = picture(canvas);
    setSeatPalette("colour-blind");
    browser.frame();
    expect(picture(canvas)).not.toEqual(usual);
    expect(picture(canvas)).toEqual(fresh(shown, 24));
    setSeatPalette("usual");
    browser.frame();
    expect(picture(canvas)).toEqual(usual);
    view.close();
  });
});

describe("small tiles", () => {
  const LAND = Array.from({ length: 3 }, () => "a1 a1 a1 a1").join("\n");
  const texture = (seat: number, size: number) => {
    const canvas = pixelCanvas(4 * size, 3 * size);
    const view = new FogCanvas(canvas);
    view.show(scene({ board: board(LAND.replaceAll("a", String.fromCharCode(97 + seat))) }));
    browser.frame();
    view.close();
    const pixels = picture(canvas);
    return pixels.map((pixel) => [...new Set(pixels)].sort().indexOf(pixel)).join("");
  };

  it.each([4, 5, 8])("of %s pixels still show which seat they belong to, without colour", (size) => {
    const textures = Array.from({ length: 16 }, (_, seat) => texture(seat, size));
    expect(new Set(textures).size).toBe(16);
  });

  it("have the letters of the generals over them", () => {
    const white = (text: string) => fresh(scene({ board: board(text) }), 5).filter((pixel) => pixel === "#edf171");
    expect(white(FIRST).length).toBeGreaterThan(white(FIRST.toLowerCase()).length + 20);
  });
});

describe("a march that is not confirmed", () => {
  it.each([12, 24, 36])("has a different shape, with tiles of %s pixels", (size) => {
    const lit = (confirmed: boolean, half: boolean) => {
      const land = board(FIRST);
      const plain = fresh(scene({ board: land }), size);
      const marched = fresh(scene({ board: land, marches: [march(0, 1, confirmed, half)] }), size);
      return marched.map((pixel, i) => (pixel === plain[i] ? "." : pixel === "#0c0b1f" ? "o" : "#")).join("");
    };
    expect(new Set([lit(true, false), lit(false, false), lit(true, true), lit(false, true)]).size).toBe(4);
  });
});

describe("pings", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    return () => vi.useRealTimers();
  });

  it("move for a while, then nothing is drawn any more", () => {
    const view = new FogCanvas(canvasFor(24));
    view.show(scene({ board: board(FIRST) }));
    view.ping(5, 1);
    browser.frame();
    expect(browser.frameRequested).toBe(true);
    browser.now += 3000;
    browser.frame();
    expect([browser.frameRequested, vi.getTimerCount()]).toEqual([false, 0]);
  });

  it("stand still with reduced motion until they end", () => {
    browser.reducedMotion = true;
    const canvas = canvasFor(24);
    const view = new FogCanvas(canvas);
    view.show(scene({ board: board(FIRST) }));
    browser.frame();
    const before = picture(canvas);
    view.ping(5, 1);
    browser.frame();
    expect(picture(canvas)).not.toEqual(before);
    expect(browser.frameRequested).toBe(false);
    browser.now += 3000;
    vi.runAllTimers();
    browser.frame();
    expect(picture(canvas)).toEqual(before);
    expect([browser.frameRequested, vi.getTimerCount()]).toEqual([false, 0]);
  });
});
