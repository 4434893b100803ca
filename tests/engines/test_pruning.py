"""Pruning on validation data that are routed in arrays, against the specification, which sends each record down by itself."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest
from attrs import evolve

import dtref
from dtref.engines import prediction, pruning
from dtref.engines.pruning import routed_arrivals
from dtref.engines.unseen import routed_labels
from dtref.spec.evaluation.estimation.tested_trees import Answers, labels_one_by_one
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import MISSING, Cell, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Gap, Label, Tree
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.pruning import reduced_error as specification
from dtref.spec.pruning.bottom_up import if_better, if_no_worse
from dtref.spec.pruning.records_at_nodes import AtNode, Charge, arrivals, errors_of

pytest.importorskip("numpy")

POLICIES = (dtref.CART, dtref.ID3, evolve(dtref.CART, missing=keep_missing, gap=Gap.FRACTIONS), dtref.CART_SURROGATES)


def data_set(chance: Random, n: int, regression: bool, missing: float) -> DataSet:
    """Records of a number and a nominal value, some of them missing, of several weights."""
    numbers: Sequence[Cell] = [Fraction(0), Fraction(1), Fraction(5, 2), Fraction(1, 3)]
    rows = [(chance.choice(numbers), chance.choice("abc")) for _ in range(n)]
    cells = [tuple(MISSING if chance.random() < missing else cell for cell in row) for row in rows]
    target = Continuous("y") if regression else Nominal("y", ("P", "Q", "R"))
    labels: Sequence[Cell] = [Fraction(chance.randint(-3, 3), 7) if regression else chance.choice("PQR") for _ in range(n)]
    weights = [Fraction(chance.randint(1, 3), chance.choice([1, 1, 2])) for _ in range(n)]
    return DataSet((Continuous("x"), Nominal("c", ("a", "b", "c"))), target, list(map(Record, cells, labels, weights)))


def told(at_nodes: Sequence[AtNode]) -> list[tuple[object, ...]]:
    """The records at each node, whatever their order."""
    return [(at.node, *(sorted((id(record), part) for record, part in parts) for parts in (at.parts, at.ending))) for at in at_nodes]


def compared(chance: Random) -> bool:
    """Whether a generated case was routed; it is compared with the specification."""
    regression = chance.random() < 0.3
    rules: Policy = dtref.REGRESSION_TREE if regression else chance.choice(POLICIES)
    missing = 0.2 if rules.missing is keep_missing else 0
    tree = dtref.grow(data_set(chance, chance.choice([1, 6, 20]), regression, missing), rules)
    validation = data_set(chance, chance.choice([0, 1, 30]), regression, missing if chance.random() < 0.5 else 0)
    at_nodes, wanted = routed_arrivals(tree, validation), arrivals(tree, validation)
    assert told(at_nodes) == told(wanted)
    for charge in Charge:
        for power in (1, 2):
            ours, theirs = errors_of(at_nodes, power, charge), errors_of(wanted, power, charge)
            assert (ours.as_leaf, ours.ending, ours.by_rule) == (theirs.as_leaf, theirs.ending, theirs.by_rule)
    for cut in (if_better, if_no_worse):
        pruned, other = dtref.reduced_error(tree, validation, cut), specification.reduced_error(tree, validation, cut)
        assert (pruned.tree, pruned.by_rule) == (other.tree, other.by_rule)
    asked = [chance.randrange(len(validation)) for _ in range(len(validation))]
    assert labels(routed_labels, tree, validation, asked) == labels(labels_one_by_one, tree, validation, asked)
    return pruning._ends(tree, validation) is not None


def labels(answers: Answers, tree: Tree, data: DataSet, asked: Sequence[int]) -> Sequence[tuple[Label, ...]] | str:
    """The labels predicted for some records, or the refusal."""
    try:
        return answers(tree, data, tuple(asked))
    except dtref.Invalid as problem:
        return str(problem)


def test_generated_trees_are_pruned_as_the_specification_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prediction, "_worth_rows", lambda *_: True)
    assert sum(compared(Random(seed)) for seed in range(40)) > 15


def test_a_validation_set_without_a_column_that_is_asked_is_refused() -> None:
    chance = Random(0)
    tree = dtref.grow(data_set(chance, 20, False, 0), dtref.CART)
    with pytest.raises(dtref.Invalid, match=r"an attribute '[xc]', which the tree asks"):
        dtref.reduced_error(tree, DataSet((), Nominal("y", ("P", "Q", "R")), [Record((), "P")]))
