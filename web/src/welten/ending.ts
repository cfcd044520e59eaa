/** The panel at the end of a game: winner and reason, armies left, and what to do next. */

import "./ending.css";

import { fill, h, setText } from "../dom";
import { prefersReducedMotion } from "../animation-frame";
import { language, localize, languageChanges } from "../language";
import { loadSprites } from "./sprites";
import { languageSwitch } from "../components/language-switch";
import { HEIGHT, EndingArt, WIDTH } from "./ending-art";
import { headline, reasonText, ENDING_TEXT } from "./ending-text";
import type { Side } from "./board";
import type { WeltenView } from "../protocol";

export interface Army {
  /** Who led it. */
  readonly name: string;
  /** Units when the game began, and those that are alive. */
  readonly began: number;
  readonly left: number;
}

export interface GameResult {
  readonly winner: Side | null;
  /** As the server says it: commander, annihilation, rounds, west_edge, resign, draw, clock. */
  readonly reason: string;
  /** Completed rounds. */
  readonly rounds: number;
  readonly armies: Readonly<Record<Side, Army>>;
  /** The player's side; null for spectators. */
  readonly me: WeltenView["side"];
  /** Where the land's tiles are. */
  readonly sheet: string;
  readonly replay: string;
  /** Ask for another game; false if the server refused. */
  rematch(): Promise<boolean>;
}

/** A panel (class `ending`) to put over the board. It takes the focus, and takes itself away when it is closed. */
export function ending(end: GameResult): HTMLElement {
  const panel = h("section", {
    class: "panel panel-bright ending victory",
    "aria-labelledby": "victory",
    tabindex: "-1",
    "data-winner": end.winner ?? "none",
  });
  const canvas = h("canvas", { class: "victory-picture", width: WIDTH, height: HEIGHT, role: "img" });
  const asked = { again: false };
  const show = () => {
    panel.lang = language();
    canvas.setAttribute("aria-label", localize(ENDING_TEXT).picture[end.winner ?? "none"]);
    fill(panel, canvas, ...contents(end, panel, asked));
  };
  const speakAnew = () => {
    if (panel.isConnected) show();
    else languageChanges.removeEventListener("change", speakAnew);
  };
  languageChanges.addEventListener("change", speakAnew);
  show();
  void animate(canvas, end);
  queueMicrotask(() => panel.focus());
  return panel;
}

function contents(end: GameResult, panel: HTMLElement, asked: { again: boolean }): HTMLElement[] {
  const words = localize(ENDING_TEXT);
  const waiting = h("p", { class: "text-sm text-mist empty:hidden", role: "status" });
  const again = h(
    "button",
    {
      class: "btn btn-main",
      type: "button",
      id: "again",
      onclick: async () => {
        again.disabled = true;
        asked.again = await end.rematch();
        again.disabled = asked.again;
        setText(waiting, asked.again ? words.waiting : words.refused);
      },
    },
    words.again,
  );
  again.hidden = end.me === null;
  again.disabled = asked.again;
  if (asked.again) setText(waiting, words.waiting);
  return [
    h(
      "div",
      { class: "grid gap-2" },
      h("h1", { id: "victory", class: "pixel pixel-2 sm:pixel-3" }, headline(words, end.winner, end.me)),
      h("p", {}, reasonText(words, end.winner, end.reason)),
      h("p", { class: "text-sm text-mist" }, words.when(end.rounds)),
    ),
    h("div", { class: "grid gap-4 sm:grid-cols-2" }, army(end, "eldoin"), army(end, "dailor")),
    h(
      "div",
      { class: "flex flex-wrap gap-3" },
      again,
      h("a", { class: "btn", href: `/replays/${encodeURIComponent(end.replay)}` }, words.replay),
      h("a", { class: "btn", href: "/welten" }, words.title),
      h("button", { class: "btn btn-quiet", type: "button", onclick: () => panel.remove() }, words.look),
    ),
    waiting,
    languageSwitch(),
  ];
}

function army(end: GameResult, side: Side): HTMLElement {
  const words = localize(ENDING_TEXT);
  const { name, began, left } = end.armies[side];
  const bar = h("div", { class: `victory-left victory-${side}` });
  bar.style.width = `${began ? (100 * left) / began : 0}%`;
  return h(
    "div",
    { class: "grid content-start gap-2" },
    h(
      "p",
      { class: "flex min-w-0 items-baseline gap-2" },
      h("span", { class: "pixel" }, side === "eldoin" ? "Eldoin" : "Dailor"),
      h("span", { class: "truncate text-sm text-mist" }, end.me === side ? `${name} (${words.you})` : name),
    ),
    h("div", { class: "victory-army", "aria-hidden": "true" }, bar),
    h(
      "p",
      { class: "flex flex-wrap gap-x-3 text-sm" },
      h("span", {}, words.left(left, began)),
      h("span", { class: "text-mist" }, words.fallen(began - left)),
    ),
  );
}

/** Move the picture for as long as it is on the page; for those who want little motion it stands still. */
async function animate(canvas: HTMLCanvasElement, end: GameResult): Promise<void> {
  const sprites = await loadSprites(end.sheet).catch(() => null);
  if (!sprites) {
    canvas.hidden = true;
    return;
  }
  const art = new EndingArt(sprites, end.winner);
  const context = canvas.getContext("2d", { alpha: false })!;
  const began = performance.now();
  const paint = (now: number) => {
    art.paint(context, prefersReducedMotion() ? Infinity : Math.max(0, now - began));
    if (canvas.isConnected && !prefersReducedMotion()) requestAnimationFrame(paint);
  };
  requestAnimationFrame(paint);
}
