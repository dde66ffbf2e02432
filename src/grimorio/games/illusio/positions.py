"""Positions of Illusio that somebody wrote down: made to hang together, or refused with the reason."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from grimorio.engine.layout import NONE
from grimorio.engine.positions import lying, pack, refuse
from grimorio.games.illusio import state
from grimorio.games.illusio.state import group_of

OBJECTIVE_FIELDS = ("challenge", "preparing", "shown", "kept", "objectives", "dropped")
COMPONENT_FIELDS = ("backstage", "parts", "shown_parts")
LONGEST_WAIT = 2
"""I-G26: one start, and another for an Encore."""
SETTLED = ("slot", "source", "pending", "offered", "offered_card", "offered_by", "scored_of", "scored", "drawer")


def belongs(field: str, row: int, kind: int) -> bool:
    """Which cards may lie where: objectives among themselves, components on the table, the rest with both."""
    if field in OBJECTIVE_FIELDS:
        return kind >= state.OBJECTIVE
    if field in COMPONENT_FIELDS:
        return kind < state.COMPONENTS
    return kind < state.OBJECTIVE


def arrange(table: Any, s: Any, given: Mapping[str, Any]) -> None:
    """Make a position that somebody wrote down hang together: sorted, counted, without gaps, what was given on top."""
    for seat in range(state.SEATS):
        s.cells["hand_size"][seat] = pack(s.cells["hand"][seat], sort=True)
        pack(s.cells["backstage"][seat])
        pack(s.cells["kept"][seat], sort=True)
        pack_places(s, seat)
    for name in ("discards", "dropped", "aside", "specials", "transforms"):
        pack(s.cells[name], sort=True)
    for name in ("discards", "dropped", "aside", "deck", "objectives"):
        s.cells[f"{name}_size"] = len(lying(s.cells[name]))
    s.stacked, s.objectives_stacked = len(given.get("deck", ())), len(given.get("objectives", ()))
    s.changes = len(lying(s.changed))
    for name in ("gone", "old"):
        if name not in given:
            s.cells[name][:] = 0
    if "shown" in given and "wait" not in given:
        s.cells["wait"][:] = s.cells["shown"] != NONE
    check(table, s, given)
    count_backstages(s)


def pack_places(s: Any, seat: int) -> None:
    """Around each objective the empty places are the last."""
    for name in ("parts", "shown_parts"):
        row = s.cells[name][seat]
        for first in range(0, len(row), state.NEEDS):
            pack(row[first : first + state.NEEDS])


def count_backstages(s: Any) -> None:
    """What the components of each backstage count as."""
    for seat in range(state.SEATS):
        counts = kinds_at(s, seat, state.BACKSTAGE)
        s.backstage_size[seat] = counts.total()
        for kind in range(state.COMPONENTS):
            s.backstage_as[seat, kind] = counts[kind]


def kinds_at(s: Any, seat: int, spot: int) -> Counter[int]:
    """What the components at a spot count as."""
    counts = Counter(lying_at(s, seat, spot))
    for i in range(s.changes):
        if s.changed_of[i] == seat and s.changed_at[i] == spot:
            counts[s.changed[i]] -= 1
            counts[s.changed_into[i]] += 1
    return counts


def lying_at(s: Any, seat: int, spot: int) -> list[int]:
    """The components at a spot, as printed."""
    if spot == state.BACKSTAGE:
        places = s.backstage[seat].tolist()
    else:
        name, first = ("parts", state.FIRST_PLACE) if spot < state.FIRST_SHOWN else ("shown_parts", state.FIRST_SHOWN)
        places = s.cells[name][seat].tolist()[(spot - first) * state.NEEDS : (spot - first + 1) * state.NEEDS]
    return [card for card in places if card != NONE]


# ---------------------------------------------------------------- what no table can hold


def check(box: Any, s: Any, given: Mapping[str, Any]) -> None:
    """Refuse a position that no table can hold: the field, and the reason."""
    if s.phase not in {state.ACT, state.DISCARDING, state.ORDERING}:
        refuse("phase", "a position begins with a turn (act), a discard or the order of tricks")
    for name in SETTLED:
        if name in given:
            refuse(name, "belongs to a decision that is half made")
    if not 0 <= s.turn < box.seats or s.turns < 1:
        refuse("turn", "somebody's turn it is")
    if not 0 <= s.acts_left <= state.ACTS or s.opening != (s.phase == state.ORDERING):
        refuse("acts_left", f"0 to {state.ACTS} actions are left, once the tricks are validated")
    if s.aside_size:
        refuse("aside", "belongs to an exchange that is half made")
    check_cards(box, s)
    check_changes(box, s)
    for seat in range(box.seats):
        check_seat(box, s, seat)
        check_tricks(box, s, seat)
        check_memory(box, s, seat)
    check_specials(s)
    check_phase(box, s)


def check_cards(box: Any, s: Any) -> None:
    """Every card lies among its like, and every seat has a magician of its own."""
    for f in state.State.fields:
        if f.of.sort == "card" and f.lies:
            kinds = lying(s.cells[f.name])
            if not all(belongs(f.name, 0, kind) for kind in kinds):
                refuse(f.name, "another sort of card lies there")
    if any(card != state.TRANSFORM for card in lying(s.transforms)):
        refuse("transforms", "only Transform cards lie on components")
    wizards = s.magician.tolist()[: box.seats]
    if len(set(wizards)) < box.seats or NONE in wizards:
        refuse("magician", "every player has another magician")
    if any(points >= box.target for points in s.prestige.tolist()):
        refuse("prestige", "the game would be over")


def check_seat(box: Any, s: Any, seat: int) -> None:
    """Hands within what the rules allow, and components only around objectives that want them."""
    most = state.HAND - 1 - box.more
    if s.hand_size[seat] > most:
        refuse("hand", f"must be at most {most} cards")
    for place in range(state.PREPARING):
        objective = s.preparing[seat, place]
        check_parts(box, s, seat, state.FIRST_PLACE + place, objective, "parts")
        around = len(lying_at(s, seat, state.FIRST_PLACE + place))
        if objective != NONE and around >= box.number[objective - state.OBJECTIVE]:
            refuse("parts", "a complete trick would be shown")


def check_tricks(box: Any, s: Any, seat: int) -> None:
    """Shown tricks are complete, wait for something, and lie without gaps."""
    shown = s.shown[seat].tolist()
    if NONE in shown and any(card != NONE for card in shown[shown.index(NONE) :]):
        refuse("shown", "tricks lie without gaps")
    for trick, objective in enumerate(shown):
        check_parts(box, s, seat, state.FIRST_SHOWN + trick, objective, "shown_parts")
        marks = [s.cells[name][seat, trick] for name in ("wait", "encored", "encores", "deja_vus", "grands")]
        if objective == NONE and any(marks):
            refuse("wait", "only a shown trick waits or has cards on it")
        around = len(lying_at(s, seat, state.FIRST_SHOWN + trick))
        if objective != NONE and around < box.number[objective - state.OBJECTIVE]:
            refuse("shown_parts", "a shown trick has all its components")
        least = 0 if s.phase == state.ORDERING and seat == s.turn else 1
        if objective != NONE and not least <= marks[0] <= LONGEST_WAIT:
            refuse("wait", "a shown trick waits for a start of its owner's turn, or two")
        if objective != NONE and marks[0] > least and s.encores[seat, trick] == 0:
            refuse("encores", "a trick that waits longer than others has an Encore on it")
    if seat == s.turn and s.phase == state.ACT and sum(card != NONE for card in shown) > state.SHOWN - s.acts_left:
        refuse("shown", f"must be at most {state.SHOWN - s.acts_left} tricks then")


def check_specials(s: Any) -> None:
    """What is counted on tricks is what lies on them."""
    counted = Counter(lying(s.specials))
    for card, name in ((state.ENCORE, "encores"), (state.DEJA_VU, "deja_vus"), (state.GRAND, "grands")):
        if counted[card] != int(s.cells[name].sum()):
            refuse("specials", f"holds as many cards as {name} counts")


def check_parts(box: Any, s: Any, seat: int, spot: int, objective: int, name: str) -> None:
    """The components around an objective fit."""
    groups = Counter(group_of(kind) for kind in kinds_at(s, seat, spot).elements())
    if objective == NONE and groups:
        refuse(name, "components lie only around an objective")
    if any(number > box.room[objective - state.OBJECTIVE, group] for group, number in groups.items()):
        refuse(name, "components lie only where they fit")


def check_changes(box: Any, s: Any) -> None:
    """Changed components lie where they are said to, and as many Transform cards as are counted."""
    spots: Counter[tuple[int, int, int]] = Counter()
    for i in range(s.changes):
        if not 0 <= s.changed_of[i] < box.seats or s.changed_at[i] == NONE or s.changed_into[i] == NONE:
            refuse("changed", "says of each component what it counts as, whose it is and where it lies")
        if s.changed[i] == s.changed_into[i] and s.changed_by[i] == 0:
            refuse("changed", "names a component that is not changed")
        spots[s.changed_of[i], s.changed_at[i], s.changed[i]] += 1
    for (seat, spot, kind), number in spots.items():
        if lying_at(s, seat, spot).count(kind) < number:
            refuse("changed", "names a component that does not lie there")
    if sum(s.changed_by.tolist()) != len(lying(s.transforms)):
        refuse("transforms", "holds as many cards as changed_by counts")


def check_memory(box: Any, s: Any, seat: int) -> None:
    """What a seat is said to know is true."""
    facts = Counter((card, s.seen_in[seat, i]) for i, card in enumerate(s.seen[seat].tolist()) if card != NONE)
    for (card, hands), number in facts.items():
        others = [other for other in range(box.seats) if hands >> other & 1 and other != seat]
        if sum(s.hand[other].tolist().count(card) for other in others) < number:
            refuse("seen", "names a card that is in none of these hands")


def check_phase(box: Any, s: Any) -> None:
    """There is something to decide."""
    if s.phase == state.DISCARDING and s.hand_size[s.turn] <= box.limit:
        refuse("phase", "nothing has to be discarded")
    due = sum(s.shown[s.turn, trick] != NONE and s.wait[s.turn, trick] == 0 for trick in range(state.SHOWN))
    if s.phase == state.ORDERING and due < 2:  # noqa: PLR2004 - a choice is between two
        refuse("phase", "fewer than two tricks are due")
