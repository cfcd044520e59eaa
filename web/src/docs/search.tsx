/** The search over all pages of the documentation. */

import { useEffect, useId, useRef, useState } from "preact/hooks";

import { type Answer, request } from "../api";
import { Icon } from "../components/icon";
import { useTexts } from "../language";
import type { DocHit, DocHits } from "../protocol";
import { TEXT, titled } from "./texts";

/** Milliseconds after the last letter until the server is asked. */
const PAUSE_MS = 150;

export function DocSearch() {
  const text = useTexts(TEXT);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [query, setQuery] = useState("");
  const answer = useHits(query.trim());
  const links = () => [...(form.current?.querySelectorAll<HTMLElement>("input, .doc-hit") ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") {
      setQuery("");
      links()[0]?.focus();
    } else if (step) links()[links().indexOf(document.activeElement as HTMLElement) + step]?.focus();
    if (step) event.preventDefault();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    links()[1]?.click();
  };
  return (
    <search aria-label={text.search}>
      <form ref={form} class="doc-search" onSubmit={submit} onKeyDown={onKeyDown}>
        <label for={id} class="sr-only">
          {text.search}
        </label>
        <Icon name="search" />
        <input
          class="field"
          id={id}
          type="search"
          autocomplete="off"
          maxLength={100}
          placeholder={text.search}
          title={text.searchHint}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <Hits answer={answer} onFollow={() => setQuery("")} />
      </form>
    </search>
  );
}

interface HitsProps {
  readonly answer: Answer<DocHits> | null;
  onFollow(): void;
}

/** The sections that were found, in a panel over the page. */
function Hits({ answer, onFollow }: HitsProps) {
  const text = useTexts(TEXT);
  const hits = answer?.ok ? answer.value.hits : [];
  return (
    <div class="doc-hits panel" hidden={!answer}>
      <p class="px-4 py-2 text-mist text-sm" role="status">
        {answer && (answer.ok ? text.hits(hits.length) : text.searchFailed)}
      </p>
      <ul>
        {hits.map((hit) => (
          <li key={`${hit.page.name}#${hit.id}`}>
            <Hit hit={hit} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Hit({ hit: { page, id, heading, excerpt }, onFollow }: { readonly hit: DocHit; onFollow(): void }) {
  return (
    <a class="doc-hit" href={`/docs/${page.name}${id && `#${id}`}`} onClick={onFollow}>
      <span class="text-mist text-sm">{titled(page).title}</span>
      {id && (
        <span class="font-semibold" lang="en">
          {heading}
        </span>
      )}
      <span class="text-sm" lang="en">
        {excerpt}
      </span>
    </a>
  );
}

/** What the server finds; null without a question. The last answer stays until the next one comes. */
function useHits(query: string): Answer<DocHits> | null {
  const [answer, setAnswer] = useState<Answer<DocHits> | null>(null);
  useEffect(() => {
    if (!query) {
      setAnswer(null);
      return;
    }
    let wanted = true;
    const timer = window.setTimeout(async () => {
      const found = await request<DocHits>(`/api/docs/search?q=${encodeURIComponent(query)}`);
      if (wanted) setAnswer(found);
    }, PAUSE_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [query]);
  return answer;
}
