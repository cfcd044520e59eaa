/** The games whose matches can be watched, by name. */

import type { Game } from "../api";
import type { ChartLabels } from "../components/chart";
import { formatNumber, type Texts, texts } from "../language";
import type { GameReplay, Timeline } from "./game";

/** What a game calls its turns and seats. */
export interface GameTexts extends ChartLabels {
  /** So many turns. */
  readonly turns: (count: number) => string;
  /** The place in a match, as a title. */
  readonly position: (turn: number, turns: number) => string;
  readonly goTo: string;
  readonly speed: string;
  /** The heading of the list of players. */
  readonly seats: string;
}

export interface ReplayGame {
  /** The name of the game, the same in every language. */
  readonly title: string;
  readonly texts: Texts<GameTexts>;
  /** Frames a second, unless another speed is chosen. */
  readonly speed: number;
  /** Whether each seat sees a board of its own. */
  readonly viewsDiffer: boolean;
  /** The names of the seats besides those of their players. */
  readonly sides: readonly string[];
  /** Whether turns take a time that can be chosen when somebody plays on. */
  readonly timedTurns: boolean;
  /** Loads the code of the game, and what it needs for this timeline. */
  load(timeline: Timeline): Promise<GameReplay>;
}

const FOG_TEXT = texts<GameTexts>({
  en: {
    armies: "Armies",
    tiles: "Land",
    turn: "turn",
    turns: (count) => `${formatNumber(count)} ${count === 1 ? "turn" : "turns"}`,
    position: (turn, turns) => `Turn ${formatNumber(turn)} of ${formatNumber(turns)}`,
    goTo: "Go to a turn",
    speed: "Speed, in turns a second",
    seats: "Seen by",
  },
  de: {
    armies: "Truppen",
    tiles: "Land",
    turn: "Runde",
    turns: (count) => `${formatNumber(count)} ${count === 1 ? "Runde" : "Runden"}`,
    position: (turn, turns) => `Runde ${formatNumber(turn)} von ${formatNumber(turns)}`,
    goTo: "Zu einer Runde gehen",
    speed: "Tempo, in Runden pro Sekunde",
    seats: "Gesehen von",
  },
});

const WELTEN_TEXT = texts<GameTexts>({
  en: {
    armies: "Strength",
    tiles: "Units",
    turn: "order",
    turns: (count) => `${formatNumber(count)} ${count === 1 ? "order" : "orders"}`,
    position: (turn, turns) => `Order ${formatNumber(turn)} of ${formatNumber(turns)}`,
    goTo: "Go to an order",
    speed: "Speed, in orders a second",
    seats: "Sides",
  },
  de: {
    armies: "Stärke",
    tiles: "Einheiten",
    turn: "Befehl",
    turns: (count) => `${formatNumber(count)} ${count === 1 ? "Befehl" : "Befehle"}`,
    position: (turn, turns) => `Befehl ${formatNumber(turn)} von ${formatNumber(turns)}`,
    goTo: "Zu einem Befehl gehen",
    speed: "Tempo, in Befehlen pro Sekunde",
    seats: "Seiten",
  },
});

export const REPLAY_GAMES: Readonly<Record<Game, ReplayGame>> = {
  fog: {
    title: "Fog of War",
    texts: FOG_TEXT,
    speed: 5,
    viewsDiffer: true,
    sides: [],
    timedTurns: true,
    load: async () => (await import("../fog/replay")).openReplay(),
  },
  welten: {
    title: "Weltendämmerung",
    texts: WELTEN_TEXT,
    speed: 2,
    viewsDiffer: false,
    sides: ["Eldoin", "Dailor"],
    timedTurns: false,
    load: async (timeline: Extract<Timeline, { game: "welten" }>) =>
      (await import("../welten/replay")).openReplay(timeline),
  },
};
