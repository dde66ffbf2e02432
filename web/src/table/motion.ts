/**
 * Cards move because events say so. Before a look is shown the places of all things are remembered by their address; after
 * it each card that an event moved travels from where it was to where it is. A new look ends what is still moving.
 */
import { mount, tick, unmount } from "svelte";
import type { EventTold } from "../generated/wire";
import type { GameId } from "../games/types";
import Card from "../lib/Card.svelte";
import { isStill, settings } from "../lib/settings.svelte";
import { slide } from "../lib/sound";

type Places = ReadonlyMap<string, DOMRect>;

const TRAVEL = 320;
const STEP = 70;
/** How far and how fast a card rises that was decided upon. */
const LIFTED = { translate: "0 -9px", scale: "1.04" };
const LIFT = 90;
/** A queue that would take longer plays at double speed. */
const LONG = 1500;
const EASE = "cubic-bezier(0.45, 0.05, 0.15, 1)";

const fieldOf = (at: string): string => at.split("[")[0] ?? at;

export class Stage {
  private running: Animation[] = [];
  private ghosts: (() => void)[] = [];
  private lifted: Animation[] = [];

  constructor(
    private readonly root: HTMLElement,
    private readonly game: GameId,
  ) {}

  private find(at: string, card?: string | null): HTMLElement | undefined {
    const here = [...this.root.querySelectorAll<HTMLElement>(`[data-at="${CSS.escape(at)}"]`)];
    return here.find((one) => card && one.dataset["card"] === card) ?? here[0];
  }

  /** Cards that were decided upon rise at once; the answer sends them on their way, or lays them down again. */
  lift(keys: readonly string[]): void {
    this.lower();
    if (isStill()) return;
    for (const key of keys) {
      const equal = [...this.root.querySelectorAll<HTMLElement>(`.spot[data-ref="${CSS.escape(key)}"]`)];
      const meant = equal.find((one) => one.matches(":focus-within, :has(.picked)")) ?? equal[0];
      if (meant) this.lifted.push(meant.animate(LIFTED, { duration: LIFT, easing: "ease-out", fill: "forwards" }));
    }
  }

  lower(): void {
    for (const animation of this.lifted.splice(0)) animation.cancel();
  }

  /** Where everything lies now. A card that has the focus only because it was tapped gives it back: to take it away with the card would lay out the page twice. */
  before(): Places {
    const tapped = this.root.querySelector<HTMLElement>(".spot button:focus:not(:focus-visible)");
    tapped?.blur();
    const places = new Map<string, DOMRect>();
    for (const one of this.root.querySelectorAll<HTMLElement>("[data-at]")) {
      const at = one.dataset["at"] ?? "";
      const rect = one.getBoundingClientRect();
      if (one.dataset["card"]) places.set(`${at} ${one.dataset["card"]}`, rect);
      if (!places.has(at)) places.set(at, rect);
      const field = fieldOf(at);
      if (!places.has(field)) places.set(field, rect);
    }
    return places;
  }

  /** Let what events moved travel, until it has arrived; with motion switched off what changed is outlined for a moment. */
  async after(before: Places | undefined, events: readonly EventTold[], whole: boolean): Promise<void> {
    await tick();
    this.finish();
    const moved = events.filter((event) => event.to && event.start);
    if (!before || whole || !moved.length) return;
    if (isStill()) {
      for (const event of moved) this.outline(event);
      return;
    }
    const length = TRAVEL + STEP * moved.length;
    const speed = settings.speed * (length > LONG ? 2 : 1);
    for (const [i, event] of moved.entries()) this.travel(event, before, (i * STEP) / speed, TRAVEL / speed);
    slide();
    await Promise.allSettled(this.running.map(({ finished }) => finished));
  }

  /** Everything is where it belongs at once. */
  finish(): void {
    this.lower();
    for (const animation of this.running) animation.finish();
    for (const end of this.ghosts) end();
    this.running = [];
    this.ghosts = [];
  }

  private outline(event: EventTold): void {
    const there = this.find(event.to ?? "", event.card) ?? this.find(fieldOf(event.to ?? ""));
    there?.animate([{ outline: "3px solid var(--accent)" }, { outline: "3px solid transparent" }], 600);
  }

  private travel(event: EventTold, before: Places, delay: number, duration: number): void {
    const [start, to] = [event.start ?? "", event.to ?? ""];
    const from = before.get(`${start} ${event.card ?? ""}`) ?? before.get(start) ?? before.get(fieldOf(start));
    const there = this.find(to, event.card) ?? this.find(fieldOf(to));
    if (!from || !there) return;
    const one = there.dataset["card"] !== undefined && there.dataset["many"] === undefined;
    const lies = one && there.dataset["card"] === event.card;
    if (lies) this.fly(there, from, there.getBoundingClientRect(), delay, duration);
    else this.send(event, from, there.getBoundingClientRect(), delay, duration);
  }

  private fly(one: HTMLElement, from: DOMRect, to: DOMRect, delay: number, duration: number): void {
    const move = `translate(${middle(from).x - middle(to).x}px, ${middle(from).y - middle(to).y}px) scale(${scaleOf(from, to)})`;
    one.style.zIndex = "6";
    const animation = one.animate([{ transform: move }, { transform: "none" }], {
      duration,
      delay,
      easing: EASE,
      fill: "backwards",
    });
    animation.onfinish = () => (one.style.zIndex = "");
    this.running.push(animation);
  }

  /** A card that goes where it is not shown by itself: a copy of it travels and is gone. */
  private send(event: EventTold, from: DOMRect, to: DOMRect, delay: number, duration: number): void {
    const holder = document.createElement("div");
    holder.className = "ghost";
    holder.style.left = `${from.left}px`;
    holder.style.top = `${from.top}px`;
    document.body.append(holder);
    const size = Math.max(30, Math.min(from.width, 110));
    const kind = event.card ?? event.back ?? "back";
    const card = mount(Card, {
      target: holder,
      props: { game: this.game, kind, size, state: event.card ? "rest" : "back" },
    });
    const end = (): void => {
      void unmount(card);
      holder.remove();
    };
    const dx = middle(to).x - from.left - size / 2;
    const dy = middle(to).y - from.top - size * 0.7;
    const animation = holder.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${dx}px, ${dy}px) scale(0.45)`, opacity: 0.4 },
      ],
      { duration, delay, easing: EASE, fill: "both" },
    );
    animation.onfinish = end;
    this.running.push(animation);
    this.ghosts.push(end);
  }
}

const middle = (rect: DOMRect): { x: number; y: number } => ({
  x: rect.left + rect.width / 2,
  y: rect.top + rect.height / 2,
});
const scaleOf = (from: DOMRect, to: DOMRect): number => Math.max(0.3, Math.min(1.6, from.height / (to.height || 1)));
