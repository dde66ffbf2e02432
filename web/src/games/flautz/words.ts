import type { GameWords, Said } from "../types";

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

/** What the table itself says, beside the words of the game. */
export const says = {
  challenge: { it: "Sfida", en: "Challenge" },
  round: { it: "round {now} di {all}", en: "round {now} of {all}" },
  counting: { it: "si conta", en: "counting" },
  toWin: { it: "vince chi arriva a {n} cristalli", en: "first to {n} crystals wins" },
  ofAll: { it: "a punti, sfide: {n}", en: "for points, challenges: {n}" },
  taking: {
    it: "Prendi {thing}: quale carta lasci al suo posto?",
    en: "Take {thing}: which card do you leave in its place?",
  },
  takingMore: {
    it: "Tocca una carta della tua mano, o un'altra carta accesa per cambiare idea.",
    en: "Tap a card of your hand, or another lit card to change your mind.",
  },
  givingMore: {
    it: "Tocca una carta della zona accesa; la tua resta lì, scoperta.",
    en: "Tap a card of the lit zone; yours stays there, face up.",
  },
  focusMore: {
    it: "Adesso non scambi; al prossimo turno cambi una carta scoperta, poi scambi. Se la sfida finisce prima, non segni.",
    en: "No exchange now; next turn you replace an open card, then exchange. If the challenge ends before, you score nothing.",
  },
  declareMore: {
    it: "La tua mano si scopre e resta com'è; gli altri hanno al massimo un turno a testa, poi si conta.",
    en: "Your hand is shown and stays as it is; the others have at most one turn each, then spells are counted.",
  },
  giving: { it: "Lasci {thing}: quale carta scoperta prendi?", en: "Leave {thing}: which open card do you take?" },
  air: { it: "Aria", en: "Air" },
  floor: { it: "Pavimento", en: "Floor" },
  either: { it: "a scelta", en: "either" },
  here: { it: "si prende qui", en: "take from here" },
  notNow: { it: "adesso no", en: "not now" },
  pile: { it: "mazzo", en: "pile" },
  discards: { it: "scarti", en: "discards" },
  arena: {
    it: "Arena: il cristallo è sul campo {n} di {all}, {zone}",
    en: "Arena: the crystal is on field {n} of {all}, {zone}",
  },
  first: { it: "primo", en: "first" },
  focus: { it: "focus", en: "focus" },
  declared: { it: "FLAUTZ!", en: "FLAUTZ!" },
  crystals: { it: "cristalli: {n}", en: "crystals: {n}" },
  points: { it: "{n:punto|punti}", en: "{n:point|points}" },
  known: { it: "tutti sanno che le ha", en: "everybody knows of these" },
  worth: { it: "Il tuo incantesimo vale", en: "Your spell is worth" },
  spell: { it: "incantesimo", en: "spell" },
  noSpell: { it: "Nessuna carta fa un incantesimo.", en: "No card makes a spell." },
  unfocus: {
    it: "Sei in focus: se la sfida finisce così, non segni.",
    en: "You are focused: if the challenge ends like this, you score nothing.",
  },
  flautz: { it: "È un FLAUTZ!", en: "It is a FLAUTZ!" },
  prism: { it: "il prisma unisce {one} e {other}", en: "the prism joins {one} and {other}" },
  scoring: { it: "Sfida {n}: gli incantesimi", en: "Challenge {n}: the spells" },
  closing: { it: "Perché è finita: {why}.", en: "Why it ended: {why}." },
  focused: { it: "era in focus: zero", en: "was focused: nothing" },
  beaten: { it: "sotto un Reale: zero", en: "beaten by a Royal: nothing" },
  lastHand: { it: "ultima mano", en: "last hand" },
  challengeN: { it: "sfida {n}", en: "challenge {n}" },
  ledger: {
    it: "Nella mano: attenuate le carte fuori dall'incantesimo. F! ha dichiarato FLAUTZ!",
    en: "In the hands: cards outside the spell are dim. F! declared FLAUTZ!",
  },
} satisfies Readonly<Record<string, Said>>;
