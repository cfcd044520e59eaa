/** The line to the server: typed events out, everything heard in, and not more at once than the server bears. */

import { io, type Socket } from "socket.io-client";

import type { Commands, Rejected } from "./protocol";

export type Reply = ({ readonly ok: true } & Record<string, unknown>) | Rejected;

/** Events in a second; the server refuses more than 40. */
const PACE = 30;
const BURST = 20;
const ANSWER_MS = 8000;
const AGAIN_MS = 1500;

interface Waiting {
  readonly key: number | null;
  readonly send: () => void;
  readonly drop: () => void;
}

/** What a game wants to hear, under which query it connects, and who listens. */
export interface Listener<Heard> {
  readonly events: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  heard(event: Heard): void;
  up(): void;
  down(): void;
}

/** One event of the server's with its arguments, of those that a game knows. */
export type Hearing<Incoming> = {
  [E in keyof Incoming]: { readonly heard: E; readonly args: Incoming[E] };
}[keyof Incoming];

export class Connection<Heard> {
  private readonly socket: Socket;
  private readonly waiting: Waiting[] = [];
  private allowance = BURST;
  private counted = performance.now();
  private timer = 0;

  constructor(listener: Listener<Heard>) {
    this.socket = io({
      query: { ...listener.query },
      transports: ["websocket", "polling"],
      tryAllTransports: true,
      reconnectionDelayMax: 3000,
    });
    this.socket.on("connect", () => listener.up());
    this.socket.on("disconnect", (reason) => {
      // The library does not come back by itself when it was the server that ended the connection.
      if (reason === "io server disconnect") this.timer = window.setTimeout(() => this.socket.connect(), AGAIN_MS);
      for (const entry of this.waiting.splice(0)) entry.drop();
      listener.down();
    });
    this.socket.on("connect_error", () => listener.down());
    for (const event of listener.events) {
      this.socket.on(event, (...args: unknown[]) => listener.heard({ heard: event, args } as Heard));
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.socket.disconnect();
  }

  /** Connect again at once, instead of when the next attempt is due. */
  retry(): void {
    // The library does not hurry while it waits for its own next attempt; ended and begun anew, it does.
    this.socket.disconnect();
    this.socket.connect();
  }

  /** Say something and wait for the answer. A `key` names what may still be called back with `recall`. */
  ask<E extends keyof Commands>(event: E, args: Commands[E], key: number | null = null): Promise<Reply> {
    return new Promise((resolve) => {
      const drop = () => resolve({ ok: false, code: "NOT_SENT", message: "The line was lost before this was sent." });
      const send = () =>
        this.socket.timeout(ANSWER_MS).emit(event, ...args, (error: unknown, reply: Reply | undefined) => {
          if (!error && reply) resolve(reply);
          else resolve({ ok: false, code: "NO_ANSWER", message: "The server did not answer." });
        });
      this.waiting.push({ key, send, drop });
      this.pump();
    });
  }

  /** Call back what has not been sent yet; false if it is on its way already. */
  recall(key: number): boolean {
    const at = this.waiting.findIndex((entry) => entry.key === key);
    if (at < 0) return false;
    this.waiting.splice(at, 1)[0]?.drop();
    return true;
  }

  private pump(): void {
    clearTimeout(this.timer);
    const now = performance.now();
    this.allowance = Math.min(BURST, this.allowance + ((now - this.counted) / 1000) * PACE);
    this.counted = now;
    while (this.waiting.length && this.allowance >= 1 && this.socket.connected) {
      this.allowance -= 1;
      this.waiting.shift()?.send();
    }
    if (this.waiting.length && this.socket.connected) this.timer = window.setTimeout(() => this.pump(), 1000 / PACE);
  }
}
