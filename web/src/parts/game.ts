/** A running game: the board, what can be done on it, and all that is known beside it. */

import { BoardCanvas } from "../board/canvas";
import { fill, h, say } from "../dom";
import type { Session } from "../fog/session";
import { commands, type State } from "../fog/state";
import { described, told, untilGrowth } from "../fog/words";
import { calm } from "../frame";
import { chat } from "./chat";
import { control, deeds } from "./controls";
import { confirm } from "./dialog";
import { help } from "./help";
import { icon, type Sign } from "./icon";
import type { View } from "./lobby";
import { ranked, scoreboard } from "./scoreboard";
import { swatch } from "./swatch";

export function game(session: Session): View {
  const canvas = h("canvas", {
    class: "absolute inset-0 h-full w-full touch-none", tabindex: "0", role: "application", id: "board",
    "aria-label": "The board", "aria-describedby": "board-help",
  });
  const board = new BoardCanvas(canvas);
  const deed = deeds(session, board);
  const parts = {
    turn: h("span", { class: "pixel pixel-2" }),
    growth: h("span", { class: "text-sm text-mist" }),
    bar: h("div", { class: "h-full w-full origin-left bg-c-cyan" }),
    strip: h("ol", { class: "flex gap-4 overflow-x-auto", "aria-hidden": "true" }),
    news: h("ol", { class: "grid content-start gap-1 text-sm", "aria-label": "What has happened" }),
    role: h("p", { class: "chip pointer-events-auto", hidden: true }),
    nothing: h("p", { class: "absolute inset-0 m-auto h-fit max-w-sm p-6 text-center text-mist", role: "status" }),
    voice: h("p", { class: "sr-only", role: "status" }),
    tile: h("p", { class: "min-h-5 truncate text-sm text-mist", role: "status" }),
  };
  const scores = scoreboard();
  const talk = chat((text) => void session.tell("chat_message", text));
  const tools = toolbar(deed);
  const side = sidebar(session, parts, scores.element, talk.element);
  const drawerLabel = h("span", { class: "label" }, "More");
  const drawer = h("button", { class: "btn lg:hidden", type: "button", "aria-expanded": "false", "aria-controls": "side" }, icon("more"), drawerLabel);
  const openSide = (open: boolean) => {
    side.toggleAttribute("data-open", open);
    drawer.setAttribute("aria-expanded", String(open));
    say(drawerLabel, open ? "Board" : "More");
  };
  drawer.addEventListener("click", () => openSide(!side.hasAttribute("data-open")));
  tools.element.append(drawer);
  const stop = control(session, board, deed, () => {
    openSide(true);
    talk.input.focus();
  }, () => tools.first.focus());
  talk.input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && !(event.key === "Enter" && talk.input.value.trim() === "")) return;
    event.preventDefault();
    openSide(false);
    canvas.focus();
  });

  const element = h("div", { class: "game" },
    h("div", { class: "relative min-h-0 min-w-0 overflow-hidden" },
      canvas,
      parts.nothing,
      h("p", { id: "board-help", class: "sr-only" },
        "Arrow keys or W A S D march from the chosen tile. Tab goes to the next army, E takes back the last march, Q all of them, Z takes half, Space lets the tile go, Enter opens the chat, Escape leaves the board."),
      h("div", { class: "pointer-events-none absolute inset-x-0 top-0 flex flex-wrap items-start gap-3 p-3 lg:hidden" },
        h("div", { class: "panel pointer-events-auto flex max-w-full items-center gap-4 px-3 py-1" }, parts.strip)),
      h("div", { class: "pointer-events-none absolute inset-x-0 bottom-0 grid gap-2 p-3" },
        parts.role)),
    tools.element,
    side,
    parts.voice);
  queueMicrotask(() => canvas.focus({ preventScroll: true }));
  return { element, update: updater(session, board, parts, scores, talk, tools), close: () => (stop(), board.close()) };
}

type Parts = Record<"turn" | "growth" | "bar" | "strip" | "news" | "role" | "voice" | "tile" | "nothing", HTMLElement>;

function updater(
  session: Session,
  board: BoardCanvas,
  parts: Parts,
  scores: ReturnType<typeof scoreboard>,
  talk: ReturnType<typeof chat>,
  tools: Toolbar,
): (state: State) => void {
  let before: State | null = null;
  let pinged = session.state.pings.at(-1)?.number ?? 0;
  return (state) => {
    if (state.board) board.show({ board: state.board, marches: state.queue.marches, cursor: state.cursor, half: state.half });
    for (const ping of state.pings.filter((mark) => mark.number > pinged)) {
      pinged = ping.number;
      board.ping(ping.tile, ping.index);
      const who = state.players.find((player) => player.index === ping.index)?.username ?? "Somebody";
      say(parts.voice, `${who} points at a tile. ${described(state, ping.tile)}`);
    }
    if (before?.turn !== state.turn || before.board !== state.board) {
      say(parts.turn, `Turn ${state.turn}`);
      say(parts.growth, `all land grows in ${untilGrowth(state.turn)}`);
      runBar(parts.bar, state);
    }
    if (before?.scores !== state.scores || before.players !== state.players) showStrip(parts.strip, state);
    if (before?.news !== state.news) {
      if (state.news.length === 0) fill(parts.news, h("li", { class: "text-mist" }, "Nothing yet."));
      else fill(parts.news, ...state.news.slice(-5).reverse().map((item) => h("li", {}, h("span", { class: "text-mist" }, `${item.turn}  `), told(state, item.event))));
      const last = state.news.at(-1);
      if (last && before) say(parts.voice, told(state, last.event));
    }
    say(parts.tile, state.cursor === null ? "" : described(state, state.cursor));
    showRole(parts.role, state);
    say(parts.nothing, state.board ? "" : waiting(state));
    scores.update(state);
    talk.update(state);
    tools.update(state);
    before = state;
  };
}

function runBar(bar: HTMLElement, state: State): void {
  const ms = state.options?.lockstep ? state.options.deadlineMs : (state.options?.turnMs ?? 500);
  if (calm() || ms < 200 || state.stage !== "playing") return;
  bar.getAnimations().forEach((animation) => animation.cancel());
  bar.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration: ms, fill: "forwards" });
}

function showStrip(strip: HTMLElement, state: State): void {
  fill(strip,
    h("li", { class: "pixel flex-none text-mist" }, `T${state.turn}`),
    h("li", { class: "flex-none text-sm text-mist" }, `growth in ${untilGrowth(state.turn)}`),
    ...ranked(state).map((seat) =>
      h("li", { class: `flex flex-none items-center gap-2 ${state.players[seat]?.eliminated ? "opacity-50" : ""}` },
        swatch(seat, 1), h("span", { class: "pixel" }, String(state.scores[seat]?.armies ?? 0)))));
}

function waiting(state: State): string {
  const late = state.options?.spectatorDelay ?? 0;
  return state.seat < 0 && late ? `Who watches sees everything ${late} turns late. It begins in a moment.` : "The board is on its way.";
}

function showRole(role: HTMLElement, state: State): void {
  const late = state.options?.spectatorDelay ?? 0;
  const words = state.fallen ? "You have fallen and watch the rest" : state.seat < 0 ? "You are watching" : "";
  role.hidden = words === "";
  say(role, words && late ? `${words}, ${late} turns late` : words);
}

interface Toolbar {
  readonly element: HTMLElement;
  readonly first: HTMLElement;
  update(state: State): void;
}

function toolbar(deed: ReturnType<typeof deeds>): Toolbar {
  const button = (label: string, sign: Sign, key: string, act: () => void, more = "") =>
    h("button", { class: `btn ${more}`, type: "button", title: `${label} (${key})`, onclick: act }, icon(sign), h("span", { class: "label" }, label));
  const half = button("Half", "half", "Z", deed.half);
  const undo = button("Undo", "undo", "E", deed.undo);
  const clear = button("Clear", "clear", "Q", deed.clear);
  const next = button("Next", "next", "Tab", () => deed.next());
  const pass = button("Pass", "pass", ".", deed.pass);
  const ping = button("Ping", "ping", "P", deed.ping, "beside");
  const out = button("Out", "minus", "-", () => deed.zoom(-1));
  const into = button("In", "plus", "+", () => deed.zoom(1));
  const fit = button("Fit", "fit", "F", deed.fit, "beside");
  const keys = button("Keys", "keys", "a card", help, "beside");
  out.setAttribute("aria-label", "Zoom out");
  into.setAttribute("aria-label", "Zoom in");
  const element = h("div", { class: "toolbar", role: "toolbar", "aria-label": "Orders and view" },
    half, undo, clear, next, pass, ping, out, into, fit, keys);
  return {
    element,
    first: next,
    update(state) {
      const mine = commands(state);
      for (const order of [half, undo, clear, next, ping, pass]) order.hidden = !mine;
      pass.hidden = !mine || !state.options?.lockstep;
      half.hidden = !mine || !state.options?.half;
      half.disabled = state.cursor === null;
      half.setAttribute("aria-pressed", String(state.half));
      undo.disabled = clear.disabled = state.queue.marches.length === 0;
      ping.disabled = state.cursor === null;
    },
  };
}

function sidebar(session: Session, parts: Parts, scores: HTMLElement, talk: HTMLElement): HTMLElement {
  const surrender = async () => {
    const sure = await confirm({ title: "Surrender?", text: "Your land becomes free. You can go on watching.", go: "Surrender", danger: true });
    if (sure) void session.tell("surrender");
  };
  return h("aside", { id: "side", class: "side", "aria-label": "The game" },
    h("div", { class: "grid gap-1" },
      h("div", { class: "flex items-baseline justify-between gap-3" }, parts.turn, parts.growth),
      h("div", { class: "h-1 bg-dusk", "aria-hidden": "true" }, parts.bar)),
    h("div", { class: "grid gap-2" }, scores, parts.tile),
    h("div", { class: "grid gap-1" }, h("h2", { class: "pixel" }, "News"), parts.news),
    h("div", { class: "grid min-h-40 grid-rows-[auto_1fr] gap-1 lg:min-h-0" }, h("h2", { class: "pixel" }, "Chat"), talk),
    h("div", { class: "flex flex-wrap gap-2" },
      h("button", { class: "btn btn-quiet", type: "button", id: "surrender", onclick: () => void surrender() }, "Surrender"),
      h("a", { class: "btn btn-quiet", href: "/fog" }, "Leave")));
}
