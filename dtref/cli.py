"""The command line, thin: each command reads its arguments, calls the library and prints. Errors leave through `main`, as one line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import click
import typer
from attrs import evolve, frozen
from rich.console import Console
from rich.progress import Progress

from dtref.algorithms import PRESETS
from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.decimals import decimal
from dtref.grow.closure import BUDGET, count_partitions, count_trees
from dtref.grow.hunt import grow, hunt
from dtref.grow.policy import Policy
from dtref.grow.ties import First, Last, Listed, Refuse, TieRule
from dtref.io.models import Model, read_model, save_model, write_model
from dtref.io.tables import read_csv, read_records
from dtref.model.data import DataSet
from dtref.model.missing import MissingRule, drop_missing, impute_mean, impute_median, missing_as_value, refuse_missing
from dtref.model.predict import Prediction, predictor
from dtref.model.trees import Branch, Tree, depth, leaf_count, nodes, tied_nodes, training_errors
from dtref.report.explain import explain
from dtref.report.explain_json import explanation_json
from dtref.report.explain_text import explanation_text
from dtref.report.tree_text import lines

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Exact decision trees: every decision exact, every tie reported.",
)
explaining = typer.Typer(no_args_is_help=True, help="Show a computation step by step.")
app.add_typer(explaining, name="explain")


class MissingChoice(StrEnum):
    """The rules for missing values, by the name that the command line uses."""

    refuse = "refuse"
    drop = "drop"
    value = "value"
    median = "median"
    mean = "mean"


MISSING_RULES: dict[MissingChoice, MissingRule] = {
    MissingChoice.refuse: refuse_missing,
    MissingChoice.drop: drop_missing,
    MissingChoice.value: missing_as_value,
    MissingChoice.median: impute_median,
    MissingChoice.mean: impute_mean,
}

DataFile = Annotated[Path, typer.Argument(metavar="DATA", help="A CSV file with a header line.")]
Target = Annotated[str | None, typer.Option(metavar="COLUMN", help="The column to predict.")]
As = Annotated[str, typer.Option("--as", click_type=click.Choice(list(PRESETS)), help="The algorithm.")]
Tie = Annotated[str, typer.Option(metavar="RULE", help="first, last, refuse, or a choice for each tie in preorder, from 0: 0,2,1.")]
MissingValues = Annotated[MissingChoice, typer.Option(help="What missing values do before growing.")]
SchemaFile = Annotated[Path | None, typer.Option("--schema", metavar="FILE", help="A JSON schema file; DATA's own is DATA.schema.json.")]
NominalColumns = Annotated[list[str] | None, typer.Option("--nominal", metavar="COLUMN[=A,B,…]", help="A nominal column (repeatable).")]
OrdinalColumns = Annotated[list[str] | None, typer.Option("--ordinal", metavar="COLUMN=LOW,…,HIGH", help="An ordinal column (repeatable).")]
ContinuousColumns = Annotated[list[str] | None, typer.Option("--continuous", metavar="COLUMN", help="A continuous column (repeatable).")]
IgnoredColumns = Annotated[list[str] | None, typer.Option("--ignore", metavar="COLUMN", help="A column to leave out (repeatable).")]
MissingTokens = Annotated[
    list[str] | None, typer.Option("--missing", metavar="TEXT", help="A text that means missing (repeatable; default: empty and ?).")
]
Weights = Annotated[str | None, typer.Option(metavar="COLUMN", help="The column of record weights.")]
Delimiter = Annotated[str, typer.Option(metavar="CHARACTER", help="What separates cells.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Digits = Annotated[int, typer.Option(min=0, max=1000, help="Digits after the point.")]


@app.command(epilog="Example: dtref fit golden/data/iris.csv --target species --as cart --tie first")
def fit(
    data: DataFile,
    target: Target = None,
    algorithm: As = "cart",
    tie: Tie = "first",
    missing_values: MissingValues = MissingChoice.refuse,
    schema: SchemaFile = None,
    nominal: NominalColumns = None,
    ordinal: OrdinalColumns = None,
    continuous: ContinuousColumns = None,
    ignore: IgnoredColumns = None,
    missing: MissingTokens = None,
    weights: Weights = None,
    delimiter: Delimiter = ",",
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the model there, for dtref predict.")] = None,
    budget: Annotated[int, typer.Option(min=1, help="Subproblems to look at when counting trees.")] = BUDGET,
    as_json: AsJson = False,
) -> None:
    """Grow a tree from DATA; print it, its ties, and how many trees and partitions are as good."""
    declared = _Declared(target, schema, nominal, ordinal, continuous, ignore, missing, weights, delimiter)
    records = _read(data, declared)
    policy = _policy(algorithm, tie, missing_values)
    with _progress(f"growing {data.name}", len(records)) as advance:
        tree = grow(records, policy, advance)
    trained = hunt(records, policy).training
    model = Model(trained.attributes, trained.target, policy.name, tree)
    if save:
        save_model(model, save)
    counted = {"trees": _counted(count_trees, records, policy, budget), "partitions": _counted(count_partitions, records, policy, budget)}
    if as_json:
        print(json.dumps({"model": json.loads(write_model(model)), **_facts(tree, trained), **counted}, ensure_ascii=False))
        return
    for line in lines(tree):
        print(line)
    print()
    for name, value in (_facts(tree, trained) | counted).items():
        print(f"{name.replace('_', ' '):<16} {value}")


@app.command(epilog="Example: dtref predict iris.json golden/data/iris.csv")
def predict(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="A model that dtref fit --save wrote.")],
    data: DataFile,
    schema: SchemaFile = None,
    delimiter: Delimiter = ",",
    digits: Digits = 3,
    as_json: AsJson = False,
) -> None:
    """Predict each record of DATA: the labels its leaf may carry, and the class shares there."""
    read = read_model(model)
    records = read_records(data, read.attributes, schema=schema, delimiter=delimiter)
    predict_record = predictor(read.tree, read.attributes)
    for i, record in enumerate(records, 1):
        try:
            prediction = predict_record(record)
        except Invalid as problem:
            raise Invalid(f"{data}, record {i}, {problem.where}", problem.wanted, problem.got) from None
        print(json.dumps(_prediction(prediction), ensure_ascii=False) if as_json else _prediction_line(prediction, digits))


@explaining.command("data", epilog="Example: dtref explain data golden/data/buys_computer.csv --target buys_computer --as id3")
def explain_data(
    data: DataFile,
    target: Target = None,
    algorithm: As = "cart",
    tie: Tie = "first",
    missing_values: MissingValues = MissingChoice.refuse,
    schema: SchemaFile = None,
    nominal: NominalColumns = None,
    ordinal: OrdinalColumns = None,
    continuous: ContinuousColumns = None,
    ignore: IgnoredColumns = None,
    missing: MissingTokens = None,
    weights: Weights = None,
    delimiter: Delimiter = ",",
    digits: Digits = 3,
    as_json: AsJson = False,
) -> None:
    """Show, node by node, every candidate with its counts, impurities and gain, the winner, and everything it ties with."""
    declared = _Declared(target, schema, nominal, ordinal, continuous, ignore, missing, weights, delimiter)
    explanation = explain(_read(data, declared), _policy(algorithm, tie, missing_values))
    if as_json:
        print(json.dumps(explanation_json(explanation, max(digits, 12)), ensure_ascii=False))
    else:
        print(explanation_text(explanation, digits))


def main() -> None:
    """Run the command line. Exit codes: 0 fine, 1 a check failed, 2 bad input or usage."""
    try:
        app()
    except (Invalid, Undecided) as problem:
        print(f"dtref: {problem}", file=sys.stderr)
        raise SystemExit(2) from None
    except BrokenPipeError:  # the reader of our output has seen enough
        sys.stderr.close()
        raise SystemExit(0) from None


@frozen
class _Declared:
    """What the command line says of a data file."""

    target: str | None
    schema: Path | None
    nominal: list[str] | None
    ordinal: list[str] | None
    continuous: list[str] | None
    ignore: list[str] | None
    missing: list[str] | None
    weights: str | None
    delimiter: str


def _read(data: Path, said: _Declared) -> DataSet:
    return read_csv(
        data,
        schema=said.schema,
        delimiter=said.delimiter,
        target=said.target,
        weights=said.weights,
        nominal=_nominal(said.nominal),
        ordinal=_with_values("--ordinal", said.ordinal),
        continuous=said.continuous or (),
        ignore=said.ignore,
        missing=said.missing,
    )


def _policy(algorithm: str, tie: str, missing: MissingChoice) -> Policy:
    return evolve(PRESETS[algorithm], tie=_tie_rule(tie), missing=MISSING_RULES[missing])


def _tie_rule(text: str) -> TieRule:
    rules: dict[str, TieRule] = {"first": First(), "last": Last(), "refuse": Refuse()}
    if text in rules:
        return rules[text]
    choices = text.split(",")
    if not all(c.strip().isdecimal() for c in choices):
        raise Invalid("--tie", "first, last, refuse, or positions such as 0,2,1", text)
    return Listed(tuple(map(int, choices)))


def _counted(count: Callable[[DataSet, Policy, int], int], data: DataSet, policy: Policy, budget: int) -> str:
    try:
        return str(count(data, policy, budget))
    except Undecided as problem:
        return f"not counted within {problem.budget}"


def _facts(tree: Tree, data: DataSet) -> dict[str, str]:
    inner = sum(isinstance(node, Branch) for node in nodes(tree))
    return {
        "records": str(len(data)),
        "inner_nodes": str(inner),
        "tied_nodes": str(tied_nodes(tree)),
        "leaves": str(leaf_count(tree)),
        "depth": str(depth(tree)),
        "training_errors": str(training_errors(tree)),
    }


def _prediction(prediction: Prediction) -> dict[str, object]:
    match prediction.distribution:
        case Undefined(why=why):
            return {"labels": prediction.labels, "distribution": {"undefined": why}}
        case shares:
            return {"labels": prediction.labels, "distribution": {c: str(p) for c, p in shares}}


def _prediction_line(prediction: Prediction, digits: int) -> str:
    labels = " or ".join(prediction.labels)
    match prediction.distribution:
        case Undefined(why=why):
            return f"{labels}  ({why})"
        case shares:
            return f"{labels}  (" + ", ".join(f"{c} {decimal(p, digits)} = {p}" for c, p in shares) + ")"


def _nominal(given: list[str] | None) -> list[str] | dict[str, list[str]]:
    """Names alone, or names with values. A mixture is refused, as the readers take one or the other."""
    return _with_values("--nominal", given) if any("=" in text for text in given or ()) else given or []


def _with_values(option: str, given: list[str] | None) -> dict[str, list[str]]:
    pairs = [text.partition("=") for text in given or ()]
    for name, equals, _ in pairs:
        if not equals:
            raise Invalid(option, "COLUMN=VALUE,VALUE,…", name)
    return {name: values.split(",") for name, _, values in pairs}


@contextmanager
def _progress(what: str, records: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, on a terminal only; advanced by the number of records that have reached their leaf."""
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task(what, total=records)
        yield lambda done: bar.advance(task, done)
