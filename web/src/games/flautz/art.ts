/** FLAUTZ!: cut crystal. Colour, sign and number together; the signs are those of the terminal. */
import { GOLD, Paints } from "../../art/paints";
import {
  at,
  card,
  drawing,
  type Drawing,
  fill,
  INK,
  line,
  ngon,
  NUM,
  PAPER,
  type Point,
  pol,
  poly,
  pts,
  type Put,
  put,
  r2,
  range,
  type Sign,
  starLine,
  text,
  times,
  V,
} from "../../art/pen";
import { type Bust, bust } from "../../art/portraits";
import { crystalBody, shared } from "../../art/signs";
import type { Lod } from "../types";

export const COLOURS = ["blue", "green", "violet", "orange", "pink"] as const;
export type Colour = (typeof COLOURS)[number];
export type Tone = Colour | "illusion" | "prism";

export const paints = new Paints("flautz");
export const fz = (c: Tone, part?: "deep" | "hi"): string => V(part ? `fz-${c}-${part}` : `fz-${c}`);

const signs = {
  orb: (c, d, l) =>
    `<circle r="45" fill="${c}"/>` +
    fill(
      "M-44 10C-32 8-28-22 2-24C24-24 32-6 23 4C16 11 5 6 8-3C-3-1 1 19 20 19C32 19 39 14 44 9A45 45 0 0 1-44 10Z",
      d,
    ) +
    line("M-26 27C-16 20-8 34 4 28S24 24 32 28", c, 4.5) +
    line("M-31-16A35 35 0 0 1-12-33", l, 5, 'opacity=".8"'),
  trefoil: (c, d, l) =>
    fill("M-4 6C-2 28-8 38-17 47H17C8 38 2 28 4 6Z", c) +
    `<circle cx="0" cy="-23" r="23" fill="${c}"/><circle cx="-24" cy="12" r="23" fill="${c}"/><circle cx="24" cy="12" r="23" fill="${c}"/><circle r="12" fill="${c}"/>` +
    line("M0-4V-30M-5 3-26 12M5 3 26 12", l, 4.5) +
    fill("M-4 6C-2 28-8 38-17 47H0V4Z", d, 'opacity=".4"'),
  star: shared.star,
  block: (c, d, l) =>
    `<rect x="-41" y="-41" width="82" height="82" rx="9" fill="${c}"/>` +
    fill("M-24-29H24L0 0Z", l) +
    fill("M0 0 24 29H-24Z", l) +
    fill("M-14-13H14L0 2Z M0 8 14 29H-14Z", d, 'opacity=".75"') +
    line("M-30-29H30M-30 29H30", l, 5),
  heart: (c, d, l) =>
    fill(
      "M0 46C-14 30-47 12-47-16C-47-36-33-46-20-46C-9-46-2-38 0-28C2-38 9-46 20-46C33-46 47-36 47-16C47 12 14 30 0 46Z",
      c,
    ) +
    fill("M0 46C14 30 47 12 47-16C47-36 33-46 20-46C9-46 2-38 0-28Z", d, 'opacity=".35"') +
    line("M0 30V-22M-5 24C-18 14-32 2-35-16M-4 8C-12 0-20-12-22-28M5 24C18 14 32 2 35-16M4 8C12 0 20-12 22-28", l, 4),
  mask: (c, d, l) =>
    fill("M-42-36C-22-46 22-46 42-36C46-2 30 38 0 49C-30 38-46-2-42-36Z", c) +
    fill("M0-43.500C18-43.500 32-41 42-36C46-2 30 38 0 49Z", d) +
    fill("M-32-12C-24-22-12-20-8-8C-16-2-26-2-32-12Z", d) +
    fill("M32-12C24-22 12-20 8-8C16-2 26-2 32-12Z", l) +
    line("M-14 24C-8 30-4 31 0 31", d, 5) +
    line("M0 31C4 31 8 30 14 24", l, 5),
  prism: (c, d, l) =>
    fill("M0-46 48 40H-48Z", c) + fill("M0-46 48 40H0Z", d, 'opacity=".55"') + line("M0-46 48 40H-48ZM0-46V40", l, 4),
} satisfies Record<string, Sign>;

export const SHAPES = {
  blue: "orb",
  green: "trefoil",
  violet: "star",
  orange: "block",
  pink: "heart",
  illusion: "mask",
  prism: "prism",
} as const satisfies Record<Tone, keyof typeof signs>;
const sign = (name: keyof typeof signs, o: Put): string => put(signs[name], o);
/** The sign of a colour alone, on -52..52. */
export const signOf = (c: Tone): string => signs[SHAPES[c]](fz(c), fz(c, "deep"), PAPER);

/* The panel is a step-cut stone: edges catch or lose the light according to where they face. */
const cut = (x: number, y: number, w: number, h: number, k: number): Point[] => [
  [x + k, y],
  [x + w - k, y],
  [x + w, y + k],
  [x + w, y + h - k],
  [x + w - k, y + h],
  [x + k, y + h],
  [x, y + h - k],
  [x, y + k],
];
const steps = (
  x: number,
  y: number,
  w: number,
  h: number,
  k: number,
  rings: readonly (readonly [number, number, number])[],
): string => {
  let out = "";
  for (const [from, to, force] of rings) {
    const a = cut(x + from, y + from, w - 2 * from, h - 2 * from, k - from * 0.42),
      b = cut(x + to, y + to, w - 2 * to, h - 2 * to, k - to * 0.42);
    a.forEach((p, i) => {
      const j = (i + 1) % 8;
      const [q, inner, end] = [a[j] ?? p, b[j] ?? p, b[i] ?? p];
      const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
      const n = Math.hypot(dx, dy);
      const lit = (dy / n) * -0.55 + (-dx / n) * -0.8; /* the normal points outwards; light comes from above left */
      const up = r2(Math.abs(lit) * force);
      out += fill(poly([p, q, inner, end]), lit > 0 ? "#fff" : "#000", `opacity="${up}"`);
    });
  }
  return out;
};

paints.clip("fz-cut", `<path d="${poly(cut(11, 11, 228, 328, 26))}"/>`);
for (const c of COLOURS)
  paints.rad(`fz-glow-${c}`, [
    [0, fz(c), 0.75],
    [0.5, fz(c, "hi"), 0.5],
    [1, fz(c, "hi"), 0],
  ]);
for (const c of [...COLOURS, "illusion", "prism"] as const)
  paints.lin(
    `fz-${c}`,
    [
      [0, fz(c)],
      [1, fz(c, "deep")],
    ],
    0.5,
    1,
  );
const fzTable = paints.rad(
  "fz-table",
  [
    [0, "#fff", 0.26],
    [0.7, "#fff", 0.04],
    [1, "#000", 0.1],
  ],
  0.42,
  0.36,
  0.75,
);

/* The figures of the numbers: point, vesica, triangle, crossed squares, pentagram, and stars of six, seven and eight. */
const figure = (n: number, R: number): string => {
  if (n === 1)
    return times(24, (i) =>
      line("M" + pts([pol(R * 0.62, i * 15), pol(R * (i % 2 ? 0.78 : 0.9), i * 15)]), PAPER, 1.6, 'opacity=".8"'),
    );
  if (n === 2) return `<circle cy="${-R * 0.28}" r="${R * 0.66}"/><circle cy="${R * 0.28}" r="${R * 0.66}"/>`;
  const rim = R * 0.94;
  if (n === 3) return `<path d="${ngon(3, rim)}"/><path d="${ngon(3, rim, 0, 0, 90)}" opacity=".45"/>`;
  if (n === 4) return `<path d="${ngon(4, rim)}"/><path d="${ngon(4, rim, 0, 0, -45)}" opacity=".5"/>`;
  if (n === 6)
    return `<path d="${ngon(3, rim)}"/><path d="${ngon(3, rim, 0, 0, 90)}"/><path d="${ngon(6, rim)}" opacity=".45"/>`;
  return `<path d="${starLine(n, n === 5 ? 2 : 3, rim)}"/><path d="${ngon(n, rim)}" opacity=".45"/>`;
};
const PIP = [0, 78, 54, 50, 44, 40, 36, 32, 29];
/** The places of n signs in a ring: distance from the middle in parts of R, and size. */
const spots = (n: number): (readonly [number, number, number])[] => {
  const s = PIP[n] ?? 28;
  if (n === 1) return [[0, 0, s]];
  if (n === 2)
    return [
      [0, -0.56, s],
      [0, 0.56, s],
    ];
  return range(n, (i) => [...pol(n > 5 ? 0.66 : 0.6, -90 + (i * 360) / n), s]);
};
const sigil = (n: number, c: Colour, R: number): string =>
  `<g fill="none" stroke="${PAPER}" stroke-width="1.700" stroke-linejoin="round">` +
  `<circle r="${R}" stroke-width="2.200"/><circle r="${R - 5}" stroke-width=".8"/>` +
  times(
    72,
    (i) =>
      `<path d="M${pts([pol(R - 5, i * 5), pol(R - (i % 6 ? 8 : 12), i * 5)])}" stroke-width="${i % 6 ? 0.7 : 1.4}"/>`,
  ) +
  figure(n, R) +
  "</g>" +
  spots(n)
    .map(
      ([x, y, s]) =>
        `<circle cx="${r2(x * R)}" cy="${r2(y * R)}" r="${r2(s * 0.6)}" fill="${fz(c, "deep")}" opacity=".38"/>` +
        sign(SHAPES[c], { x: x * R, y: y * R, s, c: PAPER, d: fz(c), l: fz(c, "deep") }),
    )
    .join("");

const fzIndex = (n: number, c: Tone, small: boolean): string => {
  const deep = fz(c, "deep");
  const w = small ? 116 : 68,
    h = small ? (n ? 190 : 118) : n ? 108 : 68;
  const tab = `M0 16A16 16 0 0 1 16 0H${w}V${h - 22}L${w - 22} ${h}H0Z`;
  return (
    fill(tab, PAPER) +
    line(`M${w} 0V${h - 22}L${w - 22} ${h}H0`, GOLD, small ? 3 : 1.8) +
    (n ? text(w / 2 + (small ? 1 : 3), small ? 106 : 63, small ? 126 : 72, n, deep, NUM) : "") +
    sign(SHAPES[c], {
      x: w / 2 + (small ? 0 : 2),
      y: n ? (small ? 148 : 86) : h / 2,
      s: small ? (n ? 62 : 84) : n ? 31 : 44,
      c: fz(c),
      d: deep,
      l: PAPER,
    })
  );
};
/* Fine arcs in the two corners that no index covers. */
const filigree = (c = PAPER): string => {
  const q =
    line("M40 0A40 40 0 0 0 0-40M30 0A30 30 0 0 0 0-30M24 0A24 24 0 0 0 0-24", c, 0.9) +
    times(5, (i) => line("M" + pts([pol(24, -i * 22.5), pol(i % 2 ? 34 : 40, -i * 22.5)]), c, 0.9)) +
    `<circle cx="13" cy="-13" r="3" fill="${c}"/>`;
  return `<g opacity=".6"><g transform="translate(43 307)">${q}</g><g transform="translate(207 43) rotate(180)">${q}</g></g>`;
};
const twice = (s: string): string => s + `<g transform="rotate(180 125 175)">${s}</g>`;
const gem = (paint: string, more = ""): string => {
  const o = poly(cut(11, 11, 228, 328, 26));
  return (
    fill(o, paint) +
    steps(11, 11, 228, 328, 26, [
      [0, 13, 0.3],
      [13, 24, 0.16],
    ]) +
    line(poly(cut(35, 35, 180, 280, 16)), "#fff", 0.8, 'opacity=".4"') +
    fill(poly(cut(35, 35, 180, 280, 16)), fzTable) +
    more
  );
};

/* The smallest drawing (lod -1, under 40 px): a slip with number above and sign below. */
const slip = (c: Tone, n: number): Drawing =>
  card(
    fill("M2 196H248V332A16 16 0 0 1 232 348H18A16 16 0 0 1 2 332Z", `url(#fz-${c})`) +
      (n
        ? text(125, 168, 206, n, fz(c, "deep"), NUM)
        : sign(SHAPES[c], { x: 125, y: 100, s: 150, c: fz(c), d: fz(c, "deep"), l: PAPER })) +
      (n
        ? sign(SHAPES[c], { x: 125, y: 272, s: 118, c: PAPER, d: fz(c), l: fz(c, "deep") })
        : COLOURS.map(
            (k, i) => `<rect x="${16 + i * 44}" y="212" width="42" height="120" fill="${fz(k, "hi")}"/>`,
          ).join("")),
  );
export const spell = (colour: Colour, n: number, lod: Lod): Drawing => {
  if (lod === -1) return slip(colour, n);
  const small = lod === 0;
  const shape = SHAPES[colour];
  const heart = small
    ? sign(shape, { x: 172, y: 252, s: 118, c: PAPER, d: fz(colour), l: fz(colour, "deep") })
    : filigree() + `<g transform="translate(125 176)">${sigil(n, colour, 86)}</g>`;
  const idx = fzIndex(n, colour, small);
  return card(gem(`url(#fz-${colour})`) + heart + (small ? idx : twice(idx)));
};

export const illusion = (n: number, lod: Lod): Drawing => {
  if (lod === -1) return slip("illusion", n);
  const small = lod === 0;
  const inner = poly(cut(35, 35, 180, 280, 16));
  /* mother of pearl: a glow of each colour it can be */
  const glow = COLOURS.map((c, i) => {
    const [x, y] = pol(150, -126 + i * 72, 125, 180);
    return `<circle cx="${r2(x)}" cy="${r2(y)}" r="190" fill="url(#fz-glow-${c})"/>`;
  }).join("");
  const body =
    `<g clip-path="url(#fz-cut)"><rect width="250" height="350" fill="#eef0f7"/>${glow}</g>` +
    steps(11, 11, 228, 328, 26, [
      [0, 13, 0.34],
      [13, 24, 0.18],
    ]) +
    fill(inner, fzTable) +
    line(inner, "#fff", 0.8, 'opacity=".6"') +
    (small ? "" : filigree(fz("illusion", "deep")));
  const figureHere = small
    ? sign("mask", { x: 172, y: 252, s: 120, c: PAPER, d: fz("illusion", "deep"), l: PAPER })
    : `<g transform="translate(125 180)"><g fill="none" stroke="${fz("illusion", "deep")}" stroke-width="1.700"><circle r="84" stroke-width="2.200"/><circle r="79" stroke-width=".8"/>${times(72, (i) => `<path d="M${pts([pol(79, i * 5), pol(i % 6 ? 76 : 72, i * 5)])}" stroke-width="${i % 6 ? 0.7 : 1.4}"/>`)}</g>` +
      COLOURS.map((c, i) => {
        const [x, y] = pol(60, -90 + i * 72);
        return (
          `<circle cx="${r2(x)}" cy="${r2(y)}" r="14" fill="${PAPER}"/>` +
          sign(SHAPES[c], { x, y, s: 18, c: fz(c), d: fz(c, "deep"), l: PAPER })
        );
      }).join("") +
      sign("mask", { s: 84, c: PAPER, d: fz("illusion", "deep"), l: PAPER }) +
      "</g>";
  const idx = fzIndex(n, "illusion", small);
  return card(body + figureHere + (small ? idx : twice(idx)));
};

export const prism = (lod: Lod): Drawing => {
  if (lod === -1) return slip("prism", 0);
  const small = lod === 0;
  const [mx, my, k] = small ? [128, 244, 1.02] : [104, 186, 0.98];
  const rays = COLOURS.map((c, i) => {
    const y1 = my - 12 + i * 9,
      a = my - (small ? 110 : 104) + i * (small ? 46 : 44),
      x2 = 239;
    return (
      `<path d="M${mx + 14} ${r2(y1)}L${x2} ${r2(a)}V${r2(a + (small ? 46 : 44))}L${mx + 14} ${r2(y1 + 9)}Z" fill="${fz(c, "hi")}"/>` +
      (small ? "" : sign(SHAPES[c], { x: 219, y: a + 24, s: 21, c: fz(c, "deep"), d: fz(c, "deep"), l: fz(c, "hi") }))
    );
  }).join("");
  const beam = `<path d="M11 ${my + 66}L${mx - 20} ${my + 4}V${my + 13}L11 ${my + 82}Z" fill="#fff"/>`;
  const tri = `<g clip-path="url(#fz-cut)">${rays}${beam}</g><g transform="translate(${mx} ${my}) scale(${k})">${fill("M0-82 78 64H-78Z", "#20203a", 'opacity=".82"')}${fill("M0-82V64H-78Z", "#fff", 'opacity=".12"')}${line("M-30 12C-10 4 8-2 22-8M-30 12C-8 10 10 10 26 8M-30 12C-8 18 10 24 30 30", "#fff", 1.6, 'opacity=".6"')}${line("M0-82 78 64H-78Z", PAPER, small ? 6 : 3.4)}${small ? "" : line("M0-64 62 54H-62Z", PAPER, 0.9, 'opacity=".6"') + line("M0-82V-64M78 64 62 54M-78 64-62 54", PAPER, 0.9, 'opacity=".6"')}</g>`;
  const idx = fzIndex(0, "prism", small);
  return card(gem("url(#fz-prism)") + tri + idx);
};

paints.lin(
  "fz-back",
  [
    [0, "#3a4176"],
    [1, "#191c3a"],
  ],
  0.5,
  1,
);
export const back = (lod: Lod): Drawing => {
  const small = lod < 1;
  const nest = times(small ? 3 : 7, (i) =>
    line(
      poly(
        cut(
          35 + i * (small ? 26 : 12),
          35 + i * (small ? 26 : 12),
          180 - i * (small ? 52 : 24),
          280 - i * (small ? 52 : 24),
          16 + i * (small ? 6 : 3.2),
        ),
      ),
      GOLD,
      small ? 3 : i % 2 ? 0.8 : 1.5,
      'opacity=".8"',
    ),
  );
  const spokes = line(
    "M11 37 125 150M239 37 125 150M11 313 125 200M239 313 125 200",
    GOLD,
    small ? 2.4 : 1,
    'opacity=".45"',
  );
  return card(gem("url(#fz-back)", spokes + nest + at(125, 175, small ? 130 : 92, crystalBody())));
};

export const crystal = (): Drawing => drawing(100, 110, at(50, 55, 100, crystalBody()));
/** The empty setting of the crystal. */
export const crystalSlot = (): Drawing =>
  drawing(
    100,
    110,
    at(
      50,
      55,
      100,
      line("M0-48 28-23 28 17 0 48-28 17-28-23Z", "currentColor", 5, 'stroke-dasharray="7 9" opacity=".7"'),
    ),
  );
/* Apprentices of FLAUTZ!: a coin with a bust, or its focus side. */
const apprentices: Readonly<Record<Colour, Bust>> = {
  blue: { hat: "cone", beard: "goatee", collar: "robe" },
  green: { hat: "antlers", hair: "none", beard: "full", collar: "robe" },
  violet: { hat: "bent", hair: "long", collar: "high", eyes: "open" },
  orange: { hat: "hood", collar: "robe" },
  pink: { hat: "crown", hair: "long", collar: "wings", eyes: "open" },
};
export const apprentice = (c: Colour, focus = false): Drawing => {
  const ring =
    `<circle r="49" fill="${PAPER}"/><circle r="48" fill="none" stroke="${GOLD}" stroke-width="2"/><circle r="45" fill="${fz(c)}"/>` +
    `<circle r="45" fill="${fzTable}"/>`;
  const rays = times(36, (i) =>
    line("M" + pts([pol(i % 2 ? 38 : 34, i * 10), pol(43.5, i * 10)]), PAPER, 0.8, 'opacity=".5"'),
  );
  const side = focus
    ? rays +
      fill("M-34 0C-18-22 18-22 34 0C18 22-18 22-34 0Z", PAPER) +
      `<circle r="14" fill="${fz(c, "deep")}"/><circle r="6" fill="${INK}"/><circle cx="-4" cy="-5" r="3" fill="#fff"/>` +
      line("M-34 0C-18-22 18-22 34 0C18 22-18 22-34 0Z", fz(c, "deep"), 2) +
      line("M0-24V-34M-16-21-21-30M16-21 21-30M0 24V34M-16 21-21 30M16 21 21 30", PAPER, 2.6)
    : rays +
      `<g clip-path="url(#coin)"><g transform="translate(0 9) scale(.74)">${bust(apprentices[c], fz(c, "deep"), "#0d0b16", fz(c, "hi"))}</g></g>`;
  const seal = `<g transform="translate(34 34)"><circle r="14.500" fill="${PAPER}"/><circle r="14.500" fill="none" stroke="${GOLD}" stroke-width="1.600"/>${sign(SHAPES[c], { s: 18, c: fz(c), d: fz(c, "deep"), l: PAPER })}</g>`;
  return drawing(104, 104, `<g transform="translate(52 52)">${ring}${side}${seal}</g>`);
};
