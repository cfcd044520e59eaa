/**
 * All that a page of a room of Weltendämmerung knows, and how it changes: one pure step for each thing heard from the
 * server and each thing done by the player. Nothing here draws, waits or sends.
 *
 * There are two boards: the one that the server has, and the one that is shown. The shown one is behind while the orders
 * between the two, the film, are being played.
 */

import type { Hearing } from "../connection";
import { met, said, troubled, unknown, type Met, type RoomState } from "../room/state";
import type {
  AcceptedLegal,
  ClockShown,
  LegalShown,
  Messages,
  ThreatsShown,
  WeltenEvents,
  WeltenShownOptions,
  WeltenView,
} from "../protocol";
import { patched, whole, type Board, type Side } from "./board";

/** What is said in rooms of Weltendämmerung. */
export type Incoming = Pick<
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

export type Heard = Hearing<Incoming>;

/** Something that the player, the connection or the film did. */
export type Done =
  | Met
  /** A unit is chosen, or let go. */
  | { readonly done: "choose"; readonly unit: number | null }
  /** The cursor is on a tile. */
  | { readonly done: "point"; readonly tile: number | null }
  /** The server has said what a unit can do. */
  | { readonly done: "told what it can"; readonly can: AcceptedLegal }
  | { readonly done: "ask for threats"; readonly wanted: boolean }
  | { readonly done: "told of threats"; readonly n: number; readonly threats: ThreatsShown }
  /** An order is on its way, or has been answered; a refusal has a code. */
  | { readonly done: "sent" }
  | { readonly done: "answered"; readonly code: string | null }
  /** Something cannot be done, and the code says why. */
  | { readonly done: "hinted"; readonly code: string | null }
  /** The first order of the film has been seen, or all of them are passed over. */
  | { readonly done: "seen" }
  | { readonly done: "skipped" };

export type Step = Heard | Done;

export type Stage = "entering" | "waiting" | "playing" | "ended" | "shut";

export interface State extends RoomState {
  readonly stage: Stage;
  /** Whom we command; null for those who watch. */
  readonly side: WeltenView["side"];
  readonly options: WeltenShownOptions | null;
  /** Where the tiles are that the land brings; null if it has none. */
  readonly tiles: string | null;
  /** Orders so far. */
  readonly n: number;
  readonly board: Board | null;
  readonly shown: Board | null;
  readonly film: readonly WeltenEvents[];
  readonly legal: LegalShown | null;
  readonly clock: ClockShown | null;
  readonly chosen: number | null;
  /** What the chosen unit can do; null until it has been told. */
  readonly can: AcceptedLegal | null;
  readonly cursor: number | null;
  /** Whether a map of threats is wanted; the last one told, and after how many orders it was true. */
  readonly threatened: boolean;
  readonly threats: ThreatsShown | null;
  readonly threatsAt: number;
  readonly sending: boolean;
  readonly hint: string | null;
}

/** The state of a page that has just been opened. */
export function opened(room: string): State {
  return {
    ...unknown(room),
    side: null,
    options: null,
    tiles: null,
    n: 0,
    board: null,
    shown: null,
    film: [],
    legal: null,
    clock: null,
    chosen: null,
    can: null,
    cursor: null,
    threatened: false,
    threats: null,
    threatsAt: -1,
    sending: false,
    hint: null,
  };
}

/** Whether we command a side. */
export function leads(state: State, side: Side): boolean {
  return state.side === "both" || state.side === side;
}

/** Whether it is for us to give an order now. */
export function mayOrder(state: State): boolean {
  const { stage, board, film } = state;
  return stage === "playing" && board !== null && !board.outcome && film.length === 0 && leads(state, board.player);
}

/** Whether all that is still to be shown are orders of our own: then nobody has to wait for it. */
export function onlyOwn(state: State): boolean {
  return state.side !== null && state.film.every(({ side }) => leads(state, side));
}

/** Whether the end of the game is to be shown: all that led to it has been. */
export function isOver(state: State): boolean {
  return state.stage === "ended" && state.film.length === 0 && state.shown?.outcome != null;
}

/** The state after a step. */
export function after(state: State, step: Step): State {
  return "heard" in step ? hear(state, step) : act(state, step);
}

function hear(state: State, step: Heard): State {
  switch (step.heard) {
    case "joined_as_player":
      return { ...state, seat: step.args[0].playerIndex, trouble: null };
    case "players_update":
      return { ...state, players: step.args[0] };
    case "welten_room":
      return enter(state, step.args[0]);
    case "welten_view":
      return begin(state, step.args[0]);
    case "welten_events":
      return follow(state, step.args[0]);
    case "welten_clock":
      return { ...state, clock: step.args[0].clock };
    case "chat_message":
      return said(state, step.args[0]);
    case "game_end":
      return { ...state, stage: "ended", end: step.args[0], chosen: null, can: null };
    case "game_already_started":
      return troubled(state, { code: "GAME_STARTED", message: "" });
    case "username_taken":
      return troubled(state, { code: "NAME_TAKEN", message: step.args[0].username });
    case "refused":
    case "notice":
      return troubled(state, step.args[0]);
  }
}

function act(state: State, step: Done): State {
  switch (step.done) {
    case "connected":
    case "lost":
      return { ...met(state, step), sending: false };
    case "failed":
    case "understood":
      return met(state, step);
    case "choose":
      return { ...state, chosen: step.unit, can: null, hint: null };
    case "point":
      return step.tile === state.cursor ? state : { ...state, cursor: step.tile, hint: null };
    case "told what it can":
      return step.can.n === state.n && step.can.unit === state.chosen ? { ...state, can: step.can } : state;
    case "ask for threats":
      return { ...state, threatened: step.wanted, threats: null, threatsAt: -1 };
    case "told of threats":
      return state.threatened && step.n === state.n ? { ...state, threats: step.threats, threatsAt: step.n } : state;
    case "sent":
      return { ...state, sending: true, hint: null };
    case "answered":
      return { ...state, sending: false, hint: step.code };
    case "hinted":
      return { ...state, hint: step.code };
    case "seen": {
      const [first, ...film] = state.film;
      if (!first || !state.shown) return state;
      return { ...state, film, shown: film.length ? patched(state.shown, first.patch) : state.board };
    }
    case "skipped":
      return state.film.length ? { ...state, film: [], shown: state.board } : state;
  }
}

function enter(state: State, update: Messages["welten_room"][0]): State {
  const { options, spectators, roomId: room } = update;
  return { ...state, stage: stageOf(state, update.state), room, options, spectators };
}

/** An end is shown until the next game begins, whoever comes or goes meanwhile. */
function stageOf(state: State, told: "lobby" | "playing" | "ended"): Stage {
  if (told === "playing") return "playing";
  if (state.stage === "ended" || (told === "ended" && state.board)) return "ended";
  return "waiting";
}

/** A game begins, or we are back in one. */
function begin(state: State, { n, side, replay_id: replay, view, legal, clock, tiles }: WeltenView): State {
  const again = state.replay === replay;
  const board = whole(view);
  return {
    ...state,
    stage: board.outcome ? "ended" : "playing",
    side,
    tiles,
    replay,
    n,
    board,
    shown: board,
    film: [],
    legal,
    clock,
    chosen: again && n === state.n ? state.chosen : null,
    can: null,
    cursor: again ? state.cursor : null,
    threats: null,
    threatsAt: -1,
    sending: false,
    hint: null,
    end: again ? state.end : null,
    trouble: null,
  };
}

/** An order was carried out. */
function follow(state: State, told: WeltenEvents): State {
  if (!state.board) return state;
  const board = patched(state.board, told.patch);
  const kept = state.chosen !== null && board.state === state.board.state && told.legal.units.includes(state.chosen);
  return {
    ...state,
    n: told.n,
    board,
    film: [...state.film, told],
    legal: told.legal,
    clock: told.clock,
    chosen: kept ? state.chosen : null,
    can: null,
    hint: null,
  };
}
