"""The options that commands share, and what they mean. Before this: `dtref.cli`. Next: `dtref.cli.trees`, `dtref.cli.forests`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from pathlib import Path
from typing import TypedDict, TypeVar

import click
from attrs import evolve
from rich.console import Console
from rich.progress import Progress

from dtref.algorithms import PRESETS
from dtref.errors import Invalid
from dtref.induction.policy import Policy
from dtref.induction.ties import First, Last, Listed, Refuse, TieRule
from dtref.io.tables import read_csv
from dtref.model.data import DataSet
from dtref.model.trees import Gap
from dtref.preparation.missing import MissingRule, drop_missing, impute_mean, impute_median, impute_mode, missing_as_value, refuse_missing
from dtref.split.association import chi_square, g_statistic
from dtref.split.criteria import Criterion, error_reduction, gain, gain_ratio, gini_reduction, variance_reduction
from dtref.split.description import bits_saved, classes_coded
from dtref.split.separation import class_separation, twoing

_Command = TypeVar("_Command", bound=Callable[..., object])


class Reading(TypedDict):
    """What the options of a command say of a data file."""

    target: str | None
    schema: Path | None
    nominal: tuple[str, ...]
    ordinal: tuple[str, ...]
    continuous: tuple[str, ...]
    ignore: tuple[str, ...]
    missing: tuple[str, ...]
    weights: str | None
    delimiter: str


class Growing(TypedDict):
    """What the options of a command say of how to grow."""

    algorithm: str
    criterion: str | None
    tie: str
    missing_values: str | None


class GrownFrom(Reading, Growing):
    """What the options of a command say of a data file and of how to grow from it."""


MISSING_RULES: dict[str, MissingRule] = {
    "refuse": refuse_missing,
    "drop": drop_missing,
    "value": missing_as_value,
    "median": impute_median,
    "mean": impute_mean,
    "mode": impute_mode,
}
"""The rules for missing values, by the name that the command line uses."""

CRITERIA: dict[str, Criterion] = {
    "gini": gini_reduction,
    "gain": gain,
    "gain-ratio": gain_ratio,
    "error": error_reduction,
    "chi-square": chi_square,
    "g": g_statistic,
    "c-sep": class_separation,
    "twoing": twoing,
    "mdl": bits_saved(classes_coded()),
    "variance": variance_reduction,
}
"""The criteria, by the name that the command line uses; mdl is the encoding that needs no further choice (`dtref.split.description`)."""

DATA = click.argument("data", type=click.Path(path_type=Path))
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
SCHEMA = click.option(
    "--schema", type=click.Path(path_type=Path), metavar="FILE", help="A JSON schema; play.csv's own is play.schema.json beside it."
)
DELIMITER = click.option("--delimiter", default=",", show_default=True, metavar="CHARACTER", help="What separates cells.")
DIGITS = click.option("--digits", type=click.IntRange(0, 1000), default=3, show_default=True, help="Digits after the point.")

READING = (
    click.option("--target", metavar="COLUMN", help="The column to predict."),
    SCHEMA,
    click.option("--nominal", multiple=True, metavar="COLUMN[=A,B,…]", help="A nominal column, its values in order (repeatable)."),
    click.option("--ordinal", multiple=True, metavar="COLUMN=LOW,…,HIGH", help="An ordinal column (repeatable)."),
    click.option("--continuous", multiple=True, metavar="COLUMN", help="A continuous column (repeatable)."),
    click.option("--ignore", multiple=True, metavar="COLUMN", help="A column to leave out (repeatable)."),
    click.option("--missing", multiple=True, metavar="TEXT", help="A text that means missing (repeatable) [default: empty and ?]."),
    click.option("--weights", metavar="COLUMN", help="The column of record weights."),
    DELIMITER,
)
GROWING = (
    click.option("--as", "algorithm", type=click.Choice(list(PRESETS)), default="cart", show_default=True, help="The algorithm."),
    click.option("--criterion", type=click.Choice(list(CRITERIA)), help="What to maximise  [default: as the algorithm says]."),
    click.option(
        "--tie",
        default="first",
        show_default=True,
        metavar="RULE",
        help="first, last, refuse, or a choice for each tie in preorder: 0,2,1.",
    ),
    click.option(
        "--missing-values",
        type=click.Choice(list(MISSING_RULES)),
        help="What to do with missing values before growing  [default: as the algorithm says].",
    ),
)


def options(*options: Callable[[_Command], _Command]) -> Callable[[_Command], _Command]:
    """The options as one decorator, the first shown first."""
    return lambda command: reduce(lambda decorated, option: option(decorated), reversed(options), command)


def read(data: Path, said: Reading) -> DataSet:
    """The data set of a file, as the options describe it."""
    return read_csv(
        data,
        schema=said["schema"],
        delimiter=said["delimiter"],
        target=said["target"],
        weights=said["weights"],
        nominal=_nominal(said["nominal"]),
        ordinal=_with_values("--ordinal", said["ordinal"]),
        continuous=said["continuous"],
        ignore=said["ignore"] or None,
        missing=said["missing"] or None,
    )


def policy_of(said: Growing) -> Policy:
    """The preset, with what the options say in place of its own choices."""
    policy = evolve(PRESETS[said["algorithm"]], tie=_tie_rule(said["tie"]))
    if said["criterion"] is not None:
        policy = evolve(policy, criterion=CRITERIA[said["criterion"]])
    if said["missing_values"] is not None:
        policy = evolve(policy, missing=MISSING_RULES[said["missing_values"]], gap=Gap.REFUSE)
    return policy


def _tie_rule(text: str) -> TieRule:
    rules: dict[str, TieRule] = {"first": First(), "last": Last(), "refuse": Refuse()}
    if text in rules:
        return rules[text]
    choices = text.split(",")
    if not all(re.fullmatch("[0-9]{1,18}", c.strip()) for c in choices):
        raise Invalid("--tie", "first, last, refuse, or positions such as 0,2,1", text)
    return Listed(tuple(map(int, choices)))


def _nominal(given: tuple[str, ...]) -> tuple[str, ...] | dict[str, list[str]]:
    """Names alone, or names with values. A mixture is refused, as the readers take one or the other."""
    return _with_values("--nominal", given) if any("=" in text for text in given) else given


def _with_values(option: str, given: tuple[str, ...]) -> dict[str, list[str]]:
    pairs = [text.partition("=") for text in given]
    for name, equals, _ in pairs:
        if not equals:
            raise Invalid(option, "COLUMN=VALUE,VALUE,…", name)
    return {name: values.split(",") for name, _, values in pairs}


@contextmanager
def progress(what: str, records: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, on a terminal only; advanced by the number of records that have reached their leaf."""
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task(what, total=records)
        yield lambda done: bar.advance(task, done)
