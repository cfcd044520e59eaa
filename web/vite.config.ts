import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

import { brotli } from "./brotli";

/** For `npm run dev`: a server started with `duskfall serve`. */
const SERVER = "http://127.0.0.1:8080";

/** Both games have files of the same names, so the name of a shared chunk begins with the folder of its module. */
function chunkFileNames({ name, facadeModuleId, moduleIds }: PreRenderedChunk): string {
  const module = facadeModuleId ?? moduleIds.find((id) => id.endsWith(`/${name}.ts`));
  const folder = module?.match(/\/src\/(fog|welten|dungeon|replay)\//)?.[1];
  return folder ? `client/${folder}-[name]-[hash].js` : "client/[name]-[hash].js";
}

interface PreRenderedChunk {
  readonly name: string;
  readonly facadeModuleId?: string | null;
  readonly moduleIds: readonly string[];
}

/**
 * The chunks that pages share. Without these groups each module that several pages import is a file of its own, and a
 * room asks for twenty of them. Larger modules keep their own files, so that no page loads the code of another.
 */
const SHARED_CHUNKS = [
  { name: "index", tags: ["$initial" as const] }, // every page has loaded them, so they need no file of their own
  // A request costs more than these few hundred bytes, which most pages need sooner or later.
  {
    name: "parts",
    test: /[\\/]src[\\/](components[\\/](deferred|seat-swatch)|fog[\\/](default-options|levels))/,
  },
  { name: "canvas", test: /[\\/]src[\\/]canvas[\\/]/, minShareCount: 2 }, // for pages with a board
  {
    name: "room",
    // What most visits do not need, or only in the lobby and at the end, comes when it is needed.
    test: /[\\/](src[\\/](room[\\/](?!bots|refusals|refused-entry|last-result|rematch|seat-tools)|shell[\\/](?!help|ending)|connection)|node_modules[\\/](socket|engine)\.io)/,
    minShareCount: 2,
  }, // for both games
  { name: "fog-board", test: /[\\/]src[\\/]fog[\\/](board|texts|tile)/, minShareCount: 2 }, // for games and replays
  { name: "common", minShareCount: 4, maxModuleSize: 6000 }, // bytes of source: small ones that most pages share
];

/**
 * The files that are fetched together with one that is loaded later. Pages name all of theirs; within a page, most
 * scripts that a part needs have come already, and a list of them would cost more than it saves.
 */
function preloaded(_: string, files: string[], { hostId }: { readonly hostId: string }): string[] {
  return /[\\/]index-/.test(hostId) ? files : files.filter((file) => file.endsWith(".css"));
}

export default defineConfig({
  plugins: [tailwindcss(), brotli()],
  build: {
    outDir: "../src/duskfall/web/dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: preloaded },
    // The server lets browsers keep all files below client/ for good, since their names change with their content.
    rolldownOptions: {
      output: {
        entryFileNames: "client/[name]-[hash].js",
        chunkFileNames,
        assetFileNames: "client/[name]-[hash][extname]",
        hashCharacters: "base36", // without dashes, and the same on file systems that ignore case
        codeSplitting: { groups: SHARED_CHUNKS },
      },
    },
  },
  server: { proxy: { "/socket.io": { target: SERVER, ws: true }, "/api": SERVER } },
});
