/** The toolbar of a board: orders and view as buttons. */

import { h, setText } from "../dom";
import { canOrder, type State } from "./state";
import type { Actions } from "./actions";
import { help } from "./help";
import { icon, type IconName } from "../components/icon";

export interface Toolbar {
  readonly element: HTMLElement;
  /** The button that gets the focus when the board is left. */
  readonly first: HTMLElement;
  update(state: State): void;
  /** Whether what stands beside the board is shown; on a phone it hides the board. */
  setSidebarOpen(open: boolean): void;
}

/** A toolbar; `turn` is called when a phone's player wants to see the board or what stands beside it. */
export function toolbar(actions: Actions, turn: () => void): Toolbar {
  const button = (label: string, sign: IconName, key: string, act: () => void, more = "") =>
    h(
      "button",
      { class: `btn ${more}`, type: "button", title: key ? `${label} (${key})` : label, onclick: act },
      icon(sign),
      h("span", { class: "label" }, label),
    );
  const half = button("Half", "half", "Z", actions.half);
  const undo = button("Undo", "undo", "E", actions.undo);
  const clear = button("Clear", "clear", "Q", actions.clear);
  const next = button("Next", "next", "Tab", () => actions.next());
  const pass = button("Pass", "pass", ".", actions.pass);
  const ping = button("Ping", "ping", "P", actions.ping, "wide-only");
  const out = button("Out", "minus", "-", () => actions.zoom(-1));
  const into = button("In", "plus", "+", () => actions.zoom(1));
  const fit = button("Fit", "fit", "F", actions.fit, "wide-only");
  const keys = button("Keys", "keys", "", help, "wide-only");
  const more = button("More", "more", "", turn, "lg:hidden");
  out.setAttribute("aria-label", "Zoom out");
  into.setAttribute("aria-label", "Zoom in");
  more.setAttribute("aria-controls", "side");
  const element = h(
    "div",
    { class: "toolbar", role: "toolbar", "aria-label": "Orders and view" },
    half,
    undo,
    clear,
    next,
    pass,
    ping,
    out,
    into,
    fit,
    keys,
    more,
  );
  return {
    element,
    first: next,
    update(state) {
      const mine = canOrder(state);
      for (const order of [undo, clear, next, ping]) order.hidden = !mine;
      pass.hidden = !mine || !state.options?.lockstep;
      half.hidden = !mine || !state.options?.half;
      half.disabled = ping.disabled = state.cursor === null;
      half.setAttribute("aria-pressed", String(state.half));
      undo.disabled = clear.disabled = state.queue.marches.length === 0;
    },
    setSidebarOpen(open) {
      more.setAttribute("aria-expanded", String(open));
      setText(more.lastElementChild!, open ? "Board" : "More");
    },
  };
}
