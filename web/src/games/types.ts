import type { Drawing } from "../art/pen";
import type { Paints } from "../art/paints";

export const GAMES = ["flautz", "abracadabra", "fata", "illusio", "zaubercocktail"] as const;
export type GameId = (typeof GAMES)[number];

export const LANGUAGES = ["it", "en"] as const;
export type Lang = (typeof LANGUAGES)[number];

/** A text in both languages. */
export type Said = Readonly<Record<Lang, string>>;

/**
 * The level of detail. Cards are redrawn, not shrunk: from 80 px full, from 40 px the index doubled and the ornament
 * gone, below that a slip.
 */
export type Lod = 1 | 0 | -1;
export const lodOf = (width: number): Lod => (width >= 80 ? 1 : width >= 40 ? 0 : -1);

/** How a vision of F.A.T.A. lies: it is read from the side that is up. */
export type Way = "up" | "down" | "side";

/** How a card is shown: what the table knows of it beside its kind. */
export interface Look {
  readonly lod: Lod;
  readonly lang: Lang;
  /** F.A.T.A.: the side that counts in a row; without it the card lies in a hand. */
  readonly way?: Way;
  /** F.A.T.A.: another vision lies after it, so that its symbol and stars do not count. */
  readonly covered?: boolean;
  /** F.A.T.A.: the lineage which this one hunts at this table. */
  readonly prey?: string;
  /** FLAUTZ!: the focus side of an apprentice. */
  readonly focus?: boolean;
  /** Zaubercocktail: how many the viewer holds; the measuring glass fills up to it. */
  readonly count?: number;
}

/** What the box says of one kind of card (generated from the game itself). */
export interface CardEntry extends Said {
  readonly kind: string;
  readonly copies: number;
}

export interface CardData<Entry extends CardEntry = CardEntry> {
  readonly game: string;
  readonly title: string;
  readonly authors: string;
  readonly publisher: string;
  readonly seats: readonly number[];
  readonly cards: readonly Entry[];
  readonly pieces: readonly CardEntry[];
  readonly words: Readonly<Record<Lang, Readonly<Record<string, string>>>>;
}

/** A small sign in a line of text. */
export interface Glyph {
  readonly box: string;
  readonly body: string;
}

/** A card named in a sentence: its colour, and signs and letters in their order. */
export interface ChipFace {
  readonly tone: string;
  readonly parts: readonly (Glyph | string)[];
}

/** The cards of one game: everything the page knows of a game before a table is opened. */
export interface CardGame {
  readonly id: GameId;
  readonly data: CardData;
  readonly paints: Paints;
  /** What the page itself says of the game. */
  readonly words: GameWords;
  /** The kinds of backs, by the name of their drawing. */
  readonly backs: readonly string[];
  /** The back that a card of this kind shows when it lies face down. */
  backOf(kind: string): string;
  draw(kind: string, look: Look): Drawing;
  /** The spoken name. */
  name(kind: string, lang: Lang): string;
  chip(kind: string, look: Look): ChipFace;
  /** Groups for the review of all cards: title and kinds. */
  readonly groups: readonly CardGroup[];
  /** What else lies on the table. */
  readonly tokens: readonly Token[];
}

/** A thing on the table that is no card: how it is called, and its drawing. */
export interface Token {
  readonly name: Said;
  readonly drawing: Drawing;
}

export interface CardGroup {
  readonly title: Said;
  readonly kinds: readonly string[];
}

export interface GameWords {
  /** One sentence that makes one want to play. */
  readonly lure: Said;
  /** How its cards speak, for the page of cards. */
  readonly craft: Said;
  /** Spoken names of backs that the engine does not name. */
  readonly backs: Readonly<Record<string, Said>>;
  /** Three cards for the fan on the box. */
  readonly fan: readonly [string, string, string];
}
