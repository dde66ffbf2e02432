import { expect, test } from "vitest";
import { cards as flautz } from "../../src/games/flautz/cards";
import { cards as illusio } from "../../src/games/illusio/cards";
import { mirrored, PAGE, pagesOf, printedKinds } from "../../src/pages/sheets";

test("the box prints as many cards as it has, each kind once on request", () => {
  expect(printedKinds(flautz, "box")).toHaveLength(90);
  expect(printedKinds(flautz, "one")).toHaveLength(31);
});

test("cards of other editions are not printed, pieces of the form of a card are", () => {
  expect(printedKinds(flautz, "one")).not.toContain("blue 8");
  expect(printedKinds(flautz, "one")).not.toContain("apprentice blue");
  expect(printedKinds(illusio, "one")).toContain("ivan zamok");
});

test("nine cards lie on each page, and the last is filled up with empty places", () => {
  const pages = pagesOf(printedKinds(flautz, "one"));
  expect(pages.map((page) => page.length)).toEqual([PAGE, PAGE, PAGE, PAGE]);
  expect(pages.flat().filter(Boolean)).toHaveLength(31);
});

test("backs lie in the mirror, so that each is behind its card", () => {
  expect(mirrored([1, 2, 3, 4, 5, 6])).toEqual([3, 2, 1, 6, 5, 4]);
});
