/** What a table answers whoever sits there: why not, and why. */
import { describe, expect, test } from "vitest";
import { GAMES } from "../../src/games/types.ts";
import { byMouse, chances, isMine, oneStep, person, playNow } from "./people.ts";
import { withServer } from "./setting.ts";
import { faults } from "./sights.ts";

const TITLES = { flautz: "FLAUTZ!", abracadabra: "Abracadabra", fata: "F.A.T.A.", illusio: "Illusio", zaubercocktail: "Zaubercocktail" }; // prettier-ignore
const SOON = { timeout: 20_000 };
/** Things that are there and cannot be picked now: cards, jars, words. */
const CLOSED =
  "main .card.dull > button, main .jar.none .card:not(.lit) > button, .prompt .act .button.closed, .post .button.closed";
const at = withServer();

describe.each(GAMES)("at a table of %s", (game) => {
  test.each([
    ["by mouse", {}],
    ["by touch", { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ])("what is not lit answers with the rule, and a hint with a move and its reason, %s", async (_, options) => {
    const ada = await person(at.browser, options);
    const { page } = ada;
    const press = async (selector: string): Promise<void> => {
      const one = page.locator(selector).first();
      await ("hasTouch" in options ? one.tap({ force: true }) : one.click({ force: true }));
    };
    await playNow(ada, at.served.address, TITLES[game]);
    const chance = chances(2);
    for (let step = 0; step < 60 && !((await isMine(ada)) && (await page.locator(CLOSED).count())); step++) {
      if (!(await oneStep(ada, byMouse, chance))) await page.waitForTimeout(40);
    }
    await press(CLOSED);
    const answers = page.locator(".whynot:visible, .prompt.bad .more:visible").first();
    await expect.poll(() => answers.textContent(), SOON).toMatch(/\w.*[A-Z]+-[A-Z]\d+/);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".whynot, .prompt.bad").count(), SOON).toBe(0);
    await page.keyboard.press("h");
    await expect.poll(() => page.locator(".prompt p.main").textContent(), SOON).toMatch(/^\s*Consiglio: \w/);
    expect((await page.locator(".prompt .more").textContent())?.trim()).toMatch(/^\p{Lu}.*\.$/u);
    expect(await faults(page)).toEqual([]);
    expect(ada.complaints).toEqual([]);
    await page.context().close();
  });
});
