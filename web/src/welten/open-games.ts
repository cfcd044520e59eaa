/** Compares the saved games with the rooms of the server: own games, games of others, games that are gone. */

import type { RoomCard, WeltenCard } from "../api";
import type { Language } from "../language";
import type { SavedGame } from "./saved-games";

export interface OwnGame {
  readonly game: SavedGame;
  readonly room: WeltenCard;
}

export interface SortedGames {
  readonly mine: readonly OwnGame[];
  /** Rooms of others that can be joined or watched. */
  readonly others: readonly WeltenCard[];
  /** Remembered rooms that are gone or have ended. */
  readonly gone: readonly string[];
}

/** Hold what is remembered against the rooms that the server has. */
export function sortGames(games: readonly SavedGame[], rooms: readonly RoomCard[]): SortedGames {
  const going = new Map(
    rooms
      .filter((room): room is WeltenCard => room.game === "welten")
      .filter((room) => room.state !== "ended" && room.players.length > 0)
      .map((room) => [room.roomId, room]),
  );
  const mine = games.flatMap((game) => {
    const room = going.get(game.room);
    return room ? [{ game, room }] : [];
  });
  const own = new Set(mine.map(({ game }) => game.room));
  return {
    mine,
    others: [...going.values()].filter(({ roomId }) => !own.has(roomId)),
    gone: games.map(({ room }) => room).filter((room) => !going.has(room)),
  };
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago something was. */
export function timeAgo(then: number, now: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const passed = Math.max(0, now - then);
  for (const [unit, ms] of STEPS) {
    if (passed >= ms) return format.format(-Math.floor(passed / ms), unit);
  }
  return language === "de" ? "gerade eben" : "just now";
}
