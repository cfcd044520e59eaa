/** The room before its game: who is there, the link for the other side, bots to invite, chat. */

import * as api from "../api";
import { fill, h, say } from "../dom";
import { speak } from "../language";
import { CHAT, chat } from "../components/chat";
import { english, share } from "../components/share-link";
import { hosts, type View } from "../room/state";
import type { Side } from "./board";
import type { Session } from "./session";
import type { State } from "./state";
import { languageSwitch } from "../components/language-switch";
import { sideName } from "./text";

const SIDES: readonly Side[] = ["eldoin", "dailor"];

export function waiting(session: Session): View<State> {
  const seats = h("ol", { class: "rows" });
  const how = h("p", { class: "text-mist" });
  const talk = chat((text) => void session.tell("chat_message", text), speak(CHAT));
  const bots = h("div", { class: "flex flex-wrap gap-3" });
  const invites = h(
    "section",
    { class: "grid gap-3" },
    h("h2", { class: "pixel pixel-2" }, speak({ en: "Or play a bot", de: "Oder gegen einen Bot" })),
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
        speak({ en: "Waiting for the other side", de: "Warten auf die andere Seite" }),
      ),
      how,
      seats,
      share(
        speak({
          en: english("Whoever opens this link plays against you"),
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
        h("a", { class: "btn", href: "/welten" }, speak({ en: "Leave", de: "Verlassen" })),
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
      say(how, howItIsPlayed(state));
      invites.hidden = !hosts(state);
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
        speak({ en: "The bots cannot be asked just now.", de: "Die Bots sind gerade nicht zu fragen." }),
      ),
    );
  fill(
    place,
    ...names.map((name) =>
      h(
        "button",
        { class: "btn", type: "button", onclick: () => void session.tell("invite_bot", session.state.room, name) },
        speak({ en: `Invite ${name}`, de: `${name} einladen` }),
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
      player ? player.username : speak({ en: "free", de: "frei" }),
    ),
    you && h("span", { class: "chip chip-good" }, speak({ en: "you", de: "du" })),
  );
}

function howItIsPlayed({ options }: State): string {
  if (!options) return "";
  const { scenario, rules, clock, rated } = options;
  const land = scenario === "own" ? speak({ en: "a land of the host's own", de: "ein eigenes Land" }) : scenario;
  const parts = [
    speak({ en: `Land: ${land}`, de: `Land: ${land}` }),
    speak({ en: `rules: ${rules}`, de: `Regeln: ${rules}` }),
    clock === null
      ? speak({ en: "no clock", de: "ohne Uhr" })
      : speak({ en: `${Math.round(clock / 60)} minutes a side`, de: `${Math.round(clock / 60)} Minuten je Seite` }),
    rated && speak({ en: "rated", de: "gewertet" }),
  ];
  return parts.filter((part) => part !== false).join(" · ");
}
