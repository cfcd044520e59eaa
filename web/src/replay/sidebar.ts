/** Beside the board: who plays, with whose eyes one looks, how it went, what happened, and what to do with it. */

import { replayPage } from "../api";
import { fill, h, say } from "../dom";
import { chart, type Chart, type Words } from "../components/chart";
import { swatch } from "../components/seat-swatch";
import { english, share } from "../components/share-link";
import { livery } from "../seat-style";
import { ended, newsAt, type Film, type Mark } from "./markers";
import type { Source } from "./timeline-source";

export const WORDS: Readonly<Record<Film["game"], Words & { readonly unit: string }>> = {
  fog: { armies: "Armies", tiles: "Land", turn: "turn", unit: "turn" },
  welten: { armies: "Strength", tiles: "Units", turn: "order", unit: "order" },
};
/** Units of the graph across, about the pixels that there are. */
const NARROW = 352;
const SIDES = ["Eldoin", "Dailor"] as const;
/** News that are listed. */
const NEWS = 8;

export interface Wishes {
  /** Look with the eyes of a seat; null sees everything. */
  look(seat: number | null): void;
  turn(turn: number): void;
  frame(frame: number): void;
  playOn(): void;
}

export interface Panel {
  readonly element: HTMLElement;
  /** Another film, or the first. */
  load(film: Film, marks: readonly Mark[]): void;
  update(frame: number, address: string | null): void;
}

export function panel(source: Source, film: Film, wishes: Wishes): Panel {
  const seats = seatList(film, wishes);
  const curves = graphOf(film, wishes);
  const news = h("ol", { class: "rows", "aria-label": "What has happened" });
  const link = share(english("A link to this very moment"), "");
  const on = h(
    "button",
    { class: "btn btn-main", type: "button", id: "play-on", onclick: () => wishes.playOn() },
    "Play on from here",
  );
  const over = h("p", { class: "text-sm text-mist empty:hidden" });
  const element = h(
    "aside",
    { class: "beside-film", "aria-label": "About this match" },
    h(
      "header",
      { class: "grid gap-1" },
      h(
        "h1",
        { class: "pixel pixel-2 wrap-anywhere" },
        film.players.length <= 3 ? film.players.join(" – ") : titleOf(film),
      ),
      h("p", { class: "text-mist" }, `${film.game === "fog" ? "Fog of War" : "Weltendämmerung"}. ${ended(film)}`),
      originOf(source, WORDS[film.game].unit),
    ),
    h("section", { class: "grid gap-2", "aria-labelledby": "eyes" }, ...seats.elements),
    h(
      "div",
      { class: "grid gap-2" },
      h("div", { class: "flex flex-wrap gap-2" }, on, ...fileTools(source, WORDS[film.game].unit)),
      over,
    ),
    curves.element,
    h(
      "section",
      { class: "grid gap-1", "aria-labelledby": "news" },
      h("h2", { id: "news", class: "pixel" }, "What has happened"),
      news,
    ),
    source.address === null
      ? h("p", { class: "text-sm text-mist" }, "This file is only in your browser, so there is no link to it.")
      : link.element,
  );
  let shown: Film = film;
  let marks: readonly Mark[] = [];
  let told = "";
  return {
    element,
    load(other, found) {
      shown = other;
      marks = found;
      told = "";
    },
    update(frame, address) {
      const now = shown.frames[frame]!;
      seats.update(shown, frame);
      curves.mark(now.turn);
      if (address !== null) link.lead(address);
      const finished = shown.reason !== null && now.turn === shown.turns;
      on.disabled = finished;
      say(over, finished ? "The game is over here. Go back to play on." : "");
      const list = newsAt(marks, frame, NEWS);
      const print = list.map((mark) => `${mark.turn} ${mark.words}`).join("|");
      if (print === told && news.childElementCount) return;
      told = print;
      if (list.length === 0) fill(news, h("li", { class: "py-1 text-sm text-mist" }, "Nothing yet."));
      else fill(news, ...list.map((mark) => newsRow(mark, wishes)));
    },
  };
}

/** Where the match was played on from; empty for one that began at the beginning. */
function originOf(source: Source, unit: string): HTMLElement {
  const line = h("p", { class: "text-sm text-mist empty:hidden" });
  void source.card?.().then((answer) => {
    const from = answer.ok ? answer.value.playedOnFrom : null;
    if (!from) return;
    const href = `${replayPage(from.id)}?turn=${from.turn}`;
    fill(line, "Played on from ", h("a", { href }, `another match, ${unit} ${from.turn}`), ".");
  });
  return line;
}

function titleOf(film: Film): string {
  return `${film.players[film.winner ?? 0]} and ${film.players.length - 1} others`;
}

function newsRow(mark: Mark, wishes: Wishes): HTMLElement {
  return h(
    "li",
    {},
    h(
      "button",
      { class: "news", type: "button", onclick: () => wishes.frame(mark.frame) },
      h("span", { class: "pixel w-12 flex-none text-right text-mist" }, String(mark.turn)),
      h("span", { class: "min-w-0" }, mark.words),
    ),
  );
}

interface SeatList {
  readonly elements: readonly HTMLElement[];
  update(film: Film, frame: number): void;
}

/** The players with land and armies; in Fog of War each is a button that gives one their eyes. */
function seatList(film: Film, wishes: Wishes): SeatList {
  const fog = film.game === "fog";
  const words = WORDS[film.game];
  const figures = film.players.map(() => ({
    armies: h("span", { class: "pixel figure" }),
    tiles: h("span", { class: "pixel figure" }),
  }));
  const rows = film.players.map((name, seat) => {
    const content = [
      swatch(seat, 2),
      h("span", { class: "pixel text-mist", "aria-hidden": "true" }, livery(seat)?.letter ?? ""),
      h(
        "span",
        { class: "min-w-0 flex-1 truncate text-left font-semibold", title: name },
        name,
        !fog && h("span", { class: "font-normal text-mist" }, ` ${SIDES[seat] ?? ""}`),
      ),
      h("span", { class: "sr-only" }, `${words.armies} `),
      figures[seat]!.armies,
      h("span", { class: "sr-only" }, `, ${words.tiles} `),
      figures[seat]!.tiles,
    ];
    if (!fog) return h("div", { class: "eye" }, ...content);
    const label = seat < 9 ? `With the eyes of ${name} (${seat + 1})` : `With the eyes of ${name}`;
    return h("button", { class: "eye", type: "button", title: label, onclick: () => wishes.look(seat) }, ...content);
  });
  const everything = h(
    "button",
    { class: "eye", type: "button", title: "Everything (0)", onclick: () => wishes.look(null) },
    swatch(-1, 2),
    h("span", { class: "flex-1 text-left font-semibold" }, "Everything"),
  );
  const head = h(
    "div",
    { class: "flex items-baseline gap-3 text-sm text-mist" },
    h("h2", { id: "eyes", class: "pixel flex-1 text-paper" }, fog ? "Seen by" : "Sides"),
    h("span", { class: "figure" }, words.armies),
    h("span", { class: "figure pr-2" }, words.tiles),
  );
  const list = h("ul", { class: "grid gap-1" }, ...(fog ? [everything, ...rows] : rows).map((row) => h("li", {}, row)));
  const note = h("p", { class: "text-sm text-mist" }, "Nothing is hidden in this game: both sides see the same.");
  return {
    elements: fog ? [head, list] : [head, list, note],
    update(other, frame) {
      const now = other.frames[frame]!;
      figures.forEach(({ armies, tiles }, seat) => {
        say(armies, String(now.armies[seat] ?? 0));
        say(tiles, String(now.tiles[seat] ?? 0));
        rows[seat]!.toggleAttribute("data-fallen", (now.tiles[seat] ?? 0) === 0);
      });
      if (!fog) return;
      everything.setAttribute("aria-pressed", String(other.seat === null));
      rows.forEach((row, seat) => row.setAttribute("aria-pressed", String(other.seat === seat)));
    },
  };
}

function graphOf(film: Film, wishes: Wishes): Chart {
  const frames: readonly { turn: number; tiles: readonly number[]; armies: readonly number[] }[] = film.frames;
  const curves = {
    turns: frames.map((frame) => frame.turn),
    tiles: frames.map((frame) => frame.tiles),
    armies: frames.map((frame) => frame.armies),
  };
  return chart(curves, film.players, WORDS[film.game], (turn) => wishes.turn(turn), NARROW);
}

function fileTools(source: Source, unit: string): HTMLElement[] {
  const tools: HTMLElement[] = [];
  const { verify, download } = source;
  if (verify) {
    const verdict = h("p", { class: "basis-full text-sm text-mist empty:hidden", role: "status" });
    const ask = h("button", { class: "btn", type: "button", onclick: () => void judge() }, "Verify");
    const judge = async () => {
      ask.disabled = true;
      say(verdict, "Playing it again …");
      const answer = await verify();
      ask.disabled = false;
      if (!answer.ok) say(verdict, answer.message);
      else if (answer.value.ok) say(verdict, `The rules confirm it, all ${answer.value.turns} ${unit}s of it.`);
      else say(verdict, `The rules differ at ${unit} ${answer.value.turn}: ${answer.value.message}`);
    };
    tools.push(ask);
    if (download) tools.push(saving(download));
    tools.push(verdict);
  } else {
    if (download) tools.push(saving(download));
    tools.push(h("p", { class: "basis-full text-sm text-mist" }, "Played again and confirmed by the rules."));
  }
  return tools;
}

function saving({ href, name }: { readonly href: string; readonly name: string }): HTMLElement {
  return h("a", { class: "btn", href, download: name }, "Save");
}
