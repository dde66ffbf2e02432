"""Luck taken out of a deal: what a hero's choices are worth beside those of an understudy, by what the hero knows.

The understudy is how a search plays itself on: a reflex, so that what comes of a position in its hands can be found out
by playing it on many times. Whoever plays as it does wins what it wins. Whoever does something else somewhere wins, on
average, what it wins and what each of these choices is worth more in its hands than its own. So that sum is a fair
sample of what the hero wins, and jumps about far less than who won in the end: neither the cards that nobody sees nor
what is drawn later have a part in it. For a choice is weighed in worlds that are drawn as often as they are true for
who knows what the hero knows (see `holdings.py`), which is only known where all others are apprentices; among others
nobody's luck is taken out.

Games are played on to the end of a challenge, and what the crystals are worth then is looked up (see `crystals.py`). It
does not matter how well that is known: in every challenge what the understudy makes of these worths in fresh deals is
counted beside what they were at its beginning, and so the worths cancel out. They are told as for somebody who wins
twice a fair share: then a challenge in the hands of such a hero is worth on average what it began with, and a sample
hangs less on how long the game lasts.

A sample has bounds, so that bets on it (see `evidence.py`) hold. For that a game may be left: what it is worth there in
the understudy's hands is taken off the sum, and what the hero really wins in the end is put in its place. That is fair
wherever it is done by what is known there: all that was summed up before, luck in weighing included, is on average
worth nothing beside how the game stands; and what is taken off is found in worlds of streams of its own, which know
nothing of that luck. A game is left after a weighing has brought the sum outside of the bounds. That one counts, but at
the hero's next decision, or where the next challenge begins, nothing is weighed any more; if the game is over before,
all of it has been weighed, and the sum is the sample. And a game is left before a choice that looks like a great loss;
it is looked at in other worlds than those in which it would be weighed. For a sample has a lower bound only if one
weighing loses no more than a quarter of a victory: what loses more all the same counts as that. It flatters the hero,
but after such a look it is hardly ever seen.
"""

import functools
import math
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from grimorio.arena.crystals import Awards, crystals_worth, solved
from grimorio.arena.evidence import Range
from grimorio.arena.holdings import DID, WHO, draw_world, new_holdings, prepare
from grimorio.arena.simulate import KEYS, Match
from grimorio.arena.thinking import COUNT, SEAT, Seer
from grimorio.arena.watched import Watched
from grimorio.bots import APPRENTICE, APPRENTICES, find_bot
from grimorio.bots.planning import NO_PLANNER, planner_of
from grimorio.bots.search import deciding
from grimorio.engine.chance import fresh_stream, key_of_seed, split
from grimorio.engine.game import Game
from grimorio.engine.kernel import at, handed, integers, kernel, plain, readable, set_at
from grimorio.engine.sight import as_bytes, project
from grimorio.engine.winning import sharing
from grimorio.games import load
from grimorio.games.flautz.rules import settle
from grimorio.games.flautz.state import NOT_BEGUN, TURN

PLAYED_ON = 128
"""Worlds in which two choices are weighed: with more of them samples hardly jump about less."""
AFRESH = 150
"""Fresh deals of every challenge."""
COUNTED = 4_000
"""Challenges that are counted for what crystals are worth, for each seat that may begin."""
AHEAD, LIKELIEST = 2, 0.8
"""Times a fair share that somebody wins for whom crystals are worth what they are said to be; and no more than this."""
TILTED, HALVINGS = 4.0, 20
"""Between 0 and this lies how much likelier (a logarithm) such a one gets crystals; and how often that is halved until
it is found."""
LEAST, MOST = 0.4, 1.0
"""A sum of parts of a victory at which a game is left: so much of twice a fair share, and a whole one."""
WORST, LOOKS_BAD, LOOKED = 0.25, 0.2, 32
"""Nothing that is weighed loses more than this; where a choice looks as if it lost so much, the game is left before;
and the worlds in which it is looked at."""
BOLDEST, STEADY = 0.9, (1.0,)
"""The part of a stake that may be lost on one sample, and parts of it that are bet all the time: what is to be proven
of these samples is little beside how they jump about, and who bets only by what he saw learns it too late."""
NOTHING = -1
"""Instead of an action: nobody has chosen yet."""


def least(seats: int) -> float:
    """The sum below which a game is left."""
    return LEAST * AHEAD / seats


def steadied(seats: int) -> Range:
    """Between what a sample lies.

    The last weighing may lose so much or win a whole victory, and what is left of a game one more or less.
    """
    return Range(least(seats) - WORST - 1, MOST + 2, BOLDEST, STEADY)


def is_controlled(game: str, hero: str, rivals: str) -> bool:
    """Whether luck can be taken out: the hero thinks, a planner is its understudy, and all others are apprentices."""
    bot = find_bot(game, hero)
    return rivals == APPRENTICE and planner_of(game) is not NO_PLANNER and bot is not None and bot.thought is not None


# ---------------------------------------------------------------- a challenge played on


@functools.cache
def playing_on(game: Game) -> Callable[..., float]:
    """The kernel that plays a challenge on to its end, a seat by its understudy and all others by apprentices."""
    to_act, legal, act, guard = game.to_act, game.legal, game.act, game.guard
    decide, share = deciding(game, APPRENTICES[game.name]), sharing(game)

    @kernel
    def play_on(box: Any, me: int, chance: Any, desk: Any, room: Any) -> float:
        """What the world on the desk comes to, in parts of a victory."""
        s, view = at(desk.worlds, 0), at(room.views, 0)
        challenge, acting = s.challenge, to_act(box, s)
        for _ in range(guard):
            if acting == 0:
                settle(box, s, None)
                acting = to_act(box, s)
            if acting == 0 or s.challenge != challenge:
                break
            seat = int(s.turn)
            count = legal(box, s, seat, room.lists)
            project(room.plan, room.backs, desk.raw[0], seat, room.seen[0])
            place = decide(box, view, room.lists, count, seat == me, chance, 1, room.tables)
            act(box, s, seat, room.lists[place], None)
            acting = to_act(box, s)
        if acting != 0:
            return crystals_worth(box, s, me, desk.worths)
        share(box, s, desk.out, desk.shares)
        return float(desk.shares[me])

    return play_on


@kernel
def deal_afresh(box: Any, begun: Any, chance: Any, worlds: Any) -> None:
    """The challenge that has begun, with other cards; none in which a Straight is dealt, since that would be over."""
    s = at(worlds, 0)
    while True:
        set_at(worlds, 0, begun, 0)
        fresh_stream(chance, s)
        challenge = s.challenge
        s.challenge -= 1
        s.phase = NOT_BEGUN
        settle(box, s, None)
        if s.challenge == challenge and s.phase == TURN:
            return


@functools.cache
def weighing(game: Game) -> tuple[Callable[..., tuple[float, float]], Callable[..., float]]:
    """The kernels that weigh two choices of a seat, and a challenge that begins."""
    act, play_on = game.act, playing_on(game)

    @kernel
    def weigh(  # noqa: PLR0913
        boxes: Any, views: Any, keys: Any, chosen: int, instead: int, number: int, desk: Any, room: Any
    ) -> tuple[float, float]:
        """What a choice is worth more than another one on average, in a few worlds, and in so many others.

        Where it looks like a great loss in those few, it is not weighed. Where nothing is chosen: what there is.
        """
        box, view, chance, key = at(boxes, 0), at(views, 0), at(room.chances, 0), at(keys, 0)
        few = 0 if chosen == NOTHING else LOOKED
        split(key.deals, few + number, chance)
        prepare(box, view, chance, room)
        me, looked, worth = int(view.viewer), 0.0, 0.0
        for i in range(few + number):
            if i == few and looked < -LOOKS_BAD * few:
                break
            split(key.deals, i, chance)
            draw_world(box, view, chance, at(desk.worlds, 1), room)
            for which in range(1 if chosen == NOTHING else 2):
                set_at(desk.worlds, 0, desk.worlds, 1)
                split(key.choices, i, chance)
                if chosen != NOTHING:
                    act(box, at(desk.worlds, 0), me, instead if which else chosen, None)
                found = play_on(box, me, chance, desk, room)
                more = -found if which else found
                looked, worth = looked + more * (i < few), worth + more * (i >= few)
        return looked / max(1, few), worth / number

    @kernel
    def begin(boxes: Any, begun: Any, keys: Any, me: int, number: int, desk: Any, room: Any) -> float:  # noqa: PLR0913
        """What the understudy makes of a challenge that begins, on average over fresh deals."""
        box, chance, key, worth = at(boxes, 0), at(room.chances, 0), at(keys, 0), 0.0
        for i in range(number):
            split(key.deals, i, chance)
            deal_afresh(box, begun, chance, desk.worlds)
            split(key.choices, i, chance)
            worth += play_on(box, me, chance, desk, room)
        return worth / number

    return weigh, begin


@functools.cache
def counting(game: Game) -> Callable[..., None]:
    """The kernel that counts what challenges give to whom, the understudy in the first seat."""
    play_on = playing_on(game)

    @kernel
    def count(boxes: Any, begun: Any, keys: Any, awards: Any, desk: Any, room: Any) -> None:  # noqa: PLR0913
        box, chance, key, s = at(boxes, 0), at(room.chances, 0), at(keys, 0), at(desk.worlds, 0)
        for i in range(awards.shape[0]):
            split(key.deals, i, chance)
            deal_afresh(box, begun, chance, desk.worlds)
            split(key.choices, i, chance)
            play_on(box, 0, chance, desk, room)
            for seat in range(box.seats):
                awards[i, seat] = s.crystals[seat]

    return count


# ---------------------------------------------------------------- what crystals are worth


class Desk(NamedTuple):
    """Room for games that are played on: the world that is played, the one that was drawn, and how a game ends."""

    worlds: Any
    raw: Any
    out: Any
    shares: Any
    worths: Any


def new_desk(game: Game, worths: Any) -> Desk:
    """Room to play on, with what crystals are worth."""
    worlds, most = game.layout.new(2), game.seats[1]
    shares = readable(np.zeros(most, np.float32))
    return Desk(worlds, readable(as_bytes(worlds)), integers(most, 2), shares, readable(worths))


Often = dict[int, dict[Awards, float]]
"""How likely a challenge gives what to whom, by first player."""


@functools.cache
def awards_of(seats: int) -> Often:
    """What challenges give at a table of so many, the understudy in the first seat."""
    game, often = load("flautz"), {}
    box, room, begun, keys = game.box(seats), new_holdings(game), game.layout.new(), np.zeros(1, KEYS)
    desk, count = new_desk(game, np.zeros((seats, goal_of(seats) ** seats))), counting(game)
    for first in range(seats):
        keys["deals"], keys["choices"] = (key_of_seed(first, f"crystals {seats} {what}") for what in ("deals", "bots"))
        begun["first"], awards = first, integers(COUNTED, seats)
        count(box, begun, keys, awards, desk, room)
        found = Counter(map(tuple, np.asarray(awards).tolist()))
        often[first] = {each: number / COUNTED for each, number in found.items()}
    return often


def goal_of(seats: int) -> int:
    """Crystals that win."""
    return int(plain(load("flautz").box(seats)).crystals_to_win)


def tilted(often: Often, tilt: float) -> Often:
    """The same with a first seat that gets something so much likelier (a logarithm)."""
    found: Often = {}
    for first, chances in often.items():
        likelier = {each: chance * math.exp(tilt * (each[0] > 0)) for each, chance in chances.items()}
        whole = sum(likelier.values())
        found[first] = {each: chance / whole for each, chance in likelier.items()}
    return found


def worths_tilted(seats: int, tilt: float) -> Any:
    """What crystals are worth to somebody who gets them so much likelier than the understudy does."""
    return solved(tilted(awards_of(seats), tilt), seats, goal_of(seats))


@functools.cache
def worths_of(seats: int) -> Any:
    """What crystals are worth to somebody who wins twice a fair share at a table of so many."""
    wanted, low, high = min(AHEAD / seats, LIKELIEST), 0.0, TILTED
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if worths_tilted(seats, middle)[:, 0].mean() < wanted:
            low = middle
        else:
            high = middle
    return worths_tilted(seats, low)


# ---------------------------------------------------------------- a game of which every choice is weighed


class Controlled(Watched):
    """A match in which the choices of one player are weighed against those of its understudy."""

    def __init__(self, match: Match, hero: str, seer: Seer | None = None) -> None:
        super().__init__(match, hero, seer)
        self.planner = planner_of(self.game.name)
        self.desk, self.room = new_desk(self.game, worths_of(match.seats)), new_holdings(self.game)
        self.challenge, self.sum, self.left = 0, 0.0, -1.0

    def play(self, number: int) -> Any:
        """One game to its end."""
        self.challenge, self.sum, self.left = 0, 0.0, -1.0
        return super().play(number)

    def think(self, level: str) -> int:
        """What somebody does: the hero's choices are weighed, and those of the others written down."""
        self.begin_if_new()
        place = super().think(level)
        if level not in self.bots:
            self.write_down(place)
        elif int(self.numbers[SEAT]) == self.hero and self.left < 0:
            self.weigh(place)
        return place

    def write_down(self, place: int) -> None:
        """What somebody did by reflex, with the position."""
        row = int(self.room.many[0])
        self.room.deeds[row] = self.states[0]
        self.room.did[row, WHO], self.room.did[row, DID] = self.numbers[SEAT], self.actions[place]
        self.room.many[0] = row + 1

    def begin_if_new(self) -> None:
        """Where a challenge begins, count what the understudy would make of it, beside what the crystals are worth."""
        challenge, first = int(plain(self.states).challenge), self.challenge == 0
        if challenge == self.challenge:
            return
        self.challenge, self.room.many[0] = challenge, 0
        worth = float(crystals_worth(handed(self.match.box), handed(self.states), self.hero, self.desk.worths))
        self.sum = worth if first else self.sum
        if self.left < 0 and self.is_far:
            self.left = worth
        elif self.left < 0:
            self.draw(f"challenge {challenge}")
            given = self.match.box, self.states, self.keys, self.hero, AFRESH, self.desk, self.room
            self.add(float(weighing(self.game)[1](*given)) - worth)

    def weigh(self, place: int) -> None:
        """Add what a choice is worth more than the understudy's, or leave the game; the same is worth the same."""
        count, box, view = int(self.numbers[COUNT]), handed(self.match.box), handed(self.views)
        chance = handed(self.room.chances)
        other = int(self.planner.choose(box, view, self.actions, count, chance, self.room.tables))
        choices = int(self.actions[place]), int(self.actions[other])
        looks, more = self._worth("weighed", *choices) if other != place and not self.is_far else (0.0, 0.0)
        if self.is_far or looks < -LOOKS_BAD:
            self.left = self._worth("left")[1]
        elif other != place:
            self.add(more)

    def add(self, more: float) -> None:
        """Sum up what was weighed."""
        self.sum += max(more, -WORST)

    @property
    def is_far(self) -> bool:
        """Whether the sum has left the bounds, so that the game is left where something is weighed next."""
        return not least(self.match.seats) <= self.sum <= MOST

    def sample(self, share: float) -> float:
        """What a game that is over tells of how much the hero wins."""
        return self.sum + (share - self.left if self.left >= 0 else 0.0)

    def _worth(self, what: str, chosen: int = NOTHING, instead: int = NOTHING) -> tuple[float, float]:
        self.draw(f"decision {self.decision} {what}")
        given = self.match.box, self.views, self.keys, chosen, instead, PLAYED_ON, self.desk, self.room
        return weighing(self.game)[0](*given)
