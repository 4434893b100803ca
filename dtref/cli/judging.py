"""The commands that judge somebody else's program. Before this: `dtref.cli.options`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from shlex import quote

import click

from dtref.cli.options import AS_JSON
from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.oracle.judge.answers import ULPS, Outcome
from dtref.oracle.judge.cases import golden_cases
from dtref.oracle.judge.judging import Result, answered_lines, chosen, excused, read_known
from dtref.oracle.judge.judging import judge as judge_cases
from dtref.oracle.judge.process import Program, question
from dtref.oracle.judge.telling import results_json, results_junit, results_text

STRICT = 4
ONLY = click.option("--only", multiple=True, metavar="NAME", help="Only this id, operation, or what ids begin with (repeatable).")


@click.command(epilog="Example: dtref judge --impl 'node my-tree.js' --only gain --only gini")
@click.option("--impl", metavar="COMMAND", help="The program: it speaks the protocol of golden/PROTOCOL.md.")
@click.option("--answers", type=click.Path(path_type=Path, allow_dash=True), metavar="FILE", help="Answers already given, - for the input.")
@ONLY
@click.option("--max-examples", type=click.IntRange(0), default=0, show_default=True, help="Inputs generated for each operation besides.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of what is generated.")
@click.option("--timeout", type=click.FloatRange(0, min_open=True), default=10.0, show_default=True, help="Seconds for an answer.")
@click.option("--strict", is_flag=True, help=f"Doubles may be {STRICT} units in the last place off, not {ULPS}.")
@click.option(
    "--known", type=click.Path(path_type=Path), metavar="FILE", help='Departures that are known: {"known": {id or operation: reason}}.'
)
@click.option("--junit", type=click.Path(path_type=Path), metavar="FILE", help="Write JUnit XML there.")
@AS_JSON
def judge(
    impl: str | None,
    answers: Path | None,
    only: tuple[str, ...],
    max_examples: int,
    seed: int,
    timeout: float,
    strict: bool,
    known: Path | None,
    junit: Path | None,
    as_json: bool,
) -> None:
    """Ask a program every golden case, and judge its answers exactly. Exit code 1 if one is wrong."""
    ulps, cases = STRICT if strict else ULPS, chosen(golden_cases(), only)
    about: object = {}
    if (impl is None) == (answers is None):
        raise Invalid("dtref judge", "--impl or --answers", "both" if impl else "neither")
    if impl is not None:
        with Program(impl, timeout) as program:
            results = list(judge_cases(program, cases, ulps=ulps))
            results += _generated(program, results, max_examples, seed, ulps) if max_examples else []
            about = program.about
    else:
        text = sys.stdin.read() if str(answers) == "-" else read_text(Path(str(answers)))
        results = list(answered_lines(text.splitlines(), cases, ulps))
    reasons = read_known(read_text(known), known.name) if known else {}
    results = [excused(result, reasons) for result in results]
    if junit:
        junit.write_text(results_junit(results), "utf-8")
    replay = f"dtref judge --impl {quote(impl)} --only" if impl else "dtref gen --only"
    print(results_json(results, about) if as_json else "\n".join(results_text(results, replay)))
    if any(result.judgement.outcome is Outcome.FAILED for result in results):
        raise SystemExit(1)


def _generated(program: Program, results: Sequence[Result], examples: int, seed: int, ulps: int) -> list[Result]:
    """The smallest failure of each operation that the program answers."""
    from dtref.oracle.judge.generated import STRATEGIES, smallest_failure

    answered = {result.case.call.operation for result in results if result.judgement.outcome is not Outcome.SKIPPED}
    found = (smallest_failure(program, name, examples=examples, seed=seed, ulps=ulps) for name in STRATEGIES if name in answered)
    return [result for result in found if result is not None]


@click.command(epilog="Example: dtref gen --only gain | ./mine | dtref judge --answers -")
@ONLY
def gen(only: tuple[str, ...]) -> None:
    """Print the golden cases as a program is asked them, one a line: for programs that answer a stream. Expected values are not in it."""
    for case in chosen(golden_cases(), only):
        print(json.dumps({"cmd": "run", "seq": case.id, "case": question(case.call)}, ensure_ascii=False))
