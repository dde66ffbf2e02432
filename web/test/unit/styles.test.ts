import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GAMES } from "../../src/games/types";

const SRC = join(import.meta.dirname, "../../src");
const css = readFileSync(join(SRC, "styles/tokens.css"), "utf-8");
const sources = readdirSync(SRC, { recursive: true, encoding: "utf-8" })
  .filter((path) => /\.(svelte|css|ts)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), "utf-8") }));

type Colours = Readonly<Record<string, string>>;
const hexes = (text: string): Colours =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+):\s*(#[0-9a-fA-F]{6})\b/g)].map(([, name, hex]) => [name ?? "", hex ?? ""]),
  );
const block = (selector: string): Colours => {
  const start = css.indexOf(selector);
  return start < 0 ? {} : hexes(css.slice(start, css.indexOf("}", start)));
};
const printed = hexes(css.slice(0, css.indexOf("the two lights")));

const lightOf = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (a = "#000000", b = "#000000"): number => {
  const [low = 0, high = 0] = [lightOf(a), lightOf(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};
const mix = (a = "#000000", b = "#000000", k = 0.5): string =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(parseInt(a.slice(at, at + 2), 16) * k + parseInt(b.slice(at, at + 2), 16) * (1 - k))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

const GROUNDS = ["table-1", "table-2", "panel", "panel-2"];
const PANELS = ["panel", "panel-2"];

test("contrast is computed as WCAG does", () => {
  expect(ratio("#000000", "#ffffff")).toBeCloseTo(21);
  expect(ratio("#777777", "#ffffff")).toBeCloseTo(4.48, 1);
});

test.each([
  ["dark", ':root,\n[data-theme="dark"] {'],
  ["light", '[data-theme="light"] {'],
])("texts and signs can be read in the %s on every table", (theme, first) => {
  const base = block(first);
  expect(Object.keys(base).length).toBeGreaterThan(12);
  const tables = GAMES.map(
    (game) => ({ ...base, ...block(`[data-theme="${theme}"][data-game="${game}"]`) }) as Colours,
  );
  const worst = (colour: string, grounds: string[]): number =>
    Math.min(...tables.flatMap((table) => grounds.map((ground) => ratio(table[colour], table[ground]))));
  const prints = (pattern: RegExp): (string | undefined)[] =>
    Object.keys(printed)
      .filter((name) => pattern.test(name))
      .map((name) => printed[name]);
  const against = (ground: string | undefined, list: (string | undefined)[]): number =>
    Math.min(...list.map((one) => ratio(one, ground)));
  const short = Object.entries({
    ...Object.fromEntries(["fg", "fg-2", "accent", "bad"].map((name) => [name, [worst(name, GROUNDS), 4.5]])),
    ...Object.fromEntries(["lit", "pick", "focus"].map((name) => [`ring ${name}`, [worst(name, GROUNDS), 3]])),
    good: [worst("good", PANELS), 4.5],
    button: [ratio(base["btn-fg"], base["btn"]), 4.5],
    "tab on lit": [ratio(base["on-lit"], base["lit"]), 4.5],
    "tick on picked": [ratio(base["on-pick"], base["pick"]), 4.5],
    "ink on vellum": [ratio(printed["ink"], base["paper-2"]), 4.5],
    "second ink on vellum": [ratio(printed["ink-2"], base["paper-2"]), 4.5],
    "numbers of FLAUTZ!": [against(base["paper-2"], prints(/^fz-\w+-deep$/)), 4.5],
    "signs on stones of FLAUTZ!": [against(base["paper"], prints(/^fz-(blue|green|violet|orange|pink)$/)), 3],
    "words on bands of F.A.T.A.": [against(base["paper"], prints(/^fa-(draw|take|rob|discard|subject|power)$/)), 4.5],
    "values of treasures": [against(base["paper"], prints(/^fa-(red|yellow|purple|blue|green)$/)), 3],
    "signs of elements": [against(base["paper"], prints(/^ab-(water|fire|earth|air)$/)), 3],
    "titles of Illusio": [against(base["paper"], prints(/^il-(?!curtain)\w+-deep$/)), 4.5],
    "letters of ingredients": [
      against(
        "#ffffff",
        [..."abcdefghijk"].map((k) => mix(printed[`zc-${k}`], printed[`zc-${k}-deep`], 0.28)),
      ),
      4.5,
    ],
    "letters of seats": [against("#ffffff", prints(/^seat-\d$/)), 4.5],
  }).filter(([, [value = 0, least = 0]]) => value < least);
  expect(short).toEqual([]);
});

test("every token that is used exists", () => {
  const defined = new Set([...css.matchAll(/--([\w-]+):/g)].map(([, name]) => name));
  const local = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/(?:style:--|--)([\w-]+)[:=]/g)].map(([, name]) => name)),
  );
  const used = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/var\(--([\w-]+)[,)]/g)].map(([, name]) => ({ path, name })),
  );
  expect(used.filter(({ name }) => !defined.has(name) && !local.has(name))).toEqual([]);
});

test("no style uses the shorthand that forgets lining figures", () => {
  const shorthand = sources
    .filter(({ path }) => /\.(svelte|css)$/.test(path))
    .filter(({ text }) => /\bfont:(?!\s*inherit)/.test(text));
  expect(shorthand.map(({ path }) => path)).toEqual([]);
});

test("no template carries a style attribute, which a strict policy for content forbids", () => {
  expect(
    sources.filter(({ path, text }) => path.endsWith(".svelte") && /\sstyle="/.test(text)).map(({ path }) => path),
  ).toEqual([]);
});
