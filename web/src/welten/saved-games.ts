/** The games of Weltendämmerung that this browser has a seat in, so that they are found again under "continue". */

import type { Side } from "./ending";

export interface Kept {
  readonly room: string;
  readonly side: Side | "both";
  readonly scenario: string;
  readonly rules: string;
  /** When it was last played, in milliseconds since 1970. */
  readonly at: number;
}

const KEY = "duskfall.welten.games";
/** More are not kept; the ones not played for the longest are forgotten. */
const MOST = 30;

/** The games of this browser, the last played first. */
export function games(): readonly Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** Remember a game that one plays in, or that it has been played again; call it when one has a seat. */
export function keep(game: Omit<Kept, "at">, now = Date.now()): void {
  const others = games().filter(({ room }) => room !== game.room);
  store([{ ...game, at: now }, ...others].slice(0, MOST));
}

/** Forget a game: it has ended, or one has left it. */
export function forget(room: string): void {
  store(games().filter((game) => game.room !== room));
}

function store(list: readonly Kept[]): void {
  localStorage.setItem(KEY, JSON.stringify(list));
}

function isKept(entry: unknown): entry is Kept {
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
