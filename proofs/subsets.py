"""
The best of all groupings of nominal values: ordering the values by class share leaves n - 1 to try of 2^(n-1) - 1.

Documents: `tan` Splitting Based on Nominal Attributes; `cs6220` Gini Index. Notation: u, v, w the class counts of values whose shares of
the first class rise in this order; L and R the sides of a grouping. A prefix is a grouping that has the values up to some share on one
side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations_with_replacement
from typing import cast

from attrs import evolve

from dtref.exact.comparison import compare
from dtref.exact.number import Exact, Number, total
from dtref.spec.growing.admission import EveryBranchHas
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.counts import Counts, CountTable, add_counts
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.optima import EverySubset, count_tests, groupings, list_tests
from dtref.spec.model.tests import Subset
from dtref.spec.model.trees import Branch
from dtref.spec.presets import CART
from dtref.spec.split.candidates import SubsetSplits
from dtref.spec.split.choose import Best, best
from dtref.spec.split.criteria import Criterion, error_reduction, gain, gini_reduction, variance_reduction, weighted_impurity
from proofs.cuts import ANY_CONCAVE, Bending, bends
from proofs.steps import above_zero, equal, holds, same, weighted_squares
from proofs.symbols import positive
from proofs.theorem import Method, NotEstablished, theorem

BOOK = "breiman1984"
Group = frozenset[int]
FEW: tuple[Counts, ...] = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1))
THREE: tuple[Counts, ...] = ((20, 7, 0), (1, 0, 3), (7, 20, 0), (0, 1, 3))
MOMENTS: tuple[Counts, ...] = ((1, 0, 0), (1, 1, 1), (2, 1, 1), (1, 2, 4), (2, 3, 5))
"""Records, sum of y, sum of y², of y = 0, 1 or 2."""


def table(counts: Sequence[Counts]) -> CountTable:
    """A nominal attribute whose values v0, v1 … have these counts."""
    x = Nominal("x", tuple(f"v{i}" for i in range(len(counts))))
    return CountTable(x, x.values, x.values, tuple(counts), (0,) * len(counts[0]))


def found(counts: Sequence[Counts], criterion: Criterion, offer: SubsetSplits) -> Best:
    """The best groupings, by dtref's own search."""
    among = best(add_counts(counts, len(counts[0])), [offer(table(counts), criterion)], criterion)
    if among is None:
        raise NotEstablished(f"that there is a grouping of {counts}")
    return among


def left_sides(among: Best) -> set[Group]:
    """The left sides of the best groupings, as positions of values; the first value is in each."""
    return {Group(int(v[1:]) for v in test.left) for test in list_tests(among.optima) if isinstance(test, Subset)}


def prefixes(shares: Sequence[Fraction]) -> set[Group]:
    """The left sides of the groupings that have the values up to some share on one side."""
    everyone = Group(range(len(shares)))
    low = (Group(v for v in everyone if shares[v] <= most) for most in sorted(set(shares))[:-1])
    return {side if 0 in side else everyone - side for side in low}


def tables(kinds: Sequence[Counts], most: int) -> Iterator[tuple[Counts, ...]]:
    """Every table of 2 values to so many, each with one of these counts, the order of the values left aside."""
    for n in range(2, most + 1):
        yield from combinations_with_replacement(kinds, n)


@theorem(
    "A grouping that has values of less and of more share on one side and one between them on the other is inside a segment of groupings "
    "with parts of values; along it the reduction is convex, so the grouping is no better than the better end",
    source=BOOK,
    runs=(weighted_impurity,),
    reach="two classes; every concave impurity with two derivatives; all positive real counts of the three values and of all others",
    method=Method.DERIVATIVES,
)
def theorem_grouping_that_is_no_prefix_is_no_better_than_the_ends_of_a_segment() -> None:
    """v = alpha u + beta w, so L, which has u and w, is also L with less than all of u and w and some of v: more and less of u both fit."""
    x, y, z, a, b, c, e = positive("x y z a b c e")
    u, v, w = (a * x, a), (b * (x + y), b), (c * (x + y + z), c)  # the odds of the first class rise: x, x + y, x + y + z
    alpha, beta = b * z / (a * (y + z)), b * y / (c * (y + z))
    p, q = positive("p1:3"), positive("q1:3")
    whole = _sides(p, q, ((u, 1), (v, 0), (w, 1)))
    parts = _sides(p, q, ((u, 1 - e * alpha), (v, e), (w, 1 - e * beta)))
    for one, other in zip(chain(*whole), chain(*parts), strict=True):
        equal(one, other)
    above_zero(alpha)
    above_zero(beta)
    for child, bent in zip((p, q), bends(lambda _, children: weighted_impurity(ANY_CONCAVE, children), p, q, u), strict=True):
        s = total(child)
        weighted_squares(-bent, [(cast(Number, Bending(child[0] / s)) / (s * s * s), u[0] * s - child[0] * total(u))])


def _sides(
    left: Sequence[Number], right: Sequence[Number], values: Sequence[tuple[Sequence[Number], Exact]]
) -> tuple[Sequence[Number], Sequence[Number]]:
    """The two sides where of each value a share goes left and the rest right."""
    goes = [[total(share * n[j] for n, share in values) for j in (0, 1)] for values in (values, [(n, 1 - share) for n, share in values])]
    return [n + m for n, m in zip(left, goes[0], strict=True)], [n + m for n, m in zip(right, goes[1], strict=True)]


@theorem(
    "Of two classes the values in order of share are enough: the best grouping of all 2^(n-1) - 1 is among the prefixes, at most n - 1, "
    "and every best grouping is if it reduces anything",
    source=BOOK,
    runs=(best, SubsetSplits.__call__, gini_reduction, gain, groupings),
    reach="every table of 2 to 4 values with the counts (0, 1), (1, 0), (1, 1), (1, 2) or (2, 1)",
    method=Method.EXHAUSTION,
)
def theorem_best_groupings_of_two_classes_are_prefixes() -> None:
    """dtref's search with its shortcut, and of all groupings: one value, one set."""
    for counts in tables(FEW, 4):
        shares = [Fraction(n[0], sum(n)) for n in counts]
        for criterion in (gini_reduction, gain):
            _prefixes_are_best(counts, shares, criterion)


@theorem(
    "Of a continuous target the values in order of mean are enough, and the best groupings are prefixes if they reduce anything",
    source="fisher1958",
    runs=(best, SubsetSplits.__call__, variance_reduction, groupings),
    reach="every table of 2 to 4 values with one or two records of y = 0, 1, 2 in one of five ways",
    method=Method.EXHAUSTION,
)
def theorem_best_groupings_of_a_continuous_target_are_prefixes() -> None:
    """dtref's search with its shortcut, and of all groupings: one value, one set."""
    for counts in tables(MOMENTS, 4):
        _prefixes_are_best(counts, [Fraction(n[1], n[0]) for n in counts], variance_reduction)


def _prefixes_are_best(counts: Sequence[Counts], slopes: Sequence[Fraction], criterion: Criterion) -> None:
    every = found(counts, criterion, SubsetSplits(exhaustive=True))
    some = found(counts, criterion, SubsetSplits())
    tried = SubsetSplits()(table(counts), criterion).splits
    same(compare(every.value, some.value), 0, f"the best value for {counts}")
    same(left_sides(some), left_sides(every), f"the best groupings of {counts}")
    holds(len(tried) <= len(counts) - 1, "at most n - 1 groupings are tried")
    same(len(SubsetSplits(exhaustive=True)(table(counts), criterion).splits), 2 ** (len(counts) - 1) - 1, "all groupings")
    if compare(every.value, 0) > 0:
        holds(left_sides(every) <= prefixes(slopes), f"the best groupings of {counts} are prefixes")


@theorem(
    "Where the best reduction is 0 all 2^(n-1) - 1 groupings tie, and the n - 1 prefixes are not all of them",
    source=BOOK,
    runs=(best, SubsetSplits.__call__, gini_reduction, groupings, count_tests),
    reach="2 to 6 values with the counts (1, 2)",
    method=Method.COUNTEREXAMPLE,
)
def theorem_prefixes_are_not_the_whole_tie_set_of_no_reduction() -> None:
    """dtref has the tie as one symbolic member, counted in full."""
    for n in range(2, 7):
        every = found(((1, 2),) * n, gini_reduction, SubsetSplits(exhaustive=True))
        some = found(((1, 2),) * n, gini_reduction, SubsetSplits())
        same(len(every.optima), 2 ** (n - 1) - 1, "the groupings that tie")
        same(count_tests(some.optima), len(every.optima), "the groupings that tie, counted by their symbol")
        same([*some.optima], [EverySubset(*_attribute_and_values(n))] if n > 2 else [*every.optima], "the symbol")
        same(compare(every.value, 0), 0, "the reduction")


def _attribute_and_values(n: int) -> tuple[Nominal, tuple[str, ...]]:
    x = table(((1, 2),) * n).attribute
    return (x, x.values) if isinstance(x, Nominal) else (Nominal("", ()), ())


@theorem(
    "By error n - 1 prefixes have the best value, but not the whole tie set, however values of equal share are ordered",
    source=BOOK,
    runs=(best, SubsetSplits.__call__, error_reduction),
    reach="four values with the counts (2, 0), (1, 1), (1, 1), (0, 2); the value: every table of 2 to 4 values as for Gini",
    method=Method.COUNTEREXAMPLE,
)
def theorem_prefixes_are_not_the_whole_tie_set_of_error() -> None:
    """Error is concave, not strictly: a value with equal counts costs the same on either side, so two such values may part."""
    optima = left_sides(found(((2, 0), (1, 1), (1, 1), (0, 2)), error_reduction, SubsetSplits()))
    same(
        optima, {Group((0,)), Group((0, 1)), Group((0, 2)), Group((0, 1, 2))}, "the best groupings: four, where an order has three prefixes"
    )
    for some in tables(FEW, 4):
        optima = left_sides(found(some, error_reduction, SubsetSplits()))
        slopes = [Fraction(n[0], sum(n)) for n in some]
        holds(len({*slopes}) == 1 or bool(optima & prefixes(slopes)), f"a prefix is among the best groupings of {some}")


@theorem(
    "Of three classes the best grouping may be a prefix in the order of no class's share",
    source=BOOK,
    runs=(best, SubsetSplits.__call__, gini_reduction),
    reach="four values with the counts (20, 7, 0), (1, 0, 3), (7, 20, 0), (0, 1, 3)",
    method=Method.COUNTEREXAMPLE,
)
def theorem_prefixes_are_not_enough_of_three_classes() -> None:
    """The three orders, one by one."""
    optima = left_sides(found(THREE, gini_reduction, SubsetSplits()))
    for c in range(3):
        holds(not optima & prefixes([Fraction(n[c], sum(n)) for n in THREE]), f"no best grouping is a prefix in order of class {c + 1}")


@theorem(
    "Where every branch must have a number of records the best grouping that is left may be no prefix",
    source=BOOK,
    runs=(grow, EveryBranchHas.__call__, SubsetSplits.__call__, gini_reduction),
    reach="four values with the counts (0, 1), (1, 1), (2, 1), (2, 0), at least 4 records in every branch",
    method=Method.COUNTEREXAMPLE,
)
def theorem_prefixes_are_not_enough_of_a_least_size() -> None:
    """No prefix has 4 records on both sides."""
    counts = ((0, 1), (1, 1), (2, 1), (2, 0))
    x = Nominal("x", tuple(f"v{i}" for i in range(4)))
    rows = [Record((x.values[v],), label) for v, n in enumerate(counts) for label, k in zip("ab", n, strict=True) for _ in range(k)]
    tree = grow(DataSet((x,), Nominal("class", ("a", "b")), tuple(rows)), evolve(CART, admit=(EveryBranchHas(4),)))
    optima = tree.optima if isinstance(tree, Branch) else ()
    same([test.left for test in optima if isinstance(test, Subset)], [("v0", "v2")], "the best grouping")
    shares = [Fraction(n[0], sum(n)) for n in counts]
    holds(Group((0, 2)) not in prefixes(shares), "it is no prefix")
    sizes = [sum(sum(counts[v]) for v in side) for side in prefixes(shares)]
    holds(all(min(size, 8 - size) < 4 for size in sizes), "no prefix has enough records")
