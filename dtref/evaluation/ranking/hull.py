"""
The convex hull of an ROC curve: what its classifiers attain when one may choose between them at random.

Source: Provost and Fawcett 2001. No cost of errors and no share of positives makes a vertex below the hull the best one.
Before this: `dtref.evaluation.ranking.auc`. Next: `dtref.evaluation.ranking.thresholds`.
"""

from __future__ import annotations

from dtref.evaluation.ranking.roc import Roc, turn


def convex_hull(curve: Roc) -> Roc:
    """
    The corners of the least concave curve that is nowhere below this one; (0, 0) and (1, 1) among them.

    >>> from dtref.evaluation.ranking.roc import roc
    >>> hull = convex_hull(roc([5, 4, 3, 2, 1], "+--+-", "+"))
    >>> hull.thresholds, hull.tp, hull.fp
    ((ABOVE_ALL, Fraction(5, 1), Fraction(2, 1), Fraction(1, 1)), (0, 1, 2, 2), (0, 0, 2, 3))
    """
    corners: list[int] = []
    for i in range(len(curve)):
        while len(corners) > 1 and turn(curve, corners[-2], corners[-1], i) >= 0:
            corners.pop()
        corners.append(i)
    return curve.only(tuple(corners))
