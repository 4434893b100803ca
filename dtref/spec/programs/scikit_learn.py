"""Trees of scikit-learn as a policy: a function of the parameters of its estimators, with their defaults."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve

from dtref.errors import Invalid
from dtref.exact.inputs import rational
from dtref.spec.growing.admission import Admission, EveryBranchHasRows
from dtref.spec.growing.policy import Policy, keep_weights
from dtref.spec.growing.stopping import AtDepth, FewerRowsThan, ImprovesTreeLessThan, StoppingRule
from dtref.spec.preparation.weighing import ClassWeights, WeighRule, balanced_classes
from dtref.spec.presets import SCIKIT_LEARN
from dtref.spec.split.criteria import Criterion, gain, gini_reduction, variance_reduction

CRITERIA_OF_SCIKIT_LEARN: Mapping[str, Criterion] = {
    "gini": gini_reduction,
    "entropy": gain,
    "log_loss": gain,
    "squared_error": variance_reduction,
    "friedman_mse": variance_reduction,
}
"""The criteria by their names there. Friedman's improvement is n_l n_r/n^2 (mean_l - mean_r)^2, which is the reduction of variance."""


def scikit_learn(  # noqa: PLR0913 - the program's own parameters
    *,
    criterion: str = "gini",
    max_depth: int | None = None,
    min_samples_split: int = 2,
    min_samples_leaf: int = 1,
    min_impurity_decrease: int | Fraction = 0,
    class_weight: str | Mapping[str, int | Fraction] | None = None,
) -> Policy:
    """
    A tree of scikit-learn, by the parameters of DecisionTreeClassifier and DecisionTreeRegressor.

    Errors: Invalid for a value that scikit-learn doesn't take.

    >>> scikit_learn(max_depth=3).stop[-1], scikit_learn() == SCIKIT_LEARN
    (AtDepth(tests=3), True)
    """
    if criterion not in CRITERIA_OF_SCIKIT_LEARN:
        raise Invalid("scikit-learn, criterion", f"one of {', '.join(CRITERIA_OF_SCIKIT_LEARN)}", criterion)
    return evolve(
        SCIKIT_LEARN,
        criterion=CRITERIA_OF_SCIKIT_LEARN[criterion],
        stop=(*SCIKIT_LEARN.stop, *_stops(max_depth, max(min_samples_split, 2 * min_samples_leaf), min_impurity_decrease)),
        admit=_admissions(min_samples_leaf),
        weigh=_weigh(class_weight),
    )


def _stops(max_depth: int | None, least: int, decrease: int | Fraction) -> tuple[StoppingRule, ...]:
    return (
        *(() if max_depth is None else (AtDepth(max_depth),)),
        *((FewerRowsThan(least),) if least > 2 else ()),
        *((ImprovesTreeLessThan(rational("scikit-learn, min_impurity_decrease", decrease)),) if decrease else ()),
    )


def _admissions(least: int) -> tuple[Admission, ...]:
    return (EveryBranchHasRows(least),) if least > 1 else ()


def _weigh(weights: str | Mapping[str, int | Fraction] | None) -> WeighRule:
    if weights is None:
        return keep_weights
    if isinstance(weights, str):
        if weights != "balanced":
            raise Invalid("scikit-learn, class_weight", "balanced, or weights by class", weights)
        return balanced_classes
    return ClassWeights(tuple((name, rational("scikit-learn, class_weight", weight)) for name, weight in weights.items()))
