/** What all games need to speak of their cards. */
import type { CardData, CardEntry, GameWords, Lang } from "./types";

/** Entries of the box by kind. */
export const byKind = <Entry extends CardEntry>(data: CardData<Entry>): ReadonlyMap<string, Entry> =>
  new Map(data.cards.map((entry) => [entry.kind, entry]));

/** The spoken name of a card, a piece or a back; an unknown kind is told by its own name, never hidden. */
export const speaker = (data: CardData, words: GameWords): ((kind: string, lang: Lang) => string) => {
  const names = new Map([...data.cards, ...data.pieces].map((entry) => [entry.kind, entry]));
  return (kind, lang) => (names.get(kind) ?? words.backs[kind])?.[lang] ?? kind;
};

/** The member of a list that equals the text; an unknown text is a fault of the data, told at once. */
export const oneOf = <T extends string>(list: readonly T[], found: string | undefined): T => {
  const member = list.find((one) => one === found);
  if (member === undefined) throw new Error(`${String(found)} is none of ${list.join(", ")}`);
  return member;
};

export const isOneOf = <T extends string>(list: readonly T[], found: string | undefined): found is T =>
  list.some((one) => one === found);
