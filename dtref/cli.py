"""The command line, thin: each command reads its arguments, calls the library and prints. Errors leave through `main`, as one line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from pathlib import Path
from typing import TypedDict, TypeVar, Unpack

import click
from attrs import evolve
from rich.console import Console
from rich.progress import Progress

from dtref.algorithms import PRESETS
from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.decimals import decimal
from dtref.induction.closure import BUDGET, count_partitions, count_trees
from dtref.induction.hunt import grow, hunt
from dtref.induction.policy import Policy
from dtref.induction.ties import First, Last, Listed, Refuse, TieRule
from dtref.io.models import Model, read_model, save_model, write_model
from dtref.io.tables import read_csv, read_records
from dtref.model.data import DataSet
from dtref.model.predict import Prediction, predictor
from dtref.model.trees import (
    Branch,
    Gap,
    Tree,
    depth,
    is_regression,
    label_text,
    leaf_count,
    nodes,
    squared_error,
    tied_nodes,
    training_errors,
)
from dtref.preparation.missing import MissingRule, drop_missing, impute_mean, impute_median, missing_as_value, refuse_missing
from dtref.report.explain import explain as explain_tree
from dtref.report.explain_json import explanation_json
from dtref.report.explain_text import explanation_text
from dtref.report.tree_text import lines

_Command = TypeVar("_Command", bound=Callable[..., object])


class _Reading(TypedDict):
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


MISSING_RULES: dict[str, MissingRule] = {
    "refuse": refuse_missing,
    "drop": drop_missing,
    "value": missing_as_value,
    "median": impute_median,
    "mean": impute_mean,
}
"""The rules for missing values, by the name that the command line uses."""

_DATA = click.argument("data", type=click.Path(path_type=Path))
_AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
_SCHEMA = click.option(
    "--schema", type=click.Path(path_type=Path), metavar="FILE", help="A JSON schema; play.csv's own is play.schema.json beside it."
)
_DELIMITER = click.option("--delimiter", default=",", show_default=True, metavar="CHARACTER", help="What separates cells.")
_DIGITS = click.option("--digits", type=click.IntRange(0, 1000), default=3, show_default=True, help="Digits after the point.")

_READING = (
    click.option("--target", metavar="COLUMN", help="The column to predict."),
    _SCHEMA,
    click.option("--nominal", multiple=True, metavar="COLUMN[=A,B,…]", help="A nominal column, its values in order (repeatable)."),
    click.option("--ordinal", multiple=True, metavar="COLUMN=LOW,…,HIGH", help="An ordinal column (repeatable)."),
    click.option("--continuous", multiple=True, metavar="COLUMN", help="A continuous column (repeatable)."),
    click.option("--ignore", multiple=True, metavar="COLUMN", help="A column to leave out (repeatable)."),
    click.option("--missing", multiple=True, metavar="TEXT", help="A text that means missing (repeatable) [default: empty and ?]."),
    click.option("--weights", metavar="COLUMN", help="The column of record weights."),
    _DELIMITER,
)
_GROWING = (
    click.option("--as", "algorithm", type=click.Choice(list(PRESETS)), default="cart", show_default=True, help="The algorithm."),
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


def _options(*options: Callable[[_Command], _Command]) -> Callable[[_Command], _Command]:
    """The options as one decorator, the first shown first."""
    return lambda command: reduce(lambda decorated, option: option(decorated), reversed(options), command)


@click.group(epilog="Example: dtref fit golden/data/iris.csv --target species")
def app() -> None:
    """Exact decision trees: every decision exact, every tie reported."""


@app.group(epilog="Example: dtref explain data golden/data/buys_computer.csv --target buys_computer --as id3")
def explain() -> None:
    """Show a computation step by step."""


@app.command(epilog="Example: dtref fit golden/data/iris.csv --target species --as cart --save iris.json")
@_options(_DATA, *_READING, *_GROWING)
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Write the model there, for dtref predict.")
@click.option("--budget", type=click.IntRange(1), default=BUDGET, show_default=True, help="Subproblems to look at when counting trees.")
@_AS_JSON
def fit(
    data: Path,
    algorithm: str,
    tie: str,
    missing_values: str | None,
    save: Path | None,
    budget: int,
    as_json: bool,
    **reading: Unpack[_Reading],
) -> None:
    """Grow a tree from the CSV file DATA; print it, its ties, and how many trees and partitions are as good."""
    records = _read(data, reading)
    policy = _policy(algorithm, tie, missing_values)
    with _progress(f"growing {data.name}", len(records)) as advance:
        tree = grow(records, policy, advance)
    trained = hunt(records, policy).training
    model = Model(trained.attributes, trained.target, policy.name, tree)
    if save:
        save_model(model, save)
    facts = _facts(tree, trained) | {
        "trees": _counted(count_trees, records, policy, budget),
        "partitions": _counted(count_partitions, records, policy, budget),
    }
    if as_json:
        print(json.dumps({"model": json.loads(write_model(model)), **facts}, ensure_ascii=False))
        return
    for line in lines(tree):
        print(line)
    print()
    for name, value in facts.items():
        print(f"{name.replace('_', ' '):<16} {value}")


@app.command(epilog="Example: dtref predict iris.json golden/data/iris.csv")
@click.argument("model", type=click.Path(path_type=Path))
@_options(_DATA, _SCHEMA, _DELIMITER, _DIGITS, _AS_JSON)
def predict(model: Path, data: Path, schema: Path | None, delimiter: str, digits: int, as_json: bool) -> None:
    """Predict each record of the CSV file DATA by MODEL, which dtref fit --save wrote: possible labels, and class shares at the leaf."""
    read = read_model(model)
    predict_record = predictor(read.tree, read.attributes)
    for i, record in enumerate(read_records(data, read.attributes, schema=schema, delimiter=delimiter), 1):
        try:
            prediction = predict_record(record)
        except Invalid as problem:
            raise Invalid(f"{data}, record {i}, {problem.where}", problem.wanted, problem.got) from None
        print(json.dumps(_prediction(prediction), ensure_ascii=False) if as_json else _prediction_line(prediction, digits))


@explain.command("data", epilog="Example: dtref explain data golden/data/buys_computer.csv --target buys_computer --as id3")
@_options(_DATA, *_READING, *_GROWING, _DIGITS, _AS_JSON)
def explain_data(
    data: Path, algorithm: str, tie: str, missing_values: str | None, digits: int, as_json: bool, **reading: Unpack[_Reading]
) -> None:
    """Show, node by node, every candidate with its counts, impurities and gain, the winner, and everything it ties with."""
    records = _read(data, reading)
    with _progress(f"growing {data.name}", len(records)) as advance:
        explanation = explain_tree(records, _policy(algorithm, tie, missing_values), advance)
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


def _read(data: Path, said: _Reading) -> DataSet:
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


def _policy(algorithm: str, tie: str, missing: str | None) -> Policy:
    preset = evolve(PRESETS[algorithm], tie=_tie_rule(tie))
    return preset if missing is None else evolve(preset, missing=MISSING_RULES[missing], gap=Gap.REFUSE)


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
    } | ({"squared_error": str(squared_error(tree))} if is_regression(tree) else {"training_errors": str(training_errors(tree))})


def _prediction(prediction: Prediction) -> dict[str, object]:
    match prediction.distribution:
        case Undefined(why=why):
            return {"labels": list(map(str, prediction.labels)), "distribution": {"undefined": why}}
        case shares:
            return {"labels": list(map(str, prediction.labels)), "distribution": {c: str(p) for c, p in shares}}


def _prediction_line(prediction: Prediction, digits: int) -> str:
    labels = " or ".join(map(label_text, prediction.labels))
    match prediction.distribution:
        case Undefined(why=why):
            return f"{labels}  ({why})"
        case shares:
            return f"{labels}  (" + ", ".join(f"{c} {decimal(p, digits)} = {p}" for c, p in shares) + ")"


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
def _progress(what: str, records: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, on a terminal only; advanced by the number of records that have reached their leaf."""
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task(what, total=records)
        yield lambda done: bar.advance(task, done)
