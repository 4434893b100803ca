"""Answers that are undecided, between two bounds, in the protocol and from Python; and cases that dtref itself leaves undecided."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import dtref
from dtref.errors import Undecided
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.vectors import AnyOf, Between, ExactAnswer, Expected, Refused, bounds_of_answer, read_vectors
from dtref.oracle.judge.answers import expected_text
from dtref.oracle.judge.cases import Case, read_case
from dtref.oracle.judge.judge import judge
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.questions import FunctionAdapter, Reply
from dtref.oracle.judge.results import judge_answer, judged

DOUBLE_FACTORIAL = "6332659870762850625"
"""33!!, the number of trees whose 18 leaves have names."""


def case_of(expected: Expected) -> Case:
    return Case("x", "", Call("count_trees", {}), expected, "", ())


def open_answer(**bounds: object) -> dict[str, object]:
    return {"undecided": "5000 nodes", **bounds}


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (open_answer(), Outcome.SKIPPED),
        (open_answer(lower="3"), Outcome.SKIPPED),
        (open_answer(lower=3, upper=8.0), Outcome.SKIPPED),
        (open_answer(lower="5", upper={"undefined": "none"}), Outcome.SKIPPED),
        (open_answer(upper="5"), Outcome.SKIPPED),
        (open_answer(lower="6"), Outcome.FAILED),
        (open_answer(lower="11/2", upper="8"), Outcome.FAILED),
        (open_answer(upper=4), Outcome.FAILED),
        (open_answer(upper={"log2": {"31": "1"}}), Outcome.FAILED),
        (open_answer(upper={"log2": {"33": "1"}}), Outcome.SKIPPED),
        (open_answer(middle="5"), Outcome.FAILED),
        ({"undecided": "5"}, Outcome.FAILED),
    ],
)
def test_an_undecided_answer_is_none_unless_its_bounds_are_wrong(answer: dict[str, object], outcome: Outcome) -> None:
    assert judge_answer(case_of(ExactAnswer("5")), answer).outcome is outcome
    assert judge_answer(case_of(AnyOf(("5", "5"))), answer).outcome is outcome


BEYOND = float("inf")


@pytest.mark.parametrize("expected", [ExactAnswer("5"), ExactAnswer({"undefined": "0/0"}), Between("5000 nodes", "3", "8")])
@pytest.mark.parametrize(
    "bounds",
    [
        {"lower": "6", "upper": "4"},
        {"lower": 5.5, "upper": 4.5},
        {"lower": "many"},
        {"lower": True},
        {"upper": ["5"]},
        {"upper": {"undefined": "0/0", "of": "x"}},
        {"lower": BEYOND},
        {"upper": -BEYOND},
    ],
)
def test_bounds_that_leave_every_number_out_or_are_none_are_wrong(expected: Expected, bounds: dict[str, object]) -> None:
    assert judge_answer(case_of(expected), open_answer(**bounds)).outcome is Outcome.FAILED


@pytest.mark.parametrize("bounds", [{"lower": None}, {"upper": BEYOND}, {"lower": -BEYOND, "upper": float("nan")}, {"lower": 5.0}])
def test_a_bound_without_a_value_is_not_known(bounds: dict[str, object]) -> None:
    assert judge_answer(case_of(ExactAnswer("5")), open_answer(**bounds)).outcome is Outcome.SKIPPED
    assert judge_answer(case_of(Between("5000 nodes", "3", "8")), open_answer(**bounds)).outcome is Outcome.ACCEPTABLE


def test_bounds_are_told_as_they_were_said() -> None:
    assert judge_answer(case_of(ExactAnswer("5")), open_answer(lower=4.5, upper="11/2")).why == "undecided, at least 4.5, at most 11/2"


def test_a_bound_that_is_a_double_has_room_for_its_rounding() -> None:
    third = case_of(ExactAnswer("1/3"))
    assert judge_answer(third, open_answer(lower=0.3333333333333334)).outcome is Outcome.SKIPPED
    assert judge_answer(third, open_answer(lower=0.3334)).outcome is Outcome.FAILED
    assert judge_answer(case_of(ExactAnswer({"decimal": "1.414213562373"})), open_answer(lower=1.4, upper=1.5)).outcome is Outcome.SKIPPED


def test_what_must_be_refused_is_not_undecided() -> None:
    assert judge_answer(case_of(Refused("a float")), open_answer(lower="1")).outcome is Outcome.FAILED


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("5", Outcome.ACCEPTABLE),
        (5, Outcome.ACCEPTABLE),
        (5.0, Outcome.ACCEPTABLE),
        ("3", Outcome.ACCEPTABLE),
        ("2", Outcome.FAILED),
        ("9", Outcome.FAILED),
        (None, Outcome.FAILED),
        (True, Outcome.FAILED),
        (float("inf"), Outcome.FAILED),
        ("many", Outcome.FAILED),
        (open_answer(), Outcome.ACCEPTABLE),
        (open_answer(lower="8"), Outcome.ACCEPTABLE),
        (open_answer(lower="9"), Outcome.FAILED),
        (open_answer(upper=2), Outcome.FAILED),
    ],
)
def test_where_bounds_are_all_that_is_known_they_judge(answer: object, outcome: Outcome) -> None:
    assert judge_answer(case_of(Between("5000 nodes", "3", "8")), answer).outcome is outcome


def test_a_refusal_of_what_is_an_input_is_wrong() -> None:
    assert judged(case_of(Between("5000 nodes", "3", None)), Reply("refused", "too many")).judgement.outcome is Outcome.FAILED
    assert judged(case_of(Between("5000 nodes", "3", None)), Reply("skipped", "too many")).judgement.outcome is Outcome.SKIPPED
    assert expected_text(case_of(Between("5000 nodes", "3", None))) == 'at least "3"'


def test_a_python_function_may_raise_or_return_undecided() -> None:
    def raises(_: str, __: object) -> object:
        raise Undecided("number of trees", "5 subproblems", 3)

    functions: list[Callable[[str, object], object]] = [raises, lambda _, __: Undecided("number of trees", "5 subproblems", 3)]
    for function in functions:
        reply = FunctionAdapter(function)(case_of(ExactAnswer("5")))
        assert reply.kind == "answer"
        result = judged(case_of(ExactAnswer("5")), reply)
        assert (result.judgement.outcome, result.judgement.why) == (Outcome.SKIPPED, "undecided, at least 3")
        assert judged(case_of(ExactAnswer("2")), reply).judgement.outcome is Outcome.FAILED


@pytest.mark.parametrize("bound", [float("nan"), 2.5])
def test_bounds_of_python_that_are_no_exact_numbers_end_no_run(bound: float) -> None:
    open_bound: Any = bound

    def raises(_: str, __: object) -> object:
        raise Undecided("number of trees", "5 subproblems", open_bound)

    for function in (raises, lambda _, __: Undecided("number of trees", "5 subproblems", open_bound)):
        results = list(judge(function, ["vectors-ties-60", "vectors-ties-61"]))
        assert [result.judgement.outcome for result in results] == [Outcome.FAILED] * 2
        assert all("expected a rational number" in result.judgement.why for result in results)


def eighteen_values() -> dict[str, object]:
    rows = [[value, label] for value in "abcdefghijklmnopqr" for label in "+-"]
    return {"data": {"header": ["x", "class"], "rows": rows, "target": "class"}, "preset": "cart"}


def test_what_dtref_leaves_undecided_is_judged_by_its_bounds() -> None:
    """It counts every tree of seven values; of eighteen it knows bounds."""
    question = json.dumps({"operation": "count_trees", "given": eighteen_values()})
    case = read_case(question)
    assert isinstance(case.expected, Between)
    assert case.expected.lower == "131071"
    # so does the vector
    for asked in (question, "vectors-ties-60"):
        for outcome, answer in ((Outcome.ACCEPTABLE, DOUBLE_FACTORIAL), (Outcome.FAILED, "131070")):
            (result,) = judge(lambda _, __, answer=answer: answer, [asked])
            assert result.judgement.outcome is outcome


def test_dtref_itself_under_test_is_undecided() -> None:
    names = tuple("abcdefghijklmnopqr")
    records = [dtref.Record((value,), label) for value in names for label in "+-"]
    data = dtref.DataSet((dtref.Nominal("x", names),), dtref.Nominal("y", ("+", "-")), records)
    (result,) = judge(lambda _, __: dtref.count_trees(data, dtref.CART), ["vectors-ties-60"])
    assert (result.judgement.outcome, result.judgement.why) == (Outcome.ACCEPTABLE, "undecided, as it is here")


def test_a_vector_has_bounds_or_an_answer() -> None:
    vector = {"id": "v-1", "what": "w", "operation": "count_trees", "given": {}, "provenance": "self", "flags": ["Tie"], "note": ""}
    file = {"group": "g", "about": "a", "vectors": [{**vector, "undecided": {"budget": "5 nodes", "upper": "8"}}]}
    assert read_vectors(json.dumps(file), "g.json")[0].expected == Between("5 nodes", None, "8")
    assert bounds_of_answer(Undecided("q", "5 nodes", 3, 8)) == Between("5 nodes", "3", "8")
    both = {**file, "vectors": [{**vector, "exact": "5", "undecided": {"budget": "5 nodes", "upper": "8"}}]}
    with pytest.raises(dtref.Invalid, match="one of 'exact', 'accepted', 'refused', 'undecided'"):
        read_vectors(json.dumps(both), "g.json")
