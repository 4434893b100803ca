"""Small random data, a tree that scikit-learn fits to them, and the algorithm that the tree claims."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from attrs import evolve, field, frozen

import dtref
from dtref.io.foreign.tree import ForeignTree
from dtref.spec.growing.admission import EveryBranchHasRows
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import AtDepth, FewerRowsThan, ImprovesTreeLessThan
from dtref.spec.split.criteria import gain, gini_reduction, variance_reduction

Target = str | float

LABELS: tuple[list[Target], ...] = (["a", "b", "c"], [0, 1, 2], [0.0, 1.0, 1e3], [False, True], ["01", "1", "1.0"])
CRITERIA = {
    "gini": gini_reduction,
    "entropy": gain,
    "log_loss": gain,
    "squared_error": variance_reduction,
}


@frozen(eq=False)
class Fitted:
    """
    What was fitted to what: columns of doubles, targets, weights, the settings, the tree as it is read, the data and the algorithm. known:
    what brute force has found out of some of the records.
    """

    X: np.ndarray
    y: list[Target]
    weights: list[float] | None
    settings: dict[str, object]
    tree: ForeignTree
    data: dtref.DataSet
    policy: Policy
    known: dict[tuple[str, tuple[int, ...]], object] = field(factory=dict)

    @property
    def regression(self) -> bool:
        """Whether the target is a number."""
        return isinstance(self.data.target, dtref.Continuous)


def fitted(seed: int) -> Fitted:
    """The case of a seed."""
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    rng = np.random.default_rng(seed)
    n, regression = int(rng.integers(2, 36)), bool(rng.integers(2))
    x = np.column_stack([_column(rng, n) for _ in range(rng.integers(1, 5))])
    y = _numbers(rng, n) if regression else _classes(rng, n)
    weights = _weights(rng, n)
    settings = _settings(rng, regression)
    kind = DecisionTreeRegressor if regression else DecisionTreeClassifier
    model = kind(**settings, random_state=int(rng.integers(1000))).fit(x, y, sample_weight=weights)
    data = dtref.from_arrays(x, y, weights=weights, **dict[str, Any]({"continuous": ["class"]} if regression else {}))
    tree = dtref.read_scikit_learn(model, [attribute.name for attribute in data.attributes])
    return Fitted(x, y, weights, settings, tree, data, _policy(settings))


def _column(rng: np.random.Generator, n: int) -> np.ndarray:
    match int(rng.integers(7)):
        case 0 | 1:
            return rng.integers(0, 4, n).astype(float)  # duplicates and ties
        case 2:
            return rng.integers(0, 20, n) / 10
        case 3:
            return rng.random(n)
        case 4:
            return 1 + rng.integers(0, 6, n) * float(rng.choice([1e-9, 4e-8, 6e-8, 1.2e-7]))  # close in single precision
        case 5:
            return np.full(n, 0.1)
        case _:
            return 2.0**24 + rng.integers(0, 4, n)


def _numbers(rng: np.random.Generator, n: int) -> list[Target]:
    match int(rng.integers(5)):
        case 0 | 1:
            return [round(float(v), 2) for v in rng.normal(0, 1, n)]  # around 0
        case 2:
            return [float(v) for v in rng.integers(-2, 3, n)]
        case 3:
            return [float(v) for v in 1000 + rng.integers(0, 3, n) / 10]
        case _:
            return [float(v) for v in rng.random(n) * float(rng.choice([1e-6, 1.0, 1e6]))]


def _classes(rng: np.random.Generator, n: int) -> list[Target]:
    labels = LABELS[int(rng.integers(len(LABELS)))]
    return [labels[int(k)] for k in rng.integers(0, len(labels), n)]


def _weights(rng: np.random.Generator, n: int) -> list[float] | None:
    match int(rng.integers(5)):
        case 0 | 1:
            return None
        case 2:
            return [float(w) for w in rng.integers(1, 5, n)]
        case 3:
            return [float(w) for w in rng.integers(1, 9, n) / 10]
        case _:
            return [float(w) for w in rng.random(n) + 0.01]


def _settings(rng: np.random.Generator, regression: bool) -> dict[str, object]:
    chosen: dict[str, object] = {"criterion": str(rng.choice(list(CRITERIA)[3:] if regression else list(CRITERIA)[:3]))}
    if rng.integers(3) == 0:
        chosen["max_depth"] = int(rng.integers(1, 5))
    if rng.integers(3) == 0:
        chosen["min_samples_split"] = int(rng.integers(2, 8))
    if rng.integers(3) == 0:
        chosen["min_samples_leaf"] = int(rng.integers(1, 5))
    if rng.integers(4) == 0:
        chosen["min_impurity_decrease"] = float(rng.choice([0.01, 0.05, 0.2]))
    if rng.integers(4) == 0:
        chosen["max_leaf_nodes"] = 1000
    return chosen


def _policy(settings: dict[str, object]) -> Policy:
    """The algorithm with the rules that the settings name."""
    policy = evolve(dtref.SCIKIT_LEARN, criterion=CRITERIA[str(settings["criterion"])])
    stop = [*policy.stop]
    admit = []
    for name, value in settings.items():
        match name, value:
            case "max_depth", int():
                stop.append(AtDepth(value))
            case "min_samples_split", int():
                stop.append(FewerRowsThan(value))
            case "min_samples_leaf", int():
                stop.append(FewerRowsThan(2 * value))
                admit.append(EveryBranchHasRows(value))
            case "min_impurity_decrease", float():
                stop.append(ImprovesTreeLessThan(Fraction(value)))
            case _:
                pass
    return evolve(policy, stop=tuple(stop), admit=tuple(admit))
