"""What the actions of Illusio refer to, and how what happened is told without a screen."""

from typing import Any

import pytest

from grimorio.engine import pointing_laws as laws
from grimorio.engine.giving import Giver
from grimorio.engine.laws import random_play
from grimorio.engine.layout import LETTERS, SPECTATOR
from grimorio.engine.pointing_laws import ways_of
from grimorio.engine.reference import Ref
from grimorio.engine.story import Line, Slot
from grimorio.engine.table import Table
from grimorio.engine.words import Words
from grimorio.games.illusio import GAME
from grimorio.games.illusio.state import KIND_NAMES, MAGICIANS
from grimorio.games.illusio.story import MINUS

WIZARDS = {"A": "savano", "B": "shaozu", "C": "grimaldo"}
NAMES = ("Ada", "Bruno", "Carla")
A, B, C = (Ref("seat", letter) for letter in "ABC")


def table_with(seats: int = 3, **given: Any) -> Table:
    table = Table(GAME, seats, options={"starter": "A"}, secret=bytes(32))
    Giver(GAME, table, "test").give({"magician": WIZARDS, **given})
    return table


def told(table: Table, *actions: str, viewer: int = 1) -> list[Line]:
    moment = table.moment(viewer)
    for action in actions:
        table.apply(table.to_act()[0], action)
    return GAME.tell(table.box, table.events(viewer, moment), viewer)


def refs_of(table: Table, action: str) -> tuple[Ref, ...]:
    number = GAME.parse_action(action)
    return next(way.refs for way in ways_of(table, 0) if way.number == number)


# ---------------------------------------------------------------- what actions refer to


def test_a_special_action_points_at_the_trick_of_whoever_shows_it() -> None:
    table = table_with(
        hand={"A": ["grand"]},
        shown={"A": ["c2"], "C": ["m1"]},
        shown_parts={"A": ["dove"], "C": ["scarf"]},
    )
    grand = Ref("card", "grand", "hand[A]")
    assert refs_of(table, "grand on m1") == (grand, Ref("card", "m1", "shown[C,0]"))
    assert refs_of(table, "grand on c2") == (grand, Ref("card", "c2", "shown[A,0]"))


def test_a_changed_component_is_pointed_at_by_what_it_counts_as() -> None:
    table = table_with(hand={"A": ["transform"]}, backstage={"A": ["dove"]}, preparing={"A": ["e5"]})
    table.apply(0, "transform dove into crate")
    crate = Ref("card", "crate", "backstage[A]")
    assert refs_of(table, "move crate to 1") == (crate, Ref("place", at="preparing[A,0]"))
    assert table.view_json(1)["backstage_as"]["A"] == ["crate"]
    assert table.view_json(1)["backstage"]["A"] == ["dove"]


def test_a_component_of_somebody_else_is_pointed_at_where_it_lies() -> None:
    table = table_with(backstage={"B": ["rabbit"]})
    assert refs_of(table, "change rabbit of b into tiger") == (
        Ref("word", "change"), Ref("card", "rabbit", "backstage[B]"), Ref("kind", "tiger"),
    )  # fmt: skip


@pytest.mark.parametrize("magician", MAGICIANS)
def test_even_the_most_crowded_table_makes_a_small_offer(magician: str) -> None:
    """All components but a few in six backstages, as different as they can be, and whatever can be played in hand."""
    seats = LETTERS[:6]
    others = [each for each in MAGICIANS if each != magician]
    held = ["transform", "take", "encore", "success", "deja vu", "grand", "blades", "dove", "smoke", "tank"]
    copies = [kind for kind in KIND_NAMES for _ in range(2)]
    spread = {letter: copies[i::5] for i, letter in enumerate(seats[1:])}
    table = table_with(
        6,
        magician={"A": magician, **dict(zip(seats[1:], others, strict=False))},
        hand={"A": held},
        backstage={"A": list(KIND_NAMES), **spread},
        preparing={"A": ["e5", "c7"]},
        shown={letter: [f"m{i + 1}"] for i, letter in enumerate("BC")},
        shown_parts={"B": ["rope"], "C": ["cards"]},
    )
    assert len(table.legal(0)) > 250
    laws.an_offer_is_small(table, 0)
    laws.an_offer_tells_every_way(table, 0)
    laws.references_are_sound(table, 0)


def test_no_decision_of_illusio_is_made_in_private_so_none_is_composed_with_others() -> None:
    """Everything is done on the open table: after each decision the others see another table than before."""
    assert GAME.composing == ()
    forms: set[str] = set()
    for seed in range(6):
        table = random_play(GAME, 3, seed, 0)
        for moves in range(1, 120):
            if table.over:
                break
            seat = table.to_act()[0]
            before = table.view(SPECTATOR).tobytes()
            legal = table.legal(seat)
            action = legal[(moves * 7919 + seed) % len(legal)]
            table.apply(seat, action)
            assert table.view(SPECTATOR).tobytes() != before
            forms.add(type(GAME.action_of(action)).__name__)
    assert forms >= {"Place", "Exchange", "Done", "Prepare", "Use", "End"}


# ---------------------------------------------------------------- what happened


def test_a_component_is_told_by_what_it_counts_as_and_to_which_objective_it_goes() -> None:
    table = table_with(
        hand={"A": ["transform"]}, backstage={"A": ["dove"]}, preparing={"A": ["m1", "e5"]}, parts={"A": []}
    )
    crate, dove = Ref("card", "crate", "backstage[A]"), Ref("card", "dove", "backstage[A]")
    transformed, moved = told(table, "transform dove into crate", "move crate to 2")[:2]
    assert transformed == Line("told.transformed", {"seat": A, "card": dove, "new": crate, "other": A})
    slots: dict[str, Slot] = {
        "seat": A,
        "cards": (Ref("card", "crate", "parts[A,1,0]"),),
        "objective": Ref("card", "e5", "preparing[A,1]"),
    }
    assert moved == Line("told.moved", slots)
    assert Words(GAME, "it").sentence(moved, NAMES) == "Ada sposta Cassa su Le manette irochesi"


def test_a_card_that_is_added_says_to_which_objective_changed_or_not() -> None:
    table = table_with(hand={"A": ["rabbit", "rope"]}, preparing={"A": ["e5", "i3"]})
    plain, changed = told(table, "add rope to 1", "add rabbit as tiger to 2")[:2]
    words = Words(GAME, "en")
    assert words.sentence(plain, NAMES) == "Ada adds Rope to The Iroquois Handcuffs"
    assert words.sentence(changed, NAMES) == "Ada adds Rabbit as Tiger to Rabbit behind the Veil"


def test_an_objective_is_told_with_the_components_it_was_taken_on_with() -> None:
    table = table_with(challenge=["e5", "c1", "c2", "c3"], backstage={"A": ["rope", "cage"]})
    line = told(table, "prepare e5", "use rope", "use cage", "done")[0]
    assert Words(GAME, "it").sentence(line, NAMES) == "Ada prepara Le manette irochesi con Corda, Gabbia"


def test_those_who_are_told_later_hear_of_the_components_alone() -> None:
    table = table_with(challenge=["e5", "c1", "c2", "c3"], backstage={"A": ["rope", "cage"]})
    table.apply(0, "prepare e5")
    line = told(table, "use rope")[0]
    assert line == Line("told.used", {"seat": A, "cards": (Ref("card", "rope", "parts[A,0,0]"),)})


def test_a_validated_trick_is_told_part_by_part() -> None:
    table = table_with(
        turn="C",
        shown={"A": ["e5"]},
        shown_parts={"A": ["mirrors", "rope", "crate"]},
        kept={"A": ["e1"]},
        deja_vus={"A": [1, 0, 0, 0, 0, 0]},
        specials=["deja vu"],
    )
    line = next(line for line in told(table, "end") if line.key == "told.validated_for")
    parts = line.slots["parts"]
    assert isinstance(parts, tuple)
    assert [part.name for part in parts] == ["level 3", "accuracy +3", "specialisation +1", f"deja-vu-points {MINUS}1"]
    parts_told = f"livello 3, accuratezza +3, specializzazione +1, Déjà Vu {MINUS}1"
    wanted = f"Ada incassa Le manette irochesi: {parts_told} = 6"
    assert Words(GAME, "it").sentence(line, NAMES) == wanted


def test_a_trick_that_pays_its_level_alone_is_told_without_a_sum() -> None:
    table = table_with(turn="C", shown={"A": ["m1"]}, shown_parts={"A": ["rope"]})
    assert "told.validated" in {line.key for line in told(table, "end")}


def test_only_the_two_who_see_a_stolen_card_are_told_which_it_is() -> None:
    for viewer, key in ((0, "told.took"), (1, "told.took"), (2, "told.took_hidden"), (SPECTATOR, "told.took_hidden")):
        table = table_with(hand={"A": ["take"], "B": ["rope"]})
        line = told(table, "take from b", viewer=viewer)[0]
        assert line.key == key
        assert ("card" in line.slots) == (key == "told.took")


def test_a_swap_is_told_by_what_the_components_count_as() -> None:
    table = table_with(
        magician={"A": "baptiste twins", "B": "shaozu", "C": "savano"},
        hand={"A": ["transform"]},
        backstage={"A": ["dove"], "B": ["rope"]},
    )
    line = told(table, "transform dove into crate", "swap crate", "for rope of b")[1]
    slots = {"card": Ref("card", "crate", "backstage[B]"), "new": Ref("card", "rope", "backstage[A]")}
    assert line == Line("told.swapped", {"seat": A, **slots, "other": B})


def test_every_number_of_an_event_says_what_it_counts() -> None:
    assert set(GAME.event_values) <= set(GAME.events)
    for seed in range(4):
        table = random_play(GAME, 3, seed, 200)
        numbered = {event.kind for event in table.events(SPECTATOR) if event.value}
        assert numbered <= set(GAME.event_values)
