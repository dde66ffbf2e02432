import type { GameWords } from "../types";

export const words: GameWords = {
  lure: {
    it: "Raduna tre incantatori affini e prendi l'Oggetto giusto.",
    en: "Gather three kindred enchanters and take the right Object.",
  },
  craft: {
    it: "La pagina di un manoscritto. Il margine porta le tre cose che un incontro chiede: elemento, aspetto (il cappello) e scuola (la moneta con lettera e borchie), così anche una carta coperta a metà dice tutto. Il dorso rivela l'elemento.",
    en: "A page of a manuscript. The margin carries the three things a gathering asks for: element, aspect (the hat) and school (the coin with letter and studs), so that even a half covered card tells all. The back tells the element.",
  },
  backs: {},
  fan: ["periculum", "fire gold wizard", "water silver witch"],
};
