import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/** For `npm run dev`: a server started with `duskfall serve`. */
const SERVER = "http://127.0.0.1:8080";

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
        chunkFileNames: "client/[name].js",
        assetFileNames: "client/[name][extname]",
      },
    },
  },
  server: { proxy: { "/socket.io": { target: SERVER, ws: true }, "/api": SERVER } },
});
