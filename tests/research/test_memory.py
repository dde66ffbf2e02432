"""Arrays that other libraries take without a copy."""

import gc
from typing import Any

import numpy as np
import pytest

from grimorio.engine.spelling import LINE
from grimorio.research import Batch, memory
from grimorio.research.memory import DL_CPU, OnGpu, capsule


class Lent:
    """An array of the CPU, given away by the same capsule as one of a GPU."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return DL_CPU, 0

    def __dlpack__(self, **_asked: Any) -> Any:
        return capsule(self.array, self.array.ctypes.data, self.__dlpack_device__(), self.array.strides)


@pytest.mark.parametrize("dtype", ["u1", "i2", "i4", "i8", "f2", "f4", "u2"])
def test_what_is_lent_is_the_same_memory(dtype: str) -> None:
    array = np.arange(24, dtype=dtype).reshape(2, 3, 4)[:, :, 1]
    taken = np.from_dlpack(Lent(array))
    assert (taken.dtype, taken.shape, taken.tolist()) == (array.dtype, array.shape, array.tolist())
    assert np.shares_memory(taken, array)


def test_what_is_lent_lives_until_it_is_given_back() -> None:
    before = len(memory._lent)  # noqa: SLF001 - who keeps it alive is the point
    taken = np.from_dlpack(Lent(np.arange(1000)))
    assert len(memory._lent) == before + 1  # noqa: SLF001
    assert taken.sum() == 499500
    del taken
    gc.collect()
    assert len(memory._lent) == before  # noqa: SLF001


def test_what_nobody_takes_is_not_kept() -> None:
    before = len(memory._lent)  # noqa: SLF001
    Lent(np.arange(10)).__dlpack__()
    gc.collect()
    assert len(memory._lent) == before  # noqa: SLF001


class FakeArray:
    """What Numba says of an array on a GPU."""

    shape, dtype = (3, 4), np.dtype("i4")
    __cuda_array_interface__ = {"data": (4096, False), "strides": None, "shape": (3, 4), "typestr": "<i4", "version": 3}  # noqa: RUF012


def test_an_array_of_a_gpu_says_where_it_lies() -> None:
    array = OnGpu(FakeArray(), 1)
    assert array.__dlpack_device__() == (memory.DL_CUDA, 1)
    assert array.__cuda_array_interface__["data"] == (4096, False)
    assert (len(array), array.shape, array.dtype) == (3, (3, 4), np.dtype("i4"))
    assert "dltensor" in repr(array.__dlpack__(stream=1))


def shown(batch: Batch) -> dict[str, Any]:
    """Every array that a batch shares."""
    names = ("seat", "count", "legal", "views", "done", "refused", "choice", "share", "wins", "seats", "outcome")
    tensors = {kind: batch.observe(kind) for kind in ("float32", "float16", "bfloat16")}
    return {name: getattr(batch, name) for name in names} | tensors | {"mask": batch.mask()}


def test_what_a_batch_shows_begins_with_a_line_of_the_cache_and_has_no_gaps() -> None:
    """Otherwise JAX copies it, or refuses it."""
    batch = Batch("flautz", 7, seats=3, all_seeing=True)
    batch.reset()
    for name, array in (shown(batch) | {"all": batch.observe_all("float32"), "critic": batch.critic_views}).items():
        assert array.ctypes.data % LINE == 0, name
        assert array.flags.c_contiguous, name


def test_jax_takes_what_a_batch_shows_without_a_copy() -> None:
    jax = pytest.importorskip("jax")
    batch = Batch("flautz", 7, seats=3)
    batch.reset()
    for name, array in shown(batch).items():
        taken = jax.dlpack.from_dlpack(array)
        assert taken.unsafe_buffer_pointer() == array.ctypes.data, name
        assert (taken.shape, taken.dtype) == (array.shape, array.dtype), name
    batch.step(jax.numpy.zeros(7, "int32"))
    assert not batch.refused.any()
