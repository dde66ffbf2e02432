import data from "../../generated/abracadabra.json";
import { type Drawing, INK } from "../../art/pen";
import { isOneOf, oneOf, speaker } from "../read";
import type { CardData, CardGame, ChipFace, Glyph, Lang, Look, Token } from "../types";
import {
  ab,
  equalSign,
  sameSign,
  traitSign,
  ASPECTS,
  back,
  elemental,
  ELEMENTS,
  elementSign,
  emblemOf,
  enchanter,
  hatSign,
  object,
  objectBack,
  paints,
  type Printed,
  SCHOOLS,
  trick,
  TRICKS,
} from "./art";
import { words } from "./words";

const box: CardData = data;
const PILES = ["A", "B", "C", "D", "E", "F", "G"] as const;
const name = speaker(box, words);
const wordOf = (key: string, lang: Lang): string => box.words[lang][key] ?? key;

/** The name without its school, which stands on the coin; the letter of the school, or a star for any. */
const printed = (kind: string, school: string | undefined, lang: Lang): Printed => {
  const word = school ? wordOf(school, lang) : "";
  const rest = name(kind, lang).replace(new RegExp(` ?\\b${word}\\b`, "i"), "");
  return { name: school ? rest.trim() : name(kind, lang), letter: school ? word.charAt(0).toUpperCase() : "∗" };
};

const drawObject = (letter: string, second: string | undefined, look: Look): Drawing => {
  if (second === "back") return objectBack(letter, look.lod);
  return object(letter, second === "stone" ? 0 : Number(second), look.lod);
};

const draw = (kind: string, look: Look): Drawing => {
  const [first = "", second, third] = kind.split(" ");
  if (isOneOf(PILES, first)) return drawObject(first, second, look);
  if (isOneOf(TRICKS, first)) return trick(first, name(kind, look.lang), look.lod);
  const element = oneOf(ELEMENTS, first);
  if (second === "back") return back(element, look.lod);
  if (second === "elemental") return elemental(element, look.lod, { name: wordOf("elemental", look.lang), letter: "" });
  const school = isOneOf(SCHOOLS, second) ? second : undefined;
  return enchanter(element, school, oneOf(ASPECTS, third ?? second), look.lod, printed(kind, school, look.lang));
};

const glyph = (body: string, half = 52): Glyph => ({ box: `${-half} ${-half} ${2 * half} ${2 * half}`, body });

const chip = (kind: string, look: Look): ChipFace => {
  const [first = "", second, third] = kind.split(" ");
  if (isOneOf(PILES, first))
    return { tone: INK, parts: [first, ...(second === "back" ? [] : [second === "stone" ? "◆" : (second ?? "")])] };
  if (isOneOf(TRICKS, first)) {
    const ground = `<rect x="-66" y="-66" width="132" height="132" rx="22" fill="${ab("air", "deep")}"/>`;
    return { tone: ab("air", "deep"), parts: [glyph(ground + emblemOf(first), 66), name(kind, look.lang)] };
  }
  const element = oneOf(ELEMENTS, first);
  const parts: (Glyph | string)[] = [glyph(elementSign(element))];
  if (second === "back") parts.push("?");
  else if (second === "elemental") parts.push("+1");
  else
    parts.push(
      glyph(hatSign(oneOf(ASPECTS, third ?? second))),
      printed(kind, third ? second : undefined, look.lang).letter,
    );
  return { tone: ab(element, "deep"), parts };
};

/** Face down a playing card still tells its element, an Object its pile. */
const backOf = (kind: string): string => {
  const [first = ""] = kind.split(" ");
  return `${isOneOf(TRICKS, first) ? "air" : first} back`;
};

const faces = box.cards.map((entry) => entry.kind).filter((kind) => !kind.endsWith(" back"));
const kindsOf = (first: string): string[] => faces.filter((kind) => kind.split(" ")[0] === first);
const backs = [...ELEMENTS, ...PILES].map((first) => `${first} back`);

const tokens: readonly Token[] = [
  { name: { it: "elemento", en: "element" }, drawing: traitSign("element") },
  { name: { it: "scuola", en: "school" }, drawing: traitSign("school") },
  { name: { it: "aspetto", en: "aspect" }, drawing: traitSign("aspect") },
  { name: { it: "tre uguali", en: "three the same" }, drawing: sameSign(true) },
  { name: { it: "tre diversi", en: "three different" }, drawing: sameSign(false) },
  { name: { it: "uguale", en: "equal" }, drawing: equalSign(true) },
  { name: { it: "diverso", en: "not equal" }, drawing: equalSign(false) },
];

export const cards: CardGame = {
  id: "abracadabra",
  data: box,
  paints,
  words,
  backs,
  backOf,
  draw,
  name,
  chip,
  tokens,
  groups: [
    ...ELEMENTS.map((element) => ({
      title: { it: `Elemento: ${wordOf(element, "it")}`, en: `Element: ${wordOf(element, "en")}` },
      kinds: kindsOf(element),
    })),
    { title: { it: "Trucchetti", en: "Tricks" }, kinds: TRICKS },
    ...PILES.map((pile) => ({
      title: { it: `Oggetti magici ${pile}`, en: `Magic Objects ${pile}` },
      kinds: kindsOf(pile),
    })),
    { title: { it: "Dorsi", en: "Backs" }, kinds: backs },
  ],
};
