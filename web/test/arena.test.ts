import { describe, expect, it } from "vitest";

import { at, count, halves, heights, lean, percent, result, scaleOf, ticks } from "../src/arena/numbers";

describe("scales", () => {
  it("hold every interval and leave a little space", () => {
    const scale = scaleOf([
      { rating: 1500, low: 1300, high: 1700 },
      { rating: 1800, low: 1750, high: 1850 },
    ]);
    expect(scale).toEqual({ low: 1278, high: 1872 });
    expect(at(scale, 1278)).toBe(0);
    expect(at(scale, 1872)).toBe(100);
    expect(at(scale, 1575)).toBe(50);
  });

  it("are there when nobody is", () => {
    expect(ticks(scaleOf([]))).toEqual([1000, 1200, 1400, 1600, 1800, 2000]);
  });

  it("bear a single rating that is certain", () => {
    const scale = scaleOf([{ rating: 1500, low: 1500, high: 1500 }]);
    expect(at(scale, 1500)).toBe(50);
    expect(ticks(scale).length).toBeGreaterThan(1);
  });

  it("have round numbers, a few of them", () => {
    expect(ticks({ low: 812, high: 2170 })).toEqual([1000, 1500, 2000]);
    expect(ticks({ low: 1390, high: 1610 })).toEqual([1400, 1450, 1500, 1550, 1600]);
  });
});

describe("scores", () => {
  it("are written as people write them", () => {
    expect([0, 0.5, 1, 2.5, 1234, 1234.5].map(halves)).toEqual(["0", "½", "1", "2½", "1,234", "1,234½"]);
    expect(result({ games: 4, points: 2.5 })).toBe("2½:1½");
    expect([1, 0.5, 1 / 3].map(percent)).toEqual(["100", "50", "33.3"]);
    expect([count(1, ["match", "matches"]), count(1200, ["match", "matches"])]).toEqual(["1 match", "1,200 matches"]);
  });

  it("lean to one side as far as they are from even", () => {
    expect([0, 2, 3, 4].map((points) => lean({ games: 4, points }))).toEqual([-1, 0, 0.5, 1]);
  });
});

describe("bars", () => {
  it("are as high as their share of the highest, and never too low to be seen", () => {
    const bins = [100, 50, 1, 0].map((games, i) => ({ first: i, last: i, games }));
    expect(heights(bins)).toEqual([1, 0.5, 0.02, 0]);
  });
});
