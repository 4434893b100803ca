"""Strategies for class counts, count tables, records and data sets."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import compress

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from dtref.spec.model.attributes import MISSING, Attribute, Cell, Nominal
from dtref.spec.model.counts import Count, Counts
from dtref.spec.model.data import DataSet, Record
from dtref.strategies.values import (
    ATTRIBUTE_KINDS,
    AttributeKind,
    Weights,
    attributes,
    cells,
    checked_weights,
    fractions,
    integers,
    sampled,
)
from dtref.strategies.values import weights as weights_of


@cache
def class_counts(*, classes: int = 3, max_count: int = 6, weights: Weights = "integers") -> SearchStrategy[Counts]:
    """
    The class counts of a node: whole numbers, or fractions too where `weights` is "fractions"; some or all may be zero. Errors: Invalid
    for other weights.

    >>> from hypothesis import find
    >>> find(class_counts(classes=2), lambda counts: sum(counts) > 3)
    (0, 4)
    """
    whole: SearchStrategy[Count] = st.integers(0, max_count)
    count = whole | fractions(0, max_count, max_denominator=7) if checked_weights(weights) == "fractions" else whole
    return st.tuples(*[count] * classes)


@st.composite
def count_matrices(  # noqa: PLR0913 - bounds are keyword arguments
    draw: DrawFn,
    *,
    min_values: int = 1,
    max_values: int = 5,
    min_classes: int = 1,
    max_classes: int = 4,
    max_count: int = 6,
    weights: Weights = "integers",
) -> tuple[Counts, ...]:
    """
    The class counts of each present value of an attribute, none of them all zero; often some rows are multiples of others.

    >>> from hypothesis import find
    >>> find(count_matrices(), lambda rows: len(rows) == 2 and rows[1] == tuple(2 * n for n in rows[0]))
    ((1,), (2,))
    """
    classes = draw(integers(min_classes, max_classes), label="classes")
    rows = draw(_occupied_rows(classes, max_count, weights, min_values, max_values), label="rows")
    if not rows:
        return ()
    # more rows, each a small multiple of an earlier one: proportional counts tie
    multiples = draw(_multiples(len(rows), max_values - len(rows)), label="multiples of rows")
    return (*rows, *(tuple(n * times for n in rows[i]) for i, times in multiples))


@cache
def _occupied_rows(classes: int, max_count: int, weights: Weights, least: int, most: int) -> SearchStrategy[list[Counts]]:
    """From `least` to `most` rows of counts, none of them all zero."""
    return st.lists(class_counts(classes=classes, max_count=max_count, weights=weights).filter(any), min_size=least, max_size=most)


@cache
def _multiples(rows: int, most: int) -> SearchStrategy[list[tuple[int, int]]]:
    """Up to `most` pairs of a row's position and a small factor."""
    return st.lists(st.tuples(st.integers(0, rows - 1), st.integers(1, 3)), max_size=most)


def records_for(
    described: Sequence[Attribute], target: Nominal | None = None, *, missing: bool = False, weights: Weights = "one"
) -> SearchStrategy[Record]:
    """
    Records that fit the attributes, labelled where there is a target. Each attribute must admit some cell.

    >>> from hypothesis import find
    >>> find(records_for((Nominal("x", ("a", "b")),)), lambda record: True)
    Record(values=('a',), label=MISSING, weight=Fraction(1, 1))
    """
    label: SearchStrategy[Cell] = st.just(MISSING) if target is None else sampled(target.values)
    return _record(tuple(cells(a, missing=missing) for a in described), label, weights_of(weights))


@st.composite
def _record(
    draw: DrawFn, values: tuple[SearchStrategy[Cell], ...], label: SearchStrategy[Cell], weight: SearchStrategy[Fraction]
) -> Record:
    return Record(tuple(draw(value) for value in values), draw(label), draw(weight))


@cache
def _numbers_of_classes(most: int) -> SearchStrategy[int]:
    """One class seldom, where there may be more."""
    return st.integers(1, most) | st.integers(min(2, most), most)


@cache
def _kept(attributes: int) -> SearchStrategy[list[bool]]:
    """Which of the attributes a data set has."""
    return st.lists(st.booleans(), min_size=attributes, max_size=attributes)


@lru_cache(maxsize=1024)
def _attribute(
    kinds: tuple[AttributeKind, ...], min_values: int, max_values: int, name: str, values: SearchStrategy[str] | None
) -> SearchStrategy[Attribute]:
    """`attributes`, made once."""
    return attributes(kinds=kinds, min_values=min_values, max_values=max_values, name=name, values=values)


_TEXT = st.text(max_size=4)


@st.composite
def data_sets(  # noqa: PLR0913 - bounds are keyword arguments
    draw: DrawFn,
    *,
    kinds: Sequence[AttributeKind] = ATTRIBUTE_KINDS,
    max_records: int = 8,
    max_attributes: int = 3,
    max_values: int = 4,
    max_classes: int = 3,
    missing: bool = False,
    weights: Weights = "one",
    odd_names: bool = False,
) -> DataSet:
    """
    Data sets with a nominal target, from no records and no attributes upwards; classes and values may be declared and absent.

    One in ten has no records, and then perhaps attributes that declare no value. missing: whether cells may be missing.
    odd_names: whether names and values may be any text (quotes, commas, line ends, the empty text).

    Each record is drawn with cells for `max_attributes` attributes, and those not `kept` are dropped: this lets the shrinker remove
    an attribute, or a record, in one step.

    >>> from hypothesis import find
    >>> two = find(data_sets(max_records=2), lambda d: len({r.label for r in d}) == 2)
    >>> two.attributes, [(r.values, r.label) for r in two]
    ((), [((), 'c0'), ((), 'c1')])
    """
    # one data set in ten has no records
    bare = draw(integers(0, 9), label="bare where 9") == 9
    text = _TEXT if odd_names else None
    names = [*(f"x{i}" for i in range(max_attributes)), "y"]
    if text is not None:
        names = draw(st.lists(text, min_size=len(names), max_size=len(names), unique=True), label="names")
    # the columns
    described = [draw(_attribute(tuple(kinds), 0 if bare else 1, max_values, name, text), label="attribute") for name in names[:-1]]
    kept = draw(_kept(max_attributes), label="kept")
    # the classes
    classes = draw(_numbers_of_classes(max_classes), label="classes")
    target = Nominal(names[-1], [f"c{i}" for i in range(classes)])
    # the records
    record = records_for(described, target, missing=missing, weights=weights)
    at_least = draw(integers(0, max_records), label="records at least")  # left alone, Hypothesis prefers lists of none and one
    records = [] if bare else draw(st.lists(record, min_size=at_least, max_size=max_records), label="records")
    return DataSet(
        compress(described, kept),
        target,
        (Record(tuple(compress(r.values, kept)), r.label, r.weight) for r in records),
    )
