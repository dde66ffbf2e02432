"""Reads an edition of Zaubercocktail and the options of a table into the box record; refuses what cannot be played."""

from collections.abc import Mapping
from pathlib import Path

from grimorio.engine.edition import Entries, edition_reader, seat_named
from grimorio.engine.game import Edition, Option
from grimorio.engine.layout import LETTERS, NONE
from grimorio.games.zaubercocktail.actions import DARK_THING, WAYS
from grimorio.games.zaubercocktail.state import (
    CARDS,
    COPIES,
    GAINS,
    INGREDIENTS,
    JOKER,
    JOKERS,
    KINDS,
    LIGHTNING,
    LIVE,
    MARKETS,
    RECIPE,
    RECIPES,
    SEATS,
    SET,
    Box,
)

CYCLES, MOST_CYCLES = 40, 4000
"""Z-E1: the standard number of cycles of a market, and the most that can be counted."""
OPTIONS = (
    Option("dealer", "random", ("random", *LETTERS[:SEATS])),
    Option("market", "visits", MARKETS),
    Option("cycles", str(CYCLES), least=1, most=MOST_CYCLES),
    Option("clock", "300", least=0, most=3600),
)
FEW_SEATS, MIDDLE_SEATS = 4, 5
"""Z-R12, Z-R21: tables up to these sizes have numbers of their own."""
LONGEST_TRACK = 99
MOST_STEPS = 20
MOST_WORTH = 999


def check_edition(edition: Edition) -> None:
    """Refuse an edition that no table could play with."""
    entries = Entries(edition)
    entries.begin("ingredients", "recipes", "lightning", "deal", "stones", "track")
    copies_of(entries)
    scales_of(entries)
    recipes_of(entries)
    numbers_of(entries, SEATS)


read_edition = edition_reader(Path(__file__).parent, check_edition)


def copies_of(entries: Entries) -> list[int]:
    """Z-F3: how many cards of each kind, jokers last."""
    entries.only("ingredients", *INGREDIENTS, DARK_THING)
    entries.only(f"ingredients.{DARK_THING}", "copies")
    found = [entries.number(f"ingredients.{name}.copies.number", 0, COPIES) for name in INGREDIENTS]
    found.append(entries.number(f"ingredients.{DARK_THING}.copies.number", 0, JOKERS))
    if not SEATS <= sum(found) <= CARDS:
        entries.refuse("ingredients", "wrong-cards", found=sum(found), least=SEATS, most=CARDS)
    return found


def scales_of(entries: Entries) -> list[list[int]]:
    """Z-F5, Z-R16: the value of 1, 2, 3 ... cards of each ingredient, as far as its scale goes."""
    scales = []
    for name in INGREDIENTS:
        entries.only(f"ingredients.{name}", "copies", "scale")
        where = f"ingredients.{name}.scale.values"
        scale = entries.find(where)
        if not isinstance(scale, list) or not 1 < len(scale) <= SET:
            entries.refuse(where, "not-numbers", least=2, most=SET)
        if not all(
            isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST_WORTH for value in scale
        ):
            entries.refuse(where, "each-whole", least=1, most=MOST_WORTH)
        if scale != sorted(set(scale)):
            entries.refuse(where, "not-rising")
        scales.append(scale)
    return scales


def recipes_of(entries: Entries) -> list[tuple[list[int], int]]:
    """Z-R5: the steps forward of ranks 1 to 3 and the steps back of the last, recipe by recipe."""
    table = entries.find("recipes")
    names = [str(n + 1) for n in range(RECIPES)]
    entries.only("recipes", *names)
    if list(table) != names[: len(table)] or not table:
        entries.refuse("recipes", "not-numbered")
    found = []
    for name in table:
        entries.only(f"recipes.{name}", "steps", "back", "origin")
        where = f"recipes.{name}.steps"
        steps = entries.find(where)
        if not isinstance(steps, list) or len(steps) != GAINS or not all(_steps(each) for each in steps):
            entries.refuse(where, "not-so-many-within", length=GAINS, least=0, most=MOST_STEPS)
        found.append((steps, entries.number(f"recipes.{name}.back", 0, MOST_STEPS)))
    return found


def _steps(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_STEPS


def numbers_of(entries: Entries, seats: int) -> dict[str, int]:
    """The other numbers of the box for so many players, by field of the record."""
    entries.only("lightning", "with_recipes")
    entries.only("deal", "first", "later")
    entries.only(
        "stones", "to_end_for_four", "to_end_for_more", "ring_steps", "ring_rank_up_to_five", "ring_rank_for_more"
    )
    entries.only("track", "final_space")
    few = entries.number("stones.to_end_for_four.number", 1, FEW_SEATS)
    more = entries.number("stones.to_end_for_more.number", 1, MIDDLE_SEATS)
    small = entries.number("stones.ring_rank_up_to_five.number", 1, MIDDLE_SEATS)
    large = entries.number("stones.ring_rank_for_more.number", 1, SEATS)
    return {
        "low": entries.number("lightning.with_recipes.number", 0, len(entries.find("recipes"))),
        "first_deal": entries.number("deal.first.number", 1, 20),
        "later_deal": entries.number("deal.later.number", 1, 10),
        "stones": few if seats <= FEW_SEATS else more,
        "ring_steps": entries.number("stones.ring_steps.number", 0, MOST_STEPS),
        "ring_rank": small if seats <= MIDDLE_SEATS else large,
        "track": entries.number("track.final_space.number", 1, LONGEST_TRACK),
    }


def fill_box(edition: Edition, options: Mapping[str, str], seats: int, box: Box) -> None:
    """Write an edition and the options into the box record."""
    check_edition(edition)
    entries = Entries(edition)
    box.seats, box.dealer = seats, seat_named(options, "dealer", seats)
    box.market = MARKETS.index(options["market"])
    box.clock = int(options["clock"])
    box.cycles = cycles_of(int(options["cycles"]), box)
    for name, number in numbers_of(entries, seats).items():
        setattr(box, name, number)
    fill_cards(entries, box)


def cycles_of(agreed: int, box: Box) -> int:
    """Z-E1, Z-G21: as agreed; but where a clock ends the market, the standard number does not end it earlier."""
    return MOST_CYCLES if agreed == CYCLES and box.market == LIVE and box.clock > 0 else agreed


def fill_cards(entries: Entries, box: Box) -> None:
    """The cards themselves, what sets are worth, and what recipes give."""
    copies, recipes = copies_of(entries), recipes_of(entries)
    box.copies[:] = copies
    box.deck_size = sum(copies)
    cards = [kind for kind in range(KINDS) for _ in range(copies[kind])]
    cards += [*range(RECIPE, RECIPE + len(recipes)), LIGHTNING]
    box.deck[:] = cards + [NONE] * (len(box.deck) - len(cards))
    for kind, scale in enumerate(scales_of(entries)):
        box.value[kind] = [0, *scale, *[0] * (SET - len(scale))]
        box.largest[kind] = len(scale)
    box.value[JOKER], box.largest[JOKER] = [0] * (SET + 1), 0
    box.naturals_of[:] = [naturals for naturals, _ in WAYS]
    box.jokers_of[:] = [jokers for _, jokers in WAYS]
    box.recipes = len(recipes)
    for number in range(RECIPES):
        steps, back = recipes[number] if number < len(recipes) else ([0] * GAINS, 0)
        box.gain[number], box.loss[number] = steps, back
