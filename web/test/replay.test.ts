import { describe, expect, test } from "vitest";

import { markersOf, adjacentMarker, latestMarkers } from "../src/replay/markers";
import { BoardCache, frameOf } from "../src/replay/board-cache";
import { ownAddress } from "../src/replay/timeline-source";
import { reduce, initialState, type State, type Step } from "../src/replay/state";
import type { FogTimeline, FogFrame } from "../src/protocol";

const steps = (state: State, ...taken: Step[]) => taken.reduce(reduce, state);

describe("a reel", () => {
  const frames = Array.from({ length: 300 }, (_, frame) => frame);
  const build = (seen: number[] = []) =>
    new BoardCache<number, readonly number[]>(frames, [0], (board, frame) => {
      seen.push(frame);
      return [board[0]! + frame];
    });
  const sum = (frame: number) => [(frame * (frame + 1)) / 2];

  test("has the board of every frame, whichever is asked for first", () => {
    const reel = build();
    for (const frame of [299, 0, 64, 63, 65, 128, 1, 298, 127, 200]) expect(reel.at(frame)).toEqual(sum(frame));
  });

  test("goes back as quickly as it goes on", () => {
    const seen: number[] = [];
    const reel = build(seen);
    reel.at(150);
    seen.length = 0;
    reel.at(149);
    reel.at(148);
    expect(seen).toEqual([]);
  });

  test("ends where the timeline does", () => {
    expect(build().at(1000)).toEqual(sum(299));
    expect(build().at(-5)).toEqual([0]);
  });

  test("finds the frame that shows a turn, also where turns are left out", () => {
    expect([0, 1, 2, 3, 7, 9].map((turn) => frameOf([0, 2, 4, 6, 7], turn))).toEqual([0, 0, 1, 1, 4, 4]);
  });
});

describe("playing a timeline", () => {
  const timeline = initialState(10, 0, 2);

  test("shows so many frames a second and stops at the end", () => {
    const begun = reduce(timeline, { action: "toggle" });
    expect(steps(begun, { action: "wait", ms: 499 }).frame).toBe(0);
    expect(steps(begun, { action: "wait", ms: 499 }, { action: "wait", ms: 1 }).frame).toBe(1);
    const end = steps(begun, { action: "wait", ms: 60_000 });
    expect(end).toMatchObject({ frame: 10, playing: false });
    expect(reduce(end, { action: "toggle" })).toMatchObject({ frame: 0, playing: true });
  });

  test("time that passes while it stands still changes nothing", () => {
    expect(reduce(timeline, { action: "wait", ms: 5000 })).toBe(timeline);
  });

  test("whoever steps wants to look", () => {
    const state = steps(timeline, { action: "toggle" }, { action: "step", by: 1 }, { action: "step", by: -5 });
    expect(state).toMatchObject({ frame: 0, playing: false });
  });

  test("scrubbing while it plays lets it play on from there", () => {
    expect(steps(timeline, { action: "toggle" }, { action: "seek", frame: 7 })).toMatchObject({
      frame: 7,
      playing: true,
    });
    expect(reduce(timeline, { action: "seek", frame: 99 }).frame).toBe(10);
  });

  test("another seat's timeline goes on at the same place", () => {
    const state = steps(timeline, { action: "seek", frame: 7 }, { action: "other timeline", last: 5, frame: 7 });
    expect(state).toMatchObject({ frame: 5, last: 5 });
  });
});

describe("marks", () => {
  const frame = (turn: number, events: FogFrame["events"]): FogFrame => ({
    turn,
    events,
    map_diff: [],
    cities_diff: [],
    towers_diff: [],
    generals: [],
    tiles: [],
    armies: [],
    visible: null,
  });
  const timeline: FogTimeline = {
    game: "fog",
    players: ["Ada", "Bo", "Cy"],
    seat: null,
    turns: 3,
    winner: 0,
    places: [1, 2, 3],
    reason: "last_alive",
    frames: [
      frame(0, []),
      frame(1, [{ type: "captured city", index: 0, tile: 3 }]),
      frame(2, [{ type: "eliminated", index: 2 }]),
      frame(3, [
        { type: "captured general", index: 0, tile: 9, of: 1 },
        { type: "eliminated", index: 1 },
      ]),
    ],
  };
  const markers = markersOf(timeline);

  test("tell who gave up from who was beaten, and how it ended", () => {
    expect(markers.map(({ turn, text }) => `${turn} ${text}`)).toEqual([
      "1 Ada took a city",
      "2 Cy gave up",
      "3 Ada took the general of Bo",
      "3 Ada won: the last one alive.",
    ]);
  });

  test("lead from one great event to the next", () => {
    expect(adjacentMarker(markers, 0, 1)).toBe(2);
    expect(adjacentMarker(markers, 2, 1)).toBe(3);
    expect(adjacentMarker(markers, 3, 1)).toBe(null);
    expect(adjacentMarker(markers, 3, -1)).toBe(2);
  });

  test("are news when their frame has come, the newest first", () => {
    expect(latestMarkers(markers, 2, 5).map((marker) => marker.text)).toEqual(["Cy gave up", "Ada took a city"]);
    expect(latestMarkers(markers, 3, 1)).toHaveLength(1);
    expect(latestMarkers(markers, 0, 5)).toEqual([]);
  });
});

test("a link can only lead to files of this server's own interface", () => {
  const origin = "http://duskfall.example";
  const given = [
    "/api/arena/matches/7/file",
    "/api/replays/x/file?y=1",
    "//evil.example/api/x",
    "/\\evil.example/api/x",
    "https://evil.example/api/x",
    "javascript:alert(1)",
    "/apix",
    "/api/../client/x.js",
    "/fog/den",
    "",
  ];
  expect(given.map((from) => ownAddress(from, origin))).toEqual([
    "/api/arena/matches/7/file",
    "/api/replays/x/file?y=1",
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});
