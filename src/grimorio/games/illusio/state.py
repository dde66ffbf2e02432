"""The layout of an Illusio table: every place a card can lie, what each seat has seen, and who sees it."""

from typing import Any

import numpy as np

from grimorio.engine.kernel import kernel, readable
from grimorio.engine.layout import (
    ALL,
    FLAG,
    NOBODY,
    NONE,
    OWNER,
    Cards,
    Layout,
    Number,
    Numbers,
    Position,
    card,
    count,
    field,
    one_of,
    seat,
    seats,
    tally,
)

SEATS = 6
HAND = 12
"""Room in a hand: eight, what Grimaldo returns, what is drawn, one to spare (I-R6, I-R11, I-T15)."""
ACTS = 2
"""I-R7: actions in a turn."""

# Kinds of cards: the components in the order of their groups, then the special actions, then the objectives.
KIND_NAMES = (
    "scarf", "rope", "cards", "blades", "rabbit", "dove", "tiger", "curtain", "mirrors", "smoke", "crate", "cage",
    "tank", "audience", "formula",
)  # fmt: skip
COMPONENTS = len(KIND_NAMES)
TYPED = 13
"""Kinds with a type of their own; Audience and Formula have none (I-R17)."""
AUDIENCE = 13
ACCESSORIES = 4
GROUP_NAMES = ("accessory", "animal", "artifice", "box", "audience", "formula")
GROUPS = len(GROUP_NAMES)
SPECIAL_NAMES = ("transform", "take", "encore", "success", "deja vu", "grand")
TRANSFORM, TAKE, ENCORE, SUCCESS, DEJA_VU, GRAND = range(COMPONENTS, COMPONENTS + len(SPECIAL_NAMES))
PLAYING = COMPONENTS + len(SPECIAL_NAMES)
"""Kinds that can be in a hand."""
OBJECTIVE = PLAYING
"""The first objective."""
DOMAINS = ("close-up", "illusion", "escape", "mentalism")
OBJECTIVE_NAMES = tuple(f"{letter}{number}" for letter in "ciem" for number in range(1, 9))
OBJECTIVES = len(OBJECTIVE_NAMES)
KINDS = OBJECTIVE + OBJECTIVES
NEEDS = 4
"""Components that an objective asks for, at most (I-F5)."""
ANY_OF = COMPONENTS
"""A need of this number and above: any component of a group."""

PIECES = 64
"""Components in a box, at most; all of them may lie in one backstage (I-G15)."""
CARDS = 96
"""Components and special actions in a box, at most."""
TRANSFORMS = 8
ENCORES = 4
ON_TRICKS = ENCORES + 16
"""Special actions that lie on shown tricks, at most."""
CHALLENGE = 4
PREPARING = 2
"""I-R9: objectives in preparation, at most."""
SHOWN = ACTS + ENCORES
"""Shown tricks of a seat: two of this turn, and one for each Encore that holds an older one."""
FACTS = 16
"""Cards in other hands that a seat remembers."""

BACKSTAGE = 0
FIRST_PLACE = 1
"""Where a component lies: in the backstage, at one of two objectives in preparation, at one of six shown tricks."""
FIRST_SHOWN = FIRST_PLACE + PREPARING
SPOTS = FIRST_SHOWN + SHOWN
SPOT_NAMES = (
    "backstage",
    *(f"preparing {n + 1}" for n in range(PREPARING)),
    *(f"shown {n + 1}" for n in range(SHOWN)),
)

MAGICIANS = (
    "savano", "shaozu", "miss dominated", "otto von kasten", "madame specchia", "baptiste twins",
    "silas lightfinger", "grimaldo", "ivan zamok", "lady ashcombe",
)  # fmt: skip
SAVANO, SHAOZU, DOMINATED, OTTO, SPECCHIA, TWINS, SILAS, GRIMALDO, ZAMOK, ASHCOMBE = range(len(MAGICIANS))

ACT, EXCHANGING, TAKING_ON, SWAPPING, WHICH_ONE, ORDERING, DISCARDING, AUTOMATIC, OVER = range(9)
PHASES = ("act", "exchange", "prepare", "swap", "which", "order", "discard", "automatic", "over")

FILL, DRAW, NEXT_TURN, VALIDATE, SCORE, END_TURN = range(6)
STEPS = ("fill", "draw", "next-turn", "validate", "score", "end-turn")
"""What happens of itself when nobody has to decide."""

BY_TARGET, BY_GUARD = range(2)
ENDINGS = ("target", "guard")
LIMIT = 1000
"""I-G20: turns after which the game is cut."""
MOST_PRESTIGE = 60


class Box(Layout):
    """An edition and what the table agreed on. All of it is public."""

    deck: Cards = field("i1", (CARDS + OBJECTIVES,), ALL, "every card of the box", card(KINDS), is_set=True)
    playing: Cards = field("i1", (CARDS,), ALL, "components and special actions", card(PLAYING), is_set=True)
    playing_size: Number = field("i1", (), ALL, "how many of them there are", count(CARDS))
    needs: Numbers = field("i1", (OBJECTIVES, NEEDS), ALL, "what each objective asks for", count(COMPONENTS + GROUPS))
    number: Numbers = field("i1", (OBJECTIVES,), ALL, "how many components it asks for", count(NEEDS))
    room: Numbers = field("i1", (OBJECTIVES, GROUPS), ALL, "how many of each group it asks for", count(NEEDS))
    exact: Numbers = field("i1", (OBJECTIVES,), ALL, "how many exact types it asks for", count(NEEDS))
    level: Numbers = field("i1", (OBJECTIVES,), ALL, "level of each objective (I-R16)", count(NEEDS))
    domain: Numbers = field("i1", (OBJECTIVES,), ALL, "domain of each objective (I-R18)", one_of(*DOMAINS))
    seats: Number = field("i1", (), ALL, "players at the table", count(SEATS))
    starter: Number = field("i1", (), ALL, "first player named by the table (I-G23)", seat(SEATS))
    target: Number = field("i1", (), ALL, "prestige that wins (I-R19)", count(MOST_PRESTIGE))
    dealt: Number = field("i1", (), ALL, "cards of the first hand (I-R5)", count(HAND))
    few: Number = field("i1", (), ALL, "with fewer cards the hand is filled up (I-R6)", count(HAND))
    fill_to: Number = field("i1", (), ALL, "how far (I-R6)", count(HAND))
    more: Number = field("i1", (), ALL, "cards drawn otherwise (I-R6)", count(HAND))
    limit: Number = field("i1", (), ALL, "cards a hand may keep (I-R11)", count(HAND))
    grand: Number = field("i1", (), ALL, "points of a Grand (I-R26)", count(9))
    deja_vu: Number = field("i1", (), ALL, "points a Deja Vu takes (I-R25)", count(9))
    bonus: Number = field("i1", (), ALL, "points of a bonus talent (I-G22)", count(9))
    bonus_level: Number = field("i1", (), ALL, "level from which on Lady Ashcombe's talent counts", count(NEEDS))
    least: Number = field("i1", (), ALL, "components a backstage needs for Grimaldo's talent", count(PIECES))


class State(Position):
    """The position of an Illusio table."""

    phase: Number = field("i1", (), ALL, "what is to be decided", one_of(*PHASES))
    step: Number = field("i1", (), ALL, "what happens next of itself", one_of(*STEPS), inner=True)
    turn: Number = field("i1", (), ALL, "seat whose turn it is", seat(SEATS))
    turns: Number = field("i2", (), ALL, "turns begun (I-G20)", count(LIMIT))
    acts_left: Number = field("i1", (), ALL, "actions left in this turn (I-R7)", count(ACTS))
    talent_used: Number = field("i1", (), ALL, "the talent was used in this turn (I-R8)", FLAG)
    opening: Number = field("i1", (), ALL, "tricks are being validated before the draw (I-G17)", FLAG, inner=True)
    magician: Numbers = field("i1", (SEATS,), ALL, "magician of each seat (I-R2)", one_of(*MAGICIANS), by_seat=True)
    prestige: Numbers = field("i2", (SEATS,), ALL, "points of each seat", count(MOST_PRESTIGE), by_seat=True)
    bonus_used: Numbers = field(
        "i1", (SEATS,), ALL, "the bonus talent has counted in this turn (I-G22)", FLAG, by_seat=True
    )
    challenge: Cards = field("i1", (CHALLENGE,), ALL, "objectives open to all (I-R4)", card(KINDS))
    preparing: Cards = field(
        "i1", (SEATS, PREPARING), ALL, "objectives in preparation (I-R9)", card(KINDS), by_seat=True
    )
    parts: Cards = field(
        "i1",
        (SEATS, PREPARING * NEEDS),
        ALL,
        "components around them, four places each",
        card(COMPONENTS),
        by_seat=True,
        axes=(PREPARING, NEEDS),
    )
    shown: Cards = field("i1", (SEATS, SHOWN), ALL, "shown tricks, the oldest first (I-R12)", card(KINDS), by_seat=True)
    shown_parts: Cards = field(
        "i1",
        (SEATS, SHOWN * NEEDS),
        ALL,
        "components around them, four places each",
        card(COMPONENTS),
        by_seat=True,
        axes=(SHOWN, NEEDS),
    )
    wait: Numbers = field(
        "i1", (SEATS, SHOWN), ALL, "starts of the owner's turn a trick still waits for (I-G26)", count(2), by_seat=True
    )
    encored: Numbers = field("i1", (SEATS, SHOWN), ALL, "Encore in this round (I-G26)", FLAG, by_seat=True)
    encores: Numbers = field("i1", (SEATS, SHOWN), ALL, "Encores on a trick", count(ENCORES), by_seat=True)
    deja_vus: Numbers = field("i1", (SEATS, SHOWN), ALL, "Deja Vus on a trick", count(4), by_seat=True)
    grands: Numbers = field("i1", (SEATS, SHOWN), ALL, "Grands on a trick", count(4), by_seat=True)
    specials: Cards = field("i1", (ON_TRICKS,), ALL, "special actions on shown tricks", card(PLAYING), is_set=True)
    kept: Cards = field(
        "i1", (SEATS, OBJECTIVES), ALL, "validated objectives (I-R15)", card(KINDS), is_set=True, by_seat=True
    )
    backstage: Cards = field(
        "i1",
        (SEATS, PIECES),
        ALL,
        "components in each backstage, as printed",
        card(COMPONENTS),
        is_set=True,
        by_seat=True,
    )
    backstage_size: Numbers = field("i1", (SEATS,), ALL, "how many they are", count(PIECES), by_seat=True)
    backstage_as: Numbers = field(
        "i1",
        (SEATS, COMPONENTS),
        ALL,
        "what they count as, changes included",
        tally(COMPONENTS),
        by_seat=True,
        lies=False,
    )
    changes: Number = field("i1", (), ALL, "components that are changed (I-G6)", count(PIECES))
    changed: Cards = field("i1", (PIECES,), ALL, "changed components, as printed", card(COMPONENTS), lies=False)
    changed_into: Cards = field("i1", (PIECES,), ALL, "what they count as", card(COMPONENTS), lies=False)
    changed_of: Numbers = field("i1", (PIECES,), ALL, "whose they are", seat(SEATS))
    changed_at: Numbers = field("i1", (PIECES,), ALL, "where they lie", one_of(*SPOT_NAMES))
    changed_by: Numbers = field("i1", (PIECES,), ALL, "Transform cards on them", count(TRANSFORMS))
    transforms: Cards = field("i1", (TRANSFORMS,), ALL, "Transform cards on components", card(PLAYING), is_set=True)
    aside: Cards = field("i1", (HAND,), ALL, "cards set aside for an exchange (I-G9)", card(PLAYING), is_set=True)
    aside_size: Number = field("i1", (), ALL, "how many they are", count(HAND))
    slot: Number = field("i1", (), ALL, "place of the objective that is being taken on", count(PREPARING))
    source: Number = field("i1", (), ALL, "place of the Challenge it came from", count(CHALLENGE), inner=True)
    pending: Number = field(
        "i2", (), ALL, "action that waits for a choice between like components", count(2000), inner=True
    )
    offered: Cards = field("i1", (1,), ALL, "what the Twins give, as it counts", card(COMPONENTS), lies=False)
    offered_card: Cards = field("i1", (1,), ALL, "what they give, as printed", card(COMPONENTS), lies=False)
    offered_by: Number = field("i1", (), ALL, "Transform cards on it", count(TRANSFORMS))
    scored_of: Number = field("i1", (), ALL, "whose trick is validated next", seat(SEATS), inner=True)
    scored: Number = field("i1", (), ALL, "which of them", count(SHOWN), inner=True)
    drawer: Number = field("i1", (), ALL, "who draws next", seat(SEATS), inner=True)
    hand: Cards = field("i1", (SEATS, HAND), OWNER, "cards of each seat, sorted", card(PLAYING), is_set=True)
    hand_size: Numbers = field("i1", (SEATS,), ALL, "cards in each hand", count(HAND), by_seat=True)
    seen: Cards = field("i1", (SEATS, FACTS), OWNER, "cards a seat saw go to other hands", card(PLAYING), lies=False)
    seen_in: Numbers = field("u1", (SEATS, FACTS), OWNER, "in which of them each can be", seats(SEATS))
    gone: Numbers = field(
        "i1", (PLAYING,), ALL, "copies of each card shuffled into the deck and unseen since", count(12)
    )
    old: Numbers = field("i1", (SEATS,), ALL, "cards held at least since that shuffle", count(HAND), by_seat=True)
    deck: Cards = field(
        "i1", (CARDS,), NOBODY, "components and special actions, in no order but for the stacked ones", card(PLAYING)
    )
    deck_size: Number = field("i1", (), ALL, "cards in the deck", count(CARDS))
    stacked: Number = field("i1", (), NOBODY, "cards on top of the deck whose order is fixed", count(CARDS))
    discards: Cards = field("i1", (CARDS,), ALL, "discards, which lie open", card(PLAYING), is_set=True)
    discards_size: Number = field("i1", (), ALL, "how many they are", count(CARDS))
    objectives: Cards = field("i1", (OBJECTIVES,), NOBODY, "the objectives' deck, in no order", card(KINDS))
    objectives_size: Number = field("i1", (), ALL, "objectives in the deck", count(OBJECTIVES))
    objectives_stacked: Number = field("i1", (), NOBODY, "objectives on top whose order is fixed", count(OBJECTIVES))
    dropped: Cards = field("i1", (OBJECTIVES,), ALL, "discarded objectives", card(KINDS), is_set=True)
    dropped_size: Number = field("i1", (), ALL, "how many they are", count(OBJECTIVES))
    winner: Number = field("i1", (), ALL, "who has reached the target", seat(SEATS))
    ending: Number = field("i1", (), ALL, "how the game ended", one_of(*ENDINGS))


# ---------------------------------------------------------------- which kinds can stand for which (I-R17, I-G28)

OF_A_GROUP = 3
"""Kinds of a group, but for the Accessories, who are one more."""


@kernel
def group_of(kind: int) -> int:
    """The group of a component: 0 Accessories, 1 Animals, 2 Artifices, 3 Boxes, 4 Audience, 5 Formulas."""
    if kind < ACCESSORIES:
        return 0
    return 1 + (kind - ACCESSORIES) // OF_A_GROUP if kind < TYPED else kind - TYPED + GROUPS - 2


@kernel
def first_of(group: int) -> int:
    """The first kind of a group; of `GROUPS` the number of all kinds."""
    if group == 0:
        return 0
    return ACCESSORIES + (group - 1) * OF_A_GROUP if group < GROUPS - 1 else TYPED + group - GROUPS + 2


CHANGES = tuple(
    (old, new) for old in range(TYPED) for new in range(TYPED) if old != new and group_of(old) == group_of(new)
)
"""What a talent can make of what: kinds of the same group."""
LIKE = tuple(
    (one, other) for one in range(COMPONENTS) for other in range(COMPONENTS) if group_of(one) == group_of(other)
)
"""Pairs of kinds of the same group."""


def _numbers(pairs: tuple[tuple[int, int], ...]) -> Any:
    """For two kinds their place among some pairs."""
    made = np.full((COMPONENTS, COMPONENTS), NONE, np.int32)
    for number, pair in enumerate(pairs):
        made[pair] = number
    return readable(made)


CHANGE_NUMBER, LIKE_NUMBER = _numbers(CHANGES), _numbers(LIKE)
ALL_PAIRS = readable(np.array([LIKE, CHANGES + LIKE[len(CHANGES) :]], np.int32))
"""The pairs of `LIKE` and of `CHANGES`, which are fewer, by their places."""


@kernel
def change_number(old: int, new: int) -> int:
    """The place of a change in `CHANGES`."""
    return int(CHANGE_NUMBER[old, new])


@kernel
def like_number(one: int, other: int) -> int:
    """The place of a pair in `LIKE`."""
    return int(LIKE_NUMBER[one, other])


@kernel
def pair_at(number: int, less: int) -> tuple[int, int]:
    """The pair with a number in `CHANGES` (`less` is 1) or in `LIKE` (0)."""
    return int(ALL_PAIRS[less, number, 0]), int(ALL_PAIRS[less, number, 1])
