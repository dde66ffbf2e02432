/** Positions of scenarios on the page: the real engine says what a seat is told, and the page shows it without a server. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, WebSocketRoute } from "playwright-core";
import { GAMES } from "../../src/games/types.ts";
import type { ClientMessage, Decision, Look, Opened } from "../../src/generated/wire.ts";
import { person, type Person } from "./people.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** A position: the title of a scenario of the game, or a scenario written out; and the seat that looks at it. */
export interface Wish {
  readonly game: string;
  readonly title?: string;
  readonly scenario?: Readonly<Record<string, unknown>>;
  readonly seat?: string;
}
export interface Told {
  readonly games: unknown;
  readonly words: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly tables: readonly { readonly opened: Opened; readonly looks: readonly Look[] }[];
}

/** A game played at random for so many moves, as a seat is told of it. */
export interface Walk {
  readonly game: string;
  readonly seed: number;
  readonly steps: number;
  readonly seat?: string;
  readonly seats?: number;
}

/** What the engine tells of all these positions; its rules run interpreted, so that nothing is compiled. */
export const tell = (wishes: readonly Wish[]): Told => told("positions.py", wishes);
/** The same of games at random. */
export const walk = (wishes: readonly Walk[]): Told => told("walks.py", wishes);

const told = (script: string, wishes: readonly unknown[]): Told => {
  const python = process.env["PYTHON"] ?? join(ROOT, ".venv/bin/python");
  const { status, stdout, stderr } = spawnSync(python, [join(ROOT, "web/scripts", script)], {
    input: JSON.stringify(wishes),
    encoding: "utf-8",
    maxBuffer: 1 << 28,
    env: { ...process.env, PYTHONPATH: join(ROOT, "src"), NUMBA_DISABLE_JIT: "1" },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Told;
};

/** Somebody who looks at a position, what he decided, and how the scenario goes on. */
export interface Looker extends Person {
  readonly decided: Decision[];
  /** The next step of the scenario happens. */
  step(): void;
}

/**
 * How somebody looks; `late`: milliseconds by which the game's own page comes later than everything else; `first`: he has
 * never seen the game, and is offered a lesson above the table.
 */
export interface Way extends BrowserContextOptions {
  readonly late?: number;
  readonly first?: boolean;
}

/** Open the position with this number. */
export const lookAt = async (
  browser: Browser,
  address: string,
  told: Told,
  index: number,
  { late = 0, first = false, ...options }: Way = {},
  query = "",
): Promise<Looker> => {
  const who = await person(browser, options);
  const decided: Decision[] = [];
  const shown = told.tables[index];
  if (!shown) throw new Error(`There is no position ${index}.`);
  let at = 0;
  let socket: WebSocketRoute | undefined;
  const send = (message: unknown): void => socket?.send(JSON.stringify(message));
  await who.page.route("**/api/**", (route) => {
    const [, words, lang] = /games\/(\w+)\/words\/(\w+)$/.exec(route.request().url()) ?? [];
    const json = words ? told.words[words]?.[lang ?? ""] : told.games;
    return route.fulfill({ json });
  });
  if (first) await who.page.route("**/api/lessons", (route) => route.fulfill({ json: GAMES }));
  if (late)
    await who.page.route("**/assets/page-*.js", async (route) => {
      await new Promise((done) => setTimeout(done, late));
      await route.continue();
    });
  await who.page.routeWebSocket("**/api/socket", (ws) => {
    socket = ws;
    ws.onMessage((text) => {
      const message = JSON.parse(String(text)) as ClientMessage;
      if (message.kind === "hello") send({ kind: "welcome", protocol: 1, name: "Ada" });
      if (message.kind === "open") {
        send(shown.opened);
        send({ kind: "look", look: shown.looks[at] });
      }
      if (message.kind !== "do") return;
      decided.push(...message.decisions);
      send({ kind: "ack", number: message.number, version: shown.looks[at]?.version });
    });
  });
  await who.page.goto(`${address}/table/example${query}`);
  await who.page.locator(".prompt, .over .end").first().waitFor();
  await who.page.locator(".table svg").first().waitFor();
  if (first) await who.page.locator(".offer button:visible").first().waitFor();
  return {
    ...who,
    decided,
    step: () => {
      send({ kind: "look", look: shown.looks[++at] });
    },
  };
};
