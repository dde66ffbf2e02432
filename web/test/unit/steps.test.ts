import { expect, test } from "vitest";
import type { Decision, LessonStep, Ref } from "../../src/generated/wire";
import { leftOf, stepAt } from "../../src/lesson/steps";
import { keyOf, Pointing } from "../../src/table/pointing";

const MOVE: Decision = { form: "say", refs: [] };
const step = (after: number, moves = 0): LessonStep => ({
  rule: "",
  say: {},
  after,
  decisions: Array.from({ length: moves }, () => MOVE),
});
/** Two that only tell, one that waits for three moves after one of the others, one that tells after one more. */
const STEPS = [step(0), step(0), step(1, 3), step(5)];

test.each([
  [0, 0, 0, "the first is read before anything is done"],
  [0, 1, 1, "the next is read, though nothing was done in between"],
  [0, 2, 2, "the others are still to move before the third"],
  [2, 2, 2, "one of its moves is made"],
  [4, 2, 3, "all of them are made: the next comes, whatever this window remembers"],
  [2, 3, 2, "a move did not come there: its step is not over"],
  [2, 0, 2, "another window has gone on"],
  [5, 3, 3, "the last is read"],
  [5, 4, 4, "and then it is over"],
  [4, 4, 3, "but not before the others have moved"],
])("after %i moves a window that wants step %i is at step %i: %s", (made, wanted, found) => {
  expect(stepAt(STEPS, made, wanted)).toBe(found);
});

const place = (at: string): Ref => ({ sort: "place", at });
const card = (name: string): Ref => ({ sort: "card", name });
const [HERE, THERE, OWN, OTHER] = [place("air[0]"), place("air[1]"), card("pink 1"), card("blue 4")];
const WAYS = [HERE, THERE].flatMap((at) => [OWN, OTHER].map((one) => ({ form: "exchange", refs: [at, one] })));

test.each([
  ["nothing", [], [HERE, OWN]],
  ["one of two", [HERE], [OWN]],
  ["another place, which the right one replaces", [THERE], [HERE]],
  ["another card, which the right one replaces", [OTHER], [OWN]],
])("with %s picked the master points at what leads to his move", (_, picked, left) => {
  const now = new Pointing(
    WAYS,
    picked.map((ref) => ({ ref, copy: 0 })),
  );
  expect(leftOf(now, [HERE, OWN]).map(keyOf)).toEqual(left.map(keyOf));
});
