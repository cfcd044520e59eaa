/** Requests for dungeons. */

import { type Answer, request } from "../api";
import type { DungeonChoices, Plan, Walked } from "../protocol";
import { type DungeonSpec, query, type View } from "./address";

let known: DungeonChoices | null = null;

/** The choices for a dungeon. They are fetched once: a server does not change them while it runs. */
export async function choices(): Promise<Answer<DungeonChoices>> {
  if (known) return { ok: true, value: known };
  const answer = await request<DungeonChoices>("/api/dungeons");
  if (answer.ok) known = answer.value;
  return answer;
}

export function plan(spec: DungeonSpec, view: View): Promise<Answer<Plan>> {
  return request(`/api/dungeons/${spec.seed}/plan${query(spec, view === "player" ? { view } : {})}`);
}

/** The position of a walker in a dungeon. */
export interface Place {
  readonly tile: number;
  readonly found: readonly number[];
  readonly taken: readonly number[];
}

/** A part of a walk; without a place, its beginning. */
export function walk(spec: DungeonSpec, from: Place | null, keys: string): Promise<Answer<Walked>> {
  const parts = new URLSearchParams(query(spec));
  if (from) parts.set("at", String(from.tile));
  for (const tile of from?.found ?? []) parts.append("found", String(tile));
  for (const tile of from?.taken ?? []) parts.append("taken", String(tile));
  if (keys) parts.set("keys", keys);
  const text = parts.toString();
  return request(`/api/dungeons/${spec.seed}/walk${text && `?${text}`}`);
}

/** The address of a map as a file. */
export function file(spec: DungeonSpec, extension: string, view: View): string {
  return `/api/dungeons/${spec.seed}.${extension}${query(spec, view === "player" ? { view } : {})}`;
}
