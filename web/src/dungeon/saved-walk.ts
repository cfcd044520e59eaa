/** Walks that are kept while the tab is open, so that a look from above or a reload does not end them. */

import * as storage from "../session-storage";
import { addressOf, type DungeonSpec } from "./address";
import { NEVER_SEEN, REMEMBERED } from "./board";
import type { Walk } from "./walk";

const PREFIX = "duskfall.walk.";
/** The sign of a tile that was never seen; the others are digits. */
const UNSEEN = " ";

interface SavedWalk extends Omit<Walk, "dungeon" | "event" | "foundNow"> {
  readonly width: number;
  readonly height: number;
  /** A sign for each tile. */
  readonly known: string;
}

export function saveWalk(spec: DungeonSpec, walk: Walk): void {
  const { dungeon, event: _, foundNow: __, ...rest } = walk;
  const known = Array.from(dungeon.kinds, (kind, tile) => (dungeon.seen![tile] === NEVER_SEEN ? UNSEEN : String(kind)));
  const saved: SavedWalk = { ...rest, width: dungeon.width, height: dungeon.height, known: known.join("") };
  try {
    storage.save(keyOf(spec), saved);
  } catch {
    // The storage is full: the walks of earlier dungeons make room.
    forgetWalks();
    storage.save(keyOf(spec), saved);
  }
}

export function savedWalk(spec: DungeonSpec): Walk | null {
  const saved = storage.load<SavedWalk>(keyOf(spec));
  if (!saved || saved.known.length !== saved.width * saved.height) return null;
  const { width, height, known, ...rest } = saved;
  const signs = [...known];
  const kinds = Uint8Array.from(signs, (sign) => (sign === UNSEEN ? 0 : Number(sign)));
  const seen = Uint8Array.from(signs, (sign) => (sign === UNSEEN ? NEVER_SEEN : REMEMBERED));
  return { ...rest, dungeon: { width, height, kinds, seen, hero: rest.tile }, event: "resumed", foundNow: 0 };
}

export function forgetWalk(spec: DungeonSpec): void {
  sessionStorage.removeItem(keyOf(spec));
}

function forgetWalks(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

function keyOf(spec: DungeonSpec): string {
  return PREFIX + addressOf(spec, { view: "keeper", look: "map", walk: true });
}
