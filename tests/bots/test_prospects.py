"""What hands of FLAUTZ! come to: every hand has its number and its kind, and the tables say what playing shows."""

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from grimorio.bots import REFLEXES, made_of
from grimorio.bots.oneself import ONESELF
from grimorio.bots.planning import choose, choose_by_rule, planner_of
from grimorio.bots.prospects import (
    CARDS,
    DECLARES,
    FEWEST,
    FORMS,
    HANDS,
    LATEST,
    NEXT,
    NUMBERS,
    OPEN,
    RANKS,
    STAYS,
    WHOLE,
    all_hands,
    kinds_of,
    no_prospects,
    number_with,
    numbers_of,
    prospects,
    rank_of,
)
from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.kernel import handed, integers
from grimorio.engine.laws import random_play
from grimorio.engine.table import Table
from grimorio.games import GAMES, load
from grimorio.games.flautz.actions import DECLARE, EXCHANGE, EXCHANGE_DECLARING, FOCUS, FORM, REFILL, WAIVE
from grimorio.games.flautz.state import AIR, FLOOR, HAND, KINDS, PRISM

FLAUTZ = load("flautz")


def hand_of(*cards: int) -> Any:
    return np.array(sorted(cards), np.int8)


def kind_of(*cards: int) -> int:
    p = prospects()
    return int(p.kinds[number_with(hand_of(*cards), -1, 0, p.ranks, p.steps)])


def test_every_hand_has_a_number_of_its_own_in_the_order_of_the_list() -> None:
    hands = all_hands()
    assert hands.shape == (HANDS, HAND)
    assert (numbers_of(hands) == np.arange(HANDS)).all()
    assert (np.diff(hands, axis=1) >= 0).all()


def test_a_hand_with_another_card_has_the_number_of_the_hand_that_it_becomes() -> None:
    p, chance = prospects(), handed(stream(key_of_seed(4)))
    for _ in range(300):
        cards = [int(CARDS[below(chance, RANKS)]) for _ in range(HAND + 1)]
        hand, k = hand_of(*cards[:HAND]), below(chance, HAND)
        made = [rank_of(card) for card in sorted([*(c for i, c in enumerate(hand.tolist()) if i != k), cards[HAND]])]
        assert number_with(hand, k, cards[HAND], p.ranks, p.steps) == numbers_of(np.array(made))


def test_hands_are_of_one_kind_just_if_only_their_colours_have_changed_places() -> None:
    hands = all_hands()[:: HANDS // 2_000]
    kinds, _firsts = kinds_of(all_hands())
    told: dict[int, set[Any]] = {}
    names: dict[Any, set[int]] = {}
    for hand in hands.tolist():
        coloured = [divmod(rank, NUMBERS) for rank in hand if rank < NUMBERS * 5]
        groups = Counter(tuple(sorted(n for c, n in coloured if c == colour)) for colour in range(5))
        name = (frozenset(groups.items()), tuple(rank for rank in hand if rank >= NUMBERS * 5))
        kind = int(kinds[numbers_of(np.array(hand))])
        told.setdefault(kind, set()).add(name)
        names.setdefault(name, set()).add(kind)
    assert all(len(each) == 1 for each in told.values())
    assert all(len(each) == 1 for each in names.values())
    assert len(names) > 500


def test_the_kinds_are_as_many_as_can_be_counted_by_hand() -> None:
    """Ways to sort so many numbers of five into up to five colours, times ways to fill up with special cards."""
    of_one = [0, 5, 15, 35, 70, 126]
    found = 0
    for coloured in range(HAND + 1):
        for sizes in (s for n in range(6) for s in itertools.combinations_with_replacement(range(1, 6), n)):
            if sum(sizes) == coloured:
                ways = 1
                for size, times in Counter(sizes).items():
                    ways *= len(list(itertools.combinations_with_replacement(range(of_one[size]), times)))
                found += ways * len(list(itertools.combinations_with_replacement(range(6), HAND - coloured)))
    assert prospects().late.shape[1] == found == 12_344


def test_higher_numbers_than_the_edition_has_count_as_its_highest() -> None:
    assert [rank_of(card) for card in CARDS.tolist()] == list(range(RANKS))
    assert {rank_of(card) for card in range(KINDS)} == set(range(RANKS))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_more_points_are_worth_more_and_a_hand_with_turns_to_come_more_than_its_points(seats: int) -> None:
    p, row = prospects(), seats - FEWEST
    weak, good, best = kind_of(0, 9, 18, 27, 35), kind_of(0, 8, 16, 24, 35), kind_of(4, 12, 20, 28, 36)
    assert p.late[row, weak] < p.late[row, good] < p.late[row, best] <= WHOLE + 25
    assert p.later[row, 0, weak] < p.later[row, 0, good] < p.later[row, 0, best]
    assert p.said[row, weak] == p.said[row, good] == -1
    assert p.said[row, best] == WHOLE
    assert p.later[row, 0, weak] < p.later[row, 1, weak] < p.later[row, 2, weak] < p.later[row, 0, best]
    assert p.focused[row, 0].max() == 0
    straight = kind_of(0, 1, 2, 3, 4)
    assert p.later[row, :, straight].min() > WHOLE


def test_who_sees_the_best_of_the_open_cards_is_worth_what_can_be_tried_out() -> None:
    """With one turn to come: the mean over three open cards of the best exchange, or of a declaration, as dealt out."""
    p, row = prospects(), 4 - FEWEST
    hand, chance = hand_of(0, 1, 2, 10, 33), handed(stream(key_of_seed(8)))
    often = [*OPEN[:NUMBERS] * 5, *OPEN[NUMBERS:]]
    bag = np.repeat(CARDS, often).tolist()
    on, late, here = [], [], kind_of(*hand.tolist())
    for _ in range(4_000):
        three = [bag[below(chance, len(bag))] for _ in range(3)]
        kinds = [int(p.kinds[number_with(hand, k, card, p.ranks, p.steps)]) for card in three for k in range(HAND)]
        on.append(max(0, *(max(p.later[row, 0, kind], p.said[row, kind]) for kind in kinds)))
        late.append(max(p.late[row, here], *(p.late[row, kind] for kind in kinds)))
    risk = 1 - (1 - DECLARES) ** 3
    tried = (1 - risk) * np.array(on) + risk * np.array(late)
    assert abs(tried.mean() - p.later[row, 1, here]) < 4 * tried.std() / np.sqrt(len(tried)) + 1


def plays(table: Table, seat: int, hero: Any, chance: Any, actions: Any) -> None:
    legal = table.legal(seat)
    actions[: len(legal)] = legal
    chosen = hero(handed(table.box), handed(table.view(seat)), actions, len(legal), chance)
    table.apply(seat, int(actions[chosen]))


@pytest.mark.compiled_only
def test_it_plays_to_the_end_and_wins_more_than_the_apprentices() -> None:
    p, won, seen = prospects(), 0, set()

    def planned(box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:
        chosen = choose(box, view, actions, count, chance, p)
        seen.add(int(actions[chosen]))
        return chosen

    for seed in range(120):
        table = random_play(FLAUTZ, 3, seed, 0)
        chance, actions, me = handed(stream(key_of_seed(seed))), integers(FLAUTZ.most_legal), seed % 3
        while not table.over:
            seat = table.to_act()[0]
            plays(table, seat, planned if seat == me else REFLEXES["flautz"]["apprentice"], chance, actions)
        won += int(table.state["crystals"][0, me]) >= 3
    assert won > 48  # 58 are to be expected, 40 of an apprentice
    assert {FOCUS, WAIVE} < seen
    assert any(REFILL <= action < FOCUS for action in seen)
    assert any(action > DECLARE for action in seen)


def test_with_other_cards_or_for_points_it_does_what_the_rule_of_thumb_says() -> None:
    p, rule = prospects(), ONESELF["flautz"]
    for change in ("mode", "deck_size", "extra_card"):
        for seed in range(4):
            table = random_play(FLAUTZ, 3, seed, 5)
            seat, actions, box = table.to_act()[0], integers(FLAUTZ.most_legal), table.box.copy()
            box[change] += 1
            legal = table.legal(seat)
            actions[: len(legal)] = legal
            given = handed(box), handed(table.view(seat)), actions, len(legal)
            chances = [handed(stream(key_of_seed(seed))) for _ in range(2)]
            assert choose(*given, chances[0], p) == rule(*given, chances[1])


def positions(games: int) -> Iterator[tuple[tuple[Any, Any, Any, int], Table]]:
    """Tables at every decision of some games, in which everybody plays as an apprentice or does anything."""
    for seed in range(games):
        table = random_play(FLAUTZ, 2 + seed % 4, seed, 0)
        chance, actions = handed(stream(key_of_seed(seed))), integers(FLAUTZ.most_legal)
        while not table.over and table.state["challenge"][0] < 3:
            seat = table.to_act()[0]
            legal = table.legal(seat)
            actions[: len(legal)] = legal
            yield (handed(table.box), handed(table.view(seat)), actions, len(legal)), table
            plays(table, seat, REFLEXES["flautz"][("apprentice", "novice", "random")[seed % 3]], chance, actions)


@pytest.mark.compiled_only
def test_the_apprentice_by_the_tables_does_what_the_apprentice_does_by_the_same_chance() -> None:
    p, rule, kinds = prospects(), REFLEXES["flautz"]["apprentice"], set()
    for seed, (given, _table) in enumerate(positions(40)):
        chances = [handed(stream(key_of_seed(seed))) for _ in range(2)]
        chosen = choose_by_rule(*given, chances[0], p)
        assert chosen == rule(*given, chances[1])
        assert below(chances[0], 1 << 20) == below(chances[1], 1 << 20)
        kinds.add(int(FORM[given[2][chosen]]))
    assert kinds >= {EXCHANGE, REFILL, DECLARE, WAIVE, EXCHANGE_DECLARING}


def after(view: Any, hand: list[int], place: int, give: int) -> list[int]:
    """A hand with the open card of a place for another."""
    left = list(hand)
    left.remove(give)
    return [*left, [*view["air"].tolist(), *view["floor"].tolist()][place]]


def turns_of(box: Any, view: Any) -> int:
    return min(LATEST - 1, int(box["rounds"]) - int(view["arena_field"]) - 1)


def next_by_hand(box: Any, view: Any, hand: list[int], emptied: int, p: Any) -> int:
    """What the best of the cards for the next round makes of a hand, but for a place that was emptied."""
    zone, turns, row = (
        int(box["strip"][int(view["arena_field"]) + 1]),
        turns_of(box, view) - 1,
        int(box["seats"]) - FEWEST,
    )
    places = [place for place in range(6) if zone & (AIR if place < 3 else FLOOR) and place != emptied]
    kinds = [kind_of(*after(view, hand, place, give)) for place in places for give in hand]
    return max(max(int(p.later[row, turns, kind]), int(p.said[row, kind])) for kind in kinds)


def planned_by_hand(box: Any, view: Any, action: int, p: Any) -> int:
    """What an action is worth to who plans, hand by hand."""
    row, turns, hand = int(box["seats"]) - FEWEST, turns_of(box, view), view["hand"].tolist()
    late = int(view["declarer"]) >= 0

    def hoped(worth: int, now: list[int], emptied: int) -> int:
        if turns == 0:
            return worth
        before = (int(view["viewer"]) - int(view["first"])) % int(box["seats"])
        return worth + STAYS[before] * max(0, next_by_hand(box, view, now, emptied, p) - worth) // 100

    if action < REFILL or action >= EXCHANGE_DECLARING:
        place, give = divmod(action % EXCHANGE_DECLARING, KINDS)
        made = after(view, hand, place, give)
        kind = kind_of(*made)
        if action >= EXCHANGE_DECLARING:
            return int(p.said[row, kind])
        return int(p.late[row, kind]) if late else hoped(int(p.later[row, turns, kind]), made, place)
    if action < FOCUS:
        kinds = [kind_of(*after(view, hand, action - REFILL, give)) for give in hand]
        return 10 * WHOLE - max(int(p.late[row, kind] if late else p.later[row, turns, kind]) for kind in kinds)
    kind = kind_of(*hand)
    if action == FOCUS:
        return 0 if late else hoped(int(p.focused[row, turns, kind]), hand, -1)
    if action == DECLARE:
        return int(p.said[row, kind])
    return 0 if view["focused"][view["viewer"]] else int(p.late[row, kind])


@pytest.mark.compiled_only
def test_who_plans_does_what_is_worth_most_counted_hand_by_hand() -> None:
    p, seen = prospects(), Counter[int]()
    for number, (given, _table) in enumerate(positions(24)):
        if number % 3 == 0:
            box, view, actions, count = given
            worths = [planned_by_hand(box, view, int(actions[i]), p) for i in range(count)]
            chosen = int(choose(*given, handed(stream(key_of_seed(1))), p))
            assert chosen == worths.index(max(worths))
            seen[int(FORM[int(actions[chosen])])] += 1
            for place, give in (divmod(int(action), KINDS) for action in actions[:count] if action < REFILL):
                if int(view["declarer"]) < 0 and turns_of(box, view) > 0:
                    k, made = view["hand"].tolist().index(give), after(view, view["hand"].tolist(), place, give)
                    assert p.room[NEXT + k, place] == next_by_hand(box, view, made, place, p)
    assert len(seen) >= 4


def test_tables_fit_their_forms_and_who_plans_is_told_apart_from_who_does_not() -> None:
    for made in (prospects(), no_prospects()):
        assert [(each.ndim, each.dtype) for each in made] == [(sizes, np.dtype(kind)) for sizes, kind in FORMS]
    assert prospects().later.shape[1] == LATEST
    assert PRISM in CARDS
    named = planner_of("flautz").named
    assert named in made_of("flautz", "archmage(plans=20)", 4)
    assert named not in made_of("flautz", "archmage(plans=0)", 4)
    assert "plans=" not in made_of("flautz", "adept", 4)
    for name in set(GAMES) - {"flautz"}:
        assert planner_of(name).tables() == ()
