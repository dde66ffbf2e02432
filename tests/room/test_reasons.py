"""Reasons of hints: what counts before and after a move, found in worlds that the seat holds possible."""

import pytest

from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.game import Game
from grimorio.engine.laws import random_play, world
from grimorio.engine.table import Table
from grimorio.engine.words import LANGUAGES, Words
from grimorio.games import GAMES
from grimorio.room.reasons import ONLY, VICTORY, Reason, reasons, why_of

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def chance() -> object:
    return stream(key_of_seed(3, "reasons"))


def reached(game: Game, moves: int) -> tuple[Table, int]:
    table = random_play(game, game.seats[0], 5, moves)
    return table, table.to_act()[0]


@every_game
def test_reasons_come_from_the_view_alone(game: Game) -> None:
    for moves in (2, 9, 17):
        table, seat = reached(game, moves)
        other = world(table, seat, 8)
        for move in table.legal(seat)[:3]:
            assert reasons(table, seat, chance(), (move,)) == reasons(other, seat, chance(), (move,))


@every_game
def test_what_counts_has_a_name_in_both_languages(game: Game) -> None:
    table, seat = reached(game, 4)
    assert game.measures is not None
    counted = game.measures(table.box, table.view(seat))
    for language in LANGUAGES:
        assert list(Words(game, language).own["measures"]) == list(counted)


def test_a_certain_gain_is_told_with_the_best_of_all_other_moves() -> None:
    game = GAMES["flautz"]
    table, seat = reached(game, 6)
    assert game.measures is not None
    now = game.measures(table.box, table.view(seat))["spell"]
    after = {}
    for move in table.legal(seat):
        apart = table.branch(table.state)
        if not any(event.kind in game.afresh for event in apart.apply(seat, move)):
            after[move] = game.measures(apart.box, apart.view(seat))["spell"]
    best = max(after, key=lambda move: after[move])
    (reason,) = reasons(table, seat, chance(), (best,))
    rest = max(value for move, value in after.items() if move != best)
    assert reason == Reason("spell", now, after[best], certain=True, others=rest)


def test_the_only_move_is_told_as_such() -> None:
    table = random_play(GAMES["abracadabra"], 2, 5, 0)
    while len(table.legal(table.to_act()[0])) > 1:
        table.apply(table.to_act()[0], table.legal(table.to_act()[0])[0])
    seat = table.to_act()[0]
    assert [each.what for each in reasons(table, seat, chance(), table.legal(seat))] == [ONLY]


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        (Reason("spell", 9, 12, certain=True, others=11), "da 9 a 12. Ogni altra mossa arriva al massimo a 11."),
        (Reason("spell", 9, 9, certain=True, others=9), "ancora 9. Nessun'altra mossa fa di più."),
        (Reason("spell", 9, 8.5, certain=False), "da 9 a 8,5 in media. È il prezzo di quello che viene dopo."),
        (Reason("spell", 9, 12, certain=True, others=13), "da 9 a 12."),
    ],
)
def test_a_reason_is_said_in_sentences(reason: Reason, told: str) -> None:
    assert why_of(Words(GAMES["flautz"], "it"), reason) == f"Il valore dell'incantesimo: {told}"


def test_to_win_is_the_first_reason() -> None:
    words = Words(GAMES["flautz"], "en")
    assert why_of(words, Reason(VICTORY, 0, 1, certain=True)) == "You win the game."
    assert why_of(words, Reason(VICTORY, 0, 0.5, certain=False)) == "You may win the game at once."


def test_what_is_kept_in_hand_is_counted_once_sets_are_chosen() -> None:
    game = GAMES["zaubercocktail"]
    assert game.measures is not None
    found = set()
    for seed in range(8):
        table, seat = random_play(game, 4, seed, 60), 0
        while not table.over and table.view_json(0)["phase"] != "presenting":
            seat = table.to_act()[0]
            table.apply(seat, table.legal(seat)[-1])
        for seat in table.to_act():
            counted, told = game.measures(table.box, table.view(seat)), table.insight(seat)
            assert counted["laid"] == (told.laid or told.best).total <= counted["sets"]
            assert counted["laid"] + counted["kept"] >= counted["sets"] or told.laid
            for move in table.legal(seat):
                apart = table.branch(table.state)
                apart.apply(seat, move)
                if game.action_of(move).text().startswith("lay 2") and not told.laid:
                    less = game.measures(apart.box, apart.view(seat))
                    assert less["kept"] >= counted["kept"] or less["laid"] == counted["laid"]
                    found.add(less["kept"] > counted["kept"])
    assert True in found


def test_tricks_that_have_all_pay_what_they_will_pay_and_those_that_lack_something_nothing() -> None:
    game, found = GAMES["illusio"], set()
    for seed in range(6):
        table = random_play(game, 3, seed, 150)
        for seat in range(3):
            counted, stage = game.measures(table.box, table.view(seat)), table.insight(seat).stages[seat]  # type: ignore[misc]
            held = len(stage.preparing)
            shown = sum(each.pays.total for each in stage.shown)
            lacking = [each for each in stage.preparing if each.missing]
            whole = sum(each.pays.total for each in stage.preparing if not each.missing)
            assert counted["ready"] >= shown + whole
            if not lacking:
                assert counted["ready"] == counted["tricks"] == shown + whole
            found.add((held > 0, counted["ready"] > shown, bool(lacking)))
    assert (True, False, True) in found, "one that cannot be finished pays nothing"
    assert (True, True, True) in found, "one that can be finished with what is at hand pays"
