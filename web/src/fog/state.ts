/**
 * The state of a Fog of War room and its reducer: a pure function for each event of the server and each action of the
 * player. Nothing here draws, waits or sends.
 */

import type { ServerEventOf } from "../connection";
import type {
  DetailedGameUpdate,
  FogPublicOptions,
  FogRoomUpdate,
  GameEnd,
  GameStart,
  LastMatch,
  Messages,
  Ping,
  Player,
  QueuedMarch,
  Score,
} from "../protocol";
import {
  appended,
  endOf,
  initialRoomState,
  MAX_KEPT,
  type RoomAction,
  type RoomState,
  reduceRoom,
  statusAfter,
  withError,
  withHistory,
  withMatchPlayers,
  withMessage,
} from "../room/state";
import { applyUpdate, type Board } from "./board";
import { contactsOf, type LandEvent, lossesOf, withLosses } from "./land-news";
import type { Queue } from "./queue";
import * as queues from "./queue";

/** An event of a turn besides the changes of the board. */
export type GameEvent = DetailedGameUpdate["events"][number];

/** The messages of Fog of War rooms; this client asks for detailed updates. */
export interface ServerMessages extends Omit<Messages, `welten_${string}`> {
  game_update: [update: DetailedGameUpdate];
}

/** One event of the server with its arguments. */
export type ServerEvent = ServerEventOf<ServerMessages>;

/** Something that the player or the connection did. */
export type Action =
  | RoomAction
  | { readonly action: "march"; readonly march: QueuedMarch }
  | { readonly action: "refused march"; readonly moveId: number }
  | { readonly action: "undo" }
  | { readonly action: "clear" }
  /** The server has answered to these marches being taken back. */
  | { readonly action: "withdrawal answered"; readonly moveIds: Queue["withdrawn"] }
  | { readonly action: "select"; readonly tile: number | null }
  | { readonly action: "half" }
  | { readonly action: "look"; readonly tile: number | null }
  | { readonly action: "hover"; readonly tile: number | null }
  /** The whole board of the last turn, once the game is over. */
  | { readonly action: "revealed"; readonly replay: string; readonly board: Board; readonly scores: readonly Score[] }
  | { readonly action: "inviting"; readonly inviting: boolean };

export type Step = ServerEvent | Action;

export type Status = "joining" | "lobby" | "playing" | "ended" | "rejected";

export interface News {
  readonly number: number;
  readonly turn: number;
  readonly event: GameEvent | LandEvent;
}

export interface PingMark extends Ping {
  readonly number: number;
}

export interface State extends RoomState {
  readonly status: Status;
  /** We had a seat and lost it: the rest of the game is watched. */
  readonly fallen: boolean;
  /** We have joined again during a game, and the room has not told yet whether it goes on. */
  readonly rejoining: boolean;
  /** We have opened the room with bots, which are being invited: the game begins at once. */
  readonly inviting: boolean;
  readonly options: FogPublicOptions | null;
  readonly news: readonly News[];
  readonly pings: readonly PingMark[];
  readonly board: Board | null;
  readonly turn: number;
  /** Turns until all land grows. */
  readonly growthIn: number;
  /** The last turn whose events were received: spectators receive some turns again. */
  readonly latest: number;
  readonly scores: readonly Score[];
  readonly queue: Queue;
  /** The chosen tile, from which the next march goes. */
  readonly cursor: number | null;
  /** The tile that is looked at with the keyboard, without choosing it; null while none is. */
  readonly look: number | null;
  /** The tile under the mouse. */
  readonly hover: number | null;
  /** The seats whose land has been seen. */
  readonly met: readonly number[];
  /** Whether the next march takes half. */
  readonly half: boolean;
}

const MISSED_END = { code: "MISSED_END", message: "The game ended while you were not connected." } as const;

/** What no longer counts when a game is over. */
const NOTHING_ORDERED = { queue: queues.EMPTY, cursor: null, half: false } as const;

/** The state of a page that has just been opened. */
export function initialState(room: string): State {
  return {
    ...initialRoomState(room),
    fallen: false,
    rejoining: false,
    inviting: false,
    options: null,
    news: [],
    pings: [],
    board: null,
    turn: 0,
    growthIn: 0,
    latest: -1,
    scores: [],
    queue: queues.EMPTY,
    cursor: null,
    look: null,
    hover: null,
    met: [],
    half: false,
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
      // A seat settles every refusal; that a game was missed stays news.
      return { ...state, seat: step.args[0].playerIndex, error: isMissedEnd(state) ? state.error : null };
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
    case "chat_history":
      return withHistory(state, step.args[0]);
    case "ping_tile":
      return {
        ...state,
        count: state.count + 1,
        pings: appended(state.pings, { number: state.count + 1, ...step.args[0] }),
      };
    case "game_end":
      return { ...state, ...NOTHING_ORDERED, status: "ended", end: endOfGame(state, step.args[0]), look: null };
    case "last_match":
      return comeAfter(state, step.args[0]);
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
      return { ...reduceRoom(state, step), rejoining: state.status === "playing" };
    case "lost":
    case "failed":
    case "dismiss error":
    case "unseated":
    case "return to the lobby":
    case "show the ending":
      return reduceRoom(state, step);
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
      return { ...state, cursor: step.tile, look: null, half: false };
    case "half":
      return { ...state, half: state.cursor !== null && !state.half && (state.options?.half ?? true) };
    case "look":
      return { ...state, look: step.tile };
    case "hover":
      return step.tile === state.hover ? state : { ...state, hover: step.tile };
    case "revealed":
      return state.status !== "playing" && state.end?.replay_id === step.replay
        ? { ...state, board: step.board, scores: step.scores }
        : state;
    case "inviting":
      return { ...state, inviting: step.inviting };
  }
}

function enterRoom(state: State, update: FogRoomUpdate): State {
  const status = statusOf(state, update.state);
  const fresh = status === "playing" && state.status !== "playing";
  const entered = {
    ...state,
    status,
    rejoining: false,
    room: update.roomId,
    options: update.options,
    spectators: update.spectators,
    // Players who fell in an earlier game play again in this one.
    players: fresh ? state.players.map((player) => ({ ...player, eliminated: false })) : state.players,
    fallen: fresh ? false : state.fallen,
  };
  if (!state.rejoining || status !== "lobby") return entered;
  return withError({ ...entered, ...NOTHING_ORDERED }, MISSED_END);
}

function endOfGame(state: State, end: GameEnd): LastMatch {
  return endOf(state, end, state.seat < 0 ? [] : [state.seat], state.options?.casual ?? null);
}

/** We come after a game, or come back when it is over. */
function comeAfter(state: State, last: LastMatch): State {
  const seen = state.replay === last.replay_id;
  return {
    ...state,
    ...NOTHING_ORDERED,
    status: statusAfter(state, last),
    end: last,
    replay: last.replay_id,
    turn: last.turn,
    board: seen ? state.board : null,
    scores: seen ? state.scores : [],
    look: null,
    error: isMissedEnd(state) ? null : state.error,
  };
}

/** The state with the players of the match that is shown. */
export function ofMatch(state: State): State {
  const shown = withMatchPlayers(state);
  if (shown === state) return state;
  const hasFallen = (seat: number) => state.scores[seat]?.tiles === 0;
  return { ...shown, players: shown.players.map((player) => ({ ...player, eliminated: hasFallen(player.index) })) };
}

function isMissedEnd({ error }: State): boolean {
  return error?.code === MISSED_END.code;
}

/** The end is shown when it is received, and stays until the player dismisses it. */
function statusOf(state: State, told: FogRoomUpdate["state"]): Status {
  if (told === "playing") return "playing";
  if (state.status === "ended") return "ended";
  // Those who watch hear late that it is over, and are still shown the last turns; those who were away are not.
  return state.status === "playing" && told === "ended" && !state.rejoining ? "playing" : "lobby";
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
    error: isMissedEnd(state) ? state.error : null,
    board: null,
    turn: again ? state.turn : 0,
    latest: again ? state.latest : -1,
    scores: again ? state.scores : [],
    queue: again ? state.queue : queues.EMPTY,
    cursor: again ? state.cursor : null,
    look: again ? state.look : null,
    met: again ? state.met : [],
    half: false,
    news: again ? state.news : [],
    pings: again ? state.pings : [],
  };
}

function playTurn(state: State, update: DetailedGameUpdate): State {
  const out = update.events.some((event) => event.type === "eliminated" && event.index === state.seat);
  const fallen = state.fallen || out;
  // A fallen seat has nothing in sight any more; its last board is shown without shade, like those that follow.
  const board = applyUpdate(state.board, fallen ? { ...update, visible: undefined } : update);
  const first = state.board === null && state.cursor === null && !fallen;
  const { turn } = update;
  const contacts = contactsOf(state, board);
  let count = state.count;
  const told: readonly News[] = [...update.events, ...contacts]
    .filter(() => turn > state.latest)
    .map((event) => ({ number: ++count, turn, event }));
  const losses = turn > state.latest ? lossesOf(state, board) : [];
  return {
    ...state,
    status: state.status === "ended" ? "ended" : "playing",
    fallen,
    board,
    turn: update.turn,
    growthIn: update.growthIn,
    latest: Math.max(state.latest, update.turn),
    scores: update.scores,
    cursor: fallen ? null : first ? (board.generals[state.seat] ?? null) : state.cursor,
    queue: fallen ? queues.EMPTY : queues.updated(state.queue, update.queue),
    met: contacts.length ? [...state.met, ...contacts.map(({ index }) => index)] : state.met,
    news: withLosses(told.length ? [...state.news, ...told] : state.news, losses, turn, count).slice(-MAX_KEPT),
    count: count + losses.length,
  };
}
