/** Panning and zooming for boards that are only watched. */

import { listenToGestures } from "./gestures";
import type { Viewport } from "./viewport";

/** Lets mouse, fingers and pen pan and zoom a board. Returns the function that ends it. */
export function enablePanAndZoom(view: Viewport): () => void {
  const nothing = () => undefined;
  return listenToGestures(view, {
    startsPath: () => false,
    pathStart: nothing,
    pathTo: nothing,
    tap: nothing,
    ping: nothing,
  });
}
