/** Signs that more than one game uses. */
import { at, fill, line, pol, poly, type Sign, starPath, times } from "./pen";

export const shared = {
  star: (c, d) =>
    fill(starPath(5, 50, 21, 0, 4), c) +
    times(5, (i) => fill(poly([[0, 4], pol(50, -90 + i * 72, 0, 4), pol(21, -54 + i * 72, 0, 4)]), d, 'opacity=".5"')),
  fire: (c, d, l) =>
    fill(
      "M4-50C8-30 36-14 36 16C36 38 20 50 0 50C-20 50-36 38-36 18C-36 2-26-6-22-20C-14-14-12-8-12-2C-2-14 4-28 4-50Z",
      c,
    ) +
    fill(
      "M2-4C6 6 18 12 18 28C18 42 10 50 0 50C-10 50-18 42-18 30C-18 22-12 18-10 10C-4 14-4 18-4 22C0 16 2 6 2-4Z",
      l,
    ) +
    fill("M4-50C8-30 36-14 36 16C36 38 20 50 0 50C20 46 26 34 24 18C22 0 2-14 4-50Z", d, 'opacity=".4"'),
  rob: (c, _d, l) =>
    fill(
      "M-50-18C-30-26-14-18 0-12C14-18 30-26 50-18C50 8 38 26 20 26C8 26 4 12 0 12C-4 12-8 26-20 26C-38 26-50 8-50-18Z",
      c,
    ) +
    fill("M-34-6C-24-12-14-6-10 4C-18 12-30 8-34-6ZM34-6C24-12 14-6 10 4C18 12 30 8 34-6Z", l) +
    line("M50-18C54-6 52 10 46 34M50-16C58-4 60 6 58 20", c, 3.4),
  starlet: (c) => fill(starPath(5, 50, 21, 0, 4), c),
} satisfies Record<string, Sign>;

export const starsRow = (n: number, s: number, c: string, gap = 1.15): string =>
  times(n, (i) => at((i - (n - 1) / 2) * s * gap, 0, s, shared.starlet(c)));

/** The crystal: one stone, drawn everywhere the same. */
export const crystalBody = (): string =>
  fill("M0-50 30-24 30 18 0 50-30 18-30-24Z", "url(#cry)") +
  fill("M0-50 30-24 12-18 0-30Z", "#fff", 'opacity=".5"') +
  fill("M0-50-30-24-12-18 0-30Z", "#fff", 'opacity=".75"') +
  fill("M-30-24-12-18-12 14-30 18Z", "#fff", 'opacity=".28"') +
  fill("M30-24 12-18 12 14 30 18Z", "#0b3c5c", 'opacity=".28"') +
  fill("M-30 18-12 14 0 50Z", "#0b3c5c", 'opacity=".18"') +
  fill("M30 18 12 14 0 50Z", "#0b3c5c", 'opacity=".45"') +
  line("M0-50 30-24 30 18 0 50-30 18-30-24ZM-12-18 0-30 12-18V14L0 24-12 14Z", "#0d4768", 2.4);
