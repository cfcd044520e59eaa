import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Reply } from "../src/connection";
import { rename } from "../src/identity";
import { type Connect, RoomSession } from "../src/room/session";
import { initialRoomState, type RoomAction, type RoomState, reduceRoom, withError } from "../src/room/state";
import { FakeSocket, OK, refusal } from "./fake-socket";

interface ToldState {
  readonly event: "room";
  readonly args: [{ readonly status: string }];
}

interface ToldMatch {
  readonly event: "match";
  readonly args: [{ readonly replay_id: string }];
}

interface ToldNotice {
  readonly event: "notice";
  readonly args: [{ readonly code: string; readonly message: string }];
}

interface ToldSeat {
  readonly event: "seat";
  readonly args: [seat: number];
}

type Told = ToldState | ToldMatch | ToldNotice | ToldSeat;

/** A room of a game without rules: the server tells its status and its match. */
class PlainSession extends RoomSession<RoomState, Told, never> {
  /** How often the player took a seat. */
  seated = 0;
  /** How often the room was to be made anew. */
  reopened = 0;
  /** Whether those without a seat may watch. */
  spectatable = true;

  constructor(connect: Connect, watch = false) {
    super(initialRoomState("den"), { events: ["room", "match", "notice", "seat"] }, connect);
    this.watches = watch;
  }

  /** Gives an order that is told about when it fails after a lost connection. */
  async give(id: number): Promise<Reply> {
    const wasDelayed = this.watchForDelay();
    const reply = await this.order(id, "attack", 0, 1, false, id);
    if (!reply.ok && wasDelayed()) this.reportUnmade(reply);
    return reply;
  }

  protected reduce(state: RoomState, step: Told | RoomAction): RoomState {
    if ("action" in step) return reduceRoom(state, step);
    if (step.event === "room") return { ...state, status: step.args[0].status, error: null };
    if (step.event === "notice") return withError(state, step.args[0]);
    if (step.event === "seat") return { ...state, seat: step.args[0] };
    return { ...state, status: "playing", replay: step.args[0].replay_id };
  }

  protected join(room: string, secret: string): Promise<Reply> {
    return this.connection.request("join_private", [room, secret]);
  }

  protected canSpectate(): boolean {
    return this.spectatable;
  }

  protected prepareToReopen(): void {
    this.reopened++;
  }

  protected async afterJoin(): Promise<void> {
    this.seated++;
  }
}

let socket: FakeSocket;
let session: PlainSession;

beforeEach(() => {
  vi.useFakeTimers();
  socket = new FakeSocket();
  session = new PlainSession(socket.connectIt);
});

afterEach(() => {
  session.close();
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(0);
const orders = (from = 0) => socket.sent.slice(from).filter(({ event }) => event === "attack");
const ids = (from = 0) => orders(from).map(({ args }) => args[3]);

/** Connects and is named; the join waits for its answer. */
async function knock(): Promise<void> {
  socket.accept();
  socket.last("set_username").answer(OK);
  await settled();
}

/** Connects and joins a room in which a match is played. */
async function enter(match = "m1"): Promise<void> {
  await knock();
  socket.hear("match", { replay_id: match });
  socket.last("join_private").answer(OK);
  await settled();
}

describe("entering a room", () => {
  it("names the player, then takes the seat, with every connection", async () => {
    await enter();
    socket.lose();
    await enter();
    expect(socket.commands().map(([event]) => event)).toEqual([
      "set_username",
      "join_private",
      "set_username",
      "join_private",
    ]);
    expect([session.seated, session.state.connection, session.state.status]).toEqual([2, "up", "playing"]);
  });

  it("is refused in words", async () => {
    session.spectatable = false;
    await knock();
    socket.last("join_private").answer(refusal("ROOM_FULL"));
    await settled();
    expect([session.state.status, session.state.error?.code]).toEqual(["rejected", "ROOM_FULL"]);
  });

  it("becomes watching where there is no seat", async () => {
    await knock();
    socket.last("join_private").answer(refusal("ROOM_FULL"));
    await settled();
    socket.last("spectate").answer(OK);
    await settled();
    expect(session.state.error).toBeNull();
  });

  it("takes a seat for the next game after watching, and then no longer watches", async () => {
    session = new PlainSession(socket.connectIt, true);
    socket.accept();
    socket.last("set_username").answer(OK);
    await settled();
    socket.last("spectate").answer(OK);
    await settled();
    void session.sitDown();
    socket.last("set_username").answer(OK);
    await settled();
    socket.last("join_private").answer(OK);
    await settled();
    expect(session.seated).toBe(1);
  });

  it("says after a lost connection when the server has another version of the page", async () => {
    const script = document.head.appendChild(document.createElement("script"));
    script.type = "module";
    script.setAttribute("src", "/client/index-old.js");
    const page = (name: string) => vi.stubGlobal("fetch", async () => new Response(`<script src="/client/${name}">`));
    page("index-old.js");
    await enter();
    socket.lose();
    await enter();
    expect(session.state.outdated).toBe(false);
    page("index-new.js");
    socket.lose();
    await enter();
    expect(session.state.outdated).toBe(true);
    script.remove();
    vi.unstubAllGlobals();
  });

  it("that a lost connection interrupts is neither refused nor an error: the next connection enters", async () => {
    await knock();
    socket.lose();
    await settled();
    expect([session.state.status, session.state.error, session.state.connection]).toEqual(["joining", null, "lost"]);
    await enter();
    expect([session.state.status, session.seated]).toEqual(["playing", 1]);
  });

  it("as a spectator that a lost connection interrupts sends nothing before the next is named", async () => {
    socket = new FakeSocket();
    session = new PlainSession(socket.connectIt, true);
    socket.accept();
    socket.lose();
    await settled();
    const before = socket.sent.length;
    socket.accept();
    expect(socket.commands(before).map(([event]) => event)).toEqual(["set_username"]);
  });

  it("again that the server does not answer begins anew over another connection", async () => {
    await enter();
    socket.lose();
    await knock();
    await vi.advanceTimersByTimeAsync(8000);
    expect([socket.connected, socket.attempts, session.state.error]).toEqual([false, 1, null]);
  });

  it("under another name waits for a connection, and does not pretend that there is one", async () => {
    await enter();
    socket.lose();
    rename("Isolde");
    await session.renamed();
    expect(session.state.connection).toBe("lost");
    socket.accept();
    expect(socket.last("set_username").args[1]).toBe("Isolde");
  });

  it("is left to the player when they play on elsewhere", async () => {
    await enter();
    socket.hear("notice", { code: "REPLACED", message: "you have joined from somewhere else" });
    void session.send("pass");
    socket.last("pass").answer(refusal("NO_ROOM"));
    await settled();
    socket.lose();
    const before = socket.sent.length;
    socket.accept();
    expect([socket.sent.length, session.state.connection, session.state.error?.code]).toEqual([
      before,
      "up",
      "REPLACED",
    ]);
    void session.enter();
    expect(socket.sent.length).toBe(before + 1);
  });
});

describe("orders", () => {
  it("wait until the player is seated and the match is known, in either order", async () => {
    for (const matchFirst of [true, false]) {
      await knock();
      const from = socket.sent.length;
      void session.give(1);
      if (matchFirst) socket.hear("match", { replay_id: "m1" });
      else socket.last("join_private").answer(OK);
      await settled();
      expect(ids(from)).toEqual([]);
      if (matchFirst) socket.last("join_private").answer(OK);
      else socket.hear("match", { replay_id: "m1" });
      await settled();
      expect(ids(from)).toContain(1);
      for (const sent of orders(from)) sent.answer(OK);
      socket.lose();
    }
  });

  it("are kept over lost connections and sent again in order", async () => {
    await enter();
    void session.give(1);
    socket.lose();
    void session.give(2);
    await enter();
    void session.give(3);
    expect(ids(2)).toEqual([1, 1, 2, 3]);
  });

  it("are counted while they wait", async () => {
    await enter();
    void session.give(1);
    expect(session.state.waiting).toBe(0);
    socket.lose();
    void session.give(2);
    expect(session.state.waiting).toBe(2);
    await enter();
    expect(session.state.waiting).toBe(0);
  });

  it("of a match that is over are dropped, whichever way that is told, and the player hears how many", async () => {
    const told = [
      () => socket.hear("match", { replay_id: "m2" }),
      () => socket.hear("room", { status: "lobby" }),
      () => socket.hear("room", { status: "ended" }),
    ];
    for (const tell of told) {
      await enter();
      socket.lose();
      const replies = [session.give(1), session.give(2)];
      await knock();
      const from = socket.sent.length;
      tell();
      socket.last("join_private").answer(OK);
      for (const reply of await Promise.all(replies)) expect(reply).toMatchObject({ ok: false, code: "MATCH_OVER" });
      expect(ids(from)).toEqual([]);
      expect(session.state).toMatchObject({ waiting: 0, unmade: { count: 2, code: "MATCH_OVER" } });
      session.dismissUnmade();
      expect(session.state.unmade).toBeNull();
      socket.hear("match", { replay_id: "m1" });
      socket.lose();
    }
  });

  it("of a seat that is lost are dropped", async () => {
    await enter();
    socket.lose();
    const reply = session.give(1);
    await knock();
    socket.last("join_private").answer(refusal("GAME_RUNNING"));
    expect(await reply).toMatchObject({ ok: false, code: "GAME_RUNNING" });
    expect(session.state.unmade).toMatchObject({ count: 1, code: "GAME_RUNNING" });
  });

  it("stay when the join fails with its connection", async () => {
    await enter();
    socket.lose();
    void session.give(1);
    await knock();
    socket.lose();
    await settled();
    expect(session.state.waiting).toBe(1);
    await enter();
    expect(ids()).toEqual([1]);
  });

  it("that the server refuses after a lost connection are told, those refused at once are not", async () => {
    await enter();
    void session.give(1);
    orders().at(-1)!.answer(refusal("STALE"));
    await settled();
    expect(session.state.unmade).toBeNull();
    void session.give(2);
    socket.lose();
    await enter();
    orders().at(-1)!.answer(refusal("STALE"));
    await settled();
    expect(session.state.unmade).toMatchObject({ count: 1, code: "STALE" });
  });

  it("get ids that grow, also after the page was opened again", () => {
    const next = (of: PlainSession) => (of as unknown as { newMoveId(): number }).newMoveId();
    const first = [next(session), next(session)];
    vi.advanceTimersByTime(5);
    const second = next(new PlainSession(new FakeSocket().connectIt));
    expect([first[1]! - first[0]!, second > first[1]!]).toEqual([1, true]);
  });
});

describe("after a lost connection, when no game runs", () => {
  /** The state of the room that the server has; null if it has none. */
  let there: "lobby" | "ended" | "playing" | null;

  beforeEach(() => {
    const rooms = () => (there === null ? [] : [{ state: there }]);
    vi.stubGlobal("fetch", async () => Response.json({ rooms: rooms() }));
  });

  afterEach(() => void vi.unstubAllGlobals());

  /** Comes to the end of a game, as a player or a spectator, and loses the connection. Gives what is sent after it. */
  async function comeBack(seat: number, status: string): Promise<unknown[]> {
    await enter();
    socket.hear("seat", seat);
    socket.hear("room", { status });
    socket.lose();
    const from = socket.sent.length;
    socket.accept();
    await settled();
    return sentFrom(from);
  }

  /** Answers what is sent from a place on with yes. */
  async function sentFrom(from: number): Promise<unknown[]> {
    for (let at = from; at < socket.sent.length; at++) {
      socket.sent[at]!.answer(OK);
      await settled();
    }
    return socket.commands(from).map(([event]) => event);
  }

  it.each([0, -1])("the result stays and nothing is joined in a room that has gone (seat %i)", async (seat) => {
    there = null;
    expect(await comeBack(seat, "ended")).toEqual([]);
    expect(session.state).toMatchObject({ status: "ended", connection: "up", seat: -1, error: null });
  });

  it("a player takes the seat back in the room that is still there", async () => {
    there = "ended";
    expect(await comeBack(0, "ended")).toEqual(["set_username", "join_private"]);
    expect(session.state.seat).toBe(0);
  });

  it("a spectator watches on, and takes no seat", async () => {
    there = "ended";
    expect(await comeBack(-1, "ended")).toEqual(["set_username", "spectate"]);
  });

  it("a player only watches a room that others have opened again", async () => {
    there = "lobby";
    expect(await comeBack(0, "ended")).toEqual(["set_username", "spectate"]);
    expect(session.state.seat).toBe(-1);
  });

  it("the way to the lobby joins the room that has gone, which is made as it was", async () => {
    there = null;
    await comeBack(0, "ended");
    const from = socket.sent.length;
    session.toLobby();
    await settled();
    expect(await sentFrom(from)).toEqual(["set_username", "join_private"]);
    expect([session.state.status, session.reopened, session.seated]).toEqual(["lobby", 1, 2]);
  });

  it("the way to the lobby joins as a guest if somebody else has opened the room meanwhile", async () => {
    there = null;
    await comeBack(0, "ended");
    there = "lobby";
    const from = socket.sent.length;
    session.toLobby();
    await settled();
    expect(await sentFrom(from)).toEqual(["set_username", "join_private"]);
    expect(session.reopened).toBe(0);
  });

  it("those who wait in the lobby make the room as it was", async () => {
    there = null;
    expect(await comeBack(0, "lobby")).toEqual(["set_username", "join_private"]);
    expect(session.reopened).toBe(1);
  });
});
