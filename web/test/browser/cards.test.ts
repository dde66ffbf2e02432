import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CardEntry, GAMES, type GameId, LANGUAGES } from "../../src/games/types.ts";
import { alike, greysOf } from "./grey.ts";
import { launch, openPage, serve } from "./harness.ts";
import { faults } from "./sights.ts";

const MM = 96 / 25.4;
/**
 * Two cards can be told apart without colour when some patch of a sixth of their width, the size of their smallest sign,
 * differs in grey by more than this on average (of 255). The same card drawn half a pixel aside differs by less (a test
 * below); eyes notice about 5 between two greys side by side.
 */
const LEAST = 12;

let server: Server;
let address: string;
let browser: Browser;
beforeAll(async () => {
  ({ server, address } = await serve());
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  server.close();
});

const visit = async (page: Page, path: string): Promise<void> => {
  await page.goto(address + path);
  await page
    .locator(path.startsWith("/cards") ? "[data-kind] svg" : "main")
    .first()
    .waitFor();
  await page.evaluate(() => document.fonts.ready);
};
interface Box {
  readonly cards: CardEntry[];
  readonly pieces: CardEntry[];
}
const boxOf = (game: GameId): Box =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../src/generated/${game}.json`), "utf-8")) as Box;

describe.each(GAMES.map((game, i) => [game, i % 2 ? "light" : "dark"] as const))(
  "the cards of %s",
  (game, colorScheme) => {
    const { cards, pieces } = boxOf(game);

    test(`are all shown, each with its spoken name in both languages, without fault or complaint (${colorScheme})`, async () => {
      const { page, complaints } = await openPage(browser, { colorScheme });
      await visit(page, `/cards/${game}?size=30&all`);
      for (const lang of LANGUAGES) {
        await page.locator(`[role=group] [lang=${lang}]`).click();
        const spoken = await page
          .locator("[data-kind]")
          .evaluateAll((items) =>
            Object.fromEntries(
              items.map((item) => [
                item.getAttribute("data-kind"),
                item.querySelector("button")?.getAttribute("aria-label"),
              ]),
            ),
          );
        for (const entry of [...cards, ...pieces]) expect(spoken[entry.kind], entry.kind).toContain(entry[lang]);
        expect(Object.values(spoken).filter((name) => !name)).toEqual([]);
        await expect.poll(() => page.locator("[data-kind] .face svg").count()).toBe(Object.keys(spoken).length);
      }
      await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe(colorScheme);
      expect(await faults(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    test("can be told apart in grey, large and small", async () => {
      const { page } = await openPage(browser, { deviceScaleFactor: 2 });
      for (const size of [104, 44, 30]) {
        await visit(page, `/cards/${game}?size=${size}&all&grey`);
        const greys = await greysOf(page);
        expect(greys.length).toBeGreaterThanOrEqual(cards.length);
        expect(alike(greys, LEAST), `at ${size} px`).toEqual([]);
      }
      await page.context().close();
    });
  },
);

test("the measure of greys takes a card for itself, wherever it lies", async () => {
  const { page } = await openPage(browser, { deviceScaleFactor: 2 });
  await visit(page, "/cards/flautz?size=30&grey");
  const greys = (await greysOf(page)).slice(0, 2);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>(".groups")?.style.setProperty("translate", "0.25px 0.25px");
  });
  const moved = (await greysOf(page)).slice(0, 2).map((grey) => ({ ...grey, kind: `${grey.kind} again` }));
  const pairs = alike([...greys, ...moved], LEAST).map((pair) => pair.split(":")[0]);
  expect(pairs).toEqual(["blue 1 / blue 1 again", "blue 2 / blue 2 again"]);
  await page.context().close();
});

test("sheets print at true size, nine cards to a page, and nothing else", async () => {
  const { page, complaints } = await openPage(browser);
  await visit(page, "/cards/zaubercocktail/print");
  await page.emulateMedia({ media: "print" });
  const places = await page
    .locator(".place")
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().toJSON() as DOMRect));
  expect(places).toHaveLength(27);
  for (const { width, height } of places) {
    expect(width).toBeCloseTo(63 * MM, 1);
    expect(height).toBeCloseTo(88 * MM, 1);
  }
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(3);
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test.each([
  ["/parts", "desktop", "light"],
  ["/parts", "phone", "dark"],
  ["/cards/fata?size=30", "phone", "light"],
  ["/cards/zaubercocktail/print", "phone", "dark"],
  ["/nowhere", "phone", "light"],
] as const)(
  "%s on a %s (%s) has no fault, no complaint, and nothing to scroll sideways",
  async (path, device, colorScheme) => {
    const viewport = device === "phone" ? { width: 390, height: 844 } : { width: 1440, height: 900 };
    const { page, complaints } = await openPage(browser, { viewport, colorScheme, hasTouch: device === "phone" });
    await visit(page, path);
    expect(await faults(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);

test("a card opens close up by keyboard, arrows turn to the next, and Esc gives the focus back", async () => {
  const { page, complaints } = await openPage(browser);
  await visit(page, "/cards/flautz?size=30");
  const first = page.locator('[data-kind="blue 1"] button');
  const title = page.locator("dialog[open] h2");
  await first.focus();
  await page.keyboard.press("Enter");
  await title.waitFor();
  await expect.poll(() => title.textContent()).toBe("blu 1");
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => title.textContent()).toBe("blu 2");
  await page.keyboard.press("Escape");
  await expect.poll(() => title.count()).toBe(0);
  await expect.poll(() => first.evaluate((item) => item === document.activeElement)).toBe(true);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("a closed thing tells why not, with its rule, and lets go with Esc", async () => {
  const { page, complaints } = await openPage(browser, { colorScheme: "light" });
  await visit(page, "/parts");
  await page.getByRole("button", { name: "Dichiara" }).first().focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".whynot").first().textContent()).toContain("FZ-R8");
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator(".whynot").count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("a card without a size is redrawn as its place grows or shrinks", async () => {
  const { page } = await openPage(browser);
  await visit(page, "/parts");
  const drawn = page.locator(".hand .face svg").first();
  const large = await drawn.innerHTML();
  await page.setViewportSize({ width: 260, height: 700 });
  await expect.poll(() => drawn.innerHTML()).not.toBe(large);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => drawn.innerHTML()).toBe(large);
  await page.context().close();
});

test("language and light are kept, and set before the first paint", async () => {
  const { page, complaints } = await openPage(browser, { colorScheme: "dark" });
  await visit(page, "/cards/flautz?size=30");
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("button", { name: "Switch to daylight" }).click();
  await page.goto(`${address}/parts`, { waitUntil: "commit" });
  await page.locator("body").waitFor({ state: "attached" });
  const root = page.locator("html");
  expect([await root.getAttribute("lang"), await root.getAttribute("data-theme")]).toEqual(["en", "light"]);
  expect(complaints).toEqual([]);
  await page.context().close();
});
