/**
 * The connection to the server: typed requests, received events, and a limit on how fast requests are sent.
 *
 * A request belongs to one connection and fails with it. An order outlives the connection: it is kept until it is
 * answered, and sent again after the player has joined again. Orders carry a move id, so the server answers a repeated
 * one as the first time and does not carry it out twice.
 */

import { io, type Socket } from "socket.io-client";

import type { Accepted, Commands, ConnectionLimits, Rejected } from "./protocol";

export type Reply = (Accepted & Record<string, unknown>) | Rejected;

/** How fast events are sent until the server has told how fast they may come. */
const FIRST_LIMITS: SendLimits = { eventsPerSecond: 30, burst: 20 };
const REPLY_TIMEOUT_MS = 8000;
const RECONNECT_MS = 1500;

/** How fast the server lets a client send. */
export type SendLimits = Pick<ConnectionLimits, "eventsPerSecond" | "burst">;

/** The move id of an order. */
export type OrderKey = number;

interface Outgoing {
  readonly event: keyof Commands;
  readonly args: readonly unknown[];
  /** The move id of an order, or null for a request. */
  readonly key: OrderKey | null;
  readonly resolve: (reply: Reply) => void;
  /** Whether it is on its way over the current connection. */
  sent: boolean;
  /** Whether it was ever sent: then the server may have carried it out. */
  attempted: boolean;
}

/** The events that a game listens to, the query of its connection, and the handlers. */
export interface ConnectionListener<Heard> {
  readonly events: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  onEvent(event: Heard): void;
  onConnect(): void;
  onDisconnect(): void;
  /** Another number of orders waits to be sent. */
  onWaiting?(count: number): void;
}

/** One event of the server with its arguments, of those that a game knows. */
export type ServerEventOf<Incoming> = {
  [E in keyof Incoming]: { readonly event: E; readonly args: Incoming[E] };
}[keyof Incoming];

/** The part of a Socket.IO client that a connection needs. */
export type ClientSocket = Pick<Socket, "connected" | "connect" | "disconnect" | "on" | "sendBuffer" | "timeout">;

export class Connection<Heard> {
  private outgoing: Outgoing[] = [];
  private ordersOpen = false;
  /** How many orders wait to be sent, as the listener was told last. */
  private waiting = 0;
  private closed = false;
  private limits = FIRST_LIMITS;
  private allowance = FIRST_LIMITS.burst;
  private counted = performance.now();
  private flushTimer = 0;
  private reconnectTimer = 0;

  constructor(
    private readonly listener: ConnectionListener<Heard>,
    private readonly socket: ClientSocket = openSocket(listener.query),
  ) {
    socket.on("connect", () => {
      clearTimeout(this.reconnectTimer);
      listener.onConnect();
      this.flush();
    });
    socket.on("disconnect", (reason) => {
      if (this.closed) return;
      clearTimeout(this.reconnectTimer);
      // The library does not reconnect by itself after the server has ended the connection.
      if (reason === "io server disconnect")
        this.reconnectTimer = window.setTimeout(() => socket.connect(), RECONNECT_MS);
      this.disconnected();
      listener.onDisconnect();
    });
    socket.on("connect_error", () => listener.onDisconnect());
    for (const event of listener.events) {
      socket.on(event, (...args: unknown[]) => listener.onEvent({ event, args } as Heard));
    }
  }

  /** Ends the connection; the listener is told nothing more. */
  close(): void {
    this.closed = true;
    clearTimeout(this.flushTimer);
    clearTimeout(this.reconnectTimer);
    this.socket.disconnect();
  }

  get connected(): boolean {
    return this.socket.connected;
  }

  /** Connects again at once, instead of when the next attempt is due. */
  reconnect(): void {
    clearTimeout(this.reconnectTimer);
    // The library does not hurry while it waits for its own next attempt; ended and begun anew, it does.
    this.socket.disconnect();
    this.socket.connect();
  }

  /** Sends a command and waits for the reply. It fails if there is no connection, or it is lost before. */
  request<E extends keyof Commands>(event: E, args: Commands[E]): Promise<Reply> {
    if (!this.connected) return Promise.resolve(failure("NOT_SENT", "There is no connection to the server."));
    return this.add(event, args, null);
  }

  /** Sends a command that is kept until it is answered, over any number of connections. */
  order<E extends keyof Commands>(event: E, args: Commands[E], key: OrderKey): Promise<Reply> {
    return this.add(event, args, key);
  }

  /** Lets orders out, those first that wait. Called after each join; a lost connection holds them back again. */
  openOrders(): void {
    this.ordersOpen = true;
    this.flush();
  }

  /** Sends as fast as the server allows. */
  setLimits(limits: SendLimits): void {
    this.allowance += Math.max(0, limits.burst - this.limits.burst);
    this.limits = limits;
    this.flush();
  }

  /** Gives up all orders that are not answered. They fail with this code. */
  dropOrders(code: string): void {
    const dropped = this.outgoing.filter(({ key }) => key !== null);
    this.outgoing = this.outgoing.filter(({ key }) => key === null);
    this.reportWaiting();
    for (const { resolve } of dropped) resolve(failure(code, "This was not sent: the game has moved on."));
  }

  /** Cancels an order that has not been sent over any connection yet; false if it has. */
  cancel(key: OrderKey): boolean {
    const found = this.outgoing.find((entry) => entry.key === key && !entry.attempted);
    if (!found) return false;
    this.finish(found, failure("NOT_SENT", "This was taken back before it was sent."));
    return true;
  }

  private add(event: keyof Commands, args: readonly unknown[], key: OrderKey | null): Promise<Reply> {
    return new Promise((resolve) => {
      this.outgoing.push({ event, args, key, resolve, sent: false, attempted: false });
      this.flush();
    });
  }

  private disconnected(): void {
    this.ordersOpen = false;
    // What the library has buffered would be sent with the next connection, before the player has joined again.
    this.socket.sendBuffer.length = 0;
    const lost = this.outgoing.filter(({ key }) => key === null);
    this.outgoing = this.outgoing.filter(({ key }) => key !== null);
    for (const order of this.outgoing) order.sent = false;
    this.reportWaiting();
    for (const { resolve } of lost) resolve(failure("NOT_SENT", "The connection was lost before this was answered."));
  }

  /** Sends what may be sent now, in the order in which it was given; the rest is sent a little later. */
  private flush(): void {
    clearTimeout(this.flushTimer);
    if (this.connected) this.sendDue();
    this.reportWaiting();
  }

  private sendDue(): void {
    const now = performance.now();
    const { eventsPerSecond, burst } = this.limits;
    this.allowance = Math.min(burst, this.allowance + ((now - this.counted) / 1000) * eventsPerSecond);
    this.counted = now;
    const due = this.outgoing.filter(({ sent, key }) => !sent && (key === null || this.ordersOpen));
    for (const entry of due) {
      if (this.allowance < 1) {
        this.flushTimer = window.setTimeout(() => this.flush(), 1000 / eventsPerSecond);
        return;
      }
      this.allowance -= 1;
      this.send(entry);
    }
  }

  private send(entry: Outgoing): void {
    entry.sent = entry.attempted = true;
    this.socket.timeout(REPLY_TIMEOUT_MS).emit(entry.event, ...entry.args, (error: unknown, reply?: Reply) => {
      // An order that was lost with its connection, or that nobody waits for any more, is not answered here.
      if (!entry.sent || !this.outgoing.includes(entry)) return;
      if (!error && reply) this.finish(entry, reply);
      else if (entry.key === null) this.finish(entry, failure("NO_ANSWER", "The server did not answer."));
      // A connection over which an order is not answered is dead, even if that has not been noticed yet.
      else this.reconnect();
    });
  }

  private finish(entry: Outgoing, reply: Reply): void {
    this.outgoing = this.outgoing.filter((other) => other !== entry);
    this.reportWaiting();
    entry.resolve(reply);
  }

  private reportWaiting(): void {
    const waiting = this.outgoing.filter(({ key, sent }) => key !== null && !sent).length;
    if (waiting === this.waiting) return;
    this.waiting = waiting;
    this.listener.onWaiting?.(waiting);
  }
}

function failure(code: string, message: string): Reply {
  return { ok: false, code, message };
}

function openSocket(query: Readonly<Record<string, string>> = {}): ClientSocket {
  return io({
    query: { ...query },
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnectionDelayMax: 3000,
  });
}
