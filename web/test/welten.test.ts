import { describe, expect, it } from "vitest";

import { fitting } from "../src/canvas/camera";
import { animationsOf } from "../src/welten/animations";
import { pathTiles, codeOn, applyPatch, strength, unitOn, boardOf } from "../src/welten/board";
import { clickResult, cursorLook, nextGate, nextUnit } from "../src/welten/clicks";
import { timeLeft, timeText } from "../src/welten/clock";
import { sizesFor } from "../src/welten/board-canvas";
import type { LegalShown, WeltenFrame } from "../src/protocol";
import { isOver, canOrder, onlyOwnQueued, initialState } from "../src/welten/state";
import { can, drawn, serverEvent, playing, taken, told } from "./welten-boards";

const CHOOSE = (unit: number | null) => ({ kind: "choose", unit });
const ORDER = (text: string) => ({ kind: "order", text });
const NOTHING = { kind: "nothing", why: null };
const WHY = (why: string) => ({ kind: "nothing", why });
const TARGET = { unit: 1, structure: null, destroyed: 0, chances: [] };

describe("lands", () => {
  const land = { width: 80, height: 40 };

  it("are shown in whole multiples of their points, and in between where pixels are small", () => {
    expect(sizesFor(1).every((size) => size % 8 === 0)).toBe(true);
    expect(fitting(land, { width: 1170, height: 1170 }, sizesFor(3)).size).toBe(12);
    expect(fitting(land, { width: 1170, height: 1170 }, sizesFor(1)).size).toBe(8);
  });
});

describe("boards", () => {
  const board = boardOf(drawn("S . f\n. aG #"));

  it("know who stands where, and show units over the ground", () => {
    expect([unitOn(board, 0)?.type, unitOn(board, 1), unitOn(board, 4)?.type]).toEqual([0, null, 10]);
    expect([codeOn(board, 0), codeOn(board, 2), codeOn(board, 4), board.terrain[4]]).toEqual([0x74, 0x6c, 0x7e, 0x6f]);
    expect([strength(board, "eldoin"), strength(board, "dailor")]).toEqual([1, 1]);
  });

  it("change by patches and leave the old board as it was", () => {
    const next = applyPatch(board, {
      ...{ phase: "attack", player: "dailor", state: 4, rounds: 2, offers: [], outcome: null },
      units: [[1, 10, -1, -1, 0, 0]],
      terrain: [[4, 0x71]],
      dead: [0],
    });
    expect([unitOn(next, 4), next.terrain[4], next.gates[0]?.live, next.rounds]).toEqual([null, 0x71, false, 2]);
    expect([unitOn(board, 4)?.number, board.terrain[4], board.gates[0]?.live]).toEqual([1, 0x6f, true]);
    expect(strength(next, "dailor")).toBe(0);
  });

  it("turn a path into tiles", () => {
    expect(pathTiles({ width: 3 }, 0, 0, "RRDL")).toEqual([0, 1, 2, 5, 4]);
  });
});

describe("a click in the movement phase", () => {
  const state = playing("S . ^\nA a .", {}, { units: [0, 1] });
  const chosen = taken(state, { action: "choose", unit: 0 });
  const told = taken(chosen, can(chosen, 0, { ways: [{ x: 1, y: 0, cost: 1, b: 9, path: "R" }] }));

  it("chooses a unit of one's own and lets it go again", () => {
    expect(clickResult(state, 0)).toEqual(CHOOSE(0));
    expect(clickResult(chosen, 3)).toEqual(CHOOSE(1));
    expect(clickResult(chosen, 0)).toEqual(CHOOSE(null));
  });

  it("does nothing on an enemy", () => {
    expect([clickResult(state, 4), clickResult(told, 4)]).toEqual([NOTHING, NOTHING]);
  });

  it("moves the chosen unit to an empty tile that it can reach, and says so of one that it cannot", () => {
    expect(clickResult(state, 1)).toEqual(NOTHING);
    expect(clickResult(told, 1)).toEqual(ORDER("move 0 1,0"));
    expect(clickResult(told, 2)).toEqual(WHY("UNREACHABLE"));
    expect(clickResult(chosen, 2)).toEqual(ORDER("move 0 2,0")); // not told yet what it can: the server shall judge
  });
});

describe("a click in the attack phase", () => {
  const state = playing("S a . a #", { phase: "attack", state: 3 }, { units: [0] });
  const chosen = taken(state, { action: "choose", unit: 0 });
  const told = taken(chosen, can(chosen, 0, { targets: [{ x: 1, y: 0, ...TARGET }] }));

  it("chooses an attacker, and the same again stays chosen", () => {
    expect([clickResult(state, 0), clickResult(chosen, 0)]).toEqual([CHOOSE(0), CHOOSE(0)]);
  });

  it("attacks an enemy with the chosen unit, if it is in range", () => {
    expect(clickResult(state, 1)).toEqual(WHY("CHOOSE_FIRST"));
    expect(clickResult(told, 1)).toEqual(ORDER("attack 0 1,0"));
    expect(clickResult(told, 3)).toEqual(WHY("TOO_FAR"));
  });

  it("does nothing on an empty tile, unless something stands there that can be broken", () => {
    expect([clickResult(told, 2), clickResult(told, 4)]).toEqual([NOTHING, NOTHING]);
    const wall = can(chosen, 0, { targets: [{ x: 4, y: 0, ...TARGET, unit: null, structure: "wall" }] });
    expect(clickResult(taken(chosen, wall), 4)).toEqual(ORDER("attack 0 4,0"));
  });
});

describe("a click in the gate phase", () => {
  const state = playing("SG . . G\nG a . .", { phase: "gates", state: 5 }, { gates: [0, 2] });

  it("toggles a gate of one's own, whoever stands on it, and nothing else", () => {
    expect([clickResult(state, 0), clickResult(state, 4)]).toEqual([ORDER("gate 0"), ORDER("gate 2")]);
    expect(clickResult(state, 3)).toEqual(WHY("NOT_YOURS"));
    expect([clickResult(state, 1), clickResult(state, 5)]).toEqual([NOTHING, NOTHING]);
    const dead = playing("G .", { phase: "gates", gates: [{ x: 0, y: 0, side: "eldoin", live: false }] });
    expect(clickResult(dead, 0)).toEqual(WHY("GATE_DEAD"));
  });

  it("goes from gate to gate with the key for the next", () => {
    expect(nextGate(state)).toBe(0);
    expect(nextGate(taken(state, { action: "move cursor", tile: 0 }))).toBe(4);
    expect(nextGate(taken(state, { action: "move cursor", tile: 4 }))).toBe(0);
    expect(nextGate(taken(state, { action: "move cursor", tile: 0 }), true)).toBe(4);
  });
});

describe("the cursor", () => {
  it("looks otherwise by phase", () => {
    const attack = playing("S a", { phase: "attack", state: 3 });
    const gates = playing("G . a", { phase: "gates", state: 5 }, { gates: [0] });
    expect([cursorLook(playing("S a"), 0), cursorLook(attack, 0)]).toEqual(["move", "choose"]);
    expect(cursorLook(taken(attack, { action: "choose", unit: 0 }), 1)).toBe("aim");
    expect([cursorLook(gates, 0), cursorLook(gates, 1)]).toEqual(["gate", "plain"]);
    expect(cursorLook(playing("S a", { player: "dailor", state: 2 }), 0)).toBe("plain");
  });
});

describe("the next unit", () => {
  it("is the next by number that has work left, round and round", () => {
    const state = playing("S A S a", {}, { units: [0, 2] });
    expect(nextUnit(state)).toBe(0);
    expect(nextUnit(taken(state, { action: "choose", unit: 0 }))).toBe(2);
    expect(nextUnit(taken(state, { action: "choose", unit: 2 }))).toBe(0);
    expect(nextUnit(taken(state, { action: "choose", unit: 0 }), true)).toBe(2);
    expect(nextUnit(playing("S a"))).toBe(null);
  });
});

describe("the state", () => {
  it("waits for the second player, plays, and ends when all has been shown", () => {
    const options = { scenario: "default", rules: "guide", clock: null, rated: true };
    const room = serverEvent("welten_room", { roomId: "hall", state: "lobby", options, spectators: 0 });
    expect(taken(initialState("hall"), room).status).toBe("lobby");
    const state = playing("S a");
    const end = serverEvent("game_end", { winner: null, places: [1, 2], reason: "resign", turn: 1, replay_id: "r" });
    const over = taken(state, told(state, { outcome: { winner: "dailor", reason: "resign" } }), end);
    expect([over.status, isOver(over)]).toEqual(["ended", false]);
    expect(isOver(taken(over, { action: "event shown" }))).toBe(true);
  });

  it("shows orders one after the other, and all at once when they are skipped", () => {
    const state = playing("S . .\na . .", { player: "dailor", state: 2 });
    const first = taken(state, told(state, { units: [[1, 10, 1, 1, 16, 9]] }));
    const second = taken(first, told(first, { units: [[1, 10, 2, 1, 16, 8]] }));
    const shown = (s: typeof state) => s.shownBoard!.units[1]!.x;
    expect([shown(second), second.board!.units[1]!.x, second.eventQueue.length]).toEqual([0, 2, 2]);
    expect(shown(taken(second, { action: "event shown" }))).toBe(1);
    expect(shown(taken(second, { action: "event shown" }, { action: "event shown" }))).toBe(2);
    expect(taken(second, { action: "playback skipped" })).toMatchObject({ eventQueue: [], shownBoard: second.board });
  });

  it("lets nobody order before the other side's orders have been shown, but never makes one wait for one's own", () => {
    const state = playing("S a", { player: "dailor", state: 2 });
    const back = taken(state, told(state, { player: "eldoin", state: 3, phase: "attack" }));
    expect([canOrder(back), onlyOwnQueued(back)]).toEqual([false, false]);
    expect(canOrder(taken(back, { action: "playback skipped" }))).toBe(true);
    const mine = playing("S a");
    const moved = taken(mine, told(mine, { units: [[0, 0, 0, 0, 16, 9]] }));
    expect([canOrder(moved), onlyOwnQueued(moved)]).toEqual([false, true]);
  });

  it("keeps a unit chosen while it can go on, and lets it go when it cannot or the state ends", () => {
    const state = taken(playing("S . a", {}, { units: [0] }), { action: "choose", unit: 0 });
    const legal: LegalShown = { units: [0], gates: [], eldoin: [], dailor: [] };
    expect(taken(state, told(state, {}, { legal })).chosen).toBe(0);
    expect(taken(state, told(state, {})).chosen).toBe(null);
    expect(taken(state, told(state, { state: 2, player: "dailor" }, { legal })).chosen).toBe(null);
  });

  it("forgets what a unit could do as soon as the board is another, and takes no answer for an older one", () => {
    const state = taken(playing("S . a", {}, { units: [0] }), { action: "choose", unit: 0 });
    const legal: LegalShown = { units: [0], gates: [], eldoin: [], dailor: [] };
    const answer = can(state, 0, { range: [1] });
    expect(taken(state, answer).unitOptions?.range).toEqual([1]);
    expect(taken(state, answer, told(state, {}, { legal })).unitOptions).toBe(null);
    expect(taken(state, told(state, {}, { legal }), answer).unitOptions).toBe(null);
    expect(taken(state, { action: "choose", unit: null }, answer).unitOptions).toBe(null);
  });

  it("comes back to a game where it was", () => {
    const state = taken(
      playing("S a"),
      { action: "move cursor", tile: 1 },
      { action: "choose", unit: 0 },
      { action: "lost" },
    );
    const view = drawn("S a");
    const again = {
      n: 0,
      side: "eldoin",
      replay_id: "r",
      view,
      legal: state.legal!,
      clock: null,
      tiles: null,
    } as const;
    expect(taken(state, { action: "connected" }, serverEvent("welten_view", again))).toMatchObject({
      cursor: 1,
      chosen: 0,
    });
    const other = serverEvent("welten_view", { ...again, replay_id: "another" });
    expect(taken(state, { action: "connected" }, other)).toMatchObject({ cursor: null, chosen: null });
  });
});

describe("animations", () => {
  it("tell an order in pictures: a walk, a strike and a fall, a wall that breaks", () => {
    const board = boardOf(drawn("S . a #"));
    const events: WeltenFrame["events"] = [
      { type: "moved", unit: 0, fromX: 0, fromY: 0, path: "R", x: 1, y: 0, b: 9 },
      { type: "hit", unit: 0, target: 1, x: 2, y: 0, modifier: 0, damage: 4, v: 0 },
      { type: "destroyed", unit: 1, x: 2, y: 0 },
      { type: "broken", unit: 0, x: 3, y: 0, code: 0x72, gate: null },
      { type: "state began", state: 2, phase: "movement", player: "dailor", rounds: 0 },
    ];
    expect(animationsOf(board, { events })).toEqual([
      { kind: "walk", unit: 0, tiles: [0, 1] },
      { kind: "strike", from: 0, to: 2, damage: 4 },
      { kind: "fall", unit: 1, tile: 2 },
      { kind: "strike", from: 0, to: 3, damage: null },
      { kind: "change", tile: 3, before: 0x72, after: 0x71 },
    ]);
  });
});

describe("clocks", () => {
  it("run for the side that plays only, and not below nothing", () => {
    const clock = { eldoin: 5000, dailor: 9000, running: "eldoin" } as const;
    expect([timeLeft(clock, "eldoin", 1500), timeLeft(clock, "dailor", 1500), timeLeft(clock, "eldoin", 9000)]).toEqual(
      [3500, 9000, 0],
    );
  });

  it("are written as people read them", () => {
    expect([7_240, 59_001, 725_000, 3_725_000].map(timeText)).toEqual(["7.2", "1:00", "12:05", "1:02:05"]);
  });
});
