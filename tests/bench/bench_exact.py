"""
How long one exact comparison takes: gains and gain ratios of random count tables, unequal and equal, small and huge counts.

Run: python tests/bench/bench_exact.py
"""

from __future__ import annotations

import random
from fractions import Fraction
from timeit import timeit

from dtref.exact.comparison import compare
from dtref.exact.number import Number
from dtref.spec.split.criteria import gain, gain_ratio

REPEATS = 200


def table(chance: random.Random, classes: int, branches: int, largest: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(chance.randint(1, largest) for _ in range(classes)) for _ in range(branches))


def value(criterion: object, children: tuple[tuple[int | Fraction, ...], ...]) -> Number:
    return criterion(tuple(map(sum, zip(*children, strict=True))), children)  # type: ignore[operator]


def microseconds(a: Number, b: Number) -> float:
    return timeit(lambda: compare(a, b), number=REPEATS) / REPEATS * 1e6


def main() -> None:
    chance = random.Random(1)
    for criterion in (gain, gain_ratio):
        for classes, branches, largest in ((2, 2, 10**6), (5, 4, 10**6), (5, 4, 10**30)):
            first, second = (table(chance, classes, branches, largest) for _ in range(2))
            unequal = microseconds(value(criterion, first), value(criterion, second))
            scaled = tuple(tuple(3 * n for n in branch) for branch in first)  # the same shares: equal
            equal = microseconds(value(criterion, first), value(criterion, scaled))
            size = f"{classes} classes, {branches} branches, counts to {largest:.0e}"
            print(f"{criterion.name:<10}  {size:<42}  unequal {unequal:7.0f} us  equal {equal:7.0f} us")


if __name__ == "__main__":
    main()
