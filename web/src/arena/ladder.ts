/** Players or bots by rating: a row each, with the interval of the rating. */

import { fill, h } from "../dom";
import { count, scaleOf, type Interval } from "./numbers";
import { axis, whiskers } from "./plots";

export interface LadderRow extends Interval {
  readonly rank: number;
  readonly name: string;
  readonly isBot?: boolean;
  readonly games: number;
}

/** Entries that are shown before all are asked for. */
const SHOWN = 20;

export function ladder(entries: readonly LadderRow[]): HTMLElement {
  const place = h("div", { class: "grid gap-2" });
  const show = (shown: readonly LadderRow[]) => {
    const scale = scaleOf(shown);
    fill(
      place,
      h(
        "ol",
        { class: "rows" },
        ...shown.map((entry) => h("li", { class: "ladder-row" }, ...line(entry), whiskers(scale, entry))),
      ),
      h("div", { class: "ladder-row ladder-axis" }, axis(scale)),
      shown.length < entries.length &&
        h(
          "p",
          {},
          h("button", { class: "btn", type: "button", onclick: () => show(entries) }, `Show all ${entries.length}`),
        ),
    );
  };
  show(entries.slice(0, SHOWN));
  return place;
}

function line({ rank, name, isBot, rating, low, high, games }: LadderRow): HTMLElement[] {
  return [
    h("span", { class: "ladder-rank pixel text-mist" }, String(rank)),
    h(
      "span",
      { class: "ladder-name" },
      h("span", { class: "min-w-0 truncate font-semibold", title: name }, name),
      isBot && h("span", { class: "chip" }, "bot"),
    ),
    h("span", { class: "ladder-rating font-semibold" }, h("span", { class: "sr-only" }, "rating "), String(rating)),
    h(
      "span",
      { class: "ladder-range text-mist" },
      h("span", { class: "sr-only" }, "surely between "),
      `${low} – ${high}`,
    ),
    h("span", { class: "ladder-games text-mist" }, count(games, "game")),
  ];
}
