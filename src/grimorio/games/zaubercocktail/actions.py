"""What a seat can do in Zaubercocktail, as values with a text form, and their numbers."""

from dataclasses import dataclass

from grimorio.engine.game import ActionError
from grimorio.engine.layout import LETTERS
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

DARK_THING = "dark thing"
CARD_NAMES = (*INGREDIENTS, DARK_THING, *(f"recipe {n + 1}" for n in range(RECIPES)), "lightning")
WAYS = tuple(
    (naturals, jokers) for jokers in range(JOKERS + 1) for naturals in range(1, SET + 1) if 1 < naturals + jokers <= SET
)
"""Ways to make a set of one kind: natural cards and jokers, in the order of their numbers (Z-R13, Z-G6)."""


@dataclass(frozen=True)
class Give:
    """Z-R8: one more card to give in the offer that is being composed."""

    give: str

    def text(self) -> str:
        """For example `give faran leaf`."""
        return f"give {self.give}"


@dataclass(frozen=True)
class Want:
    """Z-R8: one more card to ask for in it."""

    want: str

    def text(self) -> str:
        """For example `want blue schlums`."""
        return f"want {self.want}"


@dataclass(frozen=True)
class To:
    """Z-G18: the offer is for one player alone, though all hear it."""

    seat: str

    def text(self) -> str:
        """For example `to b`."""
        return f"to {self.seat.lower()}"


@dataclass(frozen=True)
class Counter:
    """Begin an offer to somebody with what he asks for and what he gives."""

    counter: str

    def text(self) -> str:
        """For example `counter b`."""
        return f"counter {self.counter.lower()}"


@dataclass(frozen=True)
class Accept:
    """Z-R9: take somebody's offer as it stands."""

    offer: str

    def text(self) -> str:
        """For example `accept b`."""
        return f"accept {self.offer.lower()}"


@dataclass(frozen=True)
class Pass:
    """Z-E1: nothing to say this time."""

    def text(self) -> str:
        """The word itself."""
        return "pass"


@dataclass(frozen=True)
class HandIn:
    """Z-G22: the sets laid out are final; without any, the best ones are taken."""

    def text(self) -> str:
        """The words themselves."""
        return "hand in"


@dataclass(frozen=True)
class Say:
    """What needs no card."""

    word: str

    def text(self) -> str:
        """The words themselves."""
        return self.word


@dataclass(frozen=True)
class Lay:
    """Z-R13: lay out a set of natural cards."""

    number: str
    kind: str

    def text(self) -> str:
        """For example `lay 3 whiteberries`."""
        return f"lay {self.number} {self.kind}"


@dataclass(frozen=True)
class LayWith:
    """Z-R15: lay out a set with jokers."""

    number: str
    kind: str
    jokers: str

    def text(self) -> str:
        """For example `lay 2 whiteberries + 1 dark thing`."""
        return f"lay {self.number} {self.kind} + {self.jokers} {DARK_THING}"


Action = Give | Want | To | Counter | Accept | Pass | Say | Lay | LayWith | HandIn


def _set(kind: str, naturals: int, jokers: int) -> Action:
    return LayWith(str(naturals), kind, str(jokers)) if jokers else Lay(str(naturals), kind)


def _all_actions() -> tuple[Action, ...]:
    """Every action, in the order of the numbers."""
    return (
        *(Give(name) for name in CARD_NAMES[:KINDS]),
        *(Want(name) for name in CARD_NAMES[:KINDS]),
        *(To(letter) for letter in LETTERS[:SEATS]),
        Say("to all"),
        Say("clear"),
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


ALL_ACTIONS = _all_actions()
NUMBERS = {action: number for number, action in enumerate(ALL_ACTIONS)}


def action_of(number: int) -> Action:
    """The action with this number."""
    if not 0 <= number < ACTIONS:
        msg = f"no action has the number {number}"
        raise ActionError(msg)
    return ALL_ACTIONS[number]


def number_of_action(action: Action) -> int:
    """The number of this action."""
    return NUMBERS[action]
