/** Says above every page how far the rules are compiled, and goes away by itself. */

import { compilation } from "../compilation";
import { formatNumber, texts, useTexts } from "../language";
import { useStore } from "../store";

const TEXT = texts({
  en: {
    why: "The server compiles its rules for this machine, which happens once.",
    next: "Whatever you open begins as soon as its rules are ready.",
    progress: "Rules compiled",
  },
  de: {
    why: "Der Server übersetzt seine Regeln für diesen Rechner, das geschieht nur einmal.",
    next: "Was du öffnest, beginnt, sobald seine Regeln fertig sind.",
    progress: "Übersetzte Regeln",
  },
});

export function CompilationNotice() {
  const text = useTexts(TEXT);
  const share = useStore(compilation);
  if (share === null) return null;
  return (
    <div
      class="flex flex-wrap items-center gap-x-4 gap-y-2 border-dusk border-b-2 px-3 py-2 sm:px-6 [body[data-playing]_&]:hidden"
      id="compiling"
    >
      <p class="text-mist text-sm" role="status">
        {text.why} {text.next}
      </p>
      <span class="ml-auto flex items-center gap-3">
        <progress class="compiled" max={1} value={share} aria-label={text.progress} />
        <span class="pixel tabular-nums">{formatNumber(share, { style: "percent", maximumFractionDigits: 0 })}</span>
      </span>
    </div>
  );
}
