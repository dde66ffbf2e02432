"""Laws of what stands between a table and a person: pointing, stories, insights. They hold for every game.

Like the laws of the rules they are shipped, so that a game of your own is checked by the same ones.
"""

import re
from collections import Counter
from typing import Any

import msgspec

from grimorio.engine.game import Game
from grimorio.engine.laws import require, viewers
from grimorio.engine.layout import LETTERS, SPECTATOR
from grimorio.engine.pointing import Pointing, offer_of
from grimorio.engine.reference import Ref, Way, declared
from grimorio.engine.table import Table
from grimorio.engine.words import LANGUAGES, Words

LARGEST_OFFER = 8_000
"""Bytes of JSON that may be sent for one decision."""
ADDRESS = re.compile(r"([a-z_]+)(?:\[([A-G0-9](?:,\d+)*)\])?")


def every_action_says_what_it_refers_to(game: Game) -> None:
    """Every parameter of every action is declared, and no two actions of a form refer to the same things."""
    for number in range(game.actions):
        declared(type(game.action_of(number)))


def ways_of(table: Table, seat: int) -> tuple[Way, ...]:
    """All that a seat may do, as things to point at."""
    return table.game.pointer.offered(table.legal(seat), seat, table.view_json(seat), table.box)


def whatever_is_legal_can_be_pointed_at(table: Table, seat: int) -> None:
    """By picking only what is lit one comes to every legal action, and to nothing else."""
    start = Pointing(ways_of(table, seat))
    for way in start.ways:
        now = start
        for ref in way.refs:
            if now.only is not None:
                break
            require(holds=now.can(ref), law="what leads to a legal action is lit", found=(way, ref))
            now = now.pick(ref)
        found = now.only or now.whole
        require(holds=found == way, law="picking what an action refers to leads to it", found=(way, found))


def references_are_sound(table: Table, seat: int) -> None:
    """Addresses are places of the layout, cards are cards, seats sit at the table."""
    for way in ways_of(table, seat):
        for ref in way.refs:
            _sound(table, ref)
    spelled = Counter(tuple(sorted(ref.text() for ref in way.refs)) for way in ways_of(table, seat))
    require(holds=max(spelled.values(), default=1) == 1, law="no two legal actions refer to the same things")


def _sound(table: Table, ref: Ref) -> None:
    game = table.game
    if ref.sort == "card":
        require(holds=ref.name.lower() in game.cards_by_name, law="a card is a card", found=ref)
    if ref.sort == "seat":
        require(holds=ref.name in LETTERS[: table.seats], law="a seat is at the table", found=ref)
    if ref.sort in {"card", "place"}:
        require(holds=is_address(game, ref.at), law="an address is a place of the layout", found=ref)


def is_address(game: Game, text: str) -> bool:
    """Whether a text is the address of a field of the layout, or of something in it."""
    found = ADDRESS.fullmatch(text)
    return found is not None and any(f.name == found[1] for f in game.layout.fields)


def an_offer_is_small(table: Table, seat: int) -> int:
    """What is sent for one decision stays small; returns its bytes."""
    size = len(msgspec.json.encode(offer_of(ways_of(table, seat))))
    require(holds=size < LARGEST_OFFER, law="an offer is small", found=size)
    return size


def an_offer_tells_every_way(table: Table, seat: int) -> None:
    """What is sent for a decision reads back to exactly the ways there are."""
    ways = ways_of(table, seat)
    offer = msgspec.json.decode(msgspec.json.encode(offer_of(ways)), type=type(offer_of(ways)))
    read = {
        (place in offer.final, each.form, *(offer.things[number] for number in (*each.head, last)))
        for place, each in enumerate(offer.ways)
        for last in each.last
    }
    require(holds=read == {(way.final, way.form, *way.refs) for way in ways}, law="an offer tells every way")


def the_story_can_be_told(table: Table) -> None:
    """What anybody learnt can be told in both languages, and every line serialises."""
    names = tuple(f"player {letter}" for letter in LETTERS[: table.seats])
    for viewer in viewers(table):
        lines = table.game.tell(table.box, table.events(viewer), viewer)
        require(holds=msgspec.json.decode(msgspec.json.encode(lines), type=list[Any]) is not None, law="a line is sent")
        for language in LANGUAGES:
            words = Words(table.game, language)
            told = [words.sentence(line, names) for line in lines]
            require(holds=all(told), law="every line says something", found=lines)


def insight_comes_from_the_view(table: Table, other: Table, viewer: int) -> None:
    """Non-interference of insights, pointing, stories of what is asked: `other` is a world that looks the same."""
    game, here, there = table.game, table.insight(viewer), other.insight(viewer)
    require(holds=msgspec.json.encode(here) == msgspec.json.encode(there), law="insight keeps secrets", found=here)
    if viewer == SPECTATOR:
        return
    ways = ways_of(table, viewer)
    require(holds=ways == ways_of(other, viewer), law="pointing keeps secrets", found=viewer)
    view = table.view_json(viewer)
    if game.asked is not None:
        require(holds=game.asked(view, ways) is not None or not ways, law="who may act is asked something", found=ways)


def events_say_what_their_numbers_mean(game: Game) -> None:
    """A number that a sentence tells is declared, and only of events that there are."""
    require(holds=set(game.event_values) <= set(game.events), law="values are of events", found=game.event_values)
    for language in LANGUAGES:
        for kind, pattern in Words(game, language).own["events"].items():
            told = " ".join(pattern.values()) if isinstance(pattern, dict) else str(pattern)
            known = kind in game.event_values or "{value}" not in told
            require(holds=known, law="an event says what its number means", found=kind)
