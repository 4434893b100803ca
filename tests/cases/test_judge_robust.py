"""
Whatever a program or an adapter does its case alone fails, the run goes on, memory is bounded, and nothing judged outlives its judge.

Kills at random moments: 2 by default; the environment variable DTREF_KILLS says how many.
"""

from __future__ import annotations

import json
import math
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from time import process_time, sleep
from typing import Any
from xml.etree import ElementTree

import numpy
import pytest
from click.testing import CliRunner
from narrow import of_kind
from oracle.judge.programs import START, program

import dtref
from dtref.cli import app
from dtref.errors import Invalid, Undecided
from dtref.exact.digits import digits
from dtref.io.numbers import number_json
from dtref.oracle.arithmetic.deep_json import LEVELS, beginning, json_if_short, pieces
from dtref.oracle.arithmetic.json_numbers import bound, exact_number, layout, narrow, parse_exact_json
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.vectors import ExactAnswer
from dtref.oracle.judge.answers import judge_value
from dtref.oracle.judge.cases import Case, case_asked, golden_cases
from dtref.oracle.judge.judge import judge_cases
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.pipes import Running
from dtref.oracle.judge.process import AnsweringProgram
from dtref.oracle.judge.questions import KEPT, Reply, answering, read_message, reply_of
from dtref.oracle.judge.report.programs import results_json, results_junit
from dtref.oracle.judge.report.text import results_text
from dtref.oracle.judge.results import judged
from dtref.oracle.judge.selection import cases_named
from dtref.show.judge_page import results_page

HALF = Case("x", "", Call("gini", {"counts": ["1", "1"]}), ExactAnswer("1/2"), "", ())


def command(*words: str, stdin: str | bytes = "") -> tuple[int, str]:
    found = CliRunner().invoke(app, words, input=stdin)
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found.exit_code, found.output


def asked(adapter: Any, case: Case = HALF) -> tuple[str, str]:
    (result,) = judge_cases(answering(adapter), [case])
    return result.judgement.outcome.value, result.judgement.why


def nested(levels: int, name: str = "") -> Any:
    value: Any = "1"
    for _ in range(levels):
        value = {name: value} if name else [value]
    return value


# Nesting

DEEP = [
    pytest.param(open_ * levels + '"1"' + close * levels, id=f"{name} {levels}")
    for levels in (700, 900, 960, 985, 100_000)
    for name, open_, close in (
        ("list", "[", "]"),
        ("undefined", '{"undefined": ', "}"),
        ("log2", '{"log2": ', "}"),
        ("quotient", '{"quotient": ["1", ', "]}"),
        ("decimal", '{"decimal": ', "}"),
        ("test", '{"labels": ["a"], "test": ', "}"),
    )
]


@pytest.mark.parametrize("answer", DEEP)
def test_an_answer_nested_deep_fails_its_case_only(answer: str) -> None:
    data: Any = {"header": ["x", "y"], "rows": [["1", "a"], ["2", "b"]], "target": "y"}
    grow = json.dumps({"operation": "grow", "given": {"data": data, "preset": "cart"}})
    for case in (HALF, cases_named(grow)[0]):
        try:
            reply = reply_of(read_message(f'{{"seq": 1, "answer": {answer}}}'))
        except ValueError as problem:
            assert str(problem).startswith("nested too deep, 800 levels are read: ")
            continue
        assert judged(case, reply).judgement.outcome is Outcome.FAILED


@pytest.mark.parametrize("levels", [960, 100_000])
def test_a_run_goes_on_and_is_reported_when_every_answer_is_nested_deep(tmp_path: Path, levels: int) -> None:
    """Of a program that is asked, and of a stream; every report is there."""
    answer = f'{{"undefined": {"[" * levels}{"]" * levels}}}'
    body = f"say('{{\"seq\": %d, \"answer\": {{\"undefined\": %s}}}}' % (m['seq'], '[' * {levels} + ']' * {levels}))"
    junit, html = tmp_path / "junit.xml", tmp_path / "page.html"
    code, text = command(
        "judge", "--impl", program(tmp_path, body), "--only", "cs6220-gini", "--json", "--junit", str(junit), "--html", str(html)
    )
    report = json.loads(text)
    assert (code, report["sums"]["passed"]) == (1, 0)
    assert report["sums"]["failed"] == len(report["failures"]) == len(cases_named("cs6220-gini")) > 3
    assert len(ElementTree.fromstring(junit.read_text())[0].findall("testcase/failure")) == report["sums"]["failed"]
    assert len(html.read_text()) < 2_000_000
    lines = [f'{{"seq": "{case.id}", "answer": {answer}}}' for case in cases_named("cs6220-gini")]
    right = '{"seq": "cs6220-gini-07", "answer": "45/98"}'
    code, text = command("judge", "-", stdin="\n".join([right, *(line for line in lines if "gini-07" not in line)]))
    assert code == 1
    assert f"1 passed, 0 acceptable, {len(lines) - 1} failed" in text


@pytest.mark.parametrize("words", [("judge", "--impl", "x"), ("gen",), ("judge", "-")], ids=" ".join)
@pytest.mark.parametrize("levels", [900, 960, 980, 100_000])
def test_a_replayed_question_nested_deep_is_refused(words: tuple[str, ...], levels: int) -> None:
    for given in ("[" * levels + "]" * levels, '{"a": ' * levels + '"1"' + "}" * levels):
        found = CliRunner().invoke(app, [*words, "--replay", f'{{"operation": "gini", "given": {{"counts": {given}}}}}'])
        assert isinstance(found.exception, Invalid)
        assert "nested" in str(found.exception)
        assert len(str(found.exception)) < 500


def test_what_is_read_and_written_needs_no_call_stack() -> None:
    """Up to the bound for what is read; what dtref itself answers may be deeper than Python could recurse."""
    assert narrow(nested(LEVELS)) == nested(LEVELS)
    with pytest.raises(Invalid, match="nested at most 800 levels deep"):
        narrow(nested(LEVELS + 1))
    for name in ("", "a"):
        text = layout(nested(3000, name))
        assert (text.count("["), text.count("{")) == ((0, 3000) if name else (3000, 0))
        assert "".join(pieces(nested(50_000, name))) == (
            '{"a": ' * 50_000 + '"1"' + "}" * 50_000 if name else "[" * 50_000 + '"1"' + "]" * 50_000
        )
    assert parse_exact_json("[" * 700 + '"1"' + "]" * 700, "x") == nested(700)
    assert bound(nested(20_000)) is not None
    quotient: Any = "1"
    for _ in range(20_000):
        quotient = {"quotient": [quotient, "1"]}
    assert exact_number(quotient) == 1


def test_a_right_tree_passes_however_deep_it_is() -> None:
    """Alternating classes of 300 numbers: a chain of nearly 300 tests, 900 levels of JSON, more than Python's stack has room for."""
    data: Any = {"header": ["x", "y"], "rows": [[str(i), "ab"[i % 2]] for i in range(290)], "target": "y"}
    call = Call("grow", {"data": data, "preset": "cart"})
    case = case_asked(call)
    right = case.expected.exact  # type: ignore[union-attr]
    assert beginning(right, 10**7).count('"branches"') > 260
    assert asked({"grow": lambda **_: right}, case) == ("passed", "")
    assert asked({"grow": lambda **_: {"labels": ["a"]}}, case)[0] == "failed"


# Python adapters


class BadText:
    def __str__(self) -> str:
        raise RuntimeError("no text")


class BadExceptionError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


class BadValueError(ValueError):
    def __str__(self) -> str:
        raise SystemExit(3)


class OwnError(BaseException):
    pass


class Text(str):
    """A text that compares and measures itself badly."""

    __slots__ = ()

    def __eq__(self, other: Any) -> bool:
        raise RuntimeError("eq")

    def __hash__(self) -> int:
        raise RuntimeError("hash")

    def __len__(self) -> int:
        raise RuntimeError("len")


class Whole(int):
    def __eq__(self, other: Any) -> bool:
        raise RuntimeError("eq")

    __hash__ = int.__hash__

    def __str__(self) -> str:
        raise RuntimeError("str")


class Endless(list[Any]):
    def __iter__(self) -> Iterator[Any]:
        while True:
            yield "1"


class EndlessMapping(Mapping[str, str]):
    def __getitem__(self, key: str) -> str:
        return key

    def __len__(self) -> int:
        raise RuntimeError("len")

    def __iter__(self) -> Iterator[str]:
        n = 0
        while True:
            n += 1
            yield str(n)


class BadList(list[Any]):
    def __iter__(self) -> Iterator[Any]:
        raise RuntimeError("iter")

    def __len__(self) -> int:
        raise RuntimeError("len")


class BadArray:
    def tolist(self) -> Any:
        return BadArray()


def raising(problem: BaseException) -> Callable[..., Any]:
    def answer(**_: Any) -> Any:
        raise problem

    return answer


def itself() -> list[Any]:
    holds: list[Any] = ["1"]
    holds.append(holds)
    return holds


def holding_itself() -> dict[str, Any]:
    holds: dict[str, Any] = {"a": "1"}
    holds["b"] = [holds]
    return holds


def many_times() -> list[Any]:
    """10^30 values, made of 31 lists."""
    value: list[Any] = ["1"]
    for _ in range(30):
        value = [value] * 10
    return value


async def later() -> str:
    return "1/2"


HOSTILE: list[tuple[str, Callable[..., Any], str]] = [
    ("text that can't be made", lambda **_: BadText(), "errored: no answer: RuntimeError: no text"),
    ("such a text within", lambda **_: {"a": [BadText()]}, "errored: no answer: RuntimeError: no text"),
    ("such a text as key", lambda **_: {BadText(): 1}, "errored: no answer: RuntimeError: no text"),
    ("a list that holds itself", lambda **_: itself(), "nested more than 50000 levels deep, or holds itself"),
    ("an object that holds itself", lambda **_: holding_itself(), "nested more than 50000 levels deep, or holds itself"),
    ("values without number", lambda **_: many_times(), "an answer of more than 200000 values"),
    ("950 levels", lambda **_: nested(950), ""),
    ("40,000 levels", lambda **_: nested(40_000, "a"), ""),
    ("an int of 5,000 digits", lambda **_: 10**5000, ""),
    ("a fraction of 10,000 digits", lambda **_: Fraction(10**5000, 3), ""),
    ("such numbers within", lambda **_: {"a": [10**5000, -(10**6000)]}, ""),
    ("SystemExit", raising(SystemExit(0)), "errored: SystemExit: 0"),
    ("GeneratorExit", raising(GeneratorExit()), "errored: GeneratorExit: "),
    ("an own BaseException", raising(OwnError("mine")), "errored: OwnError: mine"),
    ("MemoryError", raising(MemoryError()), "errored: MemoryError: "),
    ("RecursionError", raising(RecursionError("deep")), "errored: RecursionError: deep"),
    ("an exception without text", raising(BadExceptionError()), "errored: BadExceptionError: its text can't be made (RuntimeError)"),
    ("a refusal without text", raising(BadValueError()), "refused: its text can't be made (SystemExit)"),
    ("an exception of much text", raising(KeyError("x" * 10**6)), "errored: KeyError: 'x"),
    ("a generator", lambda **_: (n for n in ("1", "2")), ""),
    ("a generator without end", lambda **_: iter(int, 1), "an answer of more than 200000 values"),
    ("a generator that raises", lambda **_: (1 // n for n in (1, 0)), "errored: no answer: ZeroDivisionError: "),
    ("a list without end", lambda **_: Endless(), "an answer of more than 200000 values"),
    ("a mapping without end", lambda **_: EndlessMapping(), "an answer of more than 200000 values"),
    ("a list that can't be read", lambda **_: BadList(), "errored: no answer: RuntimeError: iter"),
    ("a range of 10^12", lambda **_: range(10**12), "an answer of more than 200000 values"),
    ("a set", lambda **_: {"1"}, "a set has no order: a list is wanted"),
    ("a coroutine", lambda **_: later(), "a coroutine is no answer: what it would return is wanted"),
    ("a key twice", lambda **_: {1: "a", "1": "b"}, "a key twice in an object"),
    ("a text of 3 million characters", lambda **_: "x" * 3_000_000, "a text of more than 2000000 characters"),
    ("a lone surrogate", lambda **_: "\ud800", ""),
    ("one within, as key too", lambda **_: {"\ud800": ["\udfff"]}, ""),
    ("bytes", lambda **_: b"1/2", ""),
    ("NaN within", lambda **_: [math.nan, math.inf], ""),
    ("an array of objects", lambda **_: numpy.array([BadText(), None], dtype=object), "errored: no answer: RuntimeError: no text"),
    ("an array of itself", lambda **_: BadArray(), "errored: no answer: "),
    ("an array of dates", lambda **_: numpy.array(["2020-01-01"], dtype="datetime64[D]"), ""),
    ("a masked number", lambda **_: numpy.ma.masked, ""),
    ("a class", lambda **_: BadText, ""),
]


@pytest.mark.parametrize(("answer", "why"), [pytest.param(answer, why, id=name) for name, answer, why in HOSTILE])
def test_whatever_an_adapter_does_its_case_alone_fails(answer: Callable[..., Any], why: str) -> None:
    begun = process_time()
    cases = [HALF, Case("y", "", Call("entropy", {"counts": ["1", "1"]}), ExactAnswer("1"), "", ())]
    first, second = judge_cases(answering({"gini": answer, "entropy": lambda **_: 1}), cases)
    assert first.judgement.outcome is Outcome.FAILED
    assert why in first.judgement.why
    assert len(first.judgement.why) < 700
    assert second.judgement.outcome is Outcome.PASSED
    text = "\n".join(results_text([first, second]))
    assert len(text) < 5000
    json.loads(results_json([first, second], {}))
    ElementTree.fromstring(results_junit([first, second]).encode())
    results_page([first, second], {}).encode()
    assert process_time() - begun < 20


def test_an_interrupt_of_an_adapter_stays_one() -> None:
    with pytest.raises(KeyboardInterrupt):
        asked({"gini": raising(KeyboardInterrupt())})

    class Interrupting:
        def __str__(self) -> str:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asked({"gini": lambda **_: Interrupting()})


def test_values_of_classes_that_descend_from_pythons_own_are_what_they_say() -> None:
    assert asked({"gini": lambda **_: Text("1/2")}) == ("passed", "")
    one = Case("x", "", Call("gini", {}), ExactAnswer({"a": ["3", "b"]}), "", ())
    assert asked({"gini": lambda: {Text("a"): (Whole(3), Text("b"))}}, one)[0] == "failed"  # a key that can't be compared
    assert asked({"gini": lambda: {"a": (Whole(3), Text("b"))}}, one) == ("passed", "")
    for half in (numpy.float64(0.5), numpy.float32(0.5), numpy.float16(0.5), numpy.longdouble(0.5), numpy.array(0.5), Fraction(1, 2)):
        assert asked({"gini": lambda half=half, **_: half})[0] == "passed"


BIG = '{"operation": "groupings", "given": {"present": "20000"}}'


@pytest.mark.parametrize("said", [int, Fraction, digits])
def test_a_right_number_of_thousands_of_digits_passes(said: Callable[[int], Any]) -> None:
    """2^19999 - 1 ways to part 20,000 values into two groups: 6,021 digits, more than Python prints by itself."""
    right = 2**19999 - 1
    assert sys.get_int_max_str_digits() < 6021
    (result,) = dtref.judge({"groupings": lambda **_: said(right)}, [BIG])
    assert result.judgement.outcome is Outcome.PASSED
    for wrong in (right + 1, -right, Fraction(right, 2), 10**7000):
        (result,) = dtref.judge({"groupings": lambda wrong=wrong, **_: wrong}, [BIG])
        assert result.judgement.outcome is Outcome.FAILED


def test_a_right_number_of_thousands_of_digits_of_a_program_passes(tmp_path: Path) -> None:
    """As a number of JSON, as text, as a fraction of such; judged with Python's limit and without."""
    before = "sys.set_int_max_str_digits(0); n = 2**19999 - 1"
    for said in ("str(n)", "'\"' + str(n) + '\"'"):
        body = f"say('{{\"seq\": %d, \"answer\": %s}}' % (m['seq'], {said}))"
        with AnsweringProgram(program(tmp_path, body, before=before)) as ask:
            (result,) = judge_cases(ask, cases_named(BIG))
        assert result.judgement.outcome is Outcome.PASSED


def test_exact_numbers_of_any_length_are_written_and_read_as_text() -> None:
    for q in (Fraction(10**5000), Fraction(-(10**5000), 3), Fraction(1, 7**6000)):
        assert exact_number(number_json(q)) == q
    with pytest.raises(Invalid, match="denominator above 0"):
        exact_number("1/" + "0" * 5000)
    with pytest.raises(Invalid, match="lowest terms"):
        exact_number("2" + "0" * 5000 + "/2")


def test_an_adapter_that_changes_its_inputs_changes_nobody_elses() -> None:
    def spoil(counts: list[str]) -> str:
        counts.sort()
        counts.append("7")
        return "0"

    cases = [case for case in golden_cases() if case.call.operation == "gini"]
    before = json.dumps([case.call.given for case in cases])
    list(judge_cases(answering({"gini": spoil}), cases))
    assert json.dumps([case.call.given for case in cases]) == before


# Time and memory


def test_answers_that_would_take_long_to_judge_fail_soon() -> None:
    entropy = Case("x", "", Call("entropy", {"counts": ["5", "3"]}), ExactAnswer({"log2": {"2": "3", "3": "-3/8", "5": "-5/8"}}), "", ())
    logs = {"log2": {str(10**300 + 7 * i): f"1/{10**300 + i}" for i in range(3000)}}
    tree = '{"operation": "best_tests", "given": {"data": {"file": "iris.csv", "target": "species"}, "preset": "cart"}}'
    (tests,) = cases_named(tree)
    best = tests.expected.exact["tests"]  # type: ignore[union-attr, index, call-overload]
    keys = ", ".join(f'"k{i}": 1' for i in range(150_000))
    begun = process_time()
    assert asked({"entropy": lambda **_: logs}, entropy) == ("failed", "a number of more than 20000 characters")
    assert asked({"entropy": lambda **_: {"quotient": [logs, "1"]}}, entropy)[0] == "failed"
    assert asked({"best_tests": lambda **_: {"tests": of_kind(list, best) * 10_000}}, tests)[0] == "failed"
    with pytest.raises(ValueError, match="a key twice, 'k0'"):
        read_message(f'{{"seq": 1, "answer": {{{keys}, "k0": 1}}}}')
    assert process_time() - begun < 20


def test_of_a_long_answer_the_beginning_is_kept_and_reported() -> None:
    for answer in ("x" * 1_900_000, ["1"] * 18_000, {"a": "\ud800" * 100_000}):
        result = judged(HALF, Reply("answer", answer))
        assert result.judgement.outcome is Outcome.FAILED
        assert isinstance(result.reply.value, str)
        assert len(result.reply.value) < KEPT + 100
        assert result.reply.value.endswith(f"… (more than {KEPT} characters)")
        many = [result] * 50
        for report in (
            "\n".join(results_text(many)),
            results_json(many, {}),
            results_junit(many),
            results_page(many, {}),
        ):
            assert len(report) < 50 * 8 * KEPT
    assert judged(HALF, Reply("answer", ["1"] * 100)).reply.value == ["1"] * 100


def test_a_program_that_answers_everything_with_2_mb_does_not_fill_the_memory(tmp_path: Path) -> None:
    """Of answers of 1.9 MB, more than 300 MB in all, no more than 300 MB of the memory of the judge and its program together can be."""
    body = "say('{\"seq\": %d, \"answer\": \"%s\"}' % (m['seq'], 'x' * 1_900_000))"
    # fractions: a report writes the decimals of logarithms with a library, which takes memory of its own
    only = [word for name in ("gini", "gini_reduction", "accuracy", "precision", "recall", "f1") for word in ("--only", name)]
    junit = tmp_path / "junit.xml"
    words = [sys.executable, "-c", "from dtref.cli import main; main()", "judge", *only, "--all", "--junit", str(junit)]
    words += ["--impl", program(tmp_path, body)]
    limit = 300 * 2**20

    found = subprocess.run(
        ["/bin/sh", "-c", f'ulimit -v {limit // 1024}; exec "$@"', "sh", *words], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stderr) == (1, "")
    asked_ = found.stdout.count("FAILED ")
    assert asked_ * 1_900_000 > limit
    assert max(map(len, found.stdout.splitlines())) < 2000
    assert junit.stat().st_size < asked_ * 3000


def test_restarts_leave_no_pipe_open_though_others_hold_them(tmp_path: Path) -> None:
    """Each time the program is started it leaves a child in a session of its own that holds its pipes."""
    body = "subprocess.Popen(['sleep', '20'], start_new_session=True); os._exit(1)"
    open_before = len(list(Path("/proc/self/fd").iterdir()))
    with AnsweringProgram(program(tmp_path, body), 10) as ask:
        replies = [ask(HALF) for _ in range(12)]
        assert len(list(Path("/proc/self/fd").iterdir())) < open_before + 12
    assert {reply.kind for reply in replies} == {"broken"}
    assert len(list(Path("/proc/self/fd").iterdir())) <= open_before


def test_what_a_program_says_of_itself_is_bounded_too(tmp_path: Path) -> None:
    starts = [
        "say({'version': 1, 'implementation': {'name': 'x' * 1_500_000}})",
        "say('{\"version\": 1, \"implementation\": {\"name\": ' + '[' * 700 + ']' * 700 + '}}')",
        'say(\'{"version": 1, "implementation": {"name": "\\\\ud800\\\\u001b[31m"}}\')',
    ]
    for start in starts:
        page = tmp_path / "page.html"
        impl = program(tmp_path, "say(right(m))", start)
        code, text = command("judge", "--impl", impl, "--only", "cs6220-gini-07", "--json", "--html", str(page))
        assert code == 1
        assert json.loads(text)["sums"]["failed"] == 1
        assert len(text) < 60_000
        assert len(page.read_text("utf-8")) < 100_000
    for version in ("'1' * 10**6", "[[[1]]]"):
        with (
            pytest.raises(Invalid, match="the program does not start"),
            AnsweringProgram(program(tmp_path, "pass", f"say({{'version': {version}}})")) as ask,
        ):
            ask(HALF)


# Standard error


def test_the_first_and_the_last_that_a_crashing_program_complains_of_are_told(tmp_path: Path) -> None:
    trace = "sys.stderr.write('panic: index out of range\\n' + ''.join('goexit frame %d\\n' % i for i in range(5000)) + 'exit status 2\\n')"
    impl = program(tmp_path, f"{trace}; sys.stderr.flush(); os._exit(2)")
    with AnsweringProgram(impl) as ask:
        (result,) = judge_cases(ask, [HALF])
    why = result.judgement.why
    assert "its standard error: panic: index out of range\ngoexit frame 0\n" in why
    assert why.endswith("goexit frame 4999\nexit status 2")
    assert 1900 < len(why) < 2300
    code, text = command("judge", "--impl", impl, "--only", "cs6220-gini-07")
    assert code == 1
    assert "panic: index out of range" in text
    assert "exit status 2" in text
    with AnsweringProgram(program(tmp_path, "sys.stderr.write('short\\n'); sys.stderr.flush(); os._exit(2)")) as ask:
        assert str(ask(HALF).value).endswith("its standard error: short")


def test_so_are_those_of_one_that_does_not_start(tmp_path: Path) -> None:
    trace = "sys.stderr.write('panic: no such file\\n' + 'frame\\n' * 5000 + 'exit status 2\\n'); sys.stderr.flush(); os._exit(2)"
    words = [
        sys.executable,
        "-c",
        "from dtref.cli import main; main()",
        "judge",
        "--impl",
        program(tmp_path, "pass", trace),
        "--only",
        "gini",
    ]
    found = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (2, "")
    assert "panic: no such file" in found.stderr
    assert "the program does not start" in found.stderr.splitlines()[-1]
    assert "exit status 2" in found.stderr.splitlines()[-1]
    assert len(found.stderr) < 3000


# Lines


def test_a_line_whose_question_was_not_asked_is_refused_and_never_computed() -> None:
    costly = [
        {"operation": "binomial_probability", "given": {"k": "500000000", "n": "1000000000", "p": "1/3"}},
        {"operation": "optimal_size", "given": {"data": {"parity": "30"}, "preset": "cart"}},
        {"operation": "optimal_size", "given": {"data": {"parity": "70"}, "preset": "cart"}},
        {"operation": "gini", "given": {"counts": ["1", "1"]}},
    ]
    lines = [json.dumps({"seq": json.dumps(question), "answer": "1/2"}) for question in costly]
    others: tuple[object, ...] = (7, None, ["cs6220-gini-07"], {}, "", "generated-gini", "cs6220-gini")
    lines += [json.dumps({"seq": seq, "answer": "1/2"}) for seq in others]
    right = json.dumps({"seq": "cs6220-gini-07", "answer": "45/98"})
    begun = process_time()
    code, text = command("judge", "-", stdin="\n".join([*lines, right]))
    assert process_time() - begun < 20
    assert code == 1
    assert f"1 passed, 0 acceptable, {len(lines)} failed" in text
    for i in range(1, len(lines) + 1):
        assert f"FAILED line-{i}: (no case)" in text
    assert text.count("--max-examples") == len(costly)  # what to do
    put = json.dumps(costly[-1])
    code, text = command("judge", "-", "--replay", put, stdin=json.dumps({"seq": put, "answer": "1/2"}))
    assert (code, "1 passed" in text) == (0, True)


def test_a_line_that_cannot_be_read_or_judged_fails_by_its_number_and_the_others_go_on() -> None:
    lines = [
        b'{"seq": "cs6220-gini-07", "answer": "45/98"}',
        b'{"seq": "cs6220-gini-09", "answer": "' + b"x" * 2_500_000 + b'"}',
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"seq": "cs6220-gini-09"}',
        b'{"seq": "cs6220-gini-08", "answer": "1/2"}',
    ]
    code, text = command("judge", "-", stdin=b"\n".join(lines))
    assert code == 1
    for why in (
        "FAILED line-2: ",
        "a line of more than 2000000 bytes",
        "FAILED line-3: ",
        "FAILED line-4: ",
        "line 5: one of answer, skipped",
    ):
        assert why in text
    assert "1 passed" in text


@pytest.mark.parametrize(
    "problem", [Undecided("a question", "99 steps"), ZeroDivisionError("0"), OverflowError("big"), RecursionError("deep")]
)
def test_what_cannot_be_judged_fails_its_case_only(monkeypatch: pytest.MonkeyPatch, problem: Exception) -> None:

    def failing(case: Case, answer: Any, *rest: Any) -> Any:
        if answer == "hard":
            raise problem
        return judge_value(case, answer, *rest)

    monkeypatch.setattr("dtref.oracle.judge.results.judge_value", failing)
    lines = ['{"seq": "cs6220-gini-08", "answer": "hard"}', '{"seq": "cs6220-gini-07", "answer": "45/98"}']
    code, text = command("judge", "-", stdin="\n".join(lines))
    assert code == 1
    assert "1 passed, 0 acceptable, 1 failed" in text


# As they come, and early ends


def started(words: list[str], **more: Any) -> subprocess.Popen[str]:
    every = [sys.executable, "-c", "from dtref.cli import main; main()", "judge", *words]
    return subprocess.Popen(every, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


def test_results_are_written_as_they_come(tmp_path: Path) -> None:
    """
    The program answers the first question wrong, twice, as a failure is asked again alone, and the second when a file is there: the first
    failure is read before that.
    """
    go = tmp_path / "go"
    body = f"while m['seq'] == 3 and not os.path.exists({str(go)!r}): time.sleep(0.01)\n        say({{'seq': m['seq'], 'answer': 7}})"
    judge = started(["--impl", program(tmp_path, body), "--only", "cs6220-gini", "--timeout", "60"])
    assert judge.stdout is not None
    assert judge.stdout.readline().startswith("FAILED cs6220-gini")
    assert judge.poll() is None
    go.touch()
    rest = judge.communicate(timeout=60)[0]
    assert judge.returncode == 1
    assert "0 passed" in rest


def test_a_stream_is_judged_as_it_comes() -> None:
    judge = started(["-"], stdin=subprocess.PIPE)
    assert judge.stdin is not None
    assert judge.stdout is not None
    judge.stdin.write('{"seq": "cs6220-gini-07", "answer": 7}\n')
    judge.stdin.flush()
    assert judge.stdout.readline().startswith("FAILED cs6220-gini-07")
    judge.send_signal(signal.SIGINT)
    out, err = judge.communicate(timeout=60)
    assert (judge.returncode, "ended early (SIGINT) after 1 results" in out, "Traceback" in err) == (130, True, False)


@pytest.mark.parametrize(
    ("number", "code", "as_json"), [(signal.SIGINT, 130, False), (signal.SIGTERM, 143, True), (signal.SIGHUP, 129, False)]
)
def test_a_run_that_is_ended_early_reports_what_it_found(tmp_path: Path, number: signal.Signals, code: int, as_json: bool) -> None:
    ready, junit, html = tmp_path / "ready", tmp_path / "junit.xml", tmp_path / "page.html"
    # the first two failures are asked again alone: the fourth question is the sixth line
    body = f"say({{'seq': m['seq'], 'answer': 7}}) if m['seq'] < 6 else (open({str(ready)!r}, 'w').close(), time.sleep(60))"
    words = ["--impl", program(tmp_path, body), "--only", "gini", "--junit", str(junit), "--html", str(html), "--timeout", "60"]
    judge = started([*words, *(["--json"] if as_json else [])])
    while not ready.exists() and judge.poll() is None:
        sleep(0.01)
    judge.send_signal(number)
    out, err = judge.communicate(timeout=30)
    early = f"ended early ({number.name}) after 3 results"
    assert (judge.returncode, "Traceback" in err) == (code, False)
    (suite,) = ElementTree.fromstring(junit.read_text("utf-8"))
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "3", "1")
    assert [one.get("message") for one in suite.iter("error")] == [early]
    assert early in html.read_text("utf-8")
    if as_json:
        report = json.loads(out)
        assert (report["sums"]["failed"], report["stopped"], report["stale"]) == (3, early, [])
    else:
        assert (out.count("FAILED "), out.splitlines()[-1]) == (3, early)


def test_a_reader_that_goes_away_ends_the_run_and_a_failed_check_is_one_all_the_same(tmp_path: Path) -> None:
    junit = tmp_path / "junit.xml"
    judge = started(["--impl", program(tmp_path, "say({'seq': m['seq'], 'answer': 7})"), "--junit", str(junit)])
    assert judge.stdout is not None
    assert judge.stderr is not None
    judge.stdout.readline()
    judge.stdout.close()
    assert judge.wait(60) == 1
    assert judge.stderr.read() == ""
    judge.stderr.close()
    (suite,) = ElementTree.fromstring(junit.read_text("utf-8"))
    assert int(suite.get("failures", "")) < 3000


# Nothing outlives its judge

PROGRAM = """
import json, os, signal, subprocess, sys, time
pids, kind = sys.argv[1:]
def note(pid):
    with open(pids, "a") as file: file.write(f"{pid}\\n")
note(os.getpid())
if kind == "leads": os.setpgrp()
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(number, signal.SIG_IGN)
nowhere = subprocess.DEVNULL
note(subprocess.Popen(["sleep", "61"], stdin=nowhere, stdout=nowhere, stderr=nowhere).pid)
n = 0
for line in sys.stdin:
    m = json.loads(line)
    if m["cmd"] == "start": print('{"version": 1, "implementation": {"name": "s"}}', flush=True)
    if m["cmd"] != "run": continue
    n += 1
    if kind == "hangs" and n > 9: time.sleep(62)
    if kind == "crashes" and n % 3 == 0: os._exit(1)
    print(json.dumps({"seq": m["seq"], "answer": 1}), flush=True)
while True: time.sleep(1)
"""
KINDS = ("answers", "hangs", "crashes", "leads")
SIGNALS = {signal.SIGINT: {130, -2}, signal.SIGTERM: {143, -15}, signal.SIGHUP: {129, -1}, signal.SIGKILL: {-9}}
"""Each with how a judge may end by it: before its own handlers are there by the signal itself."""


def lives(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def soon_all_gone(pids: list[str]) -> bool:
    for _ in range(500):
        if not any(map(lives, pids)):
            return True
        sleep(0.01)
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc who lives")
def test_no_judged_program_outlives_a_judge_that_is_killed(tmp_path: Path) -> None:
    """Nor does its child, whether it answers, hangs, crashes, or leads a process group of its own, at whatever moment."""
    kills = int(os.environ.get("DTREF_KILLS", "2"))
    moments = random.Random(17)
    (tmp_path / "mine.py").write_text(PROGRAM)
    left = []
    for i in range(kills):
        number, kind, pids = list(SIGNALS)[i % 4], KINDS[i // 4 % 4] if kills > 8 else moments.choice(KINDS), tmp_path / f"pids{i}"
        pids.touch()
        impl = f"{sys.executable} {tmp_path / 'mine.py'} {pids} {kind}"
        examples = ["--max-examples", "20"] if i % 3 == 2 else []
        judge = started(["--impl", impl, "--only", "gini", "--only", "gain", "--timeout", "60", *examples])
        while not pids.read_text() and judge.poll() is None:
            sleep(0.001)
        sleep(moments.choice([0, 0.001, 0.01, 0.05, 0.2, moments.random()]))
        ended = judge.poll() is not None
        judge.send_signal(number)
        try:
            judge.communicate(timeout=30)
        finally:
            judge.kill()
        if not ended and judge.returncode not in SIGNALS[number] | {1}:
            left.append(f"{number.name} {kind}: exit code {judge.returncode}")
        if not soon_all_gone(every := pids.read_text().split()):
            left.append(f"{number.name} {kind}")
            for pid in filter(lives, every):
                os.kill(int(pid), signal.SIGKILL)
    assert left == []


@pytest.mark.parametrize("after", [1, 2], ids=["the guard", "the program"])
def test_a_signal_while_a_program_is_started_leaves_neither_it_nor_its_guard(after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    processes: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def starts(*words: Any, **options: Any) -> subprocess.Popen[bytes]:
        processes.append(popen(*words, **options))
        if len(processes) == after:
            signal.raise_signal(signal.SIGINT)
        return processes[-1]

    monkeypatch.setattr(subprocess, "Popen", starts)
    with pytest.raises(KeyboardInterrupt):
        Running.start(["sleep", "61"])
    assert len(processes) == 2
    assert soon_all_gone([str(process.pid) for process in processes])


def test_a_program_that_ends_well_leaves_no_guard(tmp_path: Path) -> None:
    def children() -> set[str]:
        return set(
            subprocess.run(["ps", "-o", "pid=", "--ppid", str(os.getpid())], capture_output=True, text=True, check=True).stdout.split()
        )

    before = children()
    with AnsweringProgram(program(tmp_path, "say(right(m))", START)) as ask:
        assert ask(HALF) == Reply("answer", "1/2")
        below = children() - before
        assert len(below) >= 2
    for _ in range(100):  # a busy machine may take its time
        if not any(map(lives, below)):
            break
        sleep(0.1)
    assert not [pid for pid in below if lives(pid)]


class Shouted(str):
    """A text that shows itself otherwise than it is, as members of an enumeration of texts do."""

    __slots__ = ()

    def __str__(self) -> str:
        return self.upper()


def test_a_key_is_written_as_it_is_and_not_as_it_shows_itself() -> None:
    texts, deep = {Shouted("k"): "x"}, {Shouted("k"): ["x"]}
    assert ("".join(pieces(texts)), json_if_short(texts, 20)) == ('{"k": "x"}',) * 2
    assert ("".join(pieces(deep)), json_if_short(deep, 20)) == ('{"k": ["x"]}',) * 2
