"""What people say at a table: half names, other forms of verbs, words that bind; and a table that stays in sight."""

import io
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from rich.console import Console

from grimorio.cli.prompt import Prompt
from grimorio.cli.session import Session
from grimorio.cli.texts import Texts
from grimorio.engine.giving import Giver
from grimorio.engine.story import Line
from grimorio.engine.table import Table
from grimorio.engine.words import LANGUAGES, Words
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


PASSING = [
    "passa la mano",
    "passo il turno",
    "io passo",
    "finisco",
    "ho finito",
    "fine",
    "salto il turno",
    "i skip",
    "end turn",
]


@pytest.mark.parametrize("said", PASSING)
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


def test_a_bot_that_thinks_long_is_seen_to_think_and_one_that_is_quick_as_long_as_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = Talk(tmp_path / "save.json", given=STAGE)
    session, waited, seen = talk.session, list[float](), list[str]()
    session.pace = 5.0
    moves = session.room.hinting(0)().moves

    def think(_seat: int) -> list[int]:
        seen.append(talk.screen)
        clock[0] += takes.pop()
        return list(moves)

    clock, takes = [100.0], [20.0, 0.5]
    monkeypatch.setattr("grimorio.cli.session.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("grimorio.cli.session.time.sleep", waited.append)
    monkeypatch.setattr(session.room, "think", think)
    monkeypatch.setattr(session.room, "submit", lambda *_, **__: None)
    while takes:
        session.let_bot_move(0)
    assert all(session.texts("thinking", seat="Ada") in each for each in seen)
    assert waited == [4.5, 0]


# ---------------------------------------------------------------- verbs and the things that they are said of

EXCHANGES: Mapping[str, object] = {
    "apprentice": {"A": "green", "B": "blue"},
    "turn": "A",
    "first": "A",
    "floor": ["violet 5", "orange 2", "green 5"],
    "air": ["pink 3", "orange 4", "blue 5"],
    "hand": {"A": ["orange 5", "pink 1", "pink 5", "illusion 1", "prism"]},
}


def at_flautz(tmp_path: Path) -> Talk:
    return Talk(tmp_path / "save.json", "flautz", given=EXCHANGES)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("prendo arancione", "Hai scelto: pavimento 2, ■arancione 2"),
        ("prendi 5 viola", "Hai scelto: pavimento 1, ★viola 5"),
        ("prendo il verde e do il rosa 5", "Intendi «prendi pavimento 3 (♣verde 5) e dai ♥rosa 5»?"),
        ("do il prisma e prendo il viola", "Intendi «prendi pavimento 1 (★viola 5) e dai △prisma»?"),
        ("do rosa", "può essere più di una cosa: b ♥rosa 1; c ♥rosa 5"),
        ("prendo la 5", "Hai scelto: pavimento 2, ■arancione 2"),
        ("prendo 4 e do a", "Intendi «prendi pavimento 1 (★viola 5) e dai ■arancione 5»?"),
        ("prendo blu", "Il cristallo dice dove si prende in questo round, e non è lì"),
        ("prendo il prisma", "Di «prendo il prisma» capisco solo l'inizio."),
        ("scambio b con 4", "Intendi «prendi pavimento 1 (★viola 5) e dai ♥rosa 1»?"),
        ("gioco la 5", "Hai scelto: pavimento 2, ■arancione 2"),
        ("scelgo 1", "Il cristallo dice dove si prende in questo round, e non è lì"),
        (
            "vorrei giocare",
            "«vorrei giocare» può essere l'inizio di più mosse: continua a scrivere. Per esempio: prendi",
        ),
        ("do il rosa 1 a Bruno", "«do il rosa 1 a Bruno»: qui non c'è niente di simile"),
        ("rosa 2", "può essere più di una cosa: b ♥rosa 1; c ♥rosa 5"),
    ],
)
def test_a_verb_is_said_of_its_own_things(said: str, answer: str, tmp_path: Path) -> None:
    assert answer in at_flautz(tmp_path).says(said)


def test_what_is_said_next_goes_on_from_what_was_chosen(tmp_path: Path) -> None:
    talk = at_flautz(tmp_path)
    talk.says("prendo arancione")
    assert "Intendi «prendi pavimento 2 (■arancione 2) e dai ♥rosa 5»?" in talk.says("do rosa 5")


def test_a_verb_that_can_be_said_of_nothing_now_is_explained_and_not_taken_for_another(tmp_path: Path) -> None:
    talk = Talk(tmp_path / "save.json", "fata", 3)
    assert talk.session.words.text("refusals", "nothing-there") in talk.says("rubo a Ada")
    assert talk.session.words.text("refusals", "no-treasure-won") in talk.says("prendo il giallo")
    assert talk.session.words.text("refusals", "first-hand") in talk.says("perché non posso rivelarmi?")
    talk = Talk(tmp_path / "other.json", given=STAGE)
    assert talk.session.words.text("refusals", "not-in-challenge") in talk.says("preparo fumo")
    assert talk.session.words.text("refusals", "half-needed") in talk.says("preparo la tigre")


def test_a_verb_alone_that_can_be_said_of_nothing_now_is_explained_by_what_lies_there(tmp_path: Path) -> None:
    talk = Talk(tmp_path / "save.json", given={**STAGE, "backstage": {"A": []}})
    assert talk.session.words.text("refusals", "half-needed") in talk.says("preparo")


def test_advice_names_the_keys_of_one_screen_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk(tmp_path / "save.json", given={**STAGE, "backstage": {"A": []}})
    rope = Hint("apprentice", (talk.session.room.game.parse_action("place rope"),), (), ())
    monkeypatch.setattr(talk.session.room, "hinting", lambda _seat: lambda: rope)
    assert "(premi b , poi 1 )" in talk.says("consiglio")
    talk.says("b")
    assert talk.prompt.understand("1") == rope.moves


def test_advice_names_enter_where_more_could_be_picked_than_is_advised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Savano turns an animal that he has just played into another one, or leaves it as it is."""
    stage = {**STAGE, "backstage": {"A": []}, "hand": {"A": ["tiger", "rope"]}, "magician": {"A": "savano"}}
    talk = Talk(tmp_path / "save.json", given=stage)
    tiger = Hint("apprentice", (talk.session.room.game.parse_action("place tiger"),), (), ())
    monkeypatch.setattr(talk.session.room, "hinting", lambda _seat: lambda: tiger)
    assert "(premi b , poi 1 , poi Invio )" in talk.says("consiglio")
    talk.says("b")
    assert "(premi 1 , poi Invio )" in talk.says("consiglio")
    talk.says("1")
    assert "(premi Invio )" in talk.says("consiglio")
    assert talk.prompt.understand("") == tiger.moves


def test_advice_in_the_middle_of_a_choice_goes_on_from_it_or_drops_it_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = Talk(tmp_path / "save.json", given={**STAGE, "backstage": {"A": []}})
    rope = Hint("apprentice", (talk.session.room.game.parse_action("place rope"),), (), ())
    monkeypatch.setattr(talk.session.room, "hinting", lambda _seat: lambda: rope)
    talk.says("a")
    assert "(premi annulla , poi b , poi 1 )" in talk.says("consiglio")
    talk.says("annulla")
    talk.says("b")
    assert "(premi 1 )" in talk.says("consiglio")
    assert talk.prompt.understand("1") == rope.moves


def test_the_longest_rule_leaves_a_full_table_on_a_small_screen(tmp_path: Path) -> None:
    names = ("otto von kasten", "savano", "shaozu", "grimaldo", "ivan zamok", "lady ashcombe")
    stage = {**STAGE, "magician": dict(zip("ABCDEF", names, strict=True)), "backstage": {"A": []}}
    talk = Talk(tmp_path / "save.json", people=6, given=stage)
    assert "I-R7: Poi si fanno" in talk.says("perché 1")
    assert talk.screen.splitlines()[0].strip().startswith("Illusio")
    assert len(talk.screen.splitlines()) < talk.session.console.height


@pytest.mark.parametrize(
    ("said", "others"),
    [("gioco grande su Bruno", ["grand"]), ("grande a bruno", ["grand", "take"]), ("b su Bruno", ["grand"])],
)
def test_what_is_somebodys_may_be_called_by_his_name(said: str, others: list[str], tmp_path: Path) -> None:
    given = {**STAGE, "hand": {"A": ["scarf", *others]}, "shown": {"B": ["m1"]}, "shown_parts": {"B": ["scarf"]}}
    talk = Talk(tmp_path / "save.json", given=given)
    assert "Intendi «★ Grande su “Ψ1 Lettura bendata (Bruno)”»?" in talk.says(said)


def test_what_was_chosen_may_be_said_again_and_a_yes_is_as_good_as_enter_where_it_is_enough(tmp_path: Path) -> None:
    hand = {"A": ["scarf", "grand", "success"]}
    talk = Talk(
        tmp_path / "save.json", given={**STAGE, "hand": hand, "shown": {"B": ["m1"]}, "shown_parts": {"B": ["scarf"]}}
    )
    assert "Hai scelto: Ψ1 Lettura bendata (Bruno)" in talk.says("lettura")
    assert "Intendi «★ Grande su “Ψ1 Lettura bendata (Bruno)”»?" in talk.says("grande a Bruno")
    stage = {"magician": {"A": "madame specchia", "B": "savano"}, "hand": {"A": ["smoke", "scarf"]}}
    talk = Talk(tmp_path / "other.json", given={**STAGE, **stage})
    assert "Invio: metti ◊ Fumo, e basta." in talk.says("metto il fumo nel backstage")
    assert talk.prompt.understand("sì") == (talk.session.room.game.parse_action("place smoke"),)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("metto la sciarpa su Cento sete", "Intendi «aggiungi ≈ Sciarpa a ♠4 Cento sete»?"),
        ("metto a su 5", "Intendi «aggiungi ≈ Sciarpa a ♠4 Cento sete»?"),
        ("metto a sull'obiettivo 1", "Intendi «aggiungi ≈ Sciarpa a ♠4 Cento sete»?"),
        ("metto la tigre su Cento sete", "Intendi «sposta ♣ Tigre a ♠4 Cento sete»?"),
        ("metto la sciarpa nel backstage", "Intendi «metti ≈ Sciarpa»?"),
        ("uso il talento su Bruno", "Hai scelto: cambia con il talento, ◊ Fumo (Bruno)"),
        ("cambio il fumo di Bruno", "Hai scelto: cambia con il talento, ◊ Fumo (Bruno)"),
        ("talento", "Hai scelto: cambia con il talento"),
        ("pesco", "Si pesca da sé, all'inizio del turno."),
        ("mostro il trucco", "Un trucco va in scena da sé"),
        ("rubo la tigre a Bruno", "È un talento che il tuo mago non ha."),
    ],
)
def test_a_verb_of_every_table_may_stand_for_the_move_that_has_all_its_things(
    said: str, answer: str, tmp_path: Path
) -> None:
    stage = {
        "magician": {"A": "madame specchia", "B": "savano"},
        "challenge": ["e3", "i6", "m7", "c6"],
        "preparing": {"A": ["c7"]},
        "backstage": {"A": ["cage", "tiger", "mirrors"], "B": ["tiger", "smoke"]},
    }
    assert answer in Talk(tmp_path / "save.json", given={**STAGE, **stage}).says(said)


def test_a_thing_is_what_its_place_in_the_sentence_says(tmp_path: Path) -> None:
    given = {**STAGE, "hand": {"A": ["scarf", "rope", "transform", "crate"]}}
    assert "Intendi «trasforma ■ Gabbia in Tigre»?" in Talk(tmp_path / "save.json", given=given).says(
        "trasformo la gabbia in tigre"
    )


def test_what_stands_beside_a_lit_key_is_that_key(tmp_path: Path) -> None:
    hand = ["blue 3", "blue 4", "pink 4", "illusion 2", "prism"]
    given = {**EXCHANGES, "floor": ["orange 1", "green 5", "green 4"], "hand": {"A": hand}}
    talk = Talk(tmp_path / "save.json", "flautz", given=given)
    assert "Hai scelto: dichiara FLAUTZ!" in talk.says("dichiara FLAUTZ!")
    asked, scene = GAMES["flautz"].asked, talk.prompt.reader.scene
    assert asked is not None
    assert asked(scene.view, scene.ways) == Line("asks.make")


# ---------------------------------------------------------------- commands, questions, what is not done


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("annnulla", "Forse volevi scrivere «annulla»?"),
        ("consiglo", "Forse volevi scrivere «consiglio»?"),
        ("cosa posso fare?", "Comandi ──"),
        ("help me", "Comandi ──"),
        ("? prisma", "Comandi ──"),
        ("? r24", "FZ-R24: Chi comincia"),
        ("? r99", "Non esiste una regola r99"),
        ("annulla tutto", "Forse volevi scrivere «annulla»?"),
        ("perché?", "Non ti è stata rifiutata nessuna mossa"),
        ("perché no?", "Non ti è stata rifiutata nessuna mossa"),
        ("perché non posso?", "Non ti è stata rifiutata nessuna mossa"),
        ("perché non si può prendere il blu?", "Il cristallo dice dove si prende in questo round, e non è lì"),
        ("why can't I take blue?", "Il cristallo dice dove si prende in questo round, e non è lì"),
        ("perché Bruno", "«Bruno»: qui non c'è niente di simile"),
        ("perché rosa 1!", "Fin qui si può: ♥rosa 1"),
        ("pesco dal mazzo", "Dal mazzo non si pesca"),
    ],
)
def test_a_command_is_known_though_it_is_misspelt_or_a_question(said: str, answer: str, tmp_path: Path) -> None:
    assert answer in at_flautz(tmp_path).says(said)


def always(typed: str) -> Callable[[str], str]:
    """Somebody who types this whatever he is asked."""
    return lambda _prompt: typed


def test_a_line_that_is_typed_at_a_page_of_rules_is_heard_at_the_table(tmp_path: Path) -> None:
    talk = at_flautz(tmp_path)
    for typed, answer in (("prendo arancione", "Hai scelto: pavimento 2, ■arancione 2"), ("basta", "si può prendere")):
        talk.session.read = always(typed)
        assert answer in talk.says("regole")
        assert "FZ-R1 " not in talk.screen


@pytest.mark.parametrize("command", ["?", "regole", "cronaca"])
@pytest.mark.parametrize("game", GAMES)
def test_a_page_fits_the_screen_and_no_title_stands_alone_at_its_foot(game: str, command: str, tmp_path: Path) -> None:
    talk = Talk(tmp_path / "save.json", game, GAMES[game].seats[1])
    talk.session.read = always("")
    talk.says(command)
    pages = talk.out.getvalue().split(CLEAR)[1:]
    assert pages
    for page in pages:
        lines = page.rstrip().splitlines()
        assert len(lines) < talk.session.console.height
        assert not lines[-1].endswith("──")


def test_a_yes_confirms_a_move_as_enter_does_and_a_no_takes_it_back(tmp_path: Path) -> None:
    session = at_flautz(tmp_path).session
    for typed, answer in (("", ""), ("sì", ""), ("SI", ""), ("no", "undo"), ("annulla", "undo")):
        session.read = always(typed)
        assert session.pause("next_undo", "undo") == answer


@pytest.mark.parametrize("said", ["sì", "ok", "va bene", "certo", "okay"])
def test_whoever_is_asked_may_say_yes_in_his_own_way(said: str, tmp_path: Path) -> None:
    talk = at_flautz(tmp_path)
    talk.says("prendo 4 e do a")
    assert talk.prompt.understand(said) == (talk.session.room.game.parse_action("take floor 1 give orange 5"),)


def test_enter_after_a_question_leaves_everything_as_it_is_and_says_so(tmp_path: Path) -> None:
    talk = at_flautz(tmp_path)
    talk.says("prendo 4 e do a")
    assert "Va bene: resta tutto com'è." in talk.says("")


def test_no_is_no_two_keys(tmp_path: Path) -> None:
    given = {
        "phase": "play",
        "acting": "A",
        "hand": {"A": ["fire silver witch", "earth bronze wizard", "air wizard", "air witch"]},
        "towers": ["water gold mage", "fire bronze mage", "air mage"],
    }
    talk = Talk(tmp_path / "save.json", "abracadabra", given=given)
    assert "Adesso non c'è niente da confermare" in talk.says("no")


def test_why_is_asked_of_a_move_as_such_though_it_is_half_made(tmp_path: Path) -> None:
    hand = ["air mage", "air witch", "water gold wizard", "chaos"]
    talk = Talk(tmp_path / "save.json", "abracadabra", given={"phase": "play", "acting": "A", "hand": {"A": hand}})
    assert "Adesso scegli: m A Alea!" in talk.says("abc")
    assert "Fin qui si può: ≈ Stregone d'Acqua Oro, ○ Mago d'Aria, ○ Strega d'Aria." in talk.says("perché abc")
    assert talk.session.words.text("refusals", "only-enchanters-meet") in talk.says("perché abd")


def test_cards_of_the_row_are_told_by_what_lies_there_and_taken_one_after_the_other(tmp_path: Path) -> None:
    talk = Talk(tmp_path / "save.json", "abracadabra", given={"shown": ["water silver mage"], "turn": "A"})
    assert "Intendi «prendi scoperta (≈ Mago d'Acqua Argento)»?" in talk.says("prendo il mago")
    assert talk.session.words.text("refusals", "one-after-the-other") in talk.says("14")
    assert talk.session.words.text("refusals", "not-from-the-deck") in talk.says("pesco dal tallone")


@pytest.mark.parametrize("said", ["rifiuto", "rifiuto l'offerta di Bruno", "I decline"])
def test_who_would_refuse_an_offer_is_told_to_let_it_lie(said: str, tmp_path: Path) -> None:
    talk = Talk(tmp_path / "save.json", "zaubercocktail", 4)
    assert talk.session.words.text("refusals", "let-it-lie") in talk.says(said)


def test_a_verb_of_wizards_without_a_thing_is_a_beginning(tmp_path: Path) -> None:
    assert "«ammalio» può essere l'inizio di più mosse" in Talk(tmp_path / "save.json", "fata", 3).says("ammalio")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_done_is_a_mistake_that_the_game_can_explain(game: str, language: str) -> None:
    mistaken = Words(GAMES[game], language).own.get("mistaken", {})
    assert mistaken.keys() <= GAMES[game].mistakes.keys()
    assert all(mistaken.values())


# ---------------------------------------------------------------- a clumsy person at a table of F.A.T.A.

WOOD: Mapping[str, object] = {
    "turn": "A",
    "hand": {"A": ["rob stone neighbour 1", "discard scissors neighbour 1", "discard blank neighbour 1", "fog"]},
}


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("metto la visione a nella prima riga", "Intendi «gioca Razzia (pietra, vicino, 1) nella fila 1»?"),
        ("metto la b in riga 1", "Intendi «gioca Scarto (multiforbici, vicino, 1) nella fila 1»?"),
        ("gioca a fila 2", "Comincia dalla prima fila"),
        ("gioco la a nella fila 2", "Comincia dalla prima fila"),
        ("gioco la c sulla seconda fila", "Comincia dalla prima fila"),
        ("rubo da Carla la prima visione", "In quella fila non c'è nessuna visione."),
        ("gioco la nebbia contro Bruno", "Intendi «gioca ✦ Mano di nebbia su Bruno»?"),
        ("gioco la nebia su Brunno", "Intendi «gioca ✦ Mano di nebbia su Bruno»?"),
        ("Nebia", "Hai scelto: ✦ Mano di nebbia"),
        ("gioco la banana su Bruno", "Di «gioco la banana su Bruno» capisco solo l'inizio."),
        ("Ada", "Scegli un avversario: con te stesso non vale."),
        ("scarto multiforbici in prima fila", "Intendi «gioca Scarto (multiforbici, vicino, 1) nella fila 1»?"),
        ("gioco lo scarto senza simbolo in fila 2", "Comincia dalla prima fila"),
        ("la c in prima fila", "Intendi «gioca Scarto (senza simbolo, vicino, 1) nella fila 1»?"),
        ("la c in fila 2", "Comincia dalla prima fila"),
        ("perché la c in fila 2", "Comincia dalla prima fila"),
        ("scarto la nebbia", "Adesso non si scarta"),
        ("perché basta", "«basta» non è una mossa ma un comando: chiudi"),
        ("Soffio a Bruno", "«Soffio a Bruno»: qui non c'è niente di simile"),
        ("uso lo scudo di rovi", "«uso lo scudo di rovi»: qui non c'è niente di simile"),
        ("scopro il personaggio", "Il personaggio si può rivelare solo nella seconda smazzata."),
    ],
)
def test_a_sentence_is_heard_to_its_end_and_never_taken_for_less(said: str, answer: str, tmp_path: Path) -> None:
    assert answer in Talk(tmp_path / "save.json", "fata", 3, WOOD).says(said)


@pytest.mark.parametrize(
    ("said", "answer"),
    [("radice", "Radice verde"), ("do a Bruno 1 f", "«do a Bruno 1 f»"), ("foglia", "Foglia di faran")],
)
def test_a_word_of_letters_that_are_keys_is_a_word_where_the_keys_lead_nowhere(
    said: str, answer: str, tmp_path: Path
) -> None:
    heard = Talk(tmp_path / "save.json", "zaubercocktail", 4).says(said).rpartition("? aiuto")[2]
    assert answer in heard
    assert "insieme non sono una mossa" not in heard


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("prendo un obiettivo", "Di' quale obiettivo"),
        ("sciarpa", "Hai scelto: ≈ Sciarpa"),
        ("prendo l'obiettivo 1", "Serve almeno metà dei componenti"),
        ("gioco la terza carta", "Hai scelto: ≈ Carte"),
        ("metto la prima", "Intendi «metti ≈ Sciarpa»?"),
        ("scambio la quarta", "Intendi «scambia ■ Cassa»?"),
        ("perché colomba", "«colomba»: qui non c'è niente di simile"),
    ],
)
def test_what_is_left_open_is_asked_for(said: str, answer: str, tmp_path: Path) -> None:
    assert answer in Talk(tmp_path / "save.json", given={**STAGE, "backstage": {"A": []}}).says(said)


def test_a_card_in_sight_that_no_key_points_at_is_explained(tmp_path: Path) -> None:
    talk = Talk(tmp_path / "save.json", given=STAGE)
    talk.session.room.submit(0, [talk.session.room.game.parse_action("prepare e3")])
    talk.prompt = Prompt(talk.session, 0)
    for said in ("sciarpa", "perché sciarpa"):
        assert "Stai prendendo un obiettivo: scegli i suoi componenti dal backstage" in talk.says(said)
    assert "«colomba»: qui non c'è niente di simile" in talk.says("colomba")


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("la b nella fila 2", "Intendi «gioca Scarto (multiforbici, vicino, 1) nella fila 2»?"),
        ("a in fila 2", "Intendi «gioca Razzia (pietra, vicino, 1) nella fila 2»?"),
        ("metto b in fila", "Hai scelto: Scarto (multiforbici, vicino, 1)"),
        ("la b in fila", "Hai scelto: Scarto (multiforbici, vicino, 1)"),
    ],
)
def test_what_is_certain_of_a_sentence_is_kept_though_the_rest_is_open(said: str, answer: str, tmp_path: Path) -> None:
    talk = Talk(tmp_path / "save.json", "fata", 3, {**WOOD, "rows": {"A": ["draw scissors anyone 1"]}})
    assert answer in talk.says(said)


def test_who_is_asked_whether_he_means_a_move_may_drop_it_by_undoing(tmp_path: Path) -> None:
    talk = Talk(tmp_path / "save.json", "fata", 3, WOOD)
    assert "Intendi «gioca ✦ Mano di nebbia su Bruno»?" in talk.says("gioco la nebbia contro Bruno")
    assert "Va bene: resta tutto com'è." in talk.says("annulla")


def test_whose_row_it_is_stands_once_in_the_sentence_of_a_theft(tmp_path: Path) -> None:
    rows = {"A": ["draw scissors anyone 1"], "B": ["take scroll anyone 1"]}
    talk = Talk(tmp_path / "save.json", "fata", 3, {**WOOD, "rows": rows})
    assert "Intendi «ruba a Bruno dalla fila 1 per la fila 2»?" in talk.says("rubo la visione di Bruno")


@pytest.mark.parametrize("said", ["prendo il secondo tesoro per me", "tesoro 2 a me", "il 2 per Ada"])
def test_who_may_take_for_himself_says_me(said: str, tmp_path: Path) -> None:
    given = {**WOOD, "phase": "treasure", "display": ["red 1", "yellow 1", "purple 3"]}
    answer = Talk(tmp_path / "save.json", "fata", 3, given).says(said)
    assert "prendi ☼ tesoro giallo 1 per Ada" in answer


def test_no_word_beside_a_key_is_a_command_that_does_something_else(tmp_path: Path) -> None:
    session = Talk(tmp_path / "save.json", "fata", 3).session
    for name in ("done", "done_trimagic", "done_last", "change", "reveal"):
        first = session.words.text("picture", name).split(",")[0]
        assert first not in {*session.texts.commands, *session.texts.yes, *session.texts.no}


# ---------------------------------------------------------------- one move after the other


@pytest.mark.parametrize(
    ("said", "unread"),
    [
        ("gioco a in fila 1 poi b in fila 2", "b in fila 2"),
        ("a in fila 1, e poi b in fila 2", "b in fila 2"),
        ("gioco a in fila 1; ho finito", "ho finito"),
        ("a in fila 1, poi banana", "banana"),
        ("gioco a in fila 1", ""),
        ("gioco a in fila 1, grazie", ""),
    ],
)
def test_of_two_moves_in_a_line_the_first_is_asked_about_and_the_other_is_said_to_be_unread(
    said: str, unread: str, tmp_path: Path
) -> None:
    answer = Talk(tmp_path / "save.json", "fata", 3).says(said)
    assert "Intendi «gioca Pesca (senza simbolo, chiunque, 1) nella fila 1»?" in answer
    assert answer.count("Una mossa alla volta") == bool(unread)
    assert not unread or f"«{unread}» non è stato letto" in answer
