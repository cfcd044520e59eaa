/** The view of games to continue, and of games of others to join or watch. */

import * as api from "../api";
import { fill, h } from "../dom";
import { language, localize } from "../language";
import { pollingList, roomRow, playerNames, type RoomText } from "../components/room-list";
import { durationText } from "./options";
import { forgetGame, savedGames } from "./saved-games";
import { scenarioName } from "./scenario-text";
import { sortGames, timeAgo, type OwnGame } from "./open-games";
import { FIRST_UNIT_CODE } from "./board";
import { tileImage } from "./sprites";
import { languageSwitch, type LocalizedView } from "../components/language-switch";

const TEXT = {
  en: {
    title: "Continue",
    back: "Back to the title",
    mine: "Your games",
    others: "Open and live games",
    looking: "Looking …",
    none: "No game of this browser is waiting for you.",
    begin: "New game",
    absent: "The server does not answer just now.",
    nobody: "Nobody else is playing just now.",
    go: "Continue",
    sides: { eldoin: "you lead Eldoin", dailor: "you lead Dailor", both: "you lead both sides" },
    waits: "waits for somebody to open the link",
    orders: (count: number) => (count === 1 ? "1 order" : `${count} orders`),
    rules: { guide: "rules of the guide", original: "rules of 1987" },
    clock: (time: string) => `clock: ${time}`,
    played: (when: string) => `last visited ${when}`,
    rooms: {
      nobody: "Nobody yet",
      more: (count: number) => `and ${count} more`,
      live: "live",
      here: (players: number, seats: number) => `${players} of ${seats} here`,
      watching: (count: number) => `${count} watching`,
      join: "Join",
      watch: "Watch",
      back: "Continue",
    },
  },
  de: {
    title: "Weiterspielen",
    back: "Zurück zum Titel",
    mine: "Deine Partien",
    others: "Offene und laufende Partien",
    looking: "Wird gesucht …",
    none: "In diesem Browser wartet keine Partie auf dich.",
    begin: "Neues Spiel",
    absent: "Der Server antwortet gerade nicht.",
    nobody: "Sonst spielt gerade niemand.",
    go: "Weiterspielen",
    sides: { eldoin: "du führst Eldoin", dailor: "du führst Dailor", both: "du führst beide Seiten" },
    waits: "wartet, dass jemand den Link öffnet",
    orders: (count: number) => (count === 1 ? "1 Befehl" : `${count} Befehle`),
    rules: { guide: "Regeln der Anleitung", original: "Regeln von 1987" },
    clock: (time: string) => `Uhr: ${time}`,
    played: (when: string) => `zuletzt besucht: ${when}`,
    rooms: {
      nobody: "Noch niemand",
      more: (count: number) => `und ${count} weitere`,
      live: "läuft",
      here: (players: number, seats: number) => `${players} von ${seats} da`,
      watching: (count: number) => (count === 1 ? "1 schaut zu" : `${count} schauen zu`),
      join: "Mitspielen",
      watch: "Zuschauen",
      back: "Weiterspielen",
    },
  },
};

/** The tiles that stand for a side: its commander. */
const SIDE_UNITS = {
  eldoin: [FIRST_UNIT_CODE + 6],
  dailor: [FIRST_UNIT_CODE + 11],
  both: [FIRST_UNIT_CODE + 6, FIRST_UNIT_CODE + 11],
};
/** Seconds between two looks. */
const POLL_SECONDS = 4;

export function continueView(): LocalizedView {
  const words = localize(TEXT);
  const mine = pollingList(
    async () => {
      const rooms = await api.rooms();
      if (!rooms) return null;
      const found = sortGames(savedGames(), rooms);
      found.gone.forEach(forgetGame);
      return found.mine;
    },
    ownGameRow,
    { empty: words.none, absent: words.absent, looking: words.looking },
    POLL_SECONDS,
  );
  const others = pollingList(
    async () => {
      const rooms = await api.rooms();
      return rooms && sortGames(savedGames(), rooms).others;
    },
    (room) => roomRow(room, roomWords()),
    { empty: words.nobody, absent: words.absent, looking: words.looking },
    POLL_SECONDS,
  );
  const element = h(
    "div",
    { class: "mx-auto grid w-full max-w-6xl gap-8 px-5 py-8 sm:px-8" },
    h(
      "div",
      { class: "flex flex-wrap items-center gap-x-6 gap-y-2" },
      h("h1", { class: "pixel pixel-3" }, words.title),
      h("div", { class: "ml-auto" }, languageSwitch()),
    ),
    h(
      "div",
      { class: "grid items-start gap-10 lg:grid-cols-2" },
      column("mine", words.mine, mine.element),
      column("others", words.others, others.element),
    ),
    h(
      "div",
      { class: "flex flex-wrap gap-3" },
      h("a", { class: "btn btn-main", href: "/welten?new" }, words.begin),
      h("a", { class: "btn btn-quiet", href: "/welten" }, words.back),
    ),
  );
  return {
    element,
    close() {
      mine.close();
      others.close();
    },
  };
}

function column(id: string, title: string, list: HTMLElement): HTMLElement {
  return h("section", { id, class: "min-w-0" }, h("h2", { class: "pixel pixel-2 mb-2" }, title), list);
}

function ownGameRow({ game, room }: OwnGame): HTMLElement {
  const words = localize(TEXT);
  const names = playerNames(
    room.players.map(({ name }) => name),
    roomWords(),
  );
  const waits = room.state === "lobby" ? [words.waits] : [];
  const line = h("p", { class: "flex flex-wrap gap-x-3 text-sm text-mist" });
  fill(
    line,
    ...[words.sides[game.side], ...factsOf(room), ...waits, words.played(timeAgo(game.at, Date.now(), language()))].map(
      (fact) => h("span", {}, fact),
    ),
  );
  return h(
    "div",
    { class: "flex flex-wrap items-center gap-x-4 gap-y-2 py-3" },
    h("span", { class: "flex w-[72px] flex-none gap-2" }, ...SIDE_UNITS[game.side].map((code) => tileImage([code], 4))),
    h(
      "div",
      { class: "min-w-0 flex-1 basis-44" },
      h("p", { class: "truncate font-semibold", translate: "no" }, names),
      line,
    ),
    h(
      "a",
      {
        class: "btn btn-main",
        href: `/welten/${encodeURIComponent(game.room)}`,
        "aria-label": `${words.go}: ${names}`,
        "data-room": game.room,
      },
      words.go,
    ),
  );
}

function roomWords(): RoomText {
  const words = localize(TEXT);
  return { ...words.rooms, facts: (room) => (room.game === "welten" ? factsOf(room) : []) };
}

function factsOf({ options, state, turn }: api.WeltenCard): readonly string[] {
  const words = localize(TEXT);
  return [
    scenarioName(options.scenario),
    words.rules[options.rules === "original" ? "original" : "guide"],
    ...(options.clock === null ? [] : [words.clock(durationText(options.clock, language()))]),
    ...(state === "playing" && turn !== null ? [words.orders(turn)] : []),
  ];
}
