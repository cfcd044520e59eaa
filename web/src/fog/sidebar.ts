/** The sidebar of a board: turn, players, news, chat, surrender. */

import { fill, h, setText } from "../dom";
import type { Session } from "./session";
import { canOrder, type State } from "./state";
import { tileText, eventText, turnsUntilGrowth } from "./text";
import { prefersReducedMotion } from "../animation-frame";
import { FOG_OPTIONS } from "../protocol/options";
import { chat } from "../components/chat";
import { confirm } from "../components/dialog";
import { scoreboard } from "./scoreboard";

/** Turns shorter than this are not counted down: nobody could follow. */
const COUNTED_MS = 200;
const NEWS = 5;

export interface Sidebar {
  readonly element: HTMLElement;
  readonly chatInput: HTMLInputElement;
  update(state: State): void;
}

export function sidebar(session: Session): Sidebar {
  const turn = h("span", { class: "pixel pixel-2", id: "turn" });
  const growth = h("span", { class: "text-sm text-mist" });
  const bar = h("div", { class: "h-full w-full origin-left bg-c-cyan" });
  const tile = h("p", { id: "tile", class: "min-h-5 truncate text-sm text-mist" });
  const news = h("ol", { class: "grid content-start gap-1 text-sm", "aria-label": "What has happened" });
  const scores = scoreboard();
  const talk = chat((text) => void session.send("chat_message", text));
  const surrender = h(
    "button",
    { class: "btn btn-quiet", type: "button", onclick: () => void giveUp(session) },
    "Surrender",
  );
  const element = h(
    "aside",
    { id: "side", class: "side", "aria-label": "The game" },
    h(
      "div",
      { class: "grid gap-1" },
      h("div", { class: "flex items-baseline justify-between gap-3" }, turn, growth),
      h("div", { class: "h-1 bg-dusk", "aria-hidden": "true" }, bar),
    ),
    h("div", { class: "grid gap-2" }, scores.element, tile),
    h("div", { class: "grid gap-1" }, h("h2", { class: "pixel" }, "News"), news),
    h(
      "div",
      { class: "grid min-h-0 grid-rows-[auto_minmax(0,1fr)] gap-1" },
      h("h2", { class: "pixel" }, "Chat"),
      talk.element,
    ),
    h("div", { class: "flex flex-wrap gap-2" }, surrender, h("a", { class: "btn btn-quiet", href: "/fog" }, "Leave")),
  );
  let before: State | null = null;
  return {
    element,
    chatInput: talk.input,
    update(state) {
      if (before?.turn !== state.turn || before.board !== state.board) {
        setText(turn, `Turn ${state.turn}`);
        setText(growth, `all land grows in ${turnsUntilGrowth(state.turn)}`);
        countDown(bar, state);
      }
      if (before?.news !== state.news) showNews(news, state);
      setText(tile, state.cursor === null ? "" : tileText(state, state.cursor));
      surrender.hidden = !canOrder(state);
      scores.update(state);
      talk.update(state);
      before = state;
    },
  };
}

function showNews(list: HTMLElement, state: State): void {
  const items = state.news.slice(-NEWS).reverse();
  if (items.length === 0) fill(list, h("li", { class: "text-mist" }, "Nothing yet."));
  else {
    fill(
      list,
      ...items.map((item) =>
        h(
          "li",
          { class: "flex gap-3" },
          h("span", { class: "w-8 flex-none text-right text-mist" }, String(item.turn)),
          eventText(state, item.event),
        ),
      ),
    );
  }
}

function countDown(bar: HTMLElement, state: State): void {
  const ms = state.options?.lockstep ? state.options.deadlineMs : (state.options?.turnMs ?? FOG_OPTIONS.turnMs.default);
  bar.getAnimations().forEach((animation) => animation.cancel());
  if (prefersReducedMotion() || ms < COUNTED_MS || state.status !== "playing") return;
  bar.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration: ms, fill: "forwards" });
}

async function giveUp(session: Session): Promise<void> {
  const sure = await confirm({
    title: "Surrender?",
    text: "Your land becomes free. You can go on watching.",
    confirmLabel: "Surrender",
    danger: true,
  });
  if (sure) void session.send("surrender");
}
