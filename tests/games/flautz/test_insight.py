"""What stands beside the cards of FLAUTZ!: the same value as the rules give, and the cards that make it."""

import numpy as np
import pytest

from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.kernel import handed, plain, readable
from grimorio.engine.table import Table
from grimorio.games.flautz import GAME
from grimorio.games.flautz.actions import CARD_NAMES
from grimorio.games.flautz.insight import Spell, spell_of
from grimorio.games.flautz.rules.spells import spell_value

BOX = GAME.box(2)
CHANCE = stream(key_of_seed(1, "hands"))


def hand(*names: str) -> list[int]:
    return sorted(CARD_NAMES.index(name) for name in names)


def test_the_spell_that_is_shown_is_worth_what_the_rules_say() -> None:
    deck = GAME.deck(BOX)
    for _ in range(3000):
        cards = sorted(deck[below(handed(CHANCE), len(deck))] for _ in range(5))
        told = spell_of(plain(BOX), cards)
        assert told.value == spell_value(handed(BOX), readable(np.array(cards, np.int8)))
        assert len(told.cards) <= 5


@pytest.mark.parametrize(
    ("cards", "spell"),
    [
        (
            ("blue 1", "blue 2", "blue 3", "green 5", "pink 5"),
            Spell(11, ("blue 1", "blue 2", "blue 3"), (), flautz=False),
        ),
        (
            ("blue 1", "green 2", "blue 3", "prism", "pink 5"),
            Spell(11, ("blue 1", "blue 3", "green 2", "prism"), (("blue", "green"),), flautz=False),
        ),
        (("prism", "prism", "prism", "prism", "prism"), Spell(0, (), (), flautz=False)),
        (
            ("blue 5", "green 5", "violet 5", "orange 5", "illusion 5"),
            Spell(25, ("blue 5", "green 5", "violet 5", "orange 5", "illusion 5"), (), flautz=True),
        ),
    ],
)
def test_the_cards_of_a_spell_and_the_colours_of_its_prisms_are_named(cards: tuple[str, ...], spell: Spell) -> None:
    found = spell_of(plain(BOX), hand(*cards))
    assert sorted(found.cards) == sorted(spell.cards)
    assert (found.value, found.prisms, found.flautz) == (spell.value, spell.prisms, spell.flautz)


def test_five_prisms_are_worth_nothing_though_nobody_is_focused() -> None:
    table = Table(GAME, 2, secret=bytes(32))
    assert table.insight(0).scores_now
    assert table.insight(-1).spell is None
