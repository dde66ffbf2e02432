"""What bots remember of the events of their seat: every deed as it was done, the same wherever they play."""

from typing import Any

import numpy as np
import pytest

from grimorio.arena.simulate import Match
from grimorio.arena.thinking import SEAT as THINKER
from grimorio.arena.thinking import THINKS, Seating, telling
from grimorio.bots import ARCHMAGE, BOTS, find_bot, whole_move
from grimorio.bots.belief import FREE, NEVER, either, flautz_likely
from grimorio.bots.memory import (
    AFTER_ALL,
    AGO,
    CHALLENGE,
    COUNT,
    FOCUSED,
    GAVE,
    HANDS,
    MEMORIES,
    OPEN,
    REFRESHED,
    REPLACED,
    SAID,
    TOOK,
    VALUED,
    WAIVED,
    WHEN,
    WHICH,
    WHO,
    Memory,
    memory_of,
)  # fmt: skip
from grimorio.bots.prospects import prospects
from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.events import AUDIENCE, CARD, CODE, EVERYBODY, FACES, WIDTH, hear, new_log
from grimorio.engine.kernel import handed, integers, kernel
from grimorio.engine.laws import random_play
from grimorio.engine.layout import NONE
from grimorio.engine.table import Table
from grimorio.games import GAMES, load
from grimorio.games.flautz.actions import EXCHANGE_DECLARING, FOCUS, REFILL, WAIVE
from grimorio.games.flautz.state import KINDS
from grimorio.room.chairs import Chair
from grimorio.room.room import Room

FLAUTZ = load("flautz")
MEMORY = MEMORIES["flautz"]


def remembered(table: Table, seat: int) -> Any:
    return MEMORY.of(table.rows(seat), seat)


def test_where_a_position_was_laid_out_deeds_tell_nothing_before_the_next_challenge() -> None:
    """Nobody knows which cards lay open when they were done."""
    silent = telling = 0
    for seed in range(6):
        dealt = random_play(FLAUTZ, 3, seed, 5)
        laid, begun = dealt.branch(dealt.state), int(dealt.state["challenge"][0])
        assert remembered(dealt, 0)[0, COUNT] > 0
        chance = stream(key_of_seed(seed))
        while not laid.over and laid.state["challenge"][0] <= begun + 1:
            seat = laid.to_act()[0]
            legal = laid.legal(seat)
            laid.apply(seat, legal[below(handed(chance), len(legal))])
            count = remembered(laid, 0)[0, COUNT]
            if laid.state["challenge"][0] == begun:
                assert count == 0
                silent += 1
            else:
                telling += count > 0
    assert silent > 0
    assert telling > 0


def test_who_hears_of_an_event_and_sees_its_card_is_told_so_and_nobody_else() -> None:
    log, heard = new_log(), new_log()
    log[0, CODE] = 3
    log[1, [CODE, CARD, FACES, AUDIENCE]] = 4, 7, 0b01, 0xFF
    log[2, [CODE, CARD, FACES, AUDIENCE]] = 5, 8, 0xFF, 0b10
    log[3, [CODE, CARD, FACES, AUDIENCE]] = 6, 9, 0b10, 0b01
    told = {}
    for seat in (0, 1):
        hear(log, seat, heard)
        told[seat] = [(row[CODE], row[CARD]) for row in heard[1 : heard[0, CODE] + 1].tolist()]
        assert not heard[1:, [FACES, AUDIENCE]].any(), "who else knows is nobody's business"
    assert told == {0: [(4, 7), (6, NONE)], 1: [(4, NONE), (5, 8)]}
    assert WIDTH == AUDIENCE + 1


def open_cards(table: Table) -> list[int]:
    return [*table.state["air"][0].tolist(), *table.state["floor"][0].tolist()]


@pytest.mark.parametrize("seats", [2, 5])
def test_every_deed_is_remembered_with_the_cards_that_lay_open(seats: int) -> None:
    table = random_play(FLAUTZ, seats, 3 + seats, 0)
    chance, deeds, seen, woke = handed(stream(key_of_seed(seats))), list[list[Any]](), set[Any](), [0, 0]
    for _ in range(250):
        if not table.to_act():
            break
        seat, state = table.to_act()[0], table.state
        challenge = int(state["challenge"][0])
        legal = table.legal(seat)
        action = legal[below(chance, len(legal))]
        before, when, late = open_cards(table), int(state["arena_field"][0]), int(state["declarer"][0] != NONE)
        table.apply(seat, action)
        which = action % EXCHANGE_DECLARING // KINDS if action < REFILL or action >= EXCHANGE_DECLARING else None
        if which is not None:
            given = action % EXCHANGE_DECLARING % KINDS
            said = int(action >= EXCHANGE_DECLARING)
            deeds.append([seat, which, late, when, before[which], given, said, *woke, *before])
            woke = [0, 0]
        elif action in {FOCUS, WAIVE}:
            deeds.append([seat, FOCUSED if action == FOCUS else WAIVED, late, when, None, None, 0, 0, 0, *before])
        elif action < FOCUS:
            woke = [action - REFILL + 1, before[action - REFILL]]
        if int(table.state["challenge"][0]) != challenge:
            deeds.clear()
        for viewer in range(seats if table.to_act() else 0):
            past = remembered(table, viewer)
            assert past[0, OPEN:].tolist() == open_cards(table)
            assert past[0, COUNT] == len(deeds)
            for row, deed in zip(past[1:].tolist(), deeds, strict=False):
                told = [row[each] for each in (WHO, WHICH, AFTER_ALL, WHEN, TOOK, GAVE, SAID)]
                told += [row[REFRESHED], row[REPLACED], *row[OPEN:]]
                assert [a for a, b in zip(told, deed, strict=True) if b is not None] == [
                    b for b in deed if b is not None
                ]
                seen |= {deed[1], "after a refill" if deed[7] else deed[1]}
    assert seen >= {FOCUSED, 0, 3, "after a refill"}


@pytest.mark.parametrize("seats", [2, 5])
def test_of_the_last_challenges_all_deeds_and_the_hands_at_their_end_are_remembered(seats: int) -> None:
    table = random_play(FLAUTZ, seats, seats, 0)
    chance, before, over = handed(stream(key_of_seed(seats))), remembered(table, 0), list[tuple[Any, Any]]()
    while table.to_act() and len(over) < AGO + 2:
        challenge = int(table.state["challenge"][0])
        seat = table.to_act()[0]
        legal = table.legal(seat)
        table.apply(seat, legal[below(chance, len(legal))])
        after = remembered(table, 0)
        if int(table.state["challenge"][0]) == challenge:
            before = after
        elif table.to_act():
            over.insert(0, (before, table.state["last_hand"][0, :seats].copy()))
            for ago, (then, hands) in enumerate(over[:AGO], 1):
                kept, count = after[ago * CHALLENGE : (ago + 1) * CHALLENGE], then[0, COUNT]
                assert kept[0, COUNT] in {count, count + 1}  # the last exchange, or something that is no deed
                assert kept[1 : count + 1].tolist() == then[1 : count + 1].tolist()
                assert kept[HANDS : HANDS + seats, : len(hands[0])].tolist() == hands.tolist()
                assert kept[HANDS : HANDS + seats, VALUED].all()
            assert after[0, COUNT] == 0
            assert not after[HANDS : HANDS + seats, VALUED].any()
    assert len(over) > 2


def test_what_is_taken_back_was_never_done() -> None:
    table = random_play(FLAUTZ, 3, 4, 0)
    for which in (0, 0, FOCUS):
        seat, before = table.to_act()[0], remembered(table, 0)
        table.apply(seat, which or table.legal(seat)[0])
    assert remembered(table, 0)[0, COUNT] == before[0, COUNT] + 1
    table.undo(seat)
    after, count = remembered(table, 0), before[0, COUNT]
    assert after[: count + 1].tolist() == before[: count + 1].tolist()


def test_who_takes_back_what_he_did_after_waking_up_has_still_replaced_that_card() -> None:
    """No table lets anybody do that now, since he shows a card; but what is taken back was never done."""
    compared = 0
    for seed in range(20):
        table, chance = random_play(FLAUTZ, 3, seed, 0), handed(stream(key_of_seed(seed)))
        for _ in range(12 * (not table.over)):
            seat, before = table.to_act()[0], remembered(table, 0)
            legal, count = table.legal(seat), before[0, COUNT]
            table.apply(seat, FOCUS if FOCUS in legal and below(chance, 2) else legal[below(chance, len(legal))])
            if before[0, REFRESHED] and remembered(table, 0)[0, COUNT] == count + 1:
                assert remembered(table, 0)[0, REFRESHED] == 0
                back = (NONE, seat, NONE, NONE, NONE, NONE, EVERYBODY, EVERYBODY)
                after = MEMORY.of([*table.rows(0), back], 0)
                assert after[: count + 1].tolist() == before[: count + 1].tolist()
                compared += 1
            if table.over:
                break
    assert compared > 20


class Watched(Seating):
    """Says of every decision how likely the others would have done what they did, with the hands that they have."""

    told = 0

    def think(self, level: str) -> int:
        """Look at the memory first."""
        seat = int(self.numbers[THINKER])
        for other in set(range(self.match.seats)) - {seat}:
            past, state = self.pasts[seat], handed(self.states)
            told = sum(row[WHO] == other for row in past[1 : past[0, COUNT] + 1])
            given = handed(self.match.box), state, past.copy(), other, -FREE, NEVER, prospects()
            found = float(either(*flautz_likely(*given)))
            assert found > -np.log(30) * told - 0.1
            self.told += told
        assert self.pasts[seat][0, OPEN:].tolist() == [
            *self.states["air"][0].tolist(),
            *self.states["floor"][0].tolist(),
        ]
        return super().think(level)


@pytest.mark.compiled_only
def test_a_tournament_tells_bots_what_happens() -> None:
    bots = ("archmage(simulations=40)", "apprentice", "apprentice")
    seating = Watched(Match(FLAUTZ, 3, 2, 5, bots, box=FLAUTZ.box(3)))
    seating.play(0)
    assert seating.told > 20


@kernel
def count_faces(heard: Any, past: Any) -> None:
    """A memory of nothing but how many cards were seen."""
    for row in range(1, heard[0, CODE] + 1):
        past[0, 0] += heard[row, CARD] != NONE


def test_a_tournament_tells_a_seat_no_card_that_it_does_not_see(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grimorio.arena.thinking.memory_of", lambda _game: Memory(count_faces, (1, 1)))
    tell, box, states, log = telling.__wrapped__(FLAUTZ), FLAUTZ.box(3), FLAUTZ.layout.new(), new_log()
    FLAUTZ.start(handed(box), handed(states))
    FLAUTZ.settle(handed(box), handed(states), log)
    rows, who, pasts = log[1 : log[0, CODE] + 1].tolist(), integers(3), integers(3, 1, 1)
    who[:2] = THINKS
    tell(handed(box), who, log, new_log(), pasts)
    cards = [row for row in rows if row[CARD] != NONE]
    seen = [sum(row[AUDIENCE] >> seat & row[FACES] >> seat & 1 for row in cards) for seat in range(3)]
    assert pasts[:, 0, 0].tolist() == [*seen[:2], 0], "who plays by reflex is told nothing"
    assert 0 < seen[0] < len(cards)
    assert log[0, CODE] == 0


@pytest.mark.compiled_only
def test_a_bot_that_remembers_is_told_the_same_in_a_room_as_at_a_table() -> None:
    bot = BOTS["flautz"][ARCHMAGE]
    room = Room(FLAUTZ, [Chair("bot", "", ARCHMAGE), *[Chair("bot", "", "apprentice")] * 2], secret=bytes(32))
    room.deal()
    told = []

    def asked(table: Table, seat: int, rows: Any) -> list[int]:
        chance = handed(stream(key_of_seed(1)))
        return whole_move(table, seat, bot, chance, rows)

    for _ in range(14):
        seat = room.next_bot()
        assert seat is not None
        thought = room.thought(seat)
        if seat == 0:
            table = room.dealt()
            assert list(thought.args[-1]) == list(table.rows(seat))  # type: ignore[attr-defined]
            told.append(asked(table, seat, None) == asked(table.branch(table.state), seat, table.rows(seat)))
        room.submit(seat, thought())
    assert told
    assert all(told)


@pytest.mark.compiled_only
def test_what_was_done_changes_what_is_decided() -> None:
    """Who remembers decides otherwise now and then with the same view; the same events lead to the same decision."""
    bot, differ = find_bot("flautz", "archmage(simulations=200)"), 0
    assert bot is not None
    for seed in range(25):
        table = random_play(FLAUTZ, 3, seed, 9)
        for seat in table.to_act():
            made = {
                name: [whole_move(table, seat, bot, handed(stream(key_of_seed(seed))), rows) for _ in range(2)]
                for name, rows in (("told", None), ("not", ()))
            }
            assert all(one == other for one, other in made.values())
            differ += made["told"] != made["not"]
    assert differ


def test_games_whose_views_say_all_remember_nothing_and_reflexes_neither() -> None:
    for name in GAMES:
        assert (memory_of(name).shape == (1, 1)) == (name not in MEMORIES)
        told = {level for level, bot in BOTS[name].items() if bot.remembers}
        assert told == ({"adept", ARCHMAGE} if name in MEMORIES else set())
