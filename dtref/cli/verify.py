"""The commands that verify trees of other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar, Unpack

import click
from attrs import evolve

from dtref.cli.choices import Named
from dtref.cli.completed_words import column_names
from dtref.cli.exit_codes import failing
from dtref.cli.options import (
    CLAIM_OPTIONS,
    PRINTED,
    READING,
    DataWarnings,
    GrownFrom,
    options,
    progress,
    read_and_tell,
    tell_warnings,
    with_remarks,
)
from dtref.cli.provenance import print_json
from dtref.cli.verify_source import verify_source
from dtref.errors import Invalid, printable, within
from dtref.io.files import read_text
from dtref.io.foreign.formats import FORMATS, read_foreign
from dtref.io.foreign.scikit_learn_outputs import read_scikit_learn_outputs_json
from dtref.io.foreign.tree import ForeignTree
from dtref.oracle.judge.equally_right.answered_trees import read_answer
from dtref.oracle.stated.differences import told_differences
from dtref.oracle.stated.policy_of import policy_of
from dtref.oracle.stated.typed_policy import typed_policy
from dtref.oracle.verify.report import report_json, report_text, route_json, route_text
from dtref.oracle.verify.rounding import ULPS
from dtref.oracle.verify.route_comparison import route_diff as compare_routes
from dtref.oracle.verify.several_outputs import outputs_json, outputs_text, verify_outputs
from dtref.oracle.verify.verdicts import Report
from dtref.oracle.verify.verify import RefusedData
from dtref.oracle.verify.verify import verify as verify_tree
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.several_targets import several_targets

PROTOCOL = "protocol"
"""The name of the format in which a program answers a tree."""
_PROTOCOL_READS = "a tree of your own program, as golden/PROTOCOL.md has the answer of grow"
_READS = "; ".join(f"{one.name}: {one.reads}" for one in FORMATS.values())
"""What each format is, for the help."""

_ALSO_TARGET = "Another column that MODEL predicts, after --target and in its order (repeatable); of scikit-learn."

_Command = TypeVar("_Command", bound=Callable[..., object])


def _renaming(kind: str, help_text: str) -> Callable[[_Command], _Command]:
    """A repeatable option OLD=NEW; where a name contains =, the last one separates the two."""

    def read_all(_context: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> Mapping[str, str]:
        pairs = [pair.rpartition("=") for pair in texts]
        wrong = next((text for text, (old, _, new) in zip(texts, pairs, strict=True) if not old or not new), None)
        if wrong is not None:
            raise click.BadParameter(f"expected OLD=NEW (got {wrong!r})", param=parameter)
        repeated = next((old for i, (old, _, _) in enumerate(pairs) if old in [other for other, _, _ in pairs[:i]]), None)
        if repeated is not None:
            raise click.BadParameter(f"expected each name once (got {repeated!r} twice)", param=parameter)
        return {old: new for old, _, new in pairs}

    plural = {"column": "columns", "class": "classes"}[kind]
    return click.option(f"--{kind}", plural, multiple=True, metavar="OLD=NEW", callback=read_all, help=help_text)


@click.command(
    "verify",
    epilog="Example: dtref verify tests/io/foreign/files/rpart-iris.json golden/data/iris.csv --target species --format rpart --as cart",
)
@click.argument("model", type=click.Path(path_type=Path))
@click.argument("data", type=click.Path(path_type=Path), required=False)
@click.option("--source", metavar="CONFIG", help="Instead of DATA: a TOML file or an address of a table that an engine counts.")
@click.option(
    "--format",
    "file_format",
    type=Named([*FORMATS, PROTOCOL]),
    default="dtref",
    show_default=True,
    help=f"What MODEL is. {_READS}; {PROTOCOL}: {_PROTOCOL_READS}.",
)
@click.option("--tree", "number", type=click.IntRange(1), default=1, show_default=True, help="Which tree of an ensemble.")
@click.option("--pruned", is_flag=True, help="The tree may have been pruned: a leaf need not be one that growing makes.")
@click.option("--ulps", type=click.IntRange(0), default=ULPS, show_default=True, help="Rounding errors of doubles that are let pass.")
@_renaming("column", "In MODEL a column is called OLD, in DATA NEW.")
@_renaming("class", "In MODEL a class is called OLD, in DATA NEW.")
@click.option("--also-target", "others", multiple=True, shell_complete=column_names, metavar="COLUMN", help=_ALSO_TARGET)
@click.option("--all", "every", is_flag=True, help="Print every node with its verdicts, the right ones too.")
@options(*READING, *CLAIM_OPTIONS)
@PRINTED
def verify_command(
    model: Path,
    data: Path | None,
    source: str | None,
    file_format: str,
    number: int,
    pruned: bool,
    ulps: int,
    columns: Mapping[str, str],
    classes: Mapping[str, str],
    others: tuple[str, ...],
    every: bool,
    as_json: bool,
    **settings: Unpack[GrownFrom],
) -> None:
    """
    Check the tree in MODEL node by node: is what it asks, on the records of DATA that reach it, among the exactly best?

    Prints each wrong node with its path, its records and the better test: first those below no wrong one, as what is wrong further down
    may be their doing; then the tied ones in short, and what could not be checked, with the reason. Exit code 1 if a node is wrong.
    What is compared is how a test parts the records of DATA: that it asks < where <= is meant shows only where a record lies on the cut
    (dtref judge --only predict asks; dtref route-diff compares two trees there).
    """
    if source is not None:
        needing = {"DATA": data, "--format": file_format != "dtref", "--tree": number > 1, "--pruned": pruned, "--ulps": ulps != ULPS}
        report = verify_source(model, source, settings, {**needing, "--column": columns, "--class": classes, "--also-target": others})
        _print_report(report, every, as_json, {})
        return
    if data is None:
        raise Invalid("verify", "DATA, or --source", "neither")
    if others:
        if file_format != "sklearn" or pruned or classes or number != 1:
            raise Invalid("--also-target", "--format sklearn beside it, and no --pruned, --class or --tree", ", ".join(others))
        _verify_outputs(model, data, others, ulps, columns, every, as_json, settings)
        return
    if file_format == PROTOCOL:
        with within(str(model), model.name):
            policy = _claimed(settings)
        records, warnings = read_and_tell(data, settings, policy.missing)
        tree = read_foreign(model, file_format, number, {PROTOCOL: lambda path: (_answered(path, records),)})
    else:
        tree = read_foreign(model, file_format, number)
        with within(str(model), model.name):
            policy = _claimed(settings, tree)
        told = tell_warnings(told_differences(tree, policy))
        records, warnings = read_and_tell(data, settings, policy.missing)
        warnings = {"warnings": [*told["warnings"], *warnings.get("warnings", ())]} if told else warnings
    with _naming_files(model, data), progress(f"verifying {model.name}"):
        report = verify_tree(tree, records, policy, pruned=pruned, ulps=ulps, columns=columns, classes=classes)
    _print_report(report, every, as_json, warnings)


def _print_report(report: Report, every: bool, as_json: bool, warnings: DataWarnings) -> None:
    """Prints the verdicts; exit code 1 if a node is wrong."""
    with failing(bool(report.wrong)):
        if as_json:
            print_json(with_remarks(report_json(report), warnings))
        else:
            print("\n".join(map(printable, report_text(report, every))))


def _answered(path: Path, records: DataSet) -> ForeignTree:
    """The tree of an answer, which is told by what it was read as."""
    tree = read_answer(read_text(path), records, path.name)
    return evolve(tree, source=f"{path.name} ({PROTOCOL})")


def _verify_outputs(
    model: Path,
    data: Path,
    others: tuple[str, ...],
    ulps: int,
    columns: Mapping[str, str],
    every: bool,
    as_json: bool,
    settings: GrownFrom,
) -> None:
    """Checks a tree of several targets."""
    tree = read_scikit_learn_outputs_json(model)
    with within(str(model), model.name):
        policy = _claimed(settings, tree.tests)
    tell_warnings(told_differences(tree.tests, policy))
    records, warnings = read_and_tell(data, settings, policy.missing)
    with _naming_files(model, data), progress(f"verifying {model.name}"):
        report = verify_outputs(tree, several_targets(records, others), policy, ulps=ulps, columns=columns)
    with failing(bool(report.wrong)):
        if as_json:
            print_json(with_remarks(outputs_json(report), warnings))
        else:
            print("\n".join(map(printable, outputs_text(report, every))))


@contextmanager
def _naming_files(model: Path, data: Path) -> Iterator[None]:
    """A context in which an `Invalid` gets the file in front that is at fault."""
    try:
        yield
    except Invalid as problem:
        at_fault = data if isinstance(problem, RefusedData) else model
        with within(str(at_fault), at_fault.name):
            raise


def _claimed(settings: GrownFrom, tree: ForeignTree | None = None) -> Policy:
    """The policy that is named, or the one that a tree states. Errors: Invalid where neither is."""
    if settings["algorithm"] is not None:
        return typed_policy(settings)
    if settings.get("program_settings"):
        raise Invalid("--set", "--as beside it, the program whose parameters are set", ", ".join(settings["program_settings"]))
    if tree is None:
        raise Invalid(f"read as --format {PROTOCOL}", "--as beside it, as an answer doesn't state its algorithm", "none")
    return typed_policy(settings, policy_of(tree))


def _format(which: str) -> Callable[[_Command], _Command]:
    return click.option(
        f"--{which}-format",
        type=Named(list(FORMATS)),
        default="dtref",
        show_default=True,
        help=f"What {which.upper()} is: see dtref verify.",
    )


@click.command(
    "route-diff",
    epilog="Example: dtref route-diff tests/io/foreign/files/xgboost.json tests/io/foreign/files/treelite-of-xgboost.json "
    "--first-format xgboost --second-format treelite",
)
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@_format("first")
@_format("second")
@click.option("--tree", "number", type=click.IntRange(1), default=1, show_default=True, help="Which tree of ensembles.")
@_renaming("column", "In FIRST a column is called OLD, in SECOND NEW.")
@click.option("--show", "most", type=click.IntRange(0), default=10, show_default=True, help="How many differences to print.")
@PRINTED
def route_diff_command(
    first: Path,
    second: Path,
    first_format: str,
    second_format: str,
    number: int,
    columns: Mapping[str, str],
    most: int,
    as_json: bool,
) -> None:
    """
    Compare where two trees send records: those at the border of every node (the cut, the doubles and floats next to it, missing, unseen).

    Exit code 1 if the two predict one of them differently.
    """
    trees = read_foreign(first, first_format, number), read_foreign(second, second_format, number)
    with progress("comparing routes"):
        diff = compare_routes(*trees, columns)
    with failing(bool(diff.differences)):
        if as_json:
            print_json(route_json(diff))
        else:
            print("\n".join(map(printable, route_text(diff, most))))
