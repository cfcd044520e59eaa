/** Small boards and the words of the wire, for tests. */

import { initialState, reduce, type ServerEvent, type ServerMessages, type State, type Step } from "../src/fog/state";
import type { DetailedGameUpdate, FogPublicOptions, LastMatch, Player } from "../src/protocol";

export const OPTIONS: FogPublicOptions = {
  width: 4,
  height: 3,
  players: 2,
  turnMs: 500,
  lockstep: false,
  deadlineMs: 1000,
  half: true,
  spectatorDelay: 20,
  map: "drawn",
  rated: true,
  casual: null,
  listed: true,
};

/** The end of a duel that seat 0 has won, and that we have played there. */
export const LAST: LastMatch = {
  winner: { index: 0, username: "Ada" },
  places: [1, 2],
  reason: "last_alive",
  turn: 9,
  replay_id: "r1",
  ratings: null,
  players: [
    { username: "Ada", isBot: false },
    { username: "Bo", isBot: false },
  ],
  casual: "not asked",
  seats: [0],
};

const SIGNS: Record<string, number> = { ".": -1, "^": -2, "~": -3, "?": -4, "!": -5, "+": -6 };

/** The numbers of a drawn board: `a7` is land of seat 0 with 7 armies, `A7` its general, `.`, `^`, `~`, `?`, `!25`, `+40`. */
export function drawn(picture: string): { cells: number[]; generals: number[]; cities: number[]; towers: number[] } {
  const rows = picture
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/));
  const width = rows[0]!.length;
  const board = { cells: [width, rows.length], generals: [-1, -1], cities: [] as number[], towers: [] as number[] };
  const [armies, terrain, defence]: number[][] = [[], [], []];
  rows.flat().forEach((word, tile) => {
    const sign = word[0]!;
    const count = Number(word.slice(1) || 0);
    const seat = sign.toLowerCase().charCodeAt(0) - 97;
    const free = SIGNS[sign];
    terrain!.push(free ?? seat);
    armies!.push(sign === "!" ? 0 : count);
    defence!.push(sign === "!" ? count : 0);
    if (free === undefined && sign !== sign.toLowerCase()) board.generals[seat] = tile;
    if (sign === "+") board.cities.push(tile);
    if (sign === "!") board.towers.push(tile);
  });
  board.cells.push(...armies!, ...terrain!, ...defence!);
  return board;
}

/** The patch that makes a list from nothing. */
export function complete(list: readonly number[]): number[] {
  return [0, list.length, ...list];
}

/** A complete update that shows a drawn board, all of it in sight. */
export function shows(turn: number, picture: string, more: Partial<DetailedGameUpdate> = {}): DetailedGameUpdate {
  const { cells, generals, cities, towers } = drawn(picture);
  return {
    turn,
    map_diff: complete(cells),
    cities_diff: complete(cities),
    towers_diff: complete(towers),
    generals,
    capitals: generals,
    visible: complete(Array<number>(cells[0]! * cells[1]!).fill(1)),
    queue: [],
    growthIn: 25,
    scores: [
      { tiles: 1, armies: turn + 1 },
      { tiles: 1, armies: turn + 1 },
    ],
    events: [],
    ...more,
  };
}

/** An update in which nothing of the board has changed. */
export function nothing(turn: number, more: Partial<DetailedGameUpdate> = {}): DetailedGameUpdate {
  return {
    turn,
    map_diff: [],
    cities_diff: [],
    towers_diff: [],
    generals: [0, -1],
    capitals: [0, -1],
    visible: [],
    queue: [],
    growthIn: 25,
    scores: [
      { tiles: 1, armies: 1 },
      { tiles: 1, armies: 1 },
    ],
    events: [],
    ...more,
  };
}

export function player(index: number, more: Partial<Player> = {}): Player {
  return {
    index,
    username: `player ${index}`,
    isBot: false,
    eliminated: false,
    connected: true,
    ready: false,
    isHost: index === 0,
    muted: false,
    ...more,
  };
}

/** An event from the server. */
export function serverEvent<E extends keyof ServerMessages>(event: E, ...args: ServerMessages[E]): ServerEvent {
  return { event, args } as unknown as ServerEvent;
}

/** The state after these steps. */
export function through(state: State, ...steps: Step[]): State {
  return steps.reduce(reduce, state);
}

export const BOARD = `
  A5 .  ~  ?
  .  ^  ~  ~
  ~  ~  ~  ~`;

/** Seat 0 in a game that has just shown its first board. */
export function playing(picture = BOARD, seat = 0, more: Partial<DetailedGameUpdate> = {}): State {
  return through(
    initialState("den"),
    { action: "connected" },
    serverEvent("room_update", { roomId: "den", state: "lobby", options: OPTIONS, spectators: 0 }),
    serverEvent("players_update", [player(0), player(1)]),
    serverEvent("joined_as_player", { playerIndex: seat, token: "t" }),
    serverEvent("room_update", { roomId: "den", state: "playing", options: OPTIONS, spectators: 0 }),
    serverEvent("game_start", { playerIndex: seat, replay_id: "r1", options: OPTIONS }),
    serverEvent("game_update", shows(0, picture, more)),
  );
}
