import { beforeEach, describe, expect, it, vi } from "vitest";
import { type GestureHandlers, type GestureTarget, listenToGestures } from "../src/canvas/gestures";

/** Ten by ten tiles of twenty pixels each. */
const SIDE = 10;
const TILE = 20;

class Board implements GestureTarget {
  readonly canvas = document.createElement("canvas");
  readonly tileSize = TILE;
  readonly calls: string[] = [];

  constructor() {
    this.canvas.setPointerCapture = () => undefined;
  }

  tileAt(x: number, y: number): number | null {
    const [column, row] = [Math.floor(x / TILE), Math.floor(y / TILE)];
    return column < 0 || row < 0 || column >= SIDE || row >= SIDE ? null : row * SIDE + column;
  }

  pan(dx: number, dy: number): boolean {
    this.calls.push(`pan ${dx} ${dy}`);
    return true;
  }

  zoom(steps: number, x: number, y: number): void {
    this.calls.push(`zoom ${steps} ${x} ${y}`);
  }

  resizeTo(wanted: number, x: number, y: number): void {
    this.calls.push(`resize ${wanted} ${x} ${y}`);
  }
}

let board: Board;
let stop: () => void;

function listen(more: Partial<GestureHandlers> = {}): void {
  const say = (text: string) => board.calls.push(text);
  stop = listenToGestures(board, {
    startsPath: () => false,
    pathStart: (tile) => say(`path from ${tile}`),
    pathTo: (tile) => say(`path to ${tile}`),
    tap: (tile, touch) => say(`${touch ? "touch" : "click"} ${tile}`),
    ping: (tile) => say(`ping ${tile}`),
    ...more,
  });
}

function pointer(type: string, x: number, y: number, more: PointerEventInit = {}): void {
  const event = new PointerEvent(type, { pointerId: 1, pointerType: "mouse", clientX: x, clientY: y, ...more });
  board.canvas.dispatchEvent(event);
}

const FINGER = { pointerType: "touch" } as const;

beforeEach(() => {
  board = new Board();
});

describe("a press and a release", () => {
  it("is a tap on the tile, with a mouse and with a finger", () => {
    listen();
    pointer("pointerdown", 30, 10);
    pointer("pointerup", 32, 12);
    pointer("pointerdown", 50, 10, FINGER);
    pointer("pointerup", 50, 10, FINGER);
    expect(board.calls).toEqual(["click 1", "touch 2"]);
  });

  it("is a tap even if the hand trembles", () => {
    listen();
    pointer("pointerdown", 30, 10);
    pointer("pointermove", 33, 13);
    pointer("pointerup", 33, 13);
    expect(board.calls).toEqual(["click 1"]);
  });

  it("beside the board is nothing", () => {
    listen();
    pointer("pointerdown", 500, 10);
    pointer("pointerup", 500, 10);
    expect(board.calls).toEqual([]);
  });

  it("with the alt key is a ping, also where a path could begin", () => {
    listen({ startsPath: () => true });
    pointer("pointerdown", 30, 10, { altKey: true });
    pointer("pointerup", 30, 10, { altKey: true });
    expect(board.calls).toEqual(["ping 1"]);
  });

  it("of the right button cancels", () => {
    listen({ cancel: () => board.calls.push("cancel") });
    pointer("pointerdown", 30, 10, { button: 2 });
    pointer("pointerup", 30, 10, { button: 2 });
    expect(board.calls).toEqual(["cancel"]);
  });

  it("is nothing if the browser takes the pointer away", () => {
    listen();
    pointer("pointerdown", 30, 10, FINGER);
    pointer("pointercancel", 30, 10, FINGER);
    pointer("pointerup", 30, 10, FINGER);
    expect(board.calls).toEqual([]);
  });
});

describe("a drag", () => {
  it("pans, and is no tap", () => {
    listen();
    pointer("pointerdown", 30, 10);
    pointer("pointermove", 40, 10);
    pointer("pointermove", 45, 5);
    pointer("pointerup", 45, 5);
    expect(board.calls).toEqual(["pan 10 0", "pan 5 -5"]);
  });

  it("of the right button pans, and does not cancel", () => {
    listen({ cancel: () => board.calls.push("cancel") });
    pointer("pointerdown", 30, 10, { button: 2 });
    pointer("pointermove", 40, 10);
    pointer("pointerup", 40, 10, { button: 2 });
    expect(board.calls).toEqual(["pan 10 0"]);
  });

  it("from a tile where a path begins draws the path", () => {
    listen({ startsPath: (tile) => tile === 1 });
    pointer("pointerdown", 30, 10);
    pointer("pointermove", 30, 30);
    pointer("pointermove", 45, 30);
    pointer("pointerup", 45, 30);
    const tiles = board.calls.filter((call, i) => call !== board.calls[i - 1]);
    expect(tiles).toEqual(["path from 1", "path to 1", "path to 11", "path to 12"]);
  });

  it("of a fast hand leaves no tile out", () => {
    listen({ startsPath: () => true });
    pointer("pointerdown", 10, 10);
    pointer("pointermove", 190, 10);
    const reached = new Set(board.calls.map((call) => Number(call.split(" ").at(-1))));
    expect([...reached]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("that does not leave its place is a tap where a path could begin", () => {
    listen({ startsPath: () => true });
    pointer("pointerdown", 30, 10, FINGER);
    pointer("pointerup", 31, 11, FINGER);
    expect(board.calls).toEqual(["path from 1", "touch 1"]);
  });
});

describe("two fingers", () => {
  it("pan and zoom around their middle, and the last of them pans", () => {
    listen();
    pointer("pointerdown", 50, 50, { ...FINGER, pointerId: 1 });
    pointer("pointerdown", 90, 50, { ...FINGER, pointerId: 2 });
    pointer("pointermove", 130, 50, { ...FINGER, pointerId: 2 });
    expect(board.calls).toEqual(["pan 20 0", "resize 40 90 50"]);
    pointer("pointerup", 50, 50, { ...FINGER, pointerId: 1 });
    pointer("pointermove", 130, 60, { ...FINGER, pointerId: 2 });
    pointer("pointerup", 130, 60, { ...FINGER, pointerId: 2 });
    expect(board.calls.slice(2)).toEqual(["pan 0 10"]);
  });
});

describe("a finger that stays", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  const hold = () => listen({ hold: (tile) => board.calls.push(`hold ${tile}`) });

  it("holds its tile, and neither taps nor pans afterwards", () => {
    hold();
    pointer("pointerdown", 30, 10, FINGER);
    vi.advanceTimersByTime(600);
    pointer("pointermove", 90, 90, FINGER);
    pointer("pointerup", 90, 90, FINGER);
    expect(board.calls).toEqual(["hold 1"]);
  });

  it("holds nothing if it is lifted or dragged before", () => {
    hold();
    pointer("pointerdown", 30, 10, FINGER);
    pointer("pointerup", 30, 10, FINGER);
    pointer("pointerdown", 30, 10, FINGER);
    pointer("pointermove", 60, 10, FINGER);
    vi.advanceTimersByTime(600);
    expect(board.calls).toEqual(["touch 1", "pan 30 0"]);
  });

  it("holds nothing with a mouse, or after the end", () => {
    hold();
    pointer("pointerdown", 30, 10);
    vi.advanceTimersByTime(600);
    pointer("pointerup", 30, 10);
    pointer("pointerdown", 30, 10, FINGER);
    stop();
    vi.advanceTimersByTime(600);
    expect(board.calls).toEqual(["click 1"]);
  });
});

describe("the mouse", () => {
  it("hovers over tiles, and over none when it leaves", () => {
    listen({ hover: (tile) => board.calls.push(`over ${tile}`) });
    pointer("pointermove", 30, 10);
    pointer("pointermove", 500, 10);
    pointer("pointermove", 30, 10, FINGER);
    pointer("pointerleave", 30, 10);
    expect(board.calls).toEqual(["over 1", "over null", "over null"]);
  });

  it("zooms with its wheel around the place where it is, a step for sixty pixels", () => {
    listen();
    const turn = (deltaY: number, deltaMode: number = WheelEvent.DOM_DELTA_PIXEL) => {
      const event = new WheelEvent("wheel", { deltaY, deltaMode, cancelable: true });
      Object.assign(event, { clientX: 30, clientY: 10 });
      board.canvas.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect([turn(-40), turn(-40), turn(30)]).toEqual([true, true, true]);
    turn(2, WheelEvent.DOM_DELTA_LINE);
    expect(board.calls).toEqual(["zoom 1 30 10", "zoom -1 30 10"]);
  });

  it("does nothing after the end", () => {
    listen();
    stop();
    pointer("pointerdown", 30, 10);
    pointer("pointerup", 30, 10);
    expect(board.calls).toEqual([]);
  });
});
