"""
All good trees: the best ones, and those near the best; the least loss of each number of leaves; the greedy trees beside them.

Trees of two levels are searched by a compiled kernel where it is installed and serves; the answers are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from attrs import evolve, frozen

from dtref.engines.choice import is_installed
from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.schemes import ignore_progress
from dtref.spec.optimal.good_trees import GoodTrees, Within, good_trees
from dtref.spec.optimal.least import NO_OTHER_WAY, TREES_WITHIN_BUDGET, LeastWorth, ShallowTrees
from dtref.spec.optimal.losses import LossValue, Objective, TreeLimits
from dtref.spec.optimal.tree_costs import TreeCost
from dtref.spec.optimal.tree_space import TreeSpace, tree_space


@frozen
class SearchOptions:
    """
    How trees are searched for, and told apart.

    partitions: whether trees that part the training records alike are one (golden/TIES.md); else each choice of a test makes another.
    budget: the most subproblems that may be solved. progress: called for each, with 1. compiled: whether the kernel may be used.
    avoid: the names of attributes that no tree may ask; the least value is that of all trees nevertheless.

    >>> SearchOptions(budget=0)
    Traceback (most recent call last):
    dtref.errors.Invalid: budget: expected a whole number of at least 1 (got 0)
    """

    partitions: bool = False
    budget: int = TREES_WITHIN_BUDGET
    progress: Callable[[int], None] = ignore_progress
    compiled: bool = True
    avoid: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        if isinstance(self.budget, bool) or not isinstance(self.budget, int) or self.budget < 1:
            raise Invalid("budget", "a whole number of at least 1", self.budget)


MEAN_ERRORS, ANY_TREE, BY_DEFAULT = Objective(), TreeLimits(), SearchOptions()
"""What is minimised, which trees compete, and how they are searched, unless the caller says otherwise."""


@refuses_other_kinds
def best_trees(
    data: DataSet,
    policy: Policy,
    objective: Objective = MEAN_ERRORS,
    limits: TreeLimits = ANY_TREE,
    options: SearchOptions = BY_DEFAULT,
) -> GoodTrees:
    """
    All trees of the least value: mean loss + penalty x leaves; with a penalty of 0, those of them with the fewest leaves.

    policy: which tests there are; its criterion and its stopping rules have no say. Errors: Invalid as for `tree_space`; Undecided past the
    budget, with bounds of the least value.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> best = best_trees(parity(2), CART, Objective(penalty=Fraction(1, 6)))
    >>> [(str(value), str(loss), leaves, trees) for value, loss, leaves, trees in best.values]
    [('2/3', '2', 1, 1), ('2/3', '0', 4, 2)]
    """
    search = searching(data, policy, objective, limits, options)
    return _good(search, search.least(search.root()), options)


@refuses_other_kinds
def near_best_trees(  # noqa: PLR0913, PLR0917 - a distance beside the arguments of `best_trees`
    data: DataSet,
    policy: Policy,
    within: Within,
    objective: Objective = MEAN_ERRORS,
    limits: TreeLimits = ANY_TREE,
    options: SearchOptions = BY_DEFAULT,
) -> GoodTrees:
    """
    All trees whose value is within a distance of the least one (the Rashomon set), with whatever number of leaves.

    Errors: as for `best_trees`; Invalid for a distance relative to a value below 0, for an unknown attribute to avoid.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> near = near_best_trees(parity(2), CART, Within(Fraction(1, 8)), Objective(penalty=Fraction(1, 8)))
    >>> [(str(value), str(loss), leaves, trees) for value, loss, leaves, trees in near.values]
    [('1/2', '0', 4, 2), ('5/8', '2', 1, 1), ('5/8', '1', 3, 4)]
    """
    search = searching(data, policy, objective, limits, options)
    best = good_trees(search, search.least(search.root()))
    return _good(search, best.limit_within(within), options)


def _good(search: LeastWorth, limit: TreeCost, options: SearchOptions) -> GoodTrees:
    """The trees that are worth at most a limit, and ask no attribute that is to be avoided."""
    if not options.avoid:
        return good_trees(search, limit, partitions=options.partitions)
    space, names = search.space, [attribute.name for attribute in search.space.data.attributes]
    for name in options.avoid:
        if name not in names:
            raise Invalid("avoid", f"one of the attributes {', '.join(names)}", name)
        space = space.without(names.index(name))
    others = LeastWorth(space, options.budget, options.progress, _shallow(space, options))
    return evolve(good_trees(others, limit, partitions=options.partitions), least=search.least(search.root()))


@refuses_other_kinds
def least_losses(
    data: DataSet,
    policy: Policy,
    objective: Objective = MEAN_ERRORS,
    limits: TreeLimits = ANY_TREE,
    options: SearchOptions = BY_DEFAULT,
) -> Iterator[tuple[int, LossValue]]:
    """
    The numbers of leaves worth having, each with the least loss: less than any tree with fewer leaves has. The penalty has no say.

    Errors: as for `best_trees`.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> [(leaves, str(loss)) for leaves, loss in least_losses(parity(2), CART)]
    [(1, '2'), (3, '1'), (4, '0')]
    """
    without = evolve(objective, penalty=Fraction(0))
    search = searching(data, policy, without, evolve(limits, leaves=None), options)
    costs, root = search.space.costs, search.root()
    least, fewest, so_far = search.least(root), 0, None
    while so_far != least and fewest != limits.leaves:
        fewest += 1
        cost = search.least(search.state(root.records, root.depth, fewest))
        if so_far is None or cost < so_far:
            yield fewest, costs.loss_in(cost, fewest)  # with one leaf less there is none
            so_far = cost


def searching(data: DataSet, policy: Policy, objective: Objective, limits: TreeLimits, options: SearchOptions) -> LeastWorth:
    """
    The search for what trees of a data set are worth, of which nothing is known yet.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> search = searching(parity(2), CART, MEAN_ERRORS, ANY_TREE, BY_DEFAULT)
    >>> search.space.costs.value(search.least(search.root()), 4)
    Fraction(0, 1)
    """
    space = tree_space(data, policy, objective, limits)
    return LeastWorth(space, options.budget, options.progress, _shallow(space, options))


def _shallow(space: TreeSpace, options: SearchOptions) -> ShallowTrees:
    """The kernel, where it may be used."""
    if not (options.compiled and is_installed()):
        return NO_OTHER_WAY
    from dtref.engines.compiled.shallow_least import shallow_trees_of

    return shallow_trees_of(space)
