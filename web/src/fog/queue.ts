/** The queue of a player: the marches that the server's last update lists, and those that were sent since. */

import type { AttackResult, QueuedMarch } from "../protocol";

export interface ShownMarch extends QueuedMarch {
  /** Whether the server has taken it. */
  readonly confirmed: boolean;
}

export interface Queue {
  readonly marches: readonly ShownMarch[];
  /** Marches that were taken back while the server has not answered: an update on its way may still list them. */
  readonly withdrawn: readonly QueuedMarch["moveId"][];
}

export const EMPTY: Queue = { marches: [], withdrawn: [] };

/** Adds a march that is being sent. */
export function ordered(queue: Queue, march: QueuedMarch): Queue {
  return { ...queue, marches: [...queue.marches, { ...march, confirmed: false }] };
}

/** Removes a march that the server did not take. */
export function refused(queue: Queue, moveId: QueuedMarch["moveId"]): Queue {
  return { ...queue, marches: queue.marches.filter((march) => march.confirmed || march.moveId !== moveId) };
}

/** Takes the last marches back, as many as `count`. */
export function withdrawn(queue: Queue, count: number): Queue {
  const kept = queue.marches.length - count;
  const ids = queue.marches.slice(kept).flatMap(({ moveId }) => moveId ?? []);
  return { marches: queue.marches.slice(0, kept), withdrawn: [...queue.withdrawn, ...ids] };
}

/** The server has answered to marches being taken back: its next updates are right about them. */
export function answered(queue: Queue, moveIds: Queue["withdrawn"]): Queue {
  return { ...queue, withdrawn: queue.withdrawn.filter((moveId) => !moveIds.includes(moveId)) };
}

/** The server has taken a march or refused it. Marches that were made are missing in the update that follows. */
export function reported(queue: Queue, { phase, ok, moveId = null }: AttackResult): Queue {
  if (phase !== "queued" || moveId === null) return queue;
  if (!ok) return refused(queue, moveId);
  const marches = queue.marches.map((march) => (march.moveId === moveId ? { ...march, confirmed: true } : march));
  return { ...queue, marches };
}

/** Takes the server's queue over, and keeps the marches behind it that the server has not taken yet. */
export function updated(queue: Queue, listed: readonly QueuedMarch[]): Queue {
  const known = new Set(listed.map(({ moveId }) => moveId));
  const waiting = listed.filter(({ moveId }) => !queue.withdrawn.includes(moveId));
  const sent = queue.marches.filter((march) => !march.confirmed && !known.has(march.moveId));
  return { ...queue, marches: [...waiting.map((march) => ({ ...march, confirmed: true })), ...sent] };
}
