/** Pictures of every page, both lights, both sizes, for people to look at: `npm run screenshots` (after a build). */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launch, openPage, serve } from "../test/browser/harness.ts";

const OUT = join(import.meta.dirname, "../screenshots");
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const PATHS = [
  "",
  "parts",
  ...["flautz", "abracadabra", "fata", "illusio", "zaubercocktail"].map((game) => `cards/${game}`),
  "cards/flautz/print",
];
const [only = ""] = process.argv.slice(2);

await mkdir(OUT, { recursive: true });
const { server, address } = await serve();
const browser = await launch();
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ["dark", "light"] as const) {
    const { page, complaints } = await openPage(browser, { viewport, colorScheme });
    for (const path of PATHS.filter((one) => one.includes(only))) {
      await page.goto(`${address}/${path}`);
      await page.waitForLoadState("networkidle");
      await page.evaluate(() => document.fonts.ready);
      const name = `${path.replaceAll("/", "-") || "start"}-${size}-${colorScheme}.png`;
      await page.screenshot({ path: join(OUT, name), fullPage: process.argv.includes("--full") });
    }
    if (complaints.length) console.error(size, colorScheme, complaints);
    await page.context().close();
  }
}
await browser.close();
server.close();
