"""
Several targets at once, seen from joint classes.

A joint class is a vector of labels, one for each target (each output), so that a record with several labels has one joint class. The counts
of a node by joint class say all that the outputs have there: those of one output are their sums over the other ones (`Output.counts`).
So nothing but impurity and criterion has to know of outputs: candidates, admission, ties and recursion count joint classes as any others.
A vector of numbers is a joint class too, one of those that occur.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.number import Exact, Number, total
from dtref.spec.model.counts import Columns, Count, Counts, counts_by_label
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.impurity import Children, Impurity, Shares


@frozen(eq=False)
class Output:
    """
    One of several targets. columns: the columns of the data with that target alone. labels: for each joint class the position of its label
    of that target.
    """

    columns: Columns
    labels: tuple[int, ...]

    def counts(self, joint: Sequence[Exact]) -> Counts:
        """
        The counts of this output, of counts, or shares, by joint class.

        >>> from dtref.spec.model.attributes import Nominal
        >>> from dtref.spec.model.counts import columns
        >>> from dtref.spec.model.data import DataSet
        >>> Output(columns(DataSet((), Nominal("y", ("a", "b")), ())), (0, 0, 1)).counts((1, 2, 5))
        (3, 5)
        """
        weights: dict[int, Count] = {}
        for label, n in zip(self.labels, cast(Counts, joint), strict=True):
            if n:
                weights[label] = weights.get(label, 0) + n
        return counts_by_label(self.columns, weights)


@defined(
    formula="I(t) = 1/m sum_j I_j(t), I_j the impurity of output j alone, m outputs",
    unit="that of the impurity",
    errors="ZeroDivisionError without outputs",
    sources=("scikit-learn 1.9.1, `sklearn/tree/_criterion.pyx`",),
)
def mean_over_outputs(measure: Impurity, outputs: Sequence[Output], joint: Shares) -> Number:
    """
    The mean over the outputs of each output's impurity, from the shares of joint classes.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.model.data import DataSet
    >>> from dtref.spec.split.impurity import gini
    >>> y = columns(DataSet((), Nominal("y", ("a", "b")), ()))
    >>> outputs = (Output(y, (0, 0, 1)), Output(y, (0, 1, 1)))  # the joint classes a a, a b, b b
    >>> mean_over_outputs(gini, outputs, (Fraction(1, 2), Fraction(1, 2), Fraction(0))), mean_over_outputs(gini, outputs, (1, 0, 0))
    (Fraction(1, 4), Fraction(0, 1))
    """
    return total(measure.of(output.counts(joint)) for output in outputs) / len(outputs)


@frozen(eq=False, slots=False)
class ImpurityOfOutputs:
    """
    The formula of the impurity of several outputs (`mean_over_outputs`), from the shares of joint classes. measure: that of each output.

    It is concave in the shares where `measure` is, but never strictly: nodes may differ in joint classes and agree in each output.
    """

    measure: Impurity
    outputs: tuple[Output, ...]

    def __call__(self, joint: Shares) -> Number:
        """The mean over the outputs."""
        return mean_over_outputs(self.measure, self.outputs, joint)

    @property
    def __name__(self) -> str:
        return f"{self.measure.name}_over_outputs"

    @property
    def impurity(self) -> Impurity:
        """
        The impurity.

        >>> from dtref.spec.model.attributes import Nominal
        >>> from dtref.spec.model.counts import columns
        >>> from dtref.spec.model.data import DataSet
        >>> from dtref.spec.split.impurity import gini
        >>> y = columns(DataSet((), Nominal("y", ("a", "b")), ()))
        >>> ImpurityOfOutputs(gini, (Output(y, (0, 0, 1)), Output(y, (0, 1, 1)))).impurity((2, 0, 2)) == gini((1, 1))
        True
        """
        return Impurity(self, self.measure.unit, strictly_concave=False)


@frozen(eq=False, slots=False)
class CriterionOfOutputs:
    """
    The formula of a criterion of several outputs, from counts by joint class: the mean over the outputs of the value that each has by
    itself; Undefined where that of one is. criterion: that of each output, a reduction of its impurity; so is the mean, of the mean.
    """

    criterion: Criterion
    outputs: tuple[Output, ...]

    def __call__(self, node: Sequence[Exact], children: Children) -> Number | Undefined:
        """The mean over the outputs."""
        values = []
        for output in self.outputs:
            value = self.criterion.formula(output.counts(node), [output.counts(child) for child in children])
            if isinstance(value, Undefined):
                return value
            values.append(value)
        return total(values) / len(values)

    @property
    def __name__(self) -> str:
        return f"{self.criterion.name}_over_outputs"

    @property
    def of_joint_classes(self) -> Criterion:
        """
        The criterion, called with counts by joint class.

        >>> from dtref.spec.model.attributes import Nominal
        >>> from dtref.spec.model.counts import columns
        >>> from dtref.spec.model.data import DataSet
        >>> from dtref.spec.split.criteria import gini_reduction
        >>> y = columns(DataSet((), Nominal("y", ("a", "b")), ()))
        >>> value = CriterionOfOutputs(gini_reduction, (Output(y, (0, 0, 1)), Output(y, (0, 1, 1)))).of_joint_classes
        >>> value((1, 1, 0), ((1, 0, 0), (0, 1, 0))), value((1, 1, 0), ((1, 1, 0), (0, 0, 0)))
        (Fraction(1, 4), Fraction(0, 1))
        """
        measure = self.criterion.impurity
        assert measure is not None, "a reduction of an impurity"
        return Criterion(self, ImpurityOfOutputs(measure, self.outputs).impurity, reduces=True)


def of_each_output(criterion: Criterion) -> CriterionOfOutputs | None:
    """
    What a criterion of several outputs takes the mean of; None for a criterion of one target.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> of_each_output(gini_reduction) is None
    True
    """
    return criterion.formula if isinstance(criterion.formula, CriterionOfOutputs) else None
