/** How far each page of the tab's history was scrolled, so that going back or forward leads to the same place. */

import * as tab from "./session-storage";

/** How far each entry of the history was scrolled, in pixels; the one that was left last comes last. */
export type Places = readonly (readonly [entry: string, y: number])[];

const KEY = "duskfall.scrolled";
/** Entries that are remembered. */
const MOST = 60;
/** Milliseconds that a page has to become as long as it was. */
const PATIENCE_MS = 10_000;
/** What shows that somebody wants to be elsewhere. */
const WISHES = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** With one more place; the oldest are forgotten. */
export function noted(places: Places, entry: string, y: number): Places {
  return [...places.filter(([other]) => other !== entry), [entry, y] as const].slice(-MOST);
}

export function placeOf(places: Places, entry: string): number | null {
  return places.find(([other]) => other === entry)?.[1] ?? null;
}

let places: Places = [];
let current = "";
let entries = 0;
/** Where the page shall be as soon as it is long enough, and how to give that up. */
let coming: { readonly y: number; stop(): void } | null = null;

/** Begin to remember; from now on the browser leaves it to us. Gives the place of a page that was loaded again. */
export function begin(): number | null {
  history.scrollRestoration = "manual";
  places = tab.kept<Places>(KEY) ?? [];
  addEventListener("pagehide", leave);
  return arrive();
}

/** What an entry of the history keeps, if it is a new one. */
export function fresh(): object {
  current = `${Date.now().toString(36)}-${++entries}`;
  return { entry: current };
}

/** Remember where the page is that is being left. */
export function leave(): void {
  places = noted(places, current, coming?.y ?? scrollY);
  tab.keep(KEY, places);
  coming?.stop();
}

/** Whether the history has come to an entry that was not there before: the browser made it for a place on the page. */
export function isNew(): boolean {
  return entry() === null;
}

/** Take note of the entry that the history has come to. Gives its place, if it was there before. */
export function arrive(): number | null {
  const known = entry();
  if (known === null) history.replaceState(fresh(), "");
  else current = known;
  return placeOf(places, current);
}

/** Scroll to a place as soon as the page is long enough, unless somebody wants to be elsewhere. */
export function comeTo(y: number, page: Element): void {
  coming?.stop();
  const settle = () => {
    scrollTo(0, y);
    if (Math.abs(scrollY - y) < 1) coming?.stop();
  };
  const growth = new ResizeObserver(settle);
  const patience = setTimeout(() => coming?.stop(), PATIENCE_MS);
  const stop = () => {
    coming = null;
    growth.disconnect();
    clearTimeout(patience);
    for (const wish of WISHES) removeEventListener(wish, stop);
  };
  coming = { y, stop };
  for (const wish of WISHES) addEventListener(wish, stop, { passive: true });
  growth.observe(page);
  settle();
}

function entry(): string | null {
  return (history.state as { readonly entry?: string } | null)?.entry ?? null;
}
