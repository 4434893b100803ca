"""Tests of one nominal value against all others, as J48 asks them with `-B`."""

from __future__ import annotations

from operator import sub
from typing import cast

from attrs import frozen

from dtref.exact.definition import defined
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.counts import CountTable, add_counts
from dtref.spec.model.tests import Subset
from dtref.spec.split.candidates import Candidates
from dtref.spec.split.criteria import Criterion


@defined(sources=("Weka 3.6.14, `weka/classifiers/trees/j48/BinC45Split.java`",))
@frozen
class ValueOrRest:
    """
    Offers a candidate for each present value of a nominal attribute, if two or more are present: this value, or any other.

    A value that no record of the node has goes with the others.

    >>> from dtref.spec.split.criteria import gain
    >>> x = Nominal("x", ("a", "b", "c"))
    >>> offered = ValueOrRest()(CountTable(x, x.values, ("a", "c"), ((1, 2), (3, 0)), (0, 0)), gain)
    >>> offered.splits, offered.test(1).left
    ((((1, 2), (3, 0)), ((3, 0), (1, 2))), ('c',))
    """

    def __call__(self, table: CountTable, _: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        attribute, values = cast(Nominal, table.attribute), cast(tuple[str, ...], table.values)
        node = add_counts(table.counts, len(table.missing))
        splits = tuple((counts, tuple(map(sub, node, counts))) for counts in table.counts) if len(values) > 1 else ()

        def test(i: int) -> Subset:
            return Subset(attribute, (values[i],), tuple(value for value in values if value != values[i]), 1)

        return Candidates(splits, test, table.missing)
