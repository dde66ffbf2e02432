"""The one source of chance: ChaCha8, keyed once a game.

A `Chance` is any record with the fields of `CHANCE_FIELDS`: a game's state holds one (seen by nobody), a simulation gives
its bots another. The server commits to its secret before the deal; `key_of_secret` mixes in a nonce of every player who
gives one, so that neither side alone decides the shuffle.
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from grimorio.engine.kernel import kernel, readable, record

CHANCE_FIELDS = (("counter", "u8", ()), ("key", "u4", (8,)), ("block", "u4", (16,)), ("used", "u1", ()))
"""Name, number type and shape of each part of a stream."""

CHANCE_DTYPE = np.dtype([(name, kind, shape) for name, kind, shape in CHANCE_FIELDS], align=True)

WORDS = 16
"""Words in a block of ChaCha."""
ROUNDS = 8
WORD = 0xFFFFFFFF
"""The largest word, and the mask that makes a sum one."""
SPLIT = 0x6C697073
"""Nonce of blocks that become keys of other streams; a game's own blocks have nonce 0."""


class Chance(Protocol):
    """What the kernels below ask of a record."""

    counter: int
    key: Any
    block: Any
    used: int


@kernel
def rotate(word: int, by: int) -> int:
    """Turn a 32-bit word to the left."""
    return ((word << by) | (word >> (32 - by))) & 0xFFFFFFFF


@kernel
def quarter_round(x: Any, a: int, b: int, c: int, d: int) -> None:
    """The step that ChaCha is made of."""
    x[a] = (x[a] + x[b]) & 0xFFFFFFFF
    x[d] = rotate(x[d] ^ x[a], 16)
    x[c] = (x[c] + x[d]) & 0xFFFFFFFF
    x[b] = rotate(x[b] ^ x[c], 12)
    x[a] = (x[a] + x[b]) & 0xFFFFFFFF
    x[d] = rotate(x[d] ^ x[a], 8)
    x[c] = (x[c] + x[d]) & 0xFFFFFFFF
    x[b] = rotate(x[b] ^ x[c], 7)


@kernel
def chacha(key: Any, counter: int, nonce: int, rounds: int, x: Any) -> None:
    """One block of ChaCha with a 64-bit counter; of the nonce, words 14 and 15, only the first is ever used."""
    low = counter & 0xFFFFFFFF
    high = (counter >> 32) & 0xFFFFFFFF
    x[0], x[1], x[2], x[3] = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    for i in range(8):
        x[4 + i] = key[i]
    x[12], x[13], x[14], x[15] = low, high, nonce, 0
    for _ in range(rounds // 2):
        quarter_round(x, 0, 4, 8, 12)
        quarter_round(x, 1, 5, 9, 13)
        quarter_round(x, 2, 6, 10, 14)
        quarter_round(x, 3, 7, 11, 15)
        quarter_round(x, 0, 5, 10, 15)
        quarter_round(x, 1, 6, 11, 12)
        quarter_round(x, 2, 7, 8, 13)
        quarter_round(x, 3, 4, 9, 14)
    x[0] = (x[0] + 0x61707865) & 0xFFFFFFFF
    x[1] = (x[1] + 0x3320646E) & 0xFFFFFFFF
    x[2] = (x[2] + 0x79622D32) & 0xFFFFFFFF
    x[3] = (x[3] + 0x6B206574) & 0xFFFFFFFF
    for i in range(8):
        x[4 + i] = (x[4 + i] + key[i]) & 0xFFFFFFFF
    x[12] = (x[12] + low) & 0xFFFFFFFF
    x[13] = (x[13] + high) & 0xFFFFFFFF
    x[14] = (x[14] + nonce) & 0xFFFFFFFF


@kernel
def open_stream(c: Chance, key: Any) -> None:
    """Begin a stream with this key."""
    for i in range(8):
        c.key[i] = key[i]
    c.counter = 0
    c.used = WORDS


@kernel
def split(key: Any, index: int, c: Chance) -> None:
    """Begin the stream number `index` below a key: the games of a simulation, the worlds of a search."""
    chacha(key, index, SPLIT, ROUNDS, c.block)
    for i in range(8):
        c.key[i] = c.block[i]
    c.counter = 0
    c.used = WORDS


@kernel
def word(c: Chance) -> int:
    """The next 32 random bits."""
    if c.used >= WORDS:
        chacha(c.key, c.counter, 0, ROUNDS, c.block)
        c.counter += 1
        c.used = 0
    found = c.block[c.used]
    c.used += 1
    return int(found)


@kernel
def below(c: Chance, n: int) -> int:
    """A number from 0 to n-1, each exactly equally likely (multiply and reject)."""
    product = word(c) * n
    if product & 0xFFFFFFFF < n:
        while product & 0xFFFFFFFF < (0x100000000 - n) % n:
            product = word(c) * n
    return int(product >> 32)


@kernel
def draw(c: Chance, cards: Any, count: int) -> int:
    """Take one of the first `count` cards, each equally likely; the last of them fills its place.

    A face-down pile is kept in no order at all: drawing from it like this is the same as having shuffled it before, and
    there is no future lying about in the state.
    """
    chosen = below(c, count)
    card = cards[chosen]
    cards[chosen] = cards[count - 1]
    return int(card)


@kernel
def shuffle(c: Chance, cards: Any, first: int, count: int) -> None:
    """Put `count` cards from `first` on into random order, each order equally likely."""
    for left in range(count, 1, -1):
        other = first + below(c, left)
        last = first + left - 1
        kept = cards[last]
        cards[last] = cards[other]
        cards[other] = kept


def new_secret() -> bytes:
    """Thirty-two bytes nobody can foresee."""
    return secrets.token_bytes(32)


def commitment(secret: bytes) -> str:
    """What is published before the deal: it binds the secret without showing it."""
    return hashlib.sha256(b"grimorio commitment\0" + secret).hexdigest()


def _key(digest: bytes) -> Any:
    return readable(np.frombuffer(digest, "<u4").astype(np.uint32))


def key_of_secret(secret: bytes, nonces: Sequence[str]) -> Any:
    """The key of a game: the table's secret and a nonce of each seat ('' for none), each with its length in front."""
    digest = hashlib.sha256(b"grimorio key\0" + secret)
    for nonce in nonces:
        text = nonce.encode()
        digest.update(len(text).to_bytes(4, "little") + text)
    return _key(digest.digest())


def key_of_seed(seed: int, purpose: str = "deal") -> Any:
    """The key that a whole number stands for: the same number and purpose, the same games."""
    text = f"grimorio seed\0{purpose}\0{seed}".encode()
    return _key(hashlib.sha256(text).digest())


def stream(key: Any) -> Any:
    """A stream of its own outside any state, for bots and for worlds that are imagined."""
    made = np.zeros(1, CHANCE_DTYPE)
    open_stream(record(made), key)
    return made
