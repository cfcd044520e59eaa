/** Replay files of one's own: dropped on the page, or chosen. The last one is kept for as long as the tab is open. */

import { h } from "../dom";
import { go } from "../router";

export interface Held {
  readonly name: string;
  readonly data: Blob;
}

let last: Held | null = null;

/** The file that was opened last in this tab. */
export function held(): Held | null {
  return last;
}

function opened(file: File | null | undefined): void {
  if (!file) return;
  last = { name: file.name, data: file };
  go("/replays/file");
}

/** Let files be dropped anywhere on the page; gives what ends it. */
export function takeDrops(): () => void {
  const stop = new AbortController();
  const carries = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  const mark = (on: boolean) => document.body.toggleAttribute("data-dropping", on);
  const options = { signal: stop.signal };
  addEventListener(
    "dragover",
    (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      mark(true);
    },
    options,
  );
  addEventListener(
    "dragleave",
    (event) => {
      if (event.relatedTarget === null) mark(false);
    },
    options,
  );
  addEventListener(
    "drop",
    (event) => {
      mark(false);
      if (!carries(event)) return;
      event.preventDefault();
      opened(event.dataTransfer?.files[0]);
    },
    options,
  );
  return () => {
    stop.abort();
    mark(false);
  };
}

/** A button that lets one choose a file. */
export function chooser(label: string, look = "btn"): HTMLElement {
  const input = h("input", {
    type: "file",
    accept: ".duskfall",
    hidden: true,
    "aria-label": "A replay file",
    onchange: () => opened(input.files?.[0]),
  });
  return h(
    "span",
    { class: "contents" },
    h("button", { class: look, type: "button", onclick: () => input.click() }, label),
    input,
  );
}
