/** Text over the map: a new phase, round and armies on a phone, and the button that skips the playback. */

import { fill, h, setText } from "../dom";
import { prefersReducedMotion } from "../animation-frame";
import { localize } from "../language";
import { strength, type Board, type Side } from "./board";
import { timeText } from "./clock";
import { onlyOwnQueued, type State } from "./state";
import { phaseHeader, sideName, type GameData } from "./text";

export interface Overlay {
  readonly elements: readonly HTMLElement[];
  readonly skip: HTMLElement;
  /** A state has begun. */
  announce(board: Board): void;
  update(state: State): void;
  /** Show the time that a side has left, null without a clock. */
  time(side: Side, ms: number | null): void;
}

export function overlay(gameData: GameData): Overlay {
  const banner = h("div", { class: "welten-banner", "aria-hidden": "true" });
  const liveRegion = h("p", { class: "sr-only", role: "status", id: "announced" });
  const round = h("span", { class: "pixel text-mist" });
  const counts = { eldoin: h("span", { class: "pixel" }), dailor: h("span", { class: "pixel" }) };
  const times = { eldoin: h("span", { class: "text-mist" }), dailor: h("span", { class: "text-mist" }) };
  const army = (side: Side) =>
    h("span", { class: "whitespace-nowrap" }, sideName(side), " ", counts[side], times[side]);
  const strip = h("p", { class: "panel welten-strip", "aria-hidden": "true" }, round, army("eldoin"), army("dailor"));
  const skip = h(
    "button",
    { class: "btn btn-main welten-skip", type: "button", hidden: true },
    localize({ en: "Skip", de: "Überspringen" }),
  );
  return {
    elements: [strip, banner, skip, liveRegion],
    skip,
    announce(board) {
      const words = phaseHeader(board);
      setText(liveRegion, words);
      if (!prefersReducedMotion())
        fill(banner, h("p", { class: "pixel pixel-3 welten-phase", "data-side": board.player }, words));
    },
    update(state) {
      const board = state.shownBoard!;
      skip.hidden = state.eventQueue.length === 0 || onlyOwnQueued(state);
      setText(round, `${Math.min(board.rounds + 1, gameData.roundLimit)}/${gameData.roundLimit}`);
      for (const side of ["eldoin", "dailor"] as const) setText(counts[side], String(strength(board, side)));
    },
    time: (side, ms) => setText(times[side], ms === null ? "" : ` ${timeText(ms)}`),
  };
}
