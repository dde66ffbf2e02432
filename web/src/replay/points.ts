/** Chances to win as people read them. */
const HUNDRED = 100;

export const percent = (share: number): string => `${Math.round(HUNDRED * share)} %`;

/** A change of a chance, in points of a hundred, with its sign. */
export const points = (change: number): string => {
  const found = Math.round(HUNDRED * change);
  return found > 0 ? `+${found}` : found < 0 ? `−${-found}` : "0";
};
