"""A game in the terminal, driven by what people type."""

import contextlib
import io
import os
import re
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console

import desk as desks
from grimorio.cli.draw import BIG, SMALL, TALL, Company, beside, card
from grimorio.cli.pictures.flautz.cards import COLOURS, SPECIAL, face_of
from grimorio.cli.pictures.plain import PlainPicture
from grimorio.cli.prompt import Prompt, QuitError
from grimorio.cli.saves import locked
from grimorio.cli.seating import UnplayableError, seat_players
from grimorio.cli.session import Session
from grimorio.cli.terminal import Agreed, begun, run
from grimorio.cli.texts import FOLDER, ScreenWords, Texts
from grimorio.engine import record
from grimorio.engine.layout import SPECTATOR
from grimorio.engine.table import Table
from grimorio.engine.words import LANGUAGES, load
from grimorio.games import GAMES
from grimorio.games import load as load_game
from processes import surroundings

GAME = load_game("flautz")
KEYS = ("1a", "4b", "4", "1", "9", "8", "sì", "2c", "", "5d")
"""Whatever is to be decided, some of these are legal; the others are refused and cost nothing."""
CLEAR = "\x1b[2J"
both_languages = pytest.mark.parametrize("language", LANGUAGES)


class Desk(desks.Desk):
    """Somebody at a table of this game."""

    game, keys = GAME, KEYS


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "state" / "flautz.json"


def saved_table(save: Path) -> Table:
    return record.replay(record.read(save), GAME)


def row(hand: Iterable[str], language: str = "it") -> str:
    """The middle line of a hand as it is drawn."""
    words = ScreenWords(GAME, language)
    return beside([card(face_of(words, name)) for name in hand])[1].plain


# ---------------------------------------------------------------- whole games


@both_languages
@pytest.mark.parametrize(
    "seats", [("Ada", "bot:apprentice"), ("bot:random", "Ada", "bot:apprentice", "bot:apprentice")]
)
def test_one_person_and_bots_play_to_the_end(language: str, seats: tuple[str, ...], save: Path) -> None:
    desk = Desk(language=language, goes_on=True)
    assert desk.play(save, *seats) == 0
    records = list((save.parent / "records").iterdir())
    assert len(records) == 1
    assert not save.exists()
    table = record.verify(record.read(records[0]), GAME)
    assert table.over
    assert desk.says("record", path=records[0]) or str(records[0]) in desk.out.getvalue().replace("\n", "")
    assert table.secret.hex() in desk.text
    words = ScreenWords(GAME, language)
    assert words.text("endings", table.outcome().ending or "") in desk.text
    for seat in table.outcome().winners:
        assert record.read(records[0]).seats[seat] in desk.text.partition(desk.texts("over"))[2]


@both_languages
def test_a_game_for_points_ends_after_its_challenges(language: str, save: Path) -> None:
    desk = Desk(language=language, goes_on=True)
    assert desk.play(save, "Ada", "bot:apprentice", mode="points", challenges="2", arena_I="back") == 0
    for challenge in (1, 2):
        assert ScreenWords(GAME, language).text("picture", "result").format(challenge=challenge) in desk.text
    assert ScreenWords(GAME, language).text("endings", "points")[:20] in desk.text


def test_five_people_play_to_the_end(save: Path) -> None:
    desk = Desk(goes_on=True, terminal=True)
    assert desk.play(save, "Ada", "Bruno", "Carla", "Dario", "Elena", mode="points", challenges="1") == 0


def test_bots_alone_play_to_the_end_and_nobody_is_asked(save: Path) -> None:
    desk = Desk()
    assert desk.play(save, "bot:apprentice", "bot:random", "bot:apprentice") == 0
    assert desk.screens == []


def test_the_same_seed_and_the_same_keys_are_the_same_game(save: Path) -> None:
    played = []
    for number in (1, 2):
        desk = Desk(goes_on=True)
        desk.play(save, "Ada", "bot:apprentice", "bot:random", seed=5)
        date = next((save.parent / "records").glob(f"*-{number}.json"))
        played.append(msgspec.structs.replace(record.read(date), moments=()))
    assert played[0] == played[1]


def test_the_nonces_of_players_change_the_deal_but_not_the_commitment(save: Path) -> None:
    texts = Texts("it", "play")
    tables = [
        begun(GAME, Agreed(["Ada", "Bruno"], {}, None, nonces, 3), save, texts)[0].dealt()
        for nonces in ((), ("rosa",), ("", "blu"))
    ]
    assert len({table.commitment for table in tables}) == 1
    assert len({table.state.tobytes() for table in tables}) == 3


def test_the_commitment_is_shown_before_the_first_move(save: Path) -> None:
    desk = Desk()
    desk.play(save, "Ada", "bot:apprentice")
    prompt, screen = desk.screens[0]
    assert prompt == desk.texts("start")
    assert record.read(save).commitment in screen
    assert record.read(save).secret not in desk.text


# ---------------------------------------------------------------- the screen


@both_languages
def test_a_person_sees_his_own_hand_and_nobody_elses(language: str, save: Path) -> None:
    desk = Desk(language=language, goes_on=True, terminal=True)
    names = ("Ada", "Bruno")
    looked = dict.fromkeys(names, 0)

    def look(prompt: str, screen: str) -> None:
        if not save.exists():
            return
        table = saved_table(save)
        hands = [row(table.view_json(seat)["hand"], language) for seat in range(2)]
        reader = [seat for seat, name in enumerate(names) if prompt == desk.texts("you", seat=name)]
        for seat in range(2):
            if seat in reader and CLEAR in screen:
                assert hands[seat] in screen.rpartition(CLEAR)[2]
                looked[names[seat]] += 1
            elif hands[seat] not in hands[:seat] + hands[seat + 1 :] and prompt != desk.texts("next"):
                assert hands[seat] not in screen or seat in reader or prompt == desk.texts("next_undo")

    desk.before_reading = look
    assert desk.play(save, *names, mode="points", challenges="2") == 0
    assert min(looked.values()) > 3


def test_between_two_people_a_cover_clears_the_screen(save: Path) -> None:
    desk = Desk(goes_on=True, terminal=True)
    desk.play(save, "Ada", "Bruno", mode="points", challenges="1", starter="A")
    covers = [(number, prompt) for number, (prompt, _) in enumerate(desk.screens) if "l'unica persona" in prompt]
    assert {prompt for _, prompt in covers} == {desk.texts("cover_ready", seat=name) for name in ("Ada", "Bruno")}
    hand = ScreenWords(GAME, "it").text("picture", "hand")
    for number, _prompt in covers:
        screen = desk.screens[number][1]
        assert hand not in screen.rpartition(CLEAR)[2]
        assert CLEAR in screen
    before_turns = [desk.screens[number + 1][0] for number, _ in covers]
    assert set(before_turns) <= {desk.texts("you", seat=name) for name in ("Ada", "Bruno")}


def test_a_single_person_is_never_asked_to_pass_the_keyboard(save: Path) -> None:
    desk = Desk(goes_on=True, terminal=True)
    desk.play(save, "Ada", "bot:apprentice")
    assert not any("l'unica persona" in prompt for prompt, _ in desk.screens)


def test_while_bots_act_among_several_people_no_hand_is_shown(save: Path) -> None:
    session = a_session(save, "Ada", "Bruno", "bot:apprentice", terminal=True)
    session.watch()
    shown = shown_by(session)
    assert session.audience == SPECTATOR
    assert ScreenWords(GAME, "it").text("picture", "hand") not in shown
    assert all(row(session.table.view_json(seat)["hand"]) not in shown for seat in range(3))


def test_the_screen_is_left_as_it_was_found(save: Path) -> None:
    desk = Desk(terminal=True)
    desk.play(save, "Ada", "bot:apprentice")
    shown = desk.out.getvalue()
    assert shown.index("\x1b[?1049h") < shown.index("\x1b[?1049l") < shown.index("A presto!")


def results_of(session: Session, seat: int, before: int) -> list[Any]:
    table = session.table
    return session.picture.results(table.events(seat, before), table.view_json(seat), table.insight(seat))


@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 40), (100, 30), (120, 40)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_fits_the_screen(language: str, width: int, height: int, save: Path) -> None:
    seats = ("Massimiliano d'Asburgo", "Bruno", "Carla", "bot:apprentice", "bot:random")
    session = a_session(save, *seats, language=language, mode="points", arena_I="back", arena_III="back")
    session.console = Console(file=io.StringIO(), width=width, height=height)
    for _ in range(60):
        seat = session.table.to_act()[0]
        before = session.table.moment(seat)
        for viewer in (seat, SPECTATOR):
            session.show(viewer)
        session.table.apply(seat, session.table.legal(seat)[-1 if before % 3 else 0])
        for result in results_of(session, seat, before):
            session.console.print(result)
    lines = shown_by(session).splitlines()
    assert max(len(line) for line in lines) <= width


@pytest.mark.parametrize(("width", "height"), [(60, 20), (50, 16), (80, 24)])
@pytest.mark.parametrize("name", GAMES)
def test_the_title_stays_on_a_small_screen_and_says_what_is_left_out(
    name: str, width: int, height: int, save: Path
) -> None:
    game, texts = load_game(name), Texts("it", "play")
    room, _ = begun(game, Agreed(["Ada"] + ["bot:random"] * (game.seats[1] - 1), {}, None, (), 1), save, texts)
    console = Console(width=width, height=height, force_terminal=True, color_system=None, file=io.StringIO())
    session = Session(room, texts, save, console, lambda _: "", 0)
    short = 0
    for moved in range(40):
        seat = session.table.to_act()[0]
        console.file = io.StringIO()
        session.show(seat)
        lines = shown_by(session).rpartition("\x1b[2J")[2].removeprefix("\x1b[H").splitlines()
        assert len(lines) < height
        assert max(len(line) for line in lines) <= width
        said = re.search(r"finestra piccola: (\d+) rig(he|a) in meno$", lines[0])
        assert game.title in lines[0] or said
        assert lines[0].split()[0] == game.title.split()[0]
        short += bool(said)
        legal = session.table.legal(seat)
        session.room.submit(seat, [legal[moved % len(legal)]])
    assert short == 0 if width == 80 else short or name == "illusio"


def test_a_table_of_three_fits_a_screen_of_24_lines(save: Path) -> None:
    session = a_session(save, "Ada", "bot:apprentice", "bot:apprentice", starter="A")
    session.show(0)
    assert len(shown_by(session).splitlines()) < 24 - 2


@both_languages
def test_cards_are_told_apart_without_colours(language: str) -> None:
    words = ScreenWords(GAME, language)
    faces = [face_of(words, name) for name in GAME.card_names]
    for look in ("chip", "title"):
        assert len({getattr(face, look).plain for face in faces}) == len(faces)
    assert len({"\n".join(line.plain for line in card(face)) for face in faces}) == len(faces)
    assert len({sign for sign, _ in (COLOURS | SPECIAL).values()}) == len(COLOURS | SPECIAL)


@both_languages
def test_all_cards_of_a_size_are_equally_large(language: str) -> None:
    words = ScreenWords(GAME, language)
    for size in (SMALL, TALL, BIG):
        cards = [card(face_of(words, name), "a", size=size) for name in GAME.card_names]
        assert len({tuple(line.cell_len for line in each) for each in cards}) == 1
        assert len({line.cell_len for line in cards[0]}) == 1


def test_what_can_be_taken_shows_its_key(save: Path) -> None:
    session = a_session(save, "Ada", "bot:apprentice", starter="A")
    session.show(0)
    shown = shown_by(session)
    for key in "456abcde":
        assert f"─ {key} ─" in shown
    for key in "123":
        assert f"─ {key} ─" not in shown


def test_the_plain_picture_shows_any_game(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grimorio.cli.session.picture_of", plain_picture)
    desk = Desk("", "?", "log", "zzz", "prendi pavimento 1 dai", language="it", goes_on=False)
    assert desk.play(save, "Ada", "bot:apprentice", starter="A") == 0
    assert ScreenWords(GAME, "it").text("fields", "pile_size") in desk.text


def plain_picture(company: Company) -> PlainPicture:
    return PlainPicture(company)


# ---------------------------------------------------------------- what is typed


def a_session(save: Path, *seats: str, language: str = "it", terminal: bool = False, **options: str) -> Session:
    desk = Desk(language=language, terminal=terminal)
    agreed = Agreed(seats, {name.replace("_", "-"): value for name, value in options.items()}, None, (), 1)
    room, _ = begun(GAME, agreed, save, desk.texts)
    return Session(room, desk.texts, save, desk.console, desk.read, 0)


def shown_by(session: Session) -> str:
    assert isinstance(session.console.file, io.StringIO)
    return session.console.file.getvalue()


def at_turn(save: Path, *script: str, language: str = "it", bot: str = "bot:random") -> Desk:
    """Ada begins, on the floor, and types this; then she leaves."""
    desk = Desk("", *script, language=language)
    assert desk.play(save, "Ada", bot, starter="A") == 0
    return desk


def test_an_exchange_is_pointed_at_card_by_card_in_any_order(save: Path) -> None:
    moves = set()
    for script in (("4", "b"), ("b", "4"), ("4b",), ("B4",), ("4 b",), ("5", "4", "b"), ("1", "4b")):
        at_turn(save, *script)
        moves.add(record.read(save).log[0])
    assert len(moves) == 1
    assert moves.pop().startswith("A take floor 1 give")


@pytest.mark.parametrize("drops", ["", "annulla"])
def test_half_a_choice_can_be_dropped_and_that_is_said(drops: str, save: Path) -> None:
    desk = at_turn(save, "4", drops, "b")
    assert desk.says("dropped")
    assert record.read(save).log == ()


def test_a_no_leaves_everything_and_a_yes_without_a_question_is_answered(save: Path) -> None:
    desk = at_turn(save, "passo", "no", "sì")
    assert desk.says("left_alone")
    assert desk.says("nothing_asked")
    assert record.read(save).log == ()


@both_languages
def test_a_move_can_be_typed_in_either_language(language: str, save: Path) -> None:
    hand = a_session(save, "Ada", "bot:random", language=language, starter="A").table.view_json(0)["hand"]
    action = GAME.parse_action(f"take floor 2 give {hand[0]}")
    for typed_in in LANGUAGES:
        at_turn(save, ScreenWords(GAME, typed_in).action(action), language=language)
        assert record.read(save).log[0] == f"A take floor 2 give {hand[0]}"


@both_languages
def test_what_cannot_be_understood_costs_nothing(language: str, save: Path) -> None:
    desk = at_turn(save, "xyzzy", "[red]boo[/red]", "4z", "44", "è" * 500, "\x1b[31m", "-1", language=language)
    assert record.read(save).log == ()
    assert desk.says("not_understood", text="xyzzy")
    assert desk.says("not_understood", text="[red]boo[/red]")


def test_a_refusal_says_why_and_its_rule(save: Path) -> None:
    words = ScreenWords(GAME, "it")
    desk = at_turn(save, "why", "1", "perché", "8", "0")
    assert desk.says("no_refusal")
    assert words.own["refusals"]["wrong-zone"] in desk.text
    assert f"FZ-R8: {words.rule('FZ-R8')}" in desk.text
    for code in ("no-flautz", "no-free-pass"):
        assert words.own["refusals"][code] in desk.text
    assert record.read(save).log == ()


def test_one_may_ask_why_not_before_trying(save: Path) -> None:
    desk = at_turn(save, "why waive", "perché focalizzati", "why nonsense")
    words = ScreenWords(GAME, "it")
    assert words.own["refusals"]["no-free-pass"] in desk.text
    assert words.rule("FZ-A2") in desk.text
    assert desk.says("allowed", action="focalizzati")
    assert desk.says("not_understood", text="nonsense")
    assert record.read(save).log == ()


@both_languages
def test_a_question_mark_explains_the_rules_and_the_keys(language: str, save: Path) -> None:
    words = ScreenWords(GAME, language)
    desk = at_turn(save, "?", "? FZ-R24", "? r25", "? FZ-X1", "rules", "log", "save", language=language)
    for rule in ("FZ-R7", "FZ-R8", "FZ-R24", "FZ-R25", "FZ-G23"):
        assert rule in desk.text
    assert f"FZ-R24: {words.rule('FZ-R24')}" in desk.text
    assert f"FZ-R25: {words.rule('FZ-R25')}" in desk.text
    assert desk.says("unknown_rule", rule="FZ-X1", first="FZ-R1", last="FZ-G23")
    for word, about in desk.texts.command_list():
        assert f"{word} {about}" in desk.text
    assert str(save) in desk.out.getvalue().replace("\n", "")


def test_long_pages_stop_when_the_screen_is_full(save: Path) -> None:
    desk = Desk("", "regole", "", "basta", terminal=True)
    desk.play(save, "Ada", "bot:random", starter="A")
    assert [prompt for prompt, _ in desk.screens].count(desk.texts("page")) == 2


@both_languages
def test_a_hint_is_a_legal_move_with_its_keys_and_its_reason(language: str, save: Path) -> None:
    desk = at_turn(save, "hint", language=language)
    found = re.search(r"(?:apprentice bot|apprendista), .*?: (.+?) \((?:premi|press) (\w+) \)", desk.text)
    assert found is not None
    typed, keys = found.groups()
    assert re.search(r"(?:Perché\? Il valore dell'incantesimo|Why\? The value of the spell): \w+ \d", desk.text)
    assert record.read(save).log == ()
    moves = []
    for text in (typed, keys):
        at_turn(save, text.strip(), language=language)
        moves.append(record.read(save).log[0])
    assert moves[0] == moves[1]


@both_languages
def test_how_fast_bots_play_can_be_chosen_at_the_table(language: str, save: Path) -> None:
    session = a_session(save, "Ada", "bot:random", starter="A")
    session.pace = 0.8
    prompt = Prompt(session, 0)
    for typed, seconds in (("pace", 0.8), ("pace slow", 2.4), ("ritmo subito", 0.1), ("pace hasty", 0.1)):
        prompt.understand(typed)
        assert session.seen_thinking == pytest.approx(seconds)
    assert session.room.entries == 1
    named = Texts(language, "play").own["tempos"]
    assert [Texts(language, "play").tempo(word) for word in named.values()] == ["slow", "normal", "quick"]


def test_a_bot_is_seen_to_think_as_long_as_was_chosen(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("grimorio.cli.session.time.sleep", slept.append)
    session = a_session(save, "Ada", "bot:random", starter="B")
    session.pace = 1000.0
    session.tempo = "slow"
    session.let_bot_move(1)
    assert max(slept) == pytest.approx(3000, abs=60)


def test_a_hint_depends_on_nothing_that_is_hidden(save: Path) -> None:
    hints = set()
    for hidden in ("blue 1", "prism"):
        session = a_session(save, "Ada", "bot:random", starter="A")
        session.table.state["hand"][0, 1] = GAME.card_number(hidden)
        session.table.state["pile"][0, : session.table.view_json(0)["pile_size"]] = GAME.card_number(hidden)
        Prompt(session, 0).understand("hint")
        hints.add(shown_by(session))
    assert len(hints) == 1


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(typed=st.text(max_size=30) | st.text("abcde1234567890 ?wyhtakefloorgive", max_size=12))
def test_whatever_is_typed_is_answered_or_is_a_legal_action(typed: str, tmp_path: Path) -> None:
    session = a_session(tmp_path / "s.json", "Ada", "bot:random", starter="A")
    with contextlib.suppress(QuitError):
        actions = Prompt(session, 0).understand(typed)
        assert not actions or actions[0] in session.table.legal(0)
    assert session.table.moves == []


# ---------------------------------------------------------------- undo


@both_languages
def test_a_focus_can_be_taken_back_before_anybody_acts(language: str, save: Path) -> None:
    desk = at_turn(save, "7", "undo", language=language)
    assert [prompt for prompt, _ in desk.screens].count(desk.texts("next_undo")) == 1
    assert desk.says("undone")
    assert record.read(save).log == ("A focus", "A undo")
    assert saved_table(save).moves == []


def test_that_a_move_was_taken_back_is_on_the_screen_with_the_table(save: Path) -> None:
    desk = Desk("", "7", "annulla", terminal=True)
    desk.play(save, "Ada", "bot:random", starter="A")
    last = desk.screens[-1][1].rpartition("\x1b[2J")[2]
    assert "la tua mano" in last
    assert desk.texts("undone") in last


def test_a_move_that_can_be_taken_back_waits_for_a_yes(save: Path) -> None:
    at_turn(save, "7")
    assert record.read(save).log == ("A focus",)
    at_turn(save, "7", "boo", "")
    assert len(record.read(save).log) > 1


def test_a_drawn_card_cannot_be_put_back(save: Path) -> None:
    desk = at_turn(save, "7", "", "1", "undo", "why")
    assert ScreenWords(GAME, "it").shared["refusals"]["chance-drawn"] in desk.text
    assert record.read(save).log[-1] == "A refill air 1"


def test_what_a_bot_has_answered_cannot_be_taken_back(save: Path) -> None:
    desk = at_turn(save, "undo", "4a", "annulla")
    assert ScreenWords(GAME, "it").shared["refusals"]["nothing-to-undo"] in desk.text
    refusals = ScreenWords(GAME, "it").shared["refusals"]
    assert refusals["others-acted"] in desk.text or refusals["was-revealed"] in desk.text


# ---------------------------------------------------------------- saves


@both_languages
@pytest.mark.parametrize("leaving", [EOFError, KeyboardInterrupt])
def test_who_leaves_is_told_how_to_continue(leaving: type[BaseException], language: str, save: Path) -> None:
    desk = Desk("", "4a", language=language)

    def leave(_prompt: str, _screen: str) -> None:
        if not desk.script:
            raise leaving

    desk.before_reading = leave
    assert desk.play(save, "Ada", "bot:random", starter="A") == 0
    assert desk.says("bye")
    assert "grimorio play flautz --resume --save" in desk.text


@pytest.mark.parametrize("word", ["quit", "esci"])
def test_one_can_leave_at_every_prompt(word: str, save: Path) -> None:
    for script in ((word,), ("", word), ("", "7", word)):
        desk = Desk(*script)
        assert desk.play(save, "Ada", "bot:random", starter="A") == 0
        assert desk.says("bye")


def test_a_game_goes_on_where_it_was_left(save: Path) -> None:
    whole = Desk("", *["1a", "4b"] * 6)
    whole.play(save, "Ada", "bot:apprentice", "bot:random", seed=4, starter="A")
    moves = record.read(save).log
    save.unlink()
    Desk("", *["1a", "4b"] * 2).play(save, "Ada", "bot:apprentice", "bot:random", seed=4, starter="A")
    left = saved_table(save)
    again = Desk()
    assert again.play(save, resume=True) == 0
    assert saved_table(save).state.tobytes() == left.state.tobytes()
    Desk("", *["1a", "4b"] * 4).play(save, resume=True)
    assert record.read(save).log == moves


CHILD = """
import sys, time, io
from pathlib import Path
from typing import Any
from rich.console import Console
from grimorio.cli.terminal import run
from grimorio.games import load
script = ["", "4a", "1a"]
def read(prompt):
    if script:
        return script.pop(0)
    print("waiting", flush=True)
    time.sleep(60)
    return ""
run(load("flautz"), seats=["Ada", "bot:random"], language="it", options={"starter": "A"}, seed=1,
    save=Path(sys.argv[1]), console=Console(file=io.StringIO()), read=read, pace=0)
"""


def test_a_killed_game_is_continued_move_for_move(save: Path) -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", CHILD, str(save)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as child:  # noqa: S603
        assert child.stdout is not None
        assert child.stdout.readline() == "waiting\n"
        child.send_signal(signal.SIGKILL)
    at = saved_table(save)
    assert at.moves
    desk = Desk()
    assert desk.play(save, resume=True) == 0
    assert desk.says("resumed", moves=len(at.moves))
    assert saved_table(save).state.tobytes() == at.state.tobytes()


def test_an_unfinished_game_is_kept_when_a_new_one_begins(save: Path) -> None:
    at_turn(save, "4a")
    first = save.read_bytes()
    desk = at_turn(save, "4b")
    kept = save.with_name("flautz.1.json")
    assert kept.read_bytes() == first
    assert desk.says("kept", path=kept) or str(kept) in desk.out.getvalue().replace("\n", "")
    at_turn(save, "4c")
    assert kept.read_bytes() == first
    assert save.with_name("flautz.2.json").exists()
    assert Desk().play(kept, resume=True) == 0


def test_a_game_without_a_move_is_not_kept(save: Path) -> None:
    at_turn(save)
    at_turn(save)
    assert [path.name for path in sorted(save.parent.glob("*.json"))] == ["flautz.json"]


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe", b'{"format": "grimorio-record-1"}', b"null"])
def test_a_damaged_save_is_told_in_one_line_and_never_lost(
    damage: bytes, save: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save.parent.mkdir(parents=True)
    save.write_bytes(damage)
    assert Desk().play(save, resume=True) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert str(save) in error
    assert save.read_bytes() == damage
    at_turn(save, "4a")
    assert save.with_name("flautz.damaged.1.json").read_bytes() == damage


def test_a_save_with_an_impossible_move_is_damaged(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at_turn(save, "4a")
    save.write_text(re.sub(r'"A take [^"]*"', '"A waive"', save.read_text()))
    assert Desk().play(save, resume=True) == 2
    assert "A waive" in capsys.readouterr().err


def test_a_finished_game_that_was_killed_before_its_record_is_kept_too(save: Path) -> None:
    Desk(goes_on=True).play(save, "Ada", "bot:random")
    finished = next((save.parent / "records").iterdir())
    content = finished.read_bytes()
    finished.rename(save)
    at_turn(save, "4a")
    assert finished.read_bytes() == content
    save.write_bytes(content)
    desk = Desk("")
    assert desk.play(save, resume=True) == 0
    assert desk.says("over")
    assert len(list((save.parent / "records").iterdir())) == 2


def test_the_default_save_is_in_the_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    desk = Desk("", "4a")
    run(GAME, seats=["Ada", "bot:random"], language="it", options={}, console=desk.console, read=desk.read, pace=0)
    assert (tmp_path / "grimorio" / "flautz.json").exists()
    assert "grimorio play flautz --resume A presto!" in desk.text


def test_a_save_that_fails_is_told_and_the_game_goes_on(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_record: object, _path: Path) -> None:
        raise OSError(28, "No space left on device")

    desk = Desk("", "4a")
    monkeypatch.setattr("grimorio.cli.session.write", full)
    assert desk.play(save, "Ada", "bot:random", starter="A") == 0
    assert desk.text.count("No space left") > 2


# ---------------------------------------------------------------- what cannot be played


@pytest.fixture
def refused(save: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Begin a game that cannot be, and give its one line."""

    def begin(*seats: str, **options: str) -> str:
        assert Desk().play(save, *seats, **options) == 2  # type: ignore[arg-type]
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert not save.exists()
        return told

    return begin


def test_seats_that_cannot_be_are_refused_in_one_line(refused: Callable[..., str]) -> None:
    texts = Texts("it", "play")
    assert refused("Ada") == texts("wrong_seats", title="FLAUTZ!", least=2, most=5, seats=1) + "\n"
    assert refused("Ada", "Ada") == texts("same_name", name="Ada") + "\n"
    assert refused("Ada", " ") == refused("Ada", "bot:") == texts("empty_name") + "\n"
    assert "bot:merlino" in refused("Ada", "bot:merlino")


def test_options_that_cannot_be_are_refused_in_one_line(refused: Callable[..., str]) -> None:
    assert "mode" in refused("Ada", "bot:random", mode="chess")
    assert "colour" in refused("Ada", "bot:random", colour="blue")


def test_too_many_nonces_and_a_wrong_edition_are_refused(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk()
    begin = {"game": GAME, "seats": ["Ada", "bot:random"], "language": "it", "options": {}, "save": save}
    assert run(**begin, nonces=["1", "2", "3"], console=desk.console, read=desk.read) == 2  # type: ignore[arg-type]
    assert "3" in capsys.readouterr().err
    missing = save.parent / "none.toml"
    assert run(**begin, edition=missing, console=desk.console, read=desk.read) == 2  # type: ignore[arg-type]
    assert str(missing) in capsys.readouterr().err


def test_a_game_that_is_not_there_or_of_another_kind_is_not_continued(
    save: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert Desk().play(save, resume=True) == 2
    assert str(save) in capsys.readouterr().err
    at_turn(save, "4a")
    save.write_text(save.read_text().replace('"flautz"', '"illusio"'))
    assert Desk().play(save, resume=True) == 2
    assert "illusio" in capsys.readouterr().err
    save.write_text(save.read_text().replace('"illusio"', '"flautz"').replace('"random"', '"oracle"'))
    assert Desk().play(save, resume=True) == 2
    assert "oracle" in capsys.readouterr().err


def test_two_games_do_not_write_over_each_other(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with locked(save):
        assert Desk().play(save, "Ada", "bot:random") == 2
    assert capsys.readouterr().err == Texts("it", "play")("busy", path=save) + "\n"


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert Desk().play(tmp_path / "file" / "flautz.json", "Ada", "bot:random") == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_names_cannot_disturb_the_screen(save: Path) -> None:
    desk = Desk("")
    desk.play(save, "[bold]Ada\x1b[2J", "bot:random")
    assert "\x1b" not in desk.out.getvalue()
    assert "[bold]Ada?[2J" in desk.text


# ---------------------------------------------------------------- words of the command line


def test_both_languages_of_the_command_line_say_the_same_things() -> None:
    italian, english = (load(FOLDER / f"{language}.toml") for language in LANGUAGES)
    assert list(italian) == list(english)
    for table, entries in italian.items():
        assert list(entries) == list(english[table])
        for name, text in entries.items():
            if isinstance(text, str):
                other = english[table][name]
                assert sorted(re.findall(r"\{\w+", text)) == sorted(re.findall(r"\{\w+", other)), name
                assert text != other or not re.search("[a-z]{4}", re.sub(r"\{\w+\}", "", text)), name


@pytest.mark.parametrize("language", ["it", "en"])
def test_bots_are_called_by_the_names_of_either_language(language: str) -> None:
    texts = Texts(language, "play")
    typed = ("Ada", "bot:Apprendista", "bot:archmage", "bot: a  caso ")
    chairs = seat_players(load_game("flautz"), typed, texts)
    assert [chair.played_by for chair in chairs] == ["", "apprentice", "archmage", "random"]
    with pytest.raises(UnplayableError, match="bot:adepto" if language == "it" else "bot:adept[^o]"):
        seat_players(load_game("flautz"), ("Ada", "bot:oracle"), texts)


def test_bots_have_names_enough_and_of_their_own() -> None:
    for language in LANGUAGES:
        names = Texts(language, "play").names("bot_names")
        assert len(set(names)) == len(names) >= 7


# ---------------------------------------------------------------- slips of the hand


def test_a_half_made_choice_is_dropped_before_a_move_is_taken_back(save: Path) -> None:
    desk = Desk("", "4", "annulla", "annulla")
    desk.play(save, "Ada", "bot:random", starter="A")
    assert desk.says("dropped")
    assert "Non c'è ancora niente da annullare." in desk.text
    assert record.read(save).log == ()


def test_a_key_that_is_not_lit_begins_anew_but_does_nothing(save: Path) -> None:
    desk = Desk("", "a", "7", "x")
    desk.play(save, "Ada", "bot:random", starter="A")
    assert record.read(save).log == ()
    again = Desk("", "a", "7", "")
    again.play(save, "Ada", "bot:random", starter="A")
    assert record.read(save).log == ("A focus",)


def test_why_explains_keys_and_what_is_no_action(save: Path) -> None:
    desk = Desk("", "perché ab", "perché 1a", "perché blu")
    desk.play(save, "Ada", "bot:random", starter="A")
    words = ScreenWords(GAME, "it")
    assert words.text("refusals", "one-for-one") in desk.text
    assert words.text("refusals", "wrong-zone") in desk.text
    assert record.read(save).log == ()


def lying(save: Path) -> tuple[str, str, str, int]:
    """A card in hand, one in the air and one on the floor, as only they are called, and the place of the last."""
    view, words = a_session(save, "Ada", "bot:random", starter="A").table.view_json(0), ScreenWords(GAME, "it")
    hand, air, floor = view["hand"], view["air"], view["floor"]
    at = next(i for i, card in enumerate(floor) if card not in hand + air)
    above = next(card for card in air if card not in hand + floor)
    return words.name(hand[0]), words.name(above), words.name(floor[at]), at + 1


def test_a_card_on_the_table_is_called_by_its_name_too(save: Path) -> None:
    own, _, below, place = lying(save)
    for typed in (f"prendi {below} dai {own}", f"DAI {own}, prendi {below}", f"prendi la {below} e dai {own}"):
        desk = at_turn(save, typed, "boh")
        assert f"Intendi «prendi pavimento {place} (" in desk.text, typed
        assert record.read(save).log == ()
    assert f"Hai scelto: pavimento {place}, " in at_turn(save, below).text


def test_a_card_that_cannot_be_taken_is_explained_by_its_name(save: Path) -> None:
    own, above, _, _ = lying(save)
    for typed in (f"perché {above}", f"prendi {above} dai {own}"):
        assert ScreenWords(GAME, "it").text("refusals", "wrong-zone") in at_turn(save, typed).text, typed


def test_what_names_another_card_is_no_slip_of_the_keyboard(save: Path) -> None:
    own, *_ = lying(save)
    desk = at_turn(save, f"prendi drago 3 dai {own}", f"prendi pavimnto 3 dai {own}", "no")
    assert f"Di «prendi drago 3 dai {own}» capisco solo l'inizio." in desk.text
    assert "Intendi «prendi pavimento 3 (" in desk.text


def test_enter_and_enough_after_a_page_only_go_back_to_the_table(save: Path) -> None:
    for back in ("", "basta"):
        desk = Desk("", "4", "?", "", back, "a", terminal=True)
        desk.play(save, "Ada", "bot:random", starter="A")
        (move,) = [move for move in record.read(save).log if move.startswith("A ")]
        assert move.startswith("A take floor 1 give"), back


def test_what_is_typed_where_enter_is_asked_for_is_answered(save: Path) -> None:
    desk = Desk("4b", "", "7", "4b", "", "esci")
    desk.play(save, "Ada", "bot:random", starter="A")
    assert desk.says("only_enter", text="4b")
    assert desk.says("only_undo", text="4b")
    assert record.read(save).log[0] == "A focus"


def test_half_a_word_is_asked_about_and_a_word_of_ones_own_is_pointed_out(save: Path) -> None:
    for typed in ("focalizati", "passo"):
        desk = Desk("", typed, "boh")
        desk.play(save, "Ada", "bot:random", starter="A")
        assert desk.says("ask_meant", action="focalizzati")
        assert record.read(save).log == ()
    Desk("", "passo", "sì", "esci").play(save, "Ada", "bot:random", starter="A")
    assert record.read(save).log[:1] == ("A focus",)


def test_a_line_that_is_too_long_is_said_to_be_and_a_strange_one_is_visibly_cut(save: Path) -> None:
    desk = Desk("", "x" * 300, "z" * 100)
    desk.play(save, "Ada", "bot:random", starter="A")
    assert desk.says("too_long", most=200)
    assert "z" * 59 + "…" in desk.out.getvalue().replace("\n", "")


@pytest.mark.parametrize(("chosen", "language"), [(False, "it"), (True, "en")])
def test_a_game_goes_on_in_its_own_language_unless_another_is_asked_for(
    chosen: bool,  # noqa: FBT001
    language: str,
    save: Path,
) -> None:
    Desk("", "7", "", "esci", language="it").play(save, "Ada", "bot:random", starter="A")
    desk = Desk("", language="en")
    run(GAME, seats=["Ada", "bot:random"], language="en", language_chosen=chosen, options={}, resume=True, save=save,
        console=desk.console, read=desk.read, pace=0)  # fmt: skip
    assert Texts(language, "play")("seats") in desk.text


def at_pace(save: Path, *script: str, pace: float | None = None, resume: bool = True) -> list[str]:
    """Begin or go on at a pace, type this, and leave: the seconds that bots were said to be seen thinking."""
    desk = Desk("", *script, language="en")
    options = {} if resume else {"starter": "A"}
    run(GAME, seats=["Ada", "bot:random"], language="en", options=options, resume=resume, save=save,
        console=desk.console, read=desk.read, pace=pace)  # fmt: skip
    return re.findall(r"for ([\d.]+) s at least", desk.text)


def test_a_saved_game_keeps_how_fast_bots_play_unless_something_else_is_asked_for(save: Path) -> None:
    assert at_pace(save, "pace", "pace slow", resume=False) == ["0.8", "2.4"]
    assert at_pace(save, "pace") == ["2.4"]
    assert at_pace(save, "pace", "pace quick", pace=4) == ["4.0", "0.5"]
    assert at_pace(save, "pace", "pace normal") == ["0.5", "4.0"]


def test_how_fast_bots_play_is_saved_before_the_next_move(save: Path) -> None:
    session = a_session(save, "Ada", "bot:random", starter="A")
    Prompt(session, 0).understand("pace slow")
    assert record.read(save).tempo == "slow"


@pytest.mark.parametrize("told", [{}, {"tempo": "hasty"}])
def test_a_save_that_does_not_know_how_fast_bots_play_goes_on_as_usual(told: dict[str, str], save: Path) -> None:
    at_turn(save, "4a")
    kept = msgspec.json.decode(save.read_bytes())
    del kept["pace"], kept["tempo"]
    save.write_bytes(msgspec.json.encode({**kept, **told}))
    assert at_pace(save, "pace") == ["0.8"]


def test_a_record_does_not_say_how_fast_bots_played(save: Path) -> None:
    Desk(goes_on=True).play(save, "Ada", "bot:random")
    kept = msgspec.json.decode(next((save.parent / "records").iterdir()).read_bytes())
    assert not {"pace", "tempo"} & kept.keys()


WAITING = """
    import os
    from grimorio.cli.terminal import unheard

    os.close(os.open(os.ttyname(0), os.O_RDWR))  # the leader of a session gets its terminal so
    with unheard():
        os.write(1, b"waiting.")
        os.read(int(os.environ["GATE"]), 1)
    os.write(1, b"ready.")
    os.write(1, b"heard " + input().encode() + b".")
"""


def test_what_is_typed_before_there_is_a_table_is_neither_written_down_nor_kept() -> None:
    ours, theirs = os.openpty()
    gate, latch = os.pipe()
    said = b""

    def until(word: bytes) -> None:
        nonlocal said
        while word not in said:
            said += os.read(ours, 1000)

    changed = surroundings(GATE=str(gate))
    command = [sys.executable, "-c", textwrap.dedent(WAITING)]
    with subprocess.Popen(  # noqa: S603 - ourselves
        command, stdin=theirs, stdout=theirs, pass_fds=[gate], env=changed, start_new_session=True
    ) as there:
        os.close(theirs)
        until(b"waiting.")
        os.write(ours, b"hurry up\n")
        os.write(latch, b".")
        until(b"ready.")
        os.write(ours, b"ecco\n")
        until(b"heard ecco.")
    assert there.returncode == 0
    assert b"hurry" not in said
    for each in (ours, gate, latch):
        os.close(each)
