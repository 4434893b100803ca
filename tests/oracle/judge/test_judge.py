"""
Judging programs: a right one passes, each wrong one is found with a small example, and nothing that a program does stops the run.

Programs are floats.py (a correct implementation in doubles, independent of dtref), planted.py (one mistake each), and short scripts.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import monotonic
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from oracle.judge import floats
from oracle.judge.planted import PLANTED
from referencing import Registry, Resource

from dtref.cli import app
from dtref.errors import Invalid
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.golden.vectors import AnyOf, ExactAnswer, Refused
from dtref.oracle.judge.answers import Outcome, judge_answer, judge_refusal
from dtref.oracle.judge.cases import Case, golden_cases
from dtref.oracle.judge.generating.generated import STRATEGIES, smallest_failure
from dtref.oracle.judge.judging import answered_lines, chosen, excused, judge, judged, read_known
from dtref.oracle.judge.process import Program, Reply, ask_function, question
from dtref.oracle.operations.answers import write_answer
from dtref.oracle.operations.registry import run as own

CASES = list(golden_cases())
PASSED, ACCEPTABLE, FAILED = "passed", "acceptable", "failed"
QUICK = [case for case in CASES if case.call.operation in STRATEGIES]


def case_of(expected: object, operation: str = "gini") -> Case:
    return Case("x", "", Call(operation, {}), expected, "", ())  # type: ignore[arg-type]


def test_every_record_and_vector_is_a_case() -> None:
    assert len(CASES) > 2500
    assert {case.id.split("-")[0] for case in CASES} == {"vectors", "tan", "evaluation", "cs6220", "iaml", "cs422"}


def test_dtref_itself_passes_a_sample() -> None:
    ask = ask_function(lambda operation, given: write_answer(own(operation, given)))
    results = [r for r in judge(ask, QUICK) if r.judgement.outcome is not Outcome.PASSED and r.case.expected.__class__ is not AnyOf]
    assert [(r.case.id, r.judgement) for r in results if r.judgement.outcome is Outcome.FAILED] == []


def test_nothing_is_said_against_a_correct_program_in_doubles() -> None:
    ask = ask_function(floats.answer)
    for operation in STRATEGIES:
        assert smallest_failure(ask, operation, examples=150) is None, operation


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_mistake_is_found_and_shown_small(name: str) -> None:
    (operation,) = PLANTED[name]
    begun = monotonic()
    found = smallest_failure(ask_function(lambda o, g: floats.answer(o, g, PLANTED[name])), operation)
    assert found is not None
    assert monotonic() - begun < 30
    records = sum(int(n) for n in json.dumps(found.case.call.given).replace("+", "").replace("-", "").split('"') if n.isdecimal())
    assert records <= 8


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
    assert judge_answer(case, 0.25001).outcome is Outcome.ACCEPTABLE
    assert judge_answer(case_of(ExactAnswer("1/4")), 0.25001).outcome is Outcome.FAILED
    assert judge_answer(case_of(ExactAnswer("1/4")), 0.25 + 2**-48, ulps=4).outcome is Outcome.FAILED


def test_any_of_several_and_refusals() -> None:
    assert judge_answer(case_of(AnyOf(("a", "b"))), "b").outcome is Outcome.ACCEPTABLE
    assert judge_answer(case_of(AnyOf(("a", "b"))), "c").outcome is Outcome.FAILED
    assert judge_answer(case_of(Refused("a float")), "1").outcome is Outcome.FAILED
    assert judge_refusal(case_of(Refused("a float")), "no").outcome is Outcome.PASSED
    assert judge_refusal(case_of(ExactAnswer({"undefined": "0/0"})), "no").outcome is Outcome.ACCEPTABLE
    assert judge_refusal(case_of(ExactAnswer("1")), "no").outcome is Outcome.FAILED


# Programs


def program(tmp_path: Path, body: str, start: str = "say({'version': 1, 'implementation': {'name': 'test'}})") -> str:
    """A program whose answer to a `run` message m is what the body does."""
    script = f"""
import json, os, sys, time
def say(x): print(x if isinstance(x, str) else json.dumps(x), flush=True)
for line in sys.stdin:
    m = json.loads(line)
    if m["cmd"] == "start":
        {start}
    elif m["cmd"] == "run":
        {body}
"""
    path = tmp_path / "program.py"
    path.write_text(script)
    return f"{sys.executable} {path}"


ONE = Call("gini", {"counts": ["1", "1"]})


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("time.sleep(60)", "no answer within 0.5 seconds"),
        ("os._exit(3)", "it ended, or said a line that is too long, without an answer"),
        ("say('not JSON')", "no JSON: b'not JSON"),
        ("say([1])", "no object: b'[1]"),
        ("say({'seq': m['seq'] + 1, 'answer': 1})", "it answers question 2, not 1"),
        ("say({'seq': m['seq']})", "neither answer nor skipped, refused or errored: ['seq']"),
        (
            "sys.stdout.write('x' * 3_000_000); sys.stdout.flush(); time.sleep(60)",
            "it ended, or said a line that is too long, without an answer",
        ),
        ("sys.stdout.write('{\"seq\": 1, '); sys.stdout.flush(); time.sleep(60)", "no answer within 0.5 seconds"),
        ("say('[' * 100_000)", "no JSON: b'[[[["),
    ],
    ids=lambda x: str(x)[:30],
)
def test_whatever_a_program_does_the_run_goes_on(tmp_path: Path, body: str, why: str) -> None:
    first = f"open({str(tmp_path / 'asked')!r}, 'a').write('x')"
    again = f"say({{'seq': m['seq'], 'answer': '1/2'}}) if os.path.getsize({str(tmp_path / 'asked')!r}) > 1 else None"
    with Program(program(tmp_path, f"{first}; {again}\n        if os.path.getsize({str(tmp_path / 'asked')!r}) == 1: {body}"), 0.5) as ask:
        reply = ask(ONE)
        assert reply.kind == "broken"
        assert str(reply.value).startswith(why)
        assert ask(ONE) == Reply("answer", "1/2")  # started again


def test_a_program_that_babbles_between_answers_fails_the_case_only(tmp_path: Path) -> None:
    with Program(program(tmp_path, "say({'seq': m['seq'], 'answer': 1}); say('and more')"), 2) as ask:
        assert ask(ONE).kind == "answer"
        assert ask(ONE).kind == "broken"
        assert ask(ONE).kind == "answer"


@pytest.mark.parametrize("start", ["say({'version': 2})", "say('hello')", "time.sleep(60)", "os._exit(1)"])
def test_a_program_that_does_not_start_well(tmp_path: Path, start: str) -> None:
    with Program(program(tmp_path, "pass", start), 0.5) as ask:
        assert ask(ONE).kind == "broken"


def test_a_command_that_is_none() -> None:
    with pytest.raises(Invalid, match=r"^--impl: expected a command that can be started"), Program("/no/such/program") as ask:
        ask(ONE)
    with pytest.raises(Invalid, match=r"^--impl: expected a command \(got ''\)$"), Program("") as ask:
        ask(ONE)


HARNESS = f"{sys.executable} {Path(__file__).with_name('harness_floats.py')}"


def test_a_program_in_doubles_passes_the_golden_cases_that_doubles_can_hold() -> None:
    """What it fails are inputs that it doesn't refuse, and counts beyond 2^53: each for a reason that its flags say."""
    with Program(HARNESS) as ask:
        results = list(judge(ask, QUICK))
    failed = [r for r in results if r.judgement.outcome is Outcome.FAILED]
    reasons = {"Invalid", "Beyond2To53", "NearTie", "FloatTie", "Cancellation", "Float32Collision", "Weights", "Underflow"}
    assert [(r.case.id, r.case.flags) for r in failed if not reasons & set(r.case.flags) and not isinstance(r.case.expected, Refused)] == []
    assert sum(r.judgement.outcome in {Outcome.PASSED, Outcome.ACCEPTABLE} for r in results) > 500


def test_expected_values_are_never_sent() -> None:
    assert all(set(question(case.call)) <= {"operation", "given", "part"} for case in CASES)


def test_messages_fit_the_schema() -> None:
    folder = golden_folder() / "schema"
    golden, protocol = (json.loads((folder / f"{name}.schema.json").read_text()) for name in ("golden", "protocol"))
    validator = Draft202012Validator(protocol, registry=Registry().with_resource("urn:dtref:golden:1", Resource.from_contents(golden)))
    for message in (
        {"cmd": "start", "version": 1},
        {"cmd": "stop"},
        {"version": 1, "implementation": {"name": "x"}},
        {"seq": 1, "answer": None},
        {"seq": "x", "skipped": "why"},
        *({"cmd": "run", "seq": case.id, "case": question(case.call)} for case in CASES[::50]),
    ):
        assert list(validator.iter_errors(message)) == [], message
    for wrong in ({"cmd": "run", "seq": 1}, {"seq": 1}, {"seq": 1, "answer": 1, "skipped": "x"}, {"cmd": "go"}):
        assert list(validator.iter_errors(wrong))


# The command line


def command(*arguments: str, stdin: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(app, arguments, input=stdin)
    if isinstance(result.exception, Invalid):
        raise result.exception
    return result.exit_code, result.output


def test_the_command_tells_what_failed_and_how_to_ask_again(tmp_path: Path) -> None:
    wrong = program(tmp_path, "say({'seq': m['seq'], 'answer': 0.25})")
    junit = tmp_path / "junit.xml"
    code, text = command("judge", "--impl", wrong, "--only", "cs6220-gini-07", "--only", "gini", "--junit", str(junit))
    assert code == 1
    assert "FAILED cs6220-gini-07: gini: " in text
    assert '  expected "45/98"' in text
    assert "--only cs6220-gini-07" in text
    suite = ElementTree.fromstring(junit.read_text())
    assert int(suite.get("failures", "0")) == text.count("FAILED ")
    code, text = command("judge", "--impl", wrong, "--only", "cs6220-gini-07", "--json")
    told = json.loads(text)
    assert (code, told["implementation"]["implementation"]["name"], told["failures"][0]["got"]) == (1, "test", 0.25)


def test_known_departures_are_acceptable(tmp_path: Path) -> None:
    wrong, known = program(tmp_path, "say({'seq': m['seq'], 'answer': 0.25})"), tmp_path / "known.json"
    known.write_text('{"known": {"gini": "halves it"}}')
    code, text = command("judge", "--impl", wrong, "--only", "cs6220-gini-07", "--known", str(known))
    assert code == 0
    assert "acceptable: known: halves it (1)" in text
    assert read_known('{"known": {}}', "x") == {}
    passed = judged(case_of(ExactAnswer("1")), Reply("answer", "1"))
    assert excused(passed, {"x": "why"}) is passed


def test_generated_cases_through_the_pipe() -> None:
    code, text = command("judge", "--impl", HARNESS, "--only", "k_fold", "--max-examples", "20")
    assert "0 failed" not in text or code == 0
    assert "k_fold" in text


def test_gen_and_answers() -> None:
    code, lines = command("gen", "--only", "cs6220-gini-07", "--only", "cs6220-gini-09")
    assert code == 0
    asked = [json.loads(line) for line in lines.splitlines()]
    assert [message["seq"] for message in asked] == ["cs6220-gini-07", "cs6220-gini-09"]
    assert "45/98" not in lines
    answers = "\n".join(
        json.dumps({"seq": m["seq"], "answer": write_answer(own(m["case"]["operation"], m["case"]["given"]))}) for m in reversed(asked)
    )
    code, text = command("judge", "--answers", "-", stdin=answers)
    assert code == 0
    assert "2 passed, 0 acceptable, 0 failed, 0 skipped" in text


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["x"], "line 1: expected an object of JSON with 'seq' (got 'x')"),
        (['{"seq": "none", "answer": 1}'], "line 1, seq: expected the id of a case (got 'none')"),
    ],
)
def test_answers_that_are_none(lines: list[str], message: str) -> None:
    with pytest.raises(Invalid) as refused:
        list(answered_lines(lines, CASES[:3]))
    assert str(refused.value) == message


def test_arguments() -> None:
    with pytest.raises(Invalid, match=r"^dtref judge: expected --impl or --answers \(got 'neither'\)$"):
        command("judge")
    with pytest.raises(Invalid, match=r"^--only: expected an id"):
        command("gen", "--only", "nothing")
    assert chosen(CASES, ["vectors-ties"])[0].id.startswith("vectors-ties-")
