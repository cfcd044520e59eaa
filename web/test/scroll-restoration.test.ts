import { describe, expect, it } from "vitest";

import { noted, placeOf, type Places } from "../src/scroll-restoration";

describe("places on pages", () => {
  it("are remembered for each entry of the history, the last one", () => {
    const places = [["a", 300] as const, ["b", 0] as const, ["a", 450] as const].reduce<Places>(
      (all, [entry, y]) => noted(all, entry, y),
      [],
    );
    expect([placeOf(places, "a"), placeOf(places, "b"), placeOf(places, "c")]).toEqual([450, 0, null]);
  });

  it("are forgotten when there are many, the oldest first", () => {
    let places: Places = [];
    for (let entry = 0; entry < 200; entry++) places = noted(places, String(entry), entry);
    expect(places.length).toBeLessThan(100);
    expect([placeOf(places, "0"), placeOf(places, "199")]).toEqual([null, 199]);
  });
});
