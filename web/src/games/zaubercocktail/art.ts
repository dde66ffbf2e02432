/**
 * Zaubercocktail: the apothecary's shelf. The scale of an ingredient is a measuring glass. Eleven drawings, eleven
 * letters, eleven colours.
 */
import { GLASSY, GOLD, Paints } from "../../art/paints";
import {
  at,
  card,
  drawing,
  type Drawing,
  fill,
  fitted,
  inLines,
  INK,
  INK2,
  ITALIC,
  line,
  NUM,
  PAPER,
  pol,
  pts,
  r2,
  type Sign,
  slipBand,
  starPath,
  text,
  times,
  V,
} from "../../art/pen";
import { crystalBody } from "../../art/signs";
import { shapeOf } from "../../art/tokens";
import type { Lod } from "../types";

export const paints = new Paints("zaubercocktail");
const O = INK;

const brews = {
  /* blue slime runs down */
  a: (c, d) =>
    fill(
      "M-42-32C-30-48 30-48 42-32C48-18 40-8 38 6C36 16 28 16 27 6C26-4 18-4 17 8C16 30 12 48 0 48C-11 48-13 28-13 12C-13 2-20 2-21 12C-22 24-34 24-35 10C-36-6-48-18-42-32Z",
      c,
    ) +
    fill(
      "M8-43C26-42 37-38 42-32C48-18 40-8 38 6C36 16 28 16 27 6C26-4 18-4 17 8C16 30 12 48 0 48C12 30 4 6 14-6C24-16 22-34 8-43Z",
      d,
      'opacity=".55"',
    ) +
    line(
      "M-42-32C-30-48 30-48 42-32C48-18 40-8 38 6C36 16 28 16 27 6C26-4 18-4 17 8C16 30 12 48 0 48C-11 48-13 28-13 12C-13 2-20 2-21 12C-22 24-34 24-35 10C-36-6-48-18-42-32Z",
      O,
      2.6,
    ) +
    line("M-30-28C-22-36-10-38 2-38M-4 20C-4 28-2 34 0 38", "#fff", 4.4, 'opacity=".85"') +
    `<circle cx="-16" cy="-16" r="7" fill="#fff" stroke="${O}" stroke-width="2"/><circle cx="-14" cy="-15" r="3" fill="${O}"/>`,
  b: (c, d, h) =>
    fill(
      "M-4-18C-20-34-38-32-44-44C-28-46-12-40-4-24C-8-40 0-50 6-56C14-44 12-32 6-22C14-38 30-42 44-36C38-26 22-24 8-16Z",
      c,
    ) +
    line(
      "M-4-18C-20-34-38-32-44-44C-28-46-12-40-4-24C-8-40 0-50 6-56C14-44 12-32 6-22C14-38 30-42 44-36C38-26 22-24 8-16M-10-26-30-38M5-26 6-44M12-24 32-34",
      O,
      2.2,
    ) +
    fill(
      "M-14-16C-4-22 10-22 18-14C24-4 16 4 20 14C24 24 34 26 38 38C28 36 18 32 12 22C10 34 14 42 8 54C0 44-2 34-2 24C-8 34-20 36-30 46C-30 32-20 26-16 16C-12 4-24-4-14-16Z",
      h,
    ) +
    fill(
      "M18-14C24-4 16 4 20 14C24 24 34 26 38 38C28 36 18 32 12 22C10 34 14 42 8 54C6 40 10 20 6 4C4-8 10-16 18-14Z",
      d,
      'opacity=".4"',
    ) +
    line(
      "M-14-16C-4-22 10-22 18-14C24-4 16 4 20 14C24 24 34 26 38 38C28 36 18 32 12 22C10 34 14 42 8 54C0 44-2 34-2 24C-8 34-20 36-30 46C-30 32-20 26-16 16C-12 4-24-4-14-16ZM-12-6H0M-10 4H2M4 12H14M-14 14H-4",
      O,
      2.4,
    ),
  c: (c, d, h) =>
    fill("M-48 40C-46 22-34 18-28 8C-20-6-8-10 2-8C14-8 22 2 28 10C38 18 48 24 48 40Z", V("zc-soil")) +
    line("M-48 40C-46 22-34 18-28 8C-20-6-8-10 2-8C14-8 22 2 28 10C38 18 48 24 48 40Z", O, 2.6) +
    [
      [-30, -8, -8],
      [22, -2, 10],
      [-4, -26, -4],
    ]
      .map(
        ([x = 0, y = 0, a = 0]) =>
          `<g transform="translate(${x} ${y}) rotate(${a})">${fill("M-20 6-13-10H13L20 6Z", h)}${fill("M-20 6H20V17H-20Z", c)}${fill("M4 6H20V17H4Z", d, 'opacity=".5"')}${line("M-20 6-13-10H13L20 6V17H-20ZM-20 6H20", O, 2.4)}${line("M-8-4H6", "#fff", 3)}</g>`,
      )
      .join("") +
    [
      [-36, 32, 3.5],
      [-20, 30, 4.5],
      [-2, 34, 3],
      [12, 28, 4.5],
      [32, 33, 4],
      [24, 36, 2],
    ]
      .map(
        ([x = 0, y = 0, r = 0]) =>
          `<circle cx="${x}" cy="${y}" r="${r}" fill="${h}" stroke="${O}" stroke-width="1.600"/>`,
      )
      .join(""),
  d: (c, d, h) =>
    fill("M-10-46H10V-18L36 30C40 40 34 48 24 48H-24C-34 48-40 40-36 30L-10-18Z", "#f3faf8") +
    fill("M-24 8C-14 0-6 14 4 8S18 0 24 8L36 30C40 40 34 48 24 48H-24C-34 48-40 40-36 30Z", c) +
    fill("M24 8 36 30C40 40 34 48 24 48H4C22 40 22 20 14 6Z", d, 'opacity=".45"') +
    line("M-10-46V-18L-36 30C-40 40-34 48-24 48H24C34 48 40 40 36 30L10-18V-46M-15-46H15", O, 2.8) +
    line("M-24 34C-14 26-6 40 4 34S18 28 26 34", "#fff", 3.4, 'opacity=".85"') +
    [
      [-6, 22, 3.6],
      [8, 18, 2.6],
      [-2, -6, 3],
      [4, -22, 2.2],
    ]
      .map(
        ([x = 0, y = 0, r = 0]) =>
          `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${O}" stroke-width="1.800"/>`,
      )
      .join("") +
    `<rect x="-9" y="-56" width="18" height="10" rx="2" fill="${h}" stroke="${O}" stroke-width="2"/>`,
  e: (c, d, h) =>
    [
      "M-4 6C-20-8-44-10-40-44",
      "M-2 6C-12-12-28-22-18-50",
      "M0 6C-2-16-8-30 4-54",
      "M2 6C10-14 12-30 26-46",
      "M4 6C18-6 40-12 42-34",
      "M-4 14C-18 24-30 32-30 50",
      "M-1 14C-6 28-10 36-6 52",
      "M2 14C8 28 16 34 14 50",
      "M4 14C16 22 30 28 34 46",
    ]
      .map((p, i) => line(p, O, 10) + line(p, i % 2 ? h : c, 6))
      .join("") +
    fill("M-14 2C-6-2 6-2 14 2V18C6 22-6 22-14 18Z", d) +
    line("M-14 2C-6-2 6-2 14 2V18C6 22-6 22-14 18ZM-13 8C-5 5 5 5 13 8M-13 13C-5 10 5 10 13 13", O, 2.2),
  /* yellow slime rises in bubbles */
  f: (c, d, h) =>
    fill("M-42 44C-54 26-40 12-36 2C-32-10-24-8-20-18C-14-34 8-36 14-20C18-10 26-14 31-2C36 10 54 24 42 44Z", c) +
    fill("M14-20C18-10 26-14 31-2C36 10 54 24 42 44H8C26 34 22 4 14-20Z", d, 'opacity=".45"') +
    line("M-42 44C-54 26-40 12-36 2C-32-10-24-8-20-18C-14-34 8-36 14-20C18-10 26-14 31-2C36 10 54 24 42 44Z", O, 2.6) +
    `<circle cx="-2" cy="12" r="18" fill="#fff" stroke="${O}" stroke-width="2.400"/><circle cx="-2" cy="12" r="9" fill="${d}"/><circle cx="-2" cy="12" r="4.500" fill="${O}"/><circle cx="-6" cy="8" r="3" fill="#fff"/>` +
    [
      [-30, -24, 8],
      [-12, -44, 6],
      [22, -38, 9],
      [38, -16, 5],
    ]
      .map(
        ([x = 0, y = 0, r = 0]) =>
          `<circle cx="${x}" cy="${y}" r="${r}" fill="${h}" stroke="${O}" stroke-width="2.200"/>`,
      )
      .join("") +
    line("M-32 24C-36 30-36 34-34 38", "#fff", 4, 'opacity=".8"'),
  g: (c, _d, h) =>
    [
      "M-4 50C-8 20-34 6-40-34C-22-20-8 4 2 48Z",
      "M0 50C-6 10-2-28 4-56C14-26 12 14 8 50Z",
      "M6 50C12 18 26 0 44-30C44 4 28 26 14 50Z",
      "M-8 50C-18 34-36 30-46 10C-28 16-8 28 0 50Z",
    ]
      .map((p, i) => fill(p, i % 2 ? h : c) + line(p, O, 2.4))
      .join("") +
    line("M-30-18C-18 0-8 18-2 40M4-40C4-10 4 16 4 40M36-14C26 6 16 24 10 42", "#fff", 2.2, 'opacity=".9"') +
    line("M-26 50H34", O, 3),
  h: (c) =>
    line("M-8-50C-4-30 2-14 0 4M0-22C12-26 22-22 28-10M-2-14C-12-14-22-8-26 2", O, 3.4) +
    fill("M-6-44C-24-56-38-48-44-36C-28-30-14-32-6-44ZM2-34C10-50 30-54 44-46C36-32 20-26 2-34Z", V("zc-berry-leaf")) +
    line(
      "M-6-44C-24-56-38-48-44-36C-28-30-14-32-6-44ZM2-34C10-50 30-54 44-46C36-32 20-26 2-34ZM-8-42-36-40M4-35 38-46",
      O,
      2,
    ) +
    [
      [-26, 14],
      [26, 6],
      [0, 20],
      [-14, 36],
      [18, 34],
    ]
      .map(
        ([x = 0, y = 0]) =>
          `<circle cx="${x}" cy="${y}" r="14" fill="#fffdf8" stroke="${O}" stroke-width="2.400"/><path d="M${x + 4} ${y + 10}A11 11 0 0 0 ${x + 10} ${y - 5}" fill="none" stroke="${c}" stroke-width="4" stroke-linecap="round"/><circle cx="${x - 1}" cy="${y + 1}" r="2" fill="${O}"/>`,
      )
      .join(""),
  i: (c, d) =>
    fill(
      "M0-54C10-36 24-34 44-26C38-14 44 0 46 12C32 12 22 18 12 28L4 30V50H-4V30L-12 28C-22 18-32 12-46 12C-44 0-38-14-44-26C-24-34-10-36 0-54Z",
      c,
    ) +
    fill("M0-54C10-36 24-34 44-26C38-14 44 0 46 12C32 12 22 18 12 28L4 30V50H0Z", d, 'opacity=".5"') +
    line(
      "M0-54C10-36 24-34 44-26C38-14 44 0 46 12C32 12 22 18 12 28L4 30V50H-4V30L-12 28C-22 18-32 12-46 12C-44 0-38-14-44-26C-24-34-10-36 0-54Z",
      O,
      2.6,
    ) +
    line("M0-38V44M0 22-32 4M0 22 32 4M0 0-28-18M0 0 28-18M0-18-10-30M0-18 10-30", PAPER, 2.6),
  j: (c, d) =>
    line("M0 12C2 28-2 40-6 54", V("zc-berry-leaf"), 5) +
    fill("M-2 34C10 22 26 24 34 34C22 42 8 42-2 34Z", V("zc-berry-leaf")) +
    line("M-2 34C10 22 26 24 34 34C22 42 8 42-2 34ZM2 34H26", O, 1.8) +
    fill(
      "M0-50C14-52 24-44 26-34C40-30 44-14 36-2C34 14 18 24 0 24C-18 24-34 14-36-2C-44-14-40-30-26-34C-24-44-14-52 0-50Z",
      c,
    ) +
    fill("M26-34C40-30 44-14 36-2C34 14 18 24 0 24C16 14 30-6 26-34Z", d, 'opacity=".5"') +
    line(
      "M0-50C14-52 24-44 26-34C40-30 44-14 36-2C34 14 18 24 0 24C-18 24-34 14-36-2C-44-14-40-30-26-34C-24-44-14-52 0-50Z",
      O,
      2.6,
    ) +
    line(
      "M-26-34C-24-18-8-8 8-12C20-16 22-30 12-34C2-38-8-30-4-22C-1-17 7-20 5-26M36-2C24 8 4 8-10 0M26-34C28-22 22-10 10-4M-36-2C-28 0-20-2-14-8",
      O,
      2.2,
    ) +
    line("M-18-38C-10-44 0-44 8-42", "#fff", 3.4, 'opacity=".9"'),
  k: (c, _d, h) =>
    [
      "M-26-20C-40-24-46-36-40-48",
      "M-8-30C-12-42-6-52 4-54",
      "M16-28C22-40 36-44 44-38",
      "M-32 4C-46 4-54 14-50 26",
      "M30 2C44 0 52 8 50 20",
      "M-18 28C-24 40-36 44-44 38",
      "M4 32C2 44 10 52 20 50",
      "M22 24C32 30 34 40 44 42",
    ]
      .map((p) => line(p, h, 10) + line(p, c, 7))
      .join("") +
    `<circle r="36" fill="${c}" stroke="${h}" stroke-width="2.200"/>` +
    fill("M0-36A36 36 0 0 1 20 30C30 4 22-22 0-36Z", h, 'opacity=".25"') +
    [
      [-10, -8, 12],
      [14, -14, 7],
      [8, 14, 9],
      [-20, 16, 5],
      [24, 4, 4],
    ]
      .map(
        ([x = 0, y = 0, r = 0]) =>
          `<circle cx="${x}" cy="${y}" r="${r}" fill="#fff3cf"/><ellipse cx="${x}" cy="${y}" rx="${r2(r * 0.3)}" ry="${r2(r * 0.8)}" fill="#1a1024"/>`,
      )
      .join(""),
} satisfies Record<string, Sign>;
export type Letter = keyof typeof brews;
export const LETTERS = Object.keys(brews) as Letter[];
export const zc = (k: Letter, part?: "deep" | "hi"): string => V(part ? `zc-${k}-${part}` : `zc-${k}`);
export const brew = (k: Letter): string => brews[k](zc(k), zc(k, "deep"), zc(k, "hi"));
/* Liquid is darker than the drawing, so that white numbers stay legible in it. */
for (const k of LETTERS)
  paints.lin(
    `zc-${k}`,
    [
      [0, `color-mix(in srgb, ${zc(k)} 28%, ${zc(k, "deep")})`],
      [1, zc(k, "deep")],
    ],
    0.3,
    1,
  );
const ticket = (x: number, y: number, w: number, h: number, k: number): string =>
  `M${x + k} ${y}H${x + w - k}A${k} ${k} 0 0 0 ${x + w} ${y + k}V${y + h - k}A${k} ${k} 0 0 0 ${x + w - k} ${y + h}H${x + k}A${k} ${k} 0 0 0 ${x} ${y + h - k}V${y + k}A${k} ${k} 0 0 0 ${x + k} ${y}Z`;
const strip = (k: Letter, scale: readonly number[], have: number): string => {
  const ground = fill(slipBand(262), `url(#zc-${k})`);
  if (!scale.length) return ground + text(125, 336, 66, "+1", "#fff", NUM);
  const step = 202 / scale.length;
  return (
    ground +
    times(
      scale.length,
      (i) =>
        `<rect x="${r2(24 + i * step)}" y="272" width="${r2(step - 8)}" height="10" rx="4" fill="#fff" opacity="${i < have ? 1 : 0.32}"/>`,
    ) +
    text(125, 338, 62, have ? (scale[have - 1] ?? "") : "–", "#fff", NUM)
  );
};
/* The measuring glass: it fills as one collects, and the level stands at what the set is worth now. */
const glass = (k: Letter, scale: readonly number[], have: number): string => {
  const [y0, tx, tw, n] = [326, 176, 58, scale.length];
  const step = (y0 - 40) / 7;
  const topOf = (i: number): number => r2(y0 - i * step);
  const outline = (y: number): string => `M${tx} ${y}V${y0 - 22}A${tw / 2} 24 0 0 0 ${tx + tw} ${y0 - 22}V${y}`;
  const level = have
    ? `<path d="${outline(topOf(have))}Z" fill="url(#zc-${k})"/><ellipse cx="${tx + tw / 2}" cy="${topOf(have)}" rx="${tw / 2}" ry="5" fill="${zc(k, "hi")}"/>`
    : "";
  const value = (i: number): string => {
    const now = i === have - 1;
    return (
      line(`M${tx} ${topOf(i + 1)}h${i < n - 1 ? 12 : 0}`, i < have ? "#fff" : O, 1.4) +
      text(
        tx + tw / 2 + 3,
        topOf(i + 1) + step * 0.5 + 12,
        now ? 40 : 34,
        scale[i] ?? "",
        i < have ? "#fff" : INK2,
        now || !have ? NUM : "",
      )
    );
  };
  const top = topOf(n);
  return (
    `<path d="${outline(top - 6)}" fill="#fff" fill-opacity=".7"/>${level}${times(n, value)}` +
    `<path d="M${tx - 6} ${top - 8}H${tx + tw + 6}${outline(top - 8)}" fill="none" stroke="${O}" stroke-width="2.400" stroke-linecap="round"/><path d="M${tx + 6} ${top + 6}V${y0 - 40}" stroke="#fff" stroke-width="3" opacity=".6" stroke-linecap="round"/>`
  );
};
/** An ingredient. count: how many the viewer holds; the glass on the right fills up to it. */
export const ingredient = (k: Letter, scale: readonly number[], title: string, lod: Lod, count = 0): Drawing => {
  const have = Math.min(count, scale.length);
  if (lod === -1) return ingredientSlip(k);
  if (lod === 0)
    return card(
      `<circle cx="125" cy="136" r="112" fill="${zc(k, "hi")}" opacity=".38"/><g transform="translate(125 138) scale(2.02)">${brew(k)}</g>` +
        strip(k, scale, have),
    );
  const cx = 92;
  const words = title.split(" ");
  const rows = words.length > 2 ? [words.slice(0, -1).join(" "), words.at(-1) ?? ""] : words;
  const rays = times(40, (i) =>
    line("M" + pts([pol(64, i * 9, cx, 132), pol(i % 2 ? 75 : 80, i * 9, cx, 132)]), zc(k), 1, 'opacity=".55"'),
  );
  const picture = `<circle cx="${cx}" cy="132" r="66" fill="${zc(k, "hi")}" opacity=".42"/>${rays}<g transform="translate(${cx} 134) scale(1.22)">${brew(k)}</g>`;
  const label = rows
    .map((row, i) => text(cx, 268 + i * 30 + (rows.length === 1 ? 12 : 0), fitted(row, 29, 136), row, INK, ITALIC))
    .join("");
  const frame =
    line(ticket(12, 12, 226, 326, 13), zc(k, "deep"), 2.2) +
    line(ticket(17, 17, 216, 316, 12), zc(k), 0.8) +
    line("M30 232H154", zc(k), 1.4) +
    fill(`M${cx} 226l6 6-6 6-6-6Z`, zc(k, "deep"));
  const letter = `<g transform="translate(40 40)"><circle r="20" fill="${zc(k, "deep")}"/>${text(0, 8, 27, k, "#fff", NUM)}</g>`;
  const worth = scale.length ? glass(k, scale, have) : text(205, 200, 54, "+1", zc(k), NUM);
  return card(frame + picture + label + worth + letter);
};
/* Under 40 px: the drawing, and its letter below. */
const ingredientSlip = (k: Letter): Drawing =>
  card(
    `<circle cx="125" cy="112" r="104" fill="${zc(k, "hi")}" opacity=".38"/><g transform="translate(125 114) scale(1.86)">${brew(k)}</g>` +
      fill(slipBand(230), `url(#zc-${k})`) +
      text(125, 312, 104, k, "#fff", NUM),
  );
paints.lin(
  "zc-back",
  [
    [0, "#1f5963"],
    [1, "#0a2a31"],
  ],
  0.3,
  1,
);
paints.pattern(
  "zc-flasks",
  38,
  44,
  `<g fill="none" stroke="var(--gold)" stroke-width="1.100" opacity=".55"><path d="M15 6V14L8 28C6 32 9 35 13 35H25C29 35 32 32 30 28L23 14V6M13 6H25M11 24C15 21 19 27 23 24S27 23 28 24"/><circle cx="0" cy="22" r="2"/><circle cx="38" cy="22" r="2"/></g>`,
);
const BOWLS = [
  ["M-46-34H46C44-2 20 10 0 12C-20 10-44-2-46-34Z", "M-41-22H41C36 0 18 8 0 9C-18 8-36 0-41-22Z"],
  ["M-48-36H48L0 14Z", "M-36-24H36L0 12Z"],
  ["M-34-44H34C40-8 26 12 0 14C-26 12-40-8-34-44Z", "M-35-26C-16-34 16-20 35-26C34-4 22 10 0 11C-22 10-34-4-35-26Z"],
] as const;
/** A glass with its drink: coupe, martini or balloon. */
const coupe = (liquid: string, i = 0, O2 = O): string => {
  const [bowl, wet] = BOWLS[i % 3] ?? BOWLS[0];
  return (
    fill(bowl, "#f4fbfa", 'fill-opacity=".85"') +
    fill(wet, liquid) +
    line(bowl, O2, 2.6) +
    line("M0 13V42M-24 48C-18 42-8 42 0 42S18 42 24 48Z", O2, 2.8) +
    line("M-30-14C-26-6-20 0-12 4", "#fff", 3, 'opacity=".85"')
  );
};
export const back = (lod: Lod): Drawing => {
  const small = lod < 1;
  return card(
    `<rect x="11" y="11" width="228" height="328" rx="9" fill="url(#zc-back)"/>` +
      (small
        ? ""
        : `<rect x="22" y="22" width="206" height="306" rx="4" fill="url(#zc-flasks)"/>` +
          line(ticket(18, 18, 214, 314, 12), GOLD, 1.8)) +
      `<g transform="translate(125 175)"><ellipse rx="${small ? 86 : 70}" ry="${small ? 96 : 80}" fill="#0a2a31"/><ellipse rx="${small ? 86 : 70}" ry="${small ? 96 : 80}" fill="none" stroke="${GOLD}" stroke-width="${small ? 5 : 2.4}"/><g transform="translate(0 4) scale(${small ? 1.3 : 1.1})">${coupe("#3fb5a3", 0, V("gold-hi"))}<circle cx="-8" cy="-46" r="4" fill="none" stroke="${V("gold-hi")}" stroke-width="2"/><circle cx="8" cy="-56" r="3" fill="none" stroke="${V("gold-hi")}" stroke-width="2"/></g></g>`,
  );
};
/* Recipes: a drink, and the steps of ranks one, two, three and last as a stair. */
const DRINKS: readonly (readonly [liquid: string, glass: number])[] = [
  ["#7c9a3e", 2],
  ["#d2522b", 1],
  ["#e39a2d", 0],
  ["#6f4a95", 2],
  ["#b5473f", 0],
  ["#9fb7c6", 1],
  ["#6fae4a", 0],
  ["#dfe3f2", 2],
  ["#49b7c4", 1],
];
export interface Recipe {
  readonly steps: readonly number[];
  readonly back: number;
}
const stair = (r: Recipe, ranks: readonly string[], small: boolean): string => {
  const [first = 0, second = 0, third = 0] = r.steps;
  const bars: readonly (readonly [number, number])[] = [
    [first, 70],
    [second, 53],
    [third, 36],
    [-r.back, 36],
  ];
  const bar = (i: number): string => {
    const [v, height] = bars[i] ?? [0, 0];
    const [x, w, base, h] = small ? [10 + i * 58, 56, 292, height * 1.15] : [25 + i * 50.5, 48, 298, height];
    const bad = v < 0;
    const block = bad
      ? fill(`M${x} ${base + 4}h${w}v${r2(h * 0.8)}l-${w / 2} 10-${w / 2}-10Z`, V("bad-print"))
      : fill(`M${x} ${base}v${r2(-h)}h${w}v${r2(h)}Z`, V("zc-stair"));
    return (
      block +
      text(x + w / 2, bad ? base + 30 : base - 9, small ? 40 : 31, (bad ? "−" : "+") + Math.abs(v), "#fff", NUM) +
      text(x + w / 2, bad ? base - 6 : base + 22, small ? 26 : 21, ranks[i] ?? "", INK2, NUM)
    );
  };
  return times(4, bar);
};
const bubbles = (liquid: string): string =>
  `<circle cx="-10" cy="-46" r="4" fill="${liquid}"/><circle cx="6" cy="-56" r="3" fill="${liquid}"/><circle cx="18" cy="-45" r="2.400" fill="${liquid}"/>`;
/* Under 40 px: the drink, and what the first and the last of the table get. */
const recipeSlip = (r: Recipe, liquid: string, shape: number, id: number): Drawing =>
  card(
    `<g transform="translate(125 102) scale(1.6)">${coupe(liquid, shape)}${bubbles(liquid)}</g>` +
      fill(slipBand(212), V("zc-stair")) +
      text(78, 310, 92, `+${r.steps[0] ?? 0}`, "#fff", NUM) +
      `<circle cx="190" cy="280" r="46" fill="${PAPER}"/>` +
      text(190, 308, 80, id, INK, NUM),
  );
/** A recipe; ranks: how the first, the second, the third and the last are called. */
export const recipe = (id: number, r: Recipe, title: string, ranks: readonly string[], lod: Lod): Drawing => {
  const [liquid, shape] = DRINKS[(id - 1) % DRINKS.length] ?? ["#7c9a3e", 0];
  if (lod === -1) return recipeSlip(r, liquid, shape, id);
  const small = lod === 0;
  const lines = inLines(title, 13);
  const frame = small
    ? ""
    : line(ticket(12, 12, 226, 326, 13), V("gold-lo"), 2.2) + line(ticket(17, 17, 216, 316, 12), V("gold"), 0.8);
  const rays = small
    ? ""
    : times(28, (i) => line("M" + pts([pol(52, i * 12.857), pol(i % 2 ? 58 : 64, i * 12.857)]), V("gold"), 1.2));
  const name = small
    ? ""
    : lines.map((l, i) => text(125, 184 + (i - (lines.length - 1) / 2) * 25, 26, l, INK, ITALIC)).join("");
  const number = small
    ? `<g transform="translate(46 46)"><circle r="38" fill="${V("zc-stair")}"/>${text(0, 18, 54, id, "#fff", NUM)}</g>`
    : `<g transform="translate(40 40)"><circle r="18" fill="${V("zc-stair")}"/>${text(0, 8, 24, id, "#fff", NUM)}</g>`;
  return card(
    `${frame}<g transform="translate(${small ? 146 : 125} ${small ? 104 : 94}) scale(${small ? 1.4 : 1.08})">${rays}${coupe(liquid, shape)}${bubbles(liquid)}</g>` +
      name +
      stair(r, ranks, small) +
      number,
  );
};
export const drink = (id: number): string => {
  const [liquid, shape] = DRINKS[(id - 1) % DRINKS.length] ?? ["#7c9a3e", 0];
  return coupe(liquid, shape);
};
paints.lin(
  "zc-storm",
  [
    [0, "#33305c"],
    [1, "#0f0d22"],
  ],
  0.3,
  1,
);
export const lightning = (title: string, lod: Lod): Drawing =>
  card(
    `<rect x="11" y="11" width="228" height="328" rx="9" fill="url(#zc-storm)"/>` +
      line("M60 11 84 60 66 92M196 11 176 66 196 104 182 140", "#9aa0e8", 1.4, 'opacity=".7"') +
      fill("M150 24 78 178H122L96 316 190 140H140L172 24Z", GOLD) +
      line("M150 24 78 178H122L96 316 190 140H140L172 24Z", V("gold-hi"), 2.4) +
      (lod < 1
        ? ""
        : `<rect x="11" y="286" width="228" height="53" fill="#0f0d22" opacity=".85"/>` +
          text(125, 322, fitted(title, 30, 212), title, V("gold-hi"), ITALIC)),
  );
export const recipeBack = (lod: Lod): Drawing =>
  card(
    `<rect x="11" y="11" width="228" height="328" rx="9" fill="url(#zc-storm)"/>` +
      (lod < 1 ? "" : line(ticket(18, 18, 214, 314, 12), GOLD, 1.8)) +
      `<g transform="translate(125 178) scale(1.4)">${coupe("#8c7ad6", 1, V("gold-hi"))}</g>` +
      [
        [60, 70, 10],
        [190, 84, 8],
        [84, 290, 7],
        [178, 286, 11],
        [125, 52, 7],
        [52, 200, 6],
        [202, 214, 6],
      ]
        .map(([x = 0, y = 0, r = 0]) => fill(starPath(4, r, r * 0.3, x, y), V("gold-hi")))
        .join(""),
  );
paints.lin(
  "cup",
  [
    [0, "#8a6a2c"],
    [0.3, "#f0d694"],
    [0.5, "#c89a45"],
    [0.8, "#f5e2ab"],
    [1, "#7c5a1d"],
  ],
  1,
  0.1,
);
/** The goblet with its hollows. stones: [ring, first, second]; each a seat number or null. */
export const goblet = (stones: readonly (number | null)[], letters: string): Drawing => {
  const place = (x: number, y: number, r: number, seat: number | null = null): string =>
    seat === null
      ? `<circle cx="${x}" cy="${y}" r="${r}" fill="#000" opacity=".34"/><circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#2a1a04" stroke-width="1.500" stroke-dasharray="3 3"/>`
      : `<g transform="translate(${x} ${y})"><g fill="var(--seat-${seat})" stroke="#fff" stroke-width="1.600">${shapeOf(seat, r)}</g><g fill="${GLASSY}">${shapeOf(seat, r)}</g>${text(0, r * 0.42, r * 1.1, letters.charAt(seat), "#fff", NUM)}</g>`;
  return drawing(
    180,
    220,
    `<g transform="translate(90 0)">` +
      fill(
        "M-62 16H62C62 70 40 104 12 112L14 150C30 158 46 172 48 190H-48C-46 172-30 158-14 150L-12 112C-40 104-62 70-62 16Z",
        "url(#cup)",
      ) +
      line(
        "M-62 16H62C62 70 40 104 12 112L14 150C30 158 46 172 48 190H-48C-46 172-30 158-14 150L-12 112C-40 104-62 70-62 16Z",
        "#4d340b",
        2,
      ) +
      `<ellipse cy="16" rx="62" ry="11" fill="#5a3f10"/><ellipse cy="17" rx="55" ry="8" fill="#2f8f86"/><ellipse cy="16" rx="62" ry="11" fill="none" stroke="#4d340b" stroke-width="2"/>` +
      line("M-52 40C-20 52 20 52 52 40M-40 86C-16 96 16 96 40 86", "#4d340b", 1.2, 'opacity=".7"') +
      times(
        9,
        (i) =>
          `<circle cx="${r2(-44 + i * 11)}" cy="${r2(45 + 5 * Math.sin((i / 8) * Math.PI))}" r="1.800" fill="#4d340b" opacity=".6"/>`,
      ) +
      place(-22, 68, 14, stones[1]) +
      place(22, 68, 14, stones[2]) +
      `<g transform="translate(0 132)"><ellipse rx="27" ry="19" fill="#1c140a"/><ellipse rx="27" ry="19" fill="none" stroke="url(#cup)" stroke-width="7"/><ellipse rx="30.500" ry="22.500" fill="none" stroke="#4d340b" stroke-width="1.200"/></g>` +
      place(0, 130, 14, stones[0]) +
      line("M-48 190H48", "#4d340b", 2) +
      "</g>",
  );
};
export const ring = (): Drawing =>
  drawing(
    60,
    60,
    `<g transform="translate(30 30)"><circle cy="6" r="19" fill="none" stroke="#4d340b" stroke-width="8.500"/><circle cy="6" r="19" fill="none" stroke="url(#cup)" stroke-width="6.500"/>${at(0, -18, 30, crystalBody())}</g>`,
  );
