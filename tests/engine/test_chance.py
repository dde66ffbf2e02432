"""Chance: the published vectors of ChaCha, exactly equal odds, and keys that nobody can bend.

Vectors: draft-strombergson-chacha-test-vectors-01 (256-bit keys; its IV is words 14 and 15 of the block, of which ours
sets only the first, so its cases TC1 to TC3 fit) and RFC 8439 (its counter is word 12, its nonce words 13 to 15; ours
takes words 12 and 13 as one counter, so every vector fits whose last word of nonce is 0).

Statistical tests run on fixed seeds: they pass or fail for good.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grimorio.engine.chance import (
    APART,
    DEAL,
    ROUNDS,
    SPLIT,
    WORDS,
    below,
    chacha,
    commitment,
    draw,
    key_of_secret,
    key_of_seed,
    new_secret,
    next_deal,
    quarter_round,
    shuffle,
    split,
    stream,
    word,
)
from grimorio.engine.kernel import handed, plain, readable

WORD = 0xFFFFFFFF
"""The largest word."""

ZERO_KEY = "00" * 32
ONE_FIRST = "01" + "00" * 31
ONE_LAST = "00" * 31 + "01"
COUNTING_KEY = bytes(range(32)).hex()

CHACHA8 = {
    "TC1: all zero key and IV": (
        ZERO_KEY,
        0,
        (
            "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
            "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
        ),
        (
            "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
            "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"
        ),
    ),
    "TC2: single bit in key set, all zero IV": (
        ONE_FIRST,
        0,
        (
            "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
            "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8"
        ),
        (
            "b4355a7d93dd8867089ee643558b95754efa2bd1a8a1e2d75bcdb32015542638"
            "291941feb49965587c4fdfe219cf0ec132a6cd4dc067392e67982fe53278c0b4"
        ),
    ),
    "TC3: single bit in IV set, all zero key": (
        ZERO_KEY,
        1,
        (
            "2b8f4bb3798306ca5130d47c4f8d4ed13aa0edccc1be6942090faeeca0d7599b"
            "7ff0fe616bb25aa0153ad6fdc88b954903c22426d478b97b22b8f9b1db00cf06"
        ),
        (
            "470bdffbc488a8b7c701ebf4061d75c5969186497c95367809afa80bd843b040"
            "a79abc6e73a91757f1db73c8eacfa543b38f289d065ab2f3032d377b8c37fe46"
        ),
    ),
}
"""Key, first word of the IV, keystream blocks 0 and 1."""

CHACHA20 = {
    "A.1 vector 1": (
        ZERO_KEY,
        0,
        0,
        (
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
        ),
    ),
    "A.1 vector 2": (
        ZERO_KEY,
        1,
        0,
        (
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
        ),
    ),
    "A.1 vector 3": (
        ONE_LAST,
        1,
        0,
        (
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
            "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"
        ),
    ),
    "A.1 vector 4": (
        "00ff" + "00" * 30,
        2,
        0,
        (
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
            "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"
        ),
    ),
    "2.3.2, whose nonce begins in the upper half of our counter": (
        COUNTING_KEY,
        0x09000000 << 32 | 1,
        0x4A000000,
        (
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
            "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
        ),
    ),
}
"""Key, counter, nonce, block: RFC 8439."""


def key_of_hex(text: str) -> Any:
    """A key as the vectors write it."""
    return readable(np.frombuffer(bytes.fromhex(text), "<u4").astype(np.uint32))


def block(key: Any, counter: int, nonce: int, rounds: int = ROUNDS) -> list[int]:
    """One block as sixteen words."""
    made = readable(np.zeros(WORDS, np.uint32))
    chacha(key, counter, nonce, rounds, made)
    return [int(each) for each in made]


def as_hex(words: Iterable[int]) -> str:
    """Words as the vectors write them, lowest byte first."""
    return b"".join(each.to_bytes(4, "little") for each in words).hex()


def words_of(made: Any, count: int) -> list[int]:
    """The next words of a stream."""
    return [int(word(handed(made))) for _ in range(count)]


def child(key: Any, index: int) -> Any:
    """The stream with this number below a key."""
    made = stream(key_of_seed(0))
    split(key, index, handed(made))
    return made


def equally_likely(counts: Sequence[int]) -> bool:
    """Chi-square at one in a thousand, its critical value after Wilson and Hilferty."""
    freedom = len(counts) - 1
    expected = sum(counts) / len(counts)
    found = sum((count - expected) ** 2 for count in counts) / expected
    ninth = 2 / (9 * freedom)
    return bool(found < freedom * (1 - ninth + 3.09 * ninth**0.5) ** 3)


# ---------------------------------------------------------------- ChaCha


@pytest.mark.parametrize("case", CHACHA8)
def test_eight_rounds_give_the_published_keystream(case: str) -> None:
    key, nonce, first, second = CHACHA8[case]
    assert as_hex(block(key_of_hex(key), 0, nonce)) == first
    assert as_hex(block(key_of_hex(key), 1, nonce)) == second


@pytest.mark.parametrize("case", CHACHA20)
def test_twenty_rounds_give_the_blocks_of_rfc_8439(case: str) -> None:
    key, counter, nonce, expected = CHACHA20[case]
    assert as_hex(block(key_of_hex(key), counter, nonce, rounds=20)) == expected


def test_the_quarter_round_changes_four_words_as_rfc_8439_says() -> None:
    before = (0x516461B1, 0x2A5F714C, 0x53372767, 0x3D631689)
    after = (0xBDB886DC, 0xCFACAFD2, 0xE46BEA80, 0xCCC07C79)
    assert tuple(int(each) for each in quarter_round(*before)) == after


# ---------------------------------------------------------------- a stream


def test_a_stream_is_the_keystream_of_its_key_word_by_word() -> None:
    key, _, first, second = CHACHA8["TC1: all zero key and IV"]
    assert as_hex(words_of(stream(key_of_hex(key)), 2 * WORDS)) == first + second


@pytest.mark.parametrize("counter", [2**32 - 1, 2**53 + 1, 2**62])
def test_the_counter_of_a_stream_goes_beyond_one_word(counter: int) -> None:
    key = key_of_seed(1)
    made = stream(key)
    plain(made).counter = counter
    assert words_of(made, 2 * WORDS) == block(key, counter, 0) + block(key, counter + 1, 0)


def test_the_same_key_gives_the_same_words_and_another_key_others() -> None:
    assert words_of(stream(key_of_seed(7)), 40) == words_of(stream(key_of_seed(7)), 40)
    assert words_of(stream(key_of_seed(7)), 40) != words_of(stream(key_of_seed(8)), 40)


# ---------------------------------------------------------------- numbers below n


def fed(first: int) -> Any:
    """A stream whose next word is this one, and then only words that are never rejected."""
    made = stream(key_of_seed(0))
    held = plain(made)
    held.block[:] = WORD
    held.block[0] = first
    held.used = 0
    return made


def accepted(n: int, first: int) -> int | None:
    """What a word stands for when a number below n is wanted; nothing if it is rejected."""
    made = fed(first)
    found = int(below(handed(made), n))
    return found if plain(made).used == 1 else None


@settings(deadline=None)
@given(n=st.integers(1, 2**31), seed=st.integers(0, 2**64))
@example(n=1, seed=0)
@example(n=2**31, seed=0)
def test_a_number_below_n_is_below_n(n: int, seed: int) -> None:
    c = handed(stream(key_of_seed(seed)))
    for _ in range(3):
        assert 0 <= below(c, n) < n


@settings(deadline=None, max_examples=40)
@given(n=st.integers(2**26, 2**31), share=st.sampled_from([0, WORD]) | st.integers(0, WORD))
@example(n=2**32 // 3 + 1, share=2**31)
@example(n=2**30 + 1, share=2**31)
@example(n=2**31, share=2**31)
@example(n=2**31 - 1, share=2**31)
def test_every_number_stands_for_exactly_as_many_words_as_every_other(n: int, share: int) -> None:
    number = share * n >> 32
    first, end = -(-(number << 32) // n), -(-((number + 1) << 32) // n)
    kept = [each for each in (accepted(n, w) for w in range(first, end)) if each is not None]
    assert kept == [number] * (2**32 // n)


@settings(deadline=None, max_examples=50)
@given(n=st.integers(2, 200), first=st.integers(0, WORD))
@example(n=3, first=0)
@example(n=5, first=0)
@example(n=6, first=WORD)
def test_a_small_number_is_the_share_its_word_falls_in_and_2_to_the_32_mod_n_words_are_rejected(
    n: int, first: int
) -> None:
    rejected = first * n % 2**32 < 2**32 % n
    assert accepted(n, first) == (None if rejected else first * n // 2**32)


def test_a_rejected_word_is_replaced_by_the_next_one() -> None:
    made = fed(0)
    assert below(handed(made), 3) == 2
    assert plain(made).used == 2


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 13])
def test_small_numbers_are_equally_likely(n: int) -> None:
    c = handed(stream(key_of_seed(n)))
    found = Counter(below(c, n) for _ in range(300 * n))
    assert equally_likely([found[number] for number in range(n)])


def test_numbers_are_equally_likely_where_a_third_of_the_words_is_rejected() -> None:
    n = 2**32 // 3 + 1
    made = stream(key_of_seed(33))
    found = Counter(below(handed(made), n) * 8 // n for _ in range(2000))
    assert equally_likely([found[eighth] for eighth in range(8)])
    assert plain(made).counter * WORDS > 2700  # 3000 words expected, 2000 if none were rejected


# ---------------------------------------------------------------- shuffling and drawing


def cards(*kinds: int) -> Any:
    """Cards to hand to a kernel."""
    return readable(np.array(kinds, np.int8))


@settings(deadline=None, max_examples=50)
@given(kinds=st.lists(st.integers(-1, 100), max_size=12), seed=st.integers(0, 2**32), data=st.data())
def test_a_shuffle_keeps_every_card_and_touches_no_other(kinds: list[int], seed: int, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(kinds)))
    count = data.draw(st.integers(0, len(kinds) - first))
    pile = cards(*kinds)
    shuffle(handed(stream(key_of_seed(seed))), pile, first, count)
    after = pile.tolist()
    assert sorted(after[first : first + count]) == sorted(kinds[first : first + count])
    assert after[:first] + after[first + count :] == kinds[:first] + kinds[first + count :]


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    c = handed(stream(key_of_seed(24)))
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(24 * 100):
        pile = cards(0, 1, 2, 3)
        shuffle(c, pile, 0, 4)
        found[tuple(pile.tolist())] += 1
    assert equally_likely([found[order] for order in permutations(range(4))])


@settings(deadline=None, max_examples=50)
@given(kinds=st.lists(st.integers(-1, 100), min_size=1, max_size=12), seed=st.integers(0, 2**32), data=st.data())
def test_a_drawn_card_leaves_the_pile_and_all_others_stay(kinds: list[int], seed: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, len(kinds)))
    pile = cards(*kinds)
    card = draw(handed(stream(key_of_seed(seed))), pile, count)
    after = pile.tolist()
    assert sorted([card, *after[: count - 1]]) == sorted(kinds[:count])
    assert after[count:] == kinds[count:]


def test_drawing_a_pile_empty_gives_every_order_equally_often() -> None:
    c = handed(stream(key_of_seed(6)))
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(24 * 100):
        pile = cards(0, 1, 2, 3)
        found[tuple(int(draw(c, pile, left)) for left in (4, 3, 2, 1))] += 1
    assert equally_likely([found[order] for order in permutations(range(4))])


# ---------------------------------------------------------------- streams below a key


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 2**32), index=st.integers(0, 2**63 - 1))
def test_the_same_number_below_the_same_key_is_the_same_stream(seed: int, index: int) -> None:
    assert words_of(child(key_of_seed(seed), index), 20) == words_of(child(key_of_seed(seed), index), 20)


def test_streams_below_a_key_differ_from_each_other_and_from_those_below_another_key() -> None:
    indices = [*range(40), 2**32 - 1, 2**32, 2**32 + 1, 2**62]
    opened = {tuple(words_of(child(key_of_seed(seed), i), 4)) for seed in (1, 2) for i in indices}
    assert len(opened) == 2 * len(indices)


def test_the_key_of_a_stream_below_comes_from_a_block_that_the_parent_never_uses_itself() -> None:
    key = key_of_seed(5)
    own = stream(key)
    parents = {tuple(words_of(own, WORDS))[:8] for _ in range(40)}
    children = {tuple(plain(child(key, index)).key.tolist()) for index in range(40)}
    assert len(parents) == len(children) == 40
    assert not parents & children
    assert tuple(block(key, 3, SPLIT)[:8]) in children


def test_a_split_stream_begins_at_its_first_block_whatever_the_record_held_before() -> None:
    key = key_of_seed(5)
    used = stream(key_of_seed(9))
    words_of(used, 21)
    split(key, 3, handed(used))
    fresh_words = words_of(child(key, 3), 20)
    assert words_of(used, 20) == fresh_words
    assert fresh_words[:WORDS] == block(plain(used).key, 0, 0)


# ---------------------------------------------------------------- secrets, seeds and keys


def test_anybody_can_check_a_commitment_with_sha_256() -> None:
    secret = bytes(range(32))
    assert commitment(secret) == hashlib.sha256(b"grimorio commitment\0" + secret).hexdigest()
    assert commitment(secret) != commitment(secret[::-1])


def test_a_new_secret_has_32_bytes_and_is_never_the_last_one_again() -> None:
    assert len(new_secret()) == 32
    assert new_secret() != new_secret()


def test_the_secret_changes_the_key_and_so_does_each_players_nonce() -> None:
    secret = bytes(32)
    keys = {
        tuple(key_of_secret(secret, ["a", "b"]).tolist()),
        tuple(key_of_secret(secret, ["b", "a"]).tolist()),
        tuple(key_of_secret(secret, ["a", ""]).tolist()),
        tuple(key_of_secret(secret, ["", "a"]).tolist()),
        tuple(key_of_secret(secret, ["a"]).tolist()),
        tuple(key_of_secret(secret, []).tolist()),
        tuple(key_of_secret(secret, [""]).tolist()),
        tuple(key_of_secret(secret, ["", ""]).tolist()),
        tuple(key_of_secret(b"\1" + bytes(31), ["a", "b"]).tolist()),
    }
    assert len(keys) == 9


NONCES = st.text(st.characters(codec="utf-8"))


@settings(max_examples=50)
@given(one=NONCES, moved=NONCES.filter(bool), other=NONCES)
@example(one="a", moved="b", other="c")
def test_where_one_nonce_ends_and_the_next_begins_changes_the_key(one: str, moved: str, other: str) -> None:
    early = key_of_secret(bytes(32), [one, moved + other])
    late = key_of_secret(bytes(32), [one + moved, other])
    assert early.tolist() != late.tolist()


def test_the_same_secret_and_nonces_give_the_same_key_to_whoever_verifies() -> None:
    assert key_of_secret(b"s" * 32, ["x", "ñ"]).tolist() == key_of_secret(b"s" * 32, ["x", "ñ"]).tolist()


def test_a_seed_stands_for_another_key_for_each_purpose() -> None:
    keys = {tuple(key_of_seed(seed, purpose).tolist()) for seed in (-1, 0, 1, 2**70) for purpose in ("deal", "bots")}
    assert len(keys) == 8
    assert key_of_seed(1).tolist() == key_of_seed(1, "deal").tolist()


def drawn(begin: int, before: Sequence[int]) -> list[int]:
    """The next words of a stream that began there, after some deals of so many words each."""
    chances = stream(key_of_seed(5))
    chances["counter"] = begin
    for words in before:
        for _ in range(words):
            word(handed(chances))
        next_deal(handed(chances))
    return [word(handed(chances)) for _ in range(WORDS + 2)]


def test_deals_that_lie_apart_are_the_same_however_much_was_drawn_before() -> None:
    assert drawn(APART, (1, 40)) == drawn(APART, (0, 3)) != drawn(APART, (4,))
    assert len({tuple(drawn(APART, (0,) * deals)) for deals in range(5)}) == 5
    assert APART % DEAL == 0


def test_a_deal_changes_nothing_in_a_stream_whose_deals_do_not_lie_apart() -> None:
    assert drawn(0, (2, 3)) == drawn(0, (5,))
    assert drawn(0, (2, 3))[:WORDS] == [*drawn(0, ())[5:], *drawn(0, (WORDS + 2,))][:WORDS]
