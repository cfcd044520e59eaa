/** The documentation: its index and its pages. */

import "./docs.css";

import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { Blocks } from "../docs/blocks";
import { DocSearch } from "../docs/search";
import { groupTitle, TEXT, titled } from "../docs/texts";
import { useFetched } from "../fetched";
import { useTexts } from "../language";
import { MessagePage } from "../layout/error-page";
import type { DocCard, DocEntry, DocGroup, DocIndex, DocPage } from "../protocol";
import { type PageProps, scrollToAddress, usePageTitle } from "../router";

/** All pages, grouped by what readers want to do. */
export function DocsIndexPage() {
  const text = useTexts(TEXT);
  const index = useFetched<DocIndex>("/api/docs");
  usePageTitle(text.documentation);
  return (
    <div class="mx-auto grid w-full max-w-6xl gap-8 px-5 py-10 sm:px-8">
      <header class="grid gap-2">
        <h1 class="pixel pixel-2 min-[400px]:pixel-3">{text.documentation}</h1>
        <p class="max-w-prose text-mist">
          {text.about} {text.inEnglish}
        </p>
        <DocSearch />
      </header>
      {index ? (
        <div class="gap-12 md:columns-2">
          {index.groups.map((group) => (
            <Group key={group.title} group={group} />
          ))}
        </div>
      ) : (
        <p class="text-mist">{index === null ? text.failed : text.looking}</p>
      )}
      <p class="text-mist">
        {text.forPrograms}
        <a href="/api/openapi.json">{text.openApi}</a>.
      </p>
    </div>
  );
}

function Group({ group }: { readonly group: DocGroup }) {
  const id = `group-${group.title.replace(/\W+/g, "-").toLowerCase()}`;
  return (
    <section class="mb-10 grid break-inside-avoid gap-3" aria-labelledby={id}>
      <h2 id={id} class="pixel pixel-2">
        {groupTitle(group.title)}
      </h2>
      <ul class="rows">
        {group.pages.map((card) => (
          <li key={card.name}>
            <a class="grid gap-0.5 py-3 no-underline hover:bg-night" href={`/docs/${card.name}`}>
              <span class="font-semibold">{titled(card).title}</span>
              <span class="text-mist empty:hidden">{titled(card).summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One page, with links to all others. */
export function DocsPage({ params }: PageProps) {
  const text = useTexts(TEXT);
  const name = params[0] ?? "";
  const index = useFetched<DocIndex>("/api/docs");
  const page = useFetched<DocPage>(`/api/docs/${encodeURIComponent(name)}`);
  if (page) return <Document page={page} groups={index?.groups ?? []} />;
  if (page === undefined) return <p class="px-5 py-10 text-mist">{text.looking}</p>;
  const reached = index !== null;
  return (
    <MessagePage title={reached ? text.missing : text.failedTitle} text={reached ? text.missingText : text.failed}>
      <a class="btn btn-main" href="/docs">
        {text.toIndex}
      </a>
    </MessagePage>
  );
}

function Document({ page, groups }: { readonly page: DocPage; readonly groups: readonly DocGroup[] }) {
  const text = useTexts(TEXT);
  const article = useRef<HTMLElement>(null);
  const reading = useReadHeading(article);
  usePageTitle(page.title);
  useEffect(scrollToAddress, []);
  const contents = page.contents.length > 1 ? page.contents : null;
  return (
    <div class="doc-layout">
      <nav class="doc-pages" aria-label={text.documentation}>
        <a href="/docs" class="doc-link font-semibold">
          {text.documentation}
        </a>
        {groups.map((group) => (
          <GroupLinks key={group.title} group={group} here={page.name} />
        ))}
      </nav>
      <div class="min-w-0">
        <DocSearch />
        <div class="doc-folds">
          <p>
            <a href="/docs">{text.documentation}</a> · {groupTitle(page.group)}
          </p>
          {contents && (
            <details>
              <summary>{text.onThisPage}</summary>
              <Contents entries={contents} reading={null} />
            </details>
          )}
        </div>
        <article ref={article} class="doc" lang="en">
          <Blocks blocks={page.blocks} />
        </article>
        <Neighbours page={page} />
      </div>
      {contents && (
        <nav class="doc-contents" aria-label={text.onThisPage}>
          <p class="doc-group">{text.onThisPage}</p>
          <Contents entries={contents} reading={reading} />
        </nav>
      )}
    </div>
  );
}

function GroupLinks({ group, here }: { readonly group: DocGroup; readonly here: string }) {
  return (
    <>
      <p class="doc-group">{groupTitle(group.title)}</p>
      <ul>
        {group.pages.map((card) => (
          <li key={card.name}>
            <a class="doc-link" href={`/docs/${card.name}`} aria-current={card.name === here ? "page" : undefined}>
              {titled(card).title}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The headings of a page; the one that is being read is marked. */
function Contents({ entries, reading }: { readonly entries: readonly DocEntry[]; readonly reading: string | null }) {
  return (
    <ul lang="en">
      {entries.map(({ level, id, text }) => (
        <li key={id}>
          <a
            class={`doc-link ${level > 2 ? "pl-8" : ""}`}
            href={`#${id}`}
            aria-current={id === reading ? "true" : undefined}
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Neighbours({ page: { before, after } }: { readonly page: DocPage }) {
  const text = useTexts(TEXT);
  return (
    <nav class="doc-neighbours" aria-label={text.neighbours}>
      {before && <Neighbour card={before} label={text.before} />}
      {after && <Neighbour card={after} label={text.after} class="text-right sm:col-start-2" />}
    </nav>
  );
}

function Neighbour(props: { readonly card: DocCard; readonly label: string; readonly class?: string }) {
  return (
    <a class={`panel doc-neighbour ${props.class ?? ""}`} href={`/docs/${props.card.name}`}>
      <span class="text-mist text-sm">{props.label}</span>
      <span class="font-semibold">{titled(props.card).title}</span>
    </a>
  );
}

/** The id of the heading under which the reader is. */
function useReadHeading(article: RefObject<HTMLElement | null>): string | null {
  const [read, setRead] = useState<string | null>(null);
  useEffect(() => {
    const headings = [...(article.current?.querySelectorAll<HTMLElement>("h2[id], h3[id]") ?? [])];
    const mark = () => {
      const passed = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
      setRead(passed.at(-1)?.id ?? null);
    };
    const observer = new IntersectionObserver(mark, { threshold: [0, 1], rootMargin: "0px 0px -66% 0px" });
    for (const heading of headings) observer.observe(heading);
    return () => observer.disconnect();
  }, []);
  return read;
}
