/** The table of Abracadabra. */
import { settings } from "../../lib/settings.svelte";
import type { GamePage } from "../../table/pages";
import { cards } from "./cards";
import Facts from "./Facts.svelte";
import Ledger from "./Ledger.svelte";
import Scoring from "./Scoring.svelte";
import Table from "./Table.svelte";
import { askOf, insightOf, keyOf, meantBy, say, shortcut, totalOf, wonWith } from "./table";

export const page: GamePage = {
  Table,
  Facts,
  Ledger,
  Scoring,
  scores: (table) =>
    table.events.some((event) => event.kind === "won" || event.kind === "cut") &&
    (insightOf(table)?.last.length ?? 0) > 0,
  honours: (seat, table) => ({
    score: say("points", { n: totalOf(table, seat) }),
    prizes: wonWith(table, seat).map((kind) => cards.draw(kind, { lod: 1, lang: settings.lang })),
  }),
  words: [{ name: "pass", icon: "next", key: "0" }],
  picked: askOf,
  meant: meantBy,
  shortcut,
  keyOf,
};
