/** Pictures on the home page that move by themselves, for as long as somebody can see them. */

/** A picture in a canvas that has been loaded. */
export interface Demo {
  /** Shows the next picture. Returns the milliseconds until the one after it. */
  next(): number;
  /** Shows one picture that stays, for readers who want little motion. */
  showStill(): void;
  /** Draws the same picture again, for a canvas of another size. */
  paint(): void;
  close?(): void;
}

/** Plays a demo while its canvas is in view, and not at all for readers who want little motion. Returns its end. */
export function playInView(canvas: HTMLCanvasElement, demo: Demo): () => void {
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  let inView = false;
  let timer = 0;
  const step = () => {
    timer = window.setTimeout(step, demo.next());
  };
  const update = () => {
    clearTimeout(timer);
    if (inView && !reducedMotion.matches && document.visibilityState === "visible") step();
  };
  const onMotion = () => {
    if (reducedMotion.matches) demo.showStill();
    update();
  };
  const visibility = new IntersectionObserver((entries) => {
    inView = entries.at(-1)!.isIntersecting;
    update();
  });
  const size = new ResizeObserver(() => demo.paint());
  visibility.observe(canvas);
  size.observe(canvas);
  document.addEventListener("visibilitychange", update);
  reducedMotion.addEventListener("change", onMotion);
  onMotion();
  return () => {
    clearTimeout(timer);
    visibility.disconnect();
    size.disconnect();
    document.removeEventListener("visibilitychange", update);
    reducedMotion.removeEventListener("change", onMotion);
    demo.close?.();
  };
}

/** Gives a canvas as many pixels as it takes on the screen. Returns the context to draw with, without smoothing. */
export function fitCanvas(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d", { alpha: false })!;
  context.imageSmoothingEnabled = false;
  return context;
}
