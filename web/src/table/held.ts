/** Equal cards of a hand are told apart by their number, so that each can be picked. */
export interface Held {
  readonly kind: string;
  /** Which of the equal ones. */
  readonly copy: number;
}

export const heldOf = (kinds: readonly string[]): readonly Held[] =>
  kinds.map((kind, i) => ({ kind, copy: kinds.slice(0, i).filter((one) => one === kind).length }));
