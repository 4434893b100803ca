"""Excuses: each rule against a program that departs so and in no other way, and against a mistake behind what is excused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import log
from pathlib import Path
from struct import pack, unpack

import pytest
from oracle.judge import floats
from oracle.judge.programs import command, program

import dtref
from dtref.errors import Invalid
from dtref.oracle.golden.records import Call
from dtref.oracle.judge.cases import case_asked
from dtref.oracle.judge.excuses.excuses import Judging, excuses_of
from dtref.oracle.judge.excuses.needed import needed, needless, stale
from dtref.oracle.judge.excuses.reading import read_known
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.questions import Reply
from dtref.oracle.judge.results import Result

FAILED, ACCEPTABLE = Outcome.FAILED, Outcome.ACCEPTABLE


def outcome(operation: str, given: Mapping[str, object], reply: object, excuse: object) -> tuple[Outcome, tuple[str, ...]]:
    """How an answer, or a reply, is judged with an excuse, and which excuses it needed."""
    result = Judging(excuses=excuses_of(excuse))(
        case_asked(Call(operation, given)),  # type: ignore[arg-type]
        reply if isinstance(reply, Reply) else Reply("answer", reply),
    )
    return result.judgement.outcome, result.excuses


NONE = {"tp": "0", "fn": "0", "fp": "1", "tn": "2"}
TWO_CLASSES = {"matrix": {"classes": ["a", "b"], "rows": [["0", "2"], ["0", "1"]]}, "measure": "precision"}
LONG = {"values": ["9007199254740993", "1"]}


@pytest.mark.parametrize(
    ("operation", "given", "reply", "rule"),
    [
        ("recall", NONE, 0, "undefined zero"),
        ("recall", NONE, "0", "zero-division-0"),
        ("recall", NONE, 1.0, "undefined one"),
        ("recall", NONE, "NaN", "undefined nan"),
        ("recall", NONE, Reply("errored", "ZeroDivisionError"), "undefined error"),
        ("per_class", TWO_CLASSES, [0.0, 1 / 3], "undefined zero"),
        ("per_class", TWO_CLASSES, Reply("refused", "0/0"), "undefined error"),
        ("macro_average", TWO_CLASSES, 1 / 6, "undefined zero"),
        ("macro_average", TWO_CLASSES, 2 / 3, "zero-division-1"),
        ("macro_average", TWO_CLASSES, 1 / 3, "averages-of-defined"),
        ("gini", {"counts": ["1", "2"]}, unpack("<f", pack("<f", 4 / 9))[0], "width float32"),
        ("gini", {"counts": ["1", "2"]}, 0.4444444, "tolerance 1e-6"),
        ("mean", {"values": ["9007199254740993"]}, "9007199254740992", "doubles"),
        ("mean", {"values": ["16777217"]}, "16777216", "width float32"),
        ("entropy", {"counts": ["1", "2", "3"]}, 1.0114042647073518, "natural-logarithms"),
        ("gain", {"node": ["1", "1"], "children": [["1", "0"], ["0", "1"]]}, log(2), "natural-logarithms"),
        ("sample_variance", {"values": ["1", "2", "4"]}, 14 / 9, "population-variance"),
        ("standard_deviation", {"values": ["1", "3"]}, 1.0, "population-variance"),
        ("variance", {"values": ["1", "2", "4"]}, 7 / 3, "sample-variance"),
    ],
)
def test_a_rule_excuses_what_it_says_and_nothing_else(operation: str, given: Mapping[str, object], reply: object, rule: str) -> None:
    assert outcome(operation, given, reply, None)[0] is FAILED
    assert outcome(operation, given, reply, rule) == (ACCEPTABLE, (rule,))
    assert outcome(operation, given, 77, rule)[0] is FAILED
    others = {"undefined zero", "undefined one", "undefined nan", "natural-logarithms", "doubles", "tolerance 1e-12"} - {rule}
    same = {"zero-division-0": "undefined zero", "zero-division-1": "undefined one"}.get(rule)
    assert outcome(operation, given, reply, sorted(others - {same}))[0] is FAILED


def test_several_rules_at_one_answer_are_all_told() -> None:
    """Nats in float32, the average with 0 for 0/0: each alone doesn't excuse it."""
    answer = unpack("<f", pack("<f", 1.0114042647073518))[0]
    both = ["width float32", "natural-logarithms", "doubles"]
    assert outcome("entropy", {"counts": ["1", "2", "3"]}, answer, both) == (ACCEPTABLE, ("width float32", "natural-logarithms"))


def departing(operation: str, given: Mapping[str, object]) -> object:
    """Right in doubles, but nats, 0 for 0/0, variances of the population: three conventions at the same time."""
    if operation != "sample_variance" and "-" in json.dumps(given):
        raise ValueError("a count below 0")
    answer = floats.answer(operation, given)
    if operation == "entropy" and isinstance(answer, float):
        return answer * log(2)
    if operation == "sample_variance":
        values = [Fraction(value) for value in given["values"]]  # type: ignore[attr-defined]
        return float(sum((x - sum(values) / len(values)) ** 2 for x in values) / len(values)) if values else 0
    return 0 if answer is None else answer


CONVENTIONS = ["undefined zero", "natural-logarithms", "population-variance"]


def planted(changed: str, answer: Callable[[str, Mapping[str, object]], object]) -> Callable[[str, Mapping[str, object]], object]:
    """The program with a mistake at three records and more, behind what its conventions already fail at."""

    def wrong(operation: str, given: Mapping[str, object]) -> object:
        right = answer(operation, given)
        size = sum(map(Fraction, given.get("counts", given.get("values", []))))  # type: ignore[call-overload]
        return right + 1 if operation == changed and size >= 3 and isinstance(right, int | float) else right

    return wrong


def test_shrinking_goes_on_past_what_is_excused() -> None:
    asked = ["entropy", "recall", "sample_variance"]
    blind = [r for r in dtref.judge(planted("entropy", departing), asked, examples=30) if r.judgement.outcome is FAILED]
    assert {r.case.call.operation for r in blind} == set(asked), "without excuses every convention fails"
    results = list(dtref.judge(departing, asked, examples=30, excuse=CONVENTIONS))
    assert not [r for r in results if r.judgement.outcome is FAILED]
    excuses = excuses_of(CONVENTIONS)
    assert needed(results, excuses).keys() == set(CONVENTIONS)
    assert (
        needed(results, excuses)["natural-logarithms"].failures == Counter(n for r in results for n in r.excuses)["natural-logarithms"] > 20
    )
    wrong = planted("entropy", departing)
    (found,) = [
        r for r in dtref.judge(wrong, asked, examples=60, excuse=CONVENTIONS) if r.judgement.outcome is FAILED and "generated" in r.case.id
    ]
    assert sum(map(int, found.case.call.given["counts"])) == 3, "the smallest input that the mistake needs"  # type: ignore[arg-type]


def test_known_departures_hold_what_they_excuse() -> None:
    text = """{"known": {
        "cs6220-gini-07": {"reason": "halved", "answer": 0.25},
        "recall": {"reason": "0 for 0/0", "rule": "undefined zero"},
        "precision": {"reason": "it divides", "kind": "errored"}}}"""
    excuses = read_known(text, "known.json")

    def judged(operation: str, given: Mapping[str, object], reply: Reply, id: str = "x") -> Outcome:
        return Judging(excuses=excuses)(case_asked(Call(operation, given), id=id), reply).judgement.outcome  # type: ignore[arg-type]

    half, no_actual, no_predicted = {"counts": ["1", "1"]}, NONE, {"tp": "0", "fn": "1", "fp": "0", "tn": "2"}
    assert judged("gini", half, Reply("answer", 0.25), "cs6220-gini-07") is ACCEPTABLE
    assert judged("gini", half, Reply("answer", 0.75), "cs6220-gini-07") is FAILED
    assert judged("gini", half, Reply("answer", 0.25), "another") is FAILED
    assert judged("recall", no_actual, Reply("answer", 0)) is ACCEPTABLE
    assert judged("recall", no_actual, Reply("answer", 1)) is FAILED
    assert judged("specificity", {**NONE, "fp": "0", "tn": "0"}, Reply("answer", 0)) is FAILED
    assert judged("precision", no_predicted, Reply("errored", "0/0")) is ACCEPTABLE
    assert judged("precision", no_predicted, Reply("answer", 2)) is FAILED


def test_a_predicate() -> None:
    def halved(result: Result) -> object:
        return result.reply.value == 0.25 and "halved"

    assert outcome("gini", {"counts": ["1", "1"]}, 0.25, halved)[0] is ACCEPTABLE
    assert outcome("gini", {"counts": ["1", "1"]}, 0.75, halved)[0] is FAILED


def no_recall_is_0(_: str, given: Mapping[str, str]) -> object:
    """Recall, exactly; 0 for 0/0."""
    if "tp" not in given:
        raise NotImplementedError("matrix")
    tp, actual = Fraction(given["tp"]), Fraction(given["tp"]) + Fraction(given["fn"])
    if min(map(Fraction, given.values())) < 0:
        raise ValueError("a count below 0")
    return tp / actual if actual else 0


def test_what_is_needed_and_what_is_not() -> None:
    excuse = ["undefined zero", "doubles", {"recall": "old", "gain": "not asked"}]
    excuses = excuses_of(excuse)
    results = list(dtref.judge(no_recall_is_0, ["recall"], excuse=excuse))
    zero = needed(results, excuses)["undefined zero"]
    assert zero.failures >= zero.different >= 1 and needed(results, excuses).keys() == {"undefined zero"}
    assert needless(results, excuses) == ("doubles",)
    assert stale(results, excuses) == ("recall",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"rules": ["halves"]}', "rule: expected "),
        ('{"rules": ["tolerance 2"]}', "tolerance: expected a number above 0 and below 1 (got '2')"),
        ('{"rules": "doubles"}', "k, rules: expected a list of names (got 'doubles')"),
        ('{"known": {"gini": {"answer": 1}}}', "k, known, gini: expected a reason (got None)"),
        (
            '{"known": {"gini": {"reason": "a", "answer": 1, "kind": "errored"}}}',
            "k, known, gini: expected a reason, and one of answer, kind, rule",
        ),
        (
            '{"known": {"gini": {"reason": "a", "kind": "late"}}}',
            "k, known, gini, kind: expected one of refused, errored, broken (got 'late')",
        ),
        ('{"know": {}}', "k: expected inputs 'known', 'rules' (got 'know')"),
    ],
)
def test_files_that_are_none(text: str, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_known(text, "k")
    assert str(refused.value).startswith(message)


def test_python_values_that_are_none() -> None:
    for wrong in (3, {"gini": ""}, ["ginny"], {"gini": {"reason": "a"}}):
        with pytest.raises(Invalid):
            excuses_of(wrong)


def test_the_command(tmp_path: Path) -> None:
    body = """
        counts = [Fraction(n) for n in m["case"]["given"].values() if isinstance(n, str)]
        below = sum(counts[:2])
        reply = {"skipped": "a matrix"} if not counts else {"answer": str(counts[0] / below) if below else 0}
        say({"seq": m["seq"], **({"refused": "below 0"} if min(counts, default=0) < 0 else reply)})"""
    arguments = ("judge", "--impl", program(tmp_path, body, before="from fractions import Fraction"), "--only", "recall")
    code, text = command(*arguments)
    assert code == 1
    code, text = command(*arguments, "--undefined", "zero", "--doubles")
    assert code == 0
    assert "known: undefined zero excuses " in text
    assert "known, but needed by no failure: doubles" in text
    code, text = command(*arguments, "--undefined", "zero", "--json")
    assert json.loads(text)["excused"]["undefined zero"]["reason"] == "0 where the definition gives no value"
