/** What the tests of a file share: a browser, and what it looks at. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";
import { lookAt, type Looker, tell, type Told, type Wish } from "./examples.ts";
import { launch, serve } from "./harness.ts";
import { type Served, startServer } from "./server.ts";

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
