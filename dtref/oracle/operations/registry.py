"""All operations by name: functions from inputs in JSON to answers. golden/README.md lists them in a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from dtref.errors import Invalid, Undefined
from dtref.exact.number import Number
from dtref.oracle.arithmetic.json_numbers import narrow
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.draws import GivenJson, inputs_by_name, lists_of, merged_inputs, one_from, pairs_of, whole_numbers
from dtref.oracle.operations.evaluation.auc_comparison import AREAS
from dtref.oracle.operations.evaluation.bootstrap import BOOTSTRAP
from dtref.oracle.operations.evaluation.comparison import COMPARING
from dtref.oracle.operations.evaluation.confusion import CONFUSION
from dtref.oracle.operations.evaluation.distributions import DISTRIBUTIONS
from dtref.oracle.operations.evaluation.estimation import ESTIMATING
from dtref.oracle.operations.evaluation.intervals import INTERVALS
from dtref.oracle.operations.evaluation.probabilities import PROBABILITIES
from dtref.oracle.operations.evaluation.ranking import RANKING
from dtref.oracle.operations.evaluation.regression import REGRESSION
from dtref.oracle.operations.evaluation.validation import VALIDATING
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.kinds import A_RATIONAL, A_SHARE, A_WHOLE, RATIONALS, choice, list_kind, ranging
from dtref.oracle.operations.operation import Operation, asks, declarations, each, jointly
from dtref.oracle.operations.split_inputs import CHILDREN, CHILDREN_AND_MISSING, NODE, WITH_MISSING, split_inputs
from dtref.oracle.operations.trees.balancing import BALANCING
from dtref.oracle.operations.trees.counting import COUNTING
from dtref.oracle.operations.trees.ensembles import ENSEMBLES
from dtref.oracle.operations.trees.growing import GROWING
from dtref.oracle.operations.trees.importances import IMPORTANCES
from dtref.oracle.operations.trees.preparation import PREPARING
from dtref.oracle.operations.trees.pruning import PRUNING
from dtref.oracle.operations.trees.searches import SEARCHES
from dtref.oracle.operations.trees.splits import SPLITTING
from dtref.oracle.operations.trees.stopping import STOPPING
from dtref.oracle.operations.trees.ties import TIE_CHOICES
from dtref.oracle.operations.trees.views import VIEWS
from dtref.spec.ensembles.voting import majority_vote_error
from dtref.spec.model.counts import value_counts
from dtref.spec.model.optima import groupings
from dtref.spec.split.by_name import CRITERIA_BY_FORMULA, IMPURITIES_OF_CLASSES
from dtref.spec.split.criteria import (
    Criterion,
    gain,
    gain_ratio,
    split_info,
    variance_reduction,
    weighted_impurity,
)
from dtref.spec.split.deviations import absolute_error, absolute_error_reduction, poisson_deviance, poisson_reduction
from dtref.spec.split.impurity import Impurity, variance
from dtref.spec.split.missing_gain import entropy_of_children_over_all, gain_over_all, gain_over_all_unscaled
from dtref.spec.split.numeric.by_name import PLACEMENTS
from dtref.spec.split.numeric.placement import Placement, midpoint

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def run(operation: str, inputs: Mapping[str, object]) -> Answer:
    """
    The answer of an operation. Errors: Invalid for an unknown operation, or inputs that it doesn't take.

    >>> run("gini", {"counts": ["9", "5"]})
    Fraction(45, 98)
    >>> run("ginny", {})
    Traceback (most recent call last):
    dtref.errors.Invalid: operation: expected an operation of golden/README.md (got 'ginny')
    """
    if operation not in OPERATIONS:
        raise Invalid("operation", "an operation of golden/README.md", operation)
    return OPERATIONS[operation](Given.of(narrow(dict(inputs), f"{operation}, given, "), f"{operation}, given"))


def _moments(values: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """The number of values, their sum, and the sum of their squares."""
    return Fraction(len(values)), sum(values, Fraction(0)), sum((y * y for y in values), Fraction(0))


def _variance(values: tuple[Fraction, ...]) -> Number | Undefined:
    return variance(_moments(values))


def _variance_reduction(children: Sequence[tuple[Fraction, ...]]) -> Number | Undefined:
    """The reduction of variance from the values of the children, which together are those of the node."""
    return variance_reduction(_moments(sum(children, ())), [_moments(child) for child in children])


def _of_values(measure: Impurity, values: tuple[Fraction, ...]) -> Number | Undefined:
    """An impurity that needs the weight of each value. Errors: Invalid for values below 0 where it takes none."""
    _check_values(measure, values)
    return measure(value_counts(values))


def _of_values_of_children(criterion: Criterion, children: Sequence[tuple[Fraction, ...]]) -> Number | Undefined:
    """A criterion that needs the weight of each value, from the values of the children, which together are those of the node."""
    values: tuple[Fraction, ...] = sum(children, ())
    assert criterion.impurity is not None, "it needs values"
    _check_values(criterion.impurity, values)
    return criterion(value_counts(values), [value_counts(child, values) for child in children])


def _check_values(measure: Impurity, values: Sequence[Fraction]) -> None:
    if measure.counts and min(values, default=Fraction(0)) < 0:
        raise Invalid("values", "numbers of at least 0", min(values))


def _placed_cut(lower: Fraction, upper: Fraction, values: Sequence[Fraction], place: Placement) -> Fraction:
    """The cut that a placement chooses between two neighbouring values, given all values of the column."""
    return place(lower, upper, sorted(values))


def _neighbours() -> SearchStrategy[GivenJson]:
    return pairs_of(whole_numbers(-5, 5), whole_numbers(1, 9)).map(lambda n: {"lower": n[0], "upper": str(int(n[0]) + int(n[1]))})


def _in_a_column() -> SearchStrategy[GivenJson]:
    """Two neighbouring values of a column."""

    def of(column: list[str]) -> SearchStrategy[GivenJson]:
        levels = sorted(set(map(int, column)))
        values = sorted(column, key=int)
        pairs = one_from(pairwise(levels))
        return pairs.map(lambda pair: {"lower": str(pair[0]), "upper": str(pair[1]), "values": values})

    columns = lists_of(whole_numbers(-4, 8), 2).filter(lambda column: len(set(column)) > 1)
    return merged_inputs(columns.flatmap(of), inputs_by_name(placement=one_from(name for name in PLACEMENTS if name != "floor_midpoint")))


_CHILDREN_VALUES = list_kind(RATIONALS, "lists of the target of each record", lambda: lists_of(lists_of(whole_numbers(-4, 4), 0, 4), 1, 3))
_VALUES = RATIONALS.named("the target of each record").drawn(lambda: lists_of(whole_numbers(0, 4)))
_VALUES_OF_CHILDREN = _CHILDREN_VALUES.drawn(lambda: lists_of(lists_of(whole_numbers(0, 4), 0, 4), 1, 3))
_PLACED = jointly(each(lower=A_RATIONAL, upper=A_RATIONAL, values=RATIONALS, placement=choice(PLACEMENTS)), _in_a_column)

MEASURES: Mapping[str, Operation] = declarations(
    *(asks(i.name, i, NODE) for i in IMPURITIES_OF_CLASSES.values()),
    *(asks(f"weighted_{typed}", partial(weighted_impurity, i), CHILDREN) for typed, i in IMPURITIES_OF_CLASSES.items()),
    *(asks(c.name, c, split_inputs(c)) for c in CRITERIA_BY_FORMULA.values() if c.impurity is None or not c.impurity.moments),
    *(asks(i.name, partial(_of_values, i), values=_VALUES) for i in (absolute_error, poisson_deviance)),
    *(
        asks(c.name, partial(_of_values_of_children, c), children=_VALUES_OF_CHILDREN)
        for c in (absolute_error_reduction, poisson_reduction)
    ),
    asks("gain_with_missing", gain, WITH_MISSING),
    asks("gain_ratio_with_missing", gain_ratio, WITH_MISSING),
    asks("gain_over_all", gain_over_all, WITH_MISSING),
    asks("gain_over_all_unscaled", gain_over_all_unscaled, WITH_MISSING),
    asks("entropy_of_children_over_all", entropy_of_children_over_all, CHILDREN_AND_MISSING),
    asks("variance", _variance, values=RATIONALS.named("the target of each record")),
    asks("variance_reduction", _variance_reduction, children=_CHILDREN_VALUES),
    asks("majority_vote_error", majority_vote_error, classifiers=ranging(A_WHOLE, 1, 7), error_rate=A_SHARE),
    asks("split_info", split_info, CHILDREN),
    asks("midpoint", partial(midpoint, _=()), jointly(each(lower=A_RATIONAL, upper=A_RATIONAL), _neighbours)),
    asks("placed_cut", _placed_cut, _PLACED),
    asks("groupings", groupings, present=ranging(A_WHOLE, 1, 9)),
)
"""Measures of a node and its children, and of a cut, by name."""

OPERATIONS: Mapping[str, Operation] = {
    **MEASURES,
    **COUNTING,
    **GROWING,
    **SPLITTING,
    **PREPARING,
    **ENSEMBLES,
    **VIEWS,
    **IMPORTANCES,
    **SEARCHES,
    **CONFUSION,
    **RANKING,
    **PRUNING,
    **STOPPING,
    **TIE_CHOICES,
    **REGRESSION,
    **BALANCING,
    **DISTRIBUTIONS,
    **INTERVALS,
    **ESTIMATING,
    **VALIDATING,
    **BOOTSTRAP,
    **COMPARING,
    **PROBABILITIES,
    **AREAS,
}
"""All operations by name."""
