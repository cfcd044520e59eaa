/** The link to the page that one is on, to be sent to others. */

import { h, say } from "../dom";

export interface ShareWords {
  readonly label: string;
  readonly copy: string;
  readonly copied: string;
  /** Said when the browser does not let a page copy. */
  readonly byHand: string;
}

export function share(words: ShareWords): HTMLElement {
  const link = h("input", {
    class: "field",
    readonly: true,
    id: "share",
    value: location.origin + location.pathname,
    onfocus: () => link.select(),
  });
  const copied = h("span", { class: "text-sm text-c-mint empty:hidden", role: "status" });
  const copy = async () => {
    link.select();
    const done = await navigator.clipboard?.writeText(link.value).then(
      () => true,
      () => false,
    );
    say(copied, done ? words.copied : words.byHand);
  };
  return h(
    "div",
    { class: "grid gap-1" },
    h("label", { for: "share", class: "text-sm text-mist" }, words.label),
    h(
      "div",
      { class: "flex gap-3" },
      link,
      h("button", { class: "btn", type: "button", onclick: () => void copy() }, words.copy),
    ),
    copied,
  );
}
