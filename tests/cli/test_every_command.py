"""Every command: the examples of its help run, in order; what is wrong with its arguments is told in one line, with exit code 2."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from cli.run import Run

from dtref.cli import app

ROOT = Path(__file__).parents[2]

NOT_RUN = {
    ("golden", "write"): "it lays out the golden files themselves",
    ("spec",): "it writes the whole book (that of tests/show/book is written by the words of its example)",
    ("golden", "mutate"): "it takes minutes (tests/golden/test_mutation.py runs a sample)",
}

ENDS_WITH_1 = {("judge",): "the program that is asked takes a count below 0"}

NOTES = {
    "prune iris.json --by cost-complexity --cross-validate golden/data/iris.csv --one-standard-error": "golden/data/iris.csv: 2 of 150 "
    "tested records have a copy, of the same values and label, among the records that their fold's tree is grown from",
    "cross-validate golden/data/iris.csv --target species --as cart --folds 10 --stratified": "golden/data/iris.csv: 2 of 150 tested "
    "records have a copy, of the same values and label, among the records that their fold's tree is grown from",
    "predict iris.json golden/data/iris.csv": "iris.json: 150 of 150 records have the values of records that the model was trained on",
}
"""What an example tells on standard error."""


def commands(group: click.Group, *path: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command that is no group, by its words."""
    for name, command in sorted(group.commands.items()):
        assert command.name == name
        if isinstance(command, click.Group):
            yield from commands(command, *path, name)
        else:
            yield (*path, name), command


EVERY = list(commands(app))

every = pytest.mark.parametrize(("path", "command"), EVERY, ids=lambda value: " ".join(value) if isinstance(value, tuple) else "")


@pytest.fixture
def run(run_apart: Run) -> Run:
    """From a folder of its own, as files are written."""
    return run_apart


def examples(command: click.Command) -> list[list[str]]:
    """The words of each example in a command's help, after `dtref`."""
    lines = [line.strip().removeprefix("Example: ") for line in (command.epilog or "").splitlines()]
    return [shlex.split(line)[1:] for line in lines if line.startswith("dtref ")]


@every
def test_the_examples_of_the_help_run(run: Run, path: tuple[str, ...], command: click.Command) -> None:
    code, out, _ = run(*path, "--help")
    assert code == 0
    found = examples(command)
    assert any(words[: len(path)] == list(path) for words in found)
    assert "Example: dtref " in out
    for words in found:
        if path not in NOT_RUN:
            code, _, err = run(*words)
            note = NOTES.get(shlex.join(words))
            assert (code, err) == (int(path in ENDS_WITH_1), f"dtref: note: {note}\n" if note else ""), words


@every
def test_an_unknown_option_is_told_in_one_line(run: Run, path: tuple[str, ...], command: click.Command) -> None:
    assert command
    code, out, err = run(*path, "--no-such-option")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("dtref: ")
    assert "--no-such-option" in err


@every
def test_arguments_that_are_missing_or_no_files_are_told_in_one_line(run: Run, path: tuple[str, ...], command: click.Command) -> None:
    required = [p for p in command.params if p.required]
    if not required:
        pytest.skip("nothing must be given")
    code, out, err = run(*path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    arguments = [p for p in command.params if isinstance(p, click.Argument) and isinstance(p.type, click.Path)]
    if arguments:
        options = [word for p in required if isinstance(p, click.Option) for word in (p.opts[0], "1")]
        code, out, err = run(*path, *["no/such/file"] * len(arguments), *options)
        assert (code, out, err.count("\n")) == (2, "", 1)
