"""One tree of LightGBM as a policy: a function of the program's own parameters, with their defaults."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import rational, whole
from dtref.spec.growing.admission import Admission, EveryBranchHas, EveryBranchHasRows
from dtref.spec.growing.least_gain import GainsAtMost
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import AtDepth, same_values
from dtref.spec.model.attributes import Width
from dtref.spec.model.precision import rounded
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.gradients import LogisticSteps, SquaredErrorSteps
from dtref.spec.preparation.logistic_rounds import LaterLogisticSteps, Steps
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.programs.parameters import check_flags, defaults_as_floats, known_choice, listed_rationals, whole_of_32_bits
from dtref.spec.split.candidates import NumbersOnly
from dtref.spec.split.numeric.estimated_rows import ADDED_TO_SUMS
from dtref.spec.split.numeric.greedy_bins import GreedyBins
from dtref.spec.split.structure_gain import StructureScore

LEAST_SUM_OF_HESSIANS = rounded(Fraction(1, 1000), Width.FLOAT64)
"""The default of min_sum_hessian_in_leaf."""
LEARNING_RATE = rounded(Fraction(1, 10), Width.FLOAT64)
"""The default of learning_rate."""
OBJECTIVES_OF_LIGHTGBM = ("regression", "binary")
"""The objectives whose derivatives dtref has."""


@defaults_as_floats
@refuses_other_kinds
def lightgbm(  # noqa: PLR0913 - the program's own parameters
    *,
    objective: str = "regression",
    init_score: Iterable[int | Fraction] | None = None,
    boost_from_average: bool = True,
    learning_rate: int | Fraction = LEARNING_RATE,
    num_leaves: int = 31,
    max_depth: int = -1,
    min_data_in_leaf: int = 20,
    min_sum_hessian_in_leaf: int | Fraction = LEAST_SUM_OF_HESSIANS,
    min_gain_to_split: int | Fraction = 0,
    lambda_l1: int | Fraction = 0,
    lambda_l2: int | Fraction = 0,
    max_delta_step: int | Fraction = 0,
    scale_pos_weight: int | Fraction = 1,
    max_bin: int = 255,
    min_data_in_bin: int = 3,
    use_missing: bool = True,
    feature_pre_filter: bool = True,
) -> Policy:
    """
    One tree of LightGBM, by its core parameters, boosting gbdt.

    It grows from the steps that the loss asks for (`dtref.spec.preparation.gradients`), so that counts are H, -G and the sum of g^2/h, and
    a leaf's label is their mean; what a leaf adds to the score is `criterion.formula.leaf`. The first tree starts from the average of the
    target, which its leaves then hold, too (unless boost_from_average is off, or the average is 0); a later one has the scores before it,
    one a record, as init_score. Cuts are those between bins. Missing values go where that gains most. A test must gain more than
    min_gain_to_split; a column that has no such test at a node is not tried below it, and one none of whose cuts has min_data_in_leaf
    records on both sides never (feature_pre_filter). Records of a branch are counted by their h, to whose sums e = 1e-15 is added
    (`dtref.spec.split.numeric.estimated_rows`); where min_data_in_leaf and min_sum_hessian_in_leaf are 0 there must be one. Numbers, scores
    and sums are doubles, gradients floats of single precision; sums and gains are exact here.
    Errors: Invalid for other objectives, and, when grown, for columns of categories.

    >>> lightgbm(max_depth=2).admit[0], lightgbm(min_gain_to_split=1).stop[1:]
    (EveryBranchHasRows(rows=20), (GainsAtMost(limit=Fraction(1, 1)),))
    """
    check_flags("LightGBM", boost_from_average=boost_from_average, use_missing=use_missing, feature_pre_filter=feature_pre_filter)
    penalties = {"penalty": lambda_l2, "alpha": lambda_l1, "max_step": max_delta_step, "eta": learning_rate}
    score = StructureScore(**{name: _double(name, x) for name, x in penalties.items()}, more=ADDED_TO_SUMS)
    rows, hessian = whole("LightGBM, min_data_in_leaf", min_data_in_leaf), _double("min_sum_hessian_in_leaf", min_sum_hessian_in_leaf)
    rows = rows or int(hessian <= ADDED_TO_SUMS)  # as the program sets it
    least = hessian - ADDED_TO_SUMS  # which is in the program's sum
    most, in_bin = whole("LightGBM, max_bin", max_bin, 2), whole("LightGBM, min_data_in_bin", min_data_in_bin, 1)
    admissions: tuple[Admission, ...] = (*((EveryBranchHasRows(rows),) if rows else ()), *((EveryBranchHas(least),) if least > 0 else ()))
    depth = whole_of_32_bits("LightGBM, max_depth", max_depth)
    least_gain = _double("min_gain_to_split", min_gain_to_split)
    steps = _steps(objective, init_score, boost_from_average, _double("scale_pos_weight", scale_pos_weight))
    return Policy(
        name="LIGHTGBM",
        source="LightGBM 4.6, `src/treelearner/feature_histogram.hpp`, `serial_tree_learner.cpp`, `src/io/bin.cpp`",
        criterion=score.criterion,
        nominal=NumbersOnly("LightGBM"),
        ordinal=NumbersOnly("LightGBM"),
        continuous=GreedyBins(most, in_bin, rows, feature_pre_filter),
        stop=(same_values, *((AtDepth(depth),) if depth > 0 else ()), GainsAtMost(least_gain)),
        admit=admissions,
        missing=keep_missing,
        gap=Gap.LEARNED if use_missing else Gap.REFUSE,
        most_leaves=whole("LightGBM, num_leaves", num_leaves, 2),
        gives_up=least_gain,
        weigh=steps,
    )


def _double(name: str, x: int | Fraction) -> Fraction:
    """A parameter of at least 0, as the program keeps it."""
    return rounded(rational(f"LightGBM, {name}", x, least=0), Width.FLOAT64)


def _steps(objective: str, init_score: Iterable[int | Fraction] | None, averaged: bool, positive: Fraction) -> Steps:
    """The derivatives of an objective."""
    scores = () if init_score is None else tuple(rounded(x, Width.FLOAT64) for x in listed_rationals("LightGBM, init_score", init_score))
    if known_choice("LightGBM, objective", objective, OBJECTIVES_OF_LIGHTGBM) == "regression":
        if positive != 1:
            raise Invalid("LightGBM, scale_pos_weight", "1 for squared error", positive)
        return SquaredErrorSteps(None if averaged else Fraction(0), scores, Width.FLOAT64, added=averaged, averages=True)
    if scores:
        return LaterLogisticSteps(scores, positive, Width.FLOAT64, from_class=True)
    start = None if averaged else Fraction(1, 2)
    return LogisticSteps(start, positive, Width.FLOAT64, added=averaged, averages=True, least=ADDED_TO_SUMS)


LIGHTGBM = lightgbm()
"""One tree of LightGBM by its defaults (`lightgbm`): squared error from the mean, 31 leaves, 20 records a leaf, learning_rate 0.1."""
