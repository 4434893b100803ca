"""Weka's RandomTree, and a tree of its RandomForest, as policies: functions of the programs' own options, with their defaults."""

from __future__ import annotations

from attrs import evolve

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import whole
from dtref.spec.growing.draws import ONE_MORE, Draws
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import AtDepth, FewerThan, same_values
from dtref.spec.programs.parameters import check_flags, whole_of_32_bits
from dtref.spec.programs.reptree import reptree


@refuses_other_kinds
def weka_random_tree(*, K: int = 0, M: int = 1, S: int = 1, depth: int = 0, N: int = 0, U: bool = False) -> Policy:  # noqa: N803, PLR0913
    """
    Weka's RandomTree, by its own options: K (columns tried at a node; below 1: log2 of their number, rounded down, and one), M (a node of
    less than twice that weight is a leaf), depth (greatest, 0 for any), U (nothing that shapes a tree).

    The rules of REPTree (`reptree`) without pruning, for a nominal target, but that branches may weigh what they like. K columns are drawn
    with seed S, and more until one gains: the draws depend on how Weka writes a record, and aren't made here. Refused: N, fitting the tree
    again to other records.
    Errors: Invalid for what is refused, and for M or depth below 0.

    >>> weka_random_tree(M=3).stop[-1], weka_random_tree(K=2).draws, weka_random_tree().draws.of(10)
    (FewerThan(records=6), Draws(columns=2, one_cut=False, again=True, idle=False), 4)
    """
    check_flags("RandomTree", U=U)
    whole_of_32_bits("RandomTree, S", S)
    if whole("RandomTree, N", N):
        raise Invalid("RandomTree, N", f"a tree that isn't fitted again to other records (-N), which are drawn with seed {S}", N)
    columns, least, deepest = whole("RandomTree, K", K, -1), whole("RandomTree, M", M, 0), whole("RandomTree, depth", depth, 0)
    return evolve(
        reptree(P=True),
        name="WEKA_RANDOM_TREE",
        source="Weka 3.6.14, `weka/classifiers/trees/RandomTree.java`, `weka/core/Utils.java`",
        stop=(same_values, *((AtDepth(deepest),) if deepest else ()), FewerThan(2 * least)),
        confirm=(),
        draws=Draws(ONE_MORE if columns < 1 else columns),
    )


@refuses_other_kinds
def weka_random_forest(*, I: int = 100, K: int = 0, S: int = 1, depth: int = 0) -> Policy:  # noqa: E741, N803 - the program's own
    """
    A tree of Weka's RandomForest 3.6.14, by its own options: K and depth as of `weka_random_tree`, which it bags; I (the number of trees)
    and S (the seed) shape no tree but by the records drawn (`dtref.spec.ensembles.weka_samples`).

    Errors: Invalid for I below 1, and as `weka_random_tree`.

    >>> weka_random_forest(K=2, depth=3) == evolve(weka_random_tree(K=2, depth=3), name="WEKA_RANDOM_FOREST")
    True
    """
    whole("RandomForest, I", I, 1)
    return evolve(weka_random_tree(K=K, S=S, depth=depth), name="WEKA_RANDOM_FOREST")
