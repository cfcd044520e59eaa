/** What happens in a film, as marks on its bar and as sentences. */

import type { FogFilm, ScenarioWhole, WeltenFilm } from "../protocol";

export type Film = FogFilm | WeltenFilm;

/** What a mark stands for, by its weight: the end, a player lost, something taken, something smaller. */
export type Kind = "end" | "fall" | "taken" | "round" | "small";

export interface Mark {
  readonly frame: number;
  readonly turn: number;
  readonly kind: Kind;
  readonly words: string;
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
export function ended(film: Film): string {
  if (film.reason === null) return "It was not played to its end.";
  const winner = film.winner === null ? "Nobody won" : `${film.players[film.winner] ?? "Somebody"} won`;
  return `${winner}: ${REASONS[film.reason] ?? film.reason}.`;
}

/** The marks of a film in the order of happening. */
export function marksOf(film: Film, types: ScenarioWhole["unitTypes"] = []): readonly Mark[] {
  const marks = film.game === "fog" ? fogMarks(film) : weltenMarks(film, types);
  const last = film.frames.length - 1;
  if (film.reason === null || last < 0) return marks;
  return [...marks, { frame: last, turn: film.turns, kind: "end", words: ended(film) }];
}

function fogMarks(film: FogFilm): readonly Mark[] {
  const name = (index: number) => film.players[index] ?? "Somebody";
  return film.frames.flatMap(({ turn, events }, frame) => {
    const beaten = events.flatMap((event) => (event.type === "captured general" ? [event.of] : []));
    return events.flatMap((event): Mark[] => {
      switch (event.type) {
        case "captured city":
          return [{ frame, turn, kind: "small", words: `${name(event.index)} took a city` }];
        case "captured tower":
          return [{ frame, turn, kind: "small", words: `${name(event.index)} took a tower` }];
        case "captured general":
          return [{ frame, turn, kind: "fall", words: `${name(event.index)} took the general of ${name(event.of)}` }];
        case "eliminated":
          // Who lost a general is named with it.
          if (beaten.includes(event.index)) return [];
          return [{ frame, turn, kind: "fall", words: `${name(event.index)} gave up` }];
      }
    });
  });
}

const SIDES = { eldoin: "Eldoin", dailor: "Dailor" } as const;
const PHASES = { movement: "moves", attack: "attacks", gates: "sees to the gates" } as const;

function weltenMarks(film: WeltenFilm, types: ScenarioWhole["unitTypes"]): readonly Mark[] {
  const type = (unit: number) => types[film.first.units[unit]?.[0] ?? -1];
  const named = (unit: number) => {
    const kind = type(unit);
    return kind ? `${SIDES[kind.side]}'s ${kind.english}` : "A unit";
  };
  return film.frames.flatMap(({ turn, events }, frame) =>
    events.flatMap((event): Mark[] => {
      switch (event.type) {
        case "destroyed": {
          const kind = type(event.unit)?.mustLive ? "fall" : "small";
          return [{ frame, turn, kind, words: `${named(event.unit)} was destroyed` }];
        }
        case "broken": {
          const what = event.gate === null ? "a wall" : "a gate";
          return [{ frame, turn, kind: "taken", words: `${named(event.unit)} broke ${what}` }];
        }
        case "state began": {
          const words = `${SIDES[event.player]} ${PHASES[event.phase]}`;
          if (event.state !== 1) return [{ frame, turn, kind: "small", words }];
          return [{ frame, turn, kind: "round", words: `Round ${event.rounds + 1}: ${words}` }];
        }
        case "draw offered":
          return [{ frame, turn, kind: "small", words: `${SIDES[event.side]} offers a draw` }];
        default:
          return [];
      }
    }),
  );
}

/** The nearest frame with something on it before or after one; null if there is none. Small things do not count. */
export function neighbour(marks: readonly Mark[], frame: number, direction: 1 | -1): number | null {
  const grave = marks.filter((mark) => mark.kind !== "small").map((mark) => mark.frame);
  const ahead = grave.filter((other) => (direction > 0 ? other > frame : other < frame));
  if (ahead.length === 0) return null;
  return direction > 0 ? Math.min(...ahead) : Math.max(...ahead);
}

/** What happened up to a frame, the newest first. */
export function newsAt(marks: readonly Mark[], frame: number, most: number): readonly Mark[] {
  let end = marks.findIndex((mark) => mark.frame > frame);
  if (end < 0) end = marks.length;
  return marks.slice(Math.max(0, end - most), end).reverse();
}
