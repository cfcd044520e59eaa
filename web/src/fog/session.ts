/** The session of a Fog of War room: connection, state, and orders of the player. */

import type { Reply } from "../connection";
import * as identity from "../identity";
import { RoomSession } from "../room/session";
import type { QueuedMarch } from "../protocol";
import type { FogAction } from "../room/pending-action";
import { QUEUE_LIMIT } from "../protocol/options";
import { MOUNTAIN, adjacent } from "./board";
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
    super(initialState(room), { events: EVENTS, query: QUERY }, changed);
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
    const moveId = ++this.lastId;
    this.dispatch({ action: "march", march: { from: cursor, to, half, moveId } });
    void this.connection.request("attack", [cursor, to, half, moveId], moveId).then((reply) => {
      if (!reply.ok) this.dispatch({ action: "refused march", moveId });
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
    if (this.cancel(last)) this.dispatch({ action: "withdrawal answered", moveIds: [last.moveId] });
    else void this.withdraw("undo_move", [last]);
  }

  clear(): void {
    const { marches } = this.state.queue;
    this.dispatch({ action: "clear" });
    for (const march of marches) this.cancel(march);
    if (canOrder(this.state)) void this.withdraw("clear_moves", marches);
  }

  /** Cancels a march that has not been sent yet; false if it has. */
  private cancel({ moveId }: QueuedMarch): boolean {
    return typeof moveId === "number" && this.connection.cancel(moveId);
  }

  private async withdraw(command: "undo_move" | "clear_moves", marches: readonly QueuedMarch[]): Promise<void> {
    await this.connection.request(command, []);
    this.dispatch({ action: "withdrawal answered", moveIds: marches.map(({ moveId }) => moveId) });
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
}
