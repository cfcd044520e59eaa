/** The picture with all tiles of a scenario, as the server draws it, and where each tile is on it. */

import { WELTEN_TILE_CODES } from "../protocol/welten-options";

/** Points of a tile on each side. */
export const POINTS = 8;
/** The sheet has ten tiles in a row, and one point of ground around each. */
const COLUMNS = 10;
const PITCH = POINTS + 2;

/** The codes of tiles. */
export const TILE_CODES = {
  blank: WELTEN_TILE_CODES.blank.const,
  wall: WELTEN_TILE_CODES.levelWall.const,
  meadow: WELTEN_TILE_CODES.meadow.const,
  river: WELTEN_TILE_CODES.river.const,
  forest: WELTEN_TILE_CODES.forest.const,
  end: WELTEN_TILE_CODES.end.const,
  swamp: WELTEN_TILE_CODES.swamp.const,
  gate: WELTEN_TILE_CODES.gate.const,
  mountains: WELTEN_TILE_CODES.mountains.const,
  pavement: WELTEN_TILE_CODES.pavement.const,
  shut: WELTEN_TILE_CODES.shutGate.const,
} as const;

/** The codes of the first and the last tile on the sheet. */
export const FIRST_CODE = WELTEN_TILE_CODES.first.const;
export const LAST_CODE = WELTEN_TILE_CODES.last.const;

/** Whether a room names no scenario of the server: it plays on a land of the host's own, or plays a saved game on. */
function hasNoName(scenario: string): boolean {
  return scenario === "own" || scenario === "save";
}

/** The address of a scenario's sheet; a scenario of the host's own without tiles uses the default ones. */
export function sheetAddress(scenario: string): string {
  return `/api/tiles.png?scenario=${encodeURIComponent(hasNoName(scenario) ? "default" : scenario)}`;
}

export async function loadSheet(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** The upper left corner of a tile on the sheet. */
export function sheetPosition(code: number): readonly [number, number] {
  const number = code - FIRST_CODE;
  return [(number % COLUMNS) * PITCH + 1, Math.floor(number / COLUMNS) * PITCH + 1];
}
