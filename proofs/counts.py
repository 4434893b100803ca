"""
Counting in parts: class counts, and the sums n, Σy, Σy² of a continuous target, add up, and are all that a criterion looks at.

So an engine may count the records of a node in parts, in any order, and add.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import cast

from attrs import evolve

from dtref.exact.number import Number, total
from dtref.spec.model.attributes import MISSING, Cell, Continuous, Nominal
from dtref.spec.model.counts import Columns, Counts, CountTable, Weighted, add_counts, columns, count_table, statistic
from dtref.spec.model.data import DataSet, Record
from dtref.spec.split.association import chi_square, g_statistic
from dtref.spec.split.candidates import MultiwaySplit
from dtref.spec.split.criteria import error_reduction, gain, gain_ratio, gini_reduction
from dtref.spec.split.description import bits_saved, classes_coded
from dtref.spec.split.impurity import variance
from dtref.spec.split.missing_gain import gain_over_all, gain_over_all_unscaled
from dtref.spec.split.separation import class_separation, twoing
from proofs.steps import defined, equal, not_negative, same
from proofs.symbols import positive, real
from proofs.theorem import Method, theorem

MATRIX = "tan: Categorical Attributes: Computing Gini Index"
REGRESSION = "iaml: 1.7 Decision Trees For Regression"
CLASSES = ("-", "+")


@theorem(
    "Adding class counts is associative and commutative, and no counts change nothing: a commutative monoid",
    source=MATRIX,
    runs=(add_counts,),
    reach="all real counts (so also the sums n, Σy, Σy² of a continuous target), 1 to 4 of them, three parts in each order",
    method=Method.IDENTITY,
)
def theorem_class_counts_are_a_commutative_monoid() -> None:
    """Count by count."""
    for c in range(1, 5):
        parts = [cast(Counts, real(f"{name}1:{c + 1}")) for name in "xyz"]
        x, y, z = parts
        _equal_counts(add_counts((add_counts((x, y), c), z), c), add_counts((x, add_counts((y, z), c)), c))
        _equal_counts(add_counts((x, add_counts((), c)), c), x)
        for order in permutations(parts):
            _equal_counts(add_counts(order, c), add_counts(parts, c))


def _equal_counts(left: Counts, right: Counts) -> None:
    same(len(left), len(right), "counts are of as many classes")
    for a, b in zip(left, right, strict=True):
        equal(cast(Number, a), cast(Number, b))


@theorem(
    "The counts of records together are the sum of the counts of any two parts of them, and a record may be in parts itself",
    source=MATRIX,
    runs=(statistic, add_counts),
    reach="3 records of each labelling by two classes, each split in two parts of any positive real weight",
    method=Method.EXHAUSTION,
)
def theorem_counts_of_the_whole_are_the_sum_of_the_counts_of_its_parts() -> None:
    """Labelling by labelling; the weights are symbols."""
    for labels in product(CLASSES, repeat=3):
        _counted_in_parts(columns(DataSet((), Nominal("y", CLASSES), [Record((), y) for y in labels])))


@theorem(
    "n, Σy and Σy² of records together are the sums of those of any two parts of them, and a record may be in parts itself",
    source=REGRESSION,
    runs=(statistic, add_counts),
    reach="3 records with all real targets, each split in two parts of any positive real weight",
    method=Method.IDENTITY,
)
def theorem_moments_of_the_whole_are_the_sum_of_the_moments_of_its_parts() -> None:
    """Weights and targets are symbols; that n Var is of these sums alone, too."""
    data = DataSet((), Continuous("y"), [Record((), Fraction(y)) for y in range(3)])
    y = real("y1:4")
    coded = evolve(columns(data), numbers=cast("tuple[Fraction, ...]", y))
    _counted_in_parts(coded)
    u = positive("u1:4")
    n, s, q = (cast(Number, x) for x in statistic(coded, _weighted(range(3), u)))
    equal(n * defined(variance((n, s, q))), total(w * (x - s / n) * (x - s / n) for w, x in zip(u, y, strict=True)))


def _counted_in_parts(coded: Columns) -> None:
    """The statistic of three records, counted at once, and in three ways in two parts."""
    u, v, c = positive("u1:4"), positive("v1:4"), len(statistic(coded, Weighted(())))
    whole = statistic(coded, _weighted(range(3), [a + b for a, b in zip(u, v, strict=True)]))
    _equal_counts(whole, add_counts((statistic(coded, _weighted(range(3), u)), statistic(coded, _weighted(range(3), v))), c))
    for cut in range(4):
        parts = (_weighted(rows, [u[i] + v[i] for i in rows]) for rows in (range(cut), range(cut, 3)))
        _equal_counts(whole, add_counts((statistic(coded, part) for part in parts), c))


def _weighted(rows: Sequence[int], weights: Sequence[Number]) -> Weighted:
    return Weighted(tuple(rows), cast("tuple[Fraction, ...]", tuple(weights)))


@theorem(
    "n Var of a node is that of two parts of it together, and n_1 n_2/n times the squared distance of their means: never less",
    source=REGRESSION,
    runs=(add_counts, variance),
    reach="two parts, all real sums Σy, Σy², all positive real n",
    method=Method.IDENTITY,
)
def theorem_variance_of_the_whole_follows_from_the_sums_of_its_parts() -> None:
    """No record is looked at again: the sums of the parts do."""
    (a, b), (s, t), (q, r) = positive("a b"), real("s t"), real("q r")
    left, right = (a, s, q), (b, t, r)
    whole = cast("tuple[Number, ...]", add_counts((cast(Counts, left), cast(Counts, right)), 3))
    spread, first, second = (m[0] * defined(variance(m)) for m in (whole, left, right))
    between = a * b / (a + b) * (s / a - t / b) * (s / a - t / b)
    equal(spread, first + second + between)
    not_negative(spread - first - second)


@theorem(
    "What a criterion says of a test is the same however the records are divided in parts, counted apart and added, and in whatever order",
    source="shafer1996",
    runs=(
        MultiwaySplit.__call__,
        count_table,
        add_counts,
        gini_reduction,
        error_reduction,
        gain,
        gain_ratio,
        gain_over_all,
        gain_over_all_unscaled,
        chi_square,
        g_statistic,
        twoing,
        class_separation,
    ),
    reach="every sequence of 3 records with the value a, b or none and two classes, cut in two; eleven criteria",
    method=Method.EXHAUSTION,
)
def theorem_criteria_depend_on_counts_only() -> None:
    """The count matrix of the whole is the sum of the matrices of the parts, and a criterion is a function of the matrix."""
    for cells in product(RECORDS, repeat=3):
        coded = columns(DataSet((Nominal("x", ("a", "b")),), Nominal("y", CLASSES), [Record((x,), y) for x, y in cells]))
        everyone = Weighted(tuple(range(3)))
        node, matrix = statistic(coded, everyone), count_table(coded, 0, everyone)
        offered = MultiwaySplit()(matrix, gain).splits
        values = [[criterion(node, split, matrix.missing) for criterion in CRITERIA] for split in offered]
        for cut in (1, 2):
            tables = [count_table(coded, 0, Weighted(tuple(rows))) for rows in (range(cut), range(cut, 3))]
            split = tuple(add_counts((_counts_of(table, value) for table in tables), 2) for value in ("a", "b"))
            missing = add_counts((table.missing for table in tables), 2)
            same(add_counts((*split, missing), 2), node, f"the parts of {cells} add up")
            same([[criterion(node, split, missing) for criterion in CRITERIA] for _ in offered], values, f"the values of {cells}")


RECORDS: tuple[tuple[Cell, str], ...] = tuple((x, y) for x in ("a", "b", MISSING) for y in CLASSES)
"""The value and the class of a record."""

CRITERIA = (
    gini_reduction,
    error_reduction,
    gain,
    gain_ratio,
    gain_over_all,
    gain_over_all_unscaled,
    chi_square,
    g_statistic,
    twoing,
    class_separation,
    bits_saved(classes_coded()),
)


def _counts_of(table: CountTable, value: Cell) -> Counts:
    """The class counts of the records with a value; none where it isn't present."""
    return dict(zip(table.values, table.counts, strict=True)).get(value, (0, 0))
