"""What people say at a table: half names, other forms of verbs, words that bind; and a table that stays in sight."""

import io
from collections.abc import Mapping
from pathlib import Path

import pytest
from rich.console import Console

from grimorio.cli.prompt import Prompt
from grimorio.cli.session import Session
from grimorio.cli.texts import Texts
from grimorio.engine.giving import Giver
from grimorio.engine.table import Table
from grimorio.games import GAMES
from grimorio.room.chairs import person
from grimorio.room.reasons import Hint
from grimorio.room.room import Room

STAGE: Mapping[str, object] = {
    "magician": {"A": "grimaldo", "B": "savano"},
    "turn": "A",
    "challenge": ["e3", "i6", "m7", "c7"],
    "hand": {"A": ["scarf", "rope", "cards", "crate"]},
    "backstage": {"A": ["cage", "tiger"]},
}
CLEAR = "\x1b[2J\x1b[H"


class Talk:
    """Somebody at seat A who says things; what he is answered, and what stays on the screen."""

    def __init__(
        self, path: Path, game: str = "illusio", people: int = 2, given: Mapping[str, object] | None = None
    ) -> None:
        texts = Texts("it", "play")
        names = ("Ada", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Greta")[:people]
        table = Table(GAMES[game], people, secret=bytes(32))
        if given:
            Giver(table.game, table, "test").give(given)
        room = Room.around(table, [person(name) for name in names])
        self.out = io.StringIO()
        console = Console(file=self.out, width=80, height=24, force_terminal=True, color_system=None)
        self.session = Session(room, texts, path, console, lambda _prompt: "", 0)
        self.prompt = Prompt(self.session, room.next_seat())

    def says(self, text: str) -> str:
        """What is on the screen after a line, in one line."""
        assert self.prompt.understand(text) == ()
        return " ".join(self.screen.split())

    @property
    def screen(self) -> str:
        """What was drawn since the screen was cleared last."""
        return self.out.getvalue().rpartition(CLEAR)[2]


# ---------------------------------------------------------------- half names


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("sbarre", "Intendi «prepara “§2 Le sbarre flessibili”»?"),
        ("la Evasione", "Intendi «prepara “§2 Le sbarre flessibili”»?"),
        ("flessi", "Intendi «prepara “§2 Le sbarre flessibili”»?"),
        ("sciar", "Hai scelto: ≈ Sciarpa"),
        ("prendo le sbarre", "Intendi «prepara “§2 Le sbarre flessibili”»?"),
        ("metto la sciar", "Intendi «metti ≈ Sciarpa»?"),
    ],
)
def test_half_a_name_that_fits_one_thing_points_at_it(said: str, answer: str, tmp_path: Path) -> None:
    assert answer in Talk(tmp_path / "save.json", given=STAGE).says(said)


def test_where_half_a_name_fits_several_things_they_are_named_with_their_keys(tmp_path: Path) -> None:
    stage = {"magician": {"A": "ivan zamok", "B": "savano"}, "backstage": {"A": ["tiger", "blades", "cage", "mirrors"]}}
    answer = Talk(tmp_path / "save.json", given={**STAGE, **stage}).says("tigr")
    assert "«tigr» può essere più di una cosa:" in answer
    for named in ("∞3 La dama e la tigre", "Ψ4 La tigre obbedisce"):
        assert named in answer.partition("«tigr»")[2]


@pytest.mark.parametrize("said", ["a1", "a 1", "1"])
def test_keys_that_lie_together_are_no_half_names(said: str, tmp_path: Path) -> None:
    talk = Talk(tmp_path / "save.json", given=STAGE)
    (ref, *_) = talk.prompt.reader.at_hand
    typed = talk.session.typed
    known = typed.known([ref], {ref: "treasure 1"})
    assert typed.may_be_meant(said, known) == []
    assert typed.may_be_meant(f"treas {said}", known) != []


def test_half_a_name_of_what_cannot_be_used_is_explained(tmp_path: Path) -> None:
    talk = Talk(tmp_path / "save.json", given={**STAGE, "backstage": {"A": []}})
    assert talk.session.words.text("refusals", "half-needed") in talk.says("sbarre")


def test_a_thing_of_the_game_that_is_not_there_is_told_apart_from_nonsense(tmp_path: Path) -> None:
    talk = Talk(tmp_path / "save.json", given=STAGE)
    assert "«gioco la colomba»: qui non c'è niente di simile" in talk.says("gioco la colomba")
    assert "Non capisco «gioco la banana»" in talk.says("gioco la banana")
    assert "Di «metto la banana» capisco solo l'inizio. Puoi scrivere, per esempio: metti" in talk.says(
        "metto la banana"
    )


# ---------------------------------------------------------------- as people talk


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("passa la mano", "fine turno"),
        ("allora passo il turno", "fine turno"),
        ("metto la corda", "metti ≈ Corda"),
        ("voglio mettere le carte, per favore", "metti ≈ Carte"),
        ("io metto la cassa nel backstage", ""),
        ("preparo le sbarre flessibili", "prepara “§2 Le sbarre flessibili”"),
    ],
)
def test_moves_are_understood_as_people_say_them_and_asked_about(said: str, meant: str, tmp_path: Path) -> None:
    answer = Talk(tmp_path / "save.json", given=STAGE).says(said)
    assert f"Intendi «{meant}»?" in answer or not meant
    assert "Non capisco" not in answer


@pytest.mark.parametrize("said", ["passa la mano", "passo il turno", "io passo"])
@pytest.mark.parametrize("game", GAMES)
def test_passing_is_understood_in_every_game(game: str, said: str, tmp_path: Path) -> None:
    talk = Talk(tmp_path / "save.json", game, GAMES[game].seats[0])
    assert "Non capisco" not in talk.says(said)
    assert talk.prompt.asking or talk.prompt.refusal


# ---------------------------------------------------------------- the table stays in sight


@pytest.mark.parametrize("game", GAMES)
def test_however_often_somebody_slips_the_whole_table_stays_on_the_screen(game: str, tmp_path: Path) -> None:
    talk = Talk(tmp_path / "save.json", game, GAMES[game].seats[1])
    for slip in ("boh", "qualcosa che nessuno capirebbe e che non finisce mai davvero", "perché", "? r1", "mah"):
        talk.says(slip)
        assert talk.screen.splitlines()[0].strip().startswith(GAMES[game].title)
        assert len(talk.screen.splitlines()) < talk.session.console.height, talk.screen
    assert "«boh»" not in talk.screen


def test_a_slip_does_not_hide_what_goes_on_from_a_half_made_choice(tmp_path: Path) -> None:
    talk = Talk(tmp_path / "save.json", given=STAGE)
    talk.says("sciarpa")
    assert "Adesso scegli:" in talk.says("boh")


def test_who_asks_for_advice_sees_at_once_that_it_is_being_thought_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = Talk(tmp_path / "save.json", given=STAGE)
    seen: list[str] = []
    thinks = talk.session.room.hinting(0)

    def watched() -> Hint:
        seen.append(talk.out.getvalue())
        return thinks()

    monkeypatch.setattr(talk.session.room, "hinting", lambda _seat: watched)
    talk.says("consiglio")
    assert talk.session.texts("hinting") in seen[0]
    assert talk.session.texts("hinting") not in talk.screen
