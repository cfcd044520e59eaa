/** Which page stands at which address. Pages are loaded when they are first visited. */

import { fill, h } from "./dom";
import { deadEnd, way } from "./layout/not-found";
import * as scrolled from "./scroll-restoration";

/** What runs while a page is shown; `close` ends it. */
export interface Page {
  readonly title: string;
  close?(): void;
}

export interface Visit {
  readonly outlet: HTMLElement;
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

export interface Route {
  /** The address; groups in it become the visit's parts. */
  readonly path: RegExp;
  open(visit: Visit): Promise<Page>;
}

let current: Page | null = null;
let shown = "";
let visits = 0;
let table: readonly Route[] = [];
let place: HTMLElement;
let arrived: (title: string) => void = () => {};

/** Show the page of the address, and go on to do so. */
export function start(routes: readonly Route[], outlet: HTMLElement, announce: (title: string) => void): void {
  table = routes;
  place = outlet;
  arrived = announce;
  addEventListener("popstate", () => {
    if (!scrolled.isNew()) scrolled.leave();
    const y = scrolled.arrive();
    if (here() !== shown) void open(y);
    else if (y !== null) scrolled.comeTo(y, place);
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || !find(link.pathname)) return;
    if (link.hash && link.pathname + link.search === here()) return scrolled.leave(); // the browser goes to the place
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
  void open(scrolled.begin());
}

/** Go to an address of ours. */
export function go(address: string, replace = false): void {
  scrolled.leave();
  if (replace) history.replaceState(scrolled.fresh(), "", address);
  else history.pushState(scrolled.fresh(), "", address);
  void open(null);
}

/** Write another address without leaving the page. */
export function readdress(address: string): void {
  history.replaceState(history.state, "", address);
  shown = here();
}

/** The address of the page, without the place on it. */
function here(): string {
  return location.pathname + location.search;
}

/** Write another address to which one can come back, without leaving the page. */
export function note(address: string): void {
  scrolled.leave();
  history.pushState(scrolled.fresh(), "", address);
  shown = here();
}

function find(path: string): { route: Route; parts: string[] } | null {
  for (const route of table) {
    const match = route.path.exec(path);
    if (match) return { route, parts: match.slice(1).map(decoded) };
  }
  return null;
}

/** A part of an address as it is read; one that means nothing, like `%zz`, stays as it is written. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Show the page of the address, scrolled to where it was; null for one that is visited anew. */
async function open(y: number | null): Promise<void> {
  const visit = ++visits;
  current?.close?.();
  current = null;
  shown = here();
  const found = find(location.pathname);
  const outlet = h("div", { class: "contents" });
  fill(place, outlet);
  scrollTo(0, 0);
  const page = found
    ? await found.route
        .open({ outlet, parts: found.parts, query: new URLSearchParams(location.search) })
        .catch(() => missing(outlet, true))
    : missing(outlet, false);
  if (visit !== visits) {
    page.close?.();
    return;
  }
  current = page;
  getSelection()?.removeAllRanges(); // the second half of a double click on the last page would select this one
  if (y !== null) scrolled.comeTo(y, place);
  else document.getElementById(decoded(location.hash.slice(1)))?.scrollIntoView();
  document.title = `${page.title} – Duskfall`;
  arrived(page.title);
}

function missing(outlet: HTMLElement, broken: boolean): Page {
  if (broken)
    return deadEnd(
      outlet,
      "This page could not be loaded",
      "The server may have been renewed meanwhile, or the line was lost. Loading the page again usually helps.",
      h("button", { class: "btn btn-main", onclick: () => location.reload() }, "Load again"),
    );
  return deadEnd(
    outlet,
    "There is nothing here",
    "The address does not lead to any page of Duskfall. Perhaps it was shortened on the way.",
    way("/", "To the front door"),
  );
}
