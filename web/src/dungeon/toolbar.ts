/** The buttons above a dungeon: walk or map, C64 or map, keeper or player, zoom. */

import { h } from "../dom";
import { icon } from "../components/icon";
import type { ViewOptions } from "./address";

export interface Toolbar {
  readonly element: HTMLElement;
  update(viewOptions: ViewOptions): void;
}

interface ToolbarActions {
  see(change: Partial<ViewOptions>): void;
  zoom(steps: number): void;
  fit(): void;
}

export function toolbar(actions: ToolbarActions): Toolbar {
  const choice = <K extends keyof ViewOptions>(key: K, value: ViewOptions[K], label: string, title: string) => ({
    button: h("button", { class: "btn", type: "button", title, onclick: () => actions.see({ [key]: value }) }, label),
    chosen: (viewOptions: ViewOptions) => viewOptions[key] === value,
  });
  const choices = [
    choice("walk", false, "From above", "See the map from above (X)"),
    choice("walk", true, "On foot", "Go in on foot, from the stairs up (X)"),
    choice("look", "map", "Map", "The whole map (C)"),
    choice("look", "c64", "C64", "The window of 40 by 25 that a Commodore 64 shows (C)"),
    choice("view", "keeper", "Keeper", "Everything, secrets too"),
    choice("view", "player", "Player", "The map for players, without a trace of secrets"),
  ];
  const group = (name: string, from: number) =>
    h(
      "div",
      { class: "seg", role: "group", "aria-label": name },
      ...choices.slice(from, from + 2).map(({ button }) => button),
    );
  const whose = group("For whom", 4);
  const tool = (label: string, sign: "minus" | "plus" | "fit", act: () => void) =>
    h(
      "button",
      { class: "btn btn-quiet", type: "button", "aria-label": label, title: label, onclick: act },
      icon(sign),
    );
  const zoom = h(
    "div",
    { class: "ml-auto flex", role: "group", "aria-label": "Zoom" },
    tool("Zoom out", "minus", () => actions.zoom(-1)),
    tool("Zoom in", "plus", () => actions.zoom(1)),
    tool("Show the whole map", "fit", () => actions.fit()),
  );
  return {
    element: h("div", { class: "dungeon-toolbar" }, group("How to go", 0), group("How it looks", 2), whose, zoom),
    update(viewOptions) {
      for (const { button, chosen } of choices) button.setAttribute("aria-pressed", String(chosen(viewOptions)));
      whose.hidden = viewOptions.walk;
      zoom.hidden = viewOptions.look === "c64";
    },
  };
}
