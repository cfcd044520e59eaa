/** The page of a tournament: results, and every match to watch. */

import "./arena.css";

import * as api from "../api";
import { crossTable } from "../arena/cross-table";
import { count, percent } from "../arena/numbers";
import { ladder } from "../arena/ladder";
import { matchList } from "../arena/matches";
import { lengths } from "../arena/plots";
import { fill, h } from "../dom";
import { notFound, mainLink } from "../layout/not-found";
import { scrollBox } from "../components/scroll-box";
import type { Page, Visit } from "../router";
import type { Tournament } from "../protocol";

/** Seconds until a tournament that is being played is looked at again; while it is being counted, the next part is. */
const AGAIN_S = 5;
const COUNTING_S = 0.5;

export async function open({ outlet, params }: Visit): Promise<Page> {
  const name = params[0] ?? "";
  const address = `/api/tournaments/${encodeURIComponent(name)}`;
  const first = await api.get<Tournament>(address);
  if (!first) return missing(outlet, name);
  const figures = h("div", { class: "grid gap-14" });
  const matches = matchList(
    address,
    first.table.map((row) => row.bot),
    first.unit,
  );
  fill(
    outlet,
    h(
      "div",
      { class: "mx-auto grid w-full max-w-6xl gap-14 px-5 py-10 sm:px-8" },
      figures,
      section("Matches", matches.element),
      section(
        "What the figures mean",
        h("ul", { class: "plain-list" }, ...first.notes.map((note) => h("li", {}, note))),
      ),
    ),
  );
  let timer = 0;
  let shown = "";
  const show = (told: Tournament) => {
    const print = JSON.stringify(told);
    if (print !== shown) {
      shown = print;
      fill(figures, ...drawn(told));
      matches.refresh();
    }
    if (!told.complete)
      timer = window.setTimeout(() => void again(), 1000 * (told.counted < told.played ? COUNTING_S : AGAIN_S));
  };
  const again = async () => {
    const told = document.visibilityState === "visible" ? await api.get<Tournament>(address) : null;
    if (told) show(told);
    else timer = window.setTimeout(() => void again(), 1000 * AGAIN_S);
  };
  show(first);
  return { title: `${name}: ${first.title}`, close: () => clearTimeout(timer) };
}

function section(title: string, ...inside: HTMLElement[]): HTMLElement {
  const id = title.toLowerCase().replace(/\W+/g, "-");
  return h(
    "section",
    { class: "grid gap-4", "aria-labelledby": id },
    h("h2", { id, class: "pixel pixel-2" }, title),
    ...inside,
  );
}

function drawn(told: Tournament): HTMLElement[] {
  const ranked = told.table.map((row) => ({ ...row, rank: row.place, name: row.bot }));
  const byRating = [...ranked].sort((one, other) => other.rating - one.rating);
  const behind = told.counted < told.played;
  return [
    h(
      "header",
      { class: "grid gap-4" },
      h("p", {}, h("a", { class: "text-mist", href: "/arena" }, "Arena")),
      h("h1", { class: "pixel pixel-2 sm:pixel-3 break-words" }, told.name),
      h(
        "p",
        { class: "max-w-prose text-lg" },
        told.who && h("strong", { class: "font-semibold text-c-yellow" }, told.who),
        `${told.who ? " " : ""}${told.finding.replaceAll(" %", "\u00a0%")}`,
      ),
      behind &&
        h(
          "p",
          { class: "text-mist", role: "status" },
          `Counting: ${told.counted} of ${count(told.played, "match", "matches")} so far.`,
        ),
      h(
        "dl",
        { class: "flex flex-wrap gap-x-8 gap-y-3" },
        ...[{ name: "Game", value: told.game === "fog" ? "Fog of War" : "Weltendämmerung" }, ...told.facts].map(
          (fact) => h("div", {}, h("dt", { class: "text-sm text-mist" }, fact.name), h("dd", {}, fact.value)),
        ),
      ),
    ),
    section("Table", table(told)),
    section("Ratings", ladder(byRating.map((row, place) => ({ ...row, rank: place + 1 })))),
    section(
      "Who beat whom",
      crossTable(ranked.slice(0, told.cross.length), told.cross, true),
      h(
        "p",
        { class: "text-sm text-mist" },
        "Points of the row against the column, in per cent." +
          (told.cross.length < told.table.length ? ` The first ${told.cross.length} of the table are shown.` : ""),
      ),
    ),
    section(
      "Game lengths",
      ...(told.bins.length > 1 ? [lengths(told.bins, told.unit)] : []),
      h("p", { class: "max-w-prose text-mist" }, told.lengths),
    ),
  ];
}

function table({ table: rows }: Tournament): HTMLElement {
  const faulty = rows.some((row) => row.faults > 0);
  const heads = ["", "Bot", "Score, %", "Won", "Drawn", "Lost", "Games", ...(faulty ? ["Faults"] : [])];
  const body = rows.map((row) => {
    const score = h("td", { class: "score" }, percent(row.score));
    score.style.setProperty("--share", `${100 * row.score}%`);
    return h(
      "tr",
      {},
      h("td", { class: "text-mist" }, String(row.place)),
      h("th", { scope: "row" }, row.bot),
      score,
      ...[row.won, row.drawn, row.lost, row.games, ...(faulty ? [row.faults] : [])].map((value) =>
        h("td", {}, String(value)),
      ),
    );
  });
  const head = heads.map((name) => (name ? h("th", { scope: "col" }, name) : h("td", {})));
  return scrollBox(
    "Table",
    h("table", { class: "standings" }, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...body)),
  );
}

function missing(outlet: HTMLElement, name: string): Page {
  const words = `This server shows no tournament called “${name}”, or its file is damaged. The arena lists those that there are.`;
  return notFound(outlet, "No such tournament", words, mainLink("/arena", "To the arena"));
}
