"""Importances of attributes by impurity: what they add up to, and their bounds over tied trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import cast

from attrs import evolve

from dtref.errors import Undefined
from dtref.exact.number import Number, total
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import trees
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Branch, Leaf
from dtref.spec.presets import CART, ID3, MAJORITY, RPART
from dtref.spec.split.impurity import Impurity, entropy, gini, misclassification_error
from dtref.spec.views.impurity_importance import (
    Importances,
    impurity_importance_bounds,
    impurity_importances,
    normalised_impurity_importance_bounds,
    normalised_impurity_importances,
    taken_off,
)
from dtref.spec.views.shape import parity
from proofs.steps import defined, equal, same
from proofs.symbols import positive
from proofs.theorem import Method, theorem

BREIMAN = "breiman1984"
X, Y = (Nominal(name, ("0", "1")) for name in "xy")


def node(counts: Sequence[Number], test: Multiway | None = None, *children: Leaf | Branch) -> Leaf | Branch:
    """A node whose counts may be symbols: of two classes."""
    tally = cast("tuple[tuple[str, Fraction], ...]", tuple(zip("+-", counts, strict=True)))
    return Leaf(tally, ("+",)) if test is None else Branch(tally, ("+",), test, (test,), children)


def added(*groups: Sequence[Number]) -> tuple[Number, ...]:
    """The counts of several groups together."""
    return tuple(map(total, zip(*groups, strict=True)))


@theorem(
    "The importances of a tree add up to what the root has more of the impurity than the leaves, each by its share of the records; "
    "normalised ones add up to 1",
    source=BREIMAN,
    runs=(impurity_importances, normalised_impurity_importances, taken_off),
    reach="Gini and entropy, two classes, three leaves, all positive real counts, one attribute asked twice",
    method=Method.IDENTITY,
)
def theorem_importances_add_up() -> None:
    """The impurity of an inner node is taken off above it, and put on below."""
    a, b, c = positive("a1:3"), positive("b1:3"), positive("c1:3")
    for below in (X, Y):
        inner = node(added(a, b), Multiway(below), node(a), node(b))
        root = node(added(a, b, c), Multiway(X), inner, node(c))
        n = total((*a, *b, *c))
        for impurity in (gini, entropy):
            left = total(total(leaf) / n * defined(impurity(leaf)) for leaf in (a, b, c))
            importances = defined(impurity_importances(root, (X, Y), impurity))
            equal(total(importances.values()), defined(impurity(added(a, b, c))) - left)
        equal(total(defined(normalised_impurity_importances(root, (X, Y), gini)).values()), 1)


def data_sets(most: int) -> Iterator[DataSet]:
    """Every data set of two attributes of two values, two classes and up to so many records, in any order."""
    kinds = [Record((x, y), label) for x, y, label in product("01", "01", "+-")]
    for size in range(most + 1):
        for records in combinations_with_replacement(kinds, size):
            yield DataSet((X, Y), Nominal("c", ("+", "-")), records)


def ends(data: DataSet, policy: Policy, importances: Callable[..., Importances | Undefined], impurity: Impurity) -> object:
    """The least and the greatest importance of each attribute, over the list of all trees."""
    every = [importances(tree, data.attributes, impurity) for tree in trees(data, policy)]
    if any(isinstance(one, Undefined) for one in every):
        return None
    columns = {a.name: [defined(one)[a.name] for one in every] for a in data.attributes}
    return {name: (min(values), max(values)) for name, values in columns.items()}


SEVERAL_ENDS = DataSet(
    (X, Y, Continuous("z")),
    Nominal("c", ("a", "b")),
    [Record((x, y, Fraction(z)), c) for x, y, z, c in ("001b", "012a", "112b", "100b", "000a", "101a", "012b")],
)
"""Seven records: choices among tied tests lead rpart, which stops where nothing is gained, to leaves of more or less impurity."""


@theorem(
    "Bounds of importances are those of the list of all trees that choices among tied tests lead to; without a value where one has none",
    source=BREIMAN,
    runs=(
        impurity_importance_bounds,
        normalised_impurity_importance_bounds,
        impurity_importances,
        normalised_impurity_importances,
        taken_off,
    ),
    reach="two attributes of two values, two classes, every data set of up to four records; the parity of three attributes; seven records "
    "on which rpart's trees end at several impurities; ID3, CART, rpart's rules, one leaf",
    method=Method.EXHAUSTION,
)
def theorem_bounds_of_importances() -> None:
    """Data set by data set."""
    pairs = ((impurity_importances, impurity_importance_bounds), (normalised_impurity_importances, normalised_impurity_importance_bounds))
    for data in (*data_sets(4), parity(3), SEVERAL_ENDS):
        for policy, impurity in ((ID3, gini), (CART, misclassification_error), (RPART, gini), (MAJORITY, gini)):
            for of_tree, bounds in pairs:
                over_all = bounds(data, policy, impurity)
                value = None if isinstance(over_all, Undefined) else over_all
                same(value, ends(data, policy, of_tree, impurity), f"{bounds.__name__} of {data.records} by {policy.name}")


@theorem(
    "A record of weight w counts as w records do: importances by impurity and their bounds over tied trees are those of copies",
    source=BREIMAN,
    runs=(impurity_importances, normalised_impurity_importances, impurity_importance_bounds, normalised_impurity_importance_bounds),
    reach="two attributes of two values, two classes, every data set of up to two records with the weights 1 or 2; ID3, one leaf; seven "
    "records with the weights 1 and 3 in turn, rpart's rules",
    method=Method.EXHAUSTION,
)
def theorem_weights_are_repeated_records() -> None:
    """Data set by data set; the empty one, too."""
    small = [(data, weights) for data in data_sets(2) for weights in product((1, 2), repeat=len(data.records))]
    cases = [(data, weights, policy) for data, weights in small for policy in (ID3, MAJORITY)]
    cases.append((SEVERAL_ENDS, (1, 3, 1, 3, 1, 3, 1), RPART))
    for data, weights, policy in cases:
        pairs = list(zip(data.records, weights, strict=True))
        weighted = evolve(data, records=[evolve(record, weight=Fraction(w)) for record, w in pairs])
        copies = evolve(data, records=[record for record, w in pairs for _ in range(w)])
        about = f"{weighted.records} by {policy.name}"
        for bounds in (impurity_importance_bounds, normalised_impurity_importance_bounds):
            same(bounds(weighted, policy, gini), bounds(copies, policy, gini), f"{bounds.__name__} of {about}")
        for of_tree in (impurity_importances, normalised_impurity_importances):
            of_weights, of_copies = (of_tree(grow(form, policy), data.attributes, gini) for form in (weighted, copies))
            same(of_weights, of_copies, f"{of_tree.__name__} of {about}")
