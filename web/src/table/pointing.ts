/**
 * Pointing: choosing an action by picking things. It knows no rule. Whatever a legal action refers to can be picked, in any
 * order; each pick narrows what is left; what is lit is exactly what can be picked next. The same as the engine's.
 */
import type { Decision, Offer, Ref } from "../generated/wire";

export const keyOf = (ref: Ref): string => `${ref.sort}|${ref.at ?? ""}|${ref.name ?? ""}`;

/** By which of its names a thing is found on the page. */
export const firstKey = (refs: readonly Ref[]): string | null => (refs[0] ? keyOf(refs[0]) : null);

/** A whole decision by one name, for what does it at one touch. */
export const wayKey = ({ form, refs }: Decision): string => [form, ...refs.map(keyOf)].join(" ");

/** A thing that was picked; `copy` tells equal things apart that lie side by side. */
export interface Pick {
  readonly ref: Ref;
  readonly copy: number;
}

/** An action that can be done; `final` where it costs something and cannot be taken back, so that a page asks once. */
export interface Way extends Decision {
  readonly final?: true;
}

/** Every action of an offer, with all that it refers to. */
export const waysOf = (offer: Offer | null | undefined): readonly Way[] => {
  const things = offer?.things ?? [];
  const of = (index: number): Ref => {
    const found = things[index];
    if (!found) throw new Error("An offer that names what is not in it.");
    return found;
  };
  const finals = new Set(offer?.final ?? []);
  return (offer?.ways ?? []).flatMap(([form, head, last], place) => {
    const asks = finals.has(place) ? ({ final: true } as const) : {};
    return last.length
      ? last.map((index) => ({ form, refs: [...head.map(of), of(index)], ...asks }))
      : [{ form, refs: head.map(of), ...asks }];
  });
};

/** What is left of some things once others are taken away, each as often as it is there; undefined where one is not. */
const without = (refs: readonly string[], taken: readonly string[]): string[] | undefined => {
  const rest = [...refs];
  for (const one of taken) {
    const at = rest.indexOf(one);
    if (at < 0) return undefined;
    rest.splice(at, 1);
  }
  return rest;
};

/** Everything that some action refers to, each thing once, by its key. */
export const thingsOf = (ways: readonly Decision[]): ReadonlyMap<string, Ref> =>
  new Map(ways.flatMap((way) => way.refs).map((ref) => [keyOf(ref), ref]));

/** A key for each thing: its own, or the next that is free; '' where there are too many. */
export const keysFor = (
  things: ReadonlyMap<string, Ref>,
  own: (ref: Ref) => string | undefined,
  free: string,
): ReadonlyMap<string, string> => {
  const named = [...things].flatMap(([key, ref]) => {
    const found = own(ref);
    return found ? [[key, found] as const] : [];
  });
  const made = new Map(named);
  const left = [...free].filter((one) => !named.some(([, taken]) => taken === one));
  for (const key of things.keys()) if (!made.has(key)) made.set(key, left.shift() ?? "");
  return made;
};

export class Pointing {
  readonly left: readonly Way[];
  /** Keys of what can be picked next. */
  readonly lit: ReadonlySet<string>;
  /** The action that refers to exactly what was picked. */
  readonly whole: Way | undefined;

  constructor(
    readonly ways: readonly Way[],
    readonly picks: readonly Pick[] = [],
  ) {
    const taken = picks.map(({ ref }) => keyOf(ref));
    const left: Way[] = [];
    const lit = new Set<string>();
    for (const way of ways) {
      const rest = without(way.refs.map(keyOf), taken);
      if (!rest) continue;
      left.push(way);
      for (const key of rest) lit.add(key);
      if (!rest.length) this.whole ??= way;
    }
    this.left = left;
    this.lit = lit;
  }

  /** The one action that is left. */
  get only(): Way | undefined {
    return this.left.length === 1 ? this.left[0] : undefined;
  }

  can(ref: Ref): boolean {
    return this.lit.has(keyOf(ref));
  }

  /** Whether some action refers to this thing at all. */
  knows(ref: Ref): boolean {
    const key = keyOf(ref);
    return this.ways.some((way) => way.refs.some((one) => keyOf(one) === key));
  }

  has({ ref, copy }: Pick): boolean {
    const key = keyOf(ref);
    return this.picks.some((pick) => pick.copy === copy && keyOf(pick.ref) === key);
  }

  /** With this thing picked too; what does not go with it is let go, the latest pick first. */
  pick(pick: Pick): Pointing {
    const fewer = this.picks.map((_, i) => this.picks.toSpliced(i, 1)).reverse();
    const tried = [this.picks, ...fewer, []].map((picks) => new Pointing(this.ways, [...picks, pick]));
    return tried.find((now) => now.left.length) ?? this;
  }

  /** With this thing let go. */
  drop({ ref, copy }: Pick): Pointing {
    const key = keyOf(ref);
    const at = this.picks.findIndex((pick) => pick.copy === copy && keyOf(pick.ref) === key);
    return new Pointing(
      this.ways,
      this.picks.filter((_, i) => i !== at),
    );
  }

  /** The same picks among what can be done now; none where they no longer go together. */
  kept(ways: readonly Way[]): Pointing {
    const now = new Pointing(ways, this.picks);
    return now.left.length ? now : new Pointing(ways);
  }
}
