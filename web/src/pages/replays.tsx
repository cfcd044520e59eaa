/** The list of all finished matches, and a picker for replay files. */

import "./replay.css";

import { useEffect, useRef, useState } from "preact/hooks";

import * as api from "../api";
import { texts, useTexts } from "../language";
import { useMounted } from "../mounted";
import type { ReplayCard } from "../protocol";
import { FailureText } from "../replay/failure";
import { FileDrops, FilePicker } from "../replay/file-picker";
import { REPLAY_GAMES } from "../replay/games";
import { ReplayRow } from "../replay/replay-row";
import { type PageProps, usePageTitle } from "../router";

/** Matches that are fetched at a time. */
const PAGE_SIZE = 30;

const TEXT = texts({
  en: {
    title: "Replays",
    intro: "Every finished game, turn by turn, with anybody's eyes. From any turn you can play on yourself.",
    filter: "Which game",
    all: "All",
    looking: "Looking …",
    none: "No match has ended yet. Every finished game is kept here.",
    more: "Load more",
    ownFile: "A file of yours",
    ownFileText:
      "Drop a replay file anywhere on this page, or choose one. It is checked against the rules before it is shown, and not kept.",
    choose: "Choose a file",
  },
  de: {
    title: "Partien",
    intro:
      "Jedes beendete Spiel, Runde für Runde und mit den Augen jedes Spielers. An jeder Stelle kannst du selbst weiterspielen.",
    filter: "Welches Spiel",
    all: "Alle",
    looking: "Einen Augenblick …",
    none: "Noch ist keine Partie zu Ende. Hier bleibt jedes beendete Spiel.",
    more: "Mehr laden",
    ownFile: "Eine eigene Datei",
    ownFileText:
      "Lege eine Aufzeichnung irgendwo auf dieser Seite ab, oder wähle eine Datei aus. Sie wird nach den Regeln geprüft, bevor sie gezeigt wird, und nicht aufbewahrt.",
    choose: "Datei auswählen",
  },
});

export default function ReplaysPage({ query }: PageProps) {
  const text = useTexts(TEXT);
  usePageTitle(text.title);
  const game = gameOf(query.get("game"));
  const matches = useMatches(game);
  return (
    <div class="mx-auto grid w-full max-w-6xl gap-10 px-5 py-10 sm:px-8 lg:grid-cols-[1fr_340px]">
      <section class="grid content-start gap-6">
        <div class="grid gap-2">
          <h1 class="pixel pixel-3">{text.title}</h1>
          <p class="max-w-prose text-mist">{text.intro}</p>
        </div>
        <GameFilter chosen={game} />
        <MatchList {...matches} />
      </section>
      {/* Below the list it would move when the matches arrive. */}
      <section
        class={`panel grid content-start gap-4 self-start p-6 ${matches.begun ? "" : "max-lg:invisible"}`}
        aria-labelledby="own-file"
      >
        <h2 id="own-file" class="pixel pixel-2">
          {text.ownFile}
        </h2>
        <p class="text-mist">{text.ownFileText}</p>
        <FilePicker label={text.choose} class="btn btn-main justify-self-start" />
      </section>
      <FileDrops />
    </div>
  );
}

function gameOf(name: string | null): api.Game | null {
  return name !== null && Object.hasOwn(REPLAY_GAMES, name) ? (name as api.Game) : null;
}

function GameFilter({ chosen }: { readonly chosen: api.Game | null }) {
  const text = useTexts(TEXT);
  const link = (game: string | null, label: string, href: string) => (
    <a key={href} class="btn" href={href} aria-current={game === chosen ? "true" : undefined}>
      {label}
    </a>
  );
  return (
    <nav class="flex flex-wrap gap-2" aria-label={text.filter}>
      {link(null, text.all, "/replays")}
      {Object.entries(REPLAY_GAMES).map(([game, { title }]) => link(game, title, `/replays?game=${game}`))}
    </nav>
  );
}

function MatchList({ cards, state, more, load }: Matches) {
  const text = useTexts(TEXT);
  const list = useRef<HTMLUListElement>(null);
  const firstNew = useRef(0);
  useEffect(() => {
    if (firstNew.current) list.current?.children[firstNew.current]?.querySelector("a")?.focus();
  }, [cards.length]);
  const loadMore = () => {
    firstNew.current = cards.length;
    void load();
  };
  return (
    <div class="grid gap-4">
      <ul ref={list} class="rows" aria-label={text.title}>
        {cards.map((card) => (
          <li key={card.id}>
            <ReplayRow card={card} detailed />
          </li>
        ))}
      </ul>
      <p class="py-4 text-mist empty:hidden" role="status">
        {state === "loading" ? (
          text.looking
        ) : state !== "loaded" ? (
          <FailureText failure={state} />
        ) : (
          cards.length === 0 && text.none
        )}
      </p>
      {more && (
        <button class="btn justify-self-start" type="button" onClick={loadMore}>
          {text.more}
        </button>
      )}
    </div>
  );
}

/** The matches that have been fetched so far. */
interface Matches {
  readonly cards: readonly ReplayCard[];
  readonly state: "loading" | "loaded" | api.Failed;
  /** Whether the server has answered at least once. */
  readonly begun: boolean;
  /** Whether there may be more of them. */
  readonly more: boolean;
  /** Fetches the next ones. */
  load(): Promise<void>;
}

function useMatches(game: api.Game | null): Matches {
  const [cards, setCards] = useState<readonly ReplayCard[]>([]);
  const [state, setState] = useState<Matches["state"]>("loading");
  const [begun, setBegun] = useState(false);
  const [more, setMore] = useState(false);
  const busy = useRef(false);
  const mounted = useMounted();
  const load = async () => {
    if (busy.current) return;
    busy.current = true;
    setState("loading");
    const answer = await api.replays(PAGE_SIZE, game, cards.at(-1)?.id ?? null);
    busy.current = false;
    if (!mounted.current) return;
    setBegun(true);
    setMore(!answer.ok || answer.value.length === PAGE_SIZE);
    setState(answer.ok ? "loaded" : answer);
    if (answer.ok) setCards([...cards, ...answer.value]);
  };
  useEffect(() => {
    void load();
  }, []);
  return { cards, state, begun, more, load };
}
