"""A leaf that is as good as tests: where of several choices that are as good one ends without a test, each report tells, and is right."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product

import jsonschema
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import dtref
from dtref.io.foreign.dtref_model import from_tree
from dtref.io.models import Model, parse_model, write_model
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.judge.equally_right.predictions import welcome_predictions
from dtref.oracle.verify.report import report_text, verdict_json
from dtref.oracle.verify.verdicts import Tied
from dtref.spec.growing.admission import EveryBranchHas, EveryBranchHasRows
from dtref.spec.growing.ties import First, Last, Listed, Refuse, count_endings, tied_nodes
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import predictor
from dtref.spec.model.tests import Groups, Test
from dtref.spec.model.trees import Branch, Gap, Leaf
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.split.best_when_filled import BestWhenFilled
from dtref.spec.split.candidates import Candidates
from dtref.spec.split.chaid.candidates import LeastAdjustedP, MergedCandidates
from dtref.spec.split.chaid.least_p import LeastPInDoubles, compare_in_doubles
from dtref.spec.split.chaid.significance import Significance, compare_p
from dtref.spec.split.choose import Best
from dtref.spec.split.filled import gain_of_filled
from dtref.spec.stability.agreement import answers_of_all_trees

SCHEMA = json.loads((golden_folder() / "schema" / "tree.schema.json").read_text("utf-8"))
CONFIRMS = evolve(dtref.CART, confirm=(EveryBranchHas(2),), gap=Gap.FRACTIONS, missing=keep_missing)
ROWS = ((0, 0, "p"), (0, 1, "p"), (1, None, "p"), (None, None, "q"))
"""Both cuts gain 0. With its part of the records that miss x the branch x > 1/2 has 4/3 records, too few; y has 2 in either."""


def records(*, swapped: bool = False) -> DataSet:
    order = (1, 0) if swapped else (0, 1)
    return dtref.from_arrays(
        [[row[i] for i in order] for row in ROWS], [row[2] for row in ROWS], names=["y", "x"] if swapped else ["x", "y"]
    )


def test_the_order_of_columns_decides_which_of_the_two_trees_is_grown_and_no_more() -> None:
    assert [type(dtref.grow(records(swapped=swapped), CONFIRMS)) for swapped in (False, True)] == [Leaf, Branch]
    for data in (records(), records(swapped=True)):
        assert dtref.count_trees(data, CONFIRMS) == dtref.count_partitions(data, CONFIRMS) == 2
        assert {type(tree) for tree in dtref.trees(data, CONFIRMS)} == {Leaf, Branch}
        assert [tied_nodes(tree) for tree in dtref.trees(data, CONFIRMS)] == [1, 1]


def test_tie_rules_choose_the_leaf() -> None:
    grown = {rule: dtref.grow(records(), evolve(CONFIRMS, tie=rule)) for rule in (First(), Last(), Listed((0,)), Listed((1,)))}
    assert [type(tree) for tree in grown.values()] == [Leaf, Branch, Leaf, Branch]
    with pytest.raises(dtref.Invalid, match="expected one way to go on"):
        dtref.grow(records(), evolve(CONFIRMS, tie=Refuse()))
    with pytest.raises(dtref.Invalid, match="expected no limit of leaves"):
        dtref.grow(records(), evolve(CONFIRMS, most_leaves=2))


def test_each_view_tells_that_another_ending_is_as_good() -> None:
    data = records()
    leaf, branch = dtref.trees(data, CONFIRMS)
    for tree in (leaf, branch):
        assert count_endings(tree) == 2
        assert "[1 of 2 tied]" in dtref.tree_text(tree)
        report = dtref.verify(from_tree(tree), data, CONFIRMS)
        assert not report.wrong
        (tied,) = [v for f in report.findings for v in f.verdicts if isinstance(v, Tied)]
        assert tied.or_leaf
        assert verdict_json(tied)["or_leaf"] == "yes"  # type: ignore[index,call-overload]
        assert ", a leaf" in "".join(report_text(report))
        model = Model(data.attributes, data.target, "CART", tree)
        jsonschema.validate(json.loads(write_model(model)), SCHEMA)
        assert parse_model(write_model(model)).tree == pickle.loads(pickle.dumps(tree)) == tree
    explained = [str(dtref.explain(data, evolve(CONFIRMS, tie=rule))) for rule in (First(), Last())]
    assert all("[not confirmed]" in text for text in explained)
    assert "As good: y <= 0.5" in explained[0]
    assert "A leaf is as good here" in explained[1]
    assert leaf != Leaf(leaf.counts, leaf.labels)


def test_a_record_has_the_labels_of_either_ending() -> None:
    data = dtref.from_arrays(
        [[0, 0], [0, 1], [1, None], [None, None], [None, 1], [None, 1]],
        ["p", "p", "p", "q", "q", "q"],
        names=["x", "y"],
        nominal={"class": ("p", "q")},
    )
    answers = {tree: tuple(predictor(tree, data.attributes)(data.records[0]).labels) for tree in dtref.trees(data, CONFIRMS)}
    welcome = welcome_predictions(data, CONFIRMS, data.records[0], any_cut=False)
    assert {tuple(said["labels"]) for said in welcome} == set(answers.values())


# The choice among columns, beside every run: each column has one of its candidates, or none where it may have none.


def runs(of_columns: Sequence[Sequence[object]]) -> Iterator[tuple[object, ...]]:
    return product(*of_columns)


def won(best: Best | None) -> tuple[set[str], bool]:
    """The names of the optima, and whether a run ends in a leaf."""
    return (set(), True) if best is None else ({str(t.attribute.name) for t in best.optima}, best.leaf is not None)  # type: ignore[union-attr]


def named(a: int, i: int) -> Test:
    return Groups(Nominal(f"{a}.{i}", ("u", "v")), (("u",), ("v",)), 0, None)


statistics_of_column = st.lists(st.tuples(st.integers(0, 6), st.sampled_from([1, 3])), max_size=3)
columns_of_p = st.lists(st.tuples(statistics_of_column, st.booleans()), min_size=1, max_size=3)


@given(columns=columns_of_p, alpha=st.sampled_from([Fraction(1, 20), Fraction(1, 3), Fraction(1)]))
@pytest.mark.parametrize("doubles", [False, True])
def test_what_wins_by_p_values_wins_in_some_run(columns: list[tuple[list[tuple[int, int]], bool]], alpha: Fraction, doubles: bool) -> None:
    adjusted = [[Significance(Fraction(s), 1, m) for s, m in pairs] for pairs, _ in columns]
    offered = [
        MergedCandidates([((1, 0), (0, 1))] * len(of), partial(named, a), (0, 0), of, none)
        for a, (of, (_, none)) in enumerate(zip(adjusted, columns, strict=True))
    ]
    winners: set[str] = set()
    leaf = False
    compare: Callable[[Significance, Significance], int] = compare_in_doubles if doubles else compare_p
    for run in runs([[*enumerate(of), *([None] if none or not of else [])] for of, (_, none) in zip(adjusted, columns, strict=True)]):
        entered: list[tuple[str, Significance]] = [(f"{a}.{one[0]}", one[1]) for a, one in enumerate(run) if isinstance(one, tuple)]
        best = [name for name, own in entered if all(compare(own, other) <= 0 for _, other in entered)]
        least = next((own for name, own in entered if name in best), None)
        if least is None or (not doubles and float(least.p) > alpha):
            leaf = True
        else:
            winners.update(best)
    select = LeastPInDoubles() if doubles else LeastAdjustedP(alpha)
    assert won(select((1, 1), offered, gain_of_filled)) == (winners, leaf or not winners)


splits_of_five = (
    st.tuples(st.integers(0, 2), st.integers(0, 3)).map(lambda left: (left, (2 - left[0], 3 - left[1]))).filter(lambda s: all(map(any, s)))
)


@given(
    columns=st.lists(st.lists(splits_of_five, max_size=3), min_size=1, max_size=3),
    above=st.sampled_from([Fraction(0), Fraction(1, 20), Fraction(1, 10), Fraction(1, 3)]),
)
def test_what_wins_by_filled_branches_wins_in_some_run(columns: list[list[tuple[tuple[int, int], ...]]], above: Fraction) -> None:
    node, select = (4, 5), BestWhenFilled(above=above)
    offered = [Candidates(of, partial(named, a), (2, 2)) for a, of in enumerate(columns)]
    entering = [select.entering(node, candidates, gain_of_filled) for candidates in offered]
    winners: set[str] = set()
    leaf = False
    for run in runs([of or [None] for of in entering]):
        entered = [(f"{a}.{one[0]}", one[1]) for a, one in enumerate(run) if isinstance(one, tuple)]
        best = [name for name, own in entered if all(own >= other for _, other in entered) and own > above]
        winners.update(best)
        leaf |= not best
    assert won(select(node, offered, gain_of_filled)) == (winners, leaf)


def test_what_all_trees_answer_has_the_answers_of_the_leaf() -> None:
    """Both cuts take 2 of p off, x in one record, which is too few. Uncut the rest of y has p and q alike."""
    rows = [("0", "1", "p", 2), ("1", "0", "p", 1), ("1", "0", "p", 1), ("1", "1", "q", 1), ("1", "1", "q", 1)]
    x, y, label = (Nominal(name, values) for name, values in (("x", ("0", "1")), ("y", ("0", "1")), ("c", ("p", "q"))))
    data = DataSet((x, y), label, [Record((a, b), c, Fraction(w)) for a, b, c, w in rows])
    policy = evolve(dtref.CART, confirm=(EveryBranchHasRows(2),))
    p, either = ("p",), ("p", "q")
    assert answers_of_all_trees(data, policy) == ({p, either}, {p}, {p}, {p, either}, {p, either})
