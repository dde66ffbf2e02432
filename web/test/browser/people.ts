/** People who sit at tables in their own browsers, and do only what is lit. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openPage } from "./harness.ts";

export interface Person {
  readonly page: Page;
  readonly complaints: string[];
}

export const person = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Person> => {
  const made = await openPage(browser, options);
  made.page.setDefaultTimeout(15_000);
  return made;
};

/** Milliseconds: rules that nobody has compiled yet take their time. */
export const COMPILING = 180_000;

/** Sit down at a table with bots, by the box of its game. */
export const playNow = async ({ page }: Person, address: string, title: string): Promise<void> => {
  await page.goto(address);
  await page.getByRole("button", { name: new RegExp(`(Gioca a|Play) ${title}`) }).click();
  await page.locator(".prompt").waitFor({ timeout: COMPILING });
};

export const isOver = ({ page }: Person): Promise<boolean> => page.locator(".over .end").isVisible();
export const isMine = ({ page }: Person): Promise<boolean> => page.locator('.prompt[data-mine="true"]').isVisible();

export const LIT = ".spot .card.lit > button, .plaque > .pick, .pick.lit, .prompt .act .button.lit";
export const READY = ".prompt .acts > .button.main";

export type Press = (page: Page, selector: string, index: number) => Promise<void>;
export const byMouse: Press = (page, selector, index) => page.locator(selector).nth(index).click({ timeout: 5000 });
export const byTouch: Press = (page, selector, index) => page.locator(selector).nth(index).tap({ timeout: 5000 });
/** Focus as Tab or arrows would, and Enter. */
export const byKeyboard: Press = async (page, selector, index) => {
  await page.locator(selector).nth(index).focus({ timeout: 5000 });
  await page.keyboard.press("Enter");
};

/** One press of something lit, or of the button that finishes; false where there is nothing to do. */
export const oneStep = async (who: Person, press: Press, chance: () => number, things = LIT): Promise<boolean> => {
  const { page } = who;
  if (await page.locator("dialog[open] footer .button.main").isVisible()) {
    await press(page, "dialog[open] footer .button.main", 0);
    return true;
  }
  if (!(await isMine(who))) return false;
  const ready = await page.locator(READY).count();
  const lit = await page.locator(things).count();
  try {
    if (ready && (lit === 0 || chance() < 0.8)) await press(page, READY, 0);
    else if (lit) await press(page, things, Math.floor(chance() * lit));
    else return false;
  } catch (error) {
    /* What was lit a moment ago may be gone: somebody else moved. */
    if (!(error instanceof Error) || !/Timeout|detached|not attached|not stable/.test(error.message)) throw error;
  }
  return true;
};

/** The same chances every time. */
export const chances = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
};
