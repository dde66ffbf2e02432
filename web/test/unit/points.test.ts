import { expect, test } from "vitest";
import type { Judged, Review } from "../../src/generated/wire";
import { momentsIn, percent, points, sums } from "../../src/replay/points";

test("a change of a chance is told in points with its sign, and none as 0", () => {
  expect([0.114, -0.4, 0.004, -0.004].map(points)).toEqual(["+11", "−40", "0", "0"]);
  expect(percent(0.256)).toBe("26 %");
});

const judged = (cost: number, luck: number): Judged => ({
  entry: 1,
  done: "this",
  best: "that",
  before: 0.5,
  after: 0.5 - cost,
  cost,
  noise: 0.01,
  luck,
  verdict: "good",
  tried: {},
  points_at: [],
  best_at: [],
  why: [],
});
const decisions = [judged(0, 0.25), judged(0.5, -0.125), judged(0.25, 0)];
const review = { deal: 0.125, decisions, moments: { costliest: 1, blow: 1, gift: 0 } } as unknown as Review;

test("luck is added up from the deal on, and choices only ever cost", () => {
  expect(sums(review)).toEqual({ luck: [0.125, 0.375, 0.25, 0.25], choices: [0, 0, -0.5, -0.75] });
  expect(sums({ ...review, decisions: [] })).toEqual({ luck: [0.125], choices: [0] });
});

test("the biggest moments have numbers and tell what each was worth; what there was not is left out", () => {
  expect(momentsIn(review).map(({ moment, number, worth }) => [moment, number, worth])).toEqual([
    ["costliest", 1, -0.5],
    ["blow", 2, -0.125],
    ["gift", 3, 0.25],
  ]);
  expect(momentsIn({ ...review, moments: { gift: 0 } }).map(({ number }) => number)).toEqual([3]);
  expect(momentsIn({ ...review, decisions: [], moments: {} })).toEqual([]);
});
