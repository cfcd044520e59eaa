import { afterEach, describe, expect, it } from "vitest";

import type { FogCard } from "../src/api";
import { saveSeatToken } from "../src/identity";
import { ratedEndText, ratedText } from "../src/room/rated";
import { beginsRated } from "../src/room/room-page";

const CHANGED = { before: 1500, after: 1512 };

describe("a rated game", () => {
  it("says before it ends that one network address changes nothing", () => {
    expect(ratedText({ rated: true, casual: null })).toContain("Players of one network address do not change");
  });

  it("says at its end whether a rating has changed, and if none has, why", () => {
    expect(ratedEndText({ casual: null, ratings: [CHANGED, null] })).toBe("Rated game: it counts for the ladder.");
    const unchanged = ratedEndText({ casual: null, ratings: [null, null] });
    expect(unchanged).toContain("Rated game: it has changed no rating. Players of one network address");
    expect(ratedEndText({ casual: null, ratings: null })).toBe("Rated game: it has changed no rating.");
    expect(ratedEndText({ casual: "map", ratings: null })).toBe("Casual game: the host knows the map.");
  });
});

describe("a visitor by a link", () => {
  afterEach(() => localStorage.clear());

  const OPTIONS = { rated: true, casual: null } as FogCard["options"];
  const card = (more: Partial<FogCard> = {}): FogCard =>
    ({ game: "fog", roomId: "r", state: "lobby", players: [{}], seats: 2, options: OPTIONS, ...more }) as FogCard;

  it("is asked before a seat may begin a rated game", () => {
    expect(beginsRated(card())).toBe(true);
    expect(beginsRated(card({ options: { ...OPTIONS, rated: false } }))).toBe(false);
  });

  it("is not asked where no game can begin with them", () => {
    expect(beginsRated(card({ state: "playing" }))).toBe(false);
    expect(beginsRated(card({ seats: 1 }))).toBe(false);
    expect(beginsRated(card({ players: [] }))).toBe(false);
  });

  it("is not asked about a seat of their own", () => {
    saveSeatToken("r", "token");
    expect(beginsRated(card())).toBe(false);
  });
});
