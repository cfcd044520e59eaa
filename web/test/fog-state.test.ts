import { describe, expect, it } from "vitest";

import { canOrder, initialState, ofMatch, type State, type Step } from "../src/fog/state";
import type { QueuedMarch } from "../src/protocol";
import { isHost } from "../src/room/state";
import { BOARD, complete, LAST, nothing, OPTIONS, player, playing, serverEvent, shows, through } from "./fog-boards";

const march = (moveId: number, from: number, to: number, half = false): Step => ({
  action: "march",
  march: { from, to, half, moveId },
});
/** An update whose queue has these marches. */
const listing = (turn: number, ...ids: (number | null)[]) =>
  serverEvent("game_update", nothing(turn, { queue: ids.map((moveId) => listed(moveId)) }));
const listed = (moveId: number | null): QueuedMarch => ({ from: 0, to: 1, half: false, moveId });
const queued = (id: number, from: number, to: number, ok = true) =>
  serverEvent("attack_result", { phase: "queued", ok, from, to, moveId: id });
const made = (id: number, from: number, to: number, ok = true) =>
  serverEvent("attack_result", { phase: "done", ok, from, to, moveId: id });
const idsOf = ({ queue }: State) => queue.marches.map((entry) => entry.moveId);

describe("a room", () => {
  it("is a lobby once the server says so, and the first human is its host", () => {
    const state = through(
      initialState("den"),
      { action: "connected" },
      serverEvent("room_update", { roomId: "den", state: "lobby", options: OPTIONS, spectators: 2 }),
      serverEvent("players_update", [player(0), player(1)]),
      serverEvent("joined_as_player", { playerIndex: 0, token: "t" }),
    );
    expect([state.connection, state.status, state.seat, state.spectators]).toEqual(["up", "lobby", 0, 2]);
    expect(isHost(state)).toBe(true);
    expect(isHost({ ...state, seat: 1 })).toBe(false);
  });

  it("that cannot be entered is shut and says why", () => {
    const state = through(initialState("den"), {
      action: "failed",
      code: "ROOM_FULL",
      message: "all 2 seats are taken",
    });
    expect([state.status, state.error?.message]).toEqual(["rejected", "all 2 seats are taken"]);
  });

  it("keeps a refusal until it is read, and stays what it was", () => {
    const refused = through(playing(), { action: "failed", code: "NOT_HOST", message: "only the host may do this" });
    expect([refused.status, refused.error?.code]).toEqual(["playing", "NOT_HOST"]);
    expect(through(refused, { action: "dismiss error" }).error).toBeNull();
  });

  it("numbers chat lines and keeps a hundred", () => {
    const lines = Array.from({ length: 130 }, (_, i) =>
      serverEvent("chat_message", { index: 0, username: "a", text: `line ${i}` }),
    );
    const { chat } = through(initialState("den"), ...lines);
    expect([chat.length, chat[0]?.text, chat.at(-1)?.text]).toEqual([100, "line 30", "line 129"]);
    expect(new Set(chat.map((line) => line.number)).size).toBe(100);
  });
});

describe("a board", () => {
  it("is known after the first, complete update; the general is chosen", () => {
    const { board, cursor, turn } = playing();
    expect([board?.width, board?.height, turn, cursor]).toEqual([4, 3, 0, 0]);
    expect([...board!.terrain]).toEqual([0, -1, -3, -4, -1, -2, -3, -3, -3, -3, -3, -3]);
    expect([...board!.armies].slice(0, 3)).toEqual([5, 0, 0]);
  });

  it("changes by patches, and the board before stays as it was", () => {
    const before = playing();
    const after = through(
      before,
      serverEvent("game_update", nothing(1, { map_diff: [2, 1, 6, 15, 1, 0], cities_diff: [0, 1, 3] })),
    );
    expect([after.board!.armies[0], after.board!.terrain[1], after.board!.cities.has(3)]).toEqual([6, 0, true]);
    expect([before.board!.armies[0], before.board!.terrain[1], before.board!.cities.size]).toEqual([5, -1, 0]);
  });

  it("veils what is remembered and not in sight", () => {
    const { board } = through(
      playing(),
      serverEvent(
        "game_update",
        shows(
          1,
          `
      A5 .  .  ?
      .  ^  ~  ~
      ~  ~  ~  ~`,
          { visible: complete([1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]) },
        ),
      ),
    );
    expect([...board!.visible]).toEqual([1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
  });

  it("has in sight what the patches say", () => {
    const first = shows(1, BOARD, { visible: complete([1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0]) });
    const later = nothing(2, { visible: [1, 1, 0, 8, 2, 1, 1] });
    const { board } = through(playing(), serverEvent("game_update", first), serverEvent("game_update", later));
    expect([...board!.visible]).toEqual([1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0]);
  });

  it("refuses a patch that breaks off", () => {
    expect(() => through(playing(), serverEvent("game_update", nothing(1, { map_diff: [2, 5, 1] })))).toThrow(
      RangeError,
    );
  });
});

describe("the queue", () => {
  it("takes the choice along with every march, and half only once", () => {
    const state = through(playing(), { action: "half" }, march(1, 0, 1, true), march(2, 1, 0));
    expect([state.cursor, state.half]).toEqual([0, false]);
    expect(state.queue.marches.map(({ from, to, half }) => [from, to, half])).toEqual([
      [0, 1, true],
      [1, 0, false],
    ]);
  });

  it("loses a march when it is made, and those before it of which no word came", () => {
    const sent = through(playing(), ...[1, 2, 3].flatMap((id) => [march(id, 0, 1), queued(id, 0, 1)]));
    expect(idsOf(through(sent, made(2, 0, 1), listing(1, 3)))).toEqual([3]);
  });

  it("loses a march that vanished because it could not be made", () => {
    const sent = through(playing(), ...[1, 2].flatMap((id) => [march(id, 0, 1), queued(id, 0, 1)]));
    expect(idsOf(through(sent, made(1, 0, 1, false), listing(1, 2)))).toEqual([2]);
  });

  it("loses a march that was never taken, and no other", () => {
    const state = through(
      playing(),
      march(1, 0, 1),
      march(2, 1, 2),
      { action: "refused march", moveId: 1 },
      queued(7, 0, 1, false),
    );
    expect(idsOf(state)).toEqual([2]);
  });

  it("keeps a march that the server lists, even if its answer never came", () => {
    expect(idsOf(through(playing(), march(1, 0, 1), listing(1, 1), { action: "refused march", moveId: 1 }))).toEqual([
      1,
    ]);
  });

  it("undoes the last march and brings the choice back; clears all and goes back to the first", () => {
    const three = through(playing(), march(1, 0, 1), march(2, 1, 0), march(3, 0, 4));
    const undone = through(three, { action: "undo" });
    expect([idsOf(undone), undone.cursor]).toEqual([[1, 2], 0]);
    const cleared = through(three, { action: "clear" });
    expect([cleared.queue.marches.length, cleared.cursor]).toEqual([0, 0]);
    expect(through(cleared, { action: "undo" })).toEqual(cleared);
  });

  it("does not show a march again that was taken back while an update with it was on its way", () => {
    const undone = through(playing(), march(1, 0, 1), march(2, 1, 0), listing(1, 1, 2), { action: "undo" });
    expect(idsOf(through(undone, listing(2, 1, 2)))).toEqual([1]);
    const answered = through(undone, { action: "withdrawal answered", moveIds: [2] });
    expect(idsOf(through(answered, listing(2, 1, 2)))).toEqual([1, 2]);
  });

  it("takes back marches without an id, as after a restart of the server", () => {
    const undone = through(playing(), listing(1, null, null), { action: "undo" });
    expect(undone.queue).toMatchObject({ marches: [listed(null)], withdrawn: [] });
  });

  it("half is for a chosen tile, where the room allows it", () => {
    expect(through(playing(), { action: "half" }).half).toBe(true);
    expect(through(playing(), { action: "half" }, { action: "half" }).half).toBe(false);
    expect(through(playing(), { action: "select", tile: null }, { action: "half" }).half).toBe(false);
    const without = { ...playing(), options: { ...OPTIONS, half: false } };
    expect(through(without, { action: "half" }).half).toBe(false);
  });

  it("forgets marches of which word was lost with a connection", () => {
    const before = through(playing(), march(1, 0, 1), queued(1, 0, 1), march(2, 1, 0), queued(2, 1, 0));
    expect(before.queue.marches.length).toBe(2);
    expect(through(before, listing(1)).queue.marches.length).toBe(0);
  });

  it("keeps marches as long as the turns tell of some", () => {
    let state = through(playing(), ...[1, 2, 3, 4, 5].flatMap((id) => [march(id, 0, 1), queued(id, 0, 1)]));
    const waiting = [1, 2, 3, 4, 5];
    for (const turn of [1, 2, 3, 4]) state = through(state, made(turn, 0, 1), listing(turn, ...waiting.slice(turn)));
    expect(idsOf(state)).toEqual([5]);
  });

  it("does not forget marches that wait to be confirmed, and shows them behind those of the server", () => {
    const turns = [1, 2, 3, 4, 5].map((turn) => serverEvent("game_update", nothing(turn)));
    expect(through(playing(), march(1, 0, 1), ...turns).queue.marches.length).toBe(1);
    const state = through(playing(), march(1, 0, 1), listing(1, 7, 8));
    expect(state.queue.marches.map((entry) => [entry.moveId, entry.confirmed])).toEqual([
      [7, true],
      [8, true],
      [1, false],
    ]);
  });
});

describe("looking", () => {
  it("moves its own cursor; the chosen tile, half and the queue stay", () => {
    const state = through(playing(), march(1, 0, 1), { action: "half" }, { action: "look", tile: 6 });
    expect([state.look, state.cursor, state.half, idsOf(state)]).toEqual([6, 1, true, [1]]);
    expect(through(state, { action: "look", tile: null }).look).toBeNull();
  });

  it("ends when a tile is chosen, and with the game", () => {
    const looking = through(playing(), { action: "look", tile: 6 });
    expect(through(looking, { action: "select", tile: 0 }).look).toBeNull();
    const other = serverEvent("game_start", { playerIndex: 0, replay_id: "r2", options: OPTIONS });
    expect(through(looking, other).look).toBeNull();
  });
});

describe("a lost connection", () => {
  const lost = () => through(playing(), march(1, 0, 1), queued(1, 0, 1), { action: "lost", at: 0 });

  it("is shown, and nothing else is forgotten", () => {
    const state = lost();
    expect([state.connection, state.status, state.queue.marches.length, state.board !== null]).toEqual([
      "lost",
      "playing",
      1,
      true,
    ]);
  });

  it("comes back into the same game with its queue and its choice", () => {
    const back = through(
      lost(),
      { action: "connected" },
      serverEvent("room_update", { roomId: "den", state: "playing", options: OPTIONS, spectators: 0 }),
      serverEvent("players_update", [player(0), player(1)]),
      serverEvent("game_start", { playerIndex: 0, replay_id: "r1", options: OPTIONS }),
      serverEvent("game_update", shows(7, BOARD, { queue: [listed(1)] })),
    );
    expect([back.connection, back.turn, back.queue.marches.length, back.cursor]).toEqual(["up", 7, 1, 1]);
    expect(canOrder(back)).toBe(true);
  });

  it("comes back after the end of the game into the lobby, and says so", () => {
    for (const told of ["lobby", "ended"] as const) {
      const update = { roomId: "den", state: told, options: OPTIONS, spectators: 0 };
      const back = through(lost(), { action: "connected" }, serverEvent("room_update", update));
      expect([back.status, back.error?.code, back.queue.marches]).toEqual(["lobby", "MISSED_END", []]);
      const next = serverEvent("game_start", { playerIndex: 0, replay_id: "r2", options: OPTIONS });
      expect(through(back, next).error?.code).toBe("MISSED_END");
    }
  });

  it("that came back shows the last turns to those who watch, like before", () => {
    const watching = through(
      playing(BOARD, -1),
      { action: "lost", at: 0 },
      { action: "connected" },
      serverEvent("room_update", { roomId: "den", state: "playing", options: OPTIONS, spectators: 1 }),
      serverEvent("room_update", { roomId: "den", state: "ended", options: OPTIONS, spectators: 1 }),
    );
    expect([watching.status, watching.error]).toEqual(["playing", null]);
  });

  it("does not hide that the player plays on elsewhere", () => {
    const replaced = through(playing(), serverEvent("notice", { code: "REPLACED", message: "elsewhere" }));
    expect(through(replaced, { action: "failed", code: "NO_ROOM", message: "no" }).error?.code).toBe("REPLACED");
  });

  it("knows after a reload that the player has fallen", () => {
    const back = through(
      initialState("den"),
      serverEvent("room_update", { roomId: "den", state: "playing", options: OPTIONS, spectators: 0 }),
      serverEvent("players_update", [player(0, { eliminated: true }), player(1), player(2)]),
      serverEvent("game_start", { playerIndex: 0, replay_id: "r1", options: OPTIONS }),
    );
    expect([back.fallen, canOrder(back)]).toEqual([true, false]);
  });
});

describe("the end", () => {
  const end = {
    winner: { index: 1, username: "player 1" },
    places: [2, 1],
    reason: "last_alive",
    turn: 9,
    replay_id: "r1",
    ratings: null,
  };
  const fall = () =>
    through(
      playing(),
      march(1, 0, 1),
      serverEvent(
        "game_update",
        nothing(9, {
          events: [
            { type: "captured general", index: 1, tile: 0, of: 0 },
            { type: "eliminated", index: 0 },
          ],
        }),
      ),
    );

  it("of a player: the queue is void, everything is in sight, the rest is watched", () => {
    const state = fall();
    expect([state.fallen, canOrder(state), state.queue.marches.length, state.cursor]).toEqual([true, false, 0, null]);
    expect(state.news.map((item) => item.event.type)).toEqual(["captured general", "eliminated"]);
    const watched = through(
      state,
      serverEvent("game_update", shows(2, BOARD, { events: [{ type: "captured city", index: 1, tile: 3 }] })),
    );
    expect(watched.news).toEqual(state.news);
    expect([...watched.board!.visible].every((seen) => seen === 1)).toBe(true);
  });

  it("of a game is told with its places, and stays when the room moves on", () => {
    const state = through(
      fall(),
      serverEvent("game_end", end),
      serverEvent("room_update", { roomId: "den", state: "lobby", options: OPTIONS, spectators: 0 }),
    );
    expect([state.status, state.end?.places]).toEqual(["ended", [2, 1]]);
    expect(through(state, { action: "return to the lobby" }).status).toBe("lobby");
  });

  it("of a game can be shown again from the lobby", () => {
    const state = through(fall(), serverEvent("game_end", end), { action: "return to the lobby" });
    expect(through(state, { action: "show the ending" })).toMatchObject({ status: "ended", end });
  });

  it("of a game names its players, also when others have come since", () => {
    const state = through(
      fall(),
      serverEvent("players_update", [player(0, { username: "Ada" }), player(1, { username: "Bo" })]),
      serverEvent("game_end", end),
      serverEvent("players_update", [player(0, { username: "Cy" })]),
    );
    expect(ofMatch(state).players.map(({ username }) => username)).toEqual(["Ada", "Bo"]);
  });

  it("of the last game is shown again to those who played it, and waits in the lobby for others", () => {
    const lobby = { roomId: "den", state: "lobby", options: OPTIONS, spectators: 0 } as const;
    const came = (seats: number[]) =>
      through(initialState("den"), serverEvent("room_update", lobby), serverEvent("last_match", { ...LAST, seats }));
    const [back, other] = [came([1]), came([])];
    expect([back.status, back.turn, ofMatch(back).seat]).toEqual(["ended", LAST.turn, 1]);
    expect([other.status, other.end?.winner]).toEqual(["lobby", LAST.winner]);
  });

  it("that was missed is shown, and not only spoken of", () => {
    const state = through(
      playing(),
      { action: "lost", at: 0 },
      { action: "connected" },
      serverEvent("room_update", { roomId: "den", state: "lobby", options: OPTIONS, spectators: 0 }),
      serverEvent("last_match", LAST),
    );
    expect([state.status, state.error]).toEqual(["ended", null]);
  });

  it("waits for the last turns that a spectator has not been shown", () => {
    const state = through(
      playing(BOARD, -1),
      serverEvent("room_update", { roomId: "den", state: "ended", options: OPTIONS, spectators: 1 }),
    );
    expect(state.status).toBe("playing");
    expect(through(state, serverEvent("game_end", end)).status).toBe("ended");
  });

  it("of an earlier game is no matter: a rematch begins afresh, and the fallen play again", () => {
    const again = through(
      fall(),
      serverEvent("game_end", end),
      serverEvent("players_update", [player(0, { eliminated: true }), player(1)]),
      serverEvent("room_update", { roomId: "den", state: "playing", options: OPTIONS, spectators: 0 }),
      serverEvent("game_start", { playerIndex: 0, replay_id: "r2", options: OPTIONS }),
      serverEvent("game_update", shows(0, BOARD)),
    );
    expect([again.status, again.end, again.fallen, again.news.length]).toEqual(["playing", null, false, 0]);
    expect(canOrder(again)).toBe(true);
  });
});

describe("watching", () => {
  it("shows everything and commands nothing", () => {
    const state = playing(BOARD, -1);
    expect([state.cursor, canOrder(state), state.board!.visible.every((seen) => seen === 1)]).toEqual([
      null,
      false,
      true,
    ]);
  });

  it("shows pings once each", () => {
    const state = through(
      playing(),
      serverEvent("ping_tile", { index: 1, tile: 3 }),
      serverEvent("ping_tile", { index: 1, tile: 3 }),
    );
    expect(state.pings.map((ping) => ping.tile)).toEqual([3, 3]);
    expect(new Set(state.pings.map((ping) => ping.number)).size).toBe(2);
  });
});
