/** Compresses the built files with Brotli: its best level takes seconds, which no start of a server should have to wait. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

/** Types that gain by it; pictures and fonts are compressed themselves. */
const TEXT = /\.(js|css)$/;

export function brotli(): Plugin {
  return {
    name: "brotli",
    apply: "build",
    writeBundle({ dir }) {
      for (const name of readdirSync(dir!, { recursive: true, encoding: "utf8" }).filter((name) => TEXT.test(name))) {
        const content = readFileSync(join(dir!, name));
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        writeFileSync(join(dir!, `${name}.br`), brotliCompressSync(content, { params }));
      }
    },
  };
}
