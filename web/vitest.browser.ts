import { defineConfig } from "vitest/config";

/** Tests that look at the built page through Chromium: `npm run build` comes first. One server is there for all of them. */
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    globalSetup: "test/browser/shared.ts",
    maxWorkers: 2,
    reporters: ["verbose"],
    testTimeout: 240_000,
    /* Two cores shared with others may take a while: whatever is looked for is waited for. */
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
  },
});
