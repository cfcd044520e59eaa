/** The language of the pages that speak two. Chosen once, it is remembered. */

export type Language = "en" | "de";

const KEY = "duskfall.language";

/** Tells when another language has been chosen. */
export const spoken = new EventTarget();

let current: Language = remembered();

export function language(): Language {
  return current;
}

export function choose(wish: Language): void {
  if (wish === current) return;
  current = wish;
  localStorage.setItem(KEY, wish);
  spoken.dispatchEvent(new Event("spoken"));
}

/** One of two phrasings; every module keeps its own words, side by side. */
export function speak<T>(words: Readonly<Record<Language, T>>): T {
  return words[current];
}

function remembered(): Language {
  const kept = localStorage.getItem(KEY);
  if (kept === "en" || kept === "de") return kept;
  return navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
}
