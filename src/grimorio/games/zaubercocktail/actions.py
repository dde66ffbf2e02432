"""What a seat can do in Zaubercocktail, as values with a text form, and their numbers."""

from dataclasses import dataclass
from typing import Annotated

from grimorio.engine.codes import Numbering, forms
from grimorio.engine.layout import LETTERS
from grimorio.engine.reference import A_KIND, A_NUMBER, A_SEAT, A_WORD, a_card, a_place
from grimorio.games.zaubercocktail.state import INGREDIENTS, JOKERS, KINDS, NATURALS, RECIPES, SEATS, SET, SIZES

GIVE = 0
WANT = GIVE + KINDS
ADDRESS = WANT + KINDS
TO_ALL = ADDRESS + SEATS
CLEAR = TO_ALL + 1
POST = CLEAR + 1
COUNTER = POST + 1
ACCEPT = COUNTER + SEATS
WITHDRAW = ACCEPT + SEATS
WITHDRAW_CALL = WITHDRAW + 1
PASS = WITHDRAW_CALL + 1
STONE = PASS + 1
LAY = STONE + 1
HAND_IN = LAY + NATURALS * SIZES
ACTIONS = HAND_IN + 1
FORM = forms(
    (
        GIVE, WANT, ADDRESS, TO_ALL, CLEAR, POST, COUNTER, ACCEPT, WITHDRAW, WITHDRAW_CALL, PASS, STONE, LAY, HAND_IN,
    ),
    ACTIONS,
)  # fmt: skip
"""For each action its form: `GIVE` for every number from there to `WANT`."""

DARK_THING = "dark thing"
CARD_NAMES = (*INGREDIENTS, DARK_THING, *(f"recipe {n + 1}" for n in range(RECIPES)), "lightning")
WAYS = tuple(
    (naturals, jokers) for jokers in range(JOKERS + 1) for naturals in range(1, SET + 1) if 1 < naturals + jokers <= SET
)
"""Ways to make a set of one kind: natural cards and jokers, in the order of their numbers (Z-R13, Z-G6)."""

InHand = Annotated[str, a_card("hand")]
Kind = Annotated[str, A_KIND]
Seat = Annotated[str, A_SEAT]
OpenOffer = Annotated[str, a_place({letter: f"offer_give[{letter}]" for letter in LETTERS[:SEATS]})]
HowMany = Annotated[str, A_NUMBER]
Word = Annotated[str, A_WORD]


@dataclass(frozen=True)
class Give:
    """Z-R8: one more card to give in the offer that is being composed."""

    give: InHand

    def text(self) -> str:
        """For example `give faran leaf`."""
        return f"give {self.give}"


@dataclass(frozen=True)
class Want:
    """Z-R8: one more card to ask for in it."""

    want: Kind

    def text(self) -> str:
        """For example `want blue schlums`."""
        return f"want {self.want}"


@dataclass(frozen=True)
class To:
    """Z-G18: the offer is for one player alone, though all hear it."""

    seat: Seat

    def text(self) -> str:
        """For example `to b`."""
        return f"to {self.seat.lower()}"


@dataclass(frozen=True)
class Counter:
    """Begin an offer to somebody with what he asks for and what he gives."""

    counter: Seat
    word: Word = "counter"

    def text(self) -> str:
        """For example `counter b`."""
        return f"counter {self.counter.lower()}"


@dataclass(frozen=True)
class Accept:
    """Z-R9: take somebody's offer as it stands."""

    offer: OpenOffer

    def text(self) -> str:
        """For example `accept b`."""
        return f"accept {self.offer.lower()}"


@dataclass(frozen=True)
class Pass:
    """Z-E1: nothing to say this time."""

    word: Word = "pass"

    def text(self) -> str:
        """The word itself."""
        return self.word


@dataclass(frozen=True)
class HandIn:
    """Z-G22: the sets laid out are final; without any, the best ones are taken."""

    word: Word = "hand in"

    def text(self) -> str:
        """The words themselves."""
        return self.word


@dataclass(frozen=True)
class Prepare:
    """What changes the offer that is composed, or the sets that are laid out, without a card; nobody hears it."""

    word: Word

    def text(self) -> str:
        """The words themselves."""
        return self.word


@dataclass(frozen=True)
class Say:
    """What is said aloud without a card."""

    word: Word

    def text(self) -> str:
        """The words themselves."""
        return self.word


@dataclass(frozen=True)
class Lay:
    """Z-R13: lay out a set of natural cards."""

    naturals: HowMany
    kind: InHand

    def text(self) -> str:
        """For example `lay 3 whiteberries`."""
        return f"lay {self.naturals} {self.kind}"


@dataclass(frozen=True)
class LayWith:
    """Z-R15: lay out a set with jokers."""

    naturals: HowMany
    kind: InHand
    jokers: HowMany

    def text(self) -> str:
        """For example `lay 2 whiteberries + 1 dark thing`."""
        return f"lay {self.naturals} {self.kind} + {self.jokers} {DARK_THING}"


Action = Give | Want | To | Counter | Accept | Pass | Prepare | Say | Lay | LayWith | HandIn
COMPOSING = (Give, Want, To, Counter, Prepare, Lay, LayWith)
"""What only prepares an offer or sets: nobody is told, nothing is shown, no chance is drawn (Z-E1, Z-G22)."""


def _set(kind: str, naturals: int, jokers: int) -> Action:
    return LayWith(str(naturals), kind, str(jokers)) if jokers else Lay(str(naturals), kind)


def _all_actions() -> tuple[Action, ...]:
    """Every action, in the order of the numbers."""
    return (
        *(Give(name) for name in CARD_NAMES[:KINDS]),
        *(Want(name) for name in CARD_NAMES[:KINDS]),
        *(To(letter) for letter in LETTERS[:SEATS]),
        Prepare("to all"),
        Prepare("clear"),
        Say("post"),
        *(Counter(letter) for letter in LETTERS[:SEATS]),
        *(Accept(letter) for letter in LETTERS[:SEATS]),
        Say("withdraw"),
        Say("withdraw call"),
        Pass(),
        Say("stone"),
        *(_set(kind, *way) for kind in INGREDIENTS for way in WAYS),
        HandIn(),
    )


NUMBERING: Numbering[Action] = Numbering(_all_actions())
