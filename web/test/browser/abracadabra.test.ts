/** Abracadabra on the page: the examples of the rule book as people see them, and whole games against the real server. */
import { describe, expect, test } from "vitest";
import { ABRACADABRA } from "./crowds.ts";
import { wholeGames } from "./games.ts";
import { seenByAll, withPositions } from "./setting.ts";
import { faults } from "./sights.ts";

const GAME = "abracadabra";
const WISHES = [
  { game: GAME, title: "The first example of the rule book: one element, three schools, three aspects" },
  { game: GAME, title: "The second example: the Air Witch stands for the golden witch of the water, and nothing else is possible" }, // prettier-ignore
  { game: GAME, title: "The third example: two wizards and a witch do not meet" },
  { game: GAME, title: "Three Elementals are worth eight: with seven points in Objects the third one wins" },
  { game: GAME, scenario: ABRACADABRA },
  { game: GAME, scenario: { seats: 2, options: { starter: "A" } } },
  {
    game: GAME,
    scenario: {
      options: { starter: "A" },
      given: { phase: "play", hand: { A: ["water gold wizard", "air mage", "air witch"] } },
    },
  },
  {
    game: GAME,
    title: "Chaos!: a card out of an opponent's hand, and one of the own in return, not the one just drawn",
  },
  { game: GAME, title: "With a Stone and a crystal ball of three points, a second Stone wins on the spot" },
];
const CROWDED = 4;
const DEAL = 5;
const AIR = 6;
const GIVE = 7;
const STONES = 8;

const look = withPositions(WISHES);
const lineOf = (letter: string): string => `.meet:nth-of-type(${"ABCDEFG".indexOf(letter) + 1})`;

describe("the examples of the rule book", () => {
  test("three of one element light up letter C, one tap picks them and says what they pay, Enter stages them", async () => {
    const { page, decided, complaints } = await look(0);
    await expect.poll(() => page.locator(".meet.lit").count()).toBe(1);
    await page.locator(`${lineOf("C")}.lit > .pick`).click();
    await expect.poll(() => page.locator(".hand .card.picked").count()).toBe(3);
    const said = await page.locator(".prompt .say").textContent();
    expect(said).toContain("Conto!");
    expect(said).toContain("in media 2,0");
    expect(said).toContain("+1 dalla mano");
    await page.keyboard.press("Enter");
    await expect.poll(() => decided.length).toBe(1);
    expect(decided[0]?.form).toBe("gather");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("an Air Witch meets them too, picked card by card; nothing is staged before the third", async () => {
    const { page, decided } = await look(1);
    for (const key of ["a", "b"]) await page.keyboard.press(key);
    expect(decided).toEqual([]);
    await page.keyboard.press("c");
    await expect.poll(() => decided.length).toBe(1);
    await page.context().close();
  });

  test("two wizards and a witch light up nothing: all that can be done is to pass", async () => {
    const { page } = await look(2, { locale: "en" });
    await expect.poll(() => page.locator(".meet.lit, .card.lit").count()).toBe(0);
    await expect.poll(() => page.locator(".meet .off").count()).toBe(7);
    await expect.poll(() => page.locator(".prompt .act .button.lit").count()).toBe(1);
    await page.context().close();
  });

  test("seven points in Objects and three Elementals are laid open as fifteen, with the prize", async () => {
    const who = await look(3);
    who.step();
    const dialog = who.page.locator("dialog[open]");
    await dialog.waitFor();
    await expect.poll(() => dialog.locator("h2").textContent()).toBe("Vince Ada!");
    await expect.poll(() => dialog.locator("li.won .total").textContent()).toContain("15");
    await expect
      .poll(() => dialog.locator("li.won .name").textContent())
      .toContain("7 Oggetti + 0 dalla mano + 3 Elementali");
    await expect.poll(() => dialog.locator("li.won").textContent()).toContain("premio elementali");
    await dialog.getByRole("button", { name: "Alla fine della partita" }).click();
    await expect.poll(() => who.page.locator(".over .end li.won .total").textContent()).toContain("15");
    expect(await faults(who.page)).toEqual([]);
    await who.page.context().close();
  });

  test("who wins by Stones with few points is said to have an Artefact, also in the end", async () => {
    const who = await look(STONES);
    who.step();
    const dialog = who.page.locator("dialog[open]");
    await expect.poll(() => dialog.locator("li.won .total").textContent()).toContain("3");
    await expect
      .poll(() => dialog.locator("li.won .name").textContent())
      .toContain("Artefatto con le Pietre filosofali");
    await dialog.getByRole("button", { name: "Alla fine della partita" }).click();
    const end = who.page.locator(".over .end");
    await expect.poll(() => end.locator("li.won .name").textContent()).toContain("Artefatto con le Pietre filosofali");
    await expect.poll(() => end.locator("li:not(.won)").first().textContent()).not.toContain("Artefatto");
    expect(await faults(who.page)).toEqual([]);
    await who.page.context().close();
  });

  test("with two Air Enchanters four letters are offered, and the one that is tapped is declared", async () => {
    const { page, decided } = await look(AIR);
    for (const key of ["a", "b", "c"]) await page.keyboard.press(key);
    expect(decided).toEqual([]);
    await expect
      .poll(() => page.locator(".meet.lit .nm").allTextContents())
      .toEqual(["Alea!", "Conto!", "Extra!", "Genius!"]);
    await page.keyboard.press("7");
    await expect.poll(() => decided.length).toBe(1);
    expect(decided[0]?.refs.at(-1)).toEqual({ sort: "place", at: "piles[6]" });
    await page.context().close();
  });
});

seenByAll(
  look,
  [
    ["six seats", CROWDED],
    ["two seats", DEAL],
  ],
  [".seat", ".tower", ".row .place", ".stack", ".meet", ".prompt", ".me", ".hand"],
);

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])("a Trick lights whom it may hit (%o)", async (viewport) => {
  const { page } = await look(CROWDED, { viewport });
  await page.keyboard.press("f");
  await page.locator(".seat .pick.loud").first().waitFor();
  expect(await faults(page)).toEqual([]);
  await page.context().close();
});

test("a card that is given away is asked about as such, and one of the row that nobody sees by its place", async () => {
  const { page, step } = await look(GIVE);
  step();
  await page.locator(".hand .card.lit > button").first().click();
  await expect.poll(() => page.locator(".prompt p.main").textContent()).toContain("Dai");
  expect(await page.locator(".prompt .more").textContent()).not.toContain("incontro");
  await page.context().close();
  const deal = await look(DEAL);
  await deal.page.locator(".row .card.lit > button").nth(1).click();
  await expect.poll(() => deal.page.locator(".prompt p.main").innerText()).toBe("Prendi la carta coperta 2?");
  await deal.page.context().close();
});

test("discards can be looked through", async () => {
  const { page } = await look(CROWDED);
  await page.locator(".look").click();
  await expect.poll(() => page.locator("dialog[open] .fan .card").count()).toBe(4);
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.context().close();
});

test("a Trick is dragged onto somebody, and one that names nobody to the middle", async () => {
  const { page, decided } = await look(CROWDED);
  const drag = async (from: string, to: string): Promise<void> => {
    const [a, b] = [await page.locator(from).boundingBox(), await page.locator(to).boundingBox()];
    if (!a || !b) throw new Error("Nothing to drag.");
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 6 });
    await page.mouse.up();
  };
  await drag('.hand [data-card="chaos"]', '.seat[data-at="hand[D]"]');
  await expect.poll(() => decided.map((one) => one.form)).toEqual(["trickon"]);
  await drag('.hand [data-card="exodus"]', '.place[data-at="towers[0]"]');
  await expect.poll(() => decided.map((one) => one.form)).toEqual(["trickon", "trick"]);
  await page.context().close();
});

wholeGames(GAME, "Abracadabra", [3, 2]);
