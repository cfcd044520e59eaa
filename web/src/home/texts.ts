/** The texts of the home page. */

import { formatNumber, texts } from "../language";

export const HOME_TEXT = texts({
  en: {
    title: "Three tile worlds",
    headline: "Three tile worlds, one dusk",
    intro:
      "Lead an army through the fog, hold Eldoin against the east, or get lost in a dungeon. In your browser, against people or bots.",
    playNow: "Play now",
    withFriends: "Play with friends",
    noAccount: "A game of Fog of War against a bot begins at once, without an account.",
    opponent: "Your opponent:",
    levelRule: "Two wins in a row bring you a stronger one, two defeats a weaker one.",
    otherOpponent: "Choose another",
    recorded: "recorded game",
    turn: (turn: number) => `turn ${turn}`,
    welten: {
      tag: "1987",
      text: "Two unequal armies, 292 units and 13 gates. The Commodore 64 wargame, rule for rule.",
      picture: "The map of Weltendämmerung: forests, a river, walls and gates, and both armies",
      play: "Play Weltendämmerung",
    },
    dungeons: {
      title: "Dungeons",
      tag: "64-bit seeds",
      text: "Every seed is a map: rooms, corridors, secret doors. This one is number 2556.",
      picture: "A dungeon of rooms and corridors while it is being dug",
      play: "Into the dungeon",
      phases: [
        "Building Rooms",
        "Connecting Rooms",
        "Creating Secret Areas",
        "Placing Secret Treasures",
        "Placing Stairs",
      ],
    },
    live: {
      title: "Live games",
      empty: "No game is being played just now. Yours could be the first.",
      failed: "The list of games cannot be loaded just now.",
    },
    replays: {
      title: "Latest replays",
      empty: "No game has ended yet. Every finished game is kept here.",
      failed: "The replays cannot be loaded just now.",
      all: "All replays",
    },
    ladder: {
      title: "Ladder",
      about: "Fog of War, by the strength that is almost certain: it grows with every game.",
      all: "Who plays how well",
      empty: "Nobody has a rating yet. Games on maps that the server draws in secret count.",
      failed: "The ladder cannot be loaded just now.",
      games: (count: number) => `${formatNumber(count)} ${count === 1 ? "game" : "games"}`,
    },
  },
  de: {
    title: "Drei Kachelwelten",
    headline: "Drei Kachelwelten, eine Dämmerung",
    intro:
      "Führe ein Heer durch den Nebel, halte Eldoin gegen den Osten oder verirr dich in einem Verlies. Im Browser, gegen Menschen oder Bots.",
    playNow: "Jetzt spielen",
    withFriends: "Mit Freunden spielen",
    noAccount: "Ein Spiel Fog of War gegen einen Bot beginnt sofort, ohne Konto.",
    opponent: "Dein Gegner:",
    levelRule: "Nach zwei Siegen in Folge wird er stärker, nach zwei Niederlagen schwächer.",
    otherOpponent: "Anderen wählen",
    recorded: "aufgezeichnetes Spiel",
    turn: (turn: number) => `Runde ${turn}`,
    welten: {
      tag: "1987",
      text: "Zwei ungleiche Heere, 292 Einheiten und 13 Tore. Das Kriegsspiel vom Commodore 64, Regel für Regel.",
      picture: "Die Karte von Weltendämmerung: Wälder, ein Strom, Mauern und Tore und beide Heere",
      play: "Weltendämmerung spielen",
    },
    dungeons: {
      title: "Verliese",
      tag: "64-Bit-Seeds",
      text: "Jeder Seed ist eine Karte: Räume, Gänge, Geheimtüren. Diese hat die Nummer 2556.",
      picture: "Ein Verlies aus Räumen und Gängen, während es gegraben wird",
      play: "Ins Verlies",
      phases: [
        "Räume bauen",
        "Räume verbinden",
        "Geheime Bereiche anlegen",
        "Geheime Schätze verstecken",
        "Treppen setzen",
      ],
    },
    live: {
      title: "Laufende Spiele",
      empty: "Gerade wird nirgends gespielt. Dein Spiel könnte das erste sein.",
      failed: "Die Liste der Spiele lässt sich gerade nicht laden.",
    },
    replays: {
      title: "Letzte Partien",
      empty: "Noch ist keine Partie zu Ende. Hier bleibt jedes beendete Spiel.",
      failed: "Die Partien lassen sich gerade nicht laden.",
      all: "Alle Partien",
    },
    ladder: {
      title: "Rangliste",
      about: "Fog of War, nach der Stärke, die so gut wie sicher ist: Sie wächst mit jedem Spiel.",
      all: "Wer wie gut spielt",
      empty: "Noch hat niemand eine Wertung. Es zählen Spiele auf Karten, die der Server im Geheimen zieht.",
      failed: "Die Rangliste lässt sich gerade nicht laden.",
      games: (count: number) => `${formatNumber(count)} ${count === 1 ? "Spiel" : "Spiele"}`,
    },
  },
});
