/** Walking through a lesson as its master points the way. */
import type { Page } from "playwright-core";

const SOON = { timeout: 30_000 };
/** Wait until something holds; says what was waited for otherwise. */
const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  const started = Date.now();
  while (!(await holds())) {
    if (Date.now() - started > SOON.timeout) throw new Error(`waited in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 60));
  }
};
const bubbleOf = (page: Page): ReturnType<Page["locator"]> => page.locator(".bubble");

/** What the lesson says now, and how far its move has come; '' while the others move. */
const stand = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const heading = document.querySelector(".bubble h2")?.textContent;
    if (heading === undefined) return "";
    const hole = document.querySelector(".hole.target");
    const at = hole ? `${hole.getAttribute("x") ?? ""} ${hole.getAttribute("y") ?? ""}` : "";
    return [heading, at, ...[...document.querySelectorAll(".prompt")].map((one) => one.textContent)].join(" ");
  });

/** The middle of what the master points at. */
const pointed = async (page: Page): Promise<readonly [number, number]> => {
  const hole = page.locator(".hole.target");
  await hole.waitFor({ ...SOON, state: "attached" });
  return hole.evaluate((one) => {
    const number = (name: string): number => Number(one.getAttribute(name));
    return [number("x") + number("width") / 2, number("y") + number("height") / 2] as const;
  });
};

/** Scoring and the like lie over the table until they are put away. */
const putAway = async (page: Page): Promise<void> => {
  const on = page.locator("dialog[open] footer .button.main");
  if (await on.count()) await on.first().click();
};

/** Do what is asked, by touching what is pointed at or by having the master do it; `each` looks at every step before. */
export const walk = async (page: Page, each: (step: number) => Promise<void>, by = "touch"): Promise<void> => {
  for (let step = 1; ; step++) {
    await until(`step ${step}`, async () => {
      await putAway(page);
      return new RegExp(`^\\D*${step} |Fatto|Done`).test(await stand(page));
    });
    const heading = (await bubbleOf(page).locator("h2").textContent()) ?? "";
    await each(step);
    if (/Fatto|Done/.test(heading)) return;
    await putAway(page);
    const on = bubbleOf(page).locator(".button.main");
    if (await on.count()) await on.click();
    else if (by === "touch") await touchUntil(page, heading);
    else
      await bubbleOf(page)
        .getByRole("button", { name: /maestro|master/ })
        .click();
  }
};

/** Touch what is pointed at until the heading is another one. */
const touchUntil = async (page: Page, heading: string): Promise<void> => {
  for (let touch = 0; touch < 12; touch++) {
    const before = await stand(page);
    await page.mouse.click(...(await pointed(page)));
    await until(`an answer to a touch in ${before}`, async () => (await stand(page)) !== before);
    const now = await stand(page);
    if (!now.startsWith(heading)) return;
  }
  throw new Error(`${heading}: it goes on and on`);
};
