/** People who sit at tables in their own browsers, and do only what is lit. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { GameId } from "../../src/games/types.ts";
import { openPage } from "./harness.ts";

export interface Person {
  readonly page: Page;
  readonly complaints: string[];
}

export const person = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Person> => {
  const made = await openPage(browser, options);
  made.page.setDefaultTimeout(30_000);
  return made;
};

/** Milliseconds: rules that nobody has compiled yet take their time. */
export const COMPILING = 180_000;

/** Sit down at a table with bots, by the box of its game. */
export const playNow = async ({ page }: Person, address: string, title: string): Promise<void> => {
  await page.goto(address);
  await page.getByRole("button", { name: new RegExp(`(Gioca ad?|Play) ${title}`) }).click();
  await page.locator(".prompt").waitFor({ timeout: COMPILING });
};

/** A table of a game as people usually sit there, the others bots. */
const USUAL = { flautz: 4, abracadabra: 3, fata: 4, illusio: 3, zaubercocktail: 4 } as const;
/** The same without the lobby, which is tried elsewhere: with so many seats, and with what was agreed upon. */
export const sitDown = async (
  { page }: Person,
  address: string,
  game: GameId,
  seats: number = USUAL[game],
  options: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const chairs = ["me", ...Array.from({ length: seats - 1 }, () => "apprentice")];
  const wish = { game, seats: chairs, options, name: "Ada", watch: "none" };
  const answer = await page.request.post(`${address}/api/tables`, { data: wish, headers: { origin: address } });
  const { table } = (await answer.json()) as { table: string };
  await page.goto(`${address}/table/${table}`);
  await page.locator(".prompt").waitFor({ timeout: COMPILING });
};

export const isOver = ({ page }: Person): Promise<boolean> => page.locator(".over .end").isVisible();
export const isMine = ({ page }: Person): Promise<boolean> => page.locator('.prompt[data-mine="true"]').isVisible();

export const LIT = ".spot .card.lit > button, .plaque > .pick, .pick.lit, .prompt .act .button.lit";
export const READY = ".prompt .acts > .button.main";

/** A thing on the screen, at its middle. */
export interface Target {
  readonly x: number;
  readonly y: number;
}
export type Press = (page: Page, target: Target) => Promise<void>;
export const byMouse: Press = (page, { x, y }) => page.mouse.click(x, y);
export const byTouch: Press = (page, { x, y }) => page.touchscreen.tap(x, y);
/** It has the focus, as Tab or arrows would give it: Enter. */
export const byKeyboard: Press = (page) => page.keyboard.press("Enter");

const NEXT = "dialog[open] footer .button.main";

/** What is seen in one glance: whether it is over, and what is pressed next. */
export interface Glance {
  readonly over: boolean;
  readonly target?: Target | undefined;
}

/**
 * What is pressed next: the button that puts something away, the one that finishes, or something lit. It is scrolled to
 * and has the focus; what lies under something else is passed over.
 */
const aim = (page: Page, things: string, dice: readonly [number, number]): Promise<Glance> =>
  page.evaluate(
    ({ wanted: [next, ready, lit], finishes, which }) => {
      const shown = (selector = ""): HTMLElement[] =>
        [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
      const hit = (one: HTMLElement): Target | undefined => {
        one.scrollIntoView({ block: "nearest", inline: "nearest" });
        const { left, top, width, height } = one.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const found = document.elementFromPoint(x, y);
        if (!found || !(one.contains(found) || found.contains(one))) return undefined;
        one.focus({ preventScroll: true });
        return { x, y };
      };
      const [away] = shown(next);
      if (away) return { over: false, target: hit(away) };
      const over = shown(".over .end").length > 0;
      if (over || !shown('.prompt[data-mine="true"]').length) return { over };
      const [done] = shown(ready);
      const all = shown(lit);
      const finish = done && (!all.length || finishes) ? hit(done) : undefined;
      if (finish) return { over, target: finish };
      const first = Math.floor(which * all.length);
      for (const one of [...all.slice(first), ...all.slice(0, first)]) {
        const target = hit(one);
        if (target) return { over, target };
      }
      /* What a closed thing answered may lie upon the only button, and a late hand opens a sheet: whoever sees it puts it away. */
      const [told] = shown(".whynot button, dialog[open] header .button");
      return { over, target: (done && hit(done)) ?? (told && hit(told)) };
    },
    { wanted: [NEXT, READY, things], finishes: dice[0] < 0.8, which: dice[1] },
  );

/** One press of something lit, or of the button that finishes, where there is one. */
export const tryStep = async ({ page }: Person, press: Press, chance: () => number, things = LIT): Promise<Glance> => {
  const seen = await aim(page, things, [chance(), chance()]);
  if (seen.target) await press(page, seen.target);
  return seen;
};
/** The same; false where there is nothing to do. */
export const oneStep = async (...all: Parameters<typeof tryStep>): Promise<boolean> =>
  (await tryStep(...all)).target !== undefined;

/** The same chances every time. */
export const chances = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
};
