import { expect, test } from "vitest";
import { percent, points } from "../../src/replay/points";

test("a change of a chance is told in points with its sign, and none as 0", () => {
  expect([0.114, -0.4, 0.004, -0.004].map(points)).toEqual(["+11", "−40", "0", "0"]);
  expect(percent(0.256)).toBe("26 %");
});
