/** What the table of FLAUTZ! reads from a look: no rule, only where things stand. */
import data from "../../generated/flautz.json";
import type { FlautzInsight, FlautzView, Line, Ref } from "../../generated/wire";
import { sayer } from "../../lib/settings.svelte";
import { type Held, heldOf } from "../../table/held";
import type { Asked } from "../../table/pages";
import type { TableStore } from "../../table/store.svelte";
import { says } from "./words";

export type Zone = "air" | "floor" | "either" | "FLAUTZ!";
const CARDS = ["I", "II", "III"] as const;
export const CRYSTALS = data.table.crystals;
/** Cards of a hand that nobody sees. */
const HAND = 5;

export const viewOf = (table: TableStore): FlautzView => table.view as unknown as FlautzView;
export const insightOf = (table: TableStore): FlautzInsight | undefined => table.insight as FlautzInsight | undefined;

export const say = sayer(says);

/** What is asked once something is picked, and what comes of it. */
export const askOf = (ref: Ref): Asked | undefined => {
  if (ref.sort === "place") return { ask: say("taking"), more: say("takingMore") };
  if (ref.sort === "card") return { ask: say("giving"), more: say("givingMore") };
  if (ref.name === "focus") return { ask: "{thing}", more: say("focusMore") };
  return ref.name === "declare" ? { ask: "{thing}", more: say("declareMore") } : undefined;
};

/** The fields of the arena, from the sides of its cards that this table agreed on. */
export const stripOf = (table: TableStore): readonly Zone[] =>
  CARDS.flatMap((card) => {
    const side = table.opened?.options[`arena-${card}`] === "back" ? "back" : "front";
    return data.table.arena[card][side] as readonly Zone[];
  });

export const byPoints = (table: TableStore): boolean => table.opened?.options["mode"] === "points";

/** The open cards of a seat's hand, and how many lie hidden. */
export const handOf = (table: TableStore, letter: string): { known: readonly string[]; hidden: number } => {
  const known = viewOf(table).known[letter] ?? [];
  return { known, hidden: Math.max(0, HAND - known.length) };
};

/** A card in the own hand, and whether it is part of the best spell. */
export interface Spelt extends Held {
  readonly spell: boolean;
}

/** The own hand with the cards of the best spell first, in their order. */
export const spelt = (hand: readonly string[], spell: readonly string[]): readonly Spelt[] => {
  const rest = [...hand];
  const first = spell.filter((kind) => {
    const at = rest.indexOf(kind);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return heldOf([...first, ...rest]).map((card, i) => ({ ...card, spell: i < first.length }));
};

/** Keys as in the terminal: 1 to 6 for open cards, a to e for the hand, F and D for what is said. */
export const keyOf = (ref: Ref, table: TableStore): string | undefined => {
  const place = /^(air|floor)\[(\d)\]$/.exec(ref.at ?? "");
  if (ref.sort === "place" && place) return String(Number(place[2]) + (place[1] === "air" ? 1 : 4));
  if (ref.sort === "card") {
    const held = spelt(viewOf(table).hand, insightOf(table)?.spell?.cards ?? []);
    return "abcde".charAt(held.findIndex((card) => card.kind === ref.name)) || undefined;
  }
  return { focus: "f", declare: "d", waive: "w" }[ref.name ?? ""];
};

// ---------------------------------------------------------------- the sums at the end, from the story

/** One challenge: what each seat's spell was worth, who won crystals, who declared. */
export interface Challenge {
  readonly number: number;
  readonly values: Readonly<Record<string, number>>;
  readonly crystals: Readonly<Record<string, number>>;
  readonly declarer: string;
}

const letterOf = (line: Line): string => {
  const seat = line.slots?.["seat"];
  return typeof seat === "object" && "name" in seat ? (seat.name ?? "") : "";
};
const valueOf = (line: Line): number => Number(line.slots?.["value"] ?? 0);

export const challengesOf = (table: TableStore): readonly Challenge[] => {
  const made: Challenge[] = [];
  for (const { line } of table.story) {
    const now = made.at(-1);
    const seat = letterOf(line);
    if (line.key === "told.began") made.push({ number: valueOf(line), values: {}, crystals: {}, declarer: "" });
    else if (!now) continue;
    else if (line.key === "told.opened" || line.key.startsWith("events.valued")) {
      made[made.length - 1] = { ...now, values: { ...now.values, [seat]: valueOf(line) } };
    } else if (line.key.startsWith("events.crystals")) {
      made[made.length - 1] = { ...now, crystals: { ...now.crystals, [seat]: valueOf(line) } };
    } else if (line.key === "told.declared") made[made.length - 1] = { ...now, declarer: seat };
  }
  return made;
};
