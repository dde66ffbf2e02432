"""Illusio in the terminal, driven by what people type."""

import io
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
from rich.console import Console
from rich.text import Text

import desk as desks
import scenes
from grimorio.cli.draw import Scene, told
from grimorio.cli.pictures import picture_of
from grimorio.cli.pictures.illusio import IllusioPicture
from grimorio.cli.pictures.illusio.cards import TIMES, chip, face
from grimorio.cli.pointing import Keys
from grimorio.cli.prompt import inside
from grimorio.cli.texts import PICTURES, ScreenWords
from grimorio.engine import laws, record
from grimorio.engine.giving import Giver
from grimorio.engine.layout import SPECTATOR
from grimorio.engine.pointing_laws import ways_of
from grimorio.engine.reference import Ref, Way
from grimorio.engine.table import Table
from grimorio.engine.words import LANGUAGES, Words, load
from grimorio.games.illusio import GAME
from grimorio.games.illusio.actions import CARD_NAMES
from grimorio.games.illusio.insight import RULES
from grimorio.games.illusio.state import KIND_NAMES, MAGICIANS, PHASES, PLAYING
from scenes import among, company, drawn, finished, printed, scene_of

KEYS = ("a", "1", "m", "1", "1", "b", "2", "5", "1", "c", "1", "2", "d", "1", "0", "sì")
"""Whatever is to be decided, some of these are legal; the others are refused and cost nothing."""
both_languages = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "state" / "illusio.json"


class Desk(desks.Desk):
    """Somebody at a table of this game."""

    game, keys = GAME, KEYS
    agreed: ClassVar[dict[str, str]] = {"starter": "A"}


def drawing(table: Table, language: str = "it") -> IllusioPicture:
    picture = picture_of(company(table, language))
    assert isinstance(picture, IllusioPicture)
    return picture


def positions(seats: int, seed: int, most: int = 400) -> Iterator[tuple[Table, int]]:
    """The decisions of a game of random players."""
    return scenes.positions(GAME, seats, seed, lambda table, seat, chance: among(chance, table.legal(seat)), most)


def table_with(given: Mapping[str, object], seats: int = 3) -> Table:
    table = Table(GAME, seats, options={"starter": "A"}, secret=bytes(32))
    Giver(GAME, table, "test").give(given)
    return table


# ---------------------------------------------------------------- words


@both_languages
def test_every_rule_and_ruling_is_explained(language: str) -> None:
    wanted = [f"I-{sort}{number}" for sort, last in (("R", 26), ("A", 12), ("G", 36)) for number in range(1, last + 1)]
    assert list(Words(GAME, language).rules()) == wanted


def test_cards_are_named_as_the_rule_book_does() -> None:
    words = Words(GAME, "it")
    assert words.name("success") == "Successo Immediato"
    assert words.name("e5") == "Le manette irochesi"
    assert words.action(GAME.parse_action("transform dove into crate")) == "trasforma Colomba in Cassa"


# ---------------------------------------------------------------- whole games


@both_languages
@pytest.mark.parametrize(
    "seats", [("Ada", "bot:apprentice"), ("bot:random", "Ada", "bot:apprentice", "bot:apprentice")]
)
def test_one_person_and_bots_play_to_the_end(language: str, seats: tuple[str, ...], save: Path) -> None:
    desk = Desk(language=language, goes_on=True)
    assert desk.play(save, *seats) == 0
    table = finished(save, GAME)
    assert table.over
    assert desk.texts("over") in desk.text
    assert ScreenWords(GAME, language).text("picture", "result") in desk.text


def test_bots_alone_play_to_the_end_and_nobody_is_asked(save: Path) -> None:
    desk = Desk()
    assert desk.play(save, "bot:apprentice", "bot:apprentice", "bot:apprentice") == 0
    assert finished(save, GAME).over


@both_languages
def test_two_people_never_see_each_others_hands(language: str, save: Path) -> None:
    """Between two people stands a cover, and no screen shows the hand of anybody but the one it is for."""
    desk = Desk(language=language, goes_on=True, terminal=True)
    hand = ScreenWords(GAME, language).text("picture", "hand")
    covers: list[str] = []
    before = ""

    def watch(prompt: str, screen: str) -> None:
        nonlocal before
        last = screen.rpartition("\x1b[2J")[2]
        for name in ("Ada", "Bea"):
            if prompt == desk.texts("cover_ready", seat=name):
                covers.append(name)
                assert hand not in last
                before = name
            if prompt == desk.texts("you", seat=name):
                assert before == name
        if len(covers) > 4:
            raise EOFError

    desk.before_reading = watch
    desk.play(save, "Ada", "Bea")
    assert covers[:4] == ["Ada", "Bea", "Ada", "Bea"]


# ---------------------------------------------------------------- frames


def test_frames_depend_on_nothing_but_the_view() -> None:
    for number, (table, _) in enumerate(positions(3, 4, 120)):
        if number % 10 == 0:
            for viewer in range(3):
                other = laws.world(table, viewer, number)
                frames = [drawing(each).frame(replace(scene_of(each, viewer), story=[])) for each in (table, other)]
                assert printed(frames[0], 80, 24) == printed(frames[1], 80, 24)


@both_languages
@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30), (120, 40), (160, 50)])
def test_every_line_fits_the_screen(language: str, width: int, height: int) -> None:
    for seats, seed in ((2, 1), (4, 2), (6, 3)):
        for number, (table, seat) in enumerate(positions(seats, seed, 200)):
            if number % 25 == 0:
                for viewer in (seat, SPECTATOR):
                    lines = drawn(table, viewer, width, height, language).splitlines()
                    assert max(len(line) for line in lines) <= width
                    assert len(lines) <= height - 1


def test_every_phase_is_drawn_with_a_key_for_what_can_be_done() -> None:
    seen: set[str] = set()
    for seed in range(40):
        for table, seat in positions(2 + seed % 3, seed, 250):
            phase = table.view_json(seat)["phase"]
            if phase in seen or table.over:
                continue
            seen.add(phase)
            keys = drawing(table).keys(scene_of(table, seat))
            assert any(scene_of(table, seat).lit(ref) for ref in keys.values())
            assert RULES[phase]
    assert seen >= set(PHASES) - {"automatic", "over", "which", "order"}


def reached(picture: IllusioPicture, scene: Scene, way: Way) -> bool:
    """Press key after key for what the action refers to, as somebody would; whether it comes to be done."""
    while True:
        pointing = scene.pointing
        if pointing.only == way:
            return True
        found = [ref for ref in picture.keys(scene).values() if ref in way.refs and pointing.can(ref)]
        if not found:
            return pointing.whole == way
        scene = replace(scene, pointing=pointing.pick(found[0]))


def test_every_action_can_be_done_by_keys() -> None:
    """But for a component that is the thirteenth kind or later in a crowded backstage: that one has to be typed."""
    tried = 0
    for seed in range(12):
        for number, (table, seat) in enumerate(positions(2 + seed % 4, seed, 200)):
            if number % 7 == 0 and not table.over:
                picture, scene = drawing(table), scene_of(table, seat)
                for way in scene.ways:
                    tried += 1
                    assert reached(picture, scene, way), way
    assert tried > 2000


def test_an_action_of_every_sort_can_be_done_by_keys() -> None:
    given = {
        "magician": {"A": "silas lightfinger", "B": "savano", "C": "shaozu"},
        "hand": {"A": ["rabbit", "scarf", "transform", "take", "grand", "encore"], "B": ["rope"]},
        "backstage": {"A": ["rope", "tank"], "B": ["dove", "cage"]},
        "preparing": {"A": ["i3", "e7"]},
        "parts": {"A": ["curtain", "none", "none", "none", "crate"]},
        "shown": {"B": ["m1"]},
        "shown_parts": {"B": ["scarf"]},
    }
    table = table_with(given)
    scene = scene_of(table, 0)
    assert {way.form for way in scene.ways} >= {"place", "add", "move", "transform", "takefrom", "ontrick", "steal"}
    for way in scene.ways:
        assert reached(drawing(table), scene, way), way


def keys_of(table: Table, *picked: Ref) -> Keys:
    return drawing(table).keys(scene_of(table, 0, *picked))


def test_a_component_that_is_the_only_one_to_choose_has_a_key() -> None:
    table = table_with({"challenge": ["c1", "i1", "e2", "m4"], "backstage": {"A": ["cards"]}})
    table.apply(0, "prepare c1")
    assert keys_of(table) == {"1": Ref("card", "cards", "backstage[A]"), "0": Ref("word", "done")}
    assert " 1  ≈ Carte" in drawn(table, 0, 100, 30)


def test_a_look_at_a_card_or_an_objective_gives_nothing_away() -> None:
    """What can only be exchanged or given up is not done by the key of the card or of the objective."""
    given = {
        "magician": {"A": "ivan zamok", "B": "shaozu", "C": "grimaldo"},
        "hand": {"A": ["scarf", "tank", "grand"]},
        "preparing": {"A": ["i3"]},
        "parts": {"A": ["curtain"]},
    }
    table = table_with(given)
    keys = keys_of(table)
    assert Ref("card", "grand", "hand[A]") not in keys.values()
    assert Ref("place", at="preparing[A,0]") not in keys.values()
    assert (keys["7"], keys["8"]) == (Ref("word", "exchange"), Ref("word", "drop"))
    assert "7  scambia con il mazzo   8  abbandona un obiettivo" in drawn(table, 0, 100, 30)


@both_languages
def test_cards_are_told_apart_without_colours(language: str) -> None:
    words = ScreenWords(GAME, language)
    for names in (
        [chip(words, name).plain for name in CARD_NAMES[:PLAYING]],
        [face(words, n).name for n in CARD_NAMES[:PLAYING]],
    ):
        assert len(set(names)) == PLAYING
        assert max(len(each) for each in names) <= 10


def test_a_changed_component_shows_both_faces() -> None:
    table = table_with({"hand": {"A": ["transform"]}, "backstage": {"A": ["dove"]}})
    table.apply(0, "transform dove into crate")
    assert "■Cas←♣Col" in drawn(table, 1, 100, 30)


def test_after_a_pick_there_is_a_key_for_whatever_goes_with_it_and_giving_away_comes_last() -> None:
    given = {
        "magician": {"A": "ivan zamok", "B": "shaozu", "C": "grimaldo"},
        "hand": {"A": ["rabbit"]},
        "preparing": {"A": ["i3"]},
        "parts": {"A": ["curtain"]},
    }
    table = table_with(given)
    keys = keys_of(table, Ref("card", "rabbit", "hand[A]"))
    assert list(keys) == ["1", "2", "3"]
    assert set(keys.values()) == {
        Ref("place", at="backstage[A]"), Ref("place", at="preparing[A,0]"), Ref("word", "exchange")
    }  # fmt: skip
    assert keys["3"] == Ref("word", "exchange")


def test_in_a_crowded_backstage_every_component_has_a_key_and_the_own_tricks_are_seen() -> None:
    given = {
        "magician": {"A": "grimaldo", "B": "shaozu", "C": "savano"},
        "backstage": {"A": list(KIND_NAMES), "B": list(KIND_NAMES), "C": list(KIND_NAMES)},
        "shown": {"A": ["m1"]},
        "shown_parts": {"A": ["scarf"]},
    }
    table = table_with(given)
    returns = [way for way in ways_of(table, 0) if way.form == "return"]
    assert len(keys_of(table, Ref("word", "return"))) == len(returns) == 45
    assert "Lettura bendata" in drawn(table, 0, 80, 24)


def test_while_discarding_no_actions_and_no_talent_are_promised() -> None:
    table = table_with({"phase": "discard", "acts_left": 0, "hand": {"A": [*KIND_NAMES[:9]]}})
    screen = drawn(table, 0, 100, 30)
    assert "da scartare 1" in screen
    assert "· azioni" not in screen
    assert "talento pronto" not in screen


def test_a_choice_between_like_components_names_what_they_count_as() -> None:
    given = {
        "magician": {"A": "ivan zamok", "B": "shaozu", "C": "grimaldo"},
        "hand": {"A": ["transform", "transform"]},
        "backstage": {"A": ["crate", "dove"]},
    }
    table = table_with(given)
    table.apply(0, "transform dove into crate")
    table.apply(0, "transform crate into tank")
    screen = drawn(table, 0, 100, 30)
    assert "Più componenti diversi valgono ■Cassa: quale?" in screen
    assert {ref.name for ref in keys_of(table).values()} == {"crate", "dove", "done"}


@both_languages
def test_the_words_of_the_screen_are_the_same_entries_in_both_languages(language: str) -> None:
    mine, other = (load(PICTURES / "illusio" / "words" / f"{each}.toml") for each in (language, "en"))
    assert {name: list(table) for name, table in mine.items()} == {name: list(table) for name, table in other.items()}
    same = {
        f"{name}.{entry}"
        for name, table in load(PICTURES / "illusio" / "words" / "it.toml").items()
        for entry, text in table.items()
        if text == other[name][entry]
    }
    magicians = {f"short.{name}" for name in MAGICIANS}
    assert same - magicians == {"picture.backstage", "picture.bot", "short.audience", "short.formula", "short.deja vu"}


def test_a_shown_trick_says_what_it_is_worth() -> None:
    given = {
        "magician": {"A": "savano", "B": "shaozu", "C": "grimaldo"},
        "shown": {"A": ["e5"]},
        "shown_parts": {"A": ["mirrors", "rope", "cage"]},
    }
    assert "§3 Le manette irochesi (vale 5, al suo prossimo turno)" in drawn(table_with(given), 1, 120, 40)


def test_what_a_trick_paid_is_told_part_by_part() -> None:
    given: dict[str, object] = {
        "magician": {"A": "savano", "B": "shaozu", "C": "grimaldo"},
        "turn": "C",
        "shown": {"A": ["e5"]},
        "shown_parts": {"A": ["mirrors", "rope", "cage"]},
    }
    table = table_with(given)
    table.apply(2, "end")
    assert "incassa §3 Le manette irochesi: livello 3, accuratezza +2 = 5" in drawn(table, 1, 120, 40)


def test_the_end_shows_how_the_points_came_about() -> None:
    given = {
        "magician": {"A": "savano", "B": "shaozu", "C": "grimaldo"},
        "turn": "C",
        "prestige": {"A": 10},
        "kept": {"A": ["e3"]},
        "shown": {"A": ["e5"]},
        "shown_parts": {"A": ["mirrors", "rope", "cage"]},
        "deja_vus": {"A": [1, 0, 0, 0, 0, 0]},
        "specials": ["deja vu"],
    }
    table = table_with(given)
    table.apply(2, "end")
    page = ended(table)
    assert "★ Massimiliano d'Asbur · punti 15 · Savano" in page
    assert "§3 Le manette irochesi livello 3, accuratezza +2, specializzazione +1, Déjà Vu \u22121 = 5" in page
    assert "Bruno · punti 0 · Shaozu" in page


def test_a_trick_that_would_pay_less_than_nothing_says_why_it_pays_nothing() -> None:
    given = {
        "magician": {"A": "savano", "B": "shaozu", "C": "grimaldo"},
        "turn": "C",
        "shown": {"A": ["c1"]},
        "shown_parts": {"A": ["rope"]},
        "deja_vus": {"A": [3, 0, 0, 0, 0, 0]},
        "specials": ["deja vu"] * 3,
    }
    table = table_with(given)
    table.apply(2, "end")
    assert "Déjà Vu \u22123 = 0 (un trucco non paga mai meno di 0)" in ended(table)


def ended(table: Table) -> str:
    """The page at the end, in one line."""
    pages = drawing(table).ended(table.events(SPECTATOR), table.view_json(SPECTATOR))
    console = Console(file=io.StringIO(), width=80, height=24, color_system=None)
    with console.capture() as shown:
        console.print(*pages)
    return " ".join(shown.get().split())


def test_where_there_is_little_room_the_stages_of_the_others_are_shown_all_the_same() -> None:
    given = {
        "magician": {"A": "savano", "B": "shaozu", "C": "grimaldo"},
        "backstage": {"B": ["dove", "tank"]},
        "preparing": {"B": ["i3"]},
        "parts": {"B": ["curtain"]},
        "shown": {"C": ["e5"]},
        "shown_parts": {"C": ["mirrors", "rope", "cage"]},
        "grands": {"C": [1, 0, 0, 0, 0, 0]},
        "specials": ["grand"],
    }
    screen = drawn(table_with(given), 0, 80, 24)
    assert "♣Col ■Vas ⚒∞2○●" in screen
    assert f"✦§3=7 Grande{TIMES}1" in screen


def test_a_card_that_was_seen_going_to_a_hand_is_shown_there() -> None:
    given = {"magician": {"A": "grimaldo", "B": "shaozu", "C": "savano"}, "backstage": {"B": ["dove", "tank"]}}
    table = table_with(given)
    table.apply(0, "return dove of b")
    assert "visto in mano ♣Col" in drawn(table, 2, 120, 40)
    assert "visto in mano" not in drawn(table, 1, 120, 40)


# ---------------------------------------------------------------- typing


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("it", ("", "fine turno", "sì")),
        ("en", ("", "end turn", "yes")),
        ("it", ("", "0", "si")),
        ("en", ("", "END", "YES")),
    ],
)
def test_moves_can_be_typed(language: str, typed: tuple[str, ...], save: Path) -> None:
    desk = Desk(*typed, language=language)
    desk.play(save, "Ada", "bot:apprentice")
    assert record.read(save).log


def test_a_refusal_is_told_with_its_rule_and_costs_nothing(save: Path) -> None:
    desk = Desk("", "confermo", "perché", language="it")
    desk.play(save, "Ada", "bot:apprentice")
    assert "I-G17" in desk.text
    assert record.read(save).log == ()


def test_an_exchange_is_composed_card_by_card_and_confirmed(save: Path) -> None:
    desk = Desk("", "a", "2", "a", "0", language="it")
    desk.play(save, "Ada", "bot:apprentice", seed=3)
    assert [text.split()[1] for text in record.read(save).log[:3]] == ["exchange", "exchange", "done"]


def test_the_help_of_a_moment_tells_its_rules(save: Path) -> None:
    desk = Desk("", "?", language="it")
    desk.play(save, "Ada", "bot:apprentice")
    assert "I-R7" in desk.text


@both_languages
def test_every_event_is_told_without_secrets(language: str) -> None:
    """What a seat is told of a game is the same in every world it cannot tell from the true one."""
    learnt: set[str] = set()
    for seed in range(6):
        for table, _ in positions(3, 10 + seed, 300):
            if table.over:
                break
        for viewer in (0, 1, 2, SPECTATOR):
            lines = GAME.tell(table.box, table.events(viewer), viewer)
            texts = [told(company(table, language), line, drawing(table, language)).plain for line in lines]
            assert all(text.strip() and "{" not in text for text in texts)
            learnt |= {event.kind for event in table.events(viewer)}
    assert learnt >= {"drew", "placed", "prepared", "shown", "validated", "scored", "played", "set-aside"}


@both_languages
def test_a_key_of_another_move_is_answered_and_half_a_choice_stays(language: str, save: Path) -> None:
    desk = Desk("", "a", "0", "1", language=language)
    desk.play(save, "Ada", "bot:random")
    assert desk.says("another_move", text="0")
    (move,) = record.read(save).log
    assert move.startswith("A place")


def test_quotation_marks_within_others_are_of_the_other_kind() -> None:
    told = inside(Text.assemble("prepara «", ("Sepolto vivo", "bold"), "»"))
    assert told.plain == "prepara “Sepolto vivo”"
    assert [(span.start, span.end, span.style) for span in told.spans] == [(9, 21, "bold")]
    assert inside(Text("prepare “Buried alive”")).plain == "prepare \u2018Buried alive\u2019"
