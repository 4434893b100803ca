"""Scores and labels for the tests of this folder: few distinct scores, so that ties are many. And the definitions, by brute force."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from hypothesis import strategies as st

from dtref.strategies.values import fractions

# kinds of numbers that are equal across kinds: 1/2 as Fraction, Decimal and float is one score
scores = st.integers(-3, 3) | st.sampled_from((0.5, Fraction(1, 2), Decimal("0.5"), 0.1, Decimal("0.1"), -0.0, 10**30, 1e30, 5e-324))
weights = st.integers(1, 3) | fractions(Fraction(1, 9), 2, max_denominator=9)


@st.composite
def records(draw: st.DrawFn, least: int = 0, both: bool = False) -> tuple[list[Any], list[str]]:
    """Scores and labels; `both`: each class occurs."""
    labels = draw(st.lists(st.sampled_from("+-"), min_size=least, max_size=9), label="labels") + ["+", "-"] * both
    return draw(st.lists(scores, min_size=len(labels), max_size=len(labels)), label="scores"), labels


def of_class(label: str, s: list[Any], labels: list[str]) -> list[Fraction]:
    return [Fraction(x) for x, y in zip(s, labels, strict=True) if y == label]


def matrix_at(t: Fraction, s: list[Any], labels: list[str]) -> tuple[int, int, int, int]:
    """TP, FP, TN, FN of the classifier that says positive where the score is at least t."""
    positive, negative = of_class("+", s, labels), of_class("-", s, labels)
    tp, fp = sum(x >= t for x in positive), sum(x >= t for x in negative)
    return tp, fp, len(negative) - fp, len(positive) - tp


def share_of_ordered_pairs(s: list[Any], labels: list[str]) -> Fraction:
    """The mean over all pairs of a positive and a negative: 1 where the positive is above, 1/2 where they tie, else 0."""
    pairs = list(product(of_class("+", s, labels), of_class("-", s, labels)))
    return sum((Fraction((p > n) + (p >= n), 2) for p, n in pairs), Fraction(0)) / len(pairs)


def random_records(seed: int) -> tuple[list[float], list[int]]:
    """Float scores with ties, some that differ in the last bit, and labels 1 and 0, both of which occur."""
    chance = Random(seed)
    n = chance.choice((2, 3, 5, 12, 60))
    values = [chance.choice((chance.random(), chance.randint(0, 3) / 10, 0.1 + 0.2, 0.3)) for _ in range(chance.randint(1, n))]
    labels = [1, 0] + [int(chance.random() < chance.choice((0.1, 0.5))) for _ in range(n - 2)]
    return chance.choices(values, k=n), labels
