"""Generated trees with tests of every kind, sensible or not, rules for missing values of every kind, and records for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf, nextafter
from random import Random

from attrs import evolve

from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal, Ordinal, Width
from dtref.spec.model.tally import Moments, Tally
from dtref.spec.model.tests import AxisTest, Groups, Multiway, OrdinalCut, Ranges, Side, Subset, Threshold
from dtref.spec.model.trees import Branch, Gap, GapRule, Label, Leaf, Surrogates, Tree

CLASSES = ("A", "B", "C")

NUMBERS: Sequence[Callable[[Random], Fraction]] = (
    lambda chance: Fraction(chance.randint(0, 4)),
    lambda chance: Fraction(chance.randint(-9, 9), 10),
    lambda chance: Fraction(chance.choice([0.1, 0.2, 0.3])),
    lambda chance: Fraction(nextafter(0.1, chance.choice([-inf, inf]))),
    lambda chance: Fraction(1, 10) + Fraction(chance.randint(-3, 3), 2**60),
    lambda chance: Fraction(2**24 + chance.randint(-2, 2)) / chance.choice([1, 2**20]),
    lambda chance: chance.choice([Fraction(10**40), Fraction(-(10**40)), Fraction(10**400), Fraction(2**53 + 1), Fraction(1, 10**330)]),
)
"""Numbers around the same few places: equal to cuts, next to them in doubles or floats, between two doubles, beyond all of them."""


def attributes(chance: Random, numeric: bool) -> tuple[Attribute, ...]:
    """Up to four attributes."""

    def attribute(j: int) -> Attribute:
        values = tuple("abcdefg"[: chance.randint(1, 6)])
        kinds: list[Attribute] = [Continuous(f"x{j}", chance.choice(list(Width)))]
        if not numeric:
            missing_is = chance.choice([None, None, values[0]])
            kinds.extend((Nominal(f"x{j}", values, missing_is=missing_is), Ordinal(f"x{j}", values, missing_is=missing_is)))
        return chance.choice(kinds)

    return tuple(attribute(j) for j in range(chance.randint(1, 4)))


def question(chance: Random, attribute: Attribute) -> AxisTest:
    """A test of an attribute; perhaps it declares other values than the table."""
    if isinstance(attribute, Continuous):
        cuts = sorted({chance.choice(NUMBERS)(chance) for _ in range(chance.choice([1, 1, 1, 3]))})
        side, cut = chance.choice(list(Side)), cuts[0]
        width = chance.choice([Width.DECIMAL, Width.DECIMAL, Width.FLOAT64, Width.FLOAT32])
        if len(cuts) > 1 or abs(cut) > 10**20 or width is Width.DECIMAL:
            if chance.random() < 0.3 or len(cuts) > 1:
                return Ranges(attribute, tuple(cuts), side)
            width = Width.DECIMAL
        return Threshold(attribute, cut - 1 - abs(cut), cut + 1 + abs(cut), cut, side, width)
    if chance.random() < 0.1 and attribute.missing_is is None:
        attribute = evolve(attribute, values=("z", *attribute.values[1:]))
    values = chance.sample(attribute.values, len(attribute.values))
    middle = chance.randint(1, len(values))
    tests: list[AxisTest] = [
        Multiway(attribute),
        Groups(attribute, (tuple(values[:middle]), tuple(values[middle + 1 :])), chance.randint(0, 1)),
    ]
    if isinstance(attribute, Nominal):
        tests.append(Subset(attribute, tuple(values[:middle]), tuple(values[middle:])))
    elif len(values) > 1:
        tests.append(OrdinalCut(attribute, *sorted(values[:2], key=attribute.values.index)))
    return chance.choice(tests)


def branches(test: AxisTest) -> int:
    match test:
        case Multiway(attribute=attribute):
            return len(attribute.values)
        case Groups(groups=groups):
            return len(groups)
        case Ranges(cuts=cuts):
            return len(cuts) + 1
        case _:
            return 2


def gap(chance: Random, described: Sequence[Attribute], branch_count: int) -> GapRule:
    """A rule for missing values; surrogates may ask anything, and stand for any branch."""
    rule: GapRule | None = chance.choice([Gap.REFUSE, Gap.FRACTIONS, Gap.FRACTIONS, Gap.HEAVIEST, None, None])
    if rule is not None:
        return rule
    tests = [question(chance, chance.choice(described)) for _ in range(chance.randint(0, 3))]
    stand_ins = tuple((test, tuple(chance.randrange(branch_count) for _ in range(branches(test)))) for test in tests)
    return Surrogates(stand_ins, chance.randrange(branch_count))


def tree(chance: Random, described: Sequence[Attribute], regression: bool, depth: int) -> Tree:
    """A tree whose leaves have counts of their own, some of them none; its nodes have the sums."""
    if depth == 0 or chance.random() < 0.2:
        return leaf(chance, regression)
    test = question(chance, chance.choice(described))
    below = tuple(tree(chance, described, regression, depth - 1) for _ in range(branches(test)))
    tally, labels = together(below)
    return Branch(tally, labels, test, (test,), below, gap(chance, described, len(below)))


def leaf(chance: Random, regression: bool) -> Leaf:
    empty = chance.random() < 0.2
    if regression:
        mean = Fraction(chance.randint(0, 9), 7)
        n = Fraction(0 if empty else chance.randint(1, 3), chance.randint(1, 2))
        return Leaf(Moments(n, n * mean, n * mean * mean), (mean,))
    counts = tuple((c, Fraction(0 if empty else chance.randint(0, 2), chance.randint(1, 2))) for c in CLASSES)
    largest = max(n for _, n in counts)
    labels = tuple(c for c, n in counts if n == largest) if largest else (chance.choice(CLASSES),)
    return Leaf(counts, labels)


def together(below: Sequence[Tree]) -> tuple[Tally, tuple[Label, ...]]:
    if isinstance(below[0].counts, Moments):
        n, total, squares = (sum((dict(node.counts)[name] for node in below), Fraction(0)) for name, _ in below[0].counts)
        return Moments(n, total, squares), (total / n,) if n else below[0].labels
    counts = tuple((c, sum((dict(node.counts)[c] for node in below), Fraction(0))) for c in CLASSES)
    return counts, tuple(c for c, n in counts if n == max(m for _, m in counts))


def cell(chance: Random, attribute: Attribute, missing: float) -> Cell:
    if chance.random() < missing:
        return MISSING
    return chance.choice(NUMBERS)(chance) if isinstance(attribute, Continuous) else chance.choice(attribute.values)
