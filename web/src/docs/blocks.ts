/** Turns the blocks of a documentation page into elements. */

import { h } from "../dom";
import { codeBlock } from "../components/code-block";
import { scrollBox } from "../components/scroll-box";
import type { DocHeading, DocList, DocPage, DocParagraph, DocTable } from "../protocol";

type Block = DocPage["blocks"][number];
type Inline = DocParagraph["inside"][number];

/** A block of a page. */
export function block(part: Block): HTMLElement {
  switch (part.kind) {
    case "heading":
      return heading(part);
    case "paragraph":
      return part.inside.length === 1 && part.inside[0]!.kind === "picture"
        ? h("figure", {}, ...inlines(part.inside))
        : h("p", {}, ...inlines(part.inside));
    case "listing":
      return codeBlock(part.text, part.language);
    case "list":
      return list(part);
    case "table":
      return table(part);
  }
}

function heading({ level, id, inside }: DocHeading): HTMLElement {
  if (level === 1) return h("h1", { id, class: "pixel pixel-3" }, ...inlines(inside));
  const anchor = h("a", { class: "doc-anchor", href: `#${id}`, "aria-label": `Link to ${words(inside)}` }, "#");
  if (level === 2) return h("h2", { id, class: "pixel pixel-2" }, ...inlines(inside), anchor);
  return h(level === 3 ? "h3" : "h4", { id }, ...inlines(inside), anchor);
}

function list({ ordered, items }: DocList): HTMLElement {
  const lines = items.map((item) => {
    const only = item[0];
    // An item of one paragraph is a line, not a paragraph.
    if (item.length === 1 && only?.kind === "paragraph") return h("li", {}, ...inlines(only.inside));
    return h("li", {}, ...item.map(block));
  });
  return h(ordered ? "ol" : "ul", {}, ...lines);
}

function table({ head, rows }: DocTable): HTMLElement {
  const named = head.some((cell) => cell.length > 0);
  const columns = head.map((cell) =>
    cell.length ? h("th", { scope: "col" }, ...inlines(cell)) : h("td", { class: "doc-unnamed" }),
  );
  const body = rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, ...inlines(cell)))));
  const drawn = h("table", {}, named && h("thead", {}, h("tr", {}, ...columns)), h("tbody", {}, ...body));
  return scrollBox("Table", drawn, `doc-table doc-columns-${Math.min(4, head.length)}`);
}

function inlines(parts: readonly Inline[]): (Node | string)[] {
  return parts.map((part) => {
    switch (part.kind) {
      case "text":
        return part.text;
      case "code":
        return h("code", {}, part.text);
      case "strong":
        return h("strong", {}, ...inlines(part.inside));
      case "emphasis":
        return h("em", {}, ...inlines(part.inside));
      case "link":
        return h("a", { href: part.href }, ...inlines(part.inside));
      case "picture":
        return h("img", { src: part.src, alt: part.alt, width: part.width, height: part.height, loading: "lazy" });
    }
  });
}

/** The text of a line, without what marks it. */
export function words(parts: readonly Inline[]): string {
  return parts
    .map((part) => (part.kind === "picture" ? part.alt : "inside" in part ? words(part.inside) : part.text))
    .join("");
}
