/** A block of code or terminal output with a button that copies it. */

import { h, setText } from "../dom";
import { scrollBox } from "./scroll-box";
import { copyText } from "./share-link";

const SHOWN_MS = 2000;

/** The text to copy: of terminal output only the commands, otherwise all of it. */
export function runnable(text: string, language: string): string {
  if (language !== "console") return text;
  const commands = text.split("\n").filter((line) => line.startsWith("$ "));
  return commands.map((line) => line.slice(2).replace(/\s+# .*$/, "")).join("\n");
}

/** `wrapped` is for a single command in a narrow place. */
export function codeBlock(text: string, language = "", wrapped = false): HTMLElement {
  const words = h("span", { role: "status" });
  const copy = async () => {
    setText(words, (await copyText(runnable(text, language))) ? "Copied" : "Mark it and press Ctrl+C");
    window.setTimeout(() => setText(words, ""), SHOWN_MS);
  };
  const name = language && language !== "text" ? language : "";
  return h(
    "div",
    { class: wrapped ? "listing listing-wrapped" : "listing" },
    h(
      "div",
      { class: "listing-head" },
      h("span", {}, name),
      words,
      h("button", { class: "btn btn-quiet", type: "button", onclick: () => void copy() }, "Copy"),
    ),
    scrollBox("Code", h("pre", {}, h("code", {}, text))),
  );
}
