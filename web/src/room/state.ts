/** The state that rooms of both games share. */

import type { Chat, ChatLine, GameEnd, LastMatch, Notice, Player } from "../protocol";

export type ConnectionStatus = "connecting" | "up" | "lost";

/** A chat message. */
export interface ChatMessage extends Chat {
  readonly number: number;
}

/** A refusal or notice of the server, or a failure of the connection. */
export type RoomError = Notice;

/** Orders that the server refused after the connection had been lost, and why the last of them. */
export interface UnmadeOrders extends RoomError {
  readonly count: number;
}

export interface RoomState {
  readonly room: string;
  readonly connection: ConnectionStatus;
  /** When the connection was lost, in milliseconds since 1970; null while there is one. */
  readonly lostAt: number | null;
  readonly status: string;
  /** Our seat, or -1 for a spectator. */
  readonly seat: number;
  readonly players: readonly Player[];
  readonly spectators: number;
  readonly chat: readonly ChatMessage[];
  readonly replay: string | null;
  /** How the last match ended; null before one has. */
  readonly end: LastMatch | null;
  readonly error: RoomError | null;
  /** How many orders wait to be sent: there is no connection, or too many were given at once. */
  readonly waiting: number;
  readonly unmade: UnmadeOrders | null;
  /** The most characters of a chat message; null until the server has told it. */
  readonly chatCharacters: number | null;
  /** The name that we have taken during a game, which it shows from the next one on; null if there is none to tell of. */
  readonly newName: string | null;
  /** Whether the server has another version of the page than this one. */
  readonly outdated: boolean;
  /** The last number given to a message, news or ping. */
  readonly count: number;
}

/** What happens to the connection, refusals, and the way between the lobby and the ending of the last match. */
export type RoomAction =
  | { readonly action: "connected" }
  | { readonly action: "lost"; readonly at: number }
  | ({ readonly action: "failed" } & RoomError)
  | { readonly action: "dismiss error" }
  /** The room has gone with our seat, or has been made anew by others. */
  | { readonly action: "unseated" }
  | { readonly action: "return to the lobby" }
  | { readonly action: "show the ending" };

/** The number of messages, news and pings that are kept. */
export const MAX_KEPT = 100;

/** A room that has just been opened. */
export function initialRoomState(room: string) {
  return {
    room,
    connection: "connecting",
    lostAt: null,
    status: "joining",
    seat: -1,
    players: [],
    spectators: 0,
    chat: [],
    replay: null,
    end: null,
    error: null,
    waiting: 0,
    unmade: null,
    chatCharacters: null,
    newName: null,
    outdated: false,
    count: 0,
  } as const satisfies RoomState;
}

/** Applies what happens in a room of any game. A refusal before joining rejects the player. */
export function reduceRoom<S extends RoomState>(state: S, step: RoomAction): S {
  switch (step.action) {
    case "connected":
      return { ...state, connection: "up", lostAt: null };
    case "lost":
      return { ...state, connection: "lost", lostAt: state.lostAt ?? step.at };
    case "failed":
      return { ...withError(state, step), status: state.status === "joining" ? "rejected" : state.status };
    case "dismiss error":
      return { ...state, error: null };
    case "unseated":
      return { ...state, seat: -1, players: [], spectators: 0 };
    case "return to the lobby":
      return { ...state, status: "lobby" };
    case "show the ending":
      return state.end ? { ...state, status: "ended" } : state;
  }
}

/**
 * Shows an error. That the player plays on elsewhere stays until they join here again. One whom the host has sent away
 * is not in the room any more, and there is nothing to dismiss.
 */
export function withError<S extends RoomState>(state: S, { code, message }: RoomError): S {
  if (isReplaced(state)) return state;
  const status = code === "KICKED" || isKicked(state) ? "rejected" : state.status;
  return { ...state, status, error: isKicked(state) ? state.error : { code, message } };
}

/** Whether the host has sent the player away. */
export function isKicked({ error }: RoomState): boolean {
  return error?.code === "KICKED";
}

/** Whether the player has joined from another window or device. */
export function isReplaced({ error }: RoomState): boolean {
  return error?.code === "REPLACED";
}

/** Counts one more order that was not carried out. */
export function withUnmade<S extends RoomState>(state: S, { code, message }: RoomError): S {
  return { ...state, unmade: { code, message, count: (state.unmade?.count ?? 0) + 1 } };
}

/** Adds a chat message. */
export function withMessage<S extends RoomState>(state: S, line: Chat): S {
  const number = state.count + 1;
  return { ...state, count: number, chat: appended(state.chat, { number, ...line }) };
}

/** Shows the messages from before we came instead of those that we have heard, which are among them. */
export function withHistory<S extends RoomState>(state: S, lines: readonly ChatLine[]): S {
  const chat = lines.slice(-MAX_KEPT).map(({ index, username, text }, at) => ({
    number: state.count + 1 + at,
    index,
    username,
    text,
  }));
  return { ...state, count: state.count + chat.length, chat };
}

export function appended<T>(list: readonly T[], item: T): readonly T[] {
  return [...list, item].slice(-MAX_KEPT);
}

/** How a match has ended that we were shown: what those who come later are told of it. */
export function endOf(
  { players }: RoomState,
  end: GameEnd,
  seats: readonly number[],
  casual: LastMatch["casual"],
): LastMatch {
  const named = players.map(({ username, isBot }) => ({ username, isBot }));
  return { ...end, ratings: end.ratings ?? null, players: named, casual, seats: [...seats] };
}

/** The status of somebody who is told of the last match: those who played it see its ending, others the lobby. */
export function statusAfter<Status>(
  { end, status }: { readonly end: LastMatch | null; readonly status: Status },
  last: LastMatch,
): Status | "ended" {
  const known = end?.replay_id === last.replay_id;
  return known || last.seats.length === 0 ? status : "ended";
}

/** The state with the players of a match that is over: since its end some may have left, and others come. */
export function withMatchPlayers<S extends RoomState>(state: S): S {
  const { end, status } = state;
  if (status !== "ended" || !end) return state;
  const present = { eliminated: false, connected: true, ready: false, isHost: false, muted: false };
  const players = end.players.map((player, index) => ({ ...player, ...present, index }));
  return { ...state, players, seat: end.seats[0] ?? -1 };
}

/** The people who want another game while we have not said so; empty for spectators. */
export function rematchWishes({ status, players, seat }: RoomState): readonly Player[] {
  const own = players.find(({ index }) => index === seat);
  if (status !== "ended" || !own || own.ready) return [];
  return players.filter((player) => player.ready && !player.isBot && player.username !== own.username);
}

/** Whether this player is the host, who may choose options and invite bots. */
export function isHost({ players, seat }: RoomState): boolean {
  return players.some((player) => player.index === seat && player.isHost);
}
