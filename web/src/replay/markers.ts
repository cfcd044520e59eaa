/** The events of a timeline as markers on its bar and as sentences. */

import type { FogTimeline, ScenarioWhole, WeltenTimeline } from "../protocol";

export type Timeline = FogTimeline | WeltenTimeline;

/** What a marker stands for, by its weight: the end, a player lost, something taken, something smaller. */
export type MarkerKind = "end" | "fall" | "taken" | "round" | "small";

export interface Marker {
  readonly frame: number;
  readonly turn: number;
  readonly kind: MarkerKind;
  readonly text: string;
}

const REASONS: Readonly<Record<string, string>> = {
  last_alive: "the last one alive",
  turn_limit: "the turn limit was reached",
  commander: "the commander fell",
  annihilation: "all of Dailor was destroyed",
  west_edge: "Dailor reached the west",
  rounds: "Eldoin held out",
  resign: "the other side gave up",
  clock: "the other side's time was up",
  draw: "both agreed on a draw",
  abandoned: "the game was given up by all",
};

/** How a match ended, as a sentence. */
export function outcomeText(timeline: Timeline): string {
  if (timeline.reason === null) return "It was not played to its end.";
  const winner = timeline.winner === null ? "Nobody won" : `${timeline.players[timeline.winner] ?? "Somebody"} won`;
  return `${winner}: ${REASONS[timeline.reason] ?? timeline.reason}.`;
}

/** The markers of a timeline in the order of happening. */
export function markersOf(timeline: Timeline, types: ScenarioWhole["unitTypes"] = []): readonly Marker[] {
  const markers = timeline.game === "fog" ? fogMarkers(timeline) : weltenMarkers(timeline, types);
  const last = timeline.frames.length - 1;
  if (timeline.reason === null || last < 0) return markers;
  return [...markers, { frame: last, turn: timeline.turns, kind: "end", text: outcomeText(timeline) }];
}

function fogMarkers(timeline: FogTimeline): readonly Marker[] {
  const name = (index: number) => timeline.players[index] ?? "Somebody";
  return timeline.frames.flatMap(({ turn, events }, frame) => {
    const beaten = events.flatMap((event) => (event.type === "captured general" ? [event.of] : []));
    return events.flatMap((event): Marker[] => {
      switch (event.type) {
        case "captured city":
          return [{ frame, turn, kind: "small", text: `${name(event.index)} took a city` }];
        case "captured tower":
          return [{ frame, turn, kind: "small", text: `${name(event.index)} took a tower` }];
        case "captured general":
          return [{ frame, turn, kind: "fall", text: `${name(event.index)} took the general of ${name(event.of)}` }];
        case "eliminated":
          // The capture of the general names this player already.
          if (beaten.includes(event.index)) return [];
          return [{ frame, turn, kind: "fall", text: `${name(event.index)} gave up` }];
      }
    });
  });
}

const SIDES = { eldoin: "Eldoin", dailor: "Dailor" } as const;
const PHASES = { movement: "moves", attack: "attacks", gates: "sees to the gates" } as const;

function weltenMarkers(timeline: WeltenTimeline, types: ScenarioWhole["unitTypes"]): readonly Marker[] {
  const type = (unit: number) => types[timeline.first.units[unit]?.[0] ?? -1];
  const named = (unit: number) => {
    const kind = type(unit);
    return kind ? `${SIDES[kind.side]}'s ${kind.english}` : "A unit";
  };
  return timeline.frames.flatMap(({ turn, events }, frame) =>
    events.flatMap((event): Marker[] => {
      switch (event.type) {
        case "destroyed": {
          const kind = type(event.unit)?.mustLive ? "fall" : "small";
          return [{ frame, turn, kind, text: `${named(event.unit)} was destroyed` }];
        }
        case "broken": {
          const what = event.gate === null ? "a wall" : "a gate";
          return [{ frame, turn, kind: "taken", text: `${named(event.unit)} broke ${what}` }];
        }
        case "state began": {
          const text = `${SIDES[event.player]} ${PHASES[event.phase]}`;
          if (event.state !== 1) return [{ frame, turn, kind: "small", text }];
          return [{ frame, turn, kind: "round", text: `Round ${event.rounds + 1}: ${text}` }];
        }
        case "draw offered":
          return [{ frame, turn, kind: "small", text: `${SIDES[event.side]} offers a draw` }];
        default:
          return [];
      }
    }),
  );
}

/** The nearest frame with something on it before or after one; null if there is none. Small things do not count. */
export function adjacentMarker(markers: readonly Marker[], frame: number, direction: 1 | -1): number | null {
  const grave = markers.filter((marker) => marker.kind !== "small").map((marker) => marker.frame);
  const ahead = grave.filter((other) => (direction > 0 ? other > frame : other < frame));
  if (ahead.length === 0) return null;
  return direction > 0 ? Math.min(...ahead) : Math.max(...ahead);
}

/** What happened up to a frame, the newest first. */
export function latestMarkers(markers: readonly Marker[], frame: number, most: number): readonly Marker[] {
  let end = markers.findIndex((marker) => marker.frame > frame);
  if (end < 0) end = markers.length;
  return markers.slice(Math.max(0, end - most), end).reverse();
}
