import type { GameWords } from "../types";

export const words: GameWords = {
  lure: {
    it: "Cinque carte, un cristallo che corre: chi grida al momento giusto?",
    en: "Five cards, a racing crystal: who calls at the right moment?",
  },
  craft: {
    it: "Cristallo tagliato, illuminato dall'alto a sinistra. Il numero è anche una figura con altrettanti segni: punto, mandorla, triangolo, quadrati incrociati, stelle. Colore, segno e numero dicono la stessa cosa.",
    en: "Cut crystal, lit from above left. The number is also a figure with as many signs: point, vesica, triangle, crossed squares, stars. Colour, sign and number say the same thing.",
  },
  backs: { back: { it: "carta coperta", en: "face-down card" } },
  fan: ["violet 1", "pink 4", "blue 2"],
};
