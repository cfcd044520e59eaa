/** Draws the blocks of a documentation page. */

import type { ComponentChildren } from "preact";

import { CodeBlock } from "../components/code-block";
import { ScrollBox } from "../components/scroll-box";
import { useTexts } from "../language";
import type { DocHeading, DocList, DocPage, DocParagraph, DocTable } from "../protocol";
import { TEXT } from "./texts";

export type DocBlock = DocPage["blocks"][number];
type InlinePart = DocParagraph["inside"][number];

interface BlocksProps {
  readonly blocks: readonly DocBlock[];
  /** The heading that the blocks stand under, if none of them is one. */
  readonly heading?: string;
}

/** The blocks of a page or of a list item. Pages do not change while they are read, so places serve as keys. */
export function Blocks({ blocks, heading = "" }: BlocksProps) {
  let last = heading;
  return (
    <>
      {blocks.map((block, place) => {
        if (block.kind === "heading") last = plainText(block.inside);
        return <Block key={place} block={block} heading={last} />;
      })}
    </>
  );
}

interface BlockProps<Kind extends DocBlock = DocBlock> {
  readonly block: Kind;
  /** The heading above it, by which tables and listings are told apart. */
  readonly heading: string;
}

function Block({ block, heading }: BlockProps) {
  switch (block.kind) {
    case "heading":
      return <Heading block={block} />;
    case "paragraph":
      return block.inside.length === 1 && block.inside[0]!.kind === "picture" ? (
        <figure>{inlines(block.inside)}</figure>
      ) : (
        <p>{inlines(block.inside)}</p>
      );
    case "listing":
      return <CodeBlock text={block.text} language={block.language} about={heading} />;
    case "list":
      return <List block={block} heading={heading} />;
    case "table":
      return <Table block={block} heading={heading} />;
  }
}

function Heading({ block: { level, id, inside } }: { readonly block: DocHeading }) {
  const text = useTexts(TEXT);
  if (level === 1)
    return (
      <h1 id={id} class="pixel pixel-3">
        {inlines(inside)}
      </h1>
    );
  const Tag = level === 2 ? "h2" : level === 3 ? "h3" : "h4";
  return (
    <Tag id={id} class={level === 2 ? "pixel pixel-2" : undefined}>
      {inlines(inside)}
      <a class="doc-anchor" href={`#${id}`} aria-label={text.linkTo(plainText(inside))}>
        #
      </a>
    </Tag>
  );
}

function List({ block: { ordered, items }, heading }: BlockProps<DocList>) {
  const Tag = ordered ? "ol" : "ul";
  return (
    <Tag>
      {items.map((item, place) => (
        <li key={place}>{listItem(item, heading)}</li>
      ))}
    </Tag>
  );
}

/** The content of a list item: an item of one paragraph is a line, not a paragraph. */
function listItem(item: DocList["items"][number], heading: string): ComponentChildren {
  const only = item[0];
  if (item.length === 1 && only?.kind === "paragraph") return inlines(only.inside);
  return <Blocks blocks={item} heading={heading} />;
}

function Table({ block: { head, rows }, heading }: BlockProps<DocTable>) {
  const text = useTexts(TEXT);
  return (
    <ScrollBox label={`${text.table}: ${heading}`} class={`doc-table doc-columns-${Math.min(4, head.length)}`}>
      <table>
        {head.some((cell) => cell.length > 0) && (
          <thead>
            <tr>
              {head.map((cell) =>
                cell.length > 0 ? <th scope="col">{inlines(cell)}</th> : <td class="doc-unnamed" />,
              )}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell) => (
                <td>{inlines(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function inlines(parts: readonly InlinePart[]): ComponentChildren[] {
  return parts.map(inline);
}

function inline(part: InlinePart): ComponentChildren {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return <code>{part.text}</code>;
    case "strong":
      return <strong>{inlines(part.inside)}</strong>;
    case "emphasis":
      return <em>{inlines(part.inside)}</em>;
    case "link":
      return <a href={part.href}>{inlines(part.inside)}</a>;
    case "picture":
      return <img src={part.src} alt={part.alt} width={part.width} height={part.height} loading="lazy" />;
  }
}

/** The text of a line, without its marks. */
export function plainText(parts: readonly InlinePart[]): string {
  return parts
    .map((part) => (part.kind === "picture" ? part.alt : "inside" in part ? plainText(part.inside) : part.text))
    .join("");
}
