"""What a seat can do in Abracadabra, as values with a text form, and their numbers."""

from dataclasses import dataclass
from typing import Annotated

from grimorio.engine.codes import Numbering, forms
from grimorio.engine.layout import LETTERS
from grimorio.engine.reference import A_SEAT, A_WORD, a_card, a_place
from grimorio.games.abracadabra.state import (
    ASPECTS,
    CARDS,
    ELEMENTAL,
    ELEMENTS,
    LETTERS_OF_PILES,
    MEETINGS,
    OF_A_BACK,
    PILES,
    ROW_DOWN,
    SCHOOLS,
    SEATS,
    TRICKS,
    WORTH,
    Meeting,
    card_of,
)

TAKE_CARD = 0
SHOWN = ROW_DOWN
"""The fourth card of the row, which lies face up."""
GATHER = TAKE_CARD + ROW_DOWN + 1
PLAY_PROXIMA = GATHER + len(MEETINGS)
PLAY_IDEM = PLAY_PROXIMA + 1
PLAY_EXODUS = PLAY_IDEM + 1
PLAY_CHAOS = PLAY_EXODUS + 1
PLAY_VADEMECUM = PLAY_CHAOS + SEATS
PASS = PLAY_VADEMECUM + SEATS
DRAW_FROM = PASS + 1
GIVE_CARD = DRAW_FROM + PILES
DISCARD_CARD = GIVE_CARD + CARDS
ACTIONS = DISCARD_CARD + CARDS
FORM = forms(
    (
        TAKE_CARD, GATHER, PLAY_PROXIMA, PLAY_IDEM, PLAY_EXODUS, PLAY_CHAOS, PLAY_VADEMECUM, PASS, DRAW_FROM, GIVE_CARD,
        DISCARD_CARD,
    ),
    ACTIONS,
)  # fmt: skip
"""For each action its form: `TAKE_CARD` for every number from there to `GATHER`."""


def card_name(kind: int) -> str:
    """The name of a playing card: `water bronze wizard`, `air mage`, `chaos`, `fire elemental`."""
    element, place = ELEMENTS[kind // OF_A_BACK], kind % OF_A_BACK
    if place == ELEMENTAL:
        return f"{element} elemental"
    if element == "air":
        return f"air {ASPECTS[place]}" if place < len(ASPECTS) else TRICKS[place - len(ASPECTS)]
    return f"{element} {SCHOOLS[place // 3]} {ASPECTS[place % 3]}"


def object_name(kind: int) -> str:
    """The name of an Object: its pile and its points, or `stone`."""
    letter, points = LETTERS_OF_PILES[kind // WORTH], kind % WORTH
    return f"{letter} {points}" if points else f"{letter} stone"


CARD_NAMES = (
    *(card_name(kind) for kind in range(CARDS)),
    *(f"{element} back" for element in ELEMENTS),
    *(object_name(kind) for kind in range(PILES * WORTH)),
    *(f"{letter} back" for letter in LETTERS_OF_PILES),
)
PLACES_AT = {**{f"down {k + 1}": f"row[{k}]" for k in range(ROW_DOWN)}, "up": "shown"}
PLACE_NAMES = tuple(PLACES_AT)
PILES_AT = {letter: f"piles[{k}]" for k, letter in enumerate(LETTERS_OF_PILES)}

InRow = Annotated[str, a_place(PLACES_AT, shows=("row_backs", "shown"))]
InHand = Annotated[str, a_card("hand")]
Meets = Annotated[str, a_card("hand", "towers")]
"""An Enchanter of a gathering, who comes from the hand or stands in a Tower (A-R12)."""
OfPile = Annotated[str, a_place(PILES_AT, shows=("pile_size",))]
Opponent = Annotated[str, A_SEAT]
Word = Annotated[str, A_WORD]


@dataclass(frozen=True)
class Take:
    """A-R7: one of the four cards of the row."""

    place: InRow

    def text(self) -> str:
        """For example `take down 2`, or `take up`."""
        return f"take {self.place}"


@dataclass(frozen=True)
class Gather:
    """A-R12: three Enchanters meet; where each comes from follows from where it is."""

    first: Meets
    second: Meets
    third: Meets

    def text(self) -> str:
        """For example `gather water bronze wizard + water silver mage + water gold witch`."""
        return f"gather {self.first} + {self.second} + {self.third}"


@dataclass(frozen=True)
class GatherAs:
    """A-M7: with two or three Air Enchanters the letter is declared."""

    first: Meets
    second: Meets
    third: Meets
    letter: OfPile

    def text(self) -> str:
        """For example `gather water gold wizard + air mage + air witch as G`."""
        return f"gather {self.first} + {self.second} + {self.third} as {self.letter.lower()}"


@dataclass(frozen=True)
class Trick:
    """A-R22: a Trick that names nobody."""

    trick: InHand

    def text(self) -> str:
        """For example `play idem`."""
        return f"play {self.trick}"


@dataclass(frozen=True)
class TrickOn:
    """A-R26, A-R27: Chaos! or Vademecum! on an opponent."""

    trick: InHand
    seat: Opponent

    def text(self) -> str:
        """For example `play chaos on B`."""
        return f"play {self.trick} on {self.seat.lower()}"


@dataclass(frozen=True)
class Pass:
    """A-R9: neither a gathering nor a Trick."""

    word: Word = "pass"

    def text(self) -> str:
        """The word itself."""
        return self.word


@dataclass(frozen=True)
class DrawFrom:
    """A-R19: the neighbour of an empty pile to draw from."""

    letter: OfPile

    def text(self) -> str:
        """For example `draw from C`."""
        return f"draw from {self.letter.lower()}"


@dataclass(frozen=True)
class Give:
    """A-R26: what Chaos! gives back."""

    card: InHand

    def text(self) -> str:
        """For example `give fire elemental`."""
        return f"give {self.card}"


@dataclass(frozen=True)
class Discard:
    """A-R25, A-R29: a card of the hand goes to the discards."""

    card: InHand

    def text(self) -> str:
        """For example `discard air mage`."""
        return f"discard {self.card}"


Action = Take | Gather | GatherAs | Trick | TrickOn | Pass | DrawFrom | Give | Discard


def _gathering(meeting: Meeting) -> Action:
    first, second, third = (CARD_NAMES[card_of(each)] for each in meeting.enchanters)
    if meeting.declared:
        return GatherAs(first, second, third, meeting.letter)
    return Gather(first, second, third)


def _all_actions() -> tuple[Action, ...]:
    """Every action, in the order of the numbers."""
    return (
        *(Take(place) for place in PLACE_NAMES),
        *(_gathering(meeting) for meeting in MEETINGS),
        *(Trick(trick) for trick in TRICKS[:3]),
        *(TrickOn(trick, letter) for trick in TRICKS[3:5] for letter in LETTERS[:SEATS]),
        Pass(),
        *(DrawFrom(letter) for letter in LETTERS_OF_PILES),
        *(Give(name) for name in CARD_NAMES[:CARDS]),
        *(Discard(name) for name in CARD_NAMES[:CARDS]),
    )


NUMBERING: Numbering[Action] = Numbering(_all_actions())
