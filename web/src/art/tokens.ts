/** Tokens of seats, shared by all tables: colour, outline and letter. */
import { GLASSY } from "./paints";
import { drawing, type Drawing, fill, line, ngon, NUM, PAPER, starPath, text } from "./pen";

const circle = (r: number): string => `<circle r="${r}"/>`;
const seatShape: readonly ((r: number) => string)[] = [
  circle,
  (r) => `<rect x="${-r * 0.9}" y="${-r * 0.9}" width="${r * 1.8}" height="${r * 1.8}" rx="${r * 0.24}"/>`,
  (r) => `<path d="${ngon(3, r * 1.24, 0, r * 0.16)}" stroke-linejoin="round"/>`,
  (r) => `<path d="${ngon(4, r * 1.16)}"/>`,
  (r) => `<path d="${ngon(5, r * 1.1, 0, r * 0.05)}"/>`,
  (r) => `<path d="${ngon(6, r * 1.06)}"/>`,
  (r) => `<path d="${starPath(8, r * 1.12, r * 0.84)}"/>`,
];
export const shapeOf = (i: number, r: number): string => (seatShape[i % seatShape.length] ?? circle)(r);
/** The token of a seat: colour, outline and letter. */
export const seat = (i: number, letter: string, stone = false): Drawing =>
  drawing(
    48,
    48,
    `<g transform="translate(24 24)"><g fill="var(--seat-${i})" stroke="${PAPER}" stroke-width="2.500" stroke-linejoin="round">${shapeOf(i, 18)}</g>${stone ? `<g fill="${GLASSY}">${shapeOf(i, 17)}</g>` : ""}${text(0, i === 2 ? 11 : 7.5, 21, letter, "#fff", NUM)}</g>`,
  );
/** The witch's hat that walks along a track. */
export const marker = (i: number, letter: string): Drawing =>
  drawing(
    48,
    60,
    `<g transform="translate(24 30)">${fill("M-15 24C-13 8-6-8 4-27C5-10 13 8 15 24C17 30-17 30-15 24Z", `var(--seat-${i})`)}${line("M-15 24C-13 8-6-8 4-27C5-10 13 8 15 24C17 30-17 30-15 24Z", PAPER, 2.4)}${fill("M-21 22C-12 17 12 17 21 22C12 31-12 31-21 22Z", `var(--seat-${i})`, `stroke="${PAPER}" stroke-width="2"`)}${text(0, 15, 17, letter, "#fff", NUM)}</g>`,
  );
