/** A chart of land and armies over the turns: a line for each player, with its own colour, dashes and letter. */

import { fill, h } from "../dom";
import { seatStyle } from "../seat-style";

export interface ChartSeries {
  readonly turns: readonly number[];
  readonly tiles: readonly (readonly number[])[];
  readonly armies: readonly (readonly number[])[];
}

/** Units of the picture across; a narrow place needs fewer, so that its words stay readable. */
const WIDTH = 560;
const HEIGHT = 200;
const LEFT = 44;
const RIGHT = 22;
const TOP = 12;
const BOTTOM = 24;
const DASHES = ["", "8 4", "2 4", "12 4 2 4", "4 4", "16 6", "6 2 2 2", "1 3"];

/** What a game calls the two things that the graph shows, and its turns. */
export interface ChartText {
  readonly armies: string;
  readonly tiles: string;
  readonly turn: string;
}

const FOG_TEXT: ChartText = { armies: "Armies", tiles: "Land", turn: "turn" };
/** Points of a line; more than the picture has pixels help nobody. */
const MAX_POINTS = 560;

/** A graph in which a turn is marked, and another can be chosen with the mouse. */
export interface Chart {
  readonly element: HTMLElement;
  mark(turn: number): void;
}

/** A graph with a choice between land and armies. */
export function simpleChart(curves: ChartSeries, names: readonly string[]): HTMLElement {
  return chart(curves, names, FOG_TEXT).element;
}

export function chart(
  all: ChartSeries,
  names: readonly string[],
  words: ChartText = FOG_TEXT,
  pick: ((turn: number) => void) | null = null,
  width = WIDTH,
): Chart {
  const curves = thinned(all);
  const place = h("div", {});
  let marked: number | null = null;
  let rule: SVGElement | null = null;
  const mark = () => {
    if (rule && marked !== null)
      rule.setAttribute("d", `M${across(curves.turns, width)(marked).toFixed(1)} ${TOP}V${HEIGHT - BOTTOM}`);
  };
  const buttons = (["armies", "tiles"] as const).map((what) =>
    h(
      "button",
      { class: "btn", type: "button", "aria-pressed": what === "armies", onclick: () => show(what) },
      words[what],
    ),
  );
  const show = (what: "armies" | "tiles") => {
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String((i === 0) === (what === "armies"))));
    const picture = draw(curves.turns, curves[what], names, words[what], words.turn, width);
    rule = svg("path", { d: "", stroke: "#edf171", "stroke-width": 2, "shape-rendering": "crispEdges" });
    picture.append(rule);
    if (pick) listen(picture, curves.turns, pick, width);
    fill(place, picture);
    mark();
  };
  show("armies");
  return {
    element: h(
      "div",
      { class: "grid gap-2" },
      h("div", { class: "flex gap-2", role: "group", "aria-label": "What the graph shows" }, ...buttons),
      place,
    ),
    mark(turn) {
      marked = turn;
      mark();
    },
  };
}

/** Choose turns with the mouse or a finger, by a click or a drag. */
function listen(picture: SVGElement, turns: readonly number[], pick: (turn: number) => void, width: number): void {
  picture.style.cursor = "ew-resize";
  picture.style.touchAction = "pan-y";
  const choose = (event: PointerEvent) => {
    const box = picture.getBoundingClientRect();
    const x = ((event.clientX - box.left) / Math.max(1, box.width)) * width;
    const [first, last] = ends(turns);
    const share = Math.min(1, Math.max(0, (x - LEFT) / (width - LEFT - RIGHT)));
    pick(Math.round(first + share * (last - first)));
  };
  picture.addEventListener("pointerdown", (event) => {
    picture.setPointerCapture(event.pointerId);
    choose(event);
  });
  picture.addEventListener("pointermove", (event) => {
    if (event.buttons) choose(event);
  });
}

function ends(turns: readonly number[]): readonly [number, number] {
  const first = turns[0] ?? 0;
  return [first, Math.max(first + 1, turns.at(-1) ?? 1)];
}

/** Where a turn lies in the picture. */
function across(turns: readonly number[], width: number): (turn: number) => number {
  const [first, last] = ends(turns);
  return (turn) => LEFT + ((turn - first) / (last - first)) * (width - LEFT - RIGHT);
}

/** Every second, third, ... point of long curves; the last one always. */
function thinned(curves: ChartSeries): ChartSeries {
  const step = Math.ceil(curves.turns.length / MAX_POINTS);
  if (step <= 1) return curves;
  const some = <T>(list: readonly T[]) => list.filter((_, i) => i % step === 0 || i === list.length - 1);
  return { turns: some(curves.turns), tiles: some(curves.tiles), armies: some(curves.armies) };
}

function draw(
  turns: readonly number[],
  values: readonly (readonly number[])[],
  names: readonly string[],
  title: string,
  unit: string,
  width: number,
): SVGElement {
  const [first, last] = ends(turns);
  const most = roundUp(Math.max(1, ...values.flat()));
  const x = across(turns, width);
  const y = (value: number) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM);
  const final = values.at(-1) ?? [];
  const words = names.map((name, seat) => `${name} ${final[seat] ?? 0}`).join(", ");
  const picture = svg("svg", {
    viewBox: `0 0 ${width} ${HEIGHT}`,
    role: "img",
    "aria-label": `${title} from ${unit} ${first} to ${last}. At the end: ${words}.`,
    class: "w-full",
  });
  for (const share of [0, 0.5, 1]) {
    const line = y(most * share);
    picture.append(
      svg("path", {
        d: `M${LEFT} ${line}H${width - RIGHT}`,
        stroke: "#2f2e6b",
        "stroke-width": 1,
        "shape-rendering": "crispEdges",
      }),
      text(LEFT - 8, line + 4, figure(most * share), "end"),
    );
  }
  picture.append(
    text(LEFT, HEIGHT - 6, `${unit} ${first}`, "start"),
    text(width - RIGHT, HEIGHT - 6, `${unit} ${last}`, "end"),
  );
  const heights = names.map((_, seat) => y(final[seat] ?? 0));
  for (const [seat] of names.entries()) {
    const style = seatStyle(seat);
    if (!style) continue;
    const points = turns.map((turn, i) => `${x(turn).toFixed(1)},${y(values[i]?.[seat] ?? 0).toFixed(1)}`).join(" ");
    picture.append(
      svg("polyline", {
        points,
        fill: "none",
        stroke: style.light,
        "stroke-width": 2.5,
        "stroke-dasharray": DASHES[seat % DASHES.length] ?? "",
      }),
    );
    const crowded = heights.slice(0, seat).filter((other) => Math.abs(other - heights[seat]!) < 10).length;
    picture.append(text(width - RIGHT + 6 + crowded * 8, heights[seat]! + 4, style.letter, "start", style.light));
  }
  return picture;
}

/** A round number at or above a value: 1, 2 or 5 and zeros. */
export function roundUp(value: number): number {
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
