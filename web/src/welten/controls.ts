/** Mouse and touch controls of the map. */

import { scrollAtEdges } from "../canvas/edge-scroll";
import { listenToGestures } from "../canvas/gestures";
import type { Actions } from "./actions";
import type { WeltenCanvas } from "./board-canvas";
import type { Session } from "./session";
import { canOrder } from "./state";

/** Attaches the controls to the map. Returns the function that removes them. */
export function attachControls(session: Session, map: WeltenCanvas, actions: Actions): () => void {
  const stopGestures = listenToGestures(map, {
    startsPath: (_, touch, shift) =>
      canOrder(session.state) && (session.state.plans.grouping || (shift && !touch)) && !actions.group.state,
    pathStart: (tile) => actions.group.startBox(tile),
    pathTo: (tile) => actions.group.growBox(tile),
    pathEnd: () => actions.group.endBox(),
    pathCancel: () => actions.group.endBox(false),
    ping: () => undefined,
    tap: (tile, touch) => {
      actions.group.endBox(false);
      actions.click(tile, touch);
    },
    hover: (tile) => session.moveCursor(tile),
    cancel: () => actions.deselect(),
    hold: (tile) => {
      session.moveCursor(tile);
      session.inspect(tile);
    },
  });
  const stopScrolling = scrollAtEdges(map, (x, y) => session.moveCursor(map.tileAt(x, y)));
  return () => {
    stopScrolling();
    stopGestures();
  };
}
