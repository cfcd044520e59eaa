/** Boxes whose content may be wider than they are: the keyboard reaches those that have to be scrolled, and no others. */

import { h } from "../dom";

/** A box around something wide. It ends with its page: nothing has to be taken back. */
export function scrollBox(label: string, inside: HTMLElement, kind = ""): HTMLElement {
  const box = h("div", { class: `scrolling ${kind}` }, inside);
  new ResizeObserver(() => {
    const wide = box.scrollWidth > box.clientWidth;
    for (const [name, value] of [
      ["tabindex", "0"],
      ["role", "region"],
      ["aria-label", label],
    ] as const)
      if (wide) box.setAttribute(name, value);
      else box.removeAttribute(name);
  }).observe(box);
  return box;
}
