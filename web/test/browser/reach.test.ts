/** On a phone, also a small one, everything that is lit can be brought into sight and tapped: in many positions of every game. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import type { Server } from "node:http";
import { GAMES } from "../../src/games/types.ts";
import type { Look } from "../../src/generated/wire.ts";
import { waysOf } from "../../src/table/pointing.ts";
import { ABRACADABRA, FATA, FLAUTZ, ILLUSIO, ZAUBERCOCKTAIL } from "./crowds.ts";
import { lookAt, type Looker, tell, type Told, walk } from "./examples.ts";
import { launch, serve } from "./harness.ts";
import { chances, LIT } from "./people.ts";
import { outOfReach } from "./sights.ts";

/** Moves of each seat; more with `GRIMORIO_WALK`. */
const STEPS = Number(process.env["GRIMORIO_WALK"] ?? 5);
const MOST = 7;
const CROWDS = {
  flautz: FLAUTZ,
  abracadabra: ABRACADABRA,
  fata: FATA,
  illusio: ILLUSIO,
  zaubercocktail: ZAUBERCOCKTAIL,
};
const PHONES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
] as const;

let browser: Browser;
let server: Server;
let address: string;
let crowded: Told;
let walked: Told;

beforeAll(async () => {
  crowded = tell(GAMES.map((game) => ({ game, scenario: CROWDS[game] })));
  walked = walk(
    GAMES.flatMap((game, i) => [2, MOST].map((seats) => ({ game, seed: 60 + i, steps: STEPS * seats, seats }))),
  );
  browser = await launch();
  ({ server, address } = await serve());
}, 240_000);
afterAll(async () => {
  await browser.close();
  server.close();
});

/** Nothing lit is out of reach, nor is anything that lights up once one of these was tapped. */
const inReach = async ({ page }: Looker, message: string, taps: number, chance: () => number): Promise<void> => {
  const closing = page.locator("dialog[open] footer .button.main");
  if (await closing.isVisible()) await closing.tap();
  expect(await outOfReach(page), message).toEqual([]);
  for (let tap = 0; tap < taps; tap++) {
    const lit = page.locator(LIT).filter({ visible: true });
    const which = lit.nth(Math.floor(chance() * (await lit.count())));
    const name = await which.ariaSnapshot();
    await which.evaluate((one: HTMLElement) => {
      one.click();
    });
    expect(await outOfReach(page), `${message}, ${name} tapped`).toEqual([]);
    await page.keyboard.press("Escape");
  }
};

describe.each(PHONES)("at %o", (viewport) => {
  const way = { viewport, hasTouch: true };
  test.each(GAMES.map((game, i) => [game, i] as const))("a full table of %s", async (game, index) => {
    const who = await lookAt(browser, address, crowded, index, way);
    await inReach(who, game, 12, chances(3));
    await who.page.context().close();
  });

  test.each(
    GAMES.flatMap(
      (game, i) =>
        [
          [game, "fewest", 2 * i],
          [game, "most", 2 * i + 1],
        ] as const,
    ),
  )("a game of %s with %s seats", async (_, __, index) => {
    const looks: readonly Look[] = walked.tables[index]?.looks ?? [];
    const who = await lookAt(browser, address, walked, index, way);
    const chance = chances(index);
    let asked = 0;
    for (const [at, look] of looks.entries()) {
      if (at) who.step();
      if (look.stage === "over" || !waysOf(look.offer).length) continue;
      await expect.poll(() => who.page.locator('.prompt[data-mine="true"]').count()).toBe(1);
      await inReach(who, `look ${at}`, 2, chance);
      asked += 1;
    }
    expect(asked).toBeGreaterThan(1);
    expect(who.complaints).toEqual([]);
    await who.page.context().close();
  });
});
