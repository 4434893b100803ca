"""What failures have in common, and how many of them a report shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log
from pathlib import Path
from typing import Any, TypeAlias
from xml.etree import ElementTree

import pytest
from oracle.judge import floats
from oracle.judge.programs import command, program

import dtref
from dtref.oracle.golden.records import Call
from dtref.oracle.judge.cases import case_asked
from dtref.oracle.judge.questions import Reply
from dtref.oracle.judge.report.patterns import constant_factors
from dtref.oracle.judge.results import judged

Wrong: TypeAlias = Callable[[float, Mapping[str, Any]], object]
COUNTS = (("1", "2"), ("3", "1"), ("2", "5"), ("1", "1", "1"))
VALUES = (("1", "2"), ("3", "1", "5"), ("2", "5", "7", "9"))


def factors(operation: str, given: Sequence[Mapping[str, Any]], wrong: Wrong) -> list[str]:
    cases = [case_asked(Call(operation, dict(inputs))) for inputs in given]
    own = dtref.judge(floats.answer, cases)
    right = [result.reply.value for result in own]
    return list(constant_factors(judged(case, Reply("answer", wrong(x, case.call.given))) for case, x in zip(cases, right, strict=True)))  # type: ignore[arg-type]


OF_COUNTS = [{"counts": list(counts)} for counts in COUNTS]
OF_VALUES = [{"values": list(values)} for values in VALUES]


@pytest.mark.parametrize(
    ("operation", "given", "wrong", "words"),
    [
        ("entropy", OF_COUNTS, lambda x, _: x * log(2), "ln 2: natural logarithms"),
        ("gini", OF_COUNTS, lambda x, _: x / 2, "always 1/2"),
        ("gini", OF_COUNTS, lambda x, _: 1 - x, "always 1: the complement"),
        ("gini", OF_COUNTS, lambda x, _: -x, "-1: the other sign"),
        ("gini", OF_COUNTS, lambda x, _: 100 * x, "100: percent"),
        ("variance", OF_VALUES, lambda x, given: x * len(given["values"]) / (len(given["values"]) - 1), "n/(n - 1): divided by n - 1"),
    ],
)
def test_a_constant_factor_is_named(operation: str, given: list[Any], wrong: Wrong, words: str) -> None:
    (line,) = factors(operation, given, wrong)
    assert line.startswith(f"{operation}: ")
    assert words in line
    assert f"({len(given)} of {len(given)} failures)" in line


def test_a_factor_that_is_a_convention_names_its_option() -> None:
    (line,) = factors("entropy", OF_COUNTS, lambda x, _: x * log(2))
    assert line.endswith('; meant so: --convention natural-logarithms, in Python "natural-logarithms", excuses it')
    (line,) = factors("variance", OF_VALUES, lambda x, given: x * len(given["values"]) / (len(given["values"]) - 1))
    assert "--convention sample-variance" in line
    (line,) = factors("gini", OF_COUNTS, lambda x, _: x / 2)
    assert "--convention" not in line


def test_no_factor_is_told_where_there_is_none() -> None:
    assert factors("gini", OF_COUNTS, lambda x, given: x + len(given["counts"])) == []
    assert factors("gini", OF_COUNTS[:2], lambda x, _: x / 2) == [], "two failures are too few"


NATS = "from math import log"
BODY = """
        k = [eval(x) for x in m["case"]["given"]["counts"]]
        n = sum(k)
        say({"seq": m["seq"], "answer": -sum(x / n * log(x / n) for x in k if x > 0) if n else None})"""


def test_at_most_three_failures_are_shown_and_all_are_named(tmp_path: Path) -> None:
    impl = program(tmp_path, BODY, before=NATS)
    page = tmp_path / "junit.xml"
    code, text = command("judge", "--impl", impl, "--only", "entropy", "--junit", str(page), "--annotations")
    assert code == 1
    assert text.count("FAILED ") == 3
    suite = ElementTree.parse(page).getroot()[0]
    failures = int(str(suite.get("failures")))
    assert f"… and {failures - 3} failures more of entropy (--all shows them)" in text
    assert "factor: entropy: answered/expected is always ln 2: natural logarithms" in text
    assert text.count("::error title=") == failures
    (last,) = [line for line in text.splitlines() if line.startswith("failed: entropy: ")]
    assert text.index(last) > text.index(" passed, "), "behind the sums"
    assert command("judge", "--impl", impl, "--only", "entropy", "--all")[1].count("FAILED ") == failures
    names = [case.get("name") for case in suite.iter("testcase")]
    assert len(names) == len(set(names))


def test_what_is_skipped_whole_is_one_line(tmp_path: Path) -> None:
    body = "say({'seq': m['seq'], **({'answer': '1/2'} if m['case']['given'].get('counts') == ['1', '1'] else {'skipped': 'no'})})"
    _, text = command("judge", "--impl", program(tmp_path, body))
    assert len([line for line in text.splitlines() if line.startswith("gain ")]) == 0
    assert " operations of which nothing was answered " in text
