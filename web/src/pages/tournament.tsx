/** The page of a tournament: results, and every match to watch. */

import "./arena.css";

import { useEffect, useState } from "preact/hooks";

import { get } from "../api";
import { CrossTable } from "../arena/cross-table";
import { Ladder } from "../arena/ladder";
import { MatchList } from "../arena/matches";
import { percent } from "../arena/numbers";
import { Lengths } from "../arena/plots";
import { Section } from "../arena/section";
import { GAME_TITLES, TEXT } from "../arena/texts";
import { ScrollBox } from "../components/scroll-box";
import type { Fetched } from "../fetched";
import { useLanguage, useTexts } from "../language";
import { MessagePage } from "../layout/error-page";
import type { Tournament } from "../protocol";
import { type PageProps, usePageTitle } from "../router";

/** Seconds until a tournament that is being played is fetched again; while it is being counted, the next part is. */
const AGAIN_S = 5;
const COUNTING_S = 0.5;

export default function TournamentPage({ params }: PageProps) {
  const text = useTexts(TEXT);
  const name = params[0] ?? "";
  const address = `/api/tournaments/${encodeURIComponent(name)}`;
  const tournament = useTournament(address);
  if (tournament) return <Results tournament={tournament} address={address} />;
  if (tournament === undefined) return <p class="px-5 py-10 text-mist">{text.looking}</p>;
  return (
    <MessagePage title={text.missing} text={text.missingText(name)}>
      <a class="btn btn-main" href="/arena">
        {text.toArena}
      </a>
    </MessagePage>
  );
}

/** A tournament, fetched again until it is complete. */
function useTournament(address: string): Fetched<Tournament> {
  const language = useLanguage();
  const [found, setFound] = useState<Fetched<Tournament>>(undefined);
  useEffect(() => {
    let timer = 0;
    let open = true;
    let known = false;
    const refresh = async () => {
      const visible = document.visibilityState === "visible" || !known;
      const answer = visible ? await get<Tournament>(`${address}?language=${language}`) : null;
      if (!open) return;
      if (answer || !known) setFound(answer ?? null);
      known ||= answer !== null;
      if (!known || answer?.complete) return;
      const counting = answer !== null && answer.counted < answer.played;
      timer = window.setTimeout(() => void refresh(), 1000 * (counting ? COUNTING_S : AGAIN_S));
    };
    void refresh();
    return () => {
      open = false;
      clearTimeout(timer);
    };
  }, [address, language]);
  return found;
}

interface ResultsProps {
  readonly tournament: Tournament;
  readonly address: string;
}

function Results({ tournament, address }: ResultsProps) {
  const text = useTexts(TEXT);
  const unit = tournament.unit === "turns" ? text.nouns.turn : text.nouns.order;
  const ranked = tournament.table.map((row) => ({ ...row, rank: row.place, name: row.bot }));
  const byRating = [...ranked].sort((one, other) => other.rating - one.rating);
  const { cross, table, bins } = tournament;
  usePageTitle(`${tournament.name}: ${tournament.title}`);
  return (
    <div class="mx-auto grid w-full max-w-6xl gap-14 px-5 py-10 sm:px-8">
      <Head tournament={tournament} />
      <Section title={text.table}>
        <Standings rows={table} />
      </Section>
      <Section title={text.ratings}>
        <Ladder entries={byRating.map((row, place) => ({ ...row, rank: place + 1 }))} />
      </Section>
      <Section title={text.whoBeat}>
        <CrossTable players={ranked.slice(0, cross.length)} cross={cross} asShares />
        <p class="text-mist text-sm">
          {text.inPerCent}
          {cross.length < table.length && text.firstShown(cross.length)}
        </p>
      </Section>
      <Section title={text.gameLengths}>
        {bins.length > 1 && <Lengths bins={bins} unit={unit} />}
        <p class="max-w-prose text-mist">{tournament.lengths}</p>
      </Section>
      <Section title={text.matches}>
        <MatchList address={address} bots={table.map((row) => row.bot)} unit={unit} counted={tournament.counted} />
      </Section>
      <Section title={text.meaning}>
        <ul class="plain-list">
          {tournament.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function Head({ tournament: told }: { readonly tournament: Tournament }) {
  const text = useTexts(TEXT);
  return (
    <header class="grid gap-4">
      <p>
        <a class="text-mist" href="/arena">
          {text.arena}
        </a>
      </p>
      <h1 class="pixel pixel-2 sm:pixel-3 break-words" translate={false}>
        {told.name}
      </h1>
      <p class="max-w-prose text-lg">
        {told.who && <strong class="font-semibold text-c-yellow">{told.who}</strong>}
        {`${told.who ? " " : ""}${told.finding.replaceAll(" %", "\u00a0%")}`}
      </p>
      {told.counted < told.played && (
        <p class="text-mist" role="status">
          {text.counting(told.counted, told.played)}
        </p>
      )}
      <dl class="flex flex-wrap gap-x-8 gap-y-3">
        {[{ name: text.gameFact, value: GAME_TITLES[told.game] }, ...told.facts].map((fact) => (
          <div key={fact.name}>
            <dt class="text-mist text-sm">{fact.name}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

function Standings({ rows }: { readonly rows: Tournament["table"] }) {
  const { columns, table } = useTexts(TEXT);
  const faulty = rows.some((row) => row.faults > 0);
  const figures = ["won", "drawn", "lost", "games", ...(faulty ? (["faults"] as const) : [])] as const;
  return (
    <ScrollBox label={table}>
      <table class="standings">
        <thead>
          <tr>
            <td />
            {(["bot", "score", ...figures] as const).map((column) => (
              <th key={column} scope="col">
                {columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.bot}>
              <td class="text-mist">{row.place}</td>
              <th scope="row" translate={false}>
                {row.bot}
              </th>
              <td class="score" style={{ "--share": `${100 * row.score}%` }}>
                {percent(row.score)}
              </td>
              {figures.map((figure) => (
                <td key={figure}>{row[figure]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
