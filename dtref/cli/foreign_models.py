"""The options that say what a model file is, and a tree of another program as a model for the commands that take one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypedDict, TypeVar

import click

from dtref.cli.choices import Named
from dtref.cli.options import tell_warnings
from dtref.errors import Invalid, within
from dtref.io.foreign.formats import FORMATS, read_foreign
from dtref.io.foreign.tree import ForeignTree
from dtref.io.models import Model, read_model

_Command = TypeVar("_Command", bound=Callable[..., object])

OWN_FORMAT = "dtref"
"""The format of this library's own models."""


def format_options(flag: str = "--format") -> tuple[Callable[[_Command], _Command], ...]:
    """The options that say what a model file is. flag: the first, where a command's --format is what it prints."""
    formats = Named(list(FORMATS))
    return (
        click.option(flag, "file_format", type=formats, default=OWN_FORMAT, show_default=True, help="What MODEL is: see dtref verify."),
        click.option("--tree", "number", type=click.IntRange(1), default=1, show_default=True, help="Which tree of an ensemble."),
    )


TARGET_OPTION = click.option(
    "--target", metavar="NAME", help="What a model of another program predicts, which its file doesn't name  [default: label]."
)


class ModelFile(TypedDict):
    """The values of the options about a model file."""

    file_format: str
    number: int
    target: str | None


def read_any_model(path: Path, kind: ModelFile, converted: Callable[[ForeignTree, str], Model]) -> Model:
    """
    The model of a file: of another program its tree, converted; what its format lost is told. Errors: Invalid as for the reader and
    `converted`, and for a target's name beside a model that has one.
    """
    if kind["file_format"] == OWN_FORMAT:
        if kind["target"] is not None:
            raise Invalid("--target", "--format beside it: a model of dtref names its target", kind["target"])
        return read_model(path)
    tree = read_foreign(path, kind["file_format"], kind["number"])
    tell_notes(path, tree)
    with within(str(path), path.name):
        return converted(tree, "label" if kind["target"] is None else kind["target"])


def tell_notes(path: Path, tree: ForeignTree) -> None:
    """Prints what a tree's format lost, and where its labels are no predictions, on standard error."""
    tell_warnings([f"{path}: {text}" for text in (tree.scores and f"labels are no predictions: {tree.scores}", *tree.notes) if text])
