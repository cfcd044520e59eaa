/** What the server tells over plain HTTP. */

import type { PublicOptions } from "./wire.gen";

export interface RoomCard {
  readonly roomId: string;
  readonly game: "fog" | "welten";
  readonly state: "lobby" | "playing" | "ended";
  readonly players: readonly { readonly name: string; readonly isBot: boolean }[];
  readonly seats: number;
  readonly spectators: number;
  readonly turn: number | null;
  readonly options: PublicOptions;
}

export interface LadderEntry {
  readonly rank: number;
  readonly name: string;
  readonly rating: number;
  readonly low: number;
  readonly high: number;
  readonly games: number;
}

export interface ReplayCard {
  readonly id: string;
  readonly game: "fog" | "welten";
  readonly players: readonly string[];
  readonly winner: number | null;
  readonly reason: string;
  readonly turns: number;
  readonly endedAt: string;
  readonly rated: boolean;
}

export interface Graph {
  readonly turns: readonly number[];
  readonly tiles: readonly (readonly number[])[];
  readonly armies: readonly (readonly number[])[];
}

/** An answer: what was asked for, or null when it cannot be had now. */
async function get<T>(path: string): Promise<T | null> {
  try {
    const answer = await fetch(path, { headers: { accept: "application/json" } });
    const kind = answer.headers.get("content-type") ?? "";
    return answer.ok && kind.includes("json") ? ((await answer.json()) as T) : null;
  } catch {
    return null;
  }
}

export async function rooms(): Promise<readonly RoomCard[] | null> {
  return (await get<{ rooms: RoomCard[] }>("/api/rooms"))?.rooms ?? null;
}

export async function bots(): Promise<readonly string[] | null> {
  return (await get<{ fog: string[] }>("/api/bots"))?.fog ?? null;
}

export async function ladder(): Promise<readonly LadderEntry[] | null> {
  return (await get<{ players: LadderEntry[] }>("/api/ladder?game=fog"))?.players ?? null;
}

export async function replays(limit: number): Promise<readonly ReplayCard[] | null> {
  return (await get<{ replays: ReplayCard[] }>(`/api/replays?limit=${limit}`))?.replays ?? null;
}

/** How a game went, a list a turn; the server has a list a seat. */
export async function graph(replay: string): Promise<Graph | null> {
  const found = await get<Graph>(`/api/replays/${encodeURIComponent(replay)}/graph`);
  if (!found) return null;
  const byTurn = (lists: Graph["tiles"]) => found.turns.map((_, turn) => lists.map((list) => list[turn] ?? 0));
  return { turns: found.turns, tiles: byTurn(found.tiles), armies: byTurn(found.armies) };
}

/** Where a replay is downloaded. */
export function replayFile(replay: string): string {
  return `/api/replays/${encodeURIComponent(replay)}/file`;
}
