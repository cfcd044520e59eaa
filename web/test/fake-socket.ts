/** A Socket.IO client without a network: the test is the server. */

import { type ClientSocket, Connection, type Reply } from "../src/connection";
import type { Connect } from "../src/room/session";

/** A command that was sent, to be answered by the test. */
export interface Sent {
  readonly event: string;
  readonly args: readonly unknown[];
  answer(reply: Reply): void;
}

type Handler = (...args: unknown[]) => void;
type Acknowledge = (error: unknown, reply?: Reply) => void;

export const OK = { ok: true } as Reply;

export function refusal(code: string): Reply {
  return { ok: false, code, message: code };
}

export class FakeSocket {
  connected = false;
  readonly sendBuffer: unknown[] = [];
  /** All commands that were sent, over all connections. */
  readonly sent: Sent[] = [];
  /** How often a connection was wanted. */
  attempts = 0;
  private readonly handlers = new Map<string, Handler[]>();
  private open: { readonly acknowledge: Acknowledge; readonly timer: number }[] = [];

  on(event: string, handler: Handler): void {
    this.handlers.set(event, [...(this.handlers.get(event) ?? []), handler]);
  }

  connect(): void {
    this.attempts++;
  }

  disconnect(): void {
    this.lose("io client disconnect");
  }

  timeout(milliseconds: number) {
    return {
      emit: (event: string, ...more: unknown[]) => {
        const acknowledge = more.pop() as Acknowledge;
        const expire = () => {
          this.open = this.open.filter((each) => each !== waiting);
          acknowledge(new Error("operation has timed out"));
        };
        const waiting = { acknowledge, timer: window.setTimeout(expire, milliseconds) };
        this.open.push(waiting);
        this.sent.push({ event, args: more, answer: (reply) => this.answer(waiting, reply) });
      },
    };
  }

  /** Acts as the server: the connection is there. */
  accept(): void {
    this.connected = true;
    this.hear("connect");
  }

  /** The connection is lost. As in the library, commands without an answer fail after everyone has been told. */
  lose(reason = "transport close"): void {
    if (!this.connected) return;
    this.connected = false;
    this.hear("disconnect", reason);
    const lost = this.open;
    this.open = [];
    for (const { acknowledge, timer } of lost) {
      clearTimeout(timer);
      acknowledge(new Error("socket has been disconnected"));
    }
  }

  /** Acts as the server: sends an event. */
  hear(event: string, ...args: unknown[]): void {
    for (const handler of this.handlers.get(event) ?? []) handler(...args);
  }

  /** The names and arguments of the commands from a place on. */
  commands(from = 0): unknown[][] {
    return this.sent.slice(from).map(({ event, args }) => [event, ...args]);
  }

  /** The last command of this name. */
  last(event: string): Sent {
    const found = this.sent.findLast((each) => each.event === event);
    if (!found) throw new Error(`no ${event} was sent`);
    return found;
  }

  get asSocket(): ClientSocket {
    return this as unknown as ClientSocket;
  }

  /** Opens the connection of a session over this socket. */
  get connectIt(): Connect {
    return (listener) => new Connection(listener, this.asSocket);
  }

  private answer(waiting: { readonly acknowledge: Acknowledge; readonly timer: number }, reply: Reply): void {
    clearTimeout(waiting.timer);
    this.open = this.open.filter((each) => each !== waiting);
    waiting.acknowledge(null, reply);
  }
}
