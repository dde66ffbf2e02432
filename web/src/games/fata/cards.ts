import data from "../../generated/fata.json";
import type { Drawing } from "../../art/pen";
import { V } from "../../art/pen";
import { byKind, isOneOf, oneOf, speaker } from "../read";
import type { CardData, CardEntry, CardGame, ChipFace, Glyph, Lang, Look, Token, Way } from "../types";
import {
  back,
  chest,
  crest,
  gem,
  huntWheel,
  masked,
  CHARMS,
  charmOf,
  enchantment,
  fa,
  lineage,
  lineageBack,
  LINEAGES,
  lineageSign,
  paints,
  queen,
  signed,
  starSign,
  SUBJECTS,
  subjectSign,
  SYMBOLS,
  symbolSign,
  treasure,
  treasureBack,
  TYPES,
  typeSign,
  type Vision,
  visionFull,
  visionHand,
  visionLaid,
  visionSlip,
} from "./art";
import { words } from "./words";

interface Entry extends CardEntry {
  readonly stars?: readonly number[];
}
const box: CardData<Entry> = data;
const entries = byKind(box);
const name = speaker(box, words);

/** What is printed on a vision, from its name and the box. */
export const visionOf = (kind: string): Vision => {
  const [type, symbol, subject, power] = kind.split(" ");
  const [up = 0, down = 0] = entries.get(kind)?.stars ?? [];
  return {
    type: oneOf(TYPES, type),
    symbol: oneOf(SYMBOLS, symbol),
    subject: oneOf(SUBJECTS, subject),
    power: Number(power),
    stars: { up, down, side: Number(power) },
  };
};

/** In a row one side counts; in the hand all three. From 80 px the whole card, which the table turns. */
const drawVision = (kind: string, look: Look): Drawing => {
  const vision = visionOf(kind);
  const words_ = box.words[look.lang];
  if (look.lod === 1)
    return visionFull(vision, { type: words_[vision.type] ?? "", subject: words_[vision.subject] ?? "" });
  if (look.way) return visionLaid(vision, look.way, look.covered);
  return look.lod === 0 ? visionHand(vision) : visionSlip(vision);
};

/** `stirpe Aquate (blu)` and `Aquate lineage (blue)` are both the Aquate. */
const houseName = (kind: string, lang: Lang): string =>
  name(kind, lang)
    .replace(/\s*\(.*\)/, "")
    .split(" ")
    .find((word) => /^\p{Lu}/u.test(word)) ?? name(kind, lang);

const draw = (kind: string, look: Look): Drawing => {
  const [first = "", second] = kind.split(" ");
  if (kind === "back") return back(look.lod);
  if (kind === "treasure back") return treasureBack(look.lod);
  if (kind === "lineage back") return lineageBack(look.lod);
  if (kind === "queen") return queen(name(kind, look.lang), look.lod);
  if (isOneOf(CHARMS, first)) return enchantment(first, name(kind, look.lang), look.lod);
  if (first === "lineage")
    return lineage(
      oneOf(LINEAGES, second),
      houseName(kind, look.lang),
      look.lod,
      look.prey ? oneOf(LINEAGES, look.prey) : undefined,
    );
  if (isOneOf(LINEAGES, first)) return treasure(first, Number(second), look.lod);
  return drawVision(kind, look);
};

const glyph = (body: string, half = 56): Glyph => ({ box: `${-half} ${-half} ${2 * half} ${2 * half}`, body });

const sideOf = (vision: Vision, way: Way): Glyph | string => {
  if (way === "side") return `×${vision.power}`;
  return way === "up"
    ? glyph(typeSign(vision.type))
    : { box: "-68 -60 136 120", body: subjectSign(vision.subject, V("fa-subject")) };
};

const visionChip = (kind: string, way: Way): ChipFace => {
  const vision = visionOf(kind);
  const tone = way === "up" ? fa(vision.type, "deep") : V(way === "down" ? "fa-subject" : "fa-power");
  const stars = Array.from({ length: vision.stars[way] }, () => glyph(starSign(V("gold-lo")), 60));
  return {
    tone,
    parts: [
      sideOf(vision, way),
      ...(vision.symbol === "blank" ? [] : [glyph(symbolSign(vision.symbol, V("ink")))]),
      ...stars,
    ],
  };
};

const chip = (kind: string, look: Look): ChipFace => {
  const [first = "", second] = kind.split(" ");
  if (isOneOf(TYPES, first)) return visionChip(kind, look.way ?? "up");
  const dark = V("fa-charm-deep");
  if (isOneOf(CHARMS, first))
    return {
      tone: dark,
      parts: [
        glyph(`<rect x="-60" y="-60" width="120" height="120" rx="20" fill="${dark}"/>` + charmOf(first), 60),
        name(kind, look.lang),
      ],
    };
  const lineageKind = first === "lineage" ? second : first;
  if (!isOneOf(LINEAGES, lineageKind)) return { tone: V("fa-purple-deep"), parts: [name(kind, look.lang)] };
  const told = first === "lineage" ? houseName(kind, look.lang) : signed(Number(second));
  return { tone: fa(lineageKind, "deep"), parts: [told, glyph(lineageSign(lineageKind), 52)] };
};

const backOf = (kind: string): string => {
  const [first = ""] = kind.split(" ");
  if (first === "lineage") return "lineage back";
  return kind === "queen" || first === "treasure" || isOneOf(LINEAGES, first) ? "treasure back" : "back";
};

const kindsOf = (first: string): string[] =>
  box.cards.map((entry) => entry.kind).filter((kind) => kind.split(" ")[0] === first);

const tokens: readonly Token[] = [
  {
    name: { it: "il cerchio dei rivali", en: "the circle of rivals" },
    drawing: huntWheel({ circle: LINEAGES, me: "blue", seats: { red: "D" } }),
  },
  ...LINEAGES.map((colour) => ({
    name: { it: name(`lineage ${colour}`, "it"), en: name(`lineage ${colour}`, "en") },
    drawing: crest(colour),
  })),
  { name: { it: "in segreto", en: "in secret" }, drawing: masked() },
  { name: { it: "tesoro scoperto", en: "open treasure" }, drawing: gem("red", 3, true) },
  { name: { it: "tesoro coperto ma noto", en: "face-down treasure that all know" }, drawing: gem("purple", -1, false) },
  { name: { it: "tesoro ignoto", en: "unknown treasure" }, drawing: chest() },
];

export const cards: CardGame = {
  id: "fata",
  data: box,
  paints,
  words,
  backs: Object.keys(words.backs),
  backOf,
  draw,
  name,
  chip,
  tokens,
  groups: [
    ...TYPES.map((type) => ({
      title: { it: `Visioni: ${box.words.it[type] ?? ""}`, en: `Visions: ${box.words.en[type] ?? ""}` },
      kinds: kindsOf(type),
    })),
    { title: { it: "Ammaliamenti", en: "Enchantments" }, kinds: CHARMS },
    { title: { it: "Tesori e Regina", en: "Treasures and Queen" }, kinds: [...LINEAGES.flatMap(kindsOf), "queen"] },
    { title: { it: "Personaggi", en: "Characters" }, kinds: kindsOf("lineage") },
  ],
};
