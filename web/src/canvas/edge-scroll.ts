/** Scrolls the map while the mouse is near its edge. */

import type { Viewport } from "./viewport";

/** CSS pixels from the edge within which the map moves. */
const EDGE_PX = 20;
/** CSS pixels that it moves in a second. */
const PX_PER_SECOND = 720;

/** Move the map while the mouse rests near an edge; `moved` tells where in the canvas it is. Gives what ends it. */
export function scrollAtEdges(map: Viewport, moved: (x: number, y: number) => void): () => void {
  const { canvas } = map;
  const stop = new AbortController();
  let at = { x: 0, y: 0 };
  let frame = 0;
  let last = 0;
  const towards = (): readonly [number, number] => {
    const side = (place: number, length: number) => (place < EDGE_PX ? -1 : place > length - EDGE_PX ? 1 : 0);
    return [side(at.x, canvas.clientWidth), side(at.y, canvas.clientHeight)];
  };
  const rest = () => {
    cancelAnimationFrame(frame);
    frame = 0;
  };
  const scroll = (now: number) => {
    const [dx, dy] = towards();
    if ((!dx && !dy) || document.querySelector("dialog[open]")) return rest();
    const far = (Math.min(50, now - last) / 1000) * PX_PER_SECOND;
    last = now;
    map.pan(-dx * far, -dy * far);
    moved(at.x, at.y);
    frame = requestAnimationFrame(scroll);
  };
  canvas.addEventListener(
    "pointermove",
    (event) => {
      if (event.pointerType !== "mouse" || event.buttons !== 0) return rest();
      const box = canvas.getBoundingClientRect();
      at = { x: event.clientX - box.left, y: event.clientY - box.top };
      const [dx, dy] = towards();
      if (!dx && !dy) return rest();
      if (frame) return;
      last = performance.now();
      frame = requestAnimationFrame(scroll);
    },
    { signal: stop.signal },
  );
  canvas.addEventListener("pointerleave", rest, { signal: stop.signal });
  canvas.addEventListener("pointerdown", rest, { signal: stop.signal });
  return () => {
    rest();
    stop.abort();
  };
}
