"""Why a choice was better than another: from the seat's view alone, in both languages, and only beyond the noise."""

import math
import tomllib
from dataclasses import replace

import pytest

from grimorio.arena.why import BEFALLS, NOW, OTHERS, WORLDS, _is_more, _told_apart, after, whys
from grimorio.engine.events import Event
from grimorio.engine.game import Game
from grimorio.engine.laws import random_play, world
from grimorio.engine.reference import Ref
from grimorio.engine.story import Line
from grimorio.engine.table import Table
from grimorio.engine.words import LANGUAGES, PHRASES, Words
from grimorio.games import GAMES

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def reached(game: Game, moves: int, seed: int = 5) -> tuple[Table, int]:
    table = random_play(game, game.seats[0], seed, moves)
    while len(table.legal(table.to_act()[0])) < 2:
        seat = table.to_act()[0]
        table.apply(seat, table.legal(seat)[0])
    return table, table.to_act()[0]


@pytest.mark.compiled_only
@every_game
def test_the_same_view_gives_the_same_sentences_whatever_is_hidden(game: Game) -> None:
    for moves in (3, 14):
        table, seat = reached(game, moves)
        one, *_, other = table.legal(seat)
        alike = (table, *(world(table, seat, number) for number in (8, 9)))
        for move in (one, other):
            here, *there = (after(each, seat, (move,), 7) for each in alike)
            assert there == [here, here]
        said, *told = (whys(each, seat, (one,), (other,), 0.1, 7) for each in alike)
        assert told == [said, said]
        assert said


@pytest.mark.compiled_only
@every_game
def test_every_sentence_is_told_in_both_languages_with_nothing_left_open(game: Game) -> None:
    for moves in (2, 9, 20):
        table, seat = reached(game, moves)
        for other in table.legal(seat)[:3]:
            for line in whys(table, seat, (table.legal(seat)[-1],), (other,), 0.1, moves):
                for language in LANGUAGES:
                    told = Words(game, language).sentence(line, ["Ada"] * 7)
                    assert told.endswith(".")
                    assert not set("{}_") & set(told)


@pytest.mark.compiled_only
def test_a_spell_that_is_certainly_worth_more_is_told_with_both_values() -> None:
    game = GAMES["flautz"]
    table, seat = reached(game, 6)
    assert game.measures is not None
    worth: dict[int, float] = {}
    for move in table.legal(seat):
        apart = table.branch(table.state)
        if not any(event.kind in game.afresh for event in apart.apply(seat, move)):
            worth[move] = game.measures(apart.box, apart.view(seat))["spell"]
    worst, best = min(worth, key=lambda move: worth[move]), max(worth, key=lambda move: worth[move])
    first, *_ = whys(table, seat, (worst,), (best,), 0.1, 1)
    what = Ref("word", "spell", "measures")
    assert first == Line("whys.now", {"what": what, "done": worth[worst], "best": worth[best]})
    assert not any(line.key == "whys.now" for line in whys(table, seat, (best,), (worst,), 0.1, 1))


@pytest.mark.compiled_only
def test_of_a_game_that_counts_nothing_it_is_told_how_much_more_often_the_better_choice_wins() -> None:
    table, seat = reached(GAMES["abracadabra"], 4)
    one, *_, other = table.legal(seat)
    table.game = replace(table.game, measures=None, fates=None)
    assert whys(table, seat, (one,), (other,), 0.07, 1) == (Line("whys.later", {"value": 7}),)


def test_what_is_within_the_noise_is_not_more() -> None:
    assert _is_more([(0.0, 1.0)] * WORLDS)
    assert not _is_more([(1.0, 0.0)] * WORLDS)
    assert not _is_more([(0.0, 1.0), (1.0, 0.0)] * (WORLDS // 2))
    assert not _is_more([(1.0, 1.04)] * WORLDS)
    assert not _is_more([(0.0, 9.0), *[(0.0, 0.0)] * (WORLDS - 1)])


def test_what_comes_later_is_compared_only_where_others_act_before_the_next_decision_after_both_choices() -> None:
    lost, now = (BEFALLS, "lost"), (NOW, "tricks")
    mine = [{OTHERS: 1.0, lost: -1.0, now: 1.0}] * WORLDS
    bots = {acted: [{OTHERS: acted, now: 2.0}] * WORLDS for acted in (0.0, 1.0)}
    assert [fact for fact, _ in _told_apart(mine, bots[1.0])] == [now, lost]
    assert [fact for fact, _ in _told_apart(mine, bots[0.0])] == [now]


@pytest.mark.parametrize(
    ("game", "event", "found"),
    [
        ("abracadabra", Event("periculum", seat="A", value=4), {"periculum": -1}),
        ("abracadabra", Event("periculum", seat="B", value=4), {}),
        ("abracadabra", Event("stole", seat="B", start="hand[A]", to="hand[B]"), {"robbed": -1}),
        ("abracadabra", Event("stole", seat="A", start="hand[B]", to="hand[A]"), {}),
        ("abracadabra", Event("object", seat="A"), {"object": 1}),
        ("fata", Event("stole", seat="B", start="rows[A,0,1]"), {"undone": -1}),
        ("fata", Event("blown", seat="C", start="rows[A,1,0]"), {"undone": -1}),
        ("fata", Event("stole", seat="B", start="rows[C,0,1]"), {}),
        ("fata", Event("took", seat="A"), {"treasure": 1}),
        ("fata", Event("robbed", seat="B", start="treasures[A]"), {"robbed": -1}),
        ("fata", Event("fell", seat="A"), {"fell": -1}),
        ("flautz", Event("declared", seat="B"), {"declared": -1}),
        ("flautz", Event("declared", seat="A"), {}),
        ("flautz", Event("crystals", seat="A", value=1), {"crystal": 1}),
        ("flautz", Event("crystals", seat="C", value=2), {"crystal-gone": -1}),
        ("flautz", Event("crystals", seat="C", value=0), {}),
        ("illusio", Event("validated", seat="A"), {"validated": 1}),
        ("illusio", Event("took", seat="B", start="hand[A]"), {"lost": -1}),
        ("illusio", Event("stole", seat="B", start="backstage[A]"), {"lost": -1}),
        ("illusio", Event("stole", seat="A", start="backstage[B]"), {}),
        ("zaubercocktail", Event("accepted", seat="B", to="hand[A]"), {"traded": 1}),
        ("zaubercocktail", Event("accepted", seat="A", to="hand[C]"), {"traded": 1}),
        ("zaubercocktail", Event("accepted", seat="B", to="hand[C]"), {}),
        ("zaubercocktail", Event("ring", seat="B"), {"ring-gone": -1}),
        ("zaubercocktail", Event("retreated", seat="A", value=1), {"retreated": -1}),
        ("zaubercocktail", Event("advanced", seat="A", value=1), {"advanced": 1}),
    ],
)
def test_what_befalls_a_seat_is_found_in_what_it_was_told(game: str, event: Event, found: dict[str, int]) -> None:
    fates = GAMES[game].fates
    assert fates is not None
    assert event.kind in GAMES[game].events
    assert fates([event], 0) == found
    for language in LANGUAGES:
        assert found.keys() <= Words(GAMES[game], language).own["fates"].keys()


@pytest.mark.compiled_only
@every_game
def test_what_happens_in_games_befalls_somebody(game: Game) -> None:
    """By the addresses that events really have: each game has a fate of others' making or of its own luck."""
    assert game.fates is not None
    found: set[str] = set()
    for seed in range(12):
        table = random_play(game, game.seats[0], seed, 400)
        found |= {name for seat in range(table.seats) for name in game.fates(table.events(seat), seat)}
    known = set(Words(game, "en").own["fates"])
    assert found <= known
    assert len(found) >= math.ceil(len(known) / 2)


def test_averages_are_written_as_in_the_language() -> None:
    line = Line("whys.soon", {"what": Ref("word", "spell", "measures"), "done": 9, "best": 12.5})
    told = {language: Words(GAMES["flautz"], language).sentence(line, []) for language in LANGUAGES}
    assert "dell'incantesimo, alla mossa seguente: in media 9 con questa scelta, 12,5 con" in told["it"]
    assert "the spell, by the next move: on average 9 with this choice, 12.5 with" in told["en"]


def test_both_languages_have_the_same_sentences() -> None:
    one, other = (tomllib.loads((PHRASES / f"{language}.toml").read_text())["whys"] for language in LANGUAGES)
    assert list(one) == list(other)
