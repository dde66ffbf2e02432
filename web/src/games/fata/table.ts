/** What the table of F.A.T.A. reads from a look: no rule, only where things stand. */
import type { Drawing } from "../../art/pen";
import type {
  Decision,
  FataInsight,
  FataPoints,
  FataRow,
  FataSeat,
  FataTheft,
  FataView,
  Ref,
} from "../../generated/wire";
import { sayer } from "../../lib/settings.svelte";
import type { Asked, Meant } from "../../table/pages";
import { addressOf } from "../../table/say";
import type { TableStore } from "../../table/store.svelte";
import { isOneOf, oneOf } from "../read";
import type { Way } from "../types";
import { CHARMS, crest, gem, type Lineage, LINEAGES, masked, SYMBOLS, type VisionSymbol } from "./art";
import { says } from "./words";

/** How the first, second and third vision of a row lie, and what each place says. */
export const WAYS: readonly Way[] = ["up", "down", "side"];
export const PLACES = ["what", "whom", "howMuch"] as const;

export const viewOf = (table: TableStore): FataView => table.view as unknown as FataView;
export const insightOf = (table: TableStore): FataInsight | undefined => table.insight as FataInsight | undefined;
export const seatOf = (table: TableStore, letter: string): FataSeat | undefined =>
  insightOf(table)?.seats.find((one) => one.seat === letter);

export const say = sayer(says);
export const number = (n: number): string => (n < 0 ? `−${-n}` : String(n));
export const signedNumber = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

// ---------------------------------------------------------------- rows

export const rowRef = (letter: string, row: number): Ref => ({ sort: "place", at: `rows[${letter},${row}]` });

/** A vision in a row: how it lies, and whether another one covers it. */
export interface Lying {
  readonly kind: string;
  readonly way: Way;
  readonly covered: boolean;
  readonly at: string;
}
export const lyingIn = (table: TableStore, letter: string, row: number): readonly Lying[] => {
  const visions = (viewOf(table).rows[letter]?.[row] ?? []).filter((kind) => kind !== null);
  return visions.map((kind, i) => ({
    kind,
    way: WAYS[i] ?? "side",
    covered: i < visions.length - 1,
    at: `rows[${letter},${row},${i}]`,
  }));
};
export const rowOf = (table: TableStore, letter: string, row: number): FataRow | undefined =>
  seatOf(table, letter)?.rows[row];
/** What a row is heading for, in words; '' for an empty one. */
export const headingOf = (table: TableStore, letter: string, row: number): string => {
  const told = rowOf(table, letter, row)?.trimagic?.told;
  return told ? (table.speech?.sentence(told) ?? "") : "";
};
/** The row whose trimagic is being resolved. */
export const isCast = (table: TableStore, letter: string, row: number): boolean => {
  const { phase, turn, row: which } = viewOf(table);
  return phase === "trimagic" && turn === letter && which === (row ? "second" : "first");
};

/** The vision that was picked and would lie in an own row next: from the hand, or from somebody's row. */
export const ghostOf = (table: TableStore): string | undefined => {
  const [pick] = table.pointing.picks;
  if (!pick) return undefined;
  const { sort, name, at } = pick.ref;
  if (sort === "card") return isOneOf(CHARMS, name?.split(" ")[0]) ? undefined : name;
  const { field, seat, indices } = addressOf(at ?? "");
  return field === "rows" && seat !== table.seat ? lyingIn(table, seat, indices[0] ?? 0).at(-1)?.kind : undefined;
};

// ---------------------------------------------------------------- thefts

export const theftAt = (table: TableStore, at: string): FataTheft | undefined =>
  table.mine ? insightOf(table)?.thefts.find((one) => one.at === at) : undefined;

const symbolAt = (table: TableStore, at: string): VisionSymbol | undefined => {
  const { seat, indices } = addressOf(at);
  const found = rowOf(table, seat, indices[0] ?? 0)?.symbol;
  return isOneOf(SYMBOLS, found) ? found : undefined;
};
/** The symbol of mine that steals a vision; undefined where a key does. */
export const thiefOf = (table: TableStore, theft: FataTheft): VisionSymbol | undefined =>
  theft.by[0] === undefined ? undefined : symbolAt(table, theft.by[0]);
export const ownerOf = (at: string): string => addressOf(at).seat;

// ---------------------------------------------------------------- treasures and characters

export interface Gem {
  readonly kind: string;
  readonly drawing: Drawing;
}
const gemOf =
  (open: boolean) =>
  (kind: string): Gem => {
    const [colour, worth] = kind.split(" ");
    return { kind, drawing: gem(oneOf(LINEAGES, colour), Number(worth), open) };
  };
export const openGems = (kinds: readonly string[]): readonly Gem[] => kinds.map(gemOf(true));
export const downGems = (kinds: readonly string[]): readonly Gem[] => kinds.map(gemOf(false));

export const colourOf = (character: string): Lineage | undefined => {
  const colour = character.split(" ")[1];
  return isOneOf(LINEAGES, colour) ? colour : undefined;
};
export const faceOf = (character: string): Drawing => {
  const colour = colourOf(character);
  return colour ? crest(colour) : masked();
};
/** Who somebody was, as far as it is known at the end. */
export const characterOf = (table: TableStore, seat: string): string =>
  viewOf(table).last_character[seat]?.[0] ?? viewOf(table).revealed[seat]?.[0] ?? "";
/** `stirpe Aquate (blu)`: the house alone. */
export const houseOf = (table: TableStore, character: string): string =>
  (table.speech?.name(character) ?? character)
    .replace(/\s*\(.*\)/, "")
    .split(" ")
    .find((word) => /^\p{Lu}/u.test(word)) ?? "";
/** Everybody whose lineage lies open, by its colour. */
export const openSeats = (table: TableStore): Readonly<Partial<Record<Lineage, string>>> =>
  Object.fromEntries(
    table.around.flatMap((letter) => {
      const colour = colourOf(viewOf(table).revealed[letter]?.[0] ?? "");
      return colour ? [[colour, letter]] : [];
    }),
  );
/** The next who is still in, on either side. */
export const sideOf = (table: TableStore, letter: string): "" | "left" | "right" => {
  const living = table.others.filter((one) => !viewOf(table).fallen[one]);
  if (letter === living[0]) return "left";
  return letter === living.at(-1) ? "right" : "";
};

// ---------------------------------------------------------------- the own hand

/** a to k for the hand, 1 2 for my rows and 1 to 3 for treasures, p to x for others' rows, m n o z for others. */
export const keyOf = (ref: Ref, table: TableStore): string | undefined => {
  const word = { done: "0", reveal: "8", change: "9", hand: "6", character: "7" }[ref.name ?? ""];
  if (ref.sort === "word") return word;
  const { field, seat, indices } = addressOf(ref.at ?? "");
  const [n = 0] = indices;
  const other = table.others.indexOf(ref.sort === "seat" ? (ref.name ?? "") : seat);
  if (ref.sort === "seat") return (other < 0 ? "k" : "mnoz".charAt(other)) || undefined;
  if (field === "display") return String(n + 1);
  if (field === "rows") return (other < 0 ? String(n + 1) : "pqrstvwx".charAt(other * 2 + n)) || undefined;
  if (field !== "hand") return undefined;
  return "abcdefgij".charAt(viewOf(table).hand.indexOf(ref.name ?? "")) || undefined;
};

const FORMS: Readonly<Record<string, keyof typeof says>> = {
  lay: "whichRow",
  steal: "ontoWhich",
  playonrow: "whichVision",
  playon: "onWhom",
  playonhand: "onWhom",
  takefor: "forWhom",
  givetreasure: "toWhom",
};
/** What is asked of whoever picks first where something goes, or to whom. */
const askFor = (ref: Ref, table: TableStore): Asked | undefined => {
  const forms = new Set(table.pointing.left.map((way) => way.form));
  const { field, seat, indices } = addressOf(ref.at ?? "");
  if (field === "rows" && seat === table.seat && (forms.has("lay") || forms.has("steal")))
    return { ask: say("intoThis", { n: (indices[0] ?? 0) + 1 }), more: say("whichRowMore") };
  if (ref.sort !== "seat") return undefined;
  if (forms.has("takefor")) return { ask: say(ref.name === table.seat ? "keepWhich" : "takeFor") };
  if (forms.has("givetreasure")) return { ask: say("giveTo"), more: say("toWhomMore") };
  return forms.has("playon") || forms.has("playonhand") ? { ask: say("playOn") } : undefined;
};
/** What is asked once something is picked, by what can still be done with it; an enchantment tells what it does. */
export const askOf = (ref: Ref, table: TableStore): Asked | undefined => {
  const turned = askFor(ref, table);
  if (turned) return turned;
  const form = table.pointing.left.map((way) => FORMS[way.form]).find((one) => one !== undefined);
  const effect = ref.sort === "card" ? (table.speech?.text("effects", ref.name ?? "") ?? "") : "";
  if (!form || ref.sort === "seat") return undefined;
  const more = effect ? `${say("effect")} ${effect}.` : MORE[form] && say(MORE[form]);
  return { ask: say(form), ...(more && { more }) };
};
const MORE: Readonly<Record<string, keyof typeof says>> = {
  whichRow: "whichRowMore",
  ontoWhich: "ontoWhichMore",
  forWhom: "forWhomMore",
  toWhom: "toWhomMore",
};
export const meantBy = ({ form, refs }: Decision, table: TableStore): Meant | undefined => {
  const [ref, to] = refs;
  const effect = ref?.sort === "card" ? (table.speech?.text("effects", ref.name ?? "") ?? "") : "";
  if (form === "play" && effect) return { title: say("play"), more: `${say("effect")} ${effect}.` };
  if (form !== "steal" || !ref || !to) return undefined;
  const stolen = lyingIn(table, ownerOf(ref.at ?? ""), addressOf(ref.at ?? "").indices[0] ?? 0).at(-1);
  return {
    title: say("stealing", {
      name: table.speech?.player(ownerOf(ref.at ?? "")) ?? "",
      n: (addressOf(to.at ?? "").indices[0] ?? 0) + 1,
    }),
    more: say("stealingMore"),
    refs: stolen ? [{ sort: "kind", name: stolen.kind }] : [],
  };
};
/** Short words for what is said, and my own place among those a treasure or a trimagic may go to. */
export const labelOf = (ref: Ref, table: TableStore): string | undefined => {
  if (ref.sort === "word") return isOneOf(SPOKEN, ref.name) ? say(ref.name) : undefined;
  if (ref.sort !== "seat" || ref.name !== table.seat) return undefined;
  const taking = table.pointing.ways.some((way) => way.form === "takefor");
  return say(taking ? "keep" : "onMe");
};
const SPOKEN = ["change", "reveal", "done"] as const;

// ---------------------------------------------------------------- sums

/** The first hand, from the events that closed it: what everybody turned over, and what it made. */
export interface Counted {
  readonly seat: string;
  readonly treasures: readonly string[];
  readonly points: number;
}
export const countedIn = (events: TableStore["events"]): readonly Counted[] =>
  events
    .filter((event) => event.kind === "scored")
    .map(({ seat, value }) => ({
      seat: seat ?? "",
      points: Number(value ?? 0),
      treasures: events
        .filter((event) => event.kind === "counted" && event.seat === seat)
        .map((event) => event.card ?? ""),
    }))
    .sort((a, b) => b.points - a.points);
export const isEnd = (events: TableStore["events"]): boolean =>
  events.some((event) => event.kind === "won" || event.kind === "cut");

/** Everybody at the end, by places; `points` is missing for those who are out. */
export const finalsOf = (
  table: TableStore,
): readonly { readonly seat: string; readonly points: FataPoints | undefined }[] =>
  [...table.around]
    .sort((a, b) => (table.outcome?.places[a] ?? 9) - (table.outcome?.places[b] ?? 9) || a.localeCompare(b))
    .map((seat) => ({ seat, points: insightOf(table)?.end.find((one) => one.seat === seat) }));
