"""Classes named as forms of numbers are, `undefined`, `log2`, `quotient`, `decimal`, are classes to the judge."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dtref.io.numbers import Json
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.vectors import ExactAnswer
from dtref.oracle.judge.answers import judge_value
from dtref.oracle.judge.cases import Case

FORMS = ("undefined", "log2", "quotient", "decimal")


def judged(answer: object, exact: Json) -> str:
    case = Case("x", "", Call("predict", {}, ("distribution",)), ExactAnswer(exact), "", ())
    return judge_value(case, answer).outcome.value


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize(("right", "wrong"), [("1", "0"), ("1/3", "2/3")])
def test_a_class_of_that_name_has_a_share(name: str, right: str, wrong: str) -> None:
    rest: dict[str, Json] = {} if right == "1" else {"yes": "2/3"}
    exact: Json = {name: right, **rest}
    assert judged({name: right, **rest}, exact) == "passed"
    assert judged({name: float(Fraction(right)), **rest}, exact) in ("passed", "acceptable")
    assert judged({name: wrong, **rest}, exact) == "failed"
    assert judged({"other": right, **rest}, exact) == "failed"
    assert judged({"undefined": "no records"}, exact) == "failed"


@pytest.mark.parametrize("name", FORMS)
def test_a_share_that_has_no_value_is_one(name: str) -> None:
    exact: Json = {name: {"undefined": "0/0"}, "yes": "1"}
    assert judged({name: None, "yes": 1}, exact) == "acceptable"
    assert judged({name: {"undefined": "whatever"}, "yes": "1"}, exact) == "passed"
    assert judged({name: "1", "yes": "1"}, exact) == "failed"


def test_no_value_is_still_none() -> None:
    exact: Json = {"undefined": "no records"}
    assert judged({"undefined": "0/0"}, exact) == "passed"
    assert judged({"undefined": 1}, exact) == "failed"
    assert judged({"undefined": "1"}, exact) == "failed"
    assert judged(None, exact) == "acceptable"
