"""A tree of R's randomForest as a policy: a function of the program's own parameters, with its defaults."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import rational, whole
from dtref.spec.growing.best_first import SplitOrder
from dtref.spec.growing.draws import Draws
from dtref.spec.growing.policy import Policy, keep_weights
from dtref.spec.growing.small_below_root import SmallBelowRoot
from dtref.spec.growing.stopping import pure, same_values
from dtref.spec.preparation.weighing import ClassWeights, WeighRule
from dtref.spec.presets import CART
from dtref.spec.programs.parameters import check_flags, known_choice
from dtref.spec.split.criteria import gini_reduction, variance_reduction
from dtref.spec.split.forest_groups import GroupsByBits
from dtref.spec.split.numeric.double_precision import CutsAtMiddle
from dtref.spec.split.ordered_groups import MiddleCuts


@refuses_other_kinds
def random_forest_r(  # noqa: PLR0913 - the program's own parameters
    *,
    type: str = "classification",
    mtry: int | None = None,
    nodesize: int | None = None,
    maxnodes: int | None = None,
    classwt: Mapping[str, int | Fraction] | None = None,
    replace: bool = True,
) -> Policy:
    """
    A tree of R's randomForest 4.7-1.1, by the program's own parameters; type as the model has it: classification or regression.

    mtry columns are drawn at each node, constant ones among them (default: the root of their number, rounded down; of means a third). A
    node of at most nodesize rows is a leaf, but for the root (default: 1; of means 5). Of classes rows are different records, however often
    they were drawn; of means a record counts as often. Of classes a node of one class is a leaf, and a test that gains nothing is asked; of
    means a node with one value isn't a leaf, and where no column that is drawn gains anything chance decides whether one is asked, and
    what; the records need not go then as it asks, so that neither is checked, nor what is below. classwt: the weight of each class, as the
    forest has it (`pid`). Ties are broken by chance, between columns, cuts and labels. Nominal values are parted by bits (`GroupsByBits`).

    replace, and sampsize, strata and weights, shape no tree but by the records drawn, which a tree tells (`in_bag`); cutoff concerns the
    votes. maxnodes: the leaves at which growing ends; nodes are split in the order in which they come up. Errors: Invalid for what
    randomForest doesn't take; a maxnodes of 1, with which it never ends.

    >>> random_forest_r(nodesize=3).stop[-1], random_forest_r(mtry=2).draws
    (SmallBelowRoot(size=3, by_weight=False), Draws(columns=2, one_cut=False, again=False, idle=False))
    >>> random_forest_r(type="regression").draws.of(10), random_forest_r(type="regression").criterion.name
    (3, 'variance_reduction')
    """
    means = known_choice("randomForest, type", type, ("classification", "regression")) == "regression"
    check_flags("randomForest", replace=replace)
    if means and classwt is not None:
        raise Invalid("randomForest, classwt", "none, as means have no classes", classwt)
    size = (5 if means else 1) if nodesize is None else whole("randomForest, nodesize", nodesize, 1)
    columns = (Fraction(1, 3) if means else "sqrt") if mtry is None else whole("randomForest, mtry", mtry, 1)
    return evolve(
        CART,
        name="RANDOM_FOREST_R",
        source="randomForest 4.7-1.1, `R/randomForest.default.R`, `src/rf.c`, `src/rfsub.f`, `src/regrf.c`, `src/regTree.c`",
        criterion=variance_reduction if means else gini_reduction,
        nominal=GroupsByBits(),
        ordinal=MiddleCuts(),
        continuous=CutsAtMiddle(),
        stop=(*(() if means else (pure,)), same_values, SmallBelowRoot(size, by_weight=means)),
        draws=Draws(columns, again=False, idle=means),
        weigh=_weigh(classwt),
        most_leaves=None if maxnodes is None else whole("randomForest, maxnodes", maxnodes, 2),
        split_first=SplitOrder.CAME_FIRST if maxnodes is not None else SplitOrder.IMPROVES_MOST,
    )


def _weigh(classwt: Mapping[str, int | Fraction] | None) -> WeighRule:
    if classwt is None:
        return keep_weights
    if not isinstance(classwt, Mapping) or not all(isinstance(name, str) for name in classwt):
        raise Invalid("randomForest, classwt", "classes and numbers above 0", classwt)
    weights = tuple((name, rational("randomForest, classwt", weight)) for name, weight in classwt.items())
    if not weights or not all(weight > 0 for _, weight in weights):
        raise Invalid("randomForest, classwt", "classes and numbers above 0", dict(classwt))
    return ClassWeights(weights)
