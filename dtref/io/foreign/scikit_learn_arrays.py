"""What is read of a tree of scikit-learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Arrays(Protocol):
    """The arrays of `tree_` that are read; the last exists since version 1.3."""

    n_features: int
    n_outputs: int
    n_node_samples: Sequence[int]
    weighted_n_node_samples: Sequence[float]
    impurity: Sequence[float]
    children_left: Sequence[int]
    children_right: Sequence[int]
    feature: Sequence[int]
    threshold: Sequence[float]
    value: Sequence[Sequence[Sequence[float]]]
    missing_go_to_left: Sequence[int]
