"""
Samples of data that are changed in what may not matter, and trees written down by the records that go through them.

A tree is written down by training records and others that are asked about, with gaps and values that nobody has; so no order of columns,
values, classes or branches is left in it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random

from attrs import evolve, frozen

from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal, Ordinal
from dtref.spec.model.branches import asked
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import taken
from dtref.spec.model.trees import Branch, Surrogates, Tree
from dtref.spec.preparation.fitted import KNOWN

VALUES, CLASSES = ("u", "v", "w"), ("p", "q", "r")
NUMBERS = tuple(map(Fraction, (0, 1, 3)))
"""None is the middle of two others."""
CHANGES = ("records", "columns", "values", "classes", "mirrored", "copies")


@frozen(eq=False)
class Sample:
    """A data set, other records to ask about, and records for validation. Each record has a name, its position in `names`."""

    data: DataSet
    asked: DataSet
    validation: DataSet
    names: tuple[int, ...]


@frozen(eq=False)
class Row:
    """
    A row of the table: the trees of a sample, and the changes that alter them. gaps: where cells may be missing. kinds: of the columns.
    regression: whether the target is a number. classes, weights: how many classes and which weights are drawn. refuses: whether the
    policy refuses some samples. numbers: those of the columns. apart: how far from them the numbers are that are asked
    about, so that none is the middle of two: the side that takes equality is part of a test.
    """

    trees: Callable[[Sample], Iterator[tuple[Tree, DataSet]]]
    no: tuple[str, ...] = ()
    gaps: str = "all"
    kinds: str = "cno"
    regression: bool = False
    numbers: tuple[Fraction, ...] = NUMBERS
    apart: Fraction = Fraction(0)
    classes: tuple[int, ...] = (2, 2, 3)
    weights: tuple[int, ...] = (1, 1, 1, 2)
    refuses: bool = False


# A tree by the records that go through it.

Going = Sequence[tuple[Hashable, Record, Fraction]]
"""Records by name, each with how much of it is at a node."""


def written(tree: Tree, sample: Sample, data: DataSet, *, dropped: bool = False) -> Hashable:
    """A tree of a data set (which may be the sample's with cells filled) in no order of anything. dropped: without incomplete records."""
    position = {a.name: i for i, a in enumerate(data.attributes)}
    own = [(("training", name), record, Fraction(1)) for name, record in zip(sample.names, data, strict=True)]
    if dropped:
        own = [(name, record, share) for name, record, share in own if MISSING not in record.values]
    others = [(("asked", i), record, Fraction(1)) for i, record in enumerate(sample.asked)]
    ordered = {a.name: i for i, a in enumerate(sample.data.attributes)}

    def cell(record: Record, attribute: Attribute) -> Cell:
        if isinstance(attribute, Nominal) and attribute.flags is not None:
            return KNOWN[record.values[ordered[attribute.flags]] is MISSING]
        where = position if len(record.values) == len(position) else ordered
        return record.values[where[attribute.name]]

    def at(node: Tree, here: Going) -> Hashable:
        counts = frozenset((c, n) for c, n in node.counts if n)
        if not isinstance(node, Branch):
            return "leaf", frozenset(node.labels), counts, frozenset((name, share) for name, _, share in here)
        below: list[list[tuple[Hashable, Record, Fraction]]] = [[] for _ in node.children]
        staying = []
        for name, record, share in here:
            branches = taken(node, lambda attribute, record=record: cell(record, attribute))  # type: ignore[misc]
            staying += [] if branches else [(name, frozenset(node.labels))]
            for b, part in branches:
                below[b].append((name, record, share * part))
        names = frozenset(a.name for a in asked(node.test))
        rest = frozenset(at(child, part) for child, part in zip(node.children, below, strict=True) if part)
        return names, counts, _surrogates(node), frozenset(staying), rest

    def _surrogates(node: Branch) -> Hashable:
        return tuple(t.attribute.name for t, _ in node.gap.tests) if isinstance(node.gap, Surrogates) else None  # type: ignore[union-attr]

    return at(tree, [*own, *others])


# Samples, and the same samples changed.


def drawn(chance: Random, row: Row, records: int) -> Sample:
    """A sample of so many records; one value in seven is missing, and a value that is asked may be one that no record has."""
    kinds: Mapping[str, Callable[[str], Attribute]] = {
        "c": Continuous,
        "n": lambda name: Nominal(name, VALUES),
        "o": lambda name: Ordinal(name, VALUES),
    }
    attributes = [kinds[kind](name) for kind, name in zip(row.kinds, "abc", strict=True)]
    target: Attribute = Continuous("y") if row.regression else Nominal("y", CLASSES[: chance.choice(row.classes)])
    labels: Sequence[Cell] = NUMBERS if row.regression else target.values  # type: ignore[union-attr]

    def record(gaps: bool, apart: Fraction = Fraction(0)) -> Record:
        centre = chance.randrange(3)
        cells: list[Cell] = []
        for attribute in attributes:
            near = min(max(centre + chance.choice((0, 0, 0, 1, -1)), 0), 2)
            gap = gaps and chance.random() < 1 / 7 and (row.gaps != "nominal" or isinstance(attribute, Nominal))
            cells.append(MISSING if gap else row.numbers[near] + apart if isinstance(attribute, Continuous) else VALUES[near])
        label = labels[min(max(centre + chance.choice((0, 0, 1)), 0), len(labels) - 1)]
        return Record(tuple(cells), label, Fraction(chance.choice(row.weights)))

    def some(count: int, gaps: bool, apart: Fraction = Fraction(0)) -> DataSet:
        return DataSet(attributes, target, [record(gaps, apart) for _ in range(count)])

    data = some(records, row.gaps != "asked")
    return Sample(data, some(3, row.gaps == "all", row.apart), some(3, row.gaps == "all", row.apart), tuple(range(records)))


def changed(chance: Random, sample: Sample, changes: Sequence[str]) -> Sample:
    """The sample with some changes made."""
    columns = list(range(len(sample.data.attributes)))
    if "columns" in changes:
        chance.shuffle(columns)

    def shuffled(values: Sequence[str]) -> tuple[str, ...]:
        return tuple(chance.sample(values, len(values)))

    attributes = [
        evolve(a, values=shuffled(a.values)) if "values" in changes and isinstance(a, Nominal) else a for a in sample.data.attributes
    ]
    target = sample.data.target
    if "classes" in changes and isinstance(target, Nominal):
        target = evolve(target, values=shuffled(target.values))

    def cell(value: Cell) -> Cell:
        return -value if "mirrored" in changes and isinstance(value, Fraction) else value

    def record(r: Record) -> Record:
        return evolve(r, values=tuple(cell(r.values[i]) for i in columns))

    def moved(records: Sequence[Record]) -> DataSet:
        return DataSet([attributes[i] for i in columns], target, [record(r) for r in records])

    pairs = list(zip(sample.names, sample.data.records, strict=True))
    if "copies" in changes:
        pairs = [(name, evolve(r, weight=Fraction(1))) for name, r in pairs for _ in range(int(r.weight))]
    if "records" in changes:
        chance.shuffle(pairs)
    data = moved([r for _, r in pairs])
    return Sample(data, moved(sample.asked.records), moved(sample.validation.records), tuple(name for name, _ in pairs))


def shown(sample: Sample) -> str:
    def lines(data: DataSet) -> str:
        return "; ".join(f"{' '.join('?' if c is MISSING else str(c) for c in r.values)} -> {r.label} *{r.weight}" for r in data)

    declared = [getattr(a, "values", a.name) for a in sample.data.attributes]
    classes = getattr(sample.data.target, "values", "")
    return f"{declared} {classes}: {lines(sample.data)} | asked: {lines(sample.asked)} | validation: {lines(sample.validation)}"
