"""Every game keeps the laws of a table; and the laws can fail."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from grimorio.engine import table_laws as laws
from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.entries import Decided, Entries
from grimorio.engine.kept import SnapshotError
from grimorio.engine.kernel import handed
from grimorio.engine.laws import LawBrokenError, random_play, require
from grimorio.engine.refusal import Refused
from grimorio.engine.table import Table
from grimorio.games import GAMES

FLAUTZ, MARKET = GAMES["flautz"], GAMES["zaubercocktail"]
every_game = pytest.mark.parametrize("name", GAMES)
MOVES = (0, 5, 30)


def at_play(name: str, moves: int) -> Table:
    table = random_play(GAMES[name], GAMES[name].seats[0], moves + 2, moves)
    return table if not table.over else random_play(GAMES[name], GAMES[name].seats[0], moves + 2, 1)


@every_game
def test_whatever_is_raised_changes_nothing(name: str) -> None:
    for moves in MOVES:
        laws.whatever_is_raised_changes_nothing(at_play(name, moves))


@every_game
@pytest.mark.parametrize("fault", [RuntimeError("bad rule"), KeyboardInterrupt(), MemoryError()])
def test_a_decision_that_breaks_off_leaves_the_table_as_it_was(name: str, fault: BaseException) -> None:
    table = at_play(name, 4)
    seat = table.to_act()[0]
    laws.a_fault_in_the_rules_changes_nothing(table, seat, table.legal(seat)[0], fault)


@every_game
@pytest.mark.parametrize("moves", MOVES)
def test_a_refused_group_tells_nothing(name: str, moves: int) -> None:
    table = at_play(name, moves)
    for seat in table.to_act():
        laws.a_group_is_no_peek(table, seat, moves)


@every_game
def test_what_only_prepares_shows_nothing(name: str) -> None:
    for moves in (0, 3, 8, 15, 31, 60):
        table = at_play(name, moves)
        for seat in table.to_act():
            laws.what_composes_shows_nothing(table, seat)


def played_with_undo(name: str, seed: int, moves: int, options: dict[str, str] | None = None) -> Table:
    """A table after random moves, some of them made in one go, some of them taken back again."""
    table = Table(GAMES[name], GAMES[name].seats[0], options=options, secret=seed.to_bytes(32))
    chance = stream(key_of_seed(seed, "undo"))
    for step in range(moves):
        if table.over:
            break
        free = [seat for seat in range(table.seats) if table.why_no_undo(seat) is None]
        if free and below(handed(chance), 3) == 0:
            table.undo(free[below(handed(chance), len(free))], step)
            continue
        seat = table.to_act()[below(handed(chance), len(table.to_act()))]
        legal = table.legal(seat)
        first = legal[below(handed(chance), len(legal))]
        table.apply_all(seat, laws.in_one_go(table, seat, first, chance), step)
    return table


@pytest.mark.parametrize(("name", "options"), [*((name, {}) for name in GAMES), ("zaubercocktail", {"market": "live"})])
@pytest.mark.parametrize("seed", range(4))
def test_a_table_is_its_log_and_what_was_kept_of_it(name: str, options: dict[str, str], seed: int) -> None:
    table = played_with_undo(name, seed, 60 + 40 * seed, options)
    laws.a_table_is_its_log(table)
    laws.a_table_is_what_was_kept(table)
    groups = [entry for entry in table.log if isinstance(entry, Decided) and len(entry.actions) > 1]
    assert bool(groups) == bool(GAMES[name].composing)


# ---------------------------------------------------------------- the laws can fail


def test_a_group_that_shows_before_it_is_refused_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "_check_group", lambda _table, _numbers: None)
    for name in GAMES:
        table = at_play(name, 5)
        with pytest.raises(LawBrokenError, match="before the last"):
            laws.a_group_is_no_peek(table, table.to_act()[0], 1)


def test_a_group_that_hangs_on_hidden_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was shown before the refusal is noticed by the refusal alone, too."""
    monkeypatch.setattr(Table, "_check_group", lambda _table, _numbers: None)
    monkeypatch.setattr(laws, "require", only(require, "refused"))
    found = 0
    for seed in range(6):
        table = at_play("abracadabra", seed)
        try:
            for seat in table.to_act():
                laws.a_group_is_no_peek(table, seat, seed)
        except LawBrokenError:
            found += 1
    assert found


def only(law: Callable[..., None], word: str) -> Callable[..., None]:
    """The laws with a word in them, and no others."""
    return lambda **told: law(**told) if word in told["law"] else None


def test_a_log_that_forgets_what_was_made_in_one_go_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    decided = Entries.decided

    def one_by_one(log: Entries, seat: int, actions: tuple[int, ...], at: int) -> None:
        for action in actions:
            decided(log, seat, (action,), at)

    monkeypatch.setattr(Entries, "decided", one_by_one)
    with pytest.raises((LawBrokenError, Refused)):
        laws.a_table_is_its_log(played_with_undo("zaubercocktail", 1, 100))


def test_a_move_of_consequence_that_claims_to_compose_is_caught() -> None:
    exchange = type(FLAUTZ.action_of(0))
    table = Table(replace(FLAUTZ, composing=(exchange,)), 2, secret=bytes(32))
    with pytest.raises(LawBrokenError, match="composes"):
        laws.what_composes_shows_nothing(table, table.to_act()[0])


def test_a_table_that_takes_a_number_of_numpy_for_a_seat_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def lax(table: Table, seat: object) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= int(seat) < table.seats:
            raise TypeError(seat)

    monkeypatch.setattr(Table, "_check_seat", lax)
    with pytest.raises(LawBrokenError, match="is refused"):
        laws.whatever_is_raised_changes_nothing(Table(FLAUTZ, 2, options={"starter": "A"}, secret=bytes(32)))


def test_a_table_that_does_not_go_back_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "_go_back", lambda _table, _before, _seen: None)
    table = Table(FLAUTZ, 2, secret=bytes(32))
    seat = table.to_act()[0]
    with pytest.raises(LawBrokenError, match="whole"):
        laws.a_fault_in_the_rules_changes_nothing(table, seat, table.legal(seat)[0], RuntimeError())


def test_a_snapshot_of_another_layout_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(FLAUTZ, 2, secret=bytes(32))
    kept = table.snapshot()
    monkeypatch.setattr("grimorio.engine.table.layout_digest", lambda _game: "other")
    with pytest.raises(SnapshotError, match="layout"):
        Table.restore(FLAUTZ, kept)


def test_an_older_version_is_continued_where_the_game_says_so() -> None:
    kept = Table(FLAUTZ, 2, secret=bytes(32)).snapshot()
    newer = replace(FLAUTZ, version=FLAUTZ.version + 1)
    with pytest.raises(SnapshotError, match="version"):
        Table.restore(newer, kept)
    again = Table.restore(replace(newer, continues=(FLAUTZ.version,)), kept)
    assert again.version == FLAUTZ.version


# ---------------------------------------------------------------- undo, seat by seat


def market() -> Table:
    return Table(MARKET, 4, options={"market": "live"}, secret=bytes(32))


def first_card(table: Table, seat: int) -> str:
    return str(table.view_json(seat)["hand"][0])


def test_what_others_do_in_private_neither_stops_an_undo_nor_is_undone_by_it() -> None:
    table = market()
    table.apply(0, f"give {first_card(table, 0)}")
    table.apply(1, f"give {first_card(table, 1)}")
    table.apply(0, "to c")
    assert [table.why_no_undo(seat) for seat in (0, 1)] == [None, None]
    table.undo(0)
    table.undo(0)
    assert (table.view_json(0)["draft_give"], len(table.view_json(1)["draft_give"])) == ([], 1)
    table.undo(1)
    assert table.view_json(1)["draft_give"] == []
    assert table.state.tobytes() == market().state.tobytes()
    laws.a_table_is_its_log(table)


def test_what_all_hear_stops_the_undo_of_the_others() -> None:
    table = market()
    table.apply(0, f"give {first_card(table, 0)}")
    table.apply_all(1, [f"give {first_card(table, 1)}", "post"])
    heard, said = table.why_no_undo(0), table.why_no_undo(1)
    assert heard is not None
    assert said is not None
    assert (heard.code, said.code) in {("others-acted", "was-said"), ("others-acted", "was-revealed")}
    with pytest.raises(Refused):
        table.undo(0)


def test_a_seat_is_a_plain_number_and_an_action_too() -> None:
    table: Any = Table(FLAUTZ, 2, secret=bytes(32))
    seat = table.to_act()[0]
    with pytest.raises(TypeError, match="a seat is a plain whole number, not int64"):
        table.apply(np.int64(seat), table.legal(seat)[0])
    with pytest.raises(TypeError, match="an action is a text or a plain whole number, not NoneType"):
        table.apply_all(seat, [None])
    with pytest.raises(ValueError, match="9 is no seat at a table of 2"):
        table.legal(9)


def new_deals(game: Any, seeds: range) -> int:
    """How often the laws of a new deal were tried in some games that were played at random."""
    tried = 0
    for seed in seeds:
        table = random_play(game, game.seats[0], seed, 0)
        for move in range(40):
            if table.over:
                break
            seat = table.to_act()[0]
            legal = table.legal(seat)
            tried += laws.a_new_deal_forgets(table, seat, legal[(7 * seed + move) % len(legal)], seed)
            tried += laws.a_new_deal_lies_apart(table, seat, legal[(7 * seed + move) % len(legal)])
            table.apply(seat, legal[(7 * seed + move) % len(legal)])
    return tried


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.afresh])
def test_a_new_deal_forgets_what_was_hidden_and_lies_apart(name: str) -> None:
    assert new_deals(GAMES[name], range(12)) > 20


def test_an_event_that_is_no_new_deal_is_caught() -> None:
    with pytest.raises(LawBrokenError, match="a new deal forgets"):
        new_deals(replace(FLAUTZ, afresh=("round-began",)), range(4))
