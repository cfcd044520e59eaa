/** The view of a room before its game: sides, link to share, bots to invite, chat. */

import * as api from "../api";
import { fill, h, setText } from "../dom";
import { localize } from "../language";
import { CHAT_TEXT, chat } from "../components/chat";
import { englishShareText, shareLink } from "../components/share-link";
import { isHost, type View } from "../room/state";
import type { Side } from "./board";
import type { Session } from "./session";
import type { State } from "./state";
import { languageSwitch } from "../components/language-switch";
import { sideName } from "./text";

const SIDES: readonly Side[] = ["eldoin", "dailor"];

export function lobby(session: Session): View<State> {
  const seats = h("ol", { class: "rows" });
  const how = h("p", { class: "text-mist" });
  const talk = chat((text) => void session.send("chat_message", text), localize(CHAT_TEXT));
  const bots = h("div", { class: "flex flex-wrap gap-3" });
  const invites = h(
    "section",
    { class: "grid gap-3" },
    h("h2", { class: "pixel pixel-2" }, localize({ en: "Or play a bot", de: "Oder gegen einen Bot" })),
    bots,
  );
  void api.bots("welten").then((names) => showBots(bots, session, names));
  const element = h(
    "div",
    { class: "mx-auto grid w-full max-w-4xl gap-8 px-4 py-8 sm:px-6 lg:grid-cols-2" },
    h(
      "section",
      { class: "panel grid content-start gap-6 p-5 sm:p-6" },
      h(
        "h1",
        { class: "pixel pixel-3" },
        localize({ en: "Waiting for the other side", de: "Warten auf die andere Seite" }),
      ),
      how,
      seats,
      shareLink(
        localize({
          en: englishShareText("Whoever opens this link plays against you"),
          de: {
            label: "Wer diesen Link öffnet, spielt gegen dich",
            copy: "Kopieren",
            copied: "Kopiert.",
            byHand: "Mit Strg+C kopieren.",
          },
        }),
        location.origin + location.pathname,
      ).element,
      invites,
      h(
        "div",
        { class: "flex flex-wrap items-center justify-between gap-3" },
        h("a", { class: "btn", href: "/welten" }, localize({ en: "Leave", de: "Verlassen" })),
        languageSwitch(),
      ),
    ),
    h(
      "section",
      { class: "panel grid h-80 grid-rows-[auto_minmax(0,1fr)] gap-3 p-5 sm:p-6 lg:h-auto" },
      h("h2", { class: "pixel pixel-2" }, "Chat"),
      talk.element,
    ),
  );
  return {
    element,
    update(state) {
      fill(seats, ...SIDES.map((side, index) => seatRow(state, side, index)));
      setText(how, optionsText(state));
      invites.hidden = !isHost(state);
      talk.update(state);
    },
  };
}

function showBots(place: HTMLElement, session: Session, names: readonly string[] | null): void {
  if (!names)
    return fill(
      place,
      h(
        "p",
        { class: "text-mist" },
        localize({ en: "The bots cannot be asked just now.", de: "Die Bots sind gerade nicht zu fragen." }),
      ),
    );
  fill(
    place,
    ...names.map((name) =>
      h(
        "button",
        { class: "btn", type: "button", onclick: () => void session.send("invite_bot", session.state.room, name) },
        localize({ en: `Invite ${name}`, de: `${name} einladen` }),
      ),
    ),
  );
}

function seatRow(state: State, side: Side, index: number): HTMLElement {
  const player = state.players.find((other) => other.index === index);
  const you = player !== undefined && index === state.seat;
  return h(
    "li",
    { class: "flex min-h-14 items-center gap-4" },
    h("span", { class: "w-20 font-semibold" }, sideName(side)),
    h(
      "span",
      { class: player ? "min-w-0 truncate" : "text-mist" },
      player ? player.username : localize({ en: "free", de: "frei" }),
    ),
    you && h("span", { class: "chip chip-good" }, localize({ en: "you", de: "du" })),
  );
}

function optionsText({ options }: State): string {
  if (!options) return "";
  const { scenario, rules, clock, rated } = options;
  const land = scenario === "own" ? localize({ en: "a land of the host's own", de: "ein eigenes Land" }) : scenario;
  const parts = [
    localize({ en: `Land: ${land}`, de: `Land: ${land}` }),
    localize({ en: `rules: ${rules}`, de: `Regeln: ${rules}` }),
    clock === null
      ? localize({ en: "no clock", de: "ohne Uhr" })
      : localize({ en: `${Math.round(clock / 60)} minutes a side`, de: `${Math.round(clock / 60)} Minuten je Seite` }),
    rated && localize({ en: "rated", de: "gewertet" }),
  ];
  return parts.filter((part) => part !== false).join(" · ");
}
