"""Reads an edition of FLAUTZ! and the options of a table into the box record, and refuses what cannot be played."""

from collections.abc import Mapping
from pathlib import Path

from grimorio.engine.edition import Entries, edition_reader, seat_named
from grimorio.engine.game import Edition, Option
from grimorio.engine.layout import LETTERS, NONE
from grimorio.games.flautz.state import (
    AIR,
    CARDS,
    COLOURS,
    FIELDS,
    FLOOR,
    HAND,
    ILLUSION,
    MODES,
    PLACES,
    PRISM,
    SEATS,
    VALUES,
    Box,
)

ARENA_CARDS = ("I", "II", "III")
ZONES = {"air": AIR, "floor": FLOOR, "either": AIR | FLOOR}
GOAL = "FLAUTZ!"
GUARD = 50
"""FZ-G19: challenges after which mode 1 is cut."""
MOST_COPIES = 8

OPTIONS = (
    Option("mode", "crystals", MODES),
    Option("challenges", "5", least=1, most=GUARD),
    Option("arena-I", "front", ("front", "back")),
    Option("arena-II", "front", ("front", "back")),
    Option("arena-III", "front", ("front", "back")),
    Option("starter", "random", ("random", *LETTERS[:SEATS])),
)


def check_edition(edition: Edition) -> None:
    """Refuse an edition that no table could play with."""
    entries = Entries(edition)
    entries.begin("spells", "crystals", "arena")
    deck_of(entries)
    extra_card_points(entries)
    crystals_of(entries)
    for side in ("front", "back"):
        strip_of(entries, dict.fromkeys(ARENA_CARDS, side))


read_edition = edition_reader(Path(__file__).parent, check_edition)


def deck_of(entries: Entries) -> list[int]:
    """Every spell card: numbered ones in five colours, illusions, prisms."""
    low = entries.number("spells.values.from", 1, VALUES)
    high = entries.number("spells.values.to", low, VALUES)
    copies = entries.number("spells.copies.number", 0, MOST_COPIES)
    illusions = entries.number("spells.illusions.copies", 0, MOST_COPIES)
    prisms = entries.number("spells.prisms.number", 0, 2 * MOST_COPIES)
    entries.only("spells", "values", "copies", "illusions", "prisms", "extra_card_points")
    numbers = range(low - 1, high)
    deck = [colour * VALUES + n for colour in range(len(COLOURS)) for n in numbers] * copies
    deck += [ILLUSION + n for n in numbers] * illusions + [PRISM] * prisms
    if not cards_needed(2) <= len(deck) <= CARDS:
        entries.refuse("spells", "wrong-cards", found=len(deck), least=cards_needed(2), most=CARDS)
    return sorted(deck)


def cards_needed(seats: int) -> int:
    """FZ-F7: five in each hand, three in the air, three on the floor."""
    return seats * HAND + PLACES


def extra_card_points(entries: Entries) -> int:
    """FZ-R14: points for each further card."""
    return entries.number("spells.extra_card_points.number", 0, 20)


def strip_of(entries: Entries, sides: Mapping[str, str]) -> list[int]:
    """The zones of the arena fields from left to right; the FLAUTZ! field comes last and only there."""
    entries.only("arena", *ARENA_CARDS)
    strip: list[int] = []
    for name in ARENA_CARDS:
        where = f"arena.{name}.{sides[name]}"
        fields = entries.names(where, (*ZONES, GOAL))
        last = name == ARENA_CARDS[-1]
        if fields.count(GOAL) != last or (last and fields[-1] != GOAL):
            entries.refuse(where, "once-at-the-end", word=GOAL, last=f"arena.{ARENA_CARDS[-1]}")
        strip += [ZONES[field] for field in fields if field != GOAL]
    if not 1 <= len(strip) <= FIELDS:
        entries.refuse("arena", "wrong-number", found=len(strip), least=1, most=FIELDS)
    return strip


def points_of_runs(extra_card: int) -> list[int]:
    """FZ-R14: for every set of numbers the points of the best run inside it."""
    best = [0] * (1 << VALUES)
    for numbers in range(1 << VALUES):
        for low in range(VALUES):
            length = 0
            while low + length < VALUES and numbers >> (low + length) & 1:
                length += 1
                best[numbers] = max(best[numbers], low + 1 + extra_card * (length - 1))
    return best


def fill_box(edition: Edition, options: Mapping[str, str], seats: int, box: Box) -> None:
    """Write an edition and the options into the box record."""
    check_edition(edition)
    entries = Entries(edition)
    deck = deck_of(entries)
    if len(deck) < cards_needed(seats):
        entries.refuse("spells", "too-few-cards", found=len(deck), players=seats, least=cards_needed(seats))
    strip = strip_of(entries, {name: options[f"arena-{name}"] for name in ARENA_CARDS})
    box.seats, box.starter = seats, seat_named(options, "starter", seats)
    box.mode = MODES.index(options["mode"])
    box.challenges = int(options["challenges"]) if options["mode"] == "points" else GUARD
    box.deck[:] = deck + [NONE] * (CARDS - len(deck))
    box.deck_size = len(deck)
    box.strip[:] = strip + [0] * (FIELDS - len(strip))
    box.rounds = len(strip)
    box.extra_card = extra_card_points(entries)
    box.points_of_run[:] = points_of_runs(box.extra_card)
    for name, number in crystals_of(entries).items():
        setattr(box, name, number)


def crystals_of(entries: Entries) -> dict[str, int]:
    """FZ-R18 to FZ-R22: what crystals are worth, by field of the box."""
    entries.only("crystals", "to_win", "points_each", "straight_bonus", "royal_bonus")
    return {
        "crystals_to_win": entries.number("crystals.to_win.number", 1, 9),
        "points_per_crystal": entries.number("crystals.points_each.number", 0, 50),
        "straight_bonus": entries.number("crystals.straight_bonus.number", 0, 9),
        "royal_bonus": entries.number("crystals.royal_bonus.number", 0, 9),
    }
