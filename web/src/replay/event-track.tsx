/** The marks of events above the slider of the playback bar. */

import { useLayoutEffect, useRef } from "preact/hooks";

import type { Marker, MarkerKind } from "./game";

/** The height of a mark as a share of the track, and its colour; the height tells marks apart without the colour. */
const MARKER_STYLES: Readonly<Record<MarkerKind, readonly [number, string]>> = {
  small: [0.25, "#706deb"],
  round: [0.5, "#a8a6da"],
  taken: [0.7, "#75cec8"],
  fall: [1, "#c46c71"],
  end: [1, "#edf171"],
};
const WEIGHTS: readonly MarkerKind[] = ["small", "round", "taken", "fall", "end"];
/** CSS pixels of the slider's knob, with which the marks are in line. */
const THUMB_PX = 14;

export function EventTrack({ markers, last }: { readonly markers: readonly Marker[]; readonly last: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const draw = () => drawMarks(canvas.current!, markers, last);
    const observer = new ResizeObserver(draw);
    observer.observe(canvas.current!);
    draw();
    return () => observer.disconnect();
  }, [markers, last]);
  return <canvas ref={canvas} class="marks" aria-hidden="true" />;
}

/** Draws the heaviest marker of every pixel, so that the marks of a long game stay apart. */
function drawMarks(canvas: HTMLCanvasElement, markers: readonly Marker[], last: number): void {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
  const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d")!;
  const wide = Math.max(1, Math.round(2 * ratio));
  for (const [place, kind] of heaviestMarks(markers, last, width, (THUMB_PX / 2) * ratio, wide)) {
    const [share, colour] = MARKER_STYLES[kind];
    const tall = Math.round(height * share);
    context.fillStyle = colour;
    context.fillRect(place - wide / 2, height - tall, wide, tall);
    if (share === 1) context.fillRect(place - wide * 1.5, 0, wide * 3, wide * 3);
  }
}

/** The heaviest marker of each place, in pixels from the left. */
function heaviestMarks(
  markers: readonly Marker[],
  last: number,
  width: number,
  inset: number,
  wide: number,
): ReadonlyMap<number, MarkerKind> {
  const heaviest = new Map<number, MarkerKind>();
  for (const { frame, kind } of markers) {
    const place = Math.round((inset + (last ? frame / last : 0) * (width - 2 * inset)) / wide) * wide;
    const there = heaviest.get(place);
    if (!there || WEIGHTS.indexOf(kind) > WEIGHTS.indexOf(there)) heaviest.set(place, kind);
  }
  return heaviest;
}
