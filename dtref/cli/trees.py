"""The commands that grow one tree and predict by it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Unpack

import click
from attrs import evolve

from dtref.cli.fit_source import SourceOptions, fit_source
from dtref.cli.foreign_models import OWN_FORMAT, format_options
from dtref.cli.foreign_predictions import ForeignModel, foreign_predictions
from dtref.cli.options import (
    DATA,
    DECIMAL,
    DIGITS_OPTION,
    GROWING_OPTIONS,
    LAYOUT,
    MISSING_OPTION,
    PRINTED,
    READING,
    SCHEMA,
    GrownFrom,
    options,
    progress,
    read_and_tell,
    tell_truths,
)
from dtref.cli.output_files import Written
from dtref.cli.overlap import in_words, overlap_of
from dtref.cli.provenance import made_by, print_json
from dtref.cli.records_for_model import CellOptions, as_remembered, read_records_for_model
from dtref.cli.remembered_reading import reading_told
from dtref.engines.choice import grow
from dtref.errors import Invalid, Undecided, Undefined, printable
from dtref.exact.number_text import current_style, number_list, number_style, readable
from dtref.io.data_files.layout import Layout
from dtref.io.files import write_text
from dtref.io.models import read_model, save_model, write_model
from dtref.io.numbers import Json, undecided_json, with_decimals
from dtref.oracle.fit import fitted_model
from dtref.oracle.stated.grown_policy import policy_and_history
from dtref.show.drawing.tree_page import closure, count_words, tree_page
from dtref.show.exact_text import value_text
from dtref.show.explained_tree import explained_tree
from dtref.show.tree_text import lines
from dtref.spec.growing.hunt import hunt
from dtref.spec.growing.tied_trees import TREES_BUDGET
from dtref.spec.growing.ties import tied_nodes, tied_surrogates
from dtref.spec.model.data import DataSet
from dtref.spec.model.prediction import Prediction, prediction
from dtref.spec.model.trees import Branch, Leaf, Tree, depth, is_regression, label_text, leaf_count, nodes, squared_error, training_errors
from dtref.spec.views.decision_path import Passed, passed_line, path_finder


@click.command("fit", epilog="Example: dtref fit golden/data/iris.csv --target species --as cart --save iris.json")
@click.argument("data", type=click.Path(path_type=Path), required=False)
@options(*READING, *GROWING_OPTIONS)
@click.option("--source", metavar="CONFIG", help="Instead of DATA: a TOML file or an address of a table that an engine counts.")
@click.option(
    "--levels",
    cls=Written,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With --source: write the levels there as they are finished, and go on with those that are there.",
)
@click.option(
    "--save", cls=Written, type=click.Path(path_type=Path), metavar="FILE", help="Write the model there, for dtref predict and dtref show."
)
@click.option(
    "--html",
    cls=Written,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write a page there: the tree, and at each node all candidates.",
)
@click.option(
    "--budget", type=click.IntRange(1), default=TREES_BUDGET, show_default=True, help="Subproblems to look at when counting trees."
)
@PRINTED
def fit_command(
    data: Path | None,
    source: str | None,
    levels: Path | None,
    save: Path | None,
    html: Path | None,
    budget: int,
    as_json: bool,
    **settings: Unpack[GrownFrom],
) -> None:
    """Grow a tree from the CSV file DATA; print it, its ties, and how many trees and partitions are as good."""
    if source is not None:
        if data is not None or html is not None:
            raise Invalid("--source", "no DATA and no --html, as only counts come from there", data or html)
        fit_source(SourceOptions(source, save, levels, as_json), settings)
        return
    if data is None or levels is not None:
        raise Invalid("fit", "DATA, or --source (with --levels)", "neither" if data is None else "--levels")
    policy, history = policy_and_history(settings)
    # grow
    records, warnings = read_and_tell(data, settings, policy.missing)
    with progress(f"growing {data.name}", len(records)) as advance:
        explanation = None if html is None else explained_tree(records, policy, advance)
        tree = grow(records, policy, advance) if explanation is None else explanation.tree
    model = fitted_model(records, policy, tree, evolve(history, read=reading_told(settings))) if save or as_json else None
    if save and model is not None:
        save_model(model, save)
    # print, save, count the ties
    training = hunt(records, policy).training
    facts = _facts(tree, training)
    told = [*warnings.get("warnings", ()), *tell_truths(data, records, training).get("warnings", ())]
    if not as_json:  # first what is known: counting the tied trees may take long
        print("\n".join((*lines(tree), "", *_fact_lines(facts))), flush=True)
    with progress("counting the trees that are as good"):
        tied = closure(records, policy, budget)
    if html is not None and explanation is not None:
        with progress(f"writing {html.name}"), number_style(mark=current_style().mark, exact=current_style().exact and not as_json):
            write_text(html, tree_page(explanation, f"{data.name}: {policy.name}", tied, made_by()))
    ties = {"trees": tied.trees, "partitions": tied.partitions}
    if model is not None and as_json:
        counts = {name: _count_json(count) for name, count in ties.items()}
        numbers = with_decimals(facts, {"squared_error": squared_error(tree)} if is_regression(tree) else {})
        print_json({"model": json.loads(write_model(model)), **numbers, **counts, **({"warnings": told} if told else {})})
    else:
        print("\n".join(_fact_lines({name: count_words(count) for name, count in ties.items()})))


def _count_json(count: str | Undefined | Undecided) -> Json:
    match count:
        case Undefined(why=why):
            return {"undefined": why}
        case Undecided():
            return {**undecided_json(count), "undecided": count_words(count)}
        case number:
            return number


def _fact_lines(facts: Mapping[str, str]) -> list[str]:
    return [f"{name.replace('_', ' '):<16} {value}" for name, value in facts.items()]


@click.command(
    "predict",
    epilog="""\b
Example: dtref fit golden/data/iris.csv --target species --save iris.json
         dtref predict iris.json golden/data/iris.csv
         dtref predict tests/io/foreign/files/rpart-iris.json golden/data/iris.csv --format rpart --path""",
)
@click.argument("model", type=click.Path(path_type=Path))
@options(DATA, SCHEMA, MISSING_OPTION, LAYOUT, DECIMAL)
@options(*format_options())
@click.option("--path", "with_path", is_flag=True, help="Tell the nodes that each record passes, by their numbers in preorder, from 0.")
@options(DIGITS_OPTION, PRINTED)
def predict_command(
    model: Path,
    data: Path,
    schema: Path | None,
    missing: tuple[str, ...],
    layout: Layout,
    decimal: str | None,
    file_format: str,
    number: int,
    with_path: bool,
    digits: int,
    as_json: bool,
) -> None:
    """
    Predict each record of the CSV file DATA by MODEL: possible labels, and class shares at the leaf.

    MODEL is a file that dtref fit --save wrote, or the tree of another program (--format), which is followed as that program does.
    """
    cells = CellOptions(missing or None, decimal)
    if file_format != OWN_FORMAT:
        foreign = ForeignModel(model, file_format, number)
        for line in foreign_predictions(foreign, data, schema, layout, cells, digits, as_json, with_path):
            print(line)
        return
    with progress(f"reading {model.name}"):
        fitted = read_model(model)
    path_of = path_finder(fitted.tree, fitted.attributes)
    with progress(f"reading {data.name}"):
        read = as_remembered(fitted, data, schema, cells)
        records = read_records_for_model(data, fitted.attributes, schema=schema, layout=layout, cells=read)
    seen = overlap_of(fitted, records, model)
    for i, record in enumerate(records, 1):
        try:
            path = path_of(record)
        except Invalid as problem:
            raise Invalid(f"{data}, record {i}, {problem.where}", problem.wanted, problem.got) from None
        predicted = prediction([(passed.node, passed.share) for passed in path if isinstance(passed.node, Leaf)])
        if as_json:
            known = {} if seen is None else {"trained_on": in_words(seen.each[i - 1])}
            print(json.dumps(_prediction(predicted) | ({"path": [*map(_passed, path)]} if with_path else {}) | known, ensure_ascii=False))
        else:
            print(printable(_prediction_line(predicted, digits)))
            for passed in path if with_path else ():
                print(f"  {printable(passed_line(passed))}")


def _facts(tree: Tree, data: DataSet) -> dict[str, str]:
    inner = sum(isinstance(node, Branch) for node in nodes(tree))
    surrogates = tied_surrogates(tree)
    return {
        "records": str(len(data)),
        "inner_nodes": str(inner),
        "tied_nodes": str(tied_nodes(tree)),
        **({"tied_surrogates": str(surrogates)} if surrogates else {}),
        "leaves": str(leaf_count(tree)),
        "depth": str(depth(tree)),
    } | ({"squared_error": readable(squared_error(tree))} if is_regression(tree) else {"training_errors": readable(training_errors(tree))})


def _prediction(predicted: Prediction) -> dict[str, Json]:
    labels: list[Json] = [str(label) for label in predicted.labels]
    match predicted.distribution:
        case Undefined(why=why):
            answer: dict[str, Json] = {"labels": labels, "distribution": {"undefined": why}}
            return with_decimals(answer, {str(label): label for label in predicted.labels})
        case shares:
            return with_decimals({"labels": labels, "distribution": {c: str(p) for c, p in shares}}, dict(shares))


def _passed(passed: Passed) -> dict[str, object]:
    facts: dict[str, object] = {"node": str(passed.number), "share": str(passed.share)}
    if isinstance(passed.node, Leaf):
        return facts | ({"stays": "yes"} if passed.stays else {})
    branches = zip(passed.conditions, passed.branches, strict=True)
    return facts | {"branches": [{"if": text, "share": str(share)} for text, (_, share) in branches]}


def _prediction_line(predicted: Prediction, digits: int) -> str:
    labels = " or ".join(map(label_text, predicted.labels))
    match predicted.distribution:
        case Undefined(why=why):
            return f"{labels}  ({why})"
        case shares:
            return f"{labels}  (" + number_list(f"{c} {value_text(p, digits)}" for c, p in shares) + ")"
