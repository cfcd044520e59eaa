/** A visit to a room: keeps the line, takes every step of the state, and turns wishes into orders. */

import type { Reply } from "../connection";
import * as identity from "../identity";
import { RoomSession } from "../room/session";
import * as tab from "../session-storage";
import type { RoomOptions } from "../protocol";
import { MOUNTAIN, adjacent } from "./board";
import { DIALECT } from "./patch";
import { CAP, type Queued } from "./queue";
import { after, commands, opened, type Done, type Heard, type Incoming, type State, type Step } from "./state";
import { way } from "./paths";

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
] as const satisfies readonly (keyof Incoming)[];

export interface Errand {
  /** Only watch. */
  readonly watch?: boolean;
  /** Options to choose as soon as the room is ours. */
  readonly options?: RoomOptions;
  /** Bots to invite then. */
  readonly bots?: readonly string[];
}

export class Session extends RoomSession<State, Heard, Done> {
  private ids = Date.now();

  constructor(
    room: string,
    private errand: Errand,
    changed: () => void,
  ) {
    super(opened(room), { events: EVENTS, query: DIALECT }, changed);
  }

  /** Have done with the end of a game. */
  toLobby(): void {
    this.take({ done: "return to the lobby" });
  }

  select(tile: number | null): void {
    this.take({ done: "select", tile });
  }

  toggleHalf(): void {
    this.take({ done: "half" });
  }

  /** March from the chosen tile to a neighbour; the choice goes with the army. */
  march(to: number): boolean {
    const { board, cursor, half, queue } = this.state;
    if (!board || cursor === null || !commands(this.state)) return false;
    if (!adjacent(board, cursor, to) || board.terrain[to] === MOUNTAIN || queue.marches.length >= CAP) return false;
    const id = ++this.ids;
    this.take({ done: "march", id, from: cursor, to, half });
    void this.line.ask("attack", [cursor, to, half, id], id).then((reply) => {
      if (!reply.ok) this.take({ done: "refused march", id });
    });
    return true;
  }

  /** March as far as it takes to get there, around what is known to stand in the way. */
  travel(to: number): boolean {
    const { board, cursor } = this.state;
    if (!board || cursor === null) return false;
    const tiles = way(board, cursor, to);
    return tiles !== null && tiles.every((tile) => this.march(tile));
  }

  undo(): void {
    const last = this.state.queue.marches.at(-1);
    if (!last) return;
    this.take({ done: "undo" });
    if (!this.line.recall(last.id)) void this.line.ask("undo_move", []);
  }

  clear(): void {
    const { marches } = this.state.queue;
    this.take({ done: "clear" });
    for (const march of marches) this.line.recall(march.id);
    if (commands(this.state)) void this.line.ask("clear_moves", []);
  }

  protected after(state: State, step: Step): State {
    return after(state, step);
  }

  protected watches(): boolean {
    return this.errand.watch === true && this.state.seat < 0;
  }

  protected join(room: string, secret: string): Promise<Reply> {
    return this.line.ask("join_private", [room, secret, identity.token(room)]);
  }

  /** Whoever gets no seat may look on. */
  protected mayWatch(): boolean {
    return true;
  }

  protected async settle(): Promise<void> {
    const { options, bots = [] } = this.errand;
    this.errand = {};
    const { room } = this.state;
    if (options && !(await this.tell("set_options", room, options))) return;
    for (const bot of bots) await this.tell("invite_bot", room, bot);
  }

  protected follow(before: State, step: Step): void {
    if (before.queue.marches !== this.state.queue.marches) this.remember();
    if ("heard" in step && step.heard === "game_start" && before.replay === null) this.recall();
  }

  /** The queue is kept with the tab, so that a reload still shows the marches that the server has. */
  private remember(): void {
    const { replay, queue } = this.state;
    if (replay) tab.keep(QUEUE + replay, queue.marches);
  }

  private recall(): void {
    const queue = tab.kept<Queued[]>(QUEUE + this.state.replay);
    if (queue) this.take({ done: "recall", queue: queue.map((march) => ({ ...march, since: 0 })) });
  }
}
