"""The figure of each subject, computed by dtref's own functions: lines over a number, or a tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.engines.good_trees import SearchOptions, least_losses, near_best_trees
from dtref.errors import Undefined
from dtref.exact.inputs import exact
from dtref.io.tables import read_csv
from dtref.oracle.operations.inputs import golden_folder
from dtref.show.book.typeset.line_plot import Curve, Plot, axis, plot_curve
from dtref.spec.ensembles.voting import majority_vote_error
from dtref.spec.evaluation.comparison.independent import probability_first_better
from dtref.spec.evaluation.confusion.cost import CostMatrix, total_cost
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion
from dtref.spec.evaluation.confusion.scores import f1
from dtref.spec.evaluation.intervals.interval import Interval
from dtref.spec.evaluation.intervals.proportion import wald, wilson
from dtref.spec.evaluation.ranking.roc import roc
from dtref.spec.evaluation.regression.errors import mean_absolute_error, mean_squared_error
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.stopping import AtDepth
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Tree, training_errors
from dtref.spec.optimal.good_trees import Within
from dtref.spec.optimal.losses import Objective, TreeLimits
from dtref.spec.presets import CART, HUNT, ID3
from dtref.spec.pruning.cost_complexity import cost_complexity
from dtref.spec.pruning.estimates import validation_errors
from dtref.spec.split.criteria import gain, gini_reduction
from dtref.spec.split.impurity import entropy, gini, misclassification_error
from dtref.spec.split.numeric.placement import floor_midpoint, largest_not_above_midpoint, lower_end, midpoint


@frozen
class DrawnTree:
    """A figure that is a tree, with the records that it was grown from."""

    caption: str
    tree: Tree
    data: DataSet


SubjectFigure: TypeAlias = Plot | DrawnTree

WITHOUT_KERNEL = SearchOptions(compiled=False)
"""For a few records: they are searched before the kernel is loaded."""


def steps_to_one(steps: int) -> list[Fraction]:
    """
    0, 1/steps … 1.

    >>> steps_to_one(2)
    [Fraction(0, 1), Fraction(1, 2), Fraction(1, 1)]
    """
    return [Fraction(i, steps) for i in range(steps + 1)]


def frontier_of_buyers() -> SubjectFigure:
    """The fewest errors of each number of leaves, and those of CART's tree, cut back."""
    data = read_csv(golden_folder() / "data" / "buys_computer.csv", target="buys_computer")
    steps = cost_complexity(grow(data, CART)).steps
    every = dict(least_losses(data, CART, options=WITHOUT_KERNEL))
    return Plot(
        "The fewest errors that any tree makes with so many leaves, and those of CART's tree, cut back: greed needs more leaves.",
        axis("leaves", 1, 3, 5, 7),
        axis("errors", 0, 1, 2, 3, 4, 5),
        (
            plot_curve("CART, cut back", ((step.leaves, step.risk * len(data)) for step in sorted(steps, key=lambda step: step.leaves))),
            plot_curve("fewest of any tree", ((leaves, exact("errors", errors)) for leaves, errors in every.items())),
        ),
    )


def good_trees_of_play_tennis() -> Iterator[DrawnTree]:
    """All trees of play tennis, a branch for each value, that are worth at most an error more than the best; a leaf half an error."""
    data = read_csv(golden_folder() / "data" / "play_tennis.csv", target="play")
    error, no_pure_splits = Fraction(1, len(data)), TreeLimits(pure=False)
    good = near_best_trees(data, HUNT, Within(error), Objective(penalty=error / 2), no_pure_splits, WITHOUT_KERNEL)
    for i, tree in enumerate(good.trees(), 1):
        errors = ("no error", "one error")[int(training_errors(tree))]
        yield DrawnTree(f"Tree {i} of {good.number} that are at most one error, or two leaves, from the best: {errors}.", tree, data)


HALVES = (0, Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), 1)


def play_tennis() -> SubjectFigure:
    """The tree of ID3 for the fourteen days."""
    data = read_csv(golden_folder() / "data" / "play_tennis.csv", target="play")
    return DrawnTree(
        "The tree of ID3 for fourteen days: each question parts the days that come to it, until all of a part end alike.",
        grow(data, ID3),
        data,
    )


def impurities() -> SubjectFigure:
    """The three impurities of two classes."""
    curves = (
        plot_curve(measure.name.replace("_", " "), ((p, measure((p, 1 - p))) for p in steps_to_one(40)))
        for measure in (entropy, gini, misclassification_error)
    )
    return Plot(
        "All three are 0 of one class and greatest at equal shares.",
        axis("share of one of two classes", *HALVES),
        axis("impurity", *HALVES),
        tuple(curves),
    )


def cuts_of_income() -> SubjectFigure:
    """What each cut of the borrowers' income is worth."""
    data = read_csv(golden_folder() / "data" / "tan_default.csv", target="defaulted")
    rows = sorted((Fraction(str(record.values[2])), record.label == "Yes") for record in data)
    node = (sum(yes for _, yes in rows), sum(not yes for _, yes in rows))

    def parted(i: int) -> tuple[tuple[int, int], tuple[int, int]]:
        below = sum(yes for _, yes in rows[:i])
        return (below, i - below), (node[0] - below, node[1] - i + below)

    places = [(i, midpoint(rows[i - 1][0], rows[i][0], ())) for i in range(1, len(rows))]
    curves = (
        plot_curve(name, ((x, worth(node, parted(i))) for i, x in places))
        for name, worth in (("gain", gain), ("reduction of Gini", gini_reduction))
    )
    return Plot(
        "What each cut of ten borrowers' income is worth: both criteria find the same cut best.",
        axis("cut of annual income, in thousands", 60, 100, 140, 180),
        axis("worth of the cut", 0, Fraction(1, 10), Fraction(1, 5), Fraction(3, 10), Fraction(2, 5)),
        tuple(curves),
    )


def places_of_cuts() -> SubjectFigure:
    """Where a cut between 70 and a greater value is put."""
    levels = [Fraction(x) for x in (60, 70, 71, 74)]
    rules = (
        ("midpoint", midpoint),
        ("its floor", floor_midpoint),
        ("C4.5: a value up to it", largest_not_above_midpoint),
        ("lower value", lower_end),
    )
    greater = [Fraction(n, 8) for n in range(568, 641)]
    curves = (plot_curve(name, ((b, rule(Fraction(70), b, levels)) for b in greater)) for name, rule in rules)
    return Plot(
        "Where a cut between 70 and the next value stands; 71 and 74 are elsewhere in the training set.",
        axis("next value", 71, 74, 77, 80),
        axis("cut", 70, 72, 74, 76),
        tuple(curves),
    )


def halves_of_iris() -> tuple[DataSet, DataSet]:
    """Every other flower, and the rest: to grow from, and to test on."""
    data = read_csv(golden_folder() / "data" / "iris.csv", target="species")
    return evolve(data, records=data.records[::2]), evolve(data, records=data.records[1::2])


def errors_by_depth() -> SubjectFigure:
    """Errors of trees of each depth, on the records that they were grown from and on others."""
    grown_from, others = halves_of_iris()
    trees = [(d, grow(grown_from, evolve(CART, stop=(*CART.stop, AtDepth(d))))) for d in range(6)]
    curves = [
        plot_curve(name, ((d, validation_errors(tree, data) / len(data.records)) for d, tree in trees))
        for name, data in (("the same flowers", grown_from), ("other flowers", others))
    ]
    return Plot(
        "No deeper tree errs more on the flowers that it was grown from; on others it may.",
        axis("most questions on a path", 0, 1, 2, 3, 4, 5),
        axis("error rate", 0, Fraction(1, 5), Fraction(2, 5), Fraction(3, 5), Fraction(4, 5)),
        tuple(curves),
    )


def costs_of_prunings() -> SubjectFigure:
    """R(T) + alpha leaves of each tree of a cost-complexity sequence."""
    grown_from, _ = halves_of_iris()
    steps = cost_complexity(grow(grown_from, CART)).steps
    alphas = [Fraction(i, 100) for i in range(0, 41, 4)]
    costs = [(step.leaves, [(a, cost) for a in alphas if (cost := step.risk + a * step.leaves) <= Fraction(5, 4)]) for step in steps]
    curves = (plot_curve("1 leaf" if leaves == 1 else f"{leaves} leaves", points) for leaves, points in costs)
    return Plot(
        "What each pruned tree costs, its risk and alpha for each leaf: the lowest line is the tree that is kept.",
        axis("alpha", 0, Fraction(1, 10), Fraction(1, 5), Fraction(3, 10), Fraction(2, 5)),
        axis("R(T) + alpha × leaves", *HALVES, Fraction(5, 4)),
        tuple(curves),
    )


def gain_with_gaps() -> SubjectFigure:
    """The gain of a perfect test where more and more records miss its value."""
    known = [(10 - m, (5 - Fraction(m, 2), 5 - Fraction(m, 2)), (Fraction(m, 2), Fraction(m, 2))) for m in range(0, 10, 2)]
    points = ((10 - n, gain((5, 5), ((a, 0), (0, b)), missing)) for n, (a, b), missing in known)
    return Plot(
        "A test that parts ten records perfectly is worth less the more of them miss its value.",
        axis("records that miss the value", 0, 2, 4, 6, 8),
        axis("gain in bits", *HALVES),
        (plot_curve("gain", points),),
    )


def means_of_precision_and_recall() -> SubjectFigure:
    """F1 beside the mean of precision and recall."""
    half = [(n, BinaryCounts(n, 20 - n, n, 0)) for n in range(1, 21)]
    return Plot(
        "Precision is 1/2. F is below the mean of precision and recall, and far below where recall is small.",
        axis("recall", *HALVES),
        axis("score", *HALVES),
        (
            plot_curve("mean", ((Fraction(n, 20), (Fraction(n, 20) + Fraction(1, 2)) / 2) for n, _ in half)),
            plot_curve("F1", ((Fraction(n, 20), f1(counts)) for n, counts in half)),
        ),
    )


def costs_of_two_models() -> SubjectFigure:
    """The cost of the documents' two models over the cost of a miss."""
    models = (("M1", Confusion("+-", ((150, 40), (60, 250)))), ("M2", Confusion("+-", ((250, 45), (5, 200)))))
    misses = range(0, 101, 10)
    curves = (plot_curve(name, ((c, total_cost(CostMatrix("+-", [[-1, c], [1, 0]]), rows)) for c in misses)) for name, rows in models)
    return Plot(
        "Where a miss costs less than 31, M2 is cheaper; where it costs more, M1 is.",
        axis("cost of a miss", 0, 25, 50, 75, 100),
        axis("cost of all predictions", -1000, 0, 1000, 2000, 3000, 4000, 5000),
        tuple(curves),
    )


def roc_curve() -> SubjectFigure:
    """The documents' ROC curve."""
    rows = read_csv(golden_folder() / "data" / "tan_roc.csv", target="class", continuous=["score"]).records
    found = roc([record.values[1] for record in rows], [record.label for record in rows], "+")
    points = ((Fraction(fp) / found.fp[-1], Fraction(tp) / found.tp[-1]) for tp, fp in zip(found.tp, found.fp, strict=True))
    return Plot(
        "One vertex for each threshold; the area below is the share of pairs that are ranked rightly.",
        axis("false positive rate", *HALVES),
        axis("true positive rate", *HALVES),
        (plot_curve("ten records", points), plot_curve("guessing", ((0, Fraction(0)), (1, Fraction(1))))),
    )


def chance_to_be_drawn() -> SubjectFigure:
    """The share of records in a bootstrap sample."""
    return Plot(
        "Of n records each is in a bootstrap sample with probability 1 - (1 - 1/n)^n, which falls towards 1 - 1/e, 0.632.",
        axis("records", 1, 10, 20, 30, 40),
        axis("probability to be in the sample", *HALVES),
        (plot_curve("1 - (1 - 1/n)^n", ((n, 1 - (1 - Fraction(1, n)) ** n) for n in range(1, 41))),),
    )


def interval_ends(name: str, intervals: Iterable[tuple[int, Interval | Undefined]]) -> tuple[Curve, Curve]:
    """The upper and the lower ends of intervals as curves."""
    found = [(k, interval) for k, interval in intervals if not isinstance(interval, Undefined)]
    above = plot_curve(f"{name}, above", ((k, one.high) for k, one in found))
    return above, plot_curve(f"{name}, below", ((k, one.low) for k, one in found))


def two_intervals() -> SubjectFigure:
    """The 95 % intervals of Wald and Wilson for errors of twenty records."""
    z = Fraction(196, 100)
    both = (("Wilson", wilson), ("Wald", wald))
    curves = [interval_ends(name, [(k, rule(k, 20, z)) for k in range(21)]) for name, rule in both]
    return Plot(
        "Intervals around the error rate of twenty records, z = 1.96: Wald's has no width at 0 errors, and reaches below 0 at 1.",
        axis("errors of 20", 0, 5, 10, 15, 20),
        axis("true error rate", Fraction(-1, 4), 0, Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), 1, Fraction(5, 4)),
        tuple(one for pair in curves for one in pair),
    )


def chance_of_the_better() -> SubjectFigure:
    """How sure it is that 15 % errors are better than 25 %, over the number of records."""
    points = ((n, probability_first_better(Fraction(15, 100), n, Fraction(25, 100), n)) for n in range(10, 201, 10))
    return Plot(
        "One model errs on 15 %, the other on 25 % of n records each: how probable it is that the first is better.",
        axis("records n", 0, 50, 100, 150, 200),
        axis("probability", Fraction(1, 2), Fraction(5, 8), Fraction(3, 4), Fraction(7, 8), 1),
        (plot_curve("the first is better", points),),
    )


def errors_of_a_constant() -> SubjectFigure:
    """The errors of one number that stands for five."""
    numbers = [Fraction(x) for x in (0, 1, 2, 3, 9)]
    places = [Fraction(i, 2) for i in range(13)]
    curves = (
        plot_curve(name, ((c, loss(numbers, [c] * 5)) for c in places))
        for name, loss in (("mean squared error", mean_squared_error), ("mean absolute error", mean_absolute_error))
    )
    return Plot(
        "0, 1, 2, 3 and 9 are foretold by one number: the squared error is least at their mean 3, the absolute error at their median 2.",
        axis("the number that is said", 0, 1, 2, 3, 4, 5, 6),
        axis("error", 0, 5, 10, 15, 20),
        tuple(curves),
    )


def votes() -> SubjectFigure:
    """The error of a majority over that of its members."""
    members = ((1, "one alone"), (5, "majority of 5"), (25, "majority of 25"))
    curves = (plot_curve(name, ((e, majority_vote_error(n, e)) for e in steps_to_one(40))) for n, name in members)
    return Plot(
        "Below 1/2 a majority errs less than its members, above it more.",
        axis("error rate of each", *HALVES),
        axis("error rate of the majority", *HALVES),
        tuple(curves),
    )
