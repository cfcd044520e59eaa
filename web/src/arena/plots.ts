/** Plots of the arena. Horizontal positions are in per cent, so a plot is as wide as its page and lines stay crisp. */

import { h } from "../dom";
import type { LengthBin } from "../protocol";
import { at, count, heights, ticks, type Interval, type Scale } from "./numbers";

const MIDDLE = 12;
const ROW = 24;

/** Where a rating lies, and between which bounds it is sure: a dot with whiskers. */
export function whiskers(scale: Scale, { rating, low, high }: Interval): SVGElement {
  const picture = svg("svg", { class: "whiskers", height: ROW, "aria-hidden": "true" });
  for (const tick of ticks(scale))
    picture.append(svg("line", { class: "plot-grid", x1: x(scale, tick), x2: x(scale, tick), y1: 0, y2: ROW }));
  picture.append(
    svg("line", { class: "plot-whisker", x1: x(scale, low), x2: x(scale, high), y1: MIDDLE, y2: MIDDLE }),
    ...[low, high].map((end) =>
      svg("line", { class: "plot-whisker", x1: x(scale, end), x2: x(scale, end), y1: MIDDLE - 4, y2: MIDDLE + 4 }),
    ),
    svg("circle", { class: "plot-dot", cx: x(scale, rating), cy: MIDDLE, r: 6 }),
  );
  return picture;
}

/** The numbers under the whiskers. */
export function axis(scale: Scale): SVGElement {
  const picture = svg("svg", { class: "whiskers", height: ROW, "aria-hidden": "true" });
  for (const tick of ticks(scale)) {
    const number = svg("text", { class: "plot-tick", x: x(scale, tick), y: 16, "text-anchor": "middle" });
    number.textContent = String(tick);
    picture.append(number);
  }
  return picture;
}

const TALL = 140;

/** How many games were how long: a bar for each step of turns. */
export function lengths(bins: readonly LengthBin[], unit: string): HTMLElement {
  const share = 100 / bins.length;
  const most = bins.reduce((best, bin) => (bin.games > best.games ? bin : best));
  const said = `Lengths of games, from ${bins[0]!.first} to ${bins.at(-1)!.last} ${unit}; most took ${span(most, unit)}.`;
  const picture = svg("svg", { class: "lengths", height: TALL, role: "img", "aria-label": said });
  heights(bins).forEach((height, place) => {
    const bin = bins[place]!;
    const bar = svg("rect", {
      class: "plot-bar",
      x: `${(place + 0.06) * share}%`,
      width: `${0.88 * share}%`,
      y: TALL * (1 - height),
      height: TALL * height,
    });
    const title = svg("title", {});
    title.textContent = `${span(bin, unit)}: ${count(bin.games, "game")}`;
    bar.append(title);
    picture.append(bar);
  });
  return h(
    "div",
    { class: "grid gap-1" },
    picture,
    h(
      "p",
      { class: "flex justify-between text-sm text-mist", "aria-hidden": "true" },
      h("span", {}, String(bins[0]!.first)),
      h("span", {}, `${bins.at(-1)!.last} ${unit}`),
    ),
  );
}

function span({ first, last }: LengthBin, unit: string): string {
  return first === last ? `${first} ${unit}` : `${first} to ${last} ${unit}`;
}

function x(scale: Scale, points: number): string {
  return `${at(scale, points)}%`;
}

function svg(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
