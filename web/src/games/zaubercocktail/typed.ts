/**
 * What somebody types at the market in one line: `3 blu x 1 faran`, `2a=j > Bruno`, `cerco una rosa`; or sets to present:
 * `4d 2h`, `2 bacche + 1 cosa oscura`. It reads words, in both languages; whether any of it is possible the server says.
 */
import data from "../../generated/zaubercocktail.json";
import { JOKER, KINDS } from "./kinds";

export type Counted = readonly (readonly [string, number])[];
export interface Offered {
  readonly give: Counted;
  readonly want: Counted;
  /** The name that was written behind an arrow. */
  readonly to: string;
}
export interface Laid {
  readonly kind: string;
  readonly naturals: number;
  readonly jokers: number;
}

const FOR = new Set(["=", "×", "x", "per", "for", "contro", "against"]);
const SEEK = new Set(["cerco", "cerca", "seek", "chiedo"]);
const LEAD = new Set([
  "offro",
  "offer",
  "do",
  "dai",
  "give",
  "scambio",
  "trade",
  "presento",
  "present",
  "lay",
  "componi",
]);
const SMALL = new Set(["di", "of", "the", "del", "della", "degli", "le", "gli", "il", "la"]);
const AND = new Set(["+", ",", "e", "ed", "and", "con", "with"]);
const NUMBERS: Readonly<Record<string, number>> = {
  un: 1,
  uno: 1,
  una: 1,
  one: 1,
  due: 2,
  two: 2,
  tre: 3,
  three: 3,
  quattro: 4,
  four: 4,
  cinque: 5,
  five: 5,
  sei: 6,
  six: 6,
  sette: 7,
  seven: 7,
};
const KEYS = "abcdefghijk";
const MOST = 99;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/\b[dl]['’]/g, "");
const wordsIn = (text: string): readonly string[] => plain(text).match(/[a-z]+/g) ?? [];
const CALLED: ReadonlyMap<string, readonly string[]> = new Map(
  KINDS.map((kind) => {
    const entry = data.cards.find((card) => card.kind === kind);
    const nick = kind === JOKER ? ["joker", "jolly"] : [];
    return [
      kind,
      [...wordsIn(kind), ...wordsIn(entry?.it ?? ""), ...wordsIn(entry?.en ?? ""), ...nick].filter(
        (word) => !SMALL.has(word),
      ),
    ];
  }),
);
/** A word without the ending that tells one from several. */
const stem = (word: string): string => (word.length > 3 && /[aeious]$/.test(word) ? word.slice(0, -1) : word);

/** The kinds of which all these words may be said. */
const kindsCalled = (words: readonly string[]): readonly string[] => {
  if (!words.length || words.some((word) => word.length < 2)) return [];
  const fitting = (fits: (typed: string, called: string) => boolean): string[] =>
    KINDS.filter((kind) => words.every((typed) => (CALLED.get(kind) ?? []).some((called) => fits(typed, called))));
  const whole = fitting((typed, called) => typed === called);
  return whole.length ? whole : fitting((typed, called) => called.startsWith(stem(typed)));
};

/** Keys that are written together are taken apart: `2a1k`, `ab`. */
const apart = (token: string): readonly string[] =>
  /^[a-k]{2,}$/.test(token) && !kindsCalled([token]).length && !AND.has(token) ? [...token] : [token];
const tokensOf = (text: string): readonly string[] =>
  (plain(text).match(/\d+|[a-z]+|[=×>+,]/g) ?? []).filter((token) => !SMALL.has(token)).flatMap(apart);

/** The cards that a line names; undefined where a word of it names none, or may name several kinds. */
const cardsIn = (tokens: readonly string[]): Counted | undefined => {
  const spelled = tokens.some((token) => token.length > 2 && kindsCalled([token]).length > 0);
  const found = new Map<string, number>();
  let number = 0;
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at] ?? "";
    const article = (token === "a" || token === "an") && /^[a-z]{2,}$/.test(tokens[at + 1] ?? "");
    const said = article ? 1 : /^\d/.test(token) ? Number(token) : (NUMBERS[token] ?? 0);
    if (!number && said) {
      number = said;
      at += 1;
    } else if (!number && AND.has(token) && (token.length !== 1 || !KEYS.includes(token) || spelled)) at += 1;
    else {
      const [kind, used] = kindAt(tokens, at);
      if (!kind) return undefined;
      found.set(kind, (found.get(kind) ?? 0) + Math.min(number || 1, MOST));
      at += used;
      number = 0;
    }
  }
  return number ? undefined : [...found];
};

/** The kind that is named from here on, by as many words as name exactly one. */
const kindAt = (tokens: readonly string[], at: number): readonly [string | undefined, number] => {
  const token = tokens[at] ?? "";
  if (token.length === 1) return [KINDS[KEYS.indexOf(token)], 1];
  const rest = tokens.slice(at);
  const stop = rest.findIndex((one) => !/^[a-z]{2,}$/.test(one) || AND.has(one));
  for (let used = stop < 0 ? rest.length : stop; used > 0; used--) {
    const kinds = kindsCalled(rest.slice(0, used));
    if (kinds.length === 1) return [kinds[0], used];
  }
  return [undefined, 1];
};

/** An offer or a call; undefined where this is none. */
export const offerIn = (text: string): Offered | undefined => {
  const [line = "", name = ""] = text.split(">");
  const tokens = tokensOf(line);
  const first = tokens[0] ?? "";
  const middles = tokens.flatMap((token, at) => (FOR.has(token) ? [at] : []));
  if (!SEEK.has(first) && middles.length !== 1) return undefined;
  const start = SEEK.has(first) || LEAD.has(first) ? 1 : 0;
  const middle = SEEK.has(first) ? 0 : (middles[0] ?? 0);
  const given = cardsIn(tokens.slice(start, Math.max(start, middle)));
  const wanted = cardsIn(tokens.slice(middle + 1));
  const open = SEEK.has(first) || tokens[middle] === "=";
  if (!given || !wanted || given.length + wanted.length === 0) return undefined;
  if (!open && !(given.length && wanted.length)) return undefined;
  return { give: given, want: wanted, to: name.trim() };
};

/** Sets one after the other; jokers stand after the set they help, or before the first one. */
export const setsIn = (text: string): readonly Laid[] | undefined => {
  const tokens = tokensOf(text);
  const named = cardsIn(LEAD.has(tokens[0] ?? "") ? tokens.slice(1) : tokens);
  if (!named?.length) return undefined;
  const made: Laid[] = [];
  let leading = 0;
  for (const [kind, n] of named) {
    const last = made.at(-1);
    if (kind !== JOKER) made.push({ kind, naturals: n, jokers: made.length ? 0 : leading });
    else if (last) made[made.length - 1] = { ...last, jokers: last.jokers + n };
    else leading += n;
  }
  return made.length ? made : undefined;
};

/** The seat whose name begins so, if only one does. */
export const seatCalled = (name: string, players: readonly (readonly [string, string])[]): string | undefined => {
  const wanted = plain(name);
  const found = players.filter(
    ([letter, called]) => letter.toLowerCase() === wanted || plain(called).startsWith(wanted),
  );
  const same = found.filter(([letter, called]) => letter.toLowerCase() === wanted || plain(called) === wanted);
  const one = same.length ? same : found;
  return one.length === 1 ? one[0]?.[0] : undefined;
};
