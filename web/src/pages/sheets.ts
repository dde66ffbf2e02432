/** Which cards lie on which sheet: nine to a page, three to a row, never cut. */
import type { CardGame } from "../games/types";

export const ROW = 3;
export const PAGE = 9;
export type HowMany = "one" | "box";

/** The cards to print: one of each kind of the standard box and each piece, or as many as the box has. */
export const printedKinds = (cards: CardGame, many: HowMany): string[] => {
  const boxed = cards.data.cards.filter((entry) => entry.copies > 0);
  const pieces = cards.data.pieces.filter((piece) => isCard(cards, piece.kind));
  return [...boxed, ...pieces].flatMap((entry) =>
    Array.from({ length: many === "box" ? entry.copies : 1 }, () => entry.kind),
  );
};

/** Round pieces are cut from other paper. */
const isCard = (cards: CardGame, kind: string): boolean => {
  const { w, h } = cards.draw(kind, { lod: 1, lang: "it" });
  return w !== h;
};

/** Full pages of nine; the last one is filled up with empty places. */
export const pagesOf = (kinds: readonly string[]): (string | undefined)[][] =>
  Array.from({ length: Math.ceil(kinds.length / PAGE) }, (_, page) =>
    Array.from({ length: PAGE }, (_, place) => kinds[page * PAGE + place]),
  );

/** The same page seen from behind, so that each back lies behind its card when the sheet is turned on its long side. */
export const mirrored = <T>(page: readonly T[]): T[] =>
  page.map((_, place) => page[place - (place % ROW) + (ROW - 1 - (place % ROW))] as T);
