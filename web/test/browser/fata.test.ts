/** F.A.T.A. on the page: the examples of the rule book as people see them, and whole games against the real server. */
import { describe, expect, test } from "vitest";
import { FATA } from "./crowds.ts";
import type { Looker } from "./examples.ts";
import { wholeGames } from "./games.ts";
import { seenByAll, withPositions } from "./setting.ts";
import { faults } from "./sights.ts";

const GAME = "fata";
const WISHES = [
  {
    game: GAME,
    title: "Andrea's stone steals Bea's scissors onto an empty row or Carlo's reversed scissors onto itself, and nothing else", // prettier-ignore
  },
  {
    game: GAME,
    title: "Revealed red with red 3, 1, -1, with 3, 1, 2, -1 of others and four cards has 6 + 5 + 4 = 15 points",
  },
  { game: GAME, title: "The same without revealing is 3 + 5 + 4 = 12 points" },
  { game: GAME, title: "A series of five, four, three, two, one is worth 15, 10, 6, 3, 1" },
  {
    game: GAME,
    title: "The Queen at (A) of the first hand: the treasure just given away counts, the deck is made anew, and the turn goes on with (B) and (C)", // prettier-ignore
  },
  { game: GAME, scenario: FATA },
  { game: GAME, scenario: { seats: 3, options: { starter: "A" } } },
  { game: GAME, scenario: { seats: 4, options: { starter: "A" } } },
  {
    game: GAME,
    scenario: {
      seats: 4,
      options: { starter: "A" },
      given: {
        chest: ["red 1", "blue 1", "queen"],
        display: ["red -1", "red -1", "yellow 3"],
        treasures: {
          A: ["red 2", "red 3", "yellow 1", "yellow 2"],
          B: ["yellow -1", "yellow -1", "purple 1", "purple 2"],
          C: ["purple 3", "purple -1", "purple -1", "blue 2"],
          D: ["blue 3", "blue -1", "blue -1"],
        },
        rows: { A: ["rob stone two 2", "none", "none", "draw scroll two 2", "draw blank anyone 1"] },
      },
    },
  },
];
const [STEAL, FIFTEEN, TWELVE, SERIES, QUEEN, CROWDED, THREE, FOUR, NEAR] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

const look = withPositions(WISHES);

test("on a phone, where the account is longer than its sheet, the sentence above it is read in full", async () => {
  const { page, step } = await look(SERIES, { viewport: { width: 390, height: 844 } });
  step();
  await page.locator("dialog[open] li").first().waitFor();
  const [inside, high] = await page
    .locator("dialog[open] .why")
    .evaluate((one) => [one.scrollHeight, one.clientHeight]);
  expect(inside).toBe(high);
  await page.context().close();
});

test.each(["it", "en"])("on a phone the Queen's coming is told in full, beside the treasures (%s)", async (locale) => {
  const { page } = await look(NEAR, { viewport: { width: 390, height: 844 }, locale });
  await page.locator(".queen .near").waitFor();
  const cut = await page.locator("section.middle").evaluate((middle) => {
    const box = middle.getBoundingClientRect();
    return [...middle.querySelectorAll(".queen p, .decks, .chain")]
      .filter((one) => one.checkVisibility())
      .map((one) => ({ at: one.getBoundingClientRect(), text: one.textContent.trim() }))
      .filter(({ at }) => at.top < box.top - 1 || at.bottom > box.bottom + 1 || at.right > box.right + 1)
      .map(({ at, text }) => `${text} ${at.top - box.top} ${at.bottom - box.bottom}`);
  });
  expect(cut).toEqual([]);
  await page.context().close();
});

test.each([
  ["it", "Quale visione va nella tua fila 1?"],
  ["en", "Which vision goes into your row 1?"],
])("whoever picks a row first is asked what goes there (%s)", async (locale, question) => {
  const { page } = await look(FOUR, { locale });
  await page.locator(".hand .card.lit").first().waitFor();
  await page.keyboard.press("1");
  await expect.poll(() => page.locator(".prompt .say").textContent()).toContain(question);
  await page.context().close();
});

describe("the examples of the rule book", () => {
  test("a stone steals two scissors and nothing else: they are lit and say by which symbol", async () => {
    const { page, decided } = await look(STEAL);
    await expect.poll(() => page.locator(".seat .card.lit").count()).toBe(4); // two more for the Gust, which blows any last vision
    const thieves = page.locator(".seat .thief [role=img]");
    await expect.poll(() => thieves.count()).toBe(2);
    await expect.poll(() => thieves.first().getAttribute("aria-label")).toBe("si ruba con pietra magica");
    await expect.poll(() => page.locator(".tally .symbols").textContent()).toContain("a Merlino");
    await page.locator('.seat[data-seat="B"] .place:has(.thief) .card button').click();
    await expect.poll(() => page.locator(".myrow").nth(1).locator(".shade .card").count()).toBe(1);
    await expect.poll(() => page.locator(".myrow").first().locator(".shade").count()).toBe(0);
    await page.locator(".myrow").nth(1).locator(".pick").click();
    await expect.poll(() => decided.map((one) => one.form)).toEqual(["steal"]);
    await page.context().close();
  });

  const endOf = async (index: number | undefined, late = 0): Promise<Looker> => {
    const who = await look(index, { late });
    who.step();
    await who.page.locator("dialog[open] li").first().waitFor();
    return who;
  };
  const sumsOf = async ({ page }: Looker): Promise<string[]> =>
    (await page.locator("dialog[open] li.won dd").allTextContents()).map(
      (text) => /[+−]?\d+\s*$/.exec(text)?.[0] ?? "",
    );

  test("revealed with three of his colour: 6 + 5 + 4 = 15, each beside the treasures it comes from", async () => {
    const who = await endOf(FIFTEEN);
    expect((await sumsOf(who)).map((one) => one.trim())).toEqual(["0", "+6", "+5", "+4"]);
    await expect.poll(() => who.page.locator("dialog[open] li.won .total").textContent()).toBe("15");
    expect(await faults(who.page)).toEqual([]);
    await who.page.locator("dialog[open] footer .button").click();
    await expect.poll(() => who.page.locator(".over .end li.won .total").textContent()).toBe("15");
    await who.page.context().close();
  });

  test("what is laid open is not missed where the game's own page comes late", async () => {
    const who = await endOf(FIFTEEN, 1500);
    await expect.poll(() => who.page.locator("dialog[open] li.won .total").textContent()).toBe("15");
    expect(who.complaints).toEqual([]);
    await who.page.context().close();
  });

  test("the same without revealing is 12", async () => {
    const who = await endOf(TWELVE);
    await expect.poll(() => who.page.locator("dialog[open] li.won .total").textContent()).toBe("12");
    await who.page.context().close();
  });

  test("series of five, four, three, two and one bring 15, 10, 6, 3 and 1", async () => {
    const who = await endOf(SERIES);
    const series = await who.page.locator("dialog[open] li dl > :nth-child(2) dd b").allTextContents();
    expect(series).toEqual(["+15", "+10", "+6", "+3", "+1"]);
    await who.page.context().close();
  });

  test("the Queen counts the first hand from the treasures that are turned over, and the turn goes on", async () => {
    const who = await look(QUEEN);
    who.step();
    await who.page.locator(".display .card.lit").first().waitFor();
    await who.page.keyboard.press("2");
    await expect.poll(() => who.page.locator(".seat .pick.lit").count()).toBe(2);
    await expect.poll(() => who.page.getByRole("button", { name: "Tienilo" }).count()).toBe(1);
    await who.page.keyboard.press("Escape");
    const asked = who.page.locator(".prompt .say");
    for (const [key, question] of [
      ["m", "Quale tesoro prendi per Merlino?"],
      ["k", "Quale tesoro tieni?"],
    ] as const) {
      await who.page.keyboard.press(key);
      await expect.poll(() => asked.textContent()).toContain(question);
      await who.page.keyboard.press("Escape");
    }
    who.step();
    const dialog = who.page.locator("dialog[open]");
    await dialog.waitFor();
    await expect.poll(() => dialog.locator(".total").allTextContents()).toEqual(["+6", "+6", "−3"]);
    await dialog.locator("footer .button").click();
    await who.page.locator(".myrow.cast").waitFor();
    expect(await faults(who.page)).toEqual([]);
    await who.page.context().close();
  });
});

test("a row says in words where it is heading, and an empty place what a vision would mean there", async () => {
  const { page } = await look(CROWDED);
  const rows = page.locator(".myrow");
  await expect.poll(() => rows.first().locator("h2").textContent()).toContain("Scarto a caso: un vicino, fino a …");
  await expect.poll(() => rows.nth(1).locator(".slot").allTextContents()).toEqual(["che cosa", "a chi", "quanto"]);
  await page.keyboard.press("a");
  await expect.poll(() => rows.first().locator(".side .shade .card").count()).toBe(1);
  await expect.poll(() => rows.nth(1).locator(".up .shade .card").count()).toBe(1);
  await expect
    .poll(() => page.locator(".hunt").getAttribute("aria-label"))
    .toContain("il tuo rivale è Terranova, tu sei il rivale di Angbat");
  await page.context().close();
});

seenByAll(
  look,
  [
    ["five seats", CROWDED],
    ["four seats", FOUR],
    ["three seats", THREE],
  ],
  [".seat", ".lane .place", ".display .place", ".stack", ".myrow", ".tally", ".prompt", ".me", ".hand .place"],
);

wholeGames(GAME, "F.A.T.A.", [3, 3]);
