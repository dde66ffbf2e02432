/**
 * Portraits: one hand draws them all. A bust on -50..50; skin and hair are paper and ink, as in a woodcut.
 */
import { at, fill, INK, line, PAPER, pol, r2, type Sign, times } from "./pen";

const SKIN = PAPER;
const HAIR = INK;
const hatch = (list: readonly string[], c: string, w = 1.1, o = 0.55): string =>
  `<g fill="none" stroke="${c}" stroke-width="${w}" stroke-linecap="round" opacity="${o}">${list.map((d) => `<path d="${d}"/>`).join("")}</g>`;
export const hats = {
  none: () => "",
  cone: (t, d, l) =>
    fill("M-25-14C-14-20-8-44 4-62C6-52 18-22 25-14Z", t) +
    fill("M4-62C6-52 18-22 25-14C18-17 10-18 4-18C8-34 7-50 4-62Z", d, 'opacity=".55"') +
    fill("M-36-11C-24-21 24-21 36-11C24-5-24-5-36-11Z", t) +
    fill("M-36-11C-24-5 24-5 36-11C30-14 26-16 22-17C10-12-10-12-22-17C-26-16-30-14-36-11Z", d, 'opacity=".4"') +
    fill("M-21-18C-8-14 8-14 22-18L20-23C8-19-8-19-18-23Z", l) +
    hatch(["M-6-26C-2-34 1-44 3-52", "M-12-24C-8-30-6-34-4-38"], l, 1.4, 0.7),
  bent: (t, d, l) =>
    fill("M-22-14C-20-30-16-46-4-54C6-60 20-58 30-48C20-50 14-46 14-38C14-30 20-20 22-14Z", t) +
    fill("M30-48C20-50 14-46 14-38C14-30 20-20 22-14C14-17 10-17 6-18C4-32 6-48 30-48Z", d, 'opacity=".55"') +
    fill("M-46-8C-30-24 30-24 46-8C26-14-26-14-46-8Z", t) +
    fill("M-46-8C-26-14 26-14 46-8C28-4-28-4-46-8Z", d) +
    fill("M-22-15C-8-20 8-20 22-15L21-23C8-28-8-28-22-23Z", l) +
    `<rect x="-5" y="-27" width="10" height="9" rx="1.500" fill="none" stroke="${d}" stroke-width="2.200"/>` +
    hatch(["M-14-30C-12-40-8-46-2-50"], l, 1.4, 0.7),
  turban: (t, d, l) =>
    fill("M-30-13C-36-34-20-50 0-50C20-50 36-34 30-13C12-22-12-22-30-13Z", t) +
    line(
      "M-27-16C-16-34 0-42 22-41M-31-26C-20-40-6-46 8-47M30-17C24-30 8-38-8-36M31-27C28-33 22-37 14-40",
      d,
      2,
      'opacity=".6"',
    ) +
    fill("M0-30 8-20 0-10-8-20Z", l) +
    fill("M0-30 8-20 0-20Z", "#fff", 'opacity=".6"') +
    fill("M-2-48C-10-62 2-70 12-66C4-64 2-56 4-48Z", l) +
    line("M0-49C-2-58 2-64 8-66", d, 1),
  hood: (t, d) =>
    fill("M-38 50C-40 10-36-30 0-58C36-30 40 10 38 50Z", t) +
    fill("M0-58C36-30 40 10 38 50H22C30 14 28-18 0-40Z", d, 'opacity=".5"') +
    fill("M0-42C24-26 28 4 18 30C8 40-8 40-18 30C-28 4-24-26 0-42Z", d),
  antlers: (t, d, l) =>
    line(
      "M-12-24C-20-36-34-38-38-54M-27-40C-34-40-40-38-44-34M-19-32C-20-44-18-50-22-58M12-24C20-36 34-38 38-54M27-40C34-40 40-38 44-34M19-32C20-44 18-50 22-58",
      l,
      4.4,
    ) +
    fill("M-30 6C-36-18-24-34 0-38C24-34 36-18 30 6C24-10 14-18 0-20C-14-18-24-10-30 6Z", t) +
    fill("M0-38C24-34 36-18 30 6C26-6 18-16 0-20Z", d, 'opacity=".45"') +
    times(5, (i) => {
      const a = (i - 2) * 11;
      return `<g transform="translate(${a} ${r2(-24 - 4 * Math.cos(a / 14))}) rotate(${a * 1.6})">${fill("M0-9C6-4 5 3 0 7C-5 3-6-4 0-9Z", l)}${line("M0-6V6", d, 0.9)}</g>`;
    }),
  crown: (t, d, l) =>
    times(7, (i) => {
      const [x, y] = pol(29, -160 + i * 23.3, 0, 2);
      return at(
        x,
        y,
        i % 2 ? 15 : 20,
        times(5, (k) => {
          const [px, py] = pol(26, k * 72 - 90);
          return `<circle cx="${r2(px)}" cy="${r2(py)}" r="20" fill="${i % 2 ? l : t}"/>`;
        }) + `<circle r="14" fill="${d}"/>`,
      );
    }) +
    line("M-10-26C-14-40-18-44-24-48M10-26C14-40 18-44 24-48", HAIR, 1.8) +
    `<circle cx="-25" cy="-49" r="4" fill="${l}"/><circle cx="25" cy="-49" r="4" fill="${l}"/>`,
  top: (t, d, l) =>
    fill("M-22-18-25-58C-12-63 12-63 25-58L22-18Z", t) +
    fill("M25-58 22-18H8L10-61Z", d, 'opacity=".6"') +
    fill("M-36-14C-24-24 24-24 36-14C24-7-24-7-36-14Z", t) +
    fill("M-22.500-27C-8-23 8-23 22.500-27L22-19C8-15-8-15-22-19Z", l) +
    hatch(["M-18-54-16-32"], "#fff", 1.8, 0.35),
  fez: (t, d, l) =>
    fill("M-20-20-15-50C-6-53 6-53 15-50L20-20C8-25-8-25-20-20Z", t) +
    fill("M15-50 20-20C14-23 10-24 7-24L6-52Z", d, 'opacity=".5"') +
    line("M0-51C14-54 22-48 24-34", l, 2) +
    fill("M22-36H27L28-24H21Z", l),
  bun: (_t, _d, l) =>
    `<circle cx="0" cy="-44" r="13" fill="${HAIR}"/>` +
    fill("M-27 6C-33-22-18-38 0-38C18-38 33-22 27 6C24-8 16-20 0-22C-16-20-24-8-27 6Z", HAIR) +
    line("M-14-46 14-50", l, 2.6) +
    hatch(["M-18-14C-12-26-6-30 0-32", "M18-14C12-26 6-30 2-31", "M-6-50C0-54 6-52 9-46"], PAPER, 1, 0.5),
  veil: (t, _d, l) =>
    fill("M-34 46C-42-4-30-44 0-44C30-44 42-4 34 46L26 8C26-16 16-26 0-28C-16-26-26-16-26 8Z", t, 'opacity=".95"') +
    line("M-26 6C-26-16-16-27 0-28C16-27 26-16 26 6", l, 2.4) +
    hatch(["M-31 30C-36-2-28-32-10-40", "M31 30C36-2 28-32 10-40"], l, 1, 0.6),
} satisfies Record<string, Sign>;
export const hairs = {
  none: () => "",
  long: () =>
    fill("M-26-12C-36 10-30 30-36 46C-24 50-16 44-15 36V-10ZM26-12C36 10 30 30 36 46C24 50 16 44 15 36V-10Z", HAIR) +
    hatch(
      ["M-24 2C-30 16-26 30-30 42", "M-19 6C-23 20-20 32-22 44", "M24 2C30 16 26 30 30 42", "M19 6C23 20 20 32 22 44"],
      PAPER,
      1,
      0.45,
    ),
  short: () =>
    fill("M-25 4C-30-18-16-31 0-31C16-31 30-18 25 4C22-6 18-14 8-18C-2-14-16-14-20-10C-23-6-24-2-25 4Z", HAIR) +
    hatch(["M-14-20C-4-24 6-24 14-20"], PAPER, 1, 0.5),
  curls: () =>
    times(9, (i) => {
      const [x, y] = pol(27, -190 + i * 25, 0, -2);
      return `<circle cx="${r2(x)}" cy="${r2(y)}" r="9" fill="${HAIR}"/>`;
    }),
  parted: () =>
    fill("M-25 2C-30-20-16-31 0-31C16-31 30-20 25 2C23-10 14-18-4-19C-14-17-22-10-25 2Z", HAIR) +
    line("M-4-20C-6-24-6-28-4-30", PAPER, 1.2),
} satisfies Record<string, () => string>;
const beards = {
  none: () => "",
  long: () =>
    fill(
      "M-21 10C-18 22-10 20-5 15C-2 18 2 18 5 15C10 20 18 22 21 10C26 34 12 56 0 66C-12 56-26 34-21 10Z",
      "#e9e1d1",
    ) +
    line(
      "M-21 10C-18 22-10 20-5 15C-2 18 2 18 5 15C10 20 18 22 21 10C26 34 12 56 0 66C-12 56-26 34-21 10Z",
      HAIR,
      1.6,
    ) +
    hatch(
      [
        "M0 26V58",
        "M-8 26C-9 38-6 48-3 56",
        "M8 26C9 38 6 48 3 56",
        "M-15 24C-15 34-12 42-9 48",
        "M15 24C15 34 12 42 9 48",
      ],
      HAIR,
      1,
      0.5,
    ),
  goatee: () =>
    fill("M-7 22C-2 20 2 20 7 22C6 32 2 38 0 42C-2 38-6 32-7 22Z", HAIR) +
    fill("M0 14C-6 11-12 13-17 18C-12 18-6 19 0 17C6 19 12 18 17 18C12 13 6 11 0 14Z", HAIR),
  moustache: () => fill("M0 14C-6 10-13 12-19 8C-18 16-8 20 0 17C8 20 18 16 19 8C13 12 6 10 0 14Z", HAIR),
  full: () =>
    fill("M-24 0C-23 24-12 36 0 36C12 36 23 24 24 0C20 8 16 10 10 11C6 9-6 9-10 11C-16 10-20 8-24 0Z", HAIR) +
    hatch(["M-12 18C-10 26-6 30-3 32", "M12 18C10 26 6 30 3 32", "M0 22V32"], PAPER, 1, 0.4) +
    line("M-6 17H6", SKIN, 1.8),
} satisfies Record<string, () => string>;
const collars = {
  robe: (t, d, l) =>
    fill("M-50 62C-48 36-28 28-15 25H15C28 28 48 36 50 62Z", t) +
    fill("M15 25C28 28 48 36 50 62H18C22 46 20 34 15 25Z", d, 'opacity=".45"') +
    fill("M-15 25C-10 38-4 44 0 62C4 44 10 38 15 25L20 27C16 42 8 50 5 62H-5C-8 50-16 42-20 27Z", l),
  high: (t, d, l) =>
    fill("M-50 62C-48 40-32 34-20 30L-30 2C-22 12-14 20 0 34C14 20 22 12 30 2L20 30C32 34 48 40 50 62Z", t) +
    fill("M30 2 20 30C32 34 48 40 50 62H22C20 48 12 42 0 34C14 20 22 12 30 2Z", d, 'opacity=".45"') +
    line("M-30 2C-22 12-14 20 0 34C14 20 22 12 30 2", l, 2.4),
  tail: (t, d, l) =>
    fill("M-50 62C-48 38-30 30-15 26H15C30 30 48 38 50 62Z", t) +
    fill("M-13 26 0 60 13 26Z", SKIN) +
    fill("M-13 26-26 31-4 62H0ZM13 26 26 31 4 62H0Z", d) +
    fill("M0 32-10 27V38ZM0 32 10 27V38Z", l) +
    `<circle cy="32.500" r="2.600" fill="${l}"/><circle cy="46" r="1.600" fill="${d}"/>`,
  dress: (t, _d, l) =>
    fill("M-48 62C-44 44-30 38-24 38C-14 48 14 48 24 38C30 38 44 44 48 62Z", t) +
    fill("M-24 38C-14 48 14 48 24 38L22 32C16 36 12 30 10 24H-10C-12 30-16 36-22 32Z", SKIN) +
    line("M-24 38C-14 48 14 48 24 38", l, 2.4) +
    times(9, (i) => {
      const x = -14 + i * 3.5;
      return `<circle cx="${x}" cy="${r2(31 + 3 * Math.cos(x / 9))}" r="1.500" fill="${l}"/>`;
    }),
  wings: (t, d, l) =>
    fill("M-14 30C-30-6-60-18-64 0C-66 14-48 26-34 28C-52 30-62 44-54 56C-44 64-26 52-16 38Z", l, 'opacity=".9"') +
    fill("M14 30C30-6 60-18 64 0C66 14 48 26 34 28C52 30 62 44 54 56C44 64 26 52 16 38Z", l, 'opacity=".9"') +
    line(
      "M-16 32C-30 14-44 4-58 2M-18 36C-32 40-44 46-50 54M-22 22C-36 18-48 14-58 14M16 32C30 14 44 4 58 2M18 36C32 40 44 46 50 54M22 22C36 18 48 14 58 14",
      d,
      1.2,
    ) +
    fill("M-34 62C-32 42-22 32-13 27H13C22 32 32 42 34 62Z", t) +
    line("M-13 27C-6 36 6 36 13 27", l, 2.2),
} satisfies Record<string, Sign>;
export interface Bust {
  readonly hat?: keyof typeof hats;
  readonly hair?: keyof typeof hairs;
  readonly beard?: keyof typeof beards;
  readonly collar?: keyof typeof collars;
  readonly eyes?: "open" | "closed";
  readonly dark?: boolean;
}

const face = (o: Bust): string =>
  fill("M-6 14H6L8 30C4 34-4 34-8 30Z", SKIN) +
  fill("M-8 20C-2 26 4 26 8 20L8 30C4 34-4 34-8 30Z", HAIR, 'opacity=".25"') +
  fill("M-23-8C-24-26 24-26 23-8C23 10 13 25 0 26C-13 25-23 10-23-8Z", SKIN) +
  line("M-23-8C-23 10-13 25 0 26C13 25 23 10 23-8", HAIR, 1.4) +
  fill("M6 25C16 22 23 8 23-8C23-14 21-18 17-20C22-4 18 14 6 25Z", HAIR, 'opacity=".16"') +
  (o.dark
    ? ""
    : line(
        o.eyes === "open" ? "M-14-2C-11-6-7-6-4-2M4-2C7-6 11-6 14-2" : "M-14-2C-11 1-7 1-4-2M4-2C7 1 11 1 14-2",
        HAIR,
        1.7,
      ) +
      (o.eyes === "open"
        ? `<circle cx="-9" cy="-2.400" r="1.900" fill="${HAIR}"/><circle cx="9" cy="-2.400" r="1.900" fill="${HAIR}"/>`
        : "") +
      line("M-15-8C-11-11-7-11-4-9M15-8C11-11 7-11 4-9", HAIR, 1.3) +
      line("M0-3C-1 3-3 6-3 8C-1 9 1 9 2 8", HAIR, 1.2) +
      (o.beard && o.beard !== "none" && o.beard !== "moustache"
        ? ""
        : line("M-5 15.500C-2 17.500 2 17.500 5 15.500", HAIR, 1.7)));
/** A bust in a tone: t robe and hat, d shadow, l light edge. */
export const bust = (o: Bust, t: string, d: string, l: string): string => {
  const hood = o.hat === "hood";
  const loose = o.hair === "long" || o.hair === "curls";
  const shadow = hood
    ? fill("M0-40C22-26 26 4 16 28C8 36-8 36-16 28C-26 4-22-26 0-40Z", "#15131d") +
      `<path d="M-12-6C-8-9-5-7-4-3C-7-1-10-2-12-6ZM12-6C8-9 5-7 4-3C7-1 10-2 12-6Z" fill="${l}"/>` +
      line("M-7 14C-3 17 3 17 7 14", l, 1.3, 'opacity=".7"')
    : face(o);
  return (
    (o.collar === "wings" ? "" : loose ? hairs[o.hair ?? "none"]() : "") +
    (hood ? hats.hood(t, d) : "") +
    collars[o.collar ?? "robe"](t, d, l) +
    (o.collar === "wings" && o.hair === "long" ? hairs.long() : "") +
    shadow +
    (o.hair && !loose ? hairs[o.hair]() : "") +
    beards[o.beard ?? "none"]() +
    (hood ? "" : hats[o.hat ?? "none"](t, d, l))
  );
};
