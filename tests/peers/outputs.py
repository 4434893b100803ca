"""Trees of scikit-learn for several targets, of generated data and settings, with the data as dtref has them."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from attrs import evolve, frozen
from spoilings import SPOILINGS, Spoiled, with_node

from dtref.io.foreign.scikit_learn_outputs import read_scikit_learn_outputs
from dtref.io.foreign.several_outputs import ForeignOutputs
from dtref.io.foreign.tree import Cut, ForeignNode, foreign_nodes
from dtref.spec.model.attributes import MISSING, Attribute, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.several_targets import SeveralTargets
from dtref.spec.model.trees import Branch, Tree

OF_CLASSES = ("gini", "entropy", "log_loss")
OF_NUMBERS = ("squared_error", "friedman_mse", "absolute_error", "poisson")


@frozen(eq=False)
class FittedOutputs:
    """A model, the tree that is read of it, its data as dtref has them, and its rows of numbers."""

    model: Any
    tree: ForeignOutputs
    targets: SeveralTargets
    x: list[list[float]]


def fitted_outputs(seed: int, most: int = 14) -> FittedOutputs:
    """A tree of two or three targets on up to `most` records; criterion, gaps, weights and settings vary."""
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    chance = Random(seed)
    criterion = (OF_CLASSES + OF_NUMBERS)[seed % 7]
    n, columns, outputs = chance.randint(4, most), chance.randint(1, 3), chance.choice((2, 2, 3))
    x = [[chance.randint(0, chance.choice((3, 6, 1000))) / chance.choice((1, 10)) for _ in range(columns)] for _ in range(n)]
    if criterion != "absolute_error" and chance.random() < 0.4:
        x = [[float("nan") if chance.random() < 0.2 else cell for cell in row] for row in x]
    weights = chance.choice((None, None, [float(chance.randint(1, 4)) for _ in range(n)], [chance.uniform(0.1, 2) for _ in range(n)]))
    settings: dict[str, object] = {"criterion": criterion, "random_state": seed}
    choices = {
        "max_depth": (1, 3),
        "min_samples_leaf": (2, 0.2),
        "min_samples_split": (4, 0.3),
        "max_leaf_nodes": (3, 5),
        "min_weight_fraction_leaf": (0.1, 0.2),
        "max_features": (1,),
        "splitter": ("random",),
        **({} if criterion == "poisson" else {"min_impurity_decrease": (0.01, 0.05)}),
        **({"class_weight": ("balanced",)} if criterion in OF_CLASSES else {}),
    }
    settings.update({name: chance.choice(values) for name, values in choices.items() if chance.random() < 0.2})
    of_classes = criterion in OF_CLASSES
    whole = chance.random() < 0.5
    y = [
        [
            chance.randint(0, 2) if of_classes else float(chance.randint(1, 4)) if whole else round(chance.uniform(0, 1000), 3)
            for _ in range(outputs)
        ]
        for _ in range(n)
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # friedman_mse is deprecated
        model = (DecisionTreeClassifier if of_classes else DecisionTreeRegressor)(**settings)
        model.fit(x, y, sample_weight=weights)
    names = [f"x{j}" for j in range(columns)]
    return FittedOutputs(model, read_scikit_learn_outputs(model, names), targets_of(x, y, weights, names), x)


def targets_of(x: list[list[float]], y: list[list[Any]], weights: list[float] | None, names: list[str]) -> SeveralTargets:
    """The same records as dtref has them; whole numbers in y are classes."""
    data = []
    for j, column in enumerate(zip(*y, strict=True)):
        classes = isinstance(column[0], int)
        target: Attribute = Nominal(f"y{j}", tuple(map(str, sorted(set(column))))) if classes else Continuous(f"y{j}")
        records = [
            Record(
                tuple(MISSING if cell != cell else Fraction(cell) for cell in row),  # noqa: PLR0124 - of NaN
                str(label) if classes else Fraction(label),
                Fraction(1) if weights is None else Fraction(weights[i]),
            )
            for i, (row, label) in enumerate(zip(x, column, strict=True))
        ]
        data.append(DataSet(tuple(map(Continuous, names)), target, tuple(records)))
    return SeveralTargets(data)


def asks_the_same(tree: Tree, foreign: ForeignNode) -> bool:
    """Whether a tree of dtref asks what a foreign one asks, at every node, with the cut at the same number."""
    if not isinstance(tree, Branch) or foreign.ask is None:
        return not isinstance(tree, Branch) and foreign.ask is None
    own = tree.test
    same = foreign.ask.attribute == getattr(own, "attribute", Continuous("")).name
    same = same and (not isinstance(foreign.ask, Cut) or foreign.ask.cut == getattr(own, "cut", None))
    return same and all(map(asks_the_same, tree.children, foreign.children))


STRUCTURAL = ("cut_past_one_value", "sides_exchanged", "gaps_the_other_way", "cut_off", "another_question")
"""The faults in a question, which the trees of all targets share."""


def spoiled_outputs(case: FittedOutputs) -> Iterator[tuple[str, ForeignOutputs]]:
    """Each kind of fault with the tree that has it: in the root's question, else at the first node of each part that can have it."""
    parts, data = (case.tree.tests, *case.tree.by_output), (case.targets.by_target[0], *case.targets.by_target)
    for kind in SPOILINGS:
        if kind.__name__ == "grown_on":  # which claims nothing of its new leaves
            continue
        if kind.__name__ in STRUCTURAL:
            spoiled_roots = (kind(Spoiled(part.root, own, own.records)) for part, own in zip(parts, data, strict=True))
            roots = [root for root in spoiled_roots if root is not None]
            if len(roots) == len(parts):
                tests, *others = (evolve(part, root=root) for part, root in zip(parts, roots, strict=True))
                yield kind.__name__, evolve(case.tree, tests=tests, by_output=others)
            continue
        for j, (part, own) in enumerate(zip(parts, data, strict=True)):
            pairs = ((node, kind(Spoiled(node, own, own.records))) for node in foreign_nodes(part.root))
            node, new = next(((node, new) for node, new in pairs if new is not None), (None, None))
            if node is None or new is None:
                continue
            spoiled = evolve(part, root=with_node(part.root, node, new))
            others = [spoiled if i == j else other for i, other in enumerate(parts)]
            yield f"{kind.__name__} {j}", evolve(case.tree, tests=others[0], by_output=others[1:])
