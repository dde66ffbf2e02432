"""F.A.T.A. in the terminal, driven by what people type."""

import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import desk as desks
import scenes
from grimorio.cli.draw import told
from grimorio.cli.pictures import picture_of
from grimorio.cli.pictures.fata.cards import BLOCK, INSIDE, Looks
from grimorio.cli.pictures.fata.choices import keys_for, shortest
from grimorio.cli.pointing import picks_in
from grimorio.cli.texts import PICTURES, ScreenWords, Texts
from grimorio.engine import record
from grimorio.engine.game import ActionError
from grimorio.engine.kernel import plain
from grimorio.engine.layout import LETTERS, SPECTATOR
from grimorio.engine.reference import Ref
from grimorio.engine.table import Table
from grimorio.engine.words import LANGUAGES, load
from grimorio.games.fata import GAME
from grimorio.games.fata.actions import CHANGE, DONE
from grimorio.games.fata.state import ENCHANTMENTS, PHASES, PLAYED, VISIONS
from scenes import NAMES, among, company, drawn, finished, scene_of

KEYS = ("a1", "v1", "b", "1u", "c2", "2v", "u", "w", "d", "0", "v", "a", "aw", "e1", "bv", "3w", "1", "", "0", "sì")
"""Whatever is to be decided, some of these are legal; the others are refused and cost nothing."""
CLEAR = "\x1b[2J"
both_languages = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "state" / "fata.json"


class Desk(desks.Desk):
    """Somebody at a table of this game."""

    game, keys = GAME, KEYS


def positions(seats: int, seed: int) -> Iterator[tuple[Table, int]]:
    """Every decision of a game whose players seldom stop or change hands, and its end."""

    def chooses(table: Table, seat: int, chance: Any) -> list[int]:
        legal = table.legal(seat)
        return among(chance, [number for number in legal if number not in {CHANGE, DONE}] or legal)

    return scenes.positions(GAME, seats, seed, chooses)


def looks(language: str = "it") -> Looks:
    table = Table(GAME, 5, secret=bytes(32))
    return Looks(company(table, language), plain(table.box))


# ---------------------------------------------------------------- words


@both_languages
def test_every_rule_and_ruling_is_explained(language: str) -> None:
    wanted = [f"F-{sort}{number}" for sort, last in (("R", 31), ("G", 42), ("M", 11)) for number in range(1, last + 1)]
    assert list(ScreenWords(GAME, language).rules()) == wanted


def test_cards_are_named_as_the_rule_book_does() -> None:
    words = ScreenWords(GAME, "it")
    assert words.name("draw stone neighbour 1") == "Pesca (pietra, vicino, 1)"
    assert words.name("rob blank anyone 2") == "Razzia (senza simbolo, chiunque, 2)"
    assert words.name("shield") == "Scudo di rovi"
    assert words.name("red -1") == "tesoro rosso -1"
    assert words.name("lineage purple") == "stirpe Angbat (viola)"
    assert words.place("treasures[B]", NAMES) == "tesori coperti di Bruno"
    assert words.action(GAME.parse_action("steal b row 1 onto row 2")) == "ruba a B dalla fila 1 per la fila 2"
    assert words.action(GAME.parse_action("play mirror on c hand")) == "gioca Specchio d'acqua sulla mano di C"
    assert words.action(GAME.parse_action("take treasure 2 for a")) == "prendi tesoro 2 per A"
    lay = GAME.parse_action("lay discard scroll two 2 on row 1")
    assert words.action(lay) == "gioca Scarto (pergamena, uno o due, 2) nella fila 1"


@both_languages
def test_every_action_reads_back_and_no_two_share_a_text(language: str) -> None:
    words = ScreenWords(GAME, language)
    assert len({words.action(number) for number in range(GAME.actions)}) == GAME.actions
    assert all(words.read_action(words.action(number)) == number for number in range(GAME.actions))
    with pytest.raises(ActionError):
        words.read_action("fata")


@both_languages
def test_no_action_begins_with_a_word_that_leaves_the_game(language: str) -> None:
    words, texts = ScreenWords(GAME, language), Texts(language, "play")
    leaving = {word for word, name in texts.commands.items() if name == "quit"}
    assert not any(words.action(number).split()[0] in leaving for number in range(GAME.actions))


@both_languages
def test_every_card_has_a_name_of_its_own_and_every_enchantment_an_explanation(language: str) -> None:
    words = ScreenWords(GAME, language)
    assert len({words.name(name) for name in GAME.card_names}) == len(GAME.card_names)
    assert all(name in words.own["names"] for name in GAME.card_names)
    assert list(words.own["effects"]) == list(ENCHANTMENTS)
    assert all(words.name(name) in words.rule("F-G6") for name in ENCHANTMENTS)


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize(
    ("language", "seats"),
    [("it", ("Ada", "bot:random", "bot:random")), ("en", ("bot:random", "Ada", *["bot:random"] * 3))],
)
def test_one_person_and_bots_play_to_the_end(language: str, seats: tuple[str, ...], save: Path) -> None:
    desk = Desk(language=language, goes_on=True)
    assert desk.play(save, *seats) == 0
    table = finished(save, GAME)
    assert table.over
    assert not save.exists()
    words = ScreenWords(GAME, language)
    assert words.text("endings", table.outcome().ending or "") in desk.text.replace("│ ", "").replace(" │", "")
    assert words.text("picture", "result") in desk.text
    assert table.secret.hex() in desk.text


def test_bots_alone_play_to_the_end_and_nobody_is_asked(save: Path) -> None:
    desk = Desk()
    assert desk.play(save, *["bot:random"] * 5) == 0
    assert desk.shown == 0


def test_three_people_never_see_each_others_hands(save: Path) -> None:
    desk = Desk(goes_on=True, terminal=True)
    names = ("Ada", "Bruno", "Carla")
    words = ScreenWords(GAME, "it")
    looked = dict.fromkeys(names, 0)
    you_are = words.text("picture", "you_are")

    def look(prompt: str, screen: str) -> None:
        if min(looked.values()) > 4:
            raise EOFError
        if not save.exists():
            return
        last = screen.rpartition(CLEAR)[2]
        table = record.replay(record.read(save), GAME)
        if prompt in {desk.texts("cover_ready", seat=name) for name in names}:
            assert f"\n{you_are} " not in last
        for seat, name in enumerate(names):
            if prompt == desk.texts("you", seat=name) and CLEAR in screen and f"\n{you_are} " in last:
                looked[name] += 1
                for other in range(len(names)):
                    secret = hidden_from(table, seat, other) if other != seat else []
                    assert not any(looks().line(each).plain in last for each in secret)

    desk.before_reading = look
    assert desk.play(save, *names, seed=3) == 0
    assert min(looked.values()) > 4


def hidden_from(table: Table, viewer: int, other: int) -> list[str]:
    """The cards of another hand that a viewer has never seen: not in his view, nor in what he was told."""
    view = table.view_json(viewer)
    seen = str([view["hand"], view["discards"], view["rows"]])
    seen += "".join(event.card or "" for event in table.events(viewer))
    return [name for name in table.view_json(other)["hand"] if name not in seen]


def test_frames_depend_on_nothing_but_the_view() -> None:
    made = looks()
    for moment, (table, seat) in enumerate(positions(3, 4)):
        for viewer in (seat, SPECTATOR) if moment % 5 == 0 and not table.over else ():
            shown = drawn(table, viewer, 120, 40)
            for other in range(3):
                if other != viewer:
                    secret = hidden_from(table, viewer, other)
                    assert not any(made.line(name).plain in shown or made.chip(name).plain in shown for name in secret)


def test_a_character_is_named_only_to_those_who_know_it() -> None:
    for moment, (table, _) in enumerate(positions(4, 6)):
        if table.over or table.view_json(0)["half"] == 2:
            return
        for viewer in range(4) if moment % 6 == 0 else ():
            spied = table.view_json(viewer)["seen_character"]
            lines = drawn(table, viewer, 120, 40).splitlines()
            heads = [line for line in lines if "mano" in line and "tesori" in line and "cacci" not in line]
            for line in heads:
                named = [colour for colour in ("Flambeaux", "Lichtenborn", "Angbat", "Aquate") if colour in line]
                assert not named or any(spied)


# ---------------------------------------------------------------- the screen


@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 40), (100, 30), (120, 40), (140, 60)])
@both_languages
def test_every_line_fits_the_screen(language: str, width: int, height: int) -> None:
    for seats in (3, 5):
        for moment, (table, seat) in enumerate(positions(seats, 7)):
            for viewer in (seat, SPECTATOR) if moment % 11 == seats % 3 else ():
                lines = drawn(table, viewer, width, height, language).splitlines()
                assert max(len(line.rstrip()) for line in lines) <= width
                assert len(lines) <= height - 2


def test_every_phase_is_drawn_with_keys_for_what_can_be_done() -> None:
    seen = set()
    words = ScreenWords(GAME, "it")
    for seed in (1, 2, 3, 4):
        for moment, (table, seat) in enumerate(positions(3, seed)):
            view = table.view_json(seat)
            if table.over or (view["phase"] in seen and moment % 7):
                continue
            seen.add(view["phase"])
            scene = scene_of(table, seat)
            keys = picture_of(company(table)).keys(scene)
            for way in scene.ways:
                picks = picks_in(shortest(scene.pointing, way, keys), keys)
                assert picks is not None
                assert scene.pointing.pick(*picks).only == way
            shown = drawn(table, seat, 80, 24)
            asked = (words.text("asks", view["phase"]), words.text("asks", "none"))
            assert any(each[:9] in shown for each in asked)
    assert seen == set(PHASES) - {"automatic", "over"}


def test_what_can_be_stolen_is_listed_with_its_keys() -> None:
    listed = 0
    for table, seat in positions(4, 5):
        scene = scene_of(table, seat)
        stealing = [way for way in scene.ways if way.form == "steal"]
        if not stealing:
            continue
        shown = drawn(table, seat, 80, 40)
        for way in stealing:
            listed += 1
            assert f" {shortest(scene.pointing, way, keys_for(scene))} " in shown
            assert "ruba" in shown
    assert listed > 10


def test_a_row_that_can_be_picked_shows_its_key_and_no_other_does() -> None:
    lit = 0
    for moment, (table, seat) in enumerate(positions(3, 5)):
        if table.over or moment % 4:
            continue
        scene = scene_of(table, seat, width=120, height=40)
        keys = {ref: key for key, ref in keys_for(scene).items() if ref.at.startswith("rows[")}
        shown = drawn(table, seat, 120, 40).splitlines()
        heads = [line for line in shown if re.match(r".{4}[A-C] ", line)]
        for letter, head in zip("ABC", heads, strict=True):
            below = next(line for line in shown[shown.index(head) + 1 :] if re.match(" {4}[ u-y][12] ", line))
            for number in range(2):
                place = Ref("place", at=f"rows[{letter},{number}]")
                if letter != LETTERS[seat] and place in keys:
                    assert (f" {keys[place]} " in below) == scene.lit(place)
                    lit += scene.lit(place)
    assert lit > 5


@both_languages
def test_cards_are_told_apart_without_colours(language: str) -> None:
    made = looks(language)
    played = GAME.card_names[:PLAYED]
    assert len({made.line(name).plain for name in played}) == PLAYED
    assert len({made.chip(name).plain for name in played}) == PLAYED
    assert len({"\n".join(line.plain for line in made.block(name)) for name in played}) == PLAYED
    for wide in (False, True):
        assert len({made.lying(name, 0, wide=wide).plain for name in GAME.card_names[:VISIONS:13]}) == 4
    treasures = GAME.card_names[PLAYED : PLAYED + 30]
    assert len({made.treasure(name).plain for name in treasures}) == len(treasures)
    assert len({made.title(name).plain for name in GAME.card_names}) == len(GAME.card_names)


@both_languages
def test_all_cards_of_the_hand_are_equally_large(language: str) -> None:
    made = looks(language)
    for name in GAME.card_names[:PLAYED]:
        block = made.block(name, "a")
        assert len(block) == BLOCK
        assert {line.cell_len for line in block} == {INSIDE + 2}


def test_a_vision_shows_what_counts_the_way_it_lies() -> None:
    made = looks()
    name = "rob scissors neighbour 1"
    assert [made.lying(name, way).plain for way in range(3)] == [
        "↑Razzia ✂for ★0",
        "↓vicino ✂for ★2",
        "→1 ✂for ★1",
    ]
    row = made.row(["draw stone two 2", name, None])
    assert row.plain == "↑Pesca  ↓vicino ✂for ★2 "
    assert made.at(name, "rows[B,0,1]").plain == "↓vicino ✂for ★2"
    assert made.told(name, "rows[B,1,0]").plain == "↑Razzia ✂for ★0 fila 2"


def test_the_end_shows_every_hand_and_what_points_are_made_of() -> None:
    *_, (table, _) = positions(3, 2)
    console = Console(file=io.StringIO(), width=100, height=60, color_system=None)
    picture, view = picture_of(company(table)), table.view_json(SPECTATOR)
    console.print(*picture.results(table.events(SPECTATOR), view, table.insight(SPECTATOR)))
    assert isinstance(console.file, io.StringIO)
    shown = " ".join(console.file.getvalue().split())
    scores = [score for score in table.outcome().scores if score is not None]
    assert scores
    assert all(f"punti {score} = prima smazzata" in shown for score in scores)
    for letter in "ABC":
        assert all(looks().chip(name).plain in shown for name in view["last_hand"][letter])


# ---------------------------------------------------------------- what is typed


def moves(save: Path) -> list[str]:
    return [GAME.action_of(move.action).text() for move in record.replay(record.read(save), GAME).moves]


def test_visions_are_played_by_the_keys_of_card_and_row(save: Path) -> None:
    table = Table(GAME, 3, secret=bytes(32), options={"starter": "A"})
    held = table.view_json(0)["hand"]
    typed = next(key for key, name in zip("abcd", held, strict=True) if name not in ENCHANTMENTS)
    assert Desk("", typed, "0").play(save, "Ada", "bot:random", "bot:random", starter="A") == 0
    assert moves(save)[0].startswith("lay ")
    assert moves(save)[0].endswith("on row 1")


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("it", ("cambia la mano", "sì", "ho finito", "sì")),
        ("en", ("change the", "yes", "i am done", "yes")),
    ],
)
def test_moves_can_be_typed(language: str, typed: tuple[str, ...], save: Path) -> None:
    assert Desk("", *typed, language=language).play(save, "Ada", "bot:random", "bot:random", starter="A") == 0
    assert moves(save)[:2] == ["change", "done"]


def test_a_second_row_before_the_first_is_refused_with_its_rule(save: Path) -> None:
    desk = Desk("", "9", "sì", "a2", "b2", "c2", "8", "why", "?")
    desk.play(save, "Ada", "bot:random", "bot:random", starter="A")
    words = ScreenWords(GAME, "it")
    assert words.text("refusals", "first-row-first") in desk.text
    assert words.text("refusals", "first-hand") in desk.text
    assert words.rule("F-R30")[:60] in desk.text
    assert moves(save) == ["change"]


def test_the_row_of_another_is_picked_by_his_key_and_its_number() -> None:
    row, seat, own = Ref("place", at="rows[B,0]"), Ref("seat", "B"), Ref("place", at="rows[A,0]")
    keys = {"1": own, "v": seat, "v1": row, "a": Ref("card", "gust", "hand[A]")}
    assert picks_in("v1", keys) == [row]
    assert picks_in("av1", keys) == [keys["a"], row]
    assert picks_in("v11", keys) == [row, own]
    assert picks_in("1v", keys) == [own, seat]
    assert picks_in("v1 a", keys) == [row, keys["a"]]
    assert picks_in("v 1", keys) == [seat, own]
    assert picks_in("v1 basta", keys) is None
    assert picks_in("v3", keys) is None


def test_everything_that_can_be_picked_has_a_word() -> None:
    for moment, (table, seat) in enumerate(positions(3, 2)):
        if table.over or moment % 5:
            continue
        scene = scene_of(table, seat)
        picture = picture_of(company(table))
        for ref in picture.keys(scene).values():
            assert picture.thing(ref, scene.view).plain
            assert picture.thing(ref, scene.view, short=True).plain


@both_languages
def test_every_event_is_told_without_secrets(language: str) -> None:
    for seed in (1, 2, 3):
        *_, (table, _) = positions(4, seed)
        sitting = company(table, language)
        picture = picture_of(sitting)
        for viewer in (*range(4), SPECTATOR):
            lines = GAME.tell(table.box, table.events(viewer), viewer)
            shown = [told(sitting, line, picture).plain for line in lines]
            assert shown
            assert not any("{" in line or not line.strip() or "  " in line.strip() for line in shown)
        assert picture.results(table.events(0), table.view_json(0), table.insight(0))
        assert picture.recent(table.events(0))


# ---------------------------------------------------------------- words of the terminal


def leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", str(value)


def test_the_words_of_the_screen_are_there_in_both_languages_and_all_of_them_are_used() -> None:
    folder = PICTURES / "fata"
    italian, english = (dict(leaves(load(folder / "words" / f"{language}.toml"))) for language in LANGUAGES)
    assert list(italian) == list(english)
    for name, text in italian.items():
        assert sorted(re.findall(r"\{(\w+)", text)) == sorted(re.findall(r"\{(\w+)", english[name])), name
    same = {name for name, text in italian.items() if text == english[name] and re.search("[a-z]", text)}
    lineages = {f"labels.lineage {colour}" for colour in ("red", "yellow", "purple", "blue", "green")}
    assert same == lineages | {"labels.blue", "labels.power", "picture.bot"}
    code = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    unused = {name for name in load(folder / "words" / "it.toml")["picture"] if f'"{name}"' not in code}
    assert {name for name in unused if f"'{name}'" not in code} == {"done_trimagic", "done_last"}
