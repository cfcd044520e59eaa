/** The session of a Weltendämmerung room: connection, state, and orders of the player. */

import type { Reply } from "../connection";
import * as identity from "../identity";
import type {
  AcceptedLegal,
  AcceptedReach,
  AcceptedThreats,
  Commands,
  WeltenOptions,
  WeltenPublicOptions,
} from "../protocol";
import type { WeltenAction } from "../room/pending-action";
import { type Connect, RoomSession } from "../room/session";
import * as storage from "../session-storage";
import type { BattleLog, LogEntry } from "./battle-log";
import type { Board, Side } from "./board";
import type { GameData } from "./game-data";
import type { PendingOrder } from "./orders";
import type { PlanAction } from "./plans";
import { forgetGame, saveGame } from "./saved-games";
import {
  type Action,
  commandsSide,
  initialState,
  onlyOwnQueued,
  reduce,
  type ServerEvent,
  type ServerMessages,
  type State,
  type Step,
} from "./state";

/** The query of the connection: what was said before we came, too. */
const QUERY = { more: "1" } as const;

const EVENTS = [
  "joined_as_player",
  "username_taken",
  "game_already_started",
  "players_update",
  "chat_message",
  "chat_history",
  "game_end",
  "last_match",
  "refused",
  "notice",
  "welten_room",
  "welten_view",
  "welten_events",
  "welten_clock",
] as const satisfies readonly (keyof ServerMessages)[];

/** Names that stand for a land which only its host has. */
const NOT_SHARED: readonly string[] = ["own", "save"];

/** Refusals of a seat after which a player may still watch. */
const NO_SEAT = ["ROOM_FULL", "GAME_RUNNING"];

export class Session extends RoomSession<State, ServerEvent, Action> {
  private bots: readonly string[];
  /** The last requests, so that nothing is requested twice for the same board. */
  private legalRequested: { readonly unit: number; readonly board: Board } | null = null;
  private threatsRequested: Board | null = null;
  private reachRequested: { readonly unit: number; readonly board: Board } | null = null;
  private options: WeltenOptions;

  constructor(room: string, gameData: GameData, pending: WeltenAction, watch: boolean, connect?: Connect) {
    super(initialState(room, gameData), { events: EVENTS, query: QUERY }, connect);
    const { bots = [], ...options } = pending;
    this.bots = bots;
    this.options = options;
    this.watches = watch;
  }

  chooseUnit(unit: number | null): void {
    if (unit !== this.state.chosen) this.dispatch({ action: "choose", unit });
  }

  moveCursor(tile: number | null): void {
    this.dispatch({ action: "move cursor", tile });
  }

  /** Opens the card of a tile, or closes it with null. */
  inspect(tile: number | null): void {
    this.dispatch({ action: "inspect", tile });
  }

  /** Changes what is planned for units: nothing of it is sent. */
  plan(step: PlanAction): void {
    this.dispatch(step);
  }

  /** Shows how far an enemy comes, or hides it with null. */
  study(unit: number | null): void {
    if (unit !== this.state.studied) this.dispatch({ action: "study", unit });
  }

  /** Marks an attack of the battle log on the map, or none with null. */
  showAttack(attack: LogEntry | null): void {
    this.dispatch({ action: "show attack", attack });
  }

  showHint(code: string | null): void {
    this.dispatch({ action: "hint", code });
  }

  dismissTakenBack(): void {
    this.dispatch({ action: "dismiss taken back" });
  }

  /** Removes the first queued order, which has been shown. */
  eventShown(): void {
    this.dispatch({ action: "event shown" });
  }

  /** Shows the server's board at once, without the orders that led to it. */
  skipPlayback(): void {
    this.dispatch({ action: "playback skipped" });
  }

  showThreats(wanted: boolean): void {
    this.dispatch({ action: "threats wanted", wanted });
  }

  /** Gives an order. Orders are sent one after the other; the same order twice in a row is a double click. */
  give(text: string): void {
    const { orders } = this.state;
    if (orders.at(-1)?.text === text) return;
    this.dispatch({ action: "ordered", moveId: this.newMoveId(), text });
    if (orders.length === 0) void this.sendOrders();
  }

  /** Gives an order and waits for its answer. Returns whether it was carried out. */
  giveAndWait(text: string): Promise<boolean> {
    this.give(text);
    const moveId = this.state.orders.at(-1)?.moveId;
    return new Promise((resolve) => {
      const settled = () => {
        if (this.state.orders.some((order) => order.moveId === moveId)) return;
        unsubscribe();
        resolve(this.state.takenBack === null && this.state.status === "playing");
      };
      const unsubscribe = this.subscribe(settled);
      settled();
    });
  }

  /** What a unit may do now, as the server says; null if it cannot say so. */
  async legalOf(unit: number): Promise<AcceptedLegal | null> {
    const reply = await this.connection.request("welten_legal", [this.state.room, unit]);
    return reply.ok ? (reply as unknown as AcceptedLegal) : null;
  }

  /** Takes back the newest order if it has not been sent yet; false if there is none. */
  takeBackUnsent(): boolean {
    const newest = this.state.orders.at(-1);
    if (!newest) return false;
    if (newest.n !== null) return this.connection.cancel(newest.moveId);
    this.dispatch({ action: "answered", moveId: newest.moveId, code: "NOT_SENT" });
    return true;
  }

  /**
   * Sends the orders that wait, each for the board that the one before it leads to. If the game has moved on meanwhile,
   * the server refuses an order that it has not carried out as stale, and the state shows it as taken back.
   */
  private async sendOrders(): Promise<void> {
    let { n } = this.state;
    for (let order = this.state.orders[0]; order; order = this.state.orders[0]) {
      const { moveId } = order;
      this.dispatch({ action: "sent", moveId, n });
      const reply = await this.sendOrder(order, n);
      this.dispatch({ action: "answered", moveId, code: reply.ok ? null : reply.code });
      n += 1;
    }
  }

  private async sendOrder({ moveId, text }: PendingOrder, n: number): Promise<Reply> {
    const { room, replay } = this.state;
    const args = [room, n, text, moveId] as const satisfies Commands["welten_order"];
    const reply = await this.order(moveId, "welten_order", ...args);
    if (reply.ok || this.state.orders.some((order) => order.moveId === moveId && order.carriedOut)) return { ok: true };
    if (reply.code !== "MATCH_OVER" || this.state.replay !== replay) return reply;
    // Perhaps it is this order that has ended the match, and only the answer was lost: the server answers it again.
    const again = await this.connection.request("welten_order", args);
    return again.ok ? again : reply;
  }

  protected reduce(state: State, step: Step): State {
    return reduce(state, step);
  }

  /** Options are only sent with the first join: after that the room exists. */
  protected join(room: string, secret: string): Promise<Reply> {
    const options = this.state.seat < 0 ? this.options : {};
    return this.connection.request("welten_join", [room, secret, options, identity.seatToken(room)]);
  }

  /** The next join is a first one again. */
  protected prepareToReopen(): void {
    const { options } = this.state;
    if (options) this.options = { ...choosable(options), ...this.options };
    this.dispatch({ action: "unseated" });
  }

  protected async afterJoin(): Promise<void> {
    const { bots } = this;
    this.bots = [];
    // In a room that is opened again somebody else may have this side by then.
    if (this.options.side !== "both") this.options = { ...this.options, side: null };
    for (const bot of bots) await this.send("invite_bot", this.state.room, bot);
  }

  protected canSpectate(code: string): boolean {
    return NO_SEAT.includes(code);
  }

  protected override afterChange(before: State): void {
    this.rememberGame(before);
    this.rememberPlans(before);
    if (before.side !== null && this.state.side === null) this.connection.dropOrders("NOT_PLAYING");
    if (this.state.connection === "up") this.requestMissing();
  }

  private rememberGame(before: State): void {
    const { room, side, options, status } = this.state;
    if (status === "ended" && before.status !== "ended") forgetGame(room);
    else if (status === "playing" && side && options && (before.side !== side || before.replay !== this.state.replay))
      saveGame({ room, side, scenario: options.scenario, rules: options.rules });
  }

  /** Keeps what the server does not know for a reload of the page: held units and the battle log. */
  private rememberPlans(before: State): void {
    const { replay, plans, log } = this.state;
    if (replay === null) return;
    const key = `duskfall.welten.match.${replay}`;
    if (before.replay !== replay) {
      const kept = storage.load<{ readonly held: readonly number[]; readonly log: BattleLog }>(key);
      if (kept) this.dispatch({ action: "restored", ...kept });
    } else if (before.plans.held !== plans.held || before.log !== log) storage.save(key, { held: plans.held, log });
  }

  /** Requests what the page has to know of the board as it is now, once for each board. */
  private requestMissing(): void {
    const { chosen, unitOptions, n, board, eventQueue, threatsWanted, threatsAt, side } = this.state;
    if (chosen === null) this.legalRequested = null;
    else if (!unitOptions && board && onlyOwnQueued(this.state) && commandsSide(this.state, board.player)) {
      if (this.legalRequested?.unit !== chosen || this.legalRequested.board !== board)
        void this.requestLegal(chosen, board);
    }
    this.requestMissingReach();
    if (!threatsWanted) this.threatsRequested = null;
    else if (threatsAt !== n && board && this.threatsRequested !== board && eventQueue.length === 0)
      void this.requestThreats(board, side === "eldoin" || side === "dailor" ? side : board.player);
  }

  private requestMissingReach(): void {
    const { studied, studiedReach, board, eventQueue } = this.state;
    const asked = this.reachRequested;
    if (studied === null) this.reachRequested = null;
    else if (!studiedReach && board && eventQueue.length === 0 && (asked?.unit !== studied || asked.board !== board))
      void this.requestReach(studied, board);
  }

  private async requestReach(unit: number, board: Board): Promise<void> {
    this.reachRequested = { unit, board };
    const reply = await this.connection.request("welten_reach", [this.state.room, unit]);
    if (reply.ok) this.dispatch({ action: "reach received", reach: reply as unknown as AcceptedReach });
  }

  private async requestLegal(unit: number, board: Board): Promise<void> {
    this.legalRequested = { unit, board };
    const can = await this.legalOf(unit);
    if (can) this.dispatch({ action: "legal received", can });
  }

  private async requestThreats(board: Board, side: Side): Promise<void> {
    this.threatsRequested = board;
    const reply = await this.connection.request("welten_threats", [this.state.room, side]);
    if (reply.ok) this.dispatch({ action: "threats received", ...(reply as unknown as AcceptedThreats) });
  }
}

/** The options of a room in the form in which they are chosen. The land of a former host is not to be had again. */
function choosable({ scenario, rules, clock, casual, listed }: WeltenPublicOptions): WeltenOptions {
  return {
    ...(NOT_SHARED.includes(scenario) ? {} : { scenario }),
    rules: rules as NonNullable<WeltenOptions["rules"]>,
    clock,
    rated: casual !== "not asked",
    listed,
  };
}
