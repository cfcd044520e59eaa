/** The known part of a board: flat arrays, one value for each tile, row by row. */

import type { DetailedGameUpdate } from "../protocol";
import { TILE_CODES } from "../protocol/fog-options";
import { applyPatch } from "./patch";

export const LAND = TILE_CODES.land.const;
export const MOUNTAIN = TILE_CODES.mountain.const;
/** Never seen. */
export const FOG = TILE_CODES.fog.const;
/** Never seen; a mountain, city or tower. */
export const FOG_OBSTACLE = TILE_CODES.fogObstacle.const;
export const TOWER = TILE_CODES.tower.const;
export const CITY = TILE_CODES.city.const;

export interface Board {
  readonly width: number;
  readonly height: number;
  /** As it came over the wire: width, height, armies, terrain, defence of towers. */
  readonly cells: Int32Array;
  readonly armies: Int32Array;
  /** The seat that holds a tile, or one of the codes above. */
  readonly terrain: Int32Array;
  readonly defence: Int32Array;
  /** As they came over the wire: -1 stands in places that are not used any more. */
  readonly cityList: Int32Array;
  readonly towerList: Int32Array;
  readonly cities: ReadonlySet<number>;
  readonly towers: ReadonlySet<number>;
  readonly generals: readonly number[];
  /** 1 where the tile is in sight now; everything else is as last seen. */
  readonly visible: Int32Array;
}

/** The part of an update that changes the board. Without `visible` everything is in sight. */
export type BoardPatch = Pick<DetailedGameUpdate, "map_diff" | "cities_diff" | "towers_diff" | "generals"> & {
  readonly visible?: DetailedGameUpdate["visible"] | null | undefined;
};

const NOTHING = new Int32Array(0);

/** The board after an update, a new one; the old board is left as it was. Parts that stay the same are shared. */
export function applyUpdate(board: Board | null, patch: BoardPatch): Board {
  const cells = applyPatch(board?.cells ?? NOTHING, patch.map_diff);
  const cityList = applyPatch(board?.cityList ?? NOTHING, patch.cities_diff);
  const towerList = applyPatch(board?.towerList ?? NOTHING, patch.towers_diff);
  const [width = 0, height = 0] = cells;
  const size = width * height;
  const part = (n: number) => cells.subarray(2 + n * size, 2 + (n + 1) * size);
  return {
    width,
    height,
    cells,
    armies: part(0),
    terrain: part(1),
    defence: part(2),
    cityList,
    towerList,
    cities: board?.cityList === cityList ? board.cities : listedTiles(cityList),
    towers: board?.towerList === towerList ? board.towers : listedTiles(towerList),
    generals: board && sameTiles(board.generals, patch.generals) ? board.generals : patch.generals,
    visible: patch.visible ? applyPatch(board?.visible ?? NOTHING, patch.visible) : allVisible(size),
  };
}

function listedTiles(list: Int32Array): ReadonlySet<number> {
  return new Set(list.filter((tile) => tile >= 0));
}

function sameTiles(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((tile, i) => tile === other[i]);
}

let everything = NOTHING;

/** The sight of those who see every tile, the same list for all boards of a size. */
function allVisible(size: number): Int32Array {
  if (everything.length !== size) everything = new Int32Array(size).fill(1);
  return everything;
}

/** Whether two tiles share an edge. */
export function adjacent(board: Pick<Board, "width">, a: number, b: number): boolean {
  const gap = Math.abs(a - b);
  return gap === board.width || (gap === 1 && Math.floor(a / board.width) === Math.floor(b / board.width));
}

/** The tile one step away, or null at the border. */
export function neighbour(board: Pick<Board, "width" | "height">, tile: number, dx: number, dy: number): number | null {
  const x = (tile % board.width) + dx;
  const y = Math.floor(tile / board.width) + dy;
  return x < 0 || y < 0 || x >= board.width || y >= board.height ? null : y * board.width + x;
}
