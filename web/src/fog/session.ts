/** The session of a Fog of War room: connection, state, and orders of the player. */

import type { OrderKey, Reply } from "../connection";
import * as identity from "../identity";
import type { FogOptions, QueuedMarch } from "../protocol";
import { QUEUE_LIMIT } from "../protocol/fog-options";
import type { FogAction } from "../room/pending-action";
import { type Connect, RoomSession } from "../room/session";
import { adjacent, MOUNTAIN } from "./board";
import { shortestPath } from "./paths";
import { currentOptions } from "./room-options";
import {
  type Action,
  canOrder,
  initialState,
  reduce,
  type ServerEvent,
  type ServerMessages,
  type State,
  type Step,
} from "./state";

/** The query of the connection: patches in the dialect `splice`, and updates with sight and queue. */
const QUERY = { diff: "splice", more: "1" } as const;

const EVENTS = [
  "identity",
  "joined_as_player",
  "username_taken",
  "game_already_started",
  "players_update",
  "room_update",
  "chat_message",
  "chat_history",
  "ping_tile",
  "game_start",
  "game_update",
  "attack_result",
  "game_end",
  "last_match",
  "current_room",
  "refused",
  "notice",
] as const satisfies readonly (keyof ServerMessages)[];

/** Refusals of options whose reason stands in the message only. */
const OPTION_REFUSALS: readonly string[] = ["IMPOSSIBLE", "OUT_OF_RANGE", "MALFORMED", "UNREADABLE", "INCONSISTENT"];

export class Session extends RoomSession<State, ServerEvent, Action> {
  /** Sent marches that were taken back: the player does not need to know what became of them. */
  private readonly takenBack = new Set<QueuedMarch["moveId"]>();

  /** The match whose whole board was asked for. */
  private revealed: string | null = null;

  constructor(
    room: string,
    private pending: FogAction,
    connect?: Connect,
  ) {
    super({ ...initialState(room), inviting: pending.bots !== undefined }, { events: EVENTS, query: QUERY }, connect);
    this.watches = pending.watch === true;
  }

  /** Chooses the options of the next game; false if the server does not take them. */
  async chooseOptions(options: FogOptions): Promise<boolean> {
    const reply = await this.connection.request("set_options", [this.state.room, options]);
    if (reply.ok) return true;
    const code = OPTION_REFUSALS.includes(reply.code) ? "OPTIONS_REFUSED" : reply.code;
    this.dispatch({ action: "failed", code, message: reply.message });
    return false;
  }

  select(tile: number | null): void {
    this.dispatch({ action: "select", tile });
  }

  toggleHalf(): void {
    this.dispatch({ action: "half" });
  }

  /** Looks at a tile without choosing it; null ends it. */
  look(tile: number | null): void {
    this.dispatch({ action: "look", tile });
  }

  hover(tile: number | null): void {
    this.dispatch({ action: "hover", tile });
  }

  /** Marches from the chosen tile to a neighbour; the choice goes with the army. */
  march(to: number): boolean {
    const { board, cursor, half, queue } = this.state;
    if (!board || cursor === null || !canOrder(this.state)) return false;
    if (!adjacent(board, cursor, to) || board.terrain[to] === MOUNTAIN || queue.marches.length >= QUEUE_LIMIT)
      return false;
    void this.orderMarch(this.newMoveId(), { from: cursor, to, half });
    return true;
  }

  /** Marches all the way to a tile, around known obstacles. */
  travel(to: number): boolean {
    const { board, cursor } = this.state;
    if (!board || cursor === null) return false;
    const tiles = shortestPath(board, cursor, to);
    return tiles?.every((tile) => this.march(tile)) ?? false;
  }

  undo(): void {
    const last = this.state.queue.marches.at(-1);
    if (!last) return;
    this.dispatch({ action: "undo" });
    // Named by its id, a repeated command takes no other march back.
    void this.withdraw([last], (id) => this.order(id, "undo_move", last.moveId));
  }

  clear(): void {
    const { marches } = this.state.queue;
    this.dispatch({ action: "clear" });
    void this.withdraw(marches, (id) => this.order(id, "clear_moves", id));
  }

  private async orderMarch(moveId: number, { from, to, half }: Omit<QueuedMarch, "moveId">): Promise<void> {
    const wasDelayed = this.watchForDelay();
    this.dispatch({ action: "march", march: { from, to, half, moveId } });
    const reply = await this.order(moveId, "attack", from, to, half, moveId);
    if (reply.ok) return;
    this.dispatch({ action: "refused march", moveId });
    if (wasDelayed() && reply.code !== "NOT_SENT" && !this.takenBack.has(moveId)) this.reportUnmade(reply);
  }

  /** Takes marches back: those that were never sent here, the others by a command that follows them to the server. */
  private async withdraw(
    marches: readonly QueuedMarch[],
    command: (moveId: OrderKey) => Promise<unknown>,
  ): Promise<void> {
    const sent = marches.filter((march) => !this.cancel(march)).map(({ moveId }) => moveId);
    const cancelled = marches.map(({ moveId }) => moveId).filter((moveId) => !sent.includes(moveId));
    this.dispatch({ action: "withdrawal answered", moveIds: cancelled });
    if (sent.length === 0) return;
    for (const moveId of sent) this.takenBack.add(moveId);
    await command(this.newMoveId());
    for (const moveId of sent) this.takenBack.delete(moveId);
    this.dispatch({ action: "withdrawal answered", moveIds: sent });
  }

  /** Cancels a march that has not been sent yet; false if it has. */
  private cancel({ moveId }: QueuedMarch): boolean {
    return typeof moveId === "number" && this.connection.cancel(moveId);
  }

  /** Shows the whole board when the game is over; those who have watched it see it anyway. */
  protected override afterChange(): void {
    const { end, status, board } = this.state;
    if (status !== "ended" || !end || this.revealed === end.replay_id || (end.seats.length === 0 && board)) return;
    const replay = end.replay_id;
    this.revealed = replay;
    void import("./reveal").then(async ({ wholeBoard }) => {
      const whole = await wholeBoard(replay, end.turn);
      if (whole) this.dispatch({ action: "revealed", replay, ...whole });
    });
  }

  protected reduce(state: State, step: Step): State {
    return reduce(state, step);
  }

  protected join(room: string, secret: string): Promise<Reply> {
    return this.connection.request("join_private", [room, secret, identity.seatToken(room)]);
  }

  /** Players without a seat may always watch. */
  protected canSpectate(): boolean {
    return true;
  }

  protected prepareToReopen(): void {
    this.pending = { options: currentOptions(this.state) };
  }

  protected async afterJoin(): Promise<void> {
    const { options, bots = [] } = this.pending;
    this.pending = {};
    const { room } = this.state;
    if (!options || (await this.chooseOptions(options))) {
      for (const bot of bots) await this.send("invite_bot", room, bot);
    }
    this.dispatch({ action: "inviting", inviting: false });
  }
}
