"""Reads an edition of Illusio and the options of a table into the box record, and refuses what cannot be played."""

from collections.abc import Mapping
from pathlib import Path

from grimorio.engine.edition import Entries, edition_reader, seat_named, short
from grimorio.engine.game import Edition, Option
from grimorio.engine.layout import LETTERS, NONE
from grimorio.games.illusio.state import (
    ANY_OF,
    CARDS,
    COMPONENTS,
    DOMAINS,
    ENCORES,
    GROUP_NAMES,
    GROUPS,
    KIND_NAMES,
    NEEDS,
    OBJECTIVE,
    OBJECTIVE_NAMES,
    OBJECTIVES,
    PIECES,
    SEATS,
    SPECIAL_NAMES,
    TRANSFORMS,
    TYPED,
    Box,
    group_of,
)

LEAST_TARGET, MOST_TARGET = 1, 24
OPTIONS = (
    Option("starter", "random", ("random", *LETTERS[:SEATS])),
    Option("target", "12", least=LEAST_TARGET, most=MOST_TARGET),
)
TYPED_GROUPS = GROUP_NAMES[:4]
NEED_NAMES = (*KIND_NAMES, *(f"any {group}" for group in TYPED_GROUPS))
MOST_SPECIALS = {"transform": TRANSFORMS, "encore": ENCORES}
OTHER_SPECIALS = 8
MOST_COPIES = 12
NUMBERS = {
    "dealt": ("hand.dealt.number", 1, 8),
    "few": ("hand.few.number", 0, 8),
    "fill_to": ("hand.fill_to.number", 1, 8),
    "more": ("hand.more.number", 0, 2),
    "limit": ("hand.limit.number", 1, 8),
    "grand": ("points.grand.number", 0, 9),
    "deja_vu": ("points.deja_vu.number", 0, 9),
    "bonus": ("talents.bonus", 0, 9),
    "bonus_level": ("talents.bonus_level", 1, NEEDS),
    "least": ("talents.least", 1, PIECES),
}
"""Numbers of an edition by field of the box: where they stand, and their limits."""


def check_edition(edition: Edition) -> None:
    """Refuse an edition that no table could play with."""
    entries = Entries(edition)
    entries.begin("hand", "points", "talents", "components", "specials", "objectives")
    numbers_of(entries)
    playing_cards(entries)
    objectives_of(entries)


read_edition = edition_reader(Path(__file__).parent, check_edition)


def numbers_of(entries: Entries) -> dict[str, int]:
    """The numbers of the rules, by field of the box."""
    entries.only("hand", "dealt", "few", "fill_to", "more", "limit")
    entries.only("points", "grand", "deja_vu")
    entries.only("talents", "origin", "bonus", "bonus_level", "least")
    found = {name: entries.number(where, least, most) for name, (where, least, most) in NUMBERS.items()}
    if found["few"] > found["fill_to"]:
        entries.refuse("hand.few.number", "larger-than", other=NUMBERS["fill_to"][0])
    return found


def playing_cards(entries: Entries) -> list[int]:
    """Components and special actions, one after the other."""
    entries.only("components", "origin", *KIND_NAMES)
    entries.only("specials", "origin", *(name.replace(" ", "_") for name in SPECIAL_NAMES))
    cards: list[int] = []
    for kind, name in enumerate(KIND_NAMES):
        cards += [kind] * entries.number(f"components.{name}", 0, MOST_COPIES)
    if len(cards) > PIECES:
        entries.refuse("components", "wrong-cards", found=len(cards), least=0, most=PIECES)
    for kind, name in enumerate(SPECIAL_NAMES, COMPONENTS):
        most = MOST_SPECIALS.get(name, OTHER_SPECIALS)
        cards += [kind] * entries.number(f"specials.{name.replace(' ', '_')}", 0, most)
    if not 1 <= len(cards) <= CARDS:
        entries.refuse("specials", "wrong-cards", found=len(cards), least=1, most=CARDS)
    return cards


def objectives_of(entries: Entries) -> list[tuple[int, int, list[int]]]:
    """Domain, level and needs of each objective."""
    entries.only("objectives", *OBJECTIVE_NAMES)
    return [objective_of(entries, f"objectives.{name}") for name in OBJECTIVE_NAMES]


def objective_of(entries: Entries, where: str) -> tuple[int, int, list[int]]:
    """One objective."""
    entries.only(where, "domain", "level", "needs", "origin")
    domain = entries.find(f"{where}.domain")
    if not isinstance(domain, str) or domain not in DOMAINS:
        entries.refuse(f"{where}.domain", "not-one", value=short(domain), words=tuple(DOMAINS))
    needs = entries.names(f"{where}.needs", NEED_NAMES)
    if not 1 <= len(needs) <= NEEDS:
        entries.refuse(f"{where}.needs", "wrong-number", found=len(needs), least=1, most=NEEDS)
    level = entries.number(f"{where}.level", 1, NEEDS)
    return DOMAINS.index(domain), level, [NEED_NAMES.index(need) for need in needs]


def group_of_need(need: int) -> int:
    """The group whose components serve a need."""
    return need - ANY_OF if need >= ANY_OF else group_of(need)


def fill_box(edition: Edition, options: Mapping[str, str], seats: int, box: Box) -> None:
    """Write an edition and the options into the box record."""
    check_edition(edition)
    entries = Entries(edition)
    cards = playing_cards(entries)
    box.seats, box.starter, box.target = seats, seat_named(options, "starter", seats), int(options["target"])
    for name, number in numbers_of(entries).items():
        setattr(box, name, number)
    if len(cards) < seats * box.dealt:
        entries.refuse("components", "too-few-cards", found=len(cards), players=seats, least=seats * int(box.dealt))
    box.playing[:] = [*cards, *[NONE] * (CARDS - len(cards))]
    box.playing_size = len(cards)
    box.deck[:] = [*cards, *range(OBJECTIVE, OBJECTIVE + OBJECTIVES), *[NONE] * (CARDS - len(cards))]
    for number, (domain, level, needs) in enumerate(objectives_of(entries)):
        box.domain[number], box.level[number], box.number[number] = domain, level, len(needs)
        box.needs[number] = [*needs, *[NONE] * (NEEDS - len(needs))]
        box.exact[number] = sum(need < TYPED for need in needs)
        box.room[number] = [sum(group_of_need(need) == group for need in needs) for group in range(GROUPS)]
