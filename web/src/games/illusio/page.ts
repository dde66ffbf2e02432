/** The table of Illusio. */
import type { GamePage } from "../../table/pages";
import Facts from "./Facts.svelte";
import Ledger from "./Ledger.svelte";
import Table from "./Table.svelte";
import { keyOf, viewOf } from "./table";

export const page: GamePage = {
  Table,
  Facts,
  Ledger,
  words: [
    { name: "exchange", icon: "swap", key: "7" },
    { name: "end", icon: "next", key: "0" },
  ],
  /* Setting cards aside and filling slots only prepares; it is confirmed at the end. */
  light: ({ form }, table) => form === "use" || (form === "exchange" && viewOf(table).phase === "exchange"),
  keyOf,
};
