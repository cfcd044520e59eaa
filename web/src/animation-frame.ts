/** Animation frames, and the preference for reduced motion. */

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

/** A function that may be called any number of times and runs `paint` once, in the next frame. */
export function oncePerFrame(paint: (now: number) => void): { (): void; cancel: () => void } {
  let requested = 0;
  const request = () => {
    requested ||= requestAnimationFrame((now) => {
      requested = 0;
      paint(now);
    });
  };
  request.cancel = () => {
    cancelAnimationFrame(requested);
    requested = 0;
  };
  return request;
}

/** Whether the user prefers reduced motion. */
export function prefersReducedMotion(): boolean {
  return matchMedia(REDUCED_MOTION).matches;
}

/** Whether animations that run by themselves should run now: somebody can see them, and does not mind. */
export function mayAnimate(): boolean {
  return document.visibilityState === "visible" && !prefersReducedMotion();
}

/** Calls the function when `mayAnimate` may have changed. */
export function onAnimationChange(changed: () => void, signal: AbortSignal): void {
  matchMedia(REDUCED_MOTION).addEventListener("change", changed, { signal });
  document.addEventListener("visibilitychange", changed, { signal });
}
