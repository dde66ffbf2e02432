/** FLAUTZ! on the page, on positions that the engine tells: every seat number; whole games are played in `play.test.ts`. */
import { FLAUTZ } from "./crowds.ts";
import { seenByAll, withPositions } from "./setting.ts";

const GAME = "flautz";
const look = withPositions([
  { game: GAME, scenario: FLAUTZ },
  { game: GAME, scenario: { seats: 2, options: { starter: "A" } } },
]);

seenByAll(
  look,
  [
    ["five seats", 0],
    ["two seats", 1],
  ],
  [".seat", ".zone .spot", ".strip", ".prompt", ".me", ".hand .spot"],
);
