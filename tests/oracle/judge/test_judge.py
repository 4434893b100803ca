"""Judging answers: numbers within rounding, sets of right answers, refusals; which cases there are; what is hostile in an answer."""

from __future__ import annotations

import json
from collections import Counter
from time import monotonic
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from dtref.errors import Invalid
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.golden.vectors import AnyOf, ExactAnswer, Refused
from dtref.oracle.judge.answers import judge_refusal
from dtref.oracle.judge.answers import judge_value as judge_answer
from dtref.oracle.judge.cases import Case, golden_cases, read_case
from dtref.oracle.judge.excuses.excuses import excuses_of
from dtref.oracle.judge.excuses.needed import stale, unknown
from dtref.oracle.judge.excuses.reading import read_known
from dtref.oracle.judge.judge import judge, judge_cases
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.python_values import json_answer
from dtref.oracle.judge.questions import FunctionAdapter, Reply, answering, question
from dtref.oracle.judge.results import judged
from dtref.oracle.judge.selection import chosen
from dtref.oracle.operations.answers import write_answer
from dtref.oracle.operations.registry import run as own

CASES = list(golden_cases())
PASSED, ACCEPTABLE, FAILED = "passed", "acceptable", "failed"
QUICK = [case for case in CASES if case.id.startswith("vectors-")][::3]


def case_of(expected: object, operation: str = "gini") -> Case:
    return Case("x", "", Call(operation, {}), expected, "", ())  # type: ignore[arg-type]


def test_every_record_and_vector_is_a_case() -> None:
    assert len(CASES) > 2500
    assert {case.id.split("-")[0] for case in CASES} == {"vectors", "tan", "evaluation", "cs6220", "iaml", "cs422"}


def test_dtref_itself_passes_a_sample() -> None:
    ask = FunctionAdapter(lambda operation, given: write_answer(own(operation, given)))
    results = [r for r in judge_cases(ask, QUICK) if r.judgement.outcome is not Outcome.PASSED and r.case.expected.__class__ is not AnyOf]
    assert [(r.case.id, r.judgement) for r in results if r.judgement.outcome is Outcome.FAILED] == []


@pytest.mark.parametrize(
    ("answer", "exact", "outcome"),
    [
        ("1/3", "1/3", PASSED),
        ("2/6", "1/3", PASSED),
        (1 / 3, "1/3", ACCEPTABLE),
        (0.5, "1/2", PASSED),
        (1e-17, "0", ACCEPTABLE),
        (1e-9, "0", FAILED),
        (True, "1", FAILED),
        (1, "1", PASSED),
        (float("nan"), {"undefined": "0/0"}, ACCEPTABLE),
        (float("nan"), "1", FAILED),
        (None, {"undefined": "0/0"}, ACCEPTABLE),
        (0, {"undefined": "0/0"}, FAILED),
        ({"undefined": "because"}, {"undefined": "0/0"}, PASSED),
        ({"undefined": "because"}, "1", FAILED),
        ({"log2": {"9": "1/2"}}, {"log2": {"3": "1"}}, PASSED),
        ({"log2": {"9": "1/3"}}, {"log2": {"3": "1"}}, FAILED),
        (1.584962500721156, {"log2": {"3": "1"}}, ACCEPTABLE),
        (1.5849625007, {"log2": {"3": "1"}}, FAILED),
        (0.0458257569496, {"decimal": "0.0458257569496"}, ACCEPTABLE),
        ("0.04582575694955840", {"decimal": "0.0458257569496"}, PASSED),
        ("0.0458257569497", {"decimal": "0.0458257569496"}, FAILED),
        (["1", 0.5], ["1", "1/2"], PASSED),
        (["1"], ["1", "1"], FAILED),
        ({"low": 0.1, "high": "1/2"}, {"low": "1/10", "high": "1/2"}, ACCEPTABLE),
        ({"low": 0.1}, {"low": "1/10", "high": "1/2"}, FAILED),
        ("yes", "yes", PASSED),
        ("no", "yes", FAILED),
        ([[{}]], "1", FAILED),
    ],
    ids=str,
)
def test_how_an_answer_is_judged(answer: object, exact: object, outcome: str) -> None:
    assert judge_answer(case_of(ExactAnswer(exact)), answer).outcome.value == outcome  # type: ignore[arg-type]


def test_a_large_term_allows_a_large_error_and_strictness_does_not() -> None:
    case = Case("x", "", Call("variance", {"values": ["1000000001", "1000000002"]}), ExactAnswer("1/4"), "", ())
    assert judge_answer(case, 0.2500001).outcome is Outcome.ACCEPTABLE
    assert judge_answer(case_of(ExactAnswer("1/4")), 0.2500001).outcome is Outcome.FAILED
    assert judge_answer(case_of(ExactAnswer("1/4")), 0.25 + 2**-48, ulps=4).outcome is Outcome.FAILED


def test_any_of_several_and_refusals() -> None:
    assert judge_answer(case_of(AnyOf(("a", "b"))), "b").outcome is Outcome.ACCEPTABLE
    assert judge_answer(case_of(AnyOf(("a", "b"))), "c").outcome is Outcome.FAILED
    assert judge_answer(case_of(Refused("a float")), "1").outcome is Outcome.FAILED
    assert judge_refusal(case_of(Refused("a float")), "no").outcome is Outcome.PASSED
    assert judge_refusal(case_of(ExactAnswer({"undefined": "0/0"})), "no").outcome is Outcome.ACCEPTABLE
    assert judge_refusal(case_of(ExactAnswer("1")), "no").outcome is Outcome.FAILED


def test_ids_are_unique() -> None:
    assert [name for name, n in Counter(case.id for case in CASES).items() if n > 1] == []


def test_expected_values_are_never_sent() -> None:
    assert all(set(question(case)) <= {"operation", "given", "part", "cuts"} for case in CASES)
    assert {case.cuts for case in CASES if case.call.operation == "gini"} == {None}


def test_messages_fit_the_schema() -> None:
    folder = golden_folder() / "schema"
    golden, protocol = (json.loads((folder / f"{name}.schema.json").read_text()) for name in ("golden", "protocol"))
    validator = Draft202012Validator(protocol, registry=Registry().with_resource("urn:dtref:golden:1", Resource.from_contents(golden)))
    grown = [case for case in CASES if case.cuts is not None]
    assert len({case.cuts for case in grown}) == 2
    for message in (
        {"cmd": "start", "version": 1},
        {"cmd": "stop"},
        {"version": 1, "implementation": {"name": "x"}},
        {"seq": 1, "answer": None},
        {"seq": "x", "skipped": "why"},
        *({"cmd": "run", "seq": case.id, "case": question(case)} for case in (*CASES[::50], *grown[::20])),
    ):
        assert list(validator.iter_errors(message)) == [], message
    for wrong in ({"cmd": "run", "seq": 1}, {"seq": 1}, {"seq": 1, "answer": 1, "skipped": "x"}, {"cmd": "go"}):
        assert list(validator.iter_errors(wrong))


@pytest.mark.parametrize(
    "answer",
    ["1e999999999", "-1e-999999999", "9" * 100_000, "1/0", "1/" + "9" * 100_000, "nan", "inf", "", " ", "١", {"decimal": "1e999999999"}],
    ids=lambda answer: str(answer)[:20],
)
def test_numbers_that_would_take_gigabytes_are_wrong_at_once(answer: object) -> None:
    begun = monotonic()
    exact: Any
    for exact in ("1/3", {"decimal": "0.333333333333"}, {"log2": {"3": "1"}}):
        assert judge_answer(case_of(ExactAnswer(exact)), answer).outcome is Outcome.FAILED
    assert monotonic() - begun < 5


@pytest.mark.parametrize(
    "answer", [{"log2": {"0": "1"}}, {"log2": {"x": "1"}}, {"log2": []}, {"quotient": ["1", "0"]}, {"quotient": ["1"]}, {}]
)
def test_numbers_that_are_none_are_wrong(answer: object) -> None:
    assert judge_answer(case_of(ExactAnswer({"log2": {"3": "1"}})), answer).outcome is Outcome.FAILED


def test_what_is_told_of_nodes_comes_in_their_order() -> None:
    exact: Any = [{"node": "1", "leaf": "1/2"}, {"node": "3", "leaf": "1"}]
    assert judge_answer(case_of(ExactAnswer(exact)), [{"node": 1, "leaf": 0.5}, {"node": 3, "leaf": 1.0}]).outcome is Outcome.PASSED
    assert judge_answer(case_of(ExactAnswer(exact)), [{"node": 3, "leaf": 1.0}, {"node": 1, "leaf": 0.5}]).outcome is Outcome.FAILED
    assert judge_answer(case_of(ExactAnswer(exact)), [{"node": 3, "leaf": 0.5}, {"node": 1, "leaf": 1.0}]).outcome is Outcome.FAILED
    assert judge_answer(case_of(ExactAnswer(exact)), [{"node": "x"}, {"node": 1}]).outcome is Outcome.FAILED


# In Python


def test_adapters() -> None:
    class Mine:
        def gini(self, counts: list[str]) -> float:
            n = [float(k) for k in counts]
            return 1 - sum((k / sum(n)) ** 2 for k in n)

    def function(operation: str, given: object) -> float:
        if operation != "gini":
            raise NotImplementedError(operation)
        return Mine().gini(given["counts"])  # type: ignore[index]

    for adapter in (Mine(), {"gini": Mine().gini}, function, FunctionAdapter(function)):
        (found, skipped) = judge(adapter, ["cs6220-gini-07", "cs6220-gain-01"])
        assert found.judgement.outcome is Outcome.ACCEPTABLE
        assert skipped.judgement.outcome is Outcome.SKIPPED
    for wrong in ("node x.js", Mine, b"x", 3):
        with pytest.raises(Invalid, match=r"^adapter: expected a function"):
            answering(wrong)


def test_whatever_an_adapter_raises_is_its_answer() -> None:
    def of(problem: Exception) -> Reply:
        def answer(operation: str, given: object) -> object:  # noqa: ARG001
            raise problem

        return FunctionAdapter(answer)(case_of(ExactAnswer("1")))

    assert [of(p).kind for p in (ValueError("no"), NotImplementedError("x"), KeyError("x"), RecursionError())] == [
        "refused",
        "skipped",
        "errored",
        "errored",
    ]


def test_strictness_in_python() -> None:
    near = {"gini": lambda counts: 45 / 98 + 2**-47}  # noqa: ARG005
    outcomes = [next(judge(near, ["cs6220-gini-07"], strict=strict)).judgement.outcome for strict in (False, True)]
    assert outcomes == [Outcome.ACCEPTABLE, Outcome.FAILED]


def test_answers_of_python_become_those_of_json() -> None:
    numpy = pytest.importorskip("numpy")
    assert json_answer({"a": numpy.array([0.5, 1.0]), "b": numpy.float64(0.5), "c": numpy.int64(3)}) == {"a": [0.5, 1.0], "b": 0.5, "c": 3}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "--replay line 1, column 2: expected JSON"),
        ("[]", "--replay: expected an object (got [])"),
        ('{"operation": "gini"}', "--replay: expected an input 'given' (got ['operation'])"),
        ('{"operation": "ginny", "given": {}}', "operation: expected an operation of golden/README.md (got 'ginny')"),
        ('{"operation": "gini", "given": {}, "x": "1"}', "--replay: expected inputs 'operation', 'given', 'part', 'cuts' (got 'x')"),
        ('{"operation": "gini", "given": {"counts": ["1"]}, "cuts": "some"}', "--replay, cuts: expected 'any' or 'named' (got 'some')"),
        (
            '{"operation": "gini", "given": {"counts": ["1"]}, "part": ["x"]}',
            "part: expected a part of the answer (got 'x')",
        ),
        *(
            (
                json.dumps({"operation": "class_counts", "given": {"data": {"file": name, "target": "play"}}}),
                f"--replay, given, data, file: expected {wanted} (got {name!r})",
            )
            for name, wanted in (
                ("nothing.csv", "a file of golden/data/ that can be read"),
                ("../x.csv", "the name of a .csv file of golden/data/"),
                ("/etc/passwd", "the name of a .csv file of golden/data/"),
            )
        ),
    ],
)
def test_questions_that_are_none(text: str, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_case(text)
    assert str(refused.value).startswith(message)


def test_a_question_about_no_input_expects_a_refusal() -> None:
    wrong_target = {"operation": "class_counts", "given": {"data": {"file": "play_tennis.csv", "target": "z"}}}
    assert isinstance(read_case(json.dumps(wrong_target)).expected, Refused)
    assert isinstance(read_case('{"operation": "gini", "given": {"counts": ["-1"]}}').expected, Refused)


# Known departures


def test_known_departures() -> None:
    failed = judged(Case("x-1/2", "", Call("gini", {}), ExactAnswer("1"), "", ()), Reply("answer", "2"))
    passed = judged(case_of(ExactAnswer("1")), Reply("answer", "1"))
    skipped = judged(case_of(ExactAnswer("1"), "gain"), Reply("skipped", ""))
    assert [excuses_of({name: "why"}).applied(failed).judgement.outcome for name in ("x-1", "x-1/2", "gini", "x", "gain")] == [
        *[Outcome.ACCEPTABLE] * 3,
        *[Outcome.FAILED] * 2,
    ]
    assert excuses_of({"x": "why"}).applied(passed) is passed
    several = excuses_of(dict.fromkeys(("gini", "x", "x-1", "gain", "y"), "why"))
    assert stale([several.applied(result) for result in (failed, passed, skipped)], several) == ("gini", "x")
    one = excuses_of({"gini": "why"})
    assert stale([one.applied(failed)], one) == ()
    assert unknown(excuses_of({"x": "why", "gini": "why", "x-1": "why"}), [failed.case]) == ("x",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "x: expected an input 'known' (got [])"),
        ('{"known": {"gini": ""}}', "x, known, gini: expected a reason (got '')"),
        ('{"known": {"gini": "a", "gini": "b"}}', "x, known: expected each key once (got 'gini')"),
        ('{"known": []}', "x, known: expected an object (got [])"),
        ("nothing", "x line 1, column 1: expected JSON (Expecting value) (got 'nothing')"),
    ],
)
def test_lists_of_departures_that_are_none(text: str, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_known(text, "x")
    assert str(refused.value) == message


def test_names_of_cases() -> None:
    with pytest.raises(Invalid, match=r"^--only: expected an id, an operation, or what ids begin with \(got 'nothing'\)$"):
        chosen(CASES, ["gini", "nothing"])
    assert chosen(CASES, ["vectors-ties"])[0].id.startswith("vectors-ties-")
