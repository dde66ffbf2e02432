/** The table of FLAUTZ!. */
import type { GamePage } from "../../table/pages";
import Facts from "./Facts.svelte";
import Ledger from "./Ledger.svelte";
import Scoring from "./Scoring.svelte";
import Table from "./Table.svelte";
import { insightOf, keyOf, say } from "./table";

export const page: GamePage = {
  Table,
  Facts,
  Ledger,
  Scoring,
  scores: (table) => table.events.some((event) => event.kind === "valued") && (insightOf(table)?.last.length ?? 0) > 0,
  words: [
    { name: "focus", icon: "eye", key: "f" },
    { name: "declare", icon: "stone", key: "d" },
  ],
  picked: (ref) => (ref.sort === "place" ? say("taking") : ref.sort === "card" ? say("giving") : undefined),
  keyOf,
};
