/** The sidebar of a replay: players, whose view is shown, chart, events, link. */

import { replayPage } from "../api";
import { fill, h, setText } from "../dom";
import { chart, type Chart, type ChartText } from "../components/chart";
import { seatSwatch } from "../components/seat-swatch";
import { englishShareText, shareLink } from "../components/share-link";
import { seatStyle } from "../seat-style";
import { outcomeText, latestMarkers, type Timeline, type Marker } from "./markers";
import type { TimelineSource } from "./timeline-source";

export const GAME_TEXT: Readonly<Record<Timeline["game"], ChartText & { readonly unit: string }>> = {
  fog: { armies: "Armies", tiles: "Land", turn: "turn", unit: "turn" },
  welten: { armies: "Strength", tiles: "Units", turn: "order", unit: "order" },
};
/** Units of the graph across, about the pixels that there are. */
const NARROW = 352;
const SIDES = ["Eldoin", "Dailor"] as const;
/** News that are listed. */
const NEWS = 8;

export interface SidebarHandlers {
  /** Look with the eyes of a seat; null sees everything. */
  viewAs(seat: number | null): void;
  goToTurn(goToTurn: number): void;
  goToFrame(goToFrame: number): void;
  playOn(): void;
}

export interface Sidebar {
  readonly element: HTMLElement;
  /** Another timeline, or the first. */
  setTimeline(timeline: Timeline, markers: readonly Marker[]): void;
  update(frame: number, address: string | null): void;
}

export function sidebar(source: TimelineSource, timeline: Timeline, handlers: SidebarHandlers): Sidebar {
  const seats = seatList(timeline, handlers);
  const curves = graphOf(timeline, handlers);
  const news = h("ol", { class: "rows", "aria-label": "What has happened" });
  const link = shareLink(englishShareText("A link to this very moment"), "");
  const on = h(
    "button",
    { class: "btn btn-main", type: "button", id: "play-on", onclick: () => handlers.playOn() },
    "Play on from here",
  );
  const over = h("p", { class: "text-sm text-mist empty:hidden" });
  const element = h(
    "aside",
    { class: "replay-sidebar", "aria-label": "About this match" },
    h(
      "header",
      { class: "grid gap-1" },
      h(
        "h1",
        { class: "pixel pixel-2 wrap-anywhere" },
        timeline.players.length <= 3 ? timeline.players.join(" – ") : titleOf(timeline),
      ),
      h(
        "p",
        { class: "text-mist" },
        `${timeline.game === "fog" ? "Fog of War" : "Weltendämmerung"}. ${outcomeText(timeline)}`,
      ),
      originOf(source, GAME_TEXT[timeline.game].unit),
    ),
    h("section", { class: "grid gap-2", "aria-labelledby": "eyes" }, ...seats.elements),
    h(
      "div",
      { class: "grid gap-2" },
      h("div", { class: "flex flex-wrap gap-2" }, on, ...fileTools(source, GAME_TEXT[timeline.game].unit)),
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
  let shown: Timeline = timeline;
  let markers: readonly Marker[] = [];
  let told = "";
  return {
    element,
    setTimeline(other, found) {
      shown = other;
      markers = found;
      told = "";
    },
    update(frame, address) {
      const now = shown.frames[frame]!;
      seats.update(shown, frame);
      curves.mark(now.turn);
      if (address !== null) link.setAddress(address);
      const finished = shown.reason !== null && now.turn === shown.turns;
      on.disabled = finished;
      setText(over, finished ? "The game is over here. Go back to play on." : "");
      const list = latestMarkers(markers, frame, NEWS);
      const print = list.map((marker) => `${marker.turn} ${marker.text}`).join("|");
      if (print === told && news.childElementCount) return;
      told = print;
      if (list.length === 0) fill(news, h("li", { class: "py-1 text-sm text-mist" }, "Nothing yet."));
      else fill(news, ...list.map((marker) => markerRow(marker, handlers)));
    },
  };
}

/** Where the match was played on from; empty for one that began at the beginning. */
function originOf(source: TimelineSource, unit: string): HTMLElement {
  const line = h("p", { class: "text-sm text-mist empty:hidden" });
  void source.card?.().then((answer) => {
    const from = answer.ok ? answer.value.playedOnFrom : null;
    if (!from) return;
    const href = `${replayPage(from.id)}?turn=${from.turn}`;
    fill(line, "Played on from ", h("a", { href }, `another match, ${unit} ${from.turn}`), ".");
  });
  return line;
}

function titleOf(timeline: Timeline): string {
  return `${timeline.players[timeline.winner ?? 0]} and ${timeline.players.length - 1} others`;
}

function markerRow(marker: Marker, handlers: SidebarHandlers): HTMLElement {
  return h(
    "li",
    {},
    h(
      "button",
      { class: "news", type: "button", onclick: () => handlers.goToFrame(marker.frame) },
      h("span", { class: "pixel w-12 flex-none text-right text-mist" }, String(marker.turn)),
      h("span", { class: "min-w-0" }, marker.text),
    ),
  );
}

interface SeatList {
  readonly elements: readonly HTMLElement[];
  update(timeline: Timeline, frame: number): void;
}

/** The players with land and armies; in Fog of War each is a button that gives one their eyes. */
function seatList(timeline: Timeline, handlers: SidebarHandlers): SeatList {
  const fog = timeline.game === "fog";
  const words = GAME_TEXT[timeline.game];
  const figures = timeline.players.map(() => ({
    armies: h("span", { class: "pixel figure" }),
    tiles: h("span", { class: "pixel figure" }),
  }));
  const rows = timeline.players.map((name, seat) => {
    const content = [
      seatSwatch(seat, 2),
      h("span", { class: "pixel text-mist", "aria-hidden": "true" }, seatStyle(seat)?.letter ?? ""),
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
    if (!fog) return h("div", { class: "seat-view" }, ...content);
    const label = seat < 9 ? `With the eyes of ${name} (${seat + 1})` : `With the eyes of ${name}`;
    return h(
      "button",
      { class: "seat-view", type: "button", title: label, onclick: () => handlers.viewAs(seat) },
      ...content,
    );
  });
  const everything = h(
    "button",
    { class: "seat-view", type: "button", title: "Everything (0)", onclick: () => handlers.viewAs(null) },
    seatSwatch(-1, 2),
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
        setText(armies, String(now.armies[seat] ?? 0));
        setText(tiles, String(now.tiles[seat] ?? 0));
        rows[seat]!.toggleAttribute("data-fallen", (now.tiles[seat] ?? 0) === 0);
      });
      if (!fog) return;
      everything.setAttribute("aria-pressed", String(other.seat === null));
      rows.forEach((row, seat) => row.setAttribute("aria-pressed", String(other.seat === seat)));
    },
  };
}

function graphOf(timeline: Timeline, handlers: SidebarHandlers): Chart {
  const frames: readonly { turn: number; tiles: readonly number[]; armies: readonly number[] }[] = timeline.frames;
  const curves = {
    turns: frames.map((frame) => frame.turn),
    tiles: frames.map((frame) => frame.tiles),
    armies: frames.map((frame) => frame.armies),
  };
  return chart(curves, timeline.players, GAME_TEXT[timeline.game], (turn) => handlers.goToTurn(turn), NARROW);
}

function fileTools(source: TimelineSource, unit: string): HTMLElement[] {
  const tools: HTMLElement[] = [];
  const { verify, download } = source;
  if (verify) {
    const verdict = h("p", { class: "basis-full text-sm text-mist empty:hidden", role: "status" });
    const ask = h("button", { class: "btn", type: "button", onclick: () => void judge() }, "Verify");
    const judge = async () => {
      ask.disabled = true;
      setText(verdict, "Playing it again …");
      const answer = await verify();
      ask.disabled = false;
      if (!answer.ok) setText(verdict, answer.message);
      else if (answer.value.ok) setText(verdict, `The rules confirm it, all ${answer.value.turns} ${unit}s of it.`);
      else setText(verdict, `The rules differ at ${unit} ${answer.value.turn}: ${answer.value.message}`);
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
