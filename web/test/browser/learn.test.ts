/** What is learnt and looked at: a lesson, a game watched again and played on from a move, the examples of a rule. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { COMPILING, type Person, person, playNow } from "./people.ts";
import { withServer } from "./setting.ts";
import { faults } from "./sights.ts";

const GOLDEN = join(import.meta.dirname, "../../../tests/golden");
const SOON = { timeout: 20_000 };
const at = withServer();

/** A game that is over, from its record; whoever brings it must be known to the server. */
const bring = async ({ page }: Person, record: string): Promise<string> => {
  const headers = { origin: at.served.address, "content-type": "application/json" };
  const wish = { game: "flautz", seats: ["me", "random"], name: "Ada" };
  await page.request.post(`${at.served.address}/api/tables`, { data: wish, headers });
  for (const started = Date.now(); Date.now() - started < COMPILING;) {
    const answer = await page.request.post(`${at.served.address}/api/records`, { data: record, headers });
    const told = (await answer.json()) as { table?: string; code?: string };
    if (told.table) return told.table;
    expect(told.code).toBe("not-ready");
    await page.waitForTimeout(500);
  }
  throw new Error("The rules were not ready.");
};
const moveOf = (page: Page): Promise<string | null> => page.locator(".prompt .more").textContent();

test.each([
  [{ width: 1440, height: 900 }, "dark"],
  [{ width: 390, height: 844 }, "light"],
] as const)("a finished game is watched again by keyboard, with any eyes (%o, %s)", async (viewport, colorScheme) => {
  const ada = await person(at.browser, { viewport, colorScheme });
  const { page } = ada;
  const table = await bring(ada, readFileSync(join(GOLDEN, "flautz/points.json"), "utf-8"));
  await page.goto(`${at.served.address}/replay/${table}`);
  await page.locator(".course").waitFor(SOON);
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
  await expect.poll(() => moveOf(page), SOON).toContain("mossa 2 di 23");
  expect(await page.locator(".own .hand .card").count()).toBe(0);
  await page.keyboard.press("a");
  await expect.poll(() => page.locator(".own .hand .card").count(), SOON).toBe(5);
  await page.getByRole("button", { name: "tutto scoperto" }).click();
  await page.keyboard.press("End");
  await expect.poll(() => moveOf(page), SOON).toContain("mossa 23 di 23");
  await expect.poll(() => page.url(), SOON).toContain("eyes=A&move=23&open");
  if (viewport.width < 1000) await page.getByRole("button", { name: "La partita", exact: true }).click();
  await expect.poll(() => page.locator(".seal.good").count(), SOON).toBeGreaterThan(0);
  expect(await faults(page)).toEqual([]);
  await page.goto(`${at.served.address}/replay/${table}?eyes=B&move=7`);
  await expect.poll(() => moveOf(page), SOON).toContain("mossa 7 di 23");
  expect(await page.locator(".course rect.past").count()).toBe(7);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(1);
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: "Gioca da qui" }).first().click();
  await page.locator(".prompt").waitFor(SOON);
  await expect.poll(() => page.url(), SOON).toContain("/table/");
  await expect.poll(() => page.locator(".own .hand .card").count(), SOON).toBe(5);
  expect(ada.complaints).toEqual([]);
  await page.context().close();
});

test("a lie in the record breaks the seal", async () => {
  const ada = await person(at.browser);
  const { page } = ada;
  const table = await bring(ada, readFileSync(join(GOLDEN, "flautz/points.json"), "utf-8"));
  await page.route("**/record", async (route) => {
    const text = await (await route.fetch()).text();
    await route.fulfill({ body: text.replace(/"secret": ?"../, '"secret": "ff'), contentType: "application/json" });
  });
  await page.goto(`${at.served.address}/replay/${table}`);
  await page.locator(".seal.bad").waitFor(SOON);
  await page.context().close();
});

test.each([
  [{ width: 1440, height: 900 }, "it", "dark"],
  [{ width: 390, height: 844 }, "en", "light"],
] as const)(
  "a lesson waits for the right move, and explains another one (%o, %s)",
  async (viewport, locale, colorScheme) => {
    const ada = await person(at.browser, { viewport, locale, colorScheme });
    const { page } = ada;
    await page.addInitScript(() => {
      localStorage.setItem("grimorio", '{"speed":0}');
    });
    await playNow(ada, at.served.address, "FLAUTZ!");
    await page
      .locator(".offer >> visible=true")
      .getByRole("button", { name: /Impara|Learn/ })
      .first()
      .click();
    const bubble = page.locator(".bubble");
    await bubble.waitFor({ timeout: COMPILING });
    expect(await faults(page)).toEqual([]);
    const main = bubble.locator(".button.main");
    const stepIs = (n: number): Promise<void> =>
      expect.poll(async () => (await bubble.count()) && bubble.locator("h2").textContent(), SOON).toMatch(`${n} `);
    for (const n of [1, 2]) {
      await stepIs(n);
      await main.click();
    }
    await stepIs(3);
    await page.locator(".zone.floor .card.lit > button").nth(1).click();
    await page.locator(".hand .card.lit > button").first().click();
    await bubble.locator(".bad").waitFor(SOON);
    expect(await faults(page)).toEqual([]);
    await page.locator('[data-ref="place|floor[0]|"] button').click();
    await page.locator('.hand [data-ref="card|hand[A]|green 5"] button').click();
    for (const n of [4, 5, 6, 7]) {
      await stepIs(n);
      if (n === 5) await page.reload();
      if (n === 5) await stepIs(5);
      await bubble.getByRole("button", { name: /maestro|master/ }).click();
    }
    await stepIs(8);
    await main.click();
    const on = page.locator("dialog[open] footer .button.main");
    await on.waitFor(SOON);
    await on.click();
    await stepIs(9);
    await main.click();
    await expect.poll(() => bubble.locator("h2").textContent(), SOON).toMatch(/Fatto|Done/);
    await main.click();
    await expect.poll(() => bubble.count(), SOON).toBe(0);
    expect(await page.locator(".over .end").count()).toBe(1);
    expect(ada.complaints).toEqual([]);
    await page.context().close();
  },
);

test("whoever skips a lesson plays on against bots", async () => {
  const ada = await person(at.browser);
  const { page } = ada;
  await page.goto(at.served.address);
  await page.getByRole("button", { name: "Impara FLAUTZ!" }).click();
  await page.locator(".bubble").getByRole("button", { name: "Salta" }).click({ timeout: COMPILING });
  await expect.poll(() => page.locator(".bubble").count(), SOON).toBe(0);
  await page.locator(".zone .card.lit > button").first().click();
  await page.locator(".hand .card.lit > button").first().click();
  await expect.poll(() => page.locator(".story ol li").count(), SOON).toBeGreaterThan(2);
  expect(ada.complaints).toEqual([]);
  await page.context().close();
});

test.each(["it", "en"])("a rule shows its examples inside the drawer, move by move (%s)", async (locale) => {
  const ada = await person(at.browser, { locale });
  const { page } = ada;
  await playNow(ada, at.served.address, "FLAUTZ!");
  await page.keyboard.press("?");
  await page.getByRole("searchbox").fill("FZ-R16");
  await page.locator("dialog[open] .examples button").first().click();
  await page.locator("dialog[open] .course").waitFor(SOON);
  expect(await faults(page)).toEqual([]);
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.locator("dialog .prompt .more").textContent(), SOON).toMatch(/[1-9]\d* (di|of)/);
  expect(ada.complaints).toEqual([]);
  await page.context().close();
});
