"""
The convex hull of an ROC curve: the best rates that random choices between its classifiers attain.

No cost of errors and no share of positives makes a vertex below the hull the best one.
"""

from __future__ import annotations

__sources__ = ("Provost and Fawcett 2001",)

from dtref.exact.checked_call import refuses_other_kinds
from dtref.spec.evaluation.ranking.roc import Roc, turn, without_redundant


@refuses_other_kinds
def convex_hull(curve: Roc) -> Roc:
    """
    The corners of the least concave curve that is nowhere below this one; (0, 0) and (1, 1) among them.

    >>> from dtref.spec.evaluation.ranking.roc import roc
    >>> hull = convex_hull(roc([5, 4, 3, 2, 1], "+--+-", "+"))
    >>> hull.thresholds, hull.tp, hull.fp
    ((ABOVE_ALL, Fraction(5, 1), Fraction(2, 1), Fraction(1, 1)), (0, 1, 2, 2), (0, 0, 2, 3))
    """
    return without_redundant(on_hull(curve))


def on_hull(curve: Roc) -> Roc:
    """
    All vertices on the convex hull: its corners, and those on the straight lines between them.

    >>> from dtref.spec.evaluation.ranking.roc import roc
    >>> on_hull(roc([5, 4, 3, 2], "++--", "+")).tp, convex_hull(roc([5, 4, 3, 2], "++--", "+")).tp
    ((0, 1, 2, 2, 2), (0, 2, 2))
    """
    hull: list[int] = []
    for i in range(len(curve)):
        # A vertex that lies below the line to the new one is not on the hull.
        while len(hull) > 1 and turn(curve, hull[-2], hull[-1], i) > 0:
            hull.pop()
        hull.append(i)
    return curve.only(tuple(hull))
