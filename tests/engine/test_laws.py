"""Every game keeps every law, and every law can fail: a game made leaky or wrong on purpose is caught by it."""

import itertools
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grimorio.bots import APPRENTICE, RANDOM, REFLEXES
from grimorio.engine import laws
from grimorio.engine.edition import edition_of
from grimorio.engine.game import Game
from grimorio.engine.giving import Giver
from grimorio.engine.kernel import INTERPRETED, plain
from grimorio.engine.laws import LawBrokenError
from grimorio.engine.layout import ALL, NONE, OWNER, SPECTATOR, Field, Position
from grimorio.engine.sight import COPY, COPY_ROW, Sight
from grimorio.engine.table import Table
from grimorio.games import GAMES
from grimorio.games.flautz import GAME as FLAUTZ
from grimorio.games.flautz.actions import WAIVE

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
MANY = settings(max_examples=10 if INTERPRETED else 40)
FEW = settings(max_examples=4 if INTERPRETED else 20)


def seats_of(game: Game, pick: int) -> int:
    """One of the numbers of seats a game has."""
    least, most = game.seats
    return least + pick % (most - least + 1)


def options_of(game: Game, pick: int) -> dict[str, str]:
    """Some choice of options, each with one of its choices."""
    choosing = [option for option in game.options if option.choices]
    return {option.name: option.choices[pick % min(2, len(option.choices))] for option in choosing}


def table_of(game: Game, seed: int, moves: int) -> Table:
    """A position of a game: another number of seats and other options for every seed."""
    return laws.random_play(game, seats_of(game, seed), seed, moves, options_of(game, seed // 8))


NEVER_UNDONE = {"gufo"}
"""Every move of the tiny sixth game shows a card (see tests/sixth)."""
seeds = st.integers(0, 2**20)
moves = st.integers(0, 160)


# ---------------------------------------------------------------- every game keeps every law


@every_game
@MANY
@given(seed=seeds, moves=moves)
def test_no_card_is_lost_and_the_outcome_is_sound_and_the_record_replays(game: Game, seed: int, moves: int) -> None:
    table = table_of(game, seed, moves)
    laws.cards_are_conserved(table)
    laws.the_outcome_is_sound(table)
    laws.a_record_replays(table)


@every_game
@FEW
@given(seed=seeds, moves=moves)
def test_legal_is_the_only_judge_and_a_refusal_changes_nothing(game: Game, seed: int, moves: int) -> None:
    laws.legal_is_the_only_judge(table_of(game, seed, moves))


@every_game
def test_texts_of_actions_read_back(game: Game) -> None:
    laws.texts_read_back(game)


@every_game
@FEW
@given(seed=seeds, moves=moves)
def test_the_same_seed_gives_the_same_game(game: Game, seed: int, moves: int) -> None:
    laws.same_seed_same_game(game, seats_of(game, seed), seed, moves)


@every_game
@settings(max_examples=3)
@given(seed=seeds, moves=st.integers(0, 60))
def test_from_any_position_bots_end_the_game(game: Game, seed: int, moves: int) -> None:
    for choose in REFLEXES[game.name].values():
        laws.bots_end_the_game(table_of(game, seed, moves), choose)


@every_game
@MANY
@given(seed=seeds, moves=moves)
def test_views_keep_secrets_and_the_tensor_tells_what_the_json_tells(game: Game, seed: int, moves: int) -> None:
    table = table_of(game, seed, moves)
    for viewer in laws.viewers(table):
        laws.views_keep_secrets(table, viewer, seed)
        laws.the_tensor_tells_the_view(table, viewer)


def best_reflex(game: Game) -> Any:
    """The apprentice, where a game has one."""
    reflexes = REFLEXES[game.name]
    return reflexes.get(APPRENTICE, reflexes[RANDOM])


@every_game
@FEW
@given(seed=seeds, moves=moves)
def test_imagined_worlds_look_the_same_on_every_channel(game: Game, seed: int, moves: int) -> None:
    table = table_of(game, seed, moves)
    apprentice = best_reflex(game)
    for seat in range(table.seats):
        other = laws.imagine_is_consistent(table, seat, seed)
        laws.channels_keep_secrets(table, seat, other, apprentice)
        laws.channels_keep_secrets(table, SPECTATOR, other)


@every_game
def test_events_keep_secrets_and_what_can_be_undone_taught_nobody_anything(game: Game) -> None:
    compared = undone = 0
    for seed in range(12):
        table = table_of(game, seed, 9 * seed)
        table = table_of(game, seed, seed % 4) if table.over else table  # a short game
        for seat, viewer in itertools.product(table.to_act(), range(table.seats)):
            other = laws.world(table, viewer, seed)
            for action in table.legal(seat):
                compared += laws.events_keep_secrets(table, viewer, other, seat, action)
                undone += viewer == 0 and laws.undo_teaches_nobody(table, seat, action, seed, 3)
    assert compared > 40
    assert undone > 5 or game.name in NEVER_UNDONE


@every_game
def test_imagined_worlds_differ(game: Game) -> None:
    for seed in range(4):
        table = table_of(game, seed, 0)
        for seat in range(table.seats):
            laws.imagine_is_diverse(table, seat)


FORGETFUL = {"fata", "illusio"}
"""Games in which less is remembered of a reshuffle, and of cards that went on unseen, than could be (their READMEs)."""


@pytest.mark.compiled_only
@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.name not in FORGETFUL], ids=lambda g: g.name)
def test_worlds_imagined_before_a_decision_and_played_on_are_those_imagined_after_it(game: Game) -> None:
    compared = 0
    for seed in range(24):
        table = table_of(game, seed, 7 * seed)
        if not table.over:
            seat = table.to_act()[-1]
            action = table.legal(seat)[seed % len(table.legal(seat))]
            viewer = seat if seed % 2 else seed % table.seats
            compared += laws.imagining_follows_play(table, viewer, seat, action, 300)
    assert compared > 2


# ---------------------------------------------------------------- imagining uniformly, on a miniature box


MINIATURE = {
    "title": "miniature",
    "spells": {
        "values": {"from": 1, "to": 2},
        "copies": {"number": 1},
        "illusions": {"copies": 2},
        "prisms": {"number": 5},
        "extra_card_points": {"number": 5},
    },
    "crystals": FLAUTZ.read_edition(None).data["crystals"],
    "arena": FLAUTZ.read_edition(None).data["arena"],
}
"""Nineteen cards: after the deal for two, three in the pile, so every world can be listed."""


def miniature(moves: int) -> Table:
    """A table of two with the miniature box, after some exchanges."""
    table = Table(FLAUTZ, 2, edition=edition_of(MINIATURE, "miniature"), secret=bytes(32))
    for _ in range(moves):
        table.apply(table.to_act()[0], table.legal(table.to_act()[0])[0])
    return table


def hand_of(seat: int) -> Callable[[Any], Hashable]:
    """A world by the other's hand: the pile is what is left."""
    return lambda state: tuple(sorted(state["hand"][0, seat].tolist()))


def possible_hands(table: Table, me: int) -> dict[Hashable, float]:
    """Every hand the other could have, by listing every way to choose physical cards, with its probability."""
    view, other = table.view(me), 1 - me
    known = [int(kind) for kind in view["known"][0, other] if kind != NONE]
    seen = Counter(known + view["hand"][0].tolist() + view["air"][0].tolist() + view["floor"][0].tolist())
    seen += Counter(int(kind) for kind in view["discards"][0] if kind != NONE)
    unseen = list((Counter(table.game.deck(table.box)) - seen).elements())
    ways = Counter(tuple(sorted([*known, *rest])) for rest in itertools.combinations(unseen, 5 - len(known)))
    return {hand: number / ways.total() for hand, number in ways.items()}


@pytest.mark.compiled_only
@pytest.mark.parametrize("moves", [0, 3])
def test_worlds_of_a_miniature_box_are_equally_likely(moves: int) -> None:
    table = miniature(moves)
    for me in (0, 1):
        possible = possible_hands(table, me)
        assert len(possible) > 5
        laws.imagine_is_uniform(table, me, 20_000, hand_of(1 - me), possible)


def refilled(table: Table) -> Table:
    """The same table after one turn that refills, if it can: a focus, and then any place."""
    while not table.over and table.view_json(0)["pile_known"] == []:
        seat = table.to_act()[0]
        texts = {table.game.action_of(action).text(): action for action in table.legal(seat)}
        refills = [action for text, action in texts.items() if text.startswith("refill")]
        table.apply(seat, refills[0] if refills else texts.get("focus", next(iter(texts.values()))))
    return table


def test_after_a_reshuffle_all_know_the_pile() -> None:
    table = refilled(miniature(0))
    known = [int(card) for card in table.view(0)[0]["pile_known"] if card != NONE]
    assert len(known) == int(table.state["pile_size"][0]) > 0
    for me, seed in itertools.product((0, 1), range(30)):
        world = laws.imagine_is_consistent(table, me, seed)
        assert sorted(int(card) for card in world.state["pile"][0] if card != NONE) == sorted(known)


# ---------------------------------------------------------------- the laws can fail


def leaky_layout(name: str, audience: str) -> type[Position]:
    """The layout of FLAUTZ! with one field shown to everybody."""

    class Leaky(FLAUTZ.layout):  # type: ignore[name-defined,misc]
        """FLAUTZ! with a hole."""

    fields = FLAUTZ.layout.fields
    Leaky.fields = tuple(replace(f, audience=audience, by_seat=True) if f.name == name else f for f in fields)
    Leaky.dtype = FLAUTZ.layout.dtype
    return Leaky


def changed(**parts: Any) -> Game:
    """FLAUTZ! with some parts replaced."""
    return replace(FLAUTZ, **parts)


def some_table(game: Game, moves: int = 6) -> Table:
    """A table of three in the middle of a challenge."""
    return laws.random_play(game, 3, 11, moves)


def test_a_hand_that_everybody_sees_is_caught() -> None:
    table = some_table(changed(layout=leaky_layout("hand", ALL)))
    other = laws.world(some_table(FLAUTZ), 0, 5)
    with pytest.raises(LawBrokenError, match="keeps secrets"):
        laws.channels_keep_secrets(table, 0, table.branch(other.state))


def test_a_future_that_somebody_sees_is_caught() -> None:
    fields = tuple(replace(f, audience=ALL, by_seat=False) if f.name == "pile" else f for f in FLAUTZ.layout.fields)
    layout = leaky_layout("hand", OWNER)
    layout.fields = fields
    table = some_table(changed(layout=layout))
    other = laws.world(some_table(FLAUTZ), 0, 5)
    with pytest.raises(LawBrokenError, match="keeps secrets"):
        laws.channels_keep_secrets(table, 0, table.branch(other.state))


class LeakySight(Sight):
    """Views into which the hand of seat A is copied for everybody."""

    def _plan(self) -> Any:
        plan = super()._plan()
        plan[plan[:, 0] == COPY_ROW, 0] = COPY
        return plan


class LeakyTable(Table):
    """A table that puts a hidden card into one channel."""

    channel = ""

    def view_json(self, viewer: int, *, whole: bool = False) -> dict[str, Any]:
        """With the first card of the pile."""
        leak = {"next": int(self.state["pile"][0, 0])} if self.channel == "json" else {}
        return {**super().view_json(viewer, whole=whole), **leak}

    def tensor(self, viewer: int) -> Any:
        """With the first card of the pile."""
        leak = [float(self.state["pile"][0, 0])] if self.channel == "tensor" else []
        return np.append(super().tensor(viewer), np.array(leak, np.float32))

    def mask(self, seat: int) -> Any:
        """With a bit of the pile."""
        made = super().mask(seat)
        made[0] ^= self.channel == "mask" and bool(self.state["pile"][0, :8].sum() % 2)
        return made


def leaky_table(channel: str) -> LeakyTable:
    """Some table that leaks there."""
    table = some_table(FLAUTZ)
    made = LeakyTable.__new__(LeakyTable)
    vars(made).update(vars(table))
    made.channel = channel
    return made


def test_a_view_that_copies_another_hand_is_caught() -> None:
    table = some_table(FLAUTZ)
    game = changed()
    object.__setattr__(game, "sight", LeakySight(FLAUTZ.layout))
    table.game = game
    with pytest.raises(LawBrokenError, match="the view keeps secrets"):
        laws.views_keep_secrets(table, 1, 3)


@pytest.mark.parametrize(("channel", "told"), [("json", "JSON"), ("tensor", "tensor")])
def test_a_hidden_card_in_the_json_or_the_tensor_is_caught(channel: str, told: str) -> None:
    with pytest.raises(LawBrokenError, match=told):
        laws.views_keep_secrets(leaky_table(channel), 1, 3)


def any_world_breaks(law: Callable[[int], object], match: str) -> None:
    """Among some worlds at least one shows the leak."""

    def try_worlds() -> None:
        for seed in range(30):
            law(seed)

    with pytest.raises(LawBrokenError, match=match):
        try_worlds()


def test_a_hidden_card_in_the_mask_is_caught() -> None:
    table = leaky_table("mask")
    any_world_breaks(lambda seed: laws.channels_keep_secrets(table, 1, laws.world(table, 1, seed)), "the mask")


def peeking(number: int) -> Any:
    """The rule with this place in the contract, made to depend on the pile."""

    def legal(box: Any, s: Any, seat: int, out: Any) -> int:
        count = FLAUTZ.legal(box, s, seat, out)
        return count - 1 if _parity(s) and count else count

    def why(box: Any, s: Any, seat: int, action: int, out: Any) -> int:
        code = FLAUTZ.why(box, s, seat, action, out)
        return 1 + code % 2 if code and _parity(s) else code

    return (legal, why)[number]


def _parity(s: Any) -> bool:
    cells = getattr(s, "cells", s)
    return bool(int(cells["pile"][:8].sum()) % 2)


@pytest.mark.parametrize(("part", "told"), [("legal", "legal actions"), ("why", "a refusal")])
def test_a_rule_that_looks_into_the_pile_is_caught(part: str, told: str) -> None:
    table = some_table(FLAUTZ)
    table.game = changed(**{part: peeking(("legal", "why").index(part))})
    seat = table.to_act()[0]
    any_world_breaks(lambda seed: laws.channels_keep_secrets(table, seat, laws.world(table, seat, seed)), told)


def test_a_hint_that_looks_at_the_table_is_caught() -> None:
    table = some_table(FLAUTZ)
    seat = table.to_act()[0]
    worlds = {bytes(laws.world(table, seat, seed).state["pile"]): seed for seed in range(9)}
    now: list[Table] = []

    def cheat(_box: Any, _view: Any, _actions: Any, count: int, _chance: Any) -> int:
        return int(now[-1].state["pile"][0, :8].sum()) % count

    def ask(seed: int) -> None:
        other = laws.world(table, seat, seed)
        now.append(table)
        here = laws.hint(table, seat, cheat)
        now.append(other)
        laws.require(holds=here == laws.hint(other, seat, cheat), law="a hint keeps secrets")

    assert len(worlds) > 1
    any_world_breaks(ask, "a hint")


def test_an_event_that_tells_a_hidden_card_is_caught() -> None:
    def telling(box: Any, s: Any, seat: int, action: int, log: Any) -> None:
        FLAUTZ.apply(box, s, seat, action, log)
        log[1, 2] = int(getattr(s, "cells", s)["hand"][2, 0])

    table = laws.random_play(FLAUTZ, 3, 11, 0)
    seat = table.to_act()[0]
    viewer = next(other for other in range(3) if other not in {seat, 2})
    table.game = changed(apply=telling)
    focus = table.game.parse_action("focus")

    def law(seed: int) -> None:
        laws.events_keep_secrets(table, viewer, laws.world(table, viewer, seed), seat, focus)

    any_world_breaks(law, "the events")


def test_an_imagination_that_knows_the_truth_is_caught() -> None:
    table = some_table(FLAUTZ, moves=0)
    truth = table.state.copy()

    def knows(_box: Any, _view: Any, _seat: int, _chance: Any, s: Any) -> None:
        for name in truth.dtype.names:
            getattr(s, "cells", s)[name] = truth[name][0]

    table.game = changed(imagine=knows)
    with pytest.raises(LawBrokenError, match="future"):
        laws.imagine_is_diverse(table, 0)


def spoiled(how: Callable[[Any], None]) -> Game:
    """FLAUTZ! whose imagination is spoiled afterwards."""

    def imagine(box: Any, view: Any, seat: int, chance: Any, s: Any) -> None:
        FLAUTZ.imagine(box, view, seat, chance, s)
        how(getattr(s, "cells", s))

    return changed(imagine=imagine)


def test_an_imagination_that_loses_a_card_is_caught() -> None:
    def lose(cells: Any) -> None:
        cells["pile"][0] = NONE

    table = some_table(FLAUTZ)
    table.game = spoiled(lose)
    with pytest.raises(LawBrokenError, match="no card is lost"):
        laws.imagine_is_consistent(table, 0, 1)


def test_an_imagination_that_changes_what_is_seen_is_caught() -> None:
    def turn(cells: Any) -> None:
        cells["air"][0], cells["air"][1] = int(cells["air"][1]), int(cells["air"][0])
        cells["crystals"][0] += 1

    table = some_table(FLAUTZ)
    table.game = spoiled(turn)
    with pytest.raises(LawBrokenError, match="imagined world"):
        laws.imagine_is_consistent(table, 0, 1)


@pytest.mark.compiled_only
def test_an_imagination_with_a_habit_is_caught() -> None:
    def habit(cells: Any) -> None:
        hand, pile = cells["hand"][1], cells["pile"]
        if pile[0] < hand[4]:
            pile[0], hand[4] = int(hand[4]), int(pile[0])
            hand.sort()

    table = miniature(0)
    table.game = spoiled(habit)
    with pytest.raises(LawBrokenError, match="equally likely"):
        laws.imagine_is_uniform(table, 0, 4_000, hand_of(1), possible_hands(miniature(0), 0))


def test_a_rule_that_doubles_a_card_is_caught() -> None:
    table = some_table(FLAUTZ)
    cells = plain(table.state)
    cells.air[0] = 0 if cells.air[0] != 0 else 1
    with pytest.raises(LawBrokenError, match="no card is lost or doubled"):
        laws.cards_are_conserved(table)


def test_a_refusal_that_changes_something_is_caught() -> None:
    def meddling(box: Any, s: Any, seat: int, action: int, out: Any) -> int:
        getattr(s, "cells", s)["points"][0] += 1
        return FLAUTZ.why(box, s, seat, action, out)

    table = some_table(FLAUTZ)
    table.game = changed(why=meddling)
    with pytest.raises(LawBrokenError, match="changes nothing"):
        laws.legal_is_the_only_judge(table)


def test_an_explanation_that_contradicts_legal_is_caught() -> None:
    def always(_box: Any, _s: Any, _seat: int, action: int, _out: Any) -> int:
        return int(action == WAIVE)

    table = some_table(FLAUTZ)
    table.game = changed(why=always)
    with pytest.raises(LawBrokenError, match="agrees with `legal`"):
        laws.legal_is_the_only_judge(table)


def test_a_deal_that_is_never_the_same_is_caught() -> None:
    counter = itertools.count()

    def moody(box: Any, s: Any, log: Any) -> None:
        FLAUTZ.deal(box, s, log)
        getattr(s, "cells", s)["points"][0] = next(counter)

    with pytest.raises(LawBrokenError, match="same seed"):
        laws.same_seed_same_game(changed(deal=moody), 3, 1, 5)
    table = laws.random_play(changed(deal=moody), 3, 1, 5)
    with pytest.raises(LawBrokenError, match="replays"):
        laws.a_record_replays(table)


def test_two_actions_with_one_text_are_caught() -> None:
    with pytest.raises(LawBrokenError, match="share a text"):
        laws.texts_read_back(changed(action_of=lambda number: FLAUTZ.action_of(number // 2)))


def test_a_game_of_bots_that_does_not_end_is_caught() -> None:
    with pytest.raises(LawBrokenError, match="ends"):
        laws.bots_end_the_game(some_table(changed(guard=3)), REFLEXES["flautz"][RANDOM])


def test_an_outcome_with_a_hole_is_caught() -> None:
    def holey(box: Any, s: Any, out: Any) -> int:
        ending = FLAUTZ.outcome(box, s, out)
        out[0, 1] = 3
        out[1, 1] = 3
        return ending

    table = some_table(FLAUTZ)
    table.game = changed(outcome=holey)
    with pytest.raises(LawBrokenError, match="counts those who are better"):
        laws.the_outcome_is_sound(table)


def test_an_undo_across_a_reveal_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grimorio.engine.table.SHOWED", 0)
    table = laws.random_play(FLAUTZ, 3, 11, 0)
    seat = table.to_act()[0]

    def law(seed: int) -> None:
        for action in table.legal(seat):
            laws.undo_teaches_nobody(table, seat, action, seed)

    any_world_breaks(law, "can be undone")


@pytest.mark.compiled_only
def test_an_imagination_that_forgets_what_was_seen_is_caught() -> None:
    """All know what a seat took openly; worlds in which it is anywhere again do not follow."""

    def forget(cells: Any) -> None:
        hand, pile = cells["hand"][1], cells["pile"]
        hand[0], pile[0] = int(pile[0]), int(hand[0])
        hand.sort()

    table = laws.random_play(FLAUTZ, 3, 11, 0)
    while not (table.state["known"][0, 1] != NONE).any() or table.to_act() == (1,):
        table.apply(table.to_act()[0], table.legal(table.to_act()[0])[0])
    seat = table.to_act()[0]
    assert laws.imagining_follows_play(table, seat, seat, table.legal(seat)[0], 300)
    calls = itertools.count()

    def later(box: Any, view: Any, seat: int, chance: Any, s: Any) -> None:
        FLAUTZ.imagine(box, view, seat, chance, s)
        if next(calls) >= 300:
            forget(getattr(s, "cells", s))

    table.game = changed(imagine=later)
    with pytest.raises(LawBrokenError, match="imagining follows play"):
        laws.imagining_follows_play(table, seat, seat, table.legal(seat)[0], 300)


def test_an_undo_of_what_was_only_said_is_caught() -> None:
    """Abracadabra without its binding word: an open Elemental tells that its taker is below the goal."""
    game = GAMES["abracadabra"]
    table = Table(game, 2, options={"starter": "A"}, secret=bytes(32))
    given = {"shown": ["fire elemental"], "objects": {"A": ["G 3", "F 2", "E 2", "D 2"]}, "bonus": {"A": 4}}
    Giver(game, table, "test").give(given)
    take = game.parse_action("take up")
    assert not laws.undo_teaches_nobody(table, 0, take, 0, 3)
    table.game = replace(game, binding=())
    any_world_breaks(lambda seed: laws.undo_teaches_nobody(table, 0, take, seed, 3), "can be undone")


def test_a_tensor_that_tells_something_else_is_caught() -> None:
    table = some_table(FLAUTZ)
    game = changed()
    sight = Sight(FLAUTZ.layout)
    sight.tensor_plan[1, 5] += 1
    object.__setattr__(game, "sight", sight)
    table.game = game
    with pytest.raises(LawBrokenError, match="tensor tells"):
        laws.the_tensor_tells_the_view(table, 0)


def test_a_field_without_an_audience_cannot_exist() -> None:
    with pytest.raises(TypeError, match="nobody knows who may see it"):
        type("Open", (Position,), {"__annotations__": {"secret": int}})


def test_what_nobody_sees_has_no_place_in_a_view() -> None:
    for game in GAMES.values():
        hidden = {f.name for f in game.layout.fields if f.audience == "NOBODY"}
        assert hidden.isdisjoint(f.name for f in game.sight.fields)
        assert {"key", "counter", "block", "used"} <= hidden
        assert all(isinstance(f, Field) for f in game.sight.fields)
