/** The games of Weltendämmerung in which this browser has a seat, for the view of games to continue. */

import type { Side } from "./board";

export interface SavedGame {
  readonly room: string;
  readonly side: Side | "both";
  readonly scenario: string;
  readonly rules: string;
  /** When it was last played, in milliseconds since 1970. */
  readonly at: number;
}

const KEY = "duskfall.welten.games";
/** More are not kept; the ones not played for the longest are forgotten. */
const MAX_GAMES = 30;

/** The games of this browser, the last played first. */
export function savedGames(): readonly SavedGame[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isSavedGame) : [];
  } catch {
    return [];
  }
}

/** Saves a game in which the player has a seat, or that it was played again. */
export function saveGame(game: Omit<SavedGame, "at">, now = Date.now()): void {
  const others = savedGames().filter(({ room }) => room !== game.room);
  storeGames([{ ...game, at: now }, ...others].slice(0, MAX_GAMES));
}

/** Forgets a game that has ended or was left. */
export function forgetGame(room: string): void {
  storeGames(savedGames().filter((game) => game.room !== room));
}

function storeGames(list: readonly SavedGame[]): void {
  localStorage.setItem(KEY, JSON.stringify(list));
}

function isSavedGame(entry: unknown): entry is SavedGame {
  if (typeof entry !== "object" || entry === null) return false;
  const { room, side, scenario, rules, at } = entry as Record<string, unknown>;
  return (
    typeof room === "string" &&
    (side === "eldoin" || side === "dailor" || side === "both") &&
    typeof scenario === "string" &&
    typeof rules === "string" &&
    typeof at === "number"
  );
}
