/** What is written over the map: a new phase, round and armies on a phone, and that what is shown can be skipped. */

import { fill, h, say } from "../dom";
import { calm } from "../animation-frame";
import { speak } from "../language";
import { strength, type Board, type Side } from "./board";
import { timeText } from "./clock";
import { onlyOwn, type State } from "./state";
import { phaseHeader, sideName, type Lore } from "./text";

export interface Overlay {
  readonly elements: readonly HTMLElement[];
  readonly skip: HTMLElement;
  /** A state has begun. */
  announce(board: Board): void;
  update(state: State): void;
  /** Show the time that a side has left, null without a clock. */
  time(side: Side, ms: number | null): void;
}

export function overlay(lore: Lore): Overlay {
  const banner = h("div", { class: "welten-banner", "aria-hidden": "true" });
  const voice = h("p", { class: "sr-only", role: "status", id: "announced" });
  const round = h("span", { class: "pixel text-mist" });
  const counts = { eldoin: h("span", { class: "pixel" }), dailor: h("span", { class: "pixel" }) };
  const times = { eldoin: h("span", { class: "text-mist" }), dailor: h("span", { class: "text-mist" }) };
  const army = (side: Side) =>
    h("span", { class: "whitespace-nowrap" }, sideName(side), " ", counts[side], times[side]);
  const strip = h("p", { class: "panel welten-strip", "aria-hidden": "true" }, round, army("eldoin"), army("dailor"));
  const skip = h(
    "button",
    { class: "btn btn-main welten-skip", type: "button", hidden: true },
    speak({ en: "Skip", de: "Überspringen" }),
  );
  return {
    elements: [strip, banner, skip, voice],
    skip,
    announce(board) {
      const words = phaseHeader(board);
      say(voice, words);
      if (!calm()) fill(banner, h("p", { class: "pixel pixel-3 welten-phase", "data-side": board.player }, words));
    },
    update(state) {
      const board = state.shown!;
      skip.hidden = state.film.length === 0 || onlyOwn(state);
      say(round, `${Math.min(board.rounds + 1, lore.roundLimit)}/${lore.roundLimit}`);
      for (const side of ["eldoin", "dailor"] as const) say(counts[side], String(strength(board, side)));
    },
    time: (side, ms) => say(times[side], ms === null ? "" : ` ${timeText(ms)}`),
  };
}
