"""The numbers and places that a report of a pruning shows, against naive recursion over small trees and against the records themselves."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from chains import chain
from hypothesis import assume, given
from hypothesis import strategies as st
from narrow import attribute_of, defined, of_kind
from shapes import goes
from spec.pruning.prunings import cost, is_pruning, leaves, wrong

from dtref.exact.comparison import compare
from dtref.exact.number import Number, number
from dtref.io.numbers import Json
from dtref.show.page.as_text import as_text
from dtref.show.page.of_pruning import pruning_blocks, pruning_json
from dtref.show.pruning.by_node import report_description, report_reduced_error
from dtref.show.pruning.by_step import (
    at_alpha,
    chosen_by_cross_validation,
    chosen_by_validation,
    report_best_node_first,
    report_cost_complexity,
)
from dtref.show.pruning.findings import NodeOutcome, PredictedErrors, PruningFinding, PruningReport, PruningValue
from dtref.show.pruning.pessimistic import report_pessimistic, report_pessimistic_within_error
from dtref.show.pruning.places import Place, last_conditions, path_text
from dtref.show.pruning.predicted import report_error_based, report_raising
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.branches import condition
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Side, Test, Threshold
from dtref.spec.model.trees import Branch, Leaf, Tree, leaf_count, nodes, training_errors, weight
from dtref.spec.pruning.bottom_up import if_better, if_no_worse
from dtref.spec.pruning.cost_complexity import cost_complexity, impurity_risk, misclassified
from dtref.spec.pruning.description import TreeCode, attribute_only
from dtref.spec.pruning.error_based import upper_limit
from dtref.spec.pruning.selection import by_cross_validation, by_validation
from dtref.spec.split.description import errors_listed
from dtref.spec.split.impurity import gini
from dtref.strategies import data_sets, trees, trees_for

HALF = Fraction(1, 2)


def walked(tree: Tree, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Tree]]:
    """Every node in preorder with the conditions that lead to it, by recursion."""
    yield path, tree
    if isinstance(tree, Branch):
        for i, child in enumerate(tree.children):
            yield from walked(child, (*path, condition(tree.test, i)))


def followed(tree: Tree, path: tuple[str, ...]) -> Tree | None:
    """What is at the end of a path; None where an ancestor is a leaf."""
    for step in path:
        if isinstance(tree, Leaf):
            return None
        tree = next(child for i, child in enumerate(tree.children) if condition(tree.test, i) == step)
    return tree


def plain(value: PruningValue | None) -> Number:
    """A figure that is one number, not a sum of predicted errors."""
    assert value is not None
    assert not isinstance(value, PredictedErrors)
    return defined(value)


def after_pruning(report: PruningReport) -> Tree:
    """The tree that is left."""
    assert report.after is not None
    return report.after


@given(tree=trees(), penalty=st.sampled_from([HALF, Fraction(0), Fraction(1, 3)]), cut=st.sampled_from([if_better, if_no_worse]))
def test_pessimistic_figures_are_what_recursion_gives(tree: Tree, penalty: Fraction, cut: Callable[..., Any]) -> None:
    report = report_pessimistic(tree, penalty, cut)
    listed = list(walked(tree))
    assert is_pruning(after_pruning(report), tree)
    assert [f.place.node for f in report.findings] == [i for i, (_, node) in enumerate(listed) if isinstance(node, Branch)]
    for finding in report.findings:
        path, node = listed[finding.place.node]
        as_leaf, subtree = finding.figures
        assert (tuple(last_conditions(finding.place, 99)), finding.counts, finding.place.at) == (path, node.counts, node)
        assert as_leaf.value == wrong(node) + penalty
        below = naive(node, penalty, cut)
        assert subtree.value == cost(below, lambda leaf: wrong(leaf) + penalty)
        assert dict(subtree.made_of)["leaves"] == len(leaves(below))
        assert dict(subtree.made_of)["training errors"] == cost(below, wrong)
        if weight(node):
            assert dict(subtree.made_of)["rate"] == plain(subtree.value) / weight(node)
        assert (finding.outcome is NodeOutcome.CUT) == cut(compare(plain(as_leaf.value), plain(subtree.value)))
        check_words(finding, compare(plain(as_leaf.value), plain(subtree.value)))
    check_gone(report, listed)
    before, after = report.facts[-1].before, report.facts[-1].after
    assert before == training_errors(tree) + penalty * leaf_count(tree)
    assert after == training_errors(after_pruning(report)) + penalty * leaf_count(after_pruning(report))


def naive(tree: Tree, penalty: Fraction, cut: Callable[[int], bool]) -> Tree:
    """The subtree of an inner node when all below it is pruned; a leaf itself."""
    if isinstance(tree, Leaf):
        return tree
    parts = [pruned(child, penalty, cut) for child in tree.children]
    return Branch(tree.counts, tree.labels, tree.test, tree.optima, parts, tree.gap)


def pruned(tree: Tree, penalty: Fraction, cut: Callable[[int], bool]) -> Tree:
    below = naive(tree, penalty, cut)
    return Leaf(tree.counts, tree.labels) if cut(compare(wrong(tree) + penalty, cost(below, lambda leaf: wrong(leaf) + penalty))) else below


def check_words(finding: PruningFinding, sign: int) -> None:
    assert ("a leaf has fewer" in finding.why, "a leaf has as many" in finding.why, "the subtree has fewer" in finding.why) == (
        sign < 0,
        sign == 0,
        sign > 0,
    )


def check_gone(report: PruningReport, listed: list[tuple[tuple[str, ...], Tree]]) -> None:
    """A node is said to be gone exactly where the pruned tree has nothing there; the one it goes with is a leaf of the pruned tree."""
    for finding in report.findings:
        path, _ = listed[finding.place.node]
        there = followed(after_pruning(report), path)
        assert (finding.gone_with is not None) == (there is None)
        if there is not None:
            assert isinstance(there, Leaf) == (finding.outcome is NodeOutcome.CUT)
        if finding.gone_with is not None:
            top = listed[finding.gone_with.node][0]
            assert path[: len(top)] == top
            assert isinstance(followed(after_pruning(report), top), Leaf)


@given(tree=trees())
def test_within_one_standard_error_shows_the_three_numbers(tree: Tree) -> None:
    report = report_pessimistic_within_error(tree)
    listed = list(walked(tree))
    for finding in report.findings:
        node = listed[finding.place.node][1]
        n, subtree = weight(node), cost(node, lambda leaf: wrong(leaf) + HALF)
        assert [f.value for f in finding.figures[:2]] == [wrong(node) + HALF, subtree]
        if n and subtree <= n:
            (error,) = (value for _, value in finding.figures[2].made_of)
            squared = subtree * (n - subtree) / n
            assert compare(plain(error), Fraction(0)) >= 0
            above = wrong(node) + HALF - subtree
            assert (finding.outcome is NodeOutcome.CUT) == (above <= 0 or above * above <= squared)
        else:
            assert (len(finding.figures), finding.outcome, finding.why) == (
                2,
                NodeOutcome.CUT,
                "the subtree has more pessimistic errors than records",
            )
    assert is_pruning(after_pruning(report), tree)


@st.composite
def trees_with_validation(draw: st.DrawFn) -> tuple[Tree, DataSet]:
    """A tree of some of a data set's records, and the others."""
    data = draw(data_sets(max_records=10))
    at = draw(st.integers(0, len(data)))
    return draw(trees_for(DataSet(data.attributes, data.target, data.records[:at]))), DataSet(
        data.attributes, data.target, data.records[at:]
    )


@given(drawn=trees_with_validation())
def test_validation_figures_are_of_the_records_that_get_there(drawn: tuple[Tree, DataSet]) -> None:
    tree, validation = drawn
    report = report_reduced_error(tree, validation)
    for finding in report.findings:
        there = [r for r in validation if meets(r, finding.place, validation)]
        assert finding.figures[0].value == sum(r.label != finding.place.at.labels[0] for r in there)
        assert finding.figures[0].made_of == (("validation records", len(there)),)
    check_gone(report, list(walked(tree)))
    stepwise = report_best_node_first(tree, validation)
    left = stepwise.facts[-1].before
    for finding in stepwise.findings:
        leaf, subtree, improvement, whole = (f.value for f in finding.figures)
        assert leaf == sum(r.label != finding.place.at.labels[0] for r in validation if meets(r, finding.place, validation))
        assert (plain(subtree) - plain(leaf), plain(left) - plain(improvement)) == (improvement, whole)
        left = whole
    assert left == stepwise.facts[-1].after


def meets(record: Record, place: Place, data: DataSet) -> bool:
    """Whether a record goes the way that leads to a place, each step taken by hand."""
    while place.above is not None:
        test = of_kind(Branch, place.above.at).test
        if condition(test, branch(test, record.values[data.column(attribute_of(test).name)])) != place.condition:
            return False
        place = place.above
    return True


def branch(test: Test, cell: Any) -> int:
    if isinstance(test, Threshold):
        return int(not (cell <= test.cut if test.side is Side.AT_MOST else cell < test.cut))
    return goes(test, cell)


@st.composite
def trees_with_their_data(draw: st.DrawFn) -> tuple[Tree, DataSet]:
    data = draw(data_sets(max_records=12))
    return draw(trees_for(data)), data


@given(drawn=trees_with_their_data())
def test_raising_names_the_node_that_stands_there(drawn: tuple[Tree, DataSet]) -> None:
    """The decisions name no nodes: the counts of each must be those of the records that go where it is said to stand."""
    tree, data = drawn
    report = report_raising(tree, data)
    for finding in report.findings:
        there = [r for r in data if meets(r, finding.place, data)]
        assert finding.counts == tuple((c, sum(r.label == c for r in there)) for c in data.classes)
        assert list(nodes(tree))[finding.place.node] is finding.place.at
        leaf, subtree, raised = (f.value for f in finding.figures)
        chosen = {NodeOutcome.CUT: leaf, NodeOutcome.RAISED: raised, NodeOutcome.KEPT: subtree}[finding.outcome]
        assert all(least(of_kind(PredictedErrors, chosen)) <= most(of_kind(PredictedErrors, other)) for other in (leaf, subtree, raised))
    kept = [f for f in report.findings if f.outcome is not NodeOutcome.RAISED]
    assert not isinstance(report.after, Branch) or of_kind(Branch, kept[-1].place.at).test == report.after.test


@given(tree=trees())
def test_predicted_errors_are_the_sum_of_their_terms(tree: Tree) -> None:
    report = report_error_based(tree)
    for finding in report.findings:
        for figure in finding.figures:
            assert isinstance(figure.value, PredictedErrors)
            assert least(figure.value) <= figure.value.sum.high
            assert figure.value.sum.low <= most(figure.value)
    check_gone(report, list(walked(tree)))


def least(errors: PredictedErrors) -> Fraction:
    return sum((m * bounds(e, n)[m < 0] for m, n, e in errors.terms), Fraction(0))


def most(errors: PredictedErrors) -> Fraction:
    return sum((m * bounds(e, n)[m > 0] for m, n, e in errors.terms), Fraction(0))


def bounds(e: Fraction, n: Fraction) -> tuple[Fraction, Fraction]:
    limit = upper_limit(e, n)
    return (limit, limit) if isinstance(limit, Fraction) else limit.bounds(64)


@given(tree=trees())
def test_description_figures_add_up(tree: Tree) -> None:
    assume(weight(tree) and all(n.denominator == 1 for _, n in tree.counts))
    report = report_description(tree, TreeCode(errors_listed(3), attribute_only), "free")
    for finding in report.findings:
        (_, test), (_, children) = finding.figures[1].made_of
        assert compare(plain(test) + plain(children), plain(finding.figures[1].value)) == 0
    if report.findings and report.findings[0].outcome is NodeOutcome.KEPT:
        assert compare(plain(report.findings[0].figures[1].value), plain(report.facts[-1].after)) == 0


@given(tree=trees(), risk=st.sampled_from([misclassified, impurity_risk(gini)]))
def test_critical_alphas_come_from_the_numbers_beside_them(tree: Tree, risk: Callable[..., Any]) -> None:
    assume(weight(tree))
    path = cost_complexity(tree, risk)
    for k, step in enumerate(path.steps):
        report = report_cost_complexity(path, risk, "risk", at_alpha(of_kind(Fraction, step.alpha)))
        assert [row.cut for row in report.table] == [s.weakest for s in path.steps]
        assert [row.remark for row in report.table] == ["chosen" if i == k else "" for i in range(len(path.steps))]
        assert report.facts[-1].after == step.risk + step.alpha * leaf_count(after_pruning(report))
        assert compare(plain(report.facts[-1].after), plain(report.facts[-1].before)) <= 0
        assert leaf_count(after_pruning(report)) == step.leaves
    for finding in report_cost_complexity(path, risk, "risk", None).findings:
        node, subtree, g = (f.value for f in finding.figures)
        fewer = plain(dict(finding.figures[1].made_of)["leaves"]) - 1
        assert node == risk(finding.place.at) / weight(tree)
        if fewer and plain(node) - plain(subtree) > 0:
            assert plain(g) * fewer == plain(node) - plain(subtree)
        else:
            assert g == 0


def grown() -> tuple[Tree, DataSet]:
    data = DataSet((Continuous("x"),), Nominal("y", ("a", "b")), [Record((Fraction(i),), "aabababb"[i]) for i in range(8)])
    return learn(data), data


def learn(data: DataSet) -> Tree:
    from dtref.spec.growing.hunt import grow
    from dtref.spec.presets import CART

    return grow(data, CART)


def test_the_choice_of_a_tree_shows_what_it_was_chosen_by() -> None:
    tree, data = grown()
    found = by_cross_validation(data, learn, FOLDS)
    losses = [sum(f.value for f in row.figures if f.name == "cross-validated loss") for row in rows_of(found, False)]
    assert losses == list(found.losses)
    chosen = [row.remark.split(", ")[-1] == "chosen" for row in rows_of(found, True)]
    assert chosen.index(True) == found.within_one_standard_error
    report = report_cost_complexity(
        found.path, misclassified, "errors", chosen_by_cross_validation(found, FOLDS, 0, one_standard_error=True)
    )
    limit = report.facts[-1].before
    means = [number(loss) / 8 for loss in found.losses]
    assert max(i for i, mean in enumerate(means) if compare(mean, plain(limit)) <= 0) == found.within_one_standard_error
    validated = by_validation(cost_complexity(tree), data)
    assert report_cost_complexity(validated.path, misclassified, "errors", chosen_by_validation(validated, Fraction(8))).after == tree


FOLDS = ((0, 4), (1, 5), (2, 6), (3, 7))


def rows_of(found: Any, one: bool) -> Any:
    choice = chosen_by_cross_validation(found, FOLDS, 0, one_standard_error=one)
    return report_cost_complexity(found.path, misclassified, "errors", choice).table


LEAF = Leaf((("a", Fraction(2)), ("b", Fraction(1))), ("a",))
NO_RECORDS = DataSet((), Nominal("y", ("a", "b")), ())


@pytest.mark.parametrize(
    "report",
    [
        report_reduced_error(LEAF, NO_RECORDS),
        report_best_node_first(LEAF, NO_RECORDS),
        report_pessimistic(LEAF),
        report_pessimistic_within_error(LEAF),
        report_error_based(LEAF),
        report_description(LEAF, TreeCode(errors_listed(1), attribute_only), "free"),
        report_raising(LEAF, DataSet((), Nominal("y", ("a", "b")), [Record((), c) for c in "aab"])),
        report_cost_complexity(cost_complexity(LEAF), misclassified, "errors", None),
    ],
    ids=lambda report: report.rule,
)
def test_a_leaf_has_nothing_to_compare(report: PruningReport) -> None:
    assert report.findings == ()
    text = as_text(pruning_blocks(report)).splitlines()
    assert any(line.split() == ["training", "errors", *(["1", "->", "1"] if report.after else ["1"]), "of", "3"] for line in text)
    assert pruning_json(report)["nodes"] == []


LEVELS = 1_500


@pytest.mark.parametrize("rule", ["pessimistic", "reduced error", "cost complexity"])
def test_an_explanation_grows_with_the_tree_not_with_its_paths(rule: str) -> None:
    tree = chain(LEVELS)
    records = [Record((Fraction(i),), "ab"[i % 2]) for i in (3, LEVELS // 2)]
    report = {
        "pessimistic": lambda: report_pessimistic(tree, Fraction(1, 10**9)),
        "reduced error": lambda: report_reduced_error(tree, DataSet((Continuous("x"),), Nominal("y", ("a", "b")), records)),
        "cost complexity": lambda: report_cost_complexity(
            cost_complexity(tree, impurity_risk(gini)), impurity_risk(gini), "gini", at_alpha(Fraction(0))
        ),
    }[rule]()
    assert len(as_text(pruning_blocks(report))) < 1_000 * LEVELS
    assert len(json.dumps(as_written(pruning_json(report)))) < 5_000 * LEVELS
    if rule != "cost complexity":
        assert path_text(report.findings[-1].place).startswith(f"[level {LEVELS - 1}] … and x > {LEVELS - 8}")


def as_written(value: Json) -> Json:
    """The value, if it holds nothing but texts, lists and objects."""
    match value:
        case str():
            return value
        case list():
            return [as_written(v) for v in value]
        case dict():
            return {k: as_written(v) for k, v in value.items()}
    raise AssertionError(value)
