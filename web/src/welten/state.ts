/**
 * The state of a Weltendämmerung room and its reducer: a pure function for each event of the server and each action of
 * the player. Nothing here draws, waits or sends.
 *
 * There are two boards: `board` is the server's, `shownBoard` is behind it while the orders of the event queue are played.
 */

import type { ServerEventOf } from "../connection";
import {
  reduceConnection,
  withMessage,
  withError,
  initialRoomState,
  type ConnectionAction,
  type RoomState,
} from "../room/state";
import type {
  AcceptedLegal,
  ClockShown,
  LegalShown,
  Messages,
  ThreatsShown,
  WeltenEvents,
  WeltenPublicOptions,
  WeltenRoomUpdate,
  WeltenView,
} from "../protocol";
import { applyPatch, boardOf, type Board, type Side } from "./board";

/** What is said in rooms of Weltendämmerung. */
export type ServerMessages = Pick<
  Messages,
  | "joined_as_player"
  | "username_taken"
  | "game_already_started"
  | "players_update"
  | "chat_message"
  | "game_end"
  | "refused"
  | "notice"
  | "welten_room"
  | "welten_view"
  | "welten_events"
  | "welten_clock"
>;

export type ServerEvent = ServerEventOf<ServerMessages>;

/** An action of the player, the connection or the playback. */
export type Action =
  | ConnectionAction
  /** A unit is chosen, or let go. */
  | { readonly action: "choose"; readonly unit: number | null }
  /** The cursor is on a tile. */
  | { readonly action: "move cursor"; readonly tile: number | null }
  /** The server has said what a unit can do. */
  | { readonly action: "legal received"; readonly can: AcceptedLegal }
  | { readonly action: "threats wanted"; readonly wanted: boolean }
  | { readonly action: "threats received"; readonly n: number; readonly threats: ThreatsShown }
  /** An order is on its way, or has been answered; a refusal has a code. */
  | { readonly action: "sent" }
  | { readonly action: "answered"; readonly code: string | null }
  /** Something cannot be done, and the code says why. */
  | { readonly action: "hint"; readonly code: string | null }
  /** The first queued order has been shown, or all of them are skipped. */
  | { readonly action: "event shown" }
  | { readonly action: "playback skipped" };

export type Step = ServerEvent | Action;

export type Status = "joining" | "lobby" | "playing" | "ended" | "rejected";

export interface State extends RoomState {
  readonly status: Status;
  /** Whom we command; null for those who watch. */
  readonly side: WeltenView["side"];
  readonly options: WeltenPublicOptions | null;
  /** Where the tiles are that the land brings; null if it has none. */
  readonly tiles: string | null;
  /** Orders so far. */
  readonly n: number;
  readonly board: Board | null;
  readonly shownBoard: Board | null;
  readonly eventQueue: readonly WeltenEvents[];
  readonly legal: LegalShown | null;
  readonly clock: ClockShown | null;
  readonly chosen: number | null;
  /** What the chosen unit can do; null until the server has answered. */
  readonly unitOptions: AcceptedLegal | null;
  readonly cursor: number | null;
  /** Whether threats are shown; the last ones received, and the number of orders they belong to. */
  readonly threatsWanted: boolean;
  readonly threats: ThreatsShown | null;
  readonly threatsAt: number;
  readonly sending: boolean;
  readonly hint: string | null;
}

/** The state of a page that has just been opened. */
export function initialState(room: string): State {
  return {
    ...initialRoomState(room),
    side: null,
    options: null,
    tiles: null,
    n: 0,
    board: null,
    shownBoard: null,
    eventQueue: [],
    legal: null,
    clock: null,
    chosen: null,
    unitOptions: null,
    cursor: null,
    threatsWanted: false,
    threats: null,
    threatsAt: -1,
    sending: false,
    hint: null,
  };
}

/** Whether we command a side. */
export function commandsSide(state: State, side: Side): boolean {
  return state.side === "both" || state.side === side;
}

/** Whether it is for us to give an order now. */
export function canOrder(state: State): boolean {
  const { status, board, eventQueue } = state;
  return (
    status === "playing" &&
    board !== null &&
    !board.outcome &&
    eventQueue.length === 0 &&
    commandsSide(state, board.player)
  );
}

/** Whether all that is still to be shown are orders of our own: then nobody has to wait for it. */
export function onlyOwnQueued(state: State): boolean {
  return state.side !== null && state.eventQueue.every(({ side }) => commandsSide(state, side));
}

/** Whether the end of the game is to be shown: all that led to it has been. */
export function isOver(state: State): boolean {
  return state.status === "ended" && state.eventQueue.length === 0 && state.shownBoard?.outcome != null;
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
      return { ...state, players: step.args[0] };
    case "welten_room":
      return enterRoom(state, step.args[0]);
    case "welten_view":
      return beginGame(state, step.args[0]);
    case "welten_events":
      return applyEvents(state, step.args[0]);
    case "welten_clock":
      return { ...state, clock: step.args[0].clock };
    case "chat_message":
      return withMessage(state, step.args[0]);
    case "game_end":
      return { ...state, status: "ended", end: step.args[0], chosen: null, unitOptions: null };
    case "game_already_started":
      return withError(state, { code: "GAME_STARTED", message: "" });
    case "username_taken":
      return withError(state, { code: "NAME_TAKEN", message: step.args[0].username });
    case "refused":
    case "notice":
      return withError(state, step.args[0]);
  }
}

function onAction(state: State, step: Action): State {
  switch (step.action) {
    case "connected":
    case "lost":
      return { ...reduceConnection(state, step), sending: false };
    case "failed":
    case "dismiss error":
      return reduceConnection(state, step);
    case "choose":
      return { ...state, chosen: step.unit, unitOptions: null, hint: null };
    case "move cursor":
      return step.tile === state.cursor ? state : { ...state, cursor: step.tile, hint: null };
    case "legal received":
      return step.can.n === state.n && step.can.unit === state.chosen ? { ...state, unitOptions: step.can } : state;
    case "threats wanted":
      return { ...state, threatsWanted: step.wanted, threats: null, threatsAt: -1 };
    case "threats received":
      return state.threatsWanted && step.n === state.n ? { ...state, threats: step.threats, threatsAt: step.n } : state;
    case "sent":
      return { ...state, sending: true, hint: null };
    case "answered":
      return { ...state, sending: false, hint: step.code };
    case "hint":
      return { ...state, hint: step.code };
    case "event shown": {
      const [first, ...eventQueue] = state.eventQueue;
      if (!first || !state.shownBoard) return state;
      return {
        ...state,
        eventQueue,
        shownBoard: eventQueue.length ? applyPatch(state.shownBoard, first.patch) : state.board,
      };
    }
    case "playback skipped":
      return state.eventQueue.length ? { ...state, eventQueue: [], shownBoard: state.board } : state;
  }
}

function enterRoom(state: State, update: WeltenRoomUpdate): State {
  const { options, spectators, roomId: room } = update;
  return { ...state, status: statusOf(state, update.state), room, options, spectators };
}

/** The end is shown until the next game begins. */
function statusOf(state: State, told: WeltenRoomUpdate["state"]): Status {
  if (told === "playing") return "playing";
  if (state.status === "ended" || (told === "ended" && state.board)) return "ended";
  return "lobby";
}

/** A game begins, or we are back in one. */
function beginGame(state: State, { n, side, replay_id: replay, view, legal, clock, tiles }: WeltenView): State {
  const again = state.replay === replay;
  const board = boardOf(view);
  return {
    ...state,
    status: board.outcome ? "ended" : "playing",
    side,
    tiles,
    replay,
    n,
    board,
    shownBoard: board,
    eventQueue: [],
    legal,
    clock,
    chosen: again && n === state.n ? state.chosen : null,
    unitOptions: null,
    cursor: again ? state.cursor : null,
    threats: null,
    threatsAt: -1,
    sending: false,
    hint: null,
    end: again ? state.end : null,
    error: null,
  };
}

/** An order was carried out. */
function applyEvents(state: State, told: WeltenEvents): State {
  if (!state.board) return state;
  const board = applyPatch(state.board, told.patch);
  const kept = state.chosen !== null && board.state === state.board.state && told.legal.units.includes(state.chosen);
  return {
    ...state,
    n: told.n,
    board,
    eventQueue: [...state.eventQueue, told],
    legal: told.legal,
    clock: told.clock,
    chosen: kept ? state.chosen : null,
    unitOptions: null,
    hint: null,
  };
}
