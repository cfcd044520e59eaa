/**
 * The four levels of opponents, and the one that *Play now* begins with: it rises after two wins in a row and falls
 * after two defeats. The server counts the games of a player, so that every browser of theirs begins with the same
 * level; this browser counts too, for servers that do not remember, and keeps a choice until a game is played with it.
 */

import type { GameEnd, Player } from "../protocol";

export const LEVELS = ["wanderer", "settler", "raider", "marshal"] as const;
export type Level = (typeof LEVELS)[number];

/** A visitor's level, and how many games in a row they have won (above 0) or lost (below 0) on it. */
export interface LevelRecord {
  readonly level: Level;
  readonly row: number;
  /** The game that was counted last, so that none counts twice. */
  readonly last: string;
  /** The level that the visitor has chosen since then; null if they have not. */
  readonly chosen: Level | null;
}

const KEY = "duskfall.fog.level";
const START: LevelRecord = { level: "settler", row: 0, last: "", chosen: null };
/** Games in a row after which the level changes. */
const ROW = 2;

/** The record after a game against a bot of some level, which makes it the visitor's level. */
export function afterGame(record: LevelRecord, level: Level, won: boolean, game: string): LevelRecord {
  if (record.last === game) return record;
  const before = record.level === level ? record.row : 0;
  const row = won ? Math.max(before, 0) + 1 : Math.min(before, 0) - 1;
  const next = LEVELS[LEVELS.indexOf(level) + (row >= ROW ? 1 : row <= -ROW ? -1 : 0)];
  const changed = next !== undefined && next !== level;
  return { level: changed ? next : level, row: changed ? 0 : row, last: game, chosen: null };
}

export function isLevel(name: unknown): name is Level {
  return LEVELS.some((level) => level === name);
}

/** Names of bots from the weakest level to the strongest; others come last. */
export function byLevel(names: readonly string[]): readonly string[] {
  const rank = (name: string) => (isLevel(name) ? LEVELS.indexOf(name) : LEVELS.length);
  return [...names].sort((a, b) => rank(a) - rank(b));
}

export function levelRecord(): LevelRecord {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (stored === null || typeof stored !== "object") return START;
    const { level, row, last, chosen } = stored as Partial<Record<keyof LevelRecord, unknown>>;
    if (!isLevel(level) || typeof row !== "number" || typeof last !== "string") return START;
    return { level, row, last, chosen: isLevel(chosen) ? chosen : null };
  } catch {
    return START;
  }
}

/** The level that *Play now* begins with. */
export function currentLevel(): Level {
  return levelOf(levelRecord());
}

export function levelOf({ chosen, level }: LevelRecord): Level {
  return chosen ?? level;
}

/** Whether the level comes from a duel: neither from a first visit, nor from a choice since the last one. */
export function isFromDuel({ chosen, last }: LevelRecord): boolean {
  return chosen === null && last !== "";
}

export function chooseLevel(chosen: Level): void {
  saveRecord({ ...levelRecord(), chosen });
}

/** Counts a duel with a bot that has ended; other games do not change the record. */
export function countGame(players: readonly Player[], seat: number, end: GameEnd): void {
  const opponent = players.find(({ index }) => index !== seat);
  if (seat < 0 || players.length !== 2 || !opponent?.isBot || end.reason === "abandoned") return;
  if (isLevel(opponent.username))
    saveRecord(afterGame(levelRecord(), opponent.username, end.winner?.index === seat, end.replay_id));
}

export function saveRecord(record: LevelRecord): void {
  localStorage.setItem(KEY, JSON.stringify(record));
}
