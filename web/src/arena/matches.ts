/** The matches of a tournament, page by page, of all bots or of one. */

import * as api from "../api";
import { fill, h } from "../dom";
import type { TournamentMatch, TournamentMatches } from "../protocol";
import { count } from "./numbers";

/** Matches on a page. */
const SHOWN = 25;

export interface MatchList {
  readonly element: HTMLElement;
  /** More may have been played. */
  refresh(): void;
}

export function matchList(address: string, bots: readonly string[], unit: "turns" | "orders"): MatchList {
  const list = h("div", {}, h("p", { class: "py-4 text-mist" }, "Looking …"));
  const pages = h("div", { class: "flex flex-wrap items-center gap-4 empty:hidden" });
  const choice = h(
    "select",
    { class: "field", id: "of-bot", onchange: () => void show(0) },
    h("option", { value: "" }, "all bots"),
    ...bots.map((bot) => h("option", { value: bot }, bot)),
  );
  let skip = 0;
  let asked = 0;
  const show = async (from: number) => {
    const mine = ++asked;
    skip = from;
    const wanted = new URLSearchParams({ skip: String(from), limit: String(SHOWN) });
    if (choice.value) wanted.set("bot", choice.value);
    const found = await api.get<TournamentMatches>(`${address}/matches?${wanted}`);
    if (mine !== asked) return;
    if (!found || found.found === 0)
      return fill(
        list,
        h(
          "p",
          { class: "py-4 text-mist" },
          found ? "Nothing has been played yet." : "The matches cannot be had just now.",
        ),
      );
    fill(list, h("ul", { class: "rows" }, ...found.matches.map((match) => h("li", {}, row(address, match, unit)))));
    fill(pages, ...(found.found > SHOWN ? turning(found.found) : []));
  };
  const turning = (all: number) => {
    const to = (label: string, from: number) =>
      h(
        "button",
        { class: "btn", type: "button", disabled: from < 0 || from >= all, onclick: () => void show(from) },
        label,
      );
    return [
      to("Earlier", skip - SHOWN),
      h("span", { class: "text-mist", role: "status" }, `${skip + 1} to ${Math.min(all, skip + SHOWN)} of ${all}`),
      to("Later", skip + SHOWN),
    ];
  };
  const element = h(
    "div",
    { class: "grid gap-4" },
    h(
      "div",
      { class: "grid max-w-xs gap-1" },
      h("label", { for: "of-bot", class: "text-sm text-mist" }, "Matches of"),
      choice,
    ),
    list,
    pages,
  );
  return { element, refresh: () => void show(skip) };
}

function row(address: string, match: TournamentMatch, unit: "turns" | "orders"): HTMLElement {
  const file = `${address}/matches/${match.number}/file`;
  const order = match.places.map((place, seat) => ({ place, name: match.bots[seat]! }));
  const names = order.sort((one, other) => one.place - other.place).map(({ name }) => name);
  const said =
    match.winner === null
      ? names.length === 2
        ? `${names[0]} and ${names[1]} drew`
        : "Nobody won"
      : names.length === 2
        ? `${names[0]} beat ${names[1]}`
        : `${names[0]} won, then ${names.slice(1, 3).join(", ")}`;
  const facts = [
    `match ${match.number}`,
    match.winner === null ? "" : `from seat ${match.winner + 1}`,
    match.reason,
    count(match.turns, unit === "turns" ? "turn" : "order"),
    `seed ${match.seed}`,
    match.faults ? count(match.faults, "fault") : "",
  ];
  return h(
    "div",
    { class: "flex flex-wrap items-center gap-x-4 gap-y-2 py-3" },
    h(
      "div",
      { class: "min-w-0 flex-1 basis-52" },
      h("p", { class: "truncate font-semibold" }, said),
      h("p", { class: "text-sm text-mist" }, facts.filter(Boolean).join(", ")),
    ),
    h(
      "div",
      { class: "flex gap-3" },
      h(
        "a",
        {
          class: "btn",
          href: `/replays/file?from=${encodeURIComponent(file)}`,
          "aria-label": `Watch match ${match.number}`,
        },
        "Watch",
      ),
      h("a", { class: "btn", href: file, download: true, "aria-label": `Save match ${match.number}` }, "Save"),
    ),
  );
}
