"""Tests of one nominal value against all others, as J48 asks them with `-B`."""

from __future__ import annotations

from operator import sub
from typing import cast

from attrs import frozen

from dtref.errors import Invalid
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
    Offers a candidate for each present value of a nominal attribute, if three or more are present: this value, or any other; of two the
    first against the second, which is the same as the second against the first.

    A value that no record of the node has goes with the others. Errors: Invalid for an ordinal attribute, whose order no such test knows.

    >>> from dtref.spec.split.criteria import gain
    >>> x = Nominal("x", ("a", "b", "c"))
    >>> offered = ValueOrRest()(CountTable(x, x.values, x.values, ((1, 2), (3, 0), (0, 1)), (0, 0)), gain)
    >>> offered.splits, offered.test(1).left
    ((((1, 2), (3, 1)), ((3, 0), (1, 3)), ((0, 1), (4, 2))), ('b',))
    >>> ValueOrRest()(CountTable(x, x.values, ("a", "c"), ((1, 2), (3, 0)), (0, 0)), gain).splits
    (((1, 2), (3, 0)),)
    """

    def __call__(self, table: CountTable, _: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        attribute, values = table.attribute, cast(tuple[str, ...], table.values)
        if not isinstance(attribute, Nominal):
            raise Invalid(
                f"attribute {attribute.name}", "a nominal one where one value is asked for against the others", "one with an order"
            )
        node = add_counts(table.counts, len(table.missing))
        offered = table.counts if len(values) > 2 else table.counts[: len(values) - 1]
        splits = tuple((counts, tuple(map(sub, node, counts))) for counts in offered)

        def test(i: int) -> Subset:
            return Subset(attribute, (values[i],), tuple(value for value in values if value != values[i]), 1)

        return Candidates(splits, test, table.missing)
