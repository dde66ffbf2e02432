"""What a seat remembers: exactly what it saw, was told and did."""

from typing import Any

import numpy as np
import pytest

from grimorio.engine.calls import calls_of
from grimorio.engine.chance import below, key_of_seed, open_stream, stream
from grimorio.engine.events import AUDIENCE, new_log, rows
from grimorio.engine.game import Game
from grimorio.engine.kernel import handed, integers, readable
from grimorio.engine.reading import read_by
from grimorio.engine.sight import as_bytes
from grimorio.games import GAMES
from grimorio.research import Batch, Single
from grimorio.research.recall import LANES, new_memory, remember

SHORT = {"mode": "points", "challenges": "1"}


class Walk:
    """A game in which every seat keeps a diary beside its digest."""

    def __init__(self, game: Game, seats: int, number: int) -> None:
        self.game, self.seats, self.box = game, seats, game.box(seats)
        self.log, self.actions = new_log(), integers(game.most_legal)
        self.state, self.memory = game.layout.new(), new_memory(1, game.seats[1])
        self.diaries: list[list[Any]] = [[] for _ in range(seats)]
        open_stream(handed(self.state), key_of_seed(number))
        calls_of(game).deal(self.box, self.state, self.log)
        self._write(-1, -1)

    def imagined(self, seat: int, dice: Any) -> "Walk":
        """The same past of one seat, in another world."""
        other: Walk = object.__new__(Walk)
        vars(other).update(vars(self))
        other.state, other.memory = self.state.copy(), self.memory.copy()
        other.diaries = [list(diary) for diary in self.diaries]
        view = self.game.sight.of(self.state, seat)
        calls_of(self.game).imagine(self.box, view, seat, dice, other.state)
        return other

    def asked(self) -> tuple[int, list[int]]:
        """Who decides, and what he may do."""
        acting = calls_of(self.game).to_act(self.box, self.state)
        if acting == 0:
            return -1, []
        seat = (acting & -acting).bit_length() - 1
        count = calls_of(self.game).ask(self.box, self.state, seat, self.actions)
        return seat, self.actions[:count].tolist()

    def make(self, seat: int, action: int) -> None:
        """A decision, which every seat writes into its diary."""
        calls_of(self.game).decide(self.box, self.state, seat, action, self.actions, self.log)
        self._write(seat, action)

    def _write(self, seat: int, action: int) -> None:
        sight, told = self.game.sight, rows(self.log)
        room = readable(as_bytes(sight.new())[0])
        raw = readable(as_bytes(self.state)[0])
        remember(
            readable(sight.plan), readable(sight.backs), raw, self.seats, seat, action, self.log, room,
            readable(self.memory)[0],
        )  # fmt: skip
        for viewer, diary in enumerate(self.diaries):
            heard = read_by(self.game, viewer, [row for row in told if row[AUDIENCE] >> viewer & 1])
            seen = sight.of(self.state, viewer).tobytes()
            before = next((page[2] for page in reversed(diary)), None)
            if viewer == seat or heard or seen != before:
                diary.append((action if viewer == seat else None, heard, seen))

    def digest(self, seat: int) -> bytes:
        """What is tested."""
        return self.memory[0, seat, :LANES].tobytes()

    def diary(self, seat: int) -> str:
        """What it is held against."""
        return repr((seat, self.diaries[seat]))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_two_pasts_have_the_same_digest_exactly_when_the_seat_cannot_tell_them_apart(game: Game) -> None:
    dice = stream(key_of_seed(5, game.name))
    by_digest: dict[bytes, str] = {}
    by_diary: dict[str, bytes] = {}
    alike = 0

    def compare(walk: Walk, seat: int) -> None:
        nonlocal alike
        digest, diary = walk.digest(seat), walk.diary(seat)
        alike += diary in by_diary
        assert by_digest.setdefault(digest, diary) == diary
        assert by_diary.setdefault(diary, digest) == digest

    for number in range(2):
        walk = Walk(game, game.seats[0], number)
        for _ in range(12):
            seat, legal = walk.asked()
            if seat < 0:
                break
            action = legal[below(handed(dice), len(legal))]
            for viewer in range(walk.seats):  # the same action in a world that looks the same to a viewer
                world = walk.imagined(viewer, dice)
                if action in world.asked()[1]:
                    world.make(seat, action)
                    compare(world, viewer)
            walk.make(seat, action)
            for each in range(walk.seats):
                compare(walk, each)
    assert alike > 5, "worlds that a seat could not tell apart must have come up"
    assert len(by_digest) > 30


def test_a_batch_and_a_single_game_remember_the_same() -> None:
    batch, single = (
        Batch("flautz", 3, seats=2, seed=6, options=SHORT, recall=True),
        Single("flautz", 2, seed=6, options=SHORT, recall=True),
    )
    batch.reset()
    asked = single.reset(1)
    seen = set()
    while asked >= 0:
        assert single.memory is not None
        assert batch.recalled()[1].tobytes() == single.memory[asked].tobytes()
        seen.add(single.memory[asked].tobytes())
        asked = single.step(0)
        batch.step(np.zeros(3, int))
    assert len(seen) > 3
    assert batch.done[1]


def test_nobody_remembers_who_was_not_asked_to() -> None:
    with pytest.raises(ValueError, match="recall=True"):
        Batch("flautz", 1).recalled()
    assert Single("flautz").memory is None
