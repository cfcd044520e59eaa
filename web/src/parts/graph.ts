/** Land and armies over the turns: a line a player, told apart by colour, dashes and a letter at its end. */

import { fill, h } from "../dom";
import { livery } from "../seats";

export interface Curves {
  readonly turns: readonly number[];
  readonly tiles: readonly (readonly number[])[];
  readonly armies: readonly (readonly number[])[];
}

const WIDTH = 560;
const HEIGHT = 200;
const LEFT = 44;
const RIGHT = 22;
const TOP = 12;
const BOTTOM = 24;
const DASHES = ["", "8 4", "2 4", "12 4 2 4", "4 4", "16 6", "6 2 2 2", "1 3"];

/** A graph with a choice between land and armies. */
export function graph(curves: Curves, names: readonly string[]): HTMLElement {
  const place = h("div", {});
  const buttons = (["armies", "tiles"] as const).map((what) =>
    h(
      "button",
      { class: "btn", type: "button", "aria-pressed": what === "armies", onclick: () => show(what) },
      what === "armies" ? "Armies" : "Land",
    ),
  );
  const show = (what: "armies" | "tiles") => {
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String((i === 0) === (what === "armies"))));
    fill(place, draw(curves.turns, curves[what], names, what === "armies" ? "Armies" : "Land"));
  };
  show("armies");
  return h(
    "div",
    { class: "grid gap-2" },
    h("div", { class: "flex gap-2", role: "group", "aria-label": "What the graph shows" }, ...buttons),
    place,
  );
}

function draw(
  turns: readonly number[],
  values: readonly (readonly number[])[],
  names: readonly string[],
  title: string,
): Element {
  const first = turns[0] ?? 0;
  const last = Math.max(first + 1, turns.at(-1) ?? 1);
  const most = nice(Math.max(1, ...values.flat()));
  const x = (turn: number) => LEFT + ((turn - first) / (last - first)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM);
  const final = values.at(-1) ?? [];
  const words = names.map((name, seat) => `${name} ${final[seat] ?? 0}`).join(", ");
  const picture = svg("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    "aria-label": `${title} from turn ${first} to ${last}. At the end: ${words}.`,
    class: "w-full",
  });
  for (const share of [0, 0.5, 1]) {
    const line = y(most * share);
    picture.append(
      svg("path", {
        d: `M${LEFT} ${line}H${WIDTH - RIGHT}`,
        stroke: "#2f2e6b",
        "stroke-width": 1,
        "shape-rendering": "crispEdges",
      }),
      text(LEFT - 8, line + 4, figure(most * share), "end"),
    );
  }
  picture.append(
    text(LEFT, HEIGHT - 6, `turn ${first}`, "start"),
    text(WIDTH - RIGHT, HEIGHT - 6, `turn ${last}`, "end"),
  );
  const heights = names.map((_, seat) => y(final[seat] ?? 0));
  for (const [seat] of names.entries()) {
    const worn = livery(seat);
    if (!worn) continue;
    const points = turns.map((turn, i) => `${x(turn).toFixed(1)},${y(values[i]?.[seat] ?? 0).toFixed(1)}`).join(" ");
    picture.append(
      svg("polyline", {
        points,
        fill: "none",
        stroke: worn.light,
        "stroke-width": 2.5,
        "stroke-dasharray": DASHES[seat % DASHES.length] ?? "",
      }),
    );
    const crowded = heights.slice(0, seat).filter((other) => Math.abs(other - heights[seat]!) < 10).length;
    picture.append(text(WIDTH - RIGHT + 6 + crowded * 8, heights[seat]! + 4, worn.letter, "start", worn.light));
  }
  return picture;
}

/** A round number at or above a value: 1, 2 or 5 and zeros. */
export function nice(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

function figure(value: number): string {
  return value >= 10_000 ? `${Math.round(value / 1000)}k` : String(Math.round(value * 10) / 10);
}

function svg(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

function text(x: number, y: number, words: string, anchor: string, colour = "#a8a6da"): SVGElement {
  const element = svg("text", { x, y, fill: colour, "font-size": 12, "text-anchor": anchor });
  element.textContent = words;
  return element;
}
