import { expect, test } from "vitest";
import { arrowTo, type Box } from "../../src/lesson/places";

const SIZE = { w: 390, h: 844 };
/** A balloon above a prompt as wide as the screen, and a card below both. */
const BALLOON: Box = { x: 8, y: 288, w: 374, h: 158 };
const CARD: Box = { x: 62, y: 752, w: 76, h: 92 };
const PROMPT: Box = { x: 18, y: 455, w: 354, h: 88 };

/** Points of the line from which an arrow is drawn, without its tip. */
const line = (arrow: string): readonly (readonly [number, number])[] => {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0] = (arrow.match(/-?[\d.]+/g) ?? []).map(Number);
  const at = (a: number, b: number, c: number, t: number): number =>
    a * (1 - t) ** 2 + 2 * b * t * (1 - t) + c * t ** 2;
  return Array.from({ length: 101 }, (_, i) => [at(x0, x1, x2, i / 100), at(y0, y1, y2, i / 100)] as const);
};
const crosses = (arrow: string, { x, y, w, h }: Box): boolean =>
  line(arrow).some(([px, py]) => px > x && px < x + w && py > y && py < y + h);
const end = (arrow: string): readonly number[] => line(arrow).at(-1) ?? [];

test("an arrow comes from the balloon where nothing is written in its way", () => {
  const arrow = arrowTo(BALLOON, CARD, SIZE, []);
  expect(line(arrow)[0]?.[1]).toBe(BALLOON.y + BALLOON.h + 8);
  expect(crosses(arrow, PROMPT)).toBe(true);
});

test("an arrow leaves the balloon elsewhere rather than cross a line", () => {
  const short: Box = { x: 100, y: 500, w: 100, h: 20 };
  const arrow = arrowTo(BALLOON, CARD, SIZE, [short]);
  expect(line(arrow)[0]?.[1]).toBe(BALLOON.y + BALLOON.h + 8);
  expect(crosses(arrow, short)).toBe(false);
});

test("where a prompt bars every way a short arrow stands beside the thing by itself", () => {
  const arrow = arrowTo(BALLOON, CARD, SIZE, [PROMPT]);
  expect(crosses(arrow, PROMPT)).toBe(false);
  expect(end(arrow)).toEqual([CARD.x + CARD.w / 2, CARD.y - 5]);
  const above: Box = { x: 8, y: 700, w: 374, h: 40 };
  const aside = arrowTo(BALLOON, CARD, SIZE, [PROMPT, above]);
  expect(crosses(aside, above)).toBe(false);
  expect(end(aside)[0]).toBe(CARD.x + CARD.w + 5);
});

test("the head of an arrow touches nothing that is written either", () => {
  const balloon: Box = { ...BALLOON, y: 8 };
  const button: Box = { x: 298, y: 210, w: 86, h: 60 };
  const text: Box = { x: 305, y: 174, w: 24, h: 18 };
  const heads = (written: readonly Box[]): readonly Box[] => {
    const arrow = arrowTo(balloon, button, SIZE, written);
    const [x = 0, y = 0, tipX = 0, tipY = 0, right = 0, above = 0] = (arrow.match(/-?[\d.]+/g) ?? [])
      .map(Number)
      .slice(6);
    expect(tipY).toBeGreaterThan(0);
    const part = Array.from({ length: 11 }, (_, i) => i / 10);
    return [[x, y] as const, [right, above] as const].flatMap(([bx, by]) =>
      part.map((one) => ({ x: tipX + (bx - tipX) * one - 5, y: tipY + (by - tipY) * one - 5, w: 10, h: 10 })),
    );
  };
  const touched = (all: readonly Box[]): boolean =>
    all.some((a) => a.x + a.w > text.x && a.x < text.x + text.w && a.y + a.h > text.y && a.y < text.y + text.h);
  expect(touched(heads([]))).toBe(true);
  expect(touched(heads([text]))).toBe(false);
});

test("there is no arrow where something is written all around, or the balloon is at hand", () => {
  expect(arrowTo(BALLOON, CARD, SIZE, [{ x: 0, y: 640, w: 390, h: 204 }])).toBe("");
  expect(arrowTo(BALLOON, { ...CARD, y: 450 }, SIZE, [])).toBe("");
});
