"""
Rules by which an algorithm weighs the records that it is given, each a function from data set to data set.

They come after the rule for missing values, and before anything is counted. Costs as weights: `dtref.record_weights`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

from attrs import evolve, field, frozen

from dtref.errors import Invalid
from dtref.spec.model.arrays import ColumnDataSet
from dtref.spec.model.attributes import Attribute
from dtref.spec.model.data import DataSet

WeighRule: TypeAlias = Callable[[DataSet], DataSet]
"""The same records with other weights; those that would weigh nothing are left out."""


class GivesTargets:
    """A rule that also gives the records another target, as a round of boosting does."""

    __slots__ = ()

    def target_for(self, target: Attribute) -> Attribute:
        """The target that records with this one get."""
        raise NotImplementedError


class AltersWeights:
    """
    A rule whose weights choose tests and labels alone: least sizes go by the weights that records came with, and so do surrogates.
    """

    __slots__ = ()

    def __call__(self, data: DataSet) -> DataSet:
        """The data set with these weights."""
        raise NotImplementedError


@frozen
class ClassWeights:
    """
    Multiplies the weight of a record by that of its class, where it has one; a record of a class that weighs 0 is left out.

    weights: classes, each with its weight. Errors: Invalid for a negative weight, a class named twice, and, when called, for a class that
    the data don't have, or a continuous target.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Nominal("y", ("-", "+")), (Record((), "+"), Record((), "-", Fraction(2))))
    >>> [record.weight for record in ClassWeights((("-", Fraction(5)),))(data)]
    [Fraction(1, 1), Fraction(10, 1)]
    """

    weights: tuple[tuple[str, Fraction], ...] = field()

    @weights.validator
    def _each_once(self, _: object, weights: tuple[tuple[str, Fraction], ...]) -> None:
        names = [name for name, _ in weights]
        if len(set(names)) < len(names):
            raise Invalid("class weights", "each class once", names)
        for name, weight in weights:
            if weight < 0:
                raise Invalid(f"class weights, {name}", "a number of at least 0", weight)

    def __call__(self, data: DataSet) -> DataSet:
        """The data set with these weights."""
        strange = [name for name, _ in self.weights if name not in data.classes]
        if strange:
            raise Invalid("class weights", f"classes of the data's, which are {', '.join(data.classes)}", strange)
        if isinstance(data, ColumnDataSet) and data.has_arrays:
            weights = dict(self.weights)
            by_columns = data.times([weights.get(name, Fraction(1)) for name in data.classes])
            if by_columns is not None:
                return by_columns
        return _times(data, dict(self.weights))


def balanced_classes(data: DataSet) -> DataSet:
    """
    The data set with each weight multiplied by n / (k n_c), for n records, k classes that have some, n_c of them in the record's own.
    Records are counted here, whatever they weigh. Errors: Invalid for a continuous target.

    Source: scikit-learn 1.9, `sklearn/utils/class_weight.py` ("balanced", as `compute_sample_weight` counts).

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Nominal("y", ("-", "+")), tuple(Record((), label) for label in "---+"))
    >>> [record.weight for record in balanced_classes(data)][2:]
    [Fraction(2, 3), Fraction(2, 1)]
    """
    if isinstance(data, ColumnDataSet) and data.has_arrays:
        of_classes = data.class_sizes
        kinds = sum(size > 0 for size in of_classes)
        by_columns = data.times([Fraction(len(data), kinds * size) if size else Fraction(1) for size in of_classes])
        if by_columns is not None:
            return by_columns
    sizes = Counter(record.label for record in data)
    return _times(data, {name: Fraction(len(data), len(sizes) * sizes[name]) for name in data.classes if sizes[name]})


def _times(data: DataSet, factors: Mapping[str, Fraction]) -> DataSet:
    """The data set with weights multiplied by that of the record's class, 1 where it has none."""
    weighed = [(record, record.weight * factors.get(str(record.label), Fraction(1))) for record in data]
    return DataSet(data.attributes, data.target, tuple(evolve(record, weight=weight) for record, weight in weighed if weight))
