/** Small boards of Weltendämmerung and the words of the wire, for tests. */

import type { AcceptedLegal, BoardShown, LegalShown, Patch, WeltenEvents, WeltenView } from "../src/protocol";
import type { GameData } from "../src/welten/game-data";
import {
  initialState,
  reduce,
  type ServerEvent,
  type ServerMessages,
  type State,
  type Step,
} from "../src/welten/state";

const GROUND: Readonly<Record<string, number>> = {
  ".": 0x69,
  "~": 0x6b,
  f: 0x6c,
  G: 0x6f,
  "^": 0x70,
  _: 0x71,
  "#": 0x72,
};
/** Sword bearers, archers, Eldoin's commander; catapult, axe men, wyrm. */
const UNITS: Readonly<Record<string, number>> = { S: 0, A: 1, C: 6, k: 8, a: 10, w: 12 };

/** Types without names: the first seven are Eldoin's, and the last of them is its commander. */
export const GAME_DATA: GameData = {
  unitTypes: Array.from({ length: 16 }, (_, type) => ({
    german: `Typ ${type}`,
    english: `type ${type}`,
    side: type < 7 ? "eldoin" : "dailor",
    ...{ r: 1, b: 10, a: 4, v: 16, river: null, forest: null, swamp: null },
    ...{ flies: false, sails: false, breaksGates: false, breaksWalls: false, mustLive: false },
    commander: type === 6,
  })),
  terrains: [{ code: 0x69, german: "Wiese", english: "Meadow" }],
  roundLimit: 15,
};

/** A board as the wire has it: each tile is a unit, or ground, or a unit with the ground beneath it. */
export function drawn(picture: string, more: Partial<BoardShown> = {}): BoardShown {
  const rows = picture
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/));
  const width = rows[0]!.length;
  const units: number[][] = [];
  const gates: BoardShown["gates"][number][] = [];
  const terrain = rows.flat().map((word, tile) => {
    const [sign = ".", beneath = "."] = word;
    const type = UNITS[sign];
    const [x, y] = [tile % width, Math.floor(tile / width)];
    if (type !== undefined) units.push([type, x, y, 16, 10]);
    const ground = type === undefined ? sign : beneath;
    if (ground === "G") gates.push({ x, y, side: x < width / 2 ? "eldoin" : "dailor", live: true });
    return GROUND[ground]!;
  });
  const rest = { rules: "guide", dice: "uniform", phase: "movement", player: "eldoin", state: 1, rounds: 0 } as const;
  return { ...rest, width, height: rows.length, terrain, units, gates, offers: [], outcome: null, ...more };
}

export const LEGAL: LegalShown = {
  units: [],
  gates: [],
  eldoin: ["end", "draw", "resign"],
  dailor: ["draw", "resign"],
};

export function serverEvent<E extends keyof ServerMessages>(event: E, ...args: ServerMessages[E]): ServerEvent {
  return { event, args } as unknown as ServerEvent;
}

/** The state after steps. */
export function taken(state: State, ...steps: readonly Step[]): State {
  return steps.reduce(reduce, state);
}

/** A player in a game on a drawn board. */
export function playing(
  picture: string,
  board: Partial<BoardShown> = {},
  legal: Partial<LegalShown> = {},
  side: WeltenView["side"] = "eldoin",
): State {
  const view = drawn(picture, board);
  return taken(
    initialState("hall", GAME_DATA),
    { action: "connected" },
    serverEvent("welten_view", {
      n: 0,
      side,
      replay_id: "r",
      view,
      legal: { ...LEGAL, ...legal },
      clock: null,
      tiles: null,
    }),
  );
}

/** An order that was carried out. */
export function told(state: State, patch: Partial<Patch>, more: Partial<WeltenEvents> = {}): ServerEvent {
  const { phase, player, state: number, rounds, offers, outcome } = state.board!;
  const same: Patch = { phase, player, state: number, rounds, offers, outcome, units: [], terrain: [], dead: [] };
  return serverEvent("welten_events", {
    n: state.n + 1,
    side: player,
    order: "",
    events: [],
    patch: { ...same, ...patch },
    legal: LEGAL,
    clock: null,
    ...more,
  });
}

/** What the server says that a unit can do. */
export function can(state: State, unit: number, more: Partial<AcceptedLegal>): Step {
  return { action: "legal received", can: { ok: true, n: state.n, unit, ways: [], range: [], targets: [], ...more } };
}
