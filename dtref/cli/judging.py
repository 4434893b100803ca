"""The commands that judge somebody else's program. Before this: `dtref.cli.options`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path

import click

from dtref.cli.ending import failing
from dtref.cli.options import AS_JSON
from dtref.cli.writing import Written
from dtref.errors import Invalid
from dtref.io.files import read_text, write_text
from dtref.oracle.judge.answers import ULPS, Outcome
from dtref.oracle.judge.asking import run_message
from dtref.oracle.judge.cases import Case, golden_cases, read_case
from dtref.oracle.judge.judging import STRICT, Result, chosen, excused, judge_cases, read_known, stale, unanswered_operations, unknown
from dtref.oracle.judge.lines import answered_lines, asked_id, unanswered
from dtref.oracle.judge.process import Program
from dtref.oracle.judge.telling.page import results_page
from dtref.oracle.judge.telling.programs import results_json, results_junit
from dtref.oracle.judge.telling.replaying import by_command, by_stream
from dtref.oracle.judge.telling.text import results_text

ONLY = click.option("--only", multiple=True, metavar="NAME", help="Only this id, operation, or what ids begin with (repeatable).")
REPLAY = click.option(
    "--replay", multiple=True, metavar="JSON", help="Instead of the golden cases this question, as a failure prints it (repeatable)."
)
EXAMPLES = click.option(
    "--max-examples", type=click.IntRange(0), default=0, show_default=True, help="Generated inputs of each kind besides."
)
SEED = click.option("--seed", type=int, default=0, show_default=True, help="Of what is generated.")
FILE = click.Path(path_type=Path)


@click.command(epilog="Example: dtref judge --impl 'python3 tests/oracle/judge/harness_floats.py' --only gini --max-examples 5")
@click.argument("answers", required=False, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--impl", metavar="COMMAND", help="The program: it speaks the protocol of golden/PROTOCOL.md.")
@ONLY
@REPLAY
@EXAMPLES
@SEED
@click.option("--timeout", type=click.FloatRange(0, min_open=True), default=10.0, show_default=True, help="Seconds for an answer.")
@click.option("--strict", is_flag=True, help=f"Doubles may be {STRICT} units in the last place off, not {ULPS}.")
@click.option("--known", type=FILE, metavar="FILE", help='Departures that are known: {"known": {id or operation: reason}}.')
@click.option("--junit", cls=Written, type=FILE, metavar="FILE", help="Write JUnit XML there.")
@click.option("--html", cls=Written, type=FILE, metavar="FILE", help="Write a page of HTML there.")
@AS_JSON
def judge(
    answers: Path | None,
    impl: str | None,
    only: tuple[str, ...],
    replay: tuple[str, ...],
    max_examples: int,
    seed: int,
    timeout: float,
    strict: bool,
    known: Path | None,
    junit: Path | None,
    html: Path | None,
    as_json: bool,
) -> None:
    """
    Ask a program every golden case, and judge its answers exactly. Exit code 1 if one is wrong, or if an operation of --only has none.

    ANSWERS: instead of a program to be asked, the answers to what `dtref gen` printed; - for the input.
    """
    if (impl is None) == (answers is None):
        raise Invalid("dtref judge", "--impl, or ANSWERS such as -", "both" if impl else "neither")
    ulps, cases = STRICT if strict else ULPS, _asked(only, replay)
    reasons = read_known(read_text(known), known.name) if known else {}
    about: dict[str, object] = {}
    notes: list[str] = []
    if impl is not None:
        again = by_command(impl)
        with Program(impl, timeout) as program:
            results = list(judge_cases(program, cases, ulps=ulps))
            results += _hunted(program, cases, max_examples, seed, ulps) if max_examples else []
            about = program.about
    else:
        again = by_stream
        lines = _lines(str(answers))
        results = list(answered_lines(lines, cases, ulps, wants_all=bool(only or replay)))
        if left := unanswered(results, cases):
            notes.append(f"{left} cases of these operations were not answered")
    old = stale(results, reasons)
    results = [excused(result, reasons) for result in results]
    notes += [f"known, but no longer so: {name}: {reasons[name]}" for name in old]
    notes += [f"known, but no operation or case: {name}" for name in unknown(reasons, golden_cases())]
    missing = unanswered_operations(results, only)
    notes += [f"{name}: none of {n} cases was answered" for name, n in missing.items()]
    if junit:
        write_text(junit, results_junit(results, again))
    if html:
        write_text(html, results_page(results, about, again, notes))
    with failing(bool(missing) or any(result.judgement.outcome is Outcome.FAILED for result in results)):
        print(results_json(results, about, again, old, missing) if as_json else "\n".join(results_text(results, again, notes)))


def _asked(only: Sequence[str], replay: Sequence[str]) -> list[Case]:
    """The fixed cases: those of the names given, or the questions given."""
    if only and replay:
        raise Invalid("dtref judge", "--only or --replay", "both")
    return [read_case(text) for text in replay] if replay else chosen(golden_cases(), only)


def _lines(answers: str) -> list[str]:
    """The lines of answers, from a file or the input; what isn't text there is no answer, but no reason to stop."""
    try:
        data = sys.stdin.buffer.read() if answers == "-" else Path(answers).read_bytes()
    except OSError as problem:
        raise Invalid(answers, "a file that can be read", problem.strerror) from None
    return data.decode(errors="replace").split("\n")


def _generating() -> None:
    if find_spec("hypothesis") is None:
        raise Invalid("--max-examples", "the extra dtref[judge]: generated cases need hypothesis", "no hypothesis")


def _hunted(program: Program, cases: Iterable[Case], examples: int, seed: int, ulps: int) -> list[Result]:
    """The smallest failures of the operations that are asked; one that the program skips is soon left alone."""
    _generating()
    from dtref.oracle.judge.generating.generated import generated_failures

    operations = dict.fromkeys(case.call.operation for case in cases)
    return list(generated_failures(program, operations, examples=examples, seed=seed, ulps=ulps))


@click.command(epilog="Example: dtref gen --only gain --max-examples 20")
@ONLY
@REPLAY
@EXAMPLES
@SEED
def gen(only: tuple[str, ...], replay: tuple[str, ...], max_examples: int, seed: int) -> None:
    """Print cases as a program is asked them, one a line, without expected values: dtref gen … | ./mine | dtref judge -"""
    cases = _asked(only, replay)
    for case in cases:
        print(run_message(case, asked_id(case)))
    if max_examples:
        _generating()
        from dtref.oracle.judge.generating.generated import generated_cases

        for case in generated_cases(dict.fromkeys(case.call.operation for case in cases), max_examples, seed):
            print(run_message(case, asked_id(case)))
