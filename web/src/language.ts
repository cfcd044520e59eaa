/** The language of the pages that speak two. Chosen once, it is remembered. */

export type Language = "en" | "de";

const KEY = "duskfall.language";

/** Tells when another language has been chosen. */
export const languageChanges = new EventTarget();

let current: Language = storedLanguage();

export function language(): Language {
  return current;
}

export function setLanguage(wish: Language): void {
  if (wish === current) return;
  current = wish;
  localStorage.setItem(KEY, wish);
  languageChanges.dispatchEvent(new Event("spoken"));
}

/** One of two phrasings; every module keeps its own words, side by side. */
export function localize<T>(words: Readonly<Record<Language, T>>): T {
  return words[current];
}

function storedLanguage(): Language {
  const kept = localStorage.getItem(KEY);
  if (kept === "en" || kept === "de") return kept;
  return navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
}
