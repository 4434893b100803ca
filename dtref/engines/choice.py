"""
The choice of the engine. All return the same; they differ in time.

One question decides for all that walks data, to grow a tree, to verify one, or to count trees. Verifying and counting decide at each node
what growing decides there, so that the specification takes as long for them, or longer.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, TypeAlias

from attrs import evolve

from dtref.engines.expected_work import LOADING, SLOWER_WITH_GAPS, expected_seconds
from dtref.engines.filter import filtered
from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.spec.growing.arguments import check_grown_from
from dtref.spec.growing.policy import Policy, PruningStep, for_training, training_set
from dtref.spec.model.arrays import ArrayDataSet
from dtref.spec.model.attributes import MISSING
from dtref.spec.model.coded_columns import CodedDataSet
from dtref.spec.model.data import DataSet
from dtref.spec.model.schemes import ignore_progress
from dtref.spec.model.trees import Gap, Tree
from dtref.spec.preparation.missing import keep_missing, refuse_missing
from dtref.spec.pruning.rpart_complexity import RpartComplexity
from dtref.spec.pruning.steps import Collapse, ErrorBased
from dtref.spec.split.average_gain import AboveAverageGain
from dtref.spec.split.candidates import NumbersOnly

if TYPE_CHECKING:
    from dtref.engines.compiled.encoding import Uncovered
    from dtref.engines.compiled.gaps.gap_trees import GapGrown
    from dtref.engines.compiled.trees import Grown

Engine: TypeAlias = Literal["auto", "specification", "fast"]

FEW_RECORDS = 20
"""So few records are never worth loading the kernels."""


@refuses_other_kinds
def grow(data: DataSet, policy: Policy, progress: Callable[[int], None] = ignore_progress, engine: Engine = "auto") -> Tree:
    """
    The tree that a policy grows from a data set; each branch keeps all its optima, of which the policy's tie rule chooses one.

    engine: the tree is the same with each. "specification": the recursion of `dtref.spec.growing.hunt`, behind the filter of
    `dtref.engines.filter`. "fast": the compiled engine of the extra `fast`, for most policies (dtref/engines/README.md). "auto": the fast
    one where it covers the policy and data, and is loaded already or expected to save more time than loading it takes; else the
    specification. progress: called for each finished leaf with its number of records (again, where the fast engine gives a tree up in the
    middle).
    Errors: Invalid as for `dtref.spec.growing.hunt.grow`; for an engine of another name; for "fast" where it isn't installed, or does not
    cover the policy or data.

    >>> from dtref.io.arrays import from_arrays
    >>> from dtref.spec.presets import CART
    >>> data = from_arrays([[1], [2], [4]], ["-", "+", "+"], names=["x"])
    >>> tree = grow(data, CART)
    >>> tree, [branch.labels for branch in tree.children]
    (<Branch on x (+ 2, - 1)>, [('-',), ('+',)])
    >>> grow(data, CART, engine="slow")
    Traceback (most recent call last):
    dtref.errors.Invalid: engine: expected 'auto', 'specification' or 'fast' (got 'slow')
    """
    if not (isinstance(data, DataSet) and isinstance(policy, Policy)):
        check_grown_from(data, policy)  # type: ignore[unreachable]  # by what is annotated
    if engine not in ("auto", "specification", "fast"):
        raise Invalid("engine", "'auto', 'specification' or 'fast'", engine)
    data = policy.nominal.as_read(data) if isinstance(policy.nominal, NumbersOnly) else data
    # The specification, behind the filter.
    gaps = _leaves_gaps(data, policy) or isinstance(policy.select, AboveAverageGain)
    if engine == "specification" or (engine == "auto" and not is_worth_loading("gap_nodes" if gaps else "nodes", data, policy, gaps)):
        return filtered.grow(data, policy, progress)
    # The fast engine, if it covers the policy and the data.
    if not is_installed():
        raise Invalid("engine", "the extra 'fast' (numpy and numba), which is not installed", engine)
    from dtref.engines.compiled.encoding import Uncovered

    fast_tree = _grown_with_gaps(data, policy, progress) if gaps else _grown(data, _unpruned(policy), progress)
    if not isinstance(fast_tree, Uncovered):
        return _pruned(fast_tree, data, policy)
    if engine == "fast":
        raise Invalid("engine", "a policy and data that the fast engine covers", fast_tree.why)
    return filtered.grow(data, policy, progress)


def _unpruned(policy: Policy) -> Policy:
    """The policy without the steps that come after growing."""
    return evolve(policy, pruning=()) if policy.pruning else policy


def _pruned(grown: Grown | GapGrown, data: DataSet, policy: Policy) -> Tree:
    """The tree after the steps of pruning that a policy names; the first of them in arrays, where that can be."""
    if not policy.pruning:
        return grown.node(0)
    grown, steps = _pruned_in_arrays(grown, policy.pruning)
    tree = grown.node(0)
    if steps:
        training = training_set(policy, data)
        for prune in for_training(evolve(policy, pruning=steps), training).pruning:
            tree = prune(tree, training)
    return tree


def _pruned_in_arrays(grown: Grown | GapGrown, steps: tuple[PruningStep, ...]) -> tuple[Grown | GapGrown, tuple[PruningStep, ...]]:
    """The tree after the first steps that can be done in arrays, where it was grown with missing values; and the steps that are left."""
    from dtref.engines.compiled.gaps.collapsing import collapsed
    from dtref.engines.compiled.gaps.complexity import pruned_by_complexity
    from dtref.engines.compiled.gaps.gap_trees import GapGrown
    from dtref.engines.compiled.gaps.pruned_trees import pruned_by_errors

    for i, step in enumerate(steps):
        after: GapGrown | None = None
        if type(grown) is GapGrown:
            match step:
                case Collapse():
                    after = collapsed(grown, step)
                case ErrorBased():
                    after = pruned_by_errors(grown, step)
                case RpartComplexity() if i == 0:
                    after = pruned_by_complexity(grown, step)
        if after is None:
            return grown, steps[i:]
        grown = after
    return grown, ()


def _grown(data: DataSet, policy: Policy, progress: Callable[[int], None]) -> Grown | Uncovered:
    """The tree by the kernels for complete data."""
    from dtref.engines.compiled.grow import grown

    return grown(data, policy, progress)


def _grown_with_gaps(data: DataSet, policy: Policy, progress: Callable[[int], None]) -> GapGrown | Uncovered:
    """The tree by the kernels for data with missing values."""
    from dtref.engines.compiled.gaps.grow import grown_with_gaps

    return grown_with_gaps(training_set(policy, data), policy, progress)


def is_worth_loading(kernels: str, data: DataSet, policy: Policy, gaps: bool = False) -> bool:
    """
    Whether a module of kernels is loaded already; or is installed, is expected to save more time than loading it takes, and covers the
    policy, as far as is known without it. gaps: whether it is one for nodes that deal with missing values, as they must here.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Nominal
    >>> is_worth_loading("no such module", DataSet((), Nominal("y", ("-",)), ()), CART)
    False
    """
    if f"dtref.engines.compiled.kernels.{kernels}" in sys.modules:
        return True
    if len(data) < FEW_RECORDS or not is_installed():
        return False
    if expected_seconds(data, policy) * (SLOWER_WITH_GAPS if gaps else 1.0) < LOADING:
        return False
    if gaps:
        from dtref.engines.compiled.gaps.gap_rules import beyond_gaps

        return beyond_gaps(data, _unpruned(policy)) is None
    if policy.missing in (keep_missing, refuse_missing) and has_gaps(data):
        return False
    from dtref.engines.compiled.covered import beyond

    return beyond(data, _unpruned(policy)) is None


def _leaves_gaps(data: DataSet, policy: Policy) -> bool:
    """Whether nodes will have to deal with missing values."""
    if policy.gap is Gap.REFUSE or policy.missing is refuse_missing or not has_gaps(data):
        return False
    return policy.missing is keep_missing or has_gaps(policy.missing(data))


def has_gaps(data: DataSet) -> bool:
    """
    Whether a value is missing.

    >>> from dtref.spec.views.shape import parity
    >>> has_gaps(parity(2))
    False
    """
    if isinstance(data, ArrayDataSet | CodedDataSet):
        return data.has_gaps
    return any(cell is MISSING for record in data.records for cell in record.values)


@cache
def is_installed() -> bool:
    """
    Whether the kernels can be compiled here: the extra `fast`. Looked for once, as the search takes a third of a small fit.

    >>> is_installed() in (True, False)
    True
    """
    return find_spec("numba") is not None
