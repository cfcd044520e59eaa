/** Animation frames, and the reader's wish for little motion. */

/** A function that may be called as often as one likes and runs `paint` once, in the next frame. */
export function oncePerFrame(paint: (now: number) => void): { (): void; cancel: () => void } {
  let asked = 0;
  const ask = () => {
    asked ||= requestAnimationFrame((now) => {
      asked = 0;
      paint(now);
    });
  };
  ask.cancel = () => {
    cancelAnimationFrame(asked);
    asked = 0;
  };
  return ask;
}

/** Whether the reader has asked for little motion. */
export function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
