import data from "../../generated/zaubercocktail.json";

/** The kinds that a hand can hold, in the order of the box; their letters are those of the terminal. */
export const KINDS: readonly string[] = data.cards.filter((card) => "scale" in card).map((card) => card.kind);
export const JOKER = "dark thing";
