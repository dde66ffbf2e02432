"""What a seat can do in Illusio, as values with a text form, and their numbers."""

from dataclasses import dataclass

from grimorio.engine.game import ActionError
from grimorio.engine.layout import LETTERS
from grimorio.games.illusio.kinds import CHANGES, LIKE
from grimorio.games.illusio.state import (
    COMPONENTS,
    KIND_NAMES,
    OBJECTIVE_NAMES,
    OBJECTIVES,
    PLAYING,
    PREPARING,
    SEATS,
    SPECIAL_NAMES,
    TRANSFORMS,
)

PLACE = 0
PLACE_AS = PLACE + COMPONENTS
ADD = PLACE_AS + len(CHANGES)
ADD_AS = ADD + PREPARING * COMPONENTS
MOVE = ADD_AS + PREPARING * len(CHANGES)
TRANSFORM_ONE = MOVE + PREPARING * COMPONENTS
OTHERS = COMPONENTS - 1
"""Kinds that a component can be turned into."""
TAKE_FROM = TRANSFORM_ONE + COMPONENTS * OTHERS
ON_TRICK = TAKE_FROM + SEATS
EXCHANGE = ON_TRICK + 4 * OBJECTIVES
PREPARE = EXCHANGE + PLAYING
USE = PREPARE + OBJECTIVES
DROP = USE + COMPONENTS
CHANGE = DROP + PREPARING
SWAP = CHANGE + SEATS * len(CHANGES)
SWAP_FOR = SWAP + COMPONENTS
STEAL = SWAP_FOR + SEATS * COMPONENTS
RETURN = STEAL + SEATS * len(LIKE)
WHICH = RETURN + SEATS * COMPONENTS
VALIDATE_FIRST = WHICH + COMPONENTS * (TRANSFORMS + 1)
DISCARD = VALIDATE_FIRST + OBJECTIVES
DONE = DISCARD + PLAYING
END = DONE + 1
ACTIONS = END + 1

CARD_NAMES = (*KIND_NAMES, *SPECIAL_NAMES, *OBJECTIVE_NAMES)
PLACE_NAMES = tuple(str(place + 1) for place in range(PREPARING))


@dataclass(frozen=True)
class Place:
    """I-R7 A: a component of the hand goes to the backstage."""

    card: str
    word: str = "place"

    def text(self) -> str:
        """For example `place scarf`."""
        return f"place {self.card}"


@dataclass(frozen=True)
class PlaceAs:
    """I-G21: placed and changed by the talent in one step."""

    card: str
    kind: str
    word: str = "place"

    def text(self) -> str:
        """For example `place rabbit as tiger`."""
        return f"place {self.card} as {self.kind}"


@dataclass(frozen=True)
class Add:
    """I-R7 E: a component of the hand goes to an objective in preparation."""

    card: str
    place: str
    word: str = "add"

    def text(self) -> str:
        """For example `add scarf to 1`."""
        return f"add {self.card} to {self.place}"


@dataclass(frozen=True)
class AddAs:
    """I-G21: put to an objective and changed by the talent in one step."""

    card: str
    kind: str
    place: str
    word: str = "add"

    def text(self) -> str:
        """For example `add rabbit as tiger to 2`."""
        return f"add {self.card} as {self.kind} to {self.place}"


@dataclass(frozen=True)
class Move:
    """I-R7 E: a component of the backstage goes to an objective in preparation."""

    component: str
    place: str
    word: str = "move"

    def text(self) -> str:
        """For example `move rope to 1`."""
        return f"move {self.component} to {self.place}"


@dataclass(frozen=True)
class Transform:
    """I-R20: a component of the own backstage becomes any other."""

    component: str
    kind: str
    card: str = "transform"

    def text(self) -> str:
        """For example `transform dove into crate`."""
        return f"transform {self.component} into {self.kind}"


@dataclass(frozen=True)
class TakeFrom:
    """I-R22: a random card of an opponent."""

    seat: str
    card: str = "take"

    def text(self) -> str:
        """For example `take from B`."""
        return f"take from {self.seat.lower()}"


@dataclass(frozen=True)
class OnTrick:
    """I-R23 to I-R26: a special action on a shown trick."""

    card: str
    objective: str

    def text(self) -> str:
        """For example `deja vu on e5`."""
        return f"{self.card} on {self.objective}"


@dataclass(frozen=True)
class Exchange:
    """I-R7 C, I-G32: one more card is set aside for an exchange."""

    card: str
    word: str = "exchange"

    def text(self) -> str:
        """For example `exchange grand`."""
        return f"exchange {self.card}"


@dataclass(frozen=True)
class Prepare:
    """I-R7 D: an objective of the Challenge is taken on."""

    objective: str
    word: str = "prepare"

    def text(self) -> str:
        """For example `prepare e5`."""
        return f"prepare {self.objective}"


@dataclass(frozen=True)
class Use:
    """I-G31: one more component of the backstage for the objective that is being taken on."""

    component: str
    word: str = "use"

    def text(self) -> str:
        """For example `use mirrors`."""
        return f"use {self.component}"


@dataclass(frozen=True)
class Drop:
    """I-R7 F: an objective in preparation is given up."""

    place: str
    word: str = "drop"

    def text(self) -> str:
        """For example `drop 2`."""
        return f"drop {self.place}"


@dataclass(frozen=True)
class Change:
    """Talents 1, 2, 4 and 5: a component in any backstage becomes another of its group."""

    component: str
    seat: str
    kind: str
    word: str = "change"

    def text(self) -> str:
        """For example `change rabbit of B into tiger`."""
        return f"change {self.component} of {self.seat.lower()} into {self.kind}"


@dataclass(frozen=True)
class Swap:
    """Talent 6: what the Twins give from their backstage."""

    component: str
    word: str = "swap"

    def text(self) -> str:
        """For example `swap scarf`."""
        return f"swap {self.component}"


@dataclass(frozen=True)
class SwapFor:
    """Talent 6: what they get for it from another backstage."""

    component: str
    seat: str
    word: str = "for"

    def text(self) -> str:
        """For example `for tank of B`."""
        return f"for {self.component} of {self.seat.lower()}"


@dataclass(frozen=True)
class Steal:
    """Talent 7: a component of another backstage for one of the same group from the hand."""

    component: str
    seat: str
    card: str
    word: str = "steal"

    def text(self) -> str:
        """For example `steal tiger of B leaving rabbit`."""
        return f"steal {self.component} of {self.seat.lower()} leaving {self.card}"


@dataclass(frozen=True)
class Return:
    """Talent 8: a component of a backstage goes back to its owner's hand."""

    component: str
    seat: str
    word: str = "return"

    def text(self) -> str:
        """For example `return tank of B`."""
        return f"return {self.component} of {self.seat.lower()}"


@dataclass(frozen=True)
class Which:
    """I-G16: of components that count alike the one with this face, and as many Transform cards on it."""

    component: str
    transforms: str
    word: str = "which"

    def text(self) -> str:
        """For example `the dove`, or `the dove under 2` where two Transform cards lie on it."""
        return f"the {self.component} under {self.transforms}" if self.transforms != "0" else f"the {self.component}"


@dataclass(frozen=True)
class ValidateFirst:
    """I-G8: of several tricks that are due, this one first."""

    objective: str
    word: str = "validate"

    def text(self) -> str:
        """For example `validate e5`."""
        return f"validate {self.objective}"


@dataclass(frozen=True)
class Discard:
    """I-R11: a card too many."""

    card: str
    word: str = "discard"

    def text(self) -> str:
        """For example `discard formula`."""
        return f"discard {self.card}"


@dataclass(frozen=True)
class Done:
    """I-G32: what was composed is confirmed."""

    word: str = "done"

    def text(self) -> str:
        """The word itself."""
        return self.word


@dataclass(frozen=True)
class End:
    """I-G13: the turn is over, whatever is left of it."""

    word: str = "end"

    def text(self) -> str:
        """The word itself."""
        return self.word


Action = (
    Place
    | PlaceAs
    | Add
    | AddAs
    | Move
    | Transform
    | TakeFrom
    | OnTrick
    | Exchange
    | Prepare
    | Use
    | Drop
    | Change
    | Swap
    | SwapFor
    | Steal
    | Return
    | Which
    | ValidateFirst
    | Discard
    | Done
    | End
)
SEAT_LETTERS = LETTERS[:SEATS]


def _from_hand() -> tuple[Action, ...]:
    """What is done with a component of the hand or of the own backstage."""
    changes = [(KIND_NAMES[old], KIND_NAMES[new]) for old, new in CHANGES]
    return (
        *(Place(name) for name in KIND_NAMES),
        *(PlaceAs(old, new) for old, new in changes),
        *(Add(name, place) for place in PLACE_NAMES for name in KIND_NAMES),
        *(AddAs(old, new, place) for place in PLACE_NAMES for old, new in changes),
        *(Move(name, place) for place in PLACE_NAMES for name in KIND_NAMES),
    )


def _specials() -> tuple[Action, ...]:
    """I-R20 to I-R26."""
    return (
        *(Transform(old, new) for old in KIND_NAMES for new in KIND_NAMES if new != old),
        *(TakeFrom(letter) for letter in SEAT_LETTERS),
        *(OnTrick(name, objective) for name in SPECIAL_NAMES[2:] for objective in OBJECTIVE_NAMES),
    )


def _objectives() -> tuple[Action, ...]:
    """I-R7 C, D and F."""
    return (
        *(Exchange(name) for name in CARD_NAMES[:PLAYING]),
        *(Prepare(name) for name in OBJECTIVE_NAMES),
        *(Use(name) for name in KIND_NAMES),
        *(Drop(place) for place in PLACE_NAMES),
    )


def _talents() -> tuple[Action, ...]:
    """I-R2, I-G29."""
    changes = [(KIND_NAMES[old], KIND_NAMES[new]) for old, new in CHANGES]
    like = [(KIND_NAMES[theirs], KIND_NAMES[mine]) for theirs, mine in LIKE]
    return (
        *(Change(old, letter, new) for letter in SEAT_LETTERS for old, new in changes),
        *(Swap(name) for name in KIND_NAMES),
        *(SwapFor(name, letter) for letter in SEAT_LETTERS for name in KIND_NAMES),
        *(Steal(theirs, letter, mine) for letter in SEAT_LETTERS for theirs, mine in like),
        *(Return(name, letter) for letter in SEAT_LETTERS for name in KIND_NAMES),
    )


def _all_actions() -> tuple[Action, ...]:
    """Every action, in the order of the numbers."""
    return (
        *_from_hand(),
        *_specials(),
        *_objectives(),
        *_talents(),
        *(Which(name, str(cards)) for name in KIND_NAMES for cards in range(TRANSFORMS + 1)),
        *(ValidateFirst(name) for name in OBJECTIVE_NAMES),
        *(Discard(name) for name in CARD_NAMES[:PLAYING]),
        Done(),
        End(),
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
