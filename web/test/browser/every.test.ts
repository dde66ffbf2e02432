/** The page contains no rule: positions, events and offers of every game, from the real engine, are shown and can be pointed at. */
import type { Server } from "node:http";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FieldTold, GameTold, Look, Ref } from "../../src/generated/wire.ts";
import { GAMES } from "../../src/games/types.ts";
import { keyOf, thingsOf, waysOf } from "../../src/table/pointing.ts";
import { lookAt, type Told, walk } from "./examples.ts";
import { launch, serve } from "./harness.ts";

/** Moves of each game; more with `GRIMORIO_WALK`. */
const STEPS = Number(process.env["GRIMORIO_WALK"] ?? 24);

let browser: Browser;
let server: Server;
let address: string;
let told: Told;

beforeAll(async () => {
  const wishes = GAMES.map((game, i) => ({ game, seed: 40 + i, steps: STEPS, seat: i % 2 ? "B" : "A" }));
  told = walk(wishes);
  browser = await launch();
  ({ server, address } = await serve());
}, 240_000);
afterAll(async () => {
  await browser.close();
  server.close();
});

/** All cards that a view names, field by field. */
const cardsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(cardsIn);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(cardsIn) : [];
};
const isCards = (field: FieldTold): boolean => field.sort === "card" || field.sort === "tally";
/** Things that can be pointed at and that the page has nowhere: by their element, or by a plaque of their seat. */
const unshown = (page: Page, things: readonly (readonly [string, Ref])[]): Promise<string[]> =>
  page.evaluate((all) => {
    const plaques = document.querySelectorAll(".plaque > .pick").length;
    return all.flatMap(([key, ref]) => {
      const there = document.querySelector(`[data-ref="${CSS.escape(key)}"]`) !== null;
      return there || (ref.sort === "seat" && plaques > 0) ? [] : [key];
    });
  }, things);

describe.each(GAMES.map((game, i) => [game, i] as const))("%s", (game, index) => {
  test("on the plain page everything in every view is shown, and everything in every offer can be pointed at", async () => {
    const looks: readonly Look[] = told.tables[index]?.looks ?? [];
    const fields = (told.games as readonly GameTold[]).find((one) => one.name === game)?.fields ?? [];
    const who = await lookAt(browser, address, told, index, {}, "?plain");
    const { page } = who;
    let view: Record<string, unknown> = {};
    let offers = 0;
    for (const [at, look] of looks.entries()) {
      if (at) who.step();
      view = { ...view, ...look.view };
      if (look.stage === "over") break;
      await expect.poll(() => page.locator("div.plain").getAttribute("data-version")).toBe(String(look.version));
      const cards = fields.filter(isCards).flatMap((field) => cardsIn(view[field.name]));
      await expect
        .poll(() => page.locator("div.plain .cards > *").count(), { message: `look ${at}` })
        .toBe(cards.length);
      if (!look.offer) continue;
      offers += 1;
      await expect.poll(() => unshown(page, [...thingsOf(waysOf(look.offer))]), { message: `look ${at}` }).toEqual([]);
    }
    expect(offers).toBeGreaterThan(0);
    const lines = looks.flatMap((look) => look.story ?? []).length;
    await expect.poll(() => page.locator(".story ol li").count()).toBe(Math.min(lines, 120));
    for (const line of await page.locator(".story ol li").allTextContents())
      expect(line).toMatch(/^[^{}]*\p{L}[^{}]*$/u);
    expect(who.complaints).toEqual([]);
    await page.context().close();
  });

  test("its own page goes through the same game without a complaint, and always leaves something to do", async () => {
    const looks: readonly Look[] = told.tables[index]?.looks ?? [];
    const who = await lookAt(browser, address, told, index, { colorScheme: "light", locale: "en" });
    const { page } = who;
    for (const [at, look] of looks.entries()) {
      if (at) who.step();
      if (look.stage === "over" || !look.offer) continue;
      const closing = page.locator("dialog[open] footer .button.main");
      if (await closing.isVisible()) await closing.click();
      const free = page.locator(".lit, .plaque > .pick, .prompt .acts .button");
      expect(
        await free.count(),
        `look ${at}: ${keyOf(thingsOf(waysOf(look.offer)).values().next().value ?? { sort: "word" })}`,
      ).toBeGreaterThan(0);
    }
    expect(who.complaints).toEqual([]);
    await page.context().close();
  });
});
