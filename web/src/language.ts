/** The language of the pages that have two; the choice is stored. */

export type Language = "en" | "de";

const KEY = "duskfall.language";

/** Tells when another language has been chosen. */
export const languageChanges = new EventTarget();

let current: Language = storedLanguage();

export function language(): Language {
  return current;
}

export function setLanguage(chosen: Language): void {
  if (chosen === current) return;
  current = chosen;
  localStorage.setItem(KEY, chosen);
  languageChanges.dispatchEvent(new Event("change"));
}

/** One of two phrasings; every module keeps its own words, side by side. */
export function localize<T>(words: Readonly<Record<Language, T>>): T {
  return words[current];
}

function storedLanguage(): Language {
  const stored = localStorage.getItem(KEY);
  if (stored === "en" || stored === "de") return stored;
  return navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
}
