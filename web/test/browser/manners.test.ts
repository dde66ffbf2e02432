/** What a table does for whoever sits there: why not, why, whose turn it is, and what can be shared and kept. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { GAMES } from "../../src/games/types.ts";
import { byMouse, byTouch, chances, isMine, isOver, oneStep, type Person, person, sitDown } from "./people.ts";
import { withServer } from "./setting.ts";
import { faults } from "./sights.ts";

const RECORD = join(import.meta.dirname, "../../../tests/golden/flautz/points.json");
/** Things that are there and cannot be picked now: cards, jars, words. */
const CLOSED =
  "main .card.dull > button, main .jar.none .card:not(.lit) > button, .prompt .act .button.closed, .post .button.closed";
const at = withServer();

const myTurn = async ({ page }: Person): Promise<void> => {
  await page.locator('.prompt[data-mine="true"]').waitFor();
};

/** At a market things change under the hand: whoever missed tries again, until these words are there. */
const insist = (page: Page, selector: string, act: () => Promise<void>, words: RegExp): Promise<void> =>
  expect
    .poll(
      async () => {
        const read = (): Promise<string> =>
          page
            .locator(selector)
            .filter({ visible: true })
            .allTextContents()
            .then((all) => all.join(" "));
        if (!words.test(await read())) await act();
        return read();
      },
      { interval: 1000 },
    )
    .toMatch(words);

describe.each(GAMES)("at a table of %s", (game) => {
  test.each([
    ["by mouse", {}],
    ["by touch", { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ])("what is not lit answers with the rule, and a hint with a move and its reason, %s", async (_, options) => {
    const ada = await person(at.browser, options);
    const { page } = ada;
    await sitDown(ada, at.served.address, game);
    const chance = chances(2);
    for (let step = 0; step < 60 && !((await isMine(ada)) && (await page.locator(CLOSED).count())); step++) {
      if (!(await oneStep(ada, byMouse, chance))) await page.waitForTimeout(40);
    }
    const press = "hasTouch" in options ? byTouch : byMouse;
    const closed = async (): Promise<void> => {
      const box = await page.locator(CLOSED).filter({ visible: true }).first().boundingBox();
      if (box) await press(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    };
    await insist(page, ".whynot, .prompt.bad .more", closed, /\w.*[A-Z]+-[A-Z]\d+/);
    await expect
      .poll(async () => {
        await page.keyboard.press("Escape");
        return page.locator(".whynot, .prompt.bad").count();
      })
      .toBe(0);
    await insist(page, ".prompt p.main", () => page.keyboard.press("h"), /^\s*Consiglio: \w/);
    expect((await page.locator(".prompt .more").textContent())?.trim()).toMatch(/^Il bot apprendista, .*\.$/u);
    expect(await faults(page)).toEqual([]);
    expect(ada.complaints).toEqual([]);
    await page.context().close();
  });
});

test("advice goes with the move that it was about, and with another pick; what is picked is named within its sentence", async () => {
  const ada = await person(at.browser);
  const { page } = ada;
  const said = page.locator(".prompt .say");
  const ADVICE = /Consiglio: \w.*Il bot apprendista/s;
  const advised = async (): Promise<void> => {
    await sitDown(ada, at.served.address, "illusio", 2);
    await myTurn(ada);
    await insist(page, ".prompt .say", () => page.keyboard.press("h"), ADVICE);
  };
  await advised();
  await page.locator(".prompt .acts > .button.main").click();
  await expect.poll(() => said.textContent()).not.toMatch(/Consiglio|Il bot/);
  expect(await isMine(ada)).toBe(true);
  await advised();
  await page.locator(".backstage > .pick").click();
  await expect.poll(() => said.textContent()).not.toMatch(/Consiglio|Il bot/);
  await page.keyboard.press("Escape");
  await page.locator(".backstage > .pick").click();
  await expect.poll(() => said.textContent()).toMatch(/Hai scelto il backstage/);
  await page.context().close();
});

test.each([
  ["it", "Un momento: la tua mossa è ancora in viaggio."],
  ["en", "One moment: your move is still on its way."],
])("a tap while a move is under way is answered at once, and does nothing (%s)", async (locale, answer) => {
  const ada = await person(at.browser, { locale });
  const { page } = ada;
  const [sent, waiting]: [string[], (() => void)[]] = [[], []];
  let slow = false;
  await page.routeWebSocket(/socket$/, (here) => {
    const there = here.connectToServer();
    here.onMessage((text) => {
      if (/"kind":"do"/.test(text.toString())) sent.push(text.toString());
      there.send(text);
    });
    there.onMessage((text) => {
      const pass = (): void => {
        here.send(text);
      };
      if (slow) waiting.push(pass);
      else pass();
    });
  });
  await sitDown(ada, at.served.address, "flautz");
  await myTurn(ada);
  slow = true;
  await page.locator(".zone .card.lit > button").first().click();
  await page.locator(".hand .card.lit > button").first().click();
  await expect.poll(() => sent.length).toBe(1);
  const more = page.locator(".prompt .more");
  await page.locator(".hand .card > button").nth(3).click();
  await expect.poll(() => more.textContent().then((text) => text?.trim()), { timeout: 500 }).toBe(answer);
  expect(await faults(page)).toEqual([]);
  slow = false;
  for (const pass of waiting.splice(0)) pass();
  await expect.poll(() => more.textContent()).not.toContain(answer);
  expect(sent.length).toBe(1);
  await page.context().close();
});

describe("while the others are seen to think", () => {
  const slow = withServer(0.4);

  test("my turn is told by the title of the tab, and with sound on by two knocks and a tremble", async () => {
    const ada = await person(slow.browser);
    const { page } = ada;
    await page.addInitScript(() => {
      const heard = { tones: 0, trembles: 0 };
      Object.assign(globalThis, { heard });
      const begin = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number): void {
        heard.tones += 1;
        begin.call(this, when);
      };
      Navigator.prototype.vibrate = () => {
        heard.trembles += 1;
        return true;
      };
    });
    const heard = (): Promise<{ tones: number; trembles: number }> =>
      page.evaluate(() => (globalThis as unknown as { heard: { tones: number; trembles: number } }).heard);
    const chance = chances(9);
    /** Play until something was heard, or so many steps. */
    const steps = async (most: number): Promise<void> => {
      for (let step = 0; step < most && !(await heard()).trembles && !(await isOver(ada));) {
        if (await oneStep(ada, byMouse, chance)) step += 1;
        else await page.waitForTimeout(40);
      }
    };
    await sitDown(ada, slow.served.address, "flautz");
    await myTurn(ada);
    await expect.poll(() => page.title()).toMatch(/^● Tocca a te · FLAUTZ!/);
    await steps(6);
    await expect.poll(() => heard()).toEqual({ tones: 0, trembles: 0 });
    const sounds = page.getByRole("button", { name: "Suoni" });
    const on = async (): Promise<string | null> => {
      await page.keyboard.press("Escape"); // a scoring may lie above everything
      await sounds.click({ timeout: 2000 }).catch(() => undefined);
      return sounds.getAttribute("aria-pressed");
    };
    await expect.poll(on).toBe("true");
    await steps(30);
    expect((await heard()).trembles).toBeGreaterThan(0);
    expect((await heard()).tones).toBeGreaterThanOrEqual(2);
    await page.context().close();
  });
});

/** What an icon measures in truth, from its header. */
const sizeOf = async (page: Page, path: string): Promise<string> => {
  const body = await (await page.request.get(new URL(path, at.served.address).href)).body();
  return `${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`;
};

test("the app can be installed: icons are as large as they say, and the shell opens without a network", async () => {
  const { page } = await person(at.browser, { serviceWorkers: "allow" });
  await page.goto(at.served.address);
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await page.request.get(new URL(href ?? "", at.served.address).href);
  const told = (await manifest.json()) as {
    display: string;
    start_url: string;
    icons: { src: string; sizes: string }[];
  };
  expect([told.display, told.start_url]).toEqual(["standalone", "/"]);
  for (const { src, sizes } of told.icons.filter(({ src }) => src.endsWith(".png")))
    await expect.poll(() => sizeOf(page, src)).toBe(sizes);
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await page.reload();
  await page.locator(".box svg").first().waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await expect.poll(() => page.title()).toContain("Grimorio");
  await page.locator("header, .bar").first().waitFor();
  await page.context().close();
});

test("a game that only its players may see is shared by a link that anybody may open", async () => {
  const ada = await person(at.browser, { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = ada;
  const headers = { origin: at.served.address, "content-type": "application/json" };
  const wish = { game: "flautz", seats: ["me", "random"], name: "Ada" };
  await page.request.post(`${at.served.address}/api/tables`, { data: wish, headers });
  const bring = async (): Promise<string | undefined> => {
    const answer = await page.request.post(`${at.served.address}/api/records`, {
      data: readFileSync(RECORD, "utf-8"),
      headers,
    });
    return ((await answer.json()) as { table?: string }).table;
  };
  await expect.poll(bring, { timeout: 120_000 }).toBeTruthy();
  await page.goto(`${at.served.address}/replay/${(await bring()) ?? ""}?eyes=A&move=4`);
  await page.locator(".course").waitFor();
  await page.getByRole("button", { name: "Condividi" }).first().click();
  await expect.poll(() => page.locator('.told[role="status"]').first().textContent()).toContain("copiat");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/replay\/[\w-]+\?eyes=A&move=4$/);
  /* Over plain HTTP, as in a house of one's own, a browser has no clipboard: the older way copies too. */
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => (document.title = getSelection()?.toString() ?? "") !== "";
  });
  await page.getByRole("button", { name: "Condividi" }).first().click();
  await expect.poll(() => page.title()).toMatch(/\/replay\/[\w-]+\?eyes=A&move=4$/);
  const stranger = await person(at.browser);
  await stranger.page.goto(link);
  await expect.poll(() => stranger.page.locator(".prompt .more").textContent()).toContain("mossa 4 di");
  expect(stranger.complaints).toEqual([]);
  await Promise.all([page, stranger.page].map((each) => each.context().close()));
});

test("turn notices are off, and where the server offers them a mail address is wanted with its code", async () => {
  const { page, complaints } = await person(at.browser);
  const asked: string[] = [];
  const own = (confirmed: boolean): unknown[] => [{ kind: "mail", address: "ada@example.org", confirmed }];
  await page.route("**/api/notices**", (route) => {
    const path = new URL(route.request().url()).pathname.replace("/api/notices", "");
    const said = route.request().postData() ?? "";
    if (said) asked.push(`${path} ${said}`);
    const kept = path === "/confirm" ? own(true) : said && path === "" ? own(false) : [];
    return route.fulfill({ json: { offered: ["webhook", "mail"], own: kept } });
  });
  await page.goto(at.served.address);
  await page.getByRole("button", { name: "Impostazioni" }).click();
  await expect.poll(() => page.getByRole("radio", { name: "Nessun avviso" }).isChecked()).toBe(true);
  await page.getByRole("radio", { name: "Per e-mail" }).check({ force: true });
  await page.getByLabel("Il tuo indirizzo e-mail").fill("ada@example.org");
  await page.getByRole("button", { name: "Manda il codice" }).click();
  await page.getByLabel(/Il codice di otto cifre/).fill("12345678");
  expect(await faults(page)).toEqual([]);
  await page.getByLabel(/Il codice di otto cifre/).press("Enter");
  await page.getByText("Gli avvisi vanno ad ada@example.org.").waitFor();
  await page.getByRole("radio", { name: "Nessun avviso" }).check({ force: true });
  await expect.poll(() => asked.length).toBe(3);
  expect(asked).toEqual([
    ' {"kind":"mail","address":"ada@example.org","language":"it"}',
    '/confirm {"code":"12345678"}',
    "/end {}",
  ]);
  expect(complaints).toEqual([]);
  await page.context().close();
});
