import { afterEach, describe, expect, it } from "vitest";

import { announcement } from "../src/fog/overlay";
import { eventText, playerNotes, ROOM_TEXT, tileText } from "../src/fog/texts";
import { localize, setLanguage } from "../src/language";
import { player, playing, serverEvent, through } from "./fog-boards";

const BOARD = `
  A5 b1 ~ ?
  +40 !25 ^ .`;

afterEach(() => setLanguage("en"));

describe("tiles and events", () => {
  it("are told in German", () => {
    setLanguage("de");
    const state = playing(BOARD);
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((tile) => tileText(state, tile))).toEqual([
      "Zeile 1, Spalte 1: dein General, 5 Truppen",
      "Zeile 1, Spalte 2: Land von player 1, 1 Truppe",
      "Zeile 1, Spalte 3: nie gesehen",
      "Zeile 1, Spalte 4: nie gesehen, ein Hindernis",
      "Zeile 2, Spalte 1: freie Stadt, 40 Truppen",
      "Zeile 2, Spalte 2: freier Turm, Verteidigung 25",
      "Zeile 2, Spalte 3: Berg",
      "Zeile 2, Spalte 4: freies Land",
    ]);
    expect(eventText(state, { type: "captured general", index: 0, tile: 1, of: 1 })).toBe(
      "Du hast den General von player 1 gefangen",
    );
    expect(eventText(state, { type: "captured general", index: 1, tile: 0, of: 0 })).toBe(
      "player 1 hat deinen General gefangen",
    );
  });

  it("count in words that fit", () => {
    expect([1, 3].map(localize(ROOM_TEXT).unmade)).toEqual(["1 march was not made", "3 marches were not made"]);
    setLanguage("de");
    expect([1, 3].map(localize(ROOM_TEXT).unmade)).toEqual([
      "1 Marsch wurde nicht gemacht",
      "3 Märsche wurden nicht gemacht",
    ]);
  });

  it("name the host in the lobby only, and say who is away", () => {
    expect(playerNotes(player(0), 0, { host: true })).toBe("you, host");
    expect(playerNotes(player(0, { connected: false }), 1, { host: false })).toBe("away");
    expect(playerNotes(player(0, { connected: false, isBot: true }), 1, { host: false })).toBe("bot");
  });
});

describe("what screen readers say", () => {
  it("is the tile that is looked at, and the chosen one when looking ends", () => {
    const before = playing(BOARD);
    const looking = through(before, { action: "look", tile: 1 });
    const further = through(looking, { action: "look", tile: 5 });
    expect(announcement(looking, before)).toBe("Looking. Row 1, column 2: player 1's land, 1 army");
    expect(announcement(further, looking)).toBe("Row 2, column 2: free tower, defence 25");
    expect(announcement(through(further, { action: "look", tile: null }), further)).toContain("your general");
    expect(announcement(through(further, { action: "select", tile: null }), further)).toBe("No tile is chosen");
  });

  it("is what others point at, and nothing when nothing has changed", () => {
    const before = playing(BOARD);
    const pinged = through(before, serverEvent("ping_tile", { index: 1, tile: 7 }));
    expect(announcement(pinged, before)).toBe("player 1 points at a tile. Row 2, column 4: free land");
    expect(announcement(before, before)).toBeNull();
  });
});
