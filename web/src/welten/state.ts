/**
 * The state of a Weltendämmerung room and its reducer: a pure function for each event of the server and each action of
 * the player. Nothing here draws, waits or sends.
 *
 * There are two boards: `board` is the server's; `shownBoard` is behind it while the orders of the event queue are shown.
 */

import type { ServerEventOf } from "../connection";
import type {
  AcceptedLegal,
  AcceptedReach,
  ClockShown,
  GameEnd,
  LastMatch,
  LegalShown,
  Messages,
  ThreatsShown,
  WeltenEvents,
  WeltenPublicOptions,
  WeltenRoomUpdate,
  WeltenView,
} from "../protocol";
import {
  endOf,
  initialRoomState,
  type RoomAction,
  type RoomState,
  reduceRoom,
  statusAfter,
  withError,
  withHistory,
  withMessage,
} from "../room/state";
import { type BattleLog, EMPTY_LOG, type LogEntry, logged, loggedAll } from "./battle-log";
import { applyPatch, type Board, boardOf, type Side, tileOf } from "./board";
import { type GameData, SIDES } from "./game-data";
import { markCarriedOut, type OrderAction, type OrderState, reduceOrders } from "./orders";
import { NO_PLANS, type PlanAction, type Plans, plansAfter, plansOn, reducePlans } from "./plans";

/** The messages that the server sends to rooms of Weltendämmerung. */
export type ServerMessages = Pick<
  Messages,
  | "joined_as_player"
  | "username_taken"
  | "game_already_started"
  | "players_update"
  | "chat_message"
  | "chat_history"
  | "game_end"
  | "last_match"
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
  | RoomAction
  | PlanAction
  | OrderAction
  /** What this tab remembers of the match after a reload. */
  | { readonly action: "restored"; readonly held: readonly number[]; readonly log: BattleLog }
  /** The player wants to see how far an enemy comes, or no longer. */
  | { readonly action: "study"; readonly unit: number | null }
  | { readonly action: "reach received"; readonly reach: AcceptedReach }
  /** An attack of the battle log is shown on the map, or no longer. */
  | { readonly action: "show attack"; readonly attack: LogEntry | null }
  /** A unit is chosen or deselected. */
  | { readonly action: "choose"; readonly unit: number | null }
  | { readonly action: "move cursor"; readonly tile: number | null }
  /** The card of a tile is opened, or closed with null. */
  | { readonly action: "inspect"; readonly tile: number | null }
  /** The server has said what a unit can do. */
  | { readonly action: "legal received"; readonly can: AcceptedLegal }
  | { readonly action: "threats wanted"; readonly wanted: boolean }
  | { readonly action: "threats received"; readonly n: number; readonly threats: ThreatsShown }
  /** Something cannot be done, and the code says why. */
  | { readonly action: "hint"; readonly code: string | null }
  /** The first queued order has been shown, or all of them are skipped. */
  | { readonly action: "event shown" }
  | { readonly action: "playback skipped" };

export type Step = ServerEvent | Action;

export type Status = "joining" | "lobby" | "playing" | "ended" | "rejected";

export interface State extends RoomState, OrderState {
  readonly status: Status;
  readonly gameData: GameData;
  /** The side that we command; null for spectators. */
  readonly side: WeltenView["side"];
  readonly options: WeltenPublicOptions | null;
  /** The address of the tiles that the land brings; null if it has none. */
  readonly tiles: string | null;
  /** The number of orders so far. */
  readonly n: number;
  readonly board: Board | null;
  readonly shownBoard: Board | null;
  readonly eventQueue: readonly WeltenEvents[];
  readonly legal: LegalShown | null;
  readonly clock: ClockShown | null;
  readonly chosen: number | null;
  /** What the chosen unit can do; null until the server has answered. */
  readonly unitOptions: AcceptedLegal | null;
  readonly plans: Plans;
  readonly log: BattleLog;
  /** The attack of the log that is marked on the map. */
  readonly shownAttack: LogEntry | null;
  /** The enemy whose reach is shown, and that reach once the server has answered. */
  readonly studied: number | null;
  readonly studiedReach: AcceptedReach | null;
  /** Whether nothing is shown of what a bot does before it is our turn. */
  readonly skipping: boolean;
  readonly cursor: number | null;
  /** The tile whose card is open. */
  readonly inspected: number | null;
  /** Whether threats are shown; the last ones received, and the number of orders they belong to. */
  readonly threatsWanted: boolean;
  readonly threats: ThreatsShown | null;
  readonly threatsAt: number;
  /** The code of what cannot be done. */
  readonly hint: string | null;
}

/** Nothing is chosen any more when a game is over. */
const NOTHING_CHOSEN = { chosen: null, unitOptions: null, inspected: null } as const;

/** The state of a page that has just been opened. */
export function initialState(room: string, gameData: GameData): State {
  return {
    ...initialRoomState(room),
    gameData,
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
    plans: NO_PLANS,
    log: EMPTY_LOG,
    shownAttack: null,
    studied: null,
    studiedReach: null,
    skipping: false,
    cursor: null,
    inspected: null,
    threatsWanted: false,
    threats: null,
    threatsAt: -1,
    orders: [],
    takenBack: null,
    hint: null,
  };
}

/** Whether we command a side. */
export function commandsSide(state: State, side: Side): boolean {
  return state.side === "both" || state.side === side;
}

/** Whether we may give an order now. */
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

/** The bot whose turn it is; null if a person plays. */
export function playingBot(state: State): State["players"][number] | null {
  const { board, players, status } = state;
  if (status !== "playing" || !board || board.outcome) return null;
  return players.find(({ index, isBot }) => isBot && index === SIDES.indexOf(board.player)) ?? null;
}

/** The units with work left that the player has not set aside. */
export function openUnits({ legal, plans }: Pick<State, "legal" | "plans">): readonly number[] {
  return (legal?.units ?? []).filter((unit) => !plans.held.includes(unit) && !plans.done.includes(unit));
}

/** Whether only orders of our own are still to be shown: then nobody has to wait for them. */
export function onlyOwnQueued(state: State): boolean {
  return state.side !== null && state.eventQueue.every(({ side }) => commandsSide(state, side));
}

/** Whether the end of the game is to be shown: everything before it has been. */
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
    case "chat_history":
      return withHistory(state, step.args[0]);
    case "game_end":
      return { ...state, ...NOTHING_CHOSEN, status: "ended", end: endOfGame(state, step.args[0]) };
    case "last_match":
      return comeAfter(state, step.args[0]);
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
    case "failed":
    case "dismiss error":
    case "unseated":
    case "return to the lobby":
    case "show the ending":
      return reduceRoom(state, step);
    case "hold":
    case "done":
    case "mark":
    case "group":
      return { ...state, plans: reducePlans(state.plans, step), hint: null };
    case "restored":
      return { ...state, plans: { ...state.plans, held: step.held }, log: step.log };
    case "show attack":
      return step.attack === state.shownAttack ? state : { ...state, shownAttack: step.attack };
    case "study":
      return { ...state, studied: step.unit, studiedReach: null };
    case "reach received":
      return step.reach.n === state.n && step.reach.unit === state.studied
        ? { ...state, studiedReach: step.reach }
        : state;
    case "choose":
      return { ...state, chosen: step.unit, unitOptions: null, hint: null, takenBack: null };
    case "move cursor":
      return step.tile === state.cursor ? state : { ...state, cursor: step.tile, inspected: null, hint: null };
    case "inspect":
      return step.tile === state.inspected ? state : { ...state, inspected: step.tile };
    case "legal received":
      return step.can.n === state.n && step.can.unit === state.chosen ? { ...state, unitOptions: step.can } : state;
    case "threats wanted":
      return { ...state, threatsWanted: step.wanted, threats: null, threatsAt: -1 };
    case "threats received":
      return state.threatsWanted && step.n === state.n ? { ...state, threats: step.threats, threatsAt: step.n } : state;
    case "ordered":
      return { ...reduceOrders(state, step), plans: plansAfter(state.plans, step.text), hint: null };
    case "sent":
    case "answered":
    case "dismiss taken back":
      return reduceOrders(state, step);
    case "hint":
      return { ...state, hint: step.code };
    case "event shown":
      return eventShown(state);
    case "playback skipped":
      return skipped(state);
  }
}

function eventShown(state: State): State {
  const [first, ...eventQueue] = state.eventQueue;
  if (!first || !state.shownBoard) return state;
  const shownBoard = eventQueue.length ? applyPatch(state.shownBoard, first.patch) : state.board;
  return { ...state, eventQueue, shownBoard, log: logged(state.log, state.shownBoard, first) };
}

/** Everything is as if it had been shown; of a bot, nothing is shown until it is our turn. */
function skipped(state: State): State {
  const { eventQueue, shownBoard, board } = state;
  const skipping = board !== null && !commandsSide(state, board.player) && playingBot(state) !== null;
  if (!shownBoard || (eventQueue.length === 0 && skipping === state.skipping)) return state;
  const log = loggedAll(state.log, shownBoard, eventQueue);
  return { ...state, eventQueue: [], shownBoard: board, log, skipping };
}

function enterRoom(state: State, update: WeltenRoomUpdate): State {
  const { options, spectators, roomId: room } = update;
  return { ...state, status: statusOf(state, update.state), room, options, spectators };
}

/** The end is shown until the next game begins, or until the player goes to the lobby. */
function statusOf(state: State, told: WeltenRoomUpdate["state"]): Status {
  if (told === "playing") return "playing";
  if (state.status === "ended" || (state.status === "playing" && told === "ended")) return "ended";
  return "lobby";
}

/** The seats that a side has. */
function seatsOf(side: State["side"]): readonly number[] {
  return side === null ? [] : side === "both" ? [0, 1] : [SIDES.indexOf(side)];
}

function endOfGame(state: State, end: GameEnd): LastMatch {
  return endOf(state, end, seatsOf(state.side), state.options?.casual ?? null);
}

/** We come after a game, or come back when it is over. Its board follows. */
function comeAfter(state: State, last: LastMatch): State {
  const [first, second] = last.seats;
  const seen = state.replay === last.replay_id;
  return {
    ...state,
    ...NOTHING_CHOSEN,
    status: statusAfter(state, last),
    end: last,
    replay: last.replay_id,
    board: seen ? state.board : null,
    shownBoard: seen ? state.shownBoard : null,
    side: first === undefined ? null : second === undefined ? SIDES[first]! : "both",
  };
}

/** A game begins, or we are back in one. */
function beginGame(state: State, { n, side, replay_id: replay, view, legal, clock, tiles }: WeltenView): State {
  const again = state.replay === replay;
  const board = boardOf(view);
  return {
    ...state,
    status: !board.outcome ? "playing" : state.status === "lobby" ? "lobby" : "ended",
    // After a game a player who comes back has no side in it; who they were is known.
    side: again && board.outcome ? (side ?? state.side) : side,
    // In a rematch the players change sides.
    seat: side === null ? state.seat : side === "dailor" ? 1 : 0,
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
    plans: again ? plansOn(state.plans, board, board) : NO_PLANS,
    log: again ? state.log : EMPTY_LOG,
    shownAttack: again ? state.shownAttack : null,
    studied: null,
    studiedReach: null,
    skipping: false,
    cursor: again ? state.cursor : null,
    inspected: again ? state.inspected : null,
    threats: null,
    threatsAt: -1,
    takenBack: again ? state.takenBack : null,
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
  const skipping = state.skipping && !commandsSide(state, board.player);
  // At one screen the cursor is the other player's now, and has nothing to say about a unit of the last one.
  const passed = state.side === "both" && board.player !== state.board.player;
  const shown = skipping
    ? { eventQueue: [], shownBoard: board, log: logged(state.log, state.board, told) }
    : { eventQueue: [...state.eventQueue, told] };
  return {
    ...state,
    ...shown,
    ...(passed ? { cursor: null, inspected: null } : {}),
    skipping,
    n: told.n,
    board,
    plans: plansOn(state.plans, state.board, board),
    studied: stillStudied(state, board),
    studiedReach: null,
    legal: told.legal,
    clock: told.clock,
    chosen: kept ? state.chosen : null,
    unitOptions: null,
    hint: null,
    // Only the player orders for their own side, so the number says which order it is.
    orders: commandsSide(state, told.side) ? markCarriedOut(state.orders, told.n) : state.orders,
  };
}

/** The enemy whose reach is shown, as long as it stands where it stood and the phase is the same. */
function stillStudied({ studied, board: before }: State, board: Board): number | null {
  if (studied === null || before?.state !== board.state) return null;
  return tileOf(before, before.units[studied]!) === tileOf(board, board.units[studied]!) ? studied : null;
}
