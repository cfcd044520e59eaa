import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";

const BUILT = join(import.meta.dirname, "../../src/duskfall/web/dist/client");

test("each built script and style sheet has a smaller copy of the same content", () => {
  const files = readdirSync(BUILT).filter((name) => /\.(js|css)$/.test(name));
  expect(files).not.toEqual([]);
  for (const name of files) {
    const [content, packed] = [readFileSync(join(BUILT, name)), readFileSync(join(BUILT, `${name}.br`))];
    expect(brotliDecompressSync(packed).equals(content), name).toBe(true);
    expect(packed.length).toBeLessThan(content.length);
  }
});
