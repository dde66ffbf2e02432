"""One Python source, four ways to run it.

A kernel is a plain function in the subset that Numba compiles. `@kernel` compiles it with a disk cache that can be
trusted: Numba's own cache neither notices a change in a function of another file nor hits for closures, so every kernel
gets a stable identity, and the cache folder is named by the digest of all kernel sources.

With `NUMBA_DISABLE_JIT=1` a kernel stays the plain function (to step through it, or to measure coverage). Reading a
field then gives a Python integer, so that arithmetic cannot wrap, and writing one that does not fit raises.
"""

import functools
import hashlib
import os
import platform
import re
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numba.core import caching, config

INTERPRETED: Final[bool] = bool(config.DISABLE_JIT)
"""Kernels run as plain Python in this process."""

P = ParamSpec("P")
R = TypeVar("R")

_NAMESPACE = uuid.UUID("6c5be5a6-8a0b-5c70-9c5e-0f0f4a1b6f6e")
_HOLDS_KERNELS = re.compile(rb"^\s*@kernel|= kernel\(|else kernel\(", re.MULTILINE)
_PACKAGE = Path(__file__).resolve().parent.parent

cache_counts = {"hits": 0, "misses": 0}
"""How many compiled kernels came from the disk cache, and how many had to be compiled, in this process."""


@functools.cache
def sources_digest() -> str:
    """Digest of every file that holds a kernel, and of the versions that compile them."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    for path in sorted(_PACKAGE.rglob("*.py")):
        source = path.read_bytes()
        if _HOLDS_KERNELS.search(source):
            digest.update(str(path.relative_to(_PACKAGE)).encode() + b"\0" + source)
    return digest.hexdigest()


def cache_home() -> Path:
    """Where compiled kernels of all versions are kept: `GRIMORIO_CACHE`, or the user's cache folder."""
    if named := os.environ.get("GRIMORIO_CACHE"):
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "grimorio"


def cache_folder() -> Path:
    """The folder of exactly these sources on exactly this kind of machine."""
    return cache_home() / f"kernels-{platform.machine()}-{sources_digest()[:20]}"


@functools.cache
def _can_cache() -> bool:
    """Whether the cache folder can be written; if not, nothing is cached (Numba would fall back to a stale place)."""
    try:
        cache_folder().mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    config.CACHE_DIR = str(cache_folder())
    return os.access(cache_folder(), os.W_OK)


class _CountedCache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache, counting what it finds, so that a test can hold that a second start compiles nothing."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super().load_overload(sig, target_context)
        cache_counts["hits" if found is not None else "misses"] += 1
        return found


def _identity(function: Callable[..., Any]) -> str:
    """A name that stays the same from process to process, and differs for closures over different things."""
    parts = [function.__module__, function.__qualname__, sources_digest()]
    for cell in function.__closure__ or ():
        held = cell.cell_contents
        parts.append(str(getattr(held, "_uuid", None) or repr(held)))
    return str(uuid.uuid5(_NAMESPACE, "\n".join(parts)))


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a rule for the CPU (and, unchanged, for the GPU), cached under a stable identity."""
    if INTERPRETED:
        return function
    dispatcher = numba.njit(nogil=True, error_model="numpy", _nrt=False)(function)
    dispatcher._set_uuid(_identity(function))  # noqa: SLF001 - Numba has no public name for it
    if _can_cache():
        dispatcher._cache = _CountedCache(function)  # noqa: SLF001 - what njit(cache=True) does, with counting
    return cast("Callable[P, R]", dispatcher)


class PlainArray(np.ndarray[Any, Any]):
    """An array whose entries are read as Python integers, for interpreted kernels."""

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        if isinstance(found, np.void):
            return PlainRecord(found)
        return found if isinstance(found, np.ndarray) else found.item()

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, value.cells if isinstance(value, PlainRecord) else value)


class PlainRecord:
    """One record whose fields are attributes, as compiled kernels see it."""

    __slots__ = ("cells",)

    cells: np.void

    def __init__(self, cells: np.void) -> None:
        object.__setattr__(self, "cells", cells)

    def __getattr__(self, name: str) -> Any:
        try:
            found = self.cells[name]
        except ValueError as missing:
            raise AttributeError(name) from missing
        return found.view(PlainArray) if isinstance(found, np.ndarray) else found.item()

    def __setattr__(self, name: str, value: Any) -> None:
        self.cells[name] = value


def _unwrapped(records: Any) -> Any:
    """The array itself: the CUDA simulator wraps it, twice inside kernels."""
    for wrapping in ("_item", "_ary"):
        records = getattr(records, wrapping, records)
    return np.asarray(records)


def _at_interpreted(records: Any, index: int) -> Any:
    return _unwrapped(records).view(PlainArray)[index]


def _at_compiled(records: Any, index: int) -> Any:
    return records[index]


at: Callable[[Any, int], Any] = _at_interpreted if INTERPRETED else kernel(_at_compiled)
"""The record at an index, **inside kernels only**: called from outside, compiled code would hand back a copy."""


def _set_at_interpreted(records: Any, index: int, others: Any, other: int) -> None:
    _unwrapped(records)[index] = _unwrapped(others)[other]


def _set_at_compiled(records: Any, index: int, others: Any, other: int) -> None:
    records[index] = others[other]


set_at: Callable[[Any, int, Any, int], None] = _set_at_interpreted if INTERPRETED else kernel(_set_at_compiled)
"""Copy a whole record into another, inside kernels."""


def record(records: Any, index: int = 0) -> Any:
    """The record at an index, to hand to a kernel, which then works on it in place."""
    return _at_interpreted(records, index) if INTERPRETED else records[index]


def plain(records: Any, index: int = 0) -> Any:
    """The record at an index for code outside kernels: fields as attributes, numbers as Python integers."""
    return _at_interpreted(records, index)


def readable(array: Any) -> Any:
    """An array to hand to kernels: its entries are read as Python integers when interpreted."""
    return array.view(PlainArray) if INTERPRETED else array


def integers(*shape: int) -> Any:
    """Scratch room for numbers (legal actions, scores, event rows) to hand to a kernel."""
    return readable(np.zeros(shape, np.int32))
