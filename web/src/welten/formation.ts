/** Plans orders of a group from what the server says is legal: places in formation, ways to them, targets. */

import type { TargetShown, WayShown } from "../protocol";
import type { Board, Unit } from "./board";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A unit and the place that it has in the formation. */
export interface Goal extends Point {
  readonly unit: number;
}

/**
 * The places of a group that goes to a tile: each unit keeps its place beside the one in the middle. Those in front come
 * first, so that they make room for those behind.
 */
export function formation(board: Board, units: readonly number[], tile: number): readonly Goal[] {
  const group = units.map((unit) => board.units[unit]!).filter(({ x }) => x >= 0);
  const middle = middleOf(group);
  if (!middle) return [];
  const dx = (tile % board.width) - middle.x;
  const dy = Math.floor(tile / board.width) - middle.y;
  const ahead = ({ x, y }: Point) => x * dx + y * dy;
  return group
    .toSorted((a, b) => ahead(b) - ahead(a))
    .map(({ number, x, y }) => ({ unit: number, x: x + dx, y: y + dy }));
}

/** The unit of a group that stands nearest to its middle. */
function middleOf(group: readonly Unit[]): Unit | null {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = { x: mean(group.map(({ x }) => x)), y: mean(group.map(({ y }) => y)) };
  const far = (unit: Unit) => Math.hypot(unit.x - middle.x, unit.y - middle.y);
  return group.reduce<Unit | null>((best, unit) => (best && far(best) <= far(unit) ? best : unit), null);
}

/** The way that leads nearest to a goal, of equal ones the cheapest; null if none leads nearer than where one stands. */
export function bestWay(ways: readonly WayShown[], from: Point, goal: Point): WayShown | null {
  const far = ({ x, y }: Point) => Math.abs(x - goal.x) + Math.abs(y - goal.y);
  const nearer = ways.filter((way) => far(way) < far(from));
  return nearer.toSorted((a, b) => far(a) - far(b) || b.b - a.b)[0] ?? null;
}

/** The unit that an attack most probably destroys, or else leaves weakest; gates and walls are only broken by hand. */
export function bestTarget(targets: readonly TargetShown[]): TargetShown | null {
  const left = ({ chances }: TargetShown) => chances.reduce((sum, { probability, v }) => sum + probability * v, 0);
  const units = targets.filter(({ unit }) => unit !== null);
  return units.toSorted((a, b) => b.destroyed - a.destroyed || left(a) - left(b))[0] ?? null;
}
