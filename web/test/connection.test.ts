import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Connection, type Reply } from "../src/connection";
import { FakeSocket, OK, refusal } from "./fake-socket";

const REPLY_TIMEOUT_MS = 8000;
const RECONNECT_MS = 1500;
const BURST = 20;

let socket: FakeSocket;
let connection: Connection<unknown>;
const listener = { events: ["news"], onEvent: vi.fn(), onConnect: vi.fn(), onDisconnect: vi.fn(), onWaiting: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  socket = new FakeSocket();
  connection = new Connection(listener, socket.asSocket);
});

afterEach(() => {
  connection.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** Orders with these ids; gives the list that their replies are added to. */
function order(...ids: number[]): [number, Reply][] {
  const replies: [number, Reply][] = [];
  for (const id of ids) void connection.order("undo_move", [], id).then((reply) => replies.push([id, reply]));
  return replies;
}

function march(id: number): Promise<Reply> {
  return connection.order("attack", [0, 1, false, id], id);
}

/** The ids of the marches that were sent, from a place on. */
function marched(from = 0): unknown[] {
  return socket.commands(from).map(([, , , , id]) => id);
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe("an order", () => {
  it("is not sent before the player has joined, while requests are", () => {
    socket.accept();
    void march(1);
    void connection.request("chat_message", ["hello"]);
    expect(socket.commands()).toEqual([["chat_message", "hello"]]);
    connection.openOrders();
    expect(marched(1)).toEqual([1]);
  });

  it("is kept without a connection, over any number of them, and all are sent in their order", () => {
    void march(1);
    void march(2);
    for (let i = 0; i < 3; i++) {
      socket.accept();
      void march(3 + i);
      socket.lose();
    }
    expect(socket.sent).toEqual([]);
    socket.accept();
    connection.openOrders();
    expect(marched()).toEqual([1, 2, 3, 4, 5]);
  });

  it("that was sent and not answered is sent again before later ones, after joining again", () => {
    socket.accept();
    connection.openOrders();
    void march(1);
    void march(2);
    socket.sent[0]!.answer(OK);
    socket.lose();
    void march(3);
    socket.accept();
    expect(marched()).toEqual([1, 2]);
    connection.openOrders();
    expect(marched(2)).toEqual([2, 3]);
  });

  it("is answered once, whatever comes twice", async () => {
    socket.accept();
    connection.openOrders();
    const replies = order(1);
    const [first] = socket.sent;
    socket.lose();
    socket.accept();
    connection.openOrders();
    socket.last("undo_move").answer(OK);
    first!.answer(refusal("STALE"));
    socket.last("undo_move").answer(refusal("STALE"));
    await settled();
    expect(replies).toEqual([[1, OK]]);
    socket.lose();
    socket.accept();
    connection.openOrders();
    expect(socket.sent.length).toBe(2);
  });

  it("is not answered by a connection that is gone", async () => {
    socket.accept();
    connection.openOrders();
    const replies = order(1);
    socket.lose();
    socket.sent[0]!.answer(OK);
    await settled();
    expect(replies).toEqual([]);
  });

  it("that nobody answers in time ends the connection, and is sent again over the next", async () => {
    socket.accept();
    connection.openOrders();
    const replies = order(1, 2);
    await vi.advanceTimersByTimeAsync(REPLY_TIMEOUT_MS);
    expect([socket.connected, socket.attempts, listener.onDisconnect.mock.calls.length]).toEqual([false, 1, 1]);
    socket.accept();
    connection.openOrders();
    expect(socket.sent.length).toBe(4);
    for (const sent of socket.sent.slice(2)) sent.answer(OK);
    await settled();
    expect(replies).toEqual([
      [1, OK],
      [2, OK],
    ]);
  });

  it("is given up with all others when another match began, and fails with the reason", async () => {
    socket.accept();
    const replies = order(1, 2);
    connection.dropOrders("MATCH_OVER");
    connection.openOrders();
    await settled();
    expect(socket.sent).toEqual([]);
    expect(replies.map(([id, reply]) => [id, reply.ok || reply.code])).toEqual([
      [1, "MATCH_OVER"],
      [2, "MATCH_OVER"],
    ]);
  });

  it("is cancelled only if it was never sent", async () => {
    socket.accept();
    connection.openOrders();
    const replies = order(1);
    socket.lose();
    replies.push(...order(2));
    const cancelled = order(3);
    expect([connection.cancel(1), connection.cancel(3), connection.cancel(3)]).toEqual([false, true, false]);
    await settled();
    expect(cancelled.map(([, reply]) => reply.ok || reply.code)).toEqual(["NOT_SENT"]);
    socket.accept();
    connection.openOrders();
    expect(socket.sent.length).toBe(3);
  });

  it("does not stay in the library's own buffer, which is sent before joining", () => {
    socket.accept();
    connection.openOrders();
    void march(1);
    socket.sendBuffer.push("attack");
    socket.lose();
    expect(socket.sendBuffer).toEqual([]);
  });
});

describe("a request", () => {
  it("fails with its connection, and is not sent over the next", async () => {
    socket.accept();
    const reply = connection.request("pass", []);
    socket.lose();
    expect(await reply).toMatchObject({ ok: false, code: "NOT_SENT" });
    socket.accept();
    expect(socket.sent.length).toBe(1);
  });

  it("fails at once without a connection", async () => {
    expect(await connection.request("pass", [])).toMatchObject({ ok: false, code: "NOT_SENT" });
    socket.accept();
    expect(socket.sent).toEqual([]);
  });

  it("fails when it is not answered in time, and the connection stays", async () => {
    socket.accept();
    const reply = connection.request("pass", []);
    await vi.advanceTimersByTimeAsync(REPLY_TIMEOUT_MS);
    expect(await reply).toMatchObject({ ok: false, code: "NO_ANSWER" });
    expect(socket.connected).toBe(true);
  });
});

describe("sending", () => {
  it("allows a burst, then a steady rate, in order and with one timer", async () => {
    socket.accept();
    connection.openOrders();
    for (let id = 1; id <= 100; id++) void march(id);
    expect(marched().length).toBe(BURST);
    expect(vi.getTimerCount()).toBe(BURST + 1); // one for each answer, one for the rest
    await vi.advanceTimersByTimeAsync(1000);
    expect(marched().length).toBeGreaterThanOrEqual(BURST + 25);
    expect(marched().length).toBeLessThanOrEqual(BURST + 30);
    await vi.advanceTimersByTimeAsync(2000);
    expect(marched()).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  });

  it("stops with the connection and goes on with the next", async () => {
    socket.accept();
    connection.openOrders();
    for (let id = 1; id <= 25; id++) void march(id);
    socket.lose();
    await vi.advanceTimersByTimeAsync(5000);
    expect(marched().length).toBe(BURST);
    socket.accept();
    connection.openOrders();
    await vi.advanceTimersByTimeAsync(1000);
    expect(marched(BURST)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
  });

  it("tells how many orders wait, and nothing while all are on their way", () => {
    socket.accept();
    connection.openOrders();
    void march(1);
    expect(listener.onWaiting).not.toHaveBeenCalled();
    socket.lose();
    void march(2);
    connection.cancel(2);
    expect(listener.onWaiting.mock.calls).toEqual([[1], [2], [1]]);
    socket.accept();
    connection.openOrders();
    expect(listener.onWaiting).toHaveBeenLastCalledWith(0);
  });
});

describe("a connection", () => {
  it("that the server has ended is made again after a while, by one timer", () => {
    for (let i = 0; i < 3; i++) {
      socket.accept();
      socket.lose("io server disconnect");
    }
    expect([socket.attempts, vi.getTimerCount()]).toEqual([0, 1]);
    vi.advanceTimersByTime(RECONNECT_MS);
    expect(socket.attempts).toBe(1);
  });

  it("that is made again by hand is not made again by the timer", () => {
    socket.accept();
    socket.lose("io server disconnect");
    connection.reconnect();
    vi.advanceTimersByTime(10 * RECONNECT_MS);
    expect(socket.attempts).toBe(1);
  });

  it("passes events on, and tells nothing after it was closed", () => {
    socket.accept();
    socket.hear("news", 1, 2);
    expect(listener.onEvent).toHaveBeenCalledWith({ event: "news", args: [1, 2] });
    connection.close();
    expect(listener.onDisconnect).not.toHaveBeenCalled();
  });
});
