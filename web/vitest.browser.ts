import { defineConfig } from "vitest/config";

/** Tests that look at the built page through Chromium: `npm run build` comes first. One server is there for all of them. */
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    globalSetup: "test/browser/shared.ts",
    maxWorkers: 2,
    reporters: ["verbose"],
    testTimeout: 240_000,
    /* A machine that stands still for half a minute fails a test that is right; what fails twice in a row is a fault. */
    retry: process.env["CI"] ? 1 : 0,
    /* Two cores shared with others may take a while: whatever is looked for is waited for. */
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
  },
});
