/** A block of code or terminal output with a button that copies it. */

import { useEffect, useState } from "preact/hooks";

import { texts, useTexts } from "../language";
import { ScrollBox } from "./scroll-box";
import { copyText } from "./share-link";

const TEXT = texts({
  en: { copy: "Copy", copied: "Copied", byHand: "Mark it and press Ctrl+C", code: "Code" },
  de: { copy: "Kopieren", copied: "Kopiert", byHand: "Markieren und Strg+C drücken", code: "Code" },
});

const SHOWN_MS = 2000;

/** The text to copy: of terminal output only the commands, otherwise all of it. */
export function runnable(text: string, language: string): string {
  if (language !== "console") return text;
  const commands = text.split("\n").filter((line) => line.startsWith("$ "));
  return commands.map((line) => line.slice(2).replace(/\s+# .*$/, "")).join("\n");
}

interface CodeBlockProps {
  readonly text: string;
  readonly language?: string;
  /** What it belongs to, for those who hear the page. */
  readonly about?: string;
  /** Whether lines are broken, for a single command in a narrow place. */
  readonly wrapped?: boolean;
}

export function CodeBlock({ text, language = "", about = "", wrapped = false }: CodeBlockProps) {
  const words = useTexts(TEXT);
  const [said, say] = useState("");
  useEffect(() => {
    if (!said) return;
    const timer = window.setTimeout(() => say(""), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => say((await copyText(runnable(text, language))) ? words.copied : words.byHand);
  return (
    <div class={wrapped ? "listing listing-wrapped" : "listing"}>
      <div class="listing-head">
        <span>{language && language !== "text" ? language : ""}</span>
        <span role="status">{said}</span>
        <button class="btn btn-quiet" type="button" onClick={() => void copy()}>
          {words.copy}
        </button>
      </div>
      <ScrollBox label={about ? `${words.code}: ${about}` : words.code}>
        <pre>
          <code>{text}</code>
        </pre>
      </ScrollBox>
    </div>
  );
}
