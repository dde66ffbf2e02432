/**
 * Abracadabra: a manuscript page. The margin carries the three things a gathering asks for (element, aspect as a hat,
 * school as a coin with letter and studs), so an overlapped card still tells all; the window shows the portrait.
 */
import { BRONZE, GOLD, LAMP, Paints, SILVER } from "../../art/paints";
import {
  at,
  card,
  drawing,
  type Drawing,
  fill,
  fitted,
  INK,
  INK2,
  ITALIC,
  line,
  ngon,
  NUM,
  PAPER,
  PAPER2,
  pol,
  poly,
  pts,
  type Put,
  put,
  r2,
  type Sign,
  slipBand,
  starLine,
  starPath,
  text,
  times,
  V,
} from "../../art/pen";
import { type Bust, bust } from "../../art/portraits";
import { shared } from "../../art/signs";
import type { Lod } from "../types";

export const ELEMENTS = ["water", "fire", "earth", "air"] as const;
export type Element = (typeof ELEMENTS)[number];
export const SCHOOLS = ["bronze", "silver", "gold"] as const;
export type School = (typeof SCHOOLS)[number];
export const ASPECTS = ["wizard", "mage", "witch"] as const;
export type Aspect = (typeof ASPECTS)[number];

/** What stands on a card in words: along the margin, and on the coin. */
export interface Printed {
  readonly name: string;
  readonly letter: string;
}

export const paints = new Paints("abracadabra");
export const ab = (c: Element, part?: "deep" | "hi"): string => V(part ? `ab-${c}-${part}` : `ab-${c}`);
paints.lin(
  "ab-peril",
  [
    [0, "#5a1d12"],
    [1, "#1b0d14"],
  ],
  0.3,
  1,
);
paints.lin("ab-sand", [
  [0, V("gold-hi")],
  [1, V("gold")],
]);

const signs = {
  water: (c, d, l) =>
    fill("M0-50C18-24 36-4 36 16C36 36 20 50 0 50C-20 50-36 36-36 16C-36-4-18-24 0-50Z", c) +
    fill("M-36 14C-24 2-12 24 0 12S24 2 36 14C37 36 20 50 0 50C-20 50-36 36-36 14Z", d, 'opacity=".5"') +
    line("M-26 30C-18 22-10 38 0 30S18 22 26 30", l, 4.5) +
    line("M-20 4C-18-6-12-16-7-24", l, 4.5),
  fire: shared.fire,
  earth: (c, d, l) =>
    fill("M-6 12H6L9 40H40V49H-40V40H-9Z", c) +
    `<circle cy="-26" r="22" fill="${c}"/><circle cx="-22" cy="0" r="21" fill="${c}"/><circle cx="22" cy="0" r="21" fill="${c}"/><circle r="14" fill="${c}"/>` +
    fill("M0-48C12-48 22-38 22-26L21-21C34-20 43-10 43 0C43 12 34 21 22 21C14 21 8 17 4 12H0Z", d, 'opacity=".35"') +
    line("M0 34V-14M0 12-15 0M0 4 14-8", l, 4.2),
  air: (c, d, l) =>
    `<circle r="46" fill="${c}"/><path d="M0-46A46 46 0 0 1 0 46C20 34 26-20 0-46Z" fill="${d}" opacity=".35"/>` +
    line(
      "M-30 14C-14 26 22 24 26-2C28-22-2-30-10-12C-14 0 4 8 8-4M-34-6C-32-22-20-34-4-36M12 34C20 32 28 26 33 18",
      l,
      6,
    ),
  hatWizard: (c) =>
    fill("M-40 26C-22 14-12-20 8-50C10-28 26 12 40 26C44 30 36 38 0 38C-36 38-44 30-40 26Z", c) +
    line("M-24 20C-8 26 12 26 25 20", PAPER, 5),
  hatMage: (c) =>
    fill("M-40 32C-52-6-28-34 0-34C28-34 52-6 40 32C16 18-16 18-40 32Z", c) +
    fill("M-4-32C-14-44-2-54 12-50C4-47 2-40 4-32Z", c) +
    line("M-34 24C-22-4 2-18 30-16M36 16C26-4 4-10-14-8", PAPER, 4) +
    fill("M0 2 10 14 0 27-10 14Z", PAPER),
  hatWitch: (c) =>
    fill(
      "M-50 34C-34 16-26 18-22 14C-20-14-16-36 2-44C18-50 34-42 40-30C28-34 20-30 20-20C20-8 24 6 26 14C32 18 38 18 50 34C20 22-20 22-50 34Z",
      c,
    ) + line("M-22 10C-8 2 12 2 25 10", PAPER, 5),
} satisfies Record<string, Sign>;

const HATS = { wizard: "hatWizard", mage: "hatMage", witch: "hatWitch" } as const satisfies Record<
  Aspect,
  keyof typeof signs
>;
const sign = (name: keyof typeof signs, o: Put): string => put(signs[name], o);
export const elementSign = (e: Element): string => sign(e, { c: ab(e), d: ab(e, "deep"), l: PAPER });
export const hatSign = (aspect: Aspect): string => sign(HATS[aspect], { c: INK });

const texture = (id: Element, w: number, h: number, body: string): string =>
  paints.pattern(`ab-t-${id}`, w, h, `<g fill="none" stroke="#fff" stroke-width="1.500" opacity=".42">${body}</g>`);
texture(
  "water",
  40,
  20,
  '<path d="M0 10C7 2 13 2 20 10S33 18 40 10"/><path d="M-10 20C-5 14 5 14 10 20M30 20C35 14 45 14 50 20" opacity=".5"/>',
);
texture(
  "fire",
  32,
  44,
  '<path d="M16 40C6 36 6 24 14 16C14 22 18 22 18 14C26 24 26 36 16 40Z"/><path d="M0 18C-8 14-8 4-2-4M0 18C8 14 8 4 2-4M32 18C24 14 24 4 30-4M32 18C40 14 40 4 34-4" opacity=".6"/>',
);
texture(
  "earth",
  36,
  18,
  '<path d="M0 18A18 18 0 0 1 36 18M-18 9A18 18 0 0 1 18 9M18 9A18 18 0 0 1 54 9"/><path d="M9 18A9 9 0 0 1 27 18" opacity=".6"/>',
);
texture("air", 54, 34, '<path d="M2 22H30C42 22 42 8 32 8C24 8 24 18 32 17M-4 30H54M38 30C48 30 52 22 46 19" />');
for (const e of ELEMENTS)
  paints.lin(
    `ab-${e}`,
    [
      [0, ab(e)],
      [1, ab(e, "deep")],
    ],
    0.3,
    1,
  );
const METAL: Readonly<Record<School, string>> = { bronze: BRONZE, silver: SILVER, gold: GOLD };
paints.raw(
  "foil-any",
  `<linearGradient id="foil-any" x1="0" y1="0" x2="1" y2="0"><stop offset=".32" stop-color="var(--bronze)"/><stop offset=".34" stop-color="var(--silver-hi)"/><stop offset=".66" stop-color="var(--silver)"/><stop offset=".68" stop-color="var(--gold)"/></linearGradient>`,
);
const ANY = "url(#foil-any)";
const STAMP = "#1d1410";
/** A school as a coin: metal, letter and one, two or three studs. */
const coin = (school: School | undefined, letter: string, r: number): string => {
  const n = school ? SCHOOLS.indexOf(school) + 1 : 0;
  const metal = school ? METAL[school] : ANY;
  return (
    `<circle r="${r}" fill="${metal}"/><circle r="${r2(r * 0.8)}" fill="none" stroke="#fff" stroke-width="${r2(r * 0.05)}" opacity=".8"/><circle r="${r}" fill="none" stroke="${V(`${school ?? "silver"}-lo`)}" stroke-width="${r2(r * 0.09)}"/>` +
    text(0, n ? r * 0.26 : r * 0.5, r * (n ? 1.02 : 1.3), letter, STAMP, NUM) +
    times(
      n,
      (i) =>
        `<circle cx="${r2((i - (n - 1) / 2) * r * 0.36)}" cy="${r2(r * 0.56)}" r="${r2(r * 0.14)}" fill="${STAMP}"/>`,
    )
  );
};
const disc = (e: Element, r: number, x: number, y: number): string =>
  `<g transform="translate(${x} ${y})"><circle r="${r}" fill="${ab(e)}"/><circle r="${r2(r * 0.9)}" fill="none" stroke="#fff" stroke-width="${r2(r * 0.05)}" opacity=".55"/>${sign(e, { s: r * 1.3, c: PAPER, d: ab(e), l: ab(e, "deep") })}</g>`;
const bare = (aspect: Aspect, s: number, x: number, y: number): string => sign(HATS[aspect], { x, y, s, c: INK });
const arch = (x: number, y: number, w: number, h: number): string =>
  `M${x} ${y + h}V${y + w * 0.62}C${x} ${y + w * 0.3} ${x + w * 0.28} ${y + w * 0.12} ${x + w / 2} ${y}C${x + w * 0.72} ${y + w * 0.12} ${x + w} ${y + w * 0.3} ${x + w} ${y + w * 0.62}V${y + h}Z`;
paints.clip("abw0", `<path d="${arch(104, 14, 134, 322)}"/>`);
paints.clip("abw1", `<path d="${arch(68, 20, 170, 316)}"/>`);
/** The folio: a margin of width m, and beside it the window. */
const frameOf = (small: boolean) => {
  const m = small ? 100 : 62;
  const x = m + (small ? 4 : 6);
  const top = small ? 14 : 20;
  return { m, x, w: 238 - x, top, h: 336 - top };
};
const spine = (name: string, y: number): string =>
  `<g transform="translate(32 ${y}) rotate(-90)">${text(0, 6, fitted(name, 19, 126), name, INK2, ITALIC)}</g>`;
const folio = (
  small: boolean,
  element: Element,
  metal: string,
  picture: (cx: number, w: number) => string,
  marks: (x: number) => string,
): string => {
  const { m, x, w, top, h } = frameOf(small);
  const window_ = arch(x, top, w, h);
  const tracery = small
    ? ""
    : `<g fill="none" stroke="${metal}" stroke-width="1.400">${line(`M${x} ${top}H${x + w}`, metal, 1.4)}` +
      [
        [x + 15, top + 16],
        [x + w - 15, top + 16],
      ]
        .map(
          ([cx = 0, cy = 0]) =>
            `<circle cx="${cx}" cy="${cy}" r="9"/><circle cx="${cx - 4}" cy="${cy + 2}" r="3.600"/><circle cx="${cx + 4}" cy="${cy + 2}" r="3.600"/><circle cx="${cx}" cy="${cy - 4}" r="3.600"/>`,
        )
        .join("") +
      "</g>";
  const id = `abw${small ? 0 : 1}`;
  return (
    tracery +
    `<g clip-path="url(#${id})"><rect x="${x}" y="${top}" width="${w}" height="${h}" fill="url(#ab-${element})"/><rect x="${x}" y="${top}" width="${w}" height="${h}" fill="url(#ab-t-${element})"/><ellipse cx="${x + w / 2}" cy="${top + 150}" rx="${w * 0.62}" ry="130" fill="${LAMP}"/>${picture(x + w / 2, w)}</g>` +
    line(window_, metal, small ? 6 : 5) +
    (small ? "" : line(arch(x + 6, top + 8, w - 12, h - 14), "#fff", 0.9, 'opacity=".55"')) +
    line(`M${m - 4} 14V336`, metal, 1.2) +
    marks(m / 2 + 1)
  );
};
const aspects: Readonly<Record<Aspect, Bust>> = {
  wizard: { hat: "cone", beard: "long", collar: "robe" },
  mage: { hat: "turban", beard: "goatee", collar: "high" },
  witch: { hat: "bent", hair: "long", collar: "high", eyes: "open" },
};
export const enchanter = (
  element: Element,
  school: School | undefined,
  aspect: Aspect,
  lod: Lod,
  printed: Printed,
): Drawing => {
  if (lod === -1)
    return slipOf(element, sign(HATS[aspect], { x: 125, y: 108, s: 176, c: INK }), schoolMark(school, printed.letter));
  const small = lod === 0;
  const metal = school ? METAL[school] : ANY;
  const tint = school ?? "silver";
  const picture = (cx: number): string =>
    `<g transform="translate(${cx} ${small ? 238 : 226}) scale(${small ? 1.62 : 1.78})">${bust(aspects[aspect], ab(element, "deep"), "#120c10", V(`${tint}-hi`))}</g>`;
  const marks = (x: number): string =>
    small
      ? disc(element, 42, x, 58) +
        bare(aspect, 78, x, 166) +
        `<g transform="translate(${x} 276)">${coin(school, printed.letter, 42)}</g>`
      : disc(element, 27, x, 46) +
        bare(aspect, 50, x, 112) +
        `<g transform="translate(${x} 176)">${coin(school, printed.letter, 26)}</g>`;
  return card(folio(small, element, metal, picture, marks) + (small ? "" : spine(printed.name, 270)));
};
export const elemental = (element: Element, lod: Lod, printed: Printed): Drawing => {
  if (lod === -1)
    return slipOf(element, at(125, 106, 196, fill(starPath(8, 48, 31), GOLD)) + text(125, 140, 98, "+1", STAMP, NUM));
  const small = lod === 0;
  const eyes = { water: 12, fire: 14, earth: -6, air: -6 }[element];
  const picture = (cx: number): string => {
    const s = (small ? 176 : 190) * (element === "air" ? 0.78 : element === "earth" ? 0.9 : 1),
      y = small ? 200 : 196;
    return (
      times(18, (i) =>
        line(
          "M" + pts([pol(s * 0.52, i * 20, cx, y), pol(s * (i % 2 ? 0.62 : 0.7), i * 20, cx, y)]),
          PAPER,
          1.6,
          'opacity=".7"',
        ),
      ) +
      sign(element, { x: cx, y, s, c: PAPER, d: ab(element, "hi"), l: ab(element, "hi") }) +
      `<g transform="translate(${cx} ${y + (eyes * s) / 100}) scale(${s / 100})" fill="${ab(element, "deep")}"><path d="M-17 0C-14-7-7-7-4 0C-8 4-13 4-17 0ZM17 0C14-7 7-7 4 0C8 4 13 4 17 0Z"/></g>`
    );
  };
  const marks = (x: number): string =>
    small
      ? disc(element, 42, x, 58) +
        `<g transform="translate(${x} 166)">${at(0, 0, 84, fill(starPath(8, 48, 30), GOLD))}${text(0, 15, 44, "+1", STAMP, NUM)}</g>`
      : disc(element, 27, x, 46) +
        `<g transform="translate(${x} 112)">${at(0, 0, 54, fill(starPath(8, 48, 30), GOLD))}${text(0, 9, 26, "+1", STAMP, NUM)}</g>`;
  return card(folio(small, element, GOLD, picture, marks) + (small ? "" : spine(printed.name, 240)));
};
/* ---------- the six emblems: one mass each, two tones, a different outline. Square from -56 to 56. */
const D = ab("air", "deep");
const SAND = "url(#ab-sand)";
const emblem = {
  /* it waits: an hourglass */
  proxima:
    `<rect x="-40" y="-56" width="80" height="15" rx="5" fill="${PAPER}"/><rect x="-40" y="41" width="80" height="15" rx="5" fill="${PAPER}"/>` +
    fill(
      "M-30-41H30C30-14 10-8 6 0C10 8 30 14 30 41H-30C-30 14-10 8-6 0C-10-8-30-14-30-41Z",
      D,
      `stroke="${PAPER}" stroke-width="7"`,
    ) +
    fill("M-21-24H21C17-12 5-7 0 0C-5-7-17-12-21-24Z", SAND) +
    fill("M-25 37C-20 21-5 20 0 10C5 20 20 21 25 37Z", SAND) +
    `<path d="M0 0V14" stroke="var(--gold-hi)" stroke-width="3.500"/>`,
  /* the same again: two equal bars */
  idem: [-29, 29]
    .map(
      (y) =>
        `<rect x="-50" y="${y - 19}" width="100" height="38" rx="9" fill="${PAPER}"/>` +
        fill(starPath(5, 14, 6, 0, y + 1), ab("fire")),
    )
    .join(""),
  /* everybody out: an arrow through an arch */
  exodus:
    fill("M-46 56V-14A33 33 0 0 1 20-14V56Z", PAPER) +
    fill("M-33 56V-13A20 20 0 0 1 7-13V56Z", D) +
    fill("M-22 6H16V-16L56 20 16 56V34H-22Z", SAND, `stroke="${D}" stroke-width="6" stroke-linejoin="round"`),
  /* give and take: two arrows that chase each other */
  chaos: [0, 180]
    .map(
      (r) =>
        `<g transform="rotate(${r})">${line("M-40 6A40 40 0 0 1 22-33", r ? "var(--gold-hi)" : PAPER, 15)}${fill("M12-58 52-22 2-8Z", r ? "var(--gold-hi)" : PAPER)}</g>`,
    )
    .join(""),
  /* come with me: a card on a hook */
  vademecum:
    `<g transform="rotate(-9 -4 26)"><rect x="-34" y="-6" width="56" height="64" rx="7" fill="${PAPER}"/><rect x="-27" y="1" width="42" height="50" rx="3" fill="none" stroke="${D}" stroke-width="2.500"/>${text(-6, 43, 44, "?", D, NUM)}</g>` +
    line("M24-60V-16A20 20 0 0 1-16-16", D, 20) +
    line("M24-60V-16A20 20 0 0 1-16-16", "var(--gold-hi)", 12) +
    fill("M-30-8-16-36-3-10Z", "var(--gold-hi)") +
    `<circle cx="24" cy="-52" r="9" fill="${D}"/><circle cx="24" cy="-52" r="9" fill="none" stroke="var(--gold-hi)" stroke-width="6"/>`,
  /* struck: the tower breaks */
  periculum:
    fill("M-38 58-31-6H-8L-2 16-14 30-4 58ZM6 58-2 34 10 18 4-6H31L38 58Z", PAPER) +
    fill("M-36-6V-26H-22V-17H-8L-4-6ZM36-6V-22H24V-14H12L8-6Z", PAPER) +
    fill("M22-62-22-8H0L-12 34 30-22H8L34-62Z", SAND, 'stroke="#2a0f0c" stroke-width="5" stroke-linejoin="round"'),
} satisfies Record<string, string>;
export type Trick = keyof typeof emblem;
export const TRICKS = Object.keys(emblem) as Trick[];
export const emblemOf = (trick: Trick): string => emblem[trick];
/* Under 40 px: above the hat, the star or the emblem; below the element with the letter of the school. */
const slipOf = (element: Element, up: string, right = ""): Drawing =>
  card(
    fill(slipBand(206), `url(#ab-${element})`) +
      sign(element, {
        x: right ? 70 : 125,
        y: 277,
        s: right ? 96 : 112,
        c: PAPER,
        d: ab(element),
        l: ab(element, "deep"),
      }) +
      up +
      right,
  );
const schoolMark = (school: School | undefined, letter: string): string =>
  school
    ? `<circle cx="184" cy="277" r="54" fill="${METAL[school]}"/>` + text(184, 308, 88, letter, STAMP, NUM)
    : text(184, 322, 118, letter, PAPER, NUM);
const trickSlip = (name: Trick, title: string): Drawing => {
  const bad = name === "periculum";
  const up = `<rect x="14" y="14" width="222" height="186" rx="8" fill="${bad ? "url(#ab-peril)" : D}"/><g transform="translate(125 107) scale(1.42)">${emblem[name]}</g>`;
  return slipOf("air", up, text(184, 308, 96, bad ? "!!" : `${title.charAt(0)}!`, PAPER, NUM));
};
/** A Trick: the folio of the air, a great emblem, its initial in the margin. */
export const trick = (name: Trick, title: string, lod: Lod): Drawing => {
  const bad = name === "periculum";
  if (lod === -1) return trickSlip(name, title);
  const small = lod === 0;
  const { m, x, w, top, h } = frameOf(small);
  const cx = x + w / 2;
  const ground = bad ? "url(#ab-peril)" : "url(#ab-air)";
  const metal = bad ? GOLD : SILVER;
  const win =
    `<g clip-path="url(#abw${small ? 0 : 1})"><rect x="${x}" y="${top}" width="${w}" height="${h}" fill="${ground}"/><rect x="${x}" y="${top}" width="${w}" height="${h}" fill="url(#ab-t-air)" opacity=".6"/>` +
    `<ellipse cx="${cx}" cy="${small ? 190 : 158}" rx="${w * 0.55}" ry="${small ? 100 : 92}" fill="${bad ? "#000" : D}" opacity=".42"/>` +
    `<g transform="translate(${cx} ${small ? 196 : 160}) scale(${small ? 1.08 : 1.22})">${emblem[name]}</g>` +
    (small
      ? ""
      : `<rect x="${x}" y="258" width="${w}" height="56" fill="${bad ? "#1b0d14" : D}"/>` +
        text(cx, 296, title.length > 8 ? 31 : 37, title, PAPER, ITALIC)) +
    "</g>";
  const ink = bad ? ab("fire", "deep") : D;
  const middle = m / 2 + 1;
  /* two begin with P: the one that strikes has a bolt for its initial */
  const bolt = (y: number, s: number): string =>
    `<g transform="translate(${middle - s * 6} ${y}) scale(${s})">${fill("M22-62-22-8H0L-12 34 30-22H8L34-62Z", ab("fire"))}</g>`;
  const initial = bad
    ? bolt(small ? 190 : 112, small ? 0.86 : 0.46)
    : text(middle, small ? 214 : 120, small ? 108 : 54, title.charAt(0), ink, NUM);
  const mark = initial + text(middle, small ? 312 : 172, small ? 84 : 44, "!", ink, NUM);
  return card(
    win +
      line(arch(x, top, w, h), metal, small ? 6 : 5) +
      line(`M${m - 4} 14V336`, metal, 1.2) +
      disc("air", small ? 42 : 27, m / 2 + 1, small ? 58 : 46) +
      mark,
  );
};

export const back = (element: Element, lod: Lod): Drawing => {
  if (lod === -1)
    return card(
      `<rect x="10" y="10" width="230" height="330" rx="10" fill="url(#ab-${element})"/>` +
        sign(element, { x: 125, y: 175, s: 168, c: PAPER, d: ab(element), l: ab(element, "deep") }),
    );
  const small = lod === 0;
  const w = small ? 4 : 1.8;
  const body =
    `<rect x="11" y="11" width="228" height="328" rx="9" fill="url(#ab-${element})"/><rect x="11" y="11" width="228" height="328" rx="9" fill="url(#ab-t-${element})"/>` +
    (small
      ? ""
      : `<rect x="20" y="20" width="210" height="310" rx="6" fill="none" stroke="${PAPER}" stroke-width="1" opacity=".7"/>`) +
    `<g transform="translate(125 175)" fill="none" stroke="${PAPER}" stroke-width="${w}"><circle r="98" fill="${ab(element, "deep")}" fill-opacity=".55"/>${small ? "" : `<circle r="93" stroke-width=".8"/>`}<path d="${ngon(3, 98)}"/><path d="${ngon(4, 68, 0, 0, -45)}" transform="translate(0 1) scale(.72)"/>${small ? "" : times(48, (i) => `<path d="M${pts([pol(93, i * 7.5), pol(i % 4 ? 89 : 84, i * 7.5)])}" stroke-width=".9"/>`)}<circle r="34" fill="${ab(element)}"/></g>` +
    sign(element, { x: 125, y: 175, s: small ? 52 : 46, c: PAPER, d: ab(element), l: ab(element, "deep") });
  return card(body);
};
/* Objects: small cards with the letter of their pile. */
const objectPicture: Readonly<Record<ObjectArt, string>> = {
  tarot: `<g transform="rotate(-12)"><rect x="-44" y="-56" width="62" height="96" rx="7" fill="${PAPER}" stroke="${INK}" stroke-width="2"/><rect x="-38" y="-50" width="50" height="84" rx="4" fill="var(--ab-air)"/></g><g transform="rotate(9)"><rect x="-20" y="-52" width="62" height="96" rx="7" fill="${PAPER}" stroke="${INK}" stroke-width="2"/><rect x="-14" y="-46" width="50" height="84" rx="4" fill="none" stroke="${INK}" stroke-width="1"/><circle cx="11" cy="-8" r="13" fill="var(--gold)"/>${times(12, (i) => line("M" + pts([pol(16, i * 30, 11, -8), pol(i % 2 ? 20 : 24, i * 30, 11, -8)]), V("gold-lo"), 2))}${line("M-8 26H30M-8 31H30", INK, 1)}</g>`,
  ball:
    `<ellipse cy="52" rx="44" ry="9" fill="${INK}" opacity=".18"/>` +
    fill("M-30 56C-26 40-18 38-16 30H16C18 38 26 40 30 56Z", GOLD) +
    `<circle cy="-8" r="44" fill="var(--ab-water)"/><circle cy="-8" r="44" fill="url(#ab-water)" opacity=".7"/>` +
    line("M-30-10C-16-24-4 4 10-10S30-16 36-4", "#fff", 2, 'opacity=".7"') +
    line("M-24 8C-12-2 0 16 14 4", "#fff", 2, 'opacity=".5"') +
    `<ellipse cx="-16" cy="-28" rx="12" ry="7" fill="#fff" opacity=".75" transform="rotate(-35 -16 -28)"/>` +
    fill(starPath(4, 13, 4, 14, 10), "#fff"),
  wand:
    `<g transform="rotate(40)"><rect x="-5" y="-30" width="10" height="92" rx="4" fill="${INK}"/><rect x="-6" y="20" width="12" height="7" fill="${GOLD}"/><rect x="-6" y="46" width="12" height="7" fill="${GOLD}"/><rect x="-6" y="-34" width="12" height="9" fill="${GOLD}"/></g>` +
    fill(starPath(8, 34, 12, 30, -36), GOLD) +
    fill(starPath(8, 14, 5, 30, -36), "#fff") +
    fill(starPath(4, 9, 3, -20, -40), V("gold")) +
    fill(starPath(4, 8, 3, 44, 10), V("gold")) +
    fill(starPath(4, 6, 2, -4, -54), V("gold")),
  tome:
    fill("M-52 36V-38C-34-48-14-46 0-36C14-46 34-48 52-38V36C34 28 14 30 0 40C-14 30-34 28-52 36Z", V("ab-fire-deep")) +
    fill("M-46 28V-34C-32-42-14-40 0-30V32C-14 24-30 22-46 28Z", PAPER) +
    fill("M46 28V-34C32-42 14-40 0-30V32C14 24 30 22 46 28Z", PAPER2) +
    line(
      "M-38-22C-28-26-16-25-8-20M-38-10C-28-14-16-13-8-8M-38 2C-28-2-16-1-8 4M-38 14C-28 10-16 11-8 16",
      INK,
      1.6,
      'opacity=".6"',
    ) +
    at(24, -4, 44, shared.star("var(--gold)", "var(--gold-lo)")) +
    line("M0-30V32", INK, 1.5),
  stone:
    fill(
      poly([
        [-10, -52],
        [28, -40],
        [50, -6],
        [34, 36],
        [-4, 52],
        [-40, 34],
        [-50, -8],
        [-34, -40],
      ]),
      V("ab-fire"),
    ) +
    fill(
      poly([
        [-10, -52],
        [28, -40],
        [8, -14],
        [-22, -18],
      ]),
      "#fff",
      'opacity=".55"',
    ) +
    fill(
      poly([
        [28, -40],
        [50, -6],
        [24, 10],
        [8, -14],
      ]),
      "#fff",
      'opacity=".2"',
    ) +
    fill(
      poly([
        [50, -6],
        [34, 36],
        [24, 10],
      ]),
      "#000",
      'opacity=".28"',
    ) +
    fill(
      poly([
        [34, 36],
        [-4, 52],
        [0, 18],
        [24, 10],
      ]),
      "#000",
      'opacity=".4"',
    ) +
    fill(
      poly([
        [-4, 52],
        [-40, 34],
        [-22, 10],
        [0, 18],
      ]),
      "#000",
      'opacity=".22"',
    ) +
    fill(
      poly([
        [-50, -8],
        [-34, -40],
        [-10, -52],
        [-22, -18],
      ]),
      "#fff",
      'opacity=".3"',
    ) +
    line(
      poly([
        [-10, -52],
        [28, -40],
        [50, -6],
        [34, 36],
        [-4, 52],
        [-40, 34],
        [-50, -8],
        [-34, -40],
      ]),
      V("ab-fire-deep"),
      2.4,
    ) +
    line(
      "M-22-18 8-14 24 10 0 18-22 10ZM-10-52-22-18M28-40 8-14M50-6 24 10M-4 52 0 18M-40 34-22 10M-50-8-22 10",
      V("ab-fire-deep"),
      1.2,
    ),
};
type ObjectArt = "stone" | "tarot" | "ball" | "wand" | "tome";
const artOf = (points: number): ObjectArt =>
  points === 0 ? "stone" : points <= 2 ? "tarot" : points === 3 ? "ball" : points <= 5 ? "wand" : "tome";
const objectSlip = (letter: string, points: number, kind: ObjectArt): Drawing =>
  card(
    fill(slipBand(184), points ? V("ab-fire-deep") : "url(#ab-obj)") +
      text(125, 152, 164, letter, INK, NUM) +
      (points ? text(125, 326, 168, points, PAPER, NUM) : "") +
      (points ? "" : `<g transform="translate(125 262) scale(1.3)">${objectPicture[kind]}</g>`),
  );
export const object = (letter: string, points: number, lod: Lod): Drawing => {
  const small = lod < 1;
  const kind = artOf(points);
  if (lod === -1) return objectSlip(letter, points, kind);
  const frame = small
    ? ""
    : `<rect x="13" y="13" width="224" height="324" rx="8" fill="none" stroke="${GOLD}" stroke-width="2.400"/><rect x="19" y="19" width="212" height="312" rx="5" fill="none" stroke="${INK}" stroke-width=".7" opacity=".5"/>` +
      times(32, (i) => {
        const [x, y] = pol(86, i * 11.25, 125, 178);
        return line("M" + pts([[x, y], pol(i % 2 ? 92 : 98, i * 11.25, 125, 178)]), V("gold"), 1.1);
      }) +
      `<circle cx="125" cy="178" r="80" fill="none" stroke="${GOLD}" stroke-width="1.600"/>`;
  const big = small ? 96 : 58;
  return card(
    frame +
      `<g transform="translate(125 ${small ? 210 : 178}) scale(${small ? 1.5 : 1.2})">${objectPicture[kind]}</g>` +
      text(small ? 62 : 46, small ? 100 : 68, big, letter, INK, NUM) +
      (points
        ? `<g transform="translate(${small ? 188 : 194} ${small ? 68 : 290})"><circle r="${small ? 46 : 38}" fill="${V("ab-fire-deep")}"/><circle r="${small ? 39 : 32}" fill="none" stroke="${PAPER}" stroke-width="1.500" opacity=".7"/>${text(0, small ? 24 : 20, small ? 66 : 56, points, PAPER, NUM)}</g>`
        : ""),
  );
};
paints.lin(
  "ab-obj",
  [
    [0, "#6a4a2a"],
    [1, "#2e1d10"],
  ],
  0.4,
  1,
);
export const objectBack = (letter: string, lod: Lod): Drawing => {
  const small = lod < 1;
  return card(
    `<rect x="11" y="11" width="228" height="328" rx="9" fill="url(#ab-obj)"/>` +
      (small
        ? ""
        : `<rect x="20" y="20" width="210" height="310" rx="6" fill="none" stroke="${GOLD}" stroke-width="1.600"/>`) +
      `<g transform="translate(125 175)" fill="none" stroke="${GOLD}"><circle r="86" stroke-width="${small ? 5 : 2}"/><circle r="74" stroke-width="${small ? 0 : 1}"/>${small ? "" : times(12, (i) => `<circle cx="${r2(pol(80, i * 30)[0])}" cy="${r2(pol(80, i * 30)[1])}" r="2.500" stroke-width="1"/>` + line("M" + pts([pol(90, i * 30 + 15), pol(112, i * 30 + 15)]), V("gold"), 1.2))}</g>` +
      text(125, small ? 220 : 212, small ? 136 : 112, letter, V("gold-hi"), NUM),
  );
};

/** What a gathering asks of one of its three signs: three dots on a string are the same, three outlines different. */
export const sameSign = (same: boolean): Drawing =>
  drawing(
    46,
    16,
    same
      ? `<g fill="currentColor"><path d="M8 8H38" stroke="currentColor" stroke-width="2.500"/><circle cx="8" cy="8" r="5.500"/><circle cx="23" cy="8" r="5.500"/><circle cx="38" cy="8" r="5.500"/></g>`
      : `<g fill="none" stroke="currentColor" stroke-width="2.200" stroke-linejoin="round"><circle cx="8" cy="8" r="5"/><path d="M23 2.500 28.500 13h-11Z"/><path d="M33.500 3.500h9v9h-9Z"/></g>`,
  );
/** The same in the smallest place: equal, or not equal. */
export const equalSign = (same: boolean): Drawing =>
  drawing(16, 16, line(`M3 5.500h10M3 10.500h10${same ? "" : "M11 2 5 14"}`, "currentColor", 2.2));
/** The three things a gathering looks at. */
export const traitSign = (trait: "element" | "school" | "aspect"): Drawing => {
  const body = {
    element: sign("water", { c: "currentColor", d: "currentColor", l: V("panel") }),
    school: `<circle r="44" fill="none" stroke="currentColor" stroke-width="9"/><circle r="21" fill="currentColor"/>`,
    aspect: fill("M-40 26C-22 14-12-20 8-50C10-28 26 12 40 26C44 30 36 38 0 38C-36 38-44 30-40 26Z", "currentColor"),
  }[trait];
  return drawing(104, 104, `<g transform="translate(52 52)">${body}</g>`);
};
/** The circle scratched into this table: two stars of seven points. */
export const engraving = (): Drawing => {
  const ring = (r: number, w = 1): string => `<circle r="${r}" stroke-width="${w}"/>`;
  const ticks = times(84, (i) => {
    const deg = (i * 30) / 7;
    return `<path d="M${pts([pol(330, deg), pol(i % 4 ? 338 : 352, deg)])}"/>`;
  });
  const stars = `<path d="${starLine(7, 2, 322)}"/><path d="${starLine(7, 3, 322)}" stroke-width="1.500"/>`;
  return drawing(
    800,
    800,
    `<g transform="translate(400 400)" fill="none" stroke="currentColor">${ring(392, 2)}${ring(380)}${ring(330)}${ring(322, 2)}${ring(150)}${stars}${ticks}</g>`,
  );
};
