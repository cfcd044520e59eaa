import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { LegalShown, WeltenEvents, WeltenView } from "../src/protocol";
import { Session } from "../src/welten/session";
import type { State } from "../src/welten/state";
import { FakeSocket, OK, refusal, type Sent } from "./fake-socket";
import { drawn, GAME_DATA, LEGAL } from "./welten-boards";

const CAN_MOVE: LegalShown = { ...LEGAL, units: [0, 1] };
const VIEW: WeltenView = {
  n: 0,
  side: "eldoin",
  replay_id: "first",
  view: drawn("S A .\n. . a"),
  legal: CAN_MOVE,
  clock: null,
  tiles: null,
};

let socket: FakeSocket;
let session: Session;

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  localStorage.clear();
  socket = new FakeSocket();
  session = new Session("hall", GAME_DATA, {}, false, socket.connectIt);
});

afterEach(() => {
  session.close();
  vi.useRealTimers();
});

/** Lets promises that are ready run on. */
async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

/** Answers the next command that must be of this name. */
async function answer(event: string, reply = OK): Promise<void> {
  await settle();
  expect(socket.sent.at(-1)?.event).toBe(event);
  socket.last(event).answer(reply);
  await settle();
}

/** Connects, takes the seat and gets a board. */
async function join(view: Partial<WeltenView> = {}): Promise<void> {
  socket.accept();
  await answer("set_username");
  await settle();
  const joining = socket.last("welten_join");
  socket.hear("joined_as_player", { playerIndex: 0, token: "t" });
  socket.hear("welten_view", { ...VIEW, ...view });
  joining.answer(OK);
  await settle();
}

function orders(): Sent[] {
  return socket.sent.filter(({ event }) => event === "welten_order");
}

/** The number and the text of each order that was sent. */
function texts(): unknown[] {
  return orders().map(({ args }) => [args[1], args[2]]);
}

/** Tells that the order with this number was carried out. */
function carriedOut(n: number, more: Partial<WeltenEvents> = {}): void {
  const { phase, player, state, rounds, offers, outcome } = session.state.board!;
  const patch = { phase, player, state, rounds, offers, outcome, units: [], terrain: [], dead: [] };
  const told = { side: "eldoin", order: "", events: [], legal: CAN_MOVE, clock: null, ...more } as const;
  socket.hear("welten_events", { n, ...told, patch: { ...patch, ...more.patch } });
}

const waiting = ({ orders: all }: State) => all.map(({ text }) => text);

describe("orders", () => {
  it("are sent one after the other, each for the board that the one before it leads to", async () => {
    await join({ n: 4 });
    session.give("move 0 0,1");
    session.give("move 1 1,1");
    await settle();
    expect(texts()).toEqual([[4, "move 0 0,1"]]);
    expect(waiting(session.state)).toEqual(["move 0 0,1", "move 1 1,1"]);
    carriedOut(5);
    await answer("welten_order");
    expect(texts()).toEqual([
      [4, "move 0 0,1"],
      [5, "move 1 1,1"],
    ]);
    carriedOut(6);
    await answer("welten_order");
    expect([waiting(session.state), session.state.takenBack]).toEqual([[], null]);
  });

  it("are given once by a double click, and again after the answer", async () => {
    await join();
    session.give("gate 0");
    session.give("gate 0");
    carriedOut(1);
    await answer("welten_order");
    expect(texts()).toEqual([[0, "gate 0"]]);
    session.give("gate 0");
    await settle();
    expect(texts()).toHaveLength(2);
  });

  it("that are refused take back those behind them, visibly", async () => {
    await join();
    session.give("move 0 0,1");
    session.give("end");
    await answer("welten_order", refusal("OCCUPIED"));
    expect(texts()).toHaveLength(1);
    expect(session.state.orders).toEqual([]);
    expect(session.state.takenBack).toEqual({ orders: ["move 0 0,1", "end"], code: "OCCUPIED" });
    session.moveCursor(3);
    expect(session.state.takenBack).not.toBeNull();
    session.chooseUnit(1);
    expect(session.state.takenBack).toBeNull();
  });
});

describe("a lost connection", () => {
  it("keeps an order that was given without it, and sends it once after joining again", async () => {
    await join();
    socket.lose();
    session.give("move 0 0,1");
    await settle();
    expect([orders().length, waiting(session.state)]).toEqual([0, ["move 0 0,1"]]);
    await join();
    expect(texts()).toEqual([[0, "move 0 0,1"]]);
    carriedOut(1);
    await answer("welten_order");
    expect([texts().length, session.state.orders, session.state.takenBack]).toEqual([1, [], null]);
  });

  it("before the answer leads to the same order again, with the same number and id", async () => {
    await join();
    session.give("move 0 0,1");
    await settle();
    const { moveId } = session.state.orders[0]!;
    socket.lose();
    expect(waiting(session.state)).toEqual(["move 0 0,1"]);
    await join({ n: 1 }); // it was carried out
    expect(orders().map(({ args }) => args[3])).toEqual([moveId, moveId]);
    expect(texts()).toEqual([
      [0, "move 0 0,1"],
      [0, "move 0 0,1"],
    ]);
    expect(session.state.orders[0]?.moveId).toBe(moveId);
    await answer("welten_order");
    expect([session.state.orders, session.state.takenBack]).toEqual([[], null]);
  });

  it("over which the game has moved on takes an order back, and those behind it", async () => {
    await join();
    socket.lose();
    session.give("move 0 0,1");
    session.give("move 1 1,1");
    await join({ n: 1 });
    await answer("welten_order", refusal("STALE"));
    expect(texts()).toEqual([[0, "move 0 0,1"]]);
    expect(session.state.takenBack).toEqual({ orders: ["move 0 0,1", "move 1 1,1"], code: "STALE" });
    session.dismissTakenBack();
    expect(session.state.takenBack).toBeNull();
  });

  it("lets the player take orders back that wait for the next", async () => {
    await join();
    socket.lose();
    session.give("move 0 0,1");
    session.give("move 1 1,1");
    expect(session.takeBackUnsent()).toBe(true);
    expect(waiting(session.state)).toEqual(["move 0 0,1"]);
    expect(session.takeBackUnsent()).toBe(true);
    await settle();
    expect(session.takeBackUnsent()).toBe(false);
    await join();
    expect([texts(), session.state.orders, session.state.takenBack]).toEqual([[], [], null]);
    session.give("end");
    await settle();
    expect(texts()).toEqual([[0, "end"]]);
  });

  it("takes no order back that has been sent: the server may have carried it out", async () => {
    await join();
    session.give("move 0 0,1");
    await settle();
    socket.lose();
    expect([session.takeBackUnsent(), waiting(session.state)]).toEqual([false, ["move 0 0,1"]]);
  });

  it("during which the seat was lost takes orders back", async () => {
    await join();
    socket.lose();
    session.give("end");
    await join({ side: null });
    expect([texts(), session.state.orders, session.state.takenBack?.orders]).toEqual([[], [], ["end"]]);
  });

  it("asks the server again what the chosen unit can do, and nothing meanwhile", async () => {
    await join();
    session.chooseUnit(0);
    await settle();
    const asked = () => socket.sent.filter(({ event }) => event === "welten_legal").length;
    expect(asked()).toBe(1);
    socket.lose();
    session.chooseUnit(1);
    await settle();
    expect(asked()).toBe(1);
    session.chooseUnit(0);
    await join();
    expect([session.state.chosen, asked()]).toEqual([0, 2]);
  });
});

describe("the end of a match", () => {
  const end = { winner: 0, places: [1, 2], reason: "commander", turn: 1, replay_id: "first" };
  const outcome = { winner: "eldoin", reason: "commander" } as const;

  it("does not take back the order that has ended it", async () => {
    await join();
    session.give("attack 0 2,1");
    await settle();
    carriedOut(1, { patch: { outcome } as WeltenEvents["patch"] });
    socket.hear("game_end", end);
    await settle();
    orders()[0]!.answer(OK);
    await settle();
    expect([session.state.status, session.state.orders, session.state.takenBack]).toEqual(["ended", [], null]);
  });

  it("while the answer was lost is asked about: the order may have ended the match, or come too late", async () => {
    for (const [reply, takenBack] of [
      [OK, null],
      [refusal("NOT_PLAYING"), { orders: ["attack 0 2,1"], code: "MATCH_OVER" }],
    ] as const) {
      session.close();
      socket = new FakeSocket();
      session = new Session("hall", GAME_DATA, {}, false, socket.connectIt);
      await join();
      session.give("attack 0 2,1");
      await settle();
      socket.lose();
      await join({ n: 1, view: drawn("S A .\n. . .", { outcome }) });
      expect(texts()).toEqual([
        [0, "attack 0 2,1"],
        [0, "attack 0 2,1"],
      ]);
      await answer("welten_order", reply);
      expect([session.state.orders, session.state.takenBack]).toEqual([[], takenBack]);
    }
  });

  it("takes orders back that were meant for it when the next match has begun, and sends none of them", async () => {
    await join();
    socket.lose();
    session.give("end");
    await join({ replay_id: "second" });
    expect([texts(), session.state.takenBack]).toEqual([[], { orders: ["end"], code: "MATCH_OVER" }]);
    session.give("move 0 0,1");
    await settle();
    expect(texts()).toEqual([[0, "move 0 0,1"]]);
  });
});

describe("a room that has gone with its server", () => {
  it("is made with the options that it had when the player wants another game", async () => {
    vi.stubGlobal("fetch", async () => Response.json({ rooms: [] }));
    await join();
    const options = {
      scenario: "default",
      rules: "original",
      clock: 600,
      rated: false,
      casual: "options",
      listed: false,
    };
    socket.hear("welten_room", { roomId: "hall", state: "ended", options, spectators: 0 });
    socket.lose();
    const from = socket.sent.length;
    socket.accept();
    await settle();
    expect([socket.commands(from), session.state.status]).toEqual([[], "ended"]);
    session.toLobby();
    await answer("set_username");
    const { casual: _, ...wanted } = options;
    expect(socket.last("welten_join").args[2]).toEqual({ ...wanted, rated: true, side: null });
    vi.unstubAllGlobals();
  });
});
