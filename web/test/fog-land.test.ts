/** News from the land, marches by click, and the board at the end. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { GestureHandlers } from "../src/canvas/gestures";
import * as gestures from "../src/canvas/gestures";
import { applyUpdate } from "../src/fog/board";
import { FogCanvas } from "../src/fog/board-canvas";
import { attachControls } from "../src/fog/controls";
import { wholeBoard } from "../src/fog/reveal";
import type { Session } from "../src/fog/session";
import { reduce, type State } from "../src/fog/state";
import { eventText } from "../src/fog/texts";
import { LAST, playing, serverEvent, shows, through } from "./fog-boards";
import { FakeBrowser, picture, pixelCanvas } from "./pixel-canvas";

const told = (state: State) => state.news.map(({ event }) => eventText(state, event));
const turn = (number: number, board: string) => serverEvent("game_update", shows(number, board));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("news", () => {
  it("tell of another's land once, when it is first seen", () => {
    const alone = through(playing(), turn(1, "A5 a2 ~ ~"));
    const met = through(alone, turn(2, "A5 a2 b1 ~"), turn(3, "A5 a2 b1 B3"));
    expect(told(alone)).toEqual([]);
    expect(told(met)).toEqual([expect.stringMatching(/^You have found land of /)]);
  });

  it("tell of lost land, and count what the same player takes soon after it together", () => {
    const state = through(playing(), turn(1, "A5 a2 a1 b1"), turn(2, "A5 a2 b1 b1"), turn(3, "A5 b1 b1 b1"));
    expect(told(state).at(-1)).toMatch(/ took 2 tiles of yours$/);
    expect(state.news.filter(({ event }) => event.type === "lost land").length).toBe(1);
    expect(new Set(state.news.map(({ number }) => number)).size).toBe(state.news.length);
    const later = through(state, turn(40, "A5 a2 b1 b1"), turn(41, "A5 b2 b1 b1"));
    expect(told(later).at(-1)).toMatch(/ took a tile of yours$/);
  });

  it("do not tell those who watch", () => {
    const watching = { ...playing(), seat: -1 };
    expect(told(through(watching, turn(1, "A5 a2 b1 b1"), turn(2, "A5 b2 b1 b1")))).toEqual([]);
  });
});

describe("a click", () => {
  let handlers: GestureHandlers;
  let state: State;
  const marched: [number | null, number][] = [];

  beforeEach(() => {
    vi.spyOn(gestures, "listenToGestures").mockImplementation((_, given) => {
      handlers = given;
      return () => undefined;
    });
    marched.length = 0;
    state = through(playing(), turn(1, "A5 a4 a1 ."), { action: "select", tile: 0 });
    const session = {
      get state() {
        return state;
      },
      select(tile: number | null) {
        state = reduce(state, { action: "select", tile });
      },
      march(to: number) {
        if (Math.abs(to - (state.cursor ?? 99)) !== 1) return false;
        marched.push([state.cursor, to]);
        state = { ...state, cursor: to };
        return true;
      },
      travel: () => false,
      hover: () => undefined,
      toggleHalf: () => undefined,
    };
    attachControls(session as unknown as Session, {} as FogCanvas);
  });

  it("on a neighbouring tile marches there, on own land too", () => {
    handlers.pathStart(1); // own land: it might become a drag
    handlers.tap(1, false);
    expect(marched).toEqual([[0, 1]]);
  });

  it("on own land beside an army that cannot march chooses it", () => {
    state = reduce(state, { action: "select", tile: 2 });
    handlers.tap(1, false);
    expect([marched, state.cursor]).toEqual([[], 1]);
  });

  it("that becomes a drag marches from where it began", () => {
    handlers.pathStart(1);
    for (const tile of [1, 2, 3]) handlers.pathTo(tile);
    expect(marched).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });
});

describe("the board", () => {
  it("shows the number of an army that marches over its arrow, and the tile under the mouse", () => {
    const browser = new FakeBrowser();
    const board = applyUpdate(null, shows(0, "A5 a888 . ."));
    const pictureOf = (more: object) => {
      const canvas = pixelCanvas(4 * 24, 24);
      const view = new FogCanvas(canvas);
      view.show({ board, marches: [], cursor: null, half: false, ...more });
      browser.frame();
      view.close();
      return picture(canvas);
    };
    const plain = pictureOf({});
    const marching = pictureOf({ marches: [{ from: 1, to: 2, half: false, confirmed: true, moveId: 1 }] });
    const digits = plain.flatMap((colour, at) => (colour === "#ffffff" && at % 96 < 48 && at % 96 >= 24 ? [at] : []));
    expect(digits.length).toBeGreaterThan(20);
    expect(digits.every((at) => marching[at] === "#ffffff")).toBe(true);
    expect(marching).not.toEqual(plain);
    expect(pictureOf({ hover: 2 })).not.toEqual(plain);
  });

  it("of a game that is over is fetched whole", async () => {
    const land = { width: 2, height: 1, armies: [3, 4], terrain: [0, 1], towerDefense: [0, 0] };
    const answer = { game: "fog", turn: 9, ...land, visible: [true, true], cities: [], towers: [], generals: [0, 1] };
    const fetched = vi.fn(async () => Response.json({ ...answer, scores: [{ tiles: 1, armies: 4 }], events: [] }));
    vi.stubGlobal("fetch", fetched);
    const whole = (await wholeBoard("r1", 9))!;
    const { board, scores } = whole;
    expect([board.terrain[1], board.armies[1], board.generals, board.visible[1]]).toEqual([1, 4, [0, 1], 1]);
    expect(scores).toEqual([{ tiles: 1, armies: 4 }]);
    const ended: State = { ...playing(), status: "ended", end: LAST };
    expect(reduce(ended, { action: "revealed", replay: "r1", ...whole })).toMatchObject({ board, scores });
    expect(reduce(ended, { action: "revealed", replay: "r2", ...whole }).board).toBe(ended.board);
  });
});
