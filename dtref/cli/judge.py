"""The commands that judge somebody else's program."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Unpack

import click
from attrs import frozen

from dtref.cli.completed_words import operation_names
from dtref.cli.options import READING, Reading, keywords_of, options, progress, read
from dtref.cli.output_files import Written
from dtref.cli.printed_numbers import JSON_OPTION
from dtref.cli.provenance import made_by
from dtref.cli.results import Reports, Run, nothing_lost
from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.oracle.golden.records import Call
from dtref.oracle.judge.against import judging_both
from dtref.oracle.judge.announced import LeftOut, announced, asked_of, takes_of
from dtref.oracle.judge.cases import Case, golden_cases, read_case
from dtref.oracle.judge.coverage import coverage_notes, covered, missing_coverage
from dtref.oracle.judge.excuses.conventions import EXCUSED_CONVENTIONS
from dtref.oracle.judge.excuses.excuses import Excuses, Judging, excuses_of, merged_excuses
from dtref.oracle.judge.excuses.needed import checked_names, excuse_notes, needless, outdated_notes, stale, unasked
from dtref.oracle.judge.excuses.reading import read_known
from dtref.oracle.judge.fresh_program import anew, asked_alone
from dtref.oracle.judge.judge import STRICT, judge_cases
from dtref.oracle.judge.lines import answered_lines, asked_id, stream_lines, unanswered
from dtref.oracle.judge.own_data import own_cases
from dtref.oracle.judge.process import AnsweringProgram
from dtref.oracle.judge.questions import run_message
from dtref.oracle.judge.report.digits import digits_lines
from dtref.oracle.judge.report.replay import by_command, by_stream
from dtref.oracle.judge.report.text import ShownFailures, terminal_safe
from dtref.oracle.judge.results import Judge, Result
from dtref.oracle.judge.rounding.numbers import ANSWER_ULPS
from dtref.oracle.judge.selection import chosen
from dtref.oracle.relations.findings import need_hypothesis

ONLY = click.option(
    "--only",
    multiple=True,
    shell_complete=operation_names,
    metavar="NAME",
    help="Only this id, operation, or what ids begin with (repeatable).",
)
REPLAY = click.option(
    "--replay", multiple=True, metavar="JSON", help="Instead of the golden cases this question, as a failure prints it (repeatable)."
)
OWN_DATA = click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Instead of the golden cases, the same questions about a data file of your own (CSV and the like), as the options from --target "
    "to --drop describe it.",
)
_EXAMPLES = click.option(
    "--max-examples", type=click.IntRange(0), default=0, show_default=True, help="Generated inputs of each kind besides."
)
_SEED = click.option("--seed", type=int, default=0, show_default=True, help="Of what is generated.")
FILE = click.Path(path_type=Path)


_UNDEFINED = ("zero", "nan", "one", "error")


def _rules(undefined: Sequence[str], width: str | None, tolerance: str | None, doubles: bool, conventions: Sequence[str]) -> list[str]:
    """The names of the rules that options choose."""
    rules = [f"undefined {what}" for what in undefined]
    rules += [f"width {width}"] if width else []
    rules += [f"tolerance {tolerance}"] if tolerance else []
    return [*rules, *(["doubles"] if doubles else []), *conventions]


@frozen
class Drawing:
    """How many inputs of each kind are generated, and the seed."""

    examples: int
    seed: int


@click.command("judge", epilog="Example: dtref judge --impl 'python3 tests/oracle/judge/harness_floats.py' --only gini --max-examples 5")
@click.argument("answers", required=False, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--impl", metavar="COMMAND", help="The program: it speaks the protocol of golden/PROTOCOL.md.")
@click.option("--against", metavar="COMMAND", help="Another program, asked the same: where do the two disagree, and who is right?")
@ONLY
@REPLAY
@OWN_DATA
@options(*READING)
@_EXAMPLES
@_SEED
@click.option("--timeout", type=click.FloatRange(0, min_open=True), default=10.0, show_default=True, help="Seconds for an answer.")
@click.option("--strict", is_flag=True, help=f"Doubles may be {STRICT} units in the last place off, not {ANSWER_ULPS}.")
@click.option("--known", type=FILE, metavar="FILE", help='Departures that are known: {"known": {id or operation: reason}, "rules": […]}.')
@click.option("--undefined", type=click.Choice(_UNDEFINED), multiple=True, help="Excused where there is no value: this (repeatable).")
@click.option("--width", type=click.Choice(["float32"]), help="Excused: what is computed in float32.")
@click.option("--tolerance", metavar="SHARE", help="Excused: what is off by at most this share of the largest term, such as 1e-6.")
@click.option("--doubles", is_flag=True, help="Excused: what follows from rounding the numbers of a question to doubles.")
@click.option("--convention", type=click.Choice(list(EXCUSED_CONVENTIONS)), multiple=True, help="Excused: this convention (repeatable).")
@click.option("--junit", cls=Written, type=FILE, metavar="FILE", help="Write JUnit XML there.")
@click.option("--html", cls=Written, type=FILE, metavar="FILE", help="Write a page of HTML there.")
@click.option("--all", "all_failures", is_flag=True, help="Show all failures, not three of an operation.")
@click.option("--digits", is_flag=True, help="Also the least and median number of correct digits, by operation.")
@click.option("--annotations", is_flag=True, help="At the end a line for each failure, as code hosts show it beside the code.")
@JSON_OPTION
def judge_command(
    answers: Path | None,
    impl: str | None,
    against: str | None,
    only: tuple[str, ...],
    replay: tuple[str, ...],
    data: Path | None,
    max_examples: int,
    seed: int,
    timeout: float,
    strict: bool,
    known: Path | None,
    undefined: tuple[str, ...],
    width: str | None,
    tolerance: str | None,
    doubles: bool,
    convention: tuple[str, ...],
    junit: Path | None,
    html: Path | None,
    all_failures: bool,
    digits: bool,
    annotations: bool,
    as_json: bool,
    **reading: Unpack[Reading],
) -> None:
    """
    Ask a program every golden case, and judge its answers exactly. Exit code 1 if one is wrong; if nothing is answered, or nothing of an
    operation that --only names, or no generated input of one whose golden cases are.

    ANSWERS: instead of a program to be asked, the answers to what `dtref gen` printed; - for the input.
    """
    if (impl is None) == (answers is None):
        raise Invalid("dtref judge", "--impl, or ANSWERS such as -", "both" if impl else "neither")
    if against is not None and impl is None:
        raise Invalid("--against", "--impl", "ANSWERS")
    # what is asked
    cases, rules = _asked(only, replay, _own(data, reading)), _rules(undefined, width, tolerance, doubles, convention)
    excuses = merged_excuses([_known(known, cases), excuses_of(rules)])
    judging = Judging(STRICT if strict else ANSWER_ULPS, excuses)
    reports = Reports(by_stream if impl is None else by_command(impl), junit, html, as_json, made_by(), annotations)
    run = Run(reports, excuses, shown=ShownFailures(all_failures))
    # the answers, from lines or from a program
    about: Mapping[str, object] = {}
    if impl is None:
        cases = [*cases, *_generated(cases, max_examples, seed)]
        run.hear(answered_lines(_lines(str(answers)), cases, judging, wants_all=bool(only or replay)))
        left_out = LeftOut()
    else:
        with nullcontext() if against is None else AnsweringProgram(against, timeout) as other:
            both = judging if other is None else judging_both(judging, other, "the other program")
            about, left_out = _asked_program(run, AnsweringProgram(impl, timeout), cases, Drawing(max_examples, seed), both)
    # what is missing, and what is excused
    outdated = () if run.stopped else stale(run.results, excuses)
    unanswered_cases = 0 if run.stopped or impl is not None else unanswered(run.results, cases)
    missing = missing_coverage(run.results, [*only, *announced(about)], left_out.operations)
    notes = [f"{unanswered_cases} cases of these operations were not answered"] if unanswered_cases else []
    notes += left_out.note()
    notes += excuse_notes(run.results, excuses)
    notes += [] if run.stopped else outdated_notes(run.results, excuses)
    notes += [f"known, but not asked here, or not answered: {name}" for name in (() if run.stopped else unasked(run.results, excuses))]
    notes += [f"known, but needed by no failure: {name}" for name in (() if run.stopped else needless(run.results, excuses))]
    notes += coverage_notes(missing)
    notes += digits_lines(run.results) if digits else ()
    run.report(about, outdated, missing, notes)


def _known(path: Path | None, cases: Sequence[Case]) -> Excuses:
    """The departures in a file. Errors: Invalid for a name that is neither an operation nor the id of a case, before anything is asked."""
    return Excuses() if path is None else checked_names(read_known(read_text(path), path.name), path.name, [*golden_cases(), *cases])


def _own(data: Path | None, reading: Reading) -> list[Case] | None:
    """The cases about a file of one's own, if there is one."""
    if data is None:
        described = next((f"--{name}" for name, value in keywords_of(reading).items() if value), None)
        if described is not None:
            raise Invalid(described, "--data, the file that it describes", "none")
        return None
    return list(own_cases(read(data, reading), data.name))


def _asked(only: Sequence[str], replay: Sequence[str], own: Sequence[Case] | None) -> list[Case]:
    """The cases that are not generated: those that names choose, of one's own data if there is some, or the questions given."""
    if replay and (only or own is not None):
        raise Invalid("dtref judge", "--only or --data, or --replay", "both")
    return [read_case(text) for text in replay] if replay else chosen(golden_cases() if own is None else own, only)


def _asked_program(
    run: Run, program: AnsweringProgram, cases: Sequence[Case], drawing: Drawing, judging: Judge
) -> tuple[Mapping[str, object], LeftOut]:
    """Asks a program what it takes, and returns its description of itself. If it does not start, prints its standard error."""
    if drawing.examples:
        need_hypothesis("--max-examples")
    # results are computed as they are heard
    try:
        with program, progress("judging"):
            program.start()
            asked, left_out = asked_of(cases, takes_of(program.about))
            generated = _hunted(run, program, asked, drawing, judging) if drawing.examples else ()
            results = chain(judge_cases(program, asked, judging), generated)
            run.hear(asked_alone(results, lambda: anew(program), judging))
            if run.stopped is not None:
                program.end()
    except Invalid as problem:
        for note in getattr(problem, "__notes__", ()):
            print(terminal_safe(note), file=sys.stderr)
        raise
    return program.about, left_out


def _lines(answers: str) -> Iterator[str]:
    """The lines of answers as they come, from a file or the input."""
    try:
        with nullcontext(sys.stdin.buffer) if answers == "-" else Path(answers).open("rb") as stream:
            yield from stream_lines(stream)
    except OSError as problem:
        raise Invalid(answers, "a file that can be read", problem.strerror) from None


def _hunted(run: Run, program: AnsweringProgram, cases: Iterable[Case], drawing: Drawing, judging: Judge) -> Iterator[Result]:
    """The results of generated cases for the operations asked; an operation that the program always skips is soon given up."""
    from dtref.oracle.judge.generators.generated_cases import generated_failures

    answers = {name for name, row in covered(run.results).items() if row.golden_answered}
    takes = takes_of(program.about)

    def wanted(call: Call) -> bool:
        return not takes.leaves_out(call)

    with _no_traces():
        operations, examples, seed = _operations(cases), drawing.examples, drawing.seed
        yield from generated_failures(program, operations, examples=examples, seed=seed, judging=judging, answers=answers, wanted=wanted)


def _generated(cases: Iterable[Case], examples: int, seed: int) -> Iterator[Case]:
    """The generated cases of the operations that are asked: the same ones for the same arguments."""
    if examples:
        need_hypothesis("--max-examples")
        from dtref.oracle.judge.generators.generated_cases import generated_cases

        with _no_traces():
            yield from generated_cases(_operations(cases), examples, seed)


def _operations(cases: Iterable[Case]) -> list[str]:
    return list(dict.fromkeys(case.call.operation for case in cases))


@contextmanager
def _no_traces() -> Iterator[None]:
    """Inside, Hypothesis keeps its files in a folder that is removed afterwards, not in the one where the command runs."""
    from hypothesis.configuration import set_hypothesis_home_dir

    with TemporaryDirectory() as folder:
        set_hypothesis_home_dir(folder)
        yield


@click.command(epilog="Example: dtref gen --only gain --max-examples 20")
@ONLY
@REPLAY
@OWN_DATA
@options(*READING)
@_EXAMPLES
@_SEED
def gen(
    only: tuple[str, ...], replay: tuple[str, ...], data: Path | None, max_examples: int, seed: int, **reading: Unpack[Reading]
) -> None:
    """Print cases as a program is asked them, one a line, without expected values: dtref gen … | ./mine | dtref judge -"""
    cases = _asked(only, replay, _own(data, reading))
    with nothing_lost():
        for case in chain(cases, _generated(cases, max_examples, seed)):
            print(run_message(case, asked_id(case)))
