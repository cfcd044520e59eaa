/** Text over the board: scores on a phone, the spectator note, a tip for beginners, and announcements for screen readers. */

import { seatSwatch } from "../components/seat-swatch";
import { fill, h, setText } from "../dom";
import { ranked } from "./scoreboard";
import { canOrder, type State } from "./state";
import { eventText, tileText, turnsUntilGrowth } from "./text";

/** Kept once the player has marched: then no tip is needed any more. */
const MARCHED = "duskfall.marched";

export interface Overlay {
  readonly elements: readonly HTMLElement[];
  update(state: State, before: State | null): void;
}

/** What is written over the board: the scores on a phone, that one only watches, and what screen readers say. */
export function overlay(): Overlay {
  const strip = h("ol", { class: "flex gap-4 overflow-x-auto", "aria-hidden": "true" });
  const role = h("p", { class: "chip pointer-events-none absolute bottom-3 left-3", hidden: true });
  const nothing = h("p", {
    class: "pointer-events-none absolute inset-0 m-auto h-fit max-w-sm p-6 text-center text-mist",
  });
  const liveRegion = h("p", { class: "sr-only", role: "status" });
  const tip = h(
    "p",
    {
      class: "panel pointer-events-none absolute inset-x-4 bottom-4 mx-auto w-fit max-w-lg px-5 py-3 text-center",
      hidden: true,
    },
    tipFor(),
  );
  return {
    elements: [
      h(
        "div",
        { class: "pointer-events-none absolute inset-x-0 top-0 flex p-3 lg:hidden" },
        h("div", { class: "panel pointer-events-auto max-w-full px-3 py-1" }, strip),
      ),
      role,
      nothing,
      tip,
      liveRegion,
    ],
    update(state, before) {
      if (before?.scores !== state.scores || before.players !== state.players) showStrip(strip, state);
      const watching = watchingAs(state);
      role.hidden = watching === "" || state.status === "ended";
      setText(role, watching);
      setText(nothing, state.board ? "" : waitingText(state));
      if (state.queue.marches.length > 0) localStorage.setItem(MARCHED, "yes");
      tip.hidden = !canOrder(state) || state.connection !== "up" || localStorage.getItem(MARCHED) !== null;
      const words = before ? announcement(state, before) : null;
      if (words !== null) setText(liveRegion, words);
    },
  };
}

/** The tip for players who have never marched. */
function tipFor(): string {
  const touch = matchMedia("(pointer: coarse)").matches;
  const how = touch ? "Tap a tile beside your crown to march." : "Drag from your crown, or press W A S D.";
  return `${how} Take land, and find the other crown before it finds yours.`;
}

function showStrip(strip: HTMLElement, state: State): void {
  fill(
    strip,
    h("li", { class: "pixel flex-none text-mist" }, `T${state.turn}`),
    h("li", { class: "flex-none text-sm leading-6 text-mist" }, `growth in ${turnsUntilGrowth(state.turn)}`),
    ...ranked(state).map((seat) =>
      h(
        "li",
        { class: `flex flex-none items-center gap-2 ${state.players[seat]?.eliminated ? "opacity-50" : ""}` },
        seatSwatch(seat, 1),
        h("span", { class: "pixel" }, String(state.scores[seat]?.armies ?? 0)),
      ),
    ),
  );
}

function watchingAs(state: State): string {
  const words = state.fallen ? "You have fallen and watch the rest" : state.seat < 0 ? "You are watching" : "";
  const late = state.options?.spectatorDelay ?? 0;
  return words && late ? `${words}, ${late} turns late` : words;
}

function waitingText(state: State): string {
  const late = state.options?.spectatorDelay ?? 0;
  return state.seat < 0 && late
    ? `Who watches sees everything ${late} turns late. It begins in a moment.`
    : "The board is on its way.";
}

/** What is worth saying aloud of a change; null when nothing is. */
function announcement(state: State, before: State): string | null {
  const ping = state.pings.at(-1);
  if (ping && ping !== before.pings.at(-1)) {
    const who = state.players.find((player) => player.index === ping.index)?.username ?? "Somebody";
    return `${who} points at a tile. ${tileText(state, ping.tile)}`;
  }
  const news = state.news.at(-1);
  if (news && news !== before.news.at(-1)) return eventText(state, news.event);
  if (state.cursor !== before.cursor)
    return state.cursor === null ? "No tile is chosen" : tileText(state, state.cursor);
  return null;
}
