/** The main navigation: links side by side in wide windows, behind a button in narrow ones. */

import { fill, h } from "../dom";
import { icon } from "../components/icon";

interface NavigationLink {
  readonly href: string;
  readonly label: string;
}

const LINKS: readonly NavigationLink[] = [
  { href: "/fog", label: "Fog of War" },
  { href: "/welten", label: "Weltendämmerung" },
  { href: "/dungeon", label: "Dungeons" },
  { href: "/replays", label: "Replays" },
  { href: "/arena", label: "Arena" },
  { href: "/docs", label: "Docs" },
];

export interface Navigation {
  readonly nav: HTMLElement;
  /** Opens and closes them on narrow windows; on wide ones it is not there. */
  readonly button: HTMLElement;
  /** Another page is shown: mark its place, and shut the menu. */
  pageShown(): void;
}

export function navigation(): Navigation {
  const links = LINKS.map(({ href, label }) => h("a", { href, class: "site-link" }, label));
  const nav = h("nav", { id: "site-nav", class: "site-nav", "aria-label": "Pages" }, ...links);
  const button = h("button", {
    class: "btn btn-quiet order-1 flex-none lg:hidden",
    type: "button",
    "aria-controls": "site-nav",
    onclick: () => show(!nav.hasAttribute("data-open")),
  });
  const show = (open: boolean) => {
    nav.toggleAttribute("data-open", open);
    button.setAttribute("aria-expanded", String(open));
    fill(button, icon(open ? "clear" : "more"), h("span", { class: "max-[379px]:sr-only" }, open ? "Close" : "Menu"));
  };
  show(false);
  for (const part of [nav, button])
    part.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !nav.hasAttribute("data-open")) return;
      event.stopPropagation();
      show(false);
      button.focus();
    });
  document.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Node && !nav.contains(event.target) && !button.contains(event.target)) show(false);
  });
  // The menu closes when the keyboard focus leaves it.
  nav.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !nav.contains(relatedTarget) && relatedTarget !== button) show(false);
  });
  return {
    nav,
    button,
    pageShown() {
      show(false);
      for (const link of links) {
        const here = location.pathname === link.pathname || location.pathname.startsWith(`${link.pathname}/`);
        if (here) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
    },
  };
}
