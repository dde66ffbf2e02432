/** Where somebody is in a lesson: at which step, by how many moves were made; and how far its move is picked. */
import type { LessonStep, Ref } from "../generated/wire";
import { keyOf, type Pointing } from "../table/pointing";

/** Moves that were made when a step begins to speak, and when the next one comes. */
export const startOf = (step: LessonStep | undefined): number => step?.after ?? 0;
const endOf = (step: LessonStep | undefined): number => startOf(step) + (step?.decisions?.length ?? 0);

/** Whether a step is given after so many moves: the one before it is done, and this one is not; what only tells waits to be read. */
const fits = (steps: readonly LessonStep[], at: number, made: number): boolean => {
  const [before, step] = [steps[at - 1], steps[at]];
  if (made < endOf(before)) return false;
  return step === undefined || made < endOf(step) || (made === endOf(step) && !step.decisions?.length);
};

/** The step that a table stands in: the one that is wanted; or the nearest before it, where a move is missing; or a later one. */
export const stepAt = (steps: readonly LessonStep[], made: number, wanted: number): number => {
  const all = Array.from({ length: steps.length + 1 }, (_, at) => at).filter((at) => fits(steps, at, made));
  return all.findLast((at) => at <= wanted) ?? all[0] ?? steps.length;
};

/** Things that are not among others, each as often as it is there. */
const without = (refs: readonly Ref[], taken: readonly Ref[]): readonly Ref[] => {
  const keys = taken.map(keyOf);
  return refs.filter((ref) => {
    const found = keys.indexOf(keyOf(ref));
    if (found >= 0) keys.splice(found, 1);
    return found < 0;
  });
};
/**
 * What is left to be picked of some things. While something else is picked too, only what takes its place: whoever touches
 * what the master points at must not be told that it is wrong.
 */
export const leftOf = (pointing: Pointing, meant: readonly Ref[]): readonly Ref[] => {
  const others = (now: Pointing): number =>
    without(
      now.picks.map((pick) => pick.ref),
      meant,
    ).length;
  const left = without(
    meant,
    pointing.picks.map((pick) => pick.ref),
  );
  const better = left.filter((ref) => others(pointing.pick({ ref, copy: 0 })) < others(pointing));
  return others(pointing) && better.length ? better : left;
};
