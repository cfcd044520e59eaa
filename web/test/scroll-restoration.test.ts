import { describe, expect, it } from "vitest";

import { positionOf, type ScrollPositions, withPosition } from "../src/scroll-restoration";

describe("places on pages", () => {
  it("are remembered for each entry of the history, the last one", () => {
    const places = [["a", 300] as const, ["b", 0] as const, ["a", 450] as const].reduce<ScrollPositions>(
      (all, [entry, y]) => withPosition(all, entry, y),
      [],
    );
    expect([positionOf(places, "a"), positionOf(places, "b"), positionOf(places, "c")]).toEqual([450, 0, null]);
  });

  it("are forgotten when there are many, the oldest first", () => {
    let places: ScrollPositions = [];
    for (let entry = 0; entry < 200; entry++) places = withPosition(places, String(entry), entry);
    expect(places.length).toBeLessThan(100);
    expect([positionOf(places, "0"), positionOf(places, "199")]).toEqual([null, 199]);
  });
});
