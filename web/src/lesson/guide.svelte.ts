/** Leads through a lesson: says what comes, waits for the moves, lets the others answer. The rules are the server's. */
import type { Decision, LessonStep, LessonTold, Ref } from "../generated/wire";
import { settings } from "../lib/settings.svelte";
import { freeTable, lessonOf, nextMove, whenReady } from "../net/api";
import { keyOf, wayKey } from "../table/pointing";
import type { TableStore } from "../table/store.svelte";

const KEPT = "grimorio lesson";
/** Milliseconds between two moves of the others. */
const PAUSE = 1100;
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export class Guide {
  lesson: LessonTold | undefined = $state.raw();
  at = $state(0);
  /** Moves of this step that were made already. */
  done = $state(0);
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
  private get asked(): readonly Decision[] {
    return this.lesson?.steps[this.at]?.decisions ?? [];
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
    const picked = this.table.pointing.picks.map((pick) => keyOf(pick.ref));
    return (this.meant?.refs ?? []).filter((ref) => {
      const found = picked.indexOf(keyOf(ref));
      if (found >= 0) picked.splice(found, 1);
      return found < 0;
    });
  }

  async begin(): Promise<void> {
    this.table.taught = true;
    this.table.guard = (decisions) => this.allows(decisions);
    this.lesson = await whenReady(() => lessonOf(this.table.opened?.game ?? ""));
    const [table, at, done] = (sessionStorage.getItem(KEPT) ?? "").split(" ");
    const here = table === this.table.id;
    await this.enter(here ? Number(at) || 0 : 0, here ? Number(done) || 0 : 0);
  }

  /** Whether these are the moves that are meant; others are explained, and not made. */
  private allows(decisions: readonly Decision[]): boolean {
    if (this.over) return true;
    const left = this.asked.slice(this.done).map(wayKey);
    const fits = !this.quiet && decisions.every((one, i) => left[i] === wayKey(one));
    this.wrong = !fits && left.length > 0;
    if (fits) void this.made(decisions.length);
    return fits;
  }

  /** Moves are under way; those that do not come back were not made. */
  private async made(moves: number): Promise<void> {
    const { version } = this.table;
    this.done += moves;
    this.quiet = this.done >= this.asked.length;
    for (let i = 0; i < 100 && this.table.version === version; i++) await wait(50);
    if (this.table.version === version) this.done -= moves;
    if (this.done >= this.asked.length) await this.enter(this.at + 1);
    else this.say();
  }

  private async enter(at: number, done = 0): Promise<void> {
    this.quiet = true;
    this.at = at;
    this.done = done;
    const step = this.lesson?.steps[at];
    for (let i = 0; i < (done ? 0 : (step?.others ?? 0)) && !this.over; i++) {
      await wait(settings.speed ? PAUSE / settings.speed : 150);
      await nextMove(this.table.id, step?.after ?? 0);
    }
    await wait(settings.speed ? 500 / settings.speed : 50);
    this.say();
  }

  private say(): void {
    this.quiet = false;
    sessionStorage.setItem(KEPT, `${this.table.id} ${this.at} ${this.done}`);
  }

  /** Read on, where there is nothing to do. */
  async on(): Promise<void> {
    if (!this.waits) await this.enter(this.at + 1);
  }
  /** Let the master do it. */
  async show(): Promise<void> {
    if (this.meant) await this.table.decide(this.meant);
  }
  /** Leave the lesson; where the game goes on, bots take the seats of the others. */
  async leave(): Promise<void> {
    this.over = true;
    this.table.taught = false;
    this.table.guard = undefined;
    sessionStorage.removeItem(KEPT);
    if (this.table.stage === "playing") await freeTable(this.table.id);
  }
}
