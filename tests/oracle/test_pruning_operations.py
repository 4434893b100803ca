"""What the operations that prune, stop, measure predictions and balance refuse; and a second route to some of their answers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtref.errors import Invalid
from dtref.oracle.operations.answers import write_answer
from dtref.oracle.operations.registry import run

ROWS = {"header": ["x", "y"], "rows": [["1", "+"], ["2", "+"], ["3", "-"]], "target": "y"}
CART = {"data": ROWS, "preset": "cart"}

REFUSED = {
    "a tree and data": (
        "pessimistic_errors",
        {"tree": ["1", "2"], **CART},
        "pessimistic_errors, given: expected one of 'tree' and 'data' with 'preset' (got 'both')",
    ),
    "a leaf that is a number": ("pessimistic_errors", {"tree": "3"}, "pessimistic_errors, given, tree: expected an array (got '3')"),
    "leaves of unequal length": (
        "pessimistic_errors",
        {"tree": [["1", "2"], ["1"]]},
        "pessimistic_errors, given, tree: expected as many counts in each leaf (got [['1', '2'], ['1']])",
    ),
    "counts beside a tree": (
        "pessimistic_errors",
        {"tree": ["1", ["2"]]},
        "pessimistic_errors, given, tree: expected an array (got '1')",
    ),
    "a leaf of nothing": ("pessimistic_errors", {"tree": []}, "pessimistic_errors, given, tree: expected counts or trees (got [])"),
    "a negative count": (
        "pessimistic_errors",
        {"tree": ["2", "-1"]},
        "pessimistic_errors, given, tree: expected counts of at least 0 (got ['2', '-1'])",
    ),
    "a short validation row": (
        "validation_errors",
        {**CART, "validation": [["1"]]},
        "validation_errors, given, validation: expected 1 cells and a class (got ['1'])",
    ),
    "a validation row of another class": (
        "validation_errors",
        {**CART, "validation": [["1", "*"]]},
        "validation_errors, given, validation: expected 1 cells and a class (got ['1', '*'])",
    ),
    "ties that are none": (
        "pessimistic_pruning",
        {"tree": ["1", "2"], "ties": "split"},
        "pessimistic_pruning, given, ties: expected one of 'keep', 'cut' (got 'split')",
    ),
    "a risk that is none": (
        "cost_complexity",
        {"tree": ["1", "2"], "risk": "accuracy"},
        "cost_complexity, given, risk: expected one of 'errors', 'gini', 'entropy', 'variance' (got 'accuracy')",
    ),
    "a rule that is none": (
        "grow_stopping",
        {**CART, "stop": [{"rule": "tired"}]},
        "grow_stopping, given, stop[0], rule: expected one of 'fewer_than', 'fewer_rows_than', 'at_depth', 'improves_less_than', "
        "'improves_tree_less_than', 'no_improvement', 'independent' (got 'tired')",
    ),
    "a rule with a number that it doesn't take": (
        "grow_stopping",
        {**CART, "stop": [{"rule": "no_improvement", "records": "2"}]},
        "grow_stopping, given, stop[0]: expected inputs 'rule' (got 'records')",
    ),
    "a value twice": (
        "zero_one_loss",
        {"targets": [["a", "1/2"], ["a", "1/2"]], "predictions": [["a", "1"]]},
        "zero_one_loss, given, targets: expected each value once (got 'a')",
    ),
    "a number twice, written in two ways": (
        "estimator",
        {"estimates": [["1", "1/2"], ["1.0", "1/2"]], "truth": "1"},
        "estimator, given, estimates: expected each value once (got '1.0')",
    ),
    "a value without a probability": (
        "zero_one_loss",
        {"targets": [["a"]], "predictions": [["a", "1"]]},
        "zero_one_loss, given, targets: expected pairs of a value and its probability (got ['a'])",
    ),
    "a joint pair twice": (
        "generalisation_error",
        {"joint": [["s", "a", "1/2"], ["s", "a", "1/2"]], "predictor": {"s": "a"}},
        "generalisation_error, given, joint: expected rows of an x, a label and their probability, each pair once (got ['s', 'a', '1/2'])",
    ),
    "a step without a gap": (
        "smote",
        {"data": ROWS, "neighbours": "1", "steps": [["3", "1"]]},
        "smote, given, steps[0]: expected a record, its neighbour and the gap (got ['3', '1'])",
    ),
    "samples that are none": (
        "learner_predictions",
        {**CART, "samples": [], "record": {"x": "1"}},
        "learner_predictions, given, samples: expected at least one sample (got ())",
    ),
}


@pytest.mark.parametrize(("operation", "parts", "complaint"), REFUSED.values(), ids=REFUSED)
def test_a_wrong_input_is_refused(operation: str, parts: dict[str, object], complaint: str) -> None:
    with pytest.raises(Invalid) as problem:
        run(operation, parts)
    assert str(problem.value) == complaint


leaves = st.lists(st.tuples(*[st.integers(0, 9)] * 2), min_size=1, max_size=5)


@given(leaves)
def test_a_tree_by_its_leaves_has_their_errors_and_a_penalty_for_each(counts: list[tuple[int, int]]) -> None:
    tree = [[str(n) for n in leaf] for leaf in counts]
    assert run("pessimistic_errors", {"tree": tree}) == sum(map(min, counts)) + Fraction(len(counts), 2)


@given(leaves)
def test_a_tree_is_cut_where_a_leaf_costs_no_more(counts: list[tuple[int, int]]) -> None:
    tree = [[str(n) for n in leaf] for leaf in counts]
    whole = min(sum(a for a, _ in counts), sum(b for _, b in counts)) + Fraction(1, 2)
    parts = sum(map(min, counts)) + Fraction(len(counts), 2)
    found = write_answer(run("pessimistic_pruning", {"tree": tree, "ties": "cut"}))
    cut = whole <= parts
    assert found == {
        "cuts": ["1"] if cut else [],
        "leaves": "1" if cut else str(len(counts)),
        "compared": [{"node": "1", "subtree": str(parts), "leaf": str(whole), "cut": "yes" if cut else "no"}],
    }
