/** Lists that are fetched from the server again and again while the page is in view. */

import type { ComponentChildren, Key } from "preact";
import { useEffect, useState } from "preact/hooks";

import { formatDate, texts, useTexts } from "../language";

const TEXT = texts({
  en: {
    looking: "Looking …",
    stale: (time: string) => `The server does not answer. This is how it was at ${time}.`,
  },
  de: {
    looking: "Einen Augenblick …",
    stale: (time: string) => `Der Server antwortet nicht. So war es um ${time} Uhr.`,
  },
});

interface Polled<T> {
  /** What was fetched last: undefined before the first answer, null if the server never answered. */
  readonly found: T | null | undefined;
  /** When that was, if the server has not answered since; otherwise null. */
  readonly staleSince: Date | null;
}

function usePolled<T>(fetchIt: () => Promise<T | null>, seconds: number): Polled<T> {
  const [polled, setPolled] = useState<Polled<T>>({ found: undefined, staleSince: null });
  useEffect(() => {
    let timer = 0;
    let open = true;
    let shown = "";
    let answered: Date | null = null;
    const refresh = async () => {
      if (document.visibilityState === "visible") {
        const fresh = await fetchIt();
        if (!open) return;
        const print = JSON.stringify(fresh);
        if (fresh === null && answered) setPolled(({ found }) => ({ found, staleSince: answered }));
        else if (print !== shown) setPolled({ found: fresh, staleSince: null });
        if (fresh !== null) answered = new Date();
        shown = print;
      }
      timer = window.setTimeout(() => void refresh(), seconds * 1000);
    };
    void refresh();
    return () => {
      open = false;
      clearTimeout(timer);
    };
  }, []);
  return polled;
}

/** A list that is fetched every few seconds. Rows keep their elements, and with them the focus, by their keys. */
export function PolledList<T>(props: {
  readonly fetch: () => Promise<readonly T[] | null>;
  readonly seconds: number;
  readonly keyOf: (item: T) => Key;
  readonly row: (item: T) => ComponentChildren;
  /** Shown when the list is empty. */
  readonly empty: string;
  /** Shown when the server does not answer. */
  readonly failed: string;
}) {
  const text = useTexts(TEXT);
  const { found: items, staleSince } = usePolled(props.fetch, props.seconds);
  const note = staleSince && (
    <p class="py-2 text-c-yellow text-sm" role="status">
      {text.stale(formatDate(staleSince, { timeStyle: "short" }))}
    </p>
  );
  if (!items?.length) {
    const words = items === undefined ? text.looking : items === null ? props.failed : props.empty;
    return (
      <>
        {note}
        <p class="py-4 text-mist" aria-busy={items === undefined}>
          {words}
        </p>
      </>
    );
  }
  return (
    <>
      {note}
      <ul class="rows">
        {items.map((item) => (
          <li key={props.keyOf(item)}>{props.row(item)}</li>
        ))}
      </ul>
    </>
  );
}
