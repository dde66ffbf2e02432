/** Zaubercocktail on the page: the example of the rule book, a shouting market, and whole games against the real server. */
import { describe, expect, test } from "vitest";
import { ZAUBERCOCKTAIL } from "./crowds.ts";
import type { Looker } from "./examples.ts";
import { wholeGames } from "./games.ts";
import { COMPILING, type Person, person } from "./people.ts";
import { seenByAll, withPositions, withServer } from "./setting.ts";
import { faults } from "./sights.ts";

const GAME = "zaubercocktail";
const EXAMPLE = "The example of the rule book: five collections, ranked and rewarded, the ring with the second";
const WISHES = [
  { game: GAME, title: EXAMPLE },
  { game: GAME, scenario: ZAUBERCOCKTAIL },
  { game: GAME, scenario: { seats: 4, options: { dealer: "D", market: "live" } } },
  {
    game: GAME,
    scenario: {
      ...ZAUBERCOCKTAIL,
      given: { phase: "presenting", recipe: ["recipe 4"], hand: ZAUBERCOCKTAIL.given.hand },
    },
  },
];
const CROWDED = 1;
const DEAL = 2;
const PRESENTING = 3;

const look = withPositions(WISHES);
const texts = (who: Looker, selector: string): Promise<string[]> => who.page.locator(selector).allInnerTexts();

test("the example of the rule book is told as the book tells it: totals, ranks, the tie, recipe and ring", async () => {
  const who = await look(0);
  who.step();
  who.step();
  const dialog = who.page.locator("dialog[open]");
  await dialog.waitFor();
  await expect.poll(() => texts(who, "dialog .rank")).toEqual(["1º", "2º", "3º", "4º", "5º"]);
  await expect.poll(() => texts(who, "dialog .total b")).toEqual(["93", "87", "86", "86", "66"]);
  expect((await texts(who, "dialog .total small")).map((text) => text.trim())).toEqual(["9 carte", "6 carte"]);
  await expect.poll(() => texts(who, "dialog .walk b")).toEqual(["+5", "+5", "+1", "0", "−2"]);
  await expect.poll(() => texts(who, "dialog .ring")).toEqual(["anello +2"]);
  await expect.poll(() => texts(who, "dialog .set small")).toEqual(["93", "42", "45", "70", "16", "44", "42", "66"]);
  expect(await faults(who.page)).toEqual([]);
  await dialog.getByRole("button", { name: "Avanti" }).click();
  expect(who.complaints).toEqual([]);
  await who.page.context().close();
});

describe("the market", () => {
  test("shows what I can serve first, what helps me most before the rest, and what is not for me last", async () => {
    const who = await look(CROWDED);
    const seats = await who.page.locator(".stall").evaluateAll((all) => all.map((one) => one.getAttribute("data-at")));
    expect(seats).toEqual(["hand[B]", "hand[G]", "hand[F]", "hand[D]", "hand[E]"]);
    await expect.poll(() => who.page.locator(".stall.serve").count()).toBe(2);
    await expect.poll(() => who.page.locator('.stall[data-at="hand[D]"] .lacks').isVisible()).toBe(true);
    await expect.poll(() => who.page.locator(".helps button").count()).toBe(3);
    await who.page.context().close();
  });

  test("an offer is taken with one tap; by its key it asks once", async () => {
    const who = await look(CROWDED);
    await who.page.waitForTimeout(400);
    await who.page.keyboard.press("2");
    await expect.poll(() => texts(who, ".prompt p.main")).toEqual([expect.stringContaining("Sicuro?")]);
    expect(who.decided).toEqual([]);
    await who.page.keyboard.press("Escape");
    await who.page.getByRole("button", { name: /Accetta l'offerta/ }).first().click(); // prettier-ignore
    await expect.poll(() => who.decided).toEqual([{ form: "accept", refs: [{ sort: "place", at: "offer_give[B]" }] }]);
    await who.page.context().close();
  });

  test("an offer is composed by single taps, by letters, and in one line", async () => {
    const who = await look(CROWDED);
    const forms = (): string[] => who.decided.map((one) => [one.form, one.refs[0]?.name].join(" "));
    await who.page.locator('.shelf [data-card="blue schlums"] button').click();
    await who.page.keyboard.press("c");
    await who.page.keyboard.press("t");
    await who.page.keyboard.press("j");
    await expect.poll(forms).toEqual(["give blue schlums", "give lead earth", "want goldrose"]);
    await who.page.keyboard.press("/");
    await who.page.keyboard.type("2 blu x 1 faran");
    await expect.poll(() => who.page.locator(".typed .chip").count()).toBe(2);
    await who.page.keyboard.press("Enter");
    await expect
      .poll(forms)
      .toEqual(["give blue schlums", "give lead earth", "want goldrose", "give blue schlums", "give blue schlums", "want faran leaf", "say post"]); // prettier-ignore
    await who.page.keyboard.type("2 draghi");
    await who.page.keyboard.press("Enter");
    await expect.poll(() => texts(who, ".typed .bad")).toEqual([expect.stringContaining("Non capisco")]);
    await who.page.context().close();
  });

  test("an ingredient is dragged from the shelf into either tray", async () => {
    const who = await look(CROWDED);
    const drag = async (tray: number): Promise<void> => {
      const from = await who.page.locator('.shelf [data-card="greenroot"]').boundingBox();
      const to = await who.page.locator(".tray").nth(tray).boundingBox();
      if (!from || !to) throw new Error("Nothing can be dragged.");
      await who.page.mouse.move(from.x + 30, from.y + 40);
      await who.page.mouse.down();
      await who.page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
      await who.page.mouse.up();
    };
    await drag(0);
    await drag(1);
    await expect.poll(() => who.decided.map((one) => one.form)).toEqual(["give", "want"]);
    await who.page.context().close();
  });
});

test("sets are laid by ingredient and number, each with what its scale says, or typed and handed in at once", async () => {
  const who = await look(PRESENTING);
  await who.page.keyboard.press("d");
  await expect.poll(() => texts(who, ".sizes .button b:last-child:not(.chip *)")).toEqual(["18", "18", "30"]);
  await expect.poll(() => who.page.locator(".prompt .say").textContent()).toMatch(/^\s*Quante carte di .* presenti\?/);
  await who.page.locator(".sizes .button").last().click();
  await expect.poll(() => who.decided.map((one) => one.form)).toEqual(["laywith"]);
  await who.page.keyboard.press("/");
  await who.page.keyboard.type("2 gira 1 jolly 2 blu");
  await who.page.keyboard.press("Enter");
  await expect.poll(() => who.decided.map((one) => one.form)).toEqual(["laywith", "laywith", "lay", "handin"]);
  await who.page.context().close();
});

seenByAll(
  look,
  [
    ["seven at the market", CROWDED],
    ["four at the market", DEAL],
    ["seven with their sets", PRESENTING],
  ],
  [".brew", ".market", ".prompt", ".compose", ".sets", ".jar .spot"],
  [".stall", ".market li", ".helps"],
);

describe("against the real server", () => {
  const at = withServer(3);

  const kindsOf = ({ page }: Person): Promise<string[]> =>
    page.locator(".jar:not(.none) .spot").evaluateAll((all) => all.map((one) => one.getAttribute("data-card") ?? ""));

  test("two people trade at the same moment, and both trades are made", async () => {
    const [ada, bruno] = [await person(at.browser), await person(at.browser)];
    await ada.page.goto(at.served.address);
    const wish = { game: GAME, name: "Ada", seats: ["me", "open", "apprentice", "apprentice"] };
    const answer = await ada.page.request.post(`${at.served.address}/api/tables`, {
      data: { ...wish, options: { market: "live", clock: "300", dealer: "A" } },
    });
    const made = (await answer.json()) as { table: string; links: Readonly<Record<string, string>> };
    await bruno.page.goto(`${at.served.address}/join#${Object.values(made.links)[0] ?? ""}`);
    await bruno.page.getByLabel("Il tuo nome al tavolo").fill("Bruno");
    await bruno.page.getByRole("button", { name: "Siediti" }).click();
    await ada.page.goto(`${at.served.address}/table/${made.table}`);
    const deal = ada.page.getByRole("button", { name: /Dai le carte/ });
    await deal.or(ada.page.locator(".prompt")).first().waitFor({ timeout: COMPILING });
    if (await deal.isVisible()) await deal.click();
    await Promise.all([ada, bruno].map(({ page }) => page.locator(".shelf .card.lit").first().waitFor({ timeout: COMPILING }))); // prettier-ignore
    const [hers, his] = [await kindsOf(ada), await kindsOf(bruno)];
    const letter = (kinds: string[], at: number): string =>
      "abcdefghijk".charAt(ORDER.indexOf(kinds.at(at) ?? "")); // prettier-ignore
    const shout = async ({ page }: Person, line: string): Promise<void> => {
      await page.locator("#shout").fill(line);
      await page.locator("#shout").press("Enter");
    };
    await Promise.all([
      shout(ada, `${letter(hers, 0)} = ${letter(his, 0)} > Bruno`),
      shout(bruno, `${letter(his, -1)} = ${letter(hers, -1)} > Ada`),
    ]);
    const takes = [ada, bruno].map(({ page }) => page.locator(".stall.serve .accept").first());
    await Promise.all(takes.map((take) => take.waitFor()));
    await ada.page.waitForTimeout(400);
    await Promise.all(takes.map((take) => take.click()));
    for (const { page, complaints } of [ada, bruno]) {
      await expect.poll(() => page.locator(".story li", { hasText: "Ada accetta da Bruno" }).count()).toBe(1);
      await expect.poll(() => page.locator(".story li", { hasText: "Bruno accetta da Ada" }).count()).toBe(1);
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });
});

const ORDER = [
  ...["blue schlums", "greenroot", "lead earth", "gira extract", "troll hair", "yellow schlums"],
  ...["silvergrass", "whiteberries", "faran leaf", "goldrose", "dark thing"],
];

/** What moves a market on, and a few jars: whoever composes for ever never ends. */
const THINGS =
  ".accept, .post .button.main, .sizes .button, .prompt .act .button.lit, .jar:nth-child(4n + 1) .card.lit > button";

/* One visit to each seat of a market: a whole game, and a short one. */
wholeGames(GAME, "Zaubercocktail", [4, 4], { cycles: "1" }, THINGS);
