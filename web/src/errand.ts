/** What a page wants done in the room it leads to, handed over within the tab. */

import type { Errand } from "./fog/session";

const KEY = "duskfall.errand.";

export function leave(room: string, errand: Errand): void {
  sessionStorage.setItem(KEY + room, JSON.stringify(errand));
}

/** Take what was left for a room; a second time there is nothing. */
export function take(room: string): Errand {
  const kept = sessionStorage.getItem(KEY + room);
  sessionStorage.removeItem(KEY + room);
  try {
    return kept ? (JSON.parse(kept) as Errand) : {};
  } catch {
    return {};
  }
}
