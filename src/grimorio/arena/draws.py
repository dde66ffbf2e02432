"""Luck taken out of a deal: what came of a stretch of the game beside what comes of it on average.

Reflexes are cheap: what a position comes to in the hands of apprentices can be found out by playing it on many times,
with all that nobody has seen lying otherwise and with other chance, for so many turns; who would win is then read off
what everybody has. So a stretch of the game begins with whatever somebody does, hero or rival, and what that comes to
on average is foreseen. As long as everybody then does what his reflex would do, nothing is to be counted: this is what
was foreseen. The stretch is over where those turns are, or where somebody does something else; what the position
comes to there, before he does, less what was foreseen, was luck. With what he does the next stretch begins.

On average luck is nothing, however badly reflexes play and however wrong that reading is: nobody's deeds hang on
what nobody has seen, and so on average a stretch comes to what was foreseen of it. So all of it can be taken off the
share of the wins, and what is left is a fair sample of what the hero wins, that jumps about far less: by what was done
that no reflex would do, for better or worse, and by the luck of which that reading tells nothing.

An apprentice who draws lots between actions does as was foreseen, whichever he draws. Of somebody else who does one of
these nobody knows whether that was a lot, and so it counts as something else.

A sample has bounds, so that bets on it (see `evidence.py`) hold, and the closer they are the bolder these can be. So
where the luck that was counted so far is close to its own bounds, less of the next stretch's counts: no more than is
left even if a whole victory is won or lost in it. That is known before it is foreseen, and what the one before was
closed with was found in worlds of its own: so nothing is chosen by what it is.

This holds for everybody who knows no more than all players together, as one does who sees all hands: not for one who
sees all cards.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from grimorio.arena.allseeing import blindfolded, sees_hands
from grimorio.arena.evidence import Range
from grimorio.arena.simulate import Match
from grimorio.arena.thinking import COUNT, SEAT, Seer
from grimorio.arena.unseen import SWAPPED
from grimorio.arena.watched import Watched
from grimorio.bots import APPRENTICE, APPRENTICES, REFLEXES, find_bot
from grimorio.bots.contract import AS_ONESELF, BY_THE_RULE
from grimorio.bots.habits import LEARNT
from grimorio.bots.horizon import horizon_of
from grimorio.bots.oneself import ONESELF
from grimorio.engine.chance import CHANCE_DTYPE, fresh_stream, split
from grimorio.engine.game import Game
from grimorio.engine.kernel import at, handed, integers, kernel, plain, readable, set_at
from grimorio.engine.sight import as_bytes, project
from grimorio.engine.turns import whose_turn
from grimorio.engine.winning import sharing

AHEAD = 6
"""Turns that a stretch lasts at most, that of its first action counted."""


class Reading(NamedTuple):
    """How luck is read at a table.

    `worlds` in which a stretch is foreseen, and as many others in which it is found out what it came to; `unlucky` and
    `lucky`, between which lies the luck that is counted: bets that a hero wins more hang on the second of them.
    """

    worlds: int
    unlucky: float
    lucky: float


ROUGH, FINE, FINEST = Reading(400, -1.4, 0.75), Reading(100, -1.75, 1.25), Reading(400, -1.75, 1.25)
"""Where nothing but the apprentice's rule is known; and where habits were learnt, by which those who think play on: so
what they do is seldom a surprise, and more of the luck can be counted, since samples that jump about less are bet on
more boldly in any case. (Fewer worlds make hardly a difference there: within the narrower bounds deals at two seats
jumped about by 0.217 times with 100, 0.213 with 400 and 0.211 with 1,600; within these by 0.182 with 100. By the
apprentice's rule for everybody it was 0.271.) The last where several think: there far more stretches are closed early,
and worlds make a difference (the same 100 deals: 0.280 times with 100, 0.178 with 400, 0.165 with 1,600)."""


def reading_at(seats: int, thinking: int = 1) -> Reading:
    """How luck is read at a table of so many, of whom so many think."""
    if not LEARNT[seats]:
        return ROUGH
    return FINEST if thinking > 1 else FINE


BOLDEST, STEADY = 0.9, (0.25, 0.5, 1.0)
"""The part of a stake that may be lost on one sample, and parts of it that are bet all the time."""
NOTHING = -1
"""Instead of an action: nothing is done before all play on."""


def steadied(seats: int) -> Range:
    """Between what a sample lies where so many play."""
    reading = reading_at(seats)
    return Range(-reading.lucky, 1 - reading.unlucky, BOLDEST, STEADY)


def is_drawn(game: str, hero: str, rivals: str) -> bool:
    """Whether this luck is taken out: among bots of the game, or if the hero sees all hands, if somebody thinks.

    Where all play by reflex it is not worth while, nor where one and the same bot sits at all seats.
    """
    bot = blindfolded(hero) if sees_hands(hero) else hero
    known = game in SWAPPED and None not in (find_bot(game, bot), find_bot(game, rivals))
    return known and bot != rivals and not {hero, rivals} <= REFLEXES[game].keys()


# ---------------------------------------------------------------- some turns played on


class Desk(NamedTuple):
    """Room to play on: the world that is played, what is seen of it, and how a game ends."""

    worlds: Any
    raw: Any
    views: Any
    seen: Any
    plan: Any
    backs: Any
    lists: Any
    chances: Any
    out: Any
    shares: Any
    manners: Any
    thinks: Any


def new_desk(game: Game) -> Desk:
    """Room to play on."""
    worlds, views, most = game.layout.new(1), game.sight.new(1), game.seats[1]
    return Desk(
        worlds, readable(as_bytes(worlds)), views, readable(as_bytes(views)), readable(game.sight.plan),
        readable(game.sight.backs), integers(game.most_legal), np.zeros(1, CHANCE_DTYPE), integers(most, 2),
        readable(np.zeros(most, np.float32)), integers(most), integers(most),
    )  # fmt: skip


@functools.cache
def playing_on(game: Game) -> Callable[..., float]:
    """The kernel that plays a world on until a turn begins, all by reflex."""
    settle, to_act, legal, act, guard = game.settle, game.to_act, game.legal, game.act, game.guard
    choose, who_is_next = APPRENTICES[game.name], whose_turn(game)
    by_habit = ONESELF.get(game.name, choose)
    share, hope = sharing(game), horizon_of(game.name).hope

    @kernel
    def play_on(box: Any, me: int, until: int, chance: Any, desk: Any) -> float:
        """What the world is worth to a seat then, in parts of a victory."""
        s, view = at(desk.worlds, 0), at(desk.views, 0)
        acting = to_act(box, s)
        for _ in range(guard):
            if acting == 0:
                settle(box, s, None)
                acting = to_act(box, s)
                if acting == 0:
                    break
            if s.turns >= until:
                return hope(box, s, me, desk.manners)
            seat = who_is_next(acting, chance)
            count, place = legal(box, s, seat, desk.lists), 0
            if count > 1:
                project(desk.plan, desk.backs, desk.raw[0], seat, desk.seen[0])
                if desk.thinks[seat]:
                    place = by_habit(box, view, desk.lists, count, chance)
                else:
                    place = choose(box, view, desk.lists, count, chance)
            act(box, s, seat, desk.lists[place], None)
            acting = to_act(box, s)
        share(box, s, desk.out, desk.shares)
        return float(desk.shares[me])

    return play_on


@functools.cache
def foreseeing(game: Game) -> tuple[Callable[..., float], Callable[..., float]]:
    """The kernels that find out what a position, or an action in it, comes to on average, and that read one off."""
    act, play_on, swap_unseen, hope = game.act, playing_on(game), SWAPPED[game.name], horizon_of(game.name).hope

    @kernel
    def foresee(  # noqa: PLR0913
        boxes: Any, states: Any, keys: Any, me: int, seat: int, action: int, until: int, worlds: int, desk: Any
    ) -> float:
        """In so many worlds, in each of which all that nobody has seen lies otherwise, and chance is another."""
        box, s, chance, worth = at(boxes, 0), at(desk.worlds, 0), at(desk.chances, 0), 0.0
        split(at(keys, 0).deals, 0, chance)
        for _ in range(worlds):
            set_at(desk.worlds, 0, states, 0)
            fresh_stream(chance, s)
            swap_unseen(s, chance)
            if action != NOTHING:
                act(box, s, seat, action, None)
            worth += play_on(box, me, until, chance, desk)
        return worth / worlds

    @kernel
    def read_off(boxes: Any, states: Any, me: int, desk: Any) -> float:
        """What a position is worth where a turn begins: nothing of that is unseen."""
        return hope(at(boxes, 0), at(states, 0), me, desk.manners)

    return foresee, read_off


# ---------------------------------------------------------------- a game of which all luck is counted


class Drawn(Watched):
    """A match in which what comes of every stretch of the game is compared with what was foreseen of it."""

    def __init__(self, match: Match, hero: str, seer: Seer | None = None, worlds: int = 0) -> None:
        super().__init__(match, hero, seer)
        self.reading = reading_at(match.seats, sum(level in self.bots for level in self.players))
        self.worlds = worlds or self.reading.worlds
        self.desk, self.lots = new_desk(self.game), np.zeros(1, CHANCE_DTYPE)
        self.foresee, self.read_off = foreseeing(self.game)
        for seat, level in enumerate(self.players):
            self.desk.thinks[seat] = level in self.bots
            self.desk.manners[seat] = AS_ONESELF if level in self.bots else BY_THE_RULE
        self.luck, self.weight, self.until = 0.0, 0.0, 0
        self.foreseen: float | None = None

    def play(self, number: int) -> Any:
        """One game to its end."""
        self.luck, self.foreseen = 0.0, None
        return super().play(number)

    def think(self, level: str) -> int:
        """What somebody does; before, the stretch is closed if its turns are over or if this was not foreseen."""
        turns = int(plain(self.states).turns)
        if self.foreseen is not None and turns >= self.until:
            self.close(float(self.read_off(self.match.box, self.states, self.hero, self.desk)))
        place = super().think(level)
        if self.foreseen is not None and not self.is_expected(level, place):
            self.close(self.worth("came", NOTHING))
        left = min(self.reading.lucky - self.luck, self.luck - self.reading.unlucky)
        if self.foreseen is None and left > 0:
            self.weight, self.until = min(1.0, left), turns + AHEAD
            self.foreseen = self.worth("foreseen", int(self.actions[place]))
        return place

    def is_expected(self, level: str, place: int) -> bool:
        """Whether its reflex would surely do this: an apprentice does; what lots are drawn for, nobody else would."""
        if level == APPRENTICE:
            return True
        self.lots[:] = self.chances
        box, view, chance = handed(self.match.box), handed(self.views), handed(self.lots)
        rule = APPRENTICES[self.game.name]
        reflex = ONESELF.get(self.game.name, rule) if level in self.bots else rule
        other = reflex(box, view, self.actions, int(self.numbers[COUNT]), chance)
        return int(other) == place and np.array_equal(self.lots, self.chances)

    def worth(self, what: str, action: int) -> float:
        """What the position, or an action in it, comes to on average when the turns of the stretch are over."""
        self.draw(f"decision {self.decision} {what}")
        given = self.match.box, self.states, self.keys, self.hero, int(self.numbers[SEAT])
        return float(self.foresee(*given, action, self.until, self.worlds, self.desk))

    def close(self, came: float) -> None:
        """Count what came of a stretch beside what was foreseen."""
        self.luck += self.weight * (came - (self.foreseen or 0.0))
        self.foreseen = None

    def sample(self, share: float) -> float:
        """The share of the wins, and luck taken off."""
        if self.foreseen is not None:
            self.close(share)
        return share - self.luck
