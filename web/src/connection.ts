/** The connection to the server: typed requests, received events, and a limit on how fast requests are sent. */

import { io, type Socket } from "socket.io-client";

import type { Accepted, Commands, Rejected } from "./protocol";

export type Reply = (Accepted & Record<string, unknown>) | Rejected;

/** Events in a second; the server refuses more than 40. */
const EVENTS_PER_SECOND = 30;
const BURST = 20;
const REPLY_TIMEOUT_MS = 8000;
const RECONNECT_MS = 1500;

interface PendingRequest {
  readonly key: number | null;
  readonly send: () => void;
  readonly drop: () => void;
}

/** The events that a game listens to, the query of its connection, and the handlers. */
export interface ConnectionListener<Heard> {
  readonly events: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  onEvent(event: Heard): void;
  onConnect(): void;
  onDisconnect(): void;
}

/** One event of the server with its arguments, of those that a game knows. */
export type ServerEventOf<Incoming> = {
  [E in keyof Incoming]: { readonly event: E; readonly args: Incoming[E] };
}[keyof Incoming];

export class Connection<Heard> {
  private readonly socket: Socket;
  private readonly pending: PendingRequest[] = [];
  private allowance = BURST;
  private counted = performance.now();
  private timer = 0;

  constructor(listener: ConnectionListener<Heard>) {
    this.socket = io({
      query: { ...listener.query },
      transports: ["websocket", "polling"],
      tryAllTransports: true,
      reconnectionDelayMax: 3000,
    });
    this.socket.on("connect", () => listener.onConnect());
    this.socket.on("disconnect", (reason) => {
      // The library does not come back by itself when it was the server that ended the connection.
      if (reason === "io server disconnect") this.timer = window.setTimeout(() => this.socket.connect(), RECONNECT_MS);
      for (const entry of this.pending.splice(0)) entry.drop();
      listener.onDisconnect();
    });
    this.socket.on("connect_error", () => listener.onDisconnect());
    for (const event of listener.events) {
      this.socket.on(event, (...args: unknown[]) => listener.onEvent({ event, args } as Heard));
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.socket.disconnect();
  }

  /** Connect again at once, instead of when the next attempt is due. */
  reconnect(): void {
    // The library does not hurry while it waits for its own next attempt; ended and begun anew, it does.
    this.socket.disconnect();
    this.socket.connect();
  }

  /** Sends a command and waits for the reply. A `key` allows to cancel it while it has not been sent. */
  request<E extends keyof Commands>(event: E, args: Commands[E], key: number | null = null): Promise<Reply> {
    return new Promise((resolve) => {
      const drop = () => resolve({ ok: false, code: "NOT_SENT", message: "The line was lost before this was sent." });
      const send = () =>
        this.socket.timeout(REPLY_TIMEOUT_MS).emit(event, ...args, (error: unknown, reply: Reply | undefined) => {
          if (!error && reply) resolve(reply);
          else resolve({ ok: false, code: "NO_ANSWER", message: "The server did not answer." });
        });
      this.pending.push({ key, send, drop });
      this.flush();
    });
  }

  /** Cancels a command that has not been sent yet; false if it has. */
  cancel(key: number): boolean {
    const at = this.pending.findIndex((entry) => entry.key === key);
    if (at < 0) return false;
    this.pending.splice(at, 1)[0]?.drop();
    return true;
  }

  private flush(): void {
    clearTimeout(this.timer);
    const now = performance.now();
    this.allowance = Math.min(BURST, this.allowance + ((now - this.counted) / 1000) * EVENTS_PER_SECOND);
    this.counted = now;
    while (this.pending.length && this.allowance >= 1 && this.socket.connected) {
      this.allowance -= 1;
      this.pending.shift()?.send();
    }
    if (this.pending.length && this.socket.connected)
      this.timer = window.setTimeout(() => this.flush(), 1000 / EVENTS_PER_SECOND);
  }
}
