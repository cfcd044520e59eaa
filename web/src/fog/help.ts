/** The dialog with the keys of the game. */

import { h } from "../dom";

const KEYS: readonly (readonly [string, string])[] = [
  ["W A S D", "march from the chosen tile; arrow keys too"],
  ["Tab", "next army, the largest first"],
  ["Z", "the next march takes half"],
  ["E", "take back the last march"],
  ["Q", "take back all marches"],
  ["Space", "let the tile go"],
  ["P", "point at the chosen tile; Alt and click too"],
  ["G", "to your general"],
  ["+ -", "zoom; F shows the whole board"],
  ["Shift + arrows", "move the map; dragging does, too"],
  ["Enter", "chat"],
  ["Esc", "leave the board for the buttons"],
];

export function help(): void {
  const dialog = h(
    "dialog",
    { class: "panel panel-bright", "aria-labelledby": "keys-title" },
    h(
      "form",
      { method: "dialog", class: "grid gap-4 p-6" },
      h("h2", { id: "keys-title", class: "pixel pixel-2" }, "Keys"),
      h(
        "dl",
        { class: "grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2" },
        ...KEYS.flatMap(([key, text]) => [
          h("dt", {}, h("kbd", { class: "key" }, key)),
          h("dd", { class: "text-sm text-mist" }, text),
        ]),
      ),
      h(
        "p",
        { class: "text-sm text-mist" },
        "With the mouse: drag from your tile to draw a way, or click a tile far off to send the army there.",
      ),
      h("button", { class: "btn btn-main justify-self-end" }, "Back"),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
