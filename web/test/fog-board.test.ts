import { describe, expect, it } from "vitest";
import * as cameras from "../src/canvas/camera";
import { roundUp } from "../src/components/chart";
import { adjacent, applyUpdate, neighbour } from "../src/fog/board";
import { applyPatch } from "../src/fog/patch";
import { nextArmy, shortestPath } from "../src/fog/paths";
import { eventText, tileText } from "../src/fog/texts";
import { shortNumber } from "../src/fog/tile-art";
import { seatStyles } from "../src/seat-style";
import { complete, playing, shows } from "./fog-boards";

const board = (picture: string) => applyUpdate(null, shows(0, picture));

describe("patches", () => {
  it("put runs in their places and lengthen a list when they must", () => {
    expect([...applyPatch(Int32Array.of(1, 2, 3, 4), [1, 2, 8, 9])]).toEqual([1, 8, 9, 4]);
    expect([...applyPatch(new Int32Array(0), [0, 3, 5, 6, 7])]).toEqual([5, 6, 7]);
    expect([...applyPatch(Int32Array.of(1), [1, 1, 2, 3, 1, 4])]).toEqual([1, 2, 0, 4]);
    expect([...applyPatch(Int32Array.of(1, 2), [])]).toEqual([1, 2]);
  });
});

describe("tiles", () => {
  it("are neighbours when they share an edge, not across the border", () => {
    const four = { width: 4, height: 3 };
    expect([adjacent(four, 0, 1), adjacent(four, 3, 4), adjacent(four, 1, 5), adjacent(four, 0, 5)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([
      neighbour(four, 0, -1, 0),
      neighbour(four, 3, 1, 0),
      neighbour(four, 5, 0, 1),
      neighbour(four, 9, 0, 1),
    ]).toEqual([null, null, 9, null]);
  });
});

describe("ways", () => {
  it("go around mountains, obstacles, cities and towers, and end on one", () => {
    const known = board(`
      A9 ^  .  .
      .  +40 ~ .
      .  .  ?  .`);
    expect(shortestPath(known, 0, 1)).toBeNull();
    expect(shortestPath(known, 0, 2)).toBeNull();
    expect(shortestPath(known, 0, 5)).toEqual([4, 5]);
    expect(shortestPath(known, 0, 10)).toEqual([4, 8, 9, 10]);
  });

  it("are shortest", () => {
    const open = board(`
      A9 . . .
      .  . . .
      .  . . .`);
    expect(shortestPath(open, 0, 11)).toHaveLength(5);
    expect(shortestPath(open, 0, 0)).toBeNull();
  });
});

describe("the next army", () => {
  it("is the largest first, then the next smaller, and around", () => {
    const known = board(`
      A5 a9 a1 b8
      a9 .  .  .
      .  .  .  .`);
    expect(nextArmy(known, 0, null)).toBe(1);
    expect(nextArmy(known, 0, 1)).toBe(4);
    expect(nextArmy(known, 0, 4)).toBe(0);
    expect(nextArmy(known, 0, 0)).toBe(1);
    expect(nextArmy(known, 0, 1, true)).toBe(0);
    expect(nextArmy(known, 0, 7)).toBe(1);
  });

  it("is the general when no army can march", () => {
    expect(nextArmy(board("A1 a1 . ."), 0, null)).toBe(0);
  });
});

describe("cameras", () => {
  const thirty = { width: 30, height: 30 };
  const window = { width: 960, height: 744 };

  it("fit a board in crisp sizes", () => {
    expect(cameras.fitting(thirty, window)).toEqual({ x: 15, y: 15, size: 24 });
    expect(cameras.fitting({ width: 100, height: 100 }, window).size).toBe(7);
  });

  it("leave little of the window empty, on a desk beside a film and on a phone", () => {
    for (const [width, height] of [
      [888, 617],
      [888, 540],
      [1170, 1170],
      [1496, 940],
    ] as const) {
      const { size } = cameras.fitting(thirty, { width, height });
      expect((size * 30) / Math.min(width, height)).toBeGreaterThan(0.9);
    }
  });

  it("have sizes whose pixels are all of one size, and enough of them for all that stands on a tile", () => {
    for (const size of [...cameras.CRISP_SIZES, ...cameras.SIZES].filter((size) => size >= 12)) {
      const side = size / cameras.pixelOf(size);
      expect([size, Number.isInteger(side), side >= 10, side < 20]).toEqual([size, true, true, true]);
    }
    expect([12, 20, 24, 36, 144].map(cameras.pixelOf)).toEqual([1, 2, 2, 3, 12]);
    expect(cameras.SIZES.every((size) => cameras.CRISP_SIZES.includes(size))).toBe(true);
  });

  it("read around a tile when the whole board would be too small", () => {
    const camera = cameras.readable({ width: 100, height: 100 }, 5050, window, 20);
    expect([camera.size, camera.x, camera.y]).toEqual([24, 50.5, 50.5]);
    expect(cameras.readable({ width: 100, height: 100 }, 5050, window, 60).size).toBe(72);
    expect(cameras.readable(thirty, 0, window, 20)).toEqual(cameras.fitting(thirty, window));
  });

  it("go to a tile in the size that is asked for, and not beyond the edge", () => {
    expect(cameras.around(thirty, 15 * 30 + 15, window, 72)).toEqual({ x: 15.5, y: 15.5, size: 72 });
    expect(cameras.around(thirty, 0, window, 72).x).toBeGreaterThan(0.5);
  });

  it("zoom around a point that stays where it is", () => {
    const before = { x: 10, y: 12, size: 24 };
    const after = cameras.zoomed(before, 48, 100, 200, window);
    const point = (camera: cameras.Camera) => [
      camera.x + (100 - window.width / 2) / camera.size,
      camera.y + (200 - window.height / 2) / camera.size,
    ];
    for (const [i, part] of point(after).entries()) expect(part).toBeCloseTo(point(before)[i]!);
  });

  it("find the tile under a point, and none beside the board", () => {
    const camera = cameras.fitting(thirty, window);
    const { left, top } = cameras.corner(camera, window);
    expect(cameras.tileAt(camera, left, top, thirty, window)).toBe(0);
    expect(cameras.tileAt(camera, left + 24 * 29 + 23, top + 24 * 29 + 23, thirty, window)).toBe(899);
    expect(cameras.tileAt(camera, left - 1, top, thirty, window)).toBeNull();
  });

  it("never lose the board", () => {
    const lost = cameras.clamped({ x: -500, y: 900, size: 48 }, thirty, window);
    const { left, top } = cameras.corner(lost, window);
    expect(left < window.width && left + 30 * 48 > 0 && top < window.height && top + 30 * 48 > 0).toBe(true);
  });

  it("follow an army to the edge of the window, and not beyond the border", () => {
    const fit = cameras.fitting(thirty, window);
    expect(cameras.showing(fit, 0, thirty, window)).toEqual(fit);
    expect(cameras.showing(fit, 899, thirty, window)).toEqual(fit);
    const near = { x: 15, y: 15, size: 60 };
    expect(cameras.showing(near, 15 * 30 + 15, thirty, window)).toEqual(near);
    const right = cameras.showing(near, 15 * 30 + 25, thirty, window);
    expect([right.x, right.y]).toEqual([25.5 - (window.width / 60 / 2 - 1.5), 15]);
  });

  it("step through whole multiples of the art", () => {
    expect(cameras.SIZES.filter((size) => size >= 12).every((size) => size % 12 === 0)).toBe(true);
    expect([cameras.stepped(24, 1), cameras.stepped(24, -1), cameras.stepped(3, -1), cameras.nearest(30)]).toEqual([
      36, 12, 3, 36,
    ]);
    expect([cameras.stepped(20, 1), cameras.stepped(20, -1), cameras.stepped(20, 9)]).toEqual([24, 12, 144]);
  });
});

describe("words", () => {
  it("say what a tile is", () => {
    const picture = `
      A5 .  ~  ?
      b3 ^  !25 +40
      ~  ~  ~  ~`;
    const state = playing(picture, 0, { visible: complete([1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0]) });
    expect(tileText(state, 0)).toBe("Row 1, column 1: your general, 5 armies");
    expect(tileText(state, 2)).toBe("Row 1, column 3: never seen");
    expect(tileText(state, 4)).toBe("Row 2, column 1: player 1's land, 3 armies");
    expect(tileText(state, 6)).toBe("Row 2, column 3: free tower, defence 25, as last seen");
  });

  it("say what happened", () => {
    const state = playing();
    expect(eventText(state, { type: "captured general", index: 1, tile: 0, of: 0 })).toBe("player 1 took your general");
    expect(eventText(state, { type: "eliminated", index: 0 })).toBe("You are out of the game");
  });

  it("shorten large armies", () => {
    expect([shortNumber(999, 3), shortNumber(1234, 4), shortNumber(12345, 3), shortNumber(3_400_000, 3)]).toEqual([
      "999",
      "1234",
      "12k",
      "3m",
    ]);
  });
});

describe("liveries", () => {
  it("differ in pattern, not only in colour", () => {
    const prints = seatStyles().map(({ inPattern }) =>
      Array.from({ length: 121 }, (_, i) => (inPattern(i % 11, Math.floor(i / 11)) ? "#" : ".")).join(""),
    );
    expect(new Set(prints).size).toBe(16);
    expect(new Set(seatStyles().map((style) => style.letter)).size).toBe(16);
  });
});

describe("graphs", () => {
  it("end at round numbers", () => {
    expect([1, 3, 7, 12, 205, 480, 501].map(roundUp)).toEqual([1, 3, 8, 20, 250, 500, 600]);
  });
});
