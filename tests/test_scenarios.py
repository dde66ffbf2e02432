"""Every scenario of every game holds, every rule is shown by one, and the runner notices whatever is wrong.

The scenarios themselves stand in `tests/scenarios/<game>/*.toml`; docs/scenarios.md says how they are written.
"""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grimorio.engine.game import ActionError
from grimorio.engine.giving import ScenarioError
from grimorio.engine.layout import Field
from grimorio.engine.rulebook import scenario_files, uncovered
from grimorio.engine.scenario import HEAD, STEP, THEN, Scenario, act_out, read_scenarios, scenarios_of
from grimorio.games import GAMES, load

FOLDER = Path(__file__).parent / "scenarios"
DOCS = Path(__file__).parent.parent / "docs" / "scenarios.md"
SCENARIOS = [found for game in GAMES for path in scenario_files(FOLDER / game) for found in read_scenarios(path)]
FLAUTZ = GAMES["flautz"]


# ---------------------------------------------------------------- the scenarios


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario.title for scenario in SCENARIOS])
def test_the_scenario_holds(scenario: Scenario) -> None:
    assert [finding.what for finding in act_out(scenario, load(scenario.game))] == []


def test_no_two_scenarios_of_a_game_have_the_same_title() -> None:
    titles = [(scenario.game, scenario.title) for scenario in SCENARIOS]
    assert sorted(titles) == sorted(set(titles))


def test_every_folder_of_scenarios_belongs_to_a_game() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_of_a_game_is_shown_or_says_why_not(name: str) -> None:
    assert uncovered(GAMES[name], FOLDER / name) == []


# ---------------------------------------------------------------- the documentation

EXAMPLES = re.findall(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


def test_the_documentation_has_two_examples() -> None:
    assert len(EXAMPLES) == 2


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_of_the_documentation_holds(text: str) -> None:
    for scenario in scenarios_of(tomllib.loads(text), "docs/scenarios.md"):
        assert act_out(scenario, load(scenario.game)) == []


@pytest.mark.parametrize("word", [word for word in (*HEAD, *STEP, *THEN) if word != "step"])
def test_every_word_of_the_format_is_documented(word: str) -> None:
    assert f"| `{word}` |" in DOCS.read_text(encoding="utf-8")


# ---------------------------------------------------------------- the runner can fail


def told(text: str) -> list[str]:
    """What a scenario finds; the text is the body of one scenario of FLAUTZ! with two seats, A first."""
    head = 'game = "flautz"\n[[scenario]]\ntitle = "t"\nrules = ["FZ-R1"]\noptions.starter = "A"\n'
    (scenario,) = scenarios_of(tomllib.loads(head + text), "here.toml")
    return [finding.what for finding in act_out(scenario, FLAUTZ)]


def refused(text: str) -> str:
    """The one line with which a scenario is refused."""
    with pytest.raises(ScenarioError) as caught:
        told(text)
    return str(caught.value)


FOCUS = '[[scenario.step]]\ndo = "A focus"\n'
HAND = 'given.hand.A = ["blue 1", "green 3", "violet 3", "orange 4", "pink 5"]\n'


def test_a_scenario_that_is_right_finds_nothing() -> None:
    assert told(HAND + FOCUS + 'then.to_act = ["B"]\nthen.table.focused.A = true') == []


@pytest.mark.parametrize(
    ("fact", "found"),
    [
        ('table.turn = "A"', "table.turn is 'B', not 'A'"),
        ('table.declarer = "A"', "table.declarer is None, not 'A'"),
        ('table.turn = "none"', "table.turn is 'B', not 'none'"),
        ("table.focused.A = false", "table.focused.A is True, not False"),
        ("table.focused.G = true", "table.focused.G: there is no such thing"),
        ("table.arena_field = 1", "table.arena_field is 0, not 1"),
        (
            'A.hand = ["blue 1", "green 3", "violet 3", "orange 4"]',
            "A.hand is ['blue 1', 'green 3', 'violet 3', 'orange 4', 'pink 5'], not",
        ),
        ('table.hand = ["blue 1"]', "table.hand is [], not ['blue 1']"),
        ('B.known.A = ["blue 1"]', "B.known.A is [], not ['blue 1']"),
        ('events = ["focused B"]', "no 'focused B' among ['focused A']"),
        ('events.B = ["waived A"]', "no 'waived A' among ['focused A']"),
        ('no_events = ["focused"]', "'focused' among ['focused A']"),
        ('no_events.B = ["focused A"]', "'focused A' among ['focused A']"),
        ('can.B = ["waive"]', "B cannot 'waive'"),
        ('can.A = ["focus"]', "A cannot 'focus'"),
        ('cannot.B = ["focus"]', "B can 'focus'"),
        ('legal.A = ["focus"]', "legal: A may []"),
        ('legal.B = ["focus"]', "legal: B may ['take floor 1"),
        ('to_act = ["A"]', "to_act is ['B'], not ['A']"),
        ("scores.A = 1", "scores.A is 0, not 1"),
        ("scores = 1", "scores is {'A': 0, 'B': 0}, not 1"),
        ("places.B = 2", "places.B is 1, not 2"),
        ('ending = "crystals"', "ending is '', not 'crystals'"),
    ],
)
def test_a_fact_that_does_not_hold_is_found(fact: str, found: str) -> None:
    (finding,) = told(f"{HAND}{FOCUS}then.{fact}")
    assert finding.startswith("step 1: then: ")
    assert found in finding


def test_a_fact_about_the_beginning_is_checked_before_any_step() -> None:
    assert told(f"then.table.challenge = 2\n{FOCUS}") == ["then: table.challenge is 1, not 2"]


def test_every_wrong_fact_is_found_not_only_the_first() -> None:
    assert len(told(FOCUS + 'then = { table.turn = "A", to_act = [], ending = "guard" }')) == 3


def test_a_move_that_is_refused_unexpectedly_is_found_and_ends_the_step() -> None:
    text = '[[scenario.step]]\ndo = ["A focus", "A focus"]\nthen.to_act = []'
    assert told(text) == ["step 1: 'A focus' was refused: not-your-turn"]


def test_an_unexpected_refusal_names_its_rule() -> None:
    assert told('[[scenario.step]]\ndo = "A waive"') == ["step 1: 'A waive' was refused: no-free-pass FZ-A2"]


def test_a_move_that_should_have_been_refused_is_found() -> None:
    assert told(FOCUS + 'refused = "wrong-zone"') == ["step 1: refused is None, not 'wrong-zone'"]


def test_a_refusal_with_another_code_is_found() -> None:
    text = '[[scenario.step]]\ndo = "A waive"\nrefused = "no-flautz"'
    assert told(text) == ["step 1: refused is 'no-free-pass', not 'no-flautz'"]


def test_a_refusal_that_cites_another_rule_is_found() -> None:
    text = '[[scenario.step]]\ndo = "A waive"\nrefused = "no-free-pass"\nrule = "FZ-R7"'
    assert told(text) == ["step 1: the refusal cites 'FZ-A2', not 'FZ-R7'"]


HUGE = "0x" + "F" * 5000
"""A number that Python can read but, having more than 4300 digits, not write."""


@pytest.mark.parametrize(
    ("text", "where", "reason"),
    [
        ("whem = 1", "whem", "unknown word"),
        ("given.hands.A = []", "given.hands", "unknown word"),
        ("given.key = 1", "given.key", "unknown word"),
        ("given = 1", "given", "is not a table"),
        ('given.turn = "Z"', "given.turn", "'Z' is no seat"),
        ('given.turn = "C"', "given.turn", "'C' is no seat"),
        ('given.first = "E"', "given.first", "'E' is no seat"),
        ('given.phase = "sleep"', "given.phase", "is not one of turn, after-refill"),
        ('given.challenge = "two"', "given.challenge", "is not a whole number"),
        ("given.challenge = 100000", "given.challenge", "does not fit"),
        ("given.challenge = true", "given.challenge", "is not a whole number"),
        ("given.crystals = 3", "given.crystals", "must be a table by seat"),
        ("given.crystals.C = 3", "given.crystals", "must be a table by seat"),
        ('given.focused = ["C"]', "given.focused", "must be a table by seat"),
        ("given.focused = [[1]]", "given.focused", "must be a table by seat"),
        ('given.apprentice.A = "red"', "given.apprentice", "is not one of blue, green"),
        ('given.air = ["blue 6", "blue 1", "blue 1"]', "given", "blue 6 is named more often than the box has it (0)"),
        ('given.air = ["red 1", "blue 1", "blue 1"]', "given.air", "'red 1' is not a card of FLAUTZ!"),
        ("given.air = [1, 2, 3]", "given.air", "is not a card of FLAUTZ!"),
        ('given.air = "blue 1"', "given.air", "must be a list"),
        ('given.air = ["prism", "prism", "prism", "prism"]', "given.air", "must be a list of at most 3"),
        ('given.pile = "blue 1"', "given.pile", "must be a list"),
        (
            'given.pile = ["blue 1", "blue 1", "blue 1", "blue 1"]',
            "given",
            "blue 1 is named more often than the box has it (3)",
        ),
        (
            'given.air = ["blue 1", "blue 1", "blue 2"]\ngiven.floor = ["blue 1", "blue 1", "blue 2"]',
            "given",
            "blue 1 is named more often than the box has it (3)",
        ),
        ("then.turn = 1", "then: turn", "unknown word"),
        ("then.C.hand = []", "then: C", "unknown word"),
        ("then = []", "then", "is not a table"),
        ("then.table.hands = []", "then: table: hands", "unknown word"),
        ("then.table.pile = []", "then: table: pile", "unknown word"),
        ("then.A = 1", "then: A", "is not a table"),
        ('then.can.A = ["jump"]', "then: can", "'jump' is not an action of FLAUTZ!"),
        ('then.cannot.A = ["take air 4 give blue 1"]', "then: cannot", "'take air 4 give blue 1' is not an action"),
        ("then.legal.A = 1", "then: legal", ""),
        ('then.legal.C = ["focus"]', "then: legal", "'C' is no seat at this table"),
        ('then.can = ["focus"]', "then: can", "is not a table by seat"),
        ('then.events.C = ["focused C"]', "then: events: C", "unknown word"),
        ("then.events = 1", "then: events", "is not a table"),
        ("then.events.A = 1", "then: events", ""),
        ('then.no_events = ["streight"]', "then: no_events", "streight"),
        ("step = 1", "step", "is not a list of steps"),
        ("step = [1]", "step 1", "is not a table"),
        ('[[scenario.step]]\ndoes = "A focus"', "step 1: does", "unknown word"),
        ('[[scenario.step]]\ndo = "A jump"', "step 1", "'jump' is not an action of FLAUTZ!"),
        ('[[scenario.step]]\ndo = "A"', "step 1", "'' is not an action of FLAUTZ!"),
        ('[[scenario.step]]\ndo = "C focus"', "step 1", "'C' is no seat at this table"),
        ('[[scenario.step]]\ndo = "focus"', "step 1", "'focus' is no seat at this table"),
        ("[[scenario.step]]\ndo = 1", "step 1", ""),
        ("[[scenario.step]]\ndo = [1]", "step 1", "'1' is no seat at this table"),
        (
            '[[scenario.step]]\ndo = ["A waive", "A focus"]\nrefused = "no-free-pass"',
            "step 1",
            "goes on after a refusal",
        ),
        ("seats = 1", "options", "is played by 2 to 5, not by 1"),
        ("seats = 6", "options", "is played by 2 to 5, not by 6"),
        ('seats = "two"', "seats", "whole numbers"),
        ("seed = 1.5", "seats", "whole numbers"),
        ("options.colour = 1", "options", "option 'colour' is unknown"),
        ('options.mode = "chess"', "options", "'chess' is not one of crystals, points"),
        ("options.challenges = 0", "options", "is not a whole number from 1 to 50"),
        (f"options.challenges = '{'9' * 5000}'", "options", "is not a whole number from 1 to 50"),
        (f"options.challenges = {HUGE}", "", ""),
        (f"edition.title = {HUGE}", "", ""),
        (f"seats = {HUGE}", "", ""),
        (f"given.challenge = {HUGE}", "", ""),
        (f"given.air = [{HUGE}]", "", ""),
        (f"then.scores.A = {HUGE}", "", ""),
        (f"then.can.A = [{HUGE}]", "", ""),
        (f"[[scenario.step]]\ndo = [{HUGE}]", "", ""),
        ("edition.spells.copies.number = 0", "edition: spells", "15 cards; a box holds 16 to 128"),
        ("edition.spells.values.to = 9", "edition: spells.values.to", "is not a whole number from 1 to 8"),
        ("edition.spels = 1", "edition: spels", "is unknown here"),
        ("edition.arena.III.front = ['floor']", "edition: arena.III.front", "“FLAUTZ!” stands once"),
    ],
)
def test_a_scenario_that_makes_no_sense_is_refused_with_what_and_where(text: str, where: str, reason: str) -> None:
    line = refused(text)
    assert line.startswith("here.toml: scenario 1 (t): ")
    assert where in line
    assert reason in line
    assert "\n" not in line


def test_a_hand_is_given_whole() -> None:
    assert "given.hand" in refused('given.hand.A = ["blue 1"]')


def test_open_places_are_given_whole() -> None:
    assert "given.air" in refused('given.air = ["blue 1"]')


@pytest.mark.parametrize("number", [-1, 5, 100])
def test_a_field_outside_the_arena_cannot_be_given(number: int) -> None:
    assert "given.arena_field" in refused(f"given.arena_field = {number}")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "game: must be the name of a game"),
        ("game = 1", "game: must be the name of a game"),
        ('game = "flautz"', "no [[scenario]] in it"),
        ('game = "flautz"\nscenario = []', "no [[scenario]] in it"),
        ('game = "flautz"\nscenario = [1]', "scenario 1: is not a table"),
        ('game = "flautz"\nnote = 1\n[[scenario]]', "note: unknown word; there are game, scenario"),
        ('game = "flautz"\n[[scenario]]', "scenario 1: title: must be a text"),
        ('game = "flautz"\n[[scenario]]\ntitle = "t"', "scenario 1 (t): rules: must list the rules it shows"),
        ('game = "flautz"\n[[scenario]]\ntitle = "t"\nrules = []', "scenario 1 (t): rules: must list"),
        ('game = "flautz"\n[[scenario]]\ntitle = "t"\nrules = "FZ-R1"', "scenario 1 (t): rules: must list"),
        ('game = "flautz"\n[[scenario]', "not TOML"),
        (f"seed = {'1' * 5000}", ":1: a name or number of more than 200 letters"),
        ("[" * 5000, ":1: more than 8 brackets within each other"),
    ],
)
def test_a_file_that_holds_no_scenarios_is_refused_with_what_and_where(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        read_scenarios(path)
    assert str(caught.value).startswith(str(path))
    assert reason in str(caught.value)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="there is no such file"):
        read_scenarios(tmp_path / "nothing.toml")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ScenarioError, match="byte 0 is not UTF-8"):
        read_scenarios(path)


# ---------------------------------------------------------------- whatever somebody may write

CARDS = st.sampled_from(("blue 1", "blue 2", "green 3", "pink 5", "pink 8", "illusion 2", "prism", "none", "red 7"))
SEATS = st.sampled_from(("A", "B", "C", "E", "G", "Z", "none", "table"))
NUMBERS = st.one_of(st.integers(-2, 60), st.integers())
FIELD_NAMES = st.sampled_from([field.name for field in FLAUTZ.layout.fields])
NAMES = st.sampled_from([name for field in FLAUTZ.layout.fields for name in field.of.names])
MOVES = st.sampled_from(["undo", *FLAUTZ.action_texts])
ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, st.floats(), st.text(max_size=8), CARDS, SEATS, NAMES, MOVES),
    lambda inner: st.one_of(
        st.lists(inner, max_size=6),
        st.dictionaries(st.one_of(st.text(max_size=8), SEATS, FIELD_NAMES), inner, max_size=4),
    ),
    max_leaves=12,
)
BY_SEAT = st.dictionaries(SEATS, st.one_of(NUMBERS, NAMES, st.booleans(), st.lists(CARDS, max_size=6)), max_size=3)
GIVEN = st.dictionaries(
    FIELD_NAMES, st.one_of(NUMBERS, NAMES, SEATS, BY_SEAT, st.lists(CARDS, max_size=6), ANYTHING), max_size=4
)
FACTS = st.dictionaries(st.one_of(st.sampled_from(THEN), SEATS), ANYTHING, max_size=3)
DOING = st.builds("{} {}".format, st.sampled_from("ABC"), MOVES)
STEPS = st.lists(
    st.one_of(
        st.fixed_dictionaries({"do": st.one_of(DOING, st.lists(DOING, max_size=4))}, optional={"then": FACTS}),
        st.dictionaries(st.sampled_from(STEP), ANYTHING),
        ANYTHING,
    ),
    max_size=3,
)
EDITION = st.dictionaries(st.sampled_from(("title", "spells", "crystals", "arena", "spels")), ANYTHING, max_size=2)
SENSIBLE = st.fixed_dictionaries(
    {"title": st.just("t"), "rules": st.just(["FZ-R1"])},
    optional={
        "seats": st.one_of(st.integers(2, 5), ANYTHING),
        "seed": st.one_of(NUMBERS, ANYTHING),
        "options": st.dictionaries(st.sampled_from([option.name for option in FLAUTZ.options]), ANYTHING, max_size=2),
        "edition": EDITION,
        "given": GIVEN,
        "then": FACTS,
        "step": STEPS,
    },
)
WRITTEN = st.one_of(
    ANYTHING.map(lambda data: {"game": "flautz", "scenario": data}),
    st.dictionaries(st.one_of(st.text(max_size=8), st.sampled_from(("game", "scenario"))), ANYTHING),
    st.lists(st.one_of(SENSIBLE, st.dictionaries(st.sampled_from(HEAD), ANYTHING)), max_size=3).map(
        lambda entries: {"game": "flautz", "scenario": entries}
    ),
)


def words_for(field: Field) -> st.SearchStrategy[Any]:
    """Values that a field of the position may be given, most of them fitting."""
    one: st.SearchStrategy[Any] = {
        "card": CARDS,
        "seat": SEATS,
        "name": st.sampled_from((*field.of.names, "none")),
        "count": st.one_of(st.integers(0, 4), NUMBERS, st.sampled_from((49, 50, 127, 32767))),
        "flag": st.booleans(),
    }[field.of.sort]
    shape = field.shape[1:] if field.by_seat else field.shape
    row = one
    if shape:
        usual = min(shape[0], 5)
        row = st.one_of(st.lists(one, min_size=usual, max_size=usual), st.lists(one, max_size=6))
    return st.dictionaries(st.sampled_from("AB"), row, max_size=2) if field.by_seat else row


OPEN_FIELDS = st.sampled_from([field for field in FLAUTZ.layout.fields if field.of.sort != "secret"])
POSITIONS = st.lists(OPEN_FIELDS, max_size=5, unique=True).flatmap(
    lambda fields: st.fixed_dictionaries({field.name: words_for(field) for field in fields})
)
USUAL = (
    "focus",
    "waive",
    "declare",
    "undo",
    "refill air 1",
    "take air 2 give blue 1",
    "take floor 1 give prism",
)
USUALLY = st.builds("{} {}".format, st.sampled_from("AB"), st.sampled_from(USUAL))
PLAYED = st.fixed_dictionaries(
    {
        "title": st.just("t"),
        "rules": st.just(["FZ-R1"]),
        "given": POSITIONS,
        "step": st.lists(st.fixed_dictionaries({"do": USUALLY}), max_size=8),
    },
    optional={
        "seats": st.integers(2, 5),
        "seed": st.integers(),
        "options": st.just({"mode": "points", "arena-I": "back"}),
    },
)


def refusal(call: Callable[[], object], kind: type[ValueError] = ScenarioError) -> str:
    """The line with which a call is refused; '' when it is not, and anything else it raises fails the test."""
    try:
        call()
    except kind as error:
        return str(error)
    return ""


def play_all(data: dict[str, Any]) -> None:
    for scenario in scenarios_of(data, "here.toml"):
        act_out(scenario, FLAUTZ)


TEN_KINDS = [f"{colour} {number}" for colour in ("blue", "pink") for number in range(1, 6)]


@given(WRITTEN)
@settings(deadline=None, max_examples=300)
def test_whatever_a_file_says_it_is_played_or_refused_with_where(data: dict[str, Any]) -> None:
    line = refusal(lambda: play_all(data))
    assert not line or line.startswith("here.toml: ")


def entry_of(given: dict[str, Any], *moves: Any) -> dict[str, Any]:
    """The content of a scenario with these moves, one a step."""
    return {
        "title": "t",
        "rules": ["FZ-R1"],
        "options": {"starter": "A"},
        "given": given,
        "step": [{"do": m} for m in moves],
    }


@given(st.one_of(SENSIBLE, PLAYED))
@settings(deadline=None, max_examples=500)
@example(entry_of({}, None))
@example(entry_of({"air": [False, 1, {}]}))
@example(entry_of({"turn": "none"}, "A focus"))
@example(entry_of({"first": "none", "turn": "B", "arena_field": 4}, "B focus"))
@example(entry_of({"arena_field": 12}, "A focus", "A take air 1 give prism"))
@example(entry_of({"hand": {"A": ["none", "none", "none", "none", "prism"]}}, "A take floor 1 give prism"))
@example(entry_of({"known": {"A": ["blue 5"] * 5}, "hand": {"A": ["prism"] * 5}}, "A take floor 1 give prism"))
@example(entry_of({"discards": TEN_KINDS * 3, "focused": ["A"]}, "A refill floor 1"))
@example(entry_of({"crystals": {"A": 32767}, "turn": "B", "arena_field": 4}, "B focus"))
def test_whatever_a_scenario_says_it_is_played_or_refused_with_where(entry: dict[str, Any]) -> None:
    line = refusal(lambda: play_all({"game": "flautz", "scenario": [entry]}))
    assert not line or line.startswith("here.toml: scenario 1 (t): ")


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
@settings(deadline=None)
@example(b'game = "flautz"\n[[scenario]]\ntitle = "t"\nrules = ["FZ-R1"]\n[[scenario.step]]\ndo = "A focus"\n')
@example(b"a = " + b"[" * 2000)
@example(b"a = " + b"1" * 5000)
def test_whatever_a_file_holds_it_is_read_or_refused_with_where(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.mktemp("scenario") / "any.toml"
    path.write_bytes(content)
    line = refusal(lambda: read_scenarios(path))
    assert not line or line.startswith(str(path))


TYPED = ("take", "give", "air", "floor", "1", "2", "blue", "prism", "focus", "declare", ",", "\n")


@given(st.one_of(st.text(), st.lists(st.sampled_from(TYPED)).map(" ".join)))
@example("  TAKE  air 1,\tgive Blue 3 ")
@example("waive")
def test_whatever_is_typed_it_is_an_action_or_refused_in_one_line(text: str) -> None:
    line = refusal(lambda: FLAUTZ.parse_action(text), ActionError)
    assert "\n" not in line
    if not line:
        read = FLAUTZ.action_of(FLAUTZ.parse_action(text)).text()
        assert read == " ".join(text.lower().replace(",", " ").split())
        assert 0 <= FLAUTZ.parse_action(text) < FLAUTZ.actions


def test_a_clock_that_does_not_run_cannot_run_out() -> None:
    data = tomllib.loads(
        'game = "flautz"\n[[scenario]]\ntitle = "t"\nrules = ["FZ-R1"]\n[[scenario.step]]\ndo = "clock"'
    )
    (scenario,) = scenarios_of(data, "here")
    with pytest.raises(ScenarioError, match="no time can run out now"):
        act_out(scenario, FLAUTZ)
