import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, NO_ANSWER } from "../src/api";
import { openReplay } from "../src/fog/replay";
import { setLanguage } from "../src/language";
import type { FogFrame, FogTimeline } from "../src/protocol";
import { BoardCache, frameOf } from "../src/replay/board-cache";
import type { Timeline } from "../src/replay/game";
import { adjacentMarker, latestMarkers, markersOf } from "../src/replay/markers";
import { ReplayPlayer, turnOf } from "../src/replay/player";
import { initialPlayback, type Playback, reduce, type Step } from "../src/replay/state";
import { ownAddress, type TimelineSource } from "../src/replay/timeline-source";

const FOG = await openReplay();
const frameOfTurn = (turn: number, events: FogFrame["events"]): FogFrame => ({
  turn,
  events,
  map_diff: [],
  cities_diff: [],
  towers_diff: [],
  generals: [],
  tiles: [],
  armies: [],
  visible: null,
  reasons: [],
});
const DUEL: FogTimeline = {
  game: "fog",
  players: ["Ada", "Bo", "Cy"],
  seat: null,
  turns: 3,
  winner: 0,
  places: [1, 2, 3],
  reason: "last_alive",
  explained: [],
  frames: [
    frameOfTurn(0, []),
    frameOfTurn(1, [{ type: "captured city", index: 0, tile: 3 }]),
    frameOfTurn(2, [{ type: "eliminated", index: 2 }]),
    frameOfTurn(3, [
      { type: "captured general", index: 0, tile: 9, of: 1 },
      { type: "eliminated", index: 1 },
    ]),
  ],
};

const steps = (state: Playback, ...taken: Step[]) => taken.reduce(reduce, state);

describe("the boards of a timeline", () => {
  const frames = Array.from({ length: 300 }, (_, frame) => frame);
  const build = (seen: number[] = []) =>
    new BoardCache<number, readonly number[]>(frames, [0], (board, frame) => {
      seen.push(frame);
      return [board[0]! + frame];
    });
  const sum = (frame: number) => [(frame * (frame + 1)) / 2];

  test("has the board of every frame, whichever is asked for first", () => {
    const boards = build();
    for (const frame of [299, 0, 64, 63, 65, 128, 1, 298, 127, 200]) expect(boards.at(frame)).toEqual(sum(frame));
  });

  test("goes back as quickly as it goes on", () => {
    const seen: number[] = [];
    const boards = build(seen);
    boards.at(150);
    seen.length = 0;
    boards.at(149);
    boards.at(148);
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

describe("why a march was chosen", () => {
  const numbers = { turns: 1, armies: 1200, garrison: 40 };
  const told: FogFrame = { ...frameOfTurn(1, []), reasons: [{ seat: 0, goal: "strike", numbers }] };
  const explained: FogTimeline = { ...DUEL, explained: [0, 2], frames: [frameOfTurn(0, []), told] };
  afterEach(() => setLanguage("en"));

  test("is told for each seat that tells it, in the language of the page", () => {
    const sentence = "Strikes at a general: 1,200 armies can be there in 1 turn, its garrison is 40.";
    expect(FOG.reasonsAt(explained, 1)).toEqual([
      { seat: 0, told: sentence },
      { seat: 2, told: "" },
    ]);
    setLanguage("de");
    expect(FOG.reasonsAt(explained, 1)[0]?.told).toBe(
      "Greift einen General an: In 1 Runde können 1.200 Truppen dort sein, die Besatzung hat 40.",
    );
  });

  test("is told of the player who is looked at alone", () => {
    expect(FOG.reasonsAt({ ...explained, seat: 0 }, 0)).toEqual([{ seat: 0, told: "" }]);
    expect(FOG.reasonsAt({ ...explained, seat: 1 }, 1)).toEqual([{ seat: 1, told: null }]);
  });

  test("takes no room in a match that keeps no reasons", () => {
    expect(FOG.reasonsAt({ ...explained, explained: [] }, 1)).toEqual([]);
  });
});

describe("playing a timeline", () => {
  const timeline = initialPlayback(10, 0, 2);

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

  test("a step pauses", () => {
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

describe("markers", () => {
  const markers = markersOf(DUEL, FOG);

  afterEach(() => setLanguage("en"));

  test("tell who gave up from who was beaten, and how it ended", () => {
    expect(markers.map(({ turn, text }) => `${turn} ${text()}`)).toEqual([
      "1 Ada took a city",
      "2 Cy gave up",
      "3 Ada took the general of Bo",
      "3 Ada won: the last one alive.",
    ]);
  });

  test("are told in the language that is chosen when they are shown", () => {
    setLanguage("de");
    expect(markers.map(({ turn, text }) => `${turn} ${text()}`)).toEqual([
      "1 Ada hat eine Stadt eingenommen",
      "2 Cy hat aufgegeben",
      "3 Ada hat den General von Bo gefangen",
      "3 Ada hat gewonnen: Niemand sonst ist übrig.",
    ]);
  });

  test("lead from one great event to the next", () => {
    expect(adjacentMarker(markers, 0, 1)).toBe(2);
    expect(adjacentMarker(markers, 2, 1)).toBe(3);
    expect(adjacentMarker(markers, 3, 1)).toBe(null);
    expect(adjacentMarker(markers, 3, -1)).toBe(2);
  });

  test("are news when their frame has come, the newest first", () => {
    expect(latestMarkers(markers, 2, 5).map((marker) => marker.text())).toEqual(["Cy gave up", "Ada took a city"]);
    expect(latestMarkers(markers, 3, 1)).toHaveLength(1);
    expect(latestMarkers(markers, 0, 5)).toEqual([]);
  });
});

describe("a player", () => {
  const frames: FrameRequestCallback[] = [];
  const source = (timeline: TimelineSource["timeline"]): TimelineSource => ({
    address: "/replays/duel",
    timeline,
    card: null,
    position: () => Promise.resolve(NO_ANSWER),
    verify: null,
    download: null,
  });
  /** Runs the animation frame that was requested last, so many milliseconds from now. */
  const passTime = (ms: number) => {
    for (const frame of frames.splice(0)) frame(performance.now() + ms);
  };

  beforeEach(() => {
    frames.length = 0;
    vi.useFakeTimers();
    vi.spyOn(globalThis, "requestAnimationFrame").mockImplementation((frame) => frames.push(frame));
    vi.spyOn(globalThis, "cancelAnimationFrame").mockImplementation(() => void frames.splice(0));
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test("asks for animation frames only while it plays, and tells only of frames that are shown", () => {
    const player = new ReplayPlayer(
      source(() => Promise.resolve(NO_ANSWER)),
      FOG,
      DUEL,
      0,
    );
    const told = vi.fn();
    player.subscribe(told);
    expect(frames).toHaveLength(0);
    player.dispatch({ action: "toggle" });
    expect(frames).toHaveLength(1);
    told.mockClear();
    passTime(100);
    expect(told).not.toHaveBeenCalled();
    passTime(200);
    expect(told).toHaveBeenCalledOnce();
    expect(player.state.playback.frame).toBe(1);
    player.dispatch({ action: "toggle" });
    expect(frames).toHaveLength(0);
    vi.runAllTimers();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("keeps its turn when another seat's view comes, and says why when it does not come", async () => {
    const seat = (wanted: number | null): Answer<Timeline> =>
      wanted === 1 ? { ok: true, value: { ...DUEL, seat: 1 } } : NO_ANSWER;
    const player = new ReplayPlayer(
      source((wanted) => Promise.resolve(seat(wanted))),
      FOG,
      DUEL,
      2,
    );
    await player.viewAs(1);
    expect([player.state.timeline.seat, turnOf(player.state), player.address]).toEqual([
      1,
      2,
      "/replays/duel?turn=2&seat=1",
    ]);
    await player.viewAs(0);
    expect([player.state.timeline.seat, player.state.failure]).toEqual([1, NO_ANSWER]);
    await player.viewAs(null);
    expect([player.state.timeline.seat, player.state.failure, player.address]).toEqual([
      null,
      null,
      "/replays/duel?turn=2",
    ]);
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
