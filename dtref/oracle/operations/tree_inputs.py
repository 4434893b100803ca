"""
Reads trees from inputs, grown or given by the class counts of their leaves; and validation records.

A tree is that of a `preset` on `data`, or `tree`: a list of counts for a leaf, a list of trees for an inner node; its classes and
branches are named 1, 2, ….
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from attrs import evolve, frozen

from dtref.engines.filter.filtered import grow, trees
from dtref.errors import Invalid
from dtref.io.numbers import Json
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.data_inputs import data_of, missing_texts
from dtref.oracle.operations.inputs import Given, as_list, as_rationals, as_texts
from dtref.oracle.operations.part_inputs import given_preset, given_record
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tally import ClassCounts
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Branch, Leaf, Tree

PRESET = ("data", "preset")
"""The inputs that a tree is grown from: data and a preset."""
TREE = ("tree", *PRESET)
"""The inputs that a tree may come from."""


def _preset(inputs: Given) -> tuple[DataSet, Policy]:
    return data_of(inputs), given_preset(inputs)


@frozen
class OfTree:
    """
    An operation on one tree.

    inputs: their names. answer: the answer for a tree. grown: the data and the policy that the tree is grown from. Called with inputs, it
    answers for the tree that asks the first of tied tests.

    >>> from dtref.spec.model.trees import leaf_count
    >>> leaves = OfTree(TREE, lambda _, tree: Fraction(leaf_count(tree)))
    >>> leaves(Given({"tree": [["2", "1"], ["0", "3"]]}))
    Fraction(2, 1)
    """

    inputs: tuple[str, ...]
    answer: Callable[[Given, Tree], Answer]
    grown: Callable[[Given], tuple[DataSet, Policy]] = _preset

    def __call__(self, inputs: Given) -> Answer:
        """The answer for the tree that is given, or grown with the first of tied tests."""
        inputs.only(*self.inputs)
        return self.answer(inputs, given_leaves(inputs) if "tree" in inputs.parts else grow(*self.grown(inputs)))

    def trees(self, inputs: Given) -> Iterator[Tree]:
        """The tree that is given; or every tree that choices among tied tests lead to, in the order of golden/TIES.md."""
        return iter((given_leaves(inputs),)) if "tree" in inputs.parts else trees(*self.grown(inputs))


def given_leaves(inputs: Given) -> Tree:
    """
    The tree that the input `tree` gives by its leaves. Errors: Invalid where a preset or data are given, too.

    >>> given_leaves(Given({"tree": [["2", "1"], ["0", "3"]]}))
    <Branch on branch (1 2, 2 4)>
    """
    if inputs.parts.keys() & {"preset", "data"}:
        raise Invalid(inputs.where, "a tree, or a preset on data", sorted(inputs.parts))
    return _counted(inputs.part("tree"), f"{inputs.where}, tree")


def _counted(value: Json, where: str) -> Tree:
    parts = as_list(value, where)
    if not parts:
        raise Invalid(where, "counts or trees", value)
    if all(isinstance(part, str) for part in parts):
        return Leaf(*_tally(given_class_counts(value, where)))
    children = [_counted(part, where) for part in parts]
    counts = [[n for _, n in child.counts] for child in children]
    if len({len(of_child) for of_child in counts}) > 1:
        raise Invalid(where, "as many counts in each leaf", value)
    test = Multiway(Nominal("branch", tuple(map(str, range(1, len(children) + 1)))))
    return Branch(*_tally(sum(ns, Fraction(0)) for ns in zip(*counts, strict=True)), test, (test,), tuple(children))


def given_class_counts(value: Json, where: str) -> tuple[Fraction, ...]:
    """
    Class counts as fractions. Errors: Invalid for one below 0.

    >>> given_class_counts(["2", "1/2"], "tree")
    (Fraction(2, 1), Fraction(1, 2))
    """
    counts = as_rationals(value, where)
    if any(n < 0 for n in counts):
        raise Invalid(where, "counts of at least 0", value)
    return counts


def _tally(counts: Iterable[Fraction]) -> tuple[ClassCounts, tuple[str, ...]]:
    """Class counts by name, and the largest classes."""
    tally = tuple((str(j), n) for j, n in enumerate(counts, 1))
    return tally, tuple(c for c, n in tally if n == max(m for _, m in tally))


def given_validation(inputs: Given, data: DataSet) -> DataSet:
    """
    The records of the input `validation`, whose rows have the cells and the class as in the data set. Errors: Invalid for other rows.

    >>> given = Given({"data": {"header": ["x", "y"], "rows": [["1", "a"]], "target": "y"}, "validation": [["2", "a"]]})
    >>> given_validation(given, data_of(given)).records
    (Record(values=(Fraction(2, 1),), label='a', weight=Fraction(1, 1)),)
    """

    def record(row: Json, where: str) -> Record:
        cells = as_texts(row, where)
        if len(cells) != len(data.attributes) + 1 or cells[-1] not in data.classes:
            raise Invalid(where, f"{len(data.attributes)} cells and a class", list(cells))
        named = Given({a.name: cell for a, cell in zip(data.attributes, cells[:-1], strict=True)}, where)
        return evolve(given_record(data, named, missing), label=cells[-1])

    where, missing = f"{inputs.where}, validation", missing_texts(inputs)
    return evolve(data, records=tuple(record(row, where) for row in inputs.list("validation")))
