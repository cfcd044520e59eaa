/**
 * The language of the pages. Every folder keeps its texts in both languages side by side:
 *
 *     const TEXT = texts({
 *       en: { turn: (turn: number) => `Turn ${turn}` },
 *       de: { turn: (turn: number) => `Zug ${turn}` },
 *     });
 *
 * Components read them with `useTexts(TEXT)`, so that they render again when the language changes. A text that is
 * missing in one language is a type error.
 */

import { useEffect, useState } from "preact/hooks";

export type Language = "en" | "de";

/** The same texts in every language. */
export type Texts<T> = Readonly<Record<Language, T>>;

export const LANGUAGES: readonly Language[] = ["en", "de"];

const KEY = "duskfall.language";

/** Tells when another language has been chosen. */
export const languageChanges = new EventTarget();

let current: Language = initialLanguage();

export function language(): Language {
  return current;
}

export function setLanguage(chosen: Language): void {
  if (chosen === current) return;
  current = chosen;
  localStorage.setItem(KEY, chosen);
  languageChanges.dispatchEvent(new Event("change"));
}

/** Declares texts. The English ones give the type that the German ones must have. */
export function texts<T>(words: { readonly en: T; readonly de: NoInfer<T> }): Texts<T> {
  return words;
}

/** The texts of the current language, for functions that components call while they render. */
export function localize<T>(words: Texts<T>): T {
  return words[current];
}

/** The current language; the component renders again when it changes. */
export function useLanguage(): Language {
  const [shown, show] = useState(current);
  useEffect(() => {
    const changed = () => show(current);
    languageChanges.addEventListener("change", changed);
    changed();
    return () => languageChanges.removeEventListener("change", changed);
  }, []);
  return shown;
}

/** The texts of the current language; the component renders again when it changes. */
export function useTexts<T>(words: Texts<T>): T {
  return words[useLanguage()];
}

/** A number as the language writes it: 12,345.6 or 12.345,6. */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(current, options).format(value);
}

/** A day, with the time of day if wanted. */
export function formatDate(date: Date, options: Intl.DateTimeFormatOptions = { dateStyle: "medium" }): string {
  return new Intl.DateTimeFormat(current, options).format(date);
}

function initialLanguage(): Language {
  const stored = localStorage.getItem(KEY);
  if (stored === "en" || stored === "de") return stored;
  const wanted = navigator.languages.find((tag) => /^(en|de)\b/i.test(tag));
  return wanted?.toLowerCase().startsWith("de") ? "de" : "en";
}
