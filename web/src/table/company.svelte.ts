/** The people at a table: who is cut off, whose time runs, who wants a pause. */
import type { Chair, Here, Look, Opened, TimesTold } from "../generated/wire";
import { LETTERS } from "./say";

const SECOND = 1000;

export class Company {
  /** What everybody has left, where clocks were agreed on. */
  times: TimesTold | undefined = $state.raw();
  private gone: readonly string[] = $state.raw([]);
  /** When the times were told, by the clock of this machine. */
  private at = $state(0);

  hear(message: Here): void {
    this.gone = message.cut_off;
  }

  see(look: Look, now: number): void {
    this.times = look.times ?? undefined;
    this.at = now;
  }

  /** The people who are cut off. Where clocks run, looks tell them. */
  cutOff(chairs: readonly Chair[]): readonly string[] {
    const found = this.times ? (this.times.dropped ?? []) : this.gone;
    return found.filter((letter) => chairs[LETTERS.indexOf(letter)]?.kind === "person");
  }

  /** Whether I may let a bot stand in for who is cut off: whoever made the table does, or anybody if he is gone himself. */
  decides(opened: Opened | undefined, chairs: readonly Chair[]): boolean {
    if (!opened?.seat) return false;
    const host = opened.host_seat ?? "";
    const left = host !== "" && chairs[LETTERS.indexOf(host)]?.kind !== "person";
    return opened.host || left || this.cutOff(chairs).includes(host);
  }

  /** Seconds that somebody has left, where he has a clock. */
  left(letter: string, now: number): number | undefined {
    const told = this.times?.left[letter];
    if (told === undefined) return undefined;
    const gone = this.times?.running?.includes(letter) ? Math.max(0, now - this.at) : 0;
    return Math.max(0, Math.ceil((told - gone) / SECOND));
  }
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds as a clock shows them: 0:42, 12:05, 23:59:00. */
export const clockText = (seconds: number): string => {
  const [hours, rest] = [Math.floor(seconds / HOUR), seconds % HOUR];
  const two = (n: number): string => String(n).padStart(2, "0");
  const minutes = Math.floor(rest / MINUTE);
  return hours ? `${hours}:${two(minutes)}:${two(rest % MINUTE)}` : `${minutes}:${two(rest % MINUTE)}`;
};
