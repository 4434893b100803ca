"""The selection of rpart with costs of columns: of all tests the one with the greatest value for its column's cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import evolve, field, frozen

from dtref.errors import Invalid
from dtref.exact.comparison import argmax_set
from dtref.exact.definition import defined
from dtref.spec.model.counts import Counts
from dtref.spec.model.data import DataSet
from dtref.spec.split.candidates import Candidates
from dtref.spec.split.choose import Best, Keep, SelectsByTraining, every, winners
from dtref.spec.split.criteria import Criterion


@defined(formula="max of the criterion, divided by the cost of the column", sources=("rpart 4.1.19, `src/bsplit.c` (vcost)",))
@frozen
class BestForCost(SelectsByTraining):
    """
    Selects the tests whose value, divided by the cost of their column, is greatest; that quotient is the value of the optima.

    costs: by the names of columns; one that isn't named costs 1. by_position: in the order of columns, in the place of names. in_order: of
    the columns of a training set, as `of` makes them.
    Errors: Invalid for a cost that isn't above 0; when made for a training set, for a name, or a number of costs, that isn't its columns'.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> from dtref.spec.split.criteria import gini_reduction
    >>> splits = ((2, 0), (0, 2)), ((2, 1), (0, 1))
    >>> offered = [Candidates((split,), lambda _, a=a: Multiway(Nominal(a, ("0", "1")))) for a, split in zip("xy", splits)]
    >>> best = BestForCost(in_order=(Fraction(4), Fraction(1)))((2, 2), offered, gini_reduction)
    >>> best.value, [test.attribute.name for test in best.optima]
    (Fraction(1, 6), ['y'])
    """

    costs: tuple[tuple[str, Fraction], ...] = field(default=())
    by_position: tuple[Fraction, ...] = field(default=())
    in_order: tuple[Fraction, ...] = ()

    def __attrs_post_init__(self) -> None:
        for where, cost in (*((f"cost of {name}", cost) for name, cost in self.costs), *(("cost", cost) for cost in self.by_position)):
            if cost <= 0:
                raise Invalid(where, "a number above 0", cost)

    def of(self, data: DataSet) -> BestForCost:
        """The rule for a training set."""
        names = [attribute.name for attribute in data.attributes]
        if self.by_position and len(self.by_position) != len(names):
            raise Invalid("cost", f"{len(names)} numbers, as there are columns", len(self.by_position))
        named: Mapping[str, Fraction] = dict(self.costs)
        strange = next((name for name in named if name not in names), None)
        if strange is not None:
            raise Invalid("cost", f"columns of the data's, which are {', '.join(names)}", strange)
        return evolve(self, in_order=self.by_position or tuple(named.get(name, Fraction(1)) for name in names))

    def __call__(self, node: Counts, offered: Sequence[Candidates], criterion: Criterion, keep: Keep = every) -> Best | None:
        """The optima at a node; None where nothing has a value."""
        found = [(a, winners(node, [candidates], criterion, keep)) for a, candidates in enumerate(offered)]
        valued = [(a, winning[0] / self.in_order[a], winning[1]) for a, winning in found if winning is not None]
        if not valued:
            return None
        greatest = argmax_set(valued, key=lambda entry: entry[1])
        return Best(greatest[0][1], tuple(offered[a].test(i) for a, _, positions in greatest for _, i in positions))


def column_cost(select: object, column: int) -> Fraction:
    """
    The cost by which a selection divides the values of a column's tests, by its position; 1 of a selection without costs.

    >>> column_cost(BestForCost(in_order=(Fraction(4), Fraction(1))), 0), column_cost("best", 0)
    (Fraction(4, 1), Fraction(1, 1))
    """
    return select.in_order[column] if isinstance(select, BestForCost) else Fraction(1)


def least_cost(select: object) -> Fraction:
    """
    The least cost of a column; 1 of a selection without costs.

    >>> least_cost(BestForCost(in_order=(Fraction(4), Fraction(2)))), least_cost("best")
    (Fraction(2, 1), Fraction(1, 1))
    """
    return min(select.in_order, default=Fraction(1)) if isinstance(select, BestForCost) else Fraction(1)
