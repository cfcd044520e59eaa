/** What keys, buttons, fingers and mouse do on a running board. */

import { listen } from "../canvas/gestures";
import type { BoardCanvas } from "./board-canvas";
import { neighbour } from "./board";
import type { Session } from "./session";
import { commands } from "./state";
import { nextArmy } from "./paths";

const STEPS: Record<string, readonly [number, number]> = {
  w: [0, -1],
  a: [-1, 0],
  s: [0, 1],
  d: [1, 0],
  ArrowUp: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowRight: [1, 0],
};

/** CSS pixels that a key moves the map by. */
const STRIDE = 96;

export interface Deeds {
  undo(): void;
  clear(): void;
  half(): void;
  next(backwards?: boolean): void;
  deselect(): void;
  ping(): void;
  pass(): void;
  fit(): void;
  home(): void;
  zoom(steps: number): void;
}

/** The deeds of a player on a board, the same for every button and key. */
export function deeds(session: Session, board: BoardCanvas): Deeds {
  const show = (tile: number | null) => {
    session.select(tile);
    if (tile !== null) board.reveal(tile);
  };
  return {
    undo: () => session.undo(),
    clear: () => session.clear(),
    half: () => session.toggleHalf(),
    deselect: () => session.select(null),
    next: (backwards = false) => {
      const { board: known, seat, cursor } = session.state;
      if (known && commands(session.state)) show(nextArmy(known, seat, cursor, backwards));
    },
    ping: () => {
      const { cursor } = session.state;
      if (cursor !== null) void session.tell("ping_tile", cursor);
    },
    pass: () => void session.tell("pass"),
    fit: () => board.fit(),
    home: () => {
      const { board: known, seat } = session.state;
      const general = known?.generals[seat] ?? -1;
      if (general >= 0) {
        session.select(general);
        board.goto(general);
      }
    },
    zoom: (steps) => board.zoom(steps),
  };
}

/** Listen to the board; gives what ends it. */
export function control(
  session: Session,
  board: BoardCanvas,
  deed: Deeds,
  chat: () => void,
  leave: () => void,
): () => void {
  const stop = new AbortController();
  const mine = (tile: number) => session.state.board?.terrain[tile] === session.state.seat;
  const unlisten = listen(board, {
    grasps: (tile, touch) => commands(session.state) && (touch ? tile === session.state.cursor : mine(tile)),
    begin: (tile) => {
      if (tile === session.state.cursor) return;
      tapped = null;
      session.select(tile);
    },
    drag: (tile) => {
      if (tile === session.state.cursor) return;
      session.march(tile);
    },
    tap: (tile) => tap(tile),
    point: (tile) => void session.tell("ping_tile", tile),
  });
  /** The chosen tile, if it was chosen by a tap: the next tap on it means something else. */
  let tapped: number | null = null;
  const tap = (tile: number) => {
    const { cursor, half } = session.state;
    if (!commands(session.state)) return;
    if (tile === cursor) {
      // The first tap chooses a tile, the second takes half of it, the third lets it go.
      if (tapped !== tile) tapped = tile;
      else if (half) session.select((tapped = null));
      else session.toggleHalf();
      return;
    }
    if (cursor !== null && session.march(tile)) return;
    if (mine(tile)) session.select((tapped = tile));
    else if (cursor === null || !session.travel(tile)) session.select(null);
  };
  const step = (dx: number, dy: number) => {
    const { board: known, cursor } = session.state;
    if (!known) return;
    if (cursor === null) return commands(session.state) ? deed.next() : board.pan(-dx * STRIDE, -dy * STRIDE);
    const to = neighbour(known, cursor, dx, dy);
    if (to !== null && session.march(to)) board.reveal(to);
  };
  addEventListener(
    "keydown",
    (event) => {
      const target = event.target as Element;
      const onBoard = target === board.canvas;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (!onBoard && target.closest("input, textarea, select, button, a, summary, [role=log]")) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const way = STEPS[key];
      if (way && event.shiftKey && key.startsWith("Arrow")) board.pan(-way[0] * STRIDE, -way[1] * STRIDE);
      else if (way) step(...way);
      else if (key === "Tab") {
        if (!onBoard || !commands(session.state)) return;
        deed.next(event.shiftKey);
      } else if (key === "Escape") {
        if (session.state.cursor === null) leave();
        else deed.deselect();
      } else if (!simple(key, deed, chat)) return;
      event.preventDefault();
    },
    { signal: stop.signal },
  );
  return () => {
    stop.abort();
    unlisten();
  };
}

function simple(key: string, deed: Deeds, chat: () => void): boolean {
  const keys: Record<string, () => void> = {
    e: deed.undo,
    q: deed.clear,
    z: deed.half,
    p: deed.ping,
    g: deed.home,
    f: deed.fit,
    ".": deed.pass,
    " ": deed.deselect,
    "+": () => deed.zoom(1),
    "=": () => deed.zoom(1),
    "-": () => deed.zoom(-1),
    Enter: chat,
  };
  const act = keys[key];
  act?.();
  return act !== undefined;
}
