import { expect, test } from "vitest";
import type { GameTold, WordsTold } from "../../src/generated/wire";
import { addressOf, Speech } from "../../src/table/say";

const words: WordsTold = {
  language: "it",
  own: {
    names: { blue: "blu", "apprentice blue": "mago blu", focus: "focus" },
    plurals: { root: "Radici" },
    places: { air: "aria {n}", hand: "la mano di {seat}", piles: "mazzo {letter}", rows: "fila {n} di {seat}" },
    actions: { exchange: "prendi {place} dai {give}", focus: "focalizzati", steal: "ruba a {seat}, {row}, per {to}" },
    events: { dealt: { face: "{seat} riceve {card}.", hidden: "{seat} riceve una carta." } },
    told: { opened: "{seat}: {cards} vale {value}" },
    refusals: { "wrong-zone": "Non lì." },
    rules: { "FZ-R8": "Il campo dice da dove." },
    measures: { spell: "Il tuo incantesimo" },
  },
  shared: {
    refusals: { "game-over": "La partita è finita." },
    events: { undone: "{seat} annulla." },
    whys: { soon: "{what}, poi: {done} contro {best}." },
    reasons: {
      only: "Solo questo.",
      victory: "Vinci.",
      perhaps: "Forse vinci.",
      certain: "{what}: da {before} a {after}.",
      average: "{what}: da {before} a {after} in media.",
      same: "{what}: ancora {after}.",
      best: "Nessuna fa di più.",
      others: "Le altre al più {others}.",
      price: "È il prezzo.",
    },
  },
};
const game = {
  forms: { exchange: ["place", "give"], say: ["word"], steal: ["seat", "row", "to"] },
} as unknown as GameTold;
const speech = new Speech(words, game, ["Ada", "Bruno"]);
const seat = { sort: "seat", name: "B" } as const;

test("cards, places and players are called by their words", () => {
  expect(speech.name("blue 3")).toBe("blu 3");
  expect(speech.name("apprentice blue")).toBe("mago blu");
  expect(speech.place("air[1]")).toBe("aria 2");
  expect(speech.place("hand[B]")).toBe("la mano di Bruno");
  expect(speech.place("rows[A,1]")).toBe("fila 2 di Ada");
  expect(speech.place("piles[2]")).toBe("mazzo C");
  expect(speech.thing(seat)).toBe("Bruno");
});

test("an address has a field, a seat and indices", () => {
  expect(addressOf("parts[C,0,2]")).toEqual({ field: "parts", seat: "C", indices: [0, 2] });
  expect(addressOf("pile")).toEqual({ field: "pile", seat: "", indices: [] });
});

test("a line is told in parts, lists of things too", () => {
  const cards = [{ sort: "card", name: "blue 3", at: "hand[B]" } as const, { sort: "card", name: "blue 4" } as const];
  const line = { key: "told.opened", slots: { seat, cards, value: 13 } };
  expect(speech.sentence(line)).toBe("Bruno: blu 3, blu 4 vale 13");
  expect(speech.parts(line).filter((part) => part.ref)).toHaveLength(3);
});

test("what was seen and what was hidden, and what holds for every game", () => {
  expect(speech.sentence({ key: "events.dealt.hidden", slots: { seat } })).toBe("Bruno riceve una carta.");
  expect(speech.sentence({ key: "events.undone.hidden", slots: { seat } })).toBe("Bruno annulla.");
});

test("why one choice was better is told by the shared words, with what the game calls what it counts", () => {
  const what = { sort: "word", name: "spell", at: "measures" } as const;
  expect(speech.sentence({ key: "whys.soon", slots: { what, done: 9, best: 12.5 } })).toBe(
    "Il tuo incantesimo, poi: 9 contro 12,5.",
  );
});

test("an action is told with what it refers to, and with the owner that its things lie with", () => {
  const give = { sort: "card", name: "blue 3", at: "hand[A]" } as const;
  expect(speech.action({ form: "exchange", refs: [{ sort: "place", at: "air[1]" }, give] })).toBe(
    "prendi aria 2 dai blu 3",
  );
  expect(speech.action({ form: "say", refs: [{ sort: "word", name: "focus" }] })).toBe("focalizzati");
  const rows = [{ sort: "place", at: "rows[B,0]" } as const, { sort: "place", at: "rows[A,1]" } as const];
  expect(speech.action({ form: "steal", refs: rows })).toBe("ruba a Bruno, fila 1 di Bruno, per fila 2 di Ada");
  expect(speech.word("focus")).toBe("Focalizzati");
});

test("a refusal is told in the player's words, whoever refused", () => {
  expect(speech.refusal({ code: "wrong-zone" })).toBe("Non lì.");
  expect(speech.refusal({ code: "game-over" })).toBe("La partita è finita.");
  expect(speech.refusal({ code: "strange", sentence: "Strano." })).toBe("Strano.");
});

test.each([
  [{ before: 9, after: 12, certain: true, others: 11 }, "Il tuo incantesimo: da 9 a 12. Le altre al più 11."],
  [{ before: 9, after: 12, certain: true, others: 13 }, "Il tuo incantesimo: da 9 a 12."],
  [{ before: 9, after: 9, certain: true, others: 9 }, "Il tuo incantesimo: ancora 9. Nessuna fa di più."],
  [{ before: 9, after: 8.5, certain: false }, "Il tuo incantesimo: da 9 a 8,5 in media. È il prezzo."],
  [{ before: 9, after: 8, certain: true, others: 7 }, "Il tuo incantesimo: da 9 a 8. Le altre al più 7."],
])("a hint gives its reason: %o", (reason, sentence) => {
  expect(speech.because({ what: "spell", ...reason })).toBe(sentence);
});

test("to win, perhaps, and to have no choice are reasons in every game", () => {
  const told = (what: string, certain: boolean): string => speech.because({ what, before: 0, after: 1, certain });
  expect([told("victory", true), told("victory", false), told("only", true)]).toEqual([
    "Vinci.",
    "Forse vinci.",
    "Solo questo.",
  ]);
});
