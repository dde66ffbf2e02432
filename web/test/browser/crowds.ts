/** Tables at which as much as can be lies before as many as can sit: for tests, and for pictures. */
export const FLAUTZ = {
  seats: 5,
  options: { starter: "A" },
  given: {
    arena_field: 2,
    hand: { A: ["blue 1", "blue 2", "green 3", "prism", "pink 5"] },
    crystals: { A: 1, B: 2, D: 2, E: 1 },
    focused: ["C"],
  },
};

export const ABRACADABRA = {
  seats: 6,
  options: { starter: "A" },
  given: {
    phase: "play",
    turns: 40,
    towers: ["earth silver witch", "earth gold mage", "earth bronze wizard"],
    letter: "C",
    organiser: "F",
    hand: {
      A: ["water silver witch", "water gold witch", "fire bronze wizard", "air wizard", "exodus", "chaos"],
      B: ["earth elemental", "earth gold witch"],
      C: [],
      D: ["fire elemental", "idem", "water bronze wizard", "water silver mage", "earth bronze mage"],
      E: ["fire gold mage", "air elemental", "air witch"],
      F: ["water elemental", "fire silver mage", "earth silver wizard", "earth gold wizard", "vademecum"],
    },
    objects: {
      A: ["A 2", "B 1", "D 3", "F 5"],
      B: ["G 3", "G 4"],
      C: ["A 1", "F 3", "G 3"],
      D: ["G 4", "G 5", "G 6"],
      E: ["E 2", "F 2", "G stone"],
      F: ["C 2", "D 2", "F stone"],
    },
    bonus: { A: 1, B: 1, C: 2, E: 1, F: 1 },
    discards: ["water bronze mage", "water gold wizard", "fire bronze witch", "air mage"],
  },
};

export const FATA = {
  seats: 5,
  options: { starter: "A" },
  given: {
    half: 2,
    turns: 49,
    character: {
      A: ["lineage blue"],
      B: ["lineage yellow"],
      C: ["lineage purple"],
      D: [],
      E: ["lineage green"],
    },
    revealed: { D: ["lineage red"] },
    hand: {
      A: [
        "draw scissors two 2",
        "take scissors neighbour 1",
        "take scroll neighbour 1",
        "discard stone anyone 1",
        "gift",
      ],
    },
    rows: {
      A: ["discard scissors two 2", "rob scissors neighbour 1"],
      B: ["draw scissors anyone 1", "none", "none", "discard blank neighbour 1", "draw blank anyone 1"],
      C: ["rob blank anyone 1", "none", "none", "draw scroll neighbour 1", "take blank anyone 1"],
      D: ["draw scroll two 2"],
      E: ["draw scroll anyone 1", "none", "none", "rob stone anyone 1"],
    },
    charm: { C: ["shield"] },
    treasures: { A: ["yellow 3"], B: ["red 2", "yellow 1", "purple -1"], D: ["green 3", "blue 3"], E: ["red 1"] },
    series: { D: ["red -1", "red -1"] },
    display: ["blue -1", "purple 1", "blue 1"],
    points: { B: 8, C: 4, D: 13, E: 3 },
  },
};

export const ILLUSIO = {
  seats: 6,
  options: { starter: "A" },
  given: {
    magician: { A: "grimaldo", B: "savano", C: "shaozu", D: "miss dominated", E: "ivan zamok", F: "lady ashcombe" },
    turn: "A",
    acts_left: 2,
    prestige: { A: 2, B: 8, C: 9, D: 2, E: 6, F: 7 },
    hand: { A: ["dove", "cage", "take", "encore", "grand", "scarf", "formula", "transform"] },
    preparing: { A: ["e7", "c3"], B: ["c5"], C: ["e8"] },
    parts: { A: ["tank", "rope", "none", "none", "scarf"], B: ["rabbit", "rope"], C: ["tank", "crate"] },
    shown: { B: ["i1"], C: ["c8"], D: ["m8"] },
    shown_parts: { B: ["dove"], C: ["cards", "tiger", "formula", "cage"], D: ["crate", "tank", "curtain", "formula"] },
    backstage: { A: ["smoke", "blades", "rabbit"], B: ["cage", "cards"], C: ["blades", "tiger"], E: ["crate"] },
    kept: { B: ["e1", "m1"], C: ["i2", "i3"] },
  },
};

const THREE = ["blue schlums", "greenroot", "lead earth"];
export const ZAUBERCOCKTAIL = {
  seats: 7,
  options: { dealer: "G", market: "live" },
  given: {
    phase: "market",
    recipe: ["recipe 1"],
    marker: { A: 12, B: 12, C: 0, D: 34, E: 7, F: 12, G: 3 },
    stone: { C: 1 },
    hand: {
      A: [...THREE, ...THREE, "gira extract", "gira extract", "whiteberries", "goldrose", "dark thing"],
      B: ["faran leaf", "faran leaf", "troll hair"],
      C: ["greenroot"],
      D: ["silvergrass", "silvergrass", "silvergrass"],
      E: ["yellow schlums", "blue schlums"],
      F: ["goldrose"],
      G: ["whiteberries", "troll hair", "troll hair", "lead earth"],
    },
    offer_open: { B: true, D: true, E: true, G: true },
    offer_give: {
      B: ["faran leaf"],
      D: ["silvergrass", "silvergrass"],
      E: ["yellow schlums"],
      G: ["whiteberries", "troll hair", "troll hair", "lead earth"],
    },
    offer_want: {
      B: ["gira extract", "gira extract"],
      D: ["faran leaf"],
      E: ["blue schlums", "blue schlums"],
      G: ["goldrose", "dark thing", "greenroot", "greenroot"],
    },
    offer_to: { E: "F" },
    call_open: { F: true },
    call_want: { F: ["goldrose", "goldrose"] },
  },
};
