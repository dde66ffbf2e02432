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

/** The lines that are written on the table and that an arrow must not cross, and what can be pressed at the prompt; cards are pictures. */
export const linesBeside = (touch: Element): readonly Box[] => {
  const [range, found] = [document.createRange(), [] as Box[]];
  const root = document.querySelector("main");
  const texts = root && document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts?.nextNode(); node; node = texts?.nextNode()) {
    const parent = node.parentElement;
    if (!node.nodeValue?.trim() || !parent?.checkVisibility() || parent.closest(".card, .spoken")) continue;
    if (touch.contains(parent)) continue;
    range.selectNodeContents(node);
    for (const { x, y, width: w, height: h } of range.getClientRects()) found.push({ x, y, w, h });
  }
  const buttons = seen(".prompt button").filter((one) => !one.contains(touch) && !touch.contains(one));
  return [...found, ...buttons.flatMap((one) => boxAround([one], 0) ?? [])];
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
/** A prompt is read: the least part of it that is covered may be the word that matters. */
const mutes = (box: Box, what: Box): number => (upon(box, what) ? 0.4 + 0.6 * hides(box, what) : 0);
const [HIDDEN, NEAR_HIDDEN] = [6000, 1200];

/**
 * Where the balloon stands: not on what it speaks of nor on what is `read`, not on what should be `free` either if that
 * can be helped, and near the first.
 */
export const settled = (
  own: Size,
  size: Size,
  spots: readonly Box[],
  read: readonly Box[],
  free: readonly Box[],
): { x: number; y: number } => {
  const [first] = spots;
  const right = size.w - own.w - EDGE;
  if (!first) return { x: Math.max(EDGE, right / 2), y: Math.max(EDGE, (size.h - own.h) * 0.3) };
  const [mx, my] = middleOf(first);
  const cost = (box: Box): number => {
    const [x, y] = middleOf(box);
    const sum = (all: readonly Box[], by: typeof hides): number => all.reduce((all, one) => all + by(box, one), 0);
    const hidden = (sum(spots, hides) + sum(read, mutes)) * HIDDEN + sum(free, hides) * NEAR_HIDDEN;
    return hidden + Math.abs(apart(box, first) - GAP) * 4 + Math.abs(x - mx) * 0.5 + Math.abs(y - my) * 0.5;
  };
  const places = steps(EDGE, size.h - own.h - EDGE, 14).flatMap((y) =>
    steps(EDGE, Math.max(EDGE, right), 24).map((x) => ({ x, y, ...own })),
  );
  const priced = places.map((box) => ({ box, price: cost(box) }));
  const { x, y } = priced.reduce((best, one) => (one.price < best.price ? one : best)).box;
  return { x, y };
};

type Point = readonly [number, number];
/** A bent line: where it begins, what it bends towards, where it ends. */
interface Bow {
  readonly from: Point;
  readonly mid: Point;
  readonly to: Point;
}
/** Pixels beside the middle of a line that it covers too. */
const STROKE = 6;
/** Where a line may leave the balloon, in pixels beside the place from which it looks best. */
const LEAVING = [0, -40, 40, -80, 80, -120, 120];
/** How long a line may be that does not come from the balloon, how far it leans, and how far from the middle of a side it ends. */
const ALONE = [0, 0.3, -0.3].flatMap((off) =>
  [64, 44].flatMap((long) => [0.5, -0.5, 0].map((lean) => ({ long, lean, off }))),
);

/**
 * An arrow from the balloon to what is to be touched; none where they are too near. It crosses nothing that is written:
 * where no way from the balloon is free, a short one stands by itself, and none where there is no room for that either.
 */
export const arrowTo = (own: Box, to: Box, size: Size, written: readonly Box[]): string => {
  if (apart(own, to) < 18) return "";
  const bows = [...LEAVING.map((aside) => bowFrom(own, to, aside)), ...bowsAlone(own, to)];
  const inside = ({ from: [x, y] }: Bow): boolean => x > EDGE && y > EDGE && x < size.w - EDGE && y < size.h - EDGE;
  const found = bows.find((bow) => inside(bow) && !crosses(bow, [...written, own]));
  return found ? drawn(found) : "";
};

/** Lines that leave the balloon. */
const bowFrom = (own: Box, to: Box, aside: number): Bow => {
  const [mx, my] = middleOf(to);
  const beside = own.x > to.x + to.w || own.x + own.w < to.x;
  const clamp = (value: number, from: number, length: number): number =>
    Math.max(from + 24, Math.min(value, from + length - 24));
  if (beside) {
    const left = own.x + own.w < to.x;
    const from: Point = [left ? own.x + own.w + 8 : own.x - 8, clamp(my + aside, own.y, own.h)];
    const tip: Point = [left ? to.x - 5 : to.x + to.w + 5, my];
    return { from, mid: [(from[0] + tip[0]) / 2, Math.max(from[1], tip[1]) + 26], to: tip };
  }
  const up = own.y + own.h < to.y;
  const x = clamp(mx + (mx < own.x + own.w / 2 ? 40 : -40) + aside, own.x, own.w);
  const [y, tip] = [up ? own.y + own.h + 8 : own.y - 8, up ? to.y - 5 : to.y + to.h + 5];
  return { from: [x, y], mid: [x, tip + (y - tip) * 0.25], to: [mx, tip] };
};
/** Short straight lines that end at a side of a thing, first at the one that looks towards the balloon. */
const bowsAlone = (own: Box, to: Box): readonly Bow[] => {
  const [[x, y], [ox, oy]] = [middleOf(to), middleOf(own)];
  const sides: readonly Point[] = [0, 1, 2, 3].map((turn) => [[1, 0, -1, 0][turn] ?? 0, [0, 1, 0, -1][turn] ?? 0]);
  const facing = ([dx, dy]: Point): number => dx * (ox - x) + dy * (oy - y);
  return sides
    .toSorted((a, b) => facing(b) - facing(a))
    .flatMap(([dx, dy]) => {
      return ALONE.map(({ long, lean, off }) => {
        const tip: Point = [x + dx * (to.w / 2 + 5) - dy * off * to.w, y + dy * (to.h / 2 + 5) + dx * off * to.h];
        const [cos, sin] = [Math.cos(lean) * long, Math.sin(lean) * long];
        const from: Point = [tip[0] + dx * cos - dy * sin, tip[1] + dy * cos + dx * sin];
        return { from, mid: [(from[0] + tip[0]) / 2, (from[1] + tip[1]) / 2], to: tip };
      });
    });
};

const between = (a: Point, b: Point, part: number): Point => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
/** Where the two strokes of the head begin that end at the tip. */
const barbs = ({ mid, to }: Bow): readonly Point[] => {
  const angle = Math.atan2(to[1] - mid[1], to[0] - mid[0]);
  return [0.55, -0.55].map((turn) => [to[0] - 17 * Math.cos(angle + turn), to[1] - 17 * Math.sin(angle + turn)]);
};
const crosses = (bow: Bow, boxes: readonly Box[]): boolean => {
  const { from, mid, to } = bow;
  const line = steps(0, 1, 1 / 64).map((part) => between(between(from, mid, part), between(mid, to, part), part));
  const head = barbs(bow).flatMap((barb) => steps(0, 1, 1 / 8).map((part) => between(barb, to, part)));
  return [...line, ...head].some(([x, y]) =>
    boxes.some(
      (one) => x > one.x - STROKE && x < one.x + one.w + STROKE && y > one.y - STROKE && y < one.y + one.h + STROKE,
    ),
  );
};

const drawn = (bow: Bow): string => {
  const at = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const [left, right] = barbs(bow).map(at);
  return `M${at(bow.from)}Q${at(bow.mid)} ${at(bow.to)}M${left ?? ""}L${at(bow.to)}L${right ?? ""}`;
};
