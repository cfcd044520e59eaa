/** Translates mouse, finger and pen input on the C64's screen into calls with tiles; a drag scrolls by whole tiles. */

import type { C64Screen } from "./c64-screen";

export interface ScreenHandlers {
  tap(tile: number): void;
  /** A finger stays on a tile. */
  hold(tile: number): void;
  /** The mouse is over a tile, or over none. */
  hover(tile: number | null): void;
}

/** Pixels that a finger may tremble before a tap becomes a drag. */
const DRAG_THRESHOLD_PX = 6;
/** Milliseconds after which a finger that stays is no tap any more. */
const HOLD_MS = 500;

/** Listens to the screen's canvas. Returns the function that ends it. */
export function listenToScreen(screen: C64Screen, handlers: ScreenHandlers): () => void {
  const gestures = new ScreenGestures(screen, handlers);
  const { canvas } = screen;
  const stop = new AbortController();
  const options = { signal: stop.signal };
  canvas.addEventListener("pointerdown", (event) => gestures.press(event), options);
  canvas.addEventListener("pointermove", (event) => gestures.move(event), options);
  canvas.addEventListener("pointerup", (event) => gestures.release(event), options);
  canvas.addEventListener("pointercancel", () => gestures.cancel(), options);
  canvas.addEventListener("pointerleave", () => handlers.hover(null), options);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault(), options);
  return () => {
    gestures.cancel();
    stop.abort();
  };
}

class ScreenGestures {
  /** Where the pointer was pressed, moved on by what was scrolled since; null while none is pressed. */
  private start: { readonly x: number; readonly y: number } | null = null;
  /** Whether the press has become a drag or a hold. */
  private spent = false;
  private timer = 0;

  constructor(
    private readonly screen: C64Screen,
    private readonly handlers: ScreenHandlers,
  ) {}

  press(event: PointerEvent): void {
    this.screen.canvas.setPointerCapture(event.pointerId);
    this.start = { x: event.clientX, y: event.clientY };
    this.spent = false;
    const tile = this.tileOf(event);
    if (tile === null || event.pointerType === "mouse") return;
    this.timer = window.setTimeout(() => {
      if (this.spent) return;
      this.spent = true;
      this.handlers.hold(tile);
    }, HOLD_MS);
  }

  move(event: PointerEvent): void {
    const { screen, start } = this;
    if (event.pointerType === "mouse") this.handlers.hover(this.tileOf(event));
    if (!start) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    this.spent ||= Math.hypot(dx, dy) > DRAG_THRESHOLD_PX;
    const [columns, rows] = [Math.trunc(dx / screen.tileSize), Math.trunc(dy / screen.tileSize)];
    if (!this.spent || (!columns && !rows)) return;
    screen.scroll(-columns, -rows);
    this.start = { x: start.x + columns * screen.tileSize, y: start.y + rows * screen.tileSize };
  }

  release(event: PointerEvent): void {
    const tile = this.tileOf(event);
    const tapped = this.start !== null && !this.spent;
    this.cancel();
    if (tapped && tile !== null) this.handlers.tap(tile);
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.start = null;
  }

  private tileOf(event: PointerEvent): number | null {
    const box = this.screen.canvas.getBoundingClientRect();
    return this.screen.tileAt(event.clientX - box.left, event.clientY - box.top);
  }
}
