"""
Importances of attributes by impurity: how much the tests of each attribute take off the impurity of the training records.

Notation: n the weight of the training records, n_t that of those at node t, I(t) the impurity there; v the children of t. What the tests
of a tree take off together is what the root has more than the leaves: I(root) - sum over leaves of n_l/n I(l).

A record counts where the tree sends it, also where it misses the value asked for. Surrogates earn nothing: they stand in, they don't split.
rpart's `variable.importance` counts them too, and is another convention.
"""

from __future__ import annotations

__sources__ = ("Breiman and others 1984, 5.3.4", "Louppe 2014, 6.1.2")

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.definition import defined
from dtref.exact.functions import maximum, minimum
from dtref.exact.number import Exact, Number, is_zero, number, total
from dtref.spec.growing.hunt import Hunt, hunt
from dtref.spec.growing.policy import Policy, without_pruning
from dtref.spec.growing.tie_subproblems import Alternative, Solved, Subproblem
from dtref.spec.growing.tied_trees import TREES_BUDGET, over_all_trees
from dtref.spec.model.attributes import Attribute
from dtref.spec.model.branches import asked
from dtref.spec.model.counts import Counts, Weighted, statistic
from dtref.spec.model.data import DataSet
from dtref.spec.model.tests import Oblique, Test
from dtref.spec.model.trees import Branch, Tree, is_regression, nodes, weight
from dtref.spec.split.choose import Keep, every
from dtref.spec.split.criteria import weighted_impurity
from dtref.spec.split.impurity import Children, Impurity

NOTHING_TAKEN_OFF = "no test takes anything off the impurity"

Importances: TypeAlias = Mapping[str, Number]
"""The importance of each attribute, by name."""

Extremes: TypeAlias = tuple[Number, Number]
"""The least and the greatest value."""

_Totals: TypeAlias = Mapping[Number, tuple[Extremes, ...]]
"""What the tests of some trees can take off together, each sum with the bounds of what those of each attribute take off of it."""


def taken_off(measure: Impurity, node: Sequence[Exact], children: Children) -> Number:
    """
    What the test of a node takes off the impurity of its records together: n_t times its reduction; 0 where there are none.

    >>> from dtref.spec.split.impurity import gini
    >>> taken_off(gini, (2, 2), ((2, 0), (0, 2))), taken_off(gini, (0, 0), ((0, 0), (0, 0)))
    (Fraction(2, 1), Fraction(0, 1))
    """
    n_t = measure.size(node)
    return n_t * (measure.of(node) - weighted_impurity(measure, children)) if not is_zero(n_t) else n_t


@defined(
    formula="Imp(a) = sum over nodes t that ask a of n_t/n (I(t) - sum_v n_v/n_t I(v))",
    letter="Imp(a)",
    range="From 0 to I(root), for a concave impurity",
    unit="that of the impurity",
    undefined="no records",
    errors="Invalid for an impurity of another kind of target, or fewer classes; a test of several attributes, or of one not listed",
    sources=("Breiman and others 1984, 5.3.4", "Louppe 2014, 6.1.2", "scikit-learn's compute_feature_importances(normalize=False)"),
    synonyms=("mean decrease of impurity", "mean decrease in impurity", "MDI"),
)
def impurity_importances(tree: Tree, attributes: Sequence[Attribute], impurity: Impurity) -> Importances | Undefined:
    """
    What the tests of each attribute take off the impurity, as the training records' mean; 0 for an attribute that is never asked.

    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.split.impurity import gini
    >>> from dtref.spec.views.shape import parity
    >>> impurity_importances(grow(parity(2), ID3), parity(2).attributes, gini)
    {'x1': Fraction(0, 1), 'x2': Fraction(1, 2)}
    """
    return _over(_sums(tree, attributes, impurity), weight(tree), "no records")


@defined(
    formula="Imp(a) / sum over attributes b of Imp(b)",
    range="From 0 to 1, for a concave impurity; they add up to 1",
    undefined="no test takes anything off the impurity, as in a tree of one leaf: 0/0 (scikit-learn has 0)",
    errors=impurity_importances,
    sources=("scikit-learn's feature_importances_",),
    synonyms=("feature importances", "Gini importance"),
    parts=lambda: (impurity_importances,),
)
def normalised_impurity_importances(tree: Tree, attributes: Sequence[Attribute], impurity: Impurity) -> Importances | Undefined:
    """
    Each attribute's share of what the tests of a tree take off the impurity.

    >>> from dtref.spec.model.trees import Leaf
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.split.impurity import gini
    >>> from dtref.spec.views.shape import parity
    >>> normalised_impurity_importances(grow(parity(2), ID3), parity(2).attributes, gini)
    {'x1': Fraction(0, 1), 'x2': Fraction(1, 1)}
    >>> normalised_impurity_importances(Leaf((("+", Fraction(1)),), ("+",)), (), gini)
    Undefined(why='no test takes anything off the impurity')
    """
    sums = _sums(tree, attributes, impurity)
    return _over(sums, total(sums.values()), NOTHING_TAKEN_OFF)


def _sums(tree: Tree, attributes: Sequence[Attribute], impurity: Impurity) -> Importances:
    """What the tests of each attribute take off, summed over the records."""
    _check_kind(impurity, regression=is_regression(tree), classes=len(_counts(tree)))
    parts: dict[str, list[Number]] = {attribute.name: [] for attribute in attributes}
    for node in nodes(tree):
        if isinstance(node, Branch):
            name = _asked_alone(node.test)
            if name not in parts:
                raise Invalid("attributes", f"{name!r}, which the tree asks", list(parts))
            parts[name].append(taken_off(impurity, _counts(node), [_counts(child) for child in node.children]))
    return {name: total(terms) for name, terms in parts.items()}


def _check_kind(impurity: Impurity, *, regression: bool, classes: int) -> None:
    """Whatever the tests: a tree that has none is refused like others. Errors: Invalid for another kind of target, too many classes."""
    if impurity.moments != regression:
        kinds = ("of a continuous target", "of classes")
        raise Invalid("impurity", f"one {kinds[0] if regression else kinds[1]}", impurity.name)
    if impurity.two_classes and classes > 2:
        raise Invalid(impurity.name, "counts of two classes", classes)


def _asked_alone(test: Test) -> str:
    """The name of the one attribute that a test asks."""
    if isinstance(test, Oblique):
        raise Invalid("test", "a test of one attribute, to which its part belongs", " and ".join(a.name for a in asked(test)))
    return test.attribute.name


def _counts(node: Tree) -> Counts:
    return tuple(n for _, n in node.counts)


def _over(sums: Importances, bottom: Exact, why: str) -> Importances | Undefined:
    """Every sum divided by the same number."""
    if is_zero(bottom):
        return Undefined(why)
    return {name: number(value) / bottom for name, value in sums.items()}


@defined(
    formula="min and max over the trees T that choices among tied tests lead to, of Imp_T(a)",
    unit="that of the impurity",
    undefined="no records",
    errors="Invalid as for `impurity_importances`; Undecided past the budget, in subproblems and in sums",
    parts=lambda: (impurity_importances,),
)
def impurity_importance_bounds(
    data: DataSet, policy: Policy, impurity: Impurity, budget: int = TREES_BUDGET, keep: Keep = every
) -> Mapping[str, Extremes] | Undefined:
    """
    The least and the greatest importance of each attribute over all trees that a policy can grow, found without listing them.

    The bounds of each attribute are reached, but hardly those of all in one tree. Budget and `keep`: as for
    `dtref.spec.growing.tied_trees.count_trees`; no more different sums than the budget are kept at a node.

    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.split.impurity import gini
    >>> from dtref.spec.views.shape import parity
    >>> impurity_importance_bounds(parity(2), ID3, gini)
    {'x1': (Fraction(0, 1), Fraction(1, 2)), 'x2': (Fraction(0, 1), Fraction(1, 2))}
    """
    recursion, totals = _totals(data, policy, impurity, budget, keep)
    n = Fraction(sum(recursion.columns.weights))
    if not n:
        return Undefined("no records")
    means = [[(least / n, greatest / n) for least, greatest in parts] for parts in totals.values()]
    return _bounds(recursion, zip(*means, strict=True))


@defined(
    formula="min and max over the trees T that choices among tied tests lead to, of Imp_T(a) / sum_b Imp_T(b)",
    undefined="in one of the trees no test takes anything off the impurity: 0/0",
    errors=impurity_importance_bounds,
    parts=lambda: (normalised_impurity_importances,),
)
def normalised_impurity_importance_bounds(
    data: DataSet, policy: Policy, impurity: Impurity, budget: int = TREES_BUDGET, keep: Keep = every
) -> Mapping[str, Extremes] | Undefined:
    """
    The least and the greatest share of each attribute in what the tests take off, over all trees that a policy can grow.

    >>> from dtref.spec.presets import ID3, MAJORITY
    >>> from dtref.spec.split.impurity import gini
    >>> from dtref.spec.views.shape import parity
    >>> normalised_impurity_importance_bounds(parity(2), ID3, gini)
    {'x1': (Fraction(0, 1), Fraction(1, 1)), 'x2': (Fraction(0, 1), Fraction(1, 1))}
    >>> normalised_impurity_importance_bounds(parity(2), MAJORITY, gini)
    Undefined(why='no test takes anything off the impurity')
    """
    recursion, totals = _totals(data, policy, impurity, budget, keep)
    if any(map(is_zero, totals)):
        return Undefined(NOTHING_TAKEN_OFF)
    shares = [[(least / whole, greatest / whole) for least, greatest in parts] for whole, parts in totals.items()]
    return _bounds(recursion, zip(*shares, strict=True))


def _bounds(recursion: Hunt, columns: Iterable[Sequence[Extremes]]) -> Mapping[str, Extremes]:
    """For each attribute the least and the greatest of several bounds."""
    names = (attribute.name for attribute in recursion.training.attributes)
    return {
        name: (minimum(low for low, _ in column), maximum(high for _, high in column)) for name, column in zip(names, columns, strict=True)
    }


def _totals(data: DataSet, policy: Policy, impurity: Impurity, budget: int, keep: Keep) -> tuple[Hunt, _Totals]:
    """
    The recursion, and what the tests of its trees can take off together. Below a node whose subtrees all end pure that is one sum, so that
    bounds alone are kept; where there are several, each has its own.
    """
    recursion = hunt(data, without_pruning(policy), keep)
    _check_kind(impurity, regression=recursion.regression, classes=0 if recursion.regression else len(data.classes))
    names = [attribute.name for attribute in recursion.training.attributes]
    nothing: tuple[Extremes, ...] = ((Fraction(0), Fraction(0)),) * len(names)

    def records(node: Subproblem) -> Counts:
        return statistic(recursion.columns, Weighted(node.rows, node.parts))

    def of_alternative(node: Counts, alternative: Alternative, below: Sequence[_Totals]) -> _Totals:
        """Of the trees whose root asks one test: its own part, and what the subtrees take off, in all combinations; of a leaf nothing."""
        if alternative.test is None:
            return {Fraction(0): nothing}
        own = taken_off(impurity, node, [records(child) for child in alternative.below])
        column = names.index(_asked_alone(alternative.test))
        sums: _Totals = {own: (*nothing[:column], (own, own), *nothing[column + 1 :])}
        for totals in below:
            sums = joined((whole + more, _each(_added, parts, others)) for whole, parts in sums.items() for more, others in totals.items())
        return sums

    def joined(pairs: Iterable[tuple[Number, tuple[Extremes, ...]]]) -> _Totals:
        """Trees that take off the same together have bounds in common."""
        sums: dict[Number, tuple[Extremes, ...]] = {}
        for whole, parts in pairs:
            sums[whole] = _each(_spanned, sums[whole], parts) if whole in sums else parts
            if len(sums) > budget:
                raise Undecided("sums of importances over the tie closure", f"{budget} sums", len(sums))
        return sums

    def combine(node: Subproblem, alternatives: Solved[_Totals]) -> _Totals:
        counts = records(node)
        by_test = (of_alternative(counts, alternative, below) for alternative, below in alternatives)
        return joined(pair for totals in by_test for pair in totals.items()) if alternatives else {Fraction(0): nothing}

    return recursion, over_all_trees(recursion, combine, budget)


def _each(joined: Callable[[Extremes, Extremes], Extremes], parts: Sequence[Extremes], others: Sequence[Extremes]) -> tuple[Extremes, ...]:
    """What is made, attribute by attribute, of the bounds of two."""
    return tuple(joined(a, b) for a, b in zip(parts, others, strict=True))


def _added(a: Extremes, b: Extremes) -> Extremes:
    return a[0] + b[0], a[1] + b[1]


def _spanned(a: Extremes, b: Extremes) -> Extremes:
    return minimum((a[0], b[0])), maximum((a[1], b[1]))
