/** The playback bar below the board: a line with markers, and the buttons that play, stop and step. */

import { fill, h, setText } from "../dom";
import { icon, type IconName } from "../components/icon";
import type { MarkerKind, Marker } from "./markers";
import type { State, Step } from "./state";

/** How tall a marker stands, as a share of the bar, and in which colour; height tells them apart without the colour. */
const MARKER_STYLES: Readonly<Record<MarkerKind, readonly [number, string]>> = {
  small: [0.25, "#706deb"],
  round: [0.5, "#a8a6da"],
  taken: [0.7, "#75cec8"],
  fall: [1, "#c46c71"],
  end: [1, "#edf171"],
};
const WEIGHTS: readonly MarkerKind[] = ["small", "round", "taken", "fall", "end"];
/** CSS pixels of the bar's knob, which its markers have to be in line with. */
const THUMB_PX = 14;

export interface TransportHandlers {
  dispatch(step: Step): void;
  /** To the event before or after. */
  jump(direction: 1 | -1): void;
  zoom(steps: number): void;
  fit(): void;
}

export interface Transport {
  readonly element: HTMLElement;
  markers(markers: readonly Marker[], last: number): void;
  update(state: State, turn: number, turns: number): void;
  close(): void;
}

export function playbackBar(
  handlers: TransportHandlers,
  unit: string,
  speeds: readonly number[],
  speed: number,
): Transport {
  const bar = h("input", {
    type: "range",
    class: "scrub",
    id: "scrub",
    min: 0,
    max: 0,
    value: 0,
    step: 1,
    "aria-label": `Go to ${an(unit)}`,
    oninput: () => handlers.dispatch({ action: "seek", frame: Number(bar.value) }),
  });
  const picture = h("canvas", { class: "marks", "aria-hidden": "true" });
  const play = button("play", "Play", "Space", () => handlers.dispatch({ action: "toggle" }), "btn btn-main");
  play.id = "play";
  const where = h("p", { class: "pixel min-w-0", id: "turn" });
  const choice = h(
    "select",
    {
      class: "field w-auto",
      "aria-label": `Speed, in ${unit}s a second`,
      onchange: () => handlers.dispatch({ action: "speed", speed: Number(choice.value) }),
    },
    ...speeds.map((each) => h("option", { value: each, selected: each === speed }, `${each} a second`)),
  );
  const element = h(
    "div",
    { class: "transport" },
    h("div", { class: "track" }, picture, bar),
    h(
      "div",
      { class: "transport-controls" },
      where,
      h(
        "div",
        { class: "keys", role: "group", "aria-label": "Play the film" },
        button(
          "first",
          "To the beginning",
          "Home",
          () => handlers.dispatch({ action: "seek", frame: 0 }),
          "btn wide-only",
        ),
        button("back", "A step back", "Left arrow", () => handlers.dispatch({ action: "step", by: -1 })),
        play,
        button("forth", "A step on", "Right arrow", () => handlers.dispatch({ action: "step", by: 1 })),
        button(
          "last",
          "To the end",
          "End",
          () => handlers.dispatch({ action: "seek", frame: Infinity }),
          "btn wide-only",
        ),
      ),
      h(
        "div",
        { class: "rest" },
        choice,
        h(
          "div",
          { class: "zooms" },
          button("minus", "Zoom out", "-", () => handlers.zoom(-1)),
          button("plus", "Zoom in", "+", () => handlers.zoom(1)),
          button("fit", "The whole board", "F", () => handlers.fit()),
        ),
      ),
    ),
  );
  let shown: { markers: readonly Marker[]; last: number } = { markers: [], last: 0 };
  const draw = () => drawMarks(picture, shown.markers, shown.last);
  const observer = new ResizeObserver(draw);
  observer.observe(picture);
  let playing: boolean | null = null;
  return {
    element,
    markers(markers, last) {
      shown = { markers, last };
      bar.max = String(last);
      draw();
    },
    update(state, turn, turns) {
      if (bar.value !== String(state.frame)) bar.value = String(state.frame);
      bar.setAttribute("aria-valuetext", `${unit} ${turn} of ${turns}`);
      bar.style.setProperty("--share", String(state.last ? state.frame / state.last : 0));
      setText(where, `${capital(unit)} ${turn} of ${turns}`);
      if (playing === state.playing) return;
      playing = state.playing;
      const words = playing ? "Pause" : "Play";
      fill(play, icon(playing ? "pause" : "play"), h("span", { class: "sr-only" }, words));
      play.title = `${words} (Space)`;
    },
    close() {
      observer.disconnect();
    },
  };
}

function button(sign: IconName, label: string, key: string, act: () => void, look = "btn"): HTMLButtonElement {
  return h(
    "button",
    { class: look, type: "button", title: `${label} (${key})`, onclick: act },
    icon(sign),
    h("span", { class: "sr-only" }, label),
  );
}

function an(word: string): string {
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The heaviest marker of every pixel, so that a long game does not become a hedge. */
function drawMarks(canvas: HTMLCanvasElement, markers: readonly Marker[], last: number): void {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
  const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d")!;
  const wide = Math.max(1, Math.round(2 * ratio));
  const inset = (THUMB_PX / 2) * ratio;
  const heaviest = new Map<number, MarkerKind>();
  for (const { frame, kind } of markers) {
    const place = Math.round((inset + (last ? frame / last : 0) * (width - 2 * inset)) / wide) * wide;
    const there = heaviest.get(place);
    if (!there || WEIGHTS.indexOf(kind) > WEIGHTS.indexOf(there)) heaviest.set(place, kind);
  }
  for (const [place, kind] of heaviest) {
    const [share, colour] = MARKER_STYLES[kind];
    const tall = Math.round(height * share);
    context.fillStyle = colour;
    context.fillRect(place - wide / 2, height - tall, wide, tall);
    if (share === 1) context.fillRect(place - wide * 1.5, 0, wide * 3, wide * 3);
  }
}
