/** The one server that the tests of all files share: bots do not dawdle there, and rules are loaded once. */
import type { TestProject } from "vitest/node";
import { startServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where it listens. */
    readonly served: string;
  }
}

export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const served = await startServer();
  provide("served", served.address);
  return () => served.stop();
};
