"""Programs that know numbers alone, keep them as floats of single precision, and cannot tell near ones apart."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import cast

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.spec.model.attributes import Continuous, Nominal, Width
from dtref.spec.model.branches import as_asked
from dtref.spec.model.counts import CountTable
from dtref.spec.model.data import DataSet
from dtref.spec.model.numerals import truth_numbers
from dtref.spec.model.precision import rounded
from dtref.spec.model.tests import Side, Threshold
from dtref.spec.split.candidates import Candidates, Offer, Thresholds
from dtref.spec.split.criteria import Criterion

FEATURE_THRESHOLD = rounded(Fraction(1, 10**7), Width.FLOAT32)
"""How far apart scikit-learn wants two numbers to be (`sklearn/tree/_partitioner.pyx`)."""


@defined(errors="Invalid for a number beyond the largest float32", sources=("scikit-learn, `sklearn/tree/_partitioner.pyx`",))
@frozen
class ThresholdsApart:
    """
    Offers a cut between neighbouring present numbers a, b that the program tells apart: float32(b) > float32(float32(a) + apart).

    A number is rounded to float32 before it is compared, in training and in prediction; the cut is the double nearest to the middle of
    float32(a) and float32(b), or float32(a) where that double is float32(b).

    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.split.criteria import gini_reduction
    >>> x, values = Continuous("x"), (Fraction(0), Fraction(1, 10**7), Fraction(1))
    >>> ThresholdsApart()(CountTable(x, values, values, ((1, 0), (0, 2), (3, 0)), (0, 0)), gini_reduction).splits
    [((1, 2), (3, 0))]
    """

    apart: Fraction = FEATURE_THRESHOLD

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        cuts, values = Thresholds()(table, criterion), cast(tuple[Fraction, ...], table.values)
        attribute = cast(Continuous, table.attribute)
        # the cuts between numbers that are far enough apart as float32
        singles = [rounded(value, Width.FLOAT32) for value in values]
        kept = [i for i in range(len(cuts.splits)) if singles[i + 1] > rounded(singles[i] + self.apart, Width.FLOAT32)]

        return Candidates(cuts.splits, lambda i: self.between(attribute, values[i], values[i + 1], ()), cuts.missing).only(kept)

    def between(self, attribute: Continuous, a: Fraction, b: Fraction, _: Sequence[Fraction]) -> Threshold:
        """The cut between two neighbours: the double nearest to the middle of their floats, which must stay below the greater."""
        low, high = (rounded(x, Width.FLOAT32) for x in (a, b))
        middle = rounded((low + high) / 2, Width.FLOAT64)
        return Threshold(attribute, a, b, low if middle == high else middle, Side.AT_MOST, Width.FLOAT32)


@frozen
class NumbersOnly:
    """
    The offer, for an attribute that isn't continuous, of a program that knows numbers alone, or the kinds named: it refuses. Truth values
    are numbers by then, where it is the offer for nominal attributes (`as_read`). Errors: Invalid, always.
    """

    program: str
    kinds: str = "a column of numbers"

    def __call__(self, table: CountTable, _: Criterion) -> Candidates:
        """Nothing: the attribute is refused."""
        raise Invalid(table.attribute.name, f"{self.kinds}, as {self.program} knows no other", type(table.attribute).__name__)


def as_read(nominal: Offer, data: DataSet) -> DataSet:
    """
    A data set as the program with that offer for nominal attributes reads it: where it knows numbers alone, truth values are 0 and 1.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> flag, y = Nominal("flag", ("False", "True")), Nominal("y", ("-", "+"))
    >>> read = as_read(NumbersOnly("scikit-learn"), DataSet((flag,), y, [Record(("True",), "+")]))
    >>> read.attributes, read.records[0].values
    ((Continuous(name='flag', width=<Width.DECIMAL: 'decimal'>),), (Fraction(1, 1),))
    """
    if not isinstance(nominal, NumbersOnly):
        return data
    attributes = [Continuous(a.name) if isinstance(a, Nominal) and truth_numbers(a.values) else a for a in data.attributes]
    if attributes == [*data.attributes]:
        return data
    records = (evolve(r, values=tuple(map(as_asked, attributes, r.values))) for r in data)
    return DataSet(attributes, data.target, records)
