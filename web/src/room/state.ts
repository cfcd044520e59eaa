/** The state that rooms of both games share. */

import type { Chat, GameEnd, Notice, Player } from "../protocol";

export type ConnectionStatus = "connecting" | "up" | "lost";

/** A chat message. */
export interface ChatMessage extends Chat {
  readonly number: number;
}

/** A refusal or notice of the server, or a failure of the connection. */
export type RoomError = Notice;

export interface RoomState {
  readonly room: string;
  readonly connection: ConnectionStatus;
  readonly status: string;
  /** Our seat, or -1 for a spectator. */
  readonly seat: number;
  readonly players: readonly Player[];
  readonly spectators: number;
  readonly chat: readonly ChatMessage[];
  readonly replay: string | null;
  readonly end: GameEnd | null;
  readonly error: RoomError | null;
  /** The last number given to a message, news or ping. */
  readonly count: number;
}

/** What happens to the connection, and refusals. */
export type ConnectionAction =
  | { readonly action: "connected" }
  | { readonly action: "lost" }
  | ({ readonly action: "failed" } & RoomError)
  | { readonly action: "dismiss error" };

/** The view of a room in one of its statuses. */
export interface View<State> {
  readonly element: HTMLElement;
  update(state: State): void;
  close?(): void;
}

/** The number of messages, news and pings that are kept. */
export const MAX_KEPT = 100;

/** A room that has just been opened. */
export function initialRoomState(room: string) {
  return {
    room,
    connection: "connecting",
    status: "joining",
    seat: -1,
    players: [],
    spectators: 0,
    chat: [],
    replay: null,
    end: null,
    error: null,
    count: 0,
  } as const satisfies RoomState;
}

/** Applies what happens to a connection. A refusal before joining rejects the player. */
export function reduceConnection<S extends RoomState>(state: S, step: ConnectionAction): S {
  switch (step.action) {
    case "connected":
      return { ...state, connection: "up" };
    case "lost":
      return { ...state, connection: "lost" };
    case "failed":
      return { ...withError(state, step), status: state.status === "joining" ? "rejected" : state.status };
    case "dismiss error":
      return { ...state, error: null };
  }
}

export function withError<S extends RoomState>(state: S, { code, message }: RoomError): S {
  return { ...state, error: { code, message } };
}

/** Adds a chat message. */
export function withMessage<S extends RoomState>(state: S, line: Chat): S {
  const number = state.count + 1;
  return { ...state, count: number, chat: appended(state.chat, { number, ...line }) };
}

export function appended<T>(list: readonly T[], item: T): readonly T[] {
  return [...list, item].slice(-MAX_KEPT);
}

/** Whether this player is the host, who may choose options and invite bots. */
export function isHost({ players, seat }: RoomState): boolean {
  return players.some((player) => player.index === seat && player.isHost);
}
