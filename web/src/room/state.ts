/** What a page keeps of any room, whichever game is played there, and what happens in all of them. */

import type { GameEnd, Player } from "../protocol";

export type Link = "connecting" | "up" | "lost";

/** Something that was said. */
export interface Line {
  readonly number: number;
  readonly index: number;
  readonly username: string;
  readonly text: string;
}

export interface Trouble {
  readonly code: string;
  readonly message: string;
}

export interface RoomState {
  readonly room: string;
  readonly link: Link;
  readonly stage: string;
  /** Our seat, or -1 for a spectator. */
  readonly seat: number;
  readonly players: readonly Player[];
  readonly spectators: number;
  readonly chat: readonly Line[];
  readonly replay: string | null;
  readonly end: GameEnd | null;
  readonly trouble: Trouble | null;
  /** Numbers lines and whatever else a page shows once. */
  readonly count: number;
}

/** What the connection does, and what is answered to it. */
export type Met =
  | { readonly done: "connected" }
  | { readonly done: "lost" }
  | { readonly done: "failed"; readonly code: string; readonly message: string }
  | { readonly done: "understood" };

/** What is shown of a room in one of its stages. */
export interface View<State> {
  readonly element: HTMLElement;
  update(state: State): void;
  close?(): void;
}

/** How many lines, and whatever else is numbered, are kept. */
export const KEPT = 100;

/** A room that has just been opened. */
export function unknown(room: string) {
  return {
    room,
    link: "connecting",
    stage: "entering",
    seat: -1,
    players: [],
    spectators: 0,
    chat: [],
    replay: null,
    end: null,
    trouble: null,
    count: 0,
  } as const satisfies RoomState;
}

/** The state after what happens in every room. Who is refused before coming in stays outside. */
export function met<S extends RoomState>(state: S, step: Met): S {
  switch (step.done) {
    case "connected":
      return { ...state, link: "up" };
    case "lost":
      return { ...state, link: "lost" };
    case "failed":
      return { ...troubled(state, step), stage: state.stage === "entering" ? "shut" : state.stage };
    case "understood":
      return { ...state, trouble: null };
  }
}

export function troubled<S extends RoomState>(state: S, { code, message }: Trouble): S {
  return { ...state, trouble: { code, message } };
}

/** The state after somebody has said something. */
export function said<S extends RoomState>(state: S, line: Omit<Line, "number">): S {
  const number = state.count + 1;
  return { ...state, count: number, chat: kept(state.chat, { number, ...line }) };
}

export function kept<T>(list: readonly T[], item: T): readonly T[] {
  return [...list, item].slice(-KEPT);
}

/** Whether we are the one who may choose options and invite bots. */
export function hosts({ players, seat }: RoomState): boolean {
  return players.some((player) => player.index === seat && player.isHost);
}
