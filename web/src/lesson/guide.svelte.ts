/**
 * Leads through a lesson: says what comes, waits for the moves, lets the others answer. The rules are the server's, and it
 * says how far the lesson is: nothing is taught that is not on the table.
 */
import type { Decision, LessonStep, LessonTold, Ref, Stood } from "../generated/wire";
import { settings } from "../lib/settings.svelte";
import { freeTable, lessonOf, nextMove, whenReady } from "../net/api";
import { RefusedError } from "../net/link";
import { wayKey } from "../table/pointing";
import type { Guard, TableStore } from "../table/store.svelte";
import { leftOf, startOf, stepAt } from "./steps";

const KEPT = "grimorio lesson";
/** Milliseconds between two moves of the others. */
const PAUSE = 1100;
/** Refusals that asking again does not change. */
const LASTING: ReadonlySet<string> = new Set(["no-table", "not-seated", "rules-changed", "stranger"]);
/** What is told of a table that cannot be learnt at any more. */
const GONE: Stood = { made: 0, version: 0, left: true };
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export class Guide implements Guard {
  lesson: LessonTold | undefined = $state.raw();
  at = $state(0);
  /** Moves of this step that were made already. */
  done = $state(0);
  /** The others move; nothing is said meanwhile. */
  quiet = $state(true);
  wrong = $state(false);
  over = $state(false);
  /** The game at the table is not the lesson's any more: nothing is taught there. */
  lost = $state(false);
  /** Moves that are under way. */
  private sent = 0;
  /** The version of the table that was spoken of last. */
  private said = 0;

  constructor(readonly table: TableStore) {}

  get step(): LessonStep | undefined {
    return this.quiet || this.lost ? undefined : this.lesson?.steps[this.at];
  }
  get of(): number {
    return this.lesson?.steps.length ?? 0;
  }
  private get asked(): readonly Decision[] {
    return this.lost ? [] : (this.lesson?.steps[this.at]?.decisions ?? []);
  }
  /** Whether a move is waited for. */
  get waits(): boolean {
    return this.asked.length > 0;
  }
  /** The move that is waited for now. */
  get meant(): Decision | undefined {
    return this.quiet ? undefined : this.asked[this.done];
  }
  /** What is left to be picked for it. */
  get left(): readonly Ref[] {
    return leftOf(this.table.pointing, this.meant?.refs ?? []);
  }

  async begin(): Promise<void> {
    this.table.taught = true;
    this.table.guard = this;
    this.lesson = await this.answered(() => lessonOf(this.table.opened?.game ?? ""), undefined);
    const [table, at] = (sessionStorage.getItem(KEPT) ?? "").split(" ");
    await this.enter(table === this.table.id ? Number(at) || 0 : 0);
  }

  // ---------------------------------------------------------------- what the pupil does

  /**
   * Whether these are the moves that are meant; others are explained, and not made. One after the other: what is touched
   * before the one before is seen at the table may mean something else by then.
   */
  allows(decisions: readonly Decision[]): boolean {
    if (this.quiet || this.sent) return false;
    const left = this.asked.slice(this.done).map(wayKey);
    const fits = decisions.every((one, i) => left[i] === wayKey(one));
    this.wrong = !fits && left.length > 0;
    if (!fits) return false;
    this.sent = decisions.length;
    this.quiet = this.done + this.sent >= this.asked.length;
    return true;
  }

  /** What was sent is seen at the table, or was not done. */
  settled(well: boolean): void {
    if (!this.sent) return;
    if (well) this.done += this.sent;
    this.sent = 0;
    if (!well) void this.enter(this.at);
    else if (this.done >= this.asked.length) void this.enter(this.at + 1);
    else this.said = this.table.version;
  }

  /** The table shows something new that was not done here: another window of the pupil's is open. */
  looked(): void {
    if (!this.quiet && !this.sent && !this.lost && this.table.version !== this.said) void this.enter(this.at);
  }

  // ---------------------------------------------------------------- from step to step

  /** Say a step, once the table is where it begins. If the table is elsewhere, the step that is given there. */
  private async enter(at: number): Promise<void> {
    this.quiet = true;
    this.wrong = false;
    this.at = at;
    const stood = await this.led();
    do await wait(settings.speed ? 500 / settings.speed : 50);
    while (this.table.version < stood.version && !this.over);
    if (!this.over) this.say(stood);
  }
  private say({ made, version, left }: Stood): void {
    this.lost = left;
    this.done = Math.max(0, made - startOf(this.lesson?.steps[this.at]));
    this.quiet = false;
    this.said = version;
    sessionStorage.setItem(KEPT, `${this.table.id} ${this.at}`);
    this.looked();
  }

  /** How far the lesson is once the others have moved, one after the other. */
  private async led(): Promise<Stood> {
    for (let until = 0; ;) {
      const stood = await this.answered(() => nextMove(this.table.id, until), GONE);
      this.at = stepAt(this.lesson?.steps ?? [], stood.made, this.at);
      until = startOf(this.lesson?.steps[this.at]);
      if (this.over || stood.left || stood.made >= until) return stood;
      await wait(settings.speed ? PAUSE / settings.speed : 150);
    }
  }

  /** Ask for as long as nobody answers: the lesson goes on where it was once the server is there again. */
  private async answered<T>(what: () => Promise<T>, refused: T): Promise<T> {
    while (!this.over) {
      try {
        return await whenReady(what);
      } catch (error) {
        if (error instanceof RefusedError && LASTING.has(error.refusal.code)) return refused;
        await wait(PAUSE);
      }
    }
    return refused;
  }

  /** Read on, where there is nothing to do. */
  async on(): Promise<void> {
    if (!this.waits && !this.quiet) await this.enter(this.at + 1);
  }
  /** Let the master do it. */
  async show(): Promise<void> {
    if (this.meant) await this.table.decide(this.meant);
  }
  /** Leave the lesson; where the game goes on, bots take the seats of the others. */
  async leave(): Promise<void> {
    this.quiet = true;
    if (this.table.stage === "playing") await this.answered(() => freeTable(this.table.id), undefined);
    sessionStorage.removeItem(KEPT);
    this.end();
  }
  /** Nothing is said or held back any more. */
  end(): void {
    this.over = true;
    this.table.taught = false;
    this.table.guard = undefined;
  }
}
