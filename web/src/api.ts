/** What the server tells over plain HTTP. */

import type {
  Bots,
  PublicOptions,
  Rooms,
  RoomShown,
  Scenarios,
  ScenarioShown,
  ScenarioWhole,
  WeltenShownOptions,
} from "./wire.gen";

/** A room of either game; which game it is says which options it has. */
export type RoomCard = FogCard | WeltenCard;

export interface FogCard extends RoomShown {
  readonly game: "fog";
  readonly options: PublicOptions;
}

export interface WeltenCard extends RoomShown {
  readonly game: "welten";
  readonly options: WeltenShownOptions;
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
  return ((await get<Rooms>("/api/rooms"))?.rooms as readonly RoomCard[] | undefined) ?? null;
}

/** The names of a game's built-in opponents. */
export async function bots(game: keyof Bots = "fog"): Promise<readonly string[] | null> {
  return (await get<Bots>("/api/bots"))?.[game] ?? null;
}

/** The lands of Weltendämmerung that this server has. */
export async function scenarios(): Promise<readonly ScenarioShown[] | null> {
  return (await get<Scenarios>("/api/scenarios"))?.scenarios ?? null;
}

/** One of them, with terrain and units, and what everything is called and can do. */
export async function scenario(name: string): Promise<ScenarioWhole | null> {
  return get<ScenarioWhole>(`/api/scenarios/${encodeURIComponent(name)}`);
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
