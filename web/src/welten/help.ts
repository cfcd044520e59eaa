/** The dialog with the keys and settings of the game. */

import { h } from "../dom";
import { localize } from "../language";
import { openManual } from "./manual-dialog";
import { setWarningEnabled, warningEnabled } from "./end-turn-warning";

const KEYS = {
  en: [
    ["Arrows", "move the cursor; with Shift, the map"],
    ["Enter", "choose, move, attack or toggle, as a click does"],
    ["N", "next unit with work left; Shift+N the one before"],
    ["U", "take back the last move or gate"],
    ["T", "show what the enemy threatens"],
    ["E", "end turn"],
    ["Space", "pass over what the other side did"],
    ["Esc", "let the unit go; then, leave the map for the buttons"],
    ["+ -", "zoom; F shows the whole land"],
    ["C", "chat"],
    ["?", "this card"],
  ],
  de: [
    ["Pfeile", "bewegen den Cursor, mit Umschalt die Karte"],
    ["Enter", "wählen, ziehen, angreifen oder schalten wie ein Klick"],
    ["N", "nächste Einheit, die noch etwas tun kann; Umschalt+N die vorige"],
    ["U", "letzten Zug oder letztes Tor zurücknehmen"],
    ["T", "zeigen, was der Gegner bedroht"],
    ["E", "Zug beenden"],
    ["Leertaste", "überspringen, was die andere Seite tat"],
    ["Esc", "Einheit loslassen; danach zu den Knöpfen"],
    ["+ -", "vergrößern, verkleinern; F zeigt das ganze Land"],
    ["C", "Chat"],
    ["?", "diese Karte"],
  ],
} as const;

export function help(): void {
  const warning = h("input", { type: "checkbox", class: "check", onchange: () => setWarningEnabled(warning.checked) });
  warning.checked = warningEnabled();
  const dialog = h(
    "dialog",
    { class: "panel panel-bright", "aria-labelledby": "keys-title" },
    h(
      "form",
      { method: "dialog", class: "grid gap-4 p-6" },
      h("h2", { id: "keys-title", class: "pixel pixel-2" }, localize({ en: "Keys", de: "Tasten" })),
      h(
        "dl",
        { class: "grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2" },
        ...localize<readonly (readonly [string, string])[]>(KEYS).flatMap(([key, text]) => [
          h("dt", {}, h("kbd", { class: "key" }, key)),
          h("dd", { class: "text-sm text-mist" }, text),
        ]),
      ),
      h(
        "label",
        { class: "flex min-h-11 items-center gap-3 text-sm" },
        warning,
        localize({
          en: "Ask before a turn ends while units have work left",
          de: "Vor dem Zugende fragen, solange Einheiten etwas tun können",
        }),
      ),
      h(
        "div",
        { class: "flex flex-wrap justify-end gap-3" },
        h("button", { class: "btn", type: "submit", value: "manual" }, localize({ en: "Manual", de: "Anleitung" })),
        h("button", { class: "btn btn-main", autofocus: true }, localize({ en: "Back", de: "Zurück" })),
      ),
    ),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue === "manual") openManual();
  });
  document.body.append(dialog);
  dialog.showModal();
}
