"""Nothing that a program does stops the run: each misbehaviour is a clear reply in bounded time and memory, and the next case is asked."""

from __future__ import annotations

import os
import resource
from pathlib import Path
from time import monotonic, sleep

import pytest
from oracle.judge import float_trees, floats
from oracle.judge.programs import HARNESS, START, program

from dtref.errors import Invalid
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.vectors import ExactAnswer, Refused
from dtref.oracle.judge.cases import Case, golden_cases
from dtref.oracle.judge.judge import judge_cases
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.process import PATIENCE, AnsweringProgram
from dtref.oracle.judge.questions import Reply

ONE = Case("x", "", Call("gini", {"counts": ["1", "1"]}), ExactAnswer("1/2"), "", ())
RIGHT = Reply("answer", "1/2")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("time.sleep(60)", "no answer within 1 seconds"),
        ("os._exit(3)", "it ended, or said a line that is too long, without an answer"),
        ("os.kill(os.getpid(), 11)", "it ended, or said a line that is too long, without an answer"),
        ("raise KeyError('mine')", "it ended, or said a line that is too long, without an answer; its standard error: "),
        ("os.close(1); time.sleep(60)", "it ended, or said a line that is too long, without an answer"),
        ("os.close(0); time.sleep(60)", "no answer within 1 seconds"),
        ("say('not JSON')", "no JSON: b'not JSON"),
        ("say(b'\\xff\\xfe\\n')", "no JSON: b'\\xff\\xfe"),
        ("say([1])", "no object: b'[1]"),
        ("say('null')", "no object: b'null"),
        ("say({'seq': m['seq'] + 1, 'answer': 1})", "it answers question 2, not 1"),
        ("say({'seq': 'x' * 1000, 'answer': 1})", "it answers question \"xxx"),
        ("say({'answer': 1})", "it answers question null, not 1"),
        ("say({'seq': m['seq']})", "one of answer, skipped, refused, errored is wanted, not [\"seq\"]"),
        ("say({'seq': m['seq'], 'answer': 1, 'skipped': 'x'})", "one of answer, skipped, refused, errored is wanted, not"),
        ("say('{\"seq\": 1, \"answer\": 1, \"answer\": 2}')", "a key twice, 'answer': b'{"),
        ("say('{\"seq\": 1, \"answer\": {\"a\": 1, \"a\": 2}}')", "a key twice, 'a': b'{"),
        ("sys.stdout.write('x' * 3_000_000); sys.stdout.flush(); time.sleep(60)", "it ended, or said a line that is too long"),
        ("sys.stdout.write('{\"seq\": 1, '); sys.stdout.flush(); time.sleep(60)", "no answer within 1 seconds"),
        ("sys.stdout.write('{\"seq\": 1, \"answer\": 1}'); sys.stdout.flush(); os._exit(0)", "it ended, or said a line that is too long"),
        ("say('[' * 100_000)", "nested too deep, 800 levels are read: b'[[[["),
        ("subprocess.Popen(['sleep', '60']); os._exit(0)", ""),
    ],
    ids=lambda x: str(x)[:40],
)  # fmt: skip
def test_whatever_a_program_does_the_run_goes_on(tmp_path: Path, body: str, why: str) -> None:
    asked = tmp_path / "asked"
    first = f"open({str(asked)!r}, 'a').write('x'); n = os.path.getsize({str(asked)!r})"
    begun = monotonic()
    with AnsweringProgram(program(tmp_path, f"{first}\n        if n > 1: say(right(m))\n        else: {body}"), 1) as ask:
        reply = ask(ONE)
        assert reply.kind == "broken"
        assert str(reply.value).startswith(why)
        if "KeyError" in body:
            assert str(reply.value).endswith("KeyError: 'mine'")
        assert ask(ONE) == RIGHT  # started again
    assert monotonic() - begun < 20


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_nan_and_infinity_are_no_value(tmp_path: Path, constant: str) -> None:
    """They aren't JSON, but JSON libraries write them: where there is a value they are wrong, and nothing breaks."""
    with AnsweringProgram(program(tmp_path, f"say('{{\"seq\": %d, \"answer\": {constant}}}' % m['seq'])")) as ask:
        undefined = Case("x", "", ONE.call, ExactAnswer({"undefined": "0/0"}), "", ())
        found = [result.judgement.outcome for result in judge_cases(ask, [ONE, undefined, ONE])]
    assert found == [Outcome.FAILED, Outcome.ACCEPTABLE, Outcome.FAILED]


def test_one_that_answers_twice_fails_the_next_case_only(tmp_path: Path) -> None:
    with AnsweringProgram(program(tmp_path, "say(right(m)); say(right(m))"), 5) as ask:
        replies = [ask(ONE) for _ in range(3)]
    assert [reply.kind for reply in replies] == ["answer", "broken", "answer"]
    assert replies[1].value == "it answers question 1, not 2"


def test_one_that_answers_out_of_order(tmp_path: Path) -> None:
    """The first answer comes with the second question: the first case is timed out, then the program starts anew."""
    body = "old = globals().get('old'); (say(right(old)) if old else None); globals().update(old=m)"
    with AnsweringProgram(program(tmp_path, body), 0.5) as ask:
        assert {ask(ONE).kind for _ in range(2)} == {"broken"}


def test_one_that_says_much_on_its_standard_error_is_not_stopped_by_it(tmp_path: Path) -> None:
    with AnsweringProgram(program(tmp_path, "sys.stderr.write('x' * 5_000_000); say(right(m))"), 20) as ask:
        assert [ask(ONE) for _ in range(3)] == [RIGHT] * 3


def test_one_that_floods_its_output_is_not_read_into_memory(tmp_path: Path) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with AnsweringProgram(program(tmp_path, "say(right(m))\n        while True: say('x' * 1_000_000)"), 5) as ask:
        assert ask(ONE) == RIGHT
        sleep(1)
        assert ask(ONE).kind == "broken"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000  # kilobytes


def test_one_that_never_reads_does_not_block_its_judge(tmp_path: Path) -> None:
    long = Case("x", "", Call("gini", {"counts": ["1"] * 200_000}), ExactAnswer("0"), "", ())
    command = program(tmp_path, "pass", before="say({'version': 1, 'implementation': {}}); time.sleep(60)")
    begun = monotonic()
    with AnsweringProgram(command, 0.5) as ask:
        assert ask(long).value == "no answer within 0.5 seconds"
    assert monotonic() - begun < 10


def test_children_of_a_program_end_with_it(tmp_path: Path) -> None:
    body = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(subprocess.Popen(['sleep', '60']).pid)); time.sleep(60)"
    with AnsweringProgram(program(tmp_path, body), 2) as ask:
        assert ask(ONE).kind == "broken"
    pid = int((tmp_path / "pid").read_text())
    for _ in range(50):
        if not Path(f"/proc/{pid}").exists() or Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":
            return
        sleep(0.1)
    os.kill(pid, 9)
    raise AssertionError("it outlived the program")


@pytest.mark.parametrize(
    ("start", "why"),
    [
        ("say({'version': 2})", "'it speaks version 2, not 1'"),
        ("say('hello')", "\"no JSON: b'hello"),
        ("os._exit(1)", "'it ended, or said a line that is too long, without an answer')"),
        (
            "raise KeyError('mine')",
            "\"it ended, or said a line that is too long, without an answer; its standard error ends: KeyError: 'mine'\"",
        ),
        ("time.sleep(60)", "'no answer within 2 seconds')"),
    ],
)
def test_a_program_that_does_not_start_is_a_wrong_command_and_no_failure(tmp_path: Path, start: str, why: str) -> None:
    begun = monotonic()
    with AnsweringProgram(program(tmp_path, "pass", start), 2) as ask:
        for _ in range(10):  # it isn't started again and again
            with pytest.raises(Invalid) as refused:
                ask(ONE)
            assert str(refused.value).startswith(f"the program does not start: expected an answer to the message 'start' (got {why}")
    assert monotonic() - begun < 10


def test_one_that_started_once_and_does_not_again_is_soon_left_alone(tmp_path: Path) -> None:
    """It has answered before, so that the cases are what it fails; after some it isn't started any more."""
    started = tmp_path / "started"
    start = f"(os._exit(1) if os.path.exists({str(started)!r}) else open({str(started)!r}, 'w').close()); {START}"
    with AnsweringProgram(program(tmp_path, "os._exit(1)", start), 5) as ask:
        replies = [ask(ONE) for _ in range(PATIENCE + 2)]
    assert str(replies[0].value).startswith("it ended")
    assert all(str(reply.value).startswith("it did not start: it ended") for reply in replies[1:-1])
    assert replies[-1].value == "not asked: 3 times in a row it did not answer in time, or did not start"


def test_an_operation_that_hangs_is_left_alone_and_the_others_are_asked(tmp_path: Path) -> None:
    other = Case("y", "", Call("entropy", {"counts": ["1", "1"]}), ExactAnswer("1"), "", ())
    body = "time.sleep(60) if m['case']['operation'] == 'entropy' else say(right(m))"
    with AnsweringProgram(program(tmp_path, body), 0.5) as ask:
        replies = [ask(case) for case in (ONE, *[other] * (PATIENCE + 1), ONE)]
    assert replies[0] == replies[-1] == RIGHT
    assert str(replies[-2].value).startswith("not asked")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (
            "/no/such/program",
            "the program does not start: expected a command that can be started (got '/no/such/program: No such file or directory')",
        ),
        ("", "--impl: expected a command (got '')"),
        ("'open", '--impl: expected a command (No closing quotation) (got "\'open")'),
    ],
)
def test_commands_that_are_none(command: str, message: str) -> None:
    with pytest.raises(Invalid) as refused, AnsweringProgram(command) as ask:
        ask(ONE)
    assert str(refused.value) == message


def test_a_program_in_doubles_passes_the_golden_cases_that_doubles_can_hold() -> None:
    """What it fails are inputs that it doesn't refuse, and counts beyond 2^53: each for a reason that its flags say."""
    known = {*floats.CORRECT, *float_trees.of_trees()}
    with AnsweringProgram(HARNESS) as ask:
        results = list(judge_cases(ask, [case for case in golden_cases() if case.call.operation in known]))
    failed = [r for r in results if r.judgement.outcome is Outcome.FAILED]
    reasons = {"Invalid", "Beyond2To53", "NearTie", "FloatTie", "Cancellation", "Float32Collision", "Weights", "Underflow"}
    wrong = [r for r in failed if not reasons & set(r.case.flags) and not isinstance(r.case.expected, Refused)]
    assert [(r.case.id, r.case.flags, r.judgement.why) for r in wrong] == []
    assert sum(r.judgement.outcome in {Outcome.PASSED, Outcome.ACCEPTABLE} for r in results) > 500
