import data from "../../generated/flautz.json";
import type { Drawing } from "../../art/pen";
import { isOneOf, oneOf, speaker } from "../read";
import type { CardData, CardGame, ChipFace, Look } from "../types";
import { apprentice, back, COLOURS, fz, illusion, paints, prism, signOf, spell } from "./art";
import { words } from "./words";

const box: CardData = data;
const kindsOf = (first: string): string[] =>
  box.cards.map((entry) => entry.kind).filter((kind) => kind.split(" ")[0] === first);

const draw = (kind: string, look: Look): Drawing => {
  const [first, second] = kind.split(" ");
  if (first === "back") return back(look.lod);
  if (first === "prism") return prism(look.lod);
  if (first === "apprentice") return apprentice(oneOf(COLOURS, second), look.focus);
  if (first === "illusion") return illusion(Number(second), look.lod);
  return spell(oneOf(COLOURS, first), Number(second), look.lod);
};

const chip = (kind: string): ChipFace => {
  const [first = "", second] = kind.split(" ");
  const tone = isOneOf([...COLOURS, "illusion", "prism"] as const, first) ? first : undefined;
  if (!tone) return { tone: fz("prism", "deep"), parts: ["?"] };
  return {
    tone: fz(tone, "deep"),
    parts: [...(second ? [second] : []), { box: "-52 -52 104 104", body: signOf(tone) }],
  };
};

export const cards: CardGame = {
  id: "flautz",
  data: box,
  paints,
  words,
  backs: ["back"],
  backOf: () => "back",
  draw,
  name: speaker(box, words),
  chip,
  groups: [
    ...COLOURS.map((colour) => ({
      title: {
        it: `Carte ${{ blue: "blu", green: "verdi", violet: "viola", orange: "arancioni", pink: "rosa" }[colour]}`,
        en: `${colour.charAt(0).toUpperCase()}${colour.slice(1)} cards`,
      },
      kinds: kindsOf(colour),
    })),
    { title: { it: "Illusioni e prisma", en: "Illusions and prism" }, kinds: [...kindsOf("illusion"), "prism"] },
    { title: { it: "Apprendisti", en: "Apprentices" }, kinds: box.pieces.map((piece) => piece.kind) },
  ],
};
