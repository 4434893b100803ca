"""
Which nodes of a tree are wrong, by brute force: every cut of every column is tried, sums are fractions, logarithms have 50 digits.

Written against scikit-learn's documentation and not with the library: no class of it is used but the tree to be judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar, cast

import numpy as np
from attrs import frozen

from dtref.io.foreign.tree import Cut, ForeignNode
from fitted.cases import Fitted

WRONG, NEAR = "wrong", "near"
APART = np.float32(1e-7)


@frozen(eq=False)
class Rows:
    """The records of a node: positions in the case's own."""

    case: Fitted
    at: tuple[int, ...]

    def weight(self, i: int) -> Fraction:
        """The weight of a record."""
        return Fraction(1) if self.case.weights is None else Fraction(self.case.weights[i])

    @property
    def total(self) -> Fraction:
        """The weight of all."""
        return sum(map(self.weight, self.at), Fraction(0))

    def parted(self, column: int, cut: Fraction) -> tuple[Rows, Rows]:
        """Those whose value in single precision is at most a cut, and the others."""
        left = tuple(i for i in self.at if Fraction(float(np.float32(self.case.X[i, column]))) <= cut)
        return Rows(self.case, left), Rows(self.case, tuple(i for i in self.at if i not in set(left)))


def named(case: Fitted, i: int) -> object:
    """The target of a record, a class as the data call it."""
    y = case.y[i]
    if case.regression:
        return Fraction(float(y))
    return str(int(y)) if isinstance(y, float) and y == int(y) else str(y)


def counts(rows: Rows) -> Counter[object]:
    """The weight of each class."""
    found: Counter[object] = Counter()
    for i in rows.at:
        found[named(rows.case, i)] += rows.weight(i)  # type: ignore[assignment]
    return found


def exact(x: Fraction) -> Decimal:
    """A fraction with 50 digits."""
    return Decimal(x.numerator) / Decimal(x.denominator)


T = TypeVar("T")


def once(find: Callable[[Rows], T]) -> Callable[[Rows], T]:
    """What is found of some records of a case, found once."""

    def found(rows: Rows) -> T:
        key = (find.__name__, rows.at)
        if key not in rows.case.known:
            rows.case.known[key] = find(rows)
        return cast(T, rows.case.known[key])

    return found


@once
def impurity(rows: Rows) -> Decimal:
    """The node's impurity, by the criterion that the tree was grown by."""
    w = rows.total
    if rows.case.regression:
        ys = [(rows.weight(i), Fraction(float(rows.case.y[i]))) for i in rows.at]
        mean = sum((a * y for a, y in ys), Fraction(0)) / w
        return exact(sum((a * (y - mean) ** 2 for a, y in ys), Fraction(0)) / w)
    shares = [n / w for n in counts(rows).values()]
    if rows.case.settings["criterion"] == "gini":
        return exact(1 - sum((p * p for p in shares), Fraction(0)))
    return -sum((exact(p) * (exact(p).ln() / Decimal(2).ln()) for p in shares), Decimal(0))


def scale(rows: Rows) -> Decimal:
    """The size of what is summed for it."""
    if rows.case.regression:
        ys = [(rows.weight(i), Fraction(float(rows.case.y[i]))) for i in rows.at]
        return exact(sum((a * y * y for a, y in ys), Fraction(0)) / rows.total)
    return Decimal(2)


def improvement(rows: Rows, sides: Sequence[Rows]) -> Decimal:
    """By how much a split reduces the impurity."""
    return impurity(rows) - sum((exact(side.total / rows.total) * impurity(side) for side in sides if side.at), Decimal(0))


@once
def cuts(rows: Rows) -> list[tuple[int, Fraction]]:
    """Every cut that parts two neighbouring values which single precision tells apart by more than 1e-7."""
    found = []
    for column in range(rows.case.X.shape[1]):
        values = sorted({np.float32(rows.case.X[i, column]) for i in rows.at})
        found += [(column, Fraction(float(a))) for a, b in pairwise(values) if b > np.float32(a + APART)]
    least = int(rows.case.settings.get("min_samples_leaf", 1))  # type: ignore[call-overload]
    return [(c, at) for c, at in found if all(len(side.at) >= least for side in rows.parted(c, at))]


@once
def best(rows: Rows) -> Decimal | None:
    """The greatest improvement of all cuts; None where there are none."""
    return max((improvement(rows, rows.parted(*cut)) for cut in cuts(rows)), default=None)


def verdict_of_stop(rows: Rows, level: int, top: Decimal | None) -> str:
    """Whether a program stops at a node: WRONG if it must not."""
    given = rows.case.settings
    split, leaf = int(given.get("min_samples_split", 2)), int(given.get("min_samples_leaf", 1))  # type: ignore[call-overload]
    deepest = given.get("max_depth")
    if top is None or len(rows.at) < max(split, 2 * leaf) or (deepest is not None and level >= int(deepest)):  # type: ignore[call-overload]
        return ""
    slack = _slack(rows)
    if impurity(rows) == 0:
        return ""
    if impurity(rows) <= max(slack, Decimal(2) ** -52):
        return NEAR
    border = Decimal(float(given.get("min_impurity_decrease", 0.0)))  # type: ignore[arg-type]
    over = exact(rows.total / Rows(rows.case, tuple(range(len(rows.case.y)))).total) * top - border
    if abs(over) <= slack and (border or abs(top) <= slack):
        return NEAR
    return "" if border and over < 0 else WRONG


def _slack(rows: Rows) -> Decimal:
    return Decimal(2) ** -53 * (500 + 8 * len(rows.at)) * scale(rows)


def judged(case: Fitted, root: ForeignNode, place: str | None = None) -> dict[str, set[str]]:
    """What is wrong, or near, at each node, by its place. place: of which node alone, and those below it."""
    with localcontext() as context:
        context.prec = 50
        found: dict[str, set[str]] = {}
        waiting = [(root, Rows(case, tuple(range(len(case.y)))), 0, set[object](), place is None)]
        while waiting:
            node, rows, level, inherited, asked = waiting.pop()
            asked = asked or node.place == place
            if asked:
                found[node.place] = {*_claims(node, rows, inherited), *_action(node, rows, level)} - {""}
            if isinstance(node.ask, Cut):
                sides = rows.parted(int(node.ask.attribute.removeprefix("x")), node.ask.cut)
                labels = _labels(rows) or inherited
                waiting += [(child, side, level + 1, labels, asked) for child, side in zip(node.children, sides, strict=True)]
        return found


def _labels(rows: Rows) -> set[object]:
    """The heaviest classes."""
    weights = counts(rows)
    return {label for label, n in weights.items() if n == max(weights.values())}


def _claims(node: ForeignNode, rows: Rows, inherited: set[object]) -> set[str]:
    near = Fraction(1, 10**9)
    found = set()
    if node.counts is not None:
        own = counts(rows)
        found |= {WRONG for label, n in node.counts if abs(own[label] - n) > near * (rows.total or 1)}
    if node.records is not None and abs(node.records - rows.total) > near * (rows.total or 1):
        found.add(WRONG)
    if node.rows is not None and node.rows != len(rows.at):
        found.add(WRONG)
    if node.impurity is not None and rows.at:
        off, size = abs(exact(node.impurity) - impurity(rows)), scale(Rows(rows.case, tuple(range(len(rows.case.y)))))
        found.add(WRONG if off > Decimal("1e-6") * size else NEAR if off > Decimal("1e-15") * scale(rows) else "")
    if node.ask is None and node.label is not None:
        found.add(_label(node.label, rows, inherited))
    return found


def _label(label: object, rows: Rows, inherited: set[object]) -> str:
    if not rows.case.regression:
        own = counts(rows)
        if label in (_labels(rows) or inherited):
            return ""
        return NEAR if rows.at and max(own.values()) - own[label] <= rows.total * Fraction(1, 10**12) else WRONG
    ys = [(rows.weight(i), Fraction(float(rows.case.y[i]))) for i in rows.at]
    if not ys:
        return NEAR
    mean, size = (sum((a * f(y) for a, y in ys), Fraction(0)) / rows.total for f in (Fraction, abs))
    return WRONG if abs(label - mean) > Fraction(1, 10**9) * size else ""  # type: ignore[operator]


def _action(node: ForeignNode, rows: Rows, level: int) -> set[str]:
    """What is wrong with what a node does."""
    top = best(rows) if rows.at else None
    must_stop = not rows.at or top is None or impurity(rows) == 0 or not verdict_of_stop(rows, level, top)
    if node.ask is None:
        return {verdict_of_stop(rows, level, top)} if rows.at else set()
    assert isinstance(node.ask, Cut)
    if must_stop:
        # where the sums of a pure node are rounded, a program may go on, if it claims an impurity
        rounded = rows.case.regression or any(rows.weight(i).denominator > 1 for i in rows.at)
        return {NEAR} if rounded and rows.at and node.impurity else {WRONG}
    assert top is not None
    column, sides = int(node.ask.attribute.removeprefix("x")), rows.parted(int(node.ask.attribute.removeprefix("x")), node.ask.cut)
    partitions = {rows.parted(c, at)[0].at for c, at in cuts(rows) if c == column}
    if sides[0].at not in partitions:
        return {WRONG}
    gap = top - improvement(rows, sides)
    if verdict_of_stop(rows, level, top) == NEAR or Decimal("1e-40") * scale(rows) < gap <= _slack(rows):
        return {NEAR}
    return {WRONG} if gap > _slack(rows) else set()
