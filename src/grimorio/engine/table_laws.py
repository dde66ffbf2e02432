"""Laws of a table, whatever its game: done whole or not at all, refused without telling, kept without loss."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from grimorio.engine.chance import APART, WORDS, below
from grimorio.engine.events import Event
from grimorio.engine.kernel import handed
from grimorio.engine.laws import ENGINE_CHANCE, require, viewers, world
from grimorio.engine.layout import ALL, SPECTATOR
from grimorio.engine.refusal import Refusal, Refused
from grimorio.engine.table import Table

NUMBERS: tuple[Any, ...] = (None, 0.0, True, b"0", np.int64(0), np.zeros(1, np.int64), [], -1, 1 << 70)
CHANCE_PARTS = ("key", "counter", "used")
"""What tells of a stream of chance whether anything was drawn from it."""
NO_SEATS: tuple[Any, ...] = (*NUMBERS, "A", np.int8(0), 99)
NO_ACTIONS: tuple[Any, ...] = (*NUMBERS, {}, "no such thing", "\ud800")
"""What nobody may be asked to understand."""


def fingerprint(table: Table) -> tuple[object, ...]:
    """Everything about a table that a failed call must leave as it was."""
    told = tuple(table.moment(viewer) for viewer in viewers(table))
    undo = tuple(table.why_no_undo(seat) for seat in range(table.seats))
    return table.state.tobytes(), told, table.log.packed(), undo, table.to_act()


def whatever_is_raised_changes_nothing(table: Table) -> None:
    """Seats and actions that are none get a clear error before any rule sees them, alone or in a group."""
    before, seat = fingerprint(table), table.to_act()[0]
    legal = table.legal(seat)[0]
    calls: list[tuple[Any, Sequence[Any]]] = [(strange, (legal,)) for strange in NO_SEATS]
    calls += [(seat, group) for strange in NO_ACTIONS for group in ((strange,), (legal, strange), (strange, legal))]
    for who, what in calls:
        try:
            table.apply_all(who, what)
        except (Refused, TypeError, ValueError) as error:
            require(holds=bool(str(error)), law="an error says what is wrong", found=(who, what))
        else:
            require(holds=False, law="what is no seat or no action is refused", found=(who, what))
        require(holds=fingerprint(table) == before, law="whatever is raised changes nothing", found=(who, what))


def a_fault_in_the_rules_changes_nothing(table: Table, seat: int, action: int, fault: BaseException) -> None:
    """A decision that breaks off in the middle, for whatever reason, leaves the table as it was."""
    before, other = fingerprint(table), table.branch(table.state)

    def broken(*_arguments: object) -> None:
        raise fault

    vars(table)["_note"] = broken
    try:
        table.apply(seat, action)
    except type(fault):
        pass
    finally:
        del vars(table)["_note"]
    require(holds=fingerprint(table) == before, law="a decision is made whole or not at all", found=fault)
    require(holds=other.state.tobytes() == table.state.tobytes(), law="a decision is made whole or not at all")


def refusal_of(table: Table, seat: int, group: Sequence[Any]) -> object:
    """Why a group of decisions is refused; None where it is not."""
    try:
        table.branch(table.state).apply_all(seat, group)
    except Refused as refused:
        return refused.refusal
    return None


def a_group_is_no_peek(table: Table, seat: int, seed: int) -> None:
    """A refused group of decisions tells a seat nothing: it is refused alike in every world that looks the same.

    What does more than prepare another decision is never made before the last, whatever that would be.
    """
    other = world(table, seat, seed)
    for part in CHANCE_PARTS:
        other.state[part] = table.state[part]
    legal = table.legal(seat)
    probes = [*legal[:6], *range(0, table.game.actions, max(1, table.game.actions // 12)), table.game.actions - 1]
    for first in legal:
        if not table.game.composes[first]:
            why = refusal_of(table, seat, (first, first))
            alone = isinstance(why, Refusal) and why.code == "not-together"
            require(holds=alone, law="only what prepares comes before the last of a group", found=(first, why))
        for probe in probes:
            here, there = refusal_of(table, seat, (first, probe)), refusal_of(other, seat, (first, probe))
            if here is not None and there is not None:
                require(holds=here == there, law="a refused group tells nothing", found=(first, probe, here, there))
            elif here != there:
                shown = not table.game.composes[first]
                require(holds=not shown, law="a group is refused alike in all worlds", found=(first, probe))


def what_composes_shows_nothing(table: Table, seat: int) -> None:
    """An action that only prepares another one draws no chance, and nobody else can tell that it was made."""
    for action in table.legal(seat):
        if not table.game.composes[action]:
            continue
        after = table.branch(table.state)
        after.apply(seat, action)
        same = all(after.state[part].tobytes() == table.state[part].tobytes() for part in CHANCE_PARTS)
        require(holds=same, law="what composes draws nothing", found=action)
        require(holds=seat in after.to_act(), law="who composes goes on", found=action)
        for viewer in (SPECTATOR, *range(table.seats)):
            if viewer != seat:
                require(holds=not after.events(viewer), law="what composes is told to nobody", found=action)
                alike = after.view(viewer).tobytes() == table.view(viewer).tobytes()
                require(holds=alike, law="what composes is seen by nobody", found=action)


def in_one_go(table: Table, seat: int, first: int, chance: Any) -> tuple[int, ...]:
    """A decision; where it only prepares another one, as often as not what comes next too, as one group."""
    group, apart = [first], table.branch(table.state)
    while table.game.composes[group[-1]] and below(handed(chance), 2):
        apart.apply(seat, group[-1])
        legal = apart.legal(seat)
        group.append(legal[below(handed(chance), len(legal))])
    return tuple(group)


def a_table_is_what_was_kept(table: Table) -> None:
    """A table from its snapshot is the same table: state, log, events, what can be taken back."""
    kept = table.snapshot()
    again = Table.restore(table.game, kept, table.edition)
    require(holds=fingerprint(again) == fingerprint(table), law="a restored table is the same table")
    require(holds=again.snapshot() == kept, law="a snapshot of a restored table is the same bytes")
    for viewer in viewers(table):
        require(holds=again.events(viewer) == table.events(viewer), law="a restored table tells the same", found=viewer)


def a_table_is_its_log(table: Table) -> None:
    """A table on which the same entries are made is the same table, also after steps were taken back."""
    again = Table(
        table.game,
        table.seats,
        options=table.options,
        edition=table.edition,
        secret=table.secret,
        nonces=table.nonces,
        names=table.names,
        bots=table.bots,
    )
    for entry in table.log:
        again.enter(entry)
    require(holds=fingerprint(again) == fingerprint(table), law="a table is what its log makes of a deal")
    for viewer in viewers(table):
        require(holds=again.events(viewer) == table.events(viewer), law="a table is its log to all", found=viewer)


def a_new_deal_forgets(table: Table, seat: int, action: int, seed: int) -> int:
    """After an event of `Game.afresh` what is hidden is the same, whatever was hidden before, if chance is the same.

    So what anybody held in an earlier deal says nothing of this one, and may be shown. In how many worlds it was tried.
    """
    tried = 0
    for viewer in range(table.seats):
        here, there = table.branch(table.state), world(table, viewer, seed)
        for part in ENGINE_CHANCE:
            there.state[part] = table.state[part]
        if action not in there.legal(seat):
            continue
        dealt = [any(event.kind in table.game.afresh for event in _after(each, seat, action)) for each in (here, there)]
        if all(dealt):
            tried += 1
            for f in table.game.layout.fields:
                same = f.audience == ALL or here.state[f.name].tobytes() == there.state[f.name].tobytes()
                require(holds=same, law="a new deal forgets what was hidden", found=f.name)
    return tried


def a_new_deal_lies_apart(table: Table, seat: int, action: int) -> int:
    """After an event of `Game.afresh` what is hidden is the same however much was drawn before, in a stream apart.

    So a tournament plays the same deals to the end of a game. Returns whether it was tried.
    """
    here, there = table.branch(table.state), table.branch(table.state)
    for drawn, each in ((0, here), (3, there)):
        each.state["counter"], each.state["used"] = APART + drawn, WORDS
    dealt = [any(event.kind in table.game.afresh for event in _after(each, seat, action)) for each in (here, there)]
    for f in table.game.layout.fields if all(dealt) else ():
        same = f.audience == ALL or here.state[f.name].tobytes() == there.state[f.name].tobytes()
        require(holds=same, law="a new deal lies apart", found=f.name)
    return int(all(dealt))


def _after(table: Table, seat: int, action: int) -> list[Event]:
    """What everybody saw of a decision."""
    table.apply(seat, action)
    return table.events(SPECTATOR)
