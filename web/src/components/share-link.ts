/** A link with a button that copies it. */

import { h, setText } from "../dom";

export interface ShareText {
  readonly label: string;
  readonly copy: string;
  readonly copied: string;
  /** Said when the browser does not let a page copy. */
  readonly byHand: string;
}

export interface ShareLink {
  readonly element: HTMLElement;
  /** Lead somewhere else. */
  setAddress(address: string): void;
}

const ENGLISH = { copy: "Copy", copied: "Copied.", byHand: "Press Ctrl+C to copy it." };

/** The same in English, under a label. */
export function englishShareText(label: string): ShareText {
  return { label, ...ENGLISH };
}

/** Copy a text; false if the browser does not let a page do that. */
export async function copyText(text: string): Promise<boolean> {
  const done = navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return (await done) ?? false;
}

export function shareLink(words: ShareText, address: string): ShareLink {
  const link = h("input", {
    class: "field",
    readonly: true,
    id: "share",
    value: address,
    onfocus: () => link.select(),
  });
  const status = h("span", { class: "text-sm text-c-mint empty:hidden", role: "status" });
  const copy = async () => {
    link.select();
    setText(status, (await copyText(link.value)) ? words.copied : words.byHand);
  };
  const element = h(
    "div",
    { class: "grid gap-1" },
    h("label", { for: "share", class: "text-sm text-mist" }, words.label),
    h(
      "div",
      { class: "flex gap-3" },
      link,
      h("button", { class: "btn flex-none", type: "button", onclick: () => void copy() }, words.copy),
    ),
    status,
  );
  return {
    element,
    setAddress(elsewhere) {
      if (link.value === elsewhere) return;
      link.value = elsewhere;
      setText(status, "");
    },
  };
}
