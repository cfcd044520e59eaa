/** The switch between German and English. */

import "./language-switch.css";

import { LANGUAGES, type Language, setLanguage, texts, useLanguage, useTexts } from "../language";

/** A language is called by its own name in every language. */
const NAMES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

const TEXT = texts({ en: "Language", de: "Sprache" });

export function LanguageSwitch() {
  const label = useTexts(TEXT);
  const current = useLanguage();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a form
    <div class="language-switch" role="group" aria-label={label}>
      {LANGUAGES.map((each) => (
        <button
          key={each}
          class="language-button"
          type="button"
          lang={each}
          data-language={each}
          aria-pressed={each === current}
          onClick={() => setLanguage(each)}
        >
          <span aria-hidden="true">{each.toUpperCase()}</span>
          <span class="sr-only">{NAMES[each]}</span>
        </button>
      ))}
    </div>
  );
}
