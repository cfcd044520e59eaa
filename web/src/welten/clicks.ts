/** What a click on a tile does in each phase, and how the cursor looks there. */

import type { TargetShown, WayShown } from "../protocol";
import { gateOn, sideOf, unitOn } from "./board";
import type { CursorLook } from "./markers";
import { canOrder, type State } from "./state";

export type ClickResult =
  | { readonly kind: "choose"; readonly unit: number | null }
  | { readonly kind: "order"; readonly text: string }
  /** Nothing is done; the code, if there is one, says why. */
  | { readonly kind: "nothing"; readonly why: string | null };

const NOTHING: ClickResult = { kind: "nothing", why: null };

function refused(why: string): ClickResult {
  return { kind: "nothing", why };
}

/** What a click on a tile does. */
export function clickResult(state: State, tile: number): ClickResult {
  const { shownBoard } = state;
  if (!shownBoard || !canOrder(state)) return NOTHING;
  switch (shownBoard.phase) {
    case "movement":
      return moving(state, tile);
    case "attack":
      return attacking(state, tile);
    case "gates":
      return toggling(state, tile);
  }
}

function moving(state: State, tile: number): ClickResult {
  const board = state.shownBoard!;
  const unit = unitOn(board, tile);
  if (unit) {
    if (sideOf(unit) !== board.player) return NOTHING;
    return { kind: "choose", unit: unit.number === state.chosen ? null : unit.number };
  }
  if (state.chosen === null) return NOTHING;
  if (state.unitOptions && !pathTo(state, tile)) return refused("UNREACHABLE");
  return { kind: "order", text: `move ${state.chosen} ${place(state, tile)}` };
}

function attacking(state: State, tile: number): ClickResult {
  const board = state.shownBoard!;
  const unit = unitOn(board, tile);
  if (unit && sideOf(unit) === board.player) return { kind: "choose", unit: unit.number };
  if (state.chosen === null) return unit ? refused("CHOOSE_FIRST") : NOTHING;
  if (targetAt(state, tile) || (unit && !state.unitOptions))
    return { kind: "order", text: `attack ${state.chosen} ${place(state, tile)}` };
  if (!unit) return NOTHING;
  return refused(board.units[state.chosen]!.b === 0 ? "ATTACK_SPENT" : "TOO_FAR");
}

function toggling(state: State, tile: number): ClickResult {
  const board = state.shownBoard!;
  const gate = gateOn(board, tile);
  if (gate === null) return NOTHING;
  if (state.legal?.gates.includes(gate)) return { kind: "order", text: `gate ${gate}` };
  return refused(board.gates[gate]!.live ? "NOT_YOURS" : "GATE_DEAD");
}

function place(state: State, tile: number): string {
  const { width } = state.shownBoard!;
  return `${tile % width},${Math.floor(tile / width)}`;
}

/** How the chosen unit gets to a tile, as far as the server has said. */
export function pathTo(state: State, tile: number): WayShown | null {
  const width = state.shownBoard?.width ?? 1;
  return state.unitOptions?.ways.find(({ x, y }) => y * width + x === tile) ?? null;
}

/** What the chosen unit can attack on a tile, as far as the server has said. */
export function targetAt(state: State, tile: number): TargetShown | null {
  const width = state.shownBoard?.width ?? 1;
  return state.unitOptions?.targets.find(({ x, y }) => y * width + x === tile) ?? null;
}

/** How the cursor looks on a tile. */
export function cursorLook(state: State, tile: number): CursorLook {
  const { shownBoard, legal, chosen } = state;
  if (!shownBoard || !canOrder(state)) return "plain";
  if (shownBoard.phase === "movement") return "move";
  if (shownBoard.phase === "attack") return chosen === null ? "choose" : "aim";
  const gate = gateOn(shownBoard, tile);
  return gate !== null && legal?.gates.includes(gate) ? "gate" : "plain";
}

/** The next unit with work left after the chosen one, or after the one under the cursor; null if there is none. */
export function nextUnit(state: State, backwards = false): number | null {
  const { legal, shownBoard, chosen, cursor } = state;
  if (!legal || !shownBoard || !canOrder(state) || legal.units.length === 0) return null;
  const from = chosen ?? (cursor === null ? -1 : (unitOn(shownBoard, cursor)?.number ?? -1));
  const { units } = legal;
  if (backwards) return units.findLast((unit) => unit < from) ?? units.at(-1)!;
  return units.find((unit) => unit > from) ?? units[0]!;
}

/** The next gate that may be toggled after the cursor, as a tile; null if there is none. */
export function nextGate(state: State, backwards = false): number | null {
  const { legal, shownBoard, cursor } = state;
  if (!legal || !shownBoard || !canOrder(state) || legal.gates.length === 0) return null;
  const tiles = legal.gates.map((gate) => shownBoard.gates[gate]!.y * shownBoard.width + shownBoard.gates[gate]!.x);
  const at = cursor === null ? -1 : tiles.indexOf(cursor);
  if (backwards) return tiles.at(at <= 0 ? -1 : at - 1)!;
  return tiles[(at + 1) % tiles.length]!;
}
