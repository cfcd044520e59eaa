import { afterEach, describe, expect, test } from "vitest";
import { setLanguage } from "../src/language";
import type { WeltenFrame, WeltenReason, WeltenTimeline } from "../src/protocol";
import { reasonsAt } from "../src/welten/reasons";

const PLAN: WeltenReason = { seat: 1, goal: "storm", numbers: { chance: 60, games: 16, plans: 3, next: 40 } };
const ATTACK: WeltenReason = { seat: 1, goal: "kill", numbers: { damage: 21, defence: 16 } };
const SHUT: WeltenReason = { seat: 0, goal: "shut_gate", numbers: {} };
const frame = (turn: number, ...reasons: WeltenReason[]): WeltenFrame => ({
  turn,
  side: null,
  order: null,
  events: [],
  patch: { units: [], terrain: [], gates: [] } as unknown as WeltenFrame["patch"],
  tiles: [],
  armies: [],
  reasons,
});
const TIMELINE = {
  explained: [0, 1],
  frames: [frame(0), frame(1, PLAN), frame(2, ATTACK), frame(3, SHUT), frame(4)],
} as unknown as WeltenTimeline;
const told = (at: number) => reasonsAt(TIMELINE, at).map((reason) => reason.told);

const STORM =
  "Marches on the Feldherr with everything: 60 % of its games played out were won, 40 % with the next best of 3 plans (16 games in all).";
const KILL = "Attacks to destroy: all who attack the unit are expected to do 21 damage, and its V is 16.";

describe("why a side of Weltendämmerung gave an order", () => {
  afterEach(() => setLanguage("en"));

  test("tells the plan of the phase, and with it the reason of the order", () => {
    expect(told(0)).toEqual(["", ""]);
    expect(told(1)).toEqual(["", STORM]);
    expect(told(2)).toEqual(["", `${STORM} ${KILL}`]);
  });

  test("keeps telling the last plan of a side while the other one plays", () => {
    expect(told(3)).toEqual(["Shuts a gate against the enemy.", STORM]);
    expect(told(4)).toEqual(["", STORM]);
  });

  test("tells it in the language of the page", () => {
    setLanguage("de");
    expect(told(3)[0]).toBe("Schließt ein Tor vor dem Feind.");
  });

  test("takes no room in a match that keeps no reasons", () => {
    expect(reasonsAt({ ...TIMELINE, explained: [] }, 2)).toEqual([]);
  });
});
