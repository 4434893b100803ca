"""What benchmarks run on, made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

import numpy as np

Made = TypeVar("Made")
Run: TypeAlias = Callable[[], object]

COLUMNS = 10


def on(made: Callable[[], Made], use: Callable[[Made], object]) -> Callable[[], Run]:
    """
    Prepares a run: makes what it is to use.

    >>> on(lambda: 2, lambda x: x + 1)()()
    3
    """

    def prepare() -> Run:
        ready = made()
        return lambda: use(ready)

    return prepare


def signal(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Ten numeric columns that differ in every record, and a class that two of them tell, but for one in ten."""
    chance = np.random.default_rng(n)
    x = chance.random((n, COLUMNS))
    return x, ((x[:, 0] + x[:, 1] * x[:, 2] > 0.7) ^ (chance.random(n) < 0.1)).astype(int)
