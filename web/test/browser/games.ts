/** Whole games of any game with a table of its own: by mouse, by keyboard alone, by touch; with losses in between. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { GameId } from "../../src/games/types.ts";
import {
  byKeyboard,
  byMouse,
  byTouch,
  chances,
  COMPILING,
  isOver,
  LIT,
  type Person,
  person,
  type Press,
  sitDown,
  tryStep,
} from "./people.ts";
import { withServer } from "./setting.ts";
import { covered, faults, scrolls } from "./sights.ts";

const SCREENSHOTS = join(import.meta.dirname, "../../screenshots");
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Milliseconds after which nobody waits for others any more. */
const PATIENCE = 60_000;
/** What everybody sees who waits: a picture of it, what is asked, what is lit and what lies upon it. */
const standing = async (people: readonly Person[], things: string): Promise<string> => {
  const seen = people.map(async ({ page }, i) => {
    const path = join(SCREENSHOTS, `stands-still-${process.pid}-${i}.png`);
    await page.screenshot({ path });
    return { path, table: page.url(), ...(await covered(page, things)) };
  });
  return JSON.stringify(await Promise.all(seen), undefined, 1);
};

/** Everybody plays on until it is over for all. */
export const playOn = async (
  people: readonly Person[],
  press: Press,
  seed: number,
  most = 900,
  meanwhile?: (step: number) => Promise<void>,
  things = LIT,
): Promise<void> => {
  const chance = chances(seed);
  let since = Date.now();
  for (let step = 0; step < most;) {
    const seen = await Promise.all(people.map((who) => tryStep(who, press, chance, things)));
    if (seen.every(({ over }) => over)) return;
    /* Whoever waits for others makes no step: how long that may take is the test's to say. */
    const moved = seen.some(({ target }) => target);
    if (moved) since = Date.now();
    else if (Date.now() - since > PATIENCE) throw new Error(`It stands still. ${await standing(people, things)}`);
    if (!moved) await people[0]?.page.waitForTimeout(40);
    else await meanwhile?.(step);
    step += Number(moved);
  }
  throw new Error("The game did not end.");
};

/** What a table agreed upon. */
type Agreed = Readonly<Record<string, string>>;

/** A new table of this game with free seats for people, as the lobby makes it; a number is agreed upon in its field. */
const prepare = async (
  { page }: Person,
  address: string,
  title: string,
  seats: number,
  agreed: Agreed,
): Promise<void> => {
  await page.goto(address);
  await page.getByRole("button", { name: new RegExp(`Invita amici ad? ${title}`) }).click();
  await page.locator("dialog[open] .rows").first().waitFor();
  await page.getByRole("radio", { name: String(seats), exact: true }).check({ force: true });
  for (const value of Object.values(agreed)) {
    await page.locator("summary.options").click();
    await page.locator("details input[type=number]").first().fill(value);
    await page.locator("details input[type=number]").first().blur();
  }
};

/**
 * The three games of the issue. `seats`: of the game of two people and bots, and of the others; `agreed`: what makes the
 * game a short one, if anything; `things` are those that are pressed.
 */
export const wholeGames = (
  game: GameId,
  title: string,
  seats: readonly [number, number],
  agreed: Agreed = {},
  things = LIT,
): void => {
  describe(`a whole game of ${title}`, () => {
    const at = withServer();

    test("is played by mouse, by two people and bots, each in his own browser", async () => {
      const [ada, bruno] = [await person(at.browser), await person(at.browser, { colorScheme: "light" })];
      await prepare(ada, at.served.address, title, seats[0], agreed);
      await ada.page.getByRole("button", { name: /Prepara il tavolo/ }).click();
      await bruno.page.goto(await ada.page.getByLabel("Link d'invito").first().inputValue());
      await bruno.page.getByLabel("Il tuo nome al tavolo").fill("Bruno");
      await bruno.page.getByRole("button", { name: "Siediti" }).click();
      await ada.page.getByText("Bruno").first().waitFor();
      const sit = ada.page.getByRole("button", { name: "Fai sedere un bot" });
      for (let n = await sit.count(); n > 0; n--) await sit.first().click();
      const deal = ada.page.getByRole("button", { name: /Dai le carte/ });
      if (await deal.isVisible()) await deal.click();
      await ada.page.locator(".prompt").waitFor({ timeout: COMPILING });
      await playOn([ada, bruno], byMouse, 3, 900, undefined, things);
      for (const { page, complaints } of [ada, bruno]) {
        await expect.poll(() => page.locator(".fair").textContent()).toContain("Mescolamento verificato");
        await expect
          .poll(() => page.locator(".over .end li:not(.strength li), .over .end tbody tr").count())
          .toBe(seats[0]);
        expect(await faults(page)).toEqual([]);
        expect(complaints).toEqual([]);
        await page.context().close();
      }
    });

    test("is played by keyboard alone, in English, with a reload and a loss of the network in the middle", async () => {
      const ada = await person(at.browser, { locale: "en" });
      const { page } = ada;
      await sitDown(ada, at.served.address, game, seats[1], agreed);
      await page.locator('.prompt[data-mine="true"]').waitFor({ timeout: COMPILING });
      await playOn(
        [ada],
        byKeyboard,
        11,
        900,
        async (step) => {
          if (step === 6) await page.reload();
          if (step === 6) await page.locator(".prompt").waitFor();
          if (step !== 10) return;
          await page.context().setOffline(true);
          await page.getByRole("alert").waitFor();
          await page.context().setOffline(false);
          await page.getByRole("alert").waitFor({ state: "detached" });
        },
        things,
      );
      await expect.poll(() => page.locator(".fair").textContent()).toContain("Shuffle verified");
      expect(ada.complaints.filter((one) => !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(one))).toEqual([]);
      await page.context().close();
    });

    test("is played by touch on a phone, and never scrolls", async () => {
      const ada = await person(at.browser, { ...PHONE, colorScheme: "light" });
      const { page } = ada;
      await sitDown(ada, at.served.address, game, seats[1], agreed);
      await page.locator('.prompt[data-mine="true"]').waitFor({ timeout: COMPILING });
      await playOn(
        [ada],
        byTouch,
        5,
        900,
        async (step) => {
          if (step % 9 === 0 && !(await isOver(ada))) await expect.poll(() => scrolls(page)).toBe(false);
        },
        things,
      );
      expect(await faults(page)).toEqual([]);
      expect(ada.complaints).toEqual([]);
      await page.context().close();
    });
  });
};
