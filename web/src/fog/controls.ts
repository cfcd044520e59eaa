/** Keyboard, mouse and touch controls of a board. */

import { listenToGestures } from "../canvas/gestures";
import type { Actions } from "./actions";
import type { FogCanvas } from "./board-canvas";
import { neighbour } from "./board";
import type { Session } from "./session";
import { canOrder } from "./state";

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
const PAN_STEP_PX = 96;

/** Attaches the controls to a board. Returns the function that ends them. */
export function attachControls(
  session: Session,
  board: FogCanvas,
  actions: Actions,
  chat: () => void,
  leave: () => void,
): () => void {
  const stop = new AbortController();
  const mine = (tile: number) => session.state.board?.terrain[tile] === session.state.seat;
  const unlisten = listenToGestures(board, {
    startsPath: (tile, touch) => canOrder(session.state) && (touch ? tile === session.state.cursor : mine(tile)),
    pathStart: (tile) => {
      if (tile === session.state.cursor) return;
      tapped = null;
      session.select(tile);
    },
    pathTo: (tile) => {
      if (tile === session.state.cursor) return;
      session.march(tile);
    },
    tap: (tile) => tap(tile),
    ping: (tile) => void session.send("ping_tile", tile),
  });
  /** The chosen tile, if it was chosen by a tap: the next tap on it means something else. */
  let tapped: number | null = null;
  const tap = (tile: number) => {
    const { cursor, half } = session.state;
    if (!canOrder(session.state)) return;
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
    if (cursor === null)
      return canOrder(session.state) ? actions.next() : board.pan(-dx * PAN_STEP_PX, -dy * PAN_STEP_PX);
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
      if (way && event.shiftKey && key.startsWith("Arrow")) board.pan(-way[0] * PAN_STEP_PX, -way[1] * PAN_STEP_PX);
      else if (way) step(...way);
      else if (key === "Tab") {
        if (!onBoard || !canOrder(session.state)) return;
        actions.next(event.shiftKey);
      } else if (key === "Escape") {
        if (session.state.cursor === null) leave();
        else actions.deselect();
      } else if (!runKey(key, actions, chat)) return;
      event.preventDefault();
    },
    { signal: stop.signal },
  );
  return () => {
    stop.abort();
    unlisten();
  };
}

function runKey(key: string, actions: Actions, chat: () => void): boolean {
  const keys: Record<string, () => void> = {
    e: actions.undo,
    q: actions.clear,
    z: actions.half,
    p: actions.ping,
    g: actions.home,
    f: actions.fit,
    ".": actions.pass,
    " ": actions.deselect,
    "+": () => actions.zoom(1),
    "=": () => actions.zoom(1),
    "-": () => actions.zoom(-1),
    Enter: chat,
  };
  const act = keys[key];
  act?.();
  return act !== undefined;
}
