"""Priors and losses as weights of records, as rpart alters its priors."""

from __future__ import annotations

__sources__ = ("rpart 4.1.19, `src/gini.c` (giniinit, ginidev), `R/rpart.class.R`", "Breiman et al. 1984, 4.4")

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve, field, frozen

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.spec.model.counts import Count, Counts
from dtref.spec.model.data import DataSet
from dtref.spec.preparation.weighing import AltersWeights

LossMatrix = tuple[tuple[Fraction, ...], ...]
"""The loss of each prediction, in a row for each true class; classes in declared order."""


@defined(
    formula="w times S(i) p(i) / (f(i) sum_j S(j) p(j)), with p the prior, f the share of the weight, S(i) = sum_k L(i, k)",
    sources=("rpart 4.1.19, `src/gini.c`, giniinit (aprior)",),
)
@frozen
class AlteredPriors(AltersWeights):
    """
    The data set with each weight multiplied by a factor of its class i, so that classes have the shares of priors altered by losses.

    prior: of each class in declared order; None: the classes' shares. loss: None: every error costs 1. A class without records has no
    factor. Errors: Invalid for a prior that isn't above 0, a loss below 0, on the diagonal or a row of zeros; when called, for numbers of
    other classes than the data have.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Nominal("y", ("-", "+")), tuple(Record((), label) for label in "---+"))
    >>> [record.weight for record in AlteredPriors((Fraction(1, 2), Fraction(1, 2)))(data)][2:]
    [Fraction(2, 3), Fraction(2, 1)]
    """

    prior: tuple[Fraction, ...] | None = field(default=None)
    loss: LossMatrix | None = field(default=None)

    @prior.validator
    def _above_0(self, _: object, prior: tuple[Fraction, ...] | None) -> None:
        if prior is not None and not all(p > 0 for p in prior):
            raise Invalid("prior", "numbers above 0 (a class of prior 0 has records that weigh nothing)", list(map(str, prior)))

    @loss.validator
    def _matrix(self, _: object, loss: LossMatrix | None) -> None:
        for i, row in enumerate(loss or ()):
            if len(row) != len(loss or ()) or any(x < 0 for x in row) or row[i] or not any(row):
                raise Invalid(
                    f"loss, row {i + 1}", "as many losses as classes, none below 0, 0 for its own class, not all 0", list(map(str, row))
                )

    def factors(self, data: DataSet) -> Mapping[str, Fraction]:
        """For each class that records have the factor of their weight."""
        classes = data.classes
        for name, numbers in (("prior", self.prior), ("loss", self.loss)):
            if numbers is not None and len(numbers) != len(classes):
                raise Invalid(name, f"{len(classes)} classes, as the data have", len(numbers))
        weights = dict.fromkeys(classes, Fraction(0))
        for record in data:
            weights[str(record.label)] += record.weight
        total = sum(weights.values(), Fraction(0))
        share = {name: w / total if total else Fraction(0) for name, w in weights.items()}
        prior = share if self.prior is None else dict(zip(classes, self.prior, strict=True))
        losses = dict.fromkeys(classes, Fraction(1)) if self.loss is None else dict(zip(classes, map(sum, self.loss), strict=True))
        altered = {name: losses[name] * prior[name] for name in classes}
        everything = sum(altered.values(), Fraction(0))
        return {name: Fraction(altered[name] / (share[name] * everything)) for name in classes if share[name]}

    def __call__(self, data: DataSet) -> DataSet:
        """The data set with these weights."""
        factors = self.factors(data)
        return evolve(data, records=tuple(evolve(record, weight=record.weight * factors[str(record.label)]) for record in data))


@defined(formula="the classes k of least sum_j n(j) L(j, k) / S(j)", sources=("rpart 4.1.19, `src/gini.c`, ginidev",))
@frozen
class LeastLoss:
    """
    Labels a node with the classes of the least expected loss, from counts of records that were weighed by `AlteredPriors`.

    >>> loss = LeastLoss(((Fraction(0), Fraction(1)), (Fraction(5), Fraction(0))))  # 4 and 5 are then 4 records and one
    >>> loss.losses((4, 5)), loss((4, 5)), loss((6, 5))
    ((Fraction(5, 1), Fraction(4, 1)), (1,), (0,))
    """

    loss: LossMatrix

    def losses(self, counts: Counts) -> tuple[Count, ...]:
        """The expected loss of each prediction."""
        each = [(n, row, sum(row)) for n, row in zip(counts, self.loss, strict=True)]
        return tuple(sum((Fraction(n) * row[k] / total for n, row, total in each), Fraction(0)) for k in range(len(self.loss)))

    def __call__(self, counts: Counts) -> tuple[int, ...]:
        """The positions of the classes."""
        losses = self.losses(counts)
        return tuple(k for k, x in enumerate(losses) if x == min(losses))
