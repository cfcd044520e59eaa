/** Requests for dungeons. */

import { NO_ANSWER, request, type Answer } from "../api";
import type { DungeonChoices, Plan, Walked } from "../protocol";
import { query, type DungeonSpec, type View } from "./address";

const LOST = "The server does not answer just now.";

async function get<T>(path: string): Promise<Answer<T>> {
  const answer = await request<T>(path, { headers: { accept: "application/json" } });
  if (answer.ok) return answer;
  return { ...answer, message: answer.code === NO_ANSWER.code ? LOST : sentence(answer.message) };
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

/** The position of a walker in a dungeon. */
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
