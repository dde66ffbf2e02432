/** What the table of Zaubercocktail reads from a look, and how its decisions are pointed at: no rule. */
import type {
  Decision,
  Line,
  Ref,
  ZaubercocktailIngredient,
  ZaubercocktailInsight,
  ZaubercocktailStanding,
  ZaubercocktailView,
} from "../../generated/wire";
import { sayer } from "../../lib/settings.svelte";
import { keyOf as refKey } from "../../table/pointing";
import type { TableStore } from "../../table/store.svelte";
import { composer, type Side } from "./composer.svelte";
import { KINDS } from "./kinds";
import { says } from "./words";

const SEATS = "ABCDEFG";

export const viewOf = (table: TableStore): ZaubercocktailView => table.view as unknown as ZaubercocktailView;
export const insightOf = (table: TableStore): ZaubercocktailInsight | undefined =>
  table.insight as ZaubercocktailInsight | undefined;

export const say = sayer(says);
/** Steps with their sign. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
export const seatIndex = (letter: string): number => SEATS.indexOf(letter);

/** Cards as kinds with their numbers, in the order in which they come. */
export const counted = (cards: readonly string[]): readonly (readonly [string, number])[] => {
  const made = new Map<string, number>();
  for (const kind of cards) made.set(kind, (made.get(kind) ?? 0) + 1);
  return [...made];
};

// ---------------------------------------------------------------- decisions, as they are pointed at

const word = (form: string, name: string): Decision => ({ form, refs: [{ sort: "word", name }] });
export const handRef = (table: TableStore, kind: string): Ref => ({
  sort: "card",
  name: kind,
  at: `hand[${table.seat ?? ""}]`,
});
export const kindRef = (kind: string): Ref => ({ sort: "kind", name: kind });
export const seatRef = (letter: string): Ref => ({ sort: "seat", name: letter });
export const offerRef = (letter: string): Ref => ({ sort: "place", at: `offer_give[${letter}]` });
export const wordRef = (name: string): Ref => ({ sort: "word", name });

export const give = (table: TableStore, kind: string): Decision => ({ form: "give", refs: [handRef(table, kind)] });
export const want = (kind: string): Decision => ({ form: "want", refs: [kindRef(kind)] });
export const to = (letter: string): Decision => ({ form: "to", refs: [seatRef(letter)] });
export const counter = (letter: string): Decision => ({
  form: "counter",
  refs: [seatRef(letter), wordRef("counter")],
});
export const accept = (letter: string): Decision => ({ form: "accept", refs: [offerRef(letter)] });
export const TO_ALL = word("prepare", "to all");
export const CLEAR = word("prepare", "clear");
export const POST = word("say", "post");
export const WITHDRAW = word("say", "withdraw");
export const WITHDRAW_CALL = word("say", "withdraw call");
export const HAND_IN = word("handin", "hand in");
export const lay = (table: TableStore, kind: string, naturals: number, jokers: number): Decision => ({
  form: jokers ? "laywith" : "lay",
  refs: [
    { sort: "number", name: String(naturals), at: "naturals" },
    handRef(table, kind),
    ...(jokers ? [{ sort: "number", name: String(jokers), at: "jokers" } as const] : []),
  ],
});

const textOf = ({ form, refs }: Decision): string => [form, ...refs.map(refKey)].join(" ");
/** Whether the server offers this now. */
export const can = (table: TableStore, decision: Decision): boolean => {
  const text = textOf(decision);
  return table.pointing.ways.some((way) => textOf(way) === text);
};

/** Forms that only prepare an offer or sets: nobody hears them, and they can be changed again. */
const PREPARING = new Set(["give", "want", "to", "prepare", "counter"]);
export const light = ({ form }: Decision): boolean => PREPARING.has(form);

/** Have several decisions done in one go, all of them or none; others may still be under way. */
export const send = (table: TableStore, decisions: readonly Decision[]): Promise<boolean> =>
  table.ask({ kind: "do", seen: table.version, decisions });

const times = (n: number, decision: Decision): readonly Decision[] => Array.from({ length: n }, () => decision);
const isBegun = ({ draft_give, draft_want, draft_to }: ZaubercocktailView): boolean =>
  draft_give.length > 0 || draft_want.length > 0 || draft_to !== null;

/** What makes a draft of these cards from whatever was composed before. */
export const composing = (
  table: TableStore,
  given: readonly (readonly [string, number])[],
  wanted: readonly (readonly [string, number])[],
  letter: string | null,
): readonly Decision[] => [
  ...(isBegun(viewOf(table)) ? [CLEAR] : []),
  ...given.flatMap(([kind, n]) => times(n, give(table, kind))),
  ...wanted.flatMap(([kind, n]) => times(n, want(kind))),
  ...(letter ? [to(letter)] : []),
];

/** One card less in the draft. */
export const takeOut = (table: TableStore, side: Side, kind: string): void => {
  const view = viewOf(table);
  const less = (cards: readonly string[], here: boolean): readonly (readonly [string, number])[] =>
    counted(here ? cards.toSpliced(cards.indexOf(kind), 1) : cards);
  void send(
    table,
    composing(table, less(view.draft_give, side === "give"), less(view.draft_want, side === "want"), view.draft_to),
  );
};

/** Sets that are laid out, with one of them taken back. */
export const takeBack = (table: TableStore, kind: string): void => {
  const kept = (insightOf(table)?.laid?.sets ?? []).filter((set) => set.kind !== kind);
  void send(table, [CLEAR, ...kept.map((set) => lay(table, set.kind, set.naturals, set.jokers))]);
};

/** Keys as in the terminal: letters for the shelf, numbers for offers, s for the stone, p to post, x to clear. */
const WORD_KEYS: Readonly<Record<string, string>> = {
  stone: "s",
  post: "p",
  clear: "x",
  withdraw: "r",
  "withdraw call": "r",
  pass: "0",
  "hand in": "0",
  "to all": "*",
  counter: "+",
};
/** No key reaches what is not on the shelf's active side: keys are heard as small letters. */
const NEVER = "A";
export const keyOf = (ref: Ref, table: TableStore): string | undefined => {
  const letter = "abcdefghijk".charAt(KINDS.indexOf(ref.name ?? ""));
  const market = viewOf(table).phase === "market";
  if (ref.sort === "card") return !market || composer.side === "give" ? letter : NEVER;
  if (ref.sort === "kind") return composer.side === "want" ? letter : NEVER;
  if (ref.sort === "place") return String(seatIndex(/\[(\w)\]/.exec(ref.at ?? "")?.[1] ?? "") + 1);
  if (ref.sort === "number") return ref.at === "jokers" ? "vwyz".charAt(Number(ref.name) - 1) : (ref.name ?? NEVER);
  if (ref.sort === "seat") return NEVER;
  return WORD_KEYS[ref.name ?? ""];
};

// ---------------------------------------------------------------- the market

/** What an offer or a call is to me: I can take it, I can answer it, it only stands there. */
export type Standing = "serve" | "lack" | "call" | "aside";
export interface Stall extends ZaubercocktailStanding {
  readonly what: Standing;
  /** By what it can be told from every other, as long as it stands unchanged. */
  readonly id: string;
}

const ORDER: readonly Standing[] = ["serve", "call", "lack", "aside"];
const textOfCards = (cards: ZaubercocktailStanding["give"]): string => cards.map((each) => each.join(" ")).join(",");

/** What stands in the market: what I can serve first, the more it helps me the sooner; own offers apart. */
export const stallsOf = (table: TableStore): readonly Stall[] =>
  (insightOf(table)?.standing ?? [])
    .filter((one) => one.seat !== table.seat)
    .map((one) => {
      const serve = !one.call && can(table, accept(one.seat));
      const what: Standing = serve ? "serve" : !one.for_me ? "aside" : one.call ? "call" : "lack";
      return { ...one, what, id: `${one.seat} ${one.call ? "call" : "offer"}` };
    })
    .sort(
      (a, b) =>
        ORDER.indexOf(a.what) - ORDER.indexOf(b.what) ||
        (b.gain ?? -999) - (a.gain ?? -999) ||
        a.seat.localeCompare(b.seat),
    );
export const contentOf = (one: ZaubercocktailStanding): string =>
  [textOfCards(one.give), textOfCards(one.want), one.to ?? ""].join("|");

/** The ingredients of which one more would help most. */
export const helpers = (table: TableStore, most: number): readonly ZaubercocktailIngredient[] =>
  [...(insightOf(table)?.ingredients ?? [])]
    .filter((one) => one.one_more > 0)
    .sort((a, b) => b.one_more - a.one_more)
    .slice(0, most);

// ---------------------------------------------------------------- the sums at the end, from the story

/** One round: what each seat presented, and by how many steps it moved. */
export interface Round {
  readonly number: number;
  readonly totals: Readonly<Record<string, number>>;
  readonly steps: Readonly<Record<string, number>>;
}

const letterOf = (line: Line): string => {
  const seat = line.slots?.["seat"];
  return typeof seat === "object" && "name" in seat ? (seat.name ?? "") : "";
};

export const roundsOf = (table: TableStore): readonly Round[] => {
  const made: Round[] = [];
  for (const { line } of table.story) {
    if (line.key.startsWith("events.recipe")) made.push({ number: made.length + 1, totals: {}, steps: {} });
    const now = made.at(-1);
    const seat = letterOf(line);
    if (!now || !seat) continue;
    const put = (part: "totals" | "steps", value: number): void => {
      made[made.length - 1] = { ...now, [part]: { ...now[part], [seat]: value } };
    };
    if (line.key === "told.presented") put("totals", Number(line.slots?.["total"] ?? 0));
    else if (line.key === "told.shown") put("totals", 0);
    else if (/^told\.(advanced|retreated)/.test(line.key)) {
      const value = Number(line.slots?.["value"] ?? 1);
      put("steps", line.key.includes("retreated") ? -value : value);
    }
  }
  return made;
};
