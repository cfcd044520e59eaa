/** What a page wants done in the room it leads to, and what a host has chosen there; kept within the tab. */

import type { Errand } from "./fog/session";
import type { RoomOptions } from "./wire.gen";

const KEY = "duskfall.errand.";
const CHOSEN = "duskfall.options.";

export function leave(room: string, errand: Errand): void {
  if (errand.options) keepChoice(room, errand.options);
  sessionStorage.setItem(KEY + room, JSON.stringify(errand));
}

/** Take what was left for a room; a second time there is nothing. */
export function take(room: string): Errand {
  const errand = read<Errand>(KEY + room) ?? {};
  sessionStorage.removeItem(KEY + room);
  return errand;
}

/** Keep what a host has chosen: the server does not tell a secret map again. */
export function keepChoice(room: string, options: RoomOptions): void {
  sessionStorage.setItem(CHOSEN + room, JSON.stringify(options));
}

export function choice(room: string): RoomOptions | null {
  return read(CHOSEN + room);
}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}
