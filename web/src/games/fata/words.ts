import type { GameWords } from "../types";

export const words: GameWords = {
  lure: {
    it: "Visioni dritte, capovolte, di fianco: tre stelle e un tesoro.",
    en: "Visions upright, reversed, sideways: three stars and a treasure.",
  },
  craft: {
    it: "Ali e vetro. Una visione si legge da tre lati: dritta dice che cosa, capovolta a chi, di fianco quanto; ogni lato ha le sue stelle. Nella sfera sta il simbolo che ruba o si lascia rubare.",
    en: "Wings and glass. A vision is read from three sides: upright it tells what, reversed whom, sideways how many; each side has its stars. In the sphere stands the symbol that steals or is stolen.",
  },
  backs: {
    back: { it: "carta coperta", en: "face-down card" },
    "treasure back": { it: "tesoro coperto", en: "face-down treasure" },
    "lineage back": { it: "personaggio segreto", en: "secret character" },
  },
  fan: ["rob scroll two 2", "queen", "take scissors anyone 1"],
};
