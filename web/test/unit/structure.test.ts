/** How the sources are arranged: a folder a game with the same files in each, and a frame that knows no game. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GAMES } from "../../src/games/types";

const SRC = join(import.meta.dirname, "../../src");
/** What every game brings; what else a table is made of has names of its own. */
const FILES = [
  "Facts.svelte",
  "Ledger.svelte",
  "Scoring.svelte",
  "Seat.svelte",
  "Table.svelte",
  "art.ts",
  "cards.ts",
  "page.ts",
  "table.ts",
  "words.ts",
];

describe.each(GAMES)("the page of %s", (game) => {
  test("has the files that every game's has", () => {
    expect(readdirSync(join(SRC, "games", game))).toEqual(expect.arrayContaining(FILES));
  });
  test("is built on the frame alone, never on another game's", () => {
    const others = GAMES.filter((other) => other !== game);
    const strangers = readdirSync(join(SRC, "games", game)).filter((name) => {
      const text = readFileSync(join(SRC, "games", game, name), "utf-8");
      return others.some((other) => text.includes(`../${other}/`));
    });
    expect(strangers).toEqual([]);
  });
});

test.each(["table", "net", "lesson", "replay"])("nothing in %s knows a game", (folder) => {
  const knows = readdirSync(join(SRC, folder)).filter((name) =>
    new RegExp(GAMES.map((game) => `["'/]${game}["'/]`).join("|")).test(readFileSync(join(SRC, folder, name), "utf-8")),
  );
  expect(knows).toEqual([]);
});
