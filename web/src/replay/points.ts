import type { Judged, Review } from "../generated/wire";

/** Chances to win as people read them. */
const HUNDRED = 100;

export const percent = (share: number): string => `${Math.round(HUNDRED * share)} %`;

/** A change of a chance, in points of a hundred, with its sign. */
export const points = (change: number): string => {
  const found = Math.round(HUNDRED * change);
  return found > 0 ? `+${found}` : found < 0 ? `−${-found}` : "0";
};

export const MOMENTS = ["costliest", "blow", "gift"] as const;
/** One of the three biggest moments: its number, where it is, what it was worth. */
export interface Moment {
  readonly moment: (typeof MOMENTS)[number];
  readonly number: number;
  readonly judged: Judged;
  readonly worth: number;
}
export const momentsIn = ({ decisions, moments }: Review): readonly Moment[] =>
  MOMENTS.flatMap((moment, i) => {
    const judged = decisions[moments[moment] ?? -1];
    const worth = judged && (moment === "costliest" ? -judged.cost : judged.luck);
    return judged && worth !== undefined ? [{ moment, number: i + 1, judged, worth }] : [];
  });

/** What luck gave and choices cost, added up from the deal on, choice by choice. */
export const sums = ({ deal, decisions }: Review): { readonly luck: number[]; readonly choices: number[] } => {
  const luck = [deal];
  const choices = [0];
  for (const each of decisions) {
    luck.push((luck.at(-1) ?? 0) + each.luck);
    choices.push((choices.at(-1) ?? 0) - each.cost);
  }
  return { luck, choices };
};
