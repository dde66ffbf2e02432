/** Which step of a lesson a table stands in, by how many moves were made there. */
import type { LessonStep } from "../generated/wire";

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
