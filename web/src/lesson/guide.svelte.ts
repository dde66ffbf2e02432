/** Leads through a lesson: says what comes, waits for the move, lets the others answer. The rules are the server's. */
import type { Decision, LessonStep, LessonTold, Ref } from "../generated/wire";
import { settings } from "../lib/settings.svelte";
import { lessonOf, nextMove, whenReady } from "../net/api";
import { keyOf } from "../table/pointing";
import type { TableStore } from "../table/store.svelte";

const KEPT = "grimorio lesson";
/** Milliseconds between two moves of the others. */
const PAUSE = 1100;
const same = (one: Decision, other: Decision): boolean =>
  one.form === other.form && one.refs.map(keyOf).join() === other.refs.map(keyOf).join();
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export class Guide {
  lesson: LessonTold | undefined = $state.raw();
  at = $state(0);
  /** The others move; nothing is said meanwhile. */
  quiet = $state(true);
  wrong = $state(false);
  over = $state(false);

  constructor(readonly table: TableStore) {}

  get step(): LessonStep | undefined {
    return this.quiet ? undefined : this.lesson?.steps[this.at];
  }
  get of(): number {
    return this.lesson?.steps.length ?? 0;
  }
  /** What is left to be picked for the move that is waited for. */
  get next(): Ref | undefined {
    const picked = this.table.pointing.picks.map((pick) => keyOf(pick.ref));
    return this.step?.decision?.refs.find((ref) => {
      const found = picked.indexOf(keyOf(ref));
      if (found >= 0) picked.splice(found, 1);
      return found < 0;
    });
  }

  async begin(): Promise<void> {
    this.table.taught = true;
    this.table.guard = (decision) => this.allows(decision);
    this.lesson = await whenReady(() => lessonOf(this.table.opened?.game ?? ""));
    const [table, at] = (sessionStorage.getItem(KEPT) ?? "").split(" ");
    await this.enter(table === this.table.id ? Number(at) || 0 : 0);
  }

  /** Whether a move is the one that is meant; another one is explained, and not made. */
  private allows(decision: Decision): boolean {
    const meant = this.step?.decision;
    if (this.over) return true;
    if (!meant || !same(meant, decision)) {
      this.wrong = meant !== undefined && meant !== null;
      return false;
    }
    void this.made(this.at);
    return true;
  }

  /** The move is under way: the step is over once it has come back. */
  private async made(at: number): Promise<void> {
    this.quiet = true;
    this.wrong = false;
    const { version } = this.table;
    for (let i = 0; i < 100 && this.table.version === version; i++) await wait(50);
    if (this.table.version === version) this.quiet = false;
    else await this.enter(at + 1);
  }

  private async enter(at: number): Promise<void> {
    this.quiet = true;
    this.at = at;
    sessionStorage.setItem(KEPT, `${this.table.id} ${at}`);
    const step = this.lesson?.steps[at];
    for (let i = 0; i < (step?.others ?? 0) && !this.over; i++) {
      await wait(settings.speed ? PAUSE / settings.speed : 150);
      await nextMove(this.table.id);
    }
    await wait(settings.speed ? 500 / settings.speed : 50);
    this.quiet = false;
  }

  /** Read on, where there is nothing to do. */
  async on(): Promise<void> {
    if (!this.step?.decision) await this.enter(this.at + 1);
  }
  /** Let the master do it. */
  async show(): Promise<void> {
    const meant = this.step?.decision;
    if (meant) await this.table.decide(meant);
  }
  /** Leave the lesson; where the game goes on, bots take the seats of the others. */
  async leave(): Promise<void> {
    this.over = true;
    this.table.taught = false;
    this.table.guard = undefined;
    sessionStorage.removeItem(KEPT);
    if (this.table.stage === "playing") await nextMove(this.table.id, true);
  }
}
