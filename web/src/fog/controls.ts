/** Mouse, finger and pen on the board. */

import { listenToGestures } from "../canvas/gestures";
import { SMALLEST_ARMY } from "../protocol/fog-options";
import type { FogCanvas } from "./board-canvas";
import type { Session } from "./session";
import { canOrder } from "./state";

/** Attaches the controls to a board. Returns the function that ends them. */
export function attachControls(session: Session, canvas: FogCanvas): () => void {
  const isOwn = (tile: number) => session.state.board?.terrain[tile] === session.state.seat;
  /** The chosen tile, if it was chosen by a tap: the next tap on it means something else. */
  let tapped: number | null = null;
  /** Where a drag has begun, until it leaves that tile: before, it may still be a click. */
  let pressed: number | null = null;
  /** Whether a march from the chosen tile would move anybody, now or after the marches before it. */
  const canMarch = () => {
    const { board, cursor, queue } = session.state;
    if (!board || cursor === null) return false;
    return board.armies[cursor]! >= SMALLEST_ARMY || queue.marches.some(({ to }) => to === cursor);
  };
  const choose = (tile: number | null) => {
    tapped = tile;
    session.select(tile);
  };
  const tap = (tile: number) => {
    const { cursor, half } = session.state;
    if (!canOrder(session.state)) return;
    if (tile === cursor) {
      // The first tap chooses a tile, the second takes half of it, the third lets it go.
      if (tapped !== tile) tapped = tile;
      else if (half) choose(null);
      else session.toggleHalf();
      return;
    }
    if ((canMarch() || !isOwn(tile)) && session.march(tile)) return;
    if (isOwn(tile)) choose(tile);
    else if (cursor === null || !session.travel(tile)) session.select(null);
  };
  return listenToGestures(canvas, {
    startsPath: (tile, touch) => canOrder(session.state) && (touch ? tile === session.state.cursor : isOwn(tile)),
    pathStart: (tile) => {
      pressed = tile;
    },
    pathTo: (tile) => {
      if (tile === pressed) return;
      if (pressed !== null && pressed !== session.state.cursor) {
        tapped = null;
        session.select(pressed);
      }
      pressed = null;
      if (tile !== session.state.cursor) session.march(tile);
    },
    tap,
    hover: (tile) => session.hover(tile),
    ping: (tile) => void session.send("ping_tile", tile),
  });
}
