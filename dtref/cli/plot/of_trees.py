"""The commands for pictures of trees: learning curves, decision regions, fitting, pruning. All random draws come from a seed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Unpack

import click
from attrs import evolve

from dtref.cli.choices import Named
from dtref.cli.completed_words import column_names
from dtref.cli.numbers import FROM_0_TO_1, INSIDE_0_TO_1, ExactNumber
from dtref.cli.options import DATA, GROWING_OPTIONS, READING, GrownFrom, Reading, options, progress, read
from dtref.cli.plot.picture import OUT, given_options, save
from dtref.cli.prune import RISKS
from dtref.cli.records_for_model import data_for
from dtref.engines.choice import grow
from dtref.errors import Invalid
from dtref.io.models import Model
from dtref.oracle.stated.typed_policy import typed_policy
from dtref.show.plots.decision_regions import DecisionRegionsDisplay
from dtref.show.plots.fitting_curve import FittingCurveDisplay
from dtref.show.plots.learning_curves import LearningCurvesDisplay
from dtref.show.plots.pruning_curve import PruningCurveDisplay
from dtref.spec.evaluation.estimation.learning_curve import arithmetic_schedule, geometric_schedule, learning_curve
from dtref.spec.evaluation.estimation.overfitting import zero_one
from dtref.spec.evaluation.estimation.partitions import holdout, k_fold, random_subsampling
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import Prediction, predictor
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.preparation.random_draws import draw_order, draw_ring_points
from dtref.spec.preparation.resampling import take
from dtref.spec.preparation.rings import ring_data
from dtref.spec.pruning.cost_complexity import cost_complexity
from dtref.spec.pruning.selection import by_cross_validation

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ABOVE_1 = ExactNumber("a number above 1", lambda x: x > 1)
_SEED = click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The seed that the parts are drawn from.")
SHARE = click.option(
    "--training-share", "share", type=INSIDE_0_TO_1, default="2/3", show_default=True, metavar="NUMBER", help="The share that trains."
)


def _prepared(data: Path, settings: GrownFrom) -> tuple[DataSet, Policy]:
    """The records of a file, with missing values treated once, before the records are split; and the policy to grow by."""
    policy = typed_policy(settings)
    return policy.missing(read(data, settings, policy.missing)), evolve(policy, missing=keep_missing)


@click.command(epilog="Example: dtref plot learning golden/data/iris.csv --target species --seed 1 --out learning.svg")
@options(DATA, *READING, *GROWING_OPTIONS)
@click.option("--first", type=click.IntRange(1), default=5, show_default=True, help="The smallest training sample.")
@click.option("--ratio", type=ABOVE_1, metavar="NUMBER", help="Each sample is so many times the one before  [default: 2].")
@click.option("--step", type=click.IntRange(1), help="Each sample is larger by so many records.")
@click.option("--repeats", type=click.IntRange(1), default=10, show_default=True, help="How often training and test part are drawn.")
@options(SHARE, _SEED, OUT)
def learning(
    data: Path,
    first: int,
    ratio: Fraction | None,
    step: int | None,
    repeats: int,
    share: Fraction,
    seed: int,
    out: Path,
    **settings: Unpack[GrownFrom],
) -> None:
    """The error over the number of training records, the mean of several drawn parts of DATA with its standard error."""
    if ratio is not None and step is not None:
        raise Invalid("schedule", "one of --ratio and --step", "both")
    records, policy = _prepared(data, settings)
    if isinstance(records.target, Continuous):
        raise Invalid(f"target {records.target.name}", "a nominal target", "continuous")
    if any(record.weight != 1 for record in records):
        raise Invalid("--weights", "none but 1, as a learning curve counts records", settings["weights"])
    generator = Random(seed)
    # drawn training and test parts, and sizes of training samples
    partitions = random_subsampling([draw_order(generator, len(records)) for _ in range(repeats)], share)
    largest = len(partitions[0].training)
    if first > largest:
        raise Invalid("--first", f"at most {largest}, the records of a training part", first)
    sizes = geometric_schedule(first, ratio or Fraction(2), largest) if step is None else arithmetic_schedule(first, step, largest)

    def learn(part: tuple[int, ...]) -> Callable[[Record], Prediction]:
        return predictor(grow(take(records, part), policy), records.attributes)

    def error(predict: Callable[[Record], Prediction], i: int) -> int:
        return zero_one(predict(records.records[i]).labels[0], records.records[i].label)

    # the curve
    with progress(f"growing trees of samples of {data.name}"):
        display = LearningCurvesDisplay.from_curves({policy.name: learning_curve(sizes, partitions, learn, error)})

    def plot(ax: Axes) -> None:
        ax.set_xscale("linear" if step is not None else "log")
        ax.minorticks_off()
        display.plot(ax)

    save(out, plot)


@click.command(
    "regions",
    epilog="""\b
Example: dtref plot regions golden/data/iris.csv --target species --x petal_length --y petal_width --out regions.svg
Example: dtref plot regions golden/data/iris.csv --target species --x sepal_length --y sepal_width --max-depth 3 --out regions.svg""",
)
@options(DATA, *READING, *GROWING_OPTIONS)
@click.option("--x", required=True, shell_complete=column_names, metavar="COLUMN", help="The continuous column of the horizontal axis.")
@click.option("--y", required=True, shell_complete=column_names, metavar="COLUMN", help="The continuous column of the vertical axis.")
@OUT
def plot_regions(data: Path, x: str, y: str, out: Path, **settings: Unpack[GrownFrom]) -> None:
    """Where a tree grown from two columns of DATA decides what, and the records."""
    records, policy = _prepared(data, settings)
    plane = _only(records, x, y)
    with progress(f"growing {data.name}"):
        display = DecisionRegionsDisplay.from_tree(grow(plane, policy), plane)
    save(out, display.plot)


def _only(data: DataSet, x: str, y: str) -> DataSet:
    """The data set with two of its attributes."""
    if x == y:
        raise Invalid("--y", "another column than --x", y)
    columns = data.column(x), data.column(y)
    records = (evolve(record, values=tuple(record.values[i] for i in columns)) for record in data)
    return DataSet(tuple(data.attributes[i] for i in columns), data.target, records)


@click.command(
    "fitting",
    epilog="""\b
Example: dtref plot fitting --seed 1 --noise 0.1 --out fitting.svg
Example: dtref plot fitting golden/data/wine.csv --target cultivar --training-share 1/2 --out fitting.svg""",
)
@click.argument("data", type=click.Path(path_type=Path), required=False)
@options(*READING, *GROWING_OPTIONS)
@click.option("--circular", type=click.IntRange(1), default=500, show_default=True, help="Points in the ring.")
@click.option("--triangular", type=click.IntRange(1), default=500, show_default=True, help="Points outside it.")
@click.option("--noise", type=FROM_0_TO_1, default="0", show_default=True, metavar="NUMBER", help="The share of points of the wrong class.")
@options(SHARE, _SEED, OUT)
@click.pass_context
def plot_fitting(
    ctx: click.Context,
    data: Path | None,
    circular: int,
    triangular: int,
    noise: Fraction,
    share: Fraction,
    seed: int,
    out: Path,
    **settings: Unpack[GrownFrom],
) -> None:
    """
    Training and test error over the size of the tree: under- and overfitting. Without DATA, of points drawn inside and outside a ring, as
    in the lecture; the trees are those of the cost-complexity sequence.
    """
    unfit = sorted(given_options(ctx) & ({"circular", "triangular", "noise"} if data else set(Reading.__annotations__)))
    if unfit:
        raise Invalid(
            f"--{unfit[0]}",
            "no DATA beside it, as the points are drawn" if data else "DATA beside it",
            "none" if data is None else str(data),
        )
    # the records, drawn or read
    generator = Random(seed)
    if data is None:
        points = draw_ring_points(generator, circular, triangular)
        mislabelled = draw_order(generator, len(points))[: round(noise * len(points))]
        records, policy = ring_data(points, frozenset(mislabelled)), typed_policy(settings)
    else:
        records, policy = _prepared(data, settings)
    # the pruning sequence of the training part, on the test part
    parts = holdout(draw_order(generator, len(records)), share)
    with progress("growing and pruning"):
        path = cost_complexity(grow(take(records, parts.training), policy), RISKS[_risk(records)])
        display = FittingCurveDisplay.from_path(path, take(records, parts.test))
    save(out, display.plot)


@click.command(
    "pruning",
    epilog="""\b
Example: dtref plot pruning golden/data/wine.csv --target cultivar --seed 1 --out pruning.svg
Example: dtref plot pruning golden/data/iris.csv --target species --risk gini --folds 5 --out pruning.svg""",
)
@options(DATA, *READING, *GROWING_OPTIONS)
@click.option("--risk", type=Named(list(RISKS)), help="The risk R  [default: errors; of a regression tree squared-error].")
@click.option("--validation", type=click.Path(path_type=Path), metavar="DATA", help="Records apart, rather than cross-validation.")
@click.option("--folds", type=click.IntRange(2), default=10, show_default=True, help="How many folds of cross-validation.")
@options(_SEED, OUT)
@click.pass_context
def plot_pruning(
    ctx: click.Context,
    data: Path,
    risk: str | None,
    validation: Path | None,
    folds: int,
    seed: int,
    out: Path,
    **settings: Unpack[GrownFrom],
) -> None:
    """The cost-complexity sequence of the tree of DATA, its error on other records, and the choice of the one-standard-error rule."""
    # options that go together
    unfit = sorted(given_options(ctx) & {"folds", "seed"})
    if validation is not None and unfit:
        raise Invalid(f"--{unfit[0]}", "no --validation beside it", str(validation))
    records, policy = _prepared(data, settings)
    # the error on folds, or on a file of other records
    measure = RISKS[risk or _risk(records)]
    if validation is None:
        tests = tuple(parts.test for parts in k_fold(draw_order(Random(seed), len(records)), folds))
        with progress(f"growing and pruning {data.name}"):
            display = PruningCurveDisplay.from_cross_validation(
                by_cross_validation(records, lambda fold: grow(fold, policy), tests, measure)
            )
    else:
        with progress(f"growing and pruning {data.name}"):
            tree = grow(records, policy)
            model = Model(records.attributes, records.target, policy.name, tree)
            validation_data = data_for(model, validation, settings["schema"], settings["layout"], settings["weights"])
            display = PruningCurveDisplay.from_validation(cost_complexity(tree, measure), validation_data)
    save(out, display.plot)


def _risk(data: DataSet) -> str:
    return "squared-error" if isinstance(data.target, Continuous) else "errors"


TREE_PLOTS = (learning, plot_regions, plot_fitting, plot_pruning)
"""The commands of this module."""
