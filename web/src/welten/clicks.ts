/** What a click on a tile does in each phase, and how the cursor looks there. */

import type { TargetShown, WayShown } from "../protocol";
import { gateOn, type Unit, unitOn } from "./board";
import { sideOf } from "./game-data";
import type { CursorLook } from "./markers";
import { canOrder, openUnits, type State } from "./state";

export type ClickResult =
  | { readonly kind: "choose"; readonly unit: number | null }
  | { readonly kind: "order"; readonly text: string }
  /** The reach of an enemy is shown, or hidden with null. */
  | { readonly kind: "study"; readonly unit: number | null }
  /** The marked group goes there. */
  | { readonly kind: "lead"; readonly tile: number }
  /** Units are marked for common orders, or no longer. */
  | { readonly kind: "mark"; readonly unit: number; readonly on: boolean }
  /** Nothing is done; the code, if there is one, says why. */
  | { readonly kind: "nothing"; readonly why: string | null };

const NOTHING: ClickResult = { kind: "nothing", why: null };

function refused(why: string): ClickResult {
  return { kind: "nothing", why };
}

/** What a click on a tile does. */
export function clickResult(state: State, tile: number): ClickResult {
  const { shownBoard } = state;
  if (!shownBoard) return NOTHING;
  if (!canOrder(state)) return studying(state, tile);
  if (state.plans.grouping) return leading(state, tile);
  switch (shownBoard.phase) {
    case "movement":
      return moving(state, tile);
    case "attack":
      return attacking(state, tile);
    case "gates":
      return toggling(state, tile);
  }
}

/** An enemy's reach is shown by the first click and hidden by the second. */
function studying(state: State, tile: number): ClickResult {
  const unit = unitOn(state.shownBoard!, tile);
  if (!unit || state.board?.outcome || !isEnemy(state, unit)) return NOTHING;
  return { kind: "study", unit: unit.number === state.studied ? null : unit.number };
}

/** Whether a unit is led by the other side; for spectators and at one screen, by the side that does not play. */
function isEnemy({ side, gameData, shownBoard }: State, unit: Unit): boolean {
  const own = side === "eldoin" || side === "dailor" ? side : shownBoard!.player;
  return sideOf(gameData, unit) !== own;
}

/** With a group, units are marked by clicks, and a free tile is where the group goes. */
function leading(state: State, tile: number): ClickResult {
  const board = state.shownBoard!;
  const unit = unitOn(board, tile);
  if (unit && sideOf(state.gameData, unit) === board.player)
    return { kind: "mark", unit: unit.number, on: !state.plans.marked.includes(unit.number) };
  if (unit) return studying(state, tile);
  if (state.plans.marked.length === 0) return refused("NOBODY_MARKED");
  return board.phase === "movement" ? { kind: "lead", tile } : NOTHING;
}

function moving(state: State, tile: number): ClickResult {
  const board = state.shownBoard!;
  const unit = unitOn(board, tile);
  if (unit) {
    if (sideOf(state.gameData, unit) !== board.player) return studying(state, tile);
    return { kind: "choose", unit: unit.number === state.chosen ? null : unit.number };
  }
  if (state.chosen === null) return NOTHING;
  if (state.unitOptions && !pathTo(state, tile)) return refused("UNREACHABLE");
  return { kind: "order", text: `move ${state.chosen} ${place(state, tile)}` };
}

function attacking(state: State, tile: number): ClickResult {
  const board = state.shownBoard!;
  const unit = unitOn(board, tile);
  if (unit && sideOf(state.gameData, unit) === board.player) return { kind: "choose", unit: unit.number };
  if (state.chosen === null) return unit ? studying(state, tile) : NOTHING;
  if (targetAt(state, tile) || (unit && !state.unitOptions))
    return { kind: "order", text: `attack ${state.chosen} ${place(state, tile)}` };
  if (!unit) return NOTHING;
  return refused(board.units[state.chosen]!.b === 0 ? "ATTACK_SPENT" : "TOO_FAR");
}

function toggling(state: State, tile: number): ClickResult {
  const board = state.shownBoard!;
  const gate = gateOn(board, tile);
  if (gate === null) return studying(state, tile);
  if (state.legal?.gates.includes(gate)) return { kind: "order", text: `gate ${gate}` };
  return refused(board.gates[gate]!.live ? "NOT_YOURS" : "GATE_DEAD");
}

function place(state: State, tile: number): string {
  const { width } = state.shownBoard!;
  return `${tile % width},${Math.floor(tile / width)}`;
}

/** The chosen unit's way to a tile; null while the server has not told of one. */
export function pathTo(state: State, tile: number): WayShown | null {
  const width = state.shownBoard?.width ?? 1;
  return state.unitOptions?.ways.find(({ x, y }) => y * width + x === tile) ?? null;
}

/** What the chosen unit can attack on a tile; null while the server has not told of anything. */
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

/** The next unit with work left that is neither held nor done, after the chosen one, or after the one under the cursor; null if there is none. */
export function nextUnit(state: State, backwards = false): number | null {
  const { shownBoard, chosen, cursor } = state;
  const units = openUnits(state);
  if (!shownBoard || !canOrder(state) || units.length === 0) return null;
  const from = chosen ?? (cursor === null ? -1 : (unitOn(shownBoard, cursor)?.number ?? -1));
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
