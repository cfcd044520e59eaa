/** The texts of a Fog of War game, and tiles and events as sentences. */

import { formatNumber, localize, texts } from "../language";
import type { Player } from "../protocol";
import { type Board, CITY, FOG, FOG_OBSTACLE, LAND, MOUNTAIN, TOWER } from "./board";
import type { LandEvent } from "./land-news";
import type { GameEvent, State } from "./state";

const PLAYER_TEXT = texts({
  en: { you: "you", host: "host", bot: "bot", away: "away", somebody: "Somebody" },
  de: { you: "du", host: "Gastgeber", bot: "Bot", away: "weg", somebody: "Jemand" },
});

export const ROOM_TEXT = texts({
  en: {
    title: (room: string) => `Room ${room}`,
    unmade: (count: number) => `${formatNumber(count)} ${count === 1 ? "march was" : "marches were"} not made`,
  },
  de: {
    title: (room: string) => `Raum ${room}`,
    unmade: (count: number) =>
      `${formatNumber(count)} ${count === 1 ? "Marsch wurde" : "Märsche wurden"} nicht gemacht`,
  },
});

export const GAME_TEXT = texts({
  en: {
    audience: "Only those who watch read what you say, until the game is over.",
    board: "The board",
    boardHelp: (letters: string, key: (code: string) => string) =>
      `Arrow keys or ${letters} march from the chosen tile. Tab goes to the next army. ` +
      `${key("KeyI")} lets you look at tiles with the same keys without marching; Enter then chooses the tile. ` +
      `${key("KeyE")} takes back the last march, ${key("KeyQ")} all of them, ${key("KeyZ")} takes half. ` +
      "Space lets the tile go, Enter opens the chat, Escape leaves the board.",
    turn: (turn: number) => `Turn ${turn}`,
    growth: (turns: number) => `all land grows in ${turns}`,
    shortTurn: (turn: number) => `T${turn}`,
    shortGrowth: (turns: number) => `growth in ${turns}`,
    players: "Players",
    player: "Player",
    army: "Army",
    land: "Land",
    fallen: "has fallen",
    news: "News",
    newsLabel: "What has happened",
    noNews: "Nothing yet.",
    result: "Result",
    surrender: "Surrender",
    surrenderTitle: "Surrender?",
    surrenderText: "Your land becomes free. You can go on watching.",
    surrenderRated: "You lose this rated game, and that counts for the ladder.",
    youWatch: "You are watching",
    youWatchRated: "A rated game: you see the scores, and the map when it is over",
    youFell: "You have fallen and watch the rest",
    late: (words: string, turns: number) => `${words}, ${turns} turns late`,
    boardComes: "The board is on its way.",
    boardComesLate: (turns: number) => `Spectators see everything ${turns} turns late. It begins in a moment.`,
    touchTip: "Tap a tile beside your crown to march. Take land, and find the other crown.",
    mouseTip: (letters: string) =>
      `Click a tile beside your crown, or press ${letters}. Take land, and find the other crown.`,
    pinged: (name: string) => `${name} points at a tile.`,
    noTile: "No tile is chosen",
    looking: "Looking",
  },
  de: {
    audience: "Bis zum Ende der Partie lesen nur die Zuschauer, was du sagst.",
    board: "Die Karte",
    boardHelp: (letters: string, key: (code: string) => string) =>
      `Pfeiltasten oder ${letters} lassen vom gewählten Feld marschieren. Tab geht zum nächsten Heer. ` +
      `Mit ${key("KeyI")} siehst du dir Felder mit denselben Tasten an, ohne zu marschieren; die Eingabetaste wählt dann das Feld. ` +
      `${key("KeyE")} nimmt den letzten Marsch zurück, ${key("KeyQ")} alle, ${key("KeyZ")} nimmt die Hälfte. ` +
      "Die Leertaste lässt das Feld los, die Eingabetaste öffnet den Chat, Escape verlässt die Karte.",
    turn: (turn: number) => `Runde ${turn}`,
    growth: (turns: number) => `Wachstum in ${turns}`,
    shortTurn: (turn: number) => `R${turn}`,
    shortGrowth: (turns: number) => `Wachstum in ${turns}`,
    players: "Spieler",
    player: "Spieler",
    army: "Heer",
    land: "Land",
    fallen: "ist gefallen",
    news: "Neuigkeiten",
    newsLabel: "Was geschehen ist",
    noNews: "Noch nichts.",
    result: "Ergebnis",
    surrender: "Aufgeben",
    surrenderTitle: "Aufgeben?",
    surrenderText: "Dein Land wird frei. Du kannst weiter zusehen.",
    surrenderRated: "Du verlierst diese gewertete Partie, und das zählt für die Rangliste.",
    youWatch: "Du siehst zu",
    youWatchRated: "Eine gewertete Partie: Du siehst den Punktestand und am Ende die Karte",
    youFell: "Du bist gefallen und siehst dem Rest zu",
    late: (words: string, turns: number) => `${words}, ${turns} Runden später`,
    boardComes: "Die Karte kommt gleich.",
    boardComesLate: (turns: number) => `Zuschauer sehen alles ${turns} Runden später. Gleich geht es los.`,
    touchTip: "Tippe ein Feld neben deiner Krone an. Nimm Land, und finde die andere Krone.",
    mouseTip: (letters: string) =>
      `Klicke ein Feld neben deiner Krone an, oder drücke ${letters}. Nimm Land, und finde die andere Krone.`,
    pinged: (name: string) => `${name} zeigt auf ein Feld.`,
    noTile: "Kein Feld ist gewählt",
    looking: "Blick",
  },
});

type Kind = "general" | "city" | "tower" | "land";

const TILE_TEXT = texts({
  en: {
    place: (row: number, column: number) => `Row ${row}, column ${column}`,
    remembered: "as last seen",
    mountain: "mountain",
    fog: "never seen",
    obstacle: "never seen, an obstacle",
    freeTower: (defence: number) => `free tower, defence ${formatNumber(defence)}`,
    freeCity: "free city",
    freeLand: "free land",
    own: { general: "your general", city: "your city", tower: "your tower", land: "your land" } as Record<Kind, string>,
    other: {
      general: (name: string) => `${name}'s general`,
      city: (name: string) => `${name}'s city`,
      tower: (name: string) => `${name}'s tower`,
      land: (name: string) => `${name}'s land`,
    } as Record<Kind, (name: string) => string>,
    armies: (count: number) => `${formatNumber(count)} ${count === 1 ? "army" : "armies"}`,
  },
  de: {
    place: (row: number, column: number) => `Zeile ${row}, Spalte ${column}`,
    remembered: "wie zuletzt gesehen",
    mountain: "Berg",
    fog: "nie gesehen",
    obstacle: "nie gesehen, ein Hindernis",
    freeTower: (defence: number) => `freier Turm, Verteidigung ${formatNumber(defence)}`,
    freeCity: "freie Stadt",
    freeLand: "freies Land",
    own: { general: "dein General", city: "deine Stadt", tower: "dein Turm", land: "dein Land" },
    other: {
      general: (name: string) => `General von ${name}`,
      city: (name: string) => `Stadt von ${name}`,
      tower: (name: string) => `Turm von ${name}`,
      land: (name: string) => `Land von ${name}`,
    },
    armies: (count: number) => `${formatNumber(count)} ${count === 1 ? "Truppe" : "Truppen"}`,
  },
});

/** A tile as a sentence: where it is, whose, and how strong. */
export function tileText(state: State, tile: number): string {
  const { board } = state;
  if (!board) return "";
  const text = localize(TILE_TEXT);
  const place = text.place(Math.floor(tile / board.width) + 1, (tile % board.width) + 1);
  const code = board.terrain[tile];
  const remembered = !board.visible[tile] && code !== FOG && code !== FOG_OBSTACLE;
  return `${place}: ${contentsText(state, board, tile)}${remembered ? `, ${text.remembered}` : ""}`;
}

function contentsText(state: State, board: Board, tile: number): string {
  const text = localize(TILE_TEXT);
  const code = board.terrain[tile]!;
  const armies = text.armies(board.armies[tile]!);
  switch (code) {
    case MOUNTAIN:
      return text.mountain;
    case FOG:
      return text.fog;
    case FOG_OBSTACLE:
      return text.obstacle;
    case TOWER:
      return text.freeTower(board.defence[tile]!);
    case CITY:
      return `${text.freeCity}, ${armies}`;
    case LAND:
      return board.armies[tile] ? `${text.freeLand}, ${armies}` : text.freeLand;
  }
  const kind = kindOf(board, tile);
  const owner = code === state.seat ? text.own[kind] : text.other[kind](playerName(state, code));
  return `${owner}, ${armies}`;
}

function kindOf(board: Board, tile: number): Kind {
  if (board.generals.includes(tile)) return "general";
  if (board.cities.has(tile)) return "city";
  return board.towers.has(tile) ? "tower" : "land";
}

const EVENT_TEXT = texts({
  en: {
    "captured city": (name: string | null) => `${name ?? "You"} took a city`,
    "captured tower": (name: string | null) => `${name ?? "You"} took a tower`,
    "captured general": (name: string | null, of: string | null) =>
      of === null ? `${name ?? "You"} took your general` : `${name ?? "You"} took the general of ${of}`,
    eliminated: (name: string | null) => (name === null ? "You are out of the game" : `${name} is out of the game`),
    contact: (name: string | null) => `You have found land of ${name}`,
    lost: (name: string | null, count: number) =>
      `${name ? `${name} took` : "You lost"} ${count === 1 ? "a tile" : `${count} tiles`}${name ? " of yours" : ""}`,
  },
  de: {
    "captured city": (name: string | null) => `${name ? `${name} hat` : "Du hast"} eine Stadt eingenommen`,
    "captured tower": (name: string | null) => `${name ? `${name} hat` : "Du hast"} einen Turm eingenommen`,
    "captured general": (name: string | null, of: string | null) =>
      `${name ? `${name} hat` : "Du hast"} ${of === null ? "deinen General" : `den General von ${of}`} gefangen`,
    eliminated: (name: string | null) => (name === null ? "Du bist ausgeschieden" : `${name} ist ausgeschieden`),
    contact: (name: string | null) => `Du hast Land von ${name} entdeckt`,
    lost: (name: string | null, count: number) =>
      `${name ? `${name} nahm dir` : "Du hast"} ${count === 1 ? "ein Feld" : `${count} Felder`}${name ? "" : " verloren"}`,
  },
});

/** The players of a game, and the seat of the reader, or -1: enough to tell what happened to whom. */
export interface PlayerNames {
  readonly seat: number;
  readonly players: readonly Pick<Player, "index" | "username">[];
}

/** An event as a sentence. */
export function eventText(names: PlayerNames, event: GameEvent | LandEvent): string {
  const text = localize(EVENT_TEXT);
  const nameOf = (seat: number) => (seat === names.seat ? null : playerName(names, seat));
  const name = event.index < 0 ? null : nameOf(event.index);
  if (event.type === "lost land") return text.lost(name, event.count);
  return event.type === "captured general" ? text[event.type](name, nameOf(event.of)) : text[event.type](name);
}

/** The name of the player at a seat. */
export function playerName({ players }: PlayerNames, seat: number): string {
  return players.find((player) => player.index === seat)?.username ?? localize(PLAYER_TEXT).somebody;
}

/** What is to be known about a player besides the name, such as "you, host"; the host is only named in the lobby. */
export function playerNotes(player: Player, ownSeat: number, { host }: { readonly host: boolean }): string {
  const text = localize(PLAYER_TEXT);
  const notes = [
    player.index === ownSeat && text.you,
    host && player.isHost && text.host,
    player.isBot && text.bot,
    !player.connected && !player.isBot && !player.eliminated && text.away,
  ];
  return notes.filter((note) => note !== false).join(", ");
}
