/** The marches that a player has ordered and the server has not made yet, as a mirror of the server's queue. */

import type { AttackResult } from "../protocol";

export interface QueuedMarch {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly half: boolean;
  /** The latest turn when the server confirmed it; null before that. */
  readonly since: number | null;
}

export interface Queue {
  readonly marches: readonly QueuedMarch[];
  /** Turns in a row without word of any march: two of them mean that the server's queue is empty. */
  readonly quiet: number;
}

/** The most marches that the server keeps. */
export const QUEUE_LIMIT = 64;

export const EMPTY: Queue = { marches: [], quiet: 0 };

/** With one march more. */
export function ordered(queue: Queue, march: Omit<QueuedMarch, "since">): Queue {
  return { ...queue, marches: [...queue.marches, { ...march, since: null }] };
}

/** Without a march that the server would not take. */
export function refused(queue: Queue, id: number): Queue {
  return { ...queue, marches: queue.marches.filter((march) => march.id !== id) };
}

/** Without the last march. */
export function undone(queue: Queue): Queue {
  return { ...queue, marches: queue.marches.slice(0, -1) };
}

/** After word of a march: it stands in the queue, or it has left it, and with it all before it. */
export function reported(queue: Queue, result: AttackResult, turn: number): Queue {
  const at = queue.marches.findIndex((march) => march.id === result.moveId);
  if (result.phase === "done") return { quiet: 0, marches: queue.marches.slice(at + 1) };
  if (!result.ok) return typeof result.moveId === "number" ? refused(queue, result.moveId) : queue;
  const marches = queue.marches.map((march, i) => (i === at ? { ...march, since: turn } : march));
  return { ...queue, marches };
}

/**
 * After a turn. While marches are queued each turn tells of at least one. If two turns tell of none, word of them was
 * lost with a connection, and the marches that were confirmed before that are gone.
 */
export function passed(queue: Queue, turn: number): Queue {
  const first = queue.marches[0];
  if (first === undefined || first.since === null) return { ...queue, quiet: 0 };
  const quiet = queue.quiet + 1;
  if (quiet < 3) return { ...queue, quiet };
  return { quiet: 0, marches: queue.marches.filter((march) => march.since === null || march.since > turn - 3) };
}
