"""Weka's RandomTree as a policy: a function of the program's own options, with its defaults."""

from __future__ import annotations

from attrs import evolve

from dtref.errors import Invalid
from dtref.exact.inputs import whole
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import AtDepth, FewerThan, same_values
from dtref.spec.programs.parameters import check_flags
from dtref.spec.programs.reptree import reptree


def weka_random_tree(*, K: int = 0, M: int = 1, S: int = 1, depth: int = 0, N: int = 0, U: bool = False) -> Policy:  # noqa: N803, PLR0913
    """
    Weka's RandomTree, by its own options: K (columns tried at a node), M (half the least weight of a node that is split), depth (greatest,
    0 for any).

    The rules of REPTree (`reptree`) without pruning, but that branches may weigh what they like.
    Errors: Invalid for what is refused, for M below 0, K and depth below 0.

    >>> weka_random_tree(M=3).stop[-1], weka_random_tree(M=3).confirm
    (FewerThan(records=6), ())
    """
    check_flags("RandomTree", U=U)
    return evolve(reptree(P=True, M=M), name="WEKA_RANDOM_TREE", confirm=(), stop=(same_values, FewerThan(2*M), *((AtDepth(depth),) if depth else ())))
