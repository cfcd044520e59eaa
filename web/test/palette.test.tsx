import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PaletteChoice } from "../src/components/palette-choice";
import { setLanguage } from "../src/language";
import { paletteChanges, type SeatPalette, seatPalette, setSeatPalette } from "../src/seat-palette";
import { seatStyle, seatStyles } from "../src/seat-style";
import { type ColourVision, leastDistance } from "./colour-vision";

const DICHROMATS = ["protanopia", "deuteranopia", "tritanopia"] as const satisfies readonly ColourVision[];

const coloursOf = (palette: SeatPalette, seats: number) =>
  seatStyles(palette)
    .slice(0, seats)
    .map(({ colour }) => colour);

describe("the colours for colour-blind players", () => {
  it.each(DICHROMATS)("of eight seats are far apart with %s", (vision) => {
    const least = leastDistance(coloursOf("colour-blind", 8), vision);
    expect(least).toBeGreaterThan(0.1);
    expect(least).toBeGreaterThan(1.5 * leastDistance(coloursOf("usual", 8), vision));
  });

  it.each(DICHROMATS)("of all sixteen seats can still be told apart with %s", (vision) => {
    const least = leastDistance(coloursOf("colour-blind", 16), vision);
    expect(least).toBeGreaterThan(0.055);
    expect(least).toBeGreaterThan(1.5 * leastDistance(coloursOf("usual", 16), vision));
  });

  it("are as far apart as the usual ones for everybody else", () => {
    for (const seats of [8, 16]) {
      const usual = leastDistance(coloursOf("usual", seats), "normal");
      expect(leastDistance(coloursOf("colour-blind", seats), "normal")).toBeGreaterThan(0.9 * usual);
    }
  });
});

describe("the choice of a palette", () => {
  beforeEach(() => setSeatPalette("usual"));
  afterEach(() => setSeatPalette("usual"));

  it("is kept, changes the styles at once and is announced once", () => {
    let changes = 0;
    const count = () => {
      changes += 1;
    };
    paletteChanges.addEventListener("change", count);
    setSeatPalette("colour-blind");
    setSeatPalette("colour-blind");
    paletteChanges.removeEventListener("change", count);
    expect([seatPalette(), localStorage.getItem("duskfall.palette"), changes]).toEqual([
      "colour-blind",
      "colour-blind",
      1,
    ]);
    expect(seatStyle(0)).toBe(seatStyles("colour-blind")[0]);
  });

  it("leaves letters and patterns as they are", () => {
    const marks = (palette: SeatPalette) => seatStyles(palette).map(({ letter, pattern }) => [letter, pattern]);
    expect(marks("colour-blind")).toEqual(marks("usual"));
  });

  it("is a group of labelled radio buttons in both languages", () => {
    const place = document.body.appendChild(document.createElement("div"));
    act(() => render(<PaletteChoice />, place));
    const labels = () => [...place.querySelectorAll("legend, label")].map((element) => element.textContent);
    const checked = () => [...place.querySelectorAll("input")].find((input) => input.checked)?.value;
    expect([...labels(), checked()]).toEqual(["Colours", "usual", "for colour-blind eyes", "usual"]);
    act(() => place.querySelector<HTMLInputElement>("[value=colour-blind]")!.click());
    expect([seatPalette(), checked()]).toEqual(["colour-blind", "colour-blind"]);
    act(() => setLanguage("de"));
    expect(labels()).toEqual(["Farben", "übliche", "für farbenblinde Augen"]);
    act(() => {
      setLanguage("en");
      render(null, place);
    });
  });
});
