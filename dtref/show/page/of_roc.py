"""ROC curves as a page and as JSON: thresholds, counts, rates, areas, comparison."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import TypeAlias

from dtref.errors import Undefined
from dtref.exact.definition import definition
from dtref.exact.number import Number
from dtref.exact.number_text import decimal_text, exact_text, number_list, readable
from dtref.io.numbers import Json, number_json, with_decimals
from dtref.show.exact_text import value_text
from dtref.show.page.as_json import value_json
from dtref.show.page.blocks import Block, Blocks, Figures, Heading, NamedValue, Paragraph, TableBlock
from dtref.show.roc import RocReport, ScoreReport
from dtref.spec.evaluation.confusion.rates import false_positive_rate, recall
from dtref.spec.evaluation.ranking.auc import auc_by_pairs, pairs
from dtref.spec.evaluation.ranking.dominance import RocComparison
from dtref.spec.evaluation.ranking.roc import Beyond, ScoreThreshold, Vertex

_RateText: TypeAlias = Callable[[Number | Undefined], str]
"""Writes a rate."""

_WORDS = {"hull": "hull", "straight": "on a straight line", "cheapest": "cheapest"}


def roc_blocks(report: RocReport, digits: int = 3, *, per_record: bool = False, explained: bool = False) -> Blocks:
    """
    The curves as a page.

    per_record: the staircase in place of a curve: a row for each record, in the order of the file. explained: after the definitions, with
    exact rates.

    >>> from dtref.io.scored import ScoredRecords
    >>> from dtref.show.page.as_text import as_text
    >>> from dtref.show.roc import Choices, roc_report
    >>> records = ScoredRecords(((Fraction(2), Fraction(1), Fraction(1)),), ("+", "-", "+"), ())
    >>> print(as_text(roc_blocks(roc_report(records, ("x",), "+", Choices()), 2), 2))
    x: 2 positive (+), 1 negative (-); positive where the score is >= t
    <BLANKLINE>
      t                  TP  FP  TN  FN   TPR   FPR
      above every score   0   0   1   2     0     0  hull
      2                   1   0   1   1  0.50     0  hull, cheapest   <-
      1                   2   1   0   0  1.00  1.00  hull, cheapest   <-
    <BLANKLINE>
      AUC                           0.75 = 3/4   [pairs: won 1, tied 1, lost 0]
      AUC of the hull               0.75 = 3/4
      area of the staircase         0.50 = 1/2   [a step for each record, ties in the order of the file]
      average precision             0.83 = 5/6
      least cost a record           0.33 = 1/3   [C_FP = 1, C_FN = 1; at t = 2; 1]
    """
    rate = value_text if explained else decimal_text
    return (
        *(_definitions(report) if explained else ()),
        *(block for score in report.scores for block in _curve(report, score, partial(rate, digits=digits), per_record)),
        *(() if report.comparison is None else _comparison(report, report.comparison, digits)),
    )


def _definitions(report: RocReport) -> Iterator[Block]:
    """The definitions of the columns and of the area."""
    yield Heading(f"ROC curve of {' and '.join(score.name for score in report.scores)}")
    for name, function in (("TPR", recall), ("FPR", false_positive_rate), ("Pairs", pairs), ("Area", auc_by_pairs)):
        yield Paragraph(definition(function).definition, name, code=True)
    yield Paragraph(definition(recall).letters, "Letters")


def _curve(report: RocReport, score: ScoreReport, rate: _RateText, per_record: bool) -> Iterator[Block]:
    curve = score.staircase if per_record else score.curve
    rule = "a step for each record" if per_record else f"positive where the score is {'>' if report.choices.above else '>='} t"
    others = f" ({', '.join(report.others)})" if report.others else ""
    yield Paragraph(
        f"{readable(curve.positives)} positive ({report.positive}), {readable(curve.negatives)} negative{others}; {rule}", score.name
    )
    # The vertices, those of least cost marked; then the areas.
    marks = [()] * len(curve) if per_record else score.marks
    rows = tuple(_row(v, words, rate) for v, words in zip(curve.vertices, marks, strict=True))
    cheapest = tuple(i for i, words in enumerate(marks) if "cheapest" in words)
    yield TableBlock(("t", "TP", "FP", "TN", "FN", "TPR", "FPR", ""), rows, cheapest, wraps=True)
    notes = {
        "AUC": "pairs: " + number_list(f"{name} {readable(getattr(score.pairs, name))}" for name in ("won", "tied", "lost")),
        "area of the staircase": "a step for each record, ties in the order of the file",
    }
    yield Figures((*(NamedValue(name, value, notes.get(name, "")) for name, value in score.values), _least_cost(report, score)))


def _row(v: Vertex, words: Iterable[str], rate: _RateText) -> tuple[str, ...]:
    counts = (readable(n) for n in (v.counts.tp, v.counts.fp, v.counts.tn, v.counts.fn))
    remarks = ", ".join(_WORDS[word] for word in words)
    return (threshold_text(v.threshold), *counts, rate(v.tpr), rate(v.fpr), remarks)


def threshold_text(t: ScoreThreshold) -> str:
    """
    A threshold as text: its decimal, or words for a threshold beyond every score.

    >>> threshold_text(Fraction(1, 4))
    '0.25'
    """
    return t.value if isinstance(t, Beyond) else readable(t)


def _least_cost(report: RocReport, score: ScoreReport) -> NamedValue:
    choices, best = report.choices, score.cheapest
    named = (("C_FP", choices.c_fp), ("C_FN", choices.c_fn), ("share of positives", choices.pi))
    costs = number_list(f"{name} = {readable(x)}" for name, x in named if x is not None)
    if isinstance(best, Undefined):
        return NamedValue("least cost a record", best, costs)
    thresholds = "; ".join(threshold_text(v.threshold) for v in best.vertices)
    return NamedValue("least cost a record", best.value, f"{costs}; at t = {thresholds}")


def _comparison(report: RocReport, comparison: RocComparison | Undefined, digits: int) -> Iterator[Block]:
    first, second = (score.name for score in report.scores)
    yield Heading(f"{first} against {second}", 2)
    if isinstance(comparison, Undefined):
        yield Paragraph(value_text(comparison, digits))
        return
    who = {1: f"{first} is above", -1: f"{second} is above", 0: "equal"}
    for s in comparison.stretches:
        yield Paragraph(f"FPR from {_short(s.low, digits)} to {_short(s.high, digits)}: {who[s.better]}")
    for m in comparison.meetings:
        tpr = _short(m.low, digits) if m.low == m.high else f"{_short(m.low, digits)} to {_short(m.high, digits)}"
        yield Paragraph(f"they meet at FPR {_short(m.fpr, digits)}, TPR {tpr}")


def _short(x: Fraction, digits: int) -> str:
    return value_text(x, digits)


def roc_json(report: RocReport, digits: int = 12, *, per_record: bool = False) -> Json:
    """
    The report as JSON values: numbers as text, exact and decimal; a reason where there is no value.

    >>> from dtref.io.scored import ScoredRecords
    >>> from dtref.show.roc import Choices, roc_report
    >>> records = ScoredRecords(((Fraction(2), Fraction(1)),), ("+", "-"), ())
    >>> vertex = roc_json(roc_report(records, ("x",), "+", Choices()))["scores"][0]["vertices"][1]
    >>> vertex["threshold"], vertex["tp"], vertex["tpr"], vertex["decimals"]["tpr"], vertex["marks"]
    ('2', '1', '1', '1.000000000000', ['hull', 'cheapest'])
    """
    costs: dict[str, Json] = {"fp": str(report.choices.c_fp), "fn": str(report.choices.c_fn)}
    if report.choices.pi is not None:
        costs["prevalence"] = str(report.choices.pi)
    fields: dict[str, Json] = {
        "format": "dtref-roc/1",
        "positive": report.positive,
        "negative": list(report.others),
        "rule": ">" if report.choices.above else ">=",
        "costs": costs,
        "scores": [_score_json(score, digits, per_record) for score in report.scores],
    }
    if report.comparison is not None:
        fields["comparison"] = _comparison_json(report, report.comparison)
    return fields


def _score_json(score: ScoreReport, digits: int, per_record: bool) -> Json:
    fields: dict[str, Json] = {
        "score": score.name,
        "positives": str(score.curve.positives),
        "negatives": str(score.curve.negatives),
        "vertices": [_vertex_json(v) | {"marks": list(words)} for v, words in zip(score.curve.vertices, score.marks, strict=True)],
        "pairs": {"won": str(score.pairs.won), "tied": str(score.pairs.tied), "lost": str(score.pairs.lost)},
        "values": {name: value_json(value, digits) for name, value in score.values},
        "least_cost": value_json(score.cheapest if isinstance(score.cheapest, Undefined) else score.cheapest.value, digits),
    }
    if per_record:
        fields["staircase"] = [_vertex_json(v) for v in score.staircase.vertices]
    return fields


def _vertex_json(v: Vertex) -> dict[str, Json]:
    counts: dict[str, Json] = {"tp": exact_text(v.counts.tp), "fp": exact_text(v.counts.fp)}
    counts |= {"tn": exact_text(v.counts.tn), "fn": exact_text(v.counts.fn)}
    threshold = v.threshold.value if isinstance(v.threshold, Beyond) else exact_text(v.threshold)
    exact = {"threshold": threshold, **counts, "tpr": number_json(v.tpr), "fpr": number_json(v.fpr)}
    return with_decimals(exact, {"threshold": v.threshold, "tpr": v.tpr, "fpr": v.fpr})


def _comparison_json(report: RocReport, comparison: RocComparison | Undefined) -> Json:
    if isinstance(comparison, Undefined):
        return {"undefined": comparison.why}
    who = {1: report.scores[0].name, -1: report.scores[1].name, 0: "equal"}
    return {
        "stretches": [{"from": str(s.low), "to": str(s.high), "above": who[s.better]} for s in comparison.stretches],
        "meetings": [{"fpr": str(m.fpr), "tpr_from": str(m.low), "tpr_to": str(m.high)} for m in comparison.meetings],
    }
