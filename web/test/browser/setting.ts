/** What the tests of a file share: a browser, and what it looks at. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { lookAt, type Looker, tell, type Told, type Way, type Wish } from "./examples.ts";
import { launch, serve } from "./harness.ts";
import { type Served, startServer } from "./server.ts";
import { faults, overlaps, scrolls, sideways } from "./sights.ts";

export interface Setting {
  browser: Browser;
  served: { readonly address: string };
}

/** A browser and the server that all files share, or one of its own, whose bots think for so many seconds. */
export const withServer = (pace?: number): Setting => {
  const setting = {} as Setting;
  let own: Served | undefined;
  beforeAll(async () => {
    const [browser, served] = await Promise.all([launch(), pace === undefined ? undefined : startServer(pace)]);
    own = served;
    Object.assign(setting, { browser, served: own ?? { address: inject("served") } });
  });
  afterAll(async () => {
    await setting.browser.close();
    await own?.stop();
  });
  return setting;
};

export type LookAt = (index?: number, way?: Way) => Promise<Looker>;

/** A browser and positions that the real engine told; answers how somebody looks at the one with a number. */
export const withPositions = (wishes: readonly Wish[]): LookAt => {
  const setting = {} as { browser: Browser; told: Told } & Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    setting.told = tell(wishes);
    const [browser, page] = await Promise.all([launch(), serve()]);
    Object.assign(setting, { browser, ...page });
  });
  afterAll(async () => {
    await setting.browser.close();
    setting.server.close();
  });
  return (index = 0, options = {}) => lookAt(setting.browser, setting.address, setting.told, index, options);
};

/** Every size with every light, and each of them in both languages. */
const SIGHTS = [
  [{ width: 1440, height: 900 }, "dark", "it"],
  [{ width: 1440, height: 900 }, "light", "en"],
  [{ width: 390, height: 844 }, "dark", "en"],
  [{ width: 390, height: 844 }, "light", "it"],
] as const;

/**
 * Positions with fewest and most seats, however they are looked at: things of each of these sets lie apart, nothing sticks
 * out or scrolls, and there is no fault of access; also for whoever comes for the first time, and is offered a lesson.
 */
export const seenByAll = (
  look: LookAt,
  positions: readonly (readonly [seats: string, index: number])[],
  ...sets: readonly (readonly string[])[]
): void => {
  describe.each(SIGHTS)("at %o, %s, %s", (viewport, colorScheme, locale) => {
    const way = { viewport, colorScheme, locale };
    const arranged = async ({ page, complaints }: Looker): Promise<void> => {
      expect(await sideways(page)).toEqual([]);
      await expect.poll(() => scrolls(page)).toBe(false);
      for (const set of sets) expect(await overlaps(page, set)).toEqual([]);
      expect(complaints).toEqual([]);
    };
    test.each(positions)("%s have no fault, nothing overlaps, nothing scrolls", async (_, index) => {
      const who = await look(index, way);
      expect(await faults(who.page)).toEqual([]);
      await arranged(who);
      await who.page.context().close();
    });
    /* On a desktop it stands above the story. */
    test.runIf(viewport.width < 760).each(positions)("%s have room for the offer of a lesson", async (_, index) => {
      const who = await look(index, { ...way, first: true });
      await arranged(who);
      await who.page.context().close();
    });
  });
};
