/** What the table of Abracadabra reads from a look: no rule, only where things stand. */
import data from "../../generated/abracadabra.json";
import type {
  AbracadabraFinal,
  AbracadabraGathering,
  AbracadabraInsight,
  AbracadabraPile,
  AbracadabraView,
  Decision,
  Ref,
} from "../../generated/wire";
import { sayer, settings } from "../../lib/settings.svelte";
import type { Asked, Meant } from "../../table/pages";
import { keyOf as nameOf } from "../../table/pointing";
import type { CardState, TableStore } from "../../table/store.svelte";
import { says } from "./words";

export const PILES = ["A", "B", "C", "D", "E", "F", "G"] as const;
export type Letter = (typeof PILES)[number];
const TRAITS = ["element", "school", "aspect"] as const;

export const viewOf = (table: TableStore): AbracadabraView => table.view as unknown as AbracadabraView;
export const insightOf = (table: TableStore): AbracadabraInsight | undefined =>
  table.insight as AbracadabraInsight | undefined;

export const say = sayer(says);
export const decimal = (n: number): string =>
  n.toLocaleString(settings.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** What a letter asks of element, school and aspect: true where all three are the same. */
export const asksOf = (letter: Letter): readonly boolean[] => data.table.gatherings[letter];
export const asksSaid = (letter: Letter): string =>
  asksOf(letter)
    .map((same, i) => `${say(TRAITS[i] ?? "element")} ${say(same ? "same" : "different")}`)
    .join(", ");
/** The piles an Object comes from, as one says it; '' where it is its own. */
export const fromSaid = (letter: string, piles: readonly string[]): string =>
  piles.length === 1 && piles[0] === letter ? "" : say("fromPiles", { piles: piles.join(say("or")) });

// ---------------------------------------------------------------- hands

/** A card in a hand that others see: its back, or its face where the viewer knows it. */
export interface Seen {
  readonly kind: string;
  readonly known: boolean;
  /** Known to be no Enchanter. */
  readonly barren: boolean;
}
/** What lies before a seat: known cards first, then backs; `backOf` says which back a known one has. */
export const handOf = (table: TableStore, letter: string, backOf: (kind: string) => string): readonly Seen[] => {
  const held = insightOf(table)?.held.find((one) => one.seat === letter);
  const backs = [...(viewOf(table).hand_backs[letter] ?? [])];
  const known = (held?.cards ?? []).filter((kind) => {
    const at = backs.indexOf(backOf(kind));
    if (at >= 0) backs.splice(at, 1);
    return at >= 0;
  });
  let barren = held?.no_enchanters ?? 0;
  return [
    ...known.map((kind) => ({ kind, known: true, barren: false })),
    ...backs.map((kind) => ({ kind, known: false, barren: kind === "air back" && barren-- > 0 })),
  ];
};

// ---------------------------------------------------------------- the seven gatherings

/** One line of the book: a letter, what it pays, and the ways in which this hand could stage it. */
export interface BookLine {
  readonly letter: Letter;
  readonly pile: AbracadabraPile;
  readonly ways: readonly AbracadabraGathering[];
  /** The way that is picked, or the first that still goes with what is picked. */
  readonly shown: AbracadabraGathering | undefined;
  readonly state: CardState;
}

export const pileRef = (letter: Letter): Ref => ({ sort: "place", at: `piles[${PILES.indexOf(letter)}]` });

const picksOf = (table: TableStore): readonly string[] => table.pointing.picks.map(({ ref }) => nameOf(ref));
const within = (picks: readonly string[], way: AbracadabraGathering): boolean => {
  const refs = way.refs.map(nameOf);
  return picks.every((one) => refs.includes(one));
};
const isPicked = (picks: readonly string[], way: AbracadabraGathering): boolean =>
  picks.length === way.refs.length && within(picks, way);
/** Whether an offer has this gathering in it. */
const offered = (table: TableStore, way: AbracadabraGathering): boolean =>
  table.pointing.ways.some(
    ({ form, refs }) => form.startsWith("gather") && refs.length === way.refs.length && within(refs.map(nameOf), way),
  );

export const linesOf = (table: TableStore): readonly BookLine[] => {
  const insight = insightOf(table);
  const picks = picksOf(table);
  return (insight?.piles ?? []).map((pile) => {
    const letter = pile.letter as Letter;
    const ways = (insight?.gatherings ?? []).filter((way) => way.letter === letter);
    const picked = ways.find((way) => isPicked(picks, way));
    const fits = ways.find((way) => within(picks, way));
    return { letter, pile, ways, shown: picked ?? fits ?? ways[0], state: stateOf(table, letter, ways, picked, fits) };
  });
};

const stateOf = (
  table: TableStore,
  letter: Letter,
  ways: readonly AbracadabraGathering[],
  picked: AbracadabraGathering | undefined,
  fits: AbracadabraGathering | undefined,
): CardState => {
  const place = table.stateOf([pileRef(letter)]);
  if (picked ?? place === "picked") return "picked";
  if (!table.mine) return "rest";
  const open = ways.some((way) => offered(table, way));
  if ((fits && open) || (place === "lit" && !open)) return "lit";
  return open ? "could" : "dull";
};

/** A tap on a line: the letter where one is to be named, otherwise the next way to stage it; the only one again acts. */
export const choose = (table: TableStore, letter: Letter, rect?: DOMRect): void => {
  const ref = pileRef(letter);
  const line = linesOf(table).find((one) => one.letter === letter);
  const ways = (line?.ways ?? []).filter((way) => offered(table, way));
  const picks = picksOf(table);
  const naming = table.pointing.can(ref) && picks.length > 1;
  const at = ways.findIndex((way) => isPicked(picks, way));
  if (naming || !ways.length) table.tap([ref], 0, rect);
  else if (at >= 0 && ways.length === 1 && table.ready) void table.decide(table.ready);
  else
    table.propose(
      (at < 0 ? (ways.find((way) => within(picks, way)) ?? ways[0]) : ways[(at + 1) % ways.length])?.refs ?? [],
    );
};

/** What is asked once a card is picked, which is not one to be given away; a Trick tells by its rule what it does. */
export const askOf = (ref: Ref, table: TableStore): Asked | undefined => {
  if (ref.sort !== "card") return undefined;
  const forms = table.pointing.left.map((way) => way.form);
  if (forms.some((form) => form.startsWith("gather"))) return { ask: say("gather"), more: say("gatherMore") };
  const more = table.speech?.text("rules", TRICKS[ref.name ?? ""] ?? "");
  if (!more || !forms.some((form) => form.startsWith("trick"))) return undefined;
  return { ask: forms.includes("trickon") ? say("trickOn") : "{thing}", more };
};
const TRICKS: Readonly<Record<string, string>> = {
  proxima: "A-R23",
  idem: "A-R24",
  exodus: "A-R25",
  chaos: "A-R26",
  vademecum: "A-R27",
};
/** What comes of a gathering: its Objects, its bonus, its extra turn; and which of the cards that nobody sees is taken. */
export const meantBy = (decision: Decision, table: TableStore): Meant | undefined => {
  const down = /^row\[(\d)\]$/.exec(decision.refs[0]?.at ?? "")?.[1];
  if (down) return { title: say("takeDown", { n: Number(down) + 1 }), more: "", refs: [] };
  if (!decision.form.startsWith("gather")) return undefined;
  const keys = decision.refs.map(nameOf);
  const line = linesOf(table).find(({ ways }) => ways.some((way) => isPicked(keys, way)));
  const way = line?.ways.find((one) => isPicked(keys, one));
  if (!line || !way) return undefined;
  return {
    title: `${way.letter} ${table.speech?.name(`gathering ${way.letter}`) ?? ""} `,
    more: [paid(way, line.pile), way.from_hand ? say("paysBonus") : "", way.extra_turn ? say("paysTurn") : ""]
      .concat(line.ways.length > 1 ? say("again") : "")
      .filter(Boolean)
      .join(" "),
  };
};
const paid = (way: AbracadabraGathering, pile: AbracadabraPile): string => {
  if (!way.objects) return say("paysNone");
  const from = fromSaid(way.letter, way.piles) || way.letter;
  return say(way.objects > 1 ? "paysTwo" : "pays", { n: way.objects, piles: from, pays: decimal(pile.pays) });
};

// ---------------------------------------------------------------- keys

/** As in the terminal: a to g for the hand, x y z for the Towers, 1 to 4 for the row, 1 to 7 for letters, m to q for others, 0 to pass. */
export const keyOf = (ref: Ref, table: TableStore): string | undefined => {
  if (ref.name === "pass") return "0";
  const place = /^(row|piles|towers)\[(\d)\]$/.exec(ref.at ?? "");
  if (place?.[1] === "towers") return "xyz".charAt(Number(place[2]));
  if (place) return String(Number(place[2]) + 1);
  if (ref.at === "shown") return "4";
  if (ref.sort === "seat") return "mnopq".charAt(table.others.indexOf(ref.name ?? "")) || undefined;
  if (ref.sort !== "card") return undefined;
  return "abcdefg".charAt(viewOf(table).hand.indexOf(ref.name ?? "")) || undefined;
};

/** A digit is the line of its letter, where there is something to stage or to name. */
export const shortcut = (key: string, table: TableStore): boolean => {
  const letter = PILES[Number(key) - 1];
  const state = linesOf(table).find((line) => line.letter === letter)?.state;
  if (!letter || !(state === "lit" || state === "could" || state === "picked")) return false;
  choose(table, letter);
  return true;
};
export const keyOfLine = (line: BookLine): string =>
  line.state === "lit" || line.state === "could" || line.state === "picked"
    ? String(PILES.indexOf(line.letter) + 1)
    : "";

// ---------------------------------------------------------------- the end

/** What everybody had, the winner first, then by places. */
export const finalsOf = (table: TableStore): readonly AbracadabraFinal[] =>
  [...(insightOf(table)?.last ?? [])].sort(
    (a, b) =>
      (table.outcome?.places[a.seat] ?? 9) - (table.outcome?.places[b.seat] ?? 9) || a.seat.localeCompare(b.seat),
  );

/** The cards that made the end: Elementals, Stones, or the latest Objects. */
export const wonWith = (table: TableStore, seat: string): readonly string[] => {
  const view = viewOf(table);
  const objects = view.last_objects[seat] ?? [];
  if (table.outcome?.ending === "elementals")
    return (view.last_hand[seat] ?? []).filter((kind) => kind.endsWith("elemental"));
  return table.outcome?.ending === "stones" ? objects.filter((kind) => kind.endsWith("stone")) : objects.slice(-3);
};
/** What somebody has in the end, the prize for Elementals included where it was won. */
export const totalOf = (table: TableStore, seat: string): number => {
  const final = finalsOf(table).find((one) => one.seat === seat);
  return (final?.points.total ?? 0) + (final?.prize ? final.points.prize : 0);
};
