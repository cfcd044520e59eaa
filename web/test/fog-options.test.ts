import { afterEach, describe, expect, it } from "vitest";

import { DEFAULT_OPTIONS } from "../src/fog/default-options";
import { describeOptions, draftOf, type OptionsDraft, optionsOf, problemOf } from "../src/fog/options";
import { setLanguage } from "../src/language";
import type { FogOptions } from "../src/protocol";
import { OPTIONS } from "./fog-boards";

const DRAFT = draftOf(DEFAULT_OPTIONS);

afterEach(() => setLanguage("en"));

const EXAMPLES: FogOptions[] = [
  DEFAULT_OPTIONS,
  { width: 30, height: 12, players: 16, half: false, turnMs: 333 },
  { width: 20, height: 20, players: 3, half: true, lockstep: true, deadlineMs: 5000, seed: "18446744073709551615" },
  { players: 2, half: true, turnMs: 500, dungeon: "7", dungeonOptions: { loops: 2 } },
  { players: 2, half: true, turnMs: 500, map: [".a.", ".b."] },
];

describe("the form of options", () => {
  it.each(EXAMPLES)("gives back what it began with: %j", (options) => {
    expect(optionsOf(draftOf(options))).toEqual(options);
  });

  it("lets people think for a minute in lockstep unless the room has a shorter deadline", () => {
    expect(optionsOf({ ...DRAFT, speed: "lockstep" })).toMatchObject({ lockstep: true, deadlineMs: 60_000 });
    expect(optionsOf(draftOf({ lockstep: true, deadlineMs: 1000 }))).toMatchObject({ deadlineMs: 1000 });
  });

  it("keeps how a dungeon is dug as long as its seed stays", () => {
    const draft = draftOf(EXAMPLES[3]!);
    expect(optionsOf({ ...draft, seed: "8" }).dungeonOptions).toBeUndefined();
    expect(optionsOf({ ...draft, source: "seed" }).dungeonOptions).toBeUndefined();
  });

  it.each<[Partial<OptionsDraft>, unknown]>([
    [{}, null],
    [{ players: "1" }, { kind: "range", field: "players" }],
    [{ players: "17" }, { kind: "range", field: "players" }],
    [{ width: "" }, { kind: "range", field: "width" }],
    [{ height: "2.5" }, { kind: "range", field: "height" }],
    [{ width: "9999", source: "dungeon", seed: "1" }, null],
    [{ source: "seed", seed: "" }, { kind: "seed" }],
    [{ source: "dungeon", seed: "-1" }, { kind: "seed" }],
    [{ source: "seed", seed: "1".repeat(21) }, { kind: "seed" }],
    [{ source: "own", map: "..." }, { kind: "rows" }],
    [{ source: "own", map: Array(12).fill(". . a b").join("\n") }, null],
    [
      { source: "own", map: `${"...\n".repeat(12)}..` },
      { kind: "uneven rows", length: 3 },
    ],
  ])("finds what is wrong with %j", (change, problem) => {
    expect(problemOf({ ...DRAFT, ...change })).toEqual(problem);
  });

  it("is told to the others in their language", () => {
    expect(describeOptions(OPTIONS)).toContain("map drawn in secret");
    setLanguage("de");
    expect(describeOptions(OPTIONS)).toEqual(
      expect.arrayContaining(["4×3 Felder", "500 ms pro Runde", "geheim erzeugte Karte", "gewertet"]),
    );
  });
});
