"""
Trees and forests of scikit-learn, read in process from their public arrays; nothing is unpickled, nothing of the package imported.

A record goes left if its value, as a float32, is at most the threshold, a float64. `value` holds class shares since version 1.4, counts
before. Where all weights of nodes are whole numbers that doubles hold, the weights of records are taken to be: then counts are claimed, as
the whole numbers next to shares times weight. Else sums were rounded as they were made, and nothing exact is claimed.
Before this: `dtref.io.foreign.own`. Next: `dtref.io.foreign.boosting`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isfinite
from typing import Protocol, TypeAlias, cast

from dtref.errors import Invalid
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree
from dtref.model.attributes import Width
from dtref.model.schemes import unfold
from dtref.model.tests import Side


class Arrays(Protocol):
    """What is read of `tree_`."""

    n_features: int
    n_outputs: int
    weighted_n_node_samples: Sequence[float]
    children_left: Sequence[int]
    children_right: Sequence[int]
    feature: Sequence[int]
    threshold: Sequence[float]
    value: Sequence[Sequence[Sequence[float]]]


Built: TypeAlias = tuple[Callable[[Sequence[ForeignNode]], ForeignNode], list[int]]
"""How a node is made of its children, and which they are."""

NEAR = 1e-6
"""How far from a whole number a class count may be, made of a share and a weight that are doubles."""


def read_scikit_learn(model: object, names: Sequence[str], classes: Sequence[str] | None = None) -> ForeignTree:
    """
    A fitted DecisionTreeClassifier or DecisionTreeRegressor (or ExtraTree…) as a foreign tree.

    names: the columns of the training table, in order. classes: what the data call the model's classes; as they are written, if not
    given. Errors: Invalid for a model that isn't fitted, other numbers of names or classes, several outputs, or a threshold at infinity,
    which tells missing values from known ones.
    """
    if not hasattr(model, "tree_"):
        raise Invalid("model", "a fitted tree, with tree_", type(model).__name__)
    tree = cast(Arrays, model.tree_)
    if int(tree.n_features) != len(names):
        raise Invalid("names", f"{int(tree.n_features)} columns, as the model was fitted to", list(names))
    if int(tree.n_outputs) != 1:
        raise Invalid("model", "one output", int(tree.n_outputs))
    labels = _labels(model, classes)
    whole = all(float(weight).is_integer() and weight <= 2**53 for weight in tree.weighted_n_node_samples)
    notes = NOTES if whole else (*NOTES, "the weights of nodes are rounded sums: what nodes say of their records is not read")
    return ForeignTree(unfold(0, _expand(tree, names, labels, whole)), f"scikit-learn {type(model).__name__}", labels, notes)


NOTES = ("where missing values go is only known to models that were fitted to some; it is not read",)


def read_scikit_learn_forest(model: object, names: Sequence[str], classes: Sequence[str] | None = None) -> tuple[ForeignTree, ...]:
    """
    The trees of a fitted RandomForest… or ExtraTrees… (each grown from a sample of its own). Errors: as `read_scikit_learn`.

    The classes of the forest's trees are numbers; they are called as the forest calls them.
    """
    members: Sequence[object] = getattr(model, "estimators_", ())
    if not len(members):
        raise Invalid("model", "a fitted forest, with estimators_", type(model).__name__)
    labels = _labels(model, classes)
    return tuple(read_scikit_learn(member, names, labels or None) for member in members)


def _labels(model: object, classes: Sequence[str] | None) -> tuple[str, ...]:
    if not hasattr(model, "classes_"):
        return ()
    own = cast("Sequence[object]", model.classes_)
    if classes is not None and len(classes) != len(own):
        raise Invalid("classes", f"{len(own)} names, as many as the model has", list(classes))
    return tuple(map(str, own if classes is None else classes))


def _expand(tree: Arrays, names: Sequence[str], labels: tuple[str, ...], whole: bool) -> Callable[[int], Built]:
    def expand(i: int) -> Built:
        left, right = int(tree.children_left[i]), int(tree.children_right[i])
        ask = None if left < 0 else _cut(names[int(tree.feature[i])], float(tree.threshold[i]), str(i))
        value, weight = [float(x) for x in tree.value[i][0]], float(tree.weighted_n_node_samples[i])
        label = labels[max(range(len(value)), key=value.__getitem__)] if labels else Fraction(value[0])
        counts = _counts(value, weight, labels) if labels and whole else None
        records = Fraction(weight) if whole and counts is None else None
        return lambda below: ForeignNode(str(i), ask, tuple(below), label, counts, records), [] if ask is None else [left, right]

    return expand


def _cut(name: str, threshold: float, place: str) -> Cut:
    if not isfinite(threshold):
        raise Invalid(f"node {place}, threshold", "a number", threshold)
    return Cut(name, Fraction(threshold), Side.AT_MOST, Width.FLOAT32)


def _counts(value: list[float], weight: float, labels: tuple[str, ...]) -> tuple[tuple[str, Fraction], ...] | None:
    """The class counts of a node, where they are whole."""
    counts = [x * (weight if sum(value) < 1 + NEAR else 1) for x in value]
    if any(abs(n - round(n)) > NEAR for n in counts):
        return None
    return tuple(zip(labels, (Fraction(round(n)) for n in counts), strict=True))
