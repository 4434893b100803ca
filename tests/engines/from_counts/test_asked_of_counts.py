"""
What is asked of a table by counts alone: verdicts, predictions, pruning, measures are those of the same records in memory.

SQLite answers here; `test_counts_of.py` asks every engine once. DTREF_TABLES=200 asks for so many tables.
"""

from __future__ import annotations

import os
import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from engines.from_counts.made_tables import DOUBLE, TEXT, WHOLE, Columns, Engine, in_sqlite
from engines.from_counts.test_counts_of import Counting, in_memory, source_of

import dtref
from dtref.errors import Invalid
from dtref.io.models import Model
from dtref.oracle.verify.verdicts import Report
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import MISSING, Continuous
from dtref.spec.model.branches import branch_of
from dtref.spec.model.data import DataSet
from dtref.spec.model.prediction import predictor
from dtref.spec.model.schemes import preorder
from dtref.spec.model.trees import Branch, Gap, Leaf, Tree, children, depth
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.split.criteria import error_reduction

pytestmark = pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")

CASES = int(os.environ.get("DTREF_TABLES", "10"))
GAPS: dict[str, Any] = {"missing": keep_missing, "gap": Gap.FRACTIONS}


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with in_sqlite() as engine:
        yield engine


def made(chance: random.Random, *, weighted: bool = False, gaps: bool = True) -> tuple[Columns, dict[str, Any]]:
    """A small table with ties, and how it is read."""
    n = chance.randint(6, 16)

    def column(pool: list[Any]) -> list[Any]:
        return [None if gaps and chance.random() < 0.2 else chance.choice(pool) for _ in range(n)]

    columns: Columns = {
        "x": (WHOLE, [1, *column([1, 2, 3, 4])[1:]]),
        "u": (DOUBLE, [0.1, *column([0.1, 0.30000000000000004, 0.3, -2.5])[1:]]),
        "c": (TEXT, [*"abc", *column(["a", "b", "c"])[3:]]),
        "y": (TEXT, [*"pqr", *(chance.choice("pqr") for _ in range(n - 3))]),
    }
    said: dict[str, Any] = {"target": "y", "nominal": ["c"]}
    if weighted:
        columns = {**columns, "w": (WHOLE, [chance.randint(1, 3) for _ in range(n)])}
        said["weights"] = "w"
    return columns, said


def cases(count: int, **kind: Any) -> Iterator[tuple[Columns, dict[str, Any], DataSet, random.Random]]:
    for seed in range(count):
        chance = random.Random(seed)
        columns, said = made(chance, weighted=seed % 3 == 1, **kind)
        yield columns, said, in_memory(columns, **said), chance


def policy_number(i: int) -> dtref.Policy:
    policy = evolve((dtref.CART, dtref.C45, dtref.ID3)[i % 3], **GAPS, continuous=dtref.CART.continuous)
    return evolve(policy, stop=(*policy.stop, dtref.AtDepth(1 + i % 3)))


def answers(tree: Tree, data: DataSet) -> Counter[Any]:
    """What a tree predicts, with the weight of the records by their labels."""
    predict, seen = predictor(tree, data.attributes), Counter[Any]()
    for record in data:
        seen[predict(record), record.label] += record.weight  # type: ignore[assignment] # weights are fractions
    return seen


def test_a_tree_answers_on_what_it_sees_as_on_all_records(engine: Engine) -> None:
    for i, (columns, said, data, _) in enumerate(cases(CASES)):
        grown = grow(evolve(data, records=data.records[: len(data) // 2]), policy_number(i))
        source = source_of(engine, columns, **said)
        counting = Counting(source.system)
        seen = dtref.seen_by_tree(grown, evolve(source, system=counting))
        assert len(counting.queries) == 1
        assert answers(grown, seen) == answers(grown, data)
        here, there = dtref.reduced_error(grown, seen), dtref.reduced_error(grown, data)
        assert here.tree == there.tree
        assert [(c.node, c.subtree, c.leaf) for c in here.comparisons] == [(c.node, c.subtree, c.leaf) for c in there.comparisons]


def test_a_regression_tree_answers_on_what_it_sees(engine: Engine) -> None:
    columns: Columns = {"x": (WHOLE, [1, 2, 3, 4, None, 4]), "y": (DOUBLE, [0.1, 0.2, 0.5, 0.25, 3.0, 8.0])}
    said: dict[str, Any] = {"target": "y", "continuous": ["y"]}
    data = in_memory(columns, **said)
    grown = grow(data, evolve(dtref.REGRESSION_TREE, **GAPS))
    assert answers(grown, dtref.seen_by_tree(grown, source_of(engine, columns, **said))) == answers(grown, data)


def test_predictions_as_a_query(engine: Engine) -> None:
    for i, (columns, said, data, _) in enumerate(cases(CASES)):
        grown = grow(data, policy_number(i))
        source = source_of(engine, columns, **said)
        rows = list(source.system.rows(dtref.prediction_query(grown, source, keep=["y", "x"])))
        predict = predictor(grown, data.attributes)
        asked = [is_answered(grown, record, data) for record in data]
        for record, (label, x, predicted), is_known in zip(data, rows, asked, strict=True):
            assert (record.label, record.values[0]) == (label, MISSING if x is None else x)
            assert predicted == (predict(record).labels[0] if is_known else None)


def is_answered(tree: Tree, record: Any, data: DataSet) -> bool:
    """Whether a record knows each value that it is asked for on its way, and a branch takes it."""
    while isinstance(tree, Branch):
        test: Any = tree.test
        cell = record.values[data.column(test.attribute.name)]
        if cell is MISSING:
            return False
        branch: Any = branch_of(test, cell)
        if branch is MISSING:
            return False
        tree = tree.children[branch]
    return True


def spoiled(tree: Tree, data: DataSet, chance: random.Random) -> Tree:
    """The tree with one node changed: a leaf for a branch, or another policy's subtree."""
    listed = list(preorder(tree, children))
    node = chance.choice(listed)
    other = evolve(data, records=data.records[::2]) if chance.random() < 0.5 else data
    another = policy_number(1) if chance.random() < 0.5 else evolve(policy_number(2), nominal=dtref.CART.nominal, criterion=error_reduction)
    new: Tree = Leaf(node.counts, node.labels) if isinstance(node, Branch) and chance.random() < 0.3 else grow(other, another)

    def changed(here: Tree) -> Tree:
        if here is node:
            return new
        return evolve(here, children=tuple(map(changed, here.children))) if isinstance(here, Branch) else here

    return changed(tree)


def told(report: Report) -> list[Any]:
    """The verdicts of each node by name, with the gap of a test that is beaten."""
    return [(f.path, f.counts, sorted((type(v).__name__, str(getattr(v, "gap", ""))) for v in f.verdicts)) for f in report.findings]


def test_verdicts_are_those_from_memory(engine: Engine) -> None:
    kinds = Counter[str]()
    for i, (columns, said, data, chance) in enumerate(cases(CASES, gaps=False)):
        policy = policy_number(i)
        right = grow(data, policy)
        source = source_of(engine, columns, **said)
        for tree in (right, spoiled(right, data, chance), spoiled(right, data, chance)):
            counting = Counting(source.system)
            here = dtref.verify_counts(tree, evolve(source, system=counting), policy)
            there = dtref.verify(Model(data.attributes, data.target, policy.name, tree), data, policy, ulps=0)
            assert len(counting.queries) <= 1 + 2 * (depth(tree) + 1)
            assert told(here) == told(there)
            kinds += here.tally
        assert not dtref.verify_counts(right, source, policy).wrong
    assert {"Optimal", "Tied", "Beaten", "WrongCounts", "StoppedEarly", "StoppedLate"} <= {*kinds}


def test_a_tree_with_gaps_is_right_and_another_is_not(engine: Engine) -> None:
    wrong = 0
    for i, (columns, said, data, chance) in enumerate(cases(CASES)):
        policy = policy_number(i)
        tree, source = grow(data, policy), source_of(engine, columns, **said)
        assert not dtref.verify_counts(tree, source, policy).wrong
        other = spoiled(tree, data, chance)
        try:
            wrong += bool(dtref.verify_counts(other, source, policy).wrong)
        except Invalid:
            assert other != tree
    assert wrong > CASES // 4


def test_measures_of_columns_are_those_of_the_records(engine: Engine) -> None:
    chance = random.Random(5)
    columns: Columns = {
        "score": (DOUBLE, [chance.choice((0.1, 0.5, 0.75)) for _ in range(40)]),
        "predicted": (TEXT, [chance.choice("pq") for _ in range(40)]),
        "y": (TEXT, [chance.choice("pq") for _ in range(40)]),
    }
    source = source_of(engine, columns, target="y")
    groups = dtref.grouped_records(source, ["score", "predicted"]).records
    assert len(groups) <= 12
    scores, predicted = zip(*(record.values for record in groups), strict=True)
    labels, weights = [record.label for record in groups], [record.weight for record in groups]
    truth = columns["y"][1]
    assert dtref.auc(scores, labels, positive="p", weights=weights) == dtref.auc(columns["score"][1], truth, positive="p")
    assert dtref.confusion(labels, predicted, weights=weights).rows == dtref.confusion(truth, columns["predicted"][1]).rows
    with pytest.raises(Invalid, match="names of columns of the table: 'score', 'predicted'"):
        dtref.grouped_records(source, ["scores"])


def test_what_a_table_is_not_asked(engine: Engine) -> None:
    memory = sqlite3.connect(":memory:")
    memory.execute("CREATE TABLE t (z REAL, y TEXT)")
    memory.execute("INSERT INTO t VALUES (1, 'p')")
    other = dtref.counts_of("t", connection=memory, target="y")
    columns, said = made(random.Random(1), gaps=False)
    data = in_memory(columns, **said)
    tree = grow(data, dtref.CART)
    with pytest.raises(Invalid, match=r"column '[xuc]'"):
        dtref.seen_by_tree(tree, other)
    with pytest.raises(Invalid, match="tests of the attributes 'z'"):
        dtref.verify_counts(tree, other, dtref.CART)
    with pytest.raises(Invalid, match="a nominal target, as the tree has"):
        dtref.verify_counts(grow(data, dtref.CART), evolve(source_of(engine, columns, **said), target=Continuous("y")), dtref.CART)
