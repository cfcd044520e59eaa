import { describe, expect, it, vi } from "vitest";

import { fitting } from "../src/canvas/camera";
import { setLanguage } from "../src/language";
import type { LegalShown, WeltenFrame } from "../src/protocol";
import { animationsOf } from "../src/welten/animations";
import { applyPatch, boardOf, codeOn, pathTiles, unitOn } from "../src/welten/board";
import { ALL_SIZES, SIZES } from "../src/welten/board-canvas";
import { clickResult, cursorLook, nextGate, nextUnit } from "../src/welten/clicks";
import { Countdown, timeLeft, timeText } from "../src/welten/clock";
import { strength } from "../src/welten/game-data";
import { homeOf } from "../src/welten/scene";
import { canOrder, initialState, isOver, onlyOwnQueued } from "../src/welten/state";
import { orderText, taskText, workLeftText } from "../src/welten/texts";
import { LAST } from "./fog-boards";
import { can, drawn, GAME_DATA, LEGAL, playing, serverEvent, taken, told } from "./welten-boards";

const CHOOSE = (unit: number | null) => ({ kind: "choose", unit });
const ORDER = (text: string) => ({ kind: "order", text });
const NOTHING = { kind: "nothing", why: null };
const WHY = (why: string) => ({ kind: "nothing", why });
const STUDY = (unit: number | null) => ({ kind: "study", unit });
const TARGET = { unit: 1, structure: null, destroyed: 0, chances: [] };

describe("lands", () => {
  const land = { width: 80, height: 40 };

  it("fill a window of every size but for less than a pixel a tile, and zoom in whole multiples of their points", () => {
    for (const window of [976, 360, 1080, 768, 1616, 2532].map((width) => ({ width, height: width })))
      expect(window.width - land.width * fitting(land, window, ALL_SIZES).size).toBeLessThan(land.width);
    expect(SIZES.filter((size) => size >= 8).every((size) => size % 8 === 0)).toBe(true);
  });
});

describe("boards", () => {
  const board = boardOf(drawn("S . f\n. aG #"));

  it("know who stands where, and show units over the ground", () => {
    expect([unitOn(board, 0)?.type, unitOn(board, 1), unitOn(board, 4)?.type]).toEqual([0, null, 10]);
    expect([codeOn(board, 0), codeOn(board, 2), codeOn(board, 4), board.terrain[4]]).toEqual([0x74, 0x6c, 0x7e, 0x6f]);
    expect([strength(GAME_DATA, board, "eldoin"), strength(GAME_DATA, board, "dailor")]).toEqual([1, 1]);
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
    expect(strength(GAME_DATA, next, "dailor")).toBe(0);
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

  it("shows the reach of an enemy, and hides it again", () => {
    expect([clickResult(state, 4), clickResult(told, 4)]).toEqual([STUDY(2), STUDY(2)]);
    expect(clickResult(taken(state, { action: "study", unit: 2 }), 4)).toEqual(STUDY(null));
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
    expect(clickResult(state, 1)).toEqual(STUDY(1)); // its reach is the answer: nothing is to be put right
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
    expect([clickResult(state, 1), clickResult(state, 5)]).toEqual([NOTHING, STUDY(1)]);
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
    const options = { scenario: "default", rules: "guide", clock: null, rated: true, casual: null, listed: true };
    const room = serverEvent("welten_room", { roomId: "hall", state: "lobby", options, spectators: 0 });
    expect(taken(initialState("hall", GAME_DATA), room).status).toBe("lobby");
    const state = playing("S a");
    const end = serverEvent("game_end", {
      winner: null,
      places: [1, 2],
      reason: "resign",
      turn: 1,
      replay_id: "r",
      ratings: null,
    });
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

  it("shows the end of the last game again to those who played it, and leaves others in the lobby", () => {
    const options = {
      scenario: "default",
      rules: "guide",
      clock: null,
      rated: false,
      casual: "clock",
      listed: true,
    } as const;
    const room = serverEvent("welten_room", { roomId: "hall", state: "lobby", options, spectators: 0 });
    const view = drawn("S a");
    const board = { ...view, outcome: { winner: "eldoin", reason: "resign" } } as typeof view;
    const last = { ...LAST, reason: "resign", replay_id: "r" };
    const came = (seats: number[]) =>
      taken(
        initialState("hall", GAME_DATA),
        room,
        serverEvent("last_match", { ...last, seats }),
        serverEvent("welten_view", {
          n: 3,
          side: null,
          replay_id: "r",
          view: board,
          legal: LEGAL,
          clock: null,
          tiles: null,
        }),
      );
    expect([came([0]), came([1]), came([0, 1])].map(({ side }) => side)).toEqual(["eldoin", "dailor", "both"]);
    expect([isOver(came([0])), came([0]).end?.players[1]?.username]).toEqual([true, "Bo"]);
    const other = came([]);
    expect([other.status, other.side]).toEqual(["lobby", null]);
    expect(isOver(taken(other, { action: "show the ending" }))).toBe(true);
    expect(taken(came([0]), { action: "return to the lobby" }, room).status).toBe("lobby");
  });

  it("tells nothing about a unit of the last player when two at one screen change", () => {
    const begun = taken(playing("S . . a", {}, {}, "both"), { action: "move cursor", tile: 0 });
    const passOn = (state: typeof begun, patch: Parameters<typeof told>[1]) => taken(state, told(state, patch));
    expect(passOn(begun, { phase: "attack", state: 2 }).cursor).toBe(0);
    expect(passOn(begun, { player: "dailor", state: 2 }).cursor).toBeNull();
    expect(passOn({ ...begun, side: "eldoin" }, { player: "dailor", state: 2 }).cursor).toBe(0);
  });

  it("comes back to a game where it was", () => {
    const state = taken(
      playing("S a"),
      { action: "move cursor", tile: 1 },
      { action: "choose", unit: 0 },
      { action: "lost", at: 0 },
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
      { type: "hit", unit: 0, target: 1, x: 2, y: 0, modifier: 0, damage: 4, v: 0, expected: 6 },
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

  it("set one timer until the next text while they run, and none otherwise", () => {
    vi.useFakeTimers();
    const countdown = new Countdown();
    const shown = () => countdown.state && [timeText(countdown.state.eldoin), timeText(countdown.state.dailor)];
    countdown.start(null);
    expect([shown(), vi.getTimerCount()]).toEqual([null, 0]);
    countdown.start({ eldoin: 61_500, dailor: 600_000, running: "eldoin" });
    expect([shown(), vi.getTimerCount()]).toEqual([["1:02", "10:00"], 1]);
    vi.advanceTimersToNextTimer();
    expect([shown(), vi.getTimerCount()]).toEqual([["1:01", "10:00"], 1]);
    countdown.start({ eldoin: 61_000, dailor: 9_950, running: "dailor" });
    vi.advanceTimersToNextTimer();
    expect([shown(), vi.getTimerCount()]).toEqual([["1:01", "9.8"], 1]);
    vi.advanceTimersByTime(10_000);
    expect([shown(), vi.getTimerCount()]).toEqual([["1:01", "0.0"], 0]);
    countdown.start({ eldoin: 61_000, dailor: 9_950, running: null });
    expect(vi.getTimerCount()).toBe(0);
    countdown.start({ eldoin: 61_000, dailor: 9_950, running: "dailor" });
    countdown.stop();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});

describe("the first look", () => {
  it("is at one's commander, else at a unit of one's own; spectators see the middle", () => {
    const home = (picture: string, side: "eldoin" | "dailor" | "both" | null) => {
      const state = playing(picture, {}, {}, side);
      return homeOf(state, state.board!);
    };
    expect([home("a S . C", "eldoin"), home("a S . .", "eldoin"), home("S . . a", "dailor")]).toEqual([3, 1, 3]);
    expect([home("a S . C", "both"), home("a S . C .", null)]).toEqual([3, 2]);
  });
});

describe("texts", () => {
  const board = boardOf(drawn("S . a"));

  it("name orders as people do", () => {
    const named = (order: string) => orderText(GAME_DATA, board, order);
    expect(["move 0 1,0", "attack 0 2,0", "gate 3", "end", "draw"].map(named)).toEqual([
      "type 0 to 1,0",
      "type 0 attack 2,0",
      "toggle gate 3",
      "end turn",
      "offer a draw",
    ]);
  });

  it.each(["en", "de"] as const)(
    "say to a group's leader what to choose, whether with a mouse or a finger: %s",
    (language) => {
      setLanguage(language);
      const begun = playing("S . . a");
      const grouping = { ...begun, plans: { ...begun.plans, grouping: true } };
      const leading = { ...grouping, plans: { ...grouping.plans, marked: [0] } };
      for (const state of [grouping, leading]) expect(taskText(state)).not.toMatch(/cli|klick/i);
      setLanguage("en");
    },
  );

  it("count units in both languages", () => {
    const counted = (units: number[], phase: "movement" | "attack") =>
      workLeftText(playing("S A a", { phase }, { units }));
    expect([counted([0], "movement"), counted([0, 1], "attack")]).toEqual([
      "1 unit can still move.",
      "2 units can still attack.",
    ]);
    setLanguage("de");
    expect([counted([0], "movement"), counted([0, 1], "attack")]).toEqual([
      "1 Einheit kann sich noch bewegen.",
      "2 Einheiten können noch angreifen.",
    ]);
    setLanguage("en");
  });
});
