"""A monkey at the keyboard: random keys, half words, Enter and commands, at thousands of prompts of every game.

Whatever it types, nothing raises; and nothing changes the table that was neither lit, nor said from end to end, nor
answered with a yes. What justifies a move is worked out here once more, without the code that reads it.
"""

import io
import os
import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from grimorio.cli.draw import Scene
from grimorio.cli.pointing import Keys, keys_of, picks_in
from grimorio.cli.prompt import Prompt, QuitError
from grimorio.cli.reading import Reading
from grimorio.cli.session import Session
from grimorio.cli.terminal import Agreed, begun
from grimorio.cli.texts import Texts
from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.giving import Giver
from grimorio.engine.kernel import handed
from grimorio.engine.pointing import Pointing
from grimorio.engine.reference import Ref
from grimorio.engine.words import LANGUAGES, PHRASES, Words, load
from grimorio.games import GAMES

LINES = int(os.environ.get("GRIMORIO_MONKEY_LINES", "500"))
"""Lines that the monkey types in one game and language."""
PATIENCE = 12
"""Lines after which somebody makes a move for it."""
NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Greta")
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789?!=>+-.,'èìàùò «»€\x1b\t\u200b"
YES = ("sì", "si", "yes", "ok", "okay", "va bene", "certo", "sure")
SMALL = {word for each in LANGUAGES for word in load(PHRASES / f"{each}.toml")["typing"]["small"].split()}

pytestmark = pytest.mark.compiled_only


class Monkey:
    """Somebody who means nothing by what he types."""

    def __init__(self, session: Session, seed: int) -> None:
        self.session, self.chance = session, stream(key_of_seed(seed, "monkey"))
        texts = [str(word) for word in session.texts.commands]
        self.commands = [*texts, *(f"{word} " for word in texts)]
        self.words = [Words(session.room.game, language) for language in LANGUAGES]

    def number(self, most: int) -> int:
        """A number below another."""
        return int(below(handed(self.chance), most))

    def among(self, things: Sequence[Any]) -> Any:
        """One of these."""
        return things[self.number(len(things))]

    def some(self, most: int) -> str:
        """Random signs."""
        return "".join(self.among(LETTERS) for _ in range(1 + self.number(most)))

    def move(self, seat: int) -> str:
        """A move in words, legal or not."""
        numbers = self.session.table.legal(seat) if self.number(2) else range(self.session.room.game.actions)
        players = self.session.names if self.number(2) else ()
        return str(self.among(self.words).action(self.among(list(numbers)), players))

    def pressed(self, keys: Keys) -> str:
        """A few of the keys on the screen."""
        return "".join(self.among(list(keys) or ["1"]) for _ in range(1 + self.number(3)))

    def line(self, seat: int, keys: Keys) -> str:
        """Whatever it types next."""
        whole = self.move(seat)
        command = self.among(self.commands)
        kinds = [
            *[self.some(3)] * 2,
            *[self.pressed(keys)] * 3,
            "",
            *[whole[: 1 + self.number(len(whole))]] * 2,
            command,
            command + (self.some(4) if self.number(2) else self.pressed(keys)),
            self.among((*YES, "SI", "no", "s", "y")),
            self.some(300),
        ]
        return str(self.among(kinds))


# ---------------------------------------------------------------- what justifies a move


def bag(text: str) -> list[str]:
    """The words of a text, whatever their order, without accents and small words."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(c))
    return sorted(word for word in re.findall(r"-?\d+|[^\W\d_]+", bare) if word not in SMALL)


def is_said(session: Session, text: str, action: int) -> bool:
    """Whether a text has every word of an action, in a language, and no other."""
    languages = [Words(session.room.game, language) for language in LANGUAGES]
    told = [words.action(action, players) for words in languages for players in ((), session.names)]
    return bag(text) in [bag(each) for each in (*told, session.room.game.action_of(action).text())]


def lit_paths(pointing: Pointing, keys: Keys, text: str) -> Iterator[int]:
    """The actions to which a text of keys leads when every one of them is lit as it is pressed."""
    if not text and pointing.only is not None:
        yield pointing.only.number
    for key, ref in keys.items():
        if text.startswith(key) and pointing.can(ref):
            yield from lit_paths(pointing.pick(ref), keys, text[len(key) :].lstrip())


def has_all(pointing: Pointing, number: int, picked: Sequence[Ref]) -> bool:
    """Whether an action refers to everything that was picked before."""
    return any(way.number == number and set(way.refs).issuperset(picked) for way in pointing.ways)


def is_composed(session: Session, seat: int, text: str) -> bool:
    """Whether a text is a whole offer, or whole sets, of the game that takes such lines."""
    if session.room.game.name != "zaubercocktail":
        return False
    presenting = session.table.view_json(seat)["phase"] == "presenting"
    return not text or "=" in text or bool(presenting and re.search(r"\d", text)) or " per " in text or " for " in text


def bare(text: str) -> str:
    """A line without signs that nobody sees, and without marks behind it that mean nothing."""
    seen = "".join(letter for letter in text if letter.isprintable()).strip().lower()
    return seen.rstrip(".,;:!?").rstrip() or seen[:1]


def is_label(session: Session, scene: Scene, text: str, action: int) -> bool:
    """Whether a text is what stands beside a lit key, which leaves only this action."""
    lit = [ref for ref in scene.pointing.lit if ref.sort == "word"]
    meant = [ref for ref in lit if bag(session.picture.thing(ref, scene.view).plain) == bag(text)]
    return any((only := scene.pointing.pick(ref).only) and only.number == action for ref in meant)


def justified(session: Session, prompt: Prompt, text: str, actions: tuple[int, ...]) -> bool:
    """Whether a line may do what it does; `prompt` is as it was before the line."""
    plain = bare(text)
    scene = session.scene(prompt.seat, prompt.picked)
    if prompt.asking and plain in YES:
        return actions == prompt.asking
    if (not plain or plain in YES) and prompt.picked:
        enough = scene.pointing.whole or scene.pointing.only
        return enough is not None and actions == (enough.number,)
    if len(actions) == 1 and (is_said(session, plain, actions[0]) or is_label(session, scene, plain, actions[0])):
        return True
    keys = session.picture.keys(scene)
    anew = Pointing(scene.pointing.ways)
    said_again = (only for only in lit_paths(anew, keys, plain) if has_all(anew, only, prompt.picked))
    lit = (*lit_paths(scene.pointing, keys, plain), *said_again)
    return actions[0] in lit or is_composed(session, prompt.seat, plain)


# ---------------------------------------------------------------- the tests


def a_session(name: str, language: str, path: Path, people: int) -> Session:
    texts, game = Texts(language, "play"), GAMES[name]
    room, _ = begun(game, Agreed(NAMES[:people], {}, None, (), 7), path, texts)
    console = Console(file=io.StringIO(), width=80, height=24, force_terminal=False, color_system=None)
    return Session(room, texts, path, console, lambda _prompt: "", 0)


class Seen:
    """What a prompt was before a line."""

    def __init__(self, prompt: Prompt) -> None:
        self.seat, self.picked, self.asking = prompt.seat, prompt.picked, prompt.asking


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_monkey_changes_nothing_that_it_did_not_mean(name: str, language: str, tmp_path: Path) -> None:
    game = GAMES[name]
    session = a_session(name, language, tmp_path / "save.json", game.seats[0] + 1)
    monkey = Monkey(session, len(name) + len(language))
    typed = 0
    drawn = session.show
    session.show = lambda *told: drawn(*told) if typed % 5 == 0 else None  # type: ignore[method-assign]
    while typed < LINES:
        if session.table.over:
            session = a_session(name, language, tmp_path / f"{typed}.json", game.seats[0])
            monkey.session = session
        seat = session.room.next_seat()
        prompt = Prompt(session, seat)
        for _ in range(PATIENCE):
            typed += 1
            before, seen = session.room.entries, Seen(prompt)
            text = monkey.line(seat, prompt.reader.keys)
            actions: tuple[int, ...] = ()
            with suppress(QuitError):
                actions = prompt.understand(text)
            taken_back = session.room.entries != before
            assert not taken_back or session.texts.commands.get(bare(text)) == "undo", (text, seen.picked)
            if taken_back:
                break
            if actions:
                assert justified(session, seen, text, actions), (text, seen.picked, seen.asking, actions)  # type: ignore[arg-type]
                session.room.submit(seat, actions)
                break
        else:
            session.room.submit(seat, [monkey.among(session.table.legal(seat))])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in GAMES if name != "zaubercocktail"])
def test_what_the_terminal_says_of_a_move_can_be_typed(name: str, language: str, tmp_path: Path) -> None:
    """Where offers are composed in one line their small steps are no moves of their own."""
    session = a_session(name, language, tmp_path / "save.json", GAMES[name].seats[0])
    monkey = Monkey(session, 3)
    for _ in range(60):
        if session.table.over:
            return
        seat = session.room.next_seat()
        reader = Prompt(session, seat).reader
        for number in {monkey.among(session.table.legal(seat)) for _ in range(4)}:
            told = session.action_told(number, seat).plain
            for each in (told, session.action_told(number, seat, lying=True).plain):
                (meant,) = reader.read(each).actions
                assert session.action_told(meant, seat).plain == told
            advised = session.advice_told([number], seat).plain
            (meant,) = reader.read(advised).actions
            assert session.advice_told([meant], seat).plain == advised
        session.room.submit(seat, [monkey.among(session.table.legal(seat))])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_offer_can_be_typed_as_it_is_advised(language: str, tmp_path: Path) -> None:
    session = a_session("zaubercocktail", language, tmp_path / "save.json", 4)
    offers = 0
    for _ in range(40):
        seat = session.room.next_seat()
        moves = tuple(session.room.hinting(seat)().moves)
        told = session.advice_told(moves, seat).plain
        assert Prompt(session, seat).reader.read(told).actions == moves, told
        offers += len(moves) > 1
        session.room.submit(seat, moves)
    assert offers


def pressing(prompt: Prompt, number: int) -> list[str]:
    """The keys of an action as advice names them, pressed on a table where nothing was picked."""
    table = prompt.session.table
    way = table.game.pointer.way(number, prompt.seat, table.view_json(prompt.seat))
    return keys_of(way, prompt.keys_after)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_keys_decide_at_the_second_time_at_the_latest_whatever_was_half_chosen(
    name: str, language: str, tmp_path: Path
) -> None:
    """A line that stands on the screen is never answered for ever, which once kept a game of F.A.T.A. from its end."""
    session = a_session(name, language, tmp_path / "save.json", GAMES[name].seats[0])
    monkey = Monkey(session, 5)
    for _ in range(40):
        if session.table.over:
            return
        seat = session.room.next_seat()
        legal = session.table.legal(seat)
        for number in {monkey.among(legal) for _ in range(3)}:
            prompt = Prompt(session, seat)
            fresh = prompt.reader.keys
            keys, half = pressing(prompt, number), pressing(prompt, monkey.among(legal))
            prompt.picked = tuple(prompt.reader.keys[key] for key in half[:1] if key in prompt.reader.keys)
            meant = session.action_told(number, seat).plain
            actions: tuple[int, ...] = ()
            for key in [*keys, *keys]:
                if prompt.picked and key == keys[0] and picks_in(key, prompt.reader.keys) != picks_in(key, fresh):
                    prompt.understand("annulla")  # as advice says, where keys mean something else in this choice
                actions = actions or prompt.understand(key)
                offered = prompt.enough if prompt.picked else None
                waits = prompt.asking or (offered and offered.number == number)
                actions = actions or (prompt.understand("sì") if waits else ())
            assert [session.action_told(each, seat).plain for each in actions] == ([meant] if keys else [])
        session.room.submit(seat, [monkey.among(legal)])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in GAMES if name != "zaubercocktail"])
def test_a_letter_that_is_no_key_spoils_the_keys_beside_it(name: str, language: str, tmp_path: Path) -> None:
    """`a1` is not `a 1` with a small word before it; in Zaubercocktail letters stand for cards that are only wanted."""
    session = a_session(name, language, tmp_path / "save.json", GAMES[name].seats[0])
    monkey = Monkey(session, 6)
    for _ in range(40):
        if session.table.over:
            return
        seat = session.room.next_seat()
        reader = Prompt(session, seat).reader
        dark = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in reader.keys]
        for letter, key in [(letter, monkey.among(list(reader.keys))) for letter in dark]:
            for text in (letter + key, key + letter):
                a_word = session.typed.is_verb(text)  # `am`, with which `I am done` begins
                found = Reading() if a_word or picks_in(text, reader.keys) else reader.read(text)
                assert not found.actions, text
                assert not found.picks, text
        session.room.submit(seat, [monkey.among(session.table.legal(seat))])


def test_whose_a_thing_is_is_said_once_and_can_be_typed_so(tmp_path: Path) -> None:
    session = a_session("illusio", "it", tmp_path / "save.json", 2)
    game, table = session.room.game, session.table
    thief = {"A": "silas lightfinger", "B": "ivan zamok"}
    given = {"magician": thief, "turn": "A", "hand": {"A": ["rabbit", "scarf"]}, "backstage": {"B": ["tiger"]}}
    Giver(game, table, "test").give(given)
    number = game.parse_action("steal tiger of b leaving rabbit")
    told = session.action_told(number, 0).plain
    assert told.count("Bruno") == 1
    assert Prompt(session, 0).reader.read(told).actions == (number,)


def test_a_reader_that_guesses_is_caught(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The monkey can fail: a prompt that takes beginnings for whole moves does what nobody meant."""
    monkeypatch.setattr("grimorio.cli.reading.Reader._begun", lambda _self, numbers: Reading((numbers[0],)))
    with pytest.raises(AssertionError):
        test_a_monkey_changes_nothing_that_it_did_not_mean("illusio", "it", tmp_path)
