"""Arrays of a batch, shared with other libraries without a copy: NumPy on the CPU, DLPack and CUDA's way on a GPU."""

import ctypes
import math
from collections.abc import Callable
from typing import Any

import numpy as np

DL_CPU, DL_CUDA = 1, 2
"""Kinds of device in DLPack."""
_CODES = {"i": 0, "u": 1, "f": 2}


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )  # fmt: skip


_DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Managed(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _DELETER))


_lent: dict[int, tuple[Any, ...]] = {}
"""What other libraries hold: kept alive until they give it back."""


def _given_back(address: int) -> None:
    _lent.pop(address, None)


_GIVE_BACK = _DELETER(_given_back)


def _never_taken(capsule_address: int) -> None:
    """A capsule that nobody took is gone: what it lent is no longer lent."""
    if ctypes.pythonapi.PyCapsule_IsValid(ctypes.c_void_p(capsule_address), _NAME):
        _given_back(_pointer_in(capsule_address, _NAME))


_NAME = b"dltensor"
_NEVER_TAKEN = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_never_taken)
_pointer_in: Callable[..., int] = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_in.restype, _pointer_in.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)  # type: ignore[attr-defined]
_new_capsule: Callable[..., Any] = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)  # type: ignore[attr-defined]


def capsule(owner: Any, pointer: int, device: tuple[int, int], strides: tuple[int, ...]) -> Any:
    """A DLPack capsule for the memory of an array, which stays alive as long as it is lent."""
    dtype, shape = np.dtype(owner.dtype), tuple(owner.shape)
    axes = ctypes.c_int64 * max(1, len(shape))
    sizes, steps = axes(*shape), axes(*(step // dtype.itemsize for step in strides))
    tensor = _Tensor(pointer, *device, len(shape), _CODES[dtype.kind], 8 * dtype.itemsize, 1, sizes, steps, 0)
    managed = _Managed(tensor, None, _GIVE_BACK)
    address = ctypes.addressof(managed)
    _lent[address] = (managed, sizes, steps, owner)
    return _new_capsule(address, _NAME, ctypes.cast(_NEVER_TAKEN, ctypes.c_void_p))


class OnGpu:
    """An array in the memory of a GPU; `torch.from_dlpack`, `cupy.asarray`, `jax.dlpack` and more take it as it is."""

    def __init__(self, array: Any, device: int = 0) -> None:
        self.array, self.device = array, device

    @property
    def shape(self) -> tuple[int, ...]:
        """How many entries each axis has."""
        return tuple(self.array.shape)

    @property
    def dtype(self) -> Any:
        """The type of the entries."""
        return self.array.dtype

    def __len__(self) -> int:
        return int(self.array.shape[0])

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        found: dict[str, Any] = self.array.__cuda_array_interface__
        return found

    def __dlpack_device__(self) -> tuple[int, int]:
        return DL_CUDA, self.device

    def __dlpack__(self, **_asked: Any) -> Any:
        interface = self.__cuda_array_interface__
        strides = interface.get("strides") or _packed_strides(self.shape, np.dtype(self.dtype).itemsize)
        return capsule(self.array, interface["data"][0], self.__dlpack_device__(), strides)

    def numpy(self) -> Any:
        """A copy on the CPU."""
        return self.array.copy_to_host()


def _packed_strides(shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    return tuple(size * math.prod(shape[axis + 1 :]) for axis in range(len(shape)))
