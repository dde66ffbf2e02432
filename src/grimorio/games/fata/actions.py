"""What a seat can do in F.A.T.A., as values with a text form, and their numbers."""

from dataclasses import dataclass
from typing import Annotated

from grimorio.engine.codes import Numbering, forms
from grimorio.engine.layout import LETTERS
from grimorio.engine.reference import A_SEAT, A_WORD, a_card, a_place
from grimorio.games.fata.state import (
    CENTRES,
    CHARACTER,
    COLOURS,
    DISPLAY,
    ENCHANTMENT,
    ENCHANTMENTS,
    KINDS,
    OF_A_COLOUR,
    PLAYED,
    PRINTS,
    QUEEN,
    ROWS,
    SEATS,
    SUBJECTS,
    TREASURE,
    TYPES,
    VISIONS,
    WORTHS,
)

LAY = 0
STEAL = LAY + VISIONS * ROWS
PLAY = STEAL + SEATS * ROWS * ROWS
PLAY_GUST = PLAY + len(ENCHANTMENTS)
PLAY_MIRROR = PLAY_GUST + SEATS * ROWS
PLAY_FOG = PLAY_MIRROR + SEATS * 2
CHANGE = PLAY_FOG + SEATS
DONE = CHANGE + 1
REVEAL = DONE + 1
TAKE_FOR = REVEAL + 1
CAST = TAKE_FOR + DISPLAY * SEATS
RESOLVE = CAST + SEATS
GIVE_TREASURE = RESOLVE + ROWS
GIVE_CARD = GIVE_TREASURE + (QUEEN - TREASURE) * SEATS
DISCARD_CARD = GIVE_CARD + PLAYED
ACTIONS = DISCARD_CARD + PLAYED
FORM = forms(
    (
        LAY, STEAL, PLAY, PLAY_GUST, PLAY_MIRROR, PLAY_FOG, CHANGE, DONE, REVEAL, TAKE_FOR, CAST, RESOLVE,
        GIVE_TREASURE, GIVE_CARD, DISCARD_CARD,
    ),
    ACTIONS,
)  # fmt: skip
"""For each action its form: `LAY` for every number from there to `STEAL`."""


def card_name(kind: int) -> str:
    """The name of a card: `draw stone neighbour 1`, `gust`, `red -1`, `queen`, `lineage blue`."""
    if kind < VISIONS:
        centre, subject, power = PRINTS[kind % len(PRINTS)]
        return f"{TYPES[kind // len(PRINTS)]} {CENTRES[centre]} {SUBJECTS[subject]} {power}"
    if kind < PLAYED:
        return ENCHANTMENTS[kind - ENCHANTMENT]
    if kind < QUEEN:
        return f"{COLOURS[(kind - TREASURE) // OF_A_COLOUR]} {WORTHS[(kind - TREASURE) % OF_A_COLOUR]}"
    return "queen" if kind == QUEEN else f"lineage {COLOURS[kind - CHARACTER]}"


CARD_NAMES = tuple(card_name(kind) for kind in range(KINDS))
ROW_PLACES = {f"row {k + 1}": f"rows[{{seat}},{k}]" for k in range(ROWS)}
TREASURE_PLACES = {f"treasure {k + 1}": f"display[{k}]" for k in range(DISPLAY)}
ROW_NAMES, PLACE_NAMES = tuple(ROW_PLACES), tuple(TREASURE_PLACES)
SEAT_NAMES = tuple(LETTERS[:SEATS])

InHand = Annotated[str, a_card("hand")]
FaceDown = Annotated[str, a_card("treasures")]
OwnRow = Annotated[str, a_place(ROW_PLACES)]
RowOfSeat = Annotated[str, a_place(ROW_PLACES, whose="seat")]
OnTable = Annotated[str, a_place(TREASURE_PLACES)]
Seat = Annotated[str, A_SEAT]
Said = Annotated[str, A_WORD]


@dataclass(frozen=True)
class Lay:
    """F-R14: a vision from the hand onto one of the own rows."""

    card: InHand
    row: OwnRow

    def text(self) -> str:
        """For example `lay draw stone neighbour 1 on row 2`."""
        return f"lay {self.card} on {self.row}"


@dataclass(frozen=True)
class Steal:
    """F-R12: the last vision of an opponent's row, onto an own row."""

    seat: Seat
    row: RowOfSeat
    to: OwnRow

    def text(self) -> str:
        """For example `steal b row 1 onto row 2`."""
        return f"steal {self.seat.lower()} {self.row} onto {self.to}"


@dataclass(frozen=True)
class Play:
    """F-R10: an enchantment that names nobody."""

    card: InHand

    def text(self) -> str:
        """For example `play shield`."""
        return f"play {self.card}"


@dataclass(frozen=True)
class PlayOnRow:
    """B6: a Gust on the row of an opponent."""

    card: InHand
    seat: Seat
    row: RowOfSeat

    def text(self) -> str:
        """For example `play gust on b row 1`."""
        return f"play {self.card} on {self.seat.lower()} {self.row}"


@dataclass(frozen=True)
class PlayOnHand:
    """B6: a Water Mirror for the hand of an opponent."""

    card: InHand
    seat: Seat
    word: Said = "hand"

    def text(self) -> str:
        """For example `play mirror on b hand`."""
        return f"play {self.card} on {self.seat.lower()} {self.word}"


@dataclass(frozen=True)
class PlayOnCharacter:
    """B6: a Water Mirror for the character of an opponent."""

    card: InHand
    seat: Seat
    word: Said = "character"

    def text(self) -> str:
        """For example `play mirror on b character`."""
        return f"play {self.card} on {self.seat.lower()} {self.word}"


@dataclass(frozen=True)
class PlayOn:
    """B6: a Hand of Fog into the hand of an opponent."""

    card: InHand
    seat: Seat

    def text(self) -> str:
        """For example `play fog on b`."""
        return f"play {self.card} on {self.seat.lower()}"


@dataclass(frozen=True)
class Word:
    """F-R11 the hand changed, F-R7 nothing more of this, F-R30 the character turned up."""

    word: Said

    def text(self) -> str:
        """The word itself: `change`, `done` or `reveal`."""
        return self.word


@dataclass(frozen=True)
class TakeFor:
    """F-R15, F-R17: one of the face-up treasures for a seat, the own or another."""

    place: OnTable
    seat: Seat

    def text(self) -> str:
        """For example `take treasure 2 for b`."""
        return f"take {self.place} for {self.seat.lower()}"


@dataclass(frozen=True)
class Cast:
    """F-G27: the trimagic moves one card of this seat."""

    seat: Seat

    def text(self) -> str:
        """For example `cast on b`."""
        return f"cast on {self.seat.lower()}"


@dataclass(frozen=True)
class Resolve:
    """F-G10: of two complete rows, the one that comes first."""

    row: OwnRow

    def text(self) -> str:
        """For example `resolve row 2`."""
        return f"resolve {self.row}"


@dataclass(frozen=True)
class GiveTreasure:
    """B6: a Poisoned Gift."""

    card: FaceDown
    seat: Seat

    def text(self) -> str:
        """For example `give red -1 to b`."""
        return f"give {self.card} to {self.seat.lower()}"


@dataclass(frozen=True)
class Give:
    """B6: what a Hand of Fog gives back."""

    card: InHand

    def text(self) -> str:
        """For example `give gust`."""
        return f"give {self.card}"


@dataclass(frozen=True)
class Discard:
    """F-R21: a card too many."""

    card: InHand

    def text(self) -> str:
        """For example `discard gust`."""
        return f"discard {self.card}"


Action = (
    Lay | Steal | Play | PlayOnRow | PlayOnHand | PlayOnCharacter | PlayOn | Word | TakeFor | Cast | Resolve
    | GiveTreasure | Give | Discard
)  # fmt: skip


def _all_actions() -> tuple[Action, ...]:
    """Every action, in the order of the numbers."""
    return (
        *(Lay(name, row) for name in CARD_NAMES[:VISIONS] for row in ROW_NAMES),
        *(Steal(seat, row, to) for seat in SEAT_NAMES for row in ROW_NAMES for to in ROW_NAMES),
        *(Play(name) for name in ENCHANTMENTS),
        *(PlayOnRow("gust", seat, row) for seat in SEAT_NAMES for row in ROW_NAMES),
        *(on("mirror", seat) for seat in SEAT_NAMES for on in (PlayOnHand, PlayOnCharacter)),
        *(PlayOn("fog", seat) for seat in SEAT_NAMES),
        *(Word(word) for word in ("change", "done", "reveal")),
        *(TakeFor(place, seat) for place in PLACE_NAMES for seat in SEAT_NAMES),
        *(Cast(seat) for seat in SEAT_NAMES),
        *(Resolve(row) for row in ROW_NAMES),
        *(GiveTreasure(name, seat) for name in CARD_NAMES[TREASURE:QUEEN] for seat in SEAT_NAMES),
        *(Give(name) for name in CARD_NAMES[:PLAYED]),
        *(Discard(name) for name in CARD_NAMES[:PLAYED]),
    )


NUMBERING: Numbering[Action] = Numbering(_all_actions())
