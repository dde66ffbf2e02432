"""The one source of chance: ChaCha8, keyed once a game.

A `Chance` is any record with the fields of `CHANCE_FIELDS`: a game's state holds one (seen by nobody), a simulation
gives its bots another. The server commits to its secret before the deal; `key_of_secret` mixes in a nonce of every
player who gives one, so that neither side alone decides the shuffle.
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from grimorio.engine.kernel import INTERPRETED, handed, kernel, readable

CHANCE_FIELDS = (("counter", "u8", ()), ("key", "u4", (8,)), ("block", "u4", (16,)), ("used", "u1", ()))
"""Name, number type and shape of each part of a stream."""

CHANCE_DTYPE = np.dtype([(name, kind, shape) for name, kind, shape in CHANCE_FIELDS], align=True)

WORDS = 16
"""Words in a block of ChaCha."""
ROUNDS = 8
SPLIT = 0x6C697073
"""Nonce of blocks that become keys of other streams; a game's own blocks have nonce 0."""
APART = 1 << 48
"""Where the counter of a stream begins whose deals lie apart."""
DEAL = 1 << 32
"""Blocks from one of these deals to the next: more than any deal draws."""


class Chance(Protocol):
    """What the kernels below ask of a record."""

    counter: int
    key: Any
    block: Any
    used: int


def _low_interpreted(number: int) -> int:
    return number & 0xFFFFFFFF


def _low_compiled(number: int) -> Any:
    return np.uint32(number)


low = _low_interpreted if INTERPRETED else kernel(_low_compiled)
"""The low 32 bits of a number, so that compiled code stays in 32-bit registers (on a GPU 64 bits cost double)."""


@kernel
def rotate(word: int, by: int) -> int:
    """Turn a 32-bit word to the left."""
    return low(low(word << by) | (word >> (32 - by)))


@kernel
def quarter_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """The step that ChaCha is made of."""
    a = low(a + b)
    d = rotate(low(d ^ a), 16)
    c = low(c + d)
    b = rotate(low(b ^ c), 12)
    a = low(a + b)
    d = rotate(low(d ^ a), 8)
    c = low(c + d)
    b = rotate(low(b ^ c), 7)
    return a, b, c, d


@kernel
def chacha(key: Any, counter: int, nonce: int, rounds: int, out: Any) -> None:
    """One block of ChaCha with a 64-bit counter; of the nonce, words 14 and 15, only the first is ever used."""
    k0, k1, k2, k3, k4, k5, k6, k7 = key[0], key[1], key[2], key[3], key[4], key[5], key[6], key[7]
    x0, x1, x2, x3 = low(0x61707865), low(0x3320646E), low(0x79622D32), low(0x6B206574)
    x4, x5, x6, x7, x8, x9, x10, x11 = low(k0), low(k1), low(k2), low(k3), low(k4), low(k5), low(k6), low(k7)
    x12, x13, x14, x15 = low(counter), low(counter >> 32), low(nonce), low(0)
    for _ in range(rounds // 2):
        x0, x4, x8, x12 = quarter_round(x0, x4, x8, x12)
        x1, x5, x9, x13 = quarter_round(x1, x5, x9, x13)
        x2, x6, x10, x14 = quarter_round(x2, x6, x10, x14)
        x3, x7, x11, x15 = quarter_round(x3, x7, x11, x15)
        x0, x5, x10, x15 = quarter_round(x0, x5, x10, x15)
        x1, x6, x11, x12 = quarter_round(x1, x6, x11, x12)
        x2, x7, x8, x13 = quarter_round(x2, x7, x8, x13)
        x3, x4, x9, x14 = quarter_round(x3, x4, x9, x14)
    out[0], out[1] = low(x0 + 0x61707865), low(x1 + 0x3320646E)
    out[2], out[3] = low(x2 + 0x79622D32), low(x3 + 0x6B206574)
    out[4], out[5], out[6], out[7] = low(x4 + k0), low(x5 + k1), low(x6 + k2), low(x7 + k3)
    out[8], out[9], out[10], out[11] = low(x8 + k4), low(x9 + k5), low(x10 + k6), low(x11 + k7)
    out[12], out[13] = low(x12 + low(counter)), low(x13 + low(counter >> 32))
    out[14], out[15] = low(x14 + nonce), x15


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
def next_block(c: Chance) -> None:
    """Sixteen words more."""
    chacha(c.key, c.counter, 0, ROUNDS, c.block)
    c.counter += 1
    c.used = 0


@kernel
def word(c: Chance) -> int:
    """The next 32 random bits."""
    if c.used >= WORDS:
        next_block(c)
    found = c.block[c.used]
    c.used += 1
    return int(found)


@kernel
def fresh_block(c: Chance) -> None:
    """Leave the rest of a block: tables that deal side by side on a GPU then run ChaCha at the same draws."""
    c.used = WORDS


@kernel
def next_deal(c: Chance) -> None:
    """A game deals anew. In a stream that began at `APART`, what is dealt hangs on the number of this deal alone.

    So a tournament plays all deals of a game alike, whoever drew how much before; elsewhere nothing changes.
    """
    if c.counter >= APART:
        c.counter = (c.counter // DEAL + 1) * DEAL
        c.used = WORDS


@kernel
def fresh_stream(chance: Chance, c: Chance) -> None:
    """Begin a stream that another one draws the key of: an imagined world has a future of its own."""
    for i in range(8):
        c.key[i] = word(chance)
    open_stream(c, c.key)
    for i in range(WORDS):
        c.block[i] = 0


@kernel
def below(c: Chance, n: int) -> int:
    """A number from 0 to n-1, each exactly equally likely (multiply and reject)."""
    while True:
        product = word(c) * n
        rest = product & 0xFFFFFFFF
        if rest >= n or rest >= (0x100000000 - n) % n:
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


SECRET_BYTES = 32


def new_secret() -> bytes:
    """Thirty-two bytes nobody can foresee."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is published before the deal: it binds the secret without showing it."""
    return hashlib.sha256(b"grimorio commitment\0" + secret).hexdigest()


def _key(digest: bytes) -> Any:
    return readable(np.frombuffer(digest, "<u4").astype(np.uint32))


def key_of_secret(secret: bytes, nonces: Sequence[str], names: Sequence[str] = (), bots: Sequence[str] = ()) -> Any:
    """The key of a game: the table's secret, a nonce of each seat ('' for none), and who sits down, people and bots.

    Each text has its length in front. With the names in it nobody can claim another seat afterwards; a table whose
    seats are only called by their letters adds none.
    """
    named = any(name != letter for name, letter in zip(names, "ABCDEFG", strict=False))
    digest = hashlib.sha256(b"grimorio key\0" + secret)
    for part in (*nonces, *((*names, *bots) if named else ())):
        text = part.encode()
        digest.update(len(text).to_bytes(4, "little") + text)
    return _key(digest.digest())


def key_of_seed(seed: int, purpose: str = "deal") -> Any:
    """The key that a whole number stands for: the same number and purpose, the same games."""
    text = f"grimorio seed\0{purpose}\0{seed}".encode()
    return _key(hashlib.sha256(text).digest())


def stream(key: Any) -> Any:
    """A stream of its own outside any state, for bots and for worlds that are imagined."""
    made = np.zeros(1, CHANCE_DTYPE)
    open_stream(handed(made), key)
    return made
