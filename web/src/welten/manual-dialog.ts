/** The manual of Weltendämmerung as a dialog over any page. */

import "./manual.css";

import * as api from "../api";
import { fill, h } from "../dom";
import { localize } from "../language";
import { chapters } from "./manual-content";
import { MANUAL } from "./manual-text";
import { languageSwitch, showLocalized } from "../components/language-switch";

/** Open the manual; it closes by its button or Escape, and gives the focus back. */
export function openManual(): void {
  if (document.querySelector("dialog.manual-dialog")) return;
  const dialog = h("dialog", { class: "panel panel-bright manual-dialog", "aria-labelledby": "manual-title" });
  const end = showLocalized(dialog, () => {
    const words = localize(MANUAL);
    const close = h(
      "button",
      { class: "btn", type: "button", id: "manual-close", onclick: () => dialog.close() },
      words.close,
    );
    const element = h(
      "div",
      { class: "manual-pages" },
      h(
        "div",
        { class: "manual-head" },
        h("h1", { class: "pixel pixel-2 sm:pixel-3", id: "manual-title" }, words.title),
        h("div", { class: "ml-auto flex items-center gap-2" }, languageSwitch(), close),
      ),
      // Long, so that the keyboard has to be able to scroll it.
      h("div", { class: "manual-body", tabindex: "0", role: "region", "aria-labelledby": "manual-title" }, manual()),
    );
    return { element };
  });
  dialog.addEventListener("close", () => {
    end();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector<HTMLElement>(".manual-body")?.focus();
}

/** The manual; the numbers are filled in when the server has answered. */
export function manual(): HTMLElement {
  const place = h("div", { "aria-busy": "true" }, h("p", { class: "text-mist" }, localize(MANUAL).looking));
  void api.scenario("default").then((land) => {
    place.removeAttribute("aria-busy");
    fill(place, chapters(land));
  });
  return place;
}
