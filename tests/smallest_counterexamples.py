"""
For each "no" of the table of invariances (tests/invariances.py, golden/TIES.md) a smallest counterexample: fewest records, then columns,
then values. Found by trying everything in order of size, so that there is none before it within the stated space.

`python tests/smallest_counterexamples.py [NAME …]` searches again (minutes), and writes smallest_counterexamples.json.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations_with_replacement, permutations, product
from pathlib import Path
from typing import Any

from attrs import evolve, frozen
from changed_samples import CLASSES, VALUES, Row, Sample, written
from invariance_rows import LOOSE_CHAID, binned
from invariances import ROWS
from tied_results import Grown, Pruned

import dtref
from dtref.errors import Invalid, Undecided
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.preparation.missing import impute_median, impute_mode
from dtref.spec.pruning.subtree_raising import error_based_raising
from dtref.spec.split.chaid.candidates import MergedBins
from dtref.spec.split.chaid.merging import Merging
from dtref.spec.split.numeric.binning import Clusters, EqualFrequency

WHERE = Path(__file__).with_suffix(".json")


@frozen
class Space:
    """
    What is tried: columns of these kinds (c: numbers 0 to `numbers`, n: `values` nominal values), gaps or none, at most so many records in
    training and validation. asked: by how much the numbers that are asked about differ from whole ones. asked_gaps: whether values may be
    missing there. regression: whether the target is a number; else it has so many `classes`.
    """

    columns: tuple[str, ...]
    records: int
    numbers: int = 3
    values: int = 3
    gaps: bool = False
    validation: bool = False
    asked: Fraction = Fraction(1, 4)
    asked_gaps: bool = False
    regression: bool = False
    classes: int = 2


@frozen(eq=False)
class Question:
    """A rule, the change that alters its answer, and the space that is searched, in parts: the parts of each size in order."""

    row: Row
    change: str
    spaces: tuple[Space, ...]


def own_fill(policy: dtref.Policy) -> Row:
    """The trees of the fill that a rule for missing cells takes, as the grown tree is written with it."""
    return Row(lambda sample: ((tree, policy.missing(sample.data)) for tree, _ in Grown(policy)(sample)))


def with_gaps(spaces: Sequence[Space]) -> tuple[Space, ...]:
    return tuple(evolve(space, gaps=True) for space in spaces)


NUMERIC = (Space(("c",), 4), Space(("c", "c"), 2), Space(("c", "n"), 2), Space(("c", "n"), 3, numbers=2, values=2))
NOMINAL = (Space(("n",), 5), Space(("n", "n"), 3), Space(("c", "n"), 3, numbers=1))
VALIDATED = tuple(
    evolve(space, validation=True) for space in (Space(("c",), 4, numbers=2), Space(("n",), 4), Space(("c", "n"), 3, numbers=1, values=2))
)
RAISED = (Space(("n",), 6), Space(("n", "n"), 9, values=2))
NUMBERS_ALONE = (Space(("c",), 5), Space(("c", "c"), 4, numbers=2))
COPIED = (Space(("c",), 5), Space(("n",), 5, values=2), Space(("c", "c"), 4, numbers=1), Space(("c", "n"), 4, numbers=1, values=2))

LEVELS = {
    "mirrored": (Space(("c",), 4), Space(("c", "n"), 4, numbers=1, values=2)),
    "values": (Space(("n",), 5), Space(("n", "n"), 4, values=2)),
}
"""Two nodes beside each other that can be split need more records."""

SPACES: Mapping[str, tuple[Space, ...]] = {"mirrored": NUMERIC, "copies": COPIED}


def spaces_of(row: Row, change: str) -> tuple[Space, ...]:
    """Where a counterexample of a row is looked for."""
    if row in (ROWS["reduced error"], ROWS["best node first"]):
        return VALIDATED
    if row is ROWS["level by level"]:
        return LEVELS[change]
    spaces: tuple[Space, ...] = NUMBERS_ALONE if row.kinds == "ccc" else SPACES.get(change, NOMINAL)
    if row is ROWS["SIMPLE_CART"] and change == "values":  # of two classes the order is that of their shares
        spaces = tuple(evolve(space, classes=3) for space in spaces)
    return tuple(evolve(space, regression=row.regression, asked_gaps=row.gaps == "all" and row.kinds == "ccc") for space in spaces)


QUESTIONS: Mapping[str, Question] = {
    **{f"{name}: {change}": Question(row, change, spaces_of(row, change)) for name, row in ROWS.items() for change in row.no},
    "CHAID, equal frequency: mirrored": Question(
        Row(Grown(evolve(LOOSE_CHAID, continuous=MergedBins(Merging(Fraction(1, 2)), EqualFrequency(2))))), "mirrored", NUMERIC
    ),
    "the middle of a cut: mirrored": Question(ROWS["CART"], "mirrored", tuple(evolve(space, asked=Fraction(1, 2)) for space in NUMERIC)),
    "largest branch first: values": Question(
        Row(Pruned(lambda tree, s: error_based_raising(tree, s.data).tree, dtref.ID3)), "values", RAISED
    ),
    "one mode: values": Question(own_fill(evolve(dtref.CART, missing=impute_mode)), "values", with_gaps(NOMINAL)),
    "one median: mirrored": Question(
        own_fill(evolve(dtref.CART, missing=impute_median)), "mirrored", tuple(evolve(s, gaps=True) for s in NUMERIC)
    ),
    "one clustering: mirrored": Question(Row(Grown(binned(Clusters(2, choice=0)))), "mirrored", NUMERIC),
}
"""Every "no", by its name."""


# Samples in order of size.


def records_of(space: Space, *, labelled: bool = True, apart: bool = False) -> Iterator[Record]:
    """Every record of a space. apart: of numbers that are asked about."""
    whole = [Fraction(i) for i in range(space.numbers + 1)]
    shifted = sorted({x + s * space.asked for x in whole for s in (-1, 1)})
    cells: Mapping[str, Sequence[Cell]] = {"c": shifted if apart else whole, "n": VALUES[: space.values]}
    gap: tuple[Cell, ...] = (MISSING,) if (space.asked_gaps if apart else space.gaps) else ()
    labels: Sequence[Cell] = (Fraction(0), Fraction(1)) if space.regression else CLASSES[: space.classes]
    for values in product(*((*cells[kind], *gap) for kind in space.columns)):
        yield from (Record(values, label) for label in (labels if labelled else labels[:1]))


def samples(space: Space, count: int) -> Iterator[Sample]:
    """Every sample with so many records, in training and validation together, those with fewer values first."""
    attributes: list[Attribute] = [
        Continuous(name) if kind == "c" else Nominal(name, VALUES[: space.values]) for kind, name in zip(space.columns, "ab", strict=False)
    ]

    target: Attribute = Continuous("y") if space.regression else Nominal("y", CLASSES[: space.classes])

    def some(records: Sequence[Record]) -> DataSet:
        return DataSet(attributes, target, records)

    every = list(records_of(space))
    asked = some(list(records_of(space, labelled=False, apart=True)))
    splits = [(n, count - n) for n in range(1, count)] if space.validation else [(count, 0)]
    for n, held_out in splits:
        for training in combinations_with_replacement(every, n):
            for validation in combinations_with_replacement(every, held_out):
                yield Sample(some(training), asked, some(validation), names_of(training))


def names_of(records: Sequence[Record]) -> tuple[int, ...]:
    """The name of each record; copies of one have its name."""
    return tuple(map(records.index, records))


def different_values(sample: Sample) -> tuple[int, int]:
    """The number of different values of a sample, and of its classes."""
    records = [*sample.data, *sample.validation]
    return sum(len(set(column)) for column in zip(*(r.values for r in records), strict=True)), len({r.label for r in records})


def changes_of(sample: Sample, change: str) -> Iterator[Sample]:
    """The sample, changed in each way but none."""
    if change == "mirrored":
        yield changed_to(sample, mirrored=True)
    elif change == "copies":
        if len(set(sample.names)) < len(sample.names):
            yield put_together(sample)
    elif change == "classes":
        yield from (changed_to(sample, classes=order) for order in list(permutations(sample.data.classes))[1:])
    else:
        # each column by itself; the first of all orders is the one that is there
        orders = product(*(permutations(a.values) if isinstance(a, Nominal) else [()] for a in sample.data.attributes))
        yield from (changed_to(sample, values=each) for each in list(orders)[1:])


def put_together(sample: Sample) -> Sample:
    """The sample with the copies of a record as one, of their weight."""
    counted = Counter(sample.names)
    records = [evolve(sample.data.records[i], weight=Fraction(n)) for i, n in counted.items()]
    return evolve(sample, data=evolve(sample.data, records=tuple(records)), names=tuple(counted))


def changed_to(
    sample: Sample, *, values: Sequence[tuple[str, ...]] = ((), ()), classes: Sequence[str] = (), mirrored: bool = False
) -> Sample:
    """The sample with another order of values or classes, or the signs of its numbers turned."""

    def moved(data: DataSet) -> DataSet:
        attributes = [
            evolve(a, values=order) if order and isinstance(a, Nominal) else a for a, order in zip(data.attributes, values, strict=False)
        ]
        cells = (tuple(-v if mirrored and isinstance(v, Fraction) else v for v in r.values) for r in data)
        target = Nominal("y", tuple(classes) or data.classes) if isinstance(data.target, Nominal) else data.target
        return DataSet(attributes, target, [evolve(r, values=v) for r, v in zip(data, cells, strict=True)])

    return Sample(moved(sample.data), moved(sample.asked), moved(sample.validation), sample.names)


def answers(question: Question, sample: Sample) -> frozenset[Hashable] | None:
    """
    The set of a sample's trees, by the records that go through them; none of one that the rule refuses, as a column without a value. None
    where it chooses among equals and tells so.
    """
    try:
        return frozenset(written(tree, sample, data) for tree, data in question.row.trees(sample))
    except Invalid:
        return frozenset()
    except Undecided:
        return None


def counterexample(question: Question, sample: Sample) -> Sample | None:
    """The sample changed so that its answer is another one; None where no change does that."""
    before = answers(question, sample)
    others = changes_of(sample, question.change) if before is not None else ()
    return next((other for other in others if answers(question, other) not in (before, None)), None)


def smallest(name: str) -> tuple[Sample, Sample, int] | None:
    """A smallest counterexample, with the sample changed; and how many samples were tried before it, and with it in its size."""
    question, tried = QUESTIONS[name], 0
    for count in range(1, 1 + max(space.records for space in question.spaces)):
        for width in (1, 2):
            found: list[tuple[Sample, Sample]] = []
            spaces = [space for space in question.spaces if len(space.columns) == width and count <= space.records]
            for sample in chain.from_iterable(samples(space, count) for space in spaces):
                tried += 1
                # only one with fewer values than those so far is of use
                if not found or different_values(sample) < different_values(found[-1][0]):
                    other = counterexample(question, sample)
                    found += [] if other is None else [(sample, other)]
            if found:
                return *with_one_asked(question, *found[-1]), tried
    return None


def with_one_asked(question: Question, sample: Sample, other: Sample) -> tuple[Sample, Sample]:
    """The pair with the first record alone that shows the difference, or none."""
    for i in (None, *range(len(sample.asked))):
        fewer, fewer_other = (evolve(s, asked=evolve(s.asked, records=() if i is None else (s.asked.records[i],))) for s in (sample, other))
        if answers(question, fewer) != answers(question, fewer_other):
            return fewer, fewer_other
    return sample, other


# As data.


def as_json(sample: Sample) -> dict[str, Any]:
    def rows(data: DataSet) -> list[list[str]]:
        return [["?" if v is MISSING else str(v) for v in r.values] + [str(r.label)] + [f"*{r.weight}"] * (r.weight != 1) for r in data]

    declared = [list(a.values) if isinstance(a, Nominal) else [] for a in sample.data.attributes]
    classes = list(sample.data.classes) if isinstance(sample.data.target, Nominal) else []
    parts = {"training": rows(sample.data), "asked": [row[:-1] for row in rows(sample.asked)], "validation": rows(sample.validation)}
    return {"values": declared, "classes": classes, **{name: part for name, part in parts.items() if part}}


def from_json(written_down: Mapping[str, Any]) -> Sample:
    attributes: list[Attribute] = [
        Nominal(name, tuple(values)) if values else Continuous(name) for name, values in zip("ab", written_down["values"], strict=False)
    ]
    classes = tuple(written_down["classes"])
    target: Attribute = Nominal("y", classes) if classes else Continuous("y")
    any_label = classes[0] if classes else "0"

    def record(row: Sequence[str]) -> Record:
        weight = Fraction(row[-1][1:]) if row[-1].startswith("*") else Fraction(1)
        cells = [cell(attribute, text) for attribute, text in zip((*attributes, target), row, strict=False)]
        return Record(tuple(cells[:-1]), cells[-1], weight)

    def some(part: str) -> DataSet:
        rows = [(*row, any_label) if part == "asked" else row for row in written_down.get(part, [])]
        return DataSet(attributes, target, list(map(record, rows)))

    training = some("training")
    return Sample(training, some("asked"), some("validation"), names_of(training.records))


def cell(attribute: Attribute, text: str) -> Cell:
    return MISSING if text == "?" else Fraction(text) if isinstance(attribute, Continuous) else text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(QUESTIONS))
    known = json.loads(WHERE.read_text(encoding="utf-8")) if WHERE.exists() else {}
    for name in parser.parse_args().names:
        result = smallest(name)
        print(name, "none" if result is None else (result[2], as_json(result[0]), as_json(result[1])), flush=True)
        if result is not None:
            known[name] = {"tried": result[2], "before": as_json(result[0]), "after": as_json(result[1])}
            WHERE.write_text(json.dumps({n: known[n] for n in QUESTIONS if n in known}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
