"""Trees, tests and predictions are right when some choice among ties leads to them: by hand, and against every tree written out."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from narrow import of_kind

from dtref.oracle.golden.records import Call
from dtref.oracle.golden.vectors import ExactAnswer
from dtref.oracle.judge.cases import Case, Cuts, case_asked, read_case
from dtref.oracle.judge.equally_right.trees import ELSEWHERE, FLOAT, SOME_LABELS, TIED
from dtref.oracle.judge.outcomes import Judgement, Outcome
from dtref.oracle.judge.questions import Reply
from dtref.oracle.judge.results import judge_answer, judged

PASSED, ACCEPTABLE, FAILED = Outcome.PASSED, Outcome.ACCEPTABLE, Outcome.FAILED
XY = {"header": ["x", "y"], "target": "y"}
STEPS = {**XY, "rows": [["1", "a"], ["2", "b"], ["3", "a"]]}  # cut in [1, 2) and in [2, 3) are equally good
XOR = {
    "header": ["p", "q", "y"],
    "target": "y",
    "rows": [["0", "0", "a"], ["0", "1", "b"], ["1", "0", "b"], ["1", "1", "a"]],
    "nominal": {"p": ["0", "1", "2"], "q": ["0", "1"]},
}


def asked(operation: str, cuts: Cuts = Cuts.ANY, part: tuple[str, ...] = (), **given: Any) -> Case:
    return case_asked(Call(operation, given, part), cuts)


def expected_of(case: Case) -> Any:
    """The exact answer of a case."""
    return of_kind(ExactAnswer, case.expected).exact


def leaf(*labels: str, **counts: Any) -> dict[str, Any]:
    return {"labels": list(labels), **({"counts": counts} if counts else {})}


def cut(x: Any, yes: Any, no: Any, name: str = "x", side: str = "<=") -> dict[str, Any]:
    branches = [{"if": "yes", "then": yes}, {"if": "no", "then": no}]
    return {"test": {"threshold": name, "side": side, "cut": x}, "branches": branches}


def multiway(name: str, **below: Any) -> dict[str, Any]:
    return {"test": {"multiway": name}, "branches": [{"if": value[1:], "then": tree} for value, tree in below.items()]}


FIRST = cut("3/2", leaf("a"), cut("5/2", leaf("b"), leaf("a")))
SECOND = cut(2.5, cut(1.5, leaf("a"), leaf("b")), leaf("a"))


@pytest.mark.parametrize(
    ("tree", "outcome", "why"),
    [
        (FIRST, ACCEPTABLE, TIED),
        (SECOND, ACCEPTABLE, TIED),
        (cut(1, leaf("a"), cut(2.25, leaf("b"), leaf("a"))), ACCEPTABLE, f"{TIED}, {ELSEWHERE}"),
        (cut(2, leaf("a"), cut(3, leaf("b"), leaf("a"), side="<"), side="<"), ACCEPTABLE, f"{TIED}, {ELSEWHERE}"),
        (cut(1.5, leaf("a", a=1, b=0), leaf("b")), FAILED, "node 1.2: x > 1.5; records  (a 1, b 1); does     stop: a leaf; WRONG"),
        (cut(1.5, leaf("b"), cut(2.5, leaf("b"), leaf("a"))), FAILED, "node 1.1: x <= 1.5"),
        (cut(1.5, leaf("a", a=2, b=0), cut(2.5, leaf("b"), leaf("a"))), FAILED, 'node 1.1: counts {"a": 2, "b": 0}'),
        (leaf("a"), FAILED, "node 1: the root"),
        (cut(0, leaf("a"), leaf("b")), FAILED, "node 1: the root"),
        ({"test": {"threshold": "x", "cut": 1.5}}, FAILED, "node 1, branches: expected one branch for each of yes, no"),
        ({"test": {"multiway": "x"}}, FAILED, "node 1, test: expected a threshold, as x is a number"),
        ({"test": {"threshold": "z", "cut": 1}}, FAILED, "node 1, branches: expected"),
        ({"test": "x"}, FAILED, "node 1, test: expected a test"),
        (cut(1.5, leaf("a"), leaf("b"), side=">="), FAILED, "node 1, test, side: expected <= or < (got '>=')"),
        ({"test": {"threshold": "x", "cut": "1/0"}}, FAILED, "node 1, test, cut: expected a number (got '1/0')"),
        ({}, FAILED, "leaf 1: expected labels"),
        ([], FAILED, "node 1: expected an object"),
        ("a", FAILED, "node 1: expected an object"),
    ],
    ids=str,
)  # fmt: skip
def test_a_tree_of_numbers(tree: Any, outcome: Outcome, why: str) -> None:
    found = judge_answer(asked("grow", data=STEPS, preset="cart"), tree)
    assert found.outcome is outcome, found
    assert found.why == why if outcome is ACCEPTABLE else found.why.startswith(why), found.why


def test_where_a_cut_is_named_it_must_be_that() -> None:
    two = {**XY, "rows": [["1", "a"], ["2", "b"]]}
    case = asked("grow", Cuts.NAMED, data=two, preset="cart")
    assert judge_answer(case, cut(1.5, leaf("a"), leaf("b"))).outcome is PASSED
    moved = judge_answer(case, cut(1.25, leaf("a"), leaf("b")))
    assert (moved.outcome, moved.why) == (FAILED, "node 1: cut at <= 1.25, not at <= 1.5")
    other_side = judge_answer(case, cut(1.5, leaf("a"), leaf("b"), side="<"))
    assert (other_side.outcome, other_side.why) == (FAILED, "node 1: cut at < 1.5, not at <= 1.5")


HALF = {"q0": leaf("a"), "q1": leaf("b")}
OTHER = {"q0": leaf("b"), "q1": leaf("a")}


def test_empty_branches_are_wanted_and_their_labels_judged() -> None:
    case = asked("grow", data=XOR, preset="id3")
    q = [multiway("q", **HALF), multiway("q", **OTHER)]
    assert judge_answer(case, multiway("p", v0=q[0], v1=q[1], v2=leaf("a", "b"))).why == TIED
    assert judge_answer(case, multiway("p", v0=q[0], v1=q[1], v2=leaf("b"))).why == f"{TIED}, {SOME_LABELS}"
    assert judge_answer(case, multiway("p", v0=q[0], v1=q[1])).why.startswith("node 1, branches: expected one branch for each of 0, 1, 2")
    twice = judge_answer(case, multiway("p", v0=q[0], v1=multiway("p", v0=leaf("a"), v1=leaf("b"), v2=leaf("a")), v2=leaf("a")))
    assert twice.outcome is FAILED


def test_the_other_attribute_of_a_tie_is_as_right() -> None:
    p = [multiway("p", v0=leaf("a"), v1=leaf("b"), v2=leaf("a", "b")), multiway("p", v0=leaf("b"), v1=leaf("a"), v2=leaf("b"))]
    found = judge_answer(asked("grow", data=XOR, preset="id3"), multiway("q", v0=p[0], v1=p[1]))
    assert (found.outcome, found.why) == (ACCEPTABLE, f"{TIED}, {SOME_LABELS}")


N = 10**9
NEAR = {
    "header": ["p", "q", "w", "y"],
    "target": "y",
    "weights": "w",
    "nominal": {"p": ["0", "1"], "q": ["0", "1"]},
    "rows": [["0", "0", str(N), "a"], ["1", "1", str(N), "b"], ["0", "1", "1", "a"], ["0", "1", "1", "b"], ["1", "0", "2", "b"]],
}  # p is better than q by about 1e-9; with larger weights by less than doubles can tell


@pytest.mark.parametrize(("factor", "outcome"), [(1, FAILED), (10**9, ACCEPTABLE)])
def test_a_test_that_is_beaten_by_less_than_doubles_can_tell_is_counted_apart(factor: int, outcome: Outcome) -> None:
    rows = [[p, q, str(int(w) * factor) if int(w) == N else w, y] for p, q, w, y in NEAR["rows"]]
    case = asked("best_tests", data={**NEAR, "rows": rows}, preset="cart")
    (best,) = expected_of(case)["tests"]
    assert best["subset"] == "p"
    found = judge_answer(case, {"tests": [{"subset": "q", "left": ["0"]}]})
    assert found.outcome is outcome
    if outcome is ACCEPTABLE:
        assert found.why == FLOAT


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ({"value": "1/9", "tests": [{"threshold": "x", "cut": 1.5}]}, ACCEPTABLE),
        ({"value": 1 / 9, "tests": [{"threshold": "x", "cut": 2.5}]}, ACCEPTABLE),
        ({"tests": [{"threshold": "x", "cut": 2.5}, {"threshold": "x", "cut": 1.5}]}, PASSED),
        ({"value": "1/8", "tests": [{"threshold": "x", "cut": 1.5}]}, FAILED),
        ({"tests": []}, FAILED),
        ({"tests": [{"threshold": "x", "cut": 5}]}, FAILED),
        ({"tests": [{"threshold": "x", "cut": "five"}]}, FAILED),
        ({"tests": [None]}, FAILED),
        ({"tests": "x"}, FAILED),
        ({}, FAILED),
    ],
    ids=str,
)
def test_best_tests(answer: Any, outcome: Outcome) -> None:
    assert judge_answer(asked("best_tests", data=STEPS, preset="cart"), answer).outcome is outcome


def test_a_part_of_best_tests() -> None:
    case = asked("best_tests", part=("tests",), data=STEPS, preset="cart")
    assert judge_answer(case, [{"threshold": "x", "cut": 2.5}]).outcome is ACCEPTABLE
    assert judge_answer(case, {"threshold": "x", "cut": 2.5}).outcome is ACCEPTABLE
    assert judge_answer(case, {"threshold": "x", "cut": 0.5}).outcome is FAILED


def test_no_test_is_right_where_nothing_is_asked() -> None:
    case = asked("best_tests", data={**XY, "rows": [["1", "a"]]}, preset="cart")
    assert judge_answer(case, {"tests": []}).outcome is PASSED
    assert judge_answer(case, {"tests": [{"threshold": "x", "cut": 1}]}).outcome is FAILED


@pytest.mark.parametrize(
    ("x", "cuts", "right"),
    [
        ("1.5", Cuts.NAMED, {"a"}),  # at the midpoint: <= sends it left
        ("1.75", Cuts.NAMED, {"b"}),
        ("1.75", Cuts.ANY, {"a", "b"}),
        ("1", Cuts.ANY, {"a"}),
        ("9", Cuts.ANY, {"b"}),
    ],
)
def test_predictions_between_two_values(x: str, cuts: Cuts, right: set[str]) -> None:
    case = asked("predict", cuts, data={**XY, "rows": [["1", "a"], ["2", "b"]]}, preset="cart", record={"x": x})
    for label in "ab":
        answers: tuple[Any, ...] = (
            {"labels": [label]},
            {"labels": [label], "distribution": {"a": float(label == "a"), "b": float(label == "b")}},
        )
        for answer in answers:
            assert (judge_answer(case, answer).outcome is not FAILED) == (label in right), (answer, judge_answer(case, answer))
    assert judge_answer(case, {"labels": sorted(right)[:1], "distribution": {"a": 0.5, "b": 0.5}}).outcome is FAILED
    assert judge_answer(case, min(right)).why == "no prediction: 'labels' and their 'distribution' are wanted"


def test_a_prediction_of_any_tied_tree_is_right() -> None:
    """q first: an empty branch of p is below, and its parent is a leaf of one class; p first: a tie of both."""
    case = asked("predict", Cuts.NAMED, data=XOR, preset="id3", record={"p": "2", "q": "0"})
    assert judge_answer(case, {"labels": ["a", "b"]}).outcome is ACCEPTABLE
    assert judge_answer(case, {"labels": ["c"]}).outcome is FAILED
    assert judge_answer(asked("predict", part=("labels",), data=XOR, preset="id3", record={"p": "2", "q": "0"}), "a").outcome is ACCEPTABLE


def test_a_prediction_with_missing_values() -> None:
    gaps = {**XOR, "rows": [["0", "?", "a"], ["1", "0", "b"], ["1", "1", "a"]]}
    case = asked("predict", data=gaps, preset="c45", record={"p": "?", "q": "0"})
    exact = expected_of(case)
    doubles = {name: float(Fraction(n)) for name, n in exact["distribution"].items()}
    assert judge_answer(case, {**exact, "distribution": doubles}).outcome is not FAILED
    assert judge_answer(case, {"labels": exact["labels"]}).outcome is ACCEPTABLE
    assert judge_answer(case, {"labels": ["b"] if exact["labels"] == ["a"] else ["a"]}).outcome is FAILED


def test_every_tree_once_in_any_order() -> None:
    case = asked("trees", data=STEPS, preset="cart")
    exact: list[Any] = list(expected_of(case))
    assert len(exact) == 2
    assert judge_answer(case, exact[::-1]).outcome is not FAILED
    assert judge_answer(case, exact[:1]).why == "1 trees are missing"
    assert judge_answer(case, [exact[0], exact[0]]).why.startswith("a tree that is none, or comes twice")
    assert judge_answer(case, SECOND).outcome is ACCEPTABLE  # one of them


def test_every_tree_written_out_is_right_and_every_other_one_is_wrong() -> None:
    case = asked("grow", data=STEPS, preset="cart")
    trees: list[Any] = list(expected_of(asked("trees", data=STEPS, preset="cart")))
    assert all(judge_answer(case, tree).outcome is not FAILED for tree in trees)
    assert judge_answer(case, {**trees[0], "branches": trees[1]["branches"]}).outcome is FAILED


def test_a_regression_tree() -> None:
    case = asked("grow", data={**XY, "rows": [["1", "1"], ["2", "2"], ["2", "3"]], "continuous": ["y"]}, preset="regression-tree")
    assert judge_answer(case, cut(1.5, {"labels": [1]}, {"labels": ["5/2"]})).outcome is PASSED
    assert judge_answer(case, cut(1.5, {"label": 1.0}, {"label": 2.5})).outcome is PASSED
    assert judge_answer(case, cut(1.5, {"label": 1.0}, {"label": 2.25})).outcome is FAILED
    assert judge_answer(case, cut(1.5, {"label": "one"}, {"label": 2.5})).outcome is FAILED


def test_groups_and_ordered_values() -> None:
    rows = [["low", "a"], ["mid", "b"], ["high", "b"]]
    ordered = asked("grow", data={**XY, "rows": rows, "ordinal": {"x": ["low", "mid", "high"]}}, preset="cart")
    branches = [{"if": "no", "then": leaf("b")}, {"if": "yes", "then": leaf("a")}]
    assert judge_answer(ordered, {"test": {"ordinal_cut": "x", "lower": "low"}, "branches": branches}).outcome is PASSED
    assert judge_answer(ordered, {"test": {"ordinal_cut": "x", "lower": "mid"}, "branches": branches}).outcome is FAILED
    assert "a value of x" in judge_answer(ordered, {"test": {"ordinal_cut": "x", "lower": "huge"}, "branches": branches}).why
    nominal = asked("grow", data={**XY, "rows": rows}, preset="cart")
    assert judge_answer(nominal, {"test": {"subset": "x", "left": ["low"]}, "branches": branches}).outcome is PASSED
    turned = [{"if": "yes", "then": leaf("b")}, {"if": "no", "then": leaf("a")}]
    assert judge_answer(nominal, {"test": {"subset": "x", "left": ["mid", "high"]}, "branches": turned}).outcome is PASSED
    assert "values of x" in judge_answer(nominal, {"test": {"subset": "x", "left": ["huge"]}, "branches": turned}).why


def test_deep_answers_do_not_end_the_judge() -> None:
    tree: Any = leaf("a")
    for _ in range(5000):
        tree = cut(1.5, tree, leaf("b"))
    assert judged(asked("grow", data=STEPS, preset="cart"), Reply("answer", tree)).judgement.outcome is FAILED


def replayed(operation: str, *part: str, **given: Any) -> Case:
    return read_case(json.dumps({"operation": operation, "given": given, **({"part": part} if part else {})}))


def test_a_question_that_does_not_say_where_to_cut_welcomes_any_cut() -> None:
    """As golden and generated cases do: a question that is typed is judged as they are."""
    assert judged(replayed("grow", data=STEPS, preset="cart"), Reply("answer", SECOND)).judgement.why == TIED
    elsewhere = {"tests": [{"threshold": "x", "cut": "5/4"}]}
    assert judge_answer(replayed("best_tests", data=STEPS, preset="cart"), elsewhere).why == f"{ELSEWHERE}, {TIED}"
    wrong = judge_answer(replayed("grow", data=STEPS, preset="cart"), cut(1.5, leaf("b"), leaf("a")))
    assert wrong.outcome is FAILED
    assert wrong.why.startswith("node 1.1: x <= 1.5")
    assert [
        replayed(name, **given).cuts for name, given in (("gini", {"counts": ["1"]}), ("regions", {"data": STEPS, "preset": "cart"}))
    ] == [None] * 2


@pytest.mark.parametrize(
    ("counts", "why"),
    [
        ([2, 1], 'node 1: counts must be an object: class -> number; [2, 1], not {"a": "2", "b": "1"}'),
        (3, 'node 1: counts must be an object: class -> number; 3, not {"a": "2", "b": "1"}'),
        (None, 'node 1: counts must be an object: class -> number; null, not {"a": "2", "b": "1"}'),
        ({"a": 1, "b": 2}, 'node 1: counts {"a": 1, "b": 2}, not {"a": "2", "b": "1"}'),
        ({"a": 2}, 'node 1: counts {"a": 2}, not {"a": "2", "b": "1"}'),
    ],
    ids=str,
)
def test_what_is_said_of_counts_is_json(counts: Any, why: str) -> None:
    """Both what came and what is right: no value of Python is shown to a program of another language."""
    assert judge_answer(asked("grow", data=STEPS, preset="cart"), {**FIRST, "counts": counts}) == Judgement(FAILED, why)


def test_a_part_that_is_compared_alone_says_so() -> None:
    one = replayed("grow", "test", data=STEPS, preset="cart")
    found = judge_answer(one, {"threshold": "x", "side": "<=", "lower": "2", "upper": "3", "cut": "5/2"})
    assert found.outcome is FAILED
    assert found.why.startswith('compared with the answer expected alone, not with all that ties leave open: the part ["test"] was asked')


@pytest.mark.parametrize(
    ("case", "whole"),
    [
        (replayed("grow", "test", data=STEPS, preset="cart"), FIRST),
        (replayed("best_tests", "tests", data=STEPS, preset="cart"), {"tests": [{"threshold": "x", "cut": 1.5}], "value": "1/9"}),
        (replayed("predict", "labels", data=STEPS, preset="cart", record={"x": "1"}), {"labels": ["a"], "distribution": {"a": 1, "b": 0}}),
    ],
    ids=lambda x: x.call.operation if isinstance(x, Case) else "",
)
def test_the_whole_where_a_part_was_asked(case: Case, whole: Any) -> None:
    assert judge_answer(case, whole) == Judgement(FAILED, f'only the part ["{case.call.part[0]}"] was asked')
