import data from "../../generated/illusio.json";
import { drawing, type Drawing, V } from "../../art/pen";
import { byKind, isOneOf, oneOf, speaker } from "../read";
import type { CardData, CardEntry, CardGame, ChipFace, Glyph, Lang, Look, Token } from "../types";
import {
  back,
  component,
  type Domain,
  domainSign,
  domainTone,
  type Group,
  GROUPS,
  il,
  magician,
  MAGICIANS,
  markOf,
  need,
  objective,
  objectiveBack,
  type Objective,
  paints,
  special,
  specialOf,
  SPECIALS,
  thingOf,
  THINGS,
} from "./art";
import { words } from "./words";

interface Entry extends CardEntry {
  readonly group?: string;
  readonly domain?: string;
  readonly level?: number;
  readonly needs?: readonly string[];
}
const box: CardData<Entry> = data;
const entries = byKind(box);
const DOMAINS = ["close-up", "illusion", "escape", "mentalism"] as const satisfies readonly Domain[];
const plainName = speaker(box, words);

const groupOf = (thing: string): Group => oneOf(GROUPS, entries.get(thing)?.group);
const objectiveOf = (kind: string): Objective => {
  const entry = entries.get(kind);
  return { domain: oneOf(DOMAINS, entry?.domain), level: entry?.level ?? 0, needs: entry?.needs ?? [] };
};

const draw = (kind: string, look: Look): Drawing => {
  if (kind === "back") return back(look.lod);
  if (kind === "objective back") return objectiveBack(look.lod);
  const title = plainName(kind, look.lang);
  if (isOneOf(THINGS, kind)) return component(kind, groupOf(kind), title, look.lod);
  if (isOneOf(SPECIALS, kind)) return special(kind, title, look.lod);
  if (isOneOf(MAGICIANS, kind)) return magician(kind, title, look.lod);
  return objective(objectiveOf(kind), title, look.lod, groupOf);
};

const glyph = (body: string, half = 54): Glyph => ({ box: `${-half} ${-half} ${2 * half} ${2 * half}`, body });

const chip = (kind: string, look: Look): ChipFace => {
  const title = plainName(kind, look.lang);
  if (isOneOf(THINGS, kind))
    return { tone: il(groupOf(kind), "deep"), parts: [glyph(thingOf(kind, groupOf(kind)), 60), title] };
  if (isOneOf(SPECIALS, kind)) return { tone: V("il-special"), parts: [glyph(specialOf(kind)), title] };
  if (isOneOf(MAGICIANS, kind)) return { tone: V("il-curtain"), parts: [glyph(markOf(kind)), title] };
  const entry = entries.get(kind);
  if (!entry?.domain) return { tone: V("il-special"), parts: [title] };
  const { domain, level } = objectiveOf(kind);
  return { tone: domainTone(domain), parts: [String(level), glyph(domainSign(domain)), title] };
};

/** An objective is told with all that its card asks for: a name alone would not help anybody who cannot see it. */
const name = (kind: string, lang: Lang): string => {
  const entry = entries.get(kind);
  if (!entry?.domain) return plainName(kind, lang);
  const { domain, level, needs } = objectiveOf(kind);
  const needed = needs.map((need) => box.words[lang][need] ?? plainName(need, lang)).join(", ");
  return `${plainName(kind, lang)}: ${box.words[lang][domain] ?? domain} ${level} (${needed})`;
};

const objectives = (first: string): string[] =>
  box.cards.map((entry) => entry.kind).filter((kind) => new RegExp(`^${first}\\d$`).test(kind));

/** What an objective asks for, or a component: a full disc for one thing, a dashed one for any of a group. */
export const disc = (what: string): Drawing =>
  drawing(100, 100, `<g transform="translate(50 50)">${need(what, 46, groupOf)}</g>`);
/** The sign of a domain, in the colour of its surroundings. */
export const domainMark = (domain: string): Drawing =>
  drawing(108, 108, `<g transform="translate(54 54)">${domainSign(oneOf(DOMAINS, domain), "currentColor")}</g>`);
export const toneOf = (domain: string): string => domainTone(oneOf(DOMAINS, domain));

const tokens: readonly Token[] = [
  ...["rabbit", "crate"].map((thing) => ({
    name: { it: `proprio ${plainName(thing, "it")}`, en: `exactly ${plainName(thing, "en")}` },
    drawing: disc(thing),
  })),
  ...["any accessory", "any animal", "any artifice", "any box"].map((what) => ({
    name: { it: box.words.it[what] ?? what, en: box.words.en[what] ?? what },
    drawing: disc(what),
  })),
];

export const cards: CardGame = {
  id: "illusio",
  data: box,
  paints,
  words,
  backs: ["back", "objective back"],
  backOf: (kind) => (kind === "objective back" || entries.get(kind)?.domain ? "objective back" : "back"),
  draw,
  name,
  chip,
  tokens,
  groups: [
    { title: { it: "Componenti", en: "Components" }, kinds: THINGS },
    { title: { it: "Azioni speciali", en: "Special actions" }, kinds: SPECIALS },
    ...DOMAINS.map((domain) => ({
      title: { it: `Obiettivi: ${box.words.it[domain] ?? ""}`, en: `Objectives: ${box.words.en[domain] ?? ""}` },
      kinds: objectives(domain.charAt(0)),
    })),
    { title: { it: "Maghi", en: "Magicians" }, kinds: MAGICIANS },
  ],
};
