/** Players or bots by rating: a row each, with the interval of the rating. */

import { useState } from "preact/hooks";

import { formatNumber, useTexts } from "../language";
import { count, type Interval, scaleOf } from "./numbers";
import { Axis, Whiskers } from "./plots";
import { TEXT } from "./texts";

export interface LadderRow extends Interval {
  readonly rank: number;
  readonly name: string;
  readonly isBot?: boolean;
  /** Has met too few opponents yet. */
  readonly provisional?: boolean;
  readonly games: number;
  /** The strength that is almost certain, if the rows are sorted by it; otherwise they are sorted by the rating. */
  readonly sure?: number;
}

/** Entries that are shown before all are asked for. */
const SHOWN = 20;

export function Ladder({ entries }: { readonly entries: readonly LadderRow[] }) {
  const text = useTexts(TEXT);
  const [all, showAll] = useState(false);
  const shown = all ? entries : entries.slice(0, SHOWN);
  const scale = scaleOf(shown);
  return (
    <div class="grid gap-2">
      <ol class="rows">
        {shown.map((entry) => (
          <li key={entry.name} class="ladder-row">
            <Entry {...entry} />
            <Whiskers scale={scale} rating={entry.rating} low={entry.low} high={entry.high} />
          </li>
        ))}
      </ol>
      <div class="ladder-row ladder-axis">
        <Axis scale={scale} />
      </div>
      {shown.length < entries.length && (
        <p>
          <button class="btn" type="button" onClick={() => showAll(true)}>
            {text.showAll(entries.length)}
          </button>
        </p>
      )}
    </div>
  );
}

function Entry({ rank, name, isBot, provisional, rating, sure, low, high, games }: LadderRow) {
  const text = useTexts(TEXT);
  return (
    <>
      <span class="ladder-rank pixel text-mist">{rank}</span>
      <span class="ladder-name">
        <span class="min-w-0 truncate font-semibold" title={name} translate={false}>
          {name}
        </span>
        {isBot && <span class="chip">{text.bot}</span>}
        {provisional && <span class="chip">{text.provisional}</span>}
      </span>
      <span class="ladder-rating font-semibold">
        <span class="sr-only">{sure === undefined ? text.rating : text.sure}</span>
        {formatNumber(sure ?? rating)}
      </span>
      <span class="ladder-range text-mist">
        <span class="sr-only">{sure === undefined ? text.between : text.rating}</span>
        {sure === undefined
          ? `${formatNumber(low)} – ${formatNumber(high)}`
          : `${formatNumber(rating)} ± ${formatNumber(Math.round((high - low) / 2))}`}
      </span>
      <span class="ladder-games text-mist">{count(games, text.nouns.game)}</span>
    </>
  );
}
