/** Going to a lesson. */
import type { GameId } from "../games/types";
import { route } from "../lib/route.svelte";
import { settings, t } from "../lib/settings.svelte";
import { learn, whenReady } from "../net/api";

let going: Promise<void> | undefined;
/**
 * A table of its own, with the lesson that is given there; `far` is told while the rules are still compiled. Whoever
 * presses twice goes there once.
 */
export const toLesson = (game: GameId, far?: (how: string) => void): Promise<void> =>
  (going ??= begin(game, far).finally(() => (going = undefined)));

const begin = async (game: GameId, far?: (how: string) => void): Promise<void> => {
  const seated = await whenReady(() => learn(game, settings.name || t("lobby.novice")), far);
  settings.setMet(game);
  route.go(`/table/${seated.table}?lesson`);
};
