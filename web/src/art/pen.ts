/**
 * The pen: small functions that return SVG text. Cards are drawn on 250 x 350, signs on a square from -50 to 50.
 * Colours are tokens (`var(--...)`) in presentation attributes, never in `style`, so that any policy for content allows them.
 */
export type Point = readonly [number, number];

/** A drawing: the box it is drawn in, and the SVG text inside. */
export interface Drawing {
  readonly w: number;
  readonly h: number;
  readonly body: string;
}

/** A sign in its main colour, its dark and its light one. */
export type Sign = (c: string, d: string, l: string) => string;

/** Where a sign stands, how large, in which colours. */
export interface Put {
  x?: number;
  y?: number;
  s?: number;
  c?: string;
  d?: string;
  l?: string;
  rot?: number;
}

export const r2 = (n: number): number => +n.toFixed(2);

/** A point at this distance and angle from the middle. */
export const pol = (r: number, deg: number, cx = 0, cy = 0): Point => [
  cx + r * Math.cos((deg * Math.PI) / 180),
  cy + r * Math.sin((deg * Math.PI) / 180),
];
export const pts = (list: readonly Point[]): string => list.map(([x, y]) => `${r2(x)} ${r2(y)}`).join("L");
export const poly = (list: readonly Point[]): string => `M${pts(list)}Z`;
export const range = <T>(n: number, one: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => one(i));
export const times = (n: number, one: (i: number) => string): string => range(n, one).join("");
export const starPath = (n: number, R: number, r: number, cx = 0, cy = 0, rot = -90): string =>
  poly(range(2 * n, (i) => pol(i % 2 ? r : R, rot + (i * 180) / n, cx, cy)));
export const ngon = (n: number, R: number, cx = 0, cy = 0, rot = -90): string =>
  poly(range(n, (i) => pol(R, rot + (i * 360) / n, cx, cy)));

/** A star drawn in one stroke: each of n points joined with the k-th after it. */
export const starLine = (n: number, k: number, R: number): string =>
  poly(range(n, (i) => pol(R, -90 + (i * k * 360) / n)));

export const at = (x: number, y: number, s: number, body: string, rot = 0): string =>
  `<g transform="translate(${r2(x)} ${r2(y)})${rot ? ` rotate(${r2(rot)})` : ""} scale(${r2(s / 100)})">${body}</g>`;

/** A straight line has no box for a gradient to fill, so foil falls back to its flat colour there. */
const flat = (d: string, c: string): string =>
  c.startsWith("url(#foil-") && /^(M[-\d. ]+[HV][-\d.]+)+$/.test(d) ? `var(--${c.slice(10, -1)})` : c;
/**
 * What is see-through in its only paint looks the same as what is see-through as a whole, and the browser need not paint
 * it apart: a table has a thousand such strokes.
 */
const thin = (more: string, paint: "fill" | "stroke"): string => more.replace(/^opacity=/, `${paint}-opacity=`);
export const line = (d: string, c: string, w = 1, more = ""): string =>
  `<path d="${d}" fill="none" stroke="${flat(d, c)}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round" ${thin(more, "stroke")}/>`;
export const fill = (d: string, c: string, more = ""): string =>
  `<path d="${d}" fill="${c}" ${more.includes("stroke") ? more : thin(more, "fill")}/>`;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escape = (s: string): string => s.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
export const text = (x: number, y: number, size: number, s: string | number, c: string, more = ""): string =>
  `<text x="${r2(x)}" y="${r2(y)}" font-size="${r2(size)}" fill="${c}" text-anchor="middle" ${more}>${escape(String(s))}</text>`;
export const NUM = 'class="num"';
export const ITALIC = 'class="it"';

/** Letters of Alegreya italic are about 0.44 of their size wide: the largest size up to `size` that fits into `room`. */
export const fitted = (s: string, size: number, room: number): number => Math.min(size, room / (0.46 * s.length));

export const V = (name: string): string => `var(--${name})`;
export const PAPER = V("paper");
export const PAPER2 = V("paper-2");
export const INK = V("ink");
export const INK2 = V("ink-2");

export const put = (sign: Sign, o: Put = {}): string =>
  at(o.x ?? 0, o.y ?? 0, o.s ?? 100, sign(o.c ?? "currentColor", o.d ?? "rgba(0,0,0,.45)", o.l ?? PAPER), o.rot ?? 0);

/** A title in lines of at most so many letters. */
export const inLines = (title: string, most: number): string[] =>
  title.split(" ").reduce<string[]>((out, word) => {
    const last = out.at(-1);
    return last !== undefined && `${last} ${word}`.length <= most
      ? [...out.slice(0, -1), `${last} ${word}`]
      : [...out, word];
  }, []);

export const drawing = (w: number, h: number, body: string): Drawing => ({ w, h, body });

/** Vellum with what is printed on it: a card. */
export const card = (body: string): Drawing =>
  drawing(
    250,
    350,
    `<rect x="1" y="1" width="248" height="348" rx="16" fill="url(#sheet)"/>${body}<rect x="1" y="1" width="248" height="348" rx="16" fill="none" stroke="${V("paper-edge")}" stroke-width="2"/>`,
  );

/** The band at the foot of a slip. */
export const slipBand = (top: number): string => `M2 ${top}H248V332A16 16 0 0 1 232 348H18A16 16 0 0 1 2 332Z`;
