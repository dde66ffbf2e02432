/**
 * Illusio: a theatre of about 1900. The badge tells the group, the drawing the type. On an objective a full disc asks
 * for exactly this, a dashed one for anything of the group. Special actions are black and gold.
 */
import { GOLD, Paints } from "../../art/paints";
import {
  at,
  card,
  type Drawing,
  fill,
  fitted,
  inLines,
  INK,
  ITALIC,
  line,
  NUM,
  PAPER,
  pol,
  pts,
  type Put,
  put,
  r2,
  type Sign,
  slipBand,
  starPath,
  text,
  times,
  V,
} from "../../art/pen";
import { type Bust, bust, hats } from "../../art/portraits";
import { shared, starsRow } from "../../art/signs";
import type { Lod } from "../types";

export const GROUPS = ["accessory", "animal", "artifice", "box", "audience", "formula"] as const;
export type Group = (typeof GROUPS)[number];
const DOMAINS = { "close-up": "closeup", illusion: "illusion", escape: "escape", mentalism: "mentalism" } as const;
export type Domain = keyof typeof DOMAINS;
type Tone = Group | (typeof DOMAINS)[Domain] | "special" | "curtain";
export type GroupOf = (thing: string) => Group;

/** What an objective asks for: a type, or `any` of a group. */
export interface Objective {
  readonly domain: Domain;
  readonly level: number;
  readonly needs: readonly string[];
}

export const paints = new Paints("illusio");
export const il = (c: Tone, part?: "deep" | "hi"): string => V(part ? `il-${c}-${part}` : `il-${c}`);
export const domainTone = (domain: Domain): string => il(DOMAINS[domain], "deep");

const signs = {
  gAccessory: (c) => line("M-40-12C-26-30-14 6 0-12S26-30 40-12M-40 16C-26-2-14 34 0 16S26-2 40 16", c, 11),
  gAnimal: (c) =>
    `<ellipse cx="-30" cy="-6" rx="11" ry="15" fill="${c}"/><ellipse cx="-11" cy="-28" rx="11" ry="16" fill="${c}"/><ellipse cx="13" cy="-28" rx="11" ry="16" fill="${c}"/><ellipse cx="32" cy="-6" rx="11" ry="15" fill="${c}"/>` +
    fill("M0-4C16-4 30 18 28 30C26 42 10 38 0 38S-26 42-28 30C-30 18-16-4 0-4Z", c),
  gArtifice: (c, _d, l) => fill("M0-50 34 0 0 50-34 0Z", c) + line("M0-28 18 0 0 28-18 0Z", l, 5),
  gBox: (c, _d, l) => fill("M-40-40H40V40H-40Z", c) + line("M-26-26H26V26H-26ZM-26-26 26 26M26-26-26 26", l, 5),
  gAudience: (c, _d, l) =>
    `<circle r="44" fill="${c}"/><circle cx="-15" cy="-10" r="6" fill="${l}"/><circle cx="15" cy="-10" r="6" fill="${l}"/>` +
    line("M-22 10C-14 28 14 28 22 10", l, 6),
  gFormula: (c) => line("M30-38H-28L6 0-28 38H32", c, 12),
  /* domains */
  closeup: (c) =>
    fill(
      "M0-48C14-24 42-12 42 12C42 30 22 36 8 22C8 34 14 42 22 48H-22C-14 42-8 34-8 22C-22 36-42 30-42 12C-42-12-14-24 0-48Z",
      c,
    ),
  illusion: (c) => line("M0 0C-14-22-44-26-44 0S-14 22 0 0S44-26 44 0S14 22 0 0Z", c, 11),
  escape: (c) =>
    `<circle cx="-24" cy="14" r="21" fill="none" stroke="${c}" stroke-width="10"/><circle cx="26" cy="-16" r="21" fill="none" stroke="${c}" stroke-width="10" stroke-dasharray="112 20" transform="rotate(120 26 -16)"/>` +
    line("M-8-2 10-2", c, 9, 'stroke-dasharray="8 9"'),
  mentalism: (c, _d, l) =>
    fill("M-50 4C-28-30 28-30 50 4C28 36-28 36-50 4Z", c) +
    `<circle cy="3" r="18" fill="${l}"/><circle cy="3" r="9" fill="${c}"/>` +
    line("M0-34V-48M-24-30-31-42M24-30 31-42", c, 6),
  rob: shared.rob,
  starlet: shared.starlet,
  chaosMark: (c) => line("M-30 20A36 36 0 1 1 10 34", c, 10) + fill("M-46 14-26 40-14 12Z", c),
} satisfies Record<string, Sign>;

const sign = (name: keyof typeof signs, o: Put): string => put(signs[name], o);
export const domainSign = (domain: Domain, c = domainTone(domain)): string =>
  sign(DOMAINS[domain], { c, d: il(DOMAINS[domain]), l: PAPER });
export const groupSign = (g: Group): string => sign(BADGES[g], { c: il(g, "deep"), d: il(g), l: PAPER });

const O = INK;
const things = {
  scarf: (c, _d, h) =>
    fill("M-48-30C-26-50-8-12 12-28C26-40 40-34 48-28V2C36-8 26-6 14 4C-6 20-26-16-48 2Z", h) +
    fill("M-32 16C-14 0 2 32 20 18C30 10 40 12 46 16V42C34 36 26 38 18 44C2 56-14 26-32 42Z", c) +
    line(
      "M-48-30C-26-50-8-12 12-28C26-40 40-34 48-28V2C36-8 26-6 14 4C-6 20-26-16-48 2ZM-32 16C-14 0 2 32 20 18C30 10 40 12 46 16V42C34 36 26 38 18 44C2 56-14 26-32 42Z",
      O,
      2.6,
    ) +
    line("M-40-18C-22-34-6-2 14-18C26-28 36-24 44-20M-24 28C-10 16 4 42 20 30", PAPER, 2.2),
  rope: (_c, d, h) =>
    [
      "M-40 18C-40 2 40 2 40 18S-40 34-40 18",
      "M-38 2C-38-14 38-14 38 2S-38 18-38 2",
      "M-34-14C-34-30 34-30 34-14S-34 2-34-14C-34-30-14-44 10-46C22-46 30-40 26-32",
    ]
      .map((p) => line(p, O, 13) + line(p, h, 8.5) + line(p, d, 2, 'stroke-dasharray="1 7"'))
      .join(""),
  cards: (c, d) =>
    [-26, 0, 26]
      .map(
        (a, i) =>
          `<g transform="rotate(${a} 0 44)"><rect x="-20" y="-46" width="40" height="58" rx="5" fill="${PAPER}" stroke="${O}" stroke-width="2.400"/>${i === 1 ? at(0, -17, 30, signs.closeup(d)) : at(0, -17, 24, signs.gArtifice(i ? c : d, d, PAPER))}</g>`,
      )
      .join(""),
  blades: (c, _d, h) =>
    [-38, 38]
      .map(
        (a) =>
          `<g transform="rotate(${a} 0 6)">${fill("M-5 20V-40L0-54 5-40V20Z", PAPER)}${fill("M0 20V-54L5-40V20Z", h)}${line("M-5 20V-40L0-54 5-40V20Z", O, 2.2)}${fill("M-17 20H17V26H-17Z", c)}${line("M-17 20H17V26H-17Z", O, 2)}${line("M0 28V46", O, 7)}${`<circle cy="48" r="5" fill="${c}" stroke="${O}" stroke-width="2"/>`}</g>`,
      )
      .join(""),
  rabbit: (c, _d, h) =>
    fill("M-16-6C-32-34-26-54-18-54S-4-32-6-10ZM16-6C32-34 26-54 18-54S4-32 6-10Z", PAPER) +
    fill("M-15-14C-22-32-21-46-18-46S-9-30-9-14ZM15-14C22-32 21-46 18-46S9-30 9-14Z", h) +
    line("M-16-6C-32-34-26-54-18-54S-4-32-6-10M16-6C32-34 26-54 18-54S4-32 6-10", O, 2.4) +
    fill("M0-14C22-14 32 0 32 14C32 34 16 40 0 40S-32 34-32 14C-32 0-22-14 0-14Z", PAPER) +
    line("M0-14C22-14 32 0 32 14C32 34 16 40 0 40S-32 34-32 14C-32 0-22-14 0-14Z", O, 2.4) +
    `<circle cx="-13" cy="8" r="3.600" fill="${O}"/><circle cx="13" cy="8" r="3.600" fill="${O}"/>` +
    fill("M-5 17H5L0 23Z", c) +
    line(
      "M0 23V28M0 28C-3 32-8 32-10 29M0 28C3 32 8 32 10 29M-18 20-36 16M-18 24-36 27M18 20 36 16M18 24 36 27",
      O,
      1.8,
    ),
  dove: (_c, _d, h) =>
    fill(
      "M-48 14C-34 8-22 4-12 2C-20-16-14-40 8-52C8-36 14-22 22-10C32-16 42-12 48-4C42-2 38 2 36 8C30 26 10 34-8 30C-20 38-34 40-46 36C-38 32-32 26-28 20C-36 20-44 18-48 14Z",
      PAPER,
    ) +
    fill("M-12 2C-20-16-14-40 8-52C8-36 14-22 22-10C10-6-2-2-12 2Z", h) +
    line(
      "M-48 14C-34 8-22 4-12 2C-20-16-14-40 8-52C8-36 14-22 22-10C32-16 42-12 48-4C42-2 38 2 36 8C30 26 10 34-8 30C-20 38-34 40-46 36C-38 32-32 26-28 20C-36 20-44 18-48 14Z",
      O,
      2.4,
    ) +
    line("M-12 2C0 8 14 6 22-10M-6-8C0-18 2-28 4-38M4-6C8-14 8-22 8-30M-30 28-42 32", O, 1.7) +
    `<circle cx="33" cy="-4" r="2.400" fill="${O}"/>`,
  tiger: (_c, d, h) =>
    `<circle cx="-28" cy="-30" r="13" fill="${h}" stroke="${O}" stroke-width="2.400"/><circle cx="28" cy="-30" r="13" fill="${h}" stroke="${O}" stroke-width="2.400"/><circle cx="-28" cy="-30" r="5.500" fill="${d}"/><circle cx="28" cy="-30" r="5.500" fill="${d}"/>` +
    fill(
      "M0-42C26-42 42-24 42-4C46 6 44 18 36 24C28 40 12 46 0 46S-28 40-36 24C-44 18-46 6-42-4C-42-24-26-42 0-42Z",
      "#e9a24a",
    ) +
    line(
      "M0-42C26-42 42-24 42-4C46 6 44 18 36 24C28 40 12 46 0 46S-28 40-36 24C-44 18-46 6-42-4C-42-24-26-42 0-42Z",
      O,
      2.4,
    ) +
    fill("M0 8C16 6 26 16 24 28C20 40 10 42 0 42S-20 40-24 28C-26 16-16 6 0 8Z", PAPER) +
    fill(
      "M-4-42H4L0-22ZM-18-38-9-40-10-22ZM18-38 9-40 10-22ZM-42-8-24-4-41 2ZM42-8 24-4 41 2ZM-43 10-27 10-38 20ZM43 10 27 10 38 20Z",
      O,
    ) +
    fill("M-25-8C-20-16-10-14-8-4C-14 0-22-1-25-8ZM25-8C20-16 10-14 8-4C14 0 22-1 25-8Z", "#fff8dc") +
    `<circle cx="-15" cy="-7" r="3.400" fill="${O}"/><circle cx="15" cy="-7" r="3.400" fill="${O}"/>` +
    fill("M-8 14H8L0 23Z", O) +
    line("M0 23V29M0 29C-5 34-12 33-14 28M0 29C5 34 12 33 14 28", O, 2.2),
  curtain: (c, d, h) =>
    fill("M-48-42H48V-28H-48Z", d) +
    fill("M-46-28H-4C-6 0-22 12-34 18C-30 28-32 40-38 48H-46Z", c) +
    fill("M46-28H4C6 0 22 12 34 18C30 28 32 40 38 48H46Z", c) +
    line(
      "M-46-28H-4C-6 0-22 12-34 18C-30 28-32 40-38 48H-46ZM46-28H4C6 0 22 12 34 18C30 28 32 40 38 48H46ZM-48-42H48V-28H-48Z",
      O,
      2.4,
    ) +
    line(
      "M-36-28C-34-6-40 8-44 14M-24-28C-24-6-34 8-40 16M-14-28C-16-4-28 10-37 17M36-28C34-6 40 8 44 14M24-28C24-6 34 8 40 16M14-28C16-4 28 10 37 17",
      PAPER,
      1.8,
      'opacity=".75"',
    ) +
    fill("M-42 14H-31V22H-42ZM31 14H42V22H31Z", GOLD) +
    times(8, (i) => fill(`M${-48 + i * 12} -28a6 6 0 0 0 12 0Z`, h, `stroke="${O}" stroke-width="1.500"`)),
  mirrors: (c, d, h) =>
    `<ellipse cx="16" cy="-6" rx="24" ry="36" fill="${d}" stroke="${O}" stroke-width="2.400"/><ellipse cx="16" cy="-6" rx="17" ry="29" fill="${h}"/>` +
    `<ellipse cx="-14" cy="0" rx="25" ry="38" fill="${GOLD}" stroke="${O}" stroke-width="2.400"/><ellipse cx="-14" cy="0" rx="18.500" ry="31" fill="#eaf2f7" stroke="${O}" stroke-width="1.500"/>` +
    line("M-24 10-8-18M-20 20 0-16M-12 22-1 2", c, 2.6, 'opacity=".7"') +
    line("M-26 40-32 50M-2 40 4 50M26 30 32 44", O, 4),
  smoke: (_c, d, h) =>
    [
      [-18, 22, 20],
      [14, 26, 18],
      [0, 2, 22],
      [-26, -4, 15],
      [24, 2, 16],
      [-8, -24, 17],
      [16, -20, 13],
      [4, -42, 9],
    ]
      .map(
        ([x = 0, y = 0, r = 0]) =>
          `<circle cx="${x}" cy="${y}" r="${r}" fill="${h}" stroke="${O}" stroke-width="2.400"/>`,
      )
      .join("") +
    [
      [-18, 22, 18],
      [14, 26, 16],
      [0, 2, 20],
      [-26, -4, 13],
      [24, 2, 14],
      [-8, -24, 15],
      [16, -20, 11],
      [4, -42, 7],
    ]
      .map(([x = 0, y = 0, r = 0]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${h}"/>`)
      .join("") +
    line(
      "M-30 26C-24 14-8 18-10 28C-12 34-20 32-19 27M-6 6C-2-8 16-4 12 6C9 12 2 9 4 5M-14-22C-12-32 2-32 0-23C-2-18-8-20-6-23M12 28C18 20 28 26 23 32",
      d,
      2.4,
    ),
  crate: (c, _d, h) =>
    fill("M-42-34H42V42H-42Z", h) +
    line("M-42-34H42V42H-42Z", O, 2.6) +
    line("M-42-15H42M-42 4H42M-42 23H42", O, 1.5, 'opacity=".6"') +
    fill("M-42-34H-30V42H-42ZM30-34H42V42H30Z", c) +
    line("M-42-34H-30V42H-42ZM30-34H42V42H30Z", O, 2) +
    fill("M-30-34-18-34 30 30 30 42 18 42-30-22Z", c) +
    line("M-30-34-18-34 30 30 30 42 18 42-30-22Z", O, 2) +
    [
      [-36, -28],
      [36, -28],
      [-36, 36],
      [36, 36],
      [-24, -28],
      [24, 36],
    ]
      .map(([x = 0, y = 0]) => `<circle cx="${x}" cy="${y}" r="2" fill="${O}"/>`)
      .join(""),
  cage: (c, d, h) =>
    fill("M-36 34V-4C-36-28-18-40 0-40S36-28 36-4V34Z", h, 'opacity=".6"') +
    line(
      "M-36 34V-4C-36-28-18-40 0-40S36-28 36-4V34M-24 34V-6C-22-24-10-38 0-40M24 34V-6C22-24 10-38 0-40M-12 34V-6C-10-24-4-36 0-40M12 34V-6C10-24 4-36 0-40M0-40V34",
      O,
      2.4,
    ) +
    fill("M-42 34H42V44H-42Z", c) +
    line("M-42 34H42V44H-42Z", O, 2.2) +
    line("M-36-2H36M-36 16H36", d, 2.6) +
    `<circle cy="-47" r="6" fill="none" stroke="${O}" stroke-width="3"/>`,
  tank: (c) =>
    fill("M-36-36H36V42H-36Z", "#d9eef5") +
    fill("M-36-14C-24-22-12-6 0-14S24-22 36-14V42H-36Z", "#5aa7c7") +
    line("M-36-36H36V42H-36Z", O, 2.6) +
    fill("M-42-44H42V-34H-42ZM-42 40H42V50H-42Z", c) +
    line("M-42-44H42V-34H-42ZM-42 40H42V50H-42Z", O, 2.2) +
    line("M-26-2V32", "#fff", 4, 'opacity=".7"') +
    [
      [8, 22, 4],
      [16, 8, 3],
      [4, 4, 2.5],
      [20, 28, 2.5],
    ]
      .map(
        ([x = 0, y = 0, r = 0]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#fff" stroke-width="2"/>`,
      )
      .join("") +
    `<rect x="-9" y="-42" width="18" height="17" rx="3" fill="${GOLD}" stroke="${O}" stroke-width="2"/>` +
    `<circle cy="-34" r="2.600" fill="${O}"/>`,
  audience: (c, d, h) =>
    [
      [-30, -10],
      [0, -16],
      [30, -10],
    ]
      .map(
        ([x = 0, y = 0]) =>
          `<circle cx="${x}" cy="${y}" r="11" fill="${h}" stroke="${O}" stroke-width="2.200"/>` +
          fill(
            `M${x - 18} ${y + 34}C${x - 18} ${y + 16} ${x - 8} ${y + 13} ${x} ${y + 13}S${x + 18} ${y + 16} ${x + 18} ${y + 34}Z`,
            d,
            `stroke="${O}" stroke-width="2.200"`,
          ),
      )
      .join("") +
    [
      [-16, 14],
      [16, 14],
    ]
      .map(
        ([x = 0, y = 0]) =>
          `<circle cx="${x}" cy="${y}" r="12" fill="${PAPER}" stroke="${O}" stroke-width="2.200"/>` +
          fill(
            `M${x - 20} ${y + 36}C${x - 20} ${y + 18} ${x - 9} ${y + 14} ${x} ${y + 14}S${x + 20} ${y + 18} ${x + 20} ${y + 36}Z`,
            c,
            `stroke="${O}" stroke-width="2.200"`,
          ),
      )
      .join("") +
    line("M-38-38-34-28M-14-44-12-34M14-44 12-34M38-38 34-28", c, 3.6),
  formula: (c) =>
    fill(
      "M-38-44H30C40-44 42-34 36-30V36C36 44 30 46 26 46H-30C-38 46-40 38-36 34H-30V-30C-30-40-34-44-38-44Z",
      PAPER,
    ) +
    line(
      "M-38-44H30C40-44 42-34 36-30V36C36 44 30 46 26 46H-30C-38 46-40 38-36 34H-30V-30C-30-40-34-44-38-44ZM-30 34H22C26 34 28 40 26 46",
      O,
      2.4,
    ) +
    [
      [-26, 22, -26],
      [-22, 17, -14],
      [-16, 12, -2],
      [-10, 7, 10],
      [-4, 3, 20],
    ]
      .map(([w = 0, y = 0]) => line(`M${3 - w} ${y}H${3 + w}`, c, 4.6, 'stroke-dasharray="5 5.500"'))
      .join(""),
} satisfies Record<string, Sign>;
const specials = {
  transform: (c) =>
    line("M-38-6A38 38 0 0 1 32-20M38 6A38 38 0 0 1-32 20", c, 6) +
    fill("M26-36 42-18 20-12ZM-26 36-42 18-20 12Z", c) +
    fill("M0-18C10-8 10 8 0 18C-10 8-10-8 0-18Z", c),
  take: (c) =>
    `<rect x="-4" y="-48" width="40" height="54" rx="6" fill="none" stroke="${c}" stroke-width="5" transform="rotate(12)"/>` +
    fill(
      "M-44 46C-44 26-38 22-36 8C-34-2-24-6-22 4L-20 14 12-6C20-10 26 0 18 6L2 18 20 12C28 10 32 20 24 24L8 30 20 28C28 28 28 38 20 40L-6 48Z",
      c,
    ),
  encore: (c) =>
    line("M-40 18C-40-30 40-30 40 18", c, 7) +
    `<circle cy="10" r="8" fill="${c}"/>` +
    line("M-30 34V50M-18 34V50", c, 0) +
    text(0, 50, 34, "bis", c, ITALIC),
  success: (c, d) =>
    fill(starPath(14, 48, 39), c) +
    `<circle r="30" fill="none" stroke="${d}" stroke-width="4"/>` +
    line("M-15 1-4 13 17-12", d, 8),
  "deja vu": (c) =>
    `<circle cx="-15" r="30" fill="none" stroke="${c}" stroke-width="6"/><circle cx="15" r="30" fill="none" stroke="${c}" stroke-width="6" stroke-dasharray="9 7"/>` +
    fill("M-13 0C-6-9 6-9 13 0C6 9-6 9-13 0Z", c),
  grand: (c) =>
    times(16, (i) => line("M" + pts([pol(34, i * 22.5), pol(i % 2 ? 41 : 50, i * 22.5)]), c, 4)) +
    fill(starPath(5, 30, 13, 0, 2), c),
} satisfies Record<string, Sign>;

export type Thing = keyof typeof things;
export const THINGS = Object.keys(things) as Thing[];
export const thingOf = (name: Thing, g: Group): string => things[name](il(g), il(g, "deep"), il(g, "hi"));
export type Special = keyof typeof specials;
export const SPECIALS = Object.keys(specials) as Special[];
export const specialOf = (name: Special): string => specials[name](V("il-special"), PAPER);

/* Places of one to four needs: x, y, radius. */
type Spot = readonly [number, number, number];
const SPOTS: readonly (readonly Spot[])[] = [
  [[125, 262, 54]],
  [
    [74, 262, 46],
    [176, 262, 46],
  ],
  [
    [74, 234, 35],
    [176, 234, 35],
    [125, 296, 35],
  ],
  [
    [74, 232, 33],
    [176, 232, 33],
    [74, 302, 33],
    [176, 302, 33],
  ],
];
const SPOTS_SMALL: readonly (readonly Spot[])[] = [
  [[125, 222, 84]],
  [
    [70, 214, 56],
    [180, 252, 56],
  ],
  [
    [70, 176, 52],
    [184, 176, 52],
    [126, 284, 52],
  ],
  [
    [68, 174, 52],
    [182, 174, 52],
    [68, 286, 52],
    [182, 286, 52],
  ],
];
const titleLines = (title: string): string => {
  const lines = inLines(title, 12);
  return lines
    .map((l, i) =>
      text(125, 290 + (i - (lines.length - 1) / 2) * 32, Math.min(33, 190 / (0.56 * l.length)), l, V("gold-hi"), NUM),
    )
    .join("");
};
/* Under 40 px: the thing alone, and below it the badge of its group. */
const componentSlip = (name: Thing, g: Group): Drawing =>
  card(
    `<rect x="2" y="2" width="246" height="220" rx="15" fill="#fffaf0"/><g transform="translate(125 112) scale(1.86)">${thingOf(name, g)}</g>` +
      fill(slipBand(222), `url(#il-${g})`) +
      sign(BADGES[g], { x: 125, y: 285, s: 96, c: PAPER, d: il(g), l: il(g, "deep") }),
  );
/* An objective under 40 px: level and domain above, and the signs of what it asks for as marks. */
const objectiveSlip = (o: Objective, groupOf: GroupOf): Drawing => {
  const tone = DOMAINS[o.domain];
  const spots = SPOTS_SMALL[o.needs.length - 1] ?? [];
  return card(
    fill("M2 18A16 16 0 0 1 18 2H232A16 16 0 0 1 248 18V116H2Z", `url(#il-${tone})`) +
      text(66, 98, 106, o.level, PAPER, NUM) +
      sign(tone, { x: 180, y: 62, s: 84, c: PAPER, d: il(tone), l: il(tone, "deep") }) +
      spots
        .map(([x, y, r], i) => `<g transform="translate(${x} ${y + 6})">${need(o.needs[i] ?? "", r, groupOf)}</g>`)
        .join(""),
  );
};
for (const c of [...GROUPS, "special", "closeup", "illusion", "escape", "mentalism"] as const) {
  paints.lin(
    `il-${c}`,
    [
      [0, il(c)],
      [1, il(c, "deep")],
    ],
    0.2,
    1,
  );
}
const spot = paints.rad("il-spot", [
  [0, "#fffdf4", 1],
  [0.82, "#fff3d2", 1],
  [1, "#ffe9b3", 0.92],
]);
const BADGES = {
  accessory: "gAccessory",
  animal: "gAnimal",
  artifice: "gArtifice",
  box: "gBox",
  audience: "gAudience",
  formula: "gFormula",
} as const satisfies Record<Group, keyof typeof signs>;
/* Stepped corners, a valance above, footlights below. */
const stepFrame = (x: number, y: number, w: number, h: number, k: number): string =>
  `M${x + 2 * k} ${y}H${x + w - 2 * k}V${y + k}H${x + w - k}V${y + 2 * k}H${x + w}V${y + h - 2 * k}H${x + w - k}V${y + h - k}H${x + w - 2 * k}V${y + h}H${x + 2 * k}V${y + h - k}H${x + k}V${y + h - 2 * k}H${x}V${y + 2 * k}H${x + k}V${y + k}H${x + 2 * k}Z`;
const valance = (y: number, n: number, c: string, d: string): string => {
  const w = 228 / n;
  return times(
    n,
    (i) =>
      fill(
        `M${r2(11 + i * w)} ${y}H${r2(11 + (i + 1) * w)}V${y + 16}A${r2(w / 2)} 17 0 0 1 ${r2(11 + i * w)} ${y + 16}Z`,
        i % 2 ? d : c,
      ) + line(`M${r2(11 + i * w)} ${y + 16}A${r2(w / 2)} 17 0 0 0 ${r2(11 + (i + 1) * w)} ${y + 16}`, GOLD, 2),
  );
};
const footlights = (y: number, n: number): string =>
  times(n, (i) => {
    const x = 125 + (i - (n - 1) / 2) * 34;
    return (
      `<path d="M${x - 11} ${y}a11 11 0 0 1 22 0Z" fill="${V("gold-hi")}"/>` +
      times(3, (k) => line("M" + pts([pol(13, -130 + k * 40, x, y), pol(20, -130 + k * 40, x, y)]), V("gold-hi"), 1.4))
    );
  });
export const component = (name: Thing, g: Group, title: string, lod: Lod): Drawing => {
  if (lod === -1) return componentSlip(name, g);
  const small = lod === 0;
  const stage =
    `<rect x="11" y="11" width="228" height="328" rx="8" fill="url(#il-${g})"/>` +
    (small ? "" : fill("M125 20 236 262H14Z", "#fff", 'opacity=".1"'));
  const circle = small
    ? `<circle cx="125" cy="206" r="96" fill="${spot}"/>`
    : `<circle cx="125" cy="166" r="82" fill="${spot}"/><circle cx="125" cy="166" r="88" fill="none" stroke="${GOLD}" stroke-width="2"/>`;
  const picture = `<g transform="translate(125 ${small ? 206 : 166}) scale(${small ? 1.5 : 1.24})">${things[name](il(g), il(g, "deep"), il(g, "hi"))}</g>`;
  const badge = small
    ? `<g transform="translate(54 54)"><circle r="46" fill="${PAPER}"/>${sign(BADGES[g], { s: 58, c: il(g, "deep"), d: il(g), l: PAPER })}</g>`
    : `<g transform="translate(40 40)"><circle r="29" fill="${PAPER}"/><circle r="29" fill="none" stroke="${GOLD}" stroke-width="2"/>${sign(BADGES[g], { s: 35, c: il(g, "deep"), d: il(g), l: PAPER })}</g>`;
  const foot = small
    ? ""
    : fill("M11 282H239V331A8 8 0 0 1 231 339H19A8 8 0 0 1 11 331Z", il(g, "deep")) +
      line("M11 282H239", GOLD, 2) +
      footlights(282, 6) +
      text(125, 321, Math.min(34, 212 / (0.56 * title.length)), title, PAPER, NUM);
  return card(
    stage + (small ? "" : valance(11, 7, il("curtain"), il("curtain", "deep"))) + circle + picture + foot + badge,
  );
};
export const special = (name: Special, title: string, lod: Lod): Drawing => {
  const small = lod < 1;
  return card(
    `<rect x="11" y="11" width="228" height="328" rx="8" fill="url(#il-special)"/>` +
      (small ? "" : line(stepFrame(20, 20, 210, 310, 9), GOLD, 2) + line(stepFrame(27, 27, 196, 296, 9), GOLD, 0.8)) +
      times(small ? 0 : 24, (i) =>
        line("M" + pts([pol(70, i * 15, 125, 150), pol(i % 2 ? 84 : 96, i * 15, 125, 150)]), V("gold"), 1.6),
      ) +
      `<g transform="translate(125 ${small ? 186 : 150}) scale(${small ? 1.7 : 1.12})">${specials[name](V("gold-hi"), il("special", "deep"))}</g>` +
      (small ? `<g transform="translate(50 50)">${at(0, 0, 64, shared.starlet(V("gold-hi")))}</g>` : titleLines(title)),
  );
};
/** What an objective asks for: a full disc for one exact thing, a dashed one with the group's sign for any of a group. */
export const need = (what: string, r: number, groupOf: GroupOf): string => {
  if (what.startsWith("any ")) {
    const g = what.slice(4) as Group;
    return (
      `<circle r="${r}" fill="${il(g, "hi")}" fill-opacity=".35" stroke="${il(g)}" stroke-width="${r2(r * 0.1)}" stroke-dasharray="${r2(r * 0.28)} ${r2(r * 0.2)}"/>` +
      sign(BADGES[g], { s: r * 1.05, c: il(g, "deep"), d: il(g), l: PAPER })
    );
  }
  const g = groupOf(what);
  return `<circle r="${r}" fill="#fffaf0"/><circle r="${r2(r * 0.95)}" fill="none" stroke="${il(g)}" stroke-width="${r2(r * 0.11)}"/><g transform="scale(${r2(r / 70)})">${things[what as Thing](il(g), il(g, "deep"), il(g, "hi"))}</g>`;
};
export const objective = (o: Objective, title: string, lod: Lod, groupOf: GroupOf): Drawing => {
  const { level, needs } = o;
  const domain = DOMAINS[o.domain];
  const small = lod < 1;
  const n = needs.length;
  const spots = (small ? SPOTS_SMALL : SPOTS)[n - 1] ?? [];
  if (lod === -1) return objectiveSlip(o, groupOf);
  const lines = inLines(title, 14);
  const head =
    fill(`M11 19A8 8 0 0 1 19 11H231A8 8 0 0 1 239 19V${small ? 108 : 84}H11Z`, `url(#il-${domain})`) +
    line(`M11 ${small ? 108 : 84}H239`, GOLD, small ? 5 : 3);
  const stars = small
    ? text(62, 90, 92, level, PAPER, NUM) +
      sign(domain, { x: 182, y: 60, s: 72, c: PAPER, d: il(domain), l: il(domain, "deep") })
    : text(46, 66, 62, level, PAPER, NUM) +
      `<g transform="translate(${76 + level * 11} 48)">${starsRow(level, 20, V("gold-hi"), 1.1)}</g>` +
      `<g transform="translate(207 48)"><circle r="25" fill="${il(domain, "deep")}"/>${sign(domain, { s: 32, c: PAPER, d: il(domain), l: il(domain, "deep") })}</g>`;
  const name = small
    ? ""
    : lines
        .map((l, i) =>
          text(125, (n > 2 ? 134 : 140) + (i - (lines.length - 1) / 2) * 29, fitted(l, 31, 212), l, INK, ITALIC),
        )
        .join("") +
      line("M60 " + (n > 2 ? 180 : 192) + "H190", GOLD, 1.6) +
      fill(`M125 ${n > 2 ? 174 : 186}l6 6-6 6-6-6Z`, GOLD);
  const frame = small
    ? ""
    : `<rect x="11" y="11" width="228" height="328" rx="8" fill="none" stroke="${GOLD}" stroke-width="2"/>`;
  return card(
    head +
      frame +
      stars +
      name +
      spots
        .map(([x, y, r], i) => `<g transform="translate(${x} ${y})">${need(needs[i] ?? "", r, groupOf)}</g>`)
        .join(""),
  );
};
const magicians = {
  savano: [{ hat: "turban", beard: "full", collar: "tail" }, "gAnimal", "animal"],
  shaozu: [{ hat: "bun", beard: "goatee", collar: "robe" }, "gAccessory", "accessory"],
  "miss dominated": [{ hat: "none", hair: "curls", collar: "dress", eyes: "open" }, "gAudience", "audience"],
  "otto von kasten": [{ hat: "top", beard: "moustache", collar: "tail", eyes: "open" }, "gBox", "box"],
  "madame specchia": [{ hat: "veil", collar: "dress" }, "gArtifice", "artifice"],
  "baptiste twins": [{ hat: "none", hair: "parted", collar: "tail", beard: "moustache" }, "illusion", "illusion"],
  "silas lightfinger": [{ hat: "hood", collar: "robe" }, "rob", "special"],
  grimaldo: [{ hat: "top", hair: "short", beard: "goatee", collar: "high" }, "chaosMark", "artifice"],
  "ivan zamok": [{ hat: "none", hair: "short", beard: "full", collar: "tail", eyes: "open" }, "escape", "escape"],
  "lady ashcombe": [{ hat: "bun", collar: "dress", eyes: "open" }, "starlet", "mentalism"],
} as const satisfies Record<string, readonly [Bust, keyof typeof signs, Tone]>;
export type Magician = keyof typeof magicians;
export const MAGICIANS = Object.keys(magicians) as Magician[];
export const markOf = (name: Magician): string =>
  sign(magicians[name][1], { c: il(magicians[name][2], "deep"), d: il(magicians[name][2]), l: PAPER });
paints.clip("il-oval", '<ellipse cx="125" cy="166" rx="92" ry="118"/>');
paints.clip("il-oval-small", '<ellipse cx="125" cy="178" rx="102" ry="142"/>');
paints.clip("il-bk", '<rect x="11" y="11" width="228" height="328" rx="8"/>');
export const magician = (name: Magician, title: string, lod: Lod): Drawing => {
  const small = lod < 1;
  const [portrait, mark, tone] = magicians[name];
  const twin = name === "baptiste twins";
  const foot = small
    ? ""
    : fill("M11 286H239V331A8 8 0 0 1 231 339H19A8 8 0 0 1 11 331Z", il("curtain", "deep")) +
      line("M11 286H239", GOLD, 2) +
      text(125, 322, fitted(title, 29, 212), title, V("gold-hi"), ITALIC);
  const oval = small ? [178, 102, 142] : [166, 92, 118];
  const figureOf = (x: number, s: number): string =>
    `<g transform="translate(${x} ${small ? 232 : 210}) scale(${s})">${bust(portrait, il(tone, "deep"), "#140b10", V("gold-hi"))}</g>`;
  return card(
    `<rect x="11" y="11" width="228" height="328" rx="8" fill="url(#il-curtain-g)"/>` +
      `<ellipse cx="125" cy="${oval[0]}" rx="${oval[1]}" ry="${oval[2]}" fill="${spot}"/><g clip-path="url(#il-oval${small ? "-small" : ""})">${times(30, (i) => line("M" + pts([pol(40, i * 12, 125, 150), pol(200, i * 12, 125, 150)]), V("gold"), 1, 'opacity=".35"'))}${twin ? figureOf(80, small ? 1.5 : 1.36) + figureOf(170, small ? 1.5 : 1.36) : figureOf(125, small ? 2.1 : 1.74)}</g><ellipse cx="125" cy="${oval[0]}" rx="${oval[1]}" ry="${oval[2]}" fill="none" stroke="${GOLD}" stroke-width="${small ? 8 : 5}"/>` +
      foot +
      `<g transform="translate(${small ? 56 : 42} ${small ? 56 : 42})"><circle r="${small ? 46 : 29}" fill="${PAPER}"/><circle r="${small ? 46 : 29}" fill="none" stroke="${GOLD}" stroke-width="2"/>${sign(mark, { s: small ? 56 : 35, c: il(tone, "deep"), d: il(tone), l: PAPER })}</g>`,
  );
};
paints.lin(
  "il-curtain-g",
  [
    [0, V("il-curtain")],
    [1, V("il-curtain-deep")],
  ],
  0.2,
  1,
);
/* Backs: the curtain for cards, the playbill star for objectives. */
export const back = (lod: Lod): Drawing => {
  const small = lod < 1;
  const n = small ? 6 : 12;
  const w = 228 / n;
  const folds = times(
    n,
    (i) =>
      `<rect x="${r2(11 + i * w)}" y="11" width="${r2(w)}" height="328" fill="${i % 2 ? il("curtain", "deep") : il("curtain")}" opacity=".85"/>`,
  );
  return card(
    `<g clip-path="url(#il-bk)">${folds}<rect x="11" y="11" width="228" height="328" fill="url(#il-drape)"/>${small ? "" : valance(11, 7, il("curtain"), il("curtain", "deep"))}${small ? "" : times(19, (i) => line(`M${17 + i * 12} 318V334`, GOLD, 3)) + line("M11 316H239", GOLD, 3)}</g>` +
      `<g transform="translate(125 172)"><circle r="${small ? 70 : 54}" fill="${il("curtain", "deep")}"/><circle r="${small ? 70 : 54}" fill="none" stroke="${GOLD}" stroke-width="${small ? 5 : 3}"/>${small ? "" : `<circle r="47" fill="none" stroke="${GOLD}" stroke-width="1"/>`}<g transform="translate(0 16) scale(${small ? 1 : 0.78})">${hats.top(V("gold-hi"), V("gold-lo"), il("curtain"))}${line("M-20 14H20", GOLD, 2)}</g></g>`,
  );
};
paints.lin("il-drape", [
  [0, "#000", 0.05],
  [0.5, "#000", 0.28],
  [1, "#000", 0.5],
]);
export const objectiveBack = (lod: Lod): Drawing => {
  const small = lod < 1;
  return card(
    `<rect x="11" y="11" width="228" height="328" rx="8" fill="url(#il-special)"/>` +
      (small ? "" : line(stepFrame(20, 20, 210, 310, 9), GOLD, 2)) +
      `<g transform="translate(125 175)">${times(small ? 16 : 40, (i) => line("M" + pts([pol(46, i * (small ? 22.5 : 9)), pol(i % 2 ? 84 : 100, i * (small ? 22.5 : 9))]), V("gold"), small ? 4 : 1.5))}${at(0, 0, 84, fill(starPath(5, 50, 21, 0, 4), GOLD))}</g>`,
  );
};
