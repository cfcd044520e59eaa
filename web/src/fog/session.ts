/** The session of a Fog of War room: connection, state, and orders of the player. */

import type { Reply } from "../connection";
import * as identity from "../identity";
import { RoomSession } from "../room/session";
import * as storage from "../session-storage";
import type { FogAction } from "../room/pending-action";
import { MOUNTAIN, adjacent } from "./board";
import { DIALECT } from "./patch";
import { QUEUE_LIMIT, type QueuedMarch } from "./queue";
import {
  reduce,
  canOrder,
  initialState,
  type Action,
  type ServerEvent,
  type ServerMessages,
  type State,
  type Step,
} from "./state";
import { shortestPath } from "./paths";

const QUEUE = "duskfall.queue.";

const EVENTS = [
  "identity",
  "joined_as_player",
  "username_taken",
  "game_already_started",
  "players_update",
  "room_update",
  "chat_message",
  "ping_tile",
  "game_start",
  "game_update",
  "attack_result",
  "game_end",
  "current_room",
  "refused",
  "notice",
] as const satisfies readonly (keyof ServerMessages)[];

export class Session extends RoomSession<State, ServerEvent, Action> {
  private lastId = Date.now();

  constructor(
    room: string,
    private pending: FogAction,
    changed: () => void,
  ) {
    super(initialState(room), { events: EVENTS, query: DIALECT }, changed);
  }

  /** Have done with the end of a game. */
  toLobby(): void {
    this.dispatch({ action: "return to the lobby" });
  }

  select(tile: number | null): void {
    this.dispatch({ action: "select", tile });
  }

  toggleHalf(): void {
    this.dispatch({ action: "half" });
  }

  /** March from the chosen tile to a neighbour; the choice goes with the army. */
  march(to: number): boolean {
    const { board, cursor, half, queue } = this.state;
    if (!board || cursor === null || !canOrder(this.state)) return false;
    if (!adjacent(board, cursor, to) || board.terrain[to] === MOUNTAIN || queue.marches.length >= QUEUE_LIMIT)
      return false;
    const id = ++this.lastId;
    this.dispatch({ action: "march", id, from: cursor, to, half });
    void this.connection.request("attack", [cursor, to, half, id], id).then((reply) => {
      if (!reply.ok) this.dispatch({ action: "refused march", id });
    });
    return true;
  }

  /** March as far as it takes to get there, around what is known to stand in the way. */
  travel(to: number): boolean {
    const { board, cursor } = this.state;
    if (!board || cursor === null) return false;
    const tiles = shortestPath(board, cursor, to);
    return tiles !== null && tiles.every((tile) => this.march(tile));
  }

  undo(): void {
    const last = this.state.queue.marches.at(-1);
    if (!last) return;
    this.dispatch({ action: "undo" });
    if (!this.connection.cancel(last.id)) void this.connection.request("undo_move", []);
  }

  clear(): void {
    const { marches } = this.state.queue;
    this.dispatch({ action: "clear" });
    for (const march of marches) this.connection.cancel(march.id);
    if (canOrder(this.state)) void this.connection.request("clear_moves", []);
  }

  protected reduce(state: State, step: Step): State {
    return reduce(state, step);
  }

  protected spectates(): boolean {
    return this.pending.watch === true && this.state.seat < 0;
  }

  protected join(room: string, secret: string): Promise<Reply> {
    return this.connection.request("join_private", [room, secret, identity.seatToken(room)]);
  }

  /** Players without a seat may always watch. */
  protected canSpectate(): boolean {
    return true;
  }

  protected async afterJoin(): Promise<void> {
    const { options, bots = [] } = this.pending;
    this.pending = {};
    const { room } = this.state;
    if (options && !(await this.send("set_options", room, options))) return;
    for (const bot of bots) await this.send("invite_bot", room, bot);
  }

  protected afterChange(before: State, step: Step): void {
    if (before.queue.marches !== this.state.queue.marches) this.saveQueue();
    if ("event" in step && step.event === "game_start" && before.replay === null) this.restoreQueue();
  }

  /** The queue is kept with the tab, so that a reload still shows the marches that the server has. */
  private saveQueue(): void {
    const { replay, queue } = this.state;
    if (replay) storage.save(QUEUE + replay, queue.marches);
  }

  private restoreQueue(): void {
    const queue = storage.load<QueuedMarch[]>(QUEUE + this.state.replay);
    if (queue) this.dispatch({ action: "restore queue", queue: queue.map((march) => ({ ...march, since: 0 })) });
  }
}
