import type { GameWords } from "../types";

export const words: GameWords = {
  lure: {
    it: "Prepara il trucco nel backstage, va in scena e spera negli applausi.",
    en: "Prepare the trick backstage, go on stage, and hope for applause.",
  },
  craft: {
    it: "Un teatro del 1900: mantovana, luci di ribalta, un faro su una cosa sola. Il medaglione dice il gruppo, il disegno il tipo. Su un obiettivo il disco pieno chiede proprio quello, il disco tratteggiato qualsiasi cosa del gruppo.",
    en: "A theatre of 1900: valance, footlights, a spot on one thing. The badge tells the group, the drawing the type. On an objective a full disc asks for exactly this, a dashed one for anything of the group.",
  },
  backs: {
    back: { it: "carta coperta", en: "face-down card" },
    "objective back": { it: "obiettivo coperto", en: "face-down objective" },
  },
  fan: ["e5", "rabbit", "grand"],
};
