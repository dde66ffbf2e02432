import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "svelte/compiler";
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Said } from "../../src/games/types";
import { fillSlots } from "../../src/lib/fitting";
import { dictionary, en, it } from "../../src/lib/words";

const SRC = join(import.meta.dirname, "../../src");
type Says = Readonly<Record<string, Said>>;
const games = import.meta.glob<{ words: object; says?: Says }>("../../src/games/*/words.ts", { eager: true });
/** What the tables of games say, by the folder of the game. */
const tables = Object.entries(games).flatMap(([path, { says }]) =>
  says ? [{ game: path.split("/").at(-2) ?? "", says }] : [],
);
const files = (ending: string): string[] =>
  readdirSync(SRC, { recursive: true, encoding: "utf-8" }).filter((path) => path.endsWith(ending));

/** Attributes whose text people read or hear. */
const TOLD = ["aria-label", "aria-description", "title", "alt", "placeholder", "label", "say", "more"];
/** Names of people at the sample table are no words of a language. */
const NAMES = ["Novizio", "Morgana", "Merlino"];

interface Node {
  type: string;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const hasWords = (text: unknown): text is string => typeof text === "string" && /\p{L}{2}/u.test(text);

/** Every text of a template that does not come from the dictionary. */
const bareTexts = (source: string): string[] => {
  const found: string[] = [];
  const visit = (node: Node, within: string): void => {
    if (node.type === "Text" && hasWords(node["data"]) && (within === "" || TOLD.includes(within)))
      found.push(node["data"].trim());
    if (node.type === "Literal" && hasWords(node["value"]) && TOLD.includes(within)) found.push(node["value"]);
    if (node.type === "BinaryExpression") return; // a comparison is read by nobody
    const inside = node.type === "Attribute" || node.type === "StyleDirective" ? String(node["name"]) : within;
    for (const value of Object.values(node).flat()) if (isNode(value) && value.type !== "Script") visit(value, inside);
  };
  visit(parse(source, { modern: true }).fragment as unknown as Node, "");
  return found.filter((text) => !NAMES.includes(text) && !(text in it) && !tables.some(({ says }) => text in says));
};

test("every sentence of the frame exists in both languages, with the same places to fill", () => {
  const slots = (text: string): string[] => [...text.matchAll(/\{(\w+)[:}]/g)].map(([, slot]) => slot ?? "").sort();
  expect(Object.keys(en).sort()).toEqual(Object.keys(it).sort());
  for (const key of Object.keys(it) as (keyof typeof it)[]) {
    expect(en[key].trim(), key).not.toBe("");
    expect(it[key].trim(), key).not.toBe("");
    expect(slots(en[key]), key).toEqual(slots(it[key]));
  }
});

describe.each(tables)("the table of $game", ({ game, says }) => {
  test("says everything in both languages, with the same places to fill", () => {
    const slots = (text: string): string[] => (text.match(/\{\w+[:}]/g) ?? []).map((slot) => slot.slice(0, -1)).sort();
    for (const [key, said] of Object.entries(says)) expect(slots(said.en), key).toEqual(slots(said.it));
  });

  test("says everything that it could say", () => {
    const own = [...files(".svelte"), ...files(".ts")].filter(
      (path) => path.startsWith(join("games", game)) && !path.endsWith("words.ts"),
    );
    const all = own.map((path) => readFileSync(join(SRC, path), "utf-8")).join("\n");
    expect(Object.keys(says).filter((key) => !all.includes(`"${key}"`))).toEqual([]);
  });
});

test("no sentence was left untranslated", () => {
  const alike = (Object.keys(it) as (keyof typeof it)[]).filter((key) => it[key] === en[key]);
  expect(alike).toEqual(["house.name", "lang.it", "lang.en", "seat.bot"]);
});

test("every sentence of the frame is used", () => {
  const sources = [...files(".svelte"), ...files(".ts")].filter((path) => !path.endsWith("lib/words.ts"));
  const all = sources.map((path) => readFileSync(join(SRC, path), "utf-8")).join("\n");
  const made = ["state.", "lang.", "verdict.", "moment.", "tempo."]; // put together from what they are about
  const unused = Object.keys(it).filter(
    (key) => !all.includes(`"${key}"`) && !made.some((start) => key.startsWith(start)),
  );
  expect(unused).toEqual([]);
});

test("places in a sentence are filled, and what is missing stays visible", () => {
  expect(fillSlots("it", "{a} di {b}", { a: 1 })).toBe("1 di {b}");
  expect(fillSlots("it", "{n:carta|carte} a {name}", { n: 1, name: "Ada" })).toBe("1 carta ad Ada");
});

test("the search for bare texts finds them where people read or hear them", () => {
  expect(bareTexts("<p>Ciao</p>")).toEqual(["Ciao"]);
  expect(bareTexts('<p class="big">{t("house.name")}</p>')).toEqual([]);
  expect(bareTexts('<button aria-label="Chiudi">×</button>')).toEqual(["Chiudi"]);
  expect(bareTexts('<button aria-label={on ? "Chiudi" : t("dialog.close")}></button>')).toEqual(["Chiudi"]);
});

describe("no text stands outside the dictionary", () => {
  test.each(files(".svelte"))("%s", (path) => {
    expect(bareTexts(readFileSync(join(SRC, path), "utf-8"))).toEqual([]);
  });
});

describe("what the page says of a game exists in both languages", () => {
  const said = (value: unknown): Said[] => {
    if (typeof value !== "object" || value === null) return [];
    return "it" in value || "en" in value ? [value as Said] : Object.values(value).flatMap(said);
  };
  test.each(Object.entries(games))("%s", (_, { words }) => {
    expect(said(words).length).toBeGreaterThan(1);
    for (const text of said(words)) for (const lang of LANGUAGES) expect(text[lang].trim()).not.toBe("");
  });
});

test("the dictionary has exactly the languages of the games", () => {
  expect(Object.keys(dictionary)).toEqual([...LANGUAGES]);
});
