/** What the table of Illusio reads from a look, and how its things are pointed at: no rule. */
import type {
  EventTold,
  IllusioInsight,
  IllusioNeed,
  IllusioPay,
  IllusioPreparation,
  IllusioStage,
  IllusioTrick,
  IllusioView,
  Ref,
} from "../../generated/wire";
import { sayer } from "../../lib/settings.svelte";
import type { Asked } from "../../table/pages";
import { capital } from "../../table/say";
import type { TableStore } from "../../table/store.svelte";
import { says } from "./words";

const SEATS = "ABCDEFG";
export const viewOf = (table: TableStore): IllusioView => table.view as unknown as IllusioView;
export const insightOf = (table: TableStore): IllusioInsight | undefined => table.insight as IllusioInsight | undefined;
export const stageOf = (table: TableStore, letter: string): IllusioStage | undefined =>
  insightOf(table)?.stages.find((stage) => stage.seat === letter);

export type Saying = keyof typeof says;
export const say = sayer(says);
export const seatIndex = (letter: string): number => SEATS.indexOf(letter);
export const nameOf = (table: TableStore, letter: string): string => table.chairOf(letter)?.name ?? letter;

/** A theatre: a trick in preparation, or one that is shown. */
export type House = (IllusioPreparation | IllusioTrick) & { readonly seat: string };
export const isShown = (house: IllusioPreparation | IllusioTrick): house is IllusioTrick => "waits" in house;
export const housesOf = (stage: IllusioStage | undefined): readonly House[] =>
  stage ? [...stage.shown, ...stage.preparing].map((house) => ({ ...house, seat: stage.seat })) : [];

export const houseRefs = (house: IllusioPreparation | IllusioTrick): readonly Ref[] =>
  isShown(house) ? [{ sort: "card", name: house.objective, at: house.at }] : [{ sort: "place", at: house.at }];
export const pieceRefs = (letter: string, kind: string): readonly Ref[] => [
  { sort: "card", name: kind, at: `backstage[${letter}]` },
];
export const handRefs = (letter: string, kind: string): readonly Ref[] => [
  { sort: "card", name: kind, at: `hand[${letter}]` },
];
export const backstageRef = (letter: string): Ref => ({ sort: "place", at: `backstage[${letter}]` });
export const kindRef = (name: string): Ref => ({ sort: "kind", name });
export const wordRef = (name: string): Ref => ({ sort: "word", name });
export const seatRef = (name: string): Ref => ({ sort: "seat", name });

/** Words that a talent is used with; a talent that changes what is placed has none. */
export const TALENTS = ["change", "swap", "steal", "return"] as const;
const ABOUT: Readonly<Record<string, Saying>> = {
  savano: "bySavano",
  shaozu: "byShaozu",
  "miss dominated": "byDominated",
  "otto von kasten": "byKasten",
  "madame specchia": "bySpecchia",
  "baptiste twins": "byTwins",
  "silas lightfinger": "bySilas",
  grimaldo: "byGrimaldo",
  "ivan zamok": "byZamok",
  "lady ashcombe": "byAshcombe",
};
export const talentOf = (magician: string | null | undefined): string => {
  const key = ABOUT[magician ?? ""];
  return key ? say(key) : "";
};

/** What is asked once something is picked; a special action tells by its rule what it does. */
export const askOf = (ref: Ref, table: TableStore): Asked | undefined => {
  const forms = new Set(table.pointing.left.map((way) => way.form));
  const rule = RULES[ref.name ?? ""];
  if (ref.sort === "word") {
    const talent = TALENTS.some((word) => word === ref.name);
    return talent ? { ask: say("byTalent"), more: capital(`${talentOf(magicianOf(table))}.`) } : undefined;
  }
  if (ref.sort !== "card") return undefined;
  if (rule) {
    const ask = forms.has("transform") ? "onTransform" : forms.has("takefrom") ? "onTake" : "onTrick";
    return { ask: say(ask), more: table.speech?.text("rules", rule) ?? "" };
  }
  if (forms.has("place")) return { ask: say("where"), more: say(forms.has("add") ? "whereMore" : "whereOnly") };
  return forms.has("move") ? { ask: say("onto"), more: say("ontoMore") } : undefined;
};
const magicianOf = (table: TableStore): string | null | undefined => viewOf(table).magician[table.seat ?? ""];
const RULES: Readonly<Record<string, string>> = {
  transform: "I-R20",
  take: "I-R22",
  encore: "I-R23",
  success: "I-R24",
  "deja vu": "I-R25",
  grand: "I-R26",
};

/** The card of the hand, or of the backstage, that is picked. */
export const pickedCard = (table: TableStore): string | undefined =>
  table.pointing.picks.find((pick) => pick.ref.sort === "card" && /^(hand|backstage)/.test(pick.ref.at ?? ""))?.ref
    .name;

/** What a house would pay with what is picked; undefined where the pick changes nothing there. */
export const payAfter = (table: TableStore, house: IllusioPreparation | IllusioTrick): number | undefined => {
  const picked = pickedCard(table);
  if (!picked || !houseRefs(house).some((ref) => table.pointing.can(ref))) return undefined;
  return isShown(house) ? house.after[picked] : house.adding[picked];
};

/** The parts of a sum, each with its name; what adds nothing is left out, but for the level. */
export const partsOf = (pay: IllusioPay): readonly (readonly [Saying, number])[] =>
  (
    [
      ["level", pay.level],
      ["accuracy", pay.accuracy],
      ["specialisation", pay.specialisation],
      ["talentPart", pay.talent],
      ["grand", pay.grand],
      ["dejaVu", -pay.deja_vu],
    ] as const
  ).filter(([key, n]) => n !== 0 || key === "level");

export const needText = (table: TableStore, need: IllusioNeed): string => {
  const name = (kind: string): string => table.speech?.name(kind) ?? kind;
  const what = name(need.asks);
  if (need.served === "open") return say("open", { what });
  return need.served === "exact" ? say("exactly", { what }) : say("byGroup", { what, by: name(need.by) });
};

/** A trick that was validated in the latest look, with all that it was paid for. */
export interface Scored {
  readonly seat: string;
  readonly objective: string;
  readonly parts: readonly (readonly [Saying, number])[];
  readonly total: number;
}
const PARTS: Readonly<Record<string, Saying>> = {
  level: "level",
  accuracy: "accuracy",
  specialisation: "specialisation",
  "talent-bonus": "talentPart",
  "grand-points": "grand",
  "deja-vu-points": "dejaVu",
};
export const scoredIn = (events: readonly EventTold[]): Scored | undefined => {
  const at = events.findLastIndex((event) => event.kind === "validated");
  const first = events[at];
  if (!first) return undefined;
  const after = events.slice(at + 1);
  const parts = after.flatMap((event) => {
    const part = PARTS[event.kind];
    return part ? [[part, (part === "dejaVu" ? -1 : 1) * Number(event.value ?? 0)] as const] : [];
  });
  const total = Number(after.find((event) => event.kind === "scored")?.value ?? 0);
  return { seat: first.seat ?? "", objective: first.card ?? "", parts, total };
};

/** Keys as in the terminal: letters for the hand, m to y for the backstage, 1 to 4 the Challenge, 5 and 6 the theatres. */
const WORD_KEYS: Readonly<Record<string, string>> = { exchange: "7", drop: "8", end: "0", done: "0" };
export const keyOf = (ref: Ref, table: TableStore): string | undefined => {
  const me = table.seat ?? "";
  const at = ref.at ?? "";
  if (ref.sort === "word") return TALENTS.some((word) => word === ref.name) ? "z" : WORD_KEYS[ref.name ?? ""];
  if (at === `hand[${me}]`)
    return "abcdefgijk".charAt(kindsOf(viewOf(table).hand).indexOf(ref.name ?? "")) || undefined;
  if (ref.sort === "card" && at.startsWith("challenge")) return String(Number(at.charAt(10)) + 1);
  if (ref.sort === "place" && at.startsWith("preparing")) return String(Number(at.charAt(12)) + 5);
  if (at === `backstage[${me}]`) {
    const kinds = stageOf(table, me)?.backstage.map((piece) => piece.kind) ?? [];
    return ref.sort === "place" ? "9" : "mnopqrstvwxy".charAt([...new Set(kinds)].indexOf(ref.name ?? "")) || undefined;
  }
  return undefined;
};
const kindsOf = (cards: readonly string[]): readonly string[] => [...new Set(cards)];
