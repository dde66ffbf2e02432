"""Abracadabra in the terminal, driven by what people type."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.console import Console

from grimorio.bots import BOTS
from grimorio.bots.uniform import choose as uniform
from grimorio.cli.draw import BIG, SMALL, TALL, Company, Scene
from grimorio.cli.pictures import picture_of
from grimorio.cli.pictures.abracadabra_cards import back, card, chip, look_of, nothing, object_chip, title
from grimorio.cli.pictures.abracadabra_offers import offers
from grimorio.cli.play import Agreed, begun, run
from grimorio.cli.pointing import narrowed, picks_in
from grimorio.cli.session import Session
from grimorio.cli.texts import Texts
from grimorio.engine import record
from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.game import ActionError
from grimorio.engine.kernel import record as record_of
from grimorio.engine.layout import NONE, SPECTATOR
from grimorio.engine.table import Table
from grimorio.engine.words import LANGUAGES, Words
from grimorio.games import GAMES
from grimorio.games.abracadabra import GAME
from grimorio.games.abracadabra.actions import GATHER, PASS
from grimorio.games.abracadabra.gatherings import MEETINGS
from grimorio.games.abracadabra.state import CARDS, PHASES

KEYS = ("1", "jk", "2", "4", "a", "3", "b", "u", "v", "d", "c", "g", "e", "f", "pass", "w")
"""Whatever is to be decided, some of these are legal; the others are refused and cost nothing."""
CLEAR = "\x1b[2J"
PLAYING = CARDS + 4
both_languages = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "abracadabra", GAME)
    monkeypatch.setitem(BOTS, "abracadabra", BOTS.get("abracadabra", {"random": uniform}))


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "state" / "abracadabra.json"


class Desk:
    """A terminal with somebody who types: first a script, then `KEYS` for ever, or the end of the input."""

    def __init__(self, *script: str, language: str = "it", goes_on: bool = False, terminal: bool = False) -> None:
        self.out = io.StringIO()
        self.console = Console(file=self.out, width=80, height=24, force_terminal=terminal, color_system=None)
        self.texts = Texts(language, "play")
        self.script, self.goes_on, self.typed, self.shown = list(script), goes_on, 0, 0
        self.pauses = {self.texts(name) for name in ("start", "next", "next_undo")}
        self.before_reading: Callable[[str, str], None] = lambda _prompt, _screen: None

    def read(self, prompt: str) -> str:
        """What is typed next."""
        everything = self.out.getvalue()
        screen, self.shown = everything[self.shown :], len(everything)
        self.before_reading(prompt, screen)
        if self.script:
            return self.script.pop(0)
        if not self.goes_on:
            raise EOFError
        self.typed += 1
        return "" if prompt in self.pauses else KEYS[self.typed % len(KEYS)]

    def play(self, save: Path, *seats: str, seed: int = 1, **options: str) -> int:
        """Play until the script ends."""
        return run(
            GAME,
            seats=list(seats),
            language=self.texts.language,
            options=options,
            seed=seed,
            save=save,
            console=self.console,
            read=self.read,
            pace=0,
        )

    @property
    def text(self) -> str:
        """Everything that was shown, in one line."""
        return " ".join(self.out.getvalue().split())


def finished(save: Path) -> Table:
    (path,) = (save.parent / "records").iterdir()
    return record.verify(record.read(path), GAME)


def company(table: Table, language: str = "it") -> Company:
    names = ("Massimiliano d'Asbur", "Bruno", "Carla", "Dario", "Elena", "Fabio")[: table.seats]
    return Company(Words(GAME, language), names, ("", *["random"] * (table.seats - 1)), table.box)


def positions(seats: int, seed: int, *, gathering: bool = True) -> Iterator[tuple[Table, int]]:
    """Every decision of a game in which gatherings are staged wherever they can be, and its end."""
    table = Table(GAME, seats, secret=bytes([seed]) * 32)
    chance = record_of(stream(key_of_seed(seed, "any game will do")))
    while not table.over:
        seat = table.to_act()[0]
        yield table, seat
        legal = table.legal(seat)
        staged = [number for number in legal if GATHER <= number < GATHER + len(MEETINGS)] if gathering else []
        table.apply(seat, (staged or legal)[below(chance, len(staged or legal))])
    yield table, 0


def drawn(table: Table, viewer: int, width: int, height: int, language: str = "it", **picks: str) -> str:
    picture = picture_of(company(table, language))
    console = Console(file=io.StringIO(), width=width, height=height, color_system=None)
    story = picture.story(table.events(viewer)[-30:], viewer)
    legal = table.legal(viewer) if viewer != SPECTATOR else []
    scene = Scene(viewer, table.view_json(viewer), table.view(viewer), legal, story, width, height, picks)
    console.print(picture.frame(scene))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


# ---------------------------------------------------------------- words


@both_languages
def test_every_rule_and_ruling_is_explained(language: str) -> None:
    wanted = [f"A-{sort}{number}" for sort, last in (("R", 36), ("G", 25), ("M", 12)) for number in range(1, last + 1)]
    assert list(Words(GAME, language).rules()) == wanted


def test_cards_are_named_as_the_rule_book_does() -> None:
    words = Words(GAME, "it")
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
    words = Words(GAME, language)
    texts = {words.action(number) for number in range(GAME.actions)}
    assert len(texts) == GAME.actions
    assert all(words.read_action(words.action(number)) == number for number in range(GAME.actions))
    with pytest.raises(ActionError):
        words.read_action("abracadabra")


@both_languages
def test_every_card_has_a_name_of_its_own(language: str) -> None:
    words = Words(GAME, language)
    assert len({words.name(name) for name in GAME.card_names}) == len(GAME.card_names)
    assert all(name in words.own["names"] for name in GAME.card_names)


# ---------------------------------------------------------------- whole games


@both_languages
@pytest.mark.parametrize("seats", [("Ada", "bot:random"), ("bot:random", "Ada", "bot:random", "bot:random")])
def test_one_person_and_bots_play_to_the_end(language: str, seats: tuple[str, ...], save: Path) -> None:
    desk = Desk(language=language, goes_on=True)
    assert desk.play(save, *seats) == 0
    table = finished(save)
    assert table.over
    assert not save.exists()
    words = Words(GAME, language)
    assert words.text("endings", table.outcome().ending or "") in desk.text.replace("│ ", "").replace(" │", "")
    assert words.text("picture", "result") in desk.text
    assert table.secret.hex() in desk.text


def test_bots_alone_play_to_the_end_and_nobody_is_asked(save: Path) -> None:
    desk = Desk()
    assert desk.play(save, *["bot:random"] * 6) == 0
    assert desk.shown == 0


@both_languages
def test_two_people_never_see_each_others_hands(language: str, save: Path) -> None:
    desk = Desk(language=language, goes_on=True, terminal=True)
    names = ("Ada", "Bruno")
    words = Words(GAME, language)
    looked = dict.fromkeys(names, 0)
    hand_of = words.text("picture", "hand")

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
                assert all(line.plain in held for each in hand for line in card(words, each, size=TALL)[1:])
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
                    assert not any(chip(Words(GAME, "it"), name).plain in shown for name in secret)


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
            keys = picture_of(company(table)).keys(view, table.legal(seat))
            reached = {
                left[0]
                for key in keys
                if len(left := narrowed(GAME, table.legal(seat), picks_in(key, keys) or {})) == 1
            }
            assert reached == set(table.legal(seat))
    assert seen >= set(PHASES) - {"automatic", "choose-pile"}


def test_gatherings_have_keys_and_the_keys_stage_them() -> None:
    staged = 0
    for seed in range(1, 6):
        for table, seat in positions(4, seed):
            if table.over or table.view_json(seat)["phase"] != "play":
                continue
            view, legal = table.view_json(seat), table.legal(seat)
            found, _ = offers(GAME, view, legal)
            keys = picture_of(company(table)).keys(view, legal)
            letters = [offer.letter for offer in found]
            best = letters[: len(set(letters))]
            assert best == sorted(set(letters), reverse=True)
            assert len({offer.keys for offer in found if offer.keys}) == sum(bool(offer.keys) for offer in found)
            assert all(offer.keys for offer in found[:4])
            for offer in found:
                if offer.keys:
                    assert narrowed(GAME, legal, picks_in(offer.keys, keys) or {}) == [offer.action]
                    staged += 1
    assert staged > 20


@both_languages
def test_cards_are_told_apart_without_colours(language: str) -> None:
    words = Words(GAME, language)
    cards = GAME.card_names[:CARDS]
    for size in (SMALL, TALL, BIG):
        assert len({"\n".join(line.plain for line in card(words, name, size=size)) for name in cards}) == CARDS
    assert len({chip(words, name).plain for name in GAME.card_names[:PLAYING]}) == PLAYING
    assert len({title(words, name).plain for name in cards}) == CARDS
    objects = GAME.card_names[PLAYING:]
    assert len({object_chip(name).plain for name in objects}) == len(objects)


@both_languages
def test_all_cards_of_a_size_are_equally_large(language: str) -> None:
    words = Words(GAME, language)
    for size in (SMALL, TALL, BIG):
        blocks = [card(words, name, "a", size=size) for name in GAME.card_names[:CARDS]]
        blocks += [back(words, name, "1", size=size) for name in GAME.card_names[CARDS:PLAYING]]
        blocks += [nothing(words.text("picture", "taken"), size=size)]
        assert len({tuple(line.cell_len for line in block) for block in blocks}) == 1
        assert len({line.cell_len for line in blocks[0]}) == 1


def test_an_air_enchanter_is_shown_as_wild() -> None:
    look = look_of(Words(GAME, "it"), "air mage")
    assert (look.letter, look.corner, look.band) == ("*", "★", "jolly")


# ---------------------------------------------------------------- what is typed


def a_session(save: Path, *seats: str, language: str = "it", seed: int = 1) -> Session:
    desk = Desk(language=language)
    table, seating, _ = begun(GAME, Agreed(seats, {"starter": "A"}, None, (), seed), save, desk.texts)
    return Session(table, seating, desk.texts, save, desk.console, desk.read, 0)


def moves(save: Path) -> list[str]:
    return [GAME.action_of(move.action).text() for move in record.replay(record.read(save), GAME).moves]


def test_cards_of_the_row_are_taken_by_their_numbers(save: Path) -> None:
    assert Desk("", "2", "4").play(save, "Ada", "bot:random", starter="A") == 0
    assert moves(save)[:2] == ["take down 2", "take up"]


@pytest.mark.parametrize(
    ("language", "typed"),
    [("it", ("prendi coperta 3", "prendi sco", "passa")), ("en", ("take face-down 3", "take face-up", "pass"))],
)
def test_moves_can_be_typed(language: str, typed: tuple[str, ...], save: Path) -> None:
    assert Desk("", *typed, language=language).play(save, "Ada", "bot:random", starter="A") == 0
    assert moves(save)[:3] == ["take down 3", "take up", "pass"]


def test_a_place_that_is_empty_is_refused_with_its_rule(save: Path) -> None:
    desk = Desk("", "1", "1", "why", "?", "a")
    desk.play(save, "Ada", "bot:random", starter="A")
    words = Words(GAME, "it")
    assert words.text("refusals", "place-empty") in desk.text
    assert words.text("refusals", "take-first") in desk.text
    assert words.rule("A-R7")[:60] in desk.text
    assert moves(save) == ["take down 1"]


def test_a_trick_on_somebody_is_pointed_at_in_any_order() -> None:
    """The key of the card and the key of the opponent."""
    on_carla = GAME.parse_action("play chaos on c")
    for table, seat in places_with(on_carla):
        view, legal = table.view_json(seat), table.legal(seat)
        keys = picture_of(company(table)).keys(view, legal)
        own = "abcdefgh"[view["hand"].index("chaos")]
        for typed in (f"{own}w", f"w{own}", f"w {own}"):
            assert narrowed(GAME, legal, picks_in(typed, keys) or {}) == [on_carla]
        assert " w " in drawn(table, seat, 80, 24, trick="chaos")


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
            view, legal = emptied.view_json(seat), emptied.legal(seat)
            assert view["phase"] == "choose-pile"
            keys = picture_of(company(emptied)).keys(view, legal)
            for near in ("ABCDEFG"[pile - 1], "ABCDEFG"[pile + 1]):
                wanted = GAME.parse_action(f"draw from {near}")
                assert narrowed(GAME, legal, picks_in(near.lower(), keys) or {}) == [wanted]
                assert Words(GAME, "it").action(wanted) in drawn(emptied, seat, 80, 24)
            return
    pytest.fail("no gathering between B and F")


def test_the_help_of_a_moment_tells_its_rules(save: Path) -> None:
    session = a_session(save, "Ada", "bot:random")
    view, legal = session.table.view_json(0), session.table.legal(0)
    rules = session.picture.rules_now(view, legal)
    assert rules[0] == "A-R7"
    assert session.picture.rules_now({"phase": "play"}, [PASS, GAME.parse_action("play idem")])[-1] == "A-R24"
    for phase in PHASES:
        for rule in session.picture.rules_now({"phase": phase}, []):
            assert session.words.rule(rule)


def test_everything_that_can_be_picked_has_a_word() -> None:
    for table, seat in positions(3, 2, gathering=False):
        if table.over:
            continue
        view = table.view_json(seat)
        picture = picture_of(company(table))
        for pick in picture.keys(view, table.legal(seat)).values():
            assert picture.thing(pick, view).plain
            assert picture.thing(pick, view, short=True).plain


@both_languages
def test_every_event_is_told_without_secrets(language: str) -> None:
    for seed in range(1, 8):
        *_, (table, _) = positions(4, seed, gathering=bool(seed % 2))
        picture = picture_of(company(table, language))
        for viewer in (*range(4), SPECTATOR):
            told = [line.plain for line in picture.story(table.events(viewer), viewer)]
            assert told
            assert not any("{" in line or not line.strip() for line in told)
        assert picture.results(table.events(0), table.view_json(0))
        assert picture.recent(table.events(0))
