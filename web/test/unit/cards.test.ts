import { describe, expect, test } from "vitest";
import { house } from "../../src/art/paints";
import { cards as abracadabra } from "../../src/games/abracadabra/cards";
import { cards as fata } from "../../src/games/fata/cards";
import { cards as flautz } from "../../src/games/flautz/cards";
import { cards as illusio } from "../../src/games/illusio/cards";
import { type CardGame, GAMES, LANGUAGES, type Lod, lodOf, type Look } from "../../src/games/types";
import { cards as zaubercocktail } from "../../src/games/zaubercocktail/cards";

const ALL: readonly CardGame[] = [flautz, abracadabra, fata, illusio, zaubercocktail];
const LODS: readonly Lod[] = [1, 0, -1];
const kindsOf = (game: CardGame): string[] => [
  ...new Set([
    ...game.data.cards.map((entry) => entry.kind),
    ...game.data.pieces.map((entry) => entry.kind),
    ...game.backs,
  ]),
];
const drawingsOf = (game: CardGame): { what: string; body: string }[] =>
  kindsOf(game).flatMap((kind) =>
    LODS.flatMap((lod) =>
      LANGUAGES.map((lang) => ({ what: `${kind} ${lod} ${lang}`, body: game.draw(kind, { lod, lang }).body })),
    ),
  );

/** The tags of a drawing that were opened and not closed, or closed and not opened. */
const unbalanced = (body: string): string[] => {
  const open: string[] = [];
  for (const [, closing, name, selfClosed] of body.matchAll(/<(\/?)([a-zA-Z]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (selfClosed) continue;
    if (!closing) open.push(name ?? "");
    else if (open.pop() !== name) return [`</${name ?? ""}>`];
  }
  return open;
};

test("there is a set of cards for each game", () => {
  expect(ALL.map((game) => game.id)).toEqual(GAMES);
  expect(ALL.map((game) => game.data.game)).toEqual(GAMES);
});

test("the level of detail follows the width: full from 80, doubled index from 40, a slip below", () => {
  expect([300, 80, 79, 40, 39, 20].map(lodOf)).toEqual([1, 1, 0, 0, -1, -1]);
});

test("the check of tags finds one that is missing", () => {
  expect(unbalanced('<g><path d="M0 0"/></g>')).toEqual([]);
  expect(unbalanced('<g><path d="M0 0"/>')).toEqual(["g"]);
});

describe.each(ALL.map((game) => [game.id, game] as const))("%s", (_, game) => {
  const drawings = drawingsOf(game);

  test("draws every kind at every level of detail in both languages", () => {
    expect(drawings.filter(({ body }) => body.length < 200)).toEqual([]);
    expect(drawings.filter(({ body }) => /undefined|NaN|null|\[object/.test(body)).map(({ what }) => what)).toEqual([]);
    expect(drawings.flatMap(({ what, body }) => unbalanced(body).map((tag) => `${what}: ${tag}`))).toEqual([]);
  });

  test("draws nothing that a strict policy for content forbids", () => {
    const forbidden = /\sstyle=|<style|<script|<image|<use|href|\son\w+=|https?:/;
    expect(drawings.filter(({ body }) => forbidden.test(body)).map(({ what }) => what)).toEqual([]);
  });

  test("paints only with paints that are in the page, each defined once", () => {
    const defined = [...(house.text + game.paints.text).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(defined).size).toBe(defined.length);
    const used = new Set(
      [
        ...drawings
          .map(({ body }) => body)
          .join("")
          .matchAll(/url\(#([^)]+)\)/g),
      ].map(([, id]) => id),
    );
    expect([...used].filter((id) => !defined.includes(id))).toEqual([]);
  });

  test("draws different kinds differently, however small", () => {
    for (const lod of LODS) {
      const seen = new Map<string, string>();
      for (const kind of kindsOf(game)) {
        const { body } = game.draw(kind, { lod, lang: "it" });
        expect(seen.get(body), `${kind} looks like`).toBeUndefined();
        seen.set(body, kind);
      }
    }
  });

  test.each(LANGUAGES)("speaks a name of its own for every face (%s)", (lang) => {
    const faces = kindsOf(game).filter((kind) => !game.backs.includes(kind));
    const names = faces.map((kind) => game.name(kind, lang));
    expect(names.filter((name) => !name.trim())).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    for (const kind of game.backs) expect(game.name(kind, lang)).not.toBe(kind);
  });

  test("a card that lies face down tells nothing but its back", () => {
    for (const kind of kindsOf(game)) expect(game.backs).toContain(game.backOf(kind));
    for (const kind of game.backs) expect(game.backOf(kind)).toBe(kind);
  });

  test("names every kind in a sentence with signs or letters", () => {
    const look: Look = { lod: -1, lang: "it" };
    for (const kind of kindsOf(game)) expect(game.chip(kind, look).parts.length, kind).toBeGreaterThan(0);
  });

  test("shows every kind once on the page of cards", () => {
    const shown = game.groups.flatMap((group) => group.kinds);
    expect(new Set(shown).size).toBe(shown.length);
    expect(kindsOf(game).filter((kind) => !shown.includes(kind) && !game.backs.includes(kind))).toEqual([]);
  });

  test("draws what else lies on its table, called in both languages", () => {
    expect(game.tokens.length).toBeGreaterThan(4);
    for (const { name, drawing } of game.tokens) {
      expect(drawing.body).not.toMatch(/undefined|NaN|\sstyle=/);
      expect(unbalanced(drawing.body)).toEqual([]);
      for (const lang of LANGUAGES) expect(name[lang].trim()).not.toBe("");
    }
  });

  test("has three cards of the standard box for its fan", () => {
    for (const kind of game.words.fan)
      expect(game.data.cards.find((entry) => entry.kind === kind)?.copies).toBeGreaterThan(0);
  });
});

test("a vision lies in a row by the side that counts", () => {
  const ways = (["up", "down", "side"] as const).map((way) =>
    fata.draw("rob scroll two 2", { lod: 0, lang: "it", way }),
  );
  expect(new Set(ways.map((drawing) => drawing.body)).size).toBe(3);
  expect(ways.map(({ w, h }) => w > h)).toEqual([false, false, true]);
});

test("the hunted lineage stands on a character only where the table says which it is", () => {
  const without = fata.draw("lineage red", { lod: 1, lang: "it" }).body;
  expect(fata.draw("lineage red", { lod: 1, lang: "it", prey: "blue" }).body).not.toBe(without);
});

test("the measuring glass fills with the cards one holds", () => {
  const levels = [0, 1, 3, 7].map((count) => zaubercocktail.draw("blue schlums", { lod: 1, lang: "it", count }).body);
  expect(new Set(levels).size).toBe(4);
});

test("the coin of a school has the letter of the player's language", () => {
  const silver = (lang: "it" | "en"): string => abracadabra.draw("water silver witch", { lod: -1, lang }).body;
  expect(silver("it")).toContain(">A</text>");
  expect(silver("en")).toContain(">S</text>");
});

test("an objective is spoken with all that it asks for", () => {
  expect(illusio.name("e5", "it")).toBe("Le manette irochesi: Evasione 3 (Specchi, Corda, Cassa)");
});
