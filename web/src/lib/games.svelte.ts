/** The cards of a game are loaded when they are first needed, with their paints. */
import { SvelteMap } from "svelte/reactivity";
import { house } from "../art/paints";
import type { CardGame, GameId } from "../games/types";

const LOADERS: Readonly<Record<GameId, () => Promise<{ cards: CardGame }>>> = {
  flautz: () => import("../games/flautz/cards"),
  abracadabra: () => import("../games/abracadabra/cards"),
  fata: () => import("../games/fata/cards"),
  illusio: () => import("../games/illusio/cards"),
  zaubercocktail: () => import("../games/zaubercocktail/cards"),
};

const loaded = new SvelteMap<GameId, CardGame>();
const coming: Partial<Record<GameId, Promise<CardGame>>> = {};

const load = async (id: GameId): Promise<CardGame> => {
  const { cards } = await LOADERS[id]();
  house.mount();
  cards.paints.mount();
  loaded.set(id, cards);
  return cards;
};

export const loadCards = (id: GameId): Promise<CardGame> => (coming[id] ??= load(id));

/** The cards of a game, or nothing yet; whoever asks is told again when they have come. */
export const cardsOf = (id: GameId): CardGame | undefined => loaded.get(id);

/** The names of games, for places that need not wait for their cards. */
export const TITLES: Readonly<Record<GameId, string>> = {
  flautz: "FLAUTZ!",
  abracadabra: "Abracadabra",
  fata: "F.A.T.A.",
  illusio: "Illusio",
  zaubercocktail: "Zaubercocktail",
};
