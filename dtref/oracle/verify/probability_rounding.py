"""The effect of a program's own exponential on the sums of a round of boosting in which each record has its own probability."""

from __future__ import annotations

from fractions import Fraction
from itertools import repeat

from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.preparation.gradients import LogisticSteps
from dtref.spec.preparation.logistic_rounds import LEAST_HESSIAN, MOST_UNITS, LaterLogisticSteps, steps_of


def off_by_probabilities(recursion: Hunt, node: Node) -> Fraction:
    """
    How far G and H of a node's records, or of some of them, may be from those of the nearest floats; 0 for other rounds.

    With p off by k of it (`MOST_UNITS`, 5u), g = w (p - y) is off by k w p, and h by k w p at most; both are then rounded, by u of
    themselves each time, at most three times. 2k (w p + w |g| + h) is more than that. w p is h/(1 - p), and 1 - p follows from the target,
    which is 1/p, or -1/(1 - p).

    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.programs.xgboost import xgboost
    >>> from dtref.spec.growing.hunt import hunt
    >>> data = DataSet((Continuous("x"),), Nominal("y", ("-", "+")), [Record((Fraction(i),), y) for i, y in enumerate("-+")])
    >>> first, later = (hunt(data, xgboost(objective="binary:logistic", base_margin=s)) for s in (None, (0, 0)))
    >>> off_by_probabilities(first, first.root()), off_by_probabilities(later, later.root()) / MOST_UNITS
    (Fraction(0, 1), Fraction(5, 1))
    """
    steps, columns = steps_of(recursion.policy.weigh), recursion.columns
    if not isinstance(steps, LaterLogisticSteps) or steps.from_class:
        return Fraction(0)
    total = Fraction(0)
    for r, part in zip(node.rows, node.parts or repeat(1)):  # noqa: B905 - as many parts as rows, or 1 without end
        h, target = columns.weights[r] * part, columns.numbers[columns.labels[r]]
        others = 1 - 1 / target if target > 0 else -1 / target if target else LEAST_HESSIAN
        total += h / min(Fraction(1), max(LEAST_HESSIAN, others)) + h * abs(target) + h
    return 2 * MOST_UNITS * total


def part_off_by_start(recursion: Hunt, unit: Fraction) -> Fraction:
    """
    How far second derivatives may be off where all records have one probability, as a part of them; 0 for other rounds.

    They are w p (1 - p), where p is off by 3u: by one where it is stated, and by those of 1 + exp(-s) and of the quotient. 1 - p is off by
    as much, which is 3u/(1 - p) of it. unit: u.

    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.programs.xgboost import xgboost
    >>> from dtref.spec.growing.hunt import hunt
    >>> data = DataSet((Continuous("x"),), Nominal("y", ("-", "+")), [Record((Fraction(i),), y) for i, y in enumerate("-+")])
    >>> part_off_by_start(hunt(data, xgboost(objective="binary:logistic")), Fraction(1))
    Fraction(6, 1)
    """
    steps = steps_of(recursion.policy.weigh)
    if not isinstance(steps, LogisticSteps):
        return Fraction(0)
    # -1/(1 - p) is the step of records of the first class, of which there are some without a start
    others = 1 - steps.start if steps.start is not None else -1 / min(recursion.columns.numbers)
    return 3 * unit / others
