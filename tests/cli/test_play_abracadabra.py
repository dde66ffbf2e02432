"""Abracadabra in the terminal, driven by what people type."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import desk as desks
import scenes
from grimorio.bots import BOTS
from grimorio.bots.uniform import choose as uniform
from grimorio.cli.draw import BIG, SMALL, TALL, told
from grimorio.cli.pictures import picture_of
from grimorio.cli.pictures.abracadabra.cards import back, card, chip, look_of, nothing, object_chip, title
from grimorio.cli.pictures.abracadabra.offers import offers
from grimorio.cli.pointing import picks_in
from grimorio.cli.texts import PICTURES, ScreenWords
from grimorio.engine import record
from grimorio.engine.game import ActionError
from grimorio.engine.layout import NONE, SPECTATOR
from grimorio.engine.pointing import Pointing
from grimorio.engine.reference import Ref
from grimorio.engine.table import Table
from grimorio.engine.words import LANGUAGES, load
from grimorio.games import GAMES
from grimorio.games.abracadabra import GAME
from grimorio.games.abracadabra.actions import GATHER
from grimorio.games.abracadabra.state import CARDS, MEETINGS, PHASES
from scenes import among, company, drawn, finished, scene_of

KEYS = ("1", "jk", "2", "4", "a", "3", "b", "u", "v", "d", "c", "g", "e", "f", "pass", "sì", "w")
"""Whatever is to be decided, some of these are legal; the others are refused and cost nothing."""
CLEAR = "\x1b[2J"
GOLDEN = Path(__file__).parents[1] / "golden" / "abracadabra"
PLAYING = CARDS + 4
both_languages = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "abracadabra", GAME)
    monkeypatch.setitem(BOTS, "abracadabra", BOTS.get("abracadabra", {"random": uniform}))


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "state" / "abracadabra.json"


class Desk(desks.Desk):
    """Somebody at a table of this game."""

    game, keys = GAME, KEYS


def positions(seats: int, seed: int, *, gathering: bool = True) -> Iterator[tuple[Table, int]]:
    """Every decision of a game in which gatherings are staged wherever they can be, and its end."""

    def chooses(table: Table, seat: int, chance: Any) -> list[int]:
        legal = table.legal(seat)
        staged = [number for number in legal if GATHER <= number < GATHER + len(MEETINGS)] if gathering else []
        return among(chance, staged or legal)

    return scenes.positions(GAME, seats, seed, chooses)


def pressed(table: Table, seat: int, typed: str) -> Pointing:
    """What is left to a seat that presses these keys."""
    scene = scene_of(table, seat)
    picks = picks_in(typed, picture_of(company(table)).keys(scene))
    return scene.pointing.pick(*(picks or [Ref("word", "nothing")]))


# ---------------------------------------------------------------- words


@both_languages
def test_every_rule_and_ruling_is_explained(language: str) -> None:
    wanted = [f"A-{sort}{number}" for sort, last in (("R", 36), ("G", 25), ("M", 12)) for number in range(1, last + 1)]
    assert list(ScreenWords(GAME, language).rules()) == wanted


def test_cards_are_named_as_the_rule_book_does() -> None:
    words = ScreenWords(GAME, "it")
    assert words.name("water bronze wizard") == "Stregone d'Acqua Bronzo"
    assert words.name("air witch") == "Strega d'Aria"
    assert words.name("fire elemental") == "Elementale di Fuoco"
    assert words.name("G 6") == "Tomo della magia G da 6 punti"
    assert words.name("A stone") == "Pietra filosofale A"
    assert words.place("hand[B]", ("Ada", "Bruno")) == "mano di Bruno"
    assert words.action(GAME.parse_action("take down 2")) == "prendi coperta 2"
    assert words.action(GAME.parse_action("play chaos on b")) == "gioca Chaos! su B"
    gathering = GAME.parse_action("gather water gold wizard + air mage + air witch as g")
    assert words.action(gathering) == "incontro Stregone d'Acqua Oro + Mago d'Aria + Strega d'Aria come G"


@both_languages
def test_every_action_reads_back_and_no_two_share_a_text(language: str) -> None:
    words = ScreenWords(GAME, language)
    texts = {words.action(number) for number in range(GAME.actions)}
    assert len(texts) == GAME.actions
    assert all(words.read_action(words.action(number)) == number for number in range(GAME.actions))
    with pytest.raises(ActionError):
        words.read_action("abracadabra")


@both_languages
def test_every_card_has_a_name_of_its_own(language: str) -> None:
    words = ScreenWords(GAME, language)
    assert len({words.name(name) for name in GAME.card_names}) == len(GAME.card_names)
    assert all(name in words.own["names"] for name in GAME.card_names)


def test_what_only_the_terminal_says_is_there_in_both_languages() -> None:
    italian, english = (load(PICTURES / "abracadabra" / "words" / f"{language}.toml") for language in LANGUAGES)
    assert {name: list(texts) for name, texts in italian.items()} == {
        name: list(texts) for name, texts in english.items()
    }
    for name, text in italian["picture"].items():
        assert sorted(re.findall(r"\{(\w+)", text)) == sorted(re.findall(r"\{(\w+)", english["picture"][name])), name
    same = {name for name, text in italian["picture"].items() if text == english["picture"][name]}
    assert same == {"bot", "elemental"}


# ---------------------------------------------------------------- whole games


@both_languages
@pytest.mark.parametrize("seats", [("Ada", "bot:random"), ("bot:random", "Ada", "bot:random", "bot:random")])
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


@both_languages
@pytest.mark.parametrize("ending", ["elementals", "stones", "points"])
def test_the_end_tells_how_each_result_came_about(language: str, ending: str, save: Path) -> None:
    """A-R33, A-R36: whoever won by the prize or by Stones may have fewer points than the others."""
    kept = record.read(GOLDEN / f"{ending}.json")
    record.write(msgspec.structs.replace(kept, kind="save", language=""), save)
    desk = Desk(language=language)
    assert desk.play(save, resume=True) == 0
    table, say = finished(save, GAME), ScreenWords(GAME, language).own["picture"]
    shown = desk.out.getvalue().splitlines()
    for final, score in zip(table.insight(SPECTATOR).last, table.outcome().scores, strict=True):
        place = desk.texts("place", n=table.outcome().places["ABCDEF".index(final.seat)])
        at = next(n for n, line in enumerate(shown) if line.split()[:2] == [place, final.seat])
        told = " ".join(" ".join(shown[at : at + 2]).split())
        total = (score or 0) + (final.points.prize if final.prize else 0)
        assert told.startswith(f"{place} {final.seat} {total} ")
        assert not final.points.objects or f" {total} {say['objects']} {final.points.objects}" in told
        assert final.prize == (final.won and ending == "elementals")
        assert (f"{say['prize_card']} {final.points.prize}" in told) == final.prize
        assert (say["artefact"] in told) == (final.won and ending == "stones")
    won = next(final for final in table.insight(SPECTATOR).last if final.won)
    assert ending != "elementals" or won.points.total < 15 <= won.points.total + won.points.prize


def test_bots_alone_play_to_the_end_and_nobody_is_asked(save: Path) -> None:
    desk = Desk()
    assert desk.play(save, *["bot:random"] * 6) == 0
    assert desk.shown == 0


@both_languages
def test_two_people_never_see_each_others_hands(language: str, save: Path) -> None:
    desk = Desk(language=language, goes_on=True, terminal=True)
    names = ("Ada", "Bruno")
    words = ScreenWords(GAME, language)
    looked = dict.fromkeys(names, 0)
    hand_of = "\n" + words.text("picture", "hand")

    def look(prompt: str, screen: str) -> None:
        if not save.exists():
            return
        last = screen.rpartition(CLEAR)[2]
        table = record.replay(record.read(save), GAME)
        if prompt in {desk.texts("cover_ready", seat=name) for name in names}:
            assert hand_of not in last
        for seat, name in enumerate(names):
            if prompt == desk.texts("you", seat=name) and CLEAR in screen and hand_of in last:
                looked[name] += 1
                hand = table.view_json(seat)["hand"]
                held = last.rpartition(hand_of)[2]
                assert held.count("╭") == max(1, len(hand))
                drawn_as = [[card(words, each, size=size)[1:] for each in hand] for size in (TALL, SMALL)]
                assert any(all(line.plain in held for each in cards for line in each) for cards in drawn_as)
                secret = hidden_from(table, seat, 1 - seat)
                assert not any(chip(words, each).plain in last for each in secret)
                assert not any(words.name(each) in last for each in secret)

    desk.before_reading = look
    assert desk.play(save, *names, seed=3) == 0
    assert min(looked.values()) > 3


def hidden_from(table: Table, viewer: int, other: int) -> list[str]:
    """The cards of another hand that a viewer has never seen: not in his view, nor in what he was told."""
    view = str(table.view_json(viewer)["discards"]) + "".join(event.card or "" for event in table.events(viewer))
    return [name for name in table.view_json(other)["hand"] if name not in view]


def test_frames_depend_on_nothing_but_the_view() -> None:
    for table, seat in positions(3, 4):
        for viewer in (seat, SPECTATOR):
            shown = drawn(table, viewer, 80, 24)
            for other in range(3):
                if other != viewer and not table.over:
                    secret = hidden_from(table, viewer, other)
                    assert not any(chip(ScreenWords(GAME, "it"), name).plain in shown for name in secret)


# ---------------------------------------------------------------- the screen


@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 40), (100, 30), (120, 40), (120, 60)])
@both_languages
def test_every_line_fits_the_screen(language: str, width: int, height: int) -> None:
    for seats in (2, 6):
        for moment, (table, seat) in enumerate(positions(seats, 7)):
            for viewer in (seat, SPECTATOR) if moment % 4 == seats % 4 // 2 else ():
                lines = drawn(table, viewer, width, height, language).splitlines()
                assert max(len(line.rstrip()) for line in lines) <= width
                assert len(lines) <= height - 2


def test_every_phase_is_drawn_with_a_key_for_what_can_be_done() -> None:
    seen = set()
    for seed in range(1, 14):
        for table, seat in positions(3, seed, gathering=bool(seed % 2)):
            view = table.view_json(seat)
            phase = view["phase"]
            seen.add(phase)
            if table.over or phase in {"play", "choose-pile"}:
                continue
            scene = scene_of(table, seat)
            picked = [scene.pointing.pick(ref) for ref in picture_of(company(table)).keys(scene).values()]
            reached = {each.only.number for each in picked if each.only is not None}
            assert reached == set(table.legal(seat))
    assert seen >= set(PHASES) - {"automatic", "choose-pile"}


def test_gatherings_have_keys_and_the_keys_stage_them() -> None:
    staged = 0
    for seed in range(1, 6):
        for table, seat in positions(4, seed):
            if table.over or table.view_json(seat)["phase"] != "play":
                continue
            scene = scene_of(table, seat)
            found = offers(scene, picture_of(company(table)).keys(scene))
            letters = [gathering.letter for gathering, _ in found]
            best = letters[: len(set(letters))]
            assert best == sorted(set(letters), reverse=True)
            assert len({keys for _, keys in found}) == len(found) == sum(way.form[:6] == "gather" for way in scene.ways)
            for gathering, keys in found:
                only = pressed(table, seat, keys).only
                assert only is not None
                assert only.refs == gathering.refs
                staged += 1
    assert staged > 20


@both_languages
def test_cards_are_told_apart_without_colours(language: str) -> None:
    words = ScreenWords(GAME, language)
    cards = GAME.card_names[:CARDS]
    for size in (SMALL, TALL, BIG):
        assert len({"\n".join(line.plain for line in card(words, name, size=size)) for name in cards}) == CARDS
    assert len({chip(words, name).plain for name in GAME.card_names[:PLAYING]}) == PLAYING
    assert len({title(words, name).plain for name in cards}) == CARDS
    objects = GAME.card_names[PLAYING:]
    assert len({object_chip(name).plain for name in objects}) == len(objects)


@both_languages
def test_all_cards_of_a_size_are_equally_large(language: str) -> None:
    words = ScreenWords(GAME, language)
    for size in (SMALL, TALL, BIG):
        blocks = [card(words, name, "a", size=size) for name in GAME.card_names[:CARDS]]
        blocks += [back(words, name, "1", size=size) for name in GAME.card_names[CARDS:PLAYING]]
        blocks += [nothing(words.text("picture", "taken"), size=size)]
        assert len({tuple(line.cell_len for line in block) for block in blocks}) == 1
        assert len({line.cell_len for line in blocks[0]}) == 1


def test_an_air_enchanter_is_shown_as_wild() -> None:
    look = look_of(ScreenWords(GAME, "it"), "air mage")
    assert (look.letter, look.corner, look.band) == ("*", "★", "jolly")


# ---------------------------------------------------------------- what is typed


def moves(save: Path) -> list[str]:
    return [GAME.action_of(move.action).text() for move in record.replay(record.read(save), GAME).moves]


def test_cards_of_the_row_are_taken_by_their_numbers(save: Path) -> None:
    assert Desk("", "2", "4").play(save, "Ada", "bot:random", starter="A") == 0
    assert moves(save)[:2] == ["take down 2", "take up"]


@pytest.mark.parametrize(
    ("language", "typed"),
    [("it", ("prendi coperta 3", "prendi scoperta", "passa")), ("en", ("take face-down 3", "take face-up", "pass"))],
)
def test_moves_can_be_typed(language: str, typed: tuple[str, ...], save: Path) -> None:
    assert Desk("", *typed, language=language).play(save, "Ada", "bot:random", starter="A") == 0
    assert moves(save)[:3] == ["take down 3", "take up", "pass"]


def test_a_place_that_is_empty_is_refused_with_its_rule(save: Path) -> None:
    desk = Desk("", "1", "1", "why", "?", "a")
    desk.play(save, "Ada", "bot:random", starter="A")
    words = ScreenWords(GAME, "it")
    assert words.text("refusals", "place-empty") in desk.text
    assert words.text("refusals", "take-first") in desk.text
    assert words.rule("A-R7")[:60] in desk.text
    assert moves(save) == ["take down 1"]


def test_a_trick_on_somebody_is_pointed_at_in_any_order() -> None:
    """The key of the card and the key of the opponent."""
    on_carla = GAME.parse_action("play chaos on c")
    for table, seat in places_with(on_carla):
        own = "abcdefgh"[table.view_json(seat)["hand"].index("chaos")]
        for typed in (f"{own}w", f"w{own}", f"w {own}"):
            assert [way.number for way in pressed(table, seat, typed).left] == [on_carla]
        assert " w " in drawn(table, seat, 80, 24, "it", Ref("card", "chaos", f"hand[{'ABC'[seat]}]"))


def places_with(action: int) -> Iterator[tuple[Table, int]]:
    found = 0
    for seed in range(1, 60):
        for table, seat in positions(3, seed, gathering=False):
            if action in table.legal(seat):
                found += 1
                yield table, seat
        if found:
            return
    assert found


def test_an_empty_pile_leaves_a_choice_by_its_letter() -> None:
    for table, seat in positions(2, 1):
        for number in table.legal(seat):
            middle = GATHER <= number < GATHER + len(MEETINGS) and MEETINGS[number - GATHER].letter in "BCDEF"
            if not middle:
                continue
            emptied = table.branch(table.state)
            pile = "ABCDEFG".index(MEETINGS[number - GATHER].letter)
            emptied.state["piles"][0, pile] = NONE
            emptied.state["pile_size"][0, pile] = 0
            emptied.apply(seat, number)
            if emptied.over:
                continue
            assert emptied.view_json(seat)["phase"] == "choose-pile"
            for near in ("ABCDEFG"[pile - 1], "ABCDEFG"[pile + 1]):
                wanted = GAME.parse_action(f"draw from {near}")
                assert [way.number for way in pressed(emptied, seat, near.lower()).left] == [wanted]
                assert ScreenWords(GAME, "it").action(wanted) in drawn(emptied, seat, 80, 24)
            return
    pytest.fail("no gathering between B and F")


def test_the_help_of_a_moment_tells_its_rules(save: Path) -> None:
    desk = Desk("", "?")
    desk.play(save, "Ada", "bot:random", starter="A")
    for rule in ("A-R7", "A-R8"):
        assert ScreenWords(GAME, "it").rule(rule)[:60] in desk.text


def test_everything_that_can_be_picked_has_a_word() -> None:
    for table, seat in positions(3, 2, gathering=False):
        if table.over:
            continue
        scene, picture = scene_of(table, seat), picture_of(company(table))
        for ref in picture.keys(scene).values():
            assert picture.thing(ref, scene.view).plain
            assert picture.thing(ref, scene.view, short=True).plain


@both_languages
def test_every_event_is_told_without_secrets(language: str) -> None:
    for seed in range(1, 8):
        *_, (table, _) = positions(4, seed, gathering=bool(seed % 2))
        friends = company(table, language)
        picture = picture_of(friends)
        for viewer in (*range(4), SPECTATOR):
            lines = GAME.tell(table.box, table.events(viewer), viewer)
            shown = [told(friends, line, picture).plain for line in lines]
            assert shown
            assert not any("{" in line or not line.strip() for line in shown)
        assert picture.results(table.events(0), table.view_json(0), table.insight(0))
        assert picture.recent(table.events(0))
