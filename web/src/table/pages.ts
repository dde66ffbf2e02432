/** What a game brings to its table. The frame knows no game: it finds the folders that have a page, and asks them. */
import type { Component, Snippet } from "svelte";
import type { IconName } from "../art/icons";
import type { Drawing } from "../art/pen";
import type { Decision, Ref } from "../generated/wire";
import type { TableStore } from "./store.svelte";

/** A word that is always there while it is my turn, closed when it cannot be said: its key and its sign. */
export interface Spoken {
  readonly name: string;
  readonly icon: IconName;
  readonly key: string;
}

export interface Meant {
  readonly title: string;
  readonly more: string;
  /** What is drawn after the title; without it everything that the decision refers to. */
  readonly refs?: readonly Ref[];
}

/** The question once a thing is picked. */
export interface Asked {
  /** `{thing}` is where what was picked is drawn. */
  readonly ask: string;
  /** What comes of it; without it the page says how a choice goes on. */
  readonly more?: string;
}

export interface Honours {
  /** Without it, the token of his seat. */
  readonly face?: Drawing;
  readonly score: string;
  /** What he won it with. */
  readonly prizes?: readonly Drawing[];
}

export interface GamePage {
  /** Everything on the felt, and the own place; `prompt` is drawn directly above the hand. */
  readonly Table: Component<{ table: TableStore; prompt: Snippet }>;
  /** What the bar says of the game so far. */
  readonly Facts?: Component<{ table: TableStore }>;
  /** The sums at the end, each beside the cards it comes from. */
  readonly Ledger?: Component<{ table: TableStore }>;
  /** What is laid open between two parts of a game; `onclose` goes on. */
  readonly Scoring?: Component<{ table: TableStore; onclose: () => void }>;
  /** Whether the latest events lay something open that deserves `Scoring`. */
  readonly scores?: (table: TableStore) => boolean;
  /** How somebody is honoured at the end: his face in this game, and what he reached. */
  readonly honours?: (seat: string, table: TableStore) => Honours;
  readonly words?: readonly Spoken[];
  /** What only prepares, is told to nobody and can be changed again: one pick does it at once, without asking. */
  readonly light?: (decision: Decision, table: TableStore) => boolean;
  /** What is asked once a thing is picked. */
  readonly picked?: (ref: Ref, table: TableStore) => Asked | undefined;
  /** What a button of the prompt says for a thing that the page does not show. */
  readonly label?: (ref: Ref, table: TableStore) => string | undefined;
  /** What a choice that only waits for a yes is called, before the things it refers to, and what comes of it. */
  readonly meant?: (decision: Decision, table: TableStore) => Meant | undefined;
  /** Keys of the page's own, beside those of things; true where it meant something. */
  readonly shortcut?: (key: string, table: TableStore) => boolean;
  /** The keys of things, as in the terminal. */
  readonly keyOf?: (ref: Ref, table: TableStore) => string | undefined;
}

const FOUND = import.meta.glob<{ page: GamePage }>("../games/*/page.ts");

/** The page of a game; undefined where it has none, and the plain one shows it. */
export const pageOf = async (game: string): Promise<GamePage | undefined> =>
  (await FOUND[`../games/${game}/page.ts`]?.())?.page;
