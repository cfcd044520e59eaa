/** The footer below a dungeon: progress of the digging, or of the walk. */

import { fill, h, setText } from "../dom";
import { icon, type IconName } from "../components/icon";
import type { Plan } from "../protocol";
import type { Progress } from "./dig-animation";
import { walkSummary, type Walk } from "./walk";

export interface Footer {
  readonly element: HTMLElement;
  /** How far the digging of a plan is. */
  digging(plan: Plan, progress: Progress): void;
  walking(walk: Walk | null, problem: string): void;
  /** Only words. */
  showText(text: string): void;
}

interface FooterActions {
  skip(): void;
  press(key: string): void;
  again(): void;
}

const FINISHED = "Drag the map to move it.";

const KEYS: readonly (readonly [string, string])[] = [
  ["W A S D", "move, walk"],
  ["X", "on foot, above"],
  ["F", "search"],
  ["C", "map, C64"],
  ["+ - 0", "zoom"],
  ["Space", "another"],
];

export function footer(actions: FooterActions): Footer {
  const told = h("p", { role: "status" });
  const steps = h("p", { class: "text-sm text-mist" });
  const bar = h("progress", { class: "dig-bar", max: 1, "aria-label": "How far the digging is" });
  const names = h("ol", { class: "phases" });
  const skip = h("button", { class: "btn", type: "button", onclick: () => actions.skip() }, "Skip");
  const again = h(
    "button",
    { class: "btn", type: "button", hidden: true, onclick: () => actions.again() },
    "Try again",
  );
  const key = (label: string, sign: IconName, letter: string) =>
    h(
      "button",
      { class: "btn", type: "button", "aria-label": label, onclick: () => actions.press(letter) },
      icon(sign),
      letter === "f" && "Search",
    );
  const pad = h(
    "div",
    { class: "pad", role: "group", "aria-label": "Walk" },
    ...[
      key("Left", "left", "a"),
      key("Up", "up", "w"),
      key("Down", "down", "s"),
      key("Right", "right", "d"),
      key("Search around for secrets", "search", "f"),
    ],
  );
  const element = h(
    "div",
    { class: "dungeon-footer" },
    h("div", { class: "dungeon-footer-text" }, told, bar, steps, again, skip, pad),
    names,
    keysRow(),
  );
  const show = (part: "dig" | "walk" | "words") => {
    bar.hidden = skip.hidden = names.hidden = part !== "dig";
    pad.hidden = steps.hidden = part !== "walk";
    again.hidden = true;
  };
  show("words");
  return {
    element,
    digging(plan, { phase, share, done }) {
      show("dig");
      bar.value = share;
      skip.hidden = bar.hidden = done;
      setText(told, done ? finishedText(plan) : `${plan.phases[phase]!.name} …`);
      if (names.childElementCount !== plan.phases.length)
        fill(names, ...plan.phases.map(({ name }) => h("li", { class: "chip" }, name)));
      for (const [at, chip] of [...names.children].entries()) {
        if (at === phase) chip.setAttribute("aria-current", "step");
        else chip.removeAttribute("aria-current");
        chip.classList.toggle("chip-good", at < phase);
      }
    },
    walking(walk, problem) {
      show("walk");
      setText(told, problem || walk?.told || (walk?.steps ? "" : "Secrets hide in the walls: search for them."));
      setText(steps, walk ? walkSummary(walk) : "");
      again.hidden = !problem;
    },
    showText(text) {
      show("words");
      setText(told, text);
    },
  };
}

/** The keys, for those who have some. */
function keysRow(): HTMLElement {
  const keys = KEYS.map(([key, text]) =>
    h("li", { class: "flex items-center gap-2" }, h("kbd", { class: "key" }, key), text),
  );
  return h("ul", { class: "keys-row", "aria-label": "Keys" }, ...keys);
}

/** What is said when a map is finished. */
function finishedText({ attempt }: Plan): string {
  if (attempt === 0) return FINISHED;
  const given = attempt === 1 ? "One map was" : `${attempt} maps were`;
  return `${given} given up before this one came out. ${FINISHED}`;
}
