/** The texts of the arena's pages. */

import { texts } from "../language";
import { count, type Noun } from "./numbers";

const EN = {
  game: ["game", "games"],
  ratedGame: ["rated game", "rated games"],
  match: ["match", "matches"],
  turn: ["turn", "turns"],
  order: ["order", "orders"],
  fault: ["fault", "faults"],
} as const satisfies Record<string, Noun>;

const DE: Record<keyof typeof EN, Noun> = {
  game: ["Partie", "Partien"],
  ratedGame: ["gewertete Partie", "gewertete Partien"],
  match: ["Partie", "Partien"],
  turn: ["Runde", "Runden"],
  order: ["Befehl", "Befehle"],
  fault: ["Fehler", "Fehler"],
};

export const TEXT = texts({
  en: {
    nouns: EN as Record<keyof typeof EN, Noun>,
    arena: "Arena",
    about:
      "Who plays how well, people and bots alike. No rating is exact: each comes with the range that it is sure of.",
    whichGame: "Which game",
    looking: "Looking …",
    failed: "This cannot be loaded just now.",
    ladder: "Ladder",
    provisional: "provisional",
    unrated:
      "Nobody has a rating yet. Games count whose host asks for it, with the usual options on a map that the server draws in secret; players of one network address do not change each other's rating.",
    aboutLadder:
      "Sorted by the bold number: the strength that a player has almost for certain. " +
      "The dot is the rating, the best guess; in 95 of 100 cases the strength lies on the line around it. " +
      "With every game the line grows shorter, and the bold number comes closer to the dot. " +
      "A rating is provisional until its player has met five different opponents.",
    whoMet: "Who met whom",
    nobodyMet: "Nobody has met in a game that changed ratings yet. This table fills as games end.",
    crossNote: (games: number) =>
      `Points of the row against the column, in ${count(games, EN.ratedGame)}. A win is one point, a shared place half a point.`,
    latest: "Latest rated matches",
    noLatest: "No rated game has ended yet. Every one of them will be kept here.",
    noWinner: "no winner",
    won: (name: string) => `${name} won`,
    somebody: "somebody",
    resultIn: (result: string, length: string, day: string) => `${result} in ${length}, ${day}`,
    watch: "Watch",
    watchGame: (names: string) => `Watch ${names}`,
    tournaments: "Tournaments",
    noTournaments: "No tournament is shown on this server. Its owner can show any: ",
    howTo: "how that is done",
    damaged: "damaged",
    damagedText: "This file cannot be shown:",
    progress: (played: string, matches: string) => `${played} of ${matches}`,
    look: "Look",
    lookAt: (name: string) => `Look at ${name}`,
    bots: "Bots",
    aboutBots:
      "They come with the server. The host of a room may invite any of them to a free seat, and they are rated like everyone.",
    playNow: (name: string) => `Play ${name} now`,
    meet: (name: string) => `Meet ${name}`,
    bringYourOwn: "Bring your own",
    tryIt: "Try it",
    tryItText: "A bot is a program in any language, or a Python class. Let it play one match and watch.",
    measureIt: "Measure it",
    measureItText: "Every board from every seat, until it is known which of the two is better.",
    sendIt: "Send it here",
    sendItText: "It takes a seat in a room of this server, as a player does. Open the same room to play against it.",
    howToWrite: "How to write a bot",
    howCounted: "How the arena counts",
    showAll: (entries: number) => `Show all ${entries}`,
    bot: "bot",
    rating: "rating ",
    sure: "surely at least ",
    between: "surely between ",
    cross: "Who scored what against whom",
    duel: (one: string, other: string, points: string, games: number) =>
      `${one} against ${other}: ${points} of ${count(games, EN.game)}`,
    // A tournament
    missing: "No such tournament",
    missingText: (name: string) =>
      `This server shows no tournament called “${name}”, or its file is damaged. The arena lists those that there are.`,
    toArena: "To the arena",
    gameFact: "Game",
    counting: (counted: number, played: number) => `Counting: ${counted} of ${count(played, EN.match)} so far.`,
    table: "Table",
    columns: {
      bot: "Bot",
      score: "Score, %",
      won: "Won",
      drawn: "Drawn",
      lost: "Lost",
      games: "Games",
      faults: "Faults",
    },
    ratings: "Ratings",
    whoBeat: "Who beat whom",
    inPerCent: "Points of the row against the column, in per cent.",
    firstShown: (shown: number) => ` The first ${shown} of the table are shown.`,
    gameLengths: "Game lengths",
    lengthsPicture: (first: number, last: number, unit: string, most: string) =>
      `Lengths of games, from ${first} to ${last} ${unit}; most took ${most}.`,
    span: (first: number, last: number) => `${first} to ${last}`,
    matches: "Matches",
    matchesOf: "Matches of",
    allBots: "all bots",
    nothingPlayed: "Nothing has been played yet.",
    earlier: "Earlier",
    later: "Later",
    range: (first: number, last: number, all: number) => `${first} to ${last} of ${all}`,
    meaning: "What the figures mean",
    drew: (one: string, other: string) => `${one} and ${other} drew`,
    nobodyWon: "Nobody won",
    beat: (one: string, other: string) => `${one} beat ${other}`,
    wonThen: (one: string, others: string) => `${one} won, then ${others}`,
    matchNumber: (number: number) => `match ${number}`,
    fromSeat: (seat: number) => `from seat ${seat}`,
    seed: (seed: string) => `seed ${seed}`,
    watchMatch: (number: number) => `Watch match ${number}`,
    save: "Save",
    saveMatch: (number: number) => `Save match ${number}`,
  },
  de: {
    nouns: DE,
    arena: "Arena",
    about:
      "Wer wie gut spielt, Menschen und Bots. Keine Wertung ist genau: Jede kommt mit dem Bereich, der sicher ist.",
    whichGame: "Welches Spiel",
    looking: "Einen Augenblick …",
    failed: "Das lässt sich gerade nicht laden.",
    ladder: "Rangliste",
    provisional: "vorläufig",
    unrated:
      "Noch hat niemand eine Wertung. Es zählen Spiele, für die der Gastgeber es wünscht, mit den üblichen Einstellungen auf einer Karte, die der Server verdeckt zieht; Spieler unter einer Netzwerkadresse ändern ihre Wertungen untereinander nicht.",
    aboutLadder:
      "Sortiert nach der fetten Zahl: der Stärke, die so gut wie sicher ist. " +
      "Der Punkt ist die Wertung, die beste Schätzung; in 95 von 100 Fällen liegt die Stärke auf der Linie um ihn herum. " +
      "Mit jedem Spiel wird die Linie kürzer, und die fette Zahl kommt dem Punkt näher. " +
      "Eine Wertung ist vorläufig, bis ihr Spieler fünf verschiedene Gegner hatte.",
    whoMet: "Wer gegen wen",
    nobodyMet: "Noch gab es keine Partie, die Wertungen geändert hat. Diese Tabelle füllt sich, wenn Spiele enden.",
    crossNote: (games: number) =>
      `Punkte der Zeile gegen die Spalte, in ${count(games, ["gewerteten Partie", "gewerteten Partien"])}. Ein Sieg ist ein Punkt, ein geteilter Platz ein halber.`,
    latest: "Letzte gewertete Partien",
    noLatest: "Noch ist keine gewertete Partie zu Ende. Jede wird hier aufgehoben.",
    noWinner: "kein Sieger",
    won: (name: string) => `${name} gewann`,
    somebody: "jemand",
    resultIn: (result: string, length: string, day: string) => `${result}, ${length}, ${day}`,
    watch: "Ansehen",
    watchGame: (names: string) => `${names} ansehen`,
    tournaments: "Turniere",
    noTournaments: "Auf diesem Server wird kein Turnier gezeigt. Wer ihn betreibt, kann jedes zeigen: ",
    howTo: "so geht das",
    damaged: "beschädigt",
    damagedText: "Diese Datei lässt sich nicht zeigen:",
    progress: (played: string, matches: string) => `${played} von ${matches}`,
    look: "Ansehen",
    lookAt: (name: string) => `${name} ansehen`,
    bots: "Bots",
    aboutBots:
      "Sie gehören zum Server. Der Gastgeber eines Raums kann jeden auf einen freien Platz einladen, und sie werden gewertet wie alle.",
    playNow: (name: string) => `Jetzt gegen ${name} spielen`,
    meet: (name: string) => `Gegen ${name} spielen`,
    bringYourOwn: "Bring deinen eigenen mit",
    tryIt: "Ausprobieren",
    tryItText:
      "Ein Bot ist ein Programm in jeder Sprache oder eine Python-Klasse. Lass ihn eine Partie spielen und sieh zu.",
    measureIt: "Messen",
    measureItText: "Jedes Brett von jedem Platz aus, bis feststeht, wer von beiden besser ist.",
    sendIt: "Hierher schicken",
    sendItText:
      "Er nimmt in einem Raum dieses Servers Platz wie ein Mensch. Öffne denselben Raum, um gegen ihn zu spielen.",
    howToWrite: "Wie man einen Bot schreibt",
    howCounted: "Wie die Arena zählt",
    showAll: (entries: number) => `Alle ${entries} zeigen`,
    bot: "Bot",
    rating: "Wertung ",
    sure: "sicher mindestens ",
    between: "sicher zwischen ",
    cross: "Wer gegen wen wie viele Punkte holte",
    duel: (one: string, other: string, points: string, games: number) =>
      `${one} gegen ${other}: ${points} aus ${count(games, DE.game)}`,
    missing: "Dieses Turnier gibt es nicht",
    missingText: (name: string) =>
      `Dieser Server zeigt kein Turnier namens „${name}“, oder seine Datei ist beschädigt. Die Arena zählt auf, welche es gibt.`,
    toArena: "Zur Arena",
    gameFact: "Spiel",
    counting: (counted: number, played: number) => `Gezählt wird noch: ${counted} von ${count(played, DE.match)}.`,
    table: "Tabelle",
    columns: {
      bot: "Bot",
      score: "Punkte, %",
      won: "Gewonnen",
      drawn: "Remis",
      lost: "Verloren",
      games: "Partien",
      faults: "Fehler",
    },
    ratings: "Wertungen",
    whoBeat: "Wer gegen wen",
    inPerCent: "Punkte der Zeile gegen die Spalte, in Prozent.",
    firstShown: (shown: number) => ` Gezeigt sind die ersten ${shown} der Tabelle.`,
    gameLengths: "Dauer der Partien",
    lengthsPicture: (first: number, last: number, unit: string, most: string) =>
      `Dauer der Partien, von ${first} bis ${last} ${unit}; die meisten dauerten ${most}.`,
    span: (first: number, last: number) => `${first} bis ${last}`,
    matches: "Partien",
    matchesOf: "Partien von",
    allBots: "allen Bots",
    nothingPlayed: "Noch wurde nichts gespielt.",
    earlier: "Frühere",
    later: "Spätere",
    range: (first: number, last: number, all: number) => `${first} bis ${last} von ${all}`,
    meaning: "Was die Zahlen bedeuten",
    drew: (one: string, other: string) => `${one} und ${other} spielten remis`,
    nobodyWon: "Niemand gewann",
    beat: (one: string, other: string) => `${one} schlug ${other}`,
    wonThen: (one: string, others: string) => `${one} gewann, dann ${others}`,
    matchNumber: (number: number) => `Partie ${number}`,
    fromSeat: (seat: number) => `von Platz ${seat}`,
    seed: (seed: string) => `Seed ${seed}`,
    watchMatch: (number: number) => `Partie ${number} ansehen`,
    save: "Speichern",
    saveMatch: (number: number) => `Partie ${number} speichern`,
  },
});

export type ArenaText = (typeof TEXT)["en"];

/** The titles of the games, the same in every language. */
export const GAME_TITLES = { fog: "Fog of War", welten: "Weltendämmerung" } as const;

/** What the built-in bots do, for readers of German; the server says it in English. */
export const GERMAN_BOTS: Readonly<Record<string, string>> = {
  settler:
    "Breitet sich aus, schlägt zu, wenn er einen General sieht, und ruft sein Heer heim, wenn ein Gegner dem eigenen nahe kommt.",
  raider:
    "Sammelt ein Heer, zieht damit gegen den Feind, nimmt jeden General, den er sieht, und verteidigt den eigenen.",
  marshal: "Wählt jeden Zug danach, was er für die Züge gewinnt, die er kostet, aus allem, was bisher zu sehen war.",
  wanderer: "Zieht aufs Geratewohl: von irgendeinem Feld in irgendeine offene Richtung.",
  captain:
    "Schlägt zu, wo es am meisten schadet, zieht dorthin, wo er als Nächstes zuschlagen kann, und hält Eldoins Feldherrn außer Reichweite.",
  recruit: "Lässt jede Einheit irgendetwas Erlaubtes tun oder nichts und beendet die Phase.",
  warlord: "Wägt für jede Phase mehrere Pläne ab, indem er das Spiel mit ihnen zu Ende spielt, und folgt dem besten.",
  "warlord-quick": "Ist der Warlord mit weniger Zeit: Er spielt für jede Phase weniger Spiele durch.",
};
