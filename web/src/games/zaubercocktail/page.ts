/** The table of Zaubercocktail. */
import { marker } from "../../art/tokens";
import type { GamePage } from "../../table/pages";
import { LETTERS } from "../../table/say";
import { goblet } from "./art";
import { composer } from "./composer.svelte";
import Facts from "./Facts.svelte";
import Ledger from "./Ledger.svelte";
import Scoring from "./Scoring.svelte";
import Table from "./Table.svelte";
import { insightOf, keyOf, light, say } from "./table";

export const page: GamePage = {
  Table,
  Facts,
  Ledger,
  Scoring,
  scores: (table) => table.events.some((event) => event.kind === "ranked") && (insightOf(table)?.last.length ?? 0) > 0,
  honours: (seat, table) => ({
    face: marker(LETTERS.indexOf(seat), seat),
    score: say("space", { n: table.outcome?.scores[seat] ?? 0 }),
    prizes: [goblet([null, null, null], "")],
  }),
  light,
  picked: (ref, table) =>
    ref.sort === "card" && table.pointing.left.some((way) => way.form.startsWith("lay"))
      ? { ask: say("askMany"), more: say("askManyMore") }
      : undefined,
  keyOf,
  shortcut: (key) => {
    if (key === "/") document.querySelector<HTMLInputElement>("#shout")?.focus();
    if (key === "t") composer.side = composer.side === "give" ? "want" : "give";
    return key === "/" || key === "t";
  },
};
