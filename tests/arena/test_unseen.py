"""What nobody has seen lies otherwise: never against what all players together know, and as likely as it is."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from grimorio.arena.simulate import Match
from grimorio.arena.unseen import SWAPPED, swap_abracadabra
from grimorio.arena.watched import Watched
from grimorio.engine.chance import below, key_of_seed, shuffle, stream
from grimorio.engine.events import CARD, CODE, TO, new_log
from grimorio.engine.kernel import handed, integers, plain
from grimorio.games import load
from grimorio.games.abracadabra.events import ROW_AT, SHOWN_AT, Told
from grimorio.games.abracadabra.state import ELEMENTAL, OF_A_BACK, PERICULUM, ROW_DOWN

GAME = load("abracadabra")

pytestmark = pytest.mark.compiled_only


SELDOM = 30
"""One move of so many is any."""


class Tracked:
    """A game of which it is written down, by all that happens, what can lie in the row."""

    def __init__(self, seats: int, seed: int) -> None:
        self.box, self.states, self.log, self.seats = GAME.box(seats), GAME.layout.new(), new_log(), seats
        self.chance, self.actions = stream(key_of_seed(seed, "moves")), integers(GAME.most_legal)
        self.states[0]["key"][:], self.states[0]["used"] = key_of_seed(seed), 16
        self.decks: list[set[int]] = [set()]
        self.laid = [0] * ROW_DOWN
        self.given = handed(self.box), handed(self.states)
        GAME.start(*self.given)
        self.settle(fresh=True)

    def settle(self, *, fresh: bool = False) -> None:
        """What happens of itself: a new deck holds what lies in it now, and what was laid out from it."""
        GAME.settle(*self.given, self.log)
        rows = self.log[1 : 1 + self.log[0, CODE]]
        number, drawn = len(self.decks) - 1, set[int]()
        for row in rows.tolist():
            if row[CODE] == Told.RESHUFFLED:
                self.decks.append(set())
                number, drawn = number + 1, set()
            if row[CODE] == Told.REFILLED:
                drawn.add(row[CARD])
                if row[TO] != SHOWN_AT:
                    self.laid[row[TO] - ROW_AT] = number
        if fresh or any(row[CODE] == Told.RESHUFFLED for row in rows.tolist()):
            self.decks[-1] = drawn | set(lying(self.states, deck=True))
        self.log[0, CODE] = 0

    def move(self) -> bool:
        """The last thing that can be done, or now and then any; whether the game goes on.

        So nobody plays anything, games are long, and what lies first in the row lies there for more decks than one.
        """
        acting = GAME.to_act(*self.given)
        if acting == 0:
            return False
        seat = int(acting).bit_length() - 1
        count = GAME.legal(*self.given, seat, self.actions)
        any_ = below(handed(self.chance), SELDOM) == 0
        place = below(handed(self.chance), count) if any_ else count - 1
        GAME.act(*self.given, seat, self.actions[place], self.log)
        self.settle()
        return True

    def may_lie(self, states: Any) -> bool:
        """Whether every face-down card of the row is of the deck from which it was laid."""
        return all(
            card < 0 or card in self.decks[laid] for card, laid in zip(lying(states)[:ROW_DOWN], self.laid, strict=True)
        )


def lying(states: Any, *, deck: bool = False) -> list[int]:
    """The face-down cards of the row and the top of the deck; or the deck with its top."""
    s = plain(states)
    if deck:
        return [card for card in (*s.deck[: s.deck_size].tolist(), *s.top.tolist()) if card >= 0]
    return [*s.row.tolist(), *s.top.tolist()]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_other_worlds_hold_all_that_the_players_together_know(seats: int) -> None:
    """Backs, cards that are no Periculum!, what was in the deck from which a card was laid, and every card once."""
    decks, olds, moved = 0, 0, 0
    for seed in range(6):
        game, chance = Tracked(seats, 10 * seats + seed), stream(key_of_seed(seed))
        for _ in range(400):
            if not game.move():
                break
            true, s = lying(game.states), plain(game.states)
            assert game.may_lie(game.states)
            assert s.stacked == 0
            other = game.states.copy()
            swap_abracadabra(handed(other), handed(chance))
            found, safe, old = lying(other), s.row_safe.tolist(), s.row_old.tolist()
            assert game.may_lie(other)
            assert [card // OF_A_BACK for card in found] == [card // OF_A_BACK for card in true]
            assert not any(card == PERICULUM and here for card, here in zip(found, safe, strict=False))
            assert [found[i] for i in range(ROW_DOWN) if old[i]] == [true[i] for i in range(ROW_DOWN) if old[i]]
            assert sorted((*found[:ROW_DOWN], *lying(other, deck=True))) == sorted(
                (*true[:ROW_DOWN], *lying(game.states, deck=True))
            )
            for name in set(GAME.layout.dtype.names or ()) - {"row", "top", "deck"}:
                assert other[name].tobytes() == game.states[name].tobytes()
            moved, olds = moved + (found != true), olds + sum(old)
        decks += len(game.decks)
    assert (decks > 30, olds > 50, moved > 300) == (True, True, True)


PLACES = 4
"""Two safe places of the row, one that is not, and the top of the deck."""
BELOW = 4
"""Cards of the air that lie further down."""


def test_whatever_is_as_likely_as_the_rules_make_it_still_is_in_other_worlds() -> None:
    """Any order is as likely, but for Periculum! where it cannot be; so it is afterwards, for every card and place."""
    chance, states = stream(key_of_seed(8)), GAME.layout.new()
    cells, cards, games = states[0], integers(PLACES + BELOW), 16_000
    seen: list[Counter[int]] = [Counter() for _ in range(PLACES)]
    together: Counter[tuple[int, int]] = Counter()
    for _ in range(games):
        while True:
            cards[:] = range(PERICULUM - PLACES - BELOW + 2, PERICULUM + 2)
            shuffle(handed(chance), cards, 0, PLACES + BELOW)
            if PERICULUM not in cards[:2]:
                break
        cells["row"], cells["top"], cells["deck"] = cards[:3], cards[3], -1
        cells["deck"][:BELOW] = cards[PLACES:]
        cells["deck"][BELOW : BELOW + 2] = 1, 12
        cells["row_safe"], cells["row_old"], cells["deck_size"] = (1, 1, 0), 0, BELOW + 2
        swap_abracadabra(handed(states), handed(chance))
        found = lying(states)
        for place, card in enumerate(found):
            seen[place][card] += 1
        together[found[0], found[2]] += 1
    for place in range(PLACES):
        number = PLACES + BELOW - (place < 2)
        wanted = dict.fromkeys(seen[place], games / number)
        if place >= 2:  # Periculum! is there oftener than another card
            wanted = dict.fromkeys(seen[place], games * (5 / 6) / 7) | {PERICULUM: games / 6}
        assert (len(seen[place]), PERICULUM in seen[place]) == (number, place >= 2)
        assert sum((seen[place][each] - wanted[each]) ** 2 / wanted[each] for each in wanted) < 28
    rates = np.array([number for (_, third), number in together.items() if third != PERICULUM]) / games
    assert len(rates) == 42
    assert (games * (rates - 5 / 6 / 42) ** 2 * 42 / (5 / 6)).sum() < 90


class Looking(Watched):
    """Compares what lies in the row with what lies there in other worlds, by how many of them are of a kind."""

    worlds = 4

    def play(self, number: int) -> Any:
        """One game, of which nothing is counted yet."""
        self.off = np.zeros((3, 1 + ROW_DOWN))
        return super().play(number)

    def think(self, level: str) -> int:
        """Count Elementals, what is Periculum!, and cards that come late among those of their back."""
        self.draw(f"{self.decision}")
        chance, other = stream(self.keys["deals"][0]), self.states.copy()
        self.off += told(lying(self.states)) * self.worlds
        for _ in range(self.worlds):
            other[:] = self.states
            SWAPPED["abracadabra"](handed(other), handed(chance))
            self.off -= told(lying(other))
        return super().think(level)


def told(cards: list[int]) -> Any:
    """Of each place whether an Elemental lies there, or Periculum!, and the place of the card within its back."""
    found = np.array(cards)
    return np.array([found % OF_A_BACK == ELEMENTAL, found == PERICULUM, found % OF_A_BACK * (found >= 0)], float)


def test_what_really_lies_there_is_no_other_than_in_other_worlds_from_the_deal_on() -> None:
    """Over many games of apprentices, in which nobody throws an Elemental away and Periculum! strikes."""
    off = []
    for seats in (2, 4):
        match = Match(GAME, seats, 1, 77, ("novice",) + ("apprentice",) * (seats - 1), box=GAME.box(seats), apart=True)
        seating = Looking(match, "novice")
        for number in range(200):
            seating.play(number)
            off.append(seating.off)
    mean, error = np.mean(off, axis=0), np.std(off, axis=0) / np.sqrt(len(off))
    assert (error > 0).all()
    assert (np.abs(mean) < 4 * error).all(), mean / error
