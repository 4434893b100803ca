"""The choice of the engine that grows a tree. All return the same tree; they differ in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from dtref.engines.filter import filtered
from dtref.engines.loading import is_installed, is_worth_loading
from dtref.errors import Invalid
from dtref.spec.growing.hunt import ignore_progress
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Tree

Engine: TypeAlias = Literal["auto", "specification", "fast"]


def grow(data: DataSet, policy: Policy, progress: Callable[[int], None] = ignore_progress, engine: Engine = "auto") -> Tree:
    """
    The tree that a policy grows from a data set; each branch keeps all its optima, of which the policy's tie rule chooses one.

    engine: the tree is the same with each. "specification": the recursion of `dtref.spec.growing.hunt`, behind the filter of
    `dtref.engines.filter`. "fast": the compiled engine of the extra `fast`, for data without missing values and most policies
    (dtref/engines/README.md). "auto": the fast one where it covers the policy and data, and is loaded already or expected to save more time
    than loading it takes; else the specification. progress: called for each finished leaf with its number of records.
    Errors: Invalid as for `dtref.spec.growing.hunt.grow`; for an engine of another name; for "fast" where it isn't installed, or does not
    cover the policy or data.

    >>> from dtref.spec.presets import CHAID
    >>> from dtref.spec.model.attributes import Nominal
    >>> data = DataSet((), Nominal("y", ("-", "+")), ())
    >>> grow(data, CHAID), grow(data, CHAID, engine="slow")
    Traceback (most recent call last):
    dtref.errors.Invalid: engine: expected 'auto', 'specification' or 'fast' (got 'slow')
    """
    if engine not in ("auto", "specification", "fast"):
        raise Invalid("engine", "'auto', 'specification' or 'fast'", engine)
    # The specification, behind the filter.
    if engine == "specification" or (engine == "auto" and not is_worth_loading("nodes", data, policy)):
        return filtered.grow(data, policy, progress)
    # The fast engine, if it covers the policy and the data.
    if not is_installed():
        raise Invalid("engine", "the extra 'fast' (numpy and numba), which is not installed", engine)
    from dtref.engines.compiled.encoding import Uncovered
    from dtref.engines.compiled.grow import grown

    fast_tree = grown(data, policy)
    if not isinstance(fast_tree, Uncovered):
        for size in fast_tree.sizes_of_leaves():
            progress(size)
        return fast_tree.node(0)
    if engine == "fast":
        raise Invalid("engine", "a policy and data that the fast engine covers", fast_tree.why)
    return filtered.grow(data, policy, progress)
