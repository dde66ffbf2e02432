"""Small boxes and last turns whose whole game tree can be listed: ground truth for anyone's algorithm.

Every branch of chance is walked, with its exact probability. That needs rules that run as plain Python, since what
compiled rules draw cannot be steered: `NUMBA_DISABLE_JIT=1`. A tree is written in Gambit's format, which OpenSpiel
loads (`pyspiel.load_efg_game`) and solves in compiled code. The boxes themselves stand in `small`.
"""

import contextlib
import hashlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from grimorio.engine import chance
from grimorio.engine.calls import calls_of
from grimorio.engine.events import AUDIENCE, new_log, rows
from grimorio.engine.giving import Giver
from grimorio.engine.kernel import INTERPRETED, handed, integers
from grimorio.engine.layout import LETTERS
from grimorio.engine.reading import read_by
from grimorio.engine.sight import COPY_BACKS, COPY_ROW, as_bytes
from grimorio.engine.table import Table
from grimorio.engine.winning import sharing
from grimorio.games import load
from grimorio.research.small import SmallBox

MOST_NODES = 1_000_000


class TooLargeError(ValueError):
    """A box whose tree has more nodes than anybody wants to list."""


# ---------------------------------------------------------------- chance, branch by branch


class Script:
    """Stands for the dice: follows a path of choices, then always the first, and remembers what else there was."""

    def __init__(self, alike: frozenset[int] = frozenset()) -> None:
        self.alike = alike
        self.begin()

    def begin(self) -> None:
        """Forget every path."""
        self.path: list[int] = []
        self.weights: list[list[int]] = []
        self.at = 0

    def choose(self, weights: list[int]) -> int:
        """The number of a choice, of which each has a weight."""
        if self.at == len(self.path):
            self.path.append(0)
            self.weights.append(weights)
        self.at += 1
        return self.path[self.at - 1]

    def below(self, _stream: Any, n: int) -> int:
        """Each number as likely as any other."""
        return self.choose([1] * n)

    def draw(self, _stream: Any, cards: Any, count: int) -> int:
        """One of the kinds that lie there, as likely as it has cards; the last card fills the place.

        Of kinds that are alike it is the first, for all of them.
        """
        lying = [int(cards[i]) for i in range(count)]
        same = [min(self.alike & set(lying)) if each in self.alike else each for each in lying]
        kinds = sorted(set(same))
        kind = kinds[self.choose([same.count(each) for each in kinds])]
        cards[lying.index(kind)] = cards[count - 1]
        return kind

    def probability(self) -> Fraction:
        """Of the path that was followed."""
        found = Fraction(1)
        for choice, weights in zip(self.path, self.weights, strict=True):
            found *= Fraction(weights[choice], sum(weights))
        return found

    def next(self) -> bool:
        """Turn to the next path; False when there is none."""
        self.at = 0
        while self.path:
            self.path[-1] += 1
            if self.path[-1] < len(self.weights[-1]):
                return True
            self.path.pop()
            self.weights.pop()
        return False


@contextlib.contextmanager
def steered(script: Script) -> Iterator[None]:
    """Inside, whatever the rules draw is what the script says."""
    true = {"below": chance.below, "draw": chance.draw}
    told = [
        (module, name)
        for module in list(sys.modules.values())
        for name, function in true.items()
        if getattr(module, "__name__", "").startswith("grimorio.") and vars(module).get(name) is function
    ]
    for module, name in told:
        setattr(module, name, getattr(script, name))
    try:
        yield
    finally:
        for module, name in told:
            setattr(module, name, true[name])


# ---------------------------------------------------------------- the tree


@dataclass
class Tree:
    """A game tree in the order in which Gambit writes it, and what was counted."""

    title: str
    players: int
    lines: list[str] = field(default_factory=list)
    decisions: int = 0
    chances: int = 0
    ends: int = 0
    sets: list[dict[bytes, int]] = field(default_factory=list)

    @property
    def information_sets(self) -> tuple[int, ...]:
        """How many of each player."""
        return tuple(map(len, self.sets))

    def efg(self) -> str:
        """The whole tree as Gambit's extensive form."""
        names = " ".join(f'"{LETTERS[seat]}"' for seat in range(self.players))
        return "\n".join([f'EFG 2 R "{self.title}" {{ {names} }}', '""', "", *self.lines]) + "\n"


@dataclass(frozen=True)
class Knot:
    """A position, what each player knows of its past, and who is asked (-1: nobody was chosen yet)."""

    state: bytes
    known: tuple[bytes, ...]
    asked: int = -1


class Miniature:
    """A game with a small box. What is drawn before the first deal (who has which apprentice) is fixed."""

    def __init__(self, small: SmallBox) -> None:
        if not INTERPRETED:
            msg = "a miniature is listed with rules in plain Python: NUMBA_DISABLE_JIT=1"
            raise RuntimeError(msg)
        self.small, self.game, self.players = small, load(small.name), small.players
        self.calls = calls_of(self.game)
        self.box = self.game.box(small.seats, small.options, small.edition())
        self.undo = {self.game.parse_action(text) for text in small.undo}
        alike = frozenset(self.game.card_names.index(name) for name in small.alike)
        self.log, self.actions, self.script = new_log(), integers(self.game.most_legal), Script(alike)
        self.looks = [self._look_of(viewer) for viewer in range(self.players)]

    def _look_of(self, viewer: int) -> tuple[Any, Any, Any]:
        """Which bytes of a position a view shows and where, and which of them as the backs of cards."""
        shown, to, backs = list[int](), list[int](), list[bool]()
        for sort, start, place, length, row, _ in self.game.sight.plan.tolist()[1:]:
            first = start + (viewer * row if sort == COPY_ROW else 0)
            shown += range(first, first + length)
            to += range(place, place + length)
            backs += [sort == COPY_BACKS] * length
        return np.array(shown), np.array(to), np.array(backs)

    def view(self, raw: Any, viewer: int) -> bytes:
        """What `sight.project` makes of the bytes of a position, but at once: it is slow as plain Python."""
        shown, to, backs = self.looks[viewer]
        view = np.zeros(self.game.sight.dtype.itemsize, np.uint8)
        view[self.game.sight.plan[0, 2]] = viewer
        view[to] = np.where(backs, self.game.sight.backs[raw[shown]], raw[shown])
        return view.tobytes()

    def tree(self, most: int = MOST_NODES) -> Tree:
        """List it."""
        tree = Tree(f"{self.game.title}, miniature", self.players, sets=[{} for _ in range(self.players)])
        first = self._worlds() if self.small.worlds else self._deals()
        with steered(self.script):
            self._chance(tree, first, most)
        return tree

    def _deals(self) -> dict[Knot, Fraction]:
        """Every first deal."""
        states, box, settle = self.game.layout.new(), handed(self.box), self.game.settle
        self.game.start(box, handed(states))

        def deal(s: Any) -> None:
            settle(box, s, self.log)
            for name, value in self.small.begins.items():
                field = getattr(s, name)
                if isinstance(value, tuple):
                    field[: len(value)] = value
                else:
                    setattr(s, name, value)

        with steered(self.script):
            nothing = Knot(states.tobytes(), (b"",) * self.players)
            return self._outcomes(nothing, deal, -1, -1)

    def draws(self) -> list[int]:
        """Of each card of the deal: among how many kinds it is drawn. The product tells in how many ways."""
        states = self.game.layout.new()
        self.game.start(handed(self.box), handed(states))
        with steered(self.script):
            self.script.begin()
            self.game.settle(handed(self.box), handed(states), None)
        return [len(weights) for weights in self.script.weights]

    def _worlds(self) -> dict[Knot, Fraction]:
        """The positions that the box names."""
        small, found = self.small, dict[Knot, Fraction]()
        self.log[0, 0] = 0
        for given in small.worlds:
            table = Table(self.game, small.seats, options=small.options, edition=small.edition(), secret=bytes(32))
            Giver(self.game, table, "miniature").give(given)
            nothing = Knot(table.state.tobytes(), (b"",) * self.players)
            knot = Knot(nothing.state, self._known(nothing, table.state, -1, -1))
            found[knot] = found.get(knot, Fraction(0)) + Fraction(1, len(small.worlds))
        return found

    def _outcomes(self, knot: Knot, step: Callable[[Any], object], seat: int, action: int) -> dict[Knot, Fraction]:
        """Where a step can lead, and how likely."""
        found = dict[Knot, Fraction]()
        self.script.begin()
        while True:
            states = np.frombuffer(knot.state, self.game.layout.dtype).copy()
            self.log[0, 0] = 0
            step(handed(states))
            after = Knot(states.tobytes(), self._known(knot, states, seat, action))
            found[after] = found.get(after, Fraction(0)) + self.script.probability()
            if not self.script.next():
                return found

    def _known(self, knot: Knot, states: Any, seat: int, action: int) -> tuple[bytes, ...]:
        told, raw = rows(self.log), as_bytes(states)[0]
        mine = [action if player == seat else -1 for player in range(self.players)]
        return tuple(self._more(knot.known[p], raw, told, p, mine[p]) for p in range(self.players))

    def _more(self, before: bytes, raw: Any, told: Any, viewer: int, action: int) -> bytes:
        """What a player knows, once he has acted, been told, and looked: nothing more if none of it happened."""
        heard = read_by(self.game, viewer, [row for row in told if row[AUDIENCE] >> viewer & 1])
        past, look = before[:16], hashlib.blake2b(self.view(raw, viewer), digest_size=16).digest()
        if action < 0 and not heard and before[16:] == look:
            return before
        digest = hashlib.blake2b(past + look + repr((action, heard)).encode(), digest_size=16)
        return digest.digest() + look

    def _chance(self, tree: Tree, outcomes: dict[Knot, Fraction], most: int) -> None:
        if len(outcomes) > 1:
            tree.chances += 1
            branches = " ".join(f'"{i}" {float(p)!r}' for i, p in enumerate(outcomes.values()))
            tree.lines.append(f'c "" {tree.chances} "" {{ {branches} }} 0')
        for knot in outcomes:
            self._walk(tree, knot, most)

    def _walk(self, tree: Tree, knot: Knot, most: int) -> None:
        """A position: its end, who of several acts first, or the decision of a seat."""
        if tree.decisions + tree.chances + tree.ends > most:
            msg = f"{tree.title}: more than {most} nodes"
            raise TooLargeError(msg)
        states = np.frombuffer(knot.state, self.game.layout.dtype).copy()
        acting = self.calls.to_act(self.box, states)
        seats = [seat for seat in range(self.small.seats) if acting >> seat & 1]
        if not seats:
            self._end(tree, states)
        elif knot.asked < 0 and len(seats) > 1 and not self.small.in_order:
            self._chance(tree, {Knot(knot.state, knot.known, seat): Fraction(1, len(seats)) for seat in seats}, most)
        else:
            self._decision(tree, knot, knot.asked if knot.asked >= 0 else seats[0], states, most)

    def _different(self, legal: list[int]) -> list[int]:
        """What is worth listing of the legal actions."""
        kept, seen = list[int](), set[str]()
        for action in legal:
            text = self.game.action_of(action).text()
            same = next((begin for begin in self.small.once if text.startswith(begin)), "")
            if action not in self.undo and same not in seen:
                kept.append(action)
            seen |= {same} - {""}
        return kept

    def _end(self, tree: Tree, states: Any) -> None:
        tree.ends += 1
        shares, out = np.zeros(self.small.seats), integers(self.small.seats, 2)
        sharing(self.game)(handed(self.box), handed(states), out, shares)
        if shares[self.players :].any():
            msg = "somebody has won who does not play for it"
            raise ValueError(msg)
        told = ", ".join(repr(float(share) - 1 / self.players) for share in shares[: self.players])
        tree.lines.append(f't "" {tree.ends} "{tree.ends}" {{ {told} }}')

    def _decision(self, tree: Tree, knot: Knot, seat: int, states: Any, most: int) -> None:
        """What a seat may do; where there is one way only, nothing is decided."""
        count = self.calls.ask(self.box, states, seat, self.actions)
        legal = self._different([int(self.actions[i]) for i in range(count)])
        if len(legal) > 1:
            tree.decisions += 1
            number = tree.sets[seat].setdefault(knot.known[seat], len(tree.sets[seat]) + 1)
            texts = " ".join(f'"{self.game.action_of(action).text()}"' for action in legal)
            tree.lines.append(f'p "" {seat + 1} {number} "" {{ {texts} }} 0')
        box, apply, log = handed(self.box), self.game.apply, self.log
        for action in legal:
            made = self._outcomes(knot, lambda s, a=action: apply(box, s, seat, a, log), seat, action)  # type: ignore[misc]
            self._chance(tree, made, most)
