"""The options that commands share, and how data sets and policies are made from them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import reduce
from pathlib import Path
from typing import TypeAlias, TypedDict, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from dtref.cli.choices import Named
from dtref.cli.completed_words import column_names
from dtref.cli.exit_codes import complain
from dtref.cli.printed_numbers import DECIMAL_OUT_OPTION, EXACT_OPTION, JSON_OPTION
from dtref.cli.program_options import SET_OPTION
from dtref.cli.rule_options import RULE_OPTIONS, TIE_OPTION
from dtref.errors import DataNote, DataWarning, Invalid
from dtref.exact.digits import MARKS
from dtref.exact.number_text import number_list
from dtref.io.data_files.layout import Layout
from dtref.io.numbers import Json
from dtref.io.schema import DROPPED, Keywords
from dtref.io.tables import data_with_remarks
from dtref.oracle.stated.named_policy import ALGORITHMS
from dtref.oracle.stated.typed_policy import ABSENT_TYPED, GAPS_TYPED, MISSING_RULES, GrowingOptions
from dtref.spec.model.attributes import MISSING as UNKNOWN
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet
from dtref.spec.model.days import cell_text
from dtref.spec.preparation.fitted import Fills
from dtref.spec.preparation.missing import (
    FILLS,
    MissingRule,
    drop_missing,
    refuse_missing,
)
from dtref.spec.split.by_name import CRITERIA

_Command = TypeVar("_Command", bound=Callable[..., object])

DataWarnings: TypeAlias = Mapping[str, list[str]]
"""The part `warnings` of a JSON answer: the warnings about the data; empty without any."""


class Reading(TypedDict):
    """The values of the options about a data file."""

    target: str | None
    schema: Path | None
    nominal: tuple[str, ...]
    ordinal: tuple[str, ...]
    continuous: tuple[str, ...]
    ignore: tuple[str, ...]
    missing: tuple[str, ...]
    weights: str | None
    layout: Layout
    decimal: str | None
    drop: tuple[str, ...]


class GrownFrom(Reading, GrowingOptions):
    """The values of the options about a data file and about growing from it."""


DATA = click.argument("data", type=click.Path(path_type=Path))
SCHEMA = click.option(
    "--schema", type=click.Path(path_type=Path), metavar="FILE", help="A JSON schema; play.csv's own is play.schema.json beside it."
)


def _kept(context: click.Context, option: click.Parameter, value: str | None) -> None:
    """Keeps what is said of a file's layout until all of it is known."""
    context.meta.setdefault("dtref.layout", {})[str(option.name)] = value


def _layout(context: click.Context, _: click.Parameter, delimiter: str | None) -> Layout:
    return Layout(delimiter, **context.meta.get("dtref.layout", {}))


_OTHER_LAYOUT = (
    ("--encoding", "NAME", "The encoding of a text, such as cp1252  [default: as found]."),
    ("--comment", "TEXT", "What lines begin with that are left out, such as #."),
    ("--sheet", "NAME", "The sheet of a workbook, by name or number  [default: the first that isn't empty]."),
)
_LAYOUT_OPTIONS = (
    click.option(
        "--delimiter",
        "layout",
        callback=_layout,
        metavar="CHARACTER",
        help="What separates cells; \\t or tab: a tab  [default: as found, of comma, semicolon, tab, bar].",
    ),
    *(
        click.option(name, is_eager=True, expose_value=False, callback=_kept, metavar=metavar, help=text)
        for name, metavar, text in _OTHER_LAYOUT
    ),
)


def LAYOUT(command: _Command) -> _Command:  # noqa: N802 - used as the options are
    """The options about the layout of a data file, which arrive as one `Layout`."""
    return options(*_LAYOUT_OPTIONS)(command)


def PRINTED(command: _Command) -> _Command:  # noqa: N802 - used as the options are
    """The options on how an answer is printed: as JSON, and how it has its numbers."""
    return options(JSON_OPTION, EXACT_OPTION, DECIMAL_OUT_OPTION)(command)


MISSING_OPTION = click.option(
    "--missing",
    multiple=True,
    metavar="TEXT",
    help="A text that means missing, in the place of the schema's (repeatable) [default: as the schema says, or empty and ?].",
)
DECIMAL = click.option(
    "--decimal", type=click.Choice(MARKS), help="The decimal mark of the numbers  [default: as the schema says, or a point]."
)
NUMBERS_DECIMAL = click.option(
    "--decimal", type=click.Choice(MARKS), default=".", show_default=True, help="The decimal mark of the numbers."
)
"""The same for files of predictions, scores and rates, which no schema describes."""

DIGITS_OPTION = click.option(
    "--digits",
    type=click.IntRange(0, 1000),
    default=3,
    show_default=True,
    help="Digits after the point; of p-values at least 6, in JSON at least 12.",
)

READING = (
    click.option("--target", shell_complete=column_names, metavar="COLUMN", help="The column to predict."),
    SCHEMA,
    click.option(
        "--nominal",
        multiple=True,
        shell_complete=column_names,
        metavar="COLUMN[=A,B,…]",
        help="A nominal column, its values in order (repeatable).",
    ),
    click.option(
        "--ordinal", multiple=True, shell_complete=column_names, metavar="COLUMN=LOW,…,HIGH", help="An ordinal column (repeatable)."
    ),
    click.option("--continuous", multiple=True, shell_complete=column_names, metavar="COLUMN", help="A continuous column (repeatable)."),
    click.option(
        "--ignore",
        multiple=True,
        shell_complete=column_names,
        metavar="COLUMN",
        help="A column to leave out, beside those of the schema; what another option names is kept (repeatable).",
    ),
    MISSING_OPTION,
    click.option("--weights", shell_complete=column_names, metavar="COLUMN", help="The column of record weights."),
    LAYOUT,
    DECIMAL,
    click.option(
        "--drop",
        multiple=True,
        type=Named(DROPPED),
        help="Leave records out that have no target (unlabelled), or weight 0 (weightless) (repeatable).",
    ),
)
CHOICES = (
    click.option("--criterion", type=Named(list(CRITERIA)), help="What to maximise  [default: as the algorithm says]."),
    TIE_OPTION,
    click.option(
        "--missing-values",
        type=Named(list(MISSING_RULES)),
        help="What to do with missing values before growing; flag adds a column of what is known, beside --gap  "
        "[default: as the algorithm says].",
    ),
    click.option(
        "--gap",
        type=Named(GAPS_TYPED),
        help="What nodes do with a missing value: every branch gets its share of the record, the heaviest branch gets it, or other tests "
        "stand in  [default: as the algorithm says].",
    ),
    click.option(
        "--surrogates",
        type=click.IntRange(0),
        metavar="N",
        help="The most surrogates of a node, of which there is one for each other column  [default: 5, or all if they are fewer].",
    ),
    click.option(
        "--absent",
        type=Named(ABSENT_TYPED),
        help="Where a value goes that no record of a node had: as a missing value, to the second branch of a grouping, to the largest of "
        "merged groups  [default: missing].",
    ),
    *RULE_OPTIONS,
)
"""The options about growing, without the algorithm."""

GROWING_OPTIONS = (
    click.option("--as", "algorithm", type=Named(ALGORITHMS), default="cart", show_default=True, help="The algorithm."),
    SET_OPTION,
    *CHOICES,
)
CLAIM_OPTIONS = (
    click.option("--as", "algorithm", type=Named(ALGORITHMS), help="The algorithm  [default: what MODEL states]."),
    SET_OPTION,
    *CHOICES,
)
"""The options about growing, for a tree that may state its algorithm."""


def options(*options: Callable[[_Command], _Command]) -> Callable[[_Command], _Command]:
    """One decorator that adds all options, in the order of the help."""
    return lambda command: reduce(lambda decorated, option: option(decorated), reversed(options), command)


def read(data: Path, settings: Reading, missing: MissingRule | None = None) -> DataSet:
    """The data set of a file, as the options describe it; warnings go to standard error."""
    return read_and_tell(data, settings, missing)[0]


def read_and_tell(data: Path, settings: Reading, missing: MissingRule | None = None) -> tuple[DataSet, DataWarnings]:
    """
    The data set as `read` returns it, and the warnings, for JSON.

    missing: the rule for missing values before growing; with it, a warning gives the number of records that it drops.
    """
    with progress(f"reading {data.name}"):
        records, remarks = data_with_remarks(data, settings["layout"], settings["schema"], **keywords_of(settings))
    if not len(records):
        raise Invalid(f"{data}", "at least one record below the names of the columns", "none")
    if missing is refuse_missing:
        check_known(data, records)
    # warnings
    dropped = sum(any(cell is UNKNOWN for cell in record.values) for record in records) if missing is drop_missing else 0
    warnings = [
        *([f"{data}: {dropped} of {len(records)} records are dropped, as they miss a value"] if dropped else ()),
        *([] if missing is None or missing not in FILLS else _filled_by_rule(data, records, FILLS[missing](records))),
    ]
    return records, tell_warnings(warnings, remarks)


def tell_truths(data: Path, records: DataSet, training: DataSet) -> DataWarnings:
    """Tells which truth values an algorithm took for numbers: columns of values that are numbers in its training set."""
    numbers = {a.name for a in training.attributes if isinstance(a, Continuous)}
    truths = [a.name for a in records.attributes if isinstance(a, Nominal) and a.name in numbers]
    words = f"{', '.join(truths)}: true is 1, false is 0, as the algorithm knows numbers only"
    return tell_warnings((), [DataNote(str(data), words)] if truths else ())


def check_known(data: Path, records: DataSet, *, before: Collection[str] = MISSING_RULES, at_nodes: bool = True) -> None:
    """
    Errors: Invalid for a missing cell, with the ways to go on. before: what --missing-values takes. at_nodes: whether nodes may deal with
    it.
    """
    for i, record in enumerate(records, 1):
        for attribute, cell in zip(records.attributes, record.values, strict=True):
            if cell is UNKNOWN:
                ways = f"--missing-values {'|'.join(name for name in before if name != 'refuse')}"
                keep = ", or --gap, decide, or an algorithm that keeps missing values, such as c45, rpart or cart-surrogates"
                raise Invalid(f"{data}, record {i}, {attribute.name}", f"a known value; {ways}{keep if at_nodes else ' decides'}", cell)


def keywords_of(settings: Reading) -> Keywords:
    """What the options declare about a table, as the readers take it."""
    return {
        "target": settings["target"],
        "weights": settings["weights"],
        "nominal": _nominal(settings["nominal"]),
        "ordinal": _with_values("--ordinal", settings["ordinal"]),
        "continuous": settings["continuous"],
        "ignore": settings["ignore"] or None,
        "missing": settings["missing"] or None,
        "decimal": settings["decimal"],
        "drop": settings["drop"] or None,
    }


def _filled_by_rule(data: Path, records: DataSet, fills: Fills) -> Iterator[str]:
    """A warning for each attribute with missing cells whose fill is the first of several values that are as good."""
    for attribute, (fill, *others) in zip(fills.attributes, fills.as_good(records), strict=True):
        if others:
            shown = number_list(cell_text(attribute, cell) for cell in (fill, *others[:3])) + (", …" if len(others) > 3 else "")
            as_good = f"the first of {len(others) + 1} values that are as good ({shown})"
            yield f"{data}: missing cells of {attribute.name} are filled with {cell_text(attribute, fill)}, {as_good}"


def with_remarks(answer: Json, warnings: DataWarnings) -> Json:
    """A JSON answer with the warnings about the data added. Errors: Invalid for an answer that isn't an object."""
    if not isinstance(answer, dict):
        raise Invalid("answer", "a JSON object", answer)
    return {**answer, "warnings": list(warnings["warnings"])} if warnings else answer


def tell_warnings(warnings: Iterable[str], remarks: Iterable[DataWarning] = ()) -> DataWarnings:
    """
    Prints warnings and notes about the data on standard error, a line each; returns them as the part `warnings` of a JSON answer.

    remarks: those of a reader, which come first.
    """
    told = [*((remark.word, str(remark)) for remark in remarks), *(("warning", text) for text in warnings)]
    lines = [" ".join(text.split()) for _, text in told]
    for (word, _), line in zip(told, lines, strict=True):
        complain(f"dtref: {word}: {line}")
    return {"warnings": lines} if lines else {}


def _nominal(texts: tuple[str, ...]) -> dict[str, list[str] | None]:
    """Names, each with its values where they are told."""
    pairs = [text.partition("=") for text in texts]
    return {name: values.split(",") if equals else None for name, equals, values in pairs}


def _with_values(option: str, texts: tuple[str, ...]) -> dict[str, list[str]]:
    pairs = [text.partition("=") for text in texts]
    for name, equals, _ in pairs:
        if not equals:
            raise Invalid(option, "COLUMN=VALUE,VALUE,…", name)
    return {name: values.split(",") for name, _, values in pairs}


@contextmanager
def progress(title: str, steps: int | None = None) -> Iterator[Callable[[int], None]]:
    """
    A progress bar on standard error, on a terminal only; advanced by a number of steps, such as records that have reached their leaf.

    steps: how many there are; where nobody knows, the bar tells the time that has passed.
    """
    console = Console(stderr=True)
    columns = Progress.get_default_columns() if steps is not None else (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    # what is printed meanwhile goes above the bar, if both are on a terminal; there may be no standard output
    together = sys.stdout is not None and sys.stdout.isatty()
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True, redirect_stdout=together) as bar:
        task = bar.add_task(title, total=steps)
        yield lambda done: bar.advance(task, done)
