/**
 * Gradients, patterns and clip paths live once in the page, never inside a card: a hidden copy would take them away from
 * all others. A set of paints is collected while its module loads, and mounted before the first card is drawn.
 */
import { PAPER, PAPER2, V } from "./pen";

type Stop = readonly [offset: number, colour: string, opacity?: number];

const stopsOf = (stops: readonly Stop[]): string =>
  stops
    .map(
      ([offset, c, a]) =>
        `<stop offset="${offset}" stop-color="${c}"${a === undefined ? "" : ` stop-opacity="${a}"`}/>`,
    )
    .join("");

export class Paints {
  private readonly defs: string[] = [];

  constructor(readonly id: string) {}

  lin(id: string, stops: readonly Stop[], x2 = 0, y2 = 1): string {
    return this.raw(
      id,
      `<linearGradient id="${id}" x1="0" y1="0" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`,
    );
  }

  rad(id: string, stops: readonly Stop[], cx = 0.5, cy = 0.5, r = 0.5): string {
    return this.raw(id, `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stopsOf(stops)}</radialGradient>`);
  }

  clip(id: string, body: string): string {
    return this.raw(id, `<clipPath id="${id}">${body}</clipPath>`);
  }

  pattern(id: string, w: number, h: number, body: string): string {
    return this.raw(
      id,
      `<pattern id="${id}" width="${w}" height="${h}" patternUnits="userSpaceOnUse">${body}</pattern>`,
    );
  }

  raw(id: string, definition: string): string {
    this.defs.push(definition);
    return `url(#${id})`;
  }

  get text(): string {
    return this.defs.join("");
  }

  /** Put these paints into the page, once. */
  mount(page: Document = document): void {
    const id = `paints-${this.id}`;
    if (page.getElementById(id)) return;
    const holder = page.createElement("div");
    holder.innerHTML = `<svg id="${id}" class="paints" width="0" height="0" aria-hidden="true" focusable="false"><defs>${this.text}</defs></svg>`;
    if (holder.firstChild) page.body.prepend(holder.firstChild);
  }
}

/** The paints that all games share. */
export const house = new Paints("house");

const foil = (m: string): string =>
  house.lin(
    `foil-${m}`,
    [
      [0, V(`${m}-lo`)],
      [0.22, V(m)],
      [0.42, V(`${m}-hi`)],
      [0.55, V(m)],
      [0.78, V(`${m}-hi`)],
      [1, V(`${m}-lo`)],
    ],
    1,
    1,
  );
export const GOLD = foil("gold");
export const SILVER = foil("silver");
export const BRONZE = foil("bronze");
house.lin("sheet", [[0, PAPER], [1, PAPER2]], 0.35, 1); // prettier-ignore
export const LAMP = house.rad("lamp", [[0, "#fff", 0.34], [1, "#fff", 0]]); // prettier-ignore
house.clip("coin", '<circle r="44"/>');
house.lin("cry", [[0, "#e9fbff"], [0.5, "#7fd3ea"], [1, "#2b86b4"]], 0.6, 1); // prettier-ignore
export const GLASSY = house.rad("glassy", [[0, "#fff", 0.75], [0.45, "#fff", 0.1], [1, "#000", 0.3]], 0.34, 0.26, 0.85); // prettier-ignore
