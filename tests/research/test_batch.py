"""Many tables at once: the same games as one by one, on every way of running, and nothing shown that may not be."""

import copy
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
from grimorio.games import GAMES, UnknownGameError, load
from grimorio.research import ENDED, LEARNER, Batch, Single, Speller, Spelling
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


WRONG: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"game": "chess"}, UnknownGameError, "chess"),
    ({"game": None}, TypeError, "None is neither"),
    ({"n": 0}, ValueError, "n has to be at least 1, not 0"),
    ({"n": -1}, ValueError, "n has to be at least 1"),
    ({"n": 2.5}, TypeError, "n has to be a whole number"),
    ({"device": "tpu"}, ValueError, "'tpu' is no device"),
    ({"seats": 9}, EditionError, "2 to 5, not by 9"),
    ({"seats": [2, 2, 9]}, EditionError, "not by 9"),
    ({"seats": [2, 3]}, ValueError, "one for each of 3 tables"),
    ({"seats": 2.7}, TypeError, "seats has to be whole numbers"),
    ({"who": ["oracle"] * 4}, UnknownBotError, "oracle"),
    ({"who": ["archmage"] * 4}, UnknownBotError, "archmage"),
    ({"who": [LEARNER, 7]}, UnknownBotError, "from 0 to 2"),
    ({"who": [-2, 0]}, UnknownBotError, "from 0 to 2"),
    ({"who": [0.5, 0]}, UnknownBotError, "from 0 to 2"),
    ({"who": [None] * 4}, UnknownBotError, "from 0 to 2"),
    ({"who": "apprentice"}, ValueError, "up to 5 seats"),
    ({"who": ["random"] * 6}, ValueError, "up to 5 seats"),
    ({"who": [["random"] * 4] * 2}, ValueError, "each of 3 tables"),
    ({"first": [1, 2]}, ValueError, "one for each of 3 tables"),
    ({"first": 2.5}, TypeError, "first has to be whole numbers"),
    ({"games": 0}, ValueError, "games has to be at least 1"),
    ({"stride": -1}, ValueError, "stride has to be at least 0"),
    ({"threads": -1}, ValueError, "threads has to be at least 0"),
    ({"limit": 0}, ValueError, "limit has to be at least 1"),
    ({"seed": "a"}, TypeError, "seed has to be a whole number"),
    ({"seed": [1, 2]}, TypeError, "seed has to be a whole number"),
    ({"options": "mode:points"}, TypeError, "by name"),
    ({"options": {"mode": "foo"}}, EditionError, "not one of crystals, points"),
    ({"edition": "cards.toml"}, TypeError, "read_edition"),
]


@pytest.mark.parametrize(("given", "error", "says"), WRONG, ids=[repr(given) for given, _, _ in WRONG])
def test_what_a_batch_cannot_be_made_of_is_refused(given: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        Batch(**dict[str, Any](game=FLAUTZ, n=3) | given)


@pytest.mark.parametrize(
    ("choice", "error"),
    [
        ([0.0] * 3, TypeError), (np.zeros(3), TypeError), ([None] * 3, TypeError), ("abc", TypeError),
        ([0, 0], ValueError), (np.zeros((3, 1), int), ValueError), (np.zeros(4, int), ValueError),
    ],
)  # fmt: skip
def test_what_is_no_choice_changes_nothing(choice: Any, error: type[Exception]) -> None:
    batch = walked(Batch(FLAUTZ, 3, seats=2, seed=1), 3)
    before = batch.states.tobytes()
    for choose in (batch.step, batch.act):
        with pytest.raises(error):
            choose(choice)
    assert batch.states.tobytes() == before


def test_a_number_beyond_all_actions_is_not_taken_for_another_one() -> None:
    batch, single = walked(Batch(FLAUTZ, 3, seats=2, seed=1), 3), Single(FLAUTZ, 2)
    before = batch.states.tobytes()
    batch.step(np.full(3, 1 << 32))
    assert batch.refused.tolist() == [1, 1, 1]
    batch.act(batch.legal[:, 0].astype(np.int64) - (1 << 32))
    assert batch.refused.tolist() == [1, 1, 1]
    assert batch.states.tobytes() == before
    single.reset()
    single.step(1 << 32)
    assert single.refused


def test_what_a_batch_was_not_made_for_is_not_to_be_had() -> None:
    batch = Batch(FLAUTZ, 2)
    with pytest.raises(RuntimeError, match="begins with reset"):
        batch.step(np.zeros(2, int))
    with pytest.raises(ValueError, match="all_seeing"):
        batch.observe_all()
    with pytest.raises(ValueError, match="recall=True"):
        batch.recalled()
    with pytest.raises(ValueError, match="float64"):
        batch.observe("float64")


def test_the_first_game_may_be_a_number_of_numpy() -> None:
    one, two = (Batch(FLAUTZ, 3, first=first, seed=2) for first in (5, np.int64(5)))  # type: ignore[arg-type]
    one.reset()
    two.reset()
    assert one.states.tobytes() == two.states.tobytes()
    assert len({row.tobytes() for row in one.states}) == 3


def test_the_next_game_begins_when_somebody_says_so() -> None:
    batch = Batch(FLAUTZ, 4, seats=2, options=SHORT, seed=4, games=1, stride=10)
    batch.reset()
    step = 0
    while (batch.count > 0).all():
        batch.step(chosen(batch, step))
        step += 1
    resting, before = batch.count == 0, batch.states.copy()
    for wrong in (np.ones(4, int), np.ones(3, bool), ~resting):
        with pytest.raises(ValueError, match=r"mask|being played"):
            batch.deal(wrong)
    assert batch.states.tobytes() == before.tobytes()
    batch.deal(resting)
    assert (batch.count > 0).all()
    assert (batch.states[~resting] == before[~resting]).all()
    for t in np.flatnonzero(resting).tolist():
        assert batch.states[t].tobytes() == single(FLAUTZ, 2, 4, t + 10, SHORT).state.tobytes()


# ---------------------------------------------------------------- copies


def test_a_copy_stands_where_the_batch_does_and_goes_its_own_way() -> None:
    batch = walked(Batch("zaubercocktail", 3, seed=3, all_seeing=True, recall=True), 12)
    batch.observe("float32")
    before = [getattr(batch, name).tobytes() for name in SHOWN]
    for other in (batch.copy(), copy.deepcopy(batch)):  # noqa: TID251 - what others will try
        assert [getattr(other, name).tobytes() for name in SHOWN] == before
        for step in range(15):
            other.step(chosen(other, step))
        assert other.states.tobytes() != batch.states.tobytes()
        assert [getattr(batch, name).tobytes() for name in SHOWN] == before
    for step in range(15):
        batch.step(chosen(batch, step))
    assert [getattr(other, name).tobytes() for name in SHOWN] == [getattr(batch, name).tobytes() for name in SHOWN]
    assert other.observe("float32").tobytes() == batch.observe("float32").tobytes()
    assert other.observe_all("float32").tobytes() == batch.observe_all("float32").tobytes()
    assert (other.mask().tobytes(), other.recalled().tobytes()) == (batch.mask().tobytes(), batch.recalled().tobytes())


# ---------------------------------------------------------------- bots at the table


def decisions(batch: Batch, wanted: int) -> tuple[list[list[Any]], int]:
    """Of every table the first decisions of its learners, each as it was shown, and what games gave; and the steps."""
    found: list[list[Any]] = [[] for _ in range(batch.n)]
    batch.reset()
    steps = 0
    while min(map(len, found)) < wanted:
        choice = np.zeros(batch.n, int)
        for t, told in enumerate(found):
            if batch.done[t]:
                told.append(("over", batch.share[t].tolist(), batch.scores[t].tolist()))
            if count := int(batch.count[t]):
                told.append((int(batch.seat[t]), batch.views[t].tobytes(), batch.legal[t, :count].tolist()))
                choice[t] = (t * 7919 + len(told) * 104729) % count
        batch.step(choice)
        steps += 1
        assert steps < 40 * wanted, "no table is asked any more"
    return [told[:wanted] for told in found], steps


@pytest.mark.parametrize("name", ["flautz", "zaubercocktail"])
@pytest.mark.compiled_only
def test_a_step_that_stops_among_bots_goes_on_to_the_same_decisions(name: str) -> None:
    game = load(name)
    who = among_apprentices(np.full(6, 4), game.seats[1], 0.5)
    options = SHORT if name == "flautz" else {"cycles": "1"}
    asked: dict[str, Any] = {"seats": 4, "who": who, "options": options, "seed": 5, "forced": False}
    found = [decisions(Batch(game, 6, limit=limit, **asked), 80) for limit in (None, 1, 2)]
    assert found[0][0] == found[1][0] == found[2][0]
    assert found[0][1] < found[2][1] < found[1][1], "fewer decisions of bots in a step, more steps"
    assert any(told[0] == "over" for told in found[0][0][0])


@pytest.mark.compiled_only
def test_a_table_of_bots_alone_stops_and_goes_on_too() -> None:
    whole, parts = (Batch(FLAUTZ, 2, seats=3, who=["apprentice"] * 3, seed=5, limit=limit) for limit in (None, 7))
    whole.reset()
    parts.reset()
    steps = 0
    while not parts.done[0]:
        assert not parts.share[0].any()
        assert steps < 1000
        parts.step()
        steps += 1
    assert steps > 2
    assert parts.states[0].tobytes() == whole.states[0].tobytes()
    assert parts.share[0].tolist() == whole.share[0].tolist()


@pytest.mark.parametrize("recall", [False, True])
@pytest.mark.compiled_only
def test_what_bots_look_at_is_shown_to_nobody(recall: bool) -> None:  # noqa: FBT001
    """Also where nobody is asked: while bots go on, and after the last game."""
    who = [["learner", "apprentice", "apprentice"], ["apprentice", "learner", "apprentice"]]
    batch = Batch(FLAUTZ, 2, seats=3, who=who, seed=5, limit=1, games=1, options=SHORT, recall=recall)
    batch.reset()
    viewer = FLAUTZ.sight.dtype.fields["viewer"][1]  # type: ignore[index]
    shown, unasked = np.zeros(2, bool), 0
    for step in range(200):
        shown |= batch.count > 0
        unasked += int((shown & (batch.count == 0)).sum())
        assert batch.views[shown, viewer].tolist() == np.arange(2)[shown].tolist()
        assert not batch.views[~shown].any()
        batch.step(chosen(batch, step))
    assert unasked > 100
    assert (batch.count == 0).all()


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


SPELLED: list[dict[str, Any]] = [
    {"index": np.array([0, 99])}, {"index": np.array([0, -1])}, {"index": np.arange(2.0)},
    {"index": np.zeros((2, 1), int)}, {"index": np.zeros(9, int)},
    {"seats": np.zeros(0, int)}, {"seats": np.full(5, 9)}, {"seats": np.zeros(5, int)},
    {"seats": np.array(4)}, {"views": "one"}, {"views": "narrow"}, {"views": "of another"}, {"views": "float"},
    {"out": np.zeros((2, 10), np.float32)}, {"out": "float64"},
]  # fmt: skip


@pytest.mark.parametrize("given", SPELLED, ids=[f"{name} {value}" for each in SPELLED for name, value in each.items()])
def test_what_cannot_be_spelled_is_refused_before_anything_is_written(given: dict[str, Any]) -> None:
    views, spelling = walked(Batch(FLAUTZ, 5, seed=3), 4).views.copy(), Spelling(FLAUTZ.sight)
    other = views.copy()
    other[:, spelling.viewer_at] = 200
    kinds = {"one": views[0], "narrow": views[:, :10].copy(), "of another": other, "float": views.astype(float)}
    right = {"views": views, "index": np.array([3, 0]), "seats": np.full(5, 4), "out": spelling.room(2)}
    Speller(spelling).fill(**right)
    wrong = right | {
        name: kinds.get(value, value) if isinstance(value, str) else value for name, value in given.items()
    }
    if isinstance(wrong["out"], str):
        wrong["out"] = np.zeros((2, spelling.width), wrong["out"])
    wrong["out"][...] = 7
    with pytest.raises(ValueError, match=r"views|index|seats|out"):
        Speller(spelling).fill(**wrong)
    assert (wrong["out"] == 7).all()


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


WALKS = (("flautz", 0, None), ("flautz", 1, None), ("flautz", 1, 1), ("fata", 0, None), ("zaubercocktail", 0, None))
"""Games, whether an apprentice sits at the table too, and after how many of his decisions a step stops."""
KINDS = ("float32", "float16", "bfloat16")


def told(name: str, bots: int, limit: int | None, device: str) -> list[str]:
    """Digests of everything a walk shows."""
    game = load(name)
    who = ["learner", *["apprentice"] * bots, *["learner"] * (game.seats[1] - 1 - bots)]
    options = SHORT if name == "flautz" else None
    seats = mixed(game, 3)
    batch = Batch(
        game, 3, device, seats=seats, who=who, options=options, seed=7, all_seeing=True, games=3, recall=True,
        limit=limit,
    )  # fmt: skip
    batch.reset()
    batch = batch.copy()
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


@pytest.mark.parametrize(("name", "bots", "limit"), WALKS)
def test_a_gpu_shows_the_same(name: str, bots: int, limit: int, on_simulated_gpu: dict[str, list[str]]) -> None:
    assert told(name, bots, limit, "cpu") == on_simulated_gpu[f"{name} {bots} {limit}"]


if __name__ == "__main__":
    for wrong in (np.zeros(2, np.int32), np.zeros((3, 1), np.int32), np.zeros(3)):  # a GPU would read beyond its end
        simulated = Batch(FLAUTZ, 3, "cuda")
        simulated.reset()
        try:
            simulated.step(wrong)
        except (TypeError, ValueError):
            continue
        sys.exit("a choice that is none was taken")
    print(json.dumps({f"{name} {bots} {limit}": told(name, bots, limit, "cuda") for name, bots, limit in WALKS}))  # noqa: T201


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
