/**
 * Computes which tiles of a replay a seat sees: remembered ones are drawn shaded. Live games are told by the server;
 * frames of timelines have each tile as last seen and not whether it is in sight, which follows from the board. A
 * test compares it with what live games are told.
 */

import { MOUNTAIN } from "./board";

interface SeenBoard {
  readonly width: number;
  readonly height: number;
  readonly terrain: Int32Array;
  readonly cities: ReadonlySet<number>;
  readonly towers: ReadonlySet<number>;
}

const CITY_RADIUS = 2;
const TOWER_RADIUS = 3;

/** 1 for each tile in sight of a seat; -1 sees everything. */
export function visibleTiles(seen: SeenBoard, seat: number): Int32Array {
  const { width, height, terrain } = seen;
  const visible = new Int32Array(width * height);
  if (seat < 0) return visible.fill(1);
  for (let tile = 0; tile < visible.length; tile++) {
    if (terrain[tile] !== seat) continue;
    const x = tile % width;
    visible[tile] = 1;
    if (x > 0) visible[tile - 1] = 1;
    if (x < width - 1) visible[tile + 1] = 1;
    if (tile >= width) visible[tile - width] = 1;
    if (tile + width < visible.length) visible[tile + width] = 1;
    const radius = seen.towers.has(tile) ? TOWER_RADIUS : seen.cities.has(tile) ? CITY_RADIUS : 0;
    if (radius) disc(seen, visible, x, Math.floor(tile / width), radius);
  }
  return visible;
}

function disc(seen: SeenBoard, visible: Int32Array, x: number, y: number, radius: number): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const inside = x + dx >= 0 && x + dx < seen.width && y + dy >= 0 && y + dy < seen.height;
      if (inside && dx * dx + dy * dy <= radius * radius && !blocked(seen, x, y, dx, dy)) {
        visible[(y + dy) * seen.width + x + dx] = 1;
      }
    }
  }
}

/** Whether the line between the centres crosses the inside of a mountain; touching a corner does not hide. */
function blocked(seen: SeenBoard, x: number, y: number, dx: number, dy: number): boolean {
  for (let my = Math.min(0, dy); my <= Math.max(0, dy); my++) {
    for (let mx = Math.min(0, dx); mx <= Math.max(0, dx); mx++) {
      if ((mx === 0 && my === 0) || (mx === dx && my === dy)) continue;
      if (seen.terrain[(y + my) * seen.width + x + mx] !== MOUNTAIN) continue;
      if (2 * Math.abs(dy * mx - dx * my) < Math.abs(dy) + Math.abs(dx)) return true;
    }
  }
  return false;
}
