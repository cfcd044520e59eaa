/** What the title page wants done in the room of Weltendämmerung that it leads to; kept within the tab. */

import type { WeltenOptions } from "../wire.gen";

export interface Errand extends WeltenOptions {
  /** Bots to invite as soon as the room is ours. */
  readonly bots?: readonly string[];
}

const KEY = "duskfall.welten.errand.";

/** Leave an errand for a room. */
export function store(room: string, errand: Errand): void {
  sessionStorage.setItem(KEY + room, JSON.stringify(errand));
}

/** Take what was left for a room; null for somebody who came by a link, and a second time. */
export function take(room: string): Errand | null {
  const kept = sessionStorage.getItem(KEY + room);
  sessionStorage.removeItem(KEY + room);
  try {
    return JSON.parse(kept ?? "null") as Errand | null;
  } catch {
    return null;
  }
}
