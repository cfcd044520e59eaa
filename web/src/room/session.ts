/** A visit to a room of any game: keeps the line, says who comes, takes every step of the state. */

import { Connection, type Listener, type Reply } from "../connection";
import * as identity from "../identity";
import type { Commands } from "../protocol";
import type { Met, RoomState } from "./state";

/** What a room is told of; the seat's token is kept, whichever game it is. */
type Told = { readonly heard: string; readonly args: readonly unknown[] };

export abstract class RoomSession<State extends RoomState, Heard extends Told, Done> {
  protected readonly line: Connection<Heard>;

  constructor(
    public state: State,
    wanted: Pick<Listener<Heard>, "events" | "query">,
    private readonly changed: () => void,
  ) {
    this.line = new Connection<Heard>({
      ...wanted,
      heard: (event) => this.take(event),
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

  /** A refusal has been read. */
  understood(): void {
    this.take({ done: "understood" });
  }

  /** Say something to the server; a refusal becomes the state's trouble. */
  async tell<E extends keyof Commands>(event: E, ...args: Commands[E]): Promise<boolean> {
    const reply = await this.line.ask(event, args);
    if (!reply.ok) this.take({ done: "failed", code: reply.code, message: reply.message });
    return reply.ok;
  }

  /** Say who one is and take a seat, or take it back, or watch. */
  async comeIn(): Promise<void> {
    this.take({ done: "connected" });
    const { room } = this.state;
    const secret = identity.secret();
    if (this.watches()) {
      await this.line.ask("set_username", [secret, identity.name()]);
      await this.tell("spectate", room);
      return;
    }
    if (!(await this.tell("set_username", secret, identity.name()))) return;
    const reply = await this.join(room, secret);
    if (reply.ok) await this.settle();
    else if (!this.mayWatch(reply.code) || !(await this.line.ask("spectate", [room])).ok)
      this.take({ done: "failed", code: reply.code, message: reply.message });
  }

  protected take(step: Heard | Done | Met): void {
    const before = this.state;
    this.state = this.after(before, step);
    if (before === this.state) return;
    if (isTold(step) && step.heard === "joined_as_player")
      identity.keepToken(this.state.room, (step.args[0] as { readonly token: string }).token);
    this.follow(before, step);
    this.changed();
  }

  /** The state after a step. */
  protected abstract after(state: State, step: Heard | Done | Met): State;

  /** Whether one has come only to watch. */
  protected abstract watches(): boolean;

  protected abstract join(room: string, secret: string): Promise<Reply>;

  /** Do what one has come for, now that one has a seat. */
  protected abstract settle(): Promise<void>;

  /** Whether somebody who got no seat for this reason may try to watch. */
  protected abstract mayWatch(code: string): boolean;

  /** Do what follows from a change: keep something, ask the server for more. */
  protected abstract follow(before: State, step: Heard | Done | Met): void;
}

function isTold(step: unknown): step is Told {
  return typeof step === "object" && step !== null && "heard" in step;
}
