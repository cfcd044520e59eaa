/** What a page wants done in the room it leads to, and what a host has chosen there; kept within the tab. */

import type { PendingAction } from "../fog/session";
import * as storage from "../session-storage";
import type { RoomOptions } from "../protocol";

const KEY = "duskfall.errand.";
const CHOSEN = "duskfall.options.";

export function leave(room: string, errand: PendingAction): void {
  if (errand.options) keepChoice(room, errand.options);
  storage.save(KEY + room, errand);
}

/** Take what was left for a room; null for somebody who came by a link, and a second time. */
export function take(room: string): PendingAction | null {
  return storage.take(KEY + room);
}

/** Keep what a host has chosen: the server does not tell a secret map again. */
export function keepChoice(room: string, options: RoomOptions): void {
  storage.save(CHOSEN + room, options);
}

export function choice(room: string): RoomOptions | null {
  return storage.load(CHOSEN + room);
}
