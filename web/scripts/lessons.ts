/** Pictures of every step of every lesson, both lights, both sizes, against a real server: `npm run lessons [game] [part of size-light]`. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launch } from "../test/browser/harness.ts";
import { walk } from "../test/browser/lessons.ts";
import { COMPILING, person } from "../test/browser/people.ts";
import { startServer } from "../test/browser/server.ts";

const OUT = join(import.meta.dirname, "../screenshots/lessons");
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const TITLES = {
  flautz: "FLAUTZ!",
  abracadabra: "Abracadabra",
  fata: "F.A.T.A.",
  illusio: "Illusio",
  zaubercocktail: "Zaubercocktail",
};
const [wanted = "", part = ""] = process.argv.slice(2);

await mkdir(OUT, { recursive: true });
const [browser, served] = await Promise.all([launch(), startServer(0.02)]);
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const [light, locale] of [
    ["dark", "it"],
    ["light", "en"],
  ] as const) {
    for (const [game, title] of Object.entries(TITLES)) {
      const called = `${game}-${size}-${light}`;
      if (!game.includes(wanted) || !called.includes(part)) continue;
      const who = await person(browser, { viewport, colorScheme: light, locale });
      const { page } = who;
      await page.addInitScript(() => {
        localStorage.setItem("grimorio", '{"speed":0}');
      });
      await page.goto(served.address);
      await page.getByRole("button", { name: new RegExp(`(Impara|Learn) ${title}`) }).click();
      await page.locator(".bubble").waitFor({ timeout: COMPILING });
      try {
        await walk(page, async (step) => {
          await page.waitForTimeout(560);
          await page.screenshot({ path: join(OUT, `${called}-${String(step).padStart(2, "0")}.png`) });
        });
      } catch (error) {
        console.error(called, error);
        await page.screenshot({ path: join(OUT, `${called}-stuck.png`) });
      }
      if (who.complaints.length) console.error(called, who.complaints);
      await page.context().close();
    }
  }
}
await browser.close();
await served.stop();
