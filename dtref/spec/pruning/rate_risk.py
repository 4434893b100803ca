"""
The risk of rates: half the Poisson deviance of a node's records from its label, which a prior may have drawn from their rate.

Notation: events d_i in the time t_i of record i, D and T their sums; lambda the label.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.enclosure import LN_2
from dtref.exact.functions import log2, plogp
from dtref.exact.number import Number, total
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Tree
from dtref.spec.preparation.exposures import ShrunkRates
from dtref.spec.pruning.records_at_nodes import WeightedRecord, reaching


@frozen
class NatsAndBits:
    """
    A sum of a rational number of nats and of logarithms, in bits: two are equal if both parts are, as e to a rational power but 0 is no
    algebraic number (Lindemann).

    >>> a, b = NatsAndBits(Fraction(1), Fraction(1)), NatsAndBits(Fraction(2), Fraction(0))
    >>> a.order(b), a.order(a), (b - a).order(NatsAndBits()), (a * Fraction(2)).nats
    (-1, 0, 1, Fraction(2, 1))
    """

    nats: Fraction = Fraction(0)
    bits: Number = Fraction(0)

    def __add__(self, other: NatsAndBits) -> NatsAndBits:
        return NatsAndBits(self.nats + other.nats, self.bits + other.bits)

    def __sub__(self, other: NatsAndBits) -> NatsAndBits:
        return NatsAndBits(self.nats - other.nats, self.bits - other.bits)

    def __neg__(self) -> NatsAndBits:
        return NatsAndBits(-self.nats, -self.bits)

    def __mul__(self, factor: Fraction) -> NatsAndBits:
        return NatsAndBits(self.nats * factor, self.bits * factor)

    def __truediv__(self, divisor: int) -> NatsAndBits:
        return NatsAndBits(self.nats / divisor, self.bits / divisor)

    def order(self, other: NatsAndBits) -> int:
        """-1, 0 or 1 as this number is below, equal to or above another."""
        nats, bits = self.nats - other.nats, self.bits - other.bits
        return compare(bits, 0) if not nats else compare(bits * LN_2, -nats)

    @property
    def in_nats(self) -> Number:
        """The whole, in nats."""
        return self.bits * LN_2 + self.nats


@defined(
    formula="sum_i d_i ln(d_i/(lambda t_i)) - (d_i - lambda t_i)",
    unit="nats; R's deviance is twice as much",
    sources=("rpart 4.1.19, `src/poisson.c`, poissondev",),
)
@frozen
class RateRisk:
    """
    The risk of records of rates (`dtref.spec.preparation.exposures.Exposures`), each with its weight, by the rule for labels.

    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.model.data import Record
    >>> records = [(Record((), Fraction(d)), Fraction(1)) for d in (0, 2)]
    >>> RateRisk(ShrunkRates(Fraction(0)))(records)
    NatsAndBits(nats=Fraction(0, 1), bits=LogForm(2))
    """

    labels: ShrunkRates

    def of(self, training: DataSet) -> RateRisk:
        """The risk for a training set."""
        return evolve(self, labels=self.labels.of(training))

    def __call__(self, records: Iterable[WeightedRecord]) -> NatsAndBits:
        """The risk; 0 of no records."""
        known = [(w, record.label) for record, w in records if isinstance(record.label, Fraction)]
        time, events = sum((w for w, _ in known), Fraction(0)), sum((w * y for w, y in known), Fraction(0))
        if not time:
            return NatsAndBits()
        label = self.labels.rate((time, events, 0))
        own = total(w * plogp(y) for w, y in known)
        return NatsAndBits(label * time - events, own - events * log2(label) if events else own)

    def of_nodes(self, tree: Tree, data: DataSet) -> Sequence[NatsAndBits]:
        """The risk of each node of a tree, in preorder. data: the records that it was grown from."""
        return [self(records) for records in reaching(tree, data)]
