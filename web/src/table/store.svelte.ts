/** A table as this browser sees it: looks folded into one, what was picked, what was said. It contains no rule. */
import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type {
  Chair,
  Decision,
  EventTold,
  GameTold,
  Hinted,
  Line,
  Look,
  Opened,
  OutcomeTold,
  Preparing,
  Ref,
  RefusalTold,
  Replace,
  ServerMessage,
  Shuffle,
  WordsTold,
} from "../generated/wire";
import type { GameId } from "../games/types";
import { GAMES } from "../games/types";
import { knock } from "../lib/sound";
import { settings } from "../lib/settings.svelte";
import { games, sentenceOf, whyNot, wordsOf } from "../net/api";
import { type Command, Link, newToken, RefusedError } from "../net/link";
import type { Aim } from "./aim";
import { Company } from "./company.svelte";
import type { Stage } from "./motion";
import { keyOf, keysFor, type Pick, Pointing, thingsOf, waysOf } from "./pointing";
import { addressOf, LETTERS, Speech } from "./say";

export interface Said {
  readonly seat: string;
  readonly name: string;
  readonly text: string;
  readonly id: number;
}
export interface Told {
  readonly line: Line;
  readonly id: number;
}
/** Why not, and what was tapped. */
export interface Closed {
  readonly refusal: RefusalTold;
  /** Where the thing is on the screen; without it the prompt answers alone. */
  readonly rect?: DOMRect;
}
export interface Gap {
  readonly code: string;
  readonly sentence: string;
}
/** Who leads the hand of whoever sits here. */
export interface Guard {
  /** Asked before decisions are sent; false keeps them here. */
  allows(decisions: readonly Decision[]): boolean;
  /** What was allowed is seen at the table, or was not done. */
  settled(well: boolean): void;
  /** Another look is here. */
  looked(): void;
}
export type CardState = "rest" | "lit" | "picked" | "could" | "dull";

const MOST_SAID = 80;
/** Milliseconds in which a server nearby has answered. */
const SOON = 250;
/** Keys that are given away to things that have none of their own. */
const FREE_KEYS = "123456789abcdefgijkmnopqrstvwxyz";

export class TableStore {
  readonly id: string;
  online = $state(true);
  failed: Gap | undefined = $state();
  opened: Opened | undefined = $state.raw();
  told: GameTold | undefined = $state.raw();
  words: WordsTold | undefined = $state.raw();

  version = 0;
  stage: Look["stage"] = $state("gathering");
  chairs: readonly Chair[] = $state.raw([]);
  shuffle: Shuffle | undefined = $state.raw();
  view: Readonly<Record<string, unknown>> = $state.raw({});
  events: readonly EventTold[] = $state.raw([]);
  story: readonly Told[] = $state.raw([]);
  toAct: readonly string[] = $state.raw([]);
  asked: Line | undefined = $state.raw();
  undoWhy = $state("nothing-to-undo");
  insight: unknown = $state.raw();
  outcome: OutcomeTold | undefined = $state.raw();
  /** When the clock runs out, in the time of this machine; with how long it had. */
  clock: { readonly ends: number; readonly total: number } | undefined = $state.raw();
  pointing: Pointing = $state.raw(new Pointing([]));
  /** Something was decided here already. */
  acted = $state(false);
  /** Something was sent that has not come back. */
  busy = $state(false);
  /** Something was tapped meanwhile: it is not done, and the prompt says so. */
  hurried = $state(false);
  closed: Closed | undefined = $state.raw();
  /** A sentence for everybody's ears and eyes that does not belong to the story: a refusal, a lost pick. */
  notice = $state("");
  hint: Hinted | undefined = $state.raw();
  said: readonly Said[] = $state.raw([]);
  successor: string | undefined = $state();
  readonly company = new Company();
  /** How far the rules are compiled, where they are not yet. */
  preparing: Preparing | undefined = $state.raw();
  /** How far a bot is that thinks: the game goes on, only its own moves wait. */
  rehearsing: Preparing | undefined = $state.raw();
  /** Goes up with every look whose events lay hands open, so that a page may show them. */
  looks = $state(0);
  /** What was tapped that only prepares: the first is being done, the others wait. */
  private hands: readonly Pick[] = [];

  /** Things that somebody shows: each can be tapped there, so that no button is needed for it. */
  private readonly claims = new SvelteMap<string, number>();
  /** Keys of things that a page of a game names itself. */
  ownKey: ((ref: Ref) => string | undefined) | undefined = $state.raw();
  /** What a page of a game has done at one pick. */
  isLight: ((decision: Decision) => boolean) | undefined = $state.raw();
  moving: Stage | undefined;
  aim: Aim | undefined;
  /** Holds once what the latest look moved has arrived. */
  moved: Promise<void> = Promise.resolve();
  /** A lesson is given here: nothing is taken back, and the master gives the hints. */
  taught = $state(false);
  guard: Guard | undefined;
  private readonly link: Link | undefined;
  private count = 0;
  /** The version that contains what was sent and acknowledged last, until its look is here. */
  private awaited = Infinity;

  /** `live` is false where nothing comes over a socket: a replay. */
  constructor(id: string, live = true) {
    this.id = id;
    if (!live) return;
    this.link = new Link(
      {
        hear: (message) => {
          this.hear(message);
        },
        online: (on) => (this.online = on),
      },
      () => settings.lang,
    );
    this.link.open(id);
  }

  close(): void {
    this.link?.close();
  }

  // ---------------------------------------------------------------- who and what

  get game(): GameId | undefined {
    return GAMES.find((game) => game === this.opened?.game);
  }
  get seat(): string | undefined {
    return this.opened?.seat ?? undefined;
  }
  get mine(): boolean {
    return this.seat !== undefined && this.toAct.includes(this.seat) && !this.away;
  }
  get away(): boolean {
    return this.chairOf(this.seat ?? "")?.kind === "absent";
  }
  get speech(): Speech | undefined {
    if (!this.words || !this.told) return undefined;
    return new Speech(
      this.words,
      this.told,
      this.chairs.map((chair) => chair.name),
    );
  }
  /** The letters of all seats, mine first, then in the order of play. */
  get around(): readonly string[] {
    const seats = [...LETTERS.slice(0, this.chairs.length)];
    const first = Math.max(0, seats.indexOf(this.seat ?? ""));
    return [...seats.slice(first), ...seats.slice(0, first)];
  }
  get others(): readonly string[] {
    return this.seat === undefined ? this.around : this.around.slice(1);
  }
  /** The other people at the table. */
  get people(): readonly { letter: Replace["seat"]; name: string }[] {
    return this.chairs.flatMap(({ kind, name }, i) => {
      const letter = LETTERS.charAt(i) as Replace["seat"];
      return kind === "person" && letter !== this.seat ? [{ letter, name }] : [];
    });
  }

  chairOf(letter: string): Chair | undefined {
    return this.chairs[LETTERS.indexOf(letter)];
  }

  /** The card that lies at a place, as far as the view shows it. */
  lyingAt(at: string): string | undefined {
    const { field, seat, indices } = addressOf(at);
    let found: unknown = this.view[field];
    if (seat && typeof found === "object" && found !== null && !Array.isArray(found)) {
      found = (found as Record<string, unknown>)[seat];
    }
    for (const index of indices) found = Array.isArray(found) ? (found as unknown[])[index] : undefined;
    return typeof found === "string" ? found : undefined;
  }

  // ---------------------------------------------------------------- what the server says

  hear(message: ServerMessage): void {
    if (message.kind === "opened") void this.begin(message);
    if (message.kind === "look") void this.see(message.look);
    if (message.kind === "hinted") this.advise(message);
    if (message.kind === "preparing") {
      this[message.bot ? "rehearsing" : "preparing"] = message.done < message.of ? message : undefined;
    }
    if (message.kind === "here") this.company.hear(message);
    if (message.kind === "rematch") this.successor = message.table;
    if (message.kind === "tempo" && this.opened) this.opened = { ...this.opened, tempo: message.tempo };
    if (message.kind === "chat") this.said = message.said.map((each) => ({ ...each, id: ++this.count }));
    if (message.kind === "said") {
      this.said = [...this.said, { ...message, id: ++this.count }].slice(-MOST_SAID);
    }
    if (message.kind === "refused") {
      this.failed = { code: message.refusal.code, sentence: message.refusal.sentence ?? "" };
    }
  }

  /** A hint is shown on the table: what it would pick is picked, and waits for a yes. */
  private advise(message: Hinted): void {
    if (this.busy) return;
    this.propose(message.decisions[0]?.refs ?? []);
    this.hint = message;
  }

  private async begin(opened: Opened): Promise<void> {
    this.failed = undefined;
    this.opened = opened;
    this.successor = opened.successor ?? undefined;
    const all = await games();
    this.told = all.find((game) => game.name === opened.game);
    await this.translate();
  }

  /** The words of the game in the player's language. */
  async translate(): Promise<void> {
    if (this.opened) this.words = await wordsOf(this.opened.game, settings.lang);
  }

  /** Put what is new over what was there; a half-made choice stays as long as it can be finished. */
  protected async see(look: Look): Promise<void> {
    const whole = typeof look.since !== "number";
    if (!whole && look.since !== this.version) return;
    const before = this.moving?.before();
    this.aim?.before();
    const wasMine = this.mine;
    this.version = look.version;
    this.stage = look.stage;
    if (look.chairs) this.chairs = look.chairs;
    if (look.shuffle) this.shuffle = look.shuffle;
    this.view = whole ? (look.view ?? {}) : { ...this.view, ...look.view };
    this.events = whole ? [] : (look.events ?? []);
    const lines = (look.story ?? []).map((line) => ({ line, id: ++this.count }));
    this.story = whole ? lines : [...this.story, ...lines];
    this.toAct = look.to_act ?? [];
    this.asked = look.asked ?? undefined;
    this.undoWhy = look.undo ?? "";
    this.insight = look.insight ?? undefined;
    this.outcome = look.outcome ?? undefined;
    this.settle();
    this.clock = look.clock ? { ends: Date.now() + look.clock.left, total: look.clock.total } : undefined;
    this.company.see(look, Date.now());
    this.point(look);
    this.guard?.looked();
    this.prepareNext();
    this.looks += 1;
    if (this.mine && !wasMine) knock();
    if (this.moving) this.moved = this.moving.after(before, this.events, whole);
    await this.moved;
  }

  /** What was done is put away together with the look that shows it: one picture instead of two. */
  private settle(): void {
    if (this.version < this.awaited) return;
    this.awaited = Infinity;
    this.busy = this.hurried = false;
    /* What was advised is done; advice of several moves stands until the last. */
    const [, ...rest] = this.hint?.decisions ?? [];
    this.hint = this.hint && rest.length ? { ...this.hint, decisions: rest } : undefined;
    this.pointing = new Pointing(this.pointing.ways);
    this.guard?.settled(true);
  }

  private point(look: Look): void {
    const had = this.pointing.picks.length > 0;
    this.pointing = this.pointing.kept(waysOf(look.offer));
    const lost = had && this.pointing.picks.length === 0;
    this.notice = lost && this.mine ? "lost" : "";
    if (!this.mine) this.closed = undefined;
    if (!this.mine || lost) this.hint = undefined;
  }

  // ---------------------------------------------------------------- pointing

  /** What can be picked as one thing: the first of its references that some action has. */
  refOf(refs: readonly Ref[]): Ref | undefined {
    return refs.find((ref) => this.pointing.can(ref)) ?? refs.find((ref) => this.pointing.knows(ref)) ?? refs[0];
  }

  stateOf(refs: readonly Ref[], copy = 0): CardState {
    if (refs.some((ref) => this.pointing.has({ ref, copy }))) return "picked";
    if (refs.some((ref) => this.pointing.can(ref))) return "lit";
    if (refs.some((ref) => this.pointing.knows(ref))) return "could";
    return this.mine ? "dull" : "rest";
  }

  /** What picking this thing now would do at once, because it only prepares. */
  light(refs: readonly Ref[], copy = 0): Decision | undefined {
    const ref = this.isLight && this.refOf(refs);
    if (!ref || !this.pointing.can(ref)) return undefined;
    const { only } = this.pointing.pick({ ref, copy });
    return only && this.isLight?.(only) ? only : undefined;
  }

  /** A tap: picks, lets go, acts when one action is left after two picks, or answers why not. */
  tap(refs: readonly Ref[], copy = 0, rect?: DOMRect): void {
    const ref = this.refOf(refs);
    if (!ref) return;
    const pick: Pick = { ref, copy };
    const light = this.light(refs, copy);
    if (light) {
      this.prepare(pick, light);
      return;
    }
    if (this.early()) return;
    this.closed = undefined;
    this.notice = "";
    /* Whoever picks something else does not want the advice. */
    if (this.pointing.knows(ref)) this.hint = undefined;
    if (this.pointing.has(pick)) {
      const sure = this.pointing.picks.length === 1 && this.pointing.only;
      if (sure) void this.decide(sure);
      else this.pointing = this.pointing.drop(pick);
    } else if (this.pointing.knows(ref)) this.picked(this.pointing.pick(pick));
    else if (this.mine) void this.explain(ref, rect);
  }

  /** Whether something that was sent is still under way: then nothing else is done, and whoever tried is told. */
  private early(): boolean {
    this.hurried ||= this.busy;
    return this.busy;
  }

  /** What only prepares is done at once; a quick hand's next one waits for the answer, and is done if it still can be. */
  private prepare(pick: Pick, light: Decision): void {
    const same = ({ ref, copy }: Pick): boolean => keyOf(ref) === keyOf(pick.ref) && copy === pick.copy;
    if (!this.busy) {
      this.hands = [pick];
      void this.ask({ kind: "do", seen: this.version, decisions: [light] });
    } else if (!this.hands.length) this.hurried = true;
    else if (!this.hands.some(same)) this.hands = [...this.hands, pick];
  }
  private prepareNext(): void {
    if (this.busy) return;
    const [, ...waiting] = this.hands;
    this.hands = [];
    const next = waiting.findIndex(({ ref, copy }) => this.light([ref], copy));
    const pick = waiting[next];
    const light = pick && this.light([pick.ref], pick.copy);
    if (!light) return;
    this.prepare(pick, light);
    this.hands = [pick, ...waiting.slice(next + 1)];
  }

  /** Two picks and more act, but for what cannot be taken back, once everything that the action refers to was picked: nothing is added unasked. */
  private picked(now: Pointing): void {
    const acts = now.only && now.whole && now.picks.length > 1 && !now.only.final;
    if (!acts) this.pointing = now;
    else void this.decide(now.only);
    /* What acts rises at once; it is shown as picked only where the answer takes its time. */
    if (acts) setTimeout(() => this.busy && this.pointing.ways === now.ways && (this.pointing = now), SOON);
  }

  /** Pick all these in one go, in place of what was picked: a way that a page offers as one thing. It waits for a yes. */
  propose(refs: readonly Ref[]): void {
    if (this.early()) return;
    this.drop();
    const now = new Pointing(this.pointing.ways, copiesOf(refs));
    if (now.left.length) this.pointing = now;
  }

  /** What Enter or the main button does: the action that needs nothing more. */
  get ready(): Decision | undefined {
    if (!this.pointing.picks.length) return undefined;
    return this.pointing.whole ?? this.pointing.only;
  }

  drop(): void {
    this.closed = undefined;
    this.notice = "";
    this.hint = undefined;
    if (this.pointing.picks.length) this.pointing = new Pointing(this.pointing.ways);
  }

  async decide(decision: Decision): Promise<void> {
    if (this.early()) return;
    await this.ask({ kind: "do", seen: this.version, decisions: [{ form: decision.form, refs: decision.refs }] });
  }

  private async explain(ref: Ref, rect?: DOMRect): Promise<void> {
    const picked = [...this.pointing.picks.map((pick) => pick.ref), ref];
    const hand = [...this.claims.keys()].slice(0, 60).map(refOfKey);
    try {
      const found = await whyNot(this.id, picked, hand);
      const refusal = { code: found.code ?? "", ...found };
      this.closed = { refusal, ...(rect && { rect }) };
    } catch (error) {
      this.notice = sentenceOf(error);
    }
  }

  /** Have something done; a refusal is told at the prompt. */
  async ask(command: Command): Promise<boolean> {
    if (!this.link) return false;
    if (command.kind === "do" && this.guard?.allows(command.decisions) === false) {
      this.drop();
      return false;
    }
    this.busy = command.kind === "do" || this.busy;
    if (command.kind === "do") this.moving?.lift(command.decisions.flatMap(({ refs }) => refs.map(keyOf)));
    try {
      const version = await this.link.ask(command);
      if (command.kind !== "do" && command.kind !== "undo") return true;
      this.acted = true;
      this.awaited = version;
      this.aim?.before();
      this.settle();
      this.prepareNext();
      return true;
    } catch (error) {
      if (command.kind === "do") this.busy = this.hurried = false;
      if (command.kind === "do") this.guard?.settled(false);
      this.hands = [];
      this.moving?.lower();
      this.pointing = new Pointing(this.pointing.ways);
      this.closed = error instanceof RefusedError ? { refusal: error.refusal } : undefined;
      return false;
    }
  }

  // ---------------------------------------------------------------- what else can be done

  undo(): void {
    if (this.taught) return;
    if (this.undoWhy === "") void this.ask({ kind: "undo" });
    else this.closed = { refusal: { code: this.undoWhy } };
  }
  askHint(): void {
    if (this.mine && !this.taught) void this.ask({ kind: "hint" });
  }
  /** Before the deal everybody's browser adds to the shuffle, so that no host could have chosen it. */
  addNonce(): void {
    void this.ask({ kind: "nonce", text: newToken() });
  }

  // ---------------------------------------------------------------- what is shown where

  /** Somebody shows these things, until the answer is called. */
  claim(refs: readonly Ref[]): () => void {
    const keys = refs.map(keyOf);
    untrack(() => {
      for (const key of keys) this.claims.set(key, (this.claims.get(key) ?? 0) + 1);
    });
    return () => {
      untrack(() => {
        for (const key of keys) this.release(key);
      });
    };
  }

  private release(key: string): void {
    const left = (this.claims.get(key) ?? 1) - 1;
    if (left) this.claims.set(key, left);
    else this.claims.delete(key);
  }

  /** Whether somebody shows this thing. */
  shows(ref: Ref): boolean {
    return this.claims.has(keyOf(ref));
  }
  /** What some action refers to and nobody shows: the prompt has buttons for these. */
  get loose(): readonly Ref[] {
    return [...thingsOf(this.pointing.ways)].flatMap(([key, ref]) => (this.claims.has(key) ? [] : [ref]));
  }

  private readonly keys = $derived.by(() =>
    keysFor(thingsOf(this.pointing.ways), (ref) => this.ownKey?.(ref), FREE_KEYS),
  );

  /** The key that taps a thing; '' for one of too many. */
  keyFor(refs: readonly Ref[]): string {
    return refs.map((ref) => this.keys.get(keyOf(ref)) ?? "").find((key) => key) ?? "";
  }

  /** Tap what a key stands for. */
  press(key: string): boolean {
    for (const way of this.pointing.ways) {
      for (const ref of way.refs) {
        if (this.keys.get(keyOf(ref)) !== key) continue;
        this.tap([ref], this.freeCopy(ref));
        return true;
      }
    }
    return false;
  }

  /** By key equal things are picked one after the other; one that cannot be picked again is let go. */
  private freeCopy(ref: Ref): number {
    const taken = this.pointing.picks.filter((pick) => keyOf(pick.ref) === keyOf(ref));
    return this.pointing.can(ref) ? taken.length : (taken.at(-1)?.copy ?? 0);
  }
}

/** Equal things one after the other. */
const copiesOf = (refs: readonly Ref[]): readonly Pick[] =>
  refs.map((ref, i) => ({ ref, copy: refs.slice(0, i).filter((one) => keyOf(one) === keyOf(ref)).length }));

const refOfKey = (key: string): Ref => {
  const [sort, at, ...name] = key.split("|");
  return { sort: sort as Ref["sort"], ...(at && { at }), ...(name.join("|") && { name: name.join("|") }) };
};
