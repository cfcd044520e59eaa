/** The texts around the documentation, whose pages are written in English. */

import { language, texts } from "../language";
import type { DocCard } from "../protocol";

export const TEXT = texts({
  en: {
    documentation: "Documentation",
    about: "How the three worlds are played, how to write a bot, and how to run a server of your own.",
    forPrograms: "For programs: ",
    openApi: "the HTTP interface as OpenAPI",
    looking: "Looking …",
    failed: "The documentation cannot be loaded just now. Loading the page again usually helps.",
    failedTitle: "The page cannot be loaded",
    missing: "There is no such page",
    missingText: "The documentation has no page of this name.",
    toIndex: "To the documentation",
    onThisPage: "On this page",
    neighbours: "Neighbouring pages",
    before: "Before",
    after: "Next",
    linkTo: (heading: string) => `Link to ${heading}`,
    table: "Table",
    inEnglish: "",
    search: "Search the documentation",
    searchHint: "For example: replay, secret door, rate limit",
    hits: (count: number) => (count === 0 ? "Nothing was found." : count === 1 ? "1 section" : `${count} sections`),
    searchFailed: "The server does not answer just now.",
  },
  de: {
    documentation: "Dokumentation",
    about: "Wie die drei Welten gespielt werden, wie man einen Bot schreibt und wie man einen eigenen Server betreibt.",
    forPrograms: "Für Programme: ",
    openApi: "die HTTP-Schnittstelle als OpenAPI",
    looking: "Einen Augenblick …",
    failed: "Die Dokumentation lässt sich gerade nicht laden. Meist hilft es, die Seite neu zu laden.",
    failedTitle: "Die Seite lässt sich nicht laden",
    missing: "Diese Seite gibt es nicht",
    missingText: "Die Dokumentation hat keine Seite dieses Namens.",
    toIndex: "Zur Dokumentation",
    onThisPage: "Auf dieser Seite",
    neighbours: "Benachbarte Seiten",
    before: "Zurück",
    after: "Weiter",
    linkTo: (heading: string) => `Link zu ${heading}`,
    table: "Tabelle",
    inEnglish: "Die Seiten selbst sind auf Englisch.",
    search: "Die Dokumentation durchsuchen",
    searchHint: "Auf Englisch, zum Beispiel: replay, secret door",
    hits: (count: number) =>
      count === 0
        ? "Nichts gefunden. Die Seiten sind auf Englisch."
        : count === 1
          ? "1 Abschnitt"
          : `${count} Abschnitte`,
    searchFailed: "Der Server antwortet gerade nicht.",
  },
});

interface Titled {
  readonly title: string;
  readonly summary: string;
}

/** Titles and summaries of the pages by name. */
export const GERMAN_PAGES: Readonly<Record<string, Titled>> = {
  start: { title: "Erste Schritte", summary: "Ein erstes Spiel, ein erstes Verlies und ein erster eigener Bot." },
  browser: { title: "Im Browser", summary: "Räume, Tasten und Gesten und die Seiten des Browserspiels." },
  "command-line": { title: "Die Kommandozeile", summary: "Jeder Befehl mit einem Beispiel." },
  replays: { title: "Aufzeichnungen", summary: "Beendete Spiele ansehen, prüfen und teilen." },
  fog: {
    title: "Fog of War: die Regeln",
    summary: "Heere in Echtzeit auf einer Karte, von der du nur die Umgebung deines Landes siehst.",
  },
  welten: {
    title: "Weltendämmerung: die Regeln",
    summary: "Das Kriegsspiel von 1987: zwei ungleiche Heere, Phasen, Würfel und Tore.",
  },
  dungeon: { title: "Verliese: die Regeln", summary: "Wie aus einem Seed Räume, Gänge und Geheimnisse werden." },
  bots: {
    title: "Bots schreiben",
    summary: "Ein Bot in jeder Sprache: was er liest, was er antwortet und was ihn einschließt.",
  },
  opponents: { title: "Die Gegner in Fog of War", summary: "Vier Bots, wie sie denken und wie stark sie sind." },
  "opponents-welten": {
    title: "Die Gegner in Weltendämmerung",
    summary: "Wie Hauptmann und Kriegsherr denken, und wie stark sie sind.",
  },
  training: { title: "Trainieren", summary: "Umgebungen für Gymnasium und PettingZoo auf denselben Regeln." },
  protocol: { title: "Das Protokoll von Fog of War", summary: "Fog of War über Socket.IO, Nachricht für Nachricht." },
  "protocol-welten": {
    title: "Das Protokoll von Weltendämmerung",
    summary: "Weltendämmerung über Socket.IO, Nachricht für Nachricht.",
  },
  arena: { title: "Die Arena", summary: "Turniere, Wertungen und ob A besser ist als B." },
  server: {
    title: "Einen Server betreiben",
    summary: "Ein Server für andere: was er zusichert, seine Grenzen, seine Datenbank.",
  },
  promises: {
    title: "Was ein Server bei Angriffen zusichert",
    summary: "Die Angriffe, die erprobt werden, ihre Grenzen und was nicht zugesichert ist.",
  },
  http: { title: "Die HTTP-Schnittstelle", summary: "Jede Adresse mit ihrer Antwort und ihren Absagen." },
  "dungeon-exports": {
    title: "Verliese exportieren",
    summary: "Verliese als Bilder, Tiled-Karten, virtuelle Spieltische und C64-Disketten.",
  },
  "welten-scenarios": {
    title: "Szenarien für Weltendämmerung",
    summary: "Eigene Länder, das Original von einer Diskette und Spielstände des C64.",
  },
  glossary: { title: "Glossar", summary: "Die Wörter des Codes und dieser Seiten, eins für jede Sache." },
};

/** Titles of the groups of pages. */
export const GERMAN_GROUPS: Readonly<Record<string, string>> = {
  Play: "Spielen",
  Rules: "Regeln",
  Bots: "Bots",
  Arena: "Arena",
  "Server and formats": "Server und Formate",
  More: "Weiteres",
};

/** The title and summary of a page in the current language. */
export function titled(card: Pick<DocCard, "name" | "title" | "summary">): Titled {
  return (language() === "de" && GERMAN_PAGES[card.name]) || card;
}

/** The title of a group in the current language. */
export function groupTitle(title: string): string {
  return (language() === "de" && GERMAN_GROUPS[title]) || title;
}
