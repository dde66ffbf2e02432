/** What the tests of a file share: a browser, and what it looks at. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { lookAt, type Looker, tell, type Told, type Wish } from "./examples.ts";
import { launch, serve } from "./harness.ts";
import { type Served, startServer } from "./server.ts";

export interface Setting {
  browser: Browser;
  served: Served;
}

/** A browser and a real server, there from the first test to the last. */
export const withServer = (pace = 0): Setting => {
  const setting = {} as Setting;
  beforeAll(async () => {
    [setting.browser, setting.served] = await Promise.all([launch(), startServer(pace)]);
  });
  afterAll(async () => {
    await setting.browser.close();
    await setting.served.stop();
  });
  return setting;
};

/** A browser and positions that the real engine told; answers how somebody looks at the one with a number. */
export const withPositions = (
  wishes: readonly Wish[],
): ((index?: number, options?: Parameters<typeof lookAt>[4]) => Promise<Looker>) => {
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
export const SIGHTS = [
  [{ width: 1440, height: 900 }, "dark", "it"],
  [{ width: 1440, height: 900 }, "light", "en"],
  [{ width: 390, height: 844 }, "dark", "en"],
  [{ width: 390, height: 844 }, "light", "it"],
] as const;
