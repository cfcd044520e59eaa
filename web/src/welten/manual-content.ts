/** The chapters of the manual, with pictures of the tiles and the numbers of the units. */

import { h } from "../dom";
import { language, localize } from "../language";
import type { ScenarioWhole, UnitTypeShown } from "../protocol";
import { MANUAL, type Row } from "./manual-text";
import { FIRST_UNIT_CODE } from "./board";
import { tileImage } from "./sprites";
import type { Side } from "./board";

/** A pixel of a tile in the text, in pixels of the screen. */
const SCALE = 4;
/** How many of eight faces of the die add 0, 1, 2, 3 and 4. */
const EIGHTHS = [1, 2, 2, 2, 1];

type Words = (typeof MANUAL)["en"];

/** All chapters, and a list of them to jump by. Without a land the numbers of the units are missing. */
export function chapters(land: ScenarioWhole | null): HTMLElement {
  const words = localize(MANUAL);
  const parts: readonly (readonly [string, string, readonly (HTMLElement | null)[]])[] = [
    ["about", words.about.title, about(words)],
    ["round", words.round.title, round(words)],
    ["units", words.units.title, units(words, land)],
    ["terrain", words.terrain.title, [text(words.terrain.text), pictured(words.terrain.rows)]],
    ["attack", words.attack.title, attack(words)],
    ["structures", words.structures.title, structures(words)],
    ["gates", words.gates.title, [text(words.gates.text), pictured(words.gates.rows)]],
    ["end", words.end.title, ending(words)],
    ["rules", words.rules.title, [table(words.rules.title, words.rules.head, words.rules.rows)]],
    ["controls", words.controls.title, [table(words.controls.title, words.controls.head, words.controls.rows)]],
  ];
  const sections = parts.map(([id, title, inside]) =>
    h(
      "section",
      { class: "grid gap-4", "aria-labelledby": `manual-${id}` },
      h("h2", { class: "pixel pixel-2", id: `manual-${id}`, tabindex: "-1" }, title),
      ...inside,
    ),
  );
  const jump = (at: number) => {
    const head = sections[at]!.querySelector("h2")!;
    head.focus({ preventScroll: true });
    head.scrollIntoView({ block: "start" });
  };
  return h(
    "div",
    { class: "manual" },
    h(
      "nav",
      { class: "manual-contents", "aria-label": words.contents },
      ...parts.map(([, title], at) =>
        h("button", { class: "manual-jump", type: "button", onclick: () => jump(at) }, title),
      ),
    ),
    h("div", { class: "grid min-w-0 gap-12" }, ...sections),
  );
}

function text(...paragraphs: readonly string[]): HTMLElement {
  return h("div", { class: "grid max-w-prose gap-3" }, ...paragraphs.map((each) => h("p", {}, each)));
}

function about(words: Words): HTMLElement[] {
  const picture = h("img", {
    class: "block h-auto w-full max-w-[640px] bg-c-green [image-rendering:auto]",
    src: "/api/scenarios/default.png?scale=1",
    width: 640,
    height: 320,
    alt: words.about.picture,
  });
  return [text(...words.about.text), picture];
}

function round(words: Words): HTMLElement[] {
  const steps = words.round.states.map(([number, side, does, more]) =>
    h(
      "li",
      { class: `manual-state manual-${side === "Eldoin" ? "eldoin" : "dailor"}` },
      h("span", { class: "pixel pixel-2", "aria-hidden": "true" }, number),
      h("span", { class: "font-semibold" }, `${side} ${does}`),
      h("span", { class: "text-sm text-mist" }, more),
    ),
  );
  return [text(words.round.text), h("ol", { class: "manual-round" }, ...steps)];
}

function units(words: Words, land: ScenarioWhole | null): HTMLElement[] {
  if (!land) return [text(words.units.text), h("p", { class: "text-mist", role: "status" }, words.absent)];
  const counts = new Map<number, number>();
  for (const [type] of land.placements) counts.set(type, (counts.get(type) ?? 0) + 1);
  const armies = (["eldoin", "dailor"] as const).map((side) => army(words, land, side, counts));
  return [text(words.units.text), ...armies];
}

function army(words: Words, land: ScenarioWhole, side: Side, counts: ReadonlyMap<number, number>): HTMLElement {
  const { head, caption } = words.units;
  const columns = [head.count, "R", "B", "A", "V", head.river, head.forest, head.swamp];
  const rows = land.unitTypes.flatMap((kind, type) => {
    if (kind.side !== side) return [];
    const costs = [kind.river, kind.forest, kind.swamp].map((cost) => cost ?? "–");
    const cells = [counts.get(type) ?? 0, kind.r, kind.b, kind.a, kind.v, ...costs];
    return [
      h(
        "tr",
        {},
        h("td", { class: "manual-face" }, tileImage([FIRST_UNIT_CODE + type], SCALE)),
        h(
          "th",
          { scope: "row" },
          language() === "de" ? kind.german : kind.english,
          h("span", { class: "block text-sm font-normal text-c-cyan empty:hidden" }, abilitiesText(words, kind)),
        ),
        ...cells.map((cell, at) => h("td", { class: "pixel", "data-label": columns[at] }, cell)),
      ),
    ];
  });
  return h(
    "table",
    { class: "manual-units" },
    h("caption", { class: "pixel" }, caption[side]),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col", colspan: 2 }, head.unit),
        ...columns.map((column) => h("th", { scope: "col" }, column)),
      ),
    ),
    h("tbody", {}, ...rows),
  );
}

function abilitiesText(words: Words, kind: UnitTypeShown): string {
  const { gifts } = words.units;
  return [
    kind.flies && gifts.flies,
    kind.sails && gifts.sails,
    kind.mustLive && gifts.mustLive,
    kind.breaksWalls ? gifts.walls : kind.breaksGates && gifts.gates,
  ]
    .filter(Boolean)
    .join(", ");
}

function attack(words: Words): HTMLElement[] {
  const bars = EIGHTHS.map((eighths, modifier) =>
    h(
      "li",
      { class: "flex items-center gap-3" },
      h("span", { class: "pixel w-40" }, words.attack.adds(modifier, eighths)),
      h("span", { class: "manual-bar", "data-eighths": eighths, "aria-hidden": "true" }),
    ),
  );
  return [
    text(...words.attack.text),
    h("div", {}, h("p", { class: "mb-2 text-mist" }, words.attack.odds), h("ul", { class: "grid gap-1" }, ...bars)),
  ];
}

function structures(words: Words): HTMLElement[] {
  const rows = words.structures.rows.map((row) => ({ codes: row.types.map((type) => FIRST_UNIT_CODE + type), ...row }));
  return [text(words.structures.text), pictured(rows.map(({ codes, text }) => ({ codes, name: "", text })))];
}

function ending(words: Words): HTMLElement[] {
  const rows = words.end.rows.map(([side, how]) =>
    h("li", { class: "py-2" }, h("strong", { class: "text-c-yellow" }, side), " ", how),
  );
  return [h("ul", { class: "rows max-w-prose" }, ...rows), text(words.end.more)];
}

/** Tiles with what there is to say about them. */
function pictured(rows: readonly Row[]): HTMLElement {
  return h(
    "ul",
    { class: "rows" },
    ...rows.map(({ codes, name, text }) =>
      h(
        "li",
        { class: "flex items-center gap-4 py-2" },
        h("span", { class: "flex w-[112px] flex-none gap-2" }, ...codes.map((code) => tileImage([code], SCALE))),
        h("span", {}, name && h("strong", {}, `${name} `), text),
      ),
    ),
  );
}

/** A table whose first column names the rows; on a phone a row becomes a little list. */
function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  return h(
    "table",
    { class: "manual-table" },
    h("caption", { class: "sr-only" }, caption),
    h("thead", {}, h("tr", {}, ...head.map((title) => (title ? h("th", { scope: "col" }, title) : h("td", {}))))),
    h(
      "tbody",
      {},
      ...rows.map(([name, ...cells]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, name),
          ...cells.map((cell, at) => h("td", { "data-label": head[at + 1] }, cell)),
        ),
      ),
    ),
  );
}
