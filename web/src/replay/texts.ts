/** The texts of the replay page. */

import { formatNumber, texts } from "../language";

export const REPLAY_TEXT = texts({
  en: {
    title: "Replay",
    loading: "Loading the replay",
    loadingText: "The server plays the match again, turn by turn.",
    board: (place: string) => `The board at ${place}`,
    boardSeenBy: (place: string, name: string) => `The board at ${place}, with the eyes of ${name}`,
    about: "About this match",
    others: (name: string, count: number) => `${name} and ${count} others`,
    playedOnFrom: "Played on from ",
    anotherMatch: (place: string) => `another match, ${place}`,
    everything: "Everything",
    seenBy: (name: string) => `With the eyes of ${name}`,
    allVisible: "Nothing is hidden in this game: both sides see the same.",
    playOn: "Play on from here",
    over: "The game is over here. Go back to play on.",
    verify: "Verify",
    verifying: "Playing it again …",
    confirmed: (turns: string) => `The rules confirm it, all ${turns} of it.`,
    differs: (place: string) => `The rules differ at ${place}: `,
    checked: "Played again and confirmed by the rules.",
    save: "Save",
    reasons: "Why this march",
    noReasons: "Does not tell its reasons.",
    events: "What has happened",
    noEvents: "Nothing yet.",
    link: "A link to this very moment",
    noLink: "This file is only in your browser, so there is no link to it.",
  },
  de: {
    title: "Aufzeichnung",
    loading: "Die Aufzeichnung wird geladen",
    loadingText: "Der Server spielt die Partie noch einmal nach.",
    board: (place: string) => `Das Feld, ${place}`,
    boardSeenBy: (place: string, name: string) => `Das Feld, ${place}, mit den Augen von ${name}`,
    about: "Über diese Partie",
    others: (name: string, count: number) => `${name} und ${count} andere`,
    playedOnFrom: "Fortgesetzt aus ",
    anotherMatch: (place: string) => `einer anderen Partie, ${place}`,
    everything: "Alles",
    seenBy: (name: string) => `Mit den Augen von ${name}`,
    allVisible: "In diesem Spiel ist nichts verborgen: Beide Seiten sehen dasselbe.",
    playOn: "Von hier weiterspielen",
    over: "Hier ist das Spiel zu Ende. Geh zurück, um weiterzuspielen.",
    verify: "Prüfen",
    verifying: "Wird nachgespielt …",
    confirmed: (turns: string) => `Die Regeln bestätigen alles: ${turns}.`,
    differs: (place: string) => `Die Regeln weichen ab, ${place}: `,
    checked: "Nachgespielt und von den Regeln bestätigt.",
    save: "Speichern",
    reasons: "Warum dieser Marsch",
    noReasons: "Nennt keine Gründe.",
    events: "Was geschehen ist",
    noEvents: "Noch nichts.",
    link: "Ein Link zu genau dieser Stelle",
    noLink: "Diese Datei ist nur in deinem Browser, darum gibt es keinen Link zu ihr.",
  },
});

export const PLAYBACK_TEXT = texts({
  en: {
    controls: "Playback",
    play: "Play",
    pause: "Pause",
    first: "To the beginning",
    back: "A step back",
    forth: "A step on",
    last: "To the end",
    speed: (frames: number) => `${frames}/s`,
    zoomOut: "Zoom out",
    zoomIn: "Zoom in",
    fit: "The whole board",
    keys: "Keys",
    previousEvent: "To the event before",
    nextEvent: "To the next event",
    zoom: "Zoom in and out",
    seat: "With the eyes of a player; 0 shows everything",
    help: "This list",
    keyNames: { space: "Space", home: "Home", end: "End", pageUp: "Page Up", pageDown: "Page Down" },
  },
  de: {
    controls: "Wiedergabe",
    play: "Abspielen",
    pause: "Anhalten",
    first: "Zum Anfang",
    back: "Einen Schritt zurück",
    forth: "Einen Schritt weiter",
    last: "Zum Ende",
    speed: (frames: number) => `${frames}/s`,
    zoomOut: "Verkleinern",
    zoomIn: "Vergrößern",
    fit: "Das ganze Feld",
    keys: "Tasten",
    previousEvent: "Zum Ereignis davor",
    nextEvent: "Zum nächsten Ereignis",
    zoom: "Vergrößern und verkleinern",
    seat: "Mit den Augen eines Spielers; 0 zeigt alles",
    help: "Diese Liste",
    keyNames: { space: "Leertaste", home: "Pos1", end: "Ende", pageUp: "Bild auf", pageDown: "Bild ab" },
  },
});

export const PLAY_ON_TEXT = texts({
  en: {
    title: "Play on from here",
    preparing: "Setting the board …",
    about: (place: string) => `A new game begins exactly as it stood at ${place}. It does not count for ratings.`,
    oneBot: "The bot takes the other seat.",
    manyBots: "The bot takes every other seat.",
    seat: "You play",
    bot: "Against",
    speed: "Speed",
    pace: (turns: number, seconds: number) =>
      seconds > 1 ? `a turn in ${seconds} seconds` : turns > 1 ? `${turns} turns a second` : "a turn a second",
    cancel: "Cancel",
    begin: "Begin",
  },
  de: {
    title: "Von hier weiterspielen",
    preparing: "Das Feld wird aufgebaut …",
    about: (place: string) =>
      `Ein neues Spiel beginnt genau an dieser Stelle: ${place}. Es zählt nicht für die Wertung.`,
    oneBot: "Der Bot nimmt den anderen Platz.",
    manyBots: "Der Bot nimmt alle anderen Plätze.",
    seat: "Du spielst",
    bot: "Gegen",
    speed: "Tempo",
    pace: (turns: number, seconds: number) =>
      seconds > 1
        ? `eine Runde in ${seconds} Sekunden`
        : turns > 1
          ? `${turns} Runden pro Sekunde`
          : "eine Runde pro Sekunde",
    cancel: "Abbrechen",
    begin: "Beginnen",
  },
});

/** A turn or order by its number: "turn 30". */
export function placeText(unit: string, turn: number): string {
  return `${unit} ${formatNumber(turn)}`;
}
