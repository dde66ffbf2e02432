/** Pictures of lessons, replays and examples of rules, both lights, both sizes, against a real server: `npm run learning`. */
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launch } from "../test/browser/harness.ts";
import { person, playNow } from "../test/browser/people.ts";
import { startServer } from "../test/browser/server.ts";

const OUT = join(import.meta.dirname, "../screenshots");
const GOLDEN = join(import.meta.dirname, "../../tests/golden");
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
type Shoot = (name: string) => Promise<void>;

await mkdir(OUT, { recursive: true });
const [browser, served] = await Promise.all([launch(), startServer(0.02)]);

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ["dark", "light"] as const) {
    const who = await person(browser, { viewport, colorScheme });
    const { page } = who;
    const shoot: Shoot = async (name) => {
      await page.waitForTimeout(600);
      await page.screenshot({ path: join(OUT, `${name}-${size}-${colorScheme}.png`) });
    };
    await playNow(who, served.address, "FLAUTZ!");
    await shoot("lesson-offer");
    await examples(page, shoot);
    await lesson(page, shoot);
    await replay(page, shoot);
    if (who.complaints.length) console.error(size, colorScheme, who.complaints);
    await page.context().close();
  }
}
await browser.close();
await served.stop();

async function examples(page: Page, shoot: Shoot): Promise<void> {
  await page.keyboard.press("?");
  await page.getByRole("searchbox").fill("FZ-R16");
  await page.locator("dialog[open] .examples button").first().waitFor();
  await shoot("rules-examples");
  await page.locator("dialog[open] .examples button").first().click();
  await page.locator("dialog[open] .course").waitFor();
  await page.keyboard.press("ArrowRight");
  await shoot("example");
}

async function lesson(page: Page, shoot: Shoot): Promise<void> {
  await page.goto(served.address);
  await page.getByRole("button", { name: "Impara FLAUTZ!" }).click();
  await page.locator(".bubble").waitFor();
  await shoot("lesson-1");
  for (let step = 0; step < 2; step++) {
    await page.locator(".bubble .button.main").click();
    await page.waitForTimeout(900);
  }
  await shoot("lesson-3");
  await page.locator(".zone.floor .card.lit > button").nth(1).click();
  await page.locator(".hand .card.lit > button").first().click();
  await shoot("lesson-wrong");
}

async function replay(page: Page, shoot: Shoot): Promise<void> {
  const headers = { origin: served.address, "content-type": "application/json" };
  const data = readFileSync(join(GOLDEN, "flautz/points.json"), "utf-8");
  const answer = await page.request.post(`${served.address}/api/records`, { data, headers });
  const { table } = (await answer.json()) as { table: string };
  await page.goto(`${served.address}/replay/${table}?eyes=A&move=9`);
  await page.locator(".course").waitFor();
  await shoot("replay");
  await page.getByRole("button", { name: "tutto scoperto" }).click();
  if ((page.viewportSize()?.width ?? 0) < 1000)
    await page.getByRole("button", { name: "La partita", exact: true }).click();
  await shoot("replay-open");
}
