// A small game of hidden hands for three, of about the size of a turn of FLAUTZ!: five cards in hand, a secret deck, a
// table in the middle. A turn is an exchange with the table, a card drawn, or a pass; it goes on for ever.
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const CARDS = 52;
const HAND = 5;

function draw({ G, playerID, random }) {
  if (G.secret.deck.length === 0) G.secret.deck = random.Shuffle(G.table.splice(0, G.table.length - 1));
  if (G.secret.deck.length === 0) return INVALID_MOVE;
  const hand = G.players[playerID].hand;
  G.table.push(hand.shift());
  hand.push(G.secret.deck.pop());
  G.deckSize = G.secret.deck.length;
}

function exchange({ G, playerID }, place) {
  const hand = G.players[playerID].hand;
  if (!(place >= 0 && place < hand.length) || G.table.length === 0) return INVALID_MOVE;
  const top = G.table.length - 1;
  [hand[place], G.table[top]] = [G.table[top], hand[place]];
  G.scores[playerID] += 1;
}

function pass() {}

const Hands = {
  name: "hands",
  minPlayers: 3,
  maxPlayers: 3,
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle([...Array(CARDS).keys()]);
    const players = {};
    const scores = {};
    for (let player = 0; player < ctx.numPlayers; player++) {
      players[player] = { hand: deck.splice(0, HAND) };
      scores[player] = 0;
    }
    const table = deck.splice(0, HAND);
    return { secret: { deck }, players, scores, table, deckSize: deck.length };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { draw: { client: false, move: draw }, exchange, pass },
};

module.exports = { Hands };
