/** The table of Illusio. */
import { settings } from "../../lib/settings.svelte";
import type { GamePage } from "../../table/pages";
import Facts from "./Facts.svelte";
import Ledger from "./Ledger.svelte";
import Scoring from "./Scoring.svelte";
import Table from "./Table.svelte";
import { MAGICIANS, magician } from "./art";
import { cards } from "./cards";
import { askOf, keyOf, say, scoredIn, viewOf } from "./table";

export const page: GamePage = {
  Table,
  Facts,
  Ledger,
  Scoring,
  scores: (table) => table.stage === "over" && scoredIn(table.events) !== undefined,
  honours: (seat, table) => {
    const who = MAGICIANS.find((one) => one === viewOf(table).magician[seat]);
    const score = say("prestige", { n: table.outcome?.scores[seat] ?? 0 });
    const prizes = (viewOf(table).kept[seat] ?? [])
      .slice(-3)
      .map((kind) => cards.draw(kind, { lod: 1, lang: settings.lang }));
    return { ...(who && { face: magician(who, "", 0) }), score, prizes };
  },
  words: [
    { name: "exchange", icon: "swap", key: "7" },
    { name: "end", icon: "next", key: "0" },
  ],
  /* Setting cards aside and filling slots only prepares; it is confirmed at the end. */
  light: ({ form }, table) => form === "use" || (form === "exchange" && viewOf(table).phase === "exchange"),
  picked: askOf,
  keyOf,
};
