/** Keeps the keyboard focus on the page when the element that has it disappears. */

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

export const MAP_ID = "dungeon-view";

export function focusMap(): void {
  document.getElementById(MAP_ID)?.focus({ preventScroll: true });
}

/** The ref of an element that hands the focus to the map when it is removed while the focus is in it. */
export function useFocusHandover<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useLayoutEffect(() => {
    const element = part.current;
    return () => {
      if (element?.contains(document.activeElement)) focusMap();
    };
  }, []);
  return part;
}
