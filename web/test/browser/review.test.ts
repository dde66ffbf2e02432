/** What choices cost: asked for in a replay, told beside it, judged with the eyes of one seat. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMPILING, person } from "./people.ts";
import { withServer } from "./setting.ts";
import { faults } from "./sights.ts";

const RECORD = readFileSync(join(import.meta.dirname, "../../../tests/golden/flautz/points.json"), "utf-8");
const at = withServer();

const choice = (entry: number, cost: number, luck: number): Record<string, unknown> => ({
  entry,
  done: "prendi aria 1 dai blu 3",
  best: cost ? "focalizzati" : "prendi aria 1 dai blu 3",
  before: 0.5,
  after: 0.5 - cost,
  cost,
  noise: 0.02,
  luck,
  verdict: cost ? "mistake" : "excellent",
  tried: { "prendi aria 1 dai blu 3": 0.5 - cost, focalizzati: 0.5, "prendi aria 2 dai blu 3": 0.1 },
  points_at: [{ sort: "place", at: "air[0]" }],
  best_at: cost ? [{ sort: "place", at: "floor[1]" }] : [{ sort: "place", at: "air[0]" }],
  why: cost
    ? [{ key: "whys.soon", slots: { what: { sort: "word", name: "spell", at: "measures" }, done: 9, best: 12.5 } }]
    : [],
});

test.each([
  [{ width: 1440, height: 900 }, "dark"],
  [{ width: 390, height: 844 }, "light"],
] as const)("choices are judged where somebody asks for it (%o, %s)", async (viewport, colorScheme) => {
  const ada = await person(at.browser, { viewport, colorScheme });
  const { page } = ada;
  const headers = { origin: at.served.address, "content-type": "application/json" };
  const wish = { game: "flautz", seats: ["me", "random"], name: "Ada" };
  await page.request.post(`${at.served.address}/api/tables`, { data: wish, headers });
  let table = "";
  for (const started = Date.now(); !table && Date.now() - started < COMPILING;) {
    const answer = await page.request.post(`${at.served.address}/api/records`, { data: RECORD, headers });
    table = ((await answer.json()) as { table?: string }).table ?? "";
    if (!table) await page.waitForTimeout(500);
  }
  /** What a sign stands around. */
  const signed = (whose: string): Promise<string | null | undefined> =>
    page.locator(`.signs i.${whose}`).evaluate((sign) => {
      const [box, things] = [sign.getBoundingClientRect(), [...document.querySelectorAll(".felt [data-ref]")]];
      const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      const around = things.find((thing) => {
        const { left, right, top, bottom } = thing.getBoundingClientRect();
        return left < middle.x && middle.x < right && top < middle.y && middle.y < bottom;
      });
      return around?.getAttribute("data-ref");
    });
  let asked = 0;
  let chosen = 0;
  await page.route("**/review/A", async (route) => {
    const { steps } = (await (await page.request.get(`${at.served.address}/api/tables/${table}/replay/A`)).json()) as {
      steps: { entry: number; seat?: string }[];
    };
    const mine = steps.filter(({ seat }) => seat === "A").map(({ entry }) => entry);
    chosen = mine[1] ?? 0;
    const review = { game: "flautz", seat: "A", seats: 2, fair: 0.5, result: 0, deal: 0, luck: -0.2, cost: 0.3 };
    const decisions = [choice(mine[0] ?? 0, 0, 0.1), choice(mine[1] ?? 0, 0.3, -0.3)];
    const moments = { costliest: 1, blow: 1, gift: 0 };
    const made = { ...review, decisions, moments };
    const waits = { code: "not-ready", what: "40 %", sentence: "" };
    await route.fulfill(asked++ ? { json: made } : { status: 409, json: waits });
  });
  await page.goto(`${at.served.address}/replay/${table}?eyes=A`);
  await page.locator(".course").waitFor({ timeout: COMPILING });
  if (viewport.width < 1000) await page.getByRole("button", { name: "La partita", exact: true }).click();
  const phone = viewport.width < 1000;
  const told = phone ? page.locator("dialog[open]") : page.locator("aside");
  const reopen = async (): Promise<void> => {
    if (phone) await page.getByRole("button", { name: "La partita", exact: true }).click();
  };
  await told.getByRole("button", { name: /Giudica le scelte/ }).click();
  await told.getByText("scelte −30", { exact: false }).waitFor();
  /* Luck is told with what came until the next choice: the other player's move, or something loud. */
  await expect
    .poll(() => told.getByRole("button", { name: /Il colpo più duro/ }).textContent())
    .toMatch(/fortuna, dopo la mossa \d+:\s+\S.{6,}/s);
  await expect
    .poll(() => told.getByRole("button", { name: /Il dono più grande/ }).textContent())
    .toMatch(/fortuna, dopo la mossa 1:\s+B prende.*lascia rosa 3/s); // between the first choice of A and the next
  await told.getByRole("button", { name: /La scelta più cara/ }).click();
  await expect.poll(() => page.locator(".signs i.mine").count()).toBe(1);
  await expect.poll(() => page.locator(".signs i.best").count()).toBe(1);
  expect(await signed("mine")).toBe("place|air[0]|");
  expect(await signed("best")).toBe("place|floor[1]|");
  if (phone) {
    await expect
      .poll(() => page.locator(".below .strip").textContent())
      .toMatch(/Errore.*20\s%.*50\s%.*12,5 con quella/s);
    expect(await faults(page)).toEqual([]);
  }
  await reopen();
  await told.locator(".verdict.mistake").waitFor();
  await expect.poll(() => told.locator(".verdict.mistake").textContent()).toMatch(/Errore\s*−30/);
  await expect.poll(() => told.locator(".both .mine").textContent()).toMatch(/prendi aria 1 dai blu 3\s*20\s%/);
  await expect.poll(() => told.locator(".both .best").textContent()).toMatch(/L'arcimago\s*focalizzati\s*50\s%/);
  await expect
    .poll(() => told.locator(".why").textContent())
    .toContain("in media 9 con questa scelta, 12,5 con quella");
  await expect.poll(() => told.locator(".tried .mine").textContent()).toMatch(/Prendi aria 1 dai blu 3.*20\s%/s);
  await expect.poll(() => page.locator(".course .big").allTextContents()).toEqual(["1", "2", "3"]);
  await expect.poll(() => page.locator(".course .mistake").count()).toBe(1);
  expect(await faults(page)).toEqual([]);
  expect(ada.complaints.filter((each) => !each.includes("409"))).toEqual([]);
  if (!phone) {
    await page.keyboard.press("Home");
    expect(await page.locator(".signs").count()).toBe(0);
    await page.keyboard.press("n");
    await told.locator(".verdict.mistake").waitFor();
  }
  const played = page.waitForRequest("**/branch");
  await told.getByRole("button", { name: "Gioca da qui" }).click();
  const { entry } = (await played).postDataJSON() as { entry: number };
  expect(entry).toBe(chosen - 1); // before the choice: it is made anew
  await page.context().close();
});
