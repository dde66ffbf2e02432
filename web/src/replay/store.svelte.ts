/** A game that is over, or an example of a rule, at one of its moments and with somebody's eyes. */
import { SvelteMap } from "svelte/reactivity";
import type { Chair, Judged, Line, Look, Ref, Replay, Review, Step } from "../generated/wire";
import { games } from "../net/api";
import { keyOf } from "../table/pointing";
import { TableStore } from "../table/store.svelte";
import { LETTERS } from "../table/say";
import { type Moment as Biggest, momentsIn } from "./points";

/** Where the steps come from. */
export interface Source {
  readonly id: string;
  readonly steps: (viewer: string, since: number) => Promise<Replay>;
  /** What a seat's choices cost; examples have no such thing. */
  readonly review?: (seat: string, far: (how: string) => void) => Promise<Review>;
}

export const NOBODY = "spectator";

/** What a viewer saw at a moment, folded from all looks up to it. */
export interface Moment {
  readonly view: Readonly<Record<string, unknown>>;
  readonly chairs: readonly Chair[];
  readonly look: Look | undefined;
  /** How many lines the story has by then. */
  readonly told: number;
  /** The lines that this step added, and its events. */
  readonly lines: readonly Line[];
  readonly events: NonNullable<Look["events"]>;
}
interface Seen {
  readonly moments: readonly Moment[];
  readonly story: readonly Line[];
}
/** Entries that are moments of the game; who sits down and what is added to the shuffle belongs to the next one. */
const MOMENTS = new Set(["dealt", "laid", "do", "undo", "lapse", "refused"]);

const isOfSomebody = ({ slots = {} }: Line): boolean =>
  Object.values(slots).some((slot) => typeof slot === "object" && "sort" in slot && slot.sort === "seat");

/** Fold what a viewer was told into what he saw at each moment. */
export const momentsOf = (steps: readonly Step[]): Seen => {
  const moments: Moment[] = [];
  const story: Line[] = [];
  let view: Record<string, unknown> = {};
  let chairs: readonly Chair[] = [];
  let look: Look | undefined;
  let lines: Line[] = [];
  let events: NonNullable<Look["events"]>[number][] = [];
  for (const step of steps) {
    if (step.look) {
      const whole = typeof step.look.since !== "number";
      look = step.look;
      view = whole ? { ...look.view } : { ...view, ...look.view };
      chairs = look.chairs ?? chairs;
      /* A later answer begins with a whole look, which tells the story from its beginning. */
      const news = whole ? (look.story ?? []).slice(story.length) : (look.story ?? []);
      lines.push(...news);
      story.push(...news);
      events.push(...(whole ? [] : (look.events ?? [])));
    }
    if (!MOMENTS.has(step.kind)) continue;
    moments.push({ view, chairs, look, told: story.length, lines, events });
    lines = [];
    events = [];
  }
  return { moments, story };
};

export class ReplayStore extends TableStore {
  at = $state(0);
  eyes = $state(NOBODY);
  /** Everybody's cards lie open beside the table. */
  all = $state(false);
  steps: readonly Step[] = $state.raw([]);
  options: Readonly<Record<string, string>> = $state.raw({});
  private readonly seen = new SvelteMap<string, Seen>();
  private readonly coming = new SvelteMap<string, Promise<void>>();

  constructor(private readonly source: Source) {
    super(source.id, false);
  }

  override get mine(): boolean {
    return false;
  }
  get last(): number {
    return Math.max(0, this.steps.length - 1);
  }
  /** The step that led to this moment. */
  get step(): Step | undefined {
    return this.steps[this.at];
  }
  get moment(): Moment | undefined {
    return this.momentOf(this.eyes);
  }
  /** What lies on the table: a choice that is judged is shown before it was made. */
  shownTo(viewer: string): Moment | undefined {
    return this.seen.get(viewer)?.moments[this.judged.length ? this.at - 1 : this.at];
  }
  private momentOf(viewer: string): Moment | undefined {
    return this.seen.get(viewer)?.moments[this.at];
  }
  get letters(): readonly string[] {
    return [...LETTERS.slice(0, this.chairs.length)];
  }
  /** Who won in the end, whatever the moment. */
  get winners(): readonly string[] {
    return this.seen.get(this.eyes)?.moments.at(-1)?.look?.outcome?.winners ?? [];
  }
  /** The commitment as it was told before the deal. */
  firstShuffle: Look["shuffle"] = $state.raw();
  /** The moments at which something loud was told, with the line. */
  get loud(): readonly { readonly at: number; readonly line: Line }[] {
    return (this.seen.get(this.eyes)?.moments ?? []).flatMap(({ lines }, at) => {
      const line = lines.find((each) => each.tone === "loud");
      return line ? [{ at, line }] : [];
    });
  }

  /** What the choices of seats cost, once somebody asked; how far the one is that is being made. */
  private readonly reviews = new SvelteMap<string, Review>();
  judging = $state("");
  get review(): Review | undefined {
    return this.reviews.get(this.eyes);
  }
  get canJudge(): boolean {
    return this.source.review !== undefined && this.eyes !== NOBODY && this.stageAtEnd === "over";
  }
  private get stageAtEnd(): string {
    return this.seen.get(this.eyes)?.moments.at(-1)?.look?.stage ?? "";
  }
  /** The choices of this moment. */
  get judged(): readonly Judged[] {
    return this.review?.decisions.filter(({ entry }) => entry === this.step?.entry) ?? [];
  }
  /** The one of them that cost most, whose signs stand on the table. */
  get weighed(): Judged | undefined {
    return this.judged.toSorted((one, other) => other.cost - one.cost)[0];
  }
  /** What a sign points at is found by that name. */
  override refOf(refs: readonly Ref[]): Ref | undefined {
    const signs = [...(this.weighed?.points_at ?? []), ...(this.weighed?.best_at ?? [])].map(keyOf);
    return refs.find((ref) => signs.includes(keyOf(ref))) ?? super.refOf(refs);
  }
  /** The three biggest moments. */
  get moments(): readonly Biggest[] {
    return this.review ? momentsIn(this.review) : [];
  }
  /** Where a choice cost something, in order. */
  get mistakes(): readonly number[] {
    return (this.review?.decisions ?? []).filter(({ cost }) => cost).map((each) => this.atOf(each));
  }
  /** The mistake after this moment; after the last one the first. */
  get nextMistake(): number {
    return this.mistakes.find((at) => at > this.at) ?? this.mistakes[0] ?? this.at;
  }
  /** The entry after which somebody who plays on from here begins: a choice that is judged is made anew. */
  get from(): number | undefined {
    return this.steps[this.judged.length ? this.at - 1 : this.at]?.entry;
  }
  atOf({ entry }: Judged): number {
    return Math.max(
      0,
      this.steps.findIndex((step) => step.entry === entry),
    );
  }
  /** What was told from a choice to the next one of its seat: the first loud line, or else the last about somebody. */
  cameOf(judged: Judged): Line | undefined {
    const at = this.atOf(judged);
    const next = (this.review?.decisions ?? []).map((each) => this.atOf(each)).find((each) => each > at);
    const lines = (this.seen.get(this.eyes)?.moments ?? []).slice(at, next).flatMap((moment) => moment.lines);
    return lines.find(({ tone }) => tone === "loud") ?? lines.findLast(isOfSomebody);
  }
  async judge(): Promise<void> {
    const { eyes } = this;
    if (!this.source.review || !this.canJudge || this.judging || this.reviews.has(eyes)) return;
    this.judging = "…";
    try {
      this.reviews.set(eyes, await this.source.review(eyes, (far) => (this.judging = far)));
      this.put();
    } finally {
      this.judging = "";
    }
  }

  private async load(viewer: string): Promise<void> {
    if (this.seen.has(viewer)) return;
    const found = this.coming.get(viewer) ?? this.fetched(viewer);
    this.coming.set(viewer, found);
    await found;
  }

  private async fetched(viewer: string): Promise<void> {
    const steps: Step[] = [];
    let answer = await this.source.steps(viewer, 0);
    steps.push(...answer.steps);
    while ((steps.at(-1)?.entry ?? answer.entries) < answer.entries) {
      answer = await this.source.steps(viewer, steps.at(-1)?.entry ?? 0);
      steps.push(...answer.steps);
    }
    this.seen.set(viewer, momentsOf(steps));
    if (!this.steps.length) await this.furnish(answer, steps);
  }

  private async furnish(answer: Replay, steps: readonly Step[]): Promise<void> {
    this.options = answer.options;
    this.firstShuffle = steps.find((step) => step.look?.shuffle)?.look?.shuffle;
    this.steps = steps.filter((step) => MOMENTS.has(step.kind));
    this.told = (await games()).find((game) => game.name === answer.game);
    this.sitAs(NOBODY, answer.game);
    await this.translate();
  }

  private sitAs(viewer: string, game = this.opened?.game ?? ""): void {
    this.opened = {
      kind: "opened",
      table: this.id,
      game,
      options: this.options,
      seat: viewer === NOBODY ? null : viewer,
      host: false,
    };
  }

  /** Look at a moment, with these eyes; one step on is shown as a move. */
  async show(at: number, eyes = this.eyes): Promise<void> {
    await this.load(eyes);
    const now = Math.max(0, Math.min(at, this.last));
    const next = eyes === this.eyes && now === this.at + 1;
    const before = next ? this.moving?.before() : undefined;
    this.moving?.finish();
    this.eyes = eyes;
    this.at = now;
    this.put();
    if (this.all) await this.loadAll();
    if (next) await this.moving?.after(before, this.moment?.events ?? [], false);
  }

  private put(): void {
    const { moment, step } = this;
    const shown = this.shownTo(this.eyes);
    if (!moment || !shown) return;
    this.sitAs(this.eyes);
    this.chairs = shown.chairs;
    this.view = shown.view;
    this.stage = shown.look?.stage ?? "playing";
    this.toAct = shown.look?.to_act ?? [];
    this.insight = shown.look?.insight ?? undefined;
    this.outcome = shown.look?.outcome ?? undefined;
    this.events = step?.kind === "refused" ? [] : moment.events;
    this.story = (this.seen.get(this.eyes)?.story ?? []).slice(0, moment.told).map((line, id) => ({ line, id }));
    this.looks += 1;
  }

  async openAll(on: boolean): Promise<void> {
    if (on) await this.loadAll();
    this.all = on;
  }
  private async loadAll(): Promise<void> {
    await Promise.all([NOBODY, ...this.letters].map((viewer) => this.load(viewer)));
  }

  /** The moment at which the next other seat acts, or the one before acted. */
  turn(by: 1 | -1): number {
    let at = this.at + by;
    while (at > 0 && at < this.last && this.steps[at]?.seat === this.steps[at - by]?.seat) at += by;
    return at;
  }
}
