/** What stands around every page: the sign of the house, the ways to its rooms, the player's name. */

import { fill, h, say } from "../dom";
import * as identity from "../identity";
import { places } from "./navigation";
import { ask } from "../components/dialog";
import { emblem } from "./logo";

export interface Shell {
  readonly outlet: HTMLElement;
  /** Tell screen readers that another page is shown, and mark its place in the head. */
  arrived(title: string): void;
}

/** Called when the player has chosen another name. */
export const renamed = new EventTarget();

export function build(house: HTMLElement): Shell {
  const outlet = h("main", { id: "page", class: "flex flex-1 flex-col", tabindex: "-1" });
  const voice = h("p", { class: "sr-only", role: "status" });
  const ways = places();
  const name = h("button", { class: "btn btn-quiet min-w-0", type: "button", onclick: () => void rename(name) });
  showName(name);
  fill(
    house,
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
        emblem(2),
        h("span", { class: "pixel pixel-2 hidden min-[420px]:inline", "aria-hidden": "true" }, "Duskfall"),
      ),
      ways.button,
      ways.nav,
      h("div", { class: "ml-auto flex min-w-0 items-center" }, name),
    ),
    outlet,
    voice,
  );
  return {
    outlet,
    arrived(title) {
      say(voice, title);
      ways.arrived();
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
  const wish = await ask({
    title: "Your name",
    text: "Everyone you play with sees it.",
    label: "Name",
    value: identity.name(),
    longest: identity.NAME_LENGTH,
    go: "Keep it",
    complaint: identity.complaint,
  });
  if (wish === null || wish === identity.name()) return;
  identity.rename(wish);
  showName(button);
  renamed.dispatchEvent(new Event("renamed"));
}
