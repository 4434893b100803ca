"""Trees of every kind of test and gap, with awkward names, and records to ask exported code about: at cuts, beside, gaps, unseen."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import inf, nextafter
from random import Random
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.export.doubles import Doubles
from dtref.io.models import Model
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal, Ordinal, Width
from dtref.spec.model.branches import asked, branch_count, branch_for, branch_of_missing
from dtref.spec.model.prediction import cells_by_name, prediction, reached
from dtref.spec.model.tally import Moments, Tally, size
from dtref.spec.model.tests import Groups, IsKnown, Multiway, OrdinalCut, Ranges, Side, Subset, Test, Threshold
from dtref.spec.model.trees import Branch, Gap, GapRule, Label, Leaf, Surrogates, Tree, nodes

Value: TypeAlias = float | str | None
"""What exported code is given for an attribute; None: missing."""

Asked: TypeAlias = dict[str, Value]

NO_ANSWER = None

NUMBERS = (Continuous("x"), Continuous("petal length", Width.FLOAT64), Continuous("if", Width.FLOAT32))
TEXTS = (
    Nominal('it\'s "q"', ("a", "b'c", 'd"e\\', "é ?")),
    Nominal("out", ("no", "yes", "?"), missing_is="?"),
    Ordinal("größe", ("S", "M", "L", "XL")),
)
CLASSES = ("b", "a", "c'\"")


@frozen
class Row:
    """A record to grow from: its cells by name, its class, its number."""

    cells: Mapping[str, Cell]
    label: str
    number: Fraction


def generated_model(seed: int, *, binary: bool = False, regression: bool = False, levels: int = 4) -> Model:
    """A model of a seed. binary: of cuts of numbers alone. levels: the most."""
    random = Random(seed)
    attributes: tuple[Attribute, ...] = NUMBERS if binary else (*NUMBERS, *TEXTS)
    rows = [_row(random, attributes) for _ in range(random.randint(8, 60))]
    target: Attribute = Continuous("y") if regression else Nominal("class", CLASSES)
    tree = _grown(random, attributes, rows, CLASSES[:1], random.randint(1, levels), regression, binary)
    return Model(attributes, target, "CART", tree)


def _number(random: Random) -> Fraction:
    kind = random.randrange(4)
    if kind == 0:
        return Fraction(random.randint(-30, 30), 10)
    if kind == 1:
        return Fraction(random.uniform(-2, 2))
    if kind == 2:
        return Fraction(random.randint(-9, 9), 7)
    return random.choice([-1, 1]) * Fraction(random.randint(1, 9)) * Fraction(10) ** random.choice([-300, -20, 15, 25])


def _row(random: Random, attributes: Sequence[Attribute]) -> Row:
    cells = {a.name: _number(random) if isinstance(a, Continuous) else random.choice(a.values) for a in attributes}
    return Row(cells, random.choice(CLASSES), Fraction(random.randint(0, 50), 7))


def _tally(rows: Sequence[Row], regression: bool) -> Tally:
    if regression:
        ys = [row.number for row in rows]
        return Moments(Fraction(len(ys)), sum(ys, Fraction(0)), sum((y * y for y in ys), Fraction(0)))
    return tuple((name, Fraction(sum(row.label == name for row in rows))) for name in CLASSES)


def _labels(counts: Tally, inherited: tuple[Label, ...]) -> tuple[Label, ...]:
    if not size(counts):
        return inherited
    if isinstance(counts, Moments):
        return (counts.total / counts.n,)
    most = max(n for _, n in counts)
    return tuple(name for name, n in counts if n == most)


def _grown(  # noqa: PLR0913, PLR0917
    random: Random,
    attributes: Sequence[Attribute],
    rows: Sequence[Row],
    inherited: tuple[Label, ...],
    levels: int,
    regression: bool,
    binary: bool,
) -> Tree:
    counts = _tally(rows, regression)
    labels = _labels(counts, inherited)
    if not levels or not rows or random.random() < 0.1:
        return Leaf(counts, labels)
    test = _test(random, random.choice(attributes), rows, binary)
    branches = [branch_for(test, cells_by_name(row.cells)) for row in rows]
    parts = [[row for row, b in zip(rows, branches, strict=True) if b == i] for i in range(branch_count(test))]
    children = [_grown(random, attributes, part, labels, levels - 1, regression, binary) for part in parts]
    learned = branch_of_missing(test) is not MISSING
    rules: list[GapRule] = [Gap.LEARNED] if learned else [Gap.REFUSE, Gap.HEAVIEST, Gap.FRACTIONS]
    if not binary and not learned:
        rules += [_surrogates(random, attributes, rows, len(children))] * 3
    return Branch(counts, labels, test, (test,), tuple(children), random.choice(rules))


def _surrogates(random: Random, attributes: Sequence[Attribute], rows: Sequence[Row], branches: int) -> Surrogates:
    tests = [_test(random, random.choice(attributes), rows, False) for _ in range(random.randint(0, 3))]
    meant = [tuple(random.choice([None, *range(branches)]) for _ in range(branch_count(test))) for test in tests]
    equally = (1,) if random.random() < 0.2 else ()
    return Surrogates(tuple(zip(tests, meant, strict=True)), 0 if equally else random.randrange(branches), equally)


def _test(random: Random, attribute: Attribute, rows: Sequence[Row], binary: bool) -> Test:
    side = random.choice(list(Side))
    if isinstance(attribute, Continuous):
        numbers = {cell for row in rows if isinstance(cell := row.cells[attribute.name], Fraction)}
        low, high = random.choice(list(pairwise(sorted(numbers | {Fraction(0), Fraction(1)}))))
        if not binary and random.random() < 0.1:
            return IsKnown(attribute)
        if not binary and random.random() < 0.2:
            return Ranges(attribute, tuple(sorted({low, high, _number(random)})), side)
        return _threshold(random, attribute, low, high, side)
    if isinstance(attribute, Ordinal) and random.random() < 0.5:
        i = random.randint(0, 2)
        return OrdinalCut(attribute, attribute.values[i], attribute.values[random.randint(i + 1, 3)])
    kind = random.randrange(3)
    present = [value for value in attribute.values if any(row.cells[attribute.name] == value for row in rows)]
    if kind == 0 or isinstance(attribute, Ordinal) or len(present) < 2:
        return Multiway(attribute)
    values_of = random.sample(present, len(present))
    absent = random.choice([None, None, 0, 1])
    at = random.randint(1, len(values_of) - 1)
    if kind == 1:
        return Subset(attribute, tuple(values_of[:at]), tuple(values_of[at:]), absent)
    return Groups(attribute, (tuple(values_of[:at]), tuple(values_of[at:])), 0, absent)


def _threshold(random: Random, attribute: Continuous, low: Fraction, high: Fraction, side: Side) -> Threshold:
    width = random.choice([Width.DECIMAL, attribute.width])
    cuts = [(low + high) / 2, low if side is Side.AT_MOST else high, (2 * low + high) / 3]
    try:
        return Threshold(attribute, low, high, random.choice(cuts), side, width, random.choice([None, None, None, 0, 1]))
    except Invalid:  # no cut in that width
        return Threshold(attribute, low, high, cuts[0], side)


def tests_of_nodes(tree: Tree) -> Iterator[Test]:
    for node in nodes(tree):
        if isinstance(node, Branch):
            yield node.test
            yield from (test for test, _ in (node.gap.tests if isinstance(node.gap, Surrogates) else ()))


def single(x: float) -> float:
    """The nearest float32 as a double."""
    return float(struct.unpack("f", struct.pack("f", x))[0])


def values_to_ask(model: Model, attribute: Attribute, *, singles: bool = False) -> list[Value]:
    """The values of an attribute: cuts, the doubles and float32 numbers beside them; declared values and one that isn't; missing."""
    if not isinstance(attribute, Continuous):
        return [*attribute.values, "unseen", None]
    cuts = [
        cut
        for test in tests_of_nodes(model.tree)
        if attribute in asked(test)
        for cut in ([test.cut] if isinstance(test, Threshold) else test.cuts if isinstance(test, Ranges) else [])
    ]
    near: set[float] = {0.0, -1.5, 2.0, 0.1}
    for cut in cuts:
        double = float(cut)
        near |= {double, nextafter(double, inf), nextafter(double, -inf), nextafter(nextafter(double, inf), inf)}
        one = single(double)
        near |= {one, _next_single(one, 1), _next_single(one, -1), (one + _next_single(one, 1)) / 2, (one + _next_single(one, -1)) / 2}
    return [*sorted({single(x) for x in near} if singles else near), None]


def _next_single(x: float, step: int) -> float:
    if x == 0:
        return step * 2.0**-149
    bits = struct.unpack("i", struct.pack("f", x))[0]
    return float(struct.unpack("f", struct.pack("i", bits + (step if x > 0 else -step)))[0])


def records_to_ask(model: Model, count: int, seed: int, *, singles: bool = False, missing: bool = True) -> list[Asked]:
    """Records of such values; a third of them without anything missing or unseen, so that many reach the leaves."""
    random = Random(seed)
    values = {a.name: values_to_ask(model, a, singles=singles) for a in model.attributes}
    plain = {name: [v for v in of_name if v is not None and v != "unseen"] for name, of_name in values.items()}
    rare = {name: of_name if missing else plain[name] for name, of_name in values.items()}
    return [
        {name: random.choice((rare if i % 3 else plain)[name] if random.random() < 0.7 else plain[name]) for name in values}
        for i in range(count)
    ]


def expected(model: Model, record: Asked, doubles: Doubles = Doubles.EXACT) -> tuple[Label, ...] | None:
    """The labels that dtref predicts; None where it refuses the record, or sends parts of it down several branches."""
    cells = {name: doubles.number(value) if isinstance(value, float) else value for name, value in record.items()}
    try:
        leaves = reached(model.tree, cells_by_name(cells))
    except Invalid:
        return NO_ANSWER
    return prediction(leaves).labels if len(leaves) == 1 else NO_ANSWER
