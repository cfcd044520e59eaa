/** What a click on a tile means, by phase: the table of the game, and the cursor that goes with it. */

import type { TargetShown, WayShown } from "../protocol";
import { gateOn, sideOf, unitOn } from "./board";
import type { Look } from "./markers";
import { mayOrder, type State } from "./state";

export type Deed =
  | { readonly deed: "choose"; readonly unit: number | null }
  | { readonly deed: "order"; readonly text: string }
  /** Nothing is done; the code, if there is one, says why. */
  | { readonly deed: "nothing"; readonly why: string | null };

const NOTHING: Deed = { deed: "nothing", why: null };

function refused(why: string): Deed {
  return { deed: "nothing", why };
}

/** What a click on a tile does. */
export function clicked(state: State, tile: number): Deed {
  const { shown } = state;
  if (!shown || !mayOrder(state)) return NOTHING;
  switch (shown.phase) {
    case "movement":
      return moving(state, tile);
    case "attack":
      return attacking(state, tile);
    case "gates":
      return toggling(state, tile);
  }
}

function moving(state: State, tile: number): Deed {
  const board = state.shown!;
  const unit = unitOn(board, tile);
  if (unit) {
    if (sideOf(unit) !== board.player) return NOTHING;
    return { deed: "choose", unit: unit.number === state.chosen ? null : unit.number };
  }
  if (state.chosen === null) return NOTHING;
  if (state.can && !wayTo(state, tile)) return refused("UNREACHABLE");
  return { deed: "order", text: `move ${state.chosen} ${place(state, tile)}` };
}

function attacking(state: State, tile: number): Deed {
  const board = state.shown!;
  const unit = unitOn(board, tile);
  if (unit && sideOf(unit) === board.player) return { deed: "choose", unit: unit.number };
  if (state.chosen === null) return unit ? refused("CHOOSE_FIRST") : NOTHING;
  if (targetAt(state, tile) || (unit && !state.can))
    return { deed: "order", text: `attack ${state.chosen} ${place(state, tile)}` };
  if (!unit) return NOTHING;
  return refused(board.units[state.chosen]!.b === 0 ? "ATTACK_SPENT" : "TOO_FAR");
}

function toggling(state: State, tile: number): Deed {
  const board = state.shown!;
  const gate = gateOn(board, tile);
  if (gate === null) return NOTHING;
  if (state.legal?.gates.includes(gate)) return { deed: "order", text: `gate ${gate}` };
  return refused(board.gates[gate]!.live ? "NOT_YOURS" : "GATE_DEAD");
}

function place(state: State, tile: number): string {
  const { width } = state.shown!;
  return `${tile % width},${Math.floor(tile / width)}`;
}

/** How the chosen unit gets to a tile, as far as the server has said. */
export function wayTo(state: State, tile: number): WayShown | null {
  const width = state.shown?.width ?? 1;
  return state.can?.ways.find(({ x, y }) => y * width + x === tile) ?? null;
}

/** What the chosen unit can attack on a tile, as far as the server has said. */
export function targetAt(state: State, tile: number): TargetShown | null {
  const width = state.shown?.width ?? 1;
  return state.can?.targets.find(({ x, y }) => y * width + x === tile) ?? null;
}

/** How the cursor looks on a tile. */
export function lookOf(state: State, tile: number): Look {
  const { shown, legal, chosen } = state;
  if (!shown || !mayOrder(state)) return "plain";
  if (shown.phase === "movement") return "move";
  if (shown.phase === "attack") return chosen === null ? "choose" : "aim";
  const gate = gateOn(shown, tile);
  return gate !== null && legal?.gates.includes(gate) ? "gate" : "plain";
}

/** The next unit with work left after the chosen one, or after the one under the cursor; null if there is none. */
export function nextUnit(state: State, backwards = false): number | null {
  const { legal, shown, chosen, cursor } = state;
  if (!legal || !shown || !mayOrder(state) || legal.units.length === 0) return null;
  const from = chosen ?? (cursor === null ? -1 : (unitOn(shown, cursor)?.number ?? -1));
  const { units } = legal;
  if (backwards) return units.findLast((unit) => unit < from) ?? units.at(-1)!;
  return units.find((unit) => unit > from) ?? units[0]!;
}

/** The next gate that may be toggled after the cursor, as a tile; null if there is none. */
export function nextGate(state: State, backwards = false): number | null {
  const { legal, shown, cursor } = state;
  if (!legal || !shown || !mayOrder(state) || legal.gates.length === 0) return null;
  const tiles = legal.gates.map((gate) => shown.gates[gate]!.y * shown.width + shown.gates[gate]!.x);
  const at = cursor === null ? -1 : tiles.indexOf(cursor);
  if (backwards) return tiles.at(at <= 0 ? -1 : at - 1)!;
  return tiles[(at + 1) % tiles.length]!;
}
