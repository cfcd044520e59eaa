/** Translates mouse, finger and pen input on a board into calls with tiles. */

import type { Viewport } from "./viewport";

export interface GestureHandlers {
  /** Whether a drag that begins here draws a way, instead of moving the map. */
  startsPath(tile: number, touch: boolean): boolean;
  /** A way is begun. */
  pathStart(tile: number): void;
  /** The way goes on to a tile. */
  pathTo(tile: number): void;
  /** A tile was clicked or tapped. */
  tap(tile: number, touch: boolean): void;
  /** A tile shall be pointed out to the others. */
  ping(tile: number): void;
  /** The mouse is over a tile, or over none. */
  hover?(tile: number | null): void;
  /** A finger stays on a tile. */
  hold?(tile: number): void;
  /** The right button was clicked. */
  cancel?(): void;
}

/** Pixels that a finger may tremble before a tap becomes a drag. */
const DRAG_THRESHOLD_PX = 6;
/** Milliseconds after which a finger that stays is no tap any more. */
const HOLD_MS = 500;

interface Touch {
  x: number;
  y: number;
}

/** Listens to a board's canvas. Returns the function that ends it. */
export function listenToGestures(board: Viewport, handlers: GestureHandlers): () => void {
  const { canvas } = board;
  const touches = new Map<number, Touch>();
  let mode: "none" | "press" | "aside" | "held" | "pan" | "way" | "pinch" = "none";
  let start: Touch = { x: 0, y: 0 };
  let pinch = { distance: 1, size: 24 };
  let wheel = 0;
  let holding = 0;
  const stop = new AbortController();
  const options = { signal: stop.signal };

  const place = (event: PointerEvent | WheelEvent | MouseEvent): Touch => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const span = () => {
    const [a, b] = [...touches.values()];
    return a && b ? { distance: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : null;
  };

  const hold = (tile: number) => {
    if (mode !== "press") return;
    mode = "held";
    handlers.hold?.(tile);
  };

  canvas.addEventListener(
    "pointerdown",
    (event) => {
      canvas.setPointerCapture(event.pointerId);
      const at = place(event);
      touches.set(event.pointerId, at);
      clearTimeout(holding);
      const both = span();
      if (both) {
        mode = "pinch";
        pinch = { distance: Math.max(1, both.distance), size: board.tileSize };
        return;
      }
      start = at;
      const tile = board.tileAt(at.x, at.y);
      if (event.button !== 0) mode = "aside";
      else if (tile !== null && !event.altKey && handlers.startsPath(tile, event.pointerType !== "mouse")) {
        mode = "way";
        handlers.pathStart(tile);
      } else {
        mode = "press";
        if (tile !== null && event.pointerType !== "mouse" && handlers.hold)
          holding = window.setTimeout(hold, HOLD_MS, tile);
      }
    },
    options,
  );

  canvas.addEventListener(
    "pointermove",
    (event) => {
      const before = touches.get(event.pointerId);
      const at = place(event);
      if (event.pointerType === "mouse") handlers.hover?.(board.tileAt(at.x, at.y));
      if (!before) return;
      const [dx, dy] = [at.x - before.x, at.y - before.y];
      if (mode === "pinch") {
        const last = span();
        touches.set(event.pointerId, at);
        const now = span();
        if (!last || !now) return;
        board.pan(now.x - last.x, now.y - last.y);
        board.resizeTo((pinch.size * now.distance) / pinch.distance, now.x, now.y);
        return;
      }
      if (mode === "held") return;
      if (mode === "press" || mode === "aside") {
        if (Math.hypot(at.x - start.x, at.y - start.y) <= DRAG_THRESHOLD_PX) return;
        mode = "pan";
      }
      touches.set(event.pointerId, at);
      if (mode === "pan") board.pan(dx, dy);
      if (mode === "way") for (const tile of tilesBetween(board, before, at)) handlers.pathTo(tile);
    },
    options,
  );

  const end = (event: PointerEvent) => {
    if (!touches.delete(event.pointerId)) return;
    clearTimeout(holding);
    const touch = event.pointerType !== "mouse";
    if (mode === "aside" && event.type === "pointerup") handlers.cancel?.();
    if (mode === "press" && event.type === "pointerup") {
      const tile = board.tileAt(start.x, start.y);
      if (tile !== null && event.altKey) handlers.ping(tile);
      else if (tile !== null) handlers.tap(tile, touch);
    }
    if (mode === "way" && event.type === "pointerup") {
      const at = place(event);
      const tile = board.tileAt(start.x, start.y);
      if (tile !== null && Math.hypot(at.x - start.x, at.y - start.y) <= DRAG_THRESHOLD_PX) handlers.tap(tile, touch);
    }
    mode = touches.size ? "pan" : "none";
  };
  canvas.addEventListener("pointerup", end, options);
  canvas.addEventListener("pointercancel", end, options);
  canvas.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && handlers.hover?.(null), options);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault(), options);
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      wheel += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1);
      if (Math.abs(wheel) < 60) return;
      const at = place(event);
      board.zoom(wheel < 0 ? 1 : -1, at.x, at.y);
      wheel = 0;
    },
    { ...options, passive: false },
  );
  return () => {
    clearTimeout(holding);
    stop.abort();
  };
}

/** The tiles under a pointer's way from one event to the next, so that a fast hand leaves none out. */
function tilesBetween(board: Viewport, from: Touch, to: Touch): number[] {
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (board.tileSize / 3)));
  const tiles = [];
  for (let step = 1; step <= steps; step++) {
    const tile = board.tileAt(from.x + ((to.x - from.x) * step) / steps, from.y + ((to.y - from.y) * step) / steps);
    if (tile !== null) tiles.push(tile);
  }
  return tiles;
}
