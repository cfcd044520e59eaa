/**
 * What the player has planned for units, which the server need not know: units that hold their place or are done for this
 * phase, and the group that is marked for common orders.
 */

import type { Board } from "./board";

export interface Plans {
  /** Units that stay where they are until they get an order: nobody is asked about them. */
  readonly held: readonly number[];
  /** Units that are done for this phase. */
  readonly done: readonly number[];
  /** Units that are marked for common orders. */
  readonly marked: readonly number[];
  /** Whether clicks mark units, and drags draw a box around them. */
  readonly grouping: boolean;
}

export const NO_PLANS: Plans = { held: [], done: [], marked: [], grouping: false };

export type PlanAction =
  | { readonly action: "hold"; readonly units: readonly number[]; readonly on: boolean }
  | { readonly action: "done"; readonly units: readonly number[]; readonly on: boolean }
  | { readonly action: "mark"; readonly units: readonly number[]; readonly on: boolean }
  /** The group is led together, or left: then nobody is marked any more. */
  | { readonly action: "group"; readonly on: boolean };

export function reducePlans(plans: Plans, step: PlanAction): Plans {
  switch (step.action) {
    case "hold":
      return { ...plans, held: changed(plans.held, step) };
    case "done":
      return { ...plans, done: changed(plans.done, step) };
    case "mark":
      return { ...plans, marked: changed(plans.marked, step), grouping: plans.grouping || step.on };
    case "group":
      return { ...plans, grouping: step.on, marked: step.on ? plans.marked : [] };
  }
}

function changed(list: readonly number[], { units, on }: { readonly units: readonly number[]; readonly on: boolean }) {
  const others = list.filter((unit) => !units.includes(unit));
  return on ? [...others, ...units] : others;
}

/** The plans on another board: the dead have none, and a new phase asks about all units again that do not hold. */
export function plansOn(plans: Plans, before: Board, board: Board): Plans {
  const alive = (units: readonly number[]) => units.filter((unit) => (board.units[unit]?.x ?? -1) >= 0);
  const done = board.state === before.state ? plans.done : [];
  const lists = { held: alive(plans.held), done: alive(done), marked: alive(plans.marked) };
  const same = (["held", "done", "marked"] as const).every((name) => lists[name].length === plans[name].length);
  return same ? plans : { ...plans, ...lists };
}

/** The plans after an order as text: a unit that gets one neither holds nor is done. */
export function plansAfter(plans: Plans, order: string): Plans {
  const unit = Number(/^(?:move|attack) (\d+)/.exec(order)?.[1] ?? -1);
  if (!plans.held.includes(unit) && !plans.done.includes(unit)) return plans;
  const others = (units: readonly number[]) => units.filter((other) => other !== unit);
  return { ...plans, held: others(plans.held), done: others(plans.done) };
}
