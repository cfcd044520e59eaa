/** Remembers the scroll position of every entry of the tab's history, and restores it on back and forward. */

import * as storage from "./session-storage";

/** How far each entry of the history was scrolled, in pixels; the one that was left last comes last. */
export type ScrollPositions = readonly (readonly [entry: string, y: number])[];

const KEY = "duskfall.scrolled";
/** Entries that are remembered. */
const MAX_ENTRIES = 60;
/** Milliseconds that a page has to become as long as it was. */
const RESTORE_TIMEOUT_MS = 10_000;
/** Input that means that the user scrolls themselves. */
const USER_EVENTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** With one more place; the oldest are forgotten. */
export function withPosition(places: ScrollPositions, entry: string, y: number): ScrollPositions {
  return [...places.filter(([other]) => other !== entry), [entry, y] as const].slice(-MAX_ENTRIES);
}

export function positionOf(places: ScrollPositions, entry: string): number | null {
  return places.find(([other]) => other === entry)?.[1] ?? null;
}

let positions: ScrollPositions = [];
let current = "";
let entries = 0;
/** The place of the current entry in the tab's history. */
let place = 0;
/** Where the page shall be as soon as it is long enough, and how to give that up. */
let pendingRestore: { readonly y: number; stop(): void } | null = null;

/** Begin to remember; from now on the browser leaves it to us. Gives the place of a page that was loaded again. */
export function start(): number | null {
  history.scrollRestoration = "manual";
  positions = storage.load<ScrollPositions>(KEY) ?? [];
  addEventListener("pagehide", savePosition);
  return enterEntry();
}

/** What an entry of the history keeps, if it is a new one; one that replaces another has its place. */
export function newEntry(replaces = false): object {
  current = `${Date.now().toString(36)}-${++entries}`;
  if (!replaces) place++;
  return { entry: current, place };
}

/** Steps from the entry of the page that is shown to the one that the history has come to; below 0 for "back". */
export function stepsTaken(): number {
  return (savedEntry()?.place ?? place - 1) - place;
}

/** Remember where the page is that is being left. */
export function savePosition(): void {
  positions = withPosition(positions, current, pendingRestore?.y ?? scrollY);
  storage.save(KEY, positions);
  pendingRestore?.stop();
}

/** Whether the history has come to an entry that was not there before: the browser made it for a place on the page. */
export function isNewEntry(): boolean {
  return currentEntry() === null;
}

/** Take note of the entry that the history has come to. Gives its place, if it was there before. */
export function enterEntry(): number | null {
  const known = currentEntry();
  if (known === null) history.replaceState(newEntry(), "");
  else {
    current = known;
    place = savedEntry()?.place ?? place;
  }
  return positionOf(positions, current);
}

/** Scrolls to a position as soon as the page is long enough, unless the user scrolls first. */
export function restore(y: number, page: Element): void {
  pendingRestore?.stop();
  const settle = () => {
    scrollTo(0, y);
    if (Math.abs(scrollY - y) < 1) pendingRestore?.stop();
  };
  const growth = new ResizeObserver(settle);
  const patience = setTimeout(() => pendingRestore?.stop(), RESTORE_TIMEOUT_MS);
  const stop = () => {
    pendingRestore = null;
    growth.disconnect();
    clearTimeout(patience);
    for (const event of USER_EVENTS) removeEventListener(event, stop);
  };
  pendingRestore = { y, stop };
  for (const event of USER_EVENTS) addEventListener(event, stop, { passive: true });
  growth.observe(page);
  settle();
}

function currentEntry(): string | null {
  return savedEntry()?.entry ?? null;
}

function savedEntry(): { readonly entry?: string; readonly place?: number } | null {
  return history.state;
}
