"""
Trees don't hang on a logarithm: with one that is as wrong as its bound allows, engines find the same ones; with a worse one they may not.

The wrong ones are made from flint's balls, so that they aren't the filter's own with something added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from random import Random
from typing import TypeAlias

import flint
import pytest
from attrs import evolve

import dtref
from dtref.engines.filter.unbeaten import unbeaten
from dtref.exact import comparison, functions
from dtref.exact.comparison import argmax_set
from dtref.exact.double_logarithm import ERROR, log2_of_double
from dtref.spec.growing import hunt
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.counts import Counts
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Tree
from dtref.spec.presets import C45, CART
from dtref.spec.split.candidates import Split
from dtref.spec.split.choose import Competitor
from dtref.spec.split.criteria import Criterion, gain, gain_ratio

Wrong: TypeAlias = Callable[[float | int], float]
"""A logarithm that errs on purpose."""

UNIT = 2.0**-53
POLICIES = [evolve(CART, criterion=gain), evolve(CART, criterion=gain_ratio), C45]


def erring(units: float, side: Callable[[float | int], int]) -> Wrong:
    """A logarithm that is off by so many units of 2^-53 of itself, and by its rounding to a double, at most one unit more."""

    def logarithm(x: float | int) -> float:
        with flint.ctx.workprec(160):
            return float((flint.arb(x).log() / flint.arb.const_log2() * (1 + side(x) * units * flint.arb(UNIT))).mid())

    return logarithm


SIDES: dict[str, Callable[[float | int], int]] = {
    "above": lambda _: 1,
    "below": lambda _: -1,
    "either": lambda x: Random(repr(float(x))).choice([-1, 1]),
    "parted at a half": lambda x: 1 if x < 0.5 else -1,
}


@contextmanager
def instead(wrong: Wrong) -> Iterator[None]:
    """A logarithm in the place of the filter's, in Python and in the table of the kernels."""
    from dtref.engines.compiled import log_table

    def of_array(xs: object) -> object:
        import numpy as np

        return np.array([wrong(x) for x in np.asarray(xs).tolist()])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(functions, "log2_of_double", wrong)
        patch.setattr(comparison, "log2_of_whole", wrong)
        patch.setattr(log_table, "log2_of_doubles", of_array)
        yield


def data_set(chance: Random) -> DataSet:
    """Few values, so that many candidates tie; a column and its mirror image, which always do."""
    n, classes = chance.choice([6, 12, 25]), tuple("ABC"[: chance.randint(2, 3)])
    rows = [tuple(Fraction(chance.randint(0, 4)) for _ in range(3)) for _ in range(n)]
    records = [Record((*row, -row[0]), chance.choice(classes)) for row in rows]
    return DataSet(tuple(map(Continuous, "wxyz")), Nominal("c", classes), records)


def trees(data: DataSet) -> list[Tree]:
    """By the filter, and by the compiled engine where it covers the policy."""
    filtered = [hunt.grow(data, policy, keep=unbeaten) for policy in POLICIES]
    return filtered + [dtref.grow(data, policy, engine="fast") for policy in POLICIES[:2]]


@pytest.mark.parametrize("side", SIDES.values(), ids=SIDES)
def test_a_logarithm_that_is_as_wrong_as_allowed_grows_the_same_trees(side: Callable[[float | int], int]) -> None:
    pytest.importorskip("numba")
    wrong = erring(ERROR / UNIT - 1, side)
    assert any(wrong(n) != log2_of_double(float(n)) for n in range(3, 50))
    for seed in range(6):
        data = data_set(Random(seed))
        wanted = [hunt.grow(data, policy) for policy in POLICIES]
        with instead(wrong):
            assert trees(data) == wanted + wanted[:2]


def splits(chance: Random) -> list[Split]:
    """Splits of one node that all but tie: by a record more or less in ten thousand millions."""
    a, b = chance.randint(10**9, 10**10), chance.randint(10**9, 10**10)
    node = 3 * a, 2 * b
    lefts = {(a + i, b + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} | {(2 * a + i, b) for i in (-1, 0, 1)}
    return [(left, tuple(n - m for n, m in zip(node, left, strict=True))) for left in sorted(lefts)]


def kept(node: Counts, entries: list[Competitor], criterion: Criterion) -> set[int]:
    return {entry.position[1] for entry in unbeaten(node, entries, criterion)}


@pytest.mark.parametrize("criterion", [gain, gain_ratio], ids=lambda c: c.name)
def test_the_best_of_candidates_that_all_but_tie_is_kept_within_the_bound_and_lost_far_beyond_it(criterion: Criterion) -> None:
    lost = 0
    for seed in range(20):
        candidates = splits(Random(seed))
        node = tuple(map(sum, zip(*candidates[0], strict=True)))
        entries = [Competitor((0, i), split, ()) for i, split in enumerate(candidates)]
        best = set(argmax_set(range(len(candidates)), lambda i: criterion(node, candidates[i], None)))  # type: ignore[arg-type,return-value]  # noqa: B023
        for side in SIDES.values():
            with instead(erring(ERROR / UNIT - 1, side)):
                assert best <= kept(node, entries, criterion)
            with instead(erring(2.0**24, side)):
                lost += not best <= kept(node, entries, criterion)
    assert lost > 0, "a logarithm that is off by 2^-29 goes unnoticed"
