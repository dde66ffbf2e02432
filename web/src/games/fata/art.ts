/**
 * F.A.T.A.: wings and glass. A vision is read from three sides: upright its type, upside down whom it concerns, on its
 * side its power; in the sphere stands the symbol that steals or is stolen. In a row only one side counts.
 */
import { GOLD, Paints } from "../../art/paints";
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
  ngon,
  NUM,
  PAPER,
  PAPER2,
  pol,
  type Point,
  poly,
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
import { bust, hairs } from "../../art/portraits";
import { shared, starsRow } from "../../art/signs";
import type { Lod, Way } from "../types";

export const TYPES = ["draw", "take", "rob", "discard"] as const;
export type VisionType = (typeof TYPES)[number];
export const SUBJECTS = ["neighbour", "anyone", "two"] as const;
export type Subject = (typeof SUBJECTS)[number];
export const SYMBOLS = ["stone", "scissors", "scroll", "blank"] as const;
export type VisionSymbol = (typeof SYMBOLS)[number];
export const LINEAGES = ["red", "yellow", "purple", "blue", "green"] as const;
export type Lineage = (typeof LINEAGES)[number];

/** What is printed on a vision; the stars of the side that is up count. */
export interface Vision {
  readonly type: VisionType;
  readonly symbol: VisionSymbol;
  readonly subject: Subject;
  readonly power: number;
  readonly stars: Readonly<Record<Way, number>>;
}
export interface VisionWords {
  readonly type: string;
  readonly subject: string;
}

export const paints = new Paints("fata");
export const fa = (c: VisionType | Lineage, part?: "deep" | "hi"): string => V(part ? `fa-${c}-${part}` : `fa-${c}`);
paints.clip("fa-cut", '<rect x="11" y="11" width="228" height="328" rx="9"/>');
export const signed = (n: number): string => (n < 0 ? `−${-n}` : String(n));

const signs = {
  /* what happens */
  draw: (c, _d, l) =>
    fill("M-26 48C-22 36-16 34-14 28H14C16 34 22 36 26 48Z", c) +
    `<circle cy="-10" r="37" fill="${c}"/>` +
    line("M-22-16A24 24 0 0 1-4-33", l, 5) +
    fill(starPath(4, 17, 5, 8, -4), l),
  take: (c, _d, l) =>
    fill("M-44-2C-44-28-30-36-22-36H22C30-36 44-28 44-2Z", c) +
    fill("M-44 4H44V40H-44Z", c) +
    line("M-44 1H44", l, 4) +
    `<rect x="-10" y="-8" width="20" height="22" rx="4" fill="${l}"/><circle cy="0" r="3.600" fill="${c}"/><rect x="-2" y="0" width="4" height="9" fill="${c}"/>` +
    line("M-28-34V38M28-34V38", l, 3, 'opacity=".7"'),
  rob: shared.rob,
  discard: (c, _d, l) =>
    `<g transform="translate(6 -18) rotate(24)"><rect x="-17" y="-24" width="34" height="46" rx="5" fill="${c}"/><path d="M0-12 8 0 0 12-8 0Z" fill="${l}"/></g>` +
    fill(
      "M-46 22C-34 20-30 28-22 30C-12 32 0 26 12 28C20 30 18 38 8 38C20 40 34 28 44 26C52 26 50 34 42 38C28 46 14 50-4 50C-20 50-28 44-46 46Z",
      c,
    ),
  /* whom it concerns */
  neighbour: (c) => who.neighbour(c),
  anyone: (c) => who.anyone(c),
  two: (c) => who.two(c),
  /* what beats what */
  stone: (c, d, l) =>
    fill(
      poly([
        [-14, -40],
        [20, -38],
        [44, -10],
        [38, 28],
        [6, 42],
        [-32, 34],
        [-46, 2],
        [-38, -24],
      ]),
      c,
    ) +
    fill(
      poly([
        [20, -38],
        [44, -10],
        [38, 28],
        [6, 42],
        [14, 4],
      ]),
      d,
      'opacity=".35"',
    ) +
    line("M-14-40 14 4 6 42M14 4 44-10M-46 2-14-6 14 4M-14-40-14-6", l, 2.6, 'opacity=".85"'),
  scissors: (c, _d, l) =>
    line("M-26 28 26-44M26 28-26-44", c, 9) +
    `<circle cx="-28" cy="34" r="13" fill="none" stroke="${c}" stroke-width="8"/><circle cx="28" cy="34" r="13" fill="none" stroke="${c}" stroke-width="8"/><circle cy="-8" r="5" fill="${l}"/>`,
  scroll: (c, d, l) =>
    fill(
      "M-32-40H28C38-40 42-32 42-26V-22H22V28C22 38 14 42 8 42H-36C-44 42-46 34-44 28H-24V-28C-24-36-28-40-32-40Z",
      c,
    ) +
    line("M-12-24H12M-12-10H12M-12 4H12M-12 18H6", l, 4.4) +
    fill("M22-22H42V-26C42-34 36-40 28-40C24-40 22-36 22-30Z", d, 'opacity=".45"'),
  blank: (c) =>
    line(
      "M-36-14C-22-30-6 2 10-14S34-22 40-10M-40 6C-24-10-8 20 8 4S30-2 36 8M-28 26C-16 14-4 34 8 24S22 20 28 26",
      c,
      5,
      'opacity=".75"',
    ),
  /* lineages */
  flame: shared.fire,
  sun: (c, _d, l) =>
    times(12, (i) => fill(poly([pol(26, i * 30 - 9), pol(i % 2 ? 42 : 50, i * 30), pol(26, i * 30 + 9)]), c)) +
    `<circle r="24" fill="${c}"/><circle r="15" fill="none" stroke="${l}" stroke-width="3.500"/>`,
  moon: (c, d) =>
    fill("M14-48A49 49 0 1 0 14 48A40 40 0 0 1 14-48Z", c) +
    fill(
      "M-4-2C4-14 16-10 20-18C22-12 28-12 30-18C34-10 46-14 50-2C44-6 40-4 38 2C34-2 30 0 25 8C20 0 16-2 12 2C10-4 4-6-4-2Z",
      d,
    ),
  wave: (c, _d, l) =>
    fill(
      "M-48 18C-36 18-34-34 4-36C30-36 44-18 40-4C36 8 20 6 20-4C20-10 26-12 28-8C24-20 6-18 4 0C2 16 20 24 48 18V44H-48Z",
      c,
    ) + line("M-40 34C-28 26-18 40-4 33S20 28 40 34", l, 4.4),
  leaf: (c, d, l) =>
    fill("M0-50C34-30 42 4 6 34V50H-6V34C-42 4-34-30 0-50Z", c) +
    fill("M0-50C34-30 42 4 6 34V50H0Z", d, 'opacity=".35"') +
    line("M0-34V42M0 20-16 4M0 20 16 4M0 0-14-14M0 0 14-14", l, 3.6),
  queen: (c, _d, l) =>
    fill("M-42 30-50-22-24 0 0-40 24 0 50-22 42 30Z", c) +
    `<rect x="-42" y="34" width="84" height="12" rx="3" fill="${c}"/><circle cx="-50" cy="-26" r="6" fill="${c}"/><circle cy="-44" r="7" fill="${c}"/><circle cx="50" cy="-26" r="6" fill="${c}"/>` +
    line("M-32 22H32", l, 4) +
    fill("M0-12 8 2 0 16-8 2Z", l),
} satisfies Record<string, Sign>;

export const SHAPES = {
  red: "flame",
  yellow: "sun",
  purple: "moon",
  blue: "wave",
  green: "leaf",
} as const satisfies Record<Lineage, keyof typeof signs>;
const sign = (name: keyof typeof signs, o: Put): string => put(signs[name], o);
export const lineageSign = (c: Lineage): string => sign(SHAPES[c], { c: fa(c), d: fa(c, "deep"), l: PAPER });
export const typeSign = (t: VisionType): string => sign(t, { c: fa(t, "deep"), d: fa(t, "deep"), l: PAPER });
for (const c of [...TYPES, ...LINEAGES]) {
  paints.lin(
    `fa-${c}`,
    [
      [0, fa(c)],
      [1, fa(c, "deep")],
    ],
    0.4,
    1,
  );
  paints.rad(
    `fa-glass-${c}`,
    [
      [0, fa(c, "hi")],
      [0.55, fa(c)],
      [1, fa(c, "deep")],
    ],
    0.36,
    0.3,
    0.8,
  );
}
/* Four wings in fine line, the ornament of the whole game. */
const vein = (c: string, w = 1): string => {
  const half = `<path d="M0 0C26-46 78-86 104-74C116-62 88-22 8-2"/><path d="M0 0C30-34 66-58 98-66M4-2C36-22 66-40 92-48M6-2C34-12 58-24 78-32"/><path d="M0 6C34 14 84 44 86 66C80 80 34 56 2 12"/><path d="M4 10C32 24 56 42 74 62M8 10C34 20 58 32 78 48"/>`;
  return `<g fill="none" stroke="${c}" stroke-width="${w}" stroke-linejoin="round">${half}<g transform="scale(-1 1)">${half}</g></g>`;
};
const wingFill = (c: string, o: number): string => {
  const half = "M0 0C26-46 78-86 104-74C116-62 88-22 8-2ZM0 6C34 14 84 44 86 66C80 80 34 56 2 12Z";
  return `<g fill="${c}" opacity="${o}"><path d="${half}"/><path d="${half}" transform="scale(-1 1)"/></g>`;
};
/** A band along the upper edge, drawn for the side it is read from. */
const band = (body: string, paint: string): string =>
  fill("M-110 0H110C104 42 60 58 0 60C-60 58-104 42-110 0Z", paint) +
  line("M-101 5C-92 38-54 51 0 53C54 51 92 38 101 5", "#fff", 0.9, 'opacity=".5"') +
  body;
export const visionFull = (v: Vision, words: VisionWords): Drawing => {
  const stars = (n: number, x: number, y: number, s: number): string =>
    `<g transform="translate(${x} ${y})">${starsRow(n, s, V("gold-hi"), 1.02)}</g>`;
  const side = (shape: VisionType | Subject, word: string, n: number, paint: string, ink: string): string => {
    const wide = shape === "two" || shape === "neighbour";
    const room = (n > 1 ? 92 : n ? 108 : 130) - (wide ? 8 : 0);
    const middle = (n > 1 ? -2 : n ? 8 : 18) + (wide ? 6 : 0);
    return band(
      sign(shape, {
        x: wide ? -67 : -73,
        y: wide ? 25 : 24,
        s: wide ? 33 : shape === "anyone" ? 32 : 36,
        c: PAPER,
        d: ink,
        l: ink,
      }) +
        text(middle, 35, fitted(word, 32, room), word, PAPER, ITALIC) +
        stars(n, n > 1 ? 69 : 80, 20, 22),
      paint,
    );
  };
  const low = V("fa-subject");
  const top = `<g transform="translate(125 10)">${side(v.type, words.type, v.stars.up, `url(#fa-${v.type})`, fa(v.type, "deep"))}</g>`;
  const foot = `<g transform="translate(125 340) rotate(180)">${side(v.subject, words.subject, v.stars.down, low, low)}</g>`;
  const edge = `<g transform="translate(10 175) rotate(-90)">${fill("M-78 0H78C70 34 44 44 0 46C-44 44-70 34-78 0Z", V("fa-power"))}${line("M-70 5C-60 31-38 38 0 40C38 38 60 31 70 5", "#fff", 0.8, 'opacity=".5"')}${text(-22, 33, 35, `×${v.power}`, PAPER, NUM)}${stars(v.power, 30, 18, 23)}</g>`;
  const [R, cx, cy] = [60, 142, 175];
  const glass =
    `<g transform="translate(${cx} ${cy}) scale(.84 .92)">${wingFill(fa(v.type, "hi"), 0.4)}${vein(fa(v.type), 1)}</g>` +
    `<g transform="translate(${cx} ${cy})"><circle r="${R + 7}" fill="${PAPER}"/><circle r="${R + 6}" fill="none" stroke="${GOLD}" stroke-width="2"/><circle r="${R}" fill="url(#fa-glass-${v.type})"/>${sign(v.symbol, { s: R * 1.2, c: PAPER, d: fa(v.type, "deep"), l: fa(v.type, "deep") })}<path d="M${-R * 0.72} ${-R * 0.34}A${R * 0.8} ${R * 0.8} 0 0 1 ${-R * 0.2} ${-R * 0.77}" fill="none" stroke="#fff" stroke-width="${R * 0.09}" stroke-linecap="round" opacity=".7"/></g>`;
  const frame = `<rect x="12" y="12" width="226" height="326" rx="9" fill="none" stroke="${GOLD}" stroke-width="1.600"/>`;
  return card(frame + glass + foot + edge + top);
};
paints.lin(
  "fa-back",
  [
    [0, "#1f5a4c"],
    [1, "#0c2a24"],
  ],
  0.3,
  1,
);
export const back = (lod: Lod): Drawing => {
  const small = lod < 1;
  return card(
    `<rect x="11" y="11" width="228" height="328" rx="9" fill="url(#fa-back)"/>` +
      (small
        ? ""
        : `<rect x="19" y="19" width="212" height="312" rx="6" fill="none" stroke="${GOLD}" stroke-width="1.400"/>` +
          [
            [125, 82],
            [125, 268],
          ]
            .map(
              ([x, y], i) =>
                `<g transform="translate(${x} ${y}) scale(.72 ${i ? -0.72 : 0.72})">${vein("var(--gold)", 1.3)}</g>`,
            )
            .join("")) +
      `<g transform="translate(125 175)"><circle r="${small ? 78 : 62}" fill="url(#fa-glass-draw)"/><circle r="${small ? 78 : 62}" fill="none" stroke="${GOLD}" stroke-width="${small ? 5 : 2.4}"/>${line("M-40 10C-24-8-8 24 10 6S34-2 46 8M-30 28C-16 16-4 36 10 26", "#fff", 2.4, 'opacity=".65"')}${fill(starPath(4, 26, 7, 6, -16), "#fff", 'opacity=".9"')}<path d="M-44-22A50 50 0 0 1-14-48" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".75"/></g>`,
  );
};
/* Treasures: each lineage has its own cut of stone. */
const gemCut: Readonly<Record<Lineage, string>> = {
  red: "M0-62C20-34 46-8 46 20C46 44 26 60 0 60S-46 44-46 20C-46-8-20-34 0-62Z",
  yellow: ngon(12, 60),
  purple: "M0-64C30-42 46-20 46 0S30 42 0 64C-30 42-46 20-46 0S-30-42 0-64Z",
  blue: "M0-60C40-60 60-30 60 0S40 60 0 60S-60 30-60 0S-40-60 0-60Z",
  green: "M-30-56H30L54-30V30L30 56H-30L-54 30V-30Z",
};
export const treasure = (c: Lineage, value: number, lod: Lod): Drawing => {
  const bad = value < 0;
  const shown = signed(value);
  if (lod === -1) return treasureSlip(c, shown, bad);
  const small = lod === 0;
  const gemstone =
    `<g transform="translate(125 ${small ? 216 : 190}) scale(${small ? 1.34 : 1.16})">` +
    fill(gemCut[c], `url(#fa-glass-${c})`) +
    `<g transform="scale(.62)">${line(gemCut[c], "#fff", 2.2, 'opacity=".75"')}${fill(gemCut[c], "#fff", 'opacity=".16"')}</g>` +
    times(10, (i) => line("M" + pts([pol(33, i * 36 - 90), pol(54, i * 36 - 90)]), "#fff", 1.1, 'opacity=".55"')) +
    line(gemCut[c], fa(c, "deep"), 2.4) +
    sign(SHAPES[c], { s: 46, c: PAPER, d: fa(c, "deep"), l: fa(c, "deep") }) +
    (bad ? line("M-30-58-14-26-26-4-6 16-18 34-8 58", INK, 3.4) + line("M-14-26 4-34M-6 16 12 12", INK, 2.4) : "") +
    "</g>";
  const frame = small
    ? ""
    : `<rect x="12" y="12" width="226" height="326" rx="9" fill="none" stroke="${GOLD}" stroke-width="2"/><rect x="18" y="18" width="214" height="314" rx="6" fill="none" stroke="${fa(c, "deep")}" stroke-width=".8"/>` +
      `<g transform="translate(125 64) scale(.56)">${wingFill(fa(c, "hi"), 0.4)}${vein(fa(c, "deep"), 1.2)}</g><g transform="translate(125 300) scale(.56 -.56)">${wingFill(fa(c, "hi"), 0.4)}${vein(fa(c, "deep"), 1.2)}</g>`;
  return card(
    `${small ? fill("M2 18A16 16 0 0 1 18 2H232A16 16 0 0 1 248 18V112H2Z", `url(#fa-${c})`) : ""}` +
      frame +
      gemstone +
      (small
        ? text(78, 92, 104, shown, PAPER, NUM) +
          sign(SHAPES[c], { x: 190, y: 58, s: 70, c: PAPER, d: fa(c), l: fa(c, "deep") })
        : `<g>${fill("M2 18A16 16 0 0 1 18 2H76V66C76 86 60 98 38 98H2Z", `url(#fa-${c})`)}${text(39, 56, 58, shown, PAPER, NUM)}${sign(SHAPES[c], { x: 39, y: 77, s: 26, c: PAPER, d: fa(c), l: fa(c, "deep") })}</g>`),
  );
};
paints.lin(
  "fa-chest",
  [
    [0, "#8a5a2b"],
    [1, "#4a2a10"],
  ],
  0.3,
  1,
);
export const treasureBack = (lod: Lod): Drawing => {
  const small = lod < 1;
  const chest =
    `<g transform="translate(125 182) scale(${small ? 1.9 : 1.62})">` +
    fill("M-50-4C-50-34-34-44-24-44H24C34-44 50-34 50-4Z", "url(#fa-chest)") +
    fill("M-50 2H50V42H-50Z", "url(#fa-chest)") +
    line("M-50-4C-50-34-34-44-24-44H24C34-44 50-34 50-4ZM-50 2H50V42H-50Z", "#2c1706", 2) +
    fill(
      "M-36-41C-40-30-40-16-40-4H-30C-30-18-30-32-26-44ZM36-41C40-30 40-16 40-4H30C30-18 30-32 26-44ZM-40 2H-30V42H-40ZM30 2H40V42H30Z",
      GOLD,
    ) +
    `<rect x="-12" y="-12" width="24" height="26" rx="4" fill="${GOLD}" stroke="#2c1706" stroke-width="1.500"/><circle cy="-3" r="4" fill="#2c1706"/><rect x="-2" y="-2" width="4" height="11" fill="#2c1706"/>` +
    line("M-22-24H22M-24-14H-14M14-14H24M-26 14H-14M14 14H26M-26 28H26", "#f5d9a0", 1, 'opacity=".5"') +
    "</g>";
  return card(
    `<rect x="11" y="11" width="228" height="328" rx="9" fill="url(#fa-back)"/>` +
      (small
        ? ""
        : `<rect x="19" y="19" width="212" height="312" rx="6" fill="none" stroke="${GOLD}" stroke-width="1.400"/>` +
          [
            [125, 68],
            [125, 286],
          ]
            .map(
              ([x, y], i) =>
                `<g transform="translate(${x} ${y}) scale(.62 ${i ? -0.62 : 0.62})">${vein("var(--gold)", 1.4)}</g>`,
            )
            .join("")) +
      chest,
  );
};
export const queen = (title: string, lod: Lod): Drawing => {
  const small = lod < 1;
  const wings = `<g transform="translate(125 150) scale(1.06)">${wingFill("#fff", 0.16)}${vein("var(--gold-hi)", small ? 2.6 : 1.3)}</g>`;
  const her = `<g transform="translate(125 ${small ? 214 : 196}) scale(${small ? 1.9 : 1.5})">${bust({ hat: "none", hair: "long", collar: "dress" }, fa("purple", "deep"), "#120818", V("gold-hi"))}${hairs.parted()}<g transform="translate(0 -32) scale(${small ? 0.6 : 0.56})">${signs.queen(GOLD, V("gold-lo"), fa("purple", "deep"))}</g></g>`;
  const name = small
    ? ""
    : `<rect x="19" y="19" width="212" height="312" rx="6" fill="none" stroke="${GOLD}" stroke-width="1.600"/><rect x="11" y="292" width="228" height="47" fill="${fa("purple", "deep")}"/>` +
      text(125, 325, fitted(title, 27, 214), title, V("gold-hi"), ITALIC);
  return card(
    `<rect x="11" y="11" width="228" height="328" rx="9" fill="url(#fa-purple)"/>${wings}<g clip-path="url(#fa-cut)">${her}</g>${name}`,
  );
};
const SHIELD = "M-62-70C-30-64 30-64 62-70C66-10 50 44 0 78C-50 44-66-10-62-70Z";
const hunted = (prey: Lineage, small: boolean): string =>
  `<g transform="translate(125 ${small ? 282 : 292})">${line("M-46 0H8M-2-8 9 0-2 8", INK2, 3)}<g transform="translate(38 0)"><circle r="${small ? 34 : 22}" fill="${fa(prey)}"/>${sign(SHAPES[prey], { s: small ? 44 : 28, c: PAPER, d: fa(prey, "deep"), l: fa(prey, "deep") })}</g></g>`;
/** The crest; below it the sign of the one they hunt at this table, where it is known (with three or four it differs). */
export const lineage = (c: Lineage, title: string, lod: Lod, prey?: Lineage): Drawing => {
  const small = lod < 1;
  const frame = small
    ? ""
    : `<rect x="12" y="12" width="226" height="326" rx="9" fill="none" stroke="${GOLD}" stroke-width="2"/>`;
  const shift = prey ? 0 : small ? 36 : 16;
  const crest =
    `<g transform="translate(125 ${128 + shift})">${wingFill(fa(c, "hi"), 0.5)}${vein(fa(c, "deep"), 1.2)}</g>` +
    `<g transform="translate(125 ${138 + shift}) scale(${prey ? 0.98 : small ? 1.5 : 1.14})">${fill(SHIELD, `url(#fa-${c})`)}${line(SHIELD, GOLD, 4)}${line("M-54-60C-28-55 28-55 54-60C56-10 42 36 0 66C-42 36-56-10-54-60Z", "#fff", 1, 'opacity=".6"')}${sign(SHAPES[c], { s: 78, y: -6, c: PAPER, d: fa(c, "deep"), l: fa(c, "deep") })}</g>`;
  const name = small ? "" : text(125, prey ? 252 : 296, fitted(title, prey ? 30 : 36, 200), title, INK, ITALIC);
  return card(frame + crest + name + (prey ? hunted(prey, small) : ""));
};
/* Enchantments: nine emblems on the colour of mist. */
const charms = {
  shield:
    fill("M0-48C16-40 32-38 44-38C44 2 30 34 0 50C-30 34-44 2-44-38C-32-38-16-40 0-48Z", PAPER) +
    line(
      "M-30-22C-10-10 12-14 30-26M-28 2C-8 14 12 8 28-4M-16 26C-4 30 8 28 18 20M-14-17-18-26M6-16 10-26M-10 8-14-2M12 6 18 16M0 28-4 20",
      "var(--fa-charm-deep)",
      4,
    ),
  key:
    line("M-2 4 34 40M22 28 32 18M30 36 40 26", PAPER, 8) +
    fill("M-42-20-24-46 6-40 16-14-2 12-32 6Z", PAPER) +
    line("M-42-20-14-16 6-40M-14-16-2 12M-14-16-32 6", "var(--fa-charm-deep)", 2.4),
  dragonfly: `<g transform="rotate(28)">${fill("M-4-34C-4-44 4-44 4-34L5-18H-5ZM-4-16H4L2 50H-2Z", PAPER)}${fill("M-4-16C-20-40-50-46-52-34C-52-24-26-14-4-10ZM4-16C20-40 50-46 52-34C52-24 26-14 4-10ZM-4-8C-22-8-46 4-44 14C-40 24-18 8-4-2ZM4-8C22-8 46 4 44 14C40 24 18 8 4-2Z", PAPER, 'opacity=".72"')}</g>`,
  stars: [
    [-22, -26, 30],
    [20, -6, 38],
    [-14, 28, 24],
  ]
    .map(
      ([x = 0, y = 0, s = 0]) =>
        at(x, y, s, shared.starlet(PAPER)) +
        line(
          `M${x + s * 0.5} ${y - s * 0.6}L${x + s * 0.95} ${y - s * 1.05}M${x + s * 0.2} ${y - s * 0.75}L${x + s * 0.5} ${y - s * 1.05}`,
          PAPER,
          3,
        ),
    )
    .join(""),
  echo:
    fill("M-30 0C-30-14-20-22-8-22C-4-10-6 12-8 22C-20 22-30 14-30 0Z", PAPER) +
    line("M4-22C14-10 14 10 4 22M18-32C34-14 34 14 18 32M32-42C54-16 54 16 32 42", PAPER, 5.5) +
    line("M-26 0H-10", "var(--fa-charm-deep)", 3),
  gift:
    fill("M-38-8H38V44H-38Z", PAPER) +
    fill("M-44-24H44V-8H-44Z", PAPER) +
    line("M0-24V44", "var(--fa-charm-deep)", 6) +
    line("M0-26C-10-46-32-46-30-32C-28-26-10-26 0-26C10-46 32-46 30-32C28-26 10-26 0-26", PAPER, 5.5) +
    line("M10 20C22 8 26 30 16 32C8 34 8 26 14 26", "var(--fa-charm-deep)", 3.4),
  gust: line(
    "M-46-14H16C36-14 36-42 16-40C4-38 6-24 16-26M-46 4H30C50 4 50 32 30 30C20 29 20 18 30 18M-36 22H4C20 22 20 44 6 44C-2 44-4 36 2 34",
    PAPER,
    6,
  ),
  mirror:
    `<ellipse cy="-14" rx="30" ry="34" fill="${PAPER}"/><ellipse cy="-14" rx="23" ry="27" fill="var(--fa-charm)"/>` +
    line("M-16-8C-8-16 0 0 8-8S16-12 19-8M-12 4C-4-4 4 10 14 2", PAPER, 3) +
    fill("M-5 20H5L8 50H-8Z", PAPER),
  fog:
    fill(
      "M-10 46C-20 30-30 20-26 14C-22 10-14 16-10 22V-22C-10-30 0-30 0-22V-2V-34C0-42 10-42 10-34V-2V-28C10-36 20-36 20-28V2V-16C20-24 29-24 29-16V20C29 34 22 46 22 46Z",
      PAPER,
    ) + line("M-46 34C-34 24-22 42-10 34S14 26 26 34S42 34 48 30M-40 48C-28 40-16 54-4 48S20 42 32 48", PAPER, 5),
} satisfies Record<string, string>;
export type Charm = keyof typeof charms;
export const CHARMS = Object.keys(charms) as Charm[];
export const charmOf = (name: Charm): string => charms[name];
paints.lin(
  "fa-charm-g",
  [
    [0, V("fa-charm")],
    [1, V("fa-charm-deep")],
  ],
  0.3,
  1,
);
export const enchantment = (name: Charm, title: string, lod: Lod): Drawing => {
  const ground = `<rect x="11" y="11" width="228" height="328" rx="9" fill="url(#fa-charm-g)"/>`;
  if (lod < 1)
    return card(
      `${ground}<circle cx="125" cy="175" r="106" fill="${V("fa-charm-deep")}" opacity=".72"/><circle cx="125" cy="175" r="106" fill="none" stroke="${GOLD}" stroke-width="5"/><g transform="translate(125 175) scale(1.62)">${charms[name]}</g>`,
    );
  const lines = inLines(title, 13);
  return card(
    `${ground}<g transform="translate(125 150) scale(1.02)">${wingFill("#fff", 0.1)}${vein("#fff", 0.9)}</g>` +
      `<rect x="19" y="19" width="212" height="312" rx="6" fill="none" stroke="${GOLD}" stroke-width="1.600"/>` +
      `<g transform="translate(125 154)"><circle r="70" fill="${V("fa-charm-deep")}" opacity=".72"/><circle r="70" fill="none" stroke="${GOLD}" stroke-width="2"/><g transform="scale(1.04)">${charms[name]}</g></g>` +
      lines.map((l, i) => text(125, 276 + (i - (lines.length - 1) / 2) * 31, 31, l, PAPER, ITALIC)).join(""),
  );
};

/* ---------- signs with fewer strokes: one fairy that stays a fairy at 14 px */
const fairy = (c: string): string =>
  `<circle cy="-31" r="15" fill="${c}"/>` +
  fill("M0-14C9-14 12-6 12 2L24 46H-24L-12 2C-12-6-9-14 0-14Z", c) +
  fill("M-13-6C-26-38-52-38-52-16C-52 6-30 12-15 8ZM13-6C26-38 52-38 52-16C52 6 30 12 15 8Z", c, 'opacity=".8"');
const who: Readonly<Record<Subject, (c: string) => string>> = {
  neighbour: (c) =>
    `<g transform="translate(0 2) scale(.8)">${fairy(c)}</g>` + fill("M-42 12V50L-68 31ZM42 12V50L68 31Z", c),
  anyone: (c) =>
    `<circle r="52" fill="none" stroke="${c}" stroke-width="8"/><g transform="translate(0 1) scale(.66)">${fairy(c)}</g>`,
  two: (c) =>
    `<g transform="translate(-33 0) scale(.72)">${fairy(c)}</g><g transform="translate(33 0) scale(.72)">${fairy(c)}</g>`,
};
const SCISSORS = (c: string): string =>
  line("M-28 26 24-46M28 26-24-46", c, 12) +
  `<circle cx="-28" cy="33" r="14" fill="none" stroke="${c}" stroke-width="10"/><circle cx="28" cy="33" r="14" fill="none" stroke="${c}" stroke-width="10"/>`;
const STONE = (c: string, l: string): string =>
  fill("M-16-42 22-40 46-10 40 30 6 44-34 36-48 2-40-26Z", c) + line("M-16-42 12 2 6 44M12 2 46-10M-48 2 12 2", l, 5);
const SCROLL = (c: string, l: string): string =>
  fill(
    "M-34-44H28C40-44 46-36 46-26V-18H24V26C24 38 16 46 6 46H-36C-46 46-50 36-48 26H-26V-26C-26-36-30-44-34-44Z",
    c,
  ) + line("M-10-24H8M-10-6H8M-10 12H8", l, 7);
/* no symbol is an empty place, not a fourth symbol */
const NONE = (c: string): string =>
  `<circle r="36" fill="none" stroke="${c}" stroke-width="6" stroke-dasharray="13 10"/>`;
const centreOf: Readonly<Record<VisionSymbol, (c: string, l: string) => string>> = {
  stone: STONE,
  scissors: SCISSORS,
  scroll: SCROLL,
  blank: NONE,
};
const symbol = (centre: VisionSymbol, x: number, y: number, s: number, c: string, l = PAPER): string =>
  at(x, y, s, centreOf[centre](c, l));
const star = (x: number, y: number, s: number, c: string): string => at(x, y, s, fill(starPath(5, 54, 25, 0, 4), c));
const sideSign = (way: "up" | "down", v: Vision, x: number, y: number, s: number, c: string, l: string): string =>
  way === "up" ? sign(v.type, { x, y, s, c, d: l, l }) : at(x, y, s, who[v.subject](c));

const edge = V("paper-edge");
const page = (w: number, h: number, body: string): Drawing =>
  drawing(
    w,
    h,
    `<rect x="1" y="1" width="${w - 2}" height="${h - 2}" rx="18" fill="url(#sheet)"/>${body}<rect x="1" y="1" width="${w - 2}" height="${h - 2}" rx="18" fill="none" stroke="${edge}" stroke-width="2"/>`,
  );
export const subjectSign = (who_: Subject, c: string): string => who[who_](c);
export const symbolSign = (centre: VisionSymbol, c: string): string => centreOf[centre](c, PAPER);
export const starSign = (c: string): string => fill(starPath(5, 54, 25, 0, 4), c);
/** In the hand, 56 to 80 px: above the type, below whom it concerns, at the left the power; nothing stands on its head. */
export const visionHand = (v: Vision): Drawing => {
  const paint = `url(#fa-${v.type})`;
  const deep = fa(v.type, "deep");
  const gold = V("gold-hi");
  const stars = (n: number, y: number): string => times(n, (i) => star(n > 1 ? 163 + i * 56 : 190, y, 54, gold));
  const top =
    fill("M1 19A18 18 0 0 1 19 1H231A18 18 0 0 1 249 19V102H1Z", paint) +
    sideSign("up", v, 70, 52, 84, PAPER, deep) +
    stars(v.stars.up, 52);
  const low =
    fill("M1 254H249V331A18 18 0 0 1 231 349H19A18 18 0 0 1 1 331Z", V("fa-subject")) +
    sideSign("down", v, 72, 302, 80, PAPER, V("fa-subject")) +
    stars(v.stars.down, 302);
  const left =
    fill("M1 106H88V250H1Z", V("fa-power")) +
    text(44, 180, 72, "×" + v.power, PAPER, NUM) +
    times(v.power, (i) => star(44 + (i - (v.power - 1) / 2) * 38, 218, 36, gold));
  const [R, cx, cy] = [64, 168, 178];
  const glass =
    v.symbol === "blank"
      ? symbol("blank", cx, cy, 150, fa(v.type, "deep"))
      : `<circle cx="${cx}" cy="${cy}" r="${R}" fill="url(#fa-glass-${v.type})"/><circle cx="${cx}" cy="${cy}" r="${R}" fill="${deep}" opacity=".38"/>` +
        symbol(v.symbol, cx, cy, 84, PAPER, deep);
  return page(250, 350, top + low + left + glass);
};

/** In a row: way up, down or side; covered: another vision lies after it, so its symbol and stars do not count. */
export const visionLaid = (v: Vision, way: Way, covered = false): Drawing => {
  const side = way === "side";
  const [W, H, band, r] = side ? [350, 250, 118, 18] : [250, 350, 158, 18];
  const paint = way === "up" ? `url(#fa-${v.type})` : way === "down" ? V("fa-subject") : V("fa-power");
  const ink = way === "up" ? fa(v.type, "deep") : V("fa-subject");
  const head =
    fill(`M1 ${1 + r}A${r} ${r} 0 0 1 ${1 + r} 1H${W - 1 - r}A${r} ${r} 0 0 1 ${W - 1} ${1 + r}V${band}H1Z`, paint) +
    (way === "side"
      ? text(W / 2, 98, 112, "×" + v.power, PAPER, NUM)
      : sideSign(way, v, W / 2, band / 2 + 2, way === "up" ? 128 : 116, PAPER, ink));
  /* the other edges, as thin strips where they lie now: so one sees how the card was turned */
  const foot = way === "up" ? V("fa-subject") : way === "down" ? `url(#fa-${v.type})` : null;
  const strip = foot
    ? fill(
        `M1 ${H - 26}H${W - 1}V${H - 1 - r}A${r} ${r} 0 0 1 ${W - 1 - r} ${H - 1}H${1 + r}A${r} ${r} 0 0 1 1 ${H - 1 - r}Z`,
        foot,
      )
    : fill(
        `M${W - 26} ${band}H${W - 1}V${H - 1 - r}A${r} ${r} 0 0 1 ${W - 1 - r} ${H - 1}H${W - 26}Z`,
        `url(#fa-${v.type})`,
      );
  const n = v.stars[way];
  const y = side ? (band + H) / 2 : (band + H - 26) / 2 + 2;
  const shown = n > 0 && !covered;
  const sx = side ? (shown ? 104 : 162) : shown ? 88 : 125;
  const S = side ? 112 : 124;
  const sym = symbol(v.symbol, sx, y, S, covered ? INK2 : INK, PAPER);
  const gold = V("gold-lo");
  const stars = side
    ? times(n, (i) => star(212 + i * 72, y, 70, gold))
    : n === 2
      ? star(196, y - 36, 68, gold) + star(196, y + 36, 68, gold)
      : n
        ? star(196, y, 76, gold)
        : "";
  return page(W, H, strip + head + `<g${covered ? ' opacity=".3"' : ""}>${sym}${covered ? "" : stars}</g>`);
};

/* Under 40 px a vision is four signs: what, by which symbol, whom, how many. */
export const visionSlip = (v: Vision): Drawing =>
  page(
    250,
    350,
    fill("M1 19A18 18 0 0 1 19 1H231A18 18 0 0 1 249 19V138H1Z", `url(#fa-${v.type})`) +
      sideSign("up", v, 66, 70, 92, PAPER, fa(v.type, "deep")) +
      (v.symbol === "blank"
        ? symbol("blank", 184, 70, 96, PAPER)
        : symbol(v.symbol, 184, 70, 88, PAPER, fa(v.type, "deep"))) +
      sideSign("down", v, 125, 196, 92, V("fa-subject"), PAPER) +
      fill(slipBand(252), V("fa-power")) +
      text(125, 332, 92, `×${v.power}`, PAPER, NUM),
  );
const treasureSlip = (c: Lineage, shown: string, bad: boolean): Drawing =>
  card(
    fill(slipBand(176), `url(#fa-${c})`) +
      text(125, 148, 168, shown, bad ? V("bad-print") : fa(c, "deep"), NUM) +
      sign(SHAPES[c], { x: 125, y: 262, s: 128, c: PAPER, d: fa(c), l: fa(c, "deep") }),
  );
/* ---------- who sits there: the crest once it lies open, a mask before that. Players have no colours of their own. */
export const crest = (c: Lineage): Drawing =>
  drawing(
    100,
    100,
    `<circle cx="50" cy="50" r="48" fill="url(#fa-${c})"/><circle cx="50" cy="50" r="47" fill="none" stroke="${V("gold")}" stroke-width="4"/>${sign(SHAPES[c], { x: 50, y: 50, s: 58, c: PAPER, d: fa(c, "deep"), l: fa(c, "deep") })}`,
  );
export const masked = (): Drawing =>
  drawing(
    100,
    100,
    `<circle cx="50" cy="50" r="48" fill="${V("fa-charm-deep")}"/><circle cx="50" cy="50" r="47" fill="none" stroke="${V("gold")}" stroke-width="3" stroke-dasharray="7 5"/>${sign("rob", { x: 48, y: 53, s: 62, c: PAPER2, d: V("fa-charm-deep"), l: V("fa-charm-deep") })}`,
  );
/** A treasure in a plaque: open lies face up; otherwise it is face down, but everybody saw it. */
export const gem = (c: Lineage, n: number, open: boolean): Drawing =>
  drawing(
    64,
    44,
    open
      ? `<rect x="1" y="1" width="62" height="42" rx="9" fill="url(#fa-${c})" stroke="${V("gold")}" stroke-width="2.500"/>${sign(SHAPES[c], { x: 20, y: 22, s: 30, c: PAPER, d: fa(c), l: fa(c, "deep") })}${text(44, 32, 30, signed(n), PAPER, NUM)}`
      : `<rect x="1" y="1" width="62" height="42" rx="9" fill="url(#sheet)" stroke="${edge}" stroke-width="2"/>${sign(SHAPES[c], { x: 20, y: 22, s: 32, c: fa(c), d: fa(c, "deep"), l: PAPER })}${text(44, 32, 31, signed(n), fa(c, "deep"), NUM)}`,
  );
/** A treasure that nobody but its owner knows: a chest. */
export const chest = (): Drawing =>
  drawing(
    44,
    44,
    `<rect x="1" y="1" width="42" height="42" rx="9" fill="url(#fa-back)" stroke="${edge}" stroke-width="2"/>${sign("take", { x: 22, y: 22, s: 28, c: V("gold-hi"), d: "#0c2a24", l: "#0c2a24" })}`,
  );

/** The back of a character: the mask of the one who has not revealed himself. */
export const lineageBack = (lod: Lod): Drawing => {
  const small = lod < 1;
  return card(
    `<rect x="11" y="11" width="228" height="328" rx="9" fill="url(#fa-back)"/>` +
      (small
        ? ""
        : `<rect x="19" y="19" width="212" height="312" rx="6" fill="none" stroke="${GOLD}" stroke-width="1.400"/><g transform="translate(125 172) scale(1 1.1)">${vein(V("gold"), 1.2)}</g>`) +
      `<circle cx="125" cy="175" r="${small ? 84 : 64}" fill="${V("fa-charm-deep")}"/><circle cx="125" cy="175" r="${small ? 84 : 64}" fill="none" stroke="${GOLD}" stroke-width="${small ? 5 : 2.4}" stroke-dasharray="9 6"/>` +
      sign("rob", { x: 122, y: 180, s: small ? 120 : 92, c: PAPER2, d: V("fa-charm-deep"), l: V("fa-charm-deep") }),
  );
};

interface Hunt {
  /** The lineages at this table in the order of the hunt. */
  readonly circle: readonly Lineage[];
  readonly me: Lineage;
  /** Letters of seats whose lineage lies open. */
  readonly seats: Readonly<Partial<Record<Lineage, string>>>;
}
const WHEEL = 74;
const onWheel = (deg: number): Point => pol(WHEEL, deg, 110, 106);

/** From one lineage to the next: a full arrow where I hunt, a dotted one where I am hunted. */
const huntArrow = (i: number, n: number, mine: number): string => {
  const start = 90 + ((i - mine) * 360) / n;
  const end = start + 360 / n;
  const [iHunt, huntsMe] = [i === mine, (i + 1) % n === mine];
  const colour = V(iHunt ? "lit" : huntsMe ? "bad" : "fg-2");
  const [p, q, tip] = [onWheel(start + 24), onWheel(end - 26), onWheel(end - 23)];
  const width = iHunt || huntsMe ? 4.5 : 2.5;
  return (
    `<path d="M${pts([p])}A${WHEEL} ${WHEEL} 0 0 1 ${pts([q])}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" ${huntsMe ? 'stroke-dasharray="2 8"' : ""}/>` +
    `<path d="M-7-7 6 0-7 7Z" fill="${colour}" transform="translate(${pts([tip])}) rotate(${r2(end + 67)})"/>`
  );
};
const huntNode = (c: Lineage, at_: Point, self: boolean, letter: string | undefined): string => {
  const ring = self ? `<circle r="30" fill="none" stroke="${V("pick")}" stroke-width="3"/>` : "";
  const seat = letter
    ? `<g transform="translate(19 -19)"><circle r="12" fill="${V("panel")}" stroke="${PAPER2}" stroke-width="1.500"/>${text(0, 5.5, 16, letter, V("fg"), NUM)}</g>`
    : "";
  return `<g transform="translate(${pts([at_])})">${ring}<circle r="24" fill="url(#fa-${c})"/><circle r="23" fill="none" stroke="${V("gold")}" stroke-width="2"/>${sign(SHAPES[c], { s: 30, c: PAPER, d: fa(c, "deep"), l: fa(c, "deep") })}${seat}</g>`;
};
/** The circle of the hunt, with me at its foot. */
export const huntWheel = ({ circle, me, seats }: Hunt): Drawing => {
  const n = circle.length;
  const mine = circle.indexOf(me);
  const arrows = times(n, (i) => huntArrow(i, n, mine));
  const nodes = circle.map((c, i) => huntNode(c, onWheel(90 + ((i - mine) * 360) / n), c === me, seats[c]));
  return drawing(220, 220, arrows + nodes.join(""));
};
