"""
What a round of boosting adds to all leaves; and the effect of a program's own average, and of its own exponential, on a round's numbers.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import repeat

from attrs import evolve, frozen

from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.model.attributes import Width
from dtref.spec.model.data import DataSet
from dtref.spec.preparation.gradients import LogisticSteps
from dtref.spec.preparation.logistic_rounds import LEAST_HESSIAN, MOST_UNITS, LaterLogisticSteps, Steps, steps_of


@frozen
class RoundStart:
    """
    What a round of boosting adds to all leaves; what a tree of one leaf holds, where that is no step; how far both may be off, as the
    program sums the average in doubles.
    """

    added: Fraction = Fraction(0)
    alone: Fraction | None = None
    off: Fraction = Fraction(0)


NO_START = RoundStart()
"""The start of what is no round, or of one whose leaves hold steps."""


def round_start(steps: Steps | None, data: DataSet) -> RoundStart:
    """
    What a round adds to all leaves, from its steps; nothing where it is none.

    The average is a quotient of sums over n records, whose terms are rounded once: it is off by (2n + 4)u times the mean of |y|. Of classes
    that is (2n + 4)u p, which moves the logarithm of the odds p/(1 - p) by (2n + 4)u/(1 - p).

    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.preparation.gradients import SquaredErrorSteps
    >>> data = DataSet((), Continuous("y"), (Record((), Fraction(3)), Record((), Fraction(-1))))
    >>> round_start(SquaredErrorSteps(added=True), data)
    RoundStart(added=Fraction(1, 1), alone=None, off=Fraction(1, 562949953421312))
    """
    if steps is None:
        return NO_START
    added, alone, units = steps.shift(data), steps.alone(data), (2 * len(data) + 4) * Fraction(1, 2**53)
    if not (added or alone):
        return RoundStart(added, alone)
    if isinstance(steps, LogisticSteps):
        return RoundStart(added, alone, units / (1 - evolve(steps, start=None).started(data)))
    weight = sum((r.weight for r in data), Fraction(0))
    return RoundStart(added, alone, units * sum((r.weight * abs(Fraction(str(r.label))) for r in data), Fraction(0)) / weight)


def off_by_probabilities(recursion: Hunt, node: Node) -> Fraction:
    """
    How far G and H of a node's records, or of some of them, may be from those of the nearest floats; 0 for other rounds. Of one probability
    of all, which is off by 3u (`part_off_by_start`), by 3u w p.

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
    (Fraction(3, 16777216), Fraction(5, 1))
    """
    steps, columns = steps_of(recursion.policy.weigh), recursion.columns
    first = isinstance(steps, LogisticSteps) and steps.width is Width.FLOAT32
    if not first and (not isinstance(steps, LaterLogisticSteps) or steps.from_class):
        return Fraction(0)
    if first:
        # of g/h = -1/p, or 1/(1 - p)
        odds = ((columns.weights[r] * part, columns.numbers[columns.labels[r]]) for r, part in zip(node.rows, node.parts or repeat(1)))  # noqa: B905
        return Fraction(3, 2**24) * sum((h / (1 - 1 / t) if t > 0 else -h * t for h, t in odds), Fraction(0))
    total = Fraction(0)
    for r, part in zip(node.rows, node.parts or repeat(1)):  # noqa: B905 - as many parts as rows, or 1 without end
        h, target = columns.weights[r] * part, columns.numbers[columns.labels[r]]
        others = 1 - 1 / target if target > 0 else -1 / target if target else LEAST_HESSIAN
        total += h / min(Fraction(1), max(LEAST_HESSIAN, others)) + h * abs(target) + h
    return 2 * MOST_UNITS * total


def off_by_what_is_left(recursion: Hunt, units: Fraction, more: Fraction = Fraction(0)) -> tuple[Fraction, Fraction]:
    """
    How far G and H of a node may be off where they are those of a node above less those of others: by units of the sums of |g| and of h at
    the root, which no sum above it exceeds. more: how far they are off already.

    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.growing.hunt import hunt
    >>> from dtref.spec.programs.xgboost import xgboost
    >>> data = DataSet((Continuous("x"),), Continuous("y"), [Record((Fraction(i),), Fraction(i)) for i in (1, 4)])
    >>> off_by_what_is_left(hunt(data, xgboost(base_score=0)), Fraction(1))
    (Fraction(5, 1), Fraction(2, 1))
    """
    columns, weights = recursion.columns, [Fraction(w) for w in recursion.columns.weights]
    sizes = (w * abs(columns.numbers[label]) for w, label in zip(weights, columns.labels, strict=True))
    return units * sum(sizes, Fraction(0)) + more, units * sum(weights, Fraction(0)) + more


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
    if not isinstance(steps_of(recursion.policy.weigh), LogisticSteps):
        return Fraction(0)
    # -1/(1 - p) is the step of records of the first class, 1/p that of the others
    steps = recursion.columns.numbers
    return 3 * unit / (-1 / min(steps) if min(steps) < 0 else 1 - 1 / max(steps))
