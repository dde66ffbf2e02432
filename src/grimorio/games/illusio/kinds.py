"""Components by their groups, and which of them can stand for which (I-R17, I-G28).

A kind is a number from 0 to 14: four Accessories, three Animals, three Artifices, three Boxes, Audience, Formula.
"""

from grimorio.engine.kernel import kernel
from grimorio.games.illusio.state import ACCESSORIES, COMPONENTS, GROUPS, TYPED

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


@kernel
def change_number(old: int, new: int) -> int:
    """The place of a change in `CHANGES`."""
    first = first_of(group_of(old))
    others = first_of(group_of(old) + 1) - first - 1
    return before(group_of(old), 1) + (old - first) * others + new - first - (new > old)


@kernel
def like_number(one: int, other: int) -> int:
    """The place of a pair in `LIKE`."""
    first = first_of(group_of(one))
    size = first_of(group_of(one) + 1) - first
    return before(group_of(one), 0) + (one - first) * size + other - first


@kernel
def before(group: int, less: int) -> int:
    """Pairs of the groups before this one: size times (size - less) each."""
    pairs = 0
    for each in range(group):
        size = first_of(each + 1) - first_of(each)
        pairs += size * (size - less)
    return pairs


@kernel
def pair_at(number: int, less: int) -> tuple[int, int]:
    """The pair with a number in `CHANGES` (`less` is 1) or in `LIKE` (0)."""
    group = 0
    while before(group + 1, less) <= number:
        group += 1
    first = first_of(group)
    others = first_of(group + 1) - first - less
    place = number - before(group, less)
    one, other = place // others, place % others
    return first + one, first + other + (less and other >= one)
