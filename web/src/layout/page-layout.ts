/** The layout around every page: logo, navigation, the player's name. */

import { fill, h, setText } from "../dom";
import * as identity from "../identity";
import { navigation } from "./navigation";
import { ask } from "../components/dialog";
import { logo } from "./logo";

export interface PageLayout {
  readonly outlet: HTMLElement;
  /** Tell screen readers that another page is shown, and mark its place in the head. */
  pageShown(title: string): void;
}

/** Called when the player has chosen another name. */
export const nameChanges = new EventTarget();

export function buildPageLayout(root: HTMLElement): PageLayout {
  const outlet = h("main", { id: "page", class: "flex flex-1 flex-col", tabindex: "-1" });
  const liveRegion = h("p", { class: "sr-only", role: "status" });
  const menu = navigation();
  const name = h("button", { class: "btn btn-quiet min-w-0", type: "button", onclick: () => void rename(name) });
  showName(name);
  fill(
    root,
    h(
      "a",
      {
        href: "#page",
        class: "sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:bg-night focus:px-4 focus:py-2",
      },
      "Skip to the page",
    ),
    h(
      "header",
      { class: "relative flex items-center gap-2 border-b-2 border-dusk px-3 sm:gap-4 sm:px-6", id: "head" },
      h(
        "a",
        { href: "/", class: "flex min-h-14 items-center gap-3 no-underline", "aria-label": "Duskfall, front door" },
        logo(2),
        h("span", { class: "pixel pixel-2 hidden min-[420px]:inline", "aria-hidden": "true" }, "Duskfall"),
      ),
      menu.button,
      menu.nav,
      h("div", { class: "ml-auto flex min-w-0 items-center" }, name),
    ),
    outlet,
    liveRegion,
  );
  return {
    outlet,
    pageShown(title) {
      setText(liveRegion, title);
      menu.pageShown();
    },
  };
}

function showName(button: HTMLElement): void {
  const name = identity.name();
  fill(
    button,
    h("span", { class: "font-normal max-xl:sr-only" }, "You are "),
    h("span", { class: "max-w-40 truncate", "data-me": true }, name),
    h("span", { class: "sr-only" }, ". Choose another name"),
  );
}

async function rename(button: HTMLElement): Promise<void> {
  const newName = await ask({
    title: "Your name",
    text: "Everyone you play with sees it.",
    label: "Name",
    value: identity.name(),
    maxLength: identity.MAX_NAME_LENGTH,
    confirmLabel: "Keep it",
    problem: identity.nameProblem,
  });
  if (newName === null || newName === identity.name()) return;
  identity.rename(newName);
  showName(button);
  nameChanges.dispatchEvent(new Event("change"));
}
