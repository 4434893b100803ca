"""The command that tests an algorithm on records that its trees were not grown from."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from os import fspath
from pathlib import Path
from random import Random
from typing import Unpack

import click
from attrs import evolve, frozen

from dtref.cli.compare import CONFIDENCE_LEVEL, TABLE_VALUE, table_value_of
from dtref.cli.completed_words import column_names
from dtref.cli.options import (
    DATA,
    GROWING_OPTIONS,
    READING,
    GrownFrom,
    check_known,
    options,
    progress,
    read_and_tell,
    with_remarks,
)
from dtref.cli.overlap import tell_copies, with_overlaps
from dtref.cli.page_format import How, print_page, with_output_options
from dtref.engines.choice import grow
from dtref.engines.unseen import routed_labels
from dtref.errors import Invalid, Undefined
from dtref.io.files import read_text
from dtref.oracle.stated.typed_policy import typed_policy
from dtref.show.page.of_cross_validation import CrossValidationReport, cross_validation_blocks, cross_validation_json
from dtref.spec.evaluation.estimation.partitions import Partition, k_fold, leave_one_out, predefined_folds, stratified_k_fold
from dtref.spec.evaluation.estimation.tested_trees import TestedTrees, cross_validate_trees
from dtref.spec.evaluation.intervals.interval import Interval
from dtref.spec.evaluation.intervals.mean import fold_mean_interval
from dtref.spec.model.attributes import MISSING, Continuous
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.positions import Indices
from dtref.spec.model.trees import Tree
from dtref.spec.preparation.missing import keep_missing, refuse_missing
from dtref.spec.preparation.random_draws import draw_order

FOLDS = 10
"""How many folds, unless the command says otherwise."""


@frozen
class Dealing:
    """How the records are dealt to folds: by a column, each alone, or in an order, that of a seed or of a file, or of the data."""

    folds: int | None
    stratified: bool
    leave_one_out: bool
    column: str | None
    seed: int | None
    order: Path | None

    def check(self) -> None:
        """Errors: Invalid for two ways at once."""
        ordered = {"--folds": self.folds is not None, "--stratified": self.stratified, "--seed": self.seed is not None}
        ordered["--order"] = self.order is not None
        ways = {"--leave-one-out": self.leave_one_out, "--fold-column": self.column is not None}
        beside = [name for name, given in (ways | ordered).items() if given]
        if any(ways.values()) and len(beside) > 1:
            raise Invalid(beside[0], "no other way to deal the records beside it", " and ".join(beside[1:]))
        if self.seed is not None and self.order is not None:
            raise Invalid("--seed", "either a seed or an order", "--order beside it")

    def words(self) -> str:
        """The way, in words."""
        if self.leave_one_out:
            return "leave one out"
        if self.column is not None:
            return f"by the column {self.column}"
        order = "the order of the records" if self.seed is None else f"an order drawn from the seed {self.seed}"
        return f"{'stratified, ' if self.stratified else ''}in {order if self.order is None else f'the order of {self.order}'}"

    def partitions(self, data: DataSet) -> tuple[Partition, ...]:
        """The folds, where no column says them."""
        if self.leave_one_out:
            return leave_one_out(len(data))
        order, folds = self.positions(len(data)), FOLDS if self.folds is None else self.folds
        if not self.stratified:
            return k_fold(order, folds)
        if isinstance(data.target, Continuous):
            raise Invalid("--stratified", "a nominal target", f"{data.target.name}, which is continuous")
        return stratified_k_fold(order, [str(record.label) for record in data], folds)

    def positions(self, records: int) -> Indices:
        """The order in which the records are dealt."""
        if self.seed is not None:
            return draw_order(Random(self.seed), records)
        return tuple(range(records)) if self.order is None else _order_in(self.order, records)


def _order_in(path: Path, records: int) -> Indices:
    """The positions of so many records in a file, from 1, as positions from 0; each must be there once."""
    words = read_text(path).split()
    positions = [int(word) - 1 if word.isascii() and word.isdigit() and len(word) < 20 else -1 for word in words]
    wrong = [word[:20] for word, position in zip(words, positions, strict=True) if not 0 <= position < records]
    twice = [f"{position + 1} twice" for position, times in Counter(positions).items() if times > 1]
    if len(words) != records or wrong or twice:
        problem = [*wrong, *twice, f"{len(words)} of them"][0]
        raise Invalid(fspath(path), f"the positions of all records, from 1 to {records}, each once, apart by spaces or lines", problem)
    return tuple(positions)


@click.command(
    "cross-validate",
    epilog="""\b
Example: dtref cross-validate golden/data/iris.csv --target species --as cart --folds 10 --stratified
Example: dtref cross-validate golden/data/play_tennis.csv --target play --as id3 --leave-one-out""",
)
@options(DATA, *READING, *GROWING_OPTIONS)
@click.option("--folds", type=click.IntRange(2), metavar="K", help=f"How many folds  [default: {FOLDS}].")
@click.option("--stratified", is_flag=True, help="Each class as evenly over the folds as it goes.")
@click.option("--leave-one-out", is_flag=True, help="Each record is a fold.")
@click.option(
    "--fold-column",
    shell_complete=column_names,
    metavar="COLUMN",
    help="The column that names the fold of each record; it is no attribute.",
)
@click.option("--seed", type=click.IntRange(0), help="Draw the order in which records are dealt to folds  [default: as they are in DATA].")
@click.option("--order", type=click.Path(path_type=Path), metavar="FILE", help="That order: positions from 1, apart by spaces or lines.")
@options(CONFIDENCE_LEVEL, TABLE_VALUE)
@with_output_options
def cross_validate_command(
    data: Path,
    folds: int | None,
    stratified: bool,
    leave_one_out: bool,
    fold_column: str | None,
    seed: int | None,
    order: Path | None,
    confidence: Fraction,
    table_value: str | None,
    how: How,
    **settings: Unpack[GrownFrom],
) -> None:
    """
    Grow a tree without each fold of the CSV file DATA, test it there; print errors, their mean and its interval, and what ties leave open.

    Missing values that the algorithm fills, drops or flags are dealt with once, before the folds.
    """
    dealing = Dealing(folds, stratified, leave_one_out, fold_column, seed, order)
    dealing.check()
    t = None if table_value is None else table_value_of(table_value)
    policy = typed_policy(settings)
    # a fold that is missing has no remedy but its name
    refused = fold_column is not None and policy.missing is refuse_missing
    records, warnings = read_and_tell(data, settings, None if refused else policy.missing)
    if fold_column is not None:
        _check_folds(records, fold_column)
    if refused:
        check_known(data, records)
    # missing values once; then the folds
    prepared, names = policy.missing(records), None
    if fold_column is not None:
        prepared, names = _without(prepared, fold_column)
    partitions = dealing.partitions(prepared) if names is None else predefined_folds(names)
    copied = tell_copies(prepared, str(data), partitions)
    growing = evolve(policy, missing=keep_missing)
    with progress(f"testing {data.name}", len(prepared)) as advance:

        def learn(fold: DataSet) -> Tree:
            advance(len(prepared) - len(fold))
            return grow(fold, growing)

        tested = cross_validate_trees(prepared, learn, partitions, routed_labels)
    # print
    interval = _interval(tested, t, confidence)
    matrix = None if isinstance(prepared.target, Continuous) else tested.confusion(prepared.target.values)
    report = CrossValidationReport(tested, f"{len(partitions)}, {dealing.words()}", interval, matrix)
    print_page(
        cross_validation_blocks(report, how.digits),
        lambda: with_overlaps(with_remarks(cross_validation_json(report, how.json_digits), warnings), {"copies": str(copied)}),
        how,
    )


def _check_folds(data: DataSet, column: str) -> None:
    """Errors: Invalid for a column that is no attribute, or a record without a fold."""
    try:
        position = data.column(column)
    except Invalid as problem:
        raise Invalid("--fold-column", problem.wanted, problem.got) from None
    for i, record in enumerate(data, 1):
        if record.values[position] is MISSING:
            raise Invalid(f"--fold-column, record {i}, {column}", "the name of its fold", MISSING)


def _without(data: DataSet, column: str) -> tuple[DataSet, tuple[str, ...]]:
    """The data set without a column, and the column's cells as text."""
    position = data.column(column)

    def without_it(record: Record) -> Record:
        return evolve(record, values=(*record.values[:position], *record.values[position + 1 :]))

    attributes = tuple(a for a in data.attributes if a.name != column)
    return DataSet(attributes, data.target, map(without_it, data)), tuple(str(record.values[position]) for record in data)


def _interval(tested: TestedTrees, t: Fraction | None, level: Fraction) -> Interval | Undefined:
    """The interval for the mean of the folds' errors, where each has one."""
    errors = tested.first.fold_errors
    if isinstance(errors, Undefined):
        return errors
    return fold_mean_interval(errors, confidence=level) if t is None else fold_mean_interval(errors, t)
