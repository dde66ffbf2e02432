"""Many tables at once: the same games as one by one, on every way of running, and nothing shown that may not be."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grimorio.arena.gpu import NoGpuError
from grimorio.arena.simulate import Match, UnknownBotError, play_batch
from grimorio.bots import BOTS
from grimorio.engine.chance import below, key_of_seed, split, stream
from grimorio.engine.game import EditionError, Game
from grimorio.engine.kernel import INTERPRETED, handed, integers
from grimorio.engine.relative import absolute_actions, relative_actions
from grimorio.engine.sight import as_bytes
from grimorio.engine.table import Table
from grimorio.engine.turns import whose_turn
from grimorio.games import GAMES, load
from grimorio.research import ENDED, LEARNER, Batch, Speller, Spelling
from grimorio.research.batch import among_apprentices
from grimorio.research.trajectory import SHOWN, host

ROOT = Path(__file__).parent.parent.parent
FLAUTZ = load("flautz")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
SHORT = {"mode": "points", "challenges": "1"}
"""FLAUTZ! that is over after one challenge."""


def chosen(batch: Batch, step: int) -> Any:
    """Choices that look random and are not: every run makes the same ones."""
    return (np.arange(batch.n) * 7919 + step * 104729) % np.maximum(batch.count, 1)


def walked(batch: Batch, steps: int) -> Batch:
    batch.reset()
    for step in range(steps):
        batch.step(chosen(batch, step))
    return batch


def mixed(game: Game, tables: int) -> list[int]:
    """All numbers of seats, one after the other."""
    least, most = game.seats
    return [least + t % (most - least + 1) for t in range(tables)]


# ---------------------------------------------------------------- the same games


@pytest.mark.parametrize("game", [FLAUTZ, load("zaubercocktail")], ids=["flautz", "zaubercocktail"])
@pytest.mark.compiled_only
def test_tables_of_bots_alone_end_as_a_simulation_ends_them(game: Game) -> None:
    seats = game.seats[0]
    bots = ("apprentice", "random") * 3
    batch = Batch(game, 6, seats=seats, who=bots[:seats], seed=5, first=3, games=1)
    batch.reset()
    match = Match(game, seats, 9, 5, bots[:seats], box=game.box(seats))
    assert batch.states.tobytes() == play_batch(match, 3, 6).states.tobytes()
    assert (batch.done == ENDED).all()
    assert (batch.count == 0).all()
    assert batch.share[:, :seats].sum(axis=1) == pytest.approx(np.ones(6))


def single(game: Game, seats: int, seed: int, number: int, options: dict[str, str] | None = None) -> Table:
    """Game number i of a seed as a table of its own."""
    states = game.layout.new()
    split(key_of_seed(seed), number, handed(states))
    box = game.box(seats, options)
    game.deal(handed(box), handed(states), None)
    return Table(game, seats, options=options or {}, secret=bytes(32)).branch(states)


def same(batch: Batch, t: int, table: Table, who_is_next: Any) -> None:
    """A table of the batch is where the single game is, and shows the same."""
    game, seats = batch.game, table.seats
    assert batch.states[t].tobytes() == table.state.tobytes()
    seat = int(batch.seat[t])
    assert seat == who_is_next(sum(1 << each for each in table.to_act()))
    listed = batch.legal[t, : batch.count[t]]
    assert absolute_actions(game)[seats - game.seats[0], seat, listed].tolist() == table.legal(seat)
    assert batch.views[t].tobytes() == table.view(seat).tobytes()
    counted = relative_actions(game)[seats - game.seats[0], seat]
    assert sorted(np.flatnonzero(batch.mask()[t]).tolist()) == sorted(counted[table.legal(seat)].tolist())
    assert batch.observe("float32")[t, : game.sight.tensor_size].tobytes() == table.tensor(seat).tobytes()


@every_game
def test_a_learners_table_walks_with_a_single_game_of_the_same_seed(game: Game) -> None:
    steps = 12 if INTERPRETED else 60
    batch = Batch(game, 4, seats=mixed(game, 4), seed=8)
    batch.reset()
    tables = [single(game, int(batch.seats[t]), 8, t) for t in range(4)]
    chances = [np.zeros(1, stream(key_of_seed(1)).dtype) for _ in tables]
    for t, chance in enumerate(chances):
        split(key_of_seed(8, "bots"), t, handed(chance))
    for step in range(steps):
        choice = chosen(batch, step)
        for t, table in enumerate(tables):
            if not table.over:
                same(batch, t, table, lambda acting, t=t: whose_turn(game)(acting, handed(chances[t])))
                table.apply(int(batch.seat[t]), table.legal(int(batch.seat[t]))[choice[t]])
        batch.step(choice)
        for t, table in enumerate(tables):
            assert not batch.done[t] or table.over


def test_what_a_game_gave_is_told_in_the_step_in_which_it_ends() -> None:
    batch = Batch(FLAUTZ, 8, seats=3, options=SHORT, seed=2)
    batch.reset()
    tables = [single(FLAUTZ, 3, 2, t, SHORT) for t in range(8)]
    ended: set[int] = set()
    for step in range(400):
        choice = chosen(batch, step)
        for t in set(range(8)) - ended:
            tables[t].apply(int(batch.seat[t]), tables[t].legal(int(batch.seat[t]))[choice[t]])
        batch.step(choice)
        for t in set(range(8)) - ended:
            assert bool(batch.done[t]) == tables[t].over
            outcome = tables[t].outcome()
            winners = outcome.winners if tables[t].over else ()
            parts = [1 / len(winners) if winners and seat in winners else 0.0 for seat in range(3)]
            assert batch.share[t, :3].tolist() == pytest.approx(parts)
            if tables[t].over:
                assert tuple(batch.scores[t, :3].tolist()) == outcome.scores
                assert tuple(batch.places[t, :3].tolist()) == outcome.places
                ended.add(t)
        if len(ended) == 8:
            return
    pytest.fail("eight short games are over after 400 decisions")


def test_the_next_game_of_a_table_is_the_one_the_stride_leads_to() -> None:
    batch = Batch(FLAUTZ, 2, seats=2, options=SHORT, seed=4, first=10, stride=5)
    batch.reset()
    step = 0
    while not batch.done[0]:
        batch.step(chosen(batch, step))
        step += 1
    assert batch.states[0].tobytes() == single(FLAUTZ, 2, 4, 15, SHORT).state.tobytes()


def test_a_table_stops_after_its_last_game() -> None:
    batch = Batch(FLAUTZ, 2, seats=2, options=SHORT, seed=4, games=2)
    batch.reset()
    ended = np.zeros(2)
    for step in range(300):
        batch.step(chosen(batch, step))
        ended += batch.done != 0
    assert ended.tolist() == [2, 2]
    assert batch.count.tolist() == [0, 0]
    assert batch.wins.sum(axis=1) == pytest.approx([2, 2])


# ---------------------------------------------------------------- choices


def test_a_choice_that_is_not_in_the_list_is_refused_and_changes_nothing() -> None:
    batch = walked(Batch(FLAUTZ, 3, seats=2, seed=1), 3)
    before, views = batch.states.tobytes(), batch.views.tobytes()
    batch.step(np.array([-1, int(batch.count[1]), 999]))
    assert batch.refused.tolist() == [1, 1, 1]
    assert (batch.states.tobytes(), batch.views.tobytes()) == (before, views)
    batch.act(np.full(3, 5000))
    assert batch.refused.tolist() == [1, 1, 1]
    batch.step(np.zeros(3, int))
    assert batch.refused.tolist() == [0, 0, 0]
    assert batch.states.tobytes() != before


@pytest.mark.parametrize("game", [load("fata"), load("zaubercocktail")], ids=["fata", "zaubercocktail"])
def test_an_action_may_be_chosen_by_its_number(game: Game) -> None:
    by_place, by_number = (Batch(game, 3, seed=6) for _ in range(2))
    by_place.reset()
    by_number.reset()
    for step in range(15):
        choice = chosen(by_place, step)
        by_number.act(by_number.legal[np.arange(3), choice])
        by_place.step(choice)
    assert by_number.states.tobytes() == by_place.states.tobytes()


def test_forced_decisions_are_made_for_a_learner_who_does_not_want_to_be_asked() -> None:
    game = load("illusio")
    asked, spared = Batch(game, 4, seats=2, seed=6), Batch(game, 4, seats=2, seed=6, forced=False)
    asked.reset()
    spared.reset()
    seen = []
    for step in range(40):
        seen.append(int(asked.count.min()))
        assert spared.count.min() > 1
        asked.step(chosen(asked, step))
        spared.step(chosen(spared, step))
    assert min(seen) == 1


@pytest.mark.compiled_only
def test_learners_sit_beside_bots_and_tables_differ() -> None:
    who = [["learner", "apprentice", "random"], ["random", "learner", "learner"], ["learner"] * 3, ["random"] * 3]
    batch = walked(Batch(FLAUTZ, 4, seats=3, who=who, seed=3, options=SHORT), 0)
    for step in range(60):
        assert set(batch.seat[:3].tolist()) <= {0, 1, 2}
        assert batch.seat[0] == 0
        assert batch.seat[1] != 0
        assert (batch.count[3], batch.done[3]) == (0, ENDED)
        batch.step(chosen(batch, step))


def test_who_and_seats_that_cannot_be_are_refused() -> None:
    with pytest.raises(UnknownBotError):
        Batch(FLAUTZ, 2, who=["oracle"] * 4)
    with pytest.raises(UnknownBotError):
        Batch(FLAUTZ, 2, who=[LEARNER, 7])
    with pytest.raises(EditionError):
        Batch(FLAUTZ, 2, seats=9)
    with pytest.raises(ValueError, match="device"):
        Batch(FLAUTZ, 2, "tpu")
    with pytest.raises(ValueError, match="all_seeing"):
        Batch(FLAUTZ, 2).observe_all()


def test_a_gpu_that_is_not_there_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grimorio.arena.gpu.cuda", None)
    with pytest.raises(NoGpuError):
        Batch(FLAUTZ, 2, "cuda")


# ---------------------------------------------------------------- what is seen


@every_game
def test_nothing_that_is_shown_tells_more_than_the_view(game: Game) -> None:
    """In another world that fits the view, everything a learner is given has the same bytes."""
    batch = walked(Batch(game, 4, seed=3), 10 if INTERPRETED else 25)
    before = [each.tobytes() for each in (batch.views, batch.observe("float32"), batch.mask())]
    lists = [batch.legal[t, : batch.count[t]].tolist() for t in range(4)]
    chance, actions, changed = stream(key_of_seed(2, "worlds")), integers(game.most_legal), 0
    for t in range(4):
        world, seat, box = game.layout.new(), int(batch.seat[t]), game.box(int(batch.seats[t]))
        view = batch.views[t : t + 1].copy().view(game.sight.dtype).reshape(1)
        game.imagine(handed(box), handed(view), seat, handed(chance), handed(world))
        changed += world.tobytes() != batch.states[t].tobytes()
        batch.states[t] = as_bytes(world)[0]
        count = game.legal(handed(box), handed(world), seat, actions)
        there = relative_actions(game)[int(batch.seats[t]) - game.seats[0], seat]
        assert there[np.asarray(actions)[:count]].tolist() == lists[t]
    for look in batch._looks_of(0, 4):  # noqa: SLF001 - views made anew from the other worlds
        look()
    assert changed == 4
    assert [each.tobytes() for each in (batch.views, batch.observe("float32"), batch.mask())] == before


@every_game
def test_rewards_tell_nothing_before_a_game_ends(game: Game) -> None:
    batch, rewards, ended = Batch(game, 6, seed=5), ("scores", "places", "wins"), 0
    batch.reset()
    for step in range(10 if INTERPRETED else 1500):
        before = {name: getattr(batch, name).copy() for name in rewards}
        batch.step(chosen(batch, step))
        going_on = batch.done == 0
        assert not batch.share[going_on].any()
        for name in rewards:
            assert (getattr(batch, name)[going_on] == before[name][going_on]).all(), name
        ended += int((~going_on).sum())
        assert batch.share.sum(axis=1)[batch.done == ENDED] == pytest.approx(1)
    assert ended or INTERPRETED


@every_game
def test_a_critic_sees_the_cards_of_all_and_no_bot_can_be_given_its_view(game: Game) -> None:
    batch = walked(Batch(game, 3, all_seeing=True, seed=3), 8)
    critic = batch.critic
    assert critic is not None
    seen = batch.critic_views.view(critic.dtype).reshape(3)
    whole = batch.states.view(game.layout.dtype).reshape(3)
    assert (seen["true_hand"] == whole["hand"]).all()
    assert not {"key", "block", "true_key", "true_deck", "true_pile"} & set(critic.dtype.names or ())
    assert not set(critic.dtype.names or ()) & set(game.sight.dtype.names or ())
    actions = integers(game.most_legal)
    actions[0] = 1
    bot, chance = BOTS[game.name]["apprentice"], stream(key_of_seed(1))
    missing = "|".join(game.sight.dtype.names or ())
    with pytest.raises(Exception, match=missing):  # interpreted an attribute error, compiled one of types
        bot(handed(batch.game.box(4)), handed(seen.copy()), actions, 2, handed(chance))


@pytest.mark.parametrize("name", ["flautz", "illusio"])
def test_tensors_of_every_kind_are_the_nearest_to_those_of_a_single_view(name: str) -> None:
    game = load(name)
    batch = walked(Batch(game, 6, seats=mixed(game, 6), seed=3, all_seeing=True), 9)
    assert batch.critic is not None
    for sight, views, tell in (
        (game.sight, batch.views, batch.observe),
        (batch.critic, batch.critic_views, batch.observe_all),
    ):
        size = sight.tensor_size
        records = views.copy().view(sight.dtype).reshape(6)
        wanted = np.stack([sight.tensor(records[t : t + 1], int(batch.seats[t])) for t in range(6)])
        assert tell("float32")[:, :size].tobytes() == wanted.tobytes()
        assert tell("float32").shape[1] % 16 == 0
        assert not tell("float32")[:, size:].any()
        assert (tell("float16")[:, :size] == wanted.astype(np.float16)).all()
        back = (tell("bfloat16").astype(np.uint32) << 16).view(np.float32)[:, :size]
        assert np.abs(back - wanted).max() <= np.abs(wanted).max() / 256


@every_game
def test_a_tensor_that_is_spelled_again_is_the_one_that_is_spelled_anew(game: Game) -> None:
    """Whoever looks next, whatever was not looked at in between, also where new games have begun."""
    steps = 12 if INTERPRETED else 400
    batch = Batch(game, 6, seats=mixed(game, 6), seed=4, all_seeing=True)
    batch.reset()
    assert batch.critic
    dice, rows = stream(key_of_seed(4, "choices")), np.arange(6)
    own, all_seeing = Spelling(game.sight), Spelling(batch.critic)
    eyes = (Speller(own), batch.views, batch.observe), (Speller(all_seeing), batch.critic_views, batch.observe_all)
    for step in range(steps):
        if step % 5 != 3:
            for speller, views, tell in eyes:
                anew = speller.fill(views, rows, batch.seats, speller.spelling.room(6))
                assert tell("float32").tobytes() == anew.tobytes(), (step, speller.spelling.sight)
        batch.step(np.array([below(handed(dice), max(1, count)) for count in batch.count.tolist()]))


@pytest.mark.parametrize(("name", "recall"), [("zaubercocktail", False), ("flautz", True)])
def test_every_kind_of_tensor_is_told_of_what_changed_while_others_were_asked_for(
    name: str,
    recall: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where it is noted which lines of a view change, as in games with long ones; memories look in between."""
    monkeypatch.setattr("grimorio.research.batch.LONG", 1)
    batch = Batch(name, 6, seed=5, recall=recall)
    batch.reset()
    speller, rows = Speller(Spelling(batch.game.sight)), np.arange(6)
    for step in range(5 if INTERPRETED else 120):
        anew = speller.fill(batch.views, rows, batch.seats, speller.spelling.room(6))
        kind = ("float32", "float16", "bytes")[step % 3]
        if kind != "bytes":
            assert batch.observe(kind).tobytes() == anew.astype(kind).tobytes(), step
        batch.step(batch.count * (step % 7) // 7)


def test_views_that_were_kept_are_spelled_later() -> None:
    batch = walked(Batch(FLAUTZ, 5, seats=mixed(FLAUTZ, 5), seed=3), 4)
    kept, tensors = [batch.views.copy()], [batch.observe("float32").copy()]
    batch.step(chosen(batch, 4))
    kept.append(batch.views.copy())
    tensors.append(batch.observe("float32").copy())
    spelling = Spelling(FLAUTZ.sight)
    index = np.array([7, 0, 9, 3])
    out = Speller(spelling).fill(np.concatenate(kept), index, np.asarray(batch.seats), spelling.room(4))
    assert out.tobytes() == np.concatenate(tensors)[index].tobytes()
    with pytest.raises(ValueError, match="float32"):
        Spelling(FLAUTZ.sight, "float8")


def test_the_digest_of_a_tensor_names_its_meaning() -> None:
    digests = {game.sight.digest for game in GAMES.values()}
    assert len(digests) == len(GAMES)
    assert FLAUTZ.sight.digest == type(FLAUTZ.sight)(FLAUTZ.layout, FLAUTZ.backs).digest


# ---------------------------------------------------------------- ways of running


@pytest.mark.compiled_only
def test_more_threads_play_the_same_games() -> None:
    alone, together = (walked(Batch(FLAUTZ, 300, seed=3, threads=threads), 50) for threads in (1, 3))
    assert together.threads == 3
    for name in ("states", "views", "legal", "seat", "count", "share", "wins"):
        assert getattr(together, name).tobytes() == getattr(alone, name).tobytes(), name
    for kind in ("float32", "bfloat16"):
        assert together.observe(kind).tobytes() == alone.observe(kind).tobytes()


WALKS = (("flautz", 0), ("flautz", 1), ("fata", 0), ("zaubercocktail", 0))
"""Games, and whether apprentices sit at the table too."""
KINDS = ("float32", "float16", "bfloat16")


def told(name: str, bots: int, device: str) -> list[str]:
    """Digests of everything a walk shows."""
    game = load(name)
    who = ["learner", *["apprentice"] * bots, *["learner"] * (game.seats[1] - 1 - bots)]
    options = SHORT if name == "flautz" else None
    seats = mixed(game, 3)
    batch = Batch(
        game, 3, device, seats=seats, who=who, options=options, seed=7, all_seeing=True, games=3, recall=True
    )  # fmt: skip
    batch.reset()
    found = []
    for step in range(12):
        shown = [*(host(getattr(batch, each)) for each in SHOWN), host(batch.recalled())]
        if step == 8:
            shown += [host(tell(kind)) for kind in KINDS for tell in (batch.observe, batch.observe_all)]
            shown.append(host(batch.mask()))
        count = host(batch.count)
        legal = host(batch.legal)
        shown += [legal[t, : count[t]] for t in range(3)]
        found.append(hashlib.sha256(b"".join(np.ascontiguousarray(each).tobytes() for each in shown)).hexdigest())
        choice = (np.arange(3) * 7919 + step * 104729) % np.maximum(count, 1)
        if step % 5 == 4:
            batch.act(legal[np.arange(3), choice].astype(np.int64))
        else:
            batch.step(choice)
    return found


@pytest.fixture(scope="module")
def on_simulated_gpu() -> dict[str, list[str]]:
    command = [sys.executable, __file__]
    changed = {"PYTHONPATH": str(ROOT / "src"), "NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(command, env={**os.environ, **changed}, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(("name", "bots"), WALKS)
def test_a_gpu_shows_the_same(name: str, bots: int, on_simulated_gpu: dict[str, list[str]]) -> None:
    assert told(name, bots, "cpu") == on_simulated_gpu[f"{name} {bots}"]


if __name__ == "__main__":
    print(json.dumps({f"{name} {bots}": told(name, bots, "cuda") for name, bots in WALKS}))  # noqa: T201


def test_a_part_of_the_tables_has_one_learner_who_sits_in_every_seat_in_turn() -> None:
    seats = 2 + np.arange(24) % 3
    who = among_apprentices(seats, 4, 0.5)
    assert (who[12:] == "learner").all()
    lone = [
        (number, np.flatnonzero(row == "learner").tolist()) for number, row in zip(seats[:12], who[:12], strict=True)
    ]
    assert {(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (4, 2), (4, 3)} == {
        (int(number), places[0]) for number, places in lone if len(places) == 1
    }
    assert all(len(places) == 1 for _number, places in lone)
    Batch("flautz", 24, seats=seats.tolist(), who=who.tolist())
