"""
The number of trees, and of recursive partitions, that a policy can grow: by the kernels where they cover it, else by the specification.

`dtref.count_trees` and `dtref.count_partitions` are these.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dtref.engines.choice import has_gaps, is_installed, is_worth_loading
from dtref.engines.filter.unbeaten import unbeaten
from dtref.errors import Undecided
from dtref.exact.checked_call import refuses_other_kinds
from dtref.spec.growing import tied_trees as specification
from dtref.spec.growing.arguments import check_grown_from
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.surrogates import LearnSurrogates
from dtref.spec.growing.tied_trees import TREES_BUDGET
from dtref.spec.model.data import DataSet

if TYPE_CHECKING:
    from dtref.engines.compiled.tie_closure import TieClosure

TRIED_FIRST = 500
"""So many subproblems take the specification, roughly, as long as loading the kernels takes, unless they have many classes or groupings."""


@refuses_other_kinds
def count_trees(data: DataSet, policy: Policy, budget: int = TREES_BUDGET) -> int:
    """
    The number of different trees that a policy can grow: at a leaf 1, at an inner node the sum over its optima, and over the surrogates
    that are as good, of the product over the children. Exact, without listing them. Errors: Undecided past the budget, in subproblems
    (records and a test to apply to them; one of many records, attributes or groupings counts as several).

    Defined at `dtref.spec.growing.tied_trees.count_trees`.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> count_trees(parity(3), CART)
    12
    """
    if not (isinstance(data, DataSet) and isinstance(policy, Policy)):
        check_grown_from(data, policy)  # type: ignore[unreachable]  # by what is annotated
    if isinstance(policy.gap, LearnSurrogates):  # the kernels count tests, and no surrogates that are as good
        return specification.count_trees(data, policy, budget, unbeaten)
    return _counted(data, policy, budget, specification.count_trees, partitions=False)


@refuses_other_kinds
def count_partitions(data: DataSet, policy: Policy, budget: int = TREES_BUDGET) -> int:
    """
    The number of different recursive partitions of the training records among the trees that a policy can grow. Exact. Errors: as
    `count_trees`.

    Defined at `dtref.spec.growing.tied_trees.count_partitions`.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> count_partitions(parity(3), CART)
    12
    """
    if not (isinstance(data, DataSet) and isinstance(policy, Policy)):
        check_grown_from(data, policy)  # type: ignore[unreachable]  # by what is annotated
    return _counted(data, policy, budget, specification.count_partitions, partitions=True)


def _counted(data: DataSet, policy: Policy, budget: int, specified: Callable[..., int], *, partitions: bool) -> int:
    """
    The number of trees or partitions: by the kernels where they are loaded, or worth loading. How many subproblems there are nobody knows
    before; so the specification tries with a little of the budget first where one tree wouldn't be worth them.
    """
    if is_worth_loading("closure", data, policy):
        closure = _closure(data, policy, budget, partitions=partitions)
    else:
        tried = min(budget, TRIED_FIRST)
        try:
            return specified(data, policy, tried, unbeaten)
        except Undecided:
            if tried == budget:
                raise
        closure = _closure(data, policy, budget, partitions=partitions) if is_installed() and not has_gaps(data) else None
    if closure is None:
        return specified(data, policy, budget, unbeaten)
    return closure.count_partitions() if partitions else closure.count_trees()


def _closure(data: DataSet, policy: Policy, budget: int, *, partitions: bool) -> TieClosure | None:
    """
    The tie closure by the kernels; None where they don't cover the policy and data. partitions: whether it is for their number, of which an
    Undecided has bounds, or that of the trees.
    """
    from dtref.engines.compiled.encoding import Uncovered
    from dtref.engines.compiled.grow import prepared
    from dtref.engines.compiled.tie_closure import partitions_of, tie_closure, trees_of

    problem = prepared(data, policy)
    closure = problem if isinstance(problem, Uncovered) else tie_closure(problem, policy, budget, partitions_of if partitions else trees_of)
    return None if isinstance(closure, Uncovered) else closure
