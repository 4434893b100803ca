"""Strategies for tests and trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

from attrs import frozen
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from dtref.spec.model.attributes import Attribute, Continuous, Nominal
from dtref.spec.model.branches import branch_count, branch_of
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.schemes import unfold
from dtref.spec.model.tally import ClassCounts
from dtref.spec.model.tests import Multiway, OrdinalCut, Side, Subset, Test, Threshold
from dtref.spec.model.trees import Branch, Leaf, Tree
from dtref.strategies.data import data_sets
from dtref.strategies.values import Weights, numbers


@lru_cache(maxsize=1024)
def tests_of(attribute: Attribute) -> SearchStrategy[Test]:
    """
    Tests of one attribute, sensible or not. It must be continuous or declare two values or more.

    >>> from hypothesis import find
    >>> find(tests_of(Continuous("x")), lambda test: True).cut
    Fraction(1, 2)
    """
    if isinstance(attribute, Continuous):
        ends = st.lists(numbers(), min_size=2, max_size=2, unique=True)
        return st.builds(_threshold, st.just(attribute), ends, st.sampled_from(Side))
    values = st.lists(st.sampled_from(attribute.values), min_size=2, unique=True)
    if isinstance(attribute, Nominal):
        binary: SearchStrategy[Test] = st.builds(_subset, st.just(attribute), values, st.integers(1, len(attribute.values)))
    else:
        binary = values.map(lambda vs: OrdinalCut(attribute, *sorted(vs, key=attribute.values.index)[:2]))
    return st.just(Multiway(attribute)) | binary


def _threshold(attribute: Continuous, ends: Sequence[Fraction], side: Side) -> Threshold:
    low, high = sorted(ends)
    return Threshold(attribute, low, high, (low + high) / 2, side)


def _subset(attribute: Nominal, values: Sequence[str], left: int) -> Subset:
    middle = min(left, len(values) - 1)
    # values in neither group take the second branch, so that every record has one
    return Subset(attribute, tuple(values[:middle]), tuple(values[middle:]), 1 if len(values) < len(attribute.values) else None)


@frozen
class _Part:
    """A node still to be drawn: its records, the parent's labels (used where there are no records), how many levels of tests may follow."""

    records: tuple[Record, ...]
    inherited: tuple[str, ...]
    depth: int


@st.composite
def trees_for(draw: DrawFn, data: DataSet, *, max_depth: int = 3) -> Tree:
    """
    Trees with tests drawn at random and the class counts of the data (no missing cells): valid, and hardly ever optimal.

    >>> from hypothesis import find
    >>> x, y = Nominal("x", ("a", "b")), Nominal("y", ("-", "+"))
    >>> data = DataSet((x,), y, (Record(("a",), "-"), Record(("b",), "+")))
    >>> find(trees_for(data), lambda tree: isinstance(tree, Branch)).children
    (<Leaf - (- 1, + 0)>, <Leaf + (- 0, + 1)>)
    """
    askable = [a for a in data.attributes if isinstance(a, Continuous) or len(a.values) > 1]
    tests = st.one_of(*map(tests_of, askable))

    def expand(part: _Part) -> tuple[Callable[[Sequence[Tree]], Tree], Sequence[_Part]]:
        # class counts; the labels are the largest classes, or the parent's where no record arrives
        tally: ClassCounts = tuple((c, sum((r.weight for r in part.records if r.label == c), Fraction(0))) for c in data.classes)
        largest = max((n for _, n in tally), default=Fraction(0))
        labels = tuple(c for c, n in tally if n == largest) if part.records else part.inherited
        # a leaf
        if not (part.depth and askable and draw(st.booleans(), label="inner node")):
            return lambda _: Leaf(tally, labels), ()
        # an inner node: its records go down the branches of a random test
        test = draw(tests, label="test")
        column = data.column(test.attribute.name)
        branches = [branch_of(test, r.values[column]) for r in part.records]
        children = [tuple(r for r, b in zip(part.records, branches, strict=True) if b == i) for i in range(branch_count(test))]
        return lambda parts: Branch(tally, labels, test, (test,), parts), [_Part(rs, labels, part.depth - 1) for rs in children]

    return unfold(_Part(data.records, data.classes, max_depth), expand)


def trees(*, max_records: int = 8, max_depth: int = 3, weights: Weights = "one") -> SearchStrategy[Tree]:
    """
    Trees of drawn data sets, from a single leaf upwards; see `trees_for`.

    >>> from hypothesis import find
    >>> find(trees(max_depth=0), lambda tree: isinstance(tree, Leaf) and len(tree.labels) == 1)
    <Leaf c0 (c0 0)>
    """
    return data_sets(max_records=max_records, weights=weights).flatmap(lambda data: trees_for(data, max_depth=max_depth))
