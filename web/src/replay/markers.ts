/** The events of a timeline: all of them, those around a frame, and how it ended. */

import { localize, texts } from "../language";
import type { GameReplay, Marker, Timeline } from "./game";

const TEXT = texts({
  en: {
    unfinished: "It was not played to its end.",
    nobody: "Nobody won",
    somebody: "Somebody",
    won: (name: string) => `${name} won`,
  },
  de: {
    unfinished: "Sie wurde nicht zu Ende gespielt.",
    nobody: "Niemand hat gewonnen",
    somebody: "Jemand",
    won: (name: string) => `${name} hat gewonnen`,
  },
});

/** How a match ended, as a sentence. */
export function outcomeText({ players, winner, reason }: Timeline, game: GameReplay): string {
  const text = localize(TEXT);
  if (reason === null) return text.unfinished;
  const won = winner === null ? text.nobody : text.won(players[winner] ?? text.somebody);
  return `${won}: ${game.reasonText(reason)}.`;
}

/** The markers of a timeline in their order, the last of them its end. */
export function markersOf(timeline: Timeline, game: GameReplay): readonly Marker[] {
  const markers = game.eventMarkers(timeline);
  const last = timeline.frames.length - 1;
  if (timeline.reason === null || last < 0) return markers;
  return [...markers, { frame: last, turn: timeline.turns, kind: "end", text: () => outcomeText(timeline, game) }];
}

/** The nearest frame with an event before or after one; null if there is none. Small events do not count. */
export function adjacentMarker(markers: readonly Marker[], frame: number, direction: 1 | -1): number | null {
  const frames = markers.filter((marker) => marker.kind !== "small").map((marker) => marker.frame);
  const ahead = frames.filter((other) => (direction > 0 ? other > frame : other < frame));
  if (ahead.length === 0) return null;
  return direction > 0 ? Math.min(...ahead) : Math.max(...ahead);
}

/** The last events up to a frame, the newest first. */
export function latestMarkers(markers: readonly Marker[], frame: number, most: number): readonly Marker[] {
  let end = markers.findIndex((marker) => marker.frame > frame);
  if (end < 0) end = markers.length;
  return markers.slice(Math.max(0, end - most), end).reverse();
}
