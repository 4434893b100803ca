"""
scikit-learn's `cost_complexity_pruning_path`, and its trees fitted with `ccp_alpha`, beside dtref's sequence of the very same tree.

Source of scikit-learn: `sklearn/tree/_tree.pyx`, `_cost_complexity_prune`: the weakest link is found in doubles and cut, one at a time.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isqrt, log2
from typing import Any, TypeAlias

from attrs import frozen
from narrow import of_kind
from peers.cost_complexity import Clusters, Entry, U, clusters, moments, near, tree_of, widest
from peers.library import (
    Continuous,
    DataSet,
    Path,
    Tally,
    Tree,
    cost_complexity,
    entropy,
    exact,
    gini,
    impurity_risk,
    leaf_count,
    nodes,
    variance,
    weight,
)

FITS = 12
"""How many alphas of a path trees are fitted for, spread over it."""

Errors: TypeAlias = Callable[[Tree], list[Fraction]]
"""For each node of a tree, in preorder, a bound on |scikit-learn's share of the risk - the exact one|."""


IMPURITIES = {"gini": gini, "entropy": entropy, "squared_error": variance}


@frozen(eq=False)
class Pruned:
    """
    A path compared. bounds: of alphas and risks. fits: how many trees were fitted with a `ccp_alpha`; wrong: those with other leaves.

    apart: how many alphas are reported several times with links left uncut in a fit for the first of them. kept_at_zero: whether
    `ccp_alpha=0` leaves more leaves than the smallest tree of the same risk has. below_zero: how many alphas are.
    """

    variant: str
    path: Path
    sequence: Clusters
    bounds: tuple[Fraction, Fraction]
    fits: int
    wrong: tuple[str, ...]
    apart: int
    kept_at_zero: bool
    below_zero: int


def compared(data: DataSet, criterion: str) -> Pruned:
    """scikit-learn's path for the tree that it fits to continuous columns, compared with dtref's path for the same tree."""
    model, leaves, x, y = _fitted(data, criterion)
    tree = _tree(data, model, x)
    path = cost_complexity(tree, impurity_risk(IMPURITIES[criterion]))
    found = model.cost_complexity_pruning_path(x, y)
    reported = [Entry(Fraction(float(a)), Fraction(float(r))) for a, r in zip(found.ccp_alphas, found.impurities, strict=True)]
    expected = [Entry(near(step.alpha), near(step.risk), step.leaves) for step in path.steps]
    bounds = float_bounds(tree, path, ERRORS[criterion](tree))
    wrong, apart, fits = [], 0, 1
    for k in range(0, len(expected), max(1, len(expected) // FITS)):
        step = expected[k]
        after = expected[k + 1].alpha if k + 1 < len(expected) else step.alpha + 1
        if after - step.alpha > 4 * bounds[0]:
            same = [float(e.alpha) for e in reported if abs(e.alpha - step.alpha) <= bounds[0]]
            asked = [alpha for alpha in (float((step.alpha + after) / 2), max(same)) if alpha > 0]
            fits += len(asked)
            wrong += [f"ccp_alpha={alpha!r}: not {step.leaves} leaves" for alpha in asked if leaves(alpha) != step.leaves]
            apart += same[0] > 0 and leaves(same[0]) != step.leaves
    kept, below = leaves(0.0) != path.steps[0].leaves, sum(e.alpha < 0 for e in reported)
    return Pruned(criterion, path, clusters(expected, reported, *bounds), bounds, fits, tuple(wrong), apart, kept, below)


def _fitted(data: DataSet, criterion: str) -> tuple[Any, Callable[[float], int], Any, Any]:  # scikit-learn has no types
    import numpy as np

    with warnings.catch_warnings():  # SciPy and NumPy warn of each other's versions
        warnings.simplefilter("ignore")
        from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    x = np.array([[float(exact(cell)) for cell in r.values] for r in data])
    regression = isinstance(data.target, Continuous)
    y = np.array([float(exact(r.label)) if regression else data.classes.index(str(r.label)) for r in data])
    kind = DecisionTreeRegressor if regression else DecisionTreeClassifier

    def fit(alpha: float) -> int:
        return int(kind(criterion=criterion, random_state=0, ccp_alpha=alpha).fit(x, y).get_n_leaves())

    return kind(criterion=criterion, random_state=0).fit(x, y), fit, x, y


def _tree(data: DataSet, model: Any, x: Any) -> Tree:
    """The fitted tree. Nodes are in preorder there, too; `value` holds the class shares of a node."""
    import numpy as np

    tree = model.tree_
    children = {i: (int(tree.children_left[i]), int(tree.children_right[i])) for i in range(tree.node_count) if tree.children_left[i] >= 0}
    if isinstance(data.target, Continuous):
        reached = tree.decision_path(x.astype(np.float32)).tocsc()
        rows = [tuple(map(int, reached.indices[reached.indptr[i] : reached.indptr[i + 1]])) for i in range(tree.node_count)]
        assert [len(r) for r in rows] == list(tree.n_node_samples), "records are sent where they were not in training"
        return tree_of([moments(data, r) for r in rows], children, {})
    return tree_of([_counts(data, model, i) for i in range(tree.node_count)], children, {})


def _counts(data: DataSet, model: Any, i: int) -> Tally:
    n = int(model.tree_.n_node_samples[i])
    whole = [round(share * n) for share in model.tree_.value[i][0]]
    assert sum(whole) == n
    return tuple((data.classes[c], Fraction(k)) for c, k in zip(model.classes_, whole, strict=True))


def gini_errors(tree: Tree) -> list[Fraction]:
    """
    1 - (sum n_j^2) / n^2 has exact whole numbers in it, so two roundings, of at most 1 together: u. Two more for the share n/N: 2u.

    Together 3u n/N to the first order; 4 for the higher ones.
    """
    return [4 * U * weight(node) / weight(tree) for node in nodes(tree)]


def entropy_errors(tree: Tree) -> list[Fraction]:
    """
    p = n_j/n is off by u, so ln p by u absolutely; the logarithm by 2u relatively (1 ulp), ln 2.0 by 2u, division and product by u each.

    A term p log2 p is then off by 7u p|log2 p| + p u/ln 2; c of them are summed: (7 + c) u H + 1.45u; two more roundings for the share.
    With H <= log2 c: ((10 + c) log2 c + 2) u n/N.
    """
    c = len(of_kind(tuple, tree.counts))
    factor = Fraction((10 + c) * log2(c) + 2)
    return [factor * U * weight(node) / weight(tree) for node in nodes(tree)]


def squared_errors(tree: Tree) -> list[Fraction]:
    """
    A node's sums are made in its parent, of m records with Q = sum y^2: a left sum over its records, a right one as the difference.

    sum y^2 is off by (2m + 1) u Q, S = sum y by 2m u sqrt(m Q), so S^2/n, |S| <= sqrt(n Q), by 4m u Q sqrt(m/n); five more roundings of
    at most Q each. Together u Q (7 + 2m + 4m sqrt(m/n)) / N, and 2u of the share; 1 more for higher orders while m < 10^4.
    """
    found: list[Fraction] = []
    waiting = [(tree, tree)]
    while waiting:
        node, parent = waiting.pop()
        (_, m), _, (_, q) = parent.counts
        n = weight(node)
        root = isqrt(int(m / n)) + 1
        found.append(U * q * (10 + 2 * m + 4 * m * root) / weight(tree))
        waiting.extend((child, node) for child in reversed(getattr(node, "children", ())))
    return found


ERRORS: dict[str, Errors] = {"gini": gini_errors, "entropy": entropy_errors, "squared_error": squared_errors}


def float_bounds(tree: Tree, path: Path, errors: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """
    Bounds of |alpha' - alpha| and |R' - R| for scikit-learn's doubles, where it cuts the same links.

    R'(T_t) starts as a sum over leaves: their errors, at most A (the `widest` sum), and (m - 1) u R, m leaves, R the root's risk. Each cut
    of a node p below t adds R'(p) - R'(T_p): what R'(T_p) had of earlier cuts is taken out again with it, so that t is left with the first
    error of each cut node's sum, its R'(p), and two roundings a cut. Nodes cut at a time are disjoint: 3A + 2m u R + 4(m - 1) u R.
    An alpha has that, R'(t), two roundings of R, over at least one leaf.   Higher orders: a factor of 1.01.
    """
    a, m, r = widest(tree, errors), leaf_count(tree), near(path.steps[-1].risk)
    risk = 3 * a + 6 * m * U * r
    return Fraction(101, 100) * (risk + a + 2 * U * r), Fraction(101, 100) * risk
