import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { plainText } from "../src/docs/blocks";
import { GERMAN_PAGES } from "../src/docs/texts";

describe("the documentation", () => {
  it("has a German title for each of its pages", () => {
    const pages = readdirSync("../docs").filter((name) => name.endsWith(".md"));
    expect(Object.keys(GERMAN_PAGES).sort()).toEqual(pages.map((name) => name.replace(".md", "")).sort());
  });

  it("names headings without their marks", () => {
    const inside = [
      { kind: "text", text: "The " },
      { kind: "strong", inside: [{ kind: "code", text: "match" }] },
    ] as const;
    expect(plainText([...inside] as Parameters<typeof plainText>[0])).toBe("The match");
  });
});
