"""The market of Zaubercocktail: many at once, the clock, whole offers, and bots that trade."""

import hashlib
import os
import threading
from collections import Counter
from typing import Any

import numpy as np
import pytest

from grimorio.arena.simulate import Match, simulate
from grimorio.bots import BOTS, RANDOM, whole_move
from grimorio.engine import laws, record
from grimorio.engine.chance import below, key_of_seed, open_stream, stream
from grimorio.engine.giving import Giver
from grimorio.engine.kernel import handed
from grimorio.engine.layout import LETTERS, SPECTATOR
from grimorio.engine.refusal import Refused
from grimorio.engine.table import Table
from grimorio.games.zaubercocktail import GAME
from grimorio.games.zaubercocktail.actions import ACCEPT, CLEAR, GIVE, HAND_IN, PASS, POST, STONE, WANT, WITHDRAW
from grimorio.games.zaubercocktail.rules.rounds import turn_recipe
from grimorio.games.zaubercocktail.rules.setup import start
from grimorio.games.zaubercocktail.state import KINDS, LIGHTNING, LIVE, MARKET, PRESENTING, SEATS, STEPS

APPRENTICE = BOTS["zaubercocktail"]["apprentice"]

TRADES = int(os.environ.get("GRIMORIO_TRADES", "2000"))


def fresh(seats: int = 4, number: int = 0, **options: str) -> Table:
    return Table(GAME, seats, options={"dealer": "A", **options}, secret=bytes([number]) * 32)


def given(position: dict[str, Any], seats: int = 4, **options: str) -> Table:
    table = fresh(seats, 0, **options)
    Giver(GAME, table, "test").give(position)
    return table


def phase(table: Table) -> int:
    return int(table.state["phase"][0])


# ---------------------------------------------------------------- seven at the same moment


class WatchedTable(Table):
    """A table that judges every acceptance once more, by plain arithmetic, at the moment it arrives."""

    wrong: list[str]

    def apply_all(self, seat: int, actions: Any, at: int = 0) -> Any:
        """As any table; and write down what was judged wrongly."""
        with self._lock:
            valid = len(actions) == 1 and self._could_accept(seat, int(actions[0]))
            before, trading = self.state["hand"][0].copy(), phase(self) == MARKET
            try:
                told = super().apply_all(seat, actions, at)
            except Refused as refused:
                if valid:
                    self.wrong.append(f"refused: {refused}")
                raise
            if ACCEPT <= actions[0] < WITHDRAW and not valid:
                self.wrong.append("accepted what was void")
            if trading and not np.array_equal(before.sum(axis=0), self.state["hand"][0].sum(axis=0)):
                self.wrong.append("a card lost or doubled")
            return told

    def _could_accept(self, seat: int, action: int) -> bool:
        other, s = action - ACCEPT, self.state[0]
        if not 0 <= other < self.seats or other == seat or s["phase"] != MARKET or not s["offer_open"][other]:
            return False
        trading = s["stone"][seat] == 0 and s["stone"][other] == 0 and s["offer_to"][other] in {-1, seat}
        has = (s["hand"][seat] >= s["offer_want"][other]).all() and (s["hand"][other] >= s["offer_give"][other]).all()
        return bool(trading and has)


class Trader(threading.Thread):
    """One seat in a thread of its own: it accepts whatever it can pay, and posts random offers otherwise."""

    def __init__(self, table: WatchedTable, seat: int, done: threading.Event, barrier: threading.Barrier) -> None:
        super().__init__()
        self.table, self.seat, self.done, self.barrier = table, seat, done, barrier
        self.chance = handed(stream(key_of_seed(seat, "trader")))
        self.trades = self.late = 0
        self.failed: BaseException | None = None

    def run(self) -> None:
        """Trade until enough is traded."""
        self.barrier.wait()
        try:
            while not self.done.is_set() and not self.table.over:
                self.trade()
        except BaseException as error:  # noqa: BLE001 - told by the test
            self.failed = error

    def trade(self) -> None:
        """One word at the market."""
        table, view = self.table, self.table.view(self.seat)[0]
        legal = table.legal(self.seat)
        payable = [number for number in legal if ACCEPT <= number < WITHDRAW]
        if HAND_IN in legal:
            actions = [HAND_IN]
        elif payable:
            actions = [payable[below(self.chance, len(payable))]]
        else:
            actions = self.offer(view)
        try:
            table.apply_all(self.seat, actions)
            self.trades += ACCEPT <= actions[0] < WITHDRAW
        except Refused:
            self.late += 1

    def offer(self, view: Any) -> list[int]:
        """One card of the hand for any card of the box."""
        hand = [kind for kind in range(KINDS) for _ in range(int(view["hand"][kind]))]
        begun = [CLEAR] if view["draft_give"].any() or view["draft_want"].any() else []
        deck = [kind for kind in self.table.game.deck(self.table.box) if kind < KINDS]
        give, want = hand[below(self.chance, len(hand))], deck[below(self.chance, len(deck))]
        return [*begun, GIVE + give, WANT + want, POST]


def market(wanted: int, secret: bytes) -> tuple[WatchedTable, list[Trader]]:
    """Seven threads trade at one market until so much was traded."""
    table = WatchedTable(GAME, 7, options={"market": "live", "cycles": "4000", "dealer": "A"}, secret=secret)
    table.wrong = []
    done, barrier = threading.Event(), threading.Barrier(SEATS)
    traders = [Trader(table, seat, done, barrier) for seat in range(SEATS)]
    for trader in traders:
        trader.start()
    while sum(trader.trades for trader in traders) < wanted and not table.over:
        if not any(trader.is_alive() for trader in traders):
            break
        done.wait(0.05)
    done.set()
    for trader in traders:
        trader.join()
    return table, traders


AT_ONE_MARKET = 2500
"""Trades for which a market of 4,000 cycles is long enough, however often somebody comes too late."""


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.parametrize("first", range(0, TRADES, AT_ONE_MARKET))
def test_seven_threads_make_thousands_of_trades_and_none_is_lost(first: int) -> None:
    wanted = min(AT_ONE_MARKET, TRADES - first)
    table, traders = market(wanted, hashlib.sha256(str(first).encode()).digest())
    assert [trader.failed for trader in traders] == [None] * SEATS
    assert table.wrong == []
    laws.cards_are_conserved(table)
    told = Counter(event.kind for event in table.events(SPECTATOR))
    assert told["accepted"] == sum(trader.trades for trader in traders) >= wanted
    assert all(trader.trades > wanted // 100 for trader in traders)
    assert (table.state["known"] <= table.state["hand"]).all()
    kept = record.record_of(table, save=True)
    assert record.replay(kept, GAME).state.tobytes() == table.state.tobytes()


# ---------------------------------------------------------------- all or nothing


def offering() -> Table:
    return given({"hand": {"B": ["goldrose", "troll hair", "troll hair"], "C": ["faran leaf", "greenroot"]}})


def test_a_whole_offer_is_one_command() -> None:
    table = offering()
    told = table.apply_all(1, ["give troll hair", "give troll hair", "want faran leaf", "to c", "post"])
    assert [event.kind for event in told] == ["offered-to", "gives", "wants"]
    assert len(table.moves) == 5
    assert table.to_act() == (2,)
    laws.the_outcome_is_sound(table)


@pytest.mark.parametrize(
    "actions", [("give troll hair",) * 3, ("give goldrose", "fly"), ("give goldrose", "to c", "post")]
)
def test_a_command_that_cannot_be_made_whole_is_not_made_at_all(actions: tuple[str, ...]) -> None:
    table = offering()
    before, moment = table.state.tobytes(), table.moment(1)
    with pytest.raises(Refused):
        table.apply_all(1, actions)
    assert table.state.tobytes() == before
    assert table.moment(1) == moment
    assert table.moves == []


def test_a_command_is_taken_back_as_a_whole_and_only_its_maker_is_told() -> None:
    table = offering()
    before, moments = table.state.tobytes(), {viewer: table.moment(viewer) for viewer in (1, 2, SPECTATOR)}
    table.apply_all(1, ["give troll hair", "want faran leaf"])
    table.undo(1)
    assert table.state.tobytes() == before
    assert [event.kind for event in table.events(1, moments[1])] == ["undone"]
    assert table.events(2, moments[2]) == table.events(SPECTATOR, moments[SPECTATOR]) == []


def test_what_is_said_aloud_stays_said() -> None:
    table = offering()
    table.apply_all(1, ["want faran leaf", "post"])
    with pytest.raises(Refused, match="was-said"):
        table.undo(1)
    table.apply(2, "pass")
    with pytest.raises(Refused, match="was-said"):
        table.undo(2)


def test_nothing_in_a_command_is_nothing() -> None:
    table = offering()
    assert table.apply_all(1, ()) == []
    with pytest.raises(Refused, match="nothing-to-undo"):
        table.undo(1)


# ---------------------------------------------------------------- the clock


def test_when_the_clock_has_run_out_the_market_closes_and_then_the_best_sets_are_handed_in() -> None:
    table = given({"hand": {"A": ["goldrose", "goldrose"]}}, market="live")
    assert GAME.clock is not None
    assert GAME.clock(handed(table.box), handed(table.state)) == 300
    table.apply(2, "stone")
    table.apply(3, "pass")
    table.time_up(timed(table))
    assert phase(table) == PRESENTING
    assert table.view_json(0)["stone"]["C"] == 1
    assert not any(table.view_json(0)["handed"].values())
    assert GAME.clock(handed(table.box), handed(table.state)) == 0
    table.time_up(timed(table))
    assert table.view_json(0)["last_total"]["A"] == 62
    assert phase(table) == MARKET


def test_the_clock_hands_in_the_best_sets_and_not_what_was_being_laid_out() -> None:
    hand = ["goldrose", "goldrose", "blue schlums", "blue schlums"]
    table = given({"hand": {"A": hand}}, market="live")
    table.time_up(timed(table))
    table.apply(0, "lay 2 blue schlums")
    table.time_up(timed(table))
    assert table.view_json(0)["last_total"]["A"] == 70


def test_after_all_his_steps_the_clock_still_hands_in_the_best_sets() -> None:
    hand = ["goldrose"] * 2 + ["greenroot"] * 2 + ["blue schlums"] * 2
    table = given({"phase": "presenting", "hand": {"A": hand}}, market="live")
    for _ in range(STEPS // 2 - 1):
        table.apply(0, "lay 2 greenroot")
        table.apply(0, "clear")
    table.apply_all(0, ["lay 2 greenroot", "lay 2 blue schlums"])
    table.time_up(timed(table))
    assert table.view_json(0)["last_total"]["A"] == 62 + 10


def test_where_seats_are_visited_no_clock_runs() -> None:
    table = fresh()
    assert GAME.clock is not None
    assert GAME.clock(handed(table.box), handed(table.state)) == 0


def closed(table: Table) -> list[str]:
    return [event.kind for event in table.events(SPECTATOR) if event.kind.startswith("closed")]


def test_the_reason_why_a_market_ended_is_told_as_it_was() -> None:
    late = fresh(market="live")
    late.apply(1, "pass")
    late.time_up(timed(late))
    assert closed(late) == ["closed-by-clock"]
    assert late.view_json(0)["closing"] == "clock"
    silent = fresh(market="live")
    for seat in (3, 3, 0, 2, 1):
        silent.apply(seat, "pass")
    assert closed(silent) == ["closed-by-silence"]
    by_turns = fresh()
    for _ in range(2):
        for seat in (1, 2, 3, 0):
            by_turns.apply(seat, "pass")
    assert closed(by_turns) == ["closed-by-silence"]


def test_the_clock_of_an_earlier_market_says_nothing_of_a_later_one() -> None:
    table = fresh(market="live")
    table.time_up(timed(table))
    for seat in range(4):
        table.apply(seat, "hand in")
    for seat in range(4):
        table.apply(seat, "pass")
    assert closed(table) == ["closed-by-clock", "closed-by-silence"]


def timed(table: Table) -> int:
    assert GAME.timed is not None
    return GAME.timed(handed(table.box), handed(table.state))


def test_every_market_and_every_presentation_has_a_number_of_its_own() -> None:
    table = fresh(market="live")
    numbers = [timed(table)]
    for _ in range(3):
        for seat in range(4):
            assert timed(table) == numbers[-1]
            table.apply(seat, "pass")
        numbers.append(timed(table))
        for seat in range(4):
            assert timed(table) == numbers[-1]
            table.apply(seat, "hand in")
        numbers.append(timed(table))
    assert numbers == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("options", [{"market": "visits"}, {"market": "live", "clock": "0"}])
def test_where_no_time_can_run_out_nothing_is_numbered(options: dict[str, str]) -> None:
    table = fresh(4, 0, **options)
    assert timed(table) == 0
    while phase(table) == MARKET:
        table.apply(table.to_act()[0], "stone")
    assert timed(table) == 0


def test_a_lively_table_of_seven_is_not_cut_before_its_clock() -> None:
    table = fresh(7, market="live")
    for word in range(400):
        seat = word % 7
        table.apply_all(seat, ["withdraw call"] if table.view_json(seat)["call_open"][LETTERS[seat]] else CALL)
        table.apply((seat + 1) % 7, "pass")
    assert phase(table) == MARKET
    assert closed(table) == []


CALL = ["want goldrose", "post"]


@pytest.mark.parametrize("market", ["visits", "live"])
@pytest.mark.parametrize("seats", range(4, 8))
def test_a_market_in_which_nobody_stops_and_everybody_talks_is_over_after_the_last_cycle(
    seats: int, market: str
) -> None:
    table = fresh(seats, market=market, cycles="3")
    made = 0
    while phase(table) == MARKET:
        seat = table.to_act()[-1]
        table.apply_all(seat, ["want goldrose", "post"])
        made += 1
    assert made == 3 * seats
    assert table.view_json(0)["closing"] == "limit"


def test_nobody_can_compose_for_ever() -> None:
    table = fresh()
    for _ in range(STEPS // 2):
        table.apply(1, "want goldrose")
        table.apply(1, "clear")
    legal = table.legal(1)
    assert not [number for number in legal if number < POST]
    assert {PASS, STONE} <= set(legal)


def test_laying_out_sets_ends_too() -> None:
    table = given({"phase": "presenting", "hand": {"A": ["goldrose", "goldrose"]}})
    for _ in range(STEPS // 2):
        table.apply(0, "lay 2 goldrose")
        table.apply(0, "clear")
    refusal = table.why_not(0, GAME.parse_action("lay 2 goldrose"))
    assert refusal is not None
    assert refusal.code == "enough-composed"
    refusal = table.why_not(0, CLEAR)
    assert refusal is not None
    assert refusal.code == "nothing-changes"
    assert table.legal(0) == [HAND_IN]
    table.apply(0, "hand in")


# ---------------------------------------------------------------- the pile of recipes


@pytest.mark.compiled_only
def test_the_lightning_is_the_seventh_to_tenth_card_each_equally_likely() -> None:
    found: Counter[int] = Counter()
    state, box = GAME.layout.new(), GAME.box(4)
    for seed in range(4000):
        s = handed(state)
        open_stream(s, key_of_seed(seed, "recipes"))
        start(handed(box), s)
        turned = 0
        while int(state["recipe"][0, 0]) != LIGHTNING:
            turn_recipe(handed(box), s, None)
            turned += 1
        found[turned] += 1
    assert set(found) == {7, 8, 9, 10}
    statistic = sum((number - 1000) ** 2 / 1000 for number in found.values())
    assert statistic < laws.chi_square_limit(3)


# ---------------------------------------------------------------- bots


def wish(table: Table, seat: int) -> list[str]:
    actions = whole_move(table, seat, APPRENTICE, handed(stream(key_of_seed(1, "wish"))))
    return [GAME.action_of(number).text() for number in actions]


POOR = ["blue schlums", "greenroot", "lead earth", "gira extract", "troll hair", "goldrose"]


def test_the_apprentice_accepts_what_helps_and_refuses_what_does_not() -> None:
    helps = {"hand": {"A": ["goldrose", "goldrose"], "B": POOR}, "turn": "B"}
    good = given({**helps, "offer_give": {"A": ["goldrose", "goldrose"]}, "offer_want": {"A": ["blue schlums"]}})
    assert wish(good, 1) == ["accept a"]
    bad = given({**helps, "offer_give": {"A": ["goldrose"]}, "offer_want": {"A": ["goldrose", "troll hair"]}})
    assert wish(bad, 1) != ["accept a"]


def test_the_apprentice_proposes_a_whole_offer_that_helps_it() -> None:
    hand = ["goldrose", "goldrose", "gira extract", "gira extract", "gira extract", "troll hair", "yellow schlums"]
    table = given({"hand": {"B": hand}, "stone": {"A": 1}})
    made = wish(table, 1)
    assert made[-1] == "post"
    assert any(text.startswith("give ") for text in made)
    assert any(text.startswith("want ") for text in made)
    table.apply_all(1, made)
    assert table.view_json(0)["offer_open"]["B"]


def test_the_apprentice_stops_with_very_good_sets_and_hands_in_the_best() -> None:
    table = given({"hand": {"B": ["goldrose"] * 3 + ["faran leaf"] * 3}})
    assert wish(table, 1) == ["stone"]
    table = given({"phase": "presenting", "hand": {"B": ["goldrose"] * 3 + ["faran leaf"] * 3}})
    assert wish(table, 1) == ["hand in"]


def test_the_apprentice_withdraws_an_offer_that_would_harm_it() -> None:
    position = {
        "hand": {"B": ["goldrose", "goldrose"]},
        "offer_give": {"B": ["goldrose"]},
        "offer_want": {"B": ["greenroot"]},
        "stone": {"A": 1},
        "cycle": 3,
    }
    assert wish(given(position), 1) == ["withdraw"]


@pytest.mark.compiled_only
@pytest.mark.parametrize("seats", range(4, 8))
def test_games_of_bots_end_and_the_apprentice_wins_clearly(seats: int) -> None:
    match = Match(GAME, seats, 300, seed=5, bots=("apprentice", *[RANDOM] * (seats - 1)), box=GAME.box(seats))
    report = simulate(match, threads=1)
    assert report.stalled == 0
    assert report.wins[0] > 300 * 2 / seats
    random = simulate(Match(GAME, seats, 300, seed=5, box=GAME.box(seats)), threads=1)
    assert random.stalled == 0


@pytest.mark.compiled_only
def test_a_table_of_apprentices_really_trades() -> None:
    deals = rounds = 0
    for seed in range(10):
        table = fresh(5, seed)
        chance = handed(stream(key_of_seed(seed, "traders")))
        while not table.over:
            seat = table.to_act()[0]
            table.apply_all(seat, whole_move(table, seat, APPRENTICE, chance))
        told = Counter(event.kind for event in table.events(SPECTATOR))
        deals, rounds = deals + told["accepted"], rounds + told["recipe"]
    assert deals > 1.5 * rounds


@pytest.mark.compiled_only
def test_a_live_market_of_apprentices_comes_to_an_end() -> None:
    table = fresh(7, market="live")
    assert int(table.box["market"][0]) == LIVE
    chance, turn = handed(stream(key_of_seed(3, "traders"))), 0
    while not table.over:
        seats = table.to_act()
        turn += 1
        seat = seats[turn % len(seats)]
        table.apply_all(seat, whole_move(table, seat, APPRENTICE, chance))
    assert table.outcome().ending in GAME.endings
