/** Sentences from the words of a game: lines of stories, names of things, actions. The same as the engine's own. */
import type { Decision, GameTold, Line, Reason, Ref, RefusalTold, WordsTold } from "../generated/wire";

import type { Lang } from "../games/types";
import { filled, fitted } from "../lib/fitting";

/** A part of a sentence: its text, and the thing that it names, if it names one. */
export interface Part {
  readonly text: string;
  readonly ref?: Ref;
}

type Slot = NonNullable<Line["slots"]>[string];
type Table = Readonly<Record<string, unknown>>;

export const LETTERS = "ABCDEFG";
/** What holds for every game stands in the shared words: a move taken back, and why one choice was better than another. */
const UNDONE = "undone";
const WHYS = "whys";

const tableOf = (found: unknown): Table => (typeof found === "object" && found !== null ? (found as Table) : {});
/** A list has a `sort` too, but it is no reference. */
const isRef = (slot: unknown): slot is Ref =>
  typeof slot === "object" && slot !== null && !Array.isArray(slot) && "sort" in slot;

/** An address as its field, the seat it belongs to, and its indices. */
export interface Address {
  readonly field: string;
  readonly seat: string;
  readonly indices: readonly number[];
}
export const addressOf = (at: string): Address => {
  const [field = "", inside = ""] = at.replace(/\]$/, "").split("[");
  const parts = inside ? inside.split(",") : [];
  const seat = parts[0] && LETTERS.includes(parts[0]) ? (parts.shift() ?? "") : "";
  return { field, seat, indices: parts.map(Number) };
};

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export class Speech {
  constructor(
    readonly words: WordsTold,
    readonly game: GameTold,
    readonly players: readonly string[],
  ) {}

  private get lang(): Lang {
    return this.words.language === "en" ? "en" : "it";
  }
  private fill(pattern: string, values: Readonly<Record<string, string>>): string {
    return filled(this.lang, pattern, values);
  }

  private section(name: string): Table {
    return tableOf(this.words.own[name]);
  }

  /** A card, a place or a choice by the player's word for it. */
  name(thing: string): string {
    const names = this.section("names");
    const of = (word: string): string => (typeof names[word] === "string" ? names[word] : word);
    return thing in names ? of(thing) : thing.split(" ").map(of).join(" ");
  }

  player(letter: string): string {
    return this.players[LETTERS.indexOf(letter)] ?? letter;
  }

  place(at: string): string {
    const { field, seat, indices } = addressOf(at);
    const pattern = this.section("places")[field];
    if (typeof pattern !== "string") return this.text("fields", field) || at;
    const [n, m] = indices.map((index) => String(index + 1));
    return this.fill(pattern, {
      seat: seat && this.player(seat),
      n: n ?? "",
      m: m ?? "",
      letter: indices[0] === undefined ? "" : LETTERS.charAt(indices[0]),
    });
  }

  /** So many of a thing; one without a plural of its own is called as it is. */
  counted(number: number, thing: string): string {
    const several = number === 1 ? undefined : this.section("plurals")[thing];
    return `${number} ${typeof several === "string" ? several : this.name(thing)}`;
  }

  thing(ref: Ref): string {
    const name = ref.name ?? "";
    if (ref.sort === "seat") return this.player(name);
    if (ref.sort === "place") return this.place(ref.at ?? "");
    if (ref.sort === "number" && (ref.at ?? "") in this.section("names"))
      return this.counted(Number(name), ref.at ?? "");
    if (ref.sort === "word" && ref.at) return this.text(ref.at, name);
    return this.name(name);
  }

  /** A line of a story as the parts of its sentence, things apart. */
  parts(line: Line): readonly Part[] {
    const made: Part[] = [];
    for (const piece of this.pattern(line.key)
      .split(/(\{\w+\})/)
      .filter(Boolean)) {
      const slot = /^\{(\w+)\}$/.exec(piece)?.[1];
      if (slot === undefined) made.push({ text: piece });
      else made.push(...this.fit(made, this.slot(line.slots?.[slot] ?? "")));
    }
    return made;
  }

  /** What fills a slot, and what stands before it, made to fit each other. */
  private fit(before: Part[], things: readonly Part[]): readonly Part[] {
    const last = before.at(-1);
    const [first, ...rest] = things;
    if (!last || last.ref || !first) return things;
    const [text, thing] = fitted(this.lang, last.text, first.text, first.ref?.sort === "seat");
    before[before.length - 1] = { text };
    return [{ ...first, text: thing }, ...rest];
  }

  private slot(value: Slot): readonly Part[] {
    if (isRef(value)) return [{ text: this.thing(value), ref: value }];
    if (Array.isArray(value)) {
      return (value as readonly Ref[]).flatMap((each, i) => [...(i ? [{ text: ", " }] : []), ...this.slot(each)]);
    }
    return [{ text: typeof value === "number" ? this.number(value) : this.name(String(value)) }];
  }

  /** A number as it is written. */
  private number(value: number): string {
    return String(value).replace(".", this.lang === "it" ? "," : ".");
  }

  sentence(line: Line): string {
    return this.parts(line)
      .map((part) => part.text)
      .join("");
  }

  private pattern(key: string): string {
    const steps = key.split(".");
    let found: unknown = steps[0] === WHYS || steps[1] === UNDONE ? this.words.shared : this.words.own;
    for (const step of steps) {
      if (typeof found === "string") break;
      found = tableOf(found)[step];
    }
    return typeof found === "string" ? found : "";
  }

  /** What an action is called. A pattern may name the owner of a thing, which then is whoever it lies with. */
  action({ form, refs }: Decision, instead: (ref: Ref) => string | undefined = () => undefined): string {
    const patterns = this.section("actions");
    const spoken = refs.map((ref) => ref.name ?? "").join(" ");
    const pattern = patterns[spoken] ?? patterns[`${form} ${spoken}`] ?? patterns[form];
    if (typeof pattern !== "string") return refs.map((ref) => this.thing(ref)).join(", ");
    const names = this.game.forms[form] ?? [];
    const owner = refs.map((ref) => addressOf(ref.at ?? "").seat).find((seat) => seat) ?? "";
    const missing = names.length - refs.length;
    const values: Record<string, string> = {};
    const mine = missing > 0 ? names.filter((name) => name !== "seat") : names;
    for (const [i, name] of mine.entries()) {
      const ref = refs[i];
      if (ref) values[name] = instead(ref) ?? (ref.sort === "number" ? (ref.name ?? "") : this.thing(ref));
    }
    if (missing > 0) values["seat"] = this.player(owner);
    return this.fill(pattern, values);
  }

  /** What a lone word is called on a button. */
  word(name: string): string {
    const patterns = this.section("actions");
    const found = patterns[name];
    return capital(typeof found === "string" && !found.includes("{") ? found : this.name(name));
  }

  refusal(refusal: RefusalTold): string {
    const shared = tableOf(this.words.shared["refusals"])[refusal.code];
    const own = this.section("refusals")[refusal.code];
    return typeof shared === "string" ? shared : typeof own === "string" ? own : (refusal.sentence ?? refusal.code);
  }

  /** A refusal that is known by its code alone. */
  reason(code: string): string {
    return this.refusal({ code });
  }

  /** Why a hint is a good one, in sentences. */
  because(reason: Reason): string {
    const shared = tableOf(this.words.shared["reasons"]);
    const say = (key: string): string => {
      const pattern = shared[key];
      return typeof pattern === "string" ? pattern : "";
    };
    const { what, before, after, certain, others } = reason;
    if (what in shared) return say(certain ? what : "perhaps");
    const compared = typeof others === "number" && others <= after;
    const keys = [
      certain ? (after === before ? "same" : "certain") : "average",
      compared ? (others < after ? "others" : "best") : after < before ? "price" : "",
    ];
    const values = {
      what: this.text("measures", what),
      before: this.number(before),
      after: this.number(after),
      others: this.number(others ?? 0),
    };
    return keys
      .filter(Boolean)
      .map((key) => this.fill(say(key), values))
      .join(" ");
  }

  text(...keys: readonly string[]): string {
    let found: unknown = this.words.own;
    for (const key of keys) found = tableOf(found)[key];
    return typeof found === "string" ? found : "";
  }

  /** Every rule by its number. */
  get rules(): readonly (readonly [string, string])[] {
    return Object.entries(this.section("rules")).map(([number, text]) => [number, String(text)] as const);
  }
}
