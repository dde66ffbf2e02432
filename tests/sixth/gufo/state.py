"""The layout of a Gufo table: every place a card can lie, and who sees it."""

from grimorio.engine.layout import (
    ALL,
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
)

SEATS, HAND, ROUNDS, CARDS = 4, 3, 3, 12
LAYING, ROUND_OVER, OVER = range(3)
PHASES = ("laying", "round-over", "over")
BY_ROUNDS = 0
ENDINGS = ("rounds",)


class Box(Layout):
    """An edition and the options of a table."""

    deck: Cards = field("i1", (CARDS,), ALL, "every card of the edition", card(CARDS), is_set=True)
    deck_size: Number = field("i1", (), ALL, "how many cards there are", count(CARDS))
    seats: Number = field("i1", (), ALL, "players at the table", count(SEATS))
    starter: Number = field("i1", (), ALL, "first player named by the table (GU-R2)", seat(SEATS))


class State(Position):
    """The position of a Gufo table."""

    phase: Number = field("i1", (), ALL, "what is to be decided", one_of(*PHASES))
    turn: Number = field("i1", (), ALL, "seat whose turn it is", seat(SEATS))
    rounds: Number = field("i1", (), ALL, "rounds that are over", count(ROUNDS))
    hand: Cards = field("i1", (SEATS, HAND), OWNER, "cards of each seat, sorted", card(CARDS), is_set=True)
    hand_size: Numbers = field("i1", (SEATS,), ALL, "how many they are", count(HAND), by_seat=True)
    laid: Cards = field("i1", (SEATS, 1), ALL, "the open card of each seat", card(CARDS), by_seat=True)
    feathers: Numbers = field("i1", (SEATS,), ALL, "feathers of each seat", count(ROUNDS), by_seat=True)
    pile: Cards = field("i1", (CARDS,), NOBODY, "face-down cards, in no order", card(CARDS))
    pile_size: Number = field("i1", (), ALL, "how many they are", count(CARDS))
    away: Cards = field("i1", (CARDS,), ALL, "cards of earlier rounds", card(CARDS), is_set=True)
    away_size: Number = field("i1", (), ALL, "how many they are", count(CARDS))
    ending: Number = field("i1", (), ALL, "how the game ended", one_of(*ENDINGS))
