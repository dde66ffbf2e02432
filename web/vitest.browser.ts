import { defineConfig } from "vitest/config";

/** Tests that look at the built page through Chromium: `npm run build` comes first. */
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    maxWorkers: 1,
    reporters: ["verbose"],
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
});
