"""A tree of R's ranger as a policy: a function of the program's own parameters, with its defaults."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import whole
from dtref.spec.growing.draws import Draws
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import AtDepth, FewerThan, pure, same_values
from dtref.spec.presets import CART
from dtref.spec.programs.parameters import check_flags, known_choice
from dtref.spec.split.candidates import SubsetSplits
from dtref.spec.split.criteria import Criterion, gini_reduction, variance_reduction
from dtref.spec.split.forest_groups import CutsOfDeclaredOrder
from dtref.spec.split.numeric.double_precision import CutsAtMiddle
from dtref.spec.split.ordered_groups import MiddleCuts
from dtref.spec.split.square_roots import hellinger_distance

_REGRESSION = "Regression"
LEAST_SIZES = {"Classification": 1, _REGRESSION: 5, "Probability estimation": 10}
"""The kinds of trees, each with its default for min.node.size (`src/globals.h`)."""


@refuses_other_kinds
def ranger(  # noqa: PLR0913 - the program's own parameters
    *,
    treetype: str = "Classification",
    mtry: int | None = None,
    min_node_size: int | None = None,
    max_depth: int = 0,
    splitrule: str | None = None,
    num_random_splits: int = 1,
    respect_unordered_factors: str | None = None,
    replace: bool = True,
    class_weights: object = None,
    split_select_weights: object = None,
    always_split_variables: object = None,
    regularization_factor: object = None,
    importance: str | None = None,
) -> Policy:
    """
    A tree of R's ranger 0.14.1, by the program's own parameters, with underscores for dots; treetype as the model has it: Classification,
    Regression or Probability estimation.

    mtry columns are drawn at each node, constant ones among them (default: the root of their number, rounded down). A node of at most
    min_node_size records, drawn ones counted as often as they were, is a leaf (default: 1; means 5; probabilities 10), and so is one below
    max_depth tests (0: no limit), or with one class or value. A test that gains nothing is asked. splitrule: gini (of classes), variance
    (of means), hellinger (of two classes), or extratrees: of each column num_random_splits cuts, or groupings, drawn at random.
    respect_unordered_factors: ignore (the default: nominal values in their declared order) or partition (all groupings; the default of
    extratrees).

    replace shapes no tree but by the records drawn, which a tree tells (`in_bag`); records weigh how often they were. Refused: order, which
    orders the values by all records beforehand; class_weights, split_select_weights, always_split_variables, regularization_factor; the
    importance impurity_corrected, which tries columns permuted; the rules maxstat and beta, and those of survival times.
    Errors: Invalid for what is refused, and what ranger doesn't take.

    >>> ranger(min_node_size=3).stop[-1], ranger(mtry=2).draws
    (FewerThan(records=4), Draws(columns=2, one_cut=False, again=False, idle=False))
    >>> ranger(treetype="Regression", splitrule="extratrees").criterion.name, ranger().draws.of(10)
    ('variance_reduction', 3)
    """
    kind = known_choice("ranger, treetype", treetype, tuple(LEAST_SIZES))
    check_flags("ranger", replace=replace)
    if importance is not None:
        known_choice("ranger, importance", importance, ("none", "impurity", "permutation"))
    factor_is_one = type(regularization_factor) in (int, Fraction) and regularization_factor == 1
    _refuse(
        regularization_factor=None if factor_is_one else regularization_factor,
        class_weights=class_weights,
        split_select_weights=split_select_weights,
        always_split_variables=always_split_variables,
    )
    criterion, random = _criterion(kind, splitrule)
    factors = ("partition" if random else "ignore") if respect_unordered_factors is None else respect_unordered_factors
    partition = known_choice("ranger, respect_unordered_factors", factors, ("ignore", "partition")) == "partition"
    least = LEAST_SIZES[kind] if min_node_size is None else whole("ranger, min_node_size", min_node_size, 1)
    deepest = whole("ranger, max_depth", max_depth, 0)
    whole("ranger, num_random_splits", num_random_splits, 1)
    return evolve(
        CART,
        name="RANGER",
        source="ranger 0.14.1, `R/ranger.R`, `src/Tree.cpp`, `TreeClassification.cpp`, `TreeRegression.cpp`, `TreeProbability.cpp`",
        criterion=criterion,
        nominal=SubsetSplits(exhaustive=True) if partition else CutsOfDeclaredOrder(),
        ordinal=MiddleCuts(),
        continuous=CutsAtMiddle(),
        stop=(pure, same_values, *((AtDepth(deepest),) if deepest else ()), FewerThan(least + 1)),
        draws=Draws("sqrt" if mtry is None else whole("ranger, mtry", mtry, 1), one_cut=random, again=False),
    )


def _criterion(kind: str, splitrule: str | None) -> tuple[Criterion, bool]:
    """The criterion of a rule, and whether its cuts are drawn."""
    own = variance_reduction if kind == _REGRESSION else gini_reduction
    rules = {"variance": own} if kind == _REGRESSION else {"gini": own, "hellinger": hellinger_distance}
    rule = next(iter(rules)) if splitrule is None else splitrule
    known_choice("ranger, splitrule", rule, (*rules, "extratrees"))
    return rules.get(rule, own), rule == "extratrees"


def _refuse(**parameters: object) -> None:
    """Errors: Invalid for a parameter that is given."""
    for name, value in parameters.items():
        if value is not None:
            raise Invalid(f"ranger, {name}", "none here", value)
