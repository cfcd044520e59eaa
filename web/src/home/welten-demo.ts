/** The map of Weltendämmerung, slowly panned. */

import { prefersReducedMotion } from "../animation-frame";

/** Map pixels in a second. */
const SPEED = 14;

/** Pans over the map in a canvas. Returns the function that ends it. */
export function playWeltenDemo(canvas: HTMLCanvasElement): () => void {
  const land = new Image();
  let open = true;
  let frame = 0;
  const began = performance.now();
  const paint = (now: number) => {
    if (!open) return;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const scale = Math.max(Math.round(2 * ratio), Math.ceil(height / land.height));
    const context = canvas.getContext("2d", { alpha: false })!;
    context.imageSmoothingEnabled = false;
    const room = { x: Math.max(0, land.width * scale - width), y: Math.max(0, land.height * scale - height) };
    const way = prefersReducedMotion() ? 0.5 : ((now - began) / 1000) * (SPEED / land.width);
    // There and back again; a little up and down on the way, so that all of it is seen once.
    const along = 0.5 - 0.5 * Math.cos(way * Math.PI);
    const across = 0.5 - 0.5 * Math.cos(way * Math.PI * 0.62);
    context.drawImage(
      land,
      -Math.round(along * room.x),
      -Math.round(across * room.y),
      land.width * scale,
      land.height * scale,
    );
    if (!prefersReducedMotion()) frame = requestAnimationFrame(paint);
  };
  land.onload = () => {
    frame = requestAnimationFrame(paint);
  };
  land.src = "/demo/welten.png";
  return () => {
    open = false;
    cancelAnimationFrame(frame);
  };
}
