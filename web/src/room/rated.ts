/** Says whether the games of a room are rated, and if not, why. */

import { formatNumber, localize, texts } from "../language";
import type { FogPublicOptions, LastMatch } from "../protocol";

export type RatedOptions = Pick<FogPublicOptions, "rated" | "casual">;

const TEXT = texts({
  en: {
    rated: "Rated game: it counts for the ladder.",
    network: "Players of one network address do not change each other's rating.",
    unchanged: "Rated game: it has changed no rating.",
    why: "Players of one network address do not change each other's rating, and only the first games of a pair on a day count.",
    casual: "Casual game: it does not count for the ladder.",
    because: {
      options: "Casual game: rated games are played with the usual options.",
      map: "Casual game: the host knows the map.",
      clock: "Casual game: rated games need a clock.",
      seats: "Casual game: somebody has two seats.",
      ids: "Casual game: somebody here plays with an id that could be guessed.",
    },
  },
  de: {
    rated: "Gewertete Partie: Sie zählt für die Rangliste.",
    network: "Spieler unter einer Netzwerkadresse ändern ihre Wertungen untereinander nicht.",
    unchanged: "Gewertete Partie: Sie hat keine Wertung geändert.",
    why: "Spieler unter einer Netzwerkadresse ändern ihre Wertungen untereinander nicht, und von zweien zählen am Tag nur die ersten Partien.",
    casual: "Freie Partie: Sie zählt nicht für die Rangliste.",
    because: {
      options: "Freie Partie: Gewertet wird nur mit den üblichen Einstellungen.",
      map: "Freie Partie: Der Gastgeber kennt die Karte.",
      clock: "Freie Partie: Gewertet wird nur mit Uhr.",
      seats: "Freie Partie: Jemand hat zwei Plätze.",
      ids: "Freie Partie: Jemand spielt mit einer Kennung, die sich erraten lässt.",
    },
  },
});

/** Whether the host has asked for rated games. */
export function asksForRating({ casual }: RatedOptions): boolean {
  return casual !== "not asked";
}

export function ratedText({ rated, casual }: RatedOptions): string {
  const text = localize(TEXT);
  if (rated) return `${text.rated} ${text.network}`;
  return casual === null || casual === "not asked" ? text.casual : text.because[casual];
}

/** Says whether a game that is over was rated, and why it was not, or has changed no rating. */
export function ratedEndText({ casual, ratings }: Pick<LastMatch, "casual" | "ratings">): string {
  const text = localize(TEXT);
  if (casual !== null) return ratedText({ rated: false, casual });
  if (ratings?.some((change) => change)) return text.rated;
  return ratings ? `${text.unchanged} ${text.why}` : text.unchanged;
}

/** How a game has changed the rating of a seat, as in "1,500 → 1,512"; null if it has not. */
export function ratingChangeText({ ratings }: Pick<LastMatch, "ratings">, seat: number): string | null {
  const change = ratings?.[seat];
  return change ? `${formatNumber(change.before)} → ${formatNumber(change.after)}` : null;
}
