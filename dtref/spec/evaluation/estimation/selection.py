"""
Selection of a learner by its error on records that did not train it; the chosen one is then fitted on all the data.

Learners that tie stay a set; choosing one of them is left to the caller.
"""

from __future__ import annotations

__sources__ = (("iaml", "2.4.1, Validation Sets"), ("iaml", "2.4.2, k-Fold Cross-Validation (lastly, all data train the final model)"))

from collections.abc import Callable, Sequence
from typing import Generic

from attrs import frozen
from toolz import concat

from dtref.errors import Invalid, Undefined
from dtref.exact.brief import brief_repr
from dtref.exact.comparison import argmin_set
from dtref.exact.definition import defined
from dtref.exact.number import Number
from dtref.spec.evaluation.estimation.cross_validation import Error, Learn, Model, cross_validate, errors_on
from dtref.spec.evaluation.estimation.moments import mean, results_or_undefined
from dtref.spec.evaluation.estimation.partitions import Partition, ThreeParts
from dtref.spec.model.display import Reported


@frozen
class Chosen(Reported, Generic[Model]):
    """
    One of the learners that tie for the least estimated error: its number, and the model that it learns from all the data.

    test: the error rate on the test part of the chosen model, which was trained on the training part only; Undefined where there is no test
    part: the error by which a learner was chosen is too low an estimate, as it is the least of several.
    """

    learner: int
    final: Model
    test: Number | Undefined


@frozen
class Selection(Reported, Generic[Model]):
    """The estimated error rate of every learner, and those that have the least."""

    estimates: tuple[Number, ...]
    best: tuple[Chosen[Model], ...]

    __repr__ = brief_repr


@defined(errors="Invalid without learners", sources=(("iaml", "2.4.1, Validation Sets"), ("iaml", "2.4.2 (the final model)")))
def select_by_validation(parts: ThreeParts, learners: Sequence[Learn[Model]], error: Error[Model]) -> Selection[Model] | Undefined:
    """
    The learners whose models, learned from the training part, have the least error on the validation part; each of them is tested on the
    test part, and learns again from all three.

    Undefined for an empty validation part.

    >>> from dtref.spec.evaluation.estimation.partitions import training_validation_test
    >>> y = "abaaa"
    >>> learners = [lambda training: "b", lambda training: "a"]
    >>> select_by_validation(training_validation_test(range(5), 2, 1), learners, lambda model, i: int(model != y[i]))
    Selection(estimates=(Fraction(1, 2), Fraction(1, 2)), best=(Chosen(learner=0, final='b', test=Fraction(1, 1)),
      Chosen(learner=1, final='a', test=Fraction(0, 1))))
    """
    models = [learn(parts.training) for learn in learners]
    estimates = [mean(tuple(errors_on(model, parts.validation, error).values())) for model in models]
    positions = tuple(sorted(parts.test + parts.validation + parts.training))
    return _selection(estimates, lambda k: Chosen(k, learners[k](positions), mean(tuple(errors_on(models[k], parts.test, error).values()))))


@defined(errors="Invalid without learners", sources=(("iaml", "2.4.2, k-Fold Cross-Validation"),))
def select_by_cross_validation(
    partitions: Sequence[Partition], learners: Sequence[Learn[Model]], error: Error[Model]
) -> Selection[Model] | Undefined:
    """
    The learners with the least mean of fold errors; each of them learns again from all the records of the first partition.

    Undefined without partitions, or where one tests no record.

    >>> from dtref.spec.evaluation.estimation.partitions import k_fold
    >>> y = "abaaa"
    >>> learners = [lambda training: "b", lambda training: "a"]
    >>> select_by_cross_validation(k_fold(range(5), 2), learners, lambda model, i: int(model != y[i]))
    Selection(estimates=(Fraction(5, 6), Fraction(1, 6)), best=(Chosen(learner=1, final='a', test=Undefined(why='no test part')),))
    """
    estimates = [cross_validate(partitions, learn, error).mean_of_folds for learn in learners]
    positions = tuple(sorted(concat((parts.training + parts.test) for parts in partitions[:1])))
    return _selection(estimates, lambda k: Chosen(k, learners[k](positions), Undefined("no test part")))


def _selection(estimates: Sequence[Number | Undefined], choice: Callable[[int], Chosen[Model]]) -> Selection[Model] | Undefined:
    """The learners of least estimate. choice: from a learner's number to its final model and test."""
    if not estimates:
        raise Invalid("selection", "at least one learner", "none")
    errors = results_or_undefined(estimates)
    if isinstance(errors, Undefined):
        return errors
    return Selection(errors, tuple(map(choice, argmin_set(range(len(errors)), errors.__getitem__))))
