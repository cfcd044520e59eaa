/** Lines of code or of a terminal, with a button that copies them. */

import { h, say } from "../dom";
import { scrolling } from "./scrolling";

const SHOWN_MS = 2000;

/** `wrapped` is for a single command in a narrow place. */
export function listing(text: string, language = "", wrapped = false): HTMLElement {
  const words = h("span", { role: "status" });
  const copy = async () => {
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    say(words, done ? "Copied" : "Mark it and press Ctrl+C");
    window.setTimeout(() => say(words, ""), SHOWN_MS);
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
    scrolling("Code", h("pre", {}, h("code", {}, text))),
  );
}
