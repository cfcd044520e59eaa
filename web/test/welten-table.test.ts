/** What a player plans and sees beside the orders themselves: hold, done, groups, the battle log, the playback. */

import { beforeEach, describe, expect, it } from "vitest";

import type { WeltenEvents } from "../src/protocol";
import { EMPTY_LOG, logged } from "../src/welten/battle-log";
import { boardOf } from "../src/welten/board";
import { clickResult, nextUnit } from "../src/welten/clicks";
import { concernsPlayer } from "../src/welten/concerns";
import { bestTarget, bestWay, formation } from "../src/welten/formation";
import { openUnits, type State } from "../src/welten/state";
import { playbackSpeed } from "../src/welten/stored-setting";
import { workLeftText } from "../src/welten/texts";
import { drawn, playing, serverEvent, taken, told } from "./welten-boards";

const HIT = { type: "hit", unit: 0, target: 2, x: 2, y: 0, modifier: 1, damage: 5, v: 11, expected: 6 } as const;

beforeEach(() => localStorage.clear());

describe("a unit that holds or is done", () => {
  const state = playing("S A S a", {}, { units: [0, 1, 2] });
  const held = taken(state, { action: "hold", units: [1], on: true });
  const done = taken(held, { action: "done", units: [0], on: true });

  it("is passed over by Next and not counted any more, and comes back when it is released", () => {
    expect(nextUnit(taken(held, { action: "choose", unit: 0 }))).toBe(2);
    expect([openUnits(done), nextUnit(done)]).toEqual([[2], 2]);
    expect(workLeftText(done)).toBe("1 unit can still move.");
    expect(openUnits(taken(done, { action: "hold", units: [1], on: false }))).toEqual([1, 2]);
  });

  it("holds into the next phase, but is done for this one only", () => {
    const next = taken(done, told(done, { phase: "attack", state: 3 }, { legal: { ...done.legal!, units: [0, 1] } }));
    expect(openUnits(next)).toEqual([0]);
  });

  it("neither holds nor is done when it gets an order", () => {
    const ordered = taken(done, { action: "ordered", moveId: 1, text: "move 1 1,0" });
    expect([ordered.plans.held, ordered.plans.done]).toEqual([[], [0]]);
  });

  it("has no plans once it is destroyed", () => {
    const fallen = taken(done, told(done, { units: [[1, 1, -1, -1, 0, 0]] }));
    expect(fallen.plans.held).toEqual([]);
  });
});

describe("a group", () => {
  const state = taken(playing("S A . . .\nS a . . ."), { action: "group", on: true });
  const marked = taken(state, { action: "mark", units: [0, 2], on: true });

  it("is marked by clicks, and sent to a free tile", () => {
    expect(clickResult(state, 1)).toEqual({ kind: "mark", unit: 1, on: true });
    expect(clickResult(marked, 0)).toEqual({ kind: "mark", unit: 0, on: false });
    expect(clickResult(marked, 3)).toEqual({ kind: "lead", tile: 3 });
    expect(clickResult(state, 3)).toEqual({ kind: "nothing", why: "NOBODY_MARKED" });
  });

  it("goes in formation, those in front first", () => {
    const { board } = marked;
    expect(formation(board!, [0, 1, 2], 3)).toEqual([
      { unit: 1, x: 4, y: 0 },
      { unit: 0, x: 3, y: 0 },
      { unit: 2, x: 3, y: 1 },
    ]);
  });

  it("takes of the legal ways the one that leads nearest to the place, and none that leads away", () => {
    const way = (x: number, b: number) => ({ x, y: 0, cost: 1, b, path: "" });
    expect(bestWay([way(1, 5), way(3, 2), way(2, 4)], { x: 0, y: 0 }, { x: 4, y: 0 })?.x).toBe(3);
    expect(bestWay([way(0, 5)], { x: 1, y: 0 }, { x: 4, y: 0 })).toBe(null);
  });

  it("attacks what most probably falls, and never a gate or wall", () => {
    const target = (unit: number | null, destroyed: number, v: number) => ({
      ...{ x: 0, y: 0, unit, structure: unit === null ? ("wall" as const) : null, destroyed },
      chances: [{ probability: 1, modifier: 0, damage: 4, v }],
    });
    const [strong, weak, weaker, wall] = [target(1, 0, 9), target(2, 0.5, 3), target(3, 0.5, 1), target(null, 1, 0)];
    expect(bestTarget([strong, weak, weaker, wall])).toBe(weaker);
    expect(bestTarget([wall])).toBe(null);
  });
});

describe("the battle log", () => {
  const board = boardOf(drawn("S . a a #"));

  it("tells the newest first, with what was rolled and what was to be expected, and sums both up", () => {
    const broken = { type: "broken", unit: 1, x: 4, y: 0, code: 0x72, gate: null } as const;
    const log = logged(logged(EMPTY_LOG, board, { side: "eldoin", events: [HIT] }), board, {
      ...{ side: "dailor", events: [broken] },
    });
    expect(log.entries.map(({ side, attacker, target, hit }) => [side, attacker, target, hit])).toEqual([
      ["dailor", 10, null, null],
      ["eldoin", 0, 10, { damage: 5, expected: 6, left: 11 }],
    ]);
    expect(log.luck.eldoin).toEqual({ rolled: 5, expected: 6 });
  });

  it("tells an attack when it has been shown, and at once when it is skipped", () => {
    const state = playing("S . a a");
    const struck = taken(state, told(state, {}, { events: [HIT] }));
    const count = ({ log }: State) => log.entries.length;
    expect([count(struck), count(taken(struck, { action: "event shown" }))]).toEqual([0, 1]);
    expect(count(taken(struck, { action: "playback skipped" }))).toBe(1);
  });
});

describe("what the other side does", () => {
  const mine = playing("S . . . . . . . . . . a", { player: "dailor", state: 2 });
  const moved = (x: number): Pick<WeltenEvents, "events"> => ({
    events: [{ type: "moved", unit: 1, fromX: 11, fromY: 0, path: "L", x, y: 0, b: 3 }],
  });

  it("concerns the player when it strikes, breaks or comes near, and not far away", () => {
    expect(concernsPlayer(mine, mine.board!, moved(10))).toBe(false);
    expect(concernsPlayer(mine, mine.board!, moved(5))).toBe(true);
    expect(concernsPlayer(mine, mine.board!, { events: [HIT] })).toBe(true);
  });

  it("is shown at a speed that the browser keeps", () => {
    expect(playbackSpeed.value).toBe("normal");
    playbackSpeed.choose("fast");
    expect([playbackSpeed.value, localStorage.getItem("duskfall.welten.speed")]).toEqual(["fast", "fast"]);
    localStorage.setItem("duskfall.welten.speed", "rubbish");
    expect(playbackSpeed.value).toBe("normal");
  });

  it("is skipped while a bot thinks, until it is the player's turn", () => {
    const bot = { index: 1, username: "captain", isBot: true, eliminated: false, connected: true, ready: true };
    const against = taken(mine, serverEvent("players_update", [{ ...bot, isHost: false, muted: false }]));
    const skipping = taken(against, { action: "playback skipped" });
    expect(skipping.skipping).toBe(true);
    const unseen = taken(skipping, told(skipping, {}, moved(10)));
    expect([unseen.eventQueue.length, unseen.shownBoard === unseen.board]).toEqual([0, true]);
    const back = taken(unseen, told(unseen, { player: "eldoin", phase: "attack", state: 3 }));
    expect([back.skipping, back.eventQueue.length]).toEqual([false, 1]);
  });
});
