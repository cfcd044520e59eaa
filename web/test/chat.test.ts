import { expect, test } from "vitest";

import { asWritten } from "../src/shell/chat";

test("chat shows signs of markup as they were written", () => {
  expect(asWritten("I ‹3 this, ‹b›really‹/b›")).toBe("I <3 this, <b>really</b>");
});
