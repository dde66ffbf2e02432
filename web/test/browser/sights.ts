/** What a page looks like to a machine: faults of access, things that stick out, things that lie upon each other. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

/** Tenths of a second. */
const PATIENCE = 30;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf-8");

interface Axe {
  run(options: RunOptions): Promise<AxeResults>;
}
/**
 * What axe-core finds; it is asked for faults only, and tells nothing of what is well. What drawings are made of is hidden
 * from every ear, and axe passes it over; it is laid aside meanwhile, since to walk through thousands of strokes takes most
 * of the time. The browser's own tools bring axe in, which no policy for content stops.
 */
export const faults = (page: Page): Promise<string[]> => inTheEnd(page, () => faultsNow(page));

const faultsNow = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(async () => {
    const laid = [...document.querySelectorAll('svg[aria-hidden="true"]')].map((drawing) => {
      const inside = document.createDocumentFragment();
      inside.append(...drawing.childNodes);
      return { drawing, inside };
    });
    try {
      return await (globalThis as unknown as { axe: Axe }).axe.run({ resultTypes: ["violations"] });
    } finally {
      for (const { drawing, inside } of laid) drawing.append(inside);
    }
  });
  return violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.html.slice(0, 140)).join(" | ")}`);
};

/** Whether the page as a whole can be scrolled. */
export const scrolls = (page: Page): Promise<boolean> =>
  page.evaluate(
    () => document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight,
  );

/** What is still found once the page has had its time: cards may be on their way, and pictures not yet there. */
async function inTheEnd(page: Page, find: () => Promise<string[]>): Promise<string[]> {
  let found = await find();
  for (let again = 0; found.length && again < PATIENCE; again++) {
    await page.waitForTimeout(100);
    found = await find();
  }
  return found;
}

/** Buttons of the table that stick out of the screen. */
export const sideways = (page: Page): Promise<string[]> => inTheEnd(page, () => stickingOut(page));

const stickingOut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("main button, main .card")]
      .filter((one) => one.checkVisibility())
      .map((one) => ({ one, at: one.getBoundingClientRect() }))
      .filter(({ at }) => at.width > 0 && (at.left < -6 || at.right > innerWidth + 6 || at.bottom > innerHeight + 6))
      .map(({ one }) => `${one.className} ${one.getAttribute("aria-label") ?? ""}`),
  );

/** Pairs of these things that lie upon each other by more than a hair. */
export const overlaps = (page: Page, selectors: readonly string[]): Promise<string[]> =>
  inTheEnd(page, () => lyingUpon(page, selectors));

const lyingUpon = (page: Page, selectors: readonly string[]): Promise<string[]> =>
  page.evaluate((wanted) => {
    const HAIR = 3;
    const things = wanted.flatMap((selector) =>
      [...document.querySelectorAll(selector)]
        .filter((one) => one.checkVisibility())
        .map((one) => ({ one, selector, at: one.getBoundingClientRect() })),
    );
    return things.flatMap((a, i) =>
      things
        .slice(i + 1)
        .filter((b) => !a.one.contains(b.one) && !b.one.contains(a.one))
        .filter(
          (b) =>
            Math.min(a.at.right, b.at.right) - Math.max(a.at.left, b.at.left) > HAIR &&
            Math.min(a.at.bottom, b.at.bottom) - Math.max(a.at.top, b.at.top) > HAIR,
        )
        .map((b) => `${a.selector} on ${b.selector}`),
    );
  }, selectors);

/** What is asked, which sheets lie upon the table, and of each lit thing in sight what lies upon its middle. */
export const covered = (
  page: Page,
  things: string,
): Promise<{ asked: string; sheets: string[]; lit: Record<string, string> }> =>
  page.evaluate((wanted) => {
    const nameOf = (one: Element | null): string =>
      `${one?.tagName ?? ""}.${one?.className ?? ""} ${one?.ariaLabel ?? ""}`;
    const lit = [...document.querySelectorAll(wanted)].filter((one) => one.checkVisibility());
    const under = (one: Element): string => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const upon = document.elementFromPoint(x, y);
      return `${Math.round(x)}, ${Math.round(y)}: ${one.contains(upon) ? "free" : nameOf(upon)}`;
    };
    return {
      asked: document.querySelector(".prompt")?.textContent ?? "",
      sheets: [...document.querySelectorAll("dialog[open]")].map((one) => one.textContent.slice(0, 120)),
      lit: Object.fromEntries(lit.map((one) => [nameOf(one), under(one)])),
    };
  }, things);

/**
 * Lit things that no finger reaches: each is scrolled to, and then a patch of it as large as a fingertip must lie upon
 * everything else. What stands in a sheet is told of by what opens it, which is lit as well.
 */
export const outOfReach = (page: Page): Promise<string[]> => inTheEnd(page, () => unreached(page));

const unreached = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /* So many points each way, and so many of them in a patch. */
    const [STEPS, PATCH] = [8, 3];
    const free = (one: HTMLElement): boolean => {
      one.scrollIntoView({ block: "nearest", inline: "nearest" });
      const { left, top, width, height } = one.getBoundingClientRect();
      const hits = Array.from({ length: STEPS * STEPS }, (_, i) => {
        const x = left + ((i % STEPS) + 0.5) * (width / STEPS);
        const y = top + (Math.floor(i / STEPS) + 0.5) * (height / STEPS);
        const found = document.elementFromPoint(x, y);
        return found !== null && one.contains(found);
      });
      const whole = (at: number): boolean =>
        Array.from({ length: PATCH * PATCH }, (_, i) => at + (i % PATCH) + Math.floor(i / PATCH) * STEPS).every(
          (point) => hits[point],
        );
      return hits.some((_, at) => at % STEPS <= STEPS - PATCH && at < STEPS * (STEPS - PATCH + 1) && whole(at));
    };
    const things = document.querySelectorAll<HTMLElement>(
      "main button.lit, main .lit > button, main .plaque > .pick, .prompt .acts button",
    );
    return [...things]
      .filter((one) => one.checkVisibility() && !free(one))
      .map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const upon = document.elementFromPoint(left + width / 2, top + height / 2);
        const name = one.closest("[data-ref]")?.getAttribute("data-ref") ?? one.textContent;
        return `${name} at ${[left, top, width, height].map(Math.round).join(" ")} under ${upon?.tagName}.${upon?.className}`;
      });
  });
