/** The table of Abracadabra. */
import type { GamePage } from "../../table/pages";
import Facts from "./Facts.svelte";
import Ledger from "./Ledger.svelte";
import Scoring from "./Scoring.svelte";
import Table from "./Table.svelte";
import { insightOf, keyOf, meantBy, say, shortcut } from "./table";

export const page: GamePage = {
  Table,
  Facts,
  Ledger,
  Scoring,
  scores: (table) =>
    table.events.some((event) => event.kind === "won" || event.kind === "cut") &&
    (insightOf(table)?.last.length ?? 0) > 0,
  honours: (seat, table) => ({ score: say("points", { n: table.outcome?.scores[seat] ?? 0 }) }),
  words: [{ name: "pass", icon: "next", key: "0" }],
  picked: (ref, table) => {
    const forms = new Set(table.pointing.left.map((way) => way.form));
    return forms.has("trickon") ? say("trickOn") : ref.sort === "card" && forms.size ? say("gather") : undefined;
  },
  meant: meantBy,
  shortcut,
  keyOf,
};
