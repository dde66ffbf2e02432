/**
 * Words that stand side by side: what a sentence and a name do to each other where a slot is filled. "tocca a {seat}" is
 * "tocca ad Ada", "da {start}" "dalla mano di Ada", "a {thing}" in English "an Elemental". The same as the engine's own.
 */
import type { Lang } from "../games/types";

/** Slots that somebody's name fills: a name is never changed, only what stands before it. */
export const NAMES: ReadonlySet<string> = new Set(["seat", "seats", "other", "name"]);

const ARTICLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  a: { il: "al", lo: "allo", la: "alla", i: "ai", gli: "agli", le: "alle", "l'": "all'" },
  da: { il: "dal", lo: "dallo", la: "dalla", i: "dai", gli: "dagli", le: "dalle", "l'": "dall'" },
  di: { il: "del", lo: "dello", la: "della", i: "dei", gli: "degli", le: "delle", "l'": "dell'" },
  in: { il: "nel", lo: "nello", la: "nella", i: "nei", gli: "negli", le: "nelle", "l'": "nell'" },
  su: { il: "sul", lo: "sullo", la: "sulla", i: "sui", gli: "sugli", le: "sulle", "l'": "sull'" },
};
const PREPOSITION = /(?:^|(?<=[\s«“(]))(a|da|di|in|su)\s+$/i;
/** A capital one belongs to a title, which is left alone. */
const ARTICLE = /^(?:(il|lo|la|i|gli|le)\s+|(l)['’])(?=[\p{L}\p{N}_])/u;
const VOWEL = /(?:^|(?<=[\s«“(]))([ae])\s+$/i;
const AN = /(?:^|(?<=[\s“(]))(a)\s+$/i;

type Pair = readonly [before: string, thing: string];

const inItalian = (before: string, thing: string, name: boolean): Pair => {
  const preposition = PREPOSITION.exec(before);
  const article = ARTICLE.exec(thing);
  if (preposition?.[1] && article && !name) {
    const bound = ARTICLES[preposition[1].toLowerCase()]?.[article[1] ?? "l'"] ?? "";
    const head = /^[A-Z]/.test(preposition[1]) ? bound.charAt(0).toUpperCase() + bound.slice(1) : bound;
    return [before.slice(0, preposition.index) + head + (article[2] ? "" : " "), thing.slice(article[0].length)];
  }
  const vowel = VOWEL.exec(before);
  const begins = thing.charAt(0).toLowerCase();
  if (vowel?.[1] && begins === vowel[1].toLowerCase() && /^\p{L}+$/u.test(thing.slice(0, 2)))
    return [`${before.slice(0, vowel.index)}${vowel[1]}d `, thing];
  return [before, thing];
};

const inEnglish = (before: string, thing: string, name: boolean): Pair => {
  const article = AN.exec(before);
  if (article?.[1] && !name && /^[aeio]/i.test(thing))
    return [`${before.slice(0, article.index)}${article[1]}n `, thing];
  return [before, thing];
};

/** What stands before a slot and what fills it, as they are written side by side; `name` where somebody is called so. */
export const fitted = (lang: Lang, before: string, thing: string, name: boolean): Pair =>
  lang === "it" ? inItalian(before, thing, name) : inEnglish(before, thing, name);

/** A value as it is written; a number with `one|several` is followed by the form that it asks for. */
const counted = (value: string, forms: string): string => {
  if (!forms) return value;
  const [one = "", several = ""] = forms.split("|");
  return `${value} ${value === "1" ? one : several}`;
};

const SLOT = /\{(\w+)(?::([^}]*))?\}/g;

/** A sentence with its slots filled; `{n:card|cards}` is a number with what there are so many of. */
export const filled = (lang: Lang, pattern: string, values: Readonly<Record<string, string>>): string => {
  let made = "";
  let at = 0;
  for (const found of pattern.matchAll(SLOT)) {
    const [whole, slot = "", forms = ""] = found;
    const thing = counted(values[slot] ?? "", forms);
    const [before, fit] = fitted(lang, pattern.slice(at, found.index), thing, NAMES.has(slot));
    made += before + fit;
    at = found.index + whole.length;
  }
  return made + pattern.slice(at);
};

/** The same for what the page says itself; a slot for which nothing is given stays as it is. */
export const fillSlots = (lang: Lang, pattern: string, values: Readonly<Record<string, string | number>>): string => {
  const slots = [...pattern.matchAll(SLOT)].map(([whole, slot = ""]) => [slot, String(values[slot] ?? whole)] as const);
  return filled(lang, pattern, Object.fromEntries(slots));
};

/** A place in a ranking, as the language writes it. */
export const ordinalIn = (lang: Lang, n: number): string => {
  if (lang === "it") return `${n}º`;
  const teens = Math.floor(n / 10) % 10 === 1;
  return `${n}${(teens ? undefined : ["th", "st", "nd", "rd"][n % 10]) ?? "th"}`;
};
