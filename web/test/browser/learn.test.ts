/** What is learnt and looked at: a lesson, a game watched again and played on from a move, the examples of a rule. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Decision, LessonTold, Stood } from "../../src/generated/wire.ts";
import { walk } from "./lessons.ts";
import { COMPILING, LIT, type Person, person, playNow, READY, sitDown } from "./people.ts";
import { withServer } from "./setting.ts";
import { faults } from "./sights.ts";

const GOLDEN = join(import.meta.dirname, "../../../tests/golden");
const at = withServer();

/** A game that is over, from its record; whoever brings it must be known to the server. */
const bring = async ({ page }: Person, record: string): Promise<string> => {
  const headers = { origin: at.served.address, "content-type": "application/json" };
  const wish = { game: "flautz", seats: ["me", "random"], name: "Ada" };
  await page.request.post(`${at.served.address}/api/tables`, { data: wish, headers });
  for (const started = Date.now(); Date.now() - started < COMPILING;) {
    const answer = await page.request.post(`${at.served.address}/api/records`, { data: record, headers });
    const told = (await answer.json()) as { table?: string; code?: string };
    if (told.table) return told.table;
    expect(told.code).toBe("not-ready");
    await page.waitForTimeout(500);
  }
  throw new Error("The rules were not ready.");
};
const moveOf = (page: Page): Promise<string | null> => page.locator(".prompt .more").textContent();

test.each([
  [{ width: 1440, height: 900 }, "dark"],
  [{ width: 390, height: 844 }, "light"],
] as const)("a finished game is watched again by keyboard, with any eyes (%o, %s)", async (viewport, colorScheme) => {
  const ada = await person(at.browser, { viewport, colorScheme });
  const { page } = ada;
  const table = await bring(ada, readFileSync(join(GOLDEN, "flautz/points.json"), "utf-8"));
  await page.goto(`${at.served.address}/replay/${table}`);
  await page.locator(".course").waitFor();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
  await expect.poll(() => moveOf(page)).toContain("mossa 2 di 23");
  await expect.poll(() => page.locator(".own .hand .card").count()).toBe(0);
  await page.keyboard.press("a");
  await expect.poll(() => page.locator(".own .hand .card").count()).toBe(5);
  await page.getByRole("button", { name: "tutto scoperto" }).click();
  await page.keyboard.press("End");
  await expect.poll(() => moveOf(page)).toContain("mossa 23 di 23");
  await expect.poll(() => page.url()).toContain("eyes=A&move=23&open");
  if (viewport.width < 1000) await page.getByRole("button", { name: "La partita", exact: true }).click();
  await expect.poll(() => page.locator(".seal.good").count()).toBeGreaterThan(0);
  expect(await faults(page)).toEqual([]);
  await page.goto(`${at.served.address}/replay/${table}?eyes=B&move=7`);
  await expect.poll(() => moveOf(page)).toContain("mossa 7 di 23");
  await expect.poll(() => page.locator(".course rect.past").count()).toBe(7);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight))
    .toBeLessThanOrEqual(0);
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: "Gioca da qui" }).first().click();
  await page.locator(".prompt").waitFor();
  await expect.poll(() => page.url()).toContain("/table/");
  await expect.poll(() => page.locator(".own .hand .card").count()).toBe(5);
  expect(ada.complaints).toEqual([]);
  await page.context().close();
});

test("a lie in the record breaks the seal", async () => {
  const ada = await person(at.browser);
  const { page } = ada;
  const table = await bring(ada, readFileSync(join(GOLDEN, "flautz/points.json"), "utf-8"));
  await page.route("**/record", async (route) => {
    const text = await (await route.fetch()).text();
    await route.fulfill({ body: text.replace(/"secret": ?"../, '"secret": "ff'), contentType: "application/json" });
  });
  await page.goto(`${at.served.address}/replay/${table}`);
  await page.locator(".seal.bad").waitFor();
  await page.context().close();
});

const TITLES = ["FLAUTZ!", "Abracadabra", "F.A.T.A.", "Illusio", "Zaubercocktail"];
const WIDE = { width: 1440, height: 900 };
const SLIM = { width: 390, height: 844 };

/** Something lit that the master does not point at, by its place among all that is lit. */
const beside = (page: Page): Promise<number> =>
  page.evaluate((lit) => {
    const meant = document.querySelector(".hole.target")?.getBoundingClientRect();
    return [...document.querySelectorAll(lit)].findIndex((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      return width > 0 && !(meant && x > meant.left && x < meant.right && y > meant.top && y < meant.bottom);
    });
  }, LIT);
/** Try a move that is lit and legal, but not the one that is meant: it is explained, and not made. */
const goAstray = async (page: Page): Promise<void> => {
  await expect
    .poll(
      async () => {
        if (await page.locator(".bubble .bad").count()) return true;
        const ready = page.locator(READY).filter({ visible: true }).first();
        const next = (await ready.count()) ? ready : page.locator(LIT).nth(await beside(page));
        await next.click({ force: true, timeout: 1000 }).catch(() => undefined); // it may have moved away
        return false;
      },
      { interval: 200 },
    )
    .toBe(true);
  await page.keyboard.press("Escape");
};

/** What a step speaks of is on the screen, and the balloon does not hide it. */
const inSight = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const bubble = document.querySelector(".bubble")?.getBoundingClientRect();
    return [...document.querySelectorAll(".hole")].flatMap((hole) => {
      const at = hole.getBoundingClientRect();
      const off = at.right < 12 || at.bottom < 12 || at.left > innerWidth - 12 || at.top > innerHeight - 12;
      if (off || !bubble) return ["off the screen"];
      const wide = Math.max(0, Math.min(at.right, bubble.right) - Math.max(at.left, bubble.left));
      const high = Math.max(0, Math.min(at.bottom, bubble.bottom) - Math.max(at.top, bubble.top));
      return wide * high > at.width * at.height * 0.25 ? ["hidden by the balloon"] : [];
    });
  });

/** What the balloon covers of what is said and can be pressed at the prompt. */
const muted = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const bubble = document.querySelector(".bubble")?.getBoundingClientRect();
    return [...document.querySelectorAll(".prompt p, .prompt button")].flatMap((one) => {
      const at = one.getBoundingClientRect();
      const over =
        bubble &&
        Math.min(at.right, bubble.right) - Math.max(at.left, bubble.left) > 2 &&
        Math.min(at.bottom, bubble.bottom) - Math.max(at.top, bubble.top) > 2;
      return over ? [one.textContent.trim()] : [];
    });
  });

/** Cards in what the master says whose comma or full stop stands in another line. */
const parted = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll(".bubble .said .chip")].flatMap((chip) => {
      const texts = document.createTreeWalker(chip.closest(".said") ?? chip, NodeFilter.SHOW_TEXT);
      let after = texts.nextNode();
      while (after && (!(chip.compareDocumentPosition(after) & 4) || chip.contains(after) || !after.textContent))
        after = texts.nextNode();
      if (!after || !/^[,.;:!?)»]/.test(after.textContent ?? "")) return [];
      const range = document.createRange();
      range.setStart(after, 0);
      range.setEnd(after, 1);
      return range.getBoundingClientRect().left < chip.getBoundingClientRect().right - 2 ? [chip.textContent] : [];
    }),
  );

/** What the master's arrow crosses of what is said and can be pressed at the prompt. */
const crossed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const arrow = document.querySelector<SVGPathElement>("path.arrow");
    const meant = document.querySelector(".hole.target")?.getBoundingClientRect();
    const points = Array.from({ length: 101 }, (_, i) =>
      arrow?.getPointAtLength((arrow.getTotalLength() * i) / 100),
    ).filter((one) => one !== undefined);
    const lines = [...document.querySelectorAll(".prompt p")].flatMap((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return [...range.getClientRects()].map((at) => ({ at, text: one.textContent }));
    });
    const buttons = [...document.querySelectorAll(".prompt button")]
      .map((one) => ({ at: one.getBoundingClientRect(), text: one.textContent }))
      .filter(({ at }) => !meant || at.left < meant.left || at.right > meant.right || at.top < meant.top);
    return [...lines, ...buttons]
      .filter(({ at }) => points.some(({ x, y }) => x > at.left && x < at.right && y > at.top && y < at.bottom))
      .map(({ text }) => text.trim());
  });

/** What a step teaches is on the table, by the server's word. */
const isThere = async (page: Page, step: number): Promise<void> => {
  const [table] = /[^/]+$/.exec(new URL(page.url()).pathname) ?? [];
  const game = await page.evaluate(() => document.documentElement.dataset["game"] ?? "");
  const [asked, headers] = [`${at.served.address}/api/lessons`, { origin: at.served.address }];
  const stood = (await (await page.request.post(`${asked}/next`, { data: { table }, headers })).json()) as Stood;
  const { steps } = (await (await page.request.get(`${asked}/${game}`)).json()) as LessonTold;
  const made = step <= steps.length ? (steps[step - 1]?.after ?? 0) : stood.made;
  expect({ step, made: stood.made, left: stood.left }).toEqual({ step, made, left: false });
};
/** What the page complained of, but for rules that were still being compiled and a lobby that was left at once. */
const complaintsOf = ({ complaints }: Person): readonly string[] =>
  complaints.filter((one) => !/503|closed before the connection/.test(one));
/** Begin a lesson by the lobby's own button. */
const beginLesson = async ({ page }: Person, title: string): Promise<void> => {
  await page.addInitScript(() => {
    localStorage.setItem("grimorio", '{"speed":0}');
  });
  await page.goto(at.served.address);
  await page.getByRole("button", { name: `Impara ${title}` }).click();
  await page.locator(".bubble").waitFor({ timeout: COMPILING });
};

test("every game can be learnt", async () => {
  const ada = await person(at.browser);
  const taught = (await (await ada.page.request.get(`${at.served.address}/api/lessons`)).json()) as string[];
  const games = (await (await ada.page.request.get(`${at.served.address}/api/games`)).json()) as { name: string }[];
  expect(taught).toEqual(games.map((game) => game.name));
  expect(taught.length).toBe(TITLES.length);
  await ada.page.context().close();
});

test.each([
  [TITLES[0], WIDE, "it", "dark"],
  [TITLES[1], SLIM, "en", "light"],
  [TITLES[2], WIDE, "en", "light"],
  [TITLES[3], SLIM, "it", "dark"],
  [TITLES[4], SLIM, "it", "light"],
] as const)(
  "a first visit to %s offers a lesson, which its master leads through by what he points at (%o, %s)",
  async (title, viewport, locale, colorScheme) => {
    const ada = await person(at.browser, { viewport, locale, colorScheme });
    const { page } = ada;
    await page.addInitScript(() => {
      localStorage.setItem("grimorio", '{"speed":0}');
    });
    await playNow(ada, at.served.address, title ?? "");
    await page
      .locator(".offer >> visible=true")
      .getByRole("button", { name: /Impara|Learn/ })
      .first()
      .click();
    const bubble = page.locator(".bubble");
    await bubble.waitFor({ timeout: COMPILING });
    let astray = false;
    await walk(page, async (step) => {
      const asked = (await bubble.locator(".wait").count()) > 0;
      await isThere(page, step);
      await expect.poll(() => inSight(page)).toEqual([]);
      await expect.poll(() => muted(page), { message: `step ${step}` }).toEqual([]);
      expect(await parted(page), `step ${step}`).toEqual([]);
      await expect.poll(() => crossed(page)).toEqual([]);
      if (!asked || astray) return;
      astray = true;
      await goAstray(page);
      expect(await faults(page)).toEqual([]);
      await page.reload();
      await expect.poll(async () => (await bubble.count()) && bubble.locator("h2").textContent()).toMatch(`${step} `);
    });
    expect(astray).toBe(true);
    await bubble.locator(".button.main").click();
    await expect.poll(() => bubble.count()).toBe(0);
    expect(complaintsOf(ada)).toEqual([]);
    await page.context().close();
  },
);

test("the master makes the moves of a lesson for whoever asks him, and the game ends", async () => {
  const ada = await person(at.browser);
  const { page } = ada;
  await page.addInitScript(() => {
    localStorage.setItem("grimorio", '{"speed":0}');
  });
  await page.goto(at.served.address);
  await page.getByRole("button", { name: "Impara FLAUTZ!" }).click();
  await page.locator(".bubble").waitFor({ timeout: COMPILING });
  await walk(page, async () => Promise.resolve(), "master");
  await page.locator(".bubble .button.main").click();
  await expect.poll(() => page.locator(".over .end").count()).toBe(1);
  expect(ada.complaints).toEqual([]);
  await page.context().close();
});

test.each([
  ["FLAUTZ!", WIDE, "line", 250],
  ["Zaubercocktail", SLIM, "line", 250],
  /* The hand is quicker than the page's own timers: so the trade of step 6 was once not made. */
  ["Zaubercocktail", SLIM, "machine", 0],
])("no step of %s (%o) is taught before the table is there, however slow the %s is", async (title, viewport, _, ms) => {
  const ada = await person(at.browser, { viewport });
  const { page } = ada;
  const later = (pause = ms): Promise<void> => new Promise((done) => setTimeout(done, pause));
  await page.routeWebSocket(/socket$/, (here) => {
    const there = here.connectToServer();
    here.onMessage(
      (text) =>
        void later().then(() => {
          there.send(text);
        }),
    );
    there.onMessage(
      (text) =>
        void later().then(() => {
          here.send(text);
        }),
    );
  });
  await page.route("**/lessons/next", (route) => later(300).then(() => route.continue()));
  await page.addInitScript(() => {
    const soon = setTimeout;
    const late = (what: TimerHandler, wait = 0, ...more: unknown[]): number => soon(what, wait && wait + 100, ...more);
    Object.assign(globalThis, { setTimeout: late });
  });
  await beginLesson(ada, title);
  await walk(page, (step) => isThere(page, step));
  expect(complaintsOf(ada)).toEqual([]);
  await page.context().close();
});

/** Something that the rules allow and the lesson does not want, from another window of the same guest. */
const elsewhere = (page: Page, decisions: readonly Decision[]): Promise<void> =>
  page.evaluate(async (done) => {
    const [table] = /[^/]+$/.exec(location.pathname) ?? [];
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/socket`);
    const tell = (message: object): void => {
      socket.send(JSON.stringify(message));
    };
    const heard = new Promise<void>((resolve) => {
      socket.onmessage = ({ data }: MessageEvent<string>) => {
        const { kind, look } = JSON.parse(data) as { kind: string; look?: { version: number; since?: number } };
        if (kind === "welcome") tell({ kind: "open", table });
        if (look && look.since === undefined) tell({ kind: "do", number: 1, seen: look.version, decisions: done });
        if (kind === "ack") resolve();
      };
    });
    socket.onopen = () => {
      tell({ kind: "hello", protocol: 1, client: "another-window-of-hers", language: "it" });
    };
    await heard;
    socket.close();
  }, decisions);
const STONE: Decision = { form: "say", refs: [{ sort: "word", name: "stone" }] };

test.each([
  [WIDE, "dark"],
  [SLIM, "light"],
] as const)(
  "a game that left its lesson is not taught any more: one begins again, or plays on (%o, %s)",
  async (viewport, colorScheme) => {
    const ada = await person(at.browser, { viewport, colorScheme });
    const { page } = ada;
    await beginLesson(ada, "Zaubercocktail");
    const heading = page.locator(".bubble h2");
    for (const name of ["Ricomincia", "Continua contro i bot"]) {
      await expect.poll(() => heading.textContent()).toContain("Passo 1 ");
      await elsewhere(page, [STONE]);
      await expect.poll(() => heading.textContent()).toBe("Fuori dalla lezione");
      await page.reload();
      await expect.poll(() => heading.textContent()).toBe("Fuori dalla lezione");
      expect(await page.locator(".hole").count()).toBe(0);
      expect(await faults(page)).toEqual([]);
      await page.locator(".bubble").getByRole("button", { name }).click();
    }
    await expect.poll(() => page.locator(".bubble").count()).toBe(0);
    await expect.poll(() => page.locator(".story ol li").count()).toBeGreaterThan(3);
    expect(complaintsOf(ada)).toEqual([]);
    await page.context().close();
  },
);

test("whoever comes back to a lesson by the lobby, or in another window, is taught where the table stands", async () => {
  const ada = await person(at.browser);
  const { page } = ada;
  await beginLesson(ada, "FLAUTZ!");
  const heading = page.locator(".bubble h2");
  for (const step of [1, 2]) {
    await expect.poll(() => heading.textContent()).toContain(`Passo ${step} `);
    await page.locator(".bubble .button.main").click();
  }
  await page.getByRole("button", { name: /maestro/ }).click();
  await expect.poll(() => heading.textContent()).toContain("Passo 4 ");
  await page.goBack();
  await page.getByRole("link", { name: "Torna al posto" }).first().click();
  await expect.poll(() => heading.textContent()).toContain("Passo 4 ");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect.poll(() => other.locator(".bubble h2").textContent()).toContain("Passo 4 ");
  await other.getByRole("button", { name: /maestro/ }).click();
  for (const each of [other, page])
    await expect.poll(() => each.locator(".bubble h2").textContent()).toContain("Passo 5 ");
  await isThere(page, 5);
  expect(complaintsOf(ada)).toEqual([]);
  await page.context().close();
});

test.each([
  [WIDE, "dark"],
  [SLIM, "light"],
] as const)(
  "in the lobby a lesson is called one, and is closed after a question; one that was begun again is gone (%o, %s)",
  async (viewport, colorScheme) => {
    const ada = await person(at.browser, { viewport, colorScheme });
    const { page } = ada;
    const rows = page.locator(".running .row");
    const first = rows.first();
    await beginLesson(ada, "Zaubercocktail");
    await expect.poll(() => page.locator(".bubble h2").textContent()).toContain("Passo 1 ");
    await elsewhere(page, [STONE]);
    const left = page.url();
    await page.locator(".bubble").getByRole("button", { name: "Ricomincia" }).click();
    await expect.poll(() => page.url()).not.toBe(left);
    await page.locator(".bubble").waitFor();
    await page.goto(at.served.address);
    await expect.poll(() => rows.count()).toBe(1);
    expect(await first.locator(".state").textContent()).toBe("lezione");
    await first.getByRole("button", { name: "Chiudi la lezione" }).click();
    expect(await faults(page)).toEqual([]);
    await first.getByRole("button", { name: "Tienila" }).click();
    await first.getByRole("link", { name: "Torna al posto" }).click();
    await page.locator(".bubble").getByRole("button", { name: "Salta" }).click();
    await expect.poll(() => page.locator(".bubble").count()).toBe(0);
    await page.goto(at.served.address);
    await first.getByRole("button", { name: "Chiudi la lezione" }).click();
    await page.locator(".running").getByRole("button", { name: "Chiudi la lezione" }).click();
    await expect.poll(() => rows.count()).toBe(0);
    expect(complaintsOf(ada)).toEqual([]);
    await page.context().close();
  },
);

test("with the keyboard a lesson is closed without losing one's place in the lobby", async () => {
  const ada = await person(at.browser);
  const { page } = ada;
  for (const title of ["Zaubercocktail", "FLAUTZ!"]) await beginLesson(ada, title);
  await page.goto(at.served.address);
  const rows = page.locator(".running .row");
  await expect.poll(() => rows.count()).toBe(2);
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const [row] = [document.activeElement?.closest(".row")].filter((one) => one !== undefined);
      const at = [...document.querySelectorAll(".running .row")].indexOf(row ?? document.body);
      const { ariaLabel, textContent } = document.activeElement ?? document.body;
      return `${at} ${ariaLabel ?? textContent.trim()}`;
    });
  await rows.first().getByRole("button", { name: "Chiudi la lezione" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(focused).toBe("0 Tienila");
  await page.keyboard.press("Enter");
  await expect.poll(focused).toBe("0 Chiudi la lezione");
  for (const [left, there] of [
    [1, "0 Chiudi la lezione"],
    [0, "-1 Le tue partite"],
  ] as const) {
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("0 Tienila");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => rows.count()).toBe(left);
    await expect.poll(focused).toBe(there);
  }
  expect(complaintsOf(ada)).toEqual([]);
  await page.context().close();
});

test.each(["lobby", "offer"])("whoever presses twice to be taught, in the %s, is taught once", async (where) => {
  const ada = await person(at.browser);
  const { page } = ada;
  let begun = 0;
  page.on("response", (answer) => (begun += Number(answer.url().endsWith("/api/lessons") && answer.status() === 201)));
  await page.route("**/api/lessons", async (route) => {
    await new Promise((done) => setTimeout(done, 200));
    await route.continue();
  });
  if (where === "lobby") await page.goto(at.served.address);
  else await playNow(ada, at.served.address, "FLAUTZ!");
  const pressed =
    where === "lobby"
      ? page.getByRole("button", { name: "Impara FLAUTZ!" })
      : page.locator(".offer .lit >> visible=true");
  await pressed.first().dblclick();
  await page.locator(".bubble").waitFor({ timeout: COMPILING });
  expect(begun).toBe(1);
  const mine = (await (await page.request.get(`${at.served.address}/api/tables/mine`)).json()) as { lesson: boolean }[];
  expect(mine.filter((one) => one.lesson).length).toBe(1);
  expect(complaintsOf(ada)).toEqual([]);
  await page.context().close();
});

test("whoever skips a lesson plays on against bots", async () => {
  const ada = await person(at.browser);
  const { page } = ada;
  await page.goto(at.served.address);
  await page.getByRole("button", { name: "Impara FLAUTZ!" }).click();
  await page.locator(".bubble").getByRole("button", { name: "Salta" }).click({ timeout: COMPILING });
  await expect.poll(() => page.locator(".bubble").count()).toBe(0);
  await page.locator(".zone .card.lit > button").first().click();
  await page.locator(".hand .card.lit > button").first().click();
  await expect.poll(() => page.locator(".story ol li").count()).toBeGreaterThan(2);
  expect(ada.complaints).toEqual([]);
  await page.context().close();
});

test.each(["it", "en"])("a rule shows its examples inside the drawer, move by move (%s)", async (locale) => {
  const ada = await person(at.browser, { locale });
  const { page } = ada;
  await sitDown(ada, at.served.address, "flautz");
  await page.keyboard.press("?");
  await page.getByRole("searchbox").fill("FZ-R16");
  await page.locator("dialog[open] .examples button").first().click();
  await page.locator("dialog[open] .course").waitFor();
  expect(await faults(page)).toEqual([]);
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.locator("dialog .prompt .more").textContent()).toMatch(/[1-9]\d* (di|of)/);
  expect(ada.complaints).toEqual([]);
  await page.context().close();
});
