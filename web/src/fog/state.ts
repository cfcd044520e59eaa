/**
 * The state of a Fog of War room and its reducer: a pure function for each event of the server and each action of the
 * player. Nothing here draws, waits or sends.
 */

import type { ServerEventOf } from "../connection";
import {
  MAX_KEPT,
  appended,
  reduceConnection,
  withMessage,
  withError,
  initialRoomState,
  type ConnectionAction,
  type RoomState,
} from "../room/state";
import type {
  DetailedGameUpdate,
  FogPublicOptions,
  FogRoomUpdate,
  GameStart,
  Messages,
  Ping,
  Player,
  QueuedMarch,
  Score,
} from "../protocol";
import { applyUpdate, type Board } from "./board";
import { NO_HISTORY, recorded, type History } from "./history";
import * as queues from "./queue";
import type { Queue } from "./queue";

/** An event of a turn besides the changes of the board. */
export type GameEvent = DetailedGameUpdate["events"][number];

/** The messages of Fog of War rooms; this client asks for detailed updates. */
export interface ServerMessages extends Omit<Messages, `welten_${string}`> {
  game_update: [update: DetailedGameUpdate];
}

/** One event of the server's with its arguments. */
export type ServerEvent = ServerEventOf<ServerMessages>;

/** Something that the player or the connection did. */
export type Action =
  | ConnectionAction
  | { readonly action: "march"; readonly march: QueuedMarch }
  | { readonly action: "refused march"; readonly moveId: number }
  | { readonly action: "undo" }
  | { readonly action: "clear" }
  /** The server has answered to these marches being taken back. */
  | { readonly action: "withdrawal answered"; readonly moveIds: Queue["withdrawn"] }
  | { readonly action: "select"; readonly tile: number | null }
  | { readonly action: "half" }
  | { readonly action: "return to the lobby" };

export type Step = ServerEvent | Action;

export type Status = "joining" | "lobby" | "playing" | "ended" | "rejected";

export interface News {
  readonly number: number;
  readonly turn: number;
  readonly event: GameEvent;
}

export interface PingMark extends Ping {
  readonly number: number;
}

export interface State extends RoomState {
  readonly status: Status;
  /** We had a seat and lost it: the rest of the game is watched. */
  readonly fallen: boolean;
  readonly options: FogPublicOptions | null;
  readonly news: readonly News[];
  readonly pings: readonly PingMark[];
  readonly board: Board | null;
  readonly turn: number;
  /** The last turn whose events were received: spectators receive some turns again. */
  readonly latest: number;
  readonly scores: readonly Score[];
  readonly queue: Queue;
  readonly cursor: number | null;
  /** Whether the next march takes half. */
  readonly half: boolean;
  readonly history: History;
}

/** The state of a page that has just been opened. */
export function initialState(room: string): State {
  return {
    ...initialRoomState(room),
    fallen: false,
    options: null,
    news: [],
    pings: [],
    board: null,
    turn: 0,
    latest: -1,
    scores: [],
    queue: queues.EMPTY,
    cursor: null,
    half: false,
    history: NO_HISTORY,
  };
}

/** Whether the player commands an army now. */
export function canOrder(state: State): boolean {
  return state.status === "playing" && state.seat >= 0 && !state.fallen;
}

/** The state after a step. */
export function reduce(state: State, step: Step): State {
  return "event" in step ? onServerEvent(state, step) : onAction(state, step);
}

function onServerEvent(state: State, step: ServerEvent): State {
  switch (step.event) {
    case "joined_as_player":
      return { ...state, seat: step.args[0].playerIndex, error: null };
    case "players_update":
      return {
        ...state,
        players: step.args[0],
        fallen: state.fallen || (state.status === "playing" && isEliminated(step.args[0], state.seat)),
      };
    case "room_update":
      return enterRoom(state, step.args[0]);
    case "game_start":
      return beginGame(state, step.args[0]);
    case "game_update":
      return playTurn(state, step.args[0]);
    case "attack_result":
      return { ...state, queue: queues.reported(state.queue, step.args[0]) };
    case "chat_message":
      return withMessage(state, step.args[0]);
    case "ping_tile":
      return {
        ...state,
        count: state.count + 1,
        pings: appended(state.pings, { number: state.count + 1, ...step.args[0] }),
      };
    case "game_end":
      return { ...state, status: "ended", end: step.args[0], queue: queues.EMPTY, cursor: null, half: false };
    case "game_already_started":
      return withError(state, { code: "GAME_STARTED", message: "This game has begun without you." });
    case "username_taken":
      return withError(state, { code: "NAME_TAKEN", message: `Somebody is called ${step.args[0].username} already.` });
    case "refused":
    case "notice":
      return withError(state, step.args[0]);
    case "identity":
    case "current_room":
    case "game_won":
    case "player_joined":
      return state;
  }
}

function onAction(state: State, step: Action): State {
  switch (step.action) {
    case "connected":
    case "lost":
    case "failed":
    case "dismiss error":
      return reduceConnection(state, step);
    case "march":
      return { ...state, queue: queues.ordered(state.queue, step.march), cursor: step.march.to, half: false };
    case "refused march":
      return { ...state, queue: queues.refused(state.queue, step.moveId) };
    case "undo": {
      const last = state.queue.marches.at(-1);
      return last ? { ...state, queue: queues.withdrawn(state.queue, 1), cursor: last.from } : state;
    }
    case "clear": {
      const { marches } = state.queue;
      return {
        ...state,
        queue: queues.withdrawn(state.queue, marches.length),
        cursor: marches[0]?.from ?? state.cursor,
      };
    }
    case "withdrawal answered":
      return { ...state, queue: queues.answered(state.queue, step.moveIds) };
    case "select":
      return { ...state, cursor: step.tile, half: false };
    case "half":
      return { ...state, half: state.cursor !== null && !state.half && (state.options?.half ?? true) };
    case "return to the lobby":
      return { ...state, status: "lobby", end: null, board: null, news: [], pings: [] };
  }
}

function enterRoom(state: State, update: FogRoomUpdate): State {
  const fresh = update.state === "playing" && state.status !== "playing";
  return {
    ...state,
    status: statusOf(state, update.state),
    room: update.roomId,
    options: update.options,
    spectators: update.spectators,
    // Players who fell in an earlier game play again in this one.
    players: fresh ? state.players.map((player) => ({ ...player, eliminated: false })) : state.players,
    fallen: fresh ? false : state.fallen,
  };
}

/** The end is shown when it is received, and stays until the player dismisses it. */
function statusOf(state: State, told: FogRoomUpdate["state"]): Status {
  if (told === "playing") return "playing";
  if (state.status === "ended" || (state.status === "playing" && told === "ended")) return state.status;
  return "lobby";
}

function isEliminated(players: readonly Player[], seat: number): boolean {
  return players.some((player) => player.index === seat && player.eliminated);
}

/** A game begins, or we are back in one. */
function beginGame(state: State, start: GameStart): State {
  const again = state.replay === start.replay_id;
  return {
    ...state,
    status: "playing",
    // The server treats fallen players as spectators; the page keeps showing their own colour.
    seat: again && state.fallen ? state.seat : start.playerIndex,
    fallen: (again && state.fallen) || isEliminated(state.players, start.playerIndex),
    options: start.options,
    replay: start.replay_id,
    end: null,
    error: null,
    board: null,
    turn: again ? state.turn : 0,
    latest: again ? state.latest : -1,
    scores: again ? state.scores : [],
    queue: again ? state.queue : queues.EMPTY,
    cursor: again ? state.cursor : null,
    half: false,
    news: again ? state.news : [],
    pings: again ? state.pings : [],
    history: again ? state.history : NO_HISTORY,
  };
}

function playTurn(state: State, update: DetailedGameUpdate): State {
  const out = update.events.some((event) => event.type === "eliminated" && event.index === state.seat);
  const fallen = state.fallen || out;
  // A fallen seat has nothing in sight any more; its last board is shown without shade, like those that follow.
  const board = applyUpdate(state.board, fallen ? { ...update, visible: undefined } : update);
  const first = state.board === null && state.cursor === null && !fallen;
  let count = state.count;
  const told =
    update.turn > state.latest ? update.events.map((event) => ({ number: ++count, turn: update.turn, event })) : [];
  return {
    ...state,
    status: state.status === "ended" ? "ended" : "playing",
    fallen,
    board,
    turn: update.turn,
    latest: Math.max(state.latest, update.turn),
    scores: update.scores,
    cursor: fallen ? null : first ? (board.generals[state.seat] ?? null) : state.cursor,
    queue: fallen ? queues.EMPTY : queues.updated(state.queue, update.queue),
    news: told.length ? [...state.news, ...told].slice(-MAX_KEPT) : state.news,
    history: recorded(state.history, update.turn, update.scores),
    count,
  };
}
