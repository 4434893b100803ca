"""Confusion matrices and labels for the tests of this folder."""

from __future__ import annotations

from fractions import Fraction
from itertools import repeat
from random import Random
from typing import Any

from hypothesis import strategies as st
from narrow import of_kind

from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion
from dtref.strategies.values import fractions

NAMES = "abcdef"

small = st.integers(0, 6)
counts = small | st.just(10**30) | fractions(0, 5, max_denominator=7)
whole_counts = st.integers(0, 12)


@st.composite
def square_rows(draw: st.DrawFn, cells: st.SearchStrategy = counts, least: int = 1) -> list[list[int | Fraction]]:
    """Rows of a matrix of up to four classes."""
    k = draw(st.integers(least, 4), label="classes")
    return draw(st.lists(st.lists(cells, min_size=k, max_size=k), min_size=k, max_size=k), label="rows")


def confusions(cells: st.SearchStrategy = counts, least: int = 1) -> st.SearchStrategy[Confusion]:
    """Confusion matrices of up to four classes, some of which may be without records."""
    return square_rows(cells, least).map(lambda rows: Confusion.from_rows(NAMES[: len(rows)], rows))


def binary_counts(cells: st.SearchStrategy = counts) -> st.SearchStrategy[BinaryCounts]:
    """Four counts, any of which may be 0."""
    return st.builds(BinaryCounts, cells, cells, cells, cells)


def labels_of(m: Confusion) -> tuple[list[Any], list[Any]]:
    """Records with this matrix: their actual and their predicted classes."""
    pairs = [
        pair
        for i, row in zip(m.classes, m.rows, strict=True)
        for j, n in zip(m.classes, row, strict=True)
        for pair in repeat((i, j), of_kind(int, n))
    ]
    return [i for i, _ in pairs], [j for _, j in pairs]


def random_labels(seed: int) -> tuple[str, list[str], list[str]]:
    """Classes, and the actual and predicted classes of up to 40 records; skewed: some classes are never actual or never predicted."""
    chance = Random(seed)
    k, n = chance.randint(2, 5), chance.choice((1, 2, 3, 8, 40))
    classes = NAMES[:k]
    actual = chance.choices(classes, [chance.choice((0, 1, 3)) + 0.001 for _ in classes], k=n)
    guesses = chance.choices(classes, [chance.choice((0, 1, 3)) + 0.001 for _ in classes], k=n)
    keep = chance.random()
    return classes, actual, [a if chance.random() < keep else g for a, g in zip(actual, guesses, strict=True)]
