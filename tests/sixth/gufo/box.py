"""Reads an edition of Gufo and the options of a table into the box record."""

from collections.abc import Mapping
from pathlib import Path

from grimorio.engine.edition import Entries, edition_reader, seat_named
from grimorio.engine.game import Edition, Option
from grimorio.engine.layout import LETTERS, NONE
from gufo.state import CARDS, HAND, SEATS, Box

OPTIONS = (Option("starter", "random", ("random", *LETTERS[:SEATS])),)


def highest(edition: Edition) -> int:
    """GU-R1: how many cards there are; enough for a full table."""
    entries = Entries(edition)
    entries.begin("cards")
    entries.only("cards", "highest")
    return entries.number("cards.highest.number", HAND * SEATS, CARDS)


read_edition = edition_reader(Path(__file__).parent, highest)


def fill_box(edition: Edition, options: Mapping[str, str], seats: int, box: Box) -> None:
    """Write an edition and the options into the box record."""
    box.seats, box.starter, box.deck_size = seats, seat_named(options, "starter", seats), highest(edition)
    box.deck[:] = list(range(box.deck_size)) + [NONE] * (CARDS - box.deck_size)
