"""Arrays that other libraries take without a copy."""

import gc
from typing import Any

import numpy as np
import pytest

from grimorio.research import memory
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
