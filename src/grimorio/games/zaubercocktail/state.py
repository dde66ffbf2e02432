"""The layout of a table of Zaubercocktail: hands and piles counted by kind, the market, and who sees what."""

from grimorio.engine.layout import (
    ALL,
    FLAG,
    NOBODY,
    OWNER,
    Cards,
    Layout,
    Number,
    Numbers,
    Position,
    card,
    count,
    field,
    one_of,
    seat,
    tally,
)

SEATS = 7
INGREDIENTS = (
    "blue schlums",
    "greenroot",
    "lead earth",
    "gira extract",
    "troll hair",
    "yellow schlums",
    "silvergrass",
    "whiteberries",
    "faran leaf",
    "goldrose",
)
"""Z-F3: the ten ingredients, the commonest first."""
NATURALS = len(INGREDIENTS)
JOKER = NATURALS
"""Z-R15: the Schwarzes Etwas, which raises any set."""
KINDS = JOKER + 1
"""Kinds of card that a hand can hold."""
RECIPES = 9
RECIPE = KINDS
"""The first recipe, as a card."""
LIGHTNING = RECIPE + RECIPES
ALL_KINDS = LIGHTNING + 1
COPIES = 31
"""The most cards of a kind that an edition may have."""
CARDS = 160
"""The most ingredient cards of an edition, jokers counted."""
SET = 7
"""Z-F5: the largest set that a scale may print."""
JOKERS = 4
"""The most jokers of an edition."""
SETS = 2
"""Z-R13: one or two kinds are presented."""
SIZES = 24
"""Ways to make a set of one kind: one to seven natural cards, none to four jokers, two to seven in all."""
GAINS = 3
"""Z-R5: ranks that a recipe rewards."""
LAYERS = 12
"""Z-R23: layers of cards under the deck, one for each time that cards were put there."""
STACK = 24
"""Cards of a scenario whose order on top of the deck is fixed."""
STEPS = 120
"""Z-E1: small steps after which an offer must be posted, so that nobody composes for ever."""

MARKET, PRESENTING, DEALING, CLOSING, SCORING, OVER = range(6)
"""What is to be decided; while dealing, closing and scoring nobody decides, `settle` goes on."""
PHASES = ("market", "presenting", "dealing", "closing", "scoring", "over")

VISITS, LIVE = range(2)
"""Z-E1: the market visits one seat after the other, or everybody acts when he likes."""
MARKETS = ("visits", "live")

BY_STONES, BY_SILENCE, BY_LIMIT, BY_CLOCK = range(4)
CLOSINGS = ("stones", "silence", "limit", "clock")
"""How trading can end: Z-R12, Z-E1 and Z-G21."""

BY_LIGHTNING, BY_FINAL_SPACE = range(2)
ENDINGS = ("lightning", "final-space")


class Box(Layout):
    """An edition and what the table agreed on. All of it is public."""

    value: Numbers = field("i2", (KINDS, SET + 1), ALL, "worth of a set of so many cards (Z-G1)", count(99))
    deck_size: Number = field("i2", (), ALL, "ingredient cards, jokers counted (Z-F2)", count(CARDS))
    cycles: Number = field("i2", (), ALL, "cycles after which the market closes (Z-E1)", count(40))
    clock: Number = field("i2", (), ALL, "seconds of a market, 0 for no clock (Z-G21)", count(300))
    deck: Cards = field("i1", (CARDS + RECIPES + 1,), ALL, "every card of the box", card(ALL_KINDS), is_set=True)
    copies: Numbers = field("i1", (KINDS,), ALL, "cards of each kind (Z-F3)", count(COPIES))
    largest: Numbers = field("i1", (KINDS,), ALL, "most cards of a set (Z-R16)", count(SET))
    naturals_of: Numbers = field("i1", (SIZES,), ALL, "natural cards of each way to make a set", count(SET))
    jokers_of: Numbers = field("i1", (SIZES,), ALL, "jokers of each way to make a set", count(JOKERS))
    gain: Numbers = field("i1", (RECIPES, GAINS), ALL, "steps forward of ranks 1 to 3 (Z-G2)", count(6))
    loss: Numbers = field("i1", (RECIPES,), ALL, "steps back of the last (Z-G2)", count(3))
    recipes: Number = field("i1", (), ALL, "recipes of the edition", count(RECIPES))
    low: Number = field("i1", (), ALL, "recipes shuffled with the Lightning (Z-R2)", count(RECIPES))
    seats: Number = field("i1", (), ALL, "players at the table", count(SEATS))
    dealer: Number = field("i1", (), ALL, "dealer named by the table (Z-G23)", seat(SEATS))
    market: Number = field("i1", (), ALL, "how the market is held (Z-E1)", one_of(*MARKETS))
    stones: Number = field("i1", (), ALL, "stones that end trading (Z-R12)", count(3))
    ring_steps: Number = field("i1", (), ALL, "steps for the ring, or back (Z-R21)", count(2))
    ring_rank: Number = field("i1", (), ALL, "worst rank that keeps the ring's bonus (Z-R21)", count(4))
    track: Number = field("i1", (), ALL, "final space (Z-G3)", count(35))
    first_deal: Number = field("i1", (), ALL, "cards of the first deal (Z-R3)", count(10))
    later_deal: Number = field("i1", (), ALL, "cards of every later deal (Z-R4)", count(5))


class State(Position):
    """The position of a table of Zaubercocktail."""

    phase: Number = field("i1", (), ALL, "what is to be decided", one_of(*PHASES))
    turn: Number = field("i1", (), ALL, "seat that the market visits (Z-E1)", seat(SEATS))
    dealer: Number = field("i1", (), ALL, "who deals, and is visited last (Z-G12, Z-G23)", seat(SEATS))
    round: Number = field("i1", (), ALL, "number of this round, from 1", count(RECIPES))
    cycle: Number = field("i2", (), ALL, "number of this cycle of the market, from 1 (Z-E1)", count(40))
    events: Number = field("i2", (), ALL, "words of this market, by turns passes too", count(280), inner=True)
    closing: Number = field("i1", (), ALL, "how the last market closed", one_of(*CLOSINGS))
    passes: Numbers = field("i1", (SEATS,), ALL, "passes in a row, 2 if by the clock (Z-E1)", count(2), by_seat=True)
    stone: Numbers = field("i1", (SEATS,), ALL, "1 for the stone on the ring, 2 and 3 later", count(3), by_seat=True)
    marker: Numbers = field("i1", (SEATS,), ALL, "space of each marker, 0 is the start", count(35), by_seat=True)
    recipe: Cards = field("i1", (1,), ALL, "recipe of this round (Z-R5)", card(ALL_KINDS))
    recipes: Cards = field(
        "i1", (RECIPES + 1,), NOBODY, "face-down recipes, in no order but for the stacked ones", card(ALL_KINDS)
    )
    recipes_left: Number = field("i1", (), ALL, "face-down recipes, the Lightning counted", count(RECIPES + 1))
    recipes_stacked: Number = field("i1", (), NOBODY, "recipes on top whose order is fixed", count(RECIPES + 1))
    recipes_done: Cards = field("i1", (RECIPES + 1,), ALL, "recipes of earlier rounds", card(ALL_KINDS), is_set=True)
    hand: Cards = field("i1", (SEATS, KINDS), OWNER, "cards of each seat", tally(KINDS))
    hand_size: Numbers = field("i2", (SEATS,), ALL, "cards in each hand (Z-G18)", count(20), by_seat=True)
    known: Cards = field(
        "i1", (SEATS, KINDS), ALL, "cards that all know a seat to hold", tally(KINDS), by_seat=True, lies=False
    )
    seeks: Cards = field(
        "i1", (SEATS, KINDS), ALL, "kinds a seat has asked for in this market", tally(KINDS), by_seat=True, lies=False
    )
    offer_open: Numbers = field("i1", (SEATS,), ALL, "an offer of the seat stands (Z-G19)", FLAG, by_seat=True)
    offer_to: Numbers = field("i1", (SEATS,), ALL, "to whom alone, or to all", seat(SEATS), by_seat=True)
    offer_give: Cards = field("i1", (SEATS, KINDS), ALL, "what it gives", tally(KINDS), by_seat=True, lies=False)
    offer_want: Cards = field("i1", (SEATS, KINDS), ALL, "what it asks for", tally(KINDS), by_seat=True, lies=False)
    call_open: Numbers = field("i1", (SEATS,), ALL, "a call of the seat stands (Z-G17)", FLAG, by_seat=True)
    call_give: Cards = field("i1", (SEATS, KINDS), ALL, "what it would give", tally(KINDS), by_seat=True, lies=False)
    call_want: Cards = field("i1", (SEATS, KINDS), ALL, "what it looks for", tally(KINDS), by_seat=True, lies=False)
    draft_give: Cards = field("i1", (SEATS, KINDS), OWNER, "given in an unposted offer", tally(KINDS), lies=False)
    draft_want: Cards = field("i1", (SEATS, KINDS), OWNER, "asked for in it", tally(KINDS), lies=False)
    draft_to: Numbers = field("i1", (SEATS,), OWNER, "to whom alone it goes, or to all", seat(SEATS))
    draft_steps: Numbers = field(
        "i1", (SEATS,), OWNER, "small steps since the last event (Z-E1)", count(STEPS), inner=True
    )
    handed: Numbers = field("i1", (SEATS,), ALL, "the seat has handed in its sets (Z-G22)", FLAG, by_seat=True)
    laid_kind: Cards = field("i1", (SEATS, SETS), OWNER, "ingredients laid out, still hidden", card(KINDS), lies=False)
    laid_naturals: Numbers = field("i1", (SEATS, SETS), OWNER, "natural cards of each set", count(SET))
    laid_jokers: Numbers = field("i1", (SEATS, SETS), OWNER, "jokers of each set", count(JOKERS))
    deck: Cards = field("i1", (KINDS,), NOBODY, "the deck above its layers, in no order", tally(KINDS))
    top: Cards = field("i1", (STACK,), NOBODY, "cards on top of the deck whose order is fixed", card(KINDS))
    top_size: Number = field("i1", (), NOBODY, "how many these are", count(STACK))
    deck_size: Number = field("i2", (), ALL, "cards in the deck, layers counted", count(CARDS))
    under: Cards = field("i1", (LAYERS, KINDS), ALL, "layers put under it, the uppermost first", tally(KINDS))
    under_size: Number = field("i2", (), ALL, "cards in the layers", count(CARDS))
    layers: Number = field("i1", (), ALL, "how many layers there are", count(LAYERS))
    presented: Cards = field("i1", (KINDS,), ALL, "sets laid open, not yet put away", tally(KINDS))
    turned: Cards = field("i1", (KINDS,), ALL, "cards turned to break ties, not yet put away", tally(KINDS))
    last_recipe: Number = field("i1", (), ALL, "recipe of the last scoring", card(ALL_KINDS), lies=False)
    last_kind: Cards = field(
        "i1", (SEATS, SETS), ALL, "ingredients presented last", card(KINDS), by_seat=True, lies=False
    )
    last_naturals: Numbers = field("i1", (SEATS, SETS), ALL, "natural cards of these sets", count(SET), by_seat=True)
    last_jokers: Numbers = field("i1", (SEATS, SETS), ALL, "jokers of these sets", count(JOKERS), by_seat=True)
    last_total: Numbers = field("i2", (SEATS,), ALL, "their value (Z-R17)", count(189), by_seat=True)
    last_cards: Numbers = field("i1", (SEATS,), ALL, "their cards (Z-R19)", count(2 * SET), by_seat=True)
    last_turned: Cards = field(
        "i1", (SEATS,), ALL, "last card turned to break a tie (Z-R19)", card(KINDS), by_seat=True, lies=False
    )
    last_rank: Numbers = field("i1", (SEATS,), ALL, "rank in the last scoring (Z-R18)", count(SEATS), by_seat=True)
    last_steps: Numbers = field("i1", (SEATS,), ALL, "steps that it gave, or took", count(8), by_seat=True)
    last_ring: Number = field("i1", (), ALL, "whose stone lay on the ring then", seat(SEATS))
    ending: Number = field("i1", (), ALL, "how the game ended", one_of(*ENDINGS))
