"""Reads an edition of Abracadabra and the options of a table into the box record, and refuses what cannot be played."""

from collections.abc import Mapping
from pathlib import Path

from grimorio.engine.edition import Entries, edition_reader, seat_named
from grimorio.engine.game import Edition, Option
from grimorio.engine.layout import LETTERS, NONE
from grimorio.games.abracadabra.state import (
    BOX_CARDS,
    CARDS,
    HAND,
    LETTERS_OF_MEETINGS,
    LETTERS_OF_PILES,
    MEETINGS,
    OBJECT,
    OBJECTS,
    PILE,
    SEATS,
    WORTH,
    Box,
    first_meeting_of_triples,
)

OPTIONS = (Option("starter", "random", ("random", *LETTERS[:SEATS])),)


def check_edition(edition: Edition) -> None:
    """Refuse an edition that no table could play with."""
    entries = Entries(edition)
    entries.begin("goal", "hand", "bonus", "objects")
    piles_of(entries)
    numbers_of(entries)


read_edition = edition_reader(Path(__file__).parent, check_edition)


def piles_of(entries: Entries) -> list[list[int]]:
    """A-R3: the points of the Objects of each pile, Stones as 0."""
    entries.only("objects", "origin", *LETTERS_OF_PILES)
    piles = []
    for letter in LETTERS_OF_PILES:
        where = f"objects.{letter}"
        pile = entries.find(where)
        if not isinstance(pile, list) or not 1 <= len(pile) <= PILE:
            entries.refuse(where, "not-numbers", least=1, most=PILE)
        for points in pile:
            if not isinstance(points, int) or isinstance(points, bool) or not 0 <= points < WORTH:
                entries.refuse(where, "each-whole", least=0, most=WORTH - 1)
        piles.append(sorted(pile))
    return piles


def numbers_of(entries: Entries) -> dict[str, int]:
    """The numbers that win, by field of the box."""
    entries.only("goal", "points", "prize", "elementals_for_prize", "stones")
    entries.only("hand", "limit")
    entries.only("bonus", "cards")
    return {
        "goal": entries.number("goal.points.number", 1, OBJECTS - 1),
        "prize": entries.number("goal.prize.number", 0, OBJECTS - 1),
        "prize_needs": entries.number("goal.elementals_for_prize.number", 1, 4),
        "stones": entries.number("goal.stones.number", 1, 2),
        "limit": entries.number("hand.limit.number", 1, HAND - 3),
        "bonus": entries.number("bonus.cards.number", 0, 16),
    }


def fill_box(edition: Edition, options: Mapping[str, str], seats: int, box: Box) -> None:
    """Write an edition and the options into the box record."""
    check_edition(edition)
    entries = Entries(edition)
    piles = piles_of(entries)
    box.seats, box.starter = seats, seat_named(options, "starter", seats)
    for name, number in numbers_of(entries).items():
        setattr(box, name, number)
    objects = [OBJECT + pile * WORTH + points for pile, found in enumerate(piles) for points in found]
    box.deck[:] = [*range(CARDS), *objects, *[NONE] * (BOX_CARDS - CARDS - len(objects))]
    for pile, found in enumerate(piles):
        box.objects[pile] = [*found, *[NONE] * (PILE - len(found))]
        box.pile_size[pile] = len(found)
    box.gathering_of[:] = first_meeting_of_triples()
    box.letter_of[:] = LETTERS_OF_MEETINGS
    box.members[:] = [meeting.enchanters for meeting in MEETINGS]
