import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  afterGame,
  byLevel,
  chooseLevel,
  countGame,
  currentLevel,
  isFromDuel,
  type LevelRecord,
  levelRecord,
} from "../src/fog/levels";
import { syncLevel } from "../src/fog/use-level";
import type { GameEnd, Player } from "../src/protocol";

const START: LevelRecord = { level: "settler", row: 0, last: "", chosen: null };

function after(results: string): LevelRecord {
  const play = (record: LevelRecord, won: boolean, game: number) =>
    afterGame(record, record.level, won, `game ${game}`);
  return [...results].reduce((record, result, game) => play(record, result === "w", game), START);
}

/** Lets the server answer with what it has counted. */
function counted(level: string, row: number, last: string): void {
  localStorage.setItem("duskfall.secret", "of a player who has played");
  vi.stubGlobal("fetch", async () => Response.json({ level, row, last }));
}

function duel(bot: string): readonly Player[] {
  return [
    { index: 0, username: "Ada", isBot: false },
    { index: 1, username: bot, isBot: true },
  ] as unknown as readonly Player[];
}

function end(winner: number, replay: string): GameEnd {
  return { winner: { index: winner, username: "" }, replay_id: replay } as unknown as GameEnd;
}

describe("the level of Play now", () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ["", "settler"],
    ["w", "settler"],
    ["ww", "raider"],
    ["wlw", "settler"],
    ["wwww", "marshal"],
    ["wwwwww", "marshal"],
    ["ll", "wanderer"],
    ["llll", "wanderer"],
    ["llww", "settler"],
  ])("after %s is %s", (results, level) => {
    expect(after(results).level).toBe(level);
  });

  it("counts a game once", () => {
    const once = afterGame(START, "settler", true, "den");
    expect(afterGame(once, "settler", true, "den")).toBe(once);
  });

  it("counts duels with bots, and no others", () => {
    countGame(duel("settler"), -1, end(0, "a"));
    countGame(duel("mine"), 0, end(0, "b"));
    expect(levelRecord()).toEqual(START);
    countGame(duel("settler"), 0, end(0, "c"));
    countGame(duel("settler"), 0, end(0, "d"));
    expect(currentLevel()).toBe("raider");
  });

  it("is that of the last duel", () => {
    countGame(duel("settler"), 0, end(0, "a"));
    countGame(duel("marshal"), 0, end(1, "b"));
    expect(levelRecord()).toEqual({ level: "marshal", row: -1, last: "b", chosen: null });
  });

  it("can be chosen until a game is played, and survives nonsense in the storage", () => {
    chooseLevel("marshal");
    expect(currentLevel()).toBe("marshal");
    countGame(duel("wanderer"), 0, end(0, "a"));
    expect(currentLevel()).toBe("wanderer");
    localStorage.setItem("duskfall.fog.level", '{"level":"emperor"}');
    expect(levelRecord()).toEqual(START);
  });

  it("is taken over from the server when it has counted other games", async () => {
    chooseLevel("wanderer");
    counted("raider", 1, "elsewhere");
    await syncLevel();
    expect(levelRecord()).toEqual({ level: "raider", row: 1, last: "elsewhere", chosen: null });
  });

  it("stays as chosen when the server has counted nothing since", async () => {
    countGame(duel("settler"), 0, end(0, "a"));
    chooseLevel("marshal");
    counted("settler", 1, "a");
    await syncLevel();
    expect(currentLevel()).toBe("marshal");
    counted("settler", 0, "");
    await syncLevel();
    expect(currentLevel()).toBe("marshal");
  });

  it("comes from a duel only when there was one, and nothing was chosen since", () => {
    expect(isFromDuel(levelRecord())).toBe(false);
    countGame(duel("settler"), 0, end(0, "a"));
    expect(isFromDuel(levelRecord())).toBe(true);
    chooseLevel("marshal");
    expect(isFromDuel(levelRecord())).toBe(false);
  });

  it("sorts bots by strength", () => {
    expect(byLevel(["marshal", "mine", "raider", "settler", "wanderer"])).toEqual([
      "wanderer",
      "settler",
      "raider",
      "marshal",
      "mine",
    ]);
  });
});
