/** Boxes that scroll sideways; the keyboard reaches only those whose content is too wide. */

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
