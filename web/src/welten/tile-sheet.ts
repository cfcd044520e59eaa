/** The picture with all tiles of a scenario, as the server draws it, and where each tile is on it. */

/** Points of a tile on each side. */
export const POINTS = 8;
/** The codes of the first and the last tile on the sheet. */
export const FIRST_CODE = 0x5e;
export const LAST_CODE = 0x83;
/** The sheet has ten tiles in a row, and one point of ground around each. */
const COLUMNS = 10;
const PITCH = POINTS + 2;

export const TILE_CODES = {
  blank: 0x60,
  wall: 0x65,
  meadow: 0x69,
  river: 0x6b,
  forest: 0x6c,
  end: 0x6d,
  swamp: 0x6e,
  gate: 0x6f,
  mountains: 0x70,
  pavement: 0x71,
  shut: 0x72,
} as const;

/** The address of a scenario's sheet; a scenario of the host's own without tiles uses the default ones. */
export function sheetAddress(scenario: string): string {
  return `/api/tiles.png?scenario=${encodeURIComponent(scenario === "own" ? "default" : scenario)}`;
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
