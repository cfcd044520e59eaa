import { expect, test } from "vitest";

import { byLevel, isLevel, LEVELS } from "../src/welten/levels";

test("opponents are shown from the weakest to the strongest, unknown ones last", () => {
  expect(byLevel(["captain", "mine", "recruit", "warlord", "warlord-quick"])).toEqual([...LEVELS, "mine"]);
});

test("only built-in opponents have a level", () => {
  expect(isLevel("warlord")).toBe(true);
  expect(isLevel("warlords")).toBe(false);
});
