/**
 * All that a page of a Fog of War room knows, and how it changes: one pure step for each thing heard from the server and
 * each thing done by the player. Nothing here draws, waits or sends.
 */

import type { Hearing } from "../connection";
import { KEPT, kept, met, said, troubled, unknown, type Met, type RoomState } from "../room/state";
import type { Messages, Player, PublicOptions } from "../protocol";
import { updated, type Board, type BoardPatch } from "./board";
import { NO_HISTORY, recorded, type History } from "./history";
import * as queues from "./queue";
import type { Queue } from "./queue";

export interface Score {
  readonly tiles: number;
  readonly armies: number;
}

/** What a turn tells of besides the board. */
export type Happening =
  | { readonly type: "captured city" | "captured tower"; readonly index: number; readonly tile: number }
  | { readonly type: "captured general"; readonly index: number; readonly tile: number; readonly of: number }
  | { readonly type: "eliminated"; readonly index: number };

export interface GameUpdate extends BoardPatch {
  readonly turn: number;
  readonly scores: readonly Score[];
  readonly events: readonly Happening[];
}

/** What is said in rooms of Fog of War. */
export interface Incoming extends Omit<Messages, `welten_${string}`> {
  game_update: [update: GameUpdate];
}

/** One event of the server's with its arguments. */
export type Heard = Hearing<Incoming>;

/** Something that the player or the connection did. */
export type Done =
  | Met
  | { readonly done: "march"; readonly id: number; readonly from: number; readonly to: number; readonly half: boolean }
  | { readonly done: "refused march"; readonly id: number }
  | { readonly done: "undo" }
  | { readonly done: "clear" }
  | { readonly done: "select"; readonly tile: number | null }
  | { readonly done: "half" }
  | { readonly done: "return to the lobby" }
  | { readonly done: "recall"; readonly queue: readonly queues.Queued[] };

export type Step = Heard | Done;

export type Stage = "entering" | "lobby" | "playing" | "ended" | "shut";

export interface News {
  readonly number: number;
  readonly turn: number;
  readonly event: Happening;
}

export interface PingMark {
  readonly number: number;
  readonly index: number;
  readonly tile: number;
}

export interface State extends RoomState {
  readonly stage: Stage;
  /** We had a seat and lost it: the rest of the game is watched. */
  readonly fallen: boolean;
  readonly options: PublicOptions | null;
  readonly news: readonly News[];
  readonly pings: readonly PingMark[];
  readonly board: Board | null;
  readonly turn: number;
  /** The last turn whose events were told: who has fallen is shown some turns again, late and whole. */
  readonly latest: number;
  readonly scores: readonly Score[];
  readonly queue: Queue;
  readonly cursor: number | null;
  /** Whether the next march takes half. */
  readonly half: boolean;
  readonly history: History;
}

/** The state of a page that has just been opened. */
export function opened(room: string): State {
  return {
    ...unknown(room),
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
export function commands(state: State): boolean {
  return state.stage === "playing" && state.seat >= 0 && !state.fallen;
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
      return {
        ...state,
        players: step.args[0],
        fallen: state.fallen || (state.stage === "playing" && isOut(step.args[0], state.seat)),
      };
    case "room_update":
      return enterRoom(state, step.args[0]);
    case "game_start":
      return begin(state, step.args[0]);
    case "game_update":
      return turn(state, step.args[0]);
    case "attack_result":
      return { ...state, queue: queues.reported(state.queue, step.args[0], state.turn) };
    case "chat_message":
      return said(state, step.args[0]);
    case "ping_tile":
      return {
        ...state,
        count: state.count + 1,
        pings: kept(state.pings, { number: state.count + 1, ...step.args[0] }),
      };
    case "game_end":
      return { ...state, stage: "ended", end: step.args[0], queue: queues.EMPTY, cursor: null, half: false };
    case "game_already_started":
      return troubled(state, { code: "GAME_STARTED", message: "This game has begun without you." });
    case "username_taken":
      return troubled(state, { code: "NAME_TAKEN", message: `Somebody is called ${step.args[0].username} already.` });
    case "refused":
    case "notice":
      return troubled(state, step.args[0]);
    case "identity":
    case "current_room":
    case "game_won":
    case "player_joined":
      return state;
  }
}

function act(state: State, step: Done): State {
  switch (step.done) {
    case "connected":
    case "lost":
    case "failed":
    case "understood":
      return met(state, step);
    case "march":
      return { ...state, queue: queues.ordered(state.queue, step), cursor: step.to, half: false };
    case "refused march":
      return { ...state, queue: queues.refused(state.queue, step.id) };
    case "undo": {
      const last = state.queue.marches.at(-1);
      return { ...state, queue: queues.undone(state.queue), cursor: last ? last.from : state.cursor };
    }
    case "clear": {
      const first = state.queue.marches[0];
      return { ...state, queue: queues.EMPTY, cursor: first ? first.from : state.cursor };
    }
    case "select":
      return { ...state, cursor: step.tile, half: false };
    case "half":
      return { ...state, half: state.cursor !== null && !state.half && (state.options?.half ?? true) };
    case "return to the lobby":
      return { ...state, stage: "lobby", end: null, board: null, news: [], pings: [] };
    case "recall":
      return { ...state, queue: { marches: step.queue, quiet: 0 } };
  }
}

function enterRoom(state: State, update: Messages["room_update"][0]): State {
  const fresh = update.state === "playing" && state.stage !== "playing";
  return {
    ...state,
    stage: stageOf(state, update.state),
    room: update.roomId,
    options: update.options,
    spectators: update.spectators,
    // Who fell in an earlier game plays again in this one.
    players: fresh ? state.players.map((player) => ({ ...player, eliminated: false })) : state.players,
    fallen: fresh ? false : state.fallen,
  };
}

/** An end is shown when it was told, and stays until the player has seen enough of it. */
function stageOf(state: State, told: "lobby" | "playing" | "ended"): Stage {
  if (told === "playing") return "playing";
  if (state.stage === "ended" || (state.stage === "playing" && told === "ended")) return state.stage;
  return "lobby";
}

function isOut(players: readonly Player[], seat: number): boolean {
  return players.some((player) => player.index === seat && player.eliminated);
}

/** A game begins, or we are back in one. */
function begin(state: State, start: Messages["game_start"][0]): State {
  const again = state.replay === start.replay_id;
  return {
    ...state,
    stage: "playing",
    // Who has fallen is a spectator to the server; the page goes on to show which colours were theirs.
    seat: again && state.fallen ? state.seat : start.playerIndex,
    fallen: (again && state.fallen) || isOut(state.players, start.playerIndex),
    options: start.options,
    replay: start.replay_id,
    end: null,
    trouble: null,
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

function turn(state: State, update: GameUpdate): State {
  const out = update.events.some((event) => event.type === "eliminated" && event.index === state.seat);
  const fallen = state.fallen || out;
  const board = updated(state.board, update, fallen ? -1 : state.seat);
  const first = state.board === null && state.cursor === null && !fallen;
  let count = state.count;
  const told =
    update.turn > state.latest ? update.events.map((event) => ({ number: ++count, turn: update.turn, event })) : [];
  return {
    ...state,
    stage: state.stage === "ended" ? "ended" : "playing",
    fallen,
    board,
    turn: update.turn,
    latest: Math.max(state.latest, update.turn),
    scores: update.scores,
    cursor: fallen ? null : first ? (board.generals[state.seat] ?? null) : state.cursor,
    queue: fallen ? queues.EMPTY : queues.passed(state.queue, update.turn),
    news: told.length ? [...state.news, ...told].slice(-KEPT) : state.news,
    history: recorded(state.history, update.turn, update.scores),
    count,
  };
}
