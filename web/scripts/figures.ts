/** Figures of the page on this machine: first paint, shift of the layout, bytes, from a click to motion: `npm run figures`. */
import { launch } from "../test/browser/harness.ts";
import { byMouse, chances, isMine, isOver, oneStep, person, playNow } from "../test/browser/people.ts";
import { startServer } from "../test/browser/server.ts";

interface Seen {
  readonly paint: number;
  readonly shift: number;
  readonly kilobytes: number;
}
interface Watched {
  shift: number;
  /** When the button was pressed. */
  pressed: number;
  /** Milliseconds from there to the frame in which a card begins to rise, and to the one in which it begins to travel. */
  lift: number;
  travel: number;
}
const WATCH = (): void => {
  const found = globalThis as unknown as Watched;
  Object.assign(found, { shift: 0, pressed: 0, lift: 0, travel: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) found.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
  addEventListener("pointerdown", (event) => Object.assign(found, { pressed: event.timeStamp, lift: 0, travel: 0 }), {
    capture: true,
  });
  const begin = Element.prototype.animate;
  Element.prototype.animate = function (this: Element, ...all: Parameters<Element["animate"]>): Animation {
    const [frames] = all;
    const what = Array.isArray(frames) ? "travel" : "lift";
    requestAnimationFrame(() => (found[what] ||= performance.now() - found.pressed));
    return begin.call(this, ...all);
  };
};
const at = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? NaN;

const MOVES = 40;
const [browser, served] = await Promise.all([launch(), startServer(0.6)]);
const who = await person(browser, { reducedMotion: "no-preference" });
const { page } = who;
await page.addInitScript(WATCH);
const seen = async (): Promise<Seen> =>
  page.evaluate(() => {
    const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN;
    const bytes = performance
      .getEntriesByType("resource")
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0);
    return { paint, shift: (globalThis as unknown as { shift: number }).shift, kilobytes: bytes / 1000 };
  });

await page.goto(served.address);
await page.locator(".box svg").first().waitFor();
await page.waitForTimeout(1200);
console.log("lobby", await seen());
await playNow(who, served.address, "FLAUTZ!");
const table = page.url();
await page.goto("about:blank");
await page.goto(table);
await page.locator(".zone svg").first().waitFor();
await page.waitForTimeout(1200);
console.log("table", await seen());
/*
 * An exchange is two picks, and always moves cards: the second one is timed, from the moment at which the button of the
 * mouse went down to the frame in which the card begins to rise, and to the one in which it begins to travel, which is
 * after the server has answered. Nobody else moves in my turn, so it is my card.
 */
const watched = <K extends keyof Watched>(what: K): Promise<number> =>
  page.evaluate((key) => (globalThis as unknown as Watched)[key], what);
const [lifts, travels]: [number[], number[]] = [[], []];
const chance = chances(1);
for (let step = 0; step < 900 && travels.length < MOVES; step++) {
  if (await isOver(who)) await playNow(who, served.address, "FLAUTZ!");
  const [place, card] = [page.locator(".zone .card.lit > button"), page.locator(".hand .card.lit > button")];
  if (!(await isMine(who)) || !(await place.count()) || !(await card.count())) {
    if (!(await oneStep(who, byMouse, chance))) await page.waitForTimeout(60);
    continue;
  }
  try {
    await place.first().click({ timeout: 1000 });
    await card.first().click({ timeout: 1000 });
    await page.waitForFunction(() => (globalThis as unknown as Watched).travel > 0, undefined, { timeout: 2000 });
  } catch {
    await oneStep(who, byMouse, chance); // A challenge was told in between, or a word is waited for.
    continue;
  }
  lifts.push(await watched("lift"));
  travels.push(await watched("travel"));
}
const told = (values: readonly number[]): Record<string, number> => ({
  n: values.length,
  median: at(values, 0.5),
  p90: at(values, 0.9),
  p95: at(values, 0.95),
  most: at(values, 1),
});
console.log("from a click to the card that rises, ms", told(lifts));
console.log("from a click to the card that travels, ms", told(travels));
console.log("complaints", who.complaints);
await browser.close();
await served.stop();
