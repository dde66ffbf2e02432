"""What a seat can do in FLAUTZ!, as values with a text form, and their numbers."""

from dataclasses import dataclass
from typing import Annotated

from grimorio.engine.codes import Numbering, forms
from grimorio.engine.reference import A_WORD, a_card, a_place
from grimorio.games.flautz.state import COLOURS, ILLUSION, KINDS, PLACES, PRISM, ROW, VALUES

EXCHANGE = 0
REFILL = EXCHANGE + PLACES * KINDS
FOCUS = REFILL + PLACES
DECLARE = FOCUS + 1
WAIVE = DECLARE + 1
EXCHANGE_DECLARING = WAIVE + 1
ACTIONS = EXCHANGE_DECLARING + PLACES * KINDS
FORM = forms((EXCHANGE, REFILL, FOCUS, DECLARE, WAIVE, EXCHANGE_DECLARING), ACTIONS)
"""For each action its form: `EXCHANGE` for every number from there to `REFILL`."""


def card_name(kind: int) -> str:
    """The name of a card in texts: `blue 3`, `illusion 2`, `prism`."""
    if kind == PRISM:
        return "prism"
    head = "illusion" if kind >= ILLUSION else COLOURS[kind // VALUES]
    return f"{head} {kind % VALUES + 1}"


CARD_NAMES = tuple(card_name(kind) for kind in range(KINDS))
PLACES_AT = {f"{zone} {k + 1}": f"{zone}[{k}]" for zone in ("air", "floor") for k in range(ROW)}
PLACE_NAMES = tuple(PLACES_AT)

OpenPlace = Annotated[str, a_place(PLACES_AT)]
InHand = Annotated[str, a_card("hand")]
Word = Annotated[str, A_WORD]


@dataclass(frozen=True)
class Exchange:
    """FZ-R7: take an open card, give one from the hand."""

    place: OpenPlace
    give: InHand

    def text(self) -> str:
        """For example `take air 2 give blue 3`."""
        return f"take {self.place} give {self.give}"


@dataclass(frozen=True)
class ExchangeDeclaring:
    """FZ-R16, FZ-A4: an exchange that makes a FLAUTZ!, declared in the same breath.

    One action, not two: to be asked after the exchange whether to declare would tell the others that one could.
    """

    place: OpenPlace
    give: InHand
    word: Word = "declare"

    def text(self) -> str:
        """For example `take air 2 give blue 3 declare`."""
        return f"take {self.place} give {self.give} {self.word}"


@dataclass(frozen=True)
class Refill:
    """FZ-R24: who begins focused replaces an open card from the pile."""

    place: OpenPlace

    def text(self) -> str:
        """For example `refill floor 1`."""
        return f"refill {self.place}"


@dataclass(frozen=True)
class Say:
    """What needs no card: focus, declare, waive."""

    word: Word

    def text(self) -> str:
        """The word itself."""
        return self.word


Action = Exchange | ExchangeDeclaring | Refill | Say
WORDS = ("focus", "declare", "waive")


def _all_actions() -> tuple[Action, ...]:
    """Every action, in the order of the numbers."""
    gifts = [(place, card) for place in PLACE_NAMES for card in CARD_NAMES]
    return (
        *(Exchange(place, card) for place, card in gifts),
        *(Refill(place) for place in PLACE_NAMES),
        *(Say(word) for word in WORDS),
        *(ExchangeDeclaring(place, card) for place, card in gifts),
    )


NUMBERING: Numbering[Action] = Numbering(_all_actions())
