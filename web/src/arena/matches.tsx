/** The matches of a tournament, page by page, of all bots or of one. */

import { useId, useState } from "preact/hooks";

import { useFetched } from "../fetched";
import { useLanguage, useTexts } from "../language";
import type { TournamentMatch, TournamentMatches } from "../protocol";
import { count, type Noun } from "./numbers";
import { type ArenaText, TEXT } from "./texts";

/** Matches on a page. */
const SHOWN = 25;

interface MatchListProps {
  /** The address of the tournament in the API. */
  readonly address: string;
  readonly bots: readonly string[];
  readonly unit: Noun;
  /** Matches in the table; when more have been played, the list is fetched again. */
  readonly counted: number;
}

export function MatchList({ address, bots, unit, counted }: MatchListProps) {
  const text = useTexts(TEXT);
  const id = useId();
  const language = useLanguage();
  const [bot, setBot] = useState("");
  const [skip, setSkip] = useState(0);
  const wanted = new URLSearchParams({ skip: String(skip), limit: String(SHOWN), language });
  if (bot) wanted.set("bot", bot);
  // The number of counted matches is part of the address, so that the answer is asked for anew when it grows.
  const found = useFetched<TournamentMatches>(`${address}/matches?${wanted}#${counted}`);
  const choose = (name: string) => {
    setBot(name);
    setSkip(0);
  };
  return (
    <div class="grid gap-4">
      <div class="grid max-w-xs gap-1">
        <label for={id} class="text-mist text-sm">
          {text.matchesOf}
        </label>
        <select class="field" id={id} value={bot} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">{text.allBots}</option>
          {bots.map((name) => (
            <option key={name} value={name} translate={false}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {found && found.found > 0 ? (
        <ul class="rows">
          {found.matches.map((match) => (
            <li key={match.number}>
              <Match address={address} match={match} unit={unit} />
            </li>
          ))}
        </ul>
      ) : (
        <p class="py-4 text-mist">{found === undefined ? text.looking : found ? text.nothingPlayed : text.failed}</p>
      )}
      {found && found.found > SHOWN && <Pager skip={skip} all={found.found} show={setSkip} />}
    </div>
  );
}

function Pager(props: { readonly skip: number; readonly all: number; readonly show: (skip: number) => void }) {
  const text = useTexts(TEXT);
  const { skip, all, show } = props;
  const to = (label: string, from: number) => (
    <button class="btn" type="button" disabled={from < 0 || from >= all} onClick={() => show(from)}>
      {label}
    </button>
  );
  return (
    <div class="flex flex-wrap items-center gap-4">
      {to(text.earlier, skip - SHOWN)}
      <span class="text-mist" role="status">
        {text.range(skip + 1, Math.min(all, skip + SHOWN), all)}
      </span>
      {to(text.later, skip + SHOWN)}
    </div>
  );
}

function Match(props: { readonly address: string; readonly match: TournamentMatch; readonly unit: Noun }) {
  const text = useTexts(TEXT);
  const { address, match, unit } = props;
  const file = `${address}/matches/${match.number}/file`;
  const facts = [
    text.matchNumber(match.number),
    match.winner === null ? "" : text.fromSeat(match.winner + 1),
    match.reason,
    count(match.turns, unit),
    text.seed(match.seed),
    match.faults ? count(match.faults, text.nouns.fault) : "",
  ];
  return (
    <div class="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div class="min-w-0 flex-1 basis-52">
        <p class="truncate font-semibold">{outcome(match, text)}</p>
        <p class="text-mist text-sm">{facts.filter(Boolean).join(", ")}</p>
      </div>
      <div class="flex gap-3">
        <a
          class="btn"
          href={`/replays/file?from=${encodeURIComponent(file)}`}
          aria-label={text.watchMatch(match.number)}
        >
          {text.watch}
        </a>
        <a class="btn" href={file} download aria-label={text.saveMatch(match.number)}>
          {text.save}
        </a>
      </div>
    </div>
  );
}

/** Who won, in a few words. */
function outcome(match: TournamentMatch, text: ArenaText): string {
  const seats = match.places.map((place, seat) => ({ place, name: match.bots[seat]! }));
  const names = seats.sort((one, other) => one.place - other.place).map(({ name }) => name);
  const [first = "", second = ""] = names;
  if (match.winner === null) return names.length === 2 ? text.drew(first, second) : text.nobodyWon;
  return names.length === 2 ? text.beat(first, second) : text.wonThen(first, names.slice(1, 3).join(", "));
}
