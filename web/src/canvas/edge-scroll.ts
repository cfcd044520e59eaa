/** Scrolls the map while the mouse is near its edge. */

import type { Viewport } from "./viewport";

/** CSS pixels from the edge within which the map moves. */
const EDGE_PX = 20;
/** CSS pixels that it moves in a second. */
const PX_PER_SECOND = 720;
/** Milliseconds of a frame, at most: after a pause the map does not jump. */
const MAX_FRAME_MS = 50;

/**
 * Moves the map while the mouse rests near an edge and there is more of it to see; `moved` tells where in the canvas the
 * mouse is. Returns the function that ends it.
 */
export function scrollAtEdges(
  map: Pick<Viewport, "canvas" | "pan">,
  moved: (x: number, y: number) => void,
): () => void {
  const scroll = new EdgeScroll(map, moved);
  return () => scroll.close();
}

class EdgeScroll {
  private mouse = { x: 0, y: 0 };
  private frame = 0;
  private last = 0;
  private readonly closing = new AbortController();

  constructor(
    private readonly map: Pick<Viewport, "canvas" | "pan">,
    private readonly moved: (x: number, y: number) => void,
  ) {
    const { canvas } = map;
    const options = { signal: this.closing.signal };
    canvas.addEventListener("pointermove", (event) => this.follow(event), options);
    canvas.addEventListener("pointerleave", () => this.rest(), options);
    canvas.addEventListener("pointerdown", () => this.rest(), options);
  }

  close(): void {
    this.rest();
    this.closing.abort();
  }

  private follow(event: PointerEvent): void {
    const box = this.map.canvas.getBoundingClientRect();
    this.mouse = { x: event.clientX - box.left, y: event.clientY - box.top };
    if (event.pointerType !== "mouse" || event.buttons !== 0 || !this.direction) this.rest();
    else if (!this.frame) {
      this.last = performance.now();
      this.frame = requestAnimationFrame((now) => this.scroll(now));
    }
  }

  private scroll(now: number): void {
    const { direction, mouse } = this;
    const far = (Math.min(MAX_FRAME_MS, Math.max(0, now - this.last)) / 1000) * PX_PER_SECOND;
    this.last = now;
    this.frame = 0;
    if (!direction || document.querySelector("dialog[open]")) return;
    // The first frame may begin before the mouse has moved: then nothing moves yet.
    if (!this.map.pan(-direction.x * far, -direction.y * far) && far > 0) return;
    this.moved(mouse.x, mouse.y);
    this.frame = requestAnimationFrame((next) => this.scroll(next));
  }

  private rest(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  /** Where the map moves to, or null if the mouse is not at an edge. */
  private get direction(): { readonly x: number; readonly y: number } | null {
    const { clientWidth, clientHeight } = this.map.canvas;
    const side = (at: number, length: number) => (at < EDGE_PX ? -1 : at > length - EDGE_PX ? 1 : 0);
    const [x, y] = [side(this.mouse.x, clientWidth), side(this.mouse.y, clientHeight)];
    return x || y ? { x, y } : null;
  }
}
