/** Translates mouse, finger and pen input on a board into calls with tiles. */

import type { Viewport } from "./viewport";

export interface GestureHandlers {
  /** Whether a drag that begins here draws a path, instead of moving the map. */
  startsPath(tile: number, touch: boolean, shift: boolean): boolean;
  /** A path begins. */
  pathStart(tile: number): void;
  /** The path goes on to a tile. */
  pathTo(tile: number): void;
  /** The path is complete. */
  pathEnd?(): void;
  /** A second finger has come: the path was none. */
  pathCancel?(): void;
  /** A tile was clicked or tapped. */
  tap(tile: number, touch: boolean): void;
  /** A tile is pointed out to the other players. */
  ping(tile: number): void;
  /** The mouse is over a tile, or over none. */
  hover?(tile: number | null): void;
  /** A finger stays on a tile. */
  hold?(tile: number): void;
  /** The right button was clicked. */
  cancel?(): void;
}

/** The part of a board that gestures need. */
export type GestureTarget = Pick<Viewport, "canvas" | "tileAt" | "tileSize" | "pan" | "zoom" | "resizeTo">;

/** CSS pixels that a pointer may tremble before a tap becomes a drag. */
const DRAG_THRESHOLD_PX = 6;
/** Milliseconds after which a finger that stays is no tap any more. */
const HOLD_MS = 500;
/** Pixels that the wheel must turn for a step of the zoom, and those of a line, which some browsers count instead. */
const WHEEL_STEP_PX = 60;
const WHEEL_LINE_PX = 30;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** What the pointers on the board do: `aside` is a press of another button than the first, `held` a finger that stays. */
type Mode = "none" | "press" | "aside" | "held" | "pan" | "path" | "pinch";

/** Listens to a board's canvas. Returns the function that ends it. */
export function listenToGestures(board: GestureTarget, handlers: GestureHandlers): () => void {
  const gestures = new Gestures(board, handlers);
  return () => gestures.close();
}

class Gestures {
  private readonly pointers = new Map<number, Point>();
  private mode: Mode = "none";
  private start: Point = { x: 0, y: 0 };
  private pinch = { distance: 1, size: 1 };
  private wheelPx = 0;
  private holdTimer = 0;
  private readonly closing = new AbortController();

  constructor(
    private readonly board: GestureTarget,
    private readonly handlers: GestureHandlers,
  ) {
    this.listen("pointerdown", (event) => this.press(event));
    this.listen("pointermove", (event) => this.move(event));
    this.listen("pointerup", (event) => this.release(event));
    this.listen("pointercancel", (event) => this.end(event));
    this.listen("pointerleave", (event) => {
      if (event.pointerType === "mouse") handlers.hover?.(null);
    });
    this.listen("contextmenu", (event) => event.preventDefault());
    this.listen("wheel", (event) => this.turnWheel(event));
  }

  close(): void {
    clearTimeout(this.holdTimer);
    this.closing.abort();
  }

  private listen<E extends keyof HTMLElementEventMap>(
    name: E,
    listener: (event: HTMLElementEventMap[E]) => void,
  ): void {
    this.board.canvas.addEventListener(name, listener, { signal: this.closing.signal, passive: false });
  }

  private press(event: PointerEvent): void {
    const { board, handlers } = this;
    board.canvas.setPointerCapture(event.pointerId);
    const at = this.pointOf(event);
    this.pointers.set(event.pointerId, at);
    clearTimeout(this.holdTimer);
    const span = this.span();
    if (span) {
      if (this.mode === "path") handlers.pathCancel?.();
      this.mode = "pinch";
      this.pinch = { distance: Math.max(1, span.distance), size: board.tileSize };
      return;
    }
    this.start = at;
    const tile = board.tileAt(at.x, at.y);
    if (event.button !== 0) this.mode = "aside";
    else if (tile !== null && !event.altKey && handlers.startsPath(tile, isTouch(event), event.shiftKey)) {
      this.mode = "path";
      handlers.pathStart(tile);
    } else {
      this.mode = "press";
      if (tile !== null && isTouch(event) && handlers.hold)
        this.holdTimer = window.setTimeout(() => this.hold(tile), HOLD_MS);
    }
  }

  private hold(tile: number): void {
    if (this.mode !== "press") return;
    this.mode = "held";
    this.handlers.hold?.(tile);
  }

  private move(event: PointerEvent): void {
    const at = this.pointOf(event);
    if (!isTouch(event)) this.handlers.hover?.(this.board.tileAt(at.x, at.y));
    const before = this.pointers.get(event.pointerId);
    if (!before || this.mode === "held") return;
    if (this.mode === "pinch") {
      this.movePinch(event.pointerId, at);
      return;
    }
    if (this.mode === "press" || this.mode === "aside") {
      if (distance(this.start, at) <= DRAG_THRESHOLD_PX) return;
      this.mode = "pan";
    }
    this.pointers.set(event.pointerId, at);
    if (this.mode === "pan") this.board.pan(at.x - before.x, at.y - before.y);
    else if (this.mode === "path") this.drawPath(before, at);
  }

  private movePinch(pointer: number, at: Point): void {
    const before = this.span();
    this.pointers.set(pointer, at);
    const now = this.span();
    if (!before || !now) return;
    this.board.pan(now.x - before.x, now.y - before.y);
    this.board.resizeTo((this.pinch.size * now.distance) / this.pinch.distance, now.x, now.y);
  }

  /** Continues the path over all tiles between two events, so that fast hands leave none out. */
  private drawPath(from: Point, to: Point): void {
    const steps = Math.max(1, Math.ceil(distance(from, to) / (this.board.tileSize / 3)));
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      const tile = this.board.tileAt(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
      if (tile !== null) this.handlers.pathTo(tile);
    }
  }

  private release(event: PointerEvent): void {
    const { board, handlers, start, mode } = this;
    if (!this.end(event)) return;
    const tile = board.tileAt(start.x, start.y);
    const tapped = distance(start, this.pointOf(event)) <= DRAG_THRESHOLD_PX;
    if (mode === "path" && !tapped) handlers.pathEnd?.();
    if (mode === "aside") handlers.cancel?.();
    else if (tile === null) return;
    else if (mode === "press" && event.altKey) handlers.ping(tile);
    else if (mode === "press" || (mode === "path" && tapped)) handlers.tap(tile, isTouch(event));
  }

  /** A pointer is gone; false if it was not on the board. The last finger of a pinch pans. */
  private end(event: PointerEvent): boolean {
    if (!this.pointers.delete(event.pointerId)) return false;
    clearTimeout(this.holdTimer);
    this.mode = this.pointers.size ? "pan" : "none";
    return true;
  }

  private turnWheel(event: WheelEvent): void {
    event.preventDefault();
    this.wheelPx += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? WHEEL_LINE_PX : 1);
    if (Math.abs(this.wheelPx) < WHEEL_STEP_PX) return;
    const at = this.pointOf(event);
    this.board.zoom(this.wheelPx < 0 ? 1 : -1, at.x, at.y);
    this.wheelPx = 0;
  }

  /** The middle between the first two pointers and their distance; null with fewer. */
  private span(): (Point & { readonly distance: number }) | null {
    const [a, b] = [...this.pointers.values()];
    return a && b ? { distance: distance(a, b), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : null;
  }

  private pointOf(event: MouseEvent): Point {
    const box = this.board.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
}

function isTouch(event: PointerEvent): boolean {
  return event.pointerType !== "mouse";
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
