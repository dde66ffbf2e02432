"""One Python source, four ways to run it.

A kernel is a plain function in the subset that Numba compiles. `@kernel` compiles it with a disk cache that can be
trusted: Numba's own cache neither notices a change in a function of another file nor hits for closures, so every kernel
gets an identity made from all that its compiled code is made from, and what is kept on disk goes by that name.

With `NUMBA_DISABLE_JIT=1` a kernel stays the plain function (to step through it, or to measure coverage). Reading a
field then gives a Python integer, so that arithmetic cannot wrap, and writing one that does not fit raises.
"""

import contextlib
import dis
import enum
import functools
import hashlib
import os
import platform
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numba.core import caching, config, types
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic
from platformdirs import user_cache_path

from grimorio.engine.claims import Claims
from grimorio.engine.parts import HOW, PartCompiler, PartFiles, WholeCompiler, identities

INTERPRETED: Final[bool] = bool(config.DISABLE_JIT)
"""Kernels run as plain Python in this process."""

P = ParamSpec("P")
R = TypeVar("R")

_NAMESPACE = uuid.UUID("6c5be5a6-8a0b-5c70-9c5e-0f0f4a1b6f6f")
KEPT = 30 * 24 * 3600
"""Seconds after which a compiled kernel that nobody has loaded is thrown away."""

cache_counts = {"hits": 0, "misses": 0}
"""How many compiled kernels came from the disk cache, and how many had to be compiled, in this process."""


def cache_home() -> Path:
    """Where compiled kernels of all versions are kept: `GRIMORIO_CACHE`, or the user's cache folder."""
    if named := os.environ.get("GRIMORIO_CACHE"):
        return Path(named)
    return user_cache_path("grimorio", appauthor=False)


def cache_folder() -> Path:
    """The folder of exactly these versions of the compiler on exactly this kind of machine."""
    versions = f"{numba.__version__} {np.__version__} {sys.version} {HOW}".encode()
    return cache_home() / f"kernels-{platform.machine()}-{hashlib.sha256(versions).hexdigest()[:12]}"


@functools.cache
def _can_cache() -> bool:
    """Whether the cache folder can be written; if not, nothing is cached (Numba would fall back to a stale place)."""
    try:
        cache_folder().mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(cache_folder(), os.W_OK)


def clean_cache(now: float | None = None) -> int:
    """Throw away what nobody has loaded for a month, such as kernels of older sources; says how many files went."""
    limit = (time.time() if now is None else now) - KEPT
    old = [index for index in cache_home().glob("kernels-*/**/*.nbi") if index.stat().st_mtime < limit]
    gone = [file for index in old for file in (index, *index.parent.glob(f"{index.stem}.*.nbc"))]
    for file in gone:
        file.unlink(missing_ok=True)
    for folder in sorted(cache_home().glob("kernels-*/**/"), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()
    return len(gone)


@functools.cache
def claims() -> Claims:
    """Who compiles what, among all processes that keep their kernels in this folder."""
    return Claims(cache_folder() / "claims")


# ---------------------------------------------------------------- identities


class NoIdentityError(TypeError):
    """A kernel that leans on something of which nobody can say whether it changed."""


def _identity(function: Callable[..., Any]) -> str:
    """A name made from all that the compiled code is made from: the same in every process until something changes.

    That is the function's own code, and whatever it names or holds: other kernels by their identities, constants by
    their values. So an edit of one rule compiles anew what leans on it, and nothing else.
    """
    plain_function = cast("FunctionType", function)
    parts = [plain_function.__module__, plain_function.__qualname__, repr(plain_function.__defaults__)]
    parts += _code_parts(plain_function.__code__, plain_function.__doc__)
    names = _all_names(plain_function.__code__)
    known = plain_function.__globals__
    parts += [f"{name}={_told(known[name], names)}" for name in _global_names(plain_function.__code__) if name in known]
    parts += [_told(cell.cell_contents, names) for cell in plain_function.__closure__ or ()]
    return str(uuid.uuid5(_NAMESPACE, "\n".join(parts)))


def _code_parts(code: CodeType, doc: str | None = None) -> Iterator[str]:
    """What a function does, whatever its docstring says and wherever it stands in its file."""
    yield code.co_code.hex()
    yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_argcount))
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_parts(constant)
        elif doc is None or constant != doc:
            yield repr(constant)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A function's code, and that of the functions inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _global_names(code: CodeType) -> list[str]:
    """The names that a function looks up outside itself; the field of a record that is called alike is none of them."""
    steps = (step for inner in _codes(code) for step in dis.get_instructions(inner))
    return sorted({str(step.argval) for step in steps if step.opname == "LOAD_GLOBAL"})


def _all_names(code: CodeType) -> list[str]:
    """These, and the names of attributes."""
    return sorted({name for inner in _codes(code) for name in inner.co_names})


def _told(value: Any, names: list[str]) -> str:
    """What a kernel leans on, so that it is told alike in every process; `names` are those that the kernel uses."""
    if isinstance(value, Dispatcher):
        return _identified(value)
    if isinstance(value, ModuleType):
        return _module(value, names)
    if isinstance(value, np.ndarray):
        return f"{value.dtype!r} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, tuple):
        return f"({', '.join(_told(each, names) for each in value)})"
    if isinstance(value, FunctionType | _Intrinsic):
        return _identity(getattr(value, "_defn", value))
    return _constant(value)


def _constant(value: Any) -> str:
    if isinstance(value, enum.EnumMeta):
        return repr([(name, getattr(value, name).value) for name in value.__members__])
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__}"
    if value is None or isinstance(value, int | float | str | bytes | frozenset | np.dtype | np.generic):
        return repr(value)
    msg = f"{value!r:.80}: a kernel cannot lean on a {type(value).__name__}, since nobody could tell when it changes"
    raise NoIdentityError(msg)


def _module(module: ModuleType, names: list[str]) -> str:
    """A module by those of its parts that a kernel names; one of the libraries by its name, since the folder has it."""
    if not module.__name__.startswith(__name__.partition(".")[0]):
        return module.__name__
    return repr([(name, _told(vars(module)[name], names)) for name in names if name in vars(module)])


def _identified(dispatcher: Any) -> str:
    """The identity of a kernel, which it gets when it is first compiled or leant on: by then all it names exists."""
    if isinstance(dispatcher._cache, _KernelCache) and not dispatcher._cache.identity:  # noqa: SLF001
        dispatcher._cache.identity = _identity(dispatcher.py_func)  # noqa: SLF001
        dispatcher._MemoMixin__uuid = None  # noqa: SLF001 - one that has been copied or pickled has got some name
        dispatcher._set_uuid(dispatcher._cache.identity)  # noqa: SLF001 - Numba has no public name for it
        identities[dispatcher.py_func] = dispatcher._cache.identity  # noqa: SLF001
    return str(dispatcher._uuid)  # noqa: SLF001


class _Locator(caching._CacheLocator):  # type: ignore[misc]  # noqa: SLF001 - the way Numba's cache is meant to be told
    """Where a kernel lies: in one folder, by its identity."""

    def __init__(self, identity: str) -> None:
        self.identity = identity

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        return self.identity

    def get_disambiguator(self) -> str:
        return self.identity

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "_Locator":  # noqa: ARG003 - the signature of Numba
        return cls(_identity(py_func))


class _Files(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _FunctionCache(caching.FunctionCache):  # type: ignore[misc]
    _impl_class = _Files


PART = "-part"
"""What the name of a kernel ends in where it is kept as a part of others."""


class _PartLocator(_Locator):
    """Where a kernel lies as a part of others: beside itself."""

    def get_disambiguator(self) -> str:
        return f"{self.identity}{PART}"


class _PartFiles(PartFiles):
    _locator_classes = (_PartLocator,)


class _PartCache(caching.FunctionCache):  # type: ignore[misc]
    _impl_class = _PartFiles


class _KernelCache(caching.NullCache):  # type: ignore[misc]
    """Numba's cache, opened when it is first needed, and counting, so that a test can hold what a second start does."""

    def __init__(self, dispatcher: Any, kept: Any = _FunctionCache, suffix: str = "") -> None:
        self.dispatcher, self.kept, self.suffix, self.identity = dispatcher, kept, suffix, ""

    @functools.cached_property
    def files(self) -> Any:
        _identified(self.dispatcher)
        return self.kept(self.dispatcher.py_func)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        _identified(self.dispatcher)
        found = self._found(sig, target_context) if _can_cache() else None
        cache_counts["hits" if found is not None else "misses"] += 1
        if found is not None:
            with contextlib.suppress(OSError):  # somebody else may be clearing it away
                os.utime(self.files._cache_file._index_path)  # noqa: SLF001 - loaded just now, so it is worth keeping
        return found

    def _found(self, sig: Any, target_context: Any) -> Any:
        """What is kept; where nothing is, what somebody else is compiling just now. From then on it is up to us."""
        found = self._trying(lambda: self.files.load_overload(sig, target_context))
        if found is None and claims().take(f"{self.identity}{self.suffix} {sig}"):
            found = self._trying(lambda: self.files.load_overload(sig, target_context))
        return found

    def _trying(self, step: Callable[[], R]) -> R | None:
        """What was written by others and cannot be read here, such as a type of another version, was never there."""
        try:
            return step()
        except Exception:  # noqa: BLE001 - unpickling may raise anything
            Path(self.files._cache_file._index_path).unlink(missing_ok=True)  # noqa: SLF001
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if _can_cache():
            claims().take(f"{self.identity}{self.suffix}")  # Numba reads the list of what is kept and writes it anew
            self._trying(lambda: self.files.save_overload(sig, data))
            claims().drop(f"{self.identity}{self.suffix}")
            claims().drop(f"{self.identity}{self.suffix} {sig}")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a rule for the CPU (and, unchanged, for the GPU), cached under an identity that can be trusted."""
    if INTERPRETED:
        return function
    dispatcher = numba.njit(**_OPTIONS, pipeline_class=WholeCompiler)(function)
    dispatcher._cache = _KernelCache(dispatcher)  # noqa: SLF001 - what njit(cache=True) does, by identity and with counting
    part = functools.cache(functools.partial(_part, function))
    dispatcher.get_call_template = functools.partial(_called_with_whole_numbers, part)
    dispatcher.get_overload = lambda signature: part().get_overload(signature)
    return cast("Callable[P, R]", dispatcher)


_OPTIONS: Final = {"nogil": True, "error_model": "numpy", "_nrt": False}


def _part(function: Callable[..., Any]) -> Any:
    """The same kernel for those kernels that call it."""
    dispatcher = numba.njit(**_OPTIONS, pipeline_class=PartCompiler)(function)
    dispatcher._cache = _KernelCache(dispatcher, _PartCache, PART)  # noqa: SLF001
    dispatcher.add_overload = lambda made: dispatcher.overloads.update({tuple(made.signature.args): made})
    return dispatcher


def _called_with_whole_numbers(part: Callable[[], Any], args: Any, kws: Any) -> Any:
    """A kernel called by another takes every number as a whole one, from whatever field or name it comes.

    Numba would compile it anew for every width and many constants, so that one rule stood in the machine code up to
    seven times, and compiling took as much longer.
    """
    whole = tuple(widened(each) for each in args), {name: widened(each) for name, each in kws.items()}
    return part().get_call_template(*whole)


def widened(given: Any) -> Any:
    """The type a number is taken as; anything else, and the words of the streams of chance, as they are."""
    plain_type = numba.types.unliteral(given)
    narrow = isinstance(plain_type, types.Integer) and plain_type != types.uint64
    return types.int64 if narrow or isinstance(plain_type, types.IntEnumMember) else given


def direct(function: Callable[..., R], given: tuple[Any, ...]) -> Callable[..., R]:
    """A kernel as compiled for arguments like these: their types are not looked up again, which takes microseconds.

    It must never be handed anything of another type.
    """
    if INTERPRETED:
        return function
    types_of_given, dispatcher = tuple(map(numba.typeof, given)), cast("Any", function)
    dispatcher.compile(types_of_given)
    return cast("Callable[..., R]", dispatcher.overloads[types_of_given].entry_point)


def is_compiled(function: object) -> bool:
    """Whether a function is a compiled kernel."""
    return isinstance(function, Dispatcher)


class PlainArray(np.ndarray[Any, Any]):
    """An array whose entries are read as Python integers, for interpreted kernels."""

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        if isinstance(found, np.void):
            return PlainFields(found)
        return found if isinstance(found, np.ndarray) else found.item()

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, value.cells if isinstance(value, PlainFields) else value)


class PlainFields:
    """One state or box whose fields are attributes, as compiled kernels see it."""

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


def _put_interpreted(records: Any, index: int, one: Any) -> None:
    _unwrapped(records)[index] = one.cells


def _put_compiled(records: Any, index: int, one: Any) -> None:
    records[index] = one


put: Callable[[Any, int, Any], None] = _put_interpreted if INTERPRETED else kernel(_put_compiled)
"""Copy a record that came by itself into an array, inside kernels."""


def handed(records: Any, index: int = 0) -> Any:
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
