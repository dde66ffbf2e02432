/** The table of FLAUTZ!. */
import type { GamePage } from "../../table/pages";
import Facts from "./Facts.svelte";
import Ledger from "./Ledger.svelte";
import Scoring from "./Scoring.svelte";
import Table from "./Table.svelte";
import { apprentice, crystal } from "./art";
import { askOf, byPoints, insightOf, keyOf, say, viewOf } from "./table";

export const page: GamePage = {
  Table,
  Facts,
  Ledger,
  Scoring,
  scores: (table) => table.events.some((event) => event.kind === "valued") && (insightOf(table)?.last.length ?? 0) > 0,
  honours: (seat, table) => {
    const colour = viewOf(table).apprentice[seat];
    const n = table.outcome?.scores[seat] ?? 0;
    return {
      ...(colour && { face: apprentice(colour) }),
      score: say(byPoints(table) ? "points" : "crystals", { n }),
      prizes: Array.from({ length: viewOf(table).crystals[seat] ?? 0 }, crystal),
    };
  },
  words: [
    { name: "focus", icon: "eye", key: "f" },
    { name: "declare", icon: "stone", key: "d" },
  ],
  picked: askOf,
  keyOf,
};
