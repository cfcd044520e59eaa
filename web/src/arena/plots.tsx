/** Plots of the arena. Horizontal positions are in per cent, so a plot is as wide as its page and lines stay crisp. */

import { useTexts } from "../language";
import type { LengthBin } from "../protocol";
import { at, count, heights, type Interval, type Noun, type Scale, ticks } from "./numbers";
import { TEXT } from "./texts";

const MIDDLE = 12;
const ROW = 24;

/** A rating and the interval in which it is sure: a dot with whiskers. */
export function Whiskers({ scale, rating, low, high }: Interval & { readonly scale: Scale }) {
  const line = (from: number, to: number, top: number, bottom: number) => (
    <line key={`${from} ${to}`} class="plot-whisker" x1={x(scale, from)} x2={x(scale, to)} y1={top} y2={bottom} />
  );
  return (
    <svg class="whiskers" height={ROW} aria-hidden="true">
      {ticks(scale).map((tick) => (
        <line key={tick} class="plot-grid" x1={x(scale, tick)} x2={x(scale, tick)} y1={0} y2={ROW} />
      ))}
      {line(low, high, MIDDLE, MIDDLE)}
      {[low, high].map((end) => line(end, end, MIDDLE - 4, MIDDLE + 4))}
      <circle class="plot-dot" cx={x(scale, rating)} cy={MIDDLE} r={6} />
    </svg>
  );
}

/** The numbers under the whiskers. */
export function Axis({ scale }: { readonly scale: Scale }) {
  return (
    <svg class="whiskers" height={ROW} aria-hidden="true">
      {ticks(scale).map((tick) => (
        <text key={tick} class="plot-tick" x={x(scale, tick)} y={16} text-anchor="middle">
          {tick}
        </text>
      ))}
    </svg>
  );
}

const TALL = 140;

/** How many games were how long: a bar for each step of turns. */
export function Lengths({ bins, unit }: { readonly bins: readonly LengthBin[]; readonly unit: Noun }) {
  const text = useTexts(TEXT);
  const share = 100 / bins.length;
  const most = bins.reduce((best, bin) => (bin.games > best.games ? bin : best));
  const [first, last] = [bins[0]!.first, bins.at(-1)!.last];
  const span = (bin: LengthBin) =>
    bin.first === bin.last ? count(bin.first, unit) : `${text.span(bin.first, bin.last)} ${unit[1]}`;
  return (
    <div class="grid gap-1">
      <svg class="lengths" height={TALL} role="img" aria-label={text.lengthsPicture(first, last, unit[1], span(most))}>
        {heights(bins).map((height, place) => (
          <rect
            key={bins[place]!.first}
            class="plot-bar"
            x={`${(place + 0.06) * share}%`}
            width={`${0.88 * share}%`}
            y={TALL * (1 - height)}
            height={TALL * height}
          >
            <title>{`${span(bins[place]!)}: ${count(bins[place]!.games, text.nouns.game)}`}</title>
          </rect>
        ))}
      </svg>
      <p class="flex justify-between text-mist text-sm" aria-hidden="true">
        <span>{first}</span>
        <span>{count(last, unit)}</span>
      </p>
    </div>
  );
}

function x(scale: Scale, points: number): string {
  return `${at(scale, points)}%`;
}
