/** Keyboard, mouse and touch controls of the map. */

import { listenToGestures } from "../canvas/gestures";
import type { TileCard } from "./tile-card";
import { clickResult } from "./clicks";
import type { Actions } from "./actions";
import { scrollAtEdges } from "../canvas/edge-scroll";
import type { WeltenCanvas } from "./board-canvas";
import type { Session } from "./session";
import { onlyOwnQueued } from "./state";

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowRight: [1, 0],
};

/** CSS pixels that a key moves the map by. */
const PAN_STEP_PX = 96;

/** What lies outside the map. */
export interface ControlTargets {
  readonly card: TileCard;
  chat(): void;
  help(): void;
  /** Leave the map for the buttons. */
  leave(): void;
  /** Draw anew, although nothing has changed but the card. */
  refresh(): void;
}

/** Attaches the controls to the map. Returns the function that ends them. */
export function attachControls(
  session: Session,
  map: WeltenCanvas,
  actions: Actions,
  around: ControlTargets,
): () => void {
  const stop = new AbortController();
  const unlisten = listenToGestures(map, {
    startsPath: () => false,
    pathStart: () => undefined,
    pathTo: () => undefined,
    ping: () => undefined,
    tap: (tile, touch) => clickTile(session, actions, around.card, tile, touch),
    hover: (tile) => session.moveCursor(tile),
    cancel: () => {
      around.card.inspect(null);
      actions.deselect();
      around.refresh();
    },
    hold: (tile) => {
      session.moveCursor(tile);
      around.card.inspect(tile);
      around.refresh();
    },
  });
  const still = scrollAtEdges(map, (x, y) => session.moveCursor(map.tileAt(x, y)));
  addEventListener(
    "keydown",
    (event) => {
      const target = event.target as Element;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (target.closest("input, textarea, select, [role=log]")) return;
      // A button or a link that has the focus keeps the keys that press it; the others go to the map.
      if ((event.key === "Enter" || event.key === " ") && target.closest("button, a")) return;
      if (runKey(session, map, actions, around, event)) event.preventDefault();
    },
    { signal: stop.signal },
  );
  return () => {
    stop.abort();
    still();
    unlisten();
  };
}

/** Do what a click on a tile means. A finger sees the odds first, and attacks with a second tap. */
function clickTile(session: Session, actions: Actions, card: TileCard, tile: number, touch: boolean): void {
  const before = session.state.cursor;
  card.inspect(null);
  actions.settle();
  session.moveCursor(tile);
  const result = clickResult(session.state, tile);
  if (result.kind === "choose") session.chooseUnit(result.unit);
  else if (result.kind === "nothing") session.showHint(result.why);
  else if (touch && result.text.startsWith("attack") && before !== tile) session.showHint("AGAIN");
  else void session.order(result.text);
}

/** Do what a key means; false if it means nothing here. */
function runKey(
  session: Session,
  map: WeltenCanvas,
  actions: Actions,
  around: ControlTargets,
  event: KeyboardEvent,
): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const way = STEPS[key];
  if (way && event.shiftKey) map.pan(-way[0] * PAN_STEP_PX, -way[1] * PAN_STEP_PX);
  else if (way) step(session, map, around, ...way);
  else if (key === "n") actions.next(event.shiftKey);
  else if (key === "Escape") escape(session, actions, around);
  else {
    const simple: Readonly<Record<string, () => void>> = {
      Enter: () => {
        const { cursor } = session.state;
        if (cursor !== null) clickTile(session, actions, around.card, cursor, false);
      },
      " ": actions.skip,
      u: actions.undo,
      t: actions.threats,
      e: () => void actions.end(),
      f: actions.fit,
      c: around.chat,
      "+": () => actions.zoom(1),
      "=": () => actions.zoom(1),
      "-": () => actions.zoom(-1),
      "?": around.help,
    };
    const found = simple[key];
    found?.();
    return found !== undefined;
  }
  return true;
}

/** Move the cursor, which begins at the chosen unit or in the middle of the window. */
function step(session: Session, map: WeltenCanvas, around: ControlTargets, dx: number, dy: number): void {
  const { shownBoard, cursor, chosen } = session.state;
  if (!shownBoard) return;
  around.card.inspect(null);
  const unit = chosen === null ? null : shownBoard.units[chosen]!;
  const { x, y, width, height } = map.shown;
  const center = Math.floor(y + height / 2) * shownBoard.width + Math.floor(x + width / 2);
  const from = cursor ?? (unit && unit.x >= 0 ? unit.y * shownBoard.width + unit.x : center);
  const column = Math.max(0, Math.min(shownBoard.width - 1, (from % shownBoard.width) + dx));
  const row = Math.max(0, Math.min(shownBoard.height - 1, Math.floor(from / shownBoard.width) + dy));
  const tile = row * shownBoard.width + column;
  session.moveCursor(tile);
  map.reveal(tile);
}

function escape(session: Session, actions: Actions, around: ControlTargets): void {
  const { eventQueue, chosen } = session.state;
  if (eventQueue.length > 0 && !onlyOwnQueued(session.state)) actions.skip();
  else if (chosen !== null) actions.deselect();
  else around.leave();
}
