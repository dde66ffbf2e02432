"""Looks at games of Abracadabra, and Enchanters and their meetings, reckoned slowly: what tests of its bots need."""

from collections.abc import Iterator
from typing import Any

from grimorio.bots import APPRENTICES
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.kernel import handed, integers
from grimorio.engine.laws import random_play
from grimorio.engine.table import Table
from grimorio.games.abracadabra import GAME
from grimorio.games.abracadabra.state import CARDS, ENCHANTERS, MEETINGS, card_of

ENCHANTER = {card_of(who): who for who in range(ENCHANTERS)}
"""The Enchanter of a card."""
LETTERS = {frozenset(meeting.enchanters): meeting.letter for meeting in reversed(MEETINGS)}
"""As what three meet; the first letter where they may choose."""


def looks(seats: int, games: int = 4) -> Iterator[tuple[Any, Any]]:
    """What each seat sees in games of which the beginning is random, and the rest an apprentice's."""
    for table in positions(seats, games):
        yield from ((table.box, table.view(seat).copy()) for seat in range(seats))


def positions(seats: int, games: int = 4) -> Iterator[Table]:
    """Such games, decision by decision."""
    chance, actions = handed(stream(key_of_seed(seats))), integers(GAME.most_legal)
    for seed in range(games):
        table = random_play(GAME, seats, 100 * seats + seed, 10 * (seed % 4))
        for _ in range(40):
            if table.over:
                break
            yield table
            seat = table.to_act()[0]
            legal = table.legal(seat)
            actions[: len(legal)] = legal
            shown = handed(table.box), handed(table.view(seat)), actions, len(legal), chance
            table.apply(seat, legal[APPRENTICES["abracadabra"](*shown)])


def cards_in(view: Any, *places: str) -> set[int]:
    """The cards that lie face up for the viewer in some places."""
    return {int(card) for place in places for card in view[place][0].ravel() if 0 <= card < CARDS}


def among(bits: int, number: int) -> set[int]:
    """What of so many is there, from a bit each."""
    return {each for each in range(number) if int(bits) >> each & 1}
