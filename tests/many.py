"""Many generated inputs: some of them in each run, all of them with `pytest --hypothesis-profile=deep`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from hypothesis import HealthCheck, settings

T = TypeVar("T")


def as_many(usual: int, deep: int) -> int:
    """How many levels, inputs or examples there are: more of them where the run is a deep one."""
    return deep if settings.get_current_profile_name() == "deep" else usual


LEVELS = as_many(5_000, deep=100_000)
"""The levels of a deep tree: several times what Python's call stack holds."""


def examples(usual: int, suppress: Collection[HealthCheck] = ()) -> settings:
    """Another number of examples than the profile has: as many times more in a deep run as there the profile has."""
    return settings(max_examples=as_many(usual, deep=100 * usual), suppress_health_check=(HealthCheck.too_slow, *suppress))


def one_in(step: int, inputs: Sequence[T]) -> Sequence[T]:
    """Every so-manyth of the inputs; all of them where the run is a deep one."""
    return inputs if settings.get_current_profile_name() == "deep" else inputs[::step]
