/** The manual of Weltendämmerung as a page. */

import { h } from "../dom";
import { localize } from "../language";
import type { Page, Visit } from "../router";
import { manual } from "../welten/manual-dialog";
import { MANUAL } from "../welten/manual-text";
import { languageSwitch, showLocalized } from "../components/language-switch";

export async function open({ outlet }: Visit): Promise<Page> {
  const close = showLocalized(outlet, () => {
    const words = localize(MANUAL);
    const element = h(
      "div",
      { class: "mx-auto grid w-full max-w-6xl gap-8 px-5 py-8 sm:px-8" },
      h(
        "div",
        { class: "flex flex-wrap items-center gap-x-6 gap-y-2" },
        h("h1", { class: "pixel pixel-3" }, words.title),
        h(
          "div",
          { class: "ml-auto flex flex-wrap items-center gap-2" },
          languageSwitch(),
          h("a", { class: "btn", href: "/welten" }, words.back),
        ),
      ),
      manual(),
    );
    return { element };
  });
  return { title: "Weltendämmerung", close };
}
