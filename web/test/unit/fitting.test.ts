import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filled, fitted } from "../../src/lib/fitting";

const ROOT = join(import.meta.dirname, "../../..");
const PYTHON = process.env["PYTHON"] ?? join(ROOT, ".venv/bin/python");

const PATTERNS = [
  ["it", "Tocca a {seat}.", { seat: "Ada" }, "Tocca ad Ada."],
  ["it", "Tocca a {seat}.", { seat: "Bruno" }, "Tocca a Bruno."],
  ["it", "prende una carta da {start}", { start: "la mano di Ada" }, "prende una carta dalla mano di Ada"],
  ["it", "A {thing} serve", { thing: "l'Elementale" }, "All'Elementale serve"],
  ["it", "da {seat}", { seat: "la Strega" }, "da la Strega"],
  ["it", "{one} e {two}", { one: "Ada", two: "Elena" }, "Ada ed Elena"],
  ["it", "a {thing}", { thing: "Il Mago" }, "a Il Mago"],
  ["it", "{n:carta|carte}", { n: "1" }, "1 carta"],
  ["it", "{n:carta|carte}", { n: "3" }, "3 carte"],
  ["en", "takes a {thing}", { thing: "Elemental" }, "takes an Elemental"],
  ["en", "gives a {seat}", { seat: "Ada" }, "gives a Ada"],
  ["it", "su {thing}", { thing: "gli scarti" }, "sugli scarti"],
  ["it", "in {thing}", { thing: "i mazzi" }, "nei mazzi"],
] as const;

test.each(PATTERNS)("%s: %s with %o is %s", (lang, pattern, values, told) => {
  expect(filled(lang, pattern, values)).toBe(told);
});

test("what stands apart is left alone", () => {
  expect(fitted("it", "la partita ", "Ada", true)).toEqual(["la partita ", "Ada"]);
  expect(fitted("en", "", "Elemental", false)).toEqual(["", "Elemental"]);
});

test.runIf(existsSync(PYTHON))("the engine says the same", () => {
  const script =
    "import json, sys; from grimorio.engine.fitting import filled; " +
    "print(json.dumps([filled(lang, pattern, values) for lang, pattern, values, _ in json.load(sys.stdin)]))";
  const told = execFileSync(PYTHON, ["-c", script], {
    input: JSON.stringify(PATTERNS),
    env: { ...process.env, PYTHONPATH: join(ROOT, "src") },
    encoding: "utf-8",
  });
  expect(JSON.parse(told)).toEqual(PATTERNS.map(([lang, pattern, values]) => filled(lang, pattern, values)));
});
