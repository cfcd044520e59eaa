/** What mouse, fingers and keys do on the map. */

import { listen } from "../canvas/gestures";
import type { Card } from "./tile-card";
import { clicked } from "./clicks";
import type { Deeds } from "./actions";
import { scrollAtEdges } from "../canvas/edge-scroll";
import type { WeltenCanvas } from "./board-canvas";
import type { Session } from "./session";
import { onlyOwn } from "./state";

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowRight: [1, 0],
};

/** CSS pixels that a key moves the map by. */
const STRIDE = 96;

/** What lies outside the map. */
export interface Around {
  readonly card: Card;
  chat(): void;
  help(): void;
  /** Leave the map for the buttons. */
  leave(): void;
  /** Draw anew, although nothing has changed but the card. */
  refresh(): void;
}

/** Listen to the map; gives what ends it. */
export function control(session: Session, map: WeltenCanvas, deed: Deeds, around: Around): () => void {
  const stop = new AbortController();
  const unlisten = listen(map, {
    grasps: () => false,
    begin: () => undefined,
    drag: () => undefined,
    point: () => undefined,
    tap: (tile, touch) => act(session, deed, around.card, tile, touch),
    hover: (tile) => session.point(tile),
    cancel: () => {
      around.card.inspect(null);
      deed.deselect();
      around.refresh();
    },
    hold: (tile) => {
      session.point(tile);
      around.card.inspect(tile);
      around.refresh();
    },
  });
  const still = scrollAtEdges(map, (x, y) => session.point(map.tileAt(x, y)));
  addEventListener(
    "keydown",
    (event) => {
      const target = event.target as Element;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (target.closest("input, textarea, select, [role=log]")) return;
      // A button or a link that has the focus keeps the keys that press it; the others go to the map.
      if ((event.key === "Enter" || event.key === " ") && target.closest("button, a")) return;
      if (press(session, map, deed, around, event)) event.preventDefault();
    },
    { signal: stop.signal },
  );
  return () => {
    stop.abort();
    still();
    unlisten();
  };
}

/** Do what a click on a tile means. A finger sees the odds first, and attacks with a second tap. */
function act(session: Session, deed: Deeds, card: Card, tile: number, touch: boolean): void {
  const before = session.state.cursor;
  card.inspect(null);
  deed.settle();
  session.point(tile);
  const wish = clicked(session.state, tile);
  if (wish.deed === "choose") session.choose(wish.unit);
  else if (wish.deed === "nothing") session.hint(wish.why);
  else if (touch && wish.text.startsWith("attack") && before !== tile) session.hint("AGAIN");
  else void session.order(wish.text);
}

/** Do what a key means; false if it means nothing here. */
function press(session: Session, map: WeltenCanvas, deed: Deeds, around: Around, event: KeyboardEvent): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const way = STEPS[key];
  if (way && event.shiftKey) map.pan(-way[0] * STRIDE, -way[1] * STRIDE);
  else if (way) step(session, map, around, ...way);
  else if (key === "n") deed.next(event.shiftKey);
  else if (key === "Escape") escape(session, deed, around);
  else {
    const simple: Readonly<Record<string, () => void>> = {
      Enter: () => {
        const { cursor } = session.state;
        if (cursor !== null) act(session, deed, around.card, cursor, false);
      },
      " ": deed.skip,
      u: deed.undo,
      t: deed.threats,
      e: () => void deed.end(),
      f: deed.fit,
      c: around.chat,
      "+": () => deed.zoom(1),
      "=": () => deed.zoom(1),
      "-": () => deed.zoom(-1),
      "?": around.help,
    };
    const found = simple[key];
    found?.();
    return found !== undefined;
  }
  return true;
}

/** Move the cursor, which begins at the chosen unit or in the middle of the window. */
function step(session: Session, map: WeltenCanvas, around: Around, dx: number, dy: number): void {
  const { shown, cursor, chosen } = session.state;
  if (!shown) return;
  around.card.inspect(null);
  const unit = chosen === null ? null : shown.units[chosen]!;
  const { x, y, width, height } = map.shown;
  const center = Math.floor(y + height / 2) * shown.width + Math.floor(x + width / 2);
  const from = cursor ?? (unit && unit.x >= 0 ? unit.y * shown.width + unit.x : center);
  const column = Math.max(0, Math.min(shown.width - 1, (from % shown.width) + dx));
  const row = Math.max(0, Math.min(shown.height - 1, Math.floor(from / shown.width) + dy));
  const tile = row * shown.width + column;
  session.point(tile);
  map.reveal(tile);
}

function escape(session: Session, deed: Deeds, around: Around): void {
  const { film, chosen } = session.state;
  if (film.length > 0 && !onlyOwn(session.state)) deed.skip();
  else if (chosen !== null) deed.deselect();
  else around.leave();
}
