/** The state of a dungeon page, and how it changes. */

import type { Failed } from "../api";
import type { Plan } from "../protocol";
import type { DungeonRequest, DungeonSpec, Problems, ViewOptions } from "./address";
import { type Dungeon, empty } from "./board";
import type { Progress } from "./dig-animation";
import type { Walk } from "./walk";

export interface DungeonState {
  /** The content of the form. */
  readonly draft: DungeonRequest;
  readonly problems: Problems;
  /** The dungeon that is shown; null while there is none. */
  readonly spec: DungeonSpec | null;
  readonly viewOptions: ViewOptions;
  /** How the map is dug; null until the server has answered, and on foot. */
  readonly plan: Plan | null;
  readonly progress: Progress | null;
  /** Null until the server has answered, and from above. */
  readonly walk: Walk | null;
  /** Whether the walker has just come to the stairs down. */
  readonly arrived: boolean;
  /** Why the server does not answer; trying again may help. */
  readonly failure: Failed | null;
  /** The map as it is drawn. */
  readonly dungeon: Dungeon;
}

export function initialState(draft: DungeonRequest, viewOptions: ViewOptions): DungeonState {
  return {
    draft,
    problems: {},
    spec: null,
    viewOptions,
    plan: null,
    progress: null,
    walk: null,
    arrived: false,
    failure: null,
    dungeon: empty(1, 1),
  };
}

/** A dungeon is entered, from above or on foot. The map stays until the server has sent another one. */
export function entered(state: DungeonState, spec: DungeonSpec): DungeonState {
  const same = spec === state.spec && !state.viewOptions.walk;
  return {
    ...state,
    spec,
    problems: {},
    failure: null,
    walk: null,
    arrived: false,
    plan: same ? state.plan : null,
    progress: same ? state.progress : null,
  };
}

/** Fields cannot be as they are. A dungeon that is shown stays. */
export function refused(state: DungeonState, problems: Problems): DungeonState {
  return { ...state, problems };
}

/** Codes with which the server refuses the dungeon itself; after all others one can try again. */
const FINAL: readonly string[] = ["IMPOSSIBLE", "OUT_OF_RANGE", "MALFORMED"];

/** Whether there is no use in trying again. */
export function isFinal({ code }: Failed): boolean {
  return FINAL.includes(code);
}

/** The server does not give the dungeon. */
export function failed(state: DungeonState, failure: Failed): DungeonState {
  if (!isFinal(failure)) return { ...state, failure };
  const { draft, viewOptions } = state;
  return { ...initialState(draft, viewOptions), problems: { "": { kind: "refused", failed: failure } } };
}

/** The map is dug so far. */
export function dug(state: DungeonState, plan: Plan, progress: Progress, dungeon: Dungeon): DungeonState {
  return { ...state, plan, progress, dungeon, failure: null };
}

/** The walk has gone on. */
export function walked(state: DungeonState, walk: Walk): DungeonState {
  const arrived = walk.event === "stairs" || (state.arrived && walk.tile === state.walk?.tile);
  return { ...state, walk, arrived, dungeon: walk.dungeon, failure: null };
}
