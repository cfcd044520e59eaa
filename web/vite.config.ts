import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/** For `npm run dev`: a server started with `duskfall serve`. */
const SERVER = "http://127.0.0.1:8080";

/** Both games have files of the same names, so the name of a shared chunk begins with the folder of its module. */
function chunkFileNames({ name, facadeModuleId, moduleIds }: PreRenderedChunk): string {
  const module = facadeModuleId ?? moduleIds.find((id) => id.endsWith(`/${name}.ts`));
  const folder = module?.match(/\/src\/(fog|welten|dungeon|replay)\//)?.[1];
  return folder ? `client/${folder}-[name].js` : "client/[name].js";
}

interface PreRenderedChunk {
  readonly name: string;
  readonly facadeModuleId?: string | null;
  readonly moduleIds: readonly string[];
}

export default defineConfig({
  plugins: [tailwindcss()],
  build: {
    outDir: "../src/duskfall/web/dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The built files are kept with the source, so their names do not change with their content.
    rolldownOptions: {
      output: {
        entryFileNames: "client/[name].js",
        chunkFileNames,
        assetFileNames: "client/[name][extname]",
      },
    },
  },
  server: { proxy: { "/socket.io": { target: SERVER, ws: true }, "/api": SERVER } },
});
