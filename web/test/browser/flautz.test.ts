/** FLAUTZ! on the page, on positions that the engine tells: every seat number; whole games are played in `play.test.ts`. */
import { expect, test } from "vitest";
import { FLAUTZ } from "./crowds.ts";
import { seenByAll, withPositions } from "./setting.ts";

const GAME = "flautz";
const look = withPositions([
  { game: GAME, scenario: FLAUTZ },
  { game: GAME, scenario: { seats: 2, options: { starter: "A" } } },
  { game: GAME, scenario: { seats: 2, options: { starter: "A" }, given: { discards: ["pink 1", "pink 2"] } } },
]);

test("the discards are looked through by a tap, also on a phone", async () => {
  const { page } = await look(2, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.getByRole("button", { name: "Scarti: 2 carte" }).tap();
  await expect.poll(() => page.locator("dialog[open] .fan .card").count()).toBe(2);
  await page.context().close();
});

seenByAll(
  look,
  [
    ["five seats", 0],
    ["two seats", 1],
  ],
  [".seat", ".zone .spot", ".strip", ".stack", ".prompt", ".me", ".hand .spot"],
);
