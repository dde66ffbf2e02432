/** The table of F.A.T.A. */
import { settings } from "../../lib/settings.svelte";
import type { GamePage } from "../../table/pages";
import { cards } from "./cards";
import Facts from "./Facts.svelte";
import Ledger from "./Ledger.svelte";
import Scoring from "./Scoring.svelte";
import Table from "./Table.svelte";
import { askOf, characterOf, countedIn, faceOf, insightOf, isEnd, keyOf, labelOf, meantBy, say } from "./table";

export const page: GamePage = {
  Table,
  Facts,
  Ledger,
  Scoring,
  scores: ({ events, insight }) =>
    isEnd(events) ? (insight as ReturnType<typeof insightOf>) !== undefined : countedIn(events).length > 0,
  honours: (seat, table) => ({
    face: faceOf(characterOf(table, seat)),
    score: say("total", { n: table.outcome?.scores[seat] ?? 0 }),
    prizes: table.outcome?.ending === "points" ? [cards.draw("queen", { lod: 1, lang: settings.lang })] : [],
  }),
  words: [{ name: "done", icon: "check", key: "0" }],
  picked: askOf,
  label: labelOf,
  meant: meantBy,
  keyOf,
};
