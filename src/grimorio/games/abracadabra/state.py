"""The layout of an Abracadabra table: every place a card can lie, what each seat has seen, and who sees it."""

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Final

import numpy as np

from grimorio.engine.kernel import kernel, readable
from grimorio.engine.layout import (
    ALL,
    BACK,
    FACE_DOWN,
    FLAG,
    NOBODY,
    NONE,
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
    seats,
)

SEATS = 6
HAND = 8
"""Room in a hand: five, two taken, one to spare."""
ROW_DOWN = 3
"""Face-down cards of the row; a fourth lies face up (A-R2)."""
TOWERS = 3
LIMIT = 500
"""A-G15: turns after which the game is cut."""

# A kind is a card: the ten cards of a back stand together, so that a sorted hand shows nothing by its order.
ELEMENTS = ("water", "fire", "earth", "air")
SCHOOLS = ("bronze", "silver", "gold")
ASPECTS = ("wizard", "mage", "witch")
OF_A_BACK = 10
ELEMENTAL = 9
"""Within its back, the place of the Elemental; before it nine Enchanters, or three Air Enchanters and six Tricks."""
AIR = 3 * OF_A_BACK
TRICKS = ("proxima", "idem", "exodus", "chaos", "vademecum", "periculum")
PROXIMA, IDEM, EXODUS, CHAOS, VADEMECUM, PERICULUM = range(AIR + 3, AIR + 9)
CARDS = 4 * OF_A_BACK
BACKS = CARDS
"""The first of the four backs, as others see a card."""
SEEN = BACKS + len(ELEMENTS)
"""Kinds of playing cards and of their backs."""

LETTERS_OF_PILES = "ABCDEFG"
GATHERINGS = ("Alea!", "Babau!", "Conto!", "Dubio!", "Extra!", "Felix!", "Genius!")
PILES = len(LETTERS_OF_PILES)
CASES = 16
"""Cases that a seat keeps apart, of all backs together; when there are more, the least likely fade."""
HEAVY = 3_000
"""Weights of cases of a back together; rarer ones than one in so many are rounded."""
PILE = 9
"""The most Objects an edition may put into a pile."""
WORTH = 10
"""Objects of a letter by their points: 0 is a Philosopher's Stone."""
OBJECT = SEEN
LETTER_BACK = OBJECT + PILES * WORTH
KINDS = LETTER_BACK + PILES
OBJECTS = 16
"""More Objects than a seat can hold without having won."""
BOX_CARDS = CARDS + PILES * PILE

MEETINGS_ROOM = 580
"""A4: 468 gatherings whose letter is forced, 28 with four letters each."""

TAKE, TAKE_AGAIN, PLAY, PILE_CHOICE, GIVE, EXODUS_DISCARD, DISCARD, AUTOMATIC, OVER = range(9)
PHASES = (
    "take", "take-again", "play", "choose-pile", "give-back", "exodus", "discard", "automatic", "over",
)  # fmt: skip

DRAW_OBJECTS, AFTER_PLAY, NEXT_EXODUS, REFILL_ROW, NEXT_TURN, LAY_ROW, STRIKE = range(7)
STEPS = ("objects", "after-play", "exodus", "refill", "next-turn")
"""What happens of itself when nobody has to decide; a fresh row and a Periculum! never wait until somebody looks."""

BY_POINTS, BY_ELEMENTALS, BY_STONES, BY_GUARD = range(4)
ENDINGS = ("points", "elementals", "stones", "guard")


class Box(Layout):
    """An edition and what the table agreed on. All of it is public."""

    gathering_of: Numbers = field("i2", (4060,), ALL, "first action of each triple of Enchanters, or none", count(1024))
    letter_of: Numbers = field("i1", (MEETINGS_ROOM,), ALL, "letter of each gathering", one_of(*LETTERS_OF_PILES))
    members: Numbers = field("i1", (MEETINGS_ROOM, TOWERS), ALL, "the three Enchanters of each gathering", count(30))
    deck: Cards = field("i1", (BOX_CARDS,), ALL, "every card of the box", card(KINDS), is_set=True)
    objects: Numbers = field("i1", (PILES, PILE), ALL, "points of the Objects of each pile", count(WORTH))
    pile_size: Numbers = field("i1", (PILES,), ALL, "Objects in each pile", count(PILE))
    seats: Number = field("i1", (), ALL, "players at the table", count(SEATS))
    starter: Number = field("i1", (), ALL, "first player named by the table (A-G22)", seat(SEATS))
    goal: Number = field("i1", (), ALL, "points that win (A-R31)", count(99))
    prize: Number = field("i1", (), ALL, "points of the prize for Elementals (A-R33)", count(99))
    prize_needs: Number = field("i1", (), ALL, "Elementals it takes", count(4))
    stones: Number = field("i1", (), ALL, "Stones that turn another Object into an Artefact (A-R36)", count(9))
    limit: Number = field("i1", (), ALL, "cards a hand may keep (A-R29)", count(HAND))
    bonus: Number = field("i1", (), ALL, "cards for a gathering from the hand (A-R20)", count(16))


class State(Position):
    """The position of an Abracadabra table."""

    phase: Number = field("i1", (), ALL, "what is to be decided", one_of(*PHASES))
    step: Number = field("i1", (), ALL, "what happens next of itself", one_of(*STEPS), inner=True)
    turn: Number = field("i1", (), ALL, "seat whose turn it is", seat(SEATS))
    acting: Number = field("i1", (), ALL, "seat that has to decide", seat(SEATS))
    turns: Number = field("i2", (), ALL, "turns begun, extra turns counted (A-G15)", count(LIMIT))
    extra: Number = field("i1", (), ALL, "an extra turn was earned (A-R17)", count(1))
    target: Number = field("i1", (), ALL, "opponent of a Chaos! (A-R26)", seat(SEATS))
    drawn: Cards = field(
        "i1", (SEATS,), OWNER, "card just drawn by Chaos!, not to be given back", card(CARDS), lies=False
    )
    drawn_back: Number = field("i1", (), ALL, "its back, which all saw", one_of(*ELEMENTS))
    towers: Cards = field("i1", (TOWERS,), ALL, "Enchanters in the Towers", card(CARDS))
    letter: Number = field("i1", (), ALL, "declared letter of the gathering in progress", one_of(*LETTERS_OF_PILES))
    organiser: Number = field("i1", (), ALL, "who staged it", seat(SEATS))
    gathered: Number = field("i1", (), ALL, "Objects are being drawn for a new gathering", count(1), inner=True)
    proxima: Cards = field("i1", (1,), ALL, "Proxima! lying face up before its player (A-R23)", card(CARDS))
    proxima_of: Number = field("i1", (), ALL, "who played it", seat(SEATS))
    drawer: Number = field("i1", (), ALL, "who draws an Object now", seat(SEATS))
    next_drawer: Number = field("i1", (), ALL, "who draws one after that", seat(SEATS))
    row: Cards = field("i1", (ROW_DOWN,), FACE_DOWN, "face-down cards of the row", card(SEEN))
    row_old: Numbers = field(
        "i1", (ROW_DOWN,), ALL, "cards of the row that lay there at the last reshuffle", FLAG, inner=True
    )
    row_safe: Numbers = field("i1", (ROW_DOWN,), ALL, "cards of the row that are surely no Periculum! (A-G5)", FLAG)
    shown: Cards = field("i1", (1,), ALL, "face-up card of the row", card(CARDS))
    top: Cards = field("i1", (1,), FACE_DOWN, "top card of the deck", card(SEEN))
    deck: Cards = field(
        "i1", (CARDS,), NOBODY, "the deck below its top card, in no order but for the stacked ones", card(CARDS)
    )
    deck_size: Number = field("i1", (), ALL, "cards in the deck below the top", count(CARDS))
    stacked: Number = field("i1", (), NOBODY, "cards at the top of the deck whose order is fixed", count(CARDS))
    discards: Cards = field(
        "i1", (CARDS,), ALL, "the discard pile, which may be looked through", card(CARDS), is_set=True
    )
    hand: Cards = field("i1", (SEATS, HAND), BACK, "cards of each seat, sorted", card(SEEN), is_set=True)
    hand_size: Numbers = field("i1", (SEATS,), ALL, "cards in each hand", count(HAND), by_seat=True)
    seen: Numbers = field("u1", (SEATS, CARDS), OWNER, "in whose hands a seat knows a card to be", seats(SEATS))
    cases: Numbers = field(
        "i1", (SEATS,), OWNER, "cases in which cards that were passed on can lie", count(CASES), inner=True
    )
    case_back: Numbers = field(
        "i1", (SEATS, CASES), OWNER, "the cards of which back a case is about", one_of(*ELEMENTS), inner=True
    )
    case_weight: Numbers = field(
        "i2", (SEATS, CASES), OWNER, "how likely it is, beside the others", count(HEAVY), inner=True
    )
    case_at: Numbers = field(
        "i1", (SEATS, CASES, OF_A_BACK), OWNER, "in whose hand each of the ten is in this case", seat(SEATS), inner=True
    )
    case_drawn: Cards = field(
        "i1",
        (SEATS, CASES),
        OWNER,
        "which of them Chaos! has just drawn in this case",
        card(CARDS),
        lies=False,
        inner=True,
    )
    gone: Numbers = field(
        "u1", (SEATS, CARDS), OWNER, "cards a seat knows were in the last reshuffle", FLAG, inner=True
    )
    old: Numbers = field(
        "i1",
        (SEATS, len(ELEMENTS)),
        ALL,
        "cards of each back that were in no deck since then",
        count(HAND),
        by_seat=True,
        inner=True,
    )
    barren: Numbers = field(
        "i1", (SEATS,), ALL, "air backs of a hand known to be no Enchanters", count(HAND), by_seat=True
    )
    objects: Cards = field("i1", (SEATS, OBJECTS), BACK, "Objects of each seat", card(KINDS), is_set=True)
    object_count: Numbers = field(
        "i1", (SEATS,), ALL, "Objects of each seat, without bonus cards", count(OBJECTS), by_seat=True
    )
    bonus: Numbers = field("i1", (SEATS,), ALL, "cards for gatherings from the hand", count(8), by_seat=True)
    bonus_left: Number = field("i1", (), ALL, "such cards still to be had", count(8))
    piles: Cards = field("i1", (PILES, PILE), NOBODY, "Objects of each pile, in no order", card(KINDS))
    pile_size: Numbers = field("i1", (PILES,), ALL, "Objects left in each pile", count(PILE))
    winner: Number = field("i1", (), ALL, "who has won", seat(SEATS))
    ending: Number = field("i1", (), ALL, "how the game ended", one_of(*ENDINGS))
    last_hand: Cards = field(
        "i1", (SEATS, HAND), ALL, "hands laid open at the end", card(CARDS), is_set=True, by_seat=True, lies=False
    )
    last_objects: Cards = field(
        "i1", (SEATS, OBJECTS), ALL, "Objects laid open at the end", card(KINDS), is_set=True, by_seat=True, lies=False
    )


# ---------------------------------------------------------------- gatherings of Enchanters (A-R10, A-R11)

ENCHANTERS = 30
ORDINARY = 27
TRIPLES = 4060
"""All choices of three from thirty."""
WITH_JOKERS = "ACEG"
"""A-M7: letters to choose from when two or three Air Enchanters meet."""


def card_of(enchanter: int) -> int:
    """The card of an Enchanter's number."""
    return enchanter // 9 * OF_A_BACK + enchanter % 9 if enchanter < ORDINARY else AIR + enchanter - ORDINARY


ENCHANTER_OF: Final = readable(np.full(CARDS, NONE, np.int8))
ENCHANTER_OF[[card_of(_enchanter) for _enchanter in range(ENCHANTERS)]] = np.arange(ENCHANTERS)


@kernel
def enchanter_of(card: int) -> int:
    """The number of an Enchanter; -1 for any other card."""
    return int(ENCHANTER_OF[card])


@kernel
def rank(a: int, b: int, c: int) -> int:
    """The place of three Enchanters a < b < c among all choices of three."""
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


def letters(triple: tuple[int, int, int]) -> str:
    """The letters a meeting of three may be declared as; '' where they may not meet (A-R10)."""
    ordinary = [each for each in triple if each < ORDINARY]
    if sum(each % 3 for each in triple) % 3:
        return ""
    if len(ordinary) <= 1:
        return WITH_JOKERS
    if len(ordinary) == TOWERS and (sum(each // 9 for each in ordinary) % 3 or sum(each // 3 for each in ordinary) % 3):
        return ""
    one, other = ordinary[:2]
    same_aspect = one % 3 == other % 3
    if one // 9 == other // 9:
        return "A" if one // 3 == other // 3 else "B" if same_aspect else "C"
    if one // 3 % 3 == other // 3 % 3:
        return "D" if same_aspect else "E"
    return "F" if same_aspect else "G"


@dataclass(frozen=True)
class Meeting:
    """Three Enchanters and the letter their meeting is declared as; `declared` where there was a choice."""

    enchanters: tuple[int, int, int]
    letter: str
    declared: bool


def all_meetings() -> tuple[Meeting, ...]:
    """Every gathering, in the order of the numbers: 468 whose letter is forced, 28 with four letters each."""
    triples = sorted(combinations(range(ENCHANTERS), 3), key=lambda triple: rank(*triple))
    return tuple(
        Meeting(triple, letter, len(found) > 1) for triple in triples for found in [letters(triple)] for letter in found
    )


MEETINGS = all_meetings()
JOINING: Final = np.zeros((ENCHANTERS, ENCHANTERS), np.int64)
"""For each two Enchanters those who may meet them, a bit each."""
for _meeting in MEETINGS:
    for _one, _other, _third in permutations(_meeting.enchanters):
        JOINING[_one, _other] |= 1 << _third
LETTERS_OF_MEETINGS = tuple(LETTERS_OF_PILES.index(meeting.letter) for meeting in MEETINGS)


def first_meeting_of_triples() -> list[int]:
    """For each choice of three the number of its first gathering, or -1."""
    first = [-1] * TRIPLES
    for number, meeting in reversed(list(enumerate(MEETINGS))):
        first[rank(*meeting.enchanters)] = number
    return first
