"""Reports about one or two columns of scores: curves, areas, hull, cheapest thresholds, comparison."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from dtref.errors import Undefined
from dtref.io.scored import ScoredRecords
from dtref.show.page.blocks import ComputedValue
from dtref.spec.evaluation.ranking.auc import Pairs, auc_by_pairs, auc_by_trapezoids, pairs
from dtref.spec.evaluation.ranking.dominance import RocComparison, compare_rocs
from dtref.spec.evaluation.ranking.hull import convex_hull
from dtref.spec.evaluation.ranking.precision_recall import average_precision_of
from dtref.spec.evaluation.ranking.roc import Roc, redundant, roc_above, roc_at_least, roc_per_record
from dtref.spec.evaluation.ranking.thresholds import Optimum, cheapest, cheapest_at
from dtref.spec.evaluation.ranking.tie_blocks import Ranking, rank


@frozen
class Choices:
    """The reader's choices: the rule (score > t, or score >= t), the costs, the share of positives (if not the records' own)."""

    above: bool = False
    c_fp: Fraction = Fraction(1)
    c_fn: Fraction = Fraction(1)
    pi: Fraction | None = None


@frozen
class ScoreReport:
    """The report about one column of scores. marks: for each vertex the words hull, straight, cheapest that hold of it."""

    name: str
    curve: Roc
    staircase: Roc
    marks: tuple[tuple[str, ...], ...]
    pairs: Pairs
    values: tuple[tuple[str, ComputedValue], ...]
    cheapest: Optimum | Undefined


@frozen
class RocReport:
    """The reports about one or two columns of scores of the same records, and how they compare."""

    positive: str
    others: tuple[str, ...]
    choices: Choices
    scores: tuple[ScoreReport, ...]
    comparison: RocComparison | Undefined | None


def roc_report(records: ScoredRecords, names: tuple[str, ...], positive: str, choices: Choices) -> RocReport:
    """
    The report of the records of a file; with two columns of scores also how they compare.

    >>> records = ScoredRecords(((Fraction(2), Fraction(1)),), ("+", "-"), ())
    >>> roc_report(records, ("x",), "+", Choices()).scores[0].marks
    (('hull',), ('hull', 'cheapest'), ('hull',))
    """
    reports = tuple(_score_report(name, scores, records, positive, choices) for name, scores in zip(names, records.scores, strict=True))
    comparison = compare_rocs(reports[0].curve, reports[1].curve) if len(reports) == 2 else None
    return RocReport(positive, tuple(sorted(set(records.labels) - {positive})), choices, reports, comparison)


def _score_report(name: str, scores: tuple[Fraction, ...], records: ScoredRecords, positive: str, choices: Choices) -> ScoreReport:
    ranking = rank(scores, records.labels, positive, weights=records.weights)
    curve = roc_above(ranking) if choices.above else roc_at_least(ranking)
    staircase = roc_per_record(scores, records.labels, positive, weights=records.weights)
    hull, optimum = convex_hull(curve), _cheapest(curve, choices)
    return ScoreReport(
        name, curve, staircase, _marks(curve, hull, optimum), pairs(ranking), _values(ranking, curve, hull, staircase), optimum
    )


def _cheapest(curve: Roc, choices: Choices) -> Optimum | Undefined:
    if choices.pi is None:
        return cheapest(curve, choices.c_fp, choices.c_fn)
    return cheapest_at(curve, choices.c_fp, choices.c_fn, choices.pi)


def _marks(curve: Roc, hull: Roc, best: Optimum | Undefined) -> tuple[tuple[str, ...], ...]:
    cheap = set() if isinstance(best, Undefined) else {v.threshold for v in best.vertices}
    thresholds = curve.thresholds
    words = (
        ("hull", set(hull.thresholds)),
        ("straight", {thresholds[i] for i in redundant(curve)}),
        ("cheapest", cheap),
    )
    return tuple(tuple(word for word, marked in words if t in marked) for t in thresholds)


def _values(ranking: Ranking, curve: Roc, hull: Roc, staircase: Roc) -> tuple[tuple[str, ComputedValue], ...]:
    return (
        ("AUC", auc_by_pairs(ranking)),
        ("AUC of the hull", auc_by_trapezoids(hull)),
        ("area of the staircase", auc_by_trapezoids(staircase)),
        ("average precision", average_precision_of(curve)),
    )
