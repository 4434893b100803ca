"""
scikit-learn's DecisionTreeClassifier, Gini and entropy, against CART, on numeric data.

It keeps its data in float32 and takes neighbours closer than FEATURE_THRESHOLD = 1e-7 for one value (`sklearn/tree/_partitioner.pyx`).
`ThresholdsApart` are the cuts that it can see; a finding that vanishes among them has that for its reason.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib.util import find_spec

from attrs import evolve
from peers.library import CART, Continuous, DataSet, ThresholdsApart, exact, gain, gini_reduction
from peers.membership import Finding, Foreign, Reference, check_membership, reference
from peers.programs import UNEXPLAINED, Grown, Program, within_rounding
from peers.samples import Sample, coded_samples, part, samples

CRITERIA = {"gini": gini_reduction, "entropy": gain}


def version() -> str:
    """The installed version."""
    if find_spec("sklearn") is None:
        return ""
    import sklearn

    return str(sklearn.__version__)


def numeric_samples() -> tuple[Sample, ...]:
    """Every file with continuous columns, reduced to them when grown; and the numerals of nominal files read as numbers."""
    return (*samples("numeric"), *coded_samples())


def grow(sample: Sample) -> Iterator[Grown]:
    """A tree for each criterion and seed: ten seeds, three where there are more than 500 records."""
    data = part(sample.data, Continuous)
    for name, criterion in CRITERIA.items():
        against = reference(data, evolve(CART, criterion=criterion))
        for seed in range(10 if len(data) <= 500 else 3):
            yield Grown(f"{name}, seed {seed}", against, fitted(data, name, seed))


def fitted(data: DataSet, criterion: str, seed: int) -> Foreign:
    """The tree that scikit-learn fits, each training record where scikit-learn itself sends it."""
    import numpy as np

    with warnings.catch_warnings():  # SciPy and NumPy warn of each other's versions
        warnings.simplefilter("ignore")
        from sklearn.tree import DecisionTreeClassifier

    x = np.array([[float(exact(cell)) for cell in r.values] for r in data])
    y = np.array([data.classes.index(r.label) for r in data])
    model = DecisionTreeClassifier(criterion=criterion, random_state=seed).fit(x, y)
    tree = model.tree_
    path = tree.decision_path(x.astype(np.float32)).tocsc()
    rows = [tuple(sorted(map(int, path.indices[path.indptr[i] : path.indptr[i + 1]]))) for i in range(tree.node_count)]
    assert [len(r) for r in rows] == list(tree.n_node_samples), "records are sent where they were not in training"
    nodes: dict[int, Foreign] = {}
    for i in reversed(range(tree.node_count)):  # children come after their parents
        label = data.classes[model.classes_[int(tree.value[i][0].argmax())]]
        if tree.children_left[i] < 0:
            nodes[i] = Foreign(rows[i], f"leaf {label}", label=label)
        else:
            name = data.attributes[tree.feature[i]].name
            below = nodes[int(tree.children_left[i])], nodes[int(tree.children_right[i])]
            nodes[i] = Foreign(rows[i], f"{name} <= {float(tree.threshold[i])!r}", name, label, below)
    return nodes[0]


def rule(grown: Grown, finding: Finding) -> str:
    """
    `float32-collapse`: nothing is wrong with the node in float32. `feature-threshold`: nor when near values are one.

    `within-rounding`: beaten by less than the rounding errors of two criterion values (`reduction_error`).
    """
    for name, thresholds in (("float32-collapse", ThresholdsApart(Fraction(0))), ("feature-threshold", ThresholdsApart())):
        if not _still(_seen(grown.against, thresholds), finding):
            return name
    return "within-rounding" if within_rounding(finding) else UNEXPLAINED


def _still(seen: Reference, finding: Finding) -> bool:
    """Whether the same node, on its own, is found wrong by another reference."""
    node = finding.node
    alone = evolve(node, children=tuple(evolve(c, children=()) for c in node.children))
    return any(f.path == () for f in check_membership(seen, alone))


@cache
def _seen(against: Reference, thresholds: ThresholdsApart) -> Reference:
    """The reference for the same data and policy, but for its thresholds."""
    return reference(against.data, evolve(against.policy, continuous=thresholds))


SKLEARN = Program("scikit-learn", "scikit-learn is not installed (pip install 'dtref[sklearn]')", version, numeric_samples, grow, rule)
