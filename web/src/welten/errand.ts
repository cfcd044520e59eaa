/** What the title page wants done in the room of Weltendämmerung that it leads to; kept within the tab. */

import * as storage from "../session-storage";
import type { WeltenOptions } from "../protocol";

export interface Errand extends WeltenOptions {
  /** Bots to invite as soon as the room is ours. */
  readonly bots?: readonly string[];
}

const KEY = "duskfall.welten.errand.";

/** Leave an errand for a room. */
export function store(room: string, errand: Errand): void {
  storage.save(KEY + room, errand);
}

/** Take what was left for a room; null for somebody who came by a link, and a second time. */
export function take(room: string): Errand | null {
  return storage.take(KEY + room);
}
