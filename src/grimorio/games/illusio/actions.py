"""What a seat can do in Illusio, as values with a text form, and their numbers."""

from dataclasses import dataclass, field
from typing import Annotated

from grimorio.engine.codes import Numbering, forms
from grimorio.engine.layout import LETTERS
from grimorio.engine.reference import A_KIND, A_NUMBER, A_SEAT, A_WORD, ANYBODY, a_card, a_place
from grimorio.games.illusio.state import (
    CHANGES,
    COMPONENTS,
    KIND_NAMES,
    LIKE,
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
FORM = forms(
    (
        PLACE, PLACE_AS, ADD, ADD_AS, MOVE, TRANSFORM_ONE, TAKE_FROM, ON_TRICK, EXCHANGE, PREPARE, USE, DROP, CHANGE,
        SWAP, SWAP_FOR, STEAL, RETURN, WHICH, VALIDATE_FIRST, DISCARD, DONE, END,
    ),
    ACTIONS,
)  # fmt: skip
"""For each action its form: `PLACE` for every number from there to `PLACE_AS`."""

CARD_NAMES = (*KIND_NAMES, *SPECIAL_NAMES, *OBJECTIVE_NAMES)
PLACES_AT = {str(place + 1): f"preparing[{{seat}},{place}]" for place in range(PREPARING)}
PLACE_NAMES = tuple(PLACES_AT)

InHand = Annotated[str, a_card("hand")]
InBackstage = Annotated[str, a_card("backstage")]
"""A component by what it counts as now, which need not be its printed face."""
InTheirBackstage = Annotated[str, a_card("backstage", whose="seat")]
InPreparation = Annotated[str, a_place(PLACES_AT)]
TheBackstage = Annotated[str, a_place({"backstage": "backstage[{seat}]"})]
InChallenge = Annotated[str, a_card("challenge")]
ShownByAnybody = Annotated[str, a_card("shown", whose=ANYBODY)]
OwnTrick = Annotated[str, a_card("shown")]
Kind = Annotated[str, A_KIND]
Seat = Annotated[str, A_SEAT]
Word = Annotated[str, A_WORD]

# A word that an action always has stands first, so that what is sent for a decision differs only in what comes last.


@dataclass(frozen=True)
class Place:
    """I-R7 A: a component of the hand goes to the backstage."""

    where: TheBackstage = field(default="backstage", kw_only=True)
    card: InHand

    def text(self) -> str:
        """For example `place scarf`."""
        return f"place {self.card}"


@dataclass(frozen=True)
class PlaceAs:
    """I-G21: placed and changed by the talent in one step."""

    where: TheBackstage = field(default="backstage", kw_only=True)
    card: InHand
    kind: Kind

    def text(self) -> str:
        """For example `place rabbit as tiger`."""
        return f"place {self.card} as {self.kind}"


@dataclass(frozen=True)
class Add:
    """I-R7 E: a component of the hand goes to an objective in preparation."""

    card: InHand
    place: InPreparation

    def text(self) -> str:
        """For example `add scarf to 1`."""
        return f"add {self.card} to {self.place}"


@dataclass(frozen=True)
class AddAs:
    """I-G21: put to an objective and changed by the talent in one step."""

    card: InHand
    kind: Kind
    place: InPreparation

    def text(self) -> str:
        """For example `add rabbit as tiger to 2`."""
        return f"add {self.card} as {self.kind} to {self.place}"


@dataclass(frozen=True)
class Move:
    """I-R7 E: a component of the backstage goes to an objective in preparation."""

    component: InBackstage
    place: InPreparation

    def text(self) -> str:
        """For example `move rope to 1`."""
        return f"move {self.component} to {self.place}"


@dataclass(frozen=True)
class Transform:
    """I-R20: a component of the own backstage becomes any other."""

    card: InHand = field(default="transform", kw_only=True)
    component: InBackstage
    kind: Kind

    def text(self) -> str:
        """For example `transform dove into crate`."""
        return f"transform {self.component} into {self.kind}"


@dataclass(frozen=True)
class TakeFrom:
    """I-R22: a random card of an opponent."""

    card: InHand = field(default="take", kw_only=True)
    seat: Seat

    def text(self) -> str:
        """For example `take from B`."""
        return f"take from {self.seat.lower()}"


@dataclass(frozen=True)
class OnTrick:
    """I-R23 to I-R26: a special action on a shown trick."""

    card: InHand
    objective: ShownByAnybody

    def text(self) -> str:
        """For example `deja vu on e5`."""
        return f"{self.card} on {self.objective}"


@dataclass(frozen=True)
class Exchange:
    """I-R7 C, I-G32: one more card is set aside for an exchange."""

    word: Word = field(default="exchange", kw_only=True)
    card: InHand

    def text(self) -> str:
        """For example `exchange grand`."""
        return f"exchange {self.card}"


@dataclass(frozen=True)
class Prepare:
    """I-R7 D: an objective of the Challenge is taken on."""

    objective: InChallenge

    def text(self) -> str:
        """For example `prepare e5`."""
        return f"prepare {self.objective}"


@dataclass(frozen=True)
class Use:
    """I-G31: one more component of the backstage for the objective that is being taken on."""

    component: InBackstage

    def text(self) -> str:
        """For example `use mirrors`."""
        return f"use {self.component}"


@dataclass(frozen=True)
class Drop:
    """I-R7 F: an objective in preparation is given up."""

    word: Word = field(default="drop", kw_only=True)
    place: InPreparation

    def text(self) -> str:
        """For example `drop 2`."""
        return f"drop {self.place}"


@dataclass(frozen=True)
class Change:
    """Talents 1, 2, 4 and 5: a component in any backstage becomes another of its group."""

    word: Word = field(default="change", kw_only=True)
    component: InTheirBackstage
    seat: Seat
    kind: Kind

    def text(self) -> str:
        """For example `change rabbit of B into tiger`."""
        return f"change {self.component} of {self.seat.lower()} into {self.kind}"


@dataclass(frozen=True)
class Swap:
    """Talent 6: what the Twins give from their backstage."""

    word: Word = field(default="swap", kw_only=True)
    component: InBackstage

    def text(self) -> str:
        """For example `swap scarf`."""
        return f"swap {self.component}"


@dataclass(frozen=True)
class SwapFor:
    """Talent 6: what they get for it from another backstage."""

    component: InTheirBackstage
    seat: Seat

    def text(self) -> str:
        """For example `for tank of B`."""
        return f"for {self.component} of {self.seat.lower()}"


@dataclass(frozen=True)
class Steal:
    """Talent 7: a component of another backstage for one of the same group from the hand."""

    word: Word = field(default="steal", kw_only=True)
    component: InTheirBackstage
    seat: Seat
    card: InHand

    def text(self) -> str:
        """For example `steal tiger of B leaving rabbit`."""
        return f"steal {self.component} of {self.seat.lower()} leaving {self.card}"


@dataclass(frozen=True)
class Return:
    """Talent 8: a component of a backstage goes back to its owner's hand."""

    word: Word = field(default="return", kw_only=True)
    component: InTheirBackstage
    seat: Seat

    def text(self) -> str:
        """For example `return tank of B`."""
        return f"return {self.component} of {self.seat.lower()}"


@dataclass(frozen=True)
class Which:
    """I-G16: of components that count alike the one with this face, and as many Transform cards on it."""

    component: Kind
    transforms: Annotated[str, A_NUMBER]

    def text(self) -> str:
        """For example `the dove`, or `the dove under 2` where two Transform cards lie on it."""
        return f"the {self.component} under {self.transforms}" if self.transforms != "0" else f"the {self.component}"


@dataclass(frozen=True)
class ValidateFirst:
    """I-G8: of several tricks that are due, this one first."""

    objective: OwnTrick

    def text(self) -> str:
        """For example `validate e5`."""
        return f"validate {self.objective}"


@dataclass(frozen=True)
class Discard:
    """I-R11: a card too many."""

    card: InHand

    def text(self) -> str:
        """For example `discard formula`."""
        return f"discard {self.card}"


@dataclass(frozen=True)
class Done:
    """I-G32: what was composed is confirmed."""

    word: Word = "done"

    def text(self) -> str:
        """The word itself."""
        return self.word


@dataclass(frozen=True)
class End:
    """I-G13: the turn is over, whatever is left of it."""

    word: Word = "end"

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


NUMBERING: Numbering[Action] = Numbering(_all_actions())
