/** Replay files of the user: dropped on the page, or chosen. The last one is kept as long as the tab is open. */

import { h } from "../dom";
import { go } from "../router";

export interface PickedFile {
  readonly name: string;
  readonly data: Blob;
}

let last: PickedFile | null = null;

/** The file that was opened last in this tab. */
export function pickedFile(): PickedFile | null {
  return last;
}

function openFile(file: File | null | undefined): void {
  if (!file) return;
  last = { name: file.name, data: file };
  go("/replays/file");
}

/** Accepts files that are dropped anywhere on the page. Returns the function that ends it. */
export function acceptDrops(): () => void {
  const stop = new AbortController();
  const carries = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  const showDropTarget = (on: boolean) => document.body.toggleAttribute("data-dropping", on);
  const options = { signal: stop.signal };
  addEventListener(
    "dragover",
    (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      showDropTarget(true);
    },
    options,
  );
  addEventListener(
    "dragleave",
    (event) => {
      if (event.relatedTarget === null) showDropTarget(false);
    },
    options,
  );
  addEventListener(
    "drop",
    (event) => {
      showDropTarget(false);
      if (!carries(event)) return;
      event.preventDefault();
      openFile(event.dataTransfer?.files[0]);
    },
    options,
  );
  return () => {
    stop.abort();
    showDropTarget(false);
  };
}

/** A button that lets one choose a file. */
export function filePicker(label: string, look = "btn"): HTMLElement {
  const input = h("input", {
    type: "file",
    accept: ".duskfall",
    hidden: true,
    "aria-label": "A replay file",
    onchange: () => openFile(input.files?.[0]),
  });
  return h(
    "span",
    { class: "contents" },
    h("button", { class: look, type: "button", onclick: () => input.click() }, label),
    input,
  );
}
