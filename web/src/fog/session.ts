/** A visit to a room: keeps the line, takes every step of the state, and turns wishes into orders. */

import { Connection } from "../connection";
import * as identity from "../identity";
import type { Commands, RoomOptions } from "../wire.gen";
import { MOUNTAIN, adjacent } from "./board";
import { DIALECT } from "./patch";
import { CAP, type Queued } from "./queue";
import { after, commands, opened, type Heard, type Incoming, type State, type Step } from "./state";
import { way } from "./ways";

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

export class Session {
  state: State;
  private readonly line: Connection<Heard>;
  private errand: Errand;
  private ids = Date.now();

  constructor(
    room: string,
    errand: Errand,
    private readonly changed: () => void,
  ) {
    this.state = opened(room);
    this.errand = errand;
    this.line = new Connection<Heard>({
      events: EVENTS,
      query: DIALECT,
      heard: (event) => this.hear(event),
      up: () => void this.comeIn(),
      down: () => this.take({ done: "lost" }),
    });
  }

  close(): void {
    this.line.close();
  }

  retry(): void {
    this.line.retry();
  }

  /** Choose another name and come in again. */
  async rename(name: string): Promise<void> {
    identity.rename(name);
    await this.comeIn();
  }

  /** Have done with the end of a game. */
  toLobby(): void {
    this.take({ done: "return to the lobby" });
  }

  /** A refusal has been read. */
  understood(): void {
    this.take({ done: "understood" });
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

  /** Say something to the server; a refusal becomes the state's trouble. */
  async tell<E extends keyof Commands>(event: E, ...args: Commands[E]): Promise<boolean> {
    const reply = await this.line.ask(event, args);
    if (!reply.ok) this.take({ done: "failed", code: reply.code, message: reply.message });
    return reply.ok;
  }

  /** Say who one is and take a seat, or take it back. */
  async comeIn(): Promise<void> {
    this.take({ done: "connected" });
    const { room } = this.state;
    const secret = identity.secret();
    if (this.errand.watch && this.state.seat < 0) {
      await this.line.ask("set_username", [secret, identity.name()]);
      await this.tell("spectate", room);
      return;
    }
    if (!(await this.tell("set_username", secret, identity.name()))) return;
    const reply = await this.line.ask("join_private", [room, secret, identity.token(room)]);
    if (reply.ok) {
      await this.runErrand();
    } else if (!(await this.line.ask("spectate", [room])).ok) {
      this.take({ done: "failed", code: reply.code, message: reply.message });
    }
  }

  private async runErrand(): Promise<void> {
    const { options, bots = [] } = this.errand;
    this.errand = {};
    const { room } = this.state;
    if (options && !(await this.tell("set_options", room, options))) return;
    for (const bot of bots) await this.tell("invite_bot", room, bot);
  }

  private hear(event: Heard): void {
    const before = this.state.replay;
    this.take(event);
    if (event.heard === "joined_as_player") identity.keepToken(this.state.room, event.args[0].token);
    if (event.heard === "game_start" && before === null) this.recall();
  }

  private take(step: Step): void {
    const before = this.state;
    this.state = after(before, step);
    if (before.queue.marches !== this.state.queue.marches) this.remember();
    if (before !== this.state) this.changed();
  }

  /** The queue is kept with the tab, so that a reload still shows the marches that the server has. */
  private remember(): void {
    const { replay, queue } = this.state;
    if (replay) sessionStorage.setItem(QUEUE + replay, JSON.stringify(queue.marches));
  }

  private recall(): void {
    const { replay } = this.state;
    const kept = replay && sessionStorage.getItem(QUEUE + replay);
    if (!kept) return;
    try {
      this.take({ done: "recall", queue: (JSON.parse(kept) as Queued[]).map((march) => ({ ...march, since: 0 })) });
    } catch {
      sessionStorage.removeItem(QUEUE + replay);
    }
  }
}
