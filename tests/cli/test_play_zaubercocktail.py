"""Zaubercocktail in the terminal, driven by what people type."""

import itertools
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
from rich.console import ConsoleDimensions

import desk as desks
import scenes
from grimorio.bots import BOTS, whole_move
from grimorio.cli import session as sessions
from grimorio.cli.draw import Composing
from grimorio.cli.pictures import picture_of
from grimorio.cli.pictures.zaubercocktail.cards import INKS, MINUS, SIGNS, TIMES, chips, label, set_chips
from grimorio.cli.prompt import QuitError
from grimorio.cli.terminal import run
from grimorio.cli.texts import PICTURES, ScreenWords
from grimorio.engine import laws, record
from grimorio.engine.giving import Giver
from grimorio.engine.layout import SPECTATOR
from grimorio.engine.table import Table
from grimorio.engine.words import LANGUAGES, Words, load
from grimorio.games.zaubercocktail import GAME
from grimorio.games.zaubercocktail.insight import OneSet
from grimorio.games.zaubercocktail.state import KINDS
from grimorio.games.zaubercocktail.typed import KEYS
from grimorio.room.chairs import bot, person
from grimorio.room.room import Room
from scenes import company, finished, printed, scene_of

BOT = "bot:apprentice"
KEY_PRESSES = (
    "",
    "",
    "2a=j",
    "1",
    "sì",
    "=b",
    "x",
    "3",
    "4d 2h",
    "sì",
    "",
    "s",
    "sì",
    "r",
    "a",
    "p",
    "2",
    "2a",
    "4",
    "=",
)
"""Whatever is to be decided, some of these are legal; the others are refused and cost nothing."""
MARKS = {letter + sign for letter, sign in zip(KEYS, SIGNS, strict=True)}
both_languages = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "state" / "zaubercocktail.json"


class Desk(desks.Desk):
    """Somebody at a table of this game."""

    game, keys = GAME, KEY_PRESSES
    agreed: ClassVar[dict[str, str]] = {"dealer": "A"}


def saved(save: Path) -> Table:
    return record.replay(record.read(save), GAME)


def given(position: Mapping[str, object], seats: int = 4, **options: str) -> Table:
    table = Table(GAME, seats, options={"dealer": "A", **options}, secret=bytes(32))
    Giver(GAME, table, "test").give(position)
    return table


def positions(seats: int, seed: int) -> Iterator[tuple[Table, int]]:
    """Every move of a game of apprentices, and its end."""

    def chooses(table: Table, seat: int, chance: Any) -> list[int]:
        return whole_move(table, seat, BOTS["zaubercocktail"]["apprentice"], chance)

    return scenes.positions(GAME, seats, seed, chooses)


def drawn(table: Table, viewer: int, width: int, height: int, language: str = "it") -> str:
    """The screen of a viewer, and the pages of results that follow from what he saw last."""
    picture = picture_of(company(table, language))
    results = picture.results(table.events(viewer)[-80:], table.view_json(viewer), table.insight(viewer))
    pages = (printed(result, width, height) for result in results)
    return "".join((scenes.drawn(table, viewer, width, height, language), *pages))


# ---------------------------------------------------------------- words


def test_the_words_of_the_terminal_are_there_in_both_languages() -> None:
    folder = PICTURES / "zaubercocktail" / "words"
    italian, english = (load(folder / f"{language}.toml") for language in ("it", "en"))
    for part in ("picture",):
        assert list(italian[part]) == list(english[part])
        for name, text in italian[part].items():
            other = english[part][name]
            assert sorted(re.findall(r"\{(\w+)", text)) == sorted(re.findall(r"\{(\w+)", other)), name
            assert text != other or name in {"round", "result", "result_total"}, name
    drawn = "".join(path.read_text(encoding="utf-8") for path in folder.parent.glob("*.py"))
    unused = [name for name in italian["picture"] if f'"{name}"' not in drawn and f"'{name}'" not in drawn]
    assert unused == []


@both_languages
def test_every_rule_and_ruling_is_explained(language: str) -> None:
    wanted = [f"Z-{sort}{n}" for sort, last in (("R", 25), ("A", 12), ("G", 24), ("E", 1)) for n in range(1, last + 1)]
    assert list(Words(GAME, language).rules()) == ["Z-F3", *wanted]


def test_ingredients_and_moves_are_named_in_italian() -> None:
    words = Words(GAME, "it")
    assert words.name("goldrose") == "Rosa d'oro"
    assert words.action(GAME.parse_action("lay 2 whiteberries + 1 dark thing")) == (
        f"componi Bacche bianche {TIMES}2 + Cosa Oscura {TIMES}1"
    )
    assert words.action(GAME.parse_action("accept b")) == "accetta B"
    assert words.read_action("posa la pietra") == GAME.parse_action("stone")


def test_every_kind_has_a_letter_a_sign_and_a_colour_of_its_own() -> None:
    for marks in (KEYS, SIGNS, INKS):
        assert len(set(marks)) == len(marks) == KINDS
    assert chips(["goldrose", "blue schlums", "goldrose"]).plain == "1●a 2✿j"
    assert set_chips([OneSet("whiteberries", 2, 1, 66)]).plain == "2∴h1★k"
    for kind in range(KINDS):
        assert KEYS[kind] in label(Words(GAME, "it"), kind, 3, 17).plain


# ---------------------------------------------------------------- what is typed


def test_an_offer_that_cannot_be_made_is_refused_whole_and_costs_nothing(save: Path) -> None:
    desk = Desk("", "9a=j", "2a=9", "=j")
    assert desk.play(save, "Ada", BOT, BOT, BOT, dealer="D") == 0
    table = saved(save)
    assert "Non hai abbastanza carte" in desk.text
    assert "Non capisco «2a=9»" in desk.text
    assert [GAME.action_of(move.action).text() for move in table.moves[:2]] == ["want goldrose", "post"]
    assert table.moves[0].seat == 0


def test_an_offer_is_composed_step_by_step_and_steps_are_taken_back(save: Path) -> None:
    desk = Desk("", *KEYS, "annulla", "chiedi rosa d'oro", "p")
    assert desk.play(save, "Ada", BOT, BOT, BOT, dealer="D") == 0
    made = [GAME.action_of(move.action).text() for move in saved(save).moves if move.seat == 0]
    held = [name for name in GAME.card_names[:KINDS] if f"give {name}" in made]
    assert made == [*(f"give {name}" for name in held), "want goldrose", "post"]
    assert len(held) > 2
    assert "Mossa annullata" in desk.text


def at(table: Table, save: Path, *script: str, terminal: bool = False) -> Desk:
    """Somebody at seat A of this table types, on a tall screen if on one at all; bots sit at the others."""
    desk = Desk("", *script, terminal=terminal)
    desk.console.size = ConsoleDimensions(80, 60)
    room = Room.around(table, [person("Ada"), *(bot(name, "apprentice") for name in ("Bruno", "Carla", "Dario"))])
    with pytest.raises((EOFError, QuitError)):
        sessions.Session(room, desk.texts, save, desk.console, desk.read, 0).play(())
    return desk


OFFERED = {
    "hand": {"A": ["goldrose", "goldrose"], "B": ["faran leaf", "troll hair"]},
    "offer_give": {"B": ["faran leaf"]},
    "offer_want": {"B": ["goldrose"]},
    "turn": "A",
}


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("2", "accept b"),
        ("accetta bruno", "accept b"),
        ("accetta 2", "accept b"),
        ("", "pass"),
        ("passa", "pass"),
        ("PASSA", "pass"),
        ("pass", "pass"),
        ("s", "stone"),
        ("rispondi a b", "counter b"),
        ("rispondi a Bruno", "counter b"),
        ("rivolgiti a 3", "to c"),
    ],
)
def test_a_number_accepts_enter_passes_and_s_places_the_stone(typed: str, action: str, save: Path) -> None:
    table = given(OFFERED)
    at(table, save, typed, *(("sì",) if action in {"accept b", "stone"} else ()))
    assert [GAME.action_of(move.action).text() for move in table.moves if move.seat == 0] == [action]


def test_a_word_of_keys_is_a_move_while_an_offer_is_composed_too(save: Path) -> None:
    table = given(OFFERED)
    desk = at(table, save, "j", "perché passa", "passa")
    assert desk.says("allowed", action="passa")
    assert [GAME.action_of(move.action).text() for move in table.moves if move.seat == 0] == ["give goldrose", "pass"]


def test_a_whole_sentence_that_is_no_move_is_answered_though_chairs_are_empty(save: Path) -> None:
    table = given(OFFERED)
    desk = at(table, save, "offri, se ti va, una luna", "ciao come stai oggi")
    assert desk.says("not_understood", text="ciao come stai oggi")
    assert not [move for move in table.moves if move.seat == 0]


@pytest.mark.parametrize(("enters", "moves"), [(1, []), (2, ["pass"])])
def test_enter_after_a_page_goes_back_to_the_table_and_only_then_passes(
    enters: int, moves: list[str], save: Path
) -> None:
    table = given(OFFERED)
    at(table, save, "?", *[""] * enters, terminal=True)
    assert [GAME.action_of(move.action).text() for move in table.moves if move.seat == 0] == moves


@pytest.mark.parametrize("typed", ["2", "s", "accetta bruno"])
@pytest.mark.parametrize("answer", ["", "no", "x", "annulla"])
def test_a_trade_and_the_stone_are_asked_about_once(typed: str, answer: str, save: Path) -> None:
    table = given(OFFERED)
    desk = at(table, save, typed, answer)
    assert "non si può annullare. Scrivi «sì»" in desk.text
    assert not [move for move in table.moves if move.seat == 0]


def test_an_own_offer_is_withdrawn_with_a_key_and_a_strange_number_is_explained(save: Path) -> None:
    table = given({**OFFERED, "offer_give": {"A": ["goldrose"]}, "offer_want": {"A": ["blue schlums"]}})
    desk = at(table, save, "3", "7", "r")
    assert "Qui non c'è nessuna offerta aperta" in desk.text
    assert "Con questa persona non puoi trattare" in desk.text
    assert "withdrew A 0" in [event.text() for event in table.events(SPECTATOR)]


def test_the_same_key_withdraws_a_call_where_no_offer_stands(save: Path) -> None:
    table = given({"call_want": {"A": ["goldrose"]}, "turn": "A"})
    at(table, save, "r")
    assert "withdrew-call A 0" in [event.text() for event in table.events(SPECTATOR)]


def test_sets_are_laid_out_confirmed_and_taken_back(save: Path) -> None:
    table = given({"phase": "presenting", "hand": {"A": ["goldrose"] * 3 + ["greenroot"] * 2}})
    desk = at(table, save, "4j", "2j", "annulla", "2j 2b", "")
    assert "troppo grande" in desk.text
    assert table.view_json(0)["last_naturals"]["A"] == [2, 2]


# ---------------------------------------------------------------- whole games


@pytest.mark.compiled_only
@both_languages
@pytest.mark.parametrize("market", ["visits", "live"])
def test_one_person_and_bots_play_to_the_end(language: str, market: str, save: Path) -> None:
    desk = Desk(language=language, most=5000)
    assert desk.play(save, "Ada", BOT, BOT, BOT, seed=3, market=market) == 0
    table = finished(save, GAME)
    words = Words(GAME, language)
    assert table.over
    assert words.text("endings", table.outcome().ending or "") in desk.text.replace("│ ", "").replace(" │", "")
    assert table.secret.hex() in desk.text
    laws.cards_are_conserved(table)


@pytest.mark.compiled_only
def test_bots_alone_play_to_the_end_and_nobody_is_asked(save: Path) -> None:
    desk = Desk()
    assert desk.play(save, *[BOT] * 7) == 0
    assert desk.shown == 0
    assert finished(save, GAME).over


@both_languages
def test_four_people_at_one_keyboard_never_see_each_others_hands(language: str, save: Path) -> None:
    desk = Desk(language=language, most=100, terminal=True)
    names = ("Ada", "Bruno", "Carla", "Dario")
    hand_of = ScreenWords(GAME, language).text("picture", "hand").partition("{")[0]
    looked = dict.fromkeys(names, 0)

    def look(prompt: str, screen: str) -> None:
        if not save.exists():
            return
        last = screen.rpartition("\x1b[2J")[2]
        if prompt in {desk.texts("cover_ready", seat=name) for name in names}:
            assert hand_of not in last
        for seat, name in enumerate(names):
            if prompt == desk.texts("you", seat=name) and hand_of in last:
                looked[name] += 1
                own = saved(save).view_json(seat)["hand"]
                rows = [line for line in last.splitlines() if line[1:4:2] in MARKS]
                assert len(rows) >= KINDS
                for kind, row in enumerate(rows[:KINDS]):
                    held = own.count(GAME.card_names[kind])
                    assert f"{TIMES}{held} " in row if held else TIMES not in row

    desk.before_reading = look
    assert desk.play(save, *names, seed=4) == 0
    assert min(looked.values()) > 3


def test_a_game_that_is_left_is_continued(save: Path) -> None:
    desk = Desk("", "=j", "")
    assert desk.play(save, "Ada", BOT, BOT, BOT) == 0
    moves = saved(save).moves
    again = Desk("", "")
    run(
        GAME,
        seats=[],
        language="it",
        options={},
        resume=True,
        save=save,
        console=again.console,
        read=again.read,
        pace=0,
    )
    assert saved(save).moves[: len(moves)] == moves
    assert len(saved(save).moves) > len(moves)


def test_a_hint_tells_a_whole_offer(save: Path) -> None:
    desk = Desk("", "consiglio")
    assert desk.play(save, "Ada", BOT, BOT, BOT, dealer="D", seed=2) == 0
    assert "Un consiglio dal bot apprendista" in desk.text


def test_a_hint_of_several_steps_can_be_typed_as_it_is_told(save: Path) -> None:
    table = given({"hand": {"A": ["silvergrass", "goldrose"]}, "turn": "A"})
    at(table, save, "offri ψ Erba d'argento, chiedi Peli di troll, Chiedi peli di troll, pubblica")
    made = [GAME.action_of(move.action).text() for move in table.moves if move.seat == 0]
    assert made == ["give silvergrass", "want troll hair", "want troll hair", "post"]


def test_steps_that_do_not_go_together_are_refused_whole(save: Path) -> None:
    table = given({"hand": {"A": ["goldrose"]}, "turn": "A"})
    desk = at(table, save, "offri rosa d'oro, offri rosa d'oro, pubblica")
    assert "Non hai abbastanza carte" in desk.text
    assert not [move for move in table.moves if move.seat == 0]


def test_help_and_rules_tell_what_holds_now(save: Path) -> None:
    desk = Desk("", "?", "", "", "? r12", "perché accetta b")
    assert desk.play(save, "Ada", BOT, BOT, BOT, dealer="D") == 0
    assert "Z-E1" in desk.text
    assert "tutti insieme, senza turni" not in desk.text
    assert "Z-R12: Con tre pietre" in desk.text


def test_a_live_market_is_closed_by_the_clock(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ticking = itertools.count(step=7000)
    for module in ("play", "session"):
        monkeypatch.setattr(f"grimorio.cli.{module}.now", lambda: next(ticking))
    desk = Desk(*[""] * 40)
    assert desk.play(save, "Ada", "Bruno", "Carla", "Dario", market="live", clock="20") == 0
    assert desk.texts("time_up") in desk.text
    assert Words(GAME, "it").text("events", "closed-by-clock") in desk.text
    assert saved(save).view_json(0)["phase"] == "presenting" or saved(save).view_json(0)["round"] > 1


# ---------------------------------------------------------------- the screen


@pytest.mark.compiled_only
@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 40), (110, 34), (140, 50)])
@both_languages
def test_every_line_fits_the_screen(language: str, width: int, height: int) -> None:
    for seats in (4, 7):
        for moment, (table, seat) in enumerate(positions(seats, 7)):
            for viewer in (seat, SPECTATOR) if moment % 20 == seats else ():
                picture = drawn(table, viewer, width, height, language)
                assert max(len(line.rstrip()) for line in picture.splitlines()) <= width
                frame = picture.partition("Round ")[0].splitlines()
                assert len(frame) <= height - 2 or "Round " in picture


def test_what_lies_open_is_on_the_screen() -> None:
    position = {
        "hand": {"A": ["goldrose", "goldrose"], "B": ["faran leaf", "troll hair"], "C": ["greenroot"]},
        "offer_give": {"B": ["faran leaf"]},
        "offer_want": {"B": ["goldrose"]},
        "offer_to": {"B": "A"},
        "call_want": {"C": ["silvergrass"]},
        "stone": {"D": 1},
        "marker": {"B": 20},
        "turn": "A",
    }
    shown = drawn(given(position), 0, 110, 34)
    assert f"solo Massimiliano d'Asbur: 1♠i per 1✿j ✓ {MINUS}62" in shown
    assert "cerca 1ψg" in shown
    assert "◎ anello" in shown
    assert " 20 " in shown
    assert "gruppi migliori 62" in shown
    assert "?2" in shown


def test_an_offer_and_a_call_of_one_seat_are_read_whole_where_there_is_a_line_for_them() -> None:
    position = {
        "hand": {"A": ["goldrose"] * 2, "B": ["troll hair", "faran leaf", "greenroot", "silvergrass"]},
        "offer_give": {"B": ["troll hair", "faran leaf"]},
        "offer_want": {"B": ["goldrose"]},
        "call_give": {"B": ["greenroot", "silvergrass"]},
        "turn": "A",
    }
    shown = drawn(given(position), 0, 80, 24)
    assert f"offre 1§e 1♠i per 1✿j ✓ {MINUS}62 · ha 1♣b 1ψg" in " ".join(shown.split())
    assert len(shown.splitlines()) <= 22


def test_a_spectator_sees_no_hand() -> None:
    table = given({"hand": {"A": ["goldrose", "goldrose"]}})
    assert f"{TIMES}2" not in drawn(table, SPECTATOR, 80, 24)
    assert f"{TIMES}2" in drawn(table, 0, 80, 24)


def test_the_picture_reads_whole_commands() -> None:
    table = given({})
    picture = picture_of(company(table))
    assert isinstance(picture, Composing)
    view = table.view_json(1)
    assert picture.command("=j", view)
    keys = picture.keys(scene_of(table, 1))
    assert all(
        picture.thing(pick, view).plain and picture.thing(pick, view, short=True).plain for pick in keys.values()
    )


@pytest.mark.parametrize(
    ("typed", "code"), [("j", "one-card-is-no-set"), ("rosa", "one-card-is-no-set"), ("k", "jokers-only")]
)
def test_a_letter_alone_is_no_set_and_is_told_so(typed: str, code: str, save: Path) -> None:
    table = given({"phase": "presenting", "hand": {"A": ["goldrose"] * 2 + ["dark thing"]}, "cycle": 1})
    assert ScreenWords(GAME, "it").text("refusals", code) in at(table, save, typed).text
    assert not [move for move in table.moves if move.seat == 0]


def test_a_marker_at_an_end_of_the_track_says_why_it_did_not_go_further() -> None:
    hands = {"A": ["goldrose"] * 3, "B": ["goldrose"] * 2, "C": ["faran leaf"] * 2, "D": ["blue schlums"] * 2}
    position = {"phase": "presenting", "hand": hands, "recipe": ["recipe 4"], "cycle": 1}
    start, goal = "più indietro della partenza", "oltre l'arrivo non si va"
    for marker, said, unsaid in ({"D": 1}, start, goal), ({"A": 33, "D": 9}, goal, start):
        table = given({**position, "marker": marker})
        for seat in range(4):
            table.apply(seat, "hand in")
        shown = drawn(table, SPECTATOR, 80, 40)
        assert said in shown
        assert unsaid not in shown
