/** The page of the game that is shown: asked for once, with its cards, and nothing else is shown before it has come. */
import type { GameId } from "../games/types";
import { loadCards } from "../lib/games.svelte";
import { type GamePage, pageOf } from "./pages";

export class Paged {
  page: GamePage | undefined = $state.raw();
  /** The game whose page has come, or that is known to have none. */
  here = $state("");

  open(game: GameId | undefined, plain: boolean): void {
    if (!game || this.here === game) return;
    void loadCards(game);
    void pageOf(game).then((found) => {
      this.page = plain ? undefined : found;
      this.here = game;
    });
  }
}
