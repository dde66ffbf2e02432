/** Pictures of the lobby and of tables in play, both lights, both sizes, against a real server: `npm run tables`. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launch } from "../test/browser/harness.ts";
import { byMouse, chances, isOver, oneStep, person, playNow } from "../test/browser/people.ts";
import { startServer } from "../test/browser/server.ts";

const OUT = join(import.meta.dirname, "../screenshots");
const SIZES = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
};
const OTHERS = ["Abracadabra", "F.A.T.A.", "Illusio", "Zaubercocktail"];
const [only = ""] = process.argv.slice(2);

await mkdir(OUT, { recursive: true });
const [browser, served] = await Promise.all([launch(), startServer(0.02)]);

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ["dark", "light"] as const) {
    if (!`${size}-${colorScheme}`.includes(only)) continue;
    const who = await person(browser, { viewport, colorScheme });
    const { page } = who;
    const shoot = async (name: string): Promise<void> => {
      await page.waitForTimeout(350);
      await page.screenshot({ path: join(OUT, `${name}-${size}-${colorScheme}.png`) });
    };
    await page.goto(served.address);
    await page.locator(".box svg").first().waitFor();
    await shoot("lobby");
    await newTable(page, shoot);
    await game(page, shoot);
    await page.goto(served.address);
    await page.locator(".row").first().waitFor();
    await shoot("lobby-mine");
    for (const title of OTHERS) {
      await playNow(who, served.address, title);
      await page.locator('.prompt[data-mine="true"]').waitFor({ timeout: 60_000 });
      await shoot(`table-${title.toLowerCase().replaceAll(".", "")}`);
    }
    if (who.complaints.length) console.error(size, colorScheme, who.complaints);
    await page.context().close();
  }
}
await browser.close();
await served.stop();

/** A new table with a free seat, its invitation, and a bot that takes it. */
async function newTable(page: Page, shoot: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: "Invita amici a FLAUTZ!" }).click();
  await page.locator("summary.options").click();
  await page.locator("details input[type=radio]").nth(1).check({ force: true });
  await page.locator("details input[type=number]").fill("1");
  await page.locator("details input[type=number]").blur();
  await shoot("new-table");
  await page.getByRole("button", { name: /Prepara il tavolo/ }).click();
  await page.getByRole("button", { name: "Codice QR" }).first().click();
  await shoot("gather");
  await page.getByRole("button", { name: "Fai sedere un bot" }).first().click();
}

/** A whole game of one challenge: turn, pick, why not, hint, rules, menu, spells, end. */
async function game(page: Page, shoot: (name: string) => Promise<void>): Promise<void> {
  await page.locator('.prompt[data-mine="true"]').waitFor({ timeout: 60_000 });
  await shoot("flautz-turn");
  await page.locator(".zone .card.lit button").first().click();
  await shoot("flautz-pick");
  await page.keyboard.press("Escape");
  const dull = page.locator(".zone .card.dull > button");
  if (await dull.count()) await dull.nth(1).click({ force: true });
  await shoot("flautz-why");
  await page.keyboard.press("Escape");
  await page.keyboard.press("h");
  await shoot("flautz-hint");
  await page.keyboard.press("f");
  await shoot("flautz-sure");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await shoot("rules");
  await page.keyboard.press("Escape");
  const chance = chances(7);
  let shown = false;
  for (let step = 0; step < 400 && !(await isOver({ page, complaints: [] })); step++) {
    if (!shown && (await page.locator("dialog[open] footer .button.main").isVisible())) {
      shown = true;
      await shoot("flautz-spells");
    }
    if (!(await oneStep({ page, complaints: [] }, byMouse, chance))) await page.waitForTimeout(40);
  }
  await shoot("flautz-end");
}
