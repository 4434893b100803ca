"""
Reads trees from inputs, grown or given by the class counts of their leaves; and validation records.

A tree is that of a `preset` on `data`, or `tree`: a list of counts for a leaf, a list of trees for an inner node; its classes and
branches are named 1, 2, ….
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import cast

from attrs import evolve

from dtref.engines.filter.filtered import grow, trees
from dtref.errors import Invalid
from dtref.io.numbers import Json
from dtref.oracle.operations.data_inputs import data_of, missing_texts
from dtref.oracle.operations.data_kinds import PRESET_ON_DATA
from dtref.oracle.operations.inputs import Given, as_list, as_rationals, as_texts
from dtref.oracle.operations.operation import InputKind, Inputs, alone, each, either
from dtref.oracle.operations.part_inputs import given_record
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tally import ClassCounts
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Branch, Leaf, Tree


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


def _read_validation(inputs: Given, name: str) -> DataSet:
    """Records whose rows have the cells and the class as in the data set. Errors: Invalid for other rows."""
    data = data_of(inputs)

    def record(row: Json, where: str) -> Record:
        cells = as_texts(row, where)
        if len(cells) != len(data.attributes) + 1 or cells[-1] not in data.classes:
            raise Invalid(where, f"{len(data.attributes)} cells and a class", list(cells))
        named = Given({a.name: cell for a, cell in zip(data.attributes, cells[:-1], strict=True)}, where)
        return evolve(given_record(data, named, missing), label=cells[-1])

    where, missing = f"{inputs.where}, {name}", missing_texts(inputs)
    return evolve(data, records=tuple(record(row, where) for row in inputs.list(name)))


def tree_grown(inputs: Inputs) -> Inputs:
    """
    The tree that is grown from the data and the policy that inputs make, the first of tied tests being asked.

    >>> from dtref.spec.model.trees import depth
    >>> rows = {"header": ["x", "y"], "rows": [["1", "a"], ["2", "b"]], "target": "y"}
    >>> [depth(tree) for tree in tree_grown(PRESET_ON_DATA).arguments(Given({"data": rows, "preset": "cart"}))]
    [1]
    """
    return Inputs(
        inputs.kinds,
        lambda given: (grow(*_data_and_policy(inputs, given)),),
        {},
        (None,),
        lambda given: ((tree,) for tree in trees(*_data_and_policy(inputs, given))),
    )


def _data_and_policy(inputs: Inputs, given: Given) -> tuple[DataSet, Policy]:
    return cast("tuple[DataSet, Policy]", inputs.arguments(given))


OF_PRESET = tree_grown(PRESET_ON_DATA)
"""The tree of a preset on data."""

OF_TREE = either(each(tree=InputKind("the counts of a leaf, or the trees below an inner node", alone(_counted))), OF_PRESET)
"""A tree that is given, or that of a preset on data."""

VALIDATION_RECORDS = InputKind("records that the tree was not grown from: rows of cells and a class", _read_validation)
