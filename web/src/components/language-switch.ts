/** The switch between German and English, and views that are rebuilt when the language changes. */

import "./language-switch.css";

import { fill, h } from "../dom";
import { setLanguage, language, localize, languageChanges, type Language } from "../language";

const NAMES: Readonly<Record<Language, string>> = { de: "Deutsch", en: "English" };
const TEXT = { en: "Language", de: "Sprache" };

/** What a page shows in the language of the moment. */
export interface LocalizedView {
  readonly element: HTMLElement;
  close?(): void;
}

/** The switch. A language is called by its own name in every language. */
export function languageSwitch(): HTMLElement {
  const buttons = (Object.keys(NAMES) as Language[]).map((each) =>
    h(
      "button",
      {
        class: "language-button",
        type: "button",
        "data-language": each,
        lang: each,
        "aria-pressed": String(each === language()),
        onclick: () => setLanguage(each),
      },
      NAMES[each],
    ),
  );
  return h("div", { class: "language-switch", role: "group", "aria-label": localize(TEXT) }, ...buttons);
}

/** Show what `build` makes, and make it anew in the other language when that is chosen. Gives what ends it. */
export function showLocalized(place: HTMLElement, build: () => LocalizedView): () => void {
  let shown: LocalizedView | null = null;
  const show = () => {
    const focused = place.contains(document.activeElement) && document.activeElement?.getAttribute("data-language");
    shown?.close?.();
    place.lang = language();
    shown = build();
    fill(place, shown.element);
    if (focused) place.querySelector<HTMLElement>(`[data-language=${focused}]`)?.focus();
  };
  languageChanges.addEventListener("change", show);
  show();
  return () => {
    languageChanges.removeEventListener("change", show);
    shown?.close?.();
  };
}
