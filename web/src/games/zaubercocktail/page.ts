/** The table of Zaubercocktail. */
import type { GamePage } from "../../table/pages";
import { composer } from "./composer.svelte";
import Facts from "./Facts.svelte";
import Ledger from "./Ledger.svelte";
import Scoring from "./Scoring.svelte";
import Table from "./Table.svelte";
import { insightOf, keyOf, light } from "./table";

export const page: GamePage = {
  Table,
  Facts,
  Ledger,
  Scoring,
  scores: (table) => table.events.some((event) => event.kind === "ranked") && (insightOf(table)?.last.length ?? 0) > 0,
  light,
  keyOf,
  shortcut: (key) => {
    if (key === "/") document.querySelector<HTMLInputElement>("#shout")?.focus();
    if (key === "t") composer.side = composer.side === "give" ? "want" : "give";
    return key === "/" || key === "t";
  },
};
