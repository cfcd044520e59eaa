/** Downloads of a map, and its statistics. */

import { h } from "../dom";
import type { Count, FileKind } from "../protocol";
import { command, label, type DungeonSpec, type View } from "./address";
import * as api from "./api";

/** Every file that a map can be had as, each with what one wants it for. */
export function downloads(
  kinds: readonly FileKind[],
  spec: DungeonSpec,
  view: View,
  size: { readonly width: number; readonly height: number },
): HTMLElement {
  const fits = ({ side }: FileKind) => side === null || (size.width === side && size.height === side);
  return h(
    "div",
    { class: "grid gap-4" },
    h(
      "ul",
      { class: "rows" },
      ...kinds.map((kind) =>
        h(
          "li",
          { class: "flex items-center gap-4 py-2", "data-file": kind.name },
          h("span", { class: "pixel w-20 flex-none" }, kind.extension),
          h(
            "div",
            { class: "min-w-0 flex-1" },
            h("p", {}, sentence(kind.meaning)),
            h("p", { class: "text-sm text-mist" }, kind.purpose),
          ),
          fits(kind)
            ? h(
                "a",
                {
                  class: "btn flex-none",
                  href: api.file(spec, kind.extension, view),
                  download: true,
                  "aria-label": `Save as ${kind.extension}: ${kind.meaning}`,
                },
                "Save",
              )
            : h("span", { class: "flex-none text-sm text-mist" }, `only ${kind.side}×${kind.side}`),
        ),
      ),
    ),
    h(
      "p",
      { class: "text-sm text-mist" },
      "The same bytes from the command line: ",
      h("code", { class: "command" }, command(spec, view, "png")),
    ),
  );
}

export function statistics(counts: readonly Count[]): HTMLElement {
  return h(
    "dl",
    { class: "counts" },
    ...counts.map(({ name, meaning, value }) =>
      h(
        "div",
        { class: "flex items-baseline gap-4 py-2", "data-count": name },
        h(
          "dt",
          { class: "min-w-0 flex-1" },
          label(name),
          meaning !== name && h("span", { class: "block text-sm text-mist" }, TEXT[name] ?? meaning),
        ),
        h("dd", { class: "pixel pixel-2" }, name === "walk" && value < 0 ? "none" : String(value)),
      ),
    ),
  );
}

const TEXT: Readonly<Record<string, string>> = {
  walk: "steps from the stairs up to the stairs down without secrets",
};

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
