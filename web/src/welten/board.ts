/** A board of Weltendämmerung as received from the server, with the unit on each tile. */

import type { BoardShown, Patch } from "../protocol";
import { WELTEN_TILE_CODES } from "../protocol/welten-options";

export type Side = BoardShown["player"];
export type Phase = BoardShown["phase"];

export interface Unit {
  readonly number: number;
  readonly type: number;
  /** -1 once it is destroyed. */
  readonly x: number;
  readonly y: number;
  readonly v: number;
  readonly b: number;
}

export interface Board extends Omit<BoardShown, "units"> {
  readonly units: readonly Unit[];
  /** The number of the unit on each tile, or -1. */
  readonly standing: Int16Array;
}

/** The tile code of a unit is this plus its type. */
export const FIRST_UNIT_CODE = WELTEN_TILE_CODES.firstUnit.const;

/** The board that a message shows whole. */
export function boardOf(shown: BoardShown): Board {
  const units = shown.units.map((numbers, number) => unitOf(number, numbers));
  return { ...shown, units, standing: standing(shown, units) };
}

/** The board after a patch, a new one; the old board is left as it was. */
export function applyPatch(board: Board, patch: Patch): Board {
  const { units: changed, terrain: land, dead, ...rest } = patch;
  const units = changed.length ? [...board.units] : board.units;
  for (const [number = 0, ...numbers] of changed) (units as Unit[])[number] = unitOf(number, numbers);
  const terrain = land.length ? [...board.terrain] : board.terrain;
  for (const [tile = 0, code = 0] of land) (terrain as number[])[tile] = code;
  const gates = dead.length
    ? board.gates.map((gate, number) => (dead.includes(number) ? { ...gate, live: false } : gate))
    : board.gates;
  const moved = changed.some(([number = 0]) => tileOf(board, board.units[number]!) !== tileOf(board, units[number]!));
  return { ...board, ...rest, units, terrain, gates, standing: moved ? standing(board, units) : board.standing };
}

function unitOf(number: number, [type = 0, x = -1, y = -1, v = 0, b = 0]: readonly number[]): Unit {
  return { number, type, x, y, v, b };
}

function standing(board: { width: number; height: number }, units: readonly Unit[]): Int16Array {
  const found = new Int16Array(board.width * board.height).fill(-1);
  for (const unit of units) if (unit.x >= 0) found[unit.y * board.width + unit.x] = unit.number;
  return found;
}

/** The tile of a place. */
export function tileAt(board: { readonly width: number }, x: number, y: number): number {
  return y * board.width + x;
}

/** The tile in the middle. */
export function middle(board: { readonly width: number; readonly height: number }): number {
  return tileAt(board, Math.floor(board.width / 2), Math.floor(board.height / 2));
}

/** The tile of a unit, or null once it is destroyed. */
export function tileOf(board: { readonly width: number }, unit: Unit): number | null {
  return unit.x < 0 ? null : unit.y * board.width + unit.x;
}

/** The unit on a tile, or null. */
export function unitOn(board: Board, tile: number): Unit | null {
  return board.units[board.standing[tile] ?? -1] ?? null;
}

export function enemy(side: Side): Side {
  return side === "eldoin" ? "dailor" : "eldoin";
}

/** The number of the gate position on a tile, or null. */
export function gateOn(board: Board, tile: number): number | null {
  const found = board.gates.findIndex((gate) => gate.y * board.width + gate.x === tile);
  return found < 0 ? null : found;
}

/** The code that shows on a tile: that of the unit, else that of the ground. */
export function codeOn(board: Board, tile: number): number {
  const unit = unitOn(board, tile);
  return unit ? FIRST_UNIT_CODE + unit.type : board.terrain[tile]!;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

/** The tiles of a way, the first included. */
export function pathTiles(board: { readonly width: number }, x: number, y: number, path: string): readonly number[] {
  const tiles = [tileAt(board, x, y)];
  for (const step of path) {
    const [dx, dy] = STEPS[step] ?? [0, 0];
    x += dx;
    y += dy;
    tiles.push(tileAt(board, x, y));
  }
  return tiles;
}
