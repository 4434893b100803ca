"""One tree of XGBoost as a policy: a function of the program's own parameters, with their defaults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import rational, whole
from dtref.spec.growing.admission import EveryBranchHas
from dtref.spec.growing.best_first import SplitOrder
from dtref.spec.growing.least_gain import GainsAtMost
from dtref.spec.growing.policy import Policy, PruningStep
from dtref.spec.growing.stopping import AtDepth, ImprovesLessThan, StoppingRule, same_values
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.gradients import LogisticSteps, SquaredErrorSteps, single
from dtref.spec.preparation.logistic_rounds import LaterLogisticSteps, Steps
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.programs.parameters import defaults_as_floats, known_choice, listed_rationals
from dtref.spec.pruning.least_loss import PruneLosses
from dtref.spec.split.candidates import NumbersOnly, Offer
from dtref.spec.split.numeric.boosted_cuts import SingleBins, SingleMiddles
from dtref.spec.split.structure_gain import StructureScore

RT_EPS = single(Fraction(1, 10**6))
"""The gain that a test must exceed, and the least base score of the logistic loss (`include/xgboost/base.h`, kRtEps)."""
OBJECTIVES = ("reg:squarederror", "reg:linear", "binary:logistic", "reg:logistic")
"""The objectives whose derivatives dtref has, two names each. The base score of binary:logitraw is a margin, whose p is irrational."""


@defaults_as_floats
@refuses_other_kinds
def xgboost(  # noqa: PLR0913 - the program's own parameters
    *,
    objective: str = "reg:squarederror",
    base_score: int | Fraction | None = None,
    base_margin: Iterable[int | Fraction] | None = None,
    eta: int | Fraction = Fraction(3, 10),
    gamma: int | Fraction = 0,
    max_depth: int = 6,
    min_child_weight: int | Fraction = 1,
    max_delta_step: int | Fraction = 0,
    reg_lambda: int | Fraction = 1,
    reg_alpha: int | Fraction = 0,
    scale_pos_weight: int | Fraction = 1,
    tree_method: str = "hist",
    max_bin: int = 256,
    grow_policy: str = "depthwise",
    max_leaves: int = 0,
    subsample: int | Fraction = 1,
    colsample_bytree: int | Fraction = 1,
    colsample_bylevel: int | Fraction = 1,
    colsample_bynode: int | Fraction = 1,
) -> Policy:
    """
    One tree of XGBoost, by the parameters of its booster; `eta` is its learning_rate, `gamma` its min_split_loss.

    It grows from the steps that the loss asks for (`dtref.spec.preparation.gradients`), so that counts are H, -G and the sum of g^2/h, and
    a leaf's label is their mean; what a leaf adds to the score is `criterion.formula.leaf`. The first tree has base_score; a later one
    has the scores before it, one a record, as base_margin. tree_method is exact, or hist (which auto means) where each
    distinct number has a bin. Missing values go where that gains most. With exact, gamma prunes; with hist it stops. A test must gain more
    than 1/1000000. Numbers, gradients and parameters are floats of single precision; sums and gains, which the program rounds so, are exact
    here.
    Errors: Invalid for other objectives, samples of records or columns, and, when grown, columns of
    categories.

    >>> xgboost(max_depth=2).stop[1:]
    (AtDepth(tests=2), GainsAtMost(limit=Fraction(8796093, 8796093022208)))
    """
    _refuse(**{name: (x, 1) for name, x in (("subsample", subsample), ("colsample_bytree", colsample_bytree))})
    _refuse(**{name: (x, 1) for name, x in (("colsample_bylevel", colsample_bylevel), ("colsample_bynode", colsample_bynode))})
    exact = _is_exact(tree_method)
    leaves, order = _most_leaves(grow_policy, whole("XGBoost, max_leaves", max_leaves), exact)
    penalties = {"penalty": reg_lambda, "alpha": reg_alpha, "max_step": max_delta_step, "eta": eta, "least": min_child_weight}
    score = StructureScore(**{name: _float(name, x) for name, x in penalties.items()})
    if score.alpha and score.max_step:
        raise Invalid(
            "XGBoost, reg_alpha", "0 where max_delta_step is above 0, as the gain then differs from version to version", reg_alpha
        )
    least_loss = _float("gamma", gamma)
    offer: Offer = SingleMiddles() if exact else SingleBins(whole("XGBoost, max_bin", max_bin, 2))
    pruning: tuple[PruningStep, ...] = (PruneLosses(score.criterion, least_loss),) if exact and least_loss else ()
    depth = whole("XGBoost, max_depth", max_depth, 1 if exact else 0)
    stops: tuple[StoppingRule, ...] = (*((AtDepth(depth),) if depth else ()), GainsAtMost(RT_EPS))
    return Policy(
        name="XGBOOST",
        source="XGBoost 3.2, `src/tree/param.h`, `updater_colmaker.cc`, `updater_quantile_hist.cc`, `updater_prune.cc`",
        criterion=score.criterion,
        nominal=NumbersOnly("XGBoost"),
        ordinal=NumbersOnly("XGBoost"),
        continuous=offer,
        stop=(same_values, *stops, *((ImprovesLessThan(least_loss),) if least_loss and not exact else ())),
        admit=(EveryBranchHas(score.least),) if score.least else (),
        missing=keep_missing,
        gap=Gap.LEARNED,
        weigh=_steps(objective, base_score, base_margin, _float("scale_pos_weight", scale_pos_weight)),
        pruning=pruning,
        most_leaves=leaves,
        split_first=order,
    )


def _refuse(**parameters: tuple[object, int]) -> None:
    """Errors: Invalid for a parameter with another value than the only one that dtref has."""
    for name, (value, wanted) in parameters.items():
        if rational(f"XGBoost, {name}", value) != wanted:
            raise Invalid(f"XGBoost, {name}", f"{wanted}, as no other is a rule of one tree here", value)


def _most_leaves(grow_policy: str, most: int, exact: bool) -> tuple[int | None, SplitOrder]:
    """The leaves at which growing ends, and which node is split first until then; exact knows no such limit."""
    orders = {"depthwise": SplitOrder.CAME_FIRST, "lossguide": SplitOrder.IMPROVES_MOST}
    order = orders[known_choice("XGBoost, grow_policy", grow_policy, tuple(orders))]
    return (most, order) if most and not exact else (None, SplitOrder.IMPROVES_MOST)


def _is_exact(tree_method: str) -> bool:
    methods: Mapping[str, bool] = {"exact": True, "hist": False, "auto": False}
    return methods[known_choice("XGBoost, tree_method", tree_method, tuple(methods))]


def _float(name: str, x: int | Fraction) -> Fraction:
    """A parameter of at least 0, as the program keeps it."""
    return single(rational(f"XGBoost, {name}", x, least=0))


def _steps(objective: str, base_score: int | Fraction | None, base_margin: Iterable[int | Fraction] | None, positive: Fraction) -> Steps:
    """The derivatives of an objective."""
    start = None if base_score is None else single(rational("XGBoost, base_score", base_score))
    scores = () if base_margin is None else tuple(map(single, listed_rationals("XGBoost, base_margin", base_margin)))
    if known_choice("XGBoost, objective", objective, OBJECTIVES) in OBJECTIVES[2:]:
        if scores:
            return LaterLogisticSteps(scores, positive)
        if start is None and positive != 1:
            raise Invalid("XGBoost, base_score", "the one that the model states, where scale_pos_weight isn't 1", base_score)
        return LogisticSteps(start, positive, least=RT_EPS)
    if positive != 1:
        raise Invalid("XGBoost, scale_pos_weight", "1 for squared error", positive)
    return SquaredErrorSteps(start, scores)


XGBOOST = xgboost()
"""One tree of XGBoost by its defaults (`xgboost`): squared error from the mean, max_depth 6, eta 0.3, lambda 1, min_child_weight 1."""
