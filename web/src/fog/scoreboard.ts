/** The table of players with their armies and land. */

import { fill, h } from "../dom";
import type { State } from "./state";
import { seatStyle } from "../seat-style";
import { seatSwatch } from "../components/seat-swatch";

export interface Scoreboard {
  readonly element: HTMLElement;
  update(state: State): void;
}

/** The seats in the order of their armies, the fallen last. */
export function ranked(state: State): readonly number[] {
  const worth = (seat: number) => (state.players[seat]?.eliminated ? -1 : (state.scores[seat]?.armies ?? 0));
  return state.players.map((player) => player.index).sort((a, b) => worth(b) - worth(a) || a - b);
}

export function scoreboard(): Scoreboard {
  const rows = h("tbody", {});
  const element = h(
    "table",
    { class: "w-full table-fixed text-left" },
    h("caption", { class: "sr-only" }, "Players"),
    h(
      "thead",
      { class: "text-sm text-mist" },
      h(
        "tr",
        {},
        h("th", { class: "pb-1 font-normal", scope: "col" }, "Player"),
        h("th", { class: "w-14 pb-1 text-right font-normal", scope: "col" }, "Army"),
        h("th", { class: "w-13 pb-1 text-right font-normal", scope: "col" }, "Land"),
      ),
    ),
    rows,
  );
  let shown: unknown[] = [];
  return {
    element,
    update(state) {
      const now = [state.players, state.scores, state.seat];
      if (now.every((part, i) => part === shown[i])) return;
      shown = now;
      fill(rows, ...ranked(state).map((seat) => rowOf(state, seat)));
    },
  };
}

function rowOf(state: State, seat: number): HTMLElement {
  const player = state.players.find((other) => other.index === seat)!;
  const score = state.scores[seat];
  const notes = [
    seat === state.seat && "you",
    player.isBot && "bot",
    !player.connected && !player.isBot && !player.eliminated && "away",
  ].filter((note) => note !== false);
  return h(
    "tr",
    { class: player.eliminated ? "text-mist" : "" },
    h(
      "th",
      { class: "py-1 font-semibold", scope: "row" },
      h(
        "span",
        { class: "flex min-w-0 items-center gap-2" },
        seatSwatch(seat, 2),
        h("span", { class: "pixel text-mist", "aria-hidden": "true" }, seatStyle(seat)?.letter ?? ""),
        h(
          "span",
          {
            class: `min-w-0 truncate ${player.eliminated ? "line-through" : ""}`,
            "data-name": true,
            title: player.username,
          },
          player.username,
        ),
        player.eliminated && h("span", { class: "sr-only" }, "has fallen"),
        notes.length > 0 && h("span", { class: "flex-none text-sm font-normal text-mist" }, notes.join(", ")),
      ),
    ),
    h("td", { class: "pixel text-right" }, String(score?.armies ?? 0)),
    h("td", { class: "pixel text-right" }, String(score?.tiles ?? 0)),
  );
}
