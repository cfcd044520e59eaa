import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Session } from "../src/fog/session";
import type { QueuedMarch } from "../src/protocol";
import { refusalText } from "../src/room/refusals";
import { FakeSocket, OK, refusal } from "./fake-socket";
import { LAST, nothing, OPTIONS, player, shows } from "./fog-boards";

const BOARD = `
  A9 .  .  .  .  .
  .  .  .  .  .  B9`;

let socket: FakeSocket;
let session: Session;

beforeEach(async () => {
  vi.useFakeTimers();
  socket = new FakeSocket();
  session = new Session("den", {}, socket.connectIt);
  await enter();
});

afterEach(() => {
  session.close();
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(0);

/** Connects and joins; the server shows the match, with these marches in its queue. */
async function enter(queue: readonly QueuedMarch[] = [], turn = 1): Promise<void> {
  await knock();
  socket.hear("room_update", { roomId: "den", state: "playing", options: OPTIONS, spectators: 0 });
  socket.hear("players_update", [player(0), player(1)]);
  socket.hear("game_start", { playerIndex: 0, replay_id: "m1", options: OPTIONS });
  socket.hear("game_update", shows(turn, BOARD, { queue: [...queue] }));
  socket.last("join_private").answer(OK);
  await settled();
}

async function knock(): Promise<void> {
  socket.accept();
  socket.last("set_username").answer(OK);
  await settled();
}

/** The server's next turn, with these marches still in its queue. */
function turn(number: number, queue: readonly QueuedMarch[] = []): void {
  socket.hear("game_update", nothing(number, { queue: [...queue] }));
}

/** The orders that were sent, from a place on: the id of a march, or the name of a command. */
function ordered(from = 0): unknown[] {
  return socket
    .commands(from)
    .filter(([event]) => ["attack", "undo_move", "clear_moves"].includes(event as string))
    .map(([event, , , , id]) => (event === "attack" ? id : event));
}

/** The server takes the last march that was sent. */
async function take(): Promise<QueuedMarch> {
  const sent = socket.last("attack");
  const [from, to, half, moveId] = sent.args as [number, number, boolean, number];
  socket.hear("attack_result", { phase: "queued", ok: true, from, to, moveId });
  sent.answer(OK);
  await settled();
  return { from, to, half, moveId };
}

const shown = () => session.state.queue.marches.map(({ to, confirmed }) => [to, confirmed]);
const idsShown = () => session.state.queue.marches.map(({ moveId }) => moveId);

describe("marches", () => {
  it("are shown at once, and as the server's own when it has them", async () => {
    session.march(1);
    expect(shown()).toEqual([[1, false]]);
    await take();
    expect(shown()).toEqual([[1, true]]);
  });

  it("vanish when the server refuses them, and nobody is told what the board shows", async () => {
    session.march(1);
    socket.last("attack").answer(refusal("MOUNTAIN"));
    await settled();
    expect([shown(), session.state.unmade]).toEqual([[], null]);
  });

  it("without a connection wait, are counted and told apart from those that the server has", async () => {
    session.march(1);
    const first = await take();
    socket.lose();
    session.march(2);
    session.march(3);
    expect(shown()).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
    expect(session.state.waiting).toBe(2);
    const from = socket.sent.length;
    const wished = idsShown().slice(1);
    await enter([first], 2);
    expect(ordered(from)).toEqual(wished);
    expect([shown().length, session.state.waiting]).toEqual([3, 0]);
  });

  it("whose answer was lost are asked for again with the same id, and shown once", async () => {
    session.march(1);
    const [id] = idsShown();
    const [from, to] = [0, 1];
    socket.lose();
    await enter([{ from, to, half: false, moveId: id! }], 2);
    expect(ordered()).toEqual([id, id]);
    expect(shown()).toEqual([[1, true]]);
    await take();
    expect(shown()).toEqual([[1, true]]);
    turn(3);
    expect(shown()).toEqual([]);
  });

  it("that were made while the connection was lost are not shown any more after the next turn", async () => {
    session.march(1);
    socket.lose();
    await enter([], 2);
    await take();
    turn(3);
    expect([shown(), session.state.unmade]).toEqual([[], null]);
  });

  it("that the server refuses after a lost connection vanish, and the player is told how many", async () => {
    socket.lose();
    for (const tile of [1, 2, 3]) session.march(tile);
    const from = socket.sent.length;
    await enter([], 2);
    for (const sent of socket.sent.slice(from).filter(({ event }) => event === "attack"))
      sent.answer(refusal("ELIMINATED"));
    await settled();
    expect([shown(), session.state.unmade]).toMatchObject([[], { count: 3, code: "ELIMINATED" }]);
  });

  it("of a game that ended meanwhile vanish, and the player is told", async () => {
    socket.lose();
    session.march(1);
    session.march(2);
    const from = socket.sent.length;
    await knock();
    socket.hear("room_update", { roomId: "den", state: "ended", options: OPTIONS, spectators: 0 });
    socket.hear("players_update", [player(0), player(1)]);
    socket.hear("joined_as_player", { playerIndex: 0, token: "t" });
    socket.last("join_private").answer(OK);
    await settled();
    expect(ordered(from)).toEqual([]);
    expect(session.state).toMatchObject({
      status: "lobby",
      error: { code: "MISSED_END" },
      unmade: { count: 2, code: "MATCH_OVER" },
      queue: { marches: [] },
    });
  });

  it("of a seat that is lost vanish, and the player is told", async () => {
    socket.lose();
    session.march(1);
    await knock();
    socket.last("join_private").answer(refusal("GAME_RUNNING"));
    await settled();
    socket.last("spectate").answer(OK);
    await settled();
    expect([shown(), session.state.unmade]).toMatchObject([[], { count: 1, code: "GAME_RUNNING" }]);
  });

  it("are not sent into another match", async () => {
    socket.lose();
    session.march(1);
    const from = socket.sent.length;
    await knock();
    socket.hear("game_start", { playerIndex: 0, replay_id: "m2", options: OPTIONS });
    socket.hear("game_update", shows(0, BOARD));
    socket.last("join_private").answer(OK);
    await settled();
    expect([ordered(from), shown()]).toEqual([[], []]);
    expect(session.state.unmade).toMatchObject({ count: 1, code: "MATCH_OVER" });
    session.march(1);
    expect(ordered(from).length).toBe(1);
  });
});

describe("options", () => {
  it("that the server does not take are refused in its words, which name the tile", async () => {
    const chosen = session.chooseOptions({ map: ["..."] });
    socket.last("set_options").answer({ ok: false, code: "IMPOSSIBLE", message: "tile 42 is too near the edge" });
    expect(await chosen).toBe(false);
    expect(refusalText(session.state.error!)).toBe(
      "The server does not take these options: tile 42 is too near the edge.",
    );
  });

  it("that a lost connection keeps back are no fault of theirs", async () => {
    socket.lose();
    expect(await session.chooseOptions({ players: 3 })).toBe(false);
    expect(session.state.error?.code).toBe("NOT_SENT");
  });
});

describe("taking back", () => {
  it("a march that was never sent needs no server", async () => {
    socket.lose();
    session.march(1);
    session.march(2);
    session.undo();
    expect([shown(), session.state.waiting]).toEqual([[[1, false]], 1]);
    session.undo();
    const from = socket.sent.length;
    await enter([], 2);
    expect([ordered(from), session.state.unmade]).toEqual([[], null]);
  });

  it("a march that is on its way follows it", async () => {
    session.march(1);
    const [id] = idsShown();
    session.undo();
    expect([shown(), ordered()]).toEqual([[], [id, "undo_move"]]);
    await take();
    turn(2, [{ from: 0, to: 1, half: false, moveId: id! }]);
    expect(shown()).toEqual([]);
    socket.last("undo_move").answer(OK);
    await settled();
    turn(3);
    expect(shown()).toEqual([]);
  });

  it("a march whose answer was lost follows it over the next connection, before what was ordered since", async () => {
    session.march(1);
    const [id] = idsShown();
    socket.lose();
    session.undo();
    session.march(1);
    const [later] = idsShown();
    const from = socket.sent.length;
    await enter([{ from: 0, to: 1, half: false, moveId: id! }], 2);
    expect(ordered(from)).toEqual([id, "undo_move", later]);
    expect(idsShown()).toEqual([later]);
  });

  it("a march that the server has waits for a connection, and the march stays hidden until it is answered", async () => {
    session.march(1);
    const march = await take();
    socket.lose();
    session.undo();
    expect([shown(), session.state.waiting]).toEqual([[], 1]);
    const from = socket.sent.length;
    await enter([march], 2);
    expect([shown(), ordered(from)]).toEqual([[], ["undo_move"]]);
  });

  it("a march that was made before shows what happened, and is no refusal that anybody is told", async () => {
    session.march(1);
    await take();
    socket.lose();
    session.undo();
    await enter([], 2);
    socket.last("undo_move").answer(refusal("NOTHING_TO_UNDO"));
    await settled();
    expect([shown(), session.state.unmade, session.state.queue.withdrawn]).toEqual([[], null, []]);
  });

  it("a march that the server then refuses tells nobody of it", async () => {
    session.march(1);
    socket.lose();
    session.undo();
    await enter([], 2);
    socket.last("attack").answer(refusal("ELIMINATED"));
    socket.last("undo_move").answer(refusal("ELIMINATED"));
    await settled();
    expect(session.state.unmade).toBeNull();
  });

  it("a march is repeated when its answer was lost, in its place", async () => {
    session.march(1);
    const march = await take();
    session.undo();
    session.march(1);
    const [later] = idsShown();
    socket.lose();
    const from = socket.sent.length;
    await enter([], 2);
    expect(ordered(from)).toEqual(["undo_move", later]);
    expect(march.moveId).not.toBe(later);
  });

  it("all marches cancels those that were never sent, and asks the server for the others", async () => {
    session.march(1);
    await take();
    session.march(2);
    socket.lose();
    session.march(3);
    session.clear();
    expect([shown(), session.state.waiting, session.state.cursor]).toEqual([[], 2, 0]);
    const from = socket.sent.length;
    await enter([], 2);
    expect(ordered(from).length).toBe(2);
    expect(ordered(from)[1]).toBe("clear_moves");
  });

  it("all marches asks the server for nothing if it has none", async () => {
    session.clear();
    socket.lose();
    session.march(1);
    session.clear();
    const from = socket.sent.length;
    await enter([], 2);
    expect([ordered(from), session.state.waiting]).toEqual([[], 0]);
  });

  it("all marches does not take those that are ordered after it", async () => {
    session.march(1);
    const march = await take();
    socket.lose();
    session.clear();
    session.march(1);
    const [later] = idsShown();
    const from = socket.sent.length;
    await enter([march], 2);
    expect(ordered(from)).toEqual(["clear_moves", later]);
    expect(idsShown()).toEqual([later]);
  });
});

describe("a room that has gone with its server", () => {
  it("is made with the options that it had when the player wants another game", async () => {
    const answer = (path: string) => (path.startsWith("/api/rooms") ? { rooms: [] } : null);
    vi.stubGlobal("fetch", async (path: string) => Response.json(answer(path)));
    socket.hear("last_match", { ...LAST, replay_id: "m1" });
    socket.lose();
    const from = socket.sent.length;
    socket.accept();
    await settled();
    expect([socket.commands(from), session.state.status]).toEqual([[], "ended"]);
    void session.sitDown();
    await settled();
    for (const event of ["set_username", "join_private"]) {
      socket.last(event).answer(OK);
      await settled();
    }
    const { width, height, players, turnMs } = OPTIONS;
    expect(socket.last("set_options").args).toMatchObject(["den", { width, height, players, turnMs, rated: true }]);
    vi.unstubAllGlobals();
  });
});
