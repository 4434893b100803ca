"""Exact trees as text and as pictures, under the names that scikit-learn has for this."""

from __future__ import annotations

from typing import Any

from sklearn.utils.validation import check_is_fitted

from dtref.show.drawing.tree_image import tree_image
from dtref.show.tree_text import tree_text
from dtref.sklearn.base import ExactTree


def export_text(estimator: ExactTree) -> str:
    """
    The tree of a fitted estimator as text, a line a node, whatever its tests are: groups of values, many branches; ties are marked.

    >>> import numpy as np
    >>> from dtref.sklearn.trees import ExactTreeClassifier
    >>> print(export_text(ExactTreeClassifier().fit(np.array([[1], [2], [3]]), np.array([4, 5, 5]))))
    (4 1, 5 2)
    x0 <= 1.5: 4 (4 1, 5 0)
    x0 > 1.5 or missing: 5 (4 0, 5 2)
    """
    check_is_fitted(estimator)
    return tree_text(estimator.tree_)


def plot_tree(estimator: ExactTree, ax: Any = None) -> Any:
    """
    The axes of matplotlib on which the tree of a fitted estimator is drawn, as `dtref.tree_image` has it: a chart of classes at each node,
    branches as thick as their records are many, ties marked.

    ax: the axes; by default new ones, as large as the picture. Errors: Invalid as for `dtref.tree_image`.
    """
    check_is_fitted(estimator)
    from io import BytesIO

    from matplotlib import pyplot

    picture = pyplot.imread(BytesIO(tree_image(estimator.tree_, "png")))
    if ax is None:
        height, width = picture.shape[:2]
        ax = pyplot.figure(figsize=(width / 100, height / 100)).add_axes((0, 0, 1, 1))
    ax.imshow(picture)
    ax.set_axis_off()
    return ax
