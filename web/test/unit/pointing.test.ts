import { describe, expect, test } from "vitest";
import type { Offer, Ref } from "../../src/generated/wire";
import { keyOf, keysFor, Pointing, thingsOf, waysOf } from "../../src/table/pointing";

const place = (at: string): Ref => ({ sort: "place", at });
const card = (name: string): Ref => ({ sort: "card", name, at: "hand[A]" });
const word = (name: string): Ref => ({ sort: "word", name });
/** Two open places, two cards, one exchange that may be declared, one lone word. */
const OFFER: Offer = {
  things: [place("air[0]"), place("air[1]"), card("blue 3"), card("pink 1"), word("declare"), word("focus")],
  ways: [
    ["exchange", [0], [2, 3]],
    ["exchange", [1], [2, 3]],
    ["exchangedeclaring", [0, 2], [4]],
    ["say", [], [5]],
  ],
};
const ways = waysOf(OFFER);
const pick = (ref: Ref, copy = 0): { ref: Ref; copy: number } => ({ ref, copy });
const start = new Pointing(ways);

test("an offer names every action with all it refers to", () => {
  expect(ways).toHaveLength(6);
  expect(ways.at(-2)).toEqual({ form: "exchangedeclaring", refs: [place("air[0]"), card("blue 3"), word("declare")] });
  expect(waysOf(null)).toEqual([]);
});

test("everything that an action refers to is lit at first, in any order, and each pick narrows it", () => {
  expect(start.lit.size).toBe(6);
  const [one, other] = [start.pick(pick(place("air[1]"))), start.pick(pick(card("blue 3")))];
  expect([...one.lit].sort()).toEqual([keyOf(card("blue 3")), keyOf(card("pink 1"))].sort());
  expect(other.can(place("air[0]")) && other.can(place("air[1]"))).toBe(true);
  expect(other.pick(pick(place("air[1]"))).only?.form).toBe("exchange");
});

test("an action that needs nothing more can be done although others need more", () => {
  const both = start.pick(pick(place("air[0]"))).pick(pick(card("blue 3")));
  expect(both.only).toBeUndefined();
  expect(both.whole?.form).toBe("exchange");
  expect(both.pick(pick(word("declare"))).only?.form).toBe("exchangedeclaring");
});

test("what does not go with earlier picks replaces them, and keeps what it can", () => {
  const now = start.pick(pick(place("air[0]"))).pick(pick(place("air[1]")));
  expect(now.picks).toEqual([pick(place("air[1]"))]);
  const kept = start
    .pick(pick(place("air[0]")))
    .pick(pick(card("blue 3")))
    .pick(pick(place("air[1]")));
  expect(kept.picks).toEqual([pick(card("blue 3")), pick(place("air[1]"))]);
  expect(start.pick(pick(word("nothing")))).toBe(start);
});

test("equal things side by side are told apart, and one of them can be let go", () => {
  const now = start.pick(pick(card("pink 1"), 1));
  expect([now.has(pick(card("pink 1"), 1)), now.has(pick(card("pink 1"), 0))]).toEqual([true, false]);
  expect(now.drop(pick(card("pink 1"), 1)).picks).toEqual([]);
});

test("a thing that an action refers to twice is picked twice", () => {
  const twice = new Pointing([{ form: "pair", refs: [card("blue 3"), card("blue 3")] }]).pick(pick(card("blue 3")));
  expect(twice.can(card("blue 3"))).toBe(true);
  expect(twice.pick(pick(card("blue 3"), 1)).lit.size).toBe(0);
});

describe("when another look comes", () => {
  const half = start.pick(pick(place("air[0]")));
  test("a half-made choice stays as long as it can be finished", () => {
    expect(half.kept(waysOf({ ...OFFER, ways: [["exchange", [0], [3]]] })).picks).toEqual(half.picks);
  });
  test("and is let go when it cannot", () => {
    expect(half.kept(waysOf({ ...OFFER, ways: [["say", [], [5]]] })).picks).toEqual([]);
  });
});

test("every thing has a key: its own, or the next that is free", () => {
  const keys = keysFor(thingsOf(ways), (ref) => (ref.name === "focus" ? "f" : undefined), "1f23");
  expect(keys.get(keyOf(word("focus")))).toBe("f");
  expect([...keys.values()].filter((key) => key !== "").sort()).toEqual(["1", "2", "3", "f"]);
});

test("what cannot be taken back is known by its place in the offer", () => {
  const offer: Offer = {
    things: [
      { sort: "word", name: "focus" },
      { sort: "word", name: "declare" },
    ],
    ways: [
      ["say", [], [0]],
      ["say", [], [1]],
    ],
    final: [1],
  };
  expect(waysOf(offer).map((way) => way.final)).toEqual([undefined, true]);
});
