/** Where a lesson points: places by their address, things by what a decision refers to. */
import type { Decision, Ref } from "../generated/wire";
import { keyOf, wayKey } from "../table/pointing";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const seen = (selector: string): readonly HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0,
  );
const by = (name: string, value: string, how = "="): readonly HTMLElement[] =>
  seen(`[data-${name}${how}"${CSS.escape(value)}"]`);

/** What lies at an address, and what tells of it; a field without its places means all of them. */
export const placesAt = (at: string): readonly HTMLElement[] => {
  const here = [...by("at", at).slice(0, 1), ...by("tells", at).slice(0, 1)];
  return here.length ? here : by("at", `${at}[`, "^=");
};

/** A box around things, and a little more; undefined where there are none. */
export const boxAround = (nodes: readonly Element[], more: number): Box | undefined => {
  const all = nodes.map((node) => node.getBoundingClientRect());
  if (!all.length) return undefined;
  const [x, y] = [Math.min(...all.map((one) => one.left)) - more, Math.min(...all.map((one) => one.top)) - more];
  const right = Math.max(...all.map((one) => one.right)) + more;
  return { x, y, w: right - x, h: Math.max(...all.map((one) => one.bottom)) + more - y };
};

/**
 * What is to be touched next for a decision of which these things are left to pick: what does it at one touch; what
 * leads to a thing that is not there yet; a thing itself; or, with nothing left, the button that finishes.
 */
export const targetOf = (decision: Decision, left: readonly Ref[]): HTMLElement | undefined => {
  const [whole] = by("way", wayKey(decision));
  if (whole) return whole;
  if (!left.length) return seen(".prompt .acts > .button.main")[0];
  const cardsFirst = left.toSorted((a, b) => Number(b.sort === "card") - Number(a.sort === "card"));
  const found = cardsFirst.map((ref) => by("ref", keyOf(ref))[0]);
  const missing = cardsFirst.filter((_, i) => !found[i]);
  const [toward] = missing.flatMap((ref) => by("toward", ref.sort));
  return toward ?? found.find((one) => one !== undefined);
};
/** Everything on the page that a decision refers to. */
export const partsOf = (decision: Decision): readonly HTMLElement[] =>
  decision.refs.flatMap((ref) => by("ref", keyOf(ref)).slice(0, 1));

// ---------------------------------------------------------------- the balloon

interface Size {
  readonly w: number;
  readonly h: number;
}
/** Pixels between the balloon and what it speaks of, so that an arrow has room. */
const GAP = 40;
const EDGE = 8;
const upon = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));
const apart = (a: Box, b: Box): number =>
  Math.hypot(Math.max(0, b.x - a.x - a.w, a.x - b.x - b.w), Math.max(0, b.y - a.y - a.h, a.y - b.y - b.h));
const steps = (from: number, to: number, by: number): readonly number[] =>
  Array.from({ length: Math.max(1, Math.floor((to - from) / by) + 1) }, (_, i) => from + i * by);
const middleOf = ({ x, y, w, h }: Box): readonly [number, number] => [x + w / 2, y + h / 2];

/** What it costs to lie upon something, by how much of it is covered. */
const hides = (box: Box, what: Box): number => upon(box, what) / (what.w * what.h);
const [HIDDEN, NEAR_HIDDEN] = [6000, 1200];

/** Where the balloon stands: not on what it speaks of, not on all this either if that can be helped, and near the first. */
export const settled = (
  own: Size,
  size: Size,
  spots: readonly Box[],
  free: readonly Box[],
): { x: number; y: number } => {
  const [first] = spots;
  const right = size.w - own.w - EDGE;
  if (!first) return { x: Math.max(EDGE, right / 2), y: Math.max(EDGE, (size.h - own.h) * 0.3) };
  const [mx, my] = middleOf(first);
  const cost = (box: Box): number => {
    const [x, y] = middleOf(box);
    const covers = (all: readonly Box[]): number => all.reduce((sum, one) => sum + hides(box, one), 0);
    const hidden = covers(spots) * HIDDEN + covers(free) * NEAR_HIDDEN;
    return hidden + Math.abs(apart(box, first) - GAP) * 4 + Math.abs(x - mx) * 0.5 + Math.abs(y - my) * 0.5;
  };
  const places = steps(EDGE, size.h - own.h - EDGE, 14).flatMap((y) =>
    steps(EDGE, Math.max(EDGE, right), 24).map((x) => ({ x, y, ...own })),
  );
  const priced = places.map((box) => ({ box, price: cost(box) }));
  const { x, y } = priced.reduce((best, one) => (one.price < best.price ? one : best)).box;
  return { x, y };
};

/** An arrow from the balloon to what is to be touched; none where they are too near. */
export const arrowTo = (own: Box, to: Box): string => {
  if (apart(own, to) < 18) return "";
  const [mx, my] = middleOf(to);
  const beside = own.x > to.x + to.w || own.x + own.w < to.x;
  const clamp = (value: number, from: number, length: number): number =>
    Math.max(from + 24, Math.min(value, from + length - 24));
  if (beside) {
    const left = own.x + own.w < to.x;
    const y = clamp(my, own.y, own.h);
    return drawn([left ? own.x + own.w + 4 : own.x - 4, y], [left ? to.x - 5 : to.x + to.w + 5, my], 26);
  }
  const up = own.y + own.h < to.y;
  const x = clamp(mx + (mx < own.x + own.w / 2 ? 40 : -40), own.x, own.w);
  return drawn([x, up ? own.y + own.h + 4 : own.y - 4], [mx, up ? to.y - 5 : to.y + to.h + 5], 0);
};

const drawn = (from: readonly [number, number], to: readonly [number, number], sag: number): string => {
  const mid: readonly [number, number] = sag
    ? [(from[0] + to[0]) / 2, Math.max(from[1], to[1]) + sag]
    : [from[0], to[1] + (from[1] - to[1]) * 0.25];
  const angle = Math.atan2(to[1] - mid[1], to[0] - mid[0]);
  const tip = (turn: number): string =>
    `${(to[0] - 17 * Math.cos(angle + turn)).toFixed(1)} ${(to[1] - 17 * Math.sin(angle + turn)).toFixed(1)}`;
  return `M${from.join(" ")}Q${mid.join(" ")} ${to.join(" ")}M${tip(0.55)}L${to.join(" ")}L${tip(-0.55)}`;
};
