/** The view of a dungeon, as a map or as the screen of a C64, with keys, mouse and fingers for both. */

import { listenToGestures } from "../canvas/gestures";
import { h, setText } from "../dom";
import type { Look } from "./address";
import type { Dungeon } from "./board";
import { MapCanvas } from "./map-canvas";
import { C64Screen } from "./c64-screen";

/** What keys, mouse and fingers mean, wherever the page is. */
export interface MapHandlers {
  /** A step of the walker; false without a walker. */
  step(key: string, held: boolean): boolean;
  search(): void;
  tap(tile: number): void;
  /** Go on: end the digging, go down the stairs. */
  enter(): void;
  walk(): void;
  look(): void;
  another(): void;
}

export interface MapView {
  readonly element: HTMLElement;
  show(dungeon: Dungeon): void;
  /** Begin with a tile in the middle of the C64's screen. */
  centre(tile: number): void;
  setLook(look: Look): void;
  setTitle(title: string): void;
  fit(): void;
  zoom(steps: number): void;
  focus(): void;
  close(): void;
}

const STEPS: Readonly<Record<string, readonly [string, number, number]>> = {
  w: ["w", 0, -1],
  a: ["a", -1, 0],
  s: ["s", 0, 1],
  d: ["d", 1, 0],
  ArrowUp: ["w", 0, -1],
  ArrowLeft: ["a", -1, 0],
  ArrowDown: ["s", 0, 1],
  ArrowRight: ["d", 1, 0],
};
/** CSS pixels by which a key moves the map. */
const PAN_STEP_PX = 64;
/** Pixels that a finger may tremble before a tap becomes a drag. */
const DRAG_THRESHOLD_PX = 6;

const HELP =
  "Arrow keys or W A S D move the map, or walk. X goes in on foot and comes back, F searches for secrets, C changes between " +
  "map and C64 screen, plus, minus and zero zoom, Enter goes on, Space digs another dungeon.";

export function mapView(handlers: MapHandlers): MapView {
  const chart = h("canvas", { class: "chart", id: "chart", "aria-hidden": "true" });
  const tube = h("canvas", { class: "c64-screen", id: "c64-screen", "aria-hidden": "true" });
  const title = h("p", { class: "c64-title", "aria-hidden": "true" });
  const room = h("div", { class: "c64-room" }, tube);
  const machine = h("div", { class: "c64", hidden: true }, title, room);
  const element = h(
    "div",
    {
      class: "dungeon-view",
      id: "dungeon-view",
      tabindex: "0",
      role: "application",
      "aria-label": "The dungeon",
      "aria-describedby": "dungeon-help",
    },
    chart,
    machine,
    h("p", { id: "dungeon-help", class: "sr-only" }, HELP),
  );
  const map = new MapCanvas(chart);
  const screen = new C64Screen(tube, room);
  let look: Look = "map";
  const deaf = [
    listenToGestures(map, {
      startsPath: () => false,
      pathStart: () => undefined,
      pathTo: () => undefined,
      tap: (tile) => handlers.tap(tile),
      ping: () => undefined,
    }),
    attachScreenGestures(screen, (tile) => handlers.tap(tile)),
  ];
  const move = (dx: number, dy: number) => {
    if (look === "c64") screen.scroll(dx, dy);
    else map.pan(-dx * PAN_STEP_PX, -dy * PAN_STEP_PX);
  };
  const keyActions: Readonly<Record<string, () => void>> = {
    x: () => handlers.walk(),
    f: () => handlers.search(),
    c: () => handlers.look(),
    "+": () => map.zoom(1),
    "-": () => map.zoom(-1),
    "0": () => map.fit(),
    Enter: () => handlers.enter(),
    " ": () => handlers.another(),
  };
  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const step = STEPS[key];
    if (step && !handlers.step(step[0], event.repeat)) move(step[1], step[2]);
    else if (!step && keyActions[key]) keyActions[key]();
    if (step || keyActions[key]) event.preventDefault();
  });
  return {
    element,
    show(dungeon) {
      map.show(dungeon);
      screen.show(dungeon);
    },
    centre: (tile) => screen.goto(tile),
    setLook(wanted) {
      look = wanted;
      element.dataset["look"] = look;
      chart.hidden = look === "c64";
      machine.hidden = look === "map";
    },
    setTitle: (text) => setText(title, text),
    fit: () => map.fit(),
    zoom: (steps) => map.zoom(steps),
    focus: () => element.focus({ preventScroll: true }),
    close() {
      deaf.forEach((end) => end());
      map.close();
      screen.close();
    },
  };
}

/** Drags the map under the C64's window, tile by tile, and taps tiles. Returns the function that ends it. */
function attachScreenGestures(screen: C64Screen, tap: (tile: number) => void): () => void {
  const { canvas } = screen;
  const stop = new AbortController();
  const options = { signal: stop.signal };
  let start: { readonly x: number; readonly y: number } | null = null;
  let dragged = false;
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      canvas.setPointerCapture(event.pointerId);
      start = { x: event.clientX, y: event.clientY };
      dragged = false;
    },
    options,
  );
  canvas.addEventListener(
    "pointermove",
    (event) => {
      if (!start) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      dragged ||= Math.hypot(dx, dy) > DRAG_THRESHOLD_PX;
      const [columns, rows] = [dx, dy].map((way) => Math.trunc(way / screen.tileSize));
      if (!dragged || (!columns && !rows)) return;
      screen.scroll(-columns!, -rows!);
      start = { x: start.x + columns! * screen.tileSize, y: start.y + rows! * screen.tileSize };
    },
    options,
  );
  const end = (event: PointerEvent) => {
    const box = canvas.getBoundingClientRect();
    const tile = screen.tileAt(event.clientX - box.left, event.clientY - box.top);
    if (start && !dragged && event.type === "pointerup" && tile !== null) tap(tile);
    start = null;
  };
  canvas.addEventListener("pointerup", end, options);
  canvas.addEventListener("pointercancel", end, options);
  return () => stop.abort();
}
