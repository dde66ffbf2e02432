import data from "../../generated/zaubercocktail.json";
import { type Drawing, V } from "../../art/pen";
import { ordinalIn } from "../../lib/fitting";
import { byKind, speaker } from "../read";
import type { CardData, CardEntry, CardGame, ChipFace, Look, Token } from "../types";
import { marker } from "../../art/tokens";
import {
  back,
  brew,
  drink,
  goblet,
  ring,
  ingredient,
  type Letter,
  LETTERS,
  lightning,
  paints,
  recipe,
  recipeBack,
  zc,
} from "./art";
import { LAST, words } from "./words";

interface Entry extends CardEntry {
  readonly scale?: readonly number[];
  readonly steps?: readonly number[];
  readonly back?: number;
}
const box: CardData<Entry> = data;
const entries = byKind(box);
const name = speaker(box, words);
const ingredients = box.cards.filter((entry) => entry.scale).map((entry) => entry.kind);
const recipes = box.cards.filter((entry) => entry.steps).map((entry) => entry.kind);

/** Ingredients have letters in the order of the box, as in the terminal. */
export const letterOf = (kind: string): Letter | undefined => LETTERS[ingredients.indexOf(kind)];

const draw = (kind: string, look: Look): Drawing => {
  if (kind === "back") return back(look.lod);
  if (kind === "recipe back") return recipeBack(look.lod);
  const title = name(kind, look.lang);
  if (kind === "lightning") return lightning(title, look.lod);
  const entry = entries.get(kind);
  const letter = letterOf(kind);
  if (letter) return ingredient(letter, entry?.scale ?? [], title, look.lod, look.count);
  return recipe(
    recipes.indexOf(kind) + 1,
    { steps: entry?.steps ?? [], back: entry?.back ?? 0 },
    title,
    [...[1, 2, 3].map((rank) => ordinalIn(look.lang, rank)), LAST[look.lang]],
    look.lod,
  );
};

const chip = (kind: string, look: Look): ChipFace => {
  const letter = letterOf(kind);
  if (letter)
    return {
      tone: zc(letter, "deep"),
      parts: [...(look.count ? [String(look.count)] : []), { box: "-56 -60 112 120", body: brew(letter) }, letter],
    };
  const number = recipes.indexOf(kind);
  return {
    tone: V("zc-stair"),
    parts: [...(number < 0 ? [] : [{ box: "-56 -62 112 124", body: drink(number + 1) }]), name(kind, look.lang)],
  };
};

const tokens: readonly Token[] = [
  { name: { it: "calice vuoto", en: "empty goblet" }, drawing: goblet([null, null, null], "ABCDEFG") },
  { name: { it: "calice con tre pietre", en: "goblet with three stones" }, drawing: goblet([3, 0, 1], "ABCDEFG") },
  { name: { it: "anello", en: "ring" }, drawing: ring() },
  ...[0, 3, 6].map((index) => {
    const letter = "ABCDEFG".charAt(index);
    return { name: { it: `segnalino ${letter}`, en: `marker ${letter}` }, drawing: marker(index, letter) };
  }),
];

export const cards: CardGame = {
  id: "zaubercocktail",
  data: box,
  paints,
  words,
  backs: ["back", "recipe back"],
  backOf: (kind) => (kind === "back" || letterOf(kind) ? "back" : "recipe back"),
  draw,
  name,
  chip,
  tokens,
  groups: [
    { title: { it: "Ingredienti", en: "Ingredients" }, kinds: ingredients },
    { title: { it: "Ricette e Fulmine", en: "Recipes and Lightning" }, kinds: [...recipes, "lightning"] },
  ],
};
