import type { GameWords } from "../types";

export const words: GameWords = {
  lure: {
    it: "Un mercato rumoroso, undici ingredienti, un sorso solo.",
    en: "A noisy market, eleven ingredients, a single sip.",
  },
  craft: {
    it: "Lo scaffale dello speziale. La scala di un ingrediente è un cilindro graduato: si riempie man mano che raccogli, e il livello sta a quanto vale adesso il tuo gruppo. Undici disegni, undici lettere, undici colori.",
    en: "The apothecary's shelf. The scale of an ingredient is a measuring glass: it fills as you collect, and the level stands at what your set is worth now. Eleven drawings, eleven letters, eleven colours.",
  },
  backs: {
    back: { it: "ingrediente coperto", en: "face-down ingredient" },
    "recipe back": { it: "ricetta coperta", en: "face-down recipe" },
  },
  fan: ["yellow schlums", "recipe 4", "blue schlums"],
};

/** The rank of the last, as it is printed on recipes. */
export const LAST = { it: "ult.", en: "last" } as const;
