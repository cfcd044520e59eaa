/** Maps addresses to pages. The code of a page is loaded at its first visit. */

import { fill, h } from "./dom";
import { notFound, mainLink } from "./layout/not-found";
import * as scroll from "./scroll-restoration";

/** What runs while a page is shown; `close` ends it. */
export interface Page {
  readonly title: string;
  close?(): void;
}

export interface Visit {
  readonly outlet: HTMLElement;
  readonly params: readonly string[];
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
let onPageShown: (title: string) => void = () => {};

/** Show the page of the address, and go on to do so. */
export function start(routes: readonly Route[], outlet: HTMLElement, announce: (title: string) => void): void {
  table = routes;
  place = outlet;
  onPageShown = announce;
  addEventListener("popstate", () => {
    if (!scroll.isNewEntry()) scroll.savePosition();
    const y = scroll.enterEntry();
    if (currentAddress() !== shown) void open(y);
    else if (y !== null) scroll.restore(y, place);
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || !find(link.pathname)) return;
    if (link.hash && link.pathname + link.search === currentAddress()) return scroll.savePosition(); // the browser goes to the place
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
  void open(scroll.start());
}

/** Go to an address of ours. */
export function go(address: string, replace = false): void {
  scroll.savePosition();
  if (replace) history.replaceState(scroll.newEntry(), "", address);
  else history.pushState(scroll.newEntry(), "", address);
  void open(null);
}

/** Write another address without leaving the page. */
export function replaceAddress(address: string): void {
  history.replaceState(history.state, "", address);
  shown = currentAddress();
}

/** The address of the page, without the place on it. */
function currentAddress(): string {
  return location.pathname + location.search;
}

/** Pushes another address without leaving the page. */
export function pushAddress(address: string): void {
  scroll.savePosition();
  history.pushState(scroll.newEntry(), "", address);
  shown = currentAddress();
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
  shown = currentAddress();
  const found = find(location.pathname);
  const outlet = h("div", { class: "contents" });
  fill(place, outlet);
  scrollTo(0, 0);
  const page = found
    ? await found.route
        .open({ outlet, params: found.parts, query: new URLSearchParams(location.search) })
        .catch(() => errorPage(outlet, true))
    : errorPage(outlet, false);
  if (visit !== visits) {
    page.close?.();
    return;
  }
  current = page;
  getSelection()?.removeAllRanges(); // the second half of a double click on the last page would select this one
  if (y !== null) scroll.restore(y, place);
  else document.getElementById(decoded(location.hash.slice(1)))?.scrollIntoView();
  document.title = `${page.title} – Duskfall`;
  onPageShown(page.title);
}

function errorPage(outlet: HTMLElement, broken: boolean): Page {
  if (broken)
    return notFound(
      outlet,
      "This page could not be loaded",
      "The server may have been renewed meanwhile, or the line was lost. Loading the page again usually helps.",
      h("button", { class: "btn btn-main", onclick: () => location.reload() }, "Load again"),
    );
  return notFound(
    outlet,
    "There is nothing here",
    "The address does not lead to any page of Duskfall. Perhaps it was shortened on the way.",
    mainLink("/", "To the front door"),
  );
}
