/** The page for addresses that lead nowhere. */

import { fill, h } from "../dom";
import type { Page } from "../router";

export function notFound(outlet: HTMLElement, title: string, words: string, wayOn: HTMLElement): Page {
  fill(
    outlet,
    h(
      "section",
      { class: "mx-auto grid max-w-xl gap-6 px-5 py-24" },
      h("h1", { class: "pixel pixel-3" }, title),
      h("p", { class: "text-mist" }, words),
      h("p", {}, wayOn),
    ),
  );
  return { title };
}

/** A link that stands out. */
export function mainLink(href: string, label: string): HTMLElement {
  return h("a", { class: "btn btn-main", href }, label);
}
