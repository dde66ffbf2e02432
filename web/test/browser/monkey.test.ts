/** A monkey at every table: it clicks, drags, types and reloads at random. Nothing breaks, and what was lit is never refused. */
import type { Page, WebSocket } from "playwright-core";
import { describe, expect, test } from "vitest";
import { GAMES } from "../../src/games/types.ts";
import type { ClientMessage, Do, Look, ServerMessage } from "../../src/generated/wire.ts";
import { wayKey, waysOf } from "../../src/table/pointing.ts";
import { chances, isOver, LIT, person, READY, sitDown } from "./people.ts";
import { withServer } from "./setting.ts";

/** Seconds at each table; minutes of it with `GRIMORIO_MONKEY=300`. */
const SECONDS = Number(process.env["GRIMORIO_MONKEY"] ?? 5);
const SEED = Number(process.env["GRIMORIO_SEED"] ?? 1);
const KEYS = ["Enter", "Escape", "Tab", "ArrowLeft", "ArrowUp", "u", "h", "1", "2", "5", "a", "c", "f", " "];
/** Things of the page that lead away from the table or only to the world outside. */
const AWAY = 'a, [aria-label="Impostazioni"], [aria-label="Regole"]';

const at = withServer();

/** Milliseconds within which a look comes that a refusal was judged by. */
const SOON = 700;

/**
 * What the server refused of moves that the page sent, though they were lit. At a market a card may be gone before a move
 * arrives: it is excused where a look that the page had not seen yet does not light it any more, and only there.
 */
const refusalsOf = (page: Page): (() => string[]) => {
  const found: { move: Do; code: string; at: number; looks: readonly { look: Look; at: number }[] }[] = [];
  page.on("websocket", (socket: WebSocket) => {
    const moves = new Map<number, Do>();
    const looks: { look: Look; at: number }[] = [];
    socket.on("framesent", ({ payload }) => {
      const said = JSON.parse(String(payload)) as ClientMessage;
      if (said.kind === "do") moves.set(said.number, said);
    });
    socket.on("framereceived", ({ payload }) => {
      const told = JSON.parse(String(payload)) as ServerMessage;
      const at = Date.now();
      if (told.kind === "look") looks.push({ look: told.look, at });
      const move = told.kind === "refused" ? moves.get(told.number ?? 0) : undefined;
      if (told.kind === "refused" && move) found.push({ move, code: told.refusal.code, at, looks });
    });
  });
  return () =>
    found
      .filter(
        ({ move, at, looks }) =>
          !looks.some(
            ({ look, at: came }) =>
              look.version > move.seen &&
              came < at + SOON &&
              !move.decisions.every((one) => waysOf(look.offer).some((way) => wayKey(way) === wayKey(one))),
          ),
      )
      .map(({ move, code }) => `${code}: ${move.decisions.map(wayKey).join(" ")}`);
};

const antics = (page: Page, chance: () => number): readonly (readonly [number, () => Promise<unknown>])[] => {
  const QUICK = { timeout: 800 };
  const any = async (selector: string): Promise<void> => {
    const things = page.locator(selector);
    const count = await things.count();
    if (count) await things.nth(Math.floor(chance() * count)).click(QUICK);
  };
  const drag = async (): Promise<void> => {
    const all = page.locator(".spot");
    const count = await all.count();
    if (count < 2) return;
    const [from, to] = [Math.floor(chance() * count), Math.floor(chance() * count)];
    const boxes = await Promise.all([all.nth(from).boundingBox(QUICK), all.nth(to).boundingBox(QUICK)]);
    if (!boxes[0] || !boxes[1]) return;
    await page.mouse.move(boxes[0].x + 20, boxes[0].y + 20);
    await page.mouse.down();
    await page.mouse.move(boxes[1].x + 20, boxes[1].y + 20, { steps: 4 });
    await page.mouse.up();
  };
  return [
    [0.5, () => any(`${LIT}, ${READY}`)],
    [0.6, () => any(READY)],
    [0.72, () => any(`main button:not(${AWAY}), dialog[open] button`)],
    [0.82, drag],
    [0.95, () => page.keyboard.press(KEYS[Math.floor(chance() * KEYS.length)] ?? "Escape")],
    [0.98, () => page.mouse.click(300 + chance() * 500, 100 + chance() * 600)],
    [1, () => page.reload()],
  ];
};

describe.each(GAMES)("a monkey plays %s", (game) => {
  test(`for ${SECONDS} seconds`, { timeout: 300_000 + SECONDS * 2000 }, async () => {
    const ada = await person(at.browser, game === "illusio" ? { viewport: { width: 390, height: 844 } } : {});
    const { page } = ada;
    const refused = refusalsOf(page);
    await sitDown(ada, at.served.address, game);
    let table = page.url();
    const chance = chances(SEED);
    const all = antics(page, chance);
    for (const began = Date.now(); Date.now() - began < SECONDS * 1000;) {
      const dice = chance();
      /* What moves away under the hand, or is covered, is no fault of the page. */
      await all
        .find(([most]) => dice <= most)?.[1]()
        .catch(() => undefined);
      if (page.url().startsWith(table) && !(await isOver(ada))) continue;
      await sitDown(ada, at.served.address, game);
      table = page.url();
    }
    expect(ada.complaints.filter((one) => !one.includes("status of 404"))).toEqual([]);
    await page.waitForTimeout(SOON);
    expect(refused()).toEqual([]);
    await page.context().close();
  });
});
