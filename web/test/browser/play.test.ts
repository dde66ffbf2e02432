/** Whole games on the page, against the real server: by mouse, by keyboard alone, by touch; with losses in between. */
import { describe, expect, test } from "vitest";
import { GAMES } from "../../src/games/types.ts";
import { playOn } from "./games.ts";
import {
  byKeyboard,
  byMouse,
  byTouch,
  chances,
  COMPILING,
  isMine,
  isOver,
  LIT,
  oneStep,
  type Person,
  person,
  playNow,
  READY,
  sitDown,
} from "./people.ts";
import { withServer } from "./setting.ts";
import { faults, scrolls } from "./sights.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const at = withServer();

/** One challenge for points: a whole game, and a short one. */
const shorten = async ({ page }: Person): Promise<void> => {
  await page.locator("summary.options").click();
  await page.locator("details input[type=radio]").nth(1).check({ force: true });
  await page.locator("details input[type=number]").fill("1");
  await page.locator("details input[type=number]").blur();
};
const invite = async (host: Person): Promise<string> => {
  await host.page.goto(at.served.address);
  await host.page.getByRole("button", { name: "Invita amici a FLAUTZ!" }).click();
  await host.page.locator("dialog[open] .rows").first().waitFor();
  await host.page.getByRole("radio", { name: "4" }).check({ force: true });
  await shorten(host);
  await host.page.getByRole("button", { name: /Prepara il tavolo/ }).click();
  return host.page.getByLabel("Link d'invito").inputValue();
};

/** Bruno follows the link to the table of somebody, who then deals; `meanwhile` he has typed his name. */
const meet = async (host: Person, bruno: Person, meanwhile?: () => Promise<void>): Promise<void> => {
  await bruno.page.goto(await invite(host));
  await bruno.page.getByLabel("Il tuo nome al tavolo").fill("Bruno");
  await meanwhile?.();
  await bruno.page.getByRole("button", { name: "Siediti" }).click();
  await host.page.getByText("Bruno").first().waitFor();
  await host.page.getByRole("button", { name: /Dai le carte/ }).click();
  await host.page.locator(".prompt").waitFor({ timeout: COMPILING });
};

test.each([
  [{ width: 1440, height: 900 }, "dark"],
  [{ width: 390, height: 844 }, "light"],
] as const)("the lobby has no fault and nothing to scroll sideways (%o, %s)", async (viewport, colorScheme) => {
  const { page, complaints } = await person(at.browser, { viewport, colorScheme });
  await page.goto(at.served.address);
  await page.locator(".box svg").first().waitFor();
  await expect.poll(() => page.locator(".box").count()).toBe(GAMES.length);
  expect(await faults(page)).toEqual([]);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("the page installs as an app, and comes under a policy without exceptions", async () => {
  const { page, complaints } = await person(at.browser, { serviceWorkers: "allow" });
  const answer = await page.goto(at.served.address);
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|\*|data:|blob:/);
  const manifest = await page.request.get(`${at.served.address}/grimorio.webmanifest`);
  expect(((await manifest.json()) as { icons: unknown[] }).icons.length).toBeGreaterThan(1);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
    .toBe("activated");
  await page.reload();
  await page.locator(".box svg").first().waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("two people and two bots play a whole game of FLAUTZ! by mouse, each in his own browser", async () => {
  const [ada, bruno] = [await person(at.browser), await person(at.browser, { colorScheme: "light" })];
  await meet(ada, bruno, async () => {
    expect(bruno.page.url()).toContain("/join#");
    for (const { page } of [ada, bruno]) expect(await faults(page)).toEqual([]);
  });
  expect(await faults(ada.page)).toEqual([]);
  await bruno.page.getByLabel("Scrivi agli altri").fill("buona fortuna");
  await bruno.page.getByLabel("Scrivi agli altri").press("Enter");
  await ada.page.getByText("buona fortuna").first().waitFor();
  await playOn([ada, bruno], byMouse, 3);
  for (const who of [ada, bruno]) {
    await expect.poll(() => who.page.locator(".fair").textContent()).toContain("Mescolamento verificato");
    await expect.poll(() => who.page.locator(".over .end h2").textContent()).not.toBe("");
    await who.page.locator(".strength").getByText("partite: 1").waitFor();
    expect(await faults(who.page)).toEqual([]);
    expect(who.complaints).toEqual([]);
  }
  await ada.page.getByRole("button", { name: /Rivincita/ }).click();
  await ada.page.getByText("Ci siamo tutti").waitFor();
  await Promise.all([ada, bruno].map(({ page }) => page.context().close()));
});

test("a whole game of FLAUTZ! by keyboard alone, in English, with a reload and a loss of the network in the middle", async () => {
  const ada = await person(at.browser, { locale: "en" });
  const { page } = ada;
  await page.goto(at.served.address);
  await page.getByRole("button", { name: "Invite friends to FLAUTZ!" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "2", exact: true }).check({ force: true });
  await page.getByRole("radio", { name: "apprentice bot" }).check({ force: true });
  await shorten(ada);
  await page.locator("dialog[open] footer .button").focus();
  await page.keyboard.press("Enter");
  await page.locator('.prompt[data-mine="true"]').waitFor({ timeout: COMPILING });
  await page.keyboard.press("f");
  await expect.poll(() => page.locator(".prompt .say").textContent()).toContain("Are you sure?");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator(".prompt .say").textContent()).not.toContain("Are you sure?");
  await page.keyboard.press("a");
  await expect.poll(() => page.locator(".hand .card.picked").count()).toBe(1);
  await page.reload();
  await page.locator('.prompt[data-mine="true"]').waitFor();
  await page.context().setOffline(true);
  await page.getByRole("alert").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("alert").waitFor({ state: "detached" });
  await playOn([ada], byKeyboard, 11);
  await expect.poll(() => page.locator(".fair").textContent()).toContain("Shuffle verified");
  expect(ada.complaints.filter((one) => !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(one))).toEqual([]);
  await page.context().close();
});

test("a whole game of FLAUTZ! by touch on a phone never scrolls, and a closed card tells why not", async () => {
  const ada = await person(at.browser, { ...PHONE, colorScheme: "light" });
  const { page } = ada;
  await page.goto(at.served.address);
  await page.getByRole("button", { name: "Invita amici a FLAUTZ!" }).tap();
  await page.getByRole("radio", { name: "2", exact: true }).check({ force: true });
  await page.locator("dialog[open] li select").first().selectOption("apprentice");
  await shorten(ada);
  await page.locator("dialog[open] footer .button").tap();
  await page.locator('.prompt[data-mine="true"]').waitFor({ timeout: COMPILING });
  const dull = page.locator(".zone .card.dull > button");
  if (await dull.count()) {
    await dull.first().tap({ force: true });
    await expect.poll(() => page.locator(".prompt .more").textContent()).toContain("FZ-R8");
  }
  expect(await faults(page)).toEqual([]);
  await playOn([ada], byTouch, 5, 900, async (step) => {
    if (step % 8 === 0 && !(await isOver(ada))) await expect.poll(() => scrolls(page)).toBe(false);
  });
  await expect.poll(() => page.locator(".fair").textContent()).toContain("Mescolamento verificato");
  expect(ada.complaints).toEqual([]);
  await page.context().close();
});

test("a card is dragged onto another, and glides back from anywhere else", async () => {
  const ada = await person(at.browser);
  const { page } = ada;
  await playNow(ada, at.served.address, "FLAUTZ!");
  await page.locator('.prompt[data-mine="true"]').waitFor();
  await page.locator(".zone .card.lit").first().waitFor();
  const from = await page.locator(".zone .card.lit").first().boundingBox();
  const to = await page.locator(".hand .card").first().boundingBox();
  if (!from || !to) throw new Error("Nothing can be dragged.");
  const drag = async (x: number, y: number): Promise<void> => {
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 60, { steps: 4 });
    await expect.poll(() => page.locator(".dragged").count()).toBe(1);
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.up();
  };
  const told = await page.locator(".story ol li").count();
  await drag(30, 500);
  await expect.poll(() => page.locator(".card.picked").count()).toBe(0);
  await drag(to.x + to.width / 2, to.y + to.height / 2);
  const grown = async (): Promise<boolean> => (await page.locator(".story ol li").count()) > told;
  /* An exchange that makes a FLAUTZ! waits for a word, or for "done". */
  await expect.poll(async () => (await grown()) || (await page.locator(READY).count()) > 0).toBe(true);
  expect(ada.complaints).toEqual([]);
  await page.context().close();
});

test("cards travel because events say so, and nothing of it stays behind", async () => {
  const ada = await person(at.browser, { reducedMotion: "no-preference" });
  const { page } = ada;
  await sitDown(ada, at.served.address, "flautz");
  await page.locator('.prompt[data-mine="true"]').waitFor();
  /* Every animation of a card is counted as it begins. */
  await page.evaluate(() => {
    const begin = Element.prototype.animate;
    Element.prototype.animate = function (this: Element, ...all: Parameters<Element["animate"]>): Animation {
      document.body.dataset["moved"] = String(Number(document.body.dataset["moved"] ?? 0) + 1);
      return begin.call(this, ...all);
    };
  });
  const chance = chances(23);
  for (let step = 0; step < 6; step++) await oneStep(ada, byMouse, chance);
  await expect.poll(() => page.evaluate(() => Number(document.body.dataset["moved"] ?? 0))).toBeGreaterThan(0);
  await expect.poll(() => page.locator(".ghost").count()).toBe(0);
  expect(ada.complaints).toEqual([]);
  await page.context().close();
});

describe.each(GAMES)("%s on the plain page", (game) => {
  test("is played through lit things alone; what is lit is never refused", async () => {
    const ada = await person(at.browser, { colorScheme: game === "fata" ? "light" : "dark" });
    const { page } = ada;
    await sitDown(ada, at.served.address, game);
    await page.goto(`${page.url()}?plain`);
    await page.locator(".prompt").waitFor();
    const chance = chances(17);
    const lines = page.locator(".story ol li");
    const told = await lines.count();
    const enough = async (step: number): Promise<boolean> => step > 11 && (await lines.count()) > told + 3;
    for (let step = 0; step < 300 && !(await enough(step)) && !(await isOver(ada)); step++) {
      const moved = await oneStep(ada, byMouse, chance);
      if (!moved) await page.waitForTimeout(30);
      for (const why of await page.locator(".prompt.bad .more").allTextContents()) expect(why).toContain("cambiato");
    }
    await expect.poll(() => lines.count()).toBeGreaterThan(told + 3);
    if (await isMine(ada)) await expect.poll(() => page.locator(`${LIT}, ${READY}`).count()).toBeGreaterThan(0);
    expect(await faults(page)).toEqual([]);
    expect(ada.complaints).toEqual([]);
    await page.context().close();
  });
});
