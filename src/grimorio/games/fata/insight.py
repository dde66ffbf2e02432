"""What a player of F.A.T.A. wants to know beside his cards: what rows are heading for, thefts, points, what he saw."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from grimorio.engine.facts import Facts, with_both
from grimorio.engine.kernel import integers, kernel
from grimorio.engine.layout import LETTERS, NONE
from grimorio.engine.reference import Ref, Way
from grimorio.engine.story import Line, Slot
from grimorio.games.fata.actions import CARD_NAMES, STEAL
from grimorio.games.fata.rules.pieces import is_open, length, rival_of, worth
from grimorio.games.fata.rules.steps import beats, legal_steal, most_visions
from grimorio.games.fata.rules.trimagics import power_of, stars_needed, stars_of, type_of
from grimorio.games.fata.state import (
    BOTTOM,
    CENTRES,
    CHARACTER,
    COLOURS,
    DISCARDING,
    ENCHANTMENTS,
    LAYING,
    OVER,
    REVERSED,
    ROW,
    ROWS,
    SEATS,
    SUBJECTS,
    TREASURE,
    TRIMAGIC,
    TYPES,
    UPRIGHT,
)

OPEN = "…"
"""Stands for what a row does not say yet."""
PER_ROW = 5
"""Facts of a row: how many visions, whether it takes another, its stars, what it beats, its power."""
PER_SEAT = 2 + ROWS * PER_ROW
"""Facts of a seat: the stars it needs, the rival of the colour with its number, its rows."""
THEFTS = SEATS * ROWS * ROWS


class Trimagic(msgspec.Struct, frozen=True):
    """F-R16 to F-R19: what a row does, as far as it lies there: '' and 0 for what is still open."""

    kind: str
    subject: str
    power: int
    told: Line


class Row(msgspec.Struct, frozen=True):
    """A row: how many visions lie in it, whether it takes another (F-R6, F-G32), and what its last one shows."""

    at: str
    visions: int
    open: bool
    stars: int
    symbol: str
    beats: str
    trimagic: Trimagic | None


class Seat(msgspec.Struct, frozen=True):
    """What is to be seen of a seat, and what the viewer knows of it: rows, stars, cards, treasures, character."""

    seat: str
    rows: tuple[Row, ...]
    stars: int
    needed: int
    last_card: bool
    cards: tuple[str, ...]
    treasures: tuple[str, ...]
    unknown: int
    character: str


class Theft(msgspec.Struct, frozen=True):
    """F-R12: a vision that the viewer could steal, his rows that it fits on, and the visions whose symbol beats it.

    No vision beats it where a Quartz Key opens the way.
    """

    card: str
    at: str
    to: tuple[str, ...]
    by: tuple[str, ...]


class Points(msgspec.Struct, frozen=True):
    """F-R26: what points are made of: the first hand, treasures as printed, the own colour, cards in hand."""

    seat: str
    first: int
    treasures: int
    series: int
    cards: int
    total: int


class Lineage(msgspec.Struct, frozen=True):
    """F-G1: who the viewer is, whom he hunts, and who hunts him."""

    own: str
    rival: str
    hunter: str


class Insight(msgspec.Struct, frozen=True):
    """What stands beside the cards of a table of F.A.T.A..

    `circle`: the lineages at the table, each hunting the next. `still`: how many visions may yet be played, cards
    moved, or have to be discarded in this decision. `queen_near`: the next treasure turned up may be the Queen
    (F-R4), who is among the last `bottom` of them. `now`: what the viewer would score if she came now. `end`: all
    seats that score, once the game is over.
    """

    circle: tuple[str, ...]
    lineage: Lineage | None
    seats: tuple[Seat, ...]
    thefts: tuple[Theft, ...]
    still: int
    queen_near: bool
    bottom: int
    now: Points | None
    end: tuple[Points, ...]


def insight(boxes: Any, views: Any) -> Insight:
    """All of it, from the public box and a view alone."""
    box, view = Facts(boxes), Facts(views)
    out = integers(1 + SEATS * PER_SEAT + THEFTS)
    told = _facts(boxes, views, out)
    found = [int(number) for number in out[:told]]
    by_seat = [found[1 + seat * PER_SEAT :] for seat in range(box.seats)]
    seats = tuple(seat_of(box, view, seat, by_seat[seat]) for seat in range(box.seats))
    return Insight(
        circle=tuple(f"lineage {colour}" for colour in COLOURS[: box.seats]),
        lineage=lineage_of(view, [each[1] for each in by_seat]),
        seats=seats,
        thefts=tuple(thefts_of(box, view, seats, found[1 + box.seats * PER_SEAT :])),
        still=still_of(box, view, found[0]),
        queen_near=view.phase != OVER and view.chest_size <= BOTTOM,
        bottom=BOTTOM,
        now=points_now(box, view),
        end=tuple(points_at_the_end(box, view)),
    )


@kernel
def facts(box: Any, view: Any, out: Any) -> int:
    """By the rules themselves: how many visions may be laid, what each seat's rows show, and what can be stolen."""
    out[0] = most_visions(box, view, view.turn)
    n = 1
    for seat in range(box.seats):
        out[n], out[n + 1] = stars_needed(box, view, seat), rival_of(box, seat)
        n += 2
        for row in range(ROWS):
            lying = length(view, seat, row)
            out[n], out[n + 1] = lying, is_open(view, seat, row)
            out[n + 2], out[n + 3] = stars_of(box, view, seat, row), beats(box, view, seat, row)
            out[n + 4] = power_of(box, view, seat, row) if lying == ROW else 0
            n += PER_ROW
    if view.viewer == NONE or view.fallen[view.viewer] != 0:
        return n
    return legal_steal(box, view, view.viewer, n, out)


_facts = with_both(facts)


# ---------------------------------------------------------------- seats and their rows


def seat_of(box: Any, view: Any, seat: int, found: Sequence[int]) -> Seat:
    """A seat with its rows and what the viewer knows of it."""
    rows = tuple(row_of(box, view, seat, row, found[2 + row * PER_ROW :]) for row in range(ROWS))
    known = [] if seat == view.viewer else known_of(box, view, seat)
    treasures = [kind for kind in known if kind >= TREASURE]
    if seat == view.viewer:
        treasures = [kind for kind in view.treasures if kind != NONE]
    return Seat(
        seat=LETTERS[seat],
        rows=rows,
        stars=sum(row.stars for row in rows),
        needed=found[0],
        last_card=view.half > 1 and view.hand_size[seat] == 1,
        cards=tuple(CARD_NAMES[kind] for kind in known if kind < TREASURE),
        treasures=tuple(CARD_NAMES[kind] for kind in treasures),
        unknown=view.treasure_count[seat] - len(treasures),
        character=character_of(view, seat),
    )


def known_of(box: Any, view: Any, seat: int) -> list[int]:
    """The cards that the viewer knows to be with a seat and with nobody else."""
    return [box.kind_of[slot] for slot, where in enumerate(view.seen) if where == 1 << seat]


def character_of(view: Any, seat: int) -> str:
    """The character of a seat as far as the viewer knows it: his own, one that lies face up, one that he spied out."""
    own = view.character[0] if seat == view.viewer else NONE
    kinds = (view.revealed[seat][0], own, view.seen_character[seat], view.last_character[seat][0])
    return next((CARD_NAMES[kind] for kind in kinds if kind >= CHARACTER), "")


def row_of(box: Any, view: Any, seat: int, row: int, found: Sequence[int]) -> Row:
    """A row with what its last vision shows, and what it is heading for."""
    lying, takes, stars, beaten, power = found[:PER_ROW]
    visions = view.rows[seat][row * ROW : row * ROW + lying]
    return Row(
        at=f"rows[{LETTERS[seat]},{row}]",
        visions=lying,
        open=bool(takes),
        stars=stars,
        symbol=CENTRES[box.centre[visions[-1]]] if visions else "",
        beats=CENTRES[beaten.bit_length() - 1] if beaten else "",
        trimagic=trimagic_of(box, visions, power) if visions else None,
    )


def trimagic_of(box: Any, visions: Sequence[int], power: int) -> Trimagic:
    """F-R17, F-R18: the first vision says what, the second to whom, the third how much."""
    kind = TYPES[type_of(visions[UPRIGHT])]
    subject = SUBJECTS[box.concerns[visions[REVERSED]]] if len(visions) > REVERSED else ""
    slots: dict[str, Slot] = {"subject": subject or OPEN, "power": power or OPEN}
    return Trimagic(kind, subject, power, Line(f"trimagics.{kind}", slots))


# ---------------------------------------------------------------- thefts


def thefts_of(box: Any, view: Any, seats: Sequence[Seat], legal: Sequence[int]) -> Iterator[Theft]:
    """Each vision that can be stolen once, with all rows that it fits on."""
    onto: dict[tuple[int, int], list[int]] = {}
    for number in legal:
        which, to = divmod(number - STEAL, ROWS)
        onto.setdefault(divmod(which, ROWS), []).append(to)
    for (other, row), rows in onto.items():
        mine, lying = seats[view.viewer].rows, seats[other].rows[row]
        card = view.rows[other][row * ROW + lying.visions - 1]
        yield Theft(
            card=CARD_NAMES[card],
            at=end_of(lying),
            to=tuple(mine[to].at for to in rows),
            by=tuple(end_of(own) for own in mine if own.beats and own.beats == lying.symbol),
        )


def end_of(row: Row) -> str:
    """The address of the last vision of a row."""
    return f"{row.at[:-1]},{row.visions - 1}]"


# ---------------------------------------------------------------- the viewer, points


def lineage_of(view: Any, rivals: Sequence[int]) -> Lineage | None:
    """F-G1: the viewer's lineage between its rival and its hunter."""
    if view.viewer == NONE:
        return None
    own = character_of(view, view.viewer)
    colour = COLOURS.index(own.partition(" ")[2])
    return Lineage(own, f"lineage {COLOURS[rivals[colour]]}", f"lineage {COLOURS[rivals.index(colour)]}")


def still_of(box: Any, view: Any, most: int) -> int:
    """How much of what is being decided is left to do."""
    if view.phase <= LAYING:
        return most - int(view.laid)
    if view.phase == TRIMAGIC:
        return int(view.left)
    return int(view.hand_size[view.turn] - box.limit) if view.phase == DISCARDING else 0


def points_now(box: Any, view: Any) -> Points | None:
    """F-R24, F-R26: what the viewer would score if the Queen came now; F-R9: cards set aside are his too."""
    me = view.viewer
    if me == NONE or view.fallen[me] or view.phase == OVER:
        return None
    cards = view.hand_size[me] + (view.aside_size if view.turn == me else 0)
    return points_of(box, view, me, view.treasures, cards)


def points_at_the_end(box: Any, view: Any) -> Iterator[Points]:
    """F-R26, F-G23: all seats but the eliminated ones."""
    for seat in range(box.seats if view.phase == OVER else 0):
        if not view.fallen[seat]:
            cards = sum(kind != NONE for kind in view.last_hand[seat])
            yield points_of(box, view, seat, view.last_treasures[seat], cards)


def points_of(box: Any, view: Any, seat: int, treasures: Sequence[int], cards: int) -> Points:
    """F-R26; F-R24, F-G21: in the first hand only treasures count, unless the game is stopped there (F-G24)."""
    printed = sum(worth(kind) for kind in treasures if kind != NONE)
    if view.half == 1 and view.phase != OVER:
        return Points(LETTERS[seat], 0, printed, 0, 0, printed)
    first = int(view.points[seat])
    series = int(box.series[sum(kind != NONE for kind in view.series[seat])])
    held = int(box.card_points) * cards
    return Points(LETTERS[seat], first, printed, series, held, first + printed + series + held)


# ---------------------------------------------------------------- what is asked

RULES = {
    "begin": ["F-R7", "F-R8", "F-R10", "F-R11", "F-R12", "F-R6", "F-R15"],
    "steal": ["F-R7", "F-R12", "F-G7", "F-R14", "F-R6", "F-R15"],
    "lay": ["F-R14", "F-R6", "F-R8", "F-R15", "F-R16"],
    "treasure": ["F-R15", "F-G11", "F-G36"],
    "order": ["F-G10", "F-R16"],
    "trimagic": ["F-R17", "F-R18", "F-R19", "F-G11", "F-G27", "F-R28"],
    "gift": ["F-G6"],
    "give-back": ["F-G6"],
    "discard": ["F-R21", "F-R26"],
    "last": ["F-R30", "F-G31"],
}


def asked(view: Mapping[str, Any], ways: Sequence[Way]) -> Line | None:
    """What is expected of whoever may act, in a sentence."""
    phase = view["phase"]
    if not ways:
        return None
    if phase in {"steal", "lay"} and all(way.form == "word" for way in ways):
        return Line("asks.none")
    target: dict[str, Slot] = {"seat": Ref("seat", view["target"])} if phase == "give-back" else {}
    left: dict[str, Slot] = {"left": view["left"]} if phase == "trimagic" else {}
    return Line(f"asks.{phase}", target | left)


def rules_now(view: Mapping[str, Any], ways: Sequence[Way]) -> list[str]:
    """The rules of this decision."""
    rules = RULES.get(view["phase"], [])
    revealing = any(Ref("word", "reveal") in way.refs for way in ways)
    return [*rules, *(["F-R30"] if revealing and "F-R30" not in rules else [])]


def final(_box: Any, view: Mapping[str, Any], ways: Sequence[Way]) -> set[int]:
    """The character shown, the hand changed, a turn or a trimagic ended before anything was made of it."""
    said = {"reveal", "change"}
    lays = view["phase"] in {"begin", "steal", "lay"} and not view["laid"] and any(way.form == "lay" for way in ways)
    moves = view["phase"] == "trimagic" and any(way.form in {"cast", "takefor"} for way in ways)
    said |= {"done"} if lays or moves else set()
    return {way.number for way in ways if way.form == "word" and way.refs[0].name in said}


MISTAKES = {
    "one-card-at-a-time": "F-R14",
    "only-own-rows": "F-R6",
    "not-into-a-row": "F-R10",
    "names-nobody": "F-R10",
    "drawn-for-playing": "F-R8",
}


def mistake(view: Mapping[str, Any], picked: Sequence[Ref]) -> str:
    """F-R6, F-R10, F-R14: what is wrong with a card and where somebody wanted to play it."""
    cards = [ref.name for ref in picked if ref.sort == "card"]
    rows = [ref.at for ref in picked if ref.at.startswith("rows[")]
    if len(cards) > 1:
        return "one-card-at-a-time"
    if not cards or len(picked) == 1:
        return ""
    if cards[0] in ENCHANTMENTS:
        return "not-into-a-row" if rows else "names-nobody" if any(ref.sort == "seat" for ref in picked) else ""
    elsewhere = any(not at.startswith(f"rows[{view['viewer']},") for at in rows)
    return "only-own-rows" if elsewhere or any(ref.sort == "seat" for ref in picked) else ""
