"""Reads an edition of F.A.T.A. and the options of a table into the box record, and refuses what cannot be played."""

from collections.abc import Mapping
from pathlib import Path

from grimorio.engine.edition import Entries, edition_reader, seat_named, short
from grimorio.engine.game import Edition, Option
from grimorio.engine.layout import LETTERS, NONE
from grimorio.games.fata.state import (
    BOX_CARDS,
    CENTRES,
    CHARACTER,
    ENCHANTMENTS,
    KINDS,
    OF_A_COLOUR,
    PLAY_DECK,
    PRINTS,
    QUEEN,
    ROW,
    SEATS,
    SERIES,
    SLOTS,
    SUBJECTS,
    TREASURE,
    TYPES,
    WORTHS,
    Box,
)

OPTIONS = (Option("starter", "random", ("random", *LETTERS[:SEATS])),)
FEWEST = 45
"""Cards of the smallest play deck: five hands, all rows, and something to draw."""
MOST_COPIES = 5
MOST_POINTS = 99
PRINT_NAMES = tuple(f"{CENTRES[centre]} {SUBJECTS[subject]} {power}" for centre, subject, power in PRINTS)


def check_edition(edition: Edition) -> None:
    """Refuse an edition that no table could play with."""
    entries = Entries(edition)
    entries.begin("table", "points", "treasures", "visions", "enchantments")
    numbers_of(entries)
    series_of(entries)
    worths_of(entries)
    copies = copies_of(entries)
    stars_of(entries)
    if not FEWEST <= sum(copies) <= PLAY_DECK:
        entries.refuse("visions", "wrong-cards", found=sum(copies), least=FEWEST, most=PLAY_DECK)


read_edition = edition_reader(Path(__file__).parent, check_edition)


def numbers_of(entries: Entries) -> dict[str, int]:
    """The single numbers of an edition, by field of the box."""
    entries.only("table", "first_deal", "hand_limit", "visions_a_turn", "stars_for_a_treasure")
    entries.only("points", "series", "hand_card")
    for where in ("table.first_deal", "table.hand_limit", "table.visions_a_turn", "table.stars_for_a_treasure"):
        entries.only(where, "number", "origin")
    entries.only("points.hand_card", "number", "origin")
    return {
        "first_deal": entries.number("table.first_deal.number", 1, 5),
        "limit": entries.number("table.hand_limit.number", 1, 5),
        "a_turn": entries.number("table.visions_a_turn.number", 1, ROW - 1),
        "enough": entries.number("table.stars_for_a_treasure.number", 1, 4),
        "card_points": entries.number("points.hand_card.number", 0, 9),
    }


def list_of(entries: Entries, where: str, length: int) -> list[int]:
    """A list of so many whole numbers."""
    entries.only(where, "numbers", "origin")
    found = entries.find(f"{where}.numbers")
    whole = isinstance(found, list) and all(isinstance(each, int) and not isinstance(each, bool) for each in found)
    if not whole or len(found) != length:
        entries.refuse(f"{where}.numbers", "not-so-many-whole", value=short(found), length=length)
    return list(found)


def series_of(entries: Entries) -> list[int]:
    """F-R26: points for 0 to 5 treasures of the own colour."""
    found = list_of(entries, "points.series", SERIES + 1)
    if min(found) < 0 or max(found) > MOST_POINTS:
        entries.refuse("points.series.numbers", "each-whole", least=0, most=MOST_POINTS)
    return found


def worths_of(entries: Entries) -> list[int]:
    """The values of the five treasures of each colour."""
    entries.only("treasures", "values")
    found = list_of(entries, "treasures.values", SERIES)
    if not set(found) <= set(WORTHS):
        entries.refuse("treasures.values.numbers", "each-one", words=tuple(WORTHS))
    return sorted(found)


def copies_of(entries: Entries) -> list[int]:
    """How many cards there are of each kind of the play deck."""
    entries.only("visions", "origin", *PRINT_NAMES)
    entries.only("enchantments", "origin", *ENCHANTMENTS)
    for name in PRINT_NAMES:
        entries.only(f"visions.{name}", "upright", "reversed", "copies")
    prints = [entries.number(f"visions.{name}.copies", 0, MOST_COPIES) for name in PRINT_NAMES]
    return prints * len(TYPES) + [entries.number(f"enchantments.{name}", 0, MOST_COPIES) for name in ENCHANTMENTS]


def stars_of(entries: Entries) -> list[list[int]]:
    """F-G5: stars of each vision upright, reversed, and sideways, where it shows its power."""
    shown = [
        [
            entries.number(f"visions.{name}.upright", 0, 3),
            entries.number(f"visions.{name}.reversed", 0, 3),
            power,
        ]
        for name, (_, _, power) in zip(PRINT_NAMES, PRINTS, strict=True)
    ]
    return shown * len(TYPES)


def fill_box(edition: Edition, options: Mapping[str, str], seats: int, box: Box) -> None:
    """Write an edition and the options into the box record."""
    check_edition(edition)
    entries = Entries(edition)
    box.seats, box.starter = seats, seat_named(options, "starter", seats)
    for name, number in numbers_of(entries).items():
        setattr(box, name, number)
    box.series[:] = series_of(entries)
    box.stars[:] = stars_of(entries)
    box.centre[:], box.concerns[:], box.power[:] = zip(*(PRINTS * len(TYPES)), strict=True)
    played = [kind for kind, number in enumerate(copies_of(entries)) for _ in range(number)]
    treasures = [
        TREASURE + colour * OF_A_COLOUR + WORTHS.index(worth) for colour in range(seats) for worth in worths_of(entries)
    ]
    box.play_size, box.treasures = len(played), len(treasures)
    cards = [*played, *treasures, QUEEN, *range(CHARACTER, CHARACTER + seats)]
    box.deck[:] = cards + [NONE] * (BOX_CARDS - len(cards))
    number_singles(box, played, treasures)


def number_singles(box: Box, played: list[int], treasures: list[int]) -> None:
    """Give every single card a number, copies side by side: those of the play deck first, then the treasures."""
    singles = played + [NONE] * (PLAY_DECK - len(played)) + treasures
    box.kind_of[:] = singles + [NONE] * (SLOTS - len(singles))
    for kind in range(KINDS):
        box.copies[kind] = singles.count(kind)
        box.slot[kind] = singles.index(kind) if kind in singles else 0
