"""Small boxes and last turns of all five games, whose trees `miniature` lists.

Where a box can be made small enough, the whole game is listed, and a `Batch` plays it too; or a game from the deal on
that is short because its limit of turns is near. Where the rules ask for more cards than can be dealt in every way, the
last turns are, from positions that are equally likely: what is hidden from a seat is in which of them it is.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from grimorio.engine.edition import edition_of
from grimorio.engine.game import Edition
from grimorio.games import load


@dataclass(frozen=True)
class SmallBox:
    """A game, the parts of its edition that are changed, seats and options; and from where it is played on.

    `worlds`: positions, as scenarios write them, each equally likely; without any the game begins with the deal. Of the
    seats the first `players` play for the win; the others have nothing to decide, and cannot win any more. `undo`: what
    only takes back what nobody has seen; without it nothing is lost, and a tree ends. `in_order`: those who act
    at the same time are asked one after the other, because nobody learns anything by it; else chance says who is first.

    From the deal on: `begins` changes fields of the table once the cards are dealt (how many turns of a game that has a
    limit are over). Of `alike` cards, which differ by their names alone, chance draws the first, and of
    actions that begin with one of `once`, which name such a card, the first is listed: the others are the same again.
    """

    name: str
    seats: int
    options: dict[str, str]
    changed: dict[str, Any] = field(default_factory=dict)
    worlds: tuple[dict[str, Any], ...] = ()
    players: int = 2
    undo: tuple[str, ...] = ()
    in_order: bool = False
    begins: dict[str, Any] = field(default_factory=dict)
    alike: tuple[str, ...] = ()
    once: tuple[str, ...] = ()

    def edition(self) -> Edition:
        """The small box as an edition of its game."""
        return edition_of({**load(self.name).standard.data, **self.changed}, "miniature")

    def table(self) -> dict[str, Any]:
        """What a `Batch` has to be told to play with it from the deal on."""
        return {"game": self.name, "seats": self.seats, "options": self.options, "edition": self.edition()}


def dealt(cards: list[str], *sizes: int) -> Iterator[list[list[str]]]:
    """Every way to deal cards into hands of these sizes, as often as it is likely."""
    for order in itertools.permutations(cards):
        ends = list(itertools.accumulate(sizes, initial=0))
        hands = [list(order[low:high]) for low, high in itertools.pairwise(ends)]
        if all(hand == sorted(hand) for hand in hands):
            yield hands


FLAUTZ = SmallBox(
    "flautz", 2, {"mode": "points", "challenges": "1", "starter": "A"},
    {
        "spells": {
            "values": {"from": 1, "to": 2}, "copies": {"number": 0}, "illusions": {"copies": 1},
            "prisms": {"number": 16}, "extra_card_points": {"number": 5},
        },
        "arena": {
            "I": {"front": [], "back": []}, "II": {"front": [], "back": []},
            "III": {"front": ["floor", "FLAUTZ!"], "back": ["air", "FLAUTZ!"]},
        },
    },
)  # fmt: skip
"""Two illusions among sixteen prisms, of which two cards stay in the pile; one challenge of one field."""


def last_turns_of_illusio() -> tuple[dict[str, Any], ...]:
    """Each has one turn left, both have shown a trick, and each hand holds one of four special actions."""
    objectives = [f"{domain}{number}" for domain in "ciem" for number in range(1, 9)]
    public = {
        "turn": "A", "turns": 999, "acts_left": 2, "magician": {"A": "ivan zamok", "B": "lady ashcombe"},
        "challenge": [], "shown": {"A": objectives[:1], "B": objectives[1:2]},
        "shown_parts": {"A": ["cards"], "B": ["cards"]}, "kept": {"A": objectives[2:17], "B": objectives[17:]},
        "prestige": {"A": 17, "B": 15},
    }  # fmt: skip
    return tuple(
        {**public, "hand": {"A": mine, "B": theirs}}
        for mine, theirs, _ in dealt(["deja vu", "encore", "grand", "success"], 1, 1, 2)
    )


ILLUSIO = SmallBox(
    "illusio", 2, {"target": "24", "starter": "A"},
    {
        "hand": {
            "dealt": {"number": 1}, "few": {"number": 0}, "fill_to": {"number": 1}, "more": {"number": 0},
            "limit": {"number": 8},
        },
        "components": {
            name: 2 * (name == "cards") for name in (
                "scarf", "rope", "cards", "blades", "rabbit", "dove", "tiger", "curtain", "mirrors", "smoke", "crate",
                "cage", "tank", "audience", "formula",
            )
        },
        "specials": {"transform": 0, "take": 0, "encore": 1, "success": 1, "deja_vu": 1, "grand": 1},
        "objectives": {
            f"{letter}{number}": {"domain": "close-up", "level": 1, "needs": ["cards"]}
            for letter in "ciem" for number in range(1, 9)
        },
    },
    last_turns_of_illusio(),
)  # fmt: skip
"""Six cards: two components, and four special actions of which each seat holds one and two lie in the deck."""


def last_turns_of_abracadabra() -> tuple[dict[str, Any], ...]:
    """A has taken his last cards, B has a turn left; an Elemental is a point, in a hand or face down among Tricks."""
    public = {
        "turn": "A", "turns": 499, "phase": "play", "shown": ["fire silver mage"], "top": ["water silver mage"],
        "deck": ["water gold mage", "fire gold mage", "earth gold mage"],
    }  # fmt: skip
    rows = ["vademecum", "air elemental", "exodus"], ["air elemental", "exodus", "vademecum"]
    return tuple(
        {**public, "hand": {"A": ["chaos", mine], "B": [theirs]}, "row": row}
        for row in (*rows, ["exodus", "vademecum", "air elemental"])
        for mine in ("water elemental", "water bronze mage")
        for theirs in ("fire elemental", "fire bronze mage")
    )


ABRACADABRA = SmallBox("abracadabra", 2, {"starter": "A"}, worlds=last_turns_of_abracadabra())
"""The standard box with forty different cards, all but a few of them out of reach."""


def last_turns_of_fata() -> tuple[dict[str, Any], ...]:
    """The third player is out, all lineages are known; A can lay a vision, B has a turn left; hands are hidden."""
    public = {
        "turn": "A", "turns": 999, "half": 2, "phase": "lay", "character": {"A": [], "B": [], "C": []},
        "revealed": {"A": ["lineage red"], "B": ["lineage yellow"], "C": ["lineage purple"]}, "fallen": {"C": 1},
        "display": ["red 1", "yellow 1", "purple 2"], "chest": ["purple -1", "purple 1"],
        "rows": {
            "A": ["draw stone anyone 1", "none", "none", "rob stone anyone 1"], "B": ["draw blank anyone 1"],
        },
        "deck": ["echo", "echo", "gust", "gust", "mirror", "mirror"],
    }  # fmt: skip
    return tuple(
        {**public, "hand": {"A": [mine], "B": ["take scroll neighbour 1", theirs], "C": []}}
        for mine in ("take stone neighbour 1", "take stone two 2")
        for theirs in ("stars", "shield")
    )


FATA = SmallBox("fata", 3, {"starter": "A"}, worlds=last_turns_of_fata())
"""The standard box: it cannot have fewer than 45 cards, nor the table fewer than three players."""


def last_turns_of_zaubercocktail() -> tuple[dict[str, Any], ...]:
    """A and then B are visited for the last time; C and D are far behind, and have nothing to present."""
    public = {
        "phase": "market", "turn": "A", "dealer": "B", "round": 9, "cycle": 1, "recipe": ["recipe 1"],
        "recipes": ["lightning"], "recipes_done": [f"recipe {number}" for number in range(2, 10)],
        "marker": {"A": 29, "B": 29, "C": 0, "D": 0}, "draft_steps": {"A": 120, "B": 120},
        "offer_give": {"A": ["goldrose"], "B": ["faran leaf"]}, "offer_want": {"A": ["faran leaf"], "B": ["goldrose"]},
        "top": ["blue schlums", "greenroot", "lead earth", "gira extract"],
    }  # fmt: skip
    others = {"C": ["blue schlums"], "D": ["greenroot"]}
    return tuple(
        {
            **public,
            "hand": {
                "A": ["goldrose", "troll hair", "troll hair", mine],
                "B": ["faran leaf", "silvergrass", "silvergrass", theirs],
                **others,
            },
        }
        for mine in ("goldrose", "faran leaf")
        for theirs in ("goldrose", "faran leaf")
    )


ZAUBERCOCKTAIL = SmallBox(
    "zaubercocktail", 4, {"cycles": "1"}, worlds=last_turns_of_zaubercocktail(), undo=("clear",), in_order=True
)
"""The standard box: the table cannot have fewer than four players."""

OBJECTIVES = tuple(f"{domain}{number}" for domain in "ciem" for number in range(1, 9))
ILLUSIO_DEALT = SmallBox(
    "illusio", 2, {"target": "1", "starter": "A"},
    {**ILLUSIO.changed, "specials": {**ILLUSIO.changed["specials"], "take": 1, "encore": 0, "deja_vu": 0, "grand": 0}},
    begins={"turns": 997, "magician": (8, 9)}, alike=OBJECTIVES, once=("prepare ",),
)  # fmt: skip
"""From the deal on: four cards, of which each seat holds one; the first point wins; four turns are left (I-G20)."""


def cauldron() -> dict[str, Any]:
    """An edition of Zaubercocktail: seven cards of two kinds, of which each seat is dealt one; one recipe, one step."""
    standard = load("zaubercocktail").standard.data["ingredients"]
    copies = {"blue schlums": 6, "greenroot": 1}
    ingredients = {name: {**kind, "copies": {"number": copies.get(name, 0)}} for name, kind in standard.items()}
    one = {"number": 1}
    stones = "to_end_for_four", "to_end_for_more", "ring_steps", "ring_rank_up_to_five", "ring_rank_for_more"
    return {
        "ingredients": ingredients, "recipes": {"1": {"steps": [3, 2, 1], "back": 1}},
        "lightning": {"with_recipes": {"number": 0}}, "deal": {"first": one, "later": one},
        "stones": dict.fromkeys(stones, one),
        "track": {"final_space": one},
    }  # fmt: skip


ZAUBERCOCKTAIL_DEALT = SmallBox(
    "zaubercocktail", 4, {"cycles": "1", "dealer": "D"}, cauldron(), players=4, undo=("clear",), in_order=True,
    begins={"draft_steps": (119, 120, 120, 120)},
)  # fmt: skip
"""From the deal on, all four play for the win: everybody is visited once, and A may offer or ask for a card (Z-E1)."""

BOXES = {box.name: box for box in (FLAUTZ, ABRACADABRA, FATA, ILLUSIO, ZAUBERCOCKTAIL)} | {
    "illusio, dealt": ILLUSIO_DEALT,
    "zaubercocktail, dealt": ZAUBERCOCKTAIL_DEALT,
}
