/** Names, sides and powers of units and terrain, as the server sends them: nothing here knows a rule. */

import * as api from "../api";
import type { TerrainShown, UnitTypeShown } from "../protocol";
import type { Board, Side, Unit } from "./board";

export interface GameData {
  readonly unitTypes: readonly UnitTypeShown[];
  readonly terrains: readonly TerrainShown[];
  /** The rounds after which Eldoin has held out. */
  readonly roundLimit: number;
}

/** The scenario that is asked for names and powers, which are the same in every scenario. */
export const DEFAULT_SCENARIO = "default";

export const SIDES: readonly Side[] = ["eldoin", "dailor"];

let loaded: Promise<GameData | null> | null = null;

/** Fetches the game data once; null when the server does not answer, and the next call tries again. */
export function loadGameData(): Promise<GameData | null> {
  loaded ??= api.scenario(DEFAULT_SCENARIO).then((data) => {
    if (!data) loaded = null;
    return data;
  });
  return loaded;
}

/** The side that a unit belongs to. */
export function sideOf({ unitTypes }: GameData, unit: Unit): Side {
  return unitTypes[unit.type]!.side;
}

/** The type of a side's commander. */
export function commanderType({ unitTypes }: GameData, side: Side): number {
  return unitTypes.findIndex((type) => type.side === side && type.commander);
}

/** The number of units that a side had when the game began. */
export function strengthAtStart(data: GameData, board: Board, side: Side): number {
  return board.units.filter((unit) => sideOf(data, unit) === side).length;
}

/** The number of units that a side has left. */
export function strength(data: GameData, board: Board, side: Side): number {
  return board.units.filter((unit) => unit.x >= 0 && sideOf(data, unit) === side).length;
}
