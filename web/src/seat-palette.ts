/** The colours of the seats: the usual ones, or those for colour-blind players. The choice is kept in the browser. */

import { useEffect, useState } from "preact/hooks";

import * as c from "./palette";

export type SeatPalette = "usual" | "colour-blind";

export const SEAT_PALETTES: readonly SeatPalette[] = ["usual", "colour-blind"];

const COLOURS: Readonly<Record<SeatPalette, readonly string[]>> = {
  usual: [
    c.LIGHT_RED,
    c.LIGHT_BLUE,
    c.GREEN,
    c.ORANGE,
    c.PURPLE,
    "#4f9fa0",
    "#b3ab3f",
    c.GREY,
    c.RED,
    "#5452c9",
    "#7cc274",
    c.BROWN,
    "#b05cba",
    "#a8785a",
    "#93999e",
    "#3b7a35",
  ],
  // Found by a search for colours that are far apart in OKLab, also as each kind of dichromat sees them; the first eight
  // farther than the rest, because most games have few players.
  "colour-blind": [
    "#dba010",
    "#02429b",
    "#9df6f1",
    "#912c3a",
    "#ae7cd8",
    "#548233",
    "#f4d55b",
    "#6ab198",
    "#83910c",
    "#c8a0ff",
    "#049a6f",
    "#ebb86a",
    "#7f6daf",
    "#60dcbf",
    "#e3f78a",
    "#8aab67",
  ],
};

const KEY = "duskfall.palette";

/** Dispatches `change` when another palette has been chosen. */
export const paletteChanges = new EventTarget();

let current: SeatPalette = SEAT_PALETTES.find((palette) => palette === localStorage.getItem(KEY)) ?? "usual";

export function seatPalette(): SeatPalette {
  return current;
}

export function setSeatPalette(chosen: SeatPalette): void {
  if (chosen === current) return;
  current = chosen;
  localStorage.setItem(KEY, chosen);
  paletteChanges.dispatchEvent(new Event("change"));
}

/** The current palette; the component renders again when it changes. */
export function useSeatPalette(): SeatPalette {
  const [shown, show] = useState(current);
  useEffect(() => {
    const changed = () => show(current);
    paletteChanges.addEventListener("change", changed);
    changed();
    return () => paletteChanges.removeEventListener("change", changed);
  }, []);
  return shown;
}

/** The colours of seats 0 to 15 in a palette. */
export function seatColours(palette: SeatPalette): readonly string[] {
  return COLOURS[palette];
}
