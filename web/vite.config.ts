import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  // While somebody works on the page, the tables are those of a server beside it.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  // Nothing is inlined: a strict policy for content allows no data addresses for fonts or scripts.
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
    reportCompressedSize: false,
    manifest: true,
  },
});
