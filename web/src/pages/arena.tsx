/** The arena: ratings, scores of everyone against everyone, and the tournaments of this server. */

import "./arena.css";

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import type { Game } from "../api";
import { BotCards, BringYourOwn } from "../arena/bots";
import { CrossTable } from "../arena/cross-table";
import { Ladder } from "../arena/ladder";
import { count } from "../arena/numbers";
import { Section } from "../arena/section";
import { GAME_TITLES, TEXT } from "../arena/texts";
import { usePlayerNames } from "../components/room-row";
import { type Fetched, useFetched } from "../fetched";
import { formatDate, formatNumber, useLanguage, useTexts } from "../language";
import type {
  Bots,
  Ladder as LadderAnswer,
  MeetingsShown,
  ReplayCard,
  TournamentCard,
  TournamentCards,
} from "../protocol";
import { type PageProps, replaceAddress, usePageTitle } from "../router";

const GAMES = Object.keys(GAME_TITLES) as Game[];
const LONG_DATE: Intl.DateTimeFormatOptions = { day: "numeric", month: "long", year: "numeric" };

export default function ArenaPage({ query }: PageProps) {
  const text = useTexts(TEXT);
  const language = useLanguage();
  const [game, setGame] = useState<Game>(query.get("game") === "welten" ? "welten" : "fog");
  const bots = useFetched<Bots>("/api/bots");
  const ladder = useFetched<LadderAnswer>(`/api/ladder?game=${game}`);
  const met = useFetched<MeetingsShown>(`/api/meetings?game=${game}`);
  const tournaments = useFetched<TournamentCards>(`/api/tournaments?language=${language}`);
  usePageTitle(text.arena);
  const show = (chosen: Game) => {
    setGame(chosen);
    replaceAddress(chosen === "fog" ? "/arena" : `/arena?game=${chosen}`);
  };
  // All at once: what comes later would push away what is being read.
  const complete = [bots, ladder, met, tournaments].every((found) => found !== undefined);
  return (
    <div class="mx-auto grid w-full max-w-6xl gap-14 px-5 py-10 sm:px-8">
      <header class="grid gap-4">
        <h1 class="pixel pixel-3">{text.arena}</h1>
        <p class="max-w-prose text-mist">{text.about}</p>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a form */}
        <div class="flex flex-wrap gap-3" role="group" aria-label={text.whichGame}>
          {GAMES.map((each) => (
            <button key={each} class="btn" type="button" aria-pressed={each === game} onClick={() => show(each)}>
              {GAME_TITLES[each]}
            </button>
          ))}
        </div>
      </header>
      {complete ? (
        <>
          <Ratings key={game} ladder={ladder} met={met} />
          <Section title={text.tournaments}>
            <Awaited found={tournaments}>{(found) => <Tournaments found={found} />}</Awaited>
          </Section>
          <Section title={text.bots}>
            <BotCards bots={bots === null ? null : bots?.told} />
          </Section>
          <Section title={text.bringYourOwn}>
            <BringYourOwn />
          </Section>
        </>
      ) : (
        <p class="text-mist" aria-busy="true">
          {text.looking}
        </p>
      )}
    </div>
  );
}

/** Shows what was fetched, or that it is on its way, or cannot be had. */
function Awaited<T>({
  found,
  children,
}: {
  readonly found: Fetched<T>;
  readonly children: (found: T) => ComponentChildren;
}) {
  const text = useTexts(TEXT);
  if (found) return <>{children(found)}</>;
  return <p class="py-4 text-mist">{found === null ? text.failed : text.looking}</p>;
}

/** The ladder, the cross table and the latest matches of one game. */
function Ratings({ ladder, met }: { readonly ladder: Fetched<LadderAnswer>; readonly met: Fetched<MeetingsShown> }) {
  const text = useTexts(TEXT);
  return (
    <>
      <Section title={text.ladder}>
        <Awaited found={ladder}>{({ players }) => <RatedPlayers players={players} />}</Awaited>
      </Section>
      <Section title={text.whoMet}>
        <Awaited found={met}>{(found) => <Meetings met={found} />}</Awaited>
      </Section>
      <Section title={text.latest}>
        <Awaited found={met}>{({ latest }) => <LatestMatches cards={latest} />}</Awaited>
      </Section>
    </>
  );
}

function RatedPlayers({ players }: Pick<LadderAnswer, "players">) {
  const text = useTexts(TEXT);
  if (players.length === 0) return <p class="py-4 text-mist">{text.unrated}</p>;
  return (
    <div class="grid gap-3">
      <Ladder entries={players} />
      <p class="max-w-prose text-mist text-sm">{text.aboutLadder}</p>
    </div>
  );
}

function Meetings({ met: { players, cross, counted } }: { readonly met: MeetingsShown }) {
  const text = useTexts(TEXT);
  if (players.length < 2) return <p class="py-4 text-mist">{text.nobodyMet}</p>;
  return (
    <div class="grid gap-3">
      <CrossTable players={players} cross={cross} asShares={false} />
      <p class="text-mist text-sm">{text.crossNote(counted)}</p>
    </div>
  );
}

function LatestMatches({ cards }: { readonly cards: readonly ReplayCard[] }) {
  const text = useTexts(TEXT);
  if (cards.length === 0) return <p class="py-4 text-mist">{text.noLatest}</p>;
  return (
    <ul class="rows">
      {cards.map((card) => (
        <li key={card.id}>
          <LatestMatch card={card} />
        </li>
      ))}
    </ul>
  );
}

function LatestMatch({ card }: { readonly card: ReplayCard }) {
  const text = useTexts(TEXT);
  const names = usePlayerNames(card.players);
  const result = card.winner === null ? text.noWinner : text.won(card.players[card.winner] ?? text.somebody);
  const length = count(card.turns, card.game === "fog" ? text.nouns.turn : text.nouns.order);
  return (
    <div class="flex items-center gap-4 py-3">
      <div class="min-w-0 flex-1">
        <p class="truncate font-semibold" translate={false}>
          {names}
        </p>
        <p class="break-words text-mist text-sm">{text.resultIn(result, length, day(card.endedAt))}</p>
      </div>
      <a class="btn" href={`/replays/${encodeURIComponent(card.id)}`} aria-label={text.watchGame(names)}>
        {text.watch}
      </a>
    </div>
  );
}

function Tournaments({ found: { tournaments, damaged } }: { readonly found: TournamentCards }) {
  const text = useTexts(TEXT);
  if (tournaments.length + damaged.length === 0)
    return (
      <p class="max-w-prose py-4 text-mist">
        {text.noTournaments}
        <a href="/docs/arena#tournaments-on-a-server">{text.howTo}</a>.
      </p>
    );
  return (
    <ul class="rows">
      {tournaments.map((card) => (
        <li key={card.name}>
          <TournamentRow card={card} />
        </li>
      ))}
      {damaged.map(({ name, reason }) => (
        <li key={name} class="grid gap-1 py-3">
          <p class="flex flex-wrap items-center gap-3">
            <span class="min-w-0 truncate font-semibold" translate={false}>
              {name}
            </span>
            <span class="chip">{text.damaged}</span>
          </p>
          <p class="text-mist text-sm">
            {text.damagedText}{" "}
            <span lang="en" translate={false}>
              {reason}.
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

function TournamentRow({ card }: { readonly card: TournamentCard }) {
  const text = useTexts(TEXT);
  const progress =
    card.comparison || card.played >= card.matches
      ? count(card.played, text.nouns.match)
      : text.progress(formatNumber(card.played), count(card.matches, text.nouns.match));
  return (
    <div class="flex items-center gap-4 py-3">
      <div class="min-w-0 flex-1">
        <p class="truncate font-semibold" translate={false}>
          {card.name}
        </p>
        <p class="text-mist text-sm">
          {`${GAME_TITLES[card.game]}, ${card.title}, ${progress}, ${day(card.writtenAt)}`}
        </p>
      </div>
      <a class="btn" href={`/arena/tournaments/${encodeURIComponent(card.name)}`} aria-label={text.lookAt(card.name)}>
        {text.look}
      </a>
    </div>
  );
}

function day(moment: string): string {
  return formatDate(new Date(moment), LONG_DATE);
}
