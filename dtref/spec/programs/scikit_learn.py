"""Trees of scikit-learn as a policy: a function of the parameters of its estimators, with their defaults."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import items, rational, whole
from dtref.spec.growing.admission import Admission, EveryBranchHasRows
from dtref.spec.growing.draws import NAMED_COLUMNS, Draws
from dtref.spec.growing.monotone import Monotone
from dtref.spec.growing.nearly_pure import NearlyPure
from dtref.spec.growing.of_training import EveryBranchHasShare, EveryBranchHasShareOfRows, FewerRowsThanShare
from dtref.spec.growing.policy import Policy, PruningStep, keep_weights
from dtref.spec.growing.stopping import AtDepth, FewerRowsThan, ImprovesTreeLessThan, StoppingRule
from dtref.spec.model.attributes import Width
from dtref.spec.model.labels import class_name
from dtref.spec.model.precision import rounded
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.preparation.weighing import ClassWeights, WeighRule, balanced_classes
from dtref.spec.presets import SCIKIT_LEARN
from dtref.spec.programs.parameters import known_choice
from dtref.spec.pruning.steps import CostComplexity
from dtref.spec.split.criteria import Criterion, gain, gini_reduction, variance_reduction
from dtref.spec.split.deviations import absolute_error_reduction, poisson_reduction
from dtref.spec.split.numeric.single_precision import ThresholdsApart

CRITERIA_OF_SCIKIT_LEARN: Mapping[str, Criterion] = {
    "gini": gini_reduction,
    "entropy": gain,
    "log_loss": gain,
    "squared_error": variance_reduction,
    "friedman_mse": variance_reduction,
    "absolute_error": absolute_error_reduction,
    "poisson": poisson_reduction,
}
"""The criteria by their names there. Friedman's improvement is n_l n_r/n^2 (mean_l - mean_r)^2, which is the reduction of variance."""
WITH_DIRECTIONS = evolve(SCIKIT_LEARN, missing=keep_missing, gap=Gap.LEARNED)
"""With a direction of missing values learned at each node."""
EPSILON_OF_SCIKIT_LEARN = Fraction(1, 2**52)
"""What is added to an improvement before it is compared with the least one (`sklearn/tree/_tree.pyx`, EPSILON)."""


@refuses_other_kinds
def scikit_learn(  # noqa: PLR0913 - the program's own parameters
    *,
    criterion: str = "gini",
    splitter: str = "best",
    max_depth: int | None = None,
    min_samples_split: int | Fraction = 2,
    min_samples_leaf: int | Fraction = 1,
    min_weight_fraction_leaf: int | Fraction = 0,
    max_features: int | Fraction | str | None = None,
    max_leaf_nodes: int | None = None,
    min_impurity_decrease: int | Fraction = 0,
    class_weight: str | Mapping[str, int | Fraction] | Mapping[int, int | Fraction] | None = None,
    ccp_alpha: int | Fraction = 0,
    monotonic_cst: Sequence[int] | Mapping[str, int] | None = None,
) -> Policy:
    """
    A tree of scikit-learn 1.9, by the parameters of DecisionTreeClassifier, DecisionTreeRegressor and ExtraTree…; of the latter two pairs
    the criterion says which.

    Whole numbers are sizes, fractions are shares, and Fraction(1) is all. Numbers are the doubles nearest to them. The columns of
    max_features, and the cuts of splitter="random", are drawn: such a policy is verified, and grows nothing without the draws.
    class_weight has labels as the estimator has them: 0 is class "0".
    monotonic_cst: a sign for each column, or by name; of two classes the last declared is the positive one.
    Errors: Invalid for a value that scikit-learn doesn't take. Refused: ccp_alpha beside absolute_error and poisson, a least decrease
    beside poisson (it is one of nats), and classes that weigh nothing beside sizes that are shares.

    >>> scikit_learn(max_depth=3).stop[-1], scikit_learn().gap
    (AtDepth(tests=3), <Gap.LEARNED: 'learned'>)
    >>> scikit_learn(min_samples_leaf=Fraction(1, 10), ccp_alpha=Fraction(1, 64)).pruning[0].alpha
    Fraction(1, 64)
    """
    measure = CRITERIA_OF_SCIKIT_LEARN[known_choice("scikit-learn, criterion", criterion, tuple(CRITERIA_OF_SCIKIT_LEARN))]
    if criterion == "poisson" and _double("min_impurity_decrease", min_impurity_decrease):
        raise Invalid("scikit-learn, min_impurity_decrease", "0 beside poisson, whose impurity is in nats", min_impurity_decrease)
    drawn = known_choice("scikit-learn, splitter", splitter, ("best", "random")) == "random" or max_features is not None
    shares = [isinstance(size, Fraction) for size in (min_samples_split, min_samples_leaf)]
    return evolve(
        WITH_DIRECTIONS,
        criterion=measure,
        continuous=ThresholdsApart(Fraction(0)) if splitter == "random" else SCIKIT_LEARN.continuous,
        stop=(*_pure(criterion), *_stops(max_depth, min_samples_split, min_impurity_decrease)),
        admit=tuple(_admissions(min_samples_leaf, min_weight_fraction_leaf)),
        draws=Draws(_columns(max_features), splitter == "random") if drawn else None,
        most_leaves=None if max_leaf_nodes is None else whole("scikit-learn, max_leaf_nodes", max_leaf_nodes, 2),
        weigh=_weigh(class_weight, any(shares)),
        pruning=_pruning(ccp_alpha, criterion),
        monotone=None if monotonic_cst is None else _monotone(monotonic_cst),
    )


def _columns(value: int | Fraction | str | None) -> int | Fraction | str | None:
    """A number of columns, a share or a name, as it was given. Errors: Invalid for another name, a bool or a float."""
    if isinstance(value, Fraction) or value is None:
        return value
    if isinstance(value, str):
        return known_choice("scikit-learn, max_features", value, NAMED_COLUMNS)
    return whole("scikit-learn, max_features", value, 1)


def _share_of_rows(name: str, value: Fraction, most: str) -> Fraction:
    """A share of the records. Errors: Invalid for one that isn't above 0."""
    if value <= 0:
        raise Invalid(f"scikit-learn, {name}", f"a whole number, or a share above 0 and {most} 1", value)
    return value


def _double(name: str, value: int | Fraction) -> Fraction:
    """The double nearest to a number of at least 0."""
    x = rational(f"scikit-learn, {name}", value)
    if x < 0:
        raise Invalid(f"scikit-learn, {name}", "a number of at least 0", value)
    return rounded(x, Width.FLOAT64)


def _pure(criterion: str) -> Sequence[StoppingRule]:
    """The rules for nodes that are as good as pure; Poisson deviances are in nats there."""
    in_nats = criterion == "poisson"
    return [evolve(rule, nats=True) if in_nats and isinstance(rule, NearlyPure) else rule for rule in SCIKIT_LEARN.stop]


def _stops(max_depth: int | None, split: int | Fraction, decrease: int | Fraction) -> Iterator[StoppingRule]:
    """The rules that make leaves; a node of fewer than 2 min_samples_leaf records has no admitted test anyway."""
    if max_depth is not None:
        yield AtDepth(whole("scikit-learn, max_depth", max_depth, 1))
    if isinstance(split, Fraction):
        yield FewerRowsThanShare(_share_of_rows("min_samples_split", split, "at most"))
    elif whole("scikit-learn, min_samples_split", split, 2) > 2:
        yield FewerRowsThan(split)
    least = _double("min_impurity_decrease", decrease)
    if least > EPSILON_OF_SCIKIT_LEARN:
        yield ImprovesTreeLessThan(least - EPSILON_OF_SCIKIT_LEARN)


def _admissions(leaf: int | Fraction, weight: int | Fraction) -> Iterator[Admission]:
    if isinstance(leaf, Fraction):
        if leaf >= 1:
            raise Invalid("scikit-learn, min_samples_leaf", "a whole number, or a share above 0 and below 1", leaf)
        yield EveryBranchHasShareOfRows(_share_of_rows("min_samples_leaf", leaf, "below"))
    elif whole("scikit-learn, min_samples_leaf", leaf, 1) > 1:
        yield EveryBranchHasRows(leaf)
    share = _double("min_weight_fraction_leaf", weight)
    if share > Fraction(1, 2):
        raise Invalid("scikit-learn, min_weight_fraction_leaf", "a number from 0 to 0.5", weight)
    if share:
        yield EveryBranchHasShare(share)


def _weigh(weights: str | Mapping[str, int | Fraction] | Mapping[int, int | Fraction] | None, shares: bool) -> WeighRule:
    if weights is None:
        return keep_weights
    if isinstance(weights, str):
        known_choice("scikit-learn, class_weight", weights, ("balanced",))
        return balanced_classes
    if not isinstance(weights, Mapping) or not weights:
        raise Invalid("scikit-learn, class_weight", "balanced, or classes and their weights, as {'a': 2, 'b': 1}", weights)
    by_class = tuple((_class(label), _double("class_weight", weight)) for label, weight in weights.items())
    if shares and not all(weight for _, weight in by_class):
        raise Invalid(
            "scikit-learn, class_weight", "classes that weigh something, beside sizes that are shares of all records", dict(weights)
        )
    return ClassWeights(by_class)


def _class(label: Hashable) -> str:
    """The name of a class. Errors: Invalid for a label that is no text, number or bool."""
    name = class_name(label)
    if not isinstance(name, str):
        raise Invalid("scikit-learn, class_weight", "classes that are texts, numbers or bools", label)
    return name


def _pruning(alpha: int | Fraction, criterion: str) -> tuple[PruningStep, ...]:
    least, impurity = _double("ccp_alpha", alpha), CRITERIA_OF_SCIKIT_LEARN[criterion].impurity
    if not least or impurity is None:
        return ()
    if impurity.values:
        raise Invalid("scikit-learn, ccp_alpha", f"0 beside {criterion}, which needs more of the records than a tree has", alpha)
    return (CostComplexity(least, impurity),)


def _monotone(signs: Sequence[int] | Mapping[str, int]) -> Monotone | None:
    """The signs; None where all are 0."""
    where, wanted = "scikit-learn, monotonic_cst", "1, 0 or -1 for each column"
    given = items(where, signs.values() if isinstance(signs, Mapping) else signs)
    try:
        values = [whole(where, sign, -1, 1) for sign in given]
    except Invalid as problem:
        raise Invalid(where, wanted, problem.got) from None
    if not values:
        raise Invalid(where, wanted, signs)
    if isinstance(signs, Mapping):
        if not all(isinstance(name, str) for name in signs):
            raise Invalid(where, "columns by their names", dict(signs))
        return Monotone(tuple((name, sign) for name, sign in zip(signs, values, strict=True) if sign)) if any(values) else None
    return Monotone(by_position=tuple(values)) if any(values) else None
