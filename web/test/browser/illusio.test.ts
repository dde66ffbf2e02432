/** Illusio on the page: what tricks pay as the rule book counts it, every seat number, and whole games. */
import { describe, expect, test } from "vitest";
import { ILLUSIO } from "./crowds.ts";
import type { Looker } from "./examples.ts";
import { wholeGames } from "./games.ts";
import { seenByAll, withPositions } from "./setting.ts";
import { faults, sideways } from "./sights.ts";

const GAME = "illusio";
const TWO = {
  seats: 2,
  options: { starter: "A" },
  given: {
    magician: { A: "savano", B: "shaozu" },
    turn: "A",
    hand: { A: ["dove", "rabbit"] },
    backstage: { A: ["mirrors", "rope"] },
    challenge: ["e5", "i1", "i2", "c1"],
  },
};
const WISHES = [
  { game: GAME, title: "E5 with mirrors, rope and a cage for the crate pays five" },
  { game: GAME, title: "E5 exact, the second Escape trick, with a Grand and a Deja Vu on it, pays eight" },
  { game: GAME, title: "C7 with rope, blades, rabbit and smoke pays six" },
  { game: GAME, scenario: ILLUSIO },
  { game: GAME, scenario: TWO },
  { game: GAME, title: "With two tricks due the game ends with the first, and the second is not scored" },
  { game: GAME, scenario: { seats: 3, options: { starter: "A" } } },
  { game: GAME, title: "Cards are set aside, as many are drawn, and only then are they discarded" },
];
const CROWDED = 3;
const COUPLE = 4;
const ENDING = 5;
const DEAL = 6;
const EXCHANGE = 7;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const look = withPositions(WISHES);
const texts = ({ page }: Looker, selector: string): Promise<string[]> => page.locator(selector).allInnerTexts();

describe("the examples of the rule book", () => {
  test.each([
    [0, ["3", "+2"], "5"],
    [1, ["3", "+3", "+1"], "7"],
    [2, ["4", "+2"], "6"],
  ])("example %i: a shown trick pays by level, exact components and domain", async (index, parts, total) => {
    const who = await look(index);
    await expect.poll(() => texts(who, ".bill .part b")).toEqual(parts);
    await expect.poll(() => texts(who, ".bill .total b")).toEqual([total]);
    await who.page.context().close();
  });

  test("once it is validated, the playbill tells what it was paid for, Grand and Deja Vu included", async () => {
    const who = await look(1);
    who.step();
    await expect.poll(() => texts(who, ".bill .total small")).toEqual(["ha pagato"]);
    await expect.poll(() => texts(who, ".bill .part b")).toEqual(["3", "+3", "+1", "+2", "−1"]);
    await expect.poll(() => texts(who, ".bill .total b")).toEqual(["8"]);
    await expect.poll(() => texts(who, ".bill .race")).toEqual(["0 + 8 = 8 su 12"]);
    await who.page.context().close();
  });
});

test("the trick that ends the show is laid open before the end, part by part", async () => {
  const who = await look(ENDING);
  who.step();
  await expect.poll(() => texts(who, "dialog[open] h2")).toEqual(["Vince Ada!"]);
  await expect.poll(() => texts(who, "dialog[open] .bill .race")).toEqual(["11 + 1 = 12 su 12"]);
  expect(await faults(who.page)).toEqual([]);
  await who.page.locator("dialog[open] footer .button").click();
  await expect.poll(() => texts(who, ".over .end li.won .total b, .over .end li.won .total")).not.toEqual([]);
  await who.page.context().close();
});

describe("on a phone, where there is no room for the playbill", () => {
  test("what was paid is laid open upon the stage, until anything is touched", async () => {
    const who = await look(1, PHONE);
    who.step();
    await expect.poll(() => texts(who, ".paid .part b")).toEqual(["3", "+3", "+1", "+2", "−1"]);
    expect(await faults(who.page)).toEqual([]);
    expect(await sideways(who.page)).toEqual([]);
    await who.page.touchscreen.tap(195, 300);
    await expect.poll(() => who.page.locator(".paid").count()).toBe(0);
    await who.page.context().close();
  });

  test("the sum of an own trick opens its account, and with a card picked it is a place like any other", async () => {
    const who = await look(CROWDED, PHONE);
    const account = who.page.getByRole("button", { name: "Il conto di Incatenato sott'acqua" });
    await account.tap();
    await expect.poll(() => texts(who, "dialog[open] .bill .part small")).toContain("esatti");
    expect(await faults(who.page)).toEqual([]);
    await who.page.keyboard.press("Escape");
    await who.page.locator('.hand [data-card="dove"] button').tap();
    await expect.poll(() => account.count()).toBe(0);
    await who.page.context().close();
  });
});

describe("what can be done", () => {
  test("a component is put into the backstage or a theatre by two taps, which tell before what it would pay", async () => {
    const who = await look(CROWDED);
    await who.page.locator('.hand [data-card="dove"] button').click();
    const theatre = who.page.locator('.mine .house[data-at="preparing[A,1]"]');
    await expect.poll(() => theatre.locator(".to").innerText()).toBe("4");
    await theatre.locator(".pick").click();
    await expect.poll(() => who.decided.map((one) => one.form)).toEqual(["add"]);
    await who.page.keyboard.press("a");
    await who.page.keyboard.press("9");
    await expect.poll(() => who.decided.map((one) => one.form)).toEqual(["add", "place"]);
    await who.page.context().close();
  });

  test("a Grand lights every theatre on stage, those of the others too, and says what each would pay then", async () => {
    const who = await look(CROWDED);
    await who.page.locator('.hand [data-card="grand"] button').click();
    await expect.poll(() => texts(who, ".seats .house.shown .to")).toEqual(["4", "7", "9"]);
    await who.page.locator(".seats .house.shown .pick").first().click();
    await expect.poll(() => who.decided.map((one) => one.form)).toEqual(["ontrick"]);
    await who.page.context().close();
  });

  test("a talent is a button with its targets, and Trasformare asks for a kind", async () => {
    const who = await look(CROWDED);
    await who.page.locator(".me .pick").click();
    await who.page.locator(".seat .piece.lit .pick").first().click();
    await expect.poll(() => who.decided.map((one) => one.form)).toEqual(["return"]);
    await who.page.locator('.hand [data-card="transform"] button').click();
    await who.page.locator('.mine [data-card="smoke"] button').click();
    await expect.poll(() => who.page.locator(".palette .kind").count()).toBe(14);
    await who.page.locator(".palette .kind").first().click();
    await expect.poll(() => who.decided.map((one) => one.form)).toEqual(["return", "transform"]);
    await who.page.context().close();
  });

  test("a talent that changes what is placed is asked for before, and only then", async () => {
    const who = await look(COUPLE);
    const place = async (): Promise<void> => {
      await who.page.locator('.hand [data-card="dove"] button').click();
      await who.page.getByRole("button", { name: "Il tuo backstage" }).click();
    };
    await place();
    await expect.poll(() => who.decided.map((one) => one.form)).toEqual(["place"]);
    await who.page.locator(".me .pick").click();
    await place();
    await who.page.locator(".palette .kind").first().click();
    await expect.poll(() => who.decided.map((one) => one.form)).toEqual(["place", "placeas"]);
    await who.page.context().close();
  });

  test("a trick in preparation is given up by its cross, after a yes", async () => {
    const who = await look(CROWDED);
    await who.page.getByRole("button", { name: "Abbandona La seta che vola" }).click();
    expect(who.decided).toEqual([]);
    await who.page.keyboard.press("Enter");
    await expect.poll(() => who.decided.map((one) => one.form)).toEqual(["drop"]);
    await who.page.context().close();
  });

  test("the sheet of a rival shows theatres, backstage and what he has won", async () => {
    const who = await look(CROWDED, PHONE);
    await who.page.getByRole("button", { name: /Guarda il palco di Morgana/ }).tap();
    const sheet = who.page.locator("dialog[open]");
    await expect.poll(() => sheet.locator(".house").count()).toBe(2);
    await expect.poll(() => sheet.locator(".piece").count()).toBe(2);
    await expect.poll(() => sheet.innerText()).toContain("Anello di fumo");
    expect(await faults(who.page)).toEqual([]);
    await who.page.context().close();
  });
});

test("of a quick hand nothing is lost and nothing done twice: a card tapped twice is set aside once, the next one too", async () => {
  const { page, decided, step } = await look(EXCHANGE);
  step();
  await expect.poll(() => page.locator(".hand .card.lit").count()).toBe(3);
  await page.evaluate(() => {
    const [one, other] = document.querySelectorAll<HTMLElement>(".hand .card.lit > button");
    for (const tapped of [one, one, other]) tapped?.click();
  });
  const aside = (): (string | undefined)[] =>
    decided.flatMap(({ refs }) => refs.filter(({ sort }) => sort === "card").map(({ name }) => name));
  await expect.poll(aside).toEqual(["rope", "take"]);
  await page.context().close();
});

test("a second tap that comes once the move is made opens no sheet, and a later one does", async () => {
  const { page, decided } = await look(CROWDED, PHONE);
  await page.locator('.hand [data-card="take"] button').tap();
  const seat = await page.getByRole("button", { name: "Morgana", exact: true }).boundingBox();
  if (!seat) throw new Error("Nobody is there to take from.");
  const tap = (): Promise<void> => page.touchscreen.tap(seat.x + seat.width / 2, seat.y + 12);
  await tap();
  await page.getByRole("button", { name: /Guarda il palco di Morgana/ }).waitFor({ state: "attached" });
  await tap();
  expect(decided.map((one) => one.form)).toEqual(["takefrom"]);
  expect(await page.locator("dialog[open]").count()).toBe(0);
  await page.waitForTimeout(600);
  await tap();
  await page.locator("dialog[open]").waitFor();
  await page.context().close();
});

test("a card is taken from somebody by two taps, or by dragging Prendere onto him", async () => {
  const who = await look(CROWDED);
  await who.page.locator('.hand [data-card="take"] button').click();
  await who.page.getByRole("button", { name: "Morgana", exact: true }).click();
  await expect.poll(() => who.decided.map((one) => one.form)).toEqual(["takefrom"]);
  const from = await who.page.locator('.hand [data-card="take"]').boundingBox();
  const to = await who.page.locator('.seat[data-at="hand[C]"] .name').boundingBox();
  if (!from || !to) throw new Error("Nothing can be dragged.");
  await who.page.mouse.move(from.x + 30, from.y + 40);
  await who.page.mouse.down();
  await who.page.mouse.move(to.x + 5, to.y + 5, { steps: 6 });
  await who.page.mouse.up();
  await expect.poll(() => who.decided.map((one) => one.form)).toEqual(["takefrom", "takefrom"]);
  await who.page.context().close();
});

seenByAll(
  look,
  [
    ["six seats", CROWDED],
    ["two seats", COUPLE],
    ["three seats, at the deal", DEAL],
  ],
  [".column", ".challenge .spot", ".mine .house", ".free", ".backstage", ".prompt", ".me", ".stack", ".hand .spot"],
);

/* Little prestige to win: a whole game, and a short one. */
wholeGames(GAME, "Illusio", [3, 2], { target: "4" });
