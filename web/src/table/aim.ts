/**
 * A tap is meant for what was seen. A look may come while a finger is on its way: what was lit is gone, and something that
 * is not lit lies there, or the same thing does something else now. Nobody sees and answers in less than a moment, so such a tap is let
 * go; the second of a double one for longer, since it was meant for the first one's thing.
 */

/** Milliseconds. */
const MOMENT = 250;
const TWICE = 450;
const DECIDES = ".acts > .button.main";
const THING = `[data-ref], ${DECIDES}`;
/** Things that can be tapped, each without those that lie upon it. */
const thingsIn = (root: Element): ReadonlySet<Element> =>
  new Set(
    [...root.querySelectorAll(".lit, .picked, .could, .acts > .button.main")].flatMap(
      (one) => one.closest(THING) ?? [],
    ),
  );

interface Seen {
  readonly node: Element;
  readonly name: string;
  readonly at: DOMRect;
}
const nameOf = (node: Element): string => node.getAttribute("data-ref") ?? node.textContent;

export class Aim {
  private seen: readonly Seen[] = [];
  /** When the latest look was there to be seen. */
  private since = -Infinity;

  constructor(private readonly root: HTMLElement) {}

  /** A look is about to be shown: remember what can be tapped, and where. */
  before(): void {
    this.seen = [...thingsIn(this.root)].map((node) => ({
      node,
      name: nameOf(node),
      at: node.getBoundingClientRect(),
    }));
    this.since = Infinity;
    requestAnimationFrame(() => (this.since = performance.now()));
  }

  /** Whether a click was meant for something that could be tapped a moment ago, and is not there any more. */
  strays(event: MouseEvent): boolean {
    const astray = this.missed(event);
    /* What a click does is seen at once: the next one is meant for that. */
    if (!astray) this.seen = [];
    return astray;
  }

  private missed({ target, detail, clientX: x, clientY: y, timeStamp }: MouseEvent): boolean {
    if (!(target instanceof Element) || timeStamp > this.since + (detail > 1 ? TWICE : MOMENT)) return false;
    /* A key knows no place, but what has the focus. */
    const meant = this.seen.filter(({ node, at }) =>
      detail ? x >= at.left && x <= at.right && y >= at.top && y <= at.bottom : node.contains(target),
    );
    if (!meant.length) return false;
    const now = target.closest(THING);
    if (!now || !thingsIn(this.root).has(now)) return true;
    /* What only picks does no harm; what decides must have been there. */
    return now.matches(DECIDES) && !meant.some(({ name }) => nameOf(now) === name);
  }
}
