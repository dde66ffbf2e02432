"""Small boxes whose whole game tree can be listed: ground truth for anyone's algorithm.

Every branch of chance is walked, with its exact probability. That needs rules that run as plain Python, since what
compiled rules draw cannot be steered: `NUMBA_DISABLE_JIT=1`. A tree is written in Gambit's format, which OpenSpiel
loads (`pyspiel.load_efg_game`) and solves in compiled code.
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
from grimorio.engine.edition import edition_of
from grimorio.engine.events import AUDIENCE, new_log, rows
from grimorio.engine.kernel import INTERPRETED, handed, integers
from grimorio.engine.reading import read_by
from grimorio.engine.winning import sharing
from grimorio.games import load

MOST_NODES = 1_000_000


class TooLargeError(ValueError):
    """A box whose tree has more nodes than anybody wants to list."""


# ---------------------------------------------------------------- chance, branch by branch


class Script:
    """Stands for the dice: follows a path of choices, then always the first, and remembers what else there was."""

    def __init__(self) -> None:
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
        """One of the kinds that lie there, as likely as it has cards; the last card fills the place."""
        lying = [int(cards[i]) for i in range(count)]
        kinds = sorted(set(lying))
        kind = kinds[self.choose([lying.count(each) for each in kinds])]
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
    seats: int
    lines: list[str] = field(default_factory=list)
    decisions: int = 0
    chances: int = 0
    ends: int = 0
    sets: dict[tuple[int, bytes], int] = field(default_factory=dict)

    @property
    def information_sets(self) -> tuple[int, ...]:
        """How many of each seat."""
        return tuple(sum(seat == each for each, _ in self.sets) for seat in range(self.seats))

    def efg(self) -> str:
        """The whole tree as Gambit's extensive form."""
        names = " ".join(f'"{chr(ord("A") + seat)}"' for seat in range(self.seats))
        return "\n".join([f'EFG 2 R "{self.title}" {{ {names} }}', '""', "", *self.lines]) + "\n"


@dataclass(frozen=True)
class Knot:
    """A position, what each seat knows of its past, and who is asked (-1: nobody was chosen yet)."""

    state: bytes
    known: tuple[bytes, ...]
    asked: int = -1


class Miniature:
    """A game with a small box. What is drawn before the first deal (who has which apprentice) is fixed."""

    def __init__(self, name: str, data: dict[str, Any], seats: int, options: dict[str, str]) -> None:
        if not INTERPRETED:
            msg = "a miniature is listed with rules in plain Python: NUMBA_DISABLE_JIT=1"
            raise RuntimeError(msg)
        self.game, self.seats = load(name), seats
        self.calls = calls_of(self.game)
        edition = edition_of({**self.game.standard.data, **data}, "miniature")
        self.box = self.game.box(seats, options, edition)
        self.log, self.actions = new_log(), integers(self.game.most_legal)

    def tree(self, most: int = MOST_NODES) -> Tree:
        """List it."""
        tree = Tree(f"{self.game.title}, miniature", self.seats)
        states = self.game.layout.new()
        with steered(Script()):
            self.game.start(handed(self.box), handed(states))
        nothing = Knot(states.tobytes(), (b"",) * self.seats)
        settle = self.game.settle
        self._chance(tree, self._outcomes(nothing, lambda s: settle(handed(self.box), s, self.log), -1, -1), most)
        return tree

    def _outcomes(self, knot: Knot, step: Callable[[Any], object], seat: int, action: int) -> dict[Knot, Fraction]:
        """Where a step can lead, and how likely."""
        script, found = Script(), dict[Knot, Fraction]()
        with steered(script):
            while True:
                states = np.frombuffer(knot.state, self.game.layout.dtype).copy()
                self.log[0, 0] = 0
                step(handed(states))
                after = Knot(states.tobytes(), self._known(knot, states, seat, action))
                found[after] = found.get(after, Fraction(0)) + script.probability()
                if not script.next():
                    return found

    def _known(self, knot: Knot, states: Any, seat: int, action: int) -> tuple[bytes, ...]:
        told = rows(self.log)
        return tuple(self._more(knot.known[p], states, told, p, action if p == seat else -1) for p in range(self.seats))

    def _more(self, before: bytes, states: Any, told: Any, viewer: int, action: int) -> bytes:
        """What a seat knows, once it has acted, been told, and looked: nothing more if none of it happened."""
        heard = read_by(self.game, viewer, [row for row in told if row[AUDIENCE] >> viewer & 1])
        seen = self.game.sight.of(states, viewer).tobytes()
        digest = hashlib.blake2b(digest_size=16)
        past, look = before[:16], hashlib.blake2b(seen, digest_size=16).digest()
        if action < 0 and not heard and before[16:] == look:
            return before
        digest.update(past + look + repr((action, heard)).encode())
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
        seats = [seat for seat in range(self.seats) if acting >> seat & 1]
        if not seats:
            self._end(tree, states)
        elif knot.asked < 0 and len(seats) > 1:
            self._chance(tree, {Knot(knot.state, knot.known, seat): Fraction(1, len(seats)) for seat in seats}, most)
        else:
            self._decision(tree, knot, knot.asked if knot.asked >= 0 else seats[0], states, most)

    def _end(self, tree: Tree, states: Any) -> None:
        tree.ends += 1
        shares, out = np.zeros(self.seats), integers(self.seats, 2)
        sharing(self.game)(handed(self.box), handed(states), out, shares)
        told = ", ".join(repr(float(share) - 1 / self.seats) for share in shares)
        tree.lines.append(f't "" {tree.ends} "{tree.ends}" {{ {told} }}')

    def _decision(self, tree: Tree, knot: Knot, seat: int, states: Any, most: int) -> None:
        tree.decisions += 1
        count = self.calls.ask(self.box, states, seat, self.actions)
        legal = [int(self.actions[i]) for i in range(count)]
        number = tree.sets.setdefault((seat, knot.known[seat]), tree.information_sets[seat] + 1)
        texts = " ".join(f'"{self.game.action_of(action).text()}"' for action in legal)
        tree.lines.append(f'p "" {seat + 1} {number} "" {{ {texts} }} 0')
        box, apply, log = handed(self.box), self.game.apply, self.log
        for action in legal:
            made = self._outcomes(knot, lambda s, a=action: apply(box, s, seat, a, log), seat, action)  # type: ignore[misc]
            self._chance(tree, made, most)


def flautz() -> Miniature:
    """Two illusions among sixteen prisms, of which two cards stay in the pile; one challenge of one field."""
    data = {
        "spells": {
            "values": {"from": 1, "to": 2}, "copies": {"number": 0}, "illusions": {"copies": 1},
            "prisms": {"number": 16}, "extra_card_points": {"number": 5},
        },
        "arena": {
            "I": {"front": [], "back": []}, "II": {"front": [], "back": []},
            "III": {"front": ["floor", "FLAUTZ!"], "back": ["air", "FLAUTZ!"]},
        },
    }  # fmt: skip
    return Miniature("flautz", data, 2, {"mode": "points", "challenges": "1", "starter": "A"})
