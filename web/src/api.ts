/** Requests to the server over HTTP. */

import type {
  Bots,
  FogPublicOptions,
  Graph,
  Ladder,
  Problem,
  Ranked,
  ReplayCard,
  ReplayCards,
  RoomShown,
  Rooms,
  ScenarioShown,
  Scenarios,
  ScenarioWhole,
  WeltenPublicOptions,
} from "./protocol";

/** The name of a playable game. */
export type Game = RoomShown["game"];

/** A room of either game; which game it is says which options it has. */
export type RoomCard = FogCard | WeltenCard;

export interface FogCard extends RoomShown {
  readonly game: "fog";
  readonly options: FogPublicOptions;
}

export interface WeltenCard extends RoomShown {
  readonly game: "welten";
  readonly options: WeltenPublicOptions;
}

/** What was asked for, or the reason why the server does not give it. */
export type Answer<T> = { readonly ok: true; readonly value: T } | Failed;

export interface Failed {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
}

export const NO_ANSWER: Failed = {
  ok: false,
  code: "NO_ANSWER",
  message: "The server did not answer. Try again in a moment.",
};

/** Sends a request and reads the JSON of its answer. */
export async function request<T>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
  try {
    const answer = await fetch(path, init);
    if (!answer.ok || !isJson(answer)) return await failure(answer);
    return { ok: true, value: (await answer.json()) as T };
  } catch {
    return NO_ANSWER;
  }
}

/** Fetches a file. */
export async function requestFile(path: string): Promise<Answer<Blob>> {
  try {
    const answer = await fetch(path);
    return answer.ok ? { ok: true, value: await answer.blob() } : await failure(answer);
  } catch {
    return NO_ANSWER;
  }
}

/** Fetches JSON; null when it cannot be had now. */
export async function get<T>(path: string, headers: Readonly<Record<string, string>> = {}): Promise<T | null> {
  const answer = await request<T>(path, { headers: { accept: "application/json", ...headers } });
  return answer.ok ? answer.value : null;
}

export async function rooms(): Promise<readonly RoomCard[] | null> {
  return ((await get<Rooms>("/api/rooms"))?.rooms as readonly RoomCard[] | undefined) ?? null;
}

/** The room of a name; undefined if there is none, null if that cannot be known now. */
export async function room(name: string): Promise<RoomCard | undefined | null> {
  const found = await get<Rooms>(`/api/rooms?room=${encodeURIComponent(name)}`);
  return found && (found.rooms[0] as RoomCard | undefined);
}

/** The names of a game's built-in opponents. */
export async function bots(game: Game = "fog"): Promise<readonly string[] | null> {
  return (await get<Bots>("/api/bots"))?.[game] ?? null;
}

/** The names of all built-in opponents; empty if they cannot be known now. */
export async function botNames(): Promise<readonly string[]> {
  return (await get<Bots>("/api/bots"))?.told.map(({ name }) => name) ?? [];
}

/** The lands of Weltendämmerung that this server has. */
export async function scenarios(): Promise<readonly ScenarioShown[] | null> {
  return (await get<Scenarios>("/api/scenarios"))?.scenarios ?? null;
}

/** One of them, with terrain and units, and what everything is called and can do. */
export async function scenario(name: string): Promise<ScenarioWhole | null> {
  return get<ScenarioWhole>(`/api/scenarios/${encodeURIComponent(name)}`);
}

export async function ladder(game: Game = "fog"): Promise<readonly Ranked[] | null> {
  return (await get<Ladder>(`/api/ladder?game=${game}`))?.players ?? null;
}

/** Matches that have ended, the newest first: of one game or of both, and older than one that is known. */
export async function replays(
  limit: number,
  game: Game | null = null,
  before: string | null = null,
): Promise<Answer<readonly ReplayCard[]>> {
  const query = new URLSearchParams({ limit: String(limit) });
  if (game) query.set("game", game);
  if (before) query.set("before", before);
  const answer = await request<ReplayCards>(`/api/replays?${query}`);
  return answer.ok ? { ok: true, value: answer.value.replays } : answer;
}

/** How a game went, a list a turn; the server has a list a seat. */
export async function graph(replay: string): Promise<Graph | null> {
  const found = await get<Graph>(`/api/replays/${encodeURIComponent(replay)}/graph`);
  if (!found) return null;
  const byTurn = (lists: Graph["tiles"]) => found.turns.map((_, turn) => lists.map((list) => list[turn] ?? 0));
  return { turns: found.turns, tiles: byTurn(found.tiles), armies: byTurn(found.armies) };
}

/** Where a replay is watched. */
export function replayPage(replay: string): string {
  return `/replays/${encodeURIComponent(replay)}`;
}

function isJson(answer: Response): boolean {
  return answer.headers.get("content-type")?.includes("json") ?? false;
}

async function failure(answer: Response): Promise<Failed> {
  if (!isJson(answer)) return NO_ANSWER;
  return { ok: false, ...((await answer.json()) as Problem) };
}
