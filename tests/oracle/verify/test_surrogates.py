"""Verdicts on surrogates: every tied list is right, and each thing that is changed in one is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice

import pytest
from attrs import evolve
from gaps import small
from hypothesis import assume, given
from hypothesis import strategies as st

import dtref
from dtref.io.foreign.dtref_model import from_tree
from dtref.io.foreign.tree import ForeignTree
from dtref.oracle.judge.equally_right.answered_trees import read_answer
from dtref.oracle.operations.answers import tree_answer, write_answer
from dtref.oracle.verify.report import report_json, report_text
from dtref.oracle.verify.verdicts import SURROGATES_ARE_NOT_COMPARED, Report, TiedSurrogates, WrongRest, WrongSurrogate
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import trees
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Branch, Surrogates, Tree, nodes

policies = pytest.mark.parametrize("policy", [dtref.CART_SURROGATES, dtref.RPART], ids=lambda policy: policy.name)


def answered(tree: Tree, data: DataSet) -> ForeignTree:
    """A tree as a program answers it by the protocol."""
    return read_answer(json.dumps(write_answer(tree_answer(tree))), data)


def tied_lists(report: Report) -> list[int]:
    return [verdict.count for finding in report.findings for verdict in finding.verdicts if isinstance(verdict, TiedSurrogates)]


@policies
@given(data=small(7))
def test_every_list_that_ties_leave_open_is_right(policy: Policy, data: DataSet) -> None:
    for tree in islice(trees(data, policy), 20):
        tied = [
            node.gap.others + 1 for node in nodes(tree) if isinstance(node, Branch) and isinstance(node.gap, Surrogates) and node.gap.others
        ]
        for foreign in (from_tree(tree), answered(tree, data)):
            report = dtref.verify(foreign, data, policy)
            assert (report.wrong, report.tally["NotChecked"]) == ((), 0)
            assert SURROGATES_ARE_NOT_COMPARED not in report.notes
            assert tied_lists(report) == tied


def without_last(gap: Surrogates) -> Surrogates:
    return evolve(gap, tests=gap.tests[:-1])


def twice(gap: Surrogates) -> Surrogates:
    return evolve(gap, tests=(*gap.tests, gap.tests[-1]))


def exchanged(gap: Surrogates) -> Surrogates:
    (test, stands_for), *rest = gap.tests
    return evolve(gap, tests=((test, stands_for[::-1]), *rest))


PLACES: dict[Callable[[Surrogates], Surrogates], Callable[[Surrogates], int]] = {
    without_last: lambda gap: len(gap.tests) - 1,
    twice: lambda gap: len(gap.tests),
    exchanged: lambda _: 0,
}


@policies
@pytest.mark.parametrize("change", PLACES, ids=lambda change: change.__name__)
@given(data=small(7), last=st.booleans())
def test_a_changed_list_is_wrong_at_its_place(
    policy: Policy, change: Callable[[Surrogates], Surrogates], data: DataSet, last: bool
) -> None:
    """At the root, so that the records are those of the tree."""
    tree = dtref.grow(data, evolve(policy, tie=dtref.Last()) if last else policy)
    assume(isinstance(tree, Branch) and isinstance(tree.gap, Surrogates) and tree.gap.tests)
    assert isinstance(tree, Branch)
    assert isinstance(tree.gap, Surrogates)
    if change is exchanged:
        assume(tree.gap.others == 0)  # else it may be another of the tied ones
    changed = evolve(tree, gap=change(tree.gap))
    for foreign in (from_tree(changed), answered(changed, data)):
        verdicts = dtref.verify(foreign, data, policy).findings[0].verdicts
        (wrong,) = (verdict for verdict in verdicts if isinstance(verdict, WrongSurrogate))
        assert wrong.place == PLACES[change](tree.gap)
        assert bool(wrong.got) == (change is not without_last)
        assert bool(wrong.wanted) == (change is not twice)


W_G_H = [(1, 1, 1), (2, 2, 2), (3, 5, 3), (4, 4, 2), (5, 5, 5), (6, 6, 6), (None, 6, 1)]
WGH = dtref.from_arrays(W_G_H, list("0001111"), names=["w", "g", "h"])


def test_what_is_wrong_and_what_is_right_is_said() -> None:
    """Both surrogates of w <= 3.5 agree on 5 of 6 records."""
    tree = dtref.grow(WGH, dtref.CART_SURROGATES)
    assert isinstance(tree, Branch)
    assert isinstance(tree.gap, Surrogates)
    right = dtref.verify(from_tree(tree), WGH, dtref.CART_SURROGATES)
    assert "  right    its surrogates are one choice of 2 that are exactly as good" in report_text(right, every=True)
    one = dtref.verify(from_tree(evolve(tree, gap=without_last(tree.gap))), WGH, dtref.CART_SURROGATES)
    assert "  WRONG    surrogate 2: it has none; right is 'h <= 4' for 'w <= 3.5', 'h > 4' for 'w > 3.5'" in report_text(one)


def test_the_branch_of_the_rest_must_be_a_heaviest() -> None:
    data = dtref.from_arrays([[1], [2], [3]], list("aab"), names=["x"])
    tree = dtref.grow(data, dtref.CART_SURROGATES)
    assert isinstance(tree, Branch)
    assert isinstance(tree.gap, Surrogates)
    changed = evolve(tree, gap=evolve(tree.gap, otherwise=1))
    for foreign in (from_tree(changed), answered(changed, data)):
        report = dtref.verify(foreign, data, dtref.CART_SURROGATES)
        assert WrongRest(("x <= 2.5",), ("x > 2.5",)) in report.findings[0].verdicts
    text = "  WRONG    where no surrogate answers it goes on with x > 2.5; right is x <= 2.5"
    assert text in report_text(report)
    written = json.dumps(report_json(report))
    assert json.dumps({"verdict": "WrongRest", "wanted": ["x <= 2.5"], "got": ["x > 2.5"]}) in written


def test_an_answer_that_leaves_surrogates_out_is_judged_without_them() -> None:
    tree = dtref.grow(WGH, dtref.CART_SURROGATES)
    answer = write_answer(tree_answer(tree))
    assert isinstance(answer, dict)
    del answer["surrogates"], answer["otherwise"]
    report = dtref.verify(read_answer(json.dumps(answer), WGH), WGH, dtref.CART_SURROGATES)
    assert (report.wrong, tied_lists(report)) == ((), [])


@pytest.mark.parametrize(
    ("part", "value", "message"),
    [
        ("surrogates", {}, "<answer> (protocol), node 1, surrogates: expected a list of objects with 'test' and 'stands_for' (got {})"),
        (
            "surrogates",
            [{}],
            "<answer> (protocol), node 1, surrogate 1, test: expected a test as golden/README.md has them, and of one attribute (got None)",
        ),
        (
            "surrogates",
            [{"test": {"threshold": "g", "cut": 2}, "stands_for": ["yes"]}],
            "<answer> (protocol), node 1, surrogates, 1, stands_for: expected a branch of the node for each of yes, no (got ['yes'])",
        ),
        ("otherwise", "left", "<answer> (protocol), node 1, otherwise: expected a branch of the node, which are yes, no (got 'left')"),
    ],
)
def test_surrogates_that_are_none_are_refused(part: str, value: object, message: str) -> None:
    answer = write_answer(tree_answer(dtref.grow(WGH, dtref.CART_SURROGATES)))
    assert isinstance(answer, dict)
    with pytest.raises(dtref.Invalid) as refused:
        read_answer(json.dumps({**answer, part: value}), WGH)
    assert str(refused.value) == message
