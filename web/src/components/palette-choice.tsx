/** The choice between the usual colours of the seats and those for colour-blind players. */

import { useId } from "preact/hooks";

import { texts, useTexts } from "../language";
import { SEAT_PALETTES, setSeatPalette, useSeatPalette } from "../seat-palette";
import { SeatSwatch } from "./seat-swatch";

/** Seats whose colours are shown beside the choice. */
const SHOWN_SEATS = [0, 1, 2, 3, 4, 5, 6, 7];

const TEXT = texts({
  en: { label: "Colours", names: { usual: "usual", "colour-blind": "for colour-blind eyes" } },
  de: { label: "Farben", names: { usual: "übliche", "colour-blind": "für farbenblinde Augen" } },
});

export function PaletteChoice() {
  const text = useTexts(TEXT);
  const current = useSeatPalette();
  const group = useId();
  return (
    <fieldset class="flex min-w-0 flex-wrap items-center gap-x-5">
      <legend class="float-left mr-5 flex min-h-11 items-center">{text.label}</legend>
      {SEAT_PALETTES.map((palette) => (
        <label key={palette} class="relative flex min-h-11 cursor-pointer items-center gap-2">
          <input
            class="choice-input"
            type="radio"
            name={group}
            value={palette}
            checked={palette === current}
            onChange={() => setSeatPalette(palette)}
          />
          <span class="choice-dot" aria-hidden="true" />
          {text.names[palette]}
        </label>
      ))}
      <span class="flex min-h-11 items-center gap-1">
        {SHOWN_SEATS.map((seat) => (
          <SeatSwatch key={seat} seat={seat} />
        ))}
      </span>
    </fieldset>
  );
}
