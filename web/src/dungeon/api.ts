/** What the server tells about dungeons. */

import type { DungeonChoices, Plan, Problem, Walked } from "../protocol";
import { query, type DungeonSpec, type View } from "./address";

/** What was asked for, or why it cannot be had. */
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

const LOST = "The server does not answer just now.";

async function get<T>(path: string): Promise<Answer<T>> {
  try {
    const answer = await fetch(path, { headers: { accept: "application/json" } });
    const value: unknown = await answer.json();
    return answer.ok ? { ok: true, value: value as T } : { ok: false, message: sentence((value as Problem).message) };
  } catch {
    return { ok: false, message: LOST };
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

export function choices(): Promise<Answer<DungeonChoices>> {
  return get("/api/dungeons");
}

export function plan(spec: DungeonSpec, view: View): Promise<Answer<Plan>> {
  return get(`/api/dungeons/${spec.seed}/plan${query(spec, view === "player" ? { view } : {})}`);
}

/** Where somebody stands in a dungeon. */
export interface Place {
  readonly tile: number;
  readonly found: readonly number[];
  readonly taken: readonly number[];
}

/** A piece of a walk; without a place, its beginning. */
export function walk(spec: DungeonSpec, from: Place | null, keys: string): Promise<Answer<Walked>> {
  const parts = new URLSearchParams(query(spec));
  if (from) parts.set("at", String(from.tile));
  for (const tile of from?.found ?? []) parts.append("found", String(tile));
  for (const tile of from?.taken ?? []) parts.append("taken", String(tile));
  if (keys) parts.set("keys", keys);
  const text = parts.toString();
  return get(`/api/dungeons/${spec.seed}/walk${text && `?${text}`}`);
}

/** Where a map is downloaded as a file. */
export function file(spec: DungeonSpec, extension: string, view: View): string {
  return `/api/dungeons/${spec.seed}.${extension}${query(spec, view === "player" ? { view } : {})}`;
}
