import data from "../../generated/flautz.json";
import type { Drawing } from "../../art/pen";
import { isOneOf, oneOf, speaker } from "../read";
import type { CardData, CardGame, ChipFace, Look, Token } from "../types";
import { apprentice, back, COLOURS, crystal, crystalSlot, fz, illusion, paints, prism, signOf, spell } from "./art";
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

const tokens: readonly Token[] = [
  { name: { it: "cristallo", en: "crystal" }, drawing: crystal() },
  { name: { it: "castone vuoto", en: "empty setting" }, drawing: crystalSlot() },
  ...COLOURS.map((colour) => {
    const name = speaker(box, words);
    const kind = `apprentice ${colour}`;
    return {
      name: { it: `${name(kind, "it")}, lato focus`, en: `${name(kind, "en")}, focus side` },
      drawing: apprentice(colour, true),
    };
  }),
];

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
  tokens,
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
