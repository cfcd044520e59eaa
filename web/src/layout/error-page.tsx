/** Pages that say what is missing, and what to do about it. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { texts, useTexts } from "../language";
import { usePageTitle } from "../router";

const TEXT = texts({
  en: {
    missing: {
      title: "There is nothing here",
      text: "The address does not lead to any page of Duskfall. Perhaps it was shortened on the way.",
      action: "To the start page",
    },
    broken: {
      title: "This page could not be loaded",
      text: "The server has probably been updated meanwhile. Loading the page again usually helps.",
      action: "Load again",
    },
    offline: {
      title: "No connection",
      text: "The server cannot be reached just now. The page is loaded by itself as soon as it answers again.",
      action: "Try again",
    },
  },
  de: {
    missing: {
      title: "Hier ist nichts",
      text: "Die Adresse führt zu keiner Seite von Duskfall. Vielleicht wurde sie unterwegs abgeschnitten.",
      action: "Zur Startseite",
    },
    broken: {
      title: "Diese Seite ließ sich nicht laden",
      text: "Der Server wurde wohl inzwischen erneuert. Meist hilft es, die Seite neu zu laden.",
      action: "Neu laden",
    },
    offline: {
      title: "Keine Verbindung",
      text: "Der Server ist gerade nicht zu erreichen. Sobald er wieder antwortet, wird die Seite von selbst geladen.",
      action: "Nochmals versuchen",
    },
  },
});

/** Milliseconds until a server that was not reached is tried again. */
const RETRY_MS = 3000;

/** An address that leads nowhere, or a page whose code could not be loaded. */
export function ErrorPage({ kind }: { readonly kind: "missing" | "broken" }) {
  return kind === "missing" ? <MissingPage /> : <BrokenPage />;
}

function MissingPage() {
  const { title, text, action } = useTexts(TEXT).missing;
  return (
    <MessagePage title={title} text={text}>
      <a class="btn btn-main" href="/">
        {action}
      </a>
    </MessagePage>
  );
}

/** Finds out whether only the connection is missing; if so, waits for it and loads the page again. */
function BrokenPage() {
  const text = useTexts(TEXT);
  const [reached, setReached] = useState<boolean | null>(null);
  const lost = useRef(false);
  const look = async () => {
    const answered = await isServerReached();
    if (answered && lost.current) location.reload();
    lost.current ||= !answered;
    setReached(answered);
  };
  useEffect(() => {
    void look();
    const retry = () => lost.current && void look();
    const timer = window.setInterval(retry, RETRY_MS);
    addEventListener("online", retry);
    return () => {
      clearInterval(timer);
      removeEventListener("online", retry);
    };
  }, []);
  if (reached === null) return null;
  const { title, text: words, action } = reached ? text.broken : text.offline;
  return (
    <MessagePage title={title} text={words}>
      <button class="btn btn-main" type="button" onClick={reached ? () => location.reload() : () => void look()}>
        {action}
      </button>
    </MessagePage>
  );
}

async function isServerReached(): Promise<boolean> {
  return fetch("/api/health", { cache: "no-store" }).then(
    () => true,
    () => false,
  );
}

/** A page with one message, and ways on as its children. */
export function MessagePage(props: {
  readonly title: string;
  readonly text: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  usePageTitle(props.title);
  return (
    <section class="mx-auto grid max-w-xl gap-6 px-5 py-24">
      <h1 class="pixel pixel-3 wrap-anywhere">{props.title}</h1>
      <p>{props.text}</p>
      <div class="flex flex-wrap gap-3">{props.children}</div>
    </section>
  );
}
