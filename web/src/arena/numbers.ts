/** Scales, ticks and number formats of the arena's plots and tables. Nothing here touches the page. */

import { formatNumber } from "../language";
import type { Duel, LengthBin } from "../protocol";

/** A noun in the singular and the plural. */
export type Noun = readonly [one: string, several: string];

export interface Interval {
  readonly rating: number;
  readonly low: number;
  readonly high: number;
}

/** The points between which a plot is drawn. */
export interface Scale {
  readonly low: number;
  readonly high: number;
}

/** A scale that holds all intervals, with a little space on both sides. */
export function scaleOf(intervals: readonly Interval[]): Scale {
  if (intervals.length === 0) return { low: 1000, high: 2000 };
  const low = Math.min(...intervals.map((each) => each.low));
  const high = Math.max(...intervals.map((each) => each.high));
  const margin = Math.max(1, 0.04 * (high - low));
  return { low: low - margin, high: high + margin };
}

/** Where points lie on a scale, in hundredths of its width. */
export function at({ low, high }: Scale, points: number): number {
  return Math.round((10_000 * (points - low)) / (high - low)) / 100;
}

/** Round numbers on a scale, a few of them. */
export function ticks({ low, high }: Scale, most = 5): readonly number[] {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough) ?? 10);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
}

/** Points as text, with ½ for halves. */
export function halves(points: number): string {
  const whole = Math.floor(points);
  if (points === whole) return formatNumber(whole);
  return whole === 0 ? "½" : `${formatNumber(whole)}½`;
}

/** What one scored against another, as people write it: 2½:1½. */
export function result({ games, points }: Duel): string {
  return `${halves(points)}:${halves(games - points)}`;
}

/** How far from even a score is, for its colour: from -1, all lost, to 1, all won. */
export function lean({ games, points }: Duel): number {
  return (2 * points) / games - 1;
}

/** A share in hundredths, as short as it is true. */
export function percent(share: number): string {
  return formatNumber(100 * share, { maximumFractionDigits: 1 });
}

/** Heights of bars, the highest being 1; what is there at all can be seen. */
export function heights(bins: readonly LengthBin[]): readonly number[] {
  const top = Math.max(1, ...bins.map((bin) => bin.games));
  return bins.map((bin) => (bin.games ? Math.max(0.02, bin.games / top) : 0));
}

/** A count with its noun, in the language of the page. */
export function count(number: number, [one, several]: Noun): string {
  return `${formatNumber(number)} ${number === 1 ? one : several}`;
}
