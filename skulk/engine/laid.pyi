"""What a record offers. Made by `python -m scripts.states` from record.py: change that."""

from typing import Any, Self

import numpy as np

from skulk.engine.record import Field

class Laid:
    dtype: np.dtype[Any]
    fields: tuple[Field, ...]
    @classmethod
    def new(cls, fill: int = ...) -> Self: ...
    @classmethod
    def copy(cls, wide: Any) -> Self: ...
    @classmethod
    def veiled(cls, wide: Any) -> Self: ...
    @classmethod
    def narrow(cls, wide: Any) -> np.ndarray: ...
    @classmethod
    def widen(cls, packed: np.ndarray, index: int = ...) -> Self: ...
    @classmethod
    def pack(cls, wide: Any) -> bytes: ...
    @classmethod
    def unpack(cls, data: bytes) -> Self: ...
    @classmethod
    def faults(cls, wide: Any) -> list[str]: ...
