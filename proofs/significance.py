"""Counting: the exact test of independence, CHAID's multipliers, and the p-value in closed form.   Documents: `iaml` 1.4; `cs6220`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import factorial
from typing import cast

import sympy

from dtref.exact.number import Number
from dtref.spec.split.chaid.significance import Significance, floating_multiplier, nominal_multiplier, ordinal_multiplier
from dtref.spec.split.exact_test import _arrangements, _draws, _products, _two_by_two, exact_p
from proofs.steps import derivative, equal, expression, same, tends_to
from proofs.symbols import positive
from proofs.theorem import Method, theorem

TEST, KASS = "iaml: 1.4 Dealing With Overfitting", "kass1980"
FACTOR = vars(Significance)["factor"].fget
Table = tuple[tuple[int, ...], ...]
Partition = frozenset[frozenset[int]]


def tables(sizes: Sequence[int], labels: Sequence[int], classes: int) -> Iterator[Table]:
    """The table of class counts by branch of each order of the labels, the first records going to the first branch."""
    for order in sorted(set(permutations(labels))):
        rest = iter(order)
        branches = [[next(rest) for _ in range(size)] for size in sizes]
        yield tuple(tuple(branch.count(j) for j in range(classes)) for branch in branches)


@theorem(
    "The exact p-value is the share of the orders of the labels whose table comes up at most as often as the one seen",
    source=TEST,
    runs=(exact_p, _arrangements, _products, _two_by_two, _draws),
    reach="every table of two branches and two classes of up to 7 records, and of up to 5 records with a branch or a class more or both; "
    "one branch, four branches of up to 4 records, and no branch at all",
    method=Method.EXHAUSTION,
)
def theorem_exact_p_is_the_share_of_orders_of_the_labels() -> None:
    """Every order is gone through, and the tables are counted."""
    for classes, branches, most in ((2, 1, 2), (2, 2, 7), (3, 2, 5), (2, 3, 5), (3, 3, 5), (2, 4, 4)):
        for n in range(1, most + 1):
            sizes = [size for size in product(range(n + 1), repeat=branches) if sum(size) == n]
            for labels in (some for some in product(range(classes), repeat=n) if tuple(sorted(some)) == some):
                node = tuple(labels.count(j) for j in range(classes))
                for size in sizes:
                    often = Counter(tables(size, labels, classes))
                    for table, times in often.items():
                        rare = sum(m for m in often.values() if m <= times)
                        same(exact_p(node, table), Fraction(rare, sum(often.values())), f"the p-value of {table}")
    same(exact_p((0, 0), ()), Fraction(1), "the p-value of no branch")


def partitions(n: int) -> Iterator[Partition]:
    """Every way to put n categories in groups."""
    if n == 0:
        yield frozenset()
        return
    for rest in partitions(n - 1):
        yield rest | {frozenset((n - 1,))}
        yield from ((rest - {group}) | {group | {n - 1}} for group in rest)


def of_neighbours(groups: Partition) -> bool:
    """Whether every group is a run of neighbours."""
    return all(max(group) - min(group) == len(group) - 1 for group in groups)


@theorem(
    "The multiplier of a nominal attribute is the number of ways to put c categories in r groups; of an ordinal one, in groups of "
    "neighbours; of one with a floating category, in groups that are of neighbours once that category is taken out",
    source=KASS,
    runs=(nominal_multiplier, ordinal_multiplier, floating_multiplier),
    reach="c = 1..7, every r",
    method=Method.EXHAUSTION,
)
def theorem_multipliers_count_groupings() -> None:
    """Every partition is listed. The last category floats."""
    for c in range(1, 8):
        every = list(partitions(c))
        for r in range(1, c + 1):
            some = [groups for groups in every if len(groups) == r]
            same(nominal_multiplier(c, r), len(some), f"{c} categories in {r} groups")
            same(ordinal_multiplier(c, r), sum(map(of_neighbours, some)), f"{c} ordered categories in {r} groups")
            ordered = [frozenset(group - {c - 1} for group in groups if group != {c - 1}) for groups in some]
            same(floating_multiplier(c, r), sum(map(of_neighbours, ordered)), f"{c} categories, one floating, in {r} groups")


@theorem(
    "For an even number of degrees factor times e^(-statistic/2) is the multiplier times the chi-square tail: it starts at the multiplier "
    "and falls by the density, to 0",
    source="pearson1900",
    runs=(FACTOR,),
    reach="2, 4 .. 12 degrees of freedom, every real statistic above 0, every multiplier",
    method=Method.DERIVATIVES,
)
def theorem_factor_of_an_even_number_of_degrees_is_the_chi_square_tail() -> None:
    """The derivative is minus the multiplier times x^(m-1) e^(-x/2) / (2^m (m-1)!) of 2m degrees; the limits at 0 and infinity."""
    x, k = positive("x k")
    for m in range(1, 7):
        found = Significance(cast(Fraction, x), 2 * m, cast(int, k)).factor
        tail = cast(Number, found * sympy.exp(-expression(x) / 2))
        density = cast(Number, expression(x) ** (m - 1) * sympy.exp(-expression(x) / 2) / (2**m * factorial(m - 1)))
        equal(derivative(tail, x), -k * density)
        equal(cast(Number, expression(tail).subs(expression(x), 0)), k)
        tends_to(tail, x, sympy.oo, 0)
    same(Significance(Fraction(1), 3).factor, None, "no such factor of an odd number of degrees")
