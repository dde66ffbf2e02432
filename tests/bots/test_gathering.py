"""How a search plays itself on in Abracadabra: each number is multiplied with what its name says, reckoned slowly."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from enchanters import ENCHANTER, LETTERS, among, cards_in, looks, positions
from grimorio.bots import APPRENTICES
from grimorio.bots.abracadabra import points_of, unseen_cards
from grimorio.bots.gathering import choose, choose_by, foretell, look_up, worth_of
from grimorio.bots.habits import CARD, CHOICES, CHOOSING, DISCARD, FIRST, PLAY, PLAYING, SECOND, SIZES, TAKING
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.kernel import handed, integers, readable
from grimorio.games.abracadabra import GAME
from grimorio.games.abracadabra.actions import (
    DISCARD_CARD,
    DRAW_FROM,
    GATHER,
    GIVE_CARD,
    PASS,
    PLAY_CHAOS,
    PLAY_EXODUS,
    PLAY_IDEM,
    PLAY_PROXIMA,
    PLAY_VADEMECUM,
    SHOWN,
)
from grimorio.games.abracadabra.state import (
    AIR,
    BACKS,
    ELEMENTAL,
    LETTERS_OF_PILES,
    MEETINGS,
    OBJECT,
    OF_A_BACK,
    ORDINARY,
    PERICULUM,
    PILES,
    PROXIMA,
    TAKE,
    WORTH,
)

UNITS = readable(np.eye(CHOICES))
Told = dict[str, float]


def counted(box: Any, view: Any, action: int) -> dict[int, float]:
    """What each number is multiplied with for an action, but for those that are not there."""
    known = look_up(handed(box), handed(view))
    each = [worth_of(handed(box), handed(view), known, action, UNITS[i]) for i in range(CHOICES)]
    return {i: number for i, number in enumerate(each) if number}


def named(begin: int, names: tuple[str, ...], told: Told) -> dict[int, Any]:
    """The same, told by names."""
    return {begin + names.index(name): pytest.approx(float(number)) for name, number in told.items() if number}


class Look:
    """What a seat knows, reckoned from the cards."""

    def __init__(self, box: Any, view: Any) -> None:
        self.box, self.view, self.me = box, view, int(view["viewer"][0])
        self.hand = sorted(cards_in(view, "hand"))
        self.mine = {ENCHANTER[card] for card in self.hand if card in ENCHANTER}
        self.below = {ENCHANTER[card] for card in cards_in(view, "towers") if card < AIR}
        self.unseen = among(unseen_cards(handed(view)), 40)
        self.free = {ENCHANTER[card] for card in self.unseen if card in ENCHANTER}
        owned = [int(each) - OBJECT for each in view["objects"][0][: view["object_count"][0][self.me]]]
        self.stones = sum(each % WORTH == 0 for each in owned)
        self.owned = len(owned) + int(view["bonus"][0][self.me])
        self.lack = int(box["goal"][0]) - int(points_of(handed(view)))
        self.elementals = sum(card % OF_A_BACK == ELEMENTAL for card in self.hand)

    def objects(self, pile: int) -> list[int]:
        """What was ever in the pile from which one draws who may draw from this one."""
        left = [each for each in range(PILES) if self.view["pile_size"][0][each]]
        if not left:
            return []
        drawn = min(left, key=lambda each: (abs(each - pile), each))
        return [int(points) for points in self.box["objects"][0][drawn][: self.box["pile_size"][0][drawn]]]

    def object(self, pile: int) -> float:
        """Points that one brings on average."""
        found = self.objects(pile)
        return sum(points or (6 if self.stones else 2) for points in found) / max(1, len(found))

    def wins(self, pile: int, lack: int) -> float:
        """How likely one wins."""
        found = self.objects(pile)
        return sum(p >= lack or (p == 0 and self.stones > 0 and self.owned >= 2) for p in found) / max(1, len(found))

    def meetings(self, mine: set[int], below: set[int]) -> Iterator[tuple[frozenset[int], float, bool]]:
        """Who may meet for what, and whether all come from the hand."""
        for three, letter in LETTERS.items():
            home = three <= mine
            if home or (len(three & mine) == 2 and three <= mine | below):
                yield three, self.object(LETTERS_OF_PILES.index(letter)), home

    def best(self, mine: set[int], below: set[int]) -> float:
        """The worth of the best gathering."""
        return max((worth + home for _, worth, home in self.meetings(mine, below)), default=0.0)

    def card(self, card: int, *, held: bool) -> Told:
        """What a card is to the hand; to one without it where it is held."""
        others = self.elementals - (held and card % OF_A_BACK == ELEMENTAL)
        if card % OF_A_BACK == ELEMENTAL:
            return {
                "elemental": 1, "each_other_elemental": others, "third_elemental": others == 2,
                "winning_elemental": self.lack <= (1 + int(self.box["prize"][0]) if others == 2 else 1),
                "each_other_elemental_near_the_goal": others * (self.lack <= 7),
            }  # fmt: skip
        if card >= PROXIMA:
            return {CARD[2 + card - PROXIMA]: 1}
        who = ENCHANTER[card]
        rest = self.mine - {who} if held else self.mine
        best = self.best(rest, self.below)
        with_it = [
            (worth + home, home) for three, worth, home in self.meetings(rest | {who}, self.below) if who in three
        ]
        # Whoever meets in the hand is counted for a bonus, also where somebody else makes the better gathering.
        meets = max((worth for worth, _ in with_it), default=0.0)
        pairs = sum(len(self.partners(who, other) & self.free) for other in self.mine - {who})
        below = sum(len(self.partners(who, other) & self.free) for other in self.below)
        return {
            "enchanter": card < AIR, "air_enchanter": card >= AIR, "meeting": meets,
            "meeting_in_hand": max((worth for worth, home in with_it if home), default=0.0), "meets": meets > 0,
            "better_meeting": max(0.0, meets - best), "pairs": pairs / 10, "pairs_in_the_towers": below / 10,
            "beside_a_meeting": best > 0, "meets_near_the_goal": meets > 0 and self.lack <= 5,
        }  # fmt: skip

    @staticmethod
    def partners(one: int, other: int) -> set[int]:
        """Who may meet these two."""
        return {next(iter(three - {one, other})) for three in LETTERS if {one, other} <= three}


def decisions(seats: int, games: int = 6) -> Iterator[tuple[Any, Any, list[int]]]:
    for table in positions(seats, games):
        seat = table.to_act()[0]
        yield table.box, table.view(seat).copy(), table.legal(seat)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_card_that_is_taken_counts_as_its_names_say(seats: int) -> None:
    opened = hidden = ruins = 0
    for box, view, legal in decisions(seats):
        if legal[0] >= GATHER:
            continue
        look, begin = Look(box, view), FIRST if int(view["phase"][0]) == TAKE else SECOND
        for action in legal:
            if action == SHOWN:
                card, opened = int(view["shown"][0][0]), opened + 1
                assert counted(box, view, action) == named(begin, TAKING, {**look.card(card, held=False), "open": 1})
                continue
            back = int(view["row_backs"][0][action]) - BACKS
            cards, told, hidden = [card for card in look.unseen if card // OF_A_BACK == back], Told(), hidden + 1
            for card in cards:
                if card == PERICULUM and view["row_safe"][0][action]:
                    continue
                is_what = look.card(card, held=False) if card != PERICULUM else {
                    "periculum": 1, "periculum_for_each_card": len(look.hand),
                    "periculum_for_each_elemental": look.elementals,
                    "periculum_for_the_meeting": look.best(look.mine, look.below),
                    "periculum_near_the_goal": look.lack <= 4,
                }  # fmt: skip
                ruins += card == PERICULUM
                for name, number in is_what.items():
                    told[name] = told.get(name, 0) + number / len(cards)
            assert counted(box, view, action) == named(begin, TAKING, told)
    assert min(opened, hidden, ruins) > 8


def test_periculum_is_not_feared_where_all_know_that_it_does_not_lie() -> None:
    """A-G5: nor is it counted among what the card can be worth, though it stays among those that it could be."""
    ruins = 0
    for box, view, legal in decisions(2):
        backs = [int(back) - BACKS for back in view["row_backs"][0]]
        if legal[0] >= GATHER or PERICULUM not in Look(box, view).unseen or PERICULUM // OF_A_BACK not in backs:
            continue
        slot, begin = backs.index(PERICULUM // OF_A_BACK), FIRST if int(view["phase"][0]) == TAKE else SECOND
        if slot not in legal:
            continue
        feared = {place - begin for place in range(begin + TAKING.index("periculum"), begin + len(TAKING))}
        for safe in (0, 1):
            view["row_safe"][0][slot] = safe
            told = {place - begin for place in counted(box, view, slot)}
            assert bool(told & feared) is not bool(safe)
        ruins += 1
    assert ruins > 3


@pytest.mark.parametrize("seats", [2, 5])
def test_a_card_that_is_thrown_away_counts_as_what_it_is_to_the_others(seats: int) -> None:
    kinds = set()
    for box, view in itertools.islice(looks(seats, 6), 0, None, 3):
        look = Look(box, view)
        for card in look.hand:
            told = named(DISCARD, CARD, {name: -number for name, number in look.card(card, held=True).items()})
            assert counted(box, view, DISCARD_CARD + card) == told == counted(box, view, GIVE_CARD + card)
            kinds |= {CARD[place - DISCARD] for place in told}
    assert kinds >= {"enchanter", "air_enchanter", "elemental", "each_other_elemental", "better_meeting", "pairs"}


@pytest.mark.parametrize("seats", [2, 4])
def test_a_gathering_counts_as_its_names_say(seats: int) -> None:
    seen: Told = {}
    for box, view, legal in decisions(seats, 12):
        look = Look(box, view)
        for action in legal:
            if not GATHER <= action < PLAY_PROXIMA:
                continue
            meeting, pile = MEETINGS[action - GATHER], LETTERS_OF_PILES.index(MEETINGS[action - GATHER].letter)
            three = set(meeting.enchanters)
            towers = {ENCHANTER[card] for card in cards_in(view, "towers")}
            bonus = not three & towers and int(view["bonus_left"][0]) > 0
            left, worth = look.mine - three, look.object(pile)
            then = {who for who in three if who < ORDINARY}
            after = max((w for t, w, _ in look.meetings(left, then) if len(t & left) == 2 and t & then), default=0.0)
            proxima = int(view["proxima_of"][0])
            told = {
                "gathering": 1, "object": worth, "extra_turn": pile == 0, "bonus": bonus,
                "own_proxima": worth * (proxima == look.me), "foreign_proxima": worth * (proxima not in {look.me, -1}),
                "each_air_enchanter": sum(who >= ORDINARY for who in three),
                "chance_to_win": look.wins(pile, look.lack - bonus), "each_enchanter_left": len(left),
                "next_meeting": after, "next_meeting_at_once": after * (pile == 0), "genius": pile == PILES - 1,
                "object_near_the_goal": worth * (look.lack <= 5),
            }  # fmt: skip
            assert counted(box, view, action) == named(PLAY, PLAYING, told)
            for name, number in told.items():
                seen[name] = seen.get(name, 0) + bool(number)
    assert min(seen[name] for name in ("gathering", "extra_turn", "bonus", "each_air_enchanter", "next_meeting")) > 1


def test_tricks_and_piles_count_as_their_names_say() -> None:
    tricks = set[str]()
    for box, view in itertools.islice(looks(3, 8), 0, None, 4):
        look = Look(box, view)
        best, other = look.best(look.mine, look.below), (look.me + 1) % 3
        cards = [int(view["hand_size"][0][seat]) for seat in range(3)]
        objects = int(view["object_count"][0][other])
        told: dict[int, Told] = {
            PASS: {},
            PLAY_PROXIMA: {"proxima": 1, "proxima_instead_of_a_meeting": best},
            PLAY_EXODUS: {
                "exodus": 1, "exodus_for_each_card": sum(cards) - cards[look.me], "exodus_instead_of_a_meeting": best,
            },
            PLAY_CHAOS + other: {
                "chaos": 1, "chaos_for_each_object": objects, "chaos_for_each_card": cards[other],
                "chaos_instead_of_a_meeting": best, "chaos_for_each_elemental": look.elementals,
            },
            PLAY_VADEMECUM + other: {
                "vademecum": 1, "vademecum_for_each_object": objects, "vademecum_for_each_card": cards[other],
                "vademecum_instead_of_a_meeting": best,
            },
        }  # fmt: skip
        if (letter := int(view["letter"][0])) >= 0:
            told[PLAY_IDEM] = {
                "idem": 1, "idem_object": look.object(letter), "chance_to_win": look.wins(letter, look.lack),
                "idem_instead_of_a_meeting": best,
            }  # fmt: skip
        for pile in range(PILES):
            told[DRAW_FROM + pile] = {
                "pile_object": look.object(pile), "pile_chance_to_win": look.wins(pile, look.lack),
            }  # fmt: skip
        for action, counts in told.items():
            assert counted(box, view, action) == named(PLAY, PLAYING, counts)
            tricks |= counts.keys()
    assert "pile_chance_to_win" in tricks


def test_a_stone_is_worth_more_to_who_has_one_and_wins_beside_another_object() -> None:
    box, view = next(looks(2))
    me = int(view["viewer"][0])
    for owned in ([], [OBJECT], [OBJECT, OBJECT + WORTH + 3], [OBJECT + 1] * 2):
        view["object_count"][0][me] = len(owned)
        view["objects"][0][: len(owned)] = owned
        look, drawn = Look(box, view), counted(box, view, DRAW_FROM + 6)
        assert drawn == named(PLAY, PLAYING, {"pile_object": look.object(6), "pile_chance_to_win": look.wins(6, 15)})
    view["pile_size"][0] = 0
    assert counted(box, view, DRAW_FROM + 6) == {}


def test_what_is_worth_most_is_done_the_first_of_equals() -> None:
    actions = integers(GAME.most_legal)
    for place, (box, view, legal) in enumerate(itertools.islice(decisions(2), 60)):
        numbers = readable(np.array([((place + 3) * (i + 5)) % 17 - 8 for i in range(CHOICES)], float))
        actions[: len(legal)] = legal
        known = look_up(handed(box), handed(view))
        worths = [worth_of(handed(box), handed(view), known, action, numbers) for action in legal]
        assert choose_by(handed(box), handed(view), actions, len(legal), numbers) == worths.index(max(worths))


def test_where_nothing_was_learnt_the_apprentices_rule_serves() -> None:
    actions, others = integers(GAME.most_legal), 0
    for seats in range(2, 7):
        for box, view, legal in itertools.islice(decisions(seats), 80):
            actions[: len(legal)] = legal
            given = handed(box), handed(view), actions, len(legal)
            by_habit, by_rule = (
                bot(*given, handed(stream(key_of_seed(1)))) for bot in (choose, APPRENTICES["abracadabra"])
            )
            assert by_habit == by_rule or seats in SIZES
            others += by_habit != by_rule
    assert others > 5


def test_what_a_search_expects_is_what_was_learnt_as_parts_of_a_victory() -> None:
    """Nothing for the best action, less the less the others are worth, and no more than is ever counted."""
    actions, far, near = integers(GAME.most_legal), 0, 0
    for box, view, legal in itertools.islice(decisions(2), 120):
        sums = readable(np.full(GAME.most_legal, 5, np.int64))
        actions[: len(legal)] = legal
        assert foretell(handed(box), handed(view), actions, len(legal), sums)
        known, w = look_up(handed(box), handed(view)), CHOOSING[2]
        worths = [worth_of(handed(box), handed(view), known, action, w) for action in legal]
        behind = [min(20.0, max(worths) - worth) for worth in worths]
        assert sums[: len(legal)].tolist() == [-int(70 * each) for each in behind]
        assert (np.asarray(sums)[len(legal) :] == 5).all()
        far += 20.0 in behind
        near += any(0 < each < 20 for each in behind)
    assert min(far, near) > 10


def test_of_a_table_of_which_nothing_was_learnt_nothing_is_expected() -> None:
    actions = integers(GAME.most_legal)
    for seats in set(range(2, 7)) - set(SIZES):
        box, view, legal = next(decisions(seats))
        sums = readable(np.full(GAME.most_legal, 5, np.int64))
        assert not foretell(handed(box), handed(view), actions, len(legal), sums)
        assert (np.asarray(sums) == 5).all()
