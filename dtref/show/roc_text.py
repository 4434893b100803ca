"""ROC curves as text and as JSON: thresholds, counts, rates, areas, comparison."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from dtref.errors import Undefined, printable
from dtref.exact.decimals import decimal, plain
from dtref.exact.number import Number
from dtref.io.numbers import Json
from dtref.show.exact_text import exact_text, number_text
from dtref.show.explain_text import value_text
from dtref.show.roc import RocReport, ScoreReport, Value
from dtref.show.text_tables import widths
from dtref.spec.evaluation.ranking.dominance import RocComparison
from dtref.spec.evaluation.ranking.roc import Beyond, ScoreThreshold, Vertex

WORDS = {"hull": "hull", "straight": "on a straight line", "cheapest": "cheapest"}


def roc_text(found: RocReport, digits: int = 3, *, per_record: bool = False) -> str:
    """
    The report as text; `per_record` shows the staircase in place of the curve: a line for each record, in the order of the file.

    >>> from dtref.io.scored import ScoredRecords
    >>> from dtref.show.roc import Choices, roc_report
    >>> records = ScoredRecords(((Fraction(2), Fraction(1), Fraction(1)),), ("+", "-", "+"), ())
    >>> print(roc_text(roc_report(records, ("x",), "+", Choices()), 2))
    x: 2 positive (+), 1 negative (-); positive where the score is >= t
    <BLANKLINE>
    t                  TP  FP  TN  FN   TPR   FPR
    above every score   0   0   1   2  0.00  0.00  hull
    2                   1   0   1   1  0.50  0.00  hull, cheapest
    1                   2   1   0   0  1.00  1.00  hull, cheapest
    <BLANKLINE>
    AUC                    0.75 = 3/4   [pairs: won 1, tied 1, lost 0]
    AUC of the hull        0.75 = 3/4
    area of the staircase  0.50 = 1/2   [a step for each record, ties in the order of the file]
    average precision      0.83 = 5/6
    least cost a record    0.33 = 1/3   [C_FP = 1, C_FN = 1; at t = 2; 1]
    """
    parts = [part for one in found.scores for part in _sections(found, one, digits, per_record)]
    if found.comparison is not None:
        parts.append(list(_comparison(found, found.comparison, digits)))
    return "\n\n".join("\n".join(map(printable, part)) for part in parts)


def roc_json(found: RocReport, digits: int = 12, *, per_record: bool = False) -> Json:
    """
    The report as JSON values: numbers as text, exact and decimal; what has no value says why.

    >>> from dtref.io.scored import ScoredRecords
    >>> from dtref.show.roc import Choices, roc_report
    >>> records = ScoredRecords(((Fraction(2), Fraction(1)),), ("+", "-"), ())
    >>> roc_json(roc_report(records, ("x",), "+", Choices()))["scores"][0]["vertices"][1]
    {'threshold': '2', 'tp': '1', 'fp': '0', 'tn': '1', 'fn': '0', 'tpr': '1', 'fpr': '0', 'marks': ['hull', 'cheapest']}
    """
    costs: dict[str, Json] = {"fp": str(found.choices.c_fp), "fn": str(found.choices.c_fn)}
    if found.choices.pi is not None:
        costs["prevalence"] = str(found.choices.pi)
    told: dict[str, Json] = {
        "format": "dtref-roc/1",
        "positive": found.positive,
        "negative": list(found.others),
        "rule": ">" if found.choices.above else ">=",
        "costs": costs,
        "scores": [_score_json(one, digits, per_record) for one in found.scores],
    }
    if found.comparison is not None:
        told["comparison"] = _comparison_json(found, found.comparison)
    return told


def _sections(found: RocReport, one: ScoreReport, digits: int, per_record: bool) -> Iterator[list[str]]:
    curve = one.staircase if per_record else one.curve
    rule = "a step for each record" if per_record else f"positive where the score is {'>' if found.choices.above else '>='} t"
    others = f" ({', '.join(found.others)})" if found.others else ""
    yield [f"{one.name}: {curve.positives} positive ({found.positive}), {curve.negatives} negative{others}; {rule}"]
    marks = [()] * len(curve) if per_record else one.marks
    rows = [_row(v, words, digits) for v, words in zip(curve.vertices, marks, strict=True)]
    yield list(_aligned([["t", "TP", "FP", "TN", "FN", "TPR", "FPR", ""], *rows]))
    notes = {
        "AUC": f"   [pairs: won {one.pairs.won}, tied {one.pairs.tied}, lost {one.pairs.lost}]",
        "area of the staircase": "   [a step for each record, ties in the order of the file]",
    }
    yield [f"{name:<22} {value_text(value, digits)}{notes.get(name, '')}" for name, value in one.values] + [_cost(found, one, digits)]


def _row(v: Vertex, words: Iterable[str], digits: int) -> list[str]:
    counts = [number_text(n) for n in (v.counts.tp, v.counts.fp, v.counts.tn, v.counts.fn)]
    return [threshold_text(v.threshold), *counts, _rate(v.tpr, digits), _rate(v.fpr, digits), ", ".join(WORDS[w] for w in words)]


def _aligned(rows: list[list[str]]) -> Iterator[str]:
    """The first and the last cells of all rows to the left, the others to the right."""
    wide = widths(rows)
    for first, *others, last in rows:
        cells = [first.ljust(wide[0]), *(cell.rjust(w) for cell, w in zip(others, wide[1:-1], strict=True)), last]
        yield "  ".join(cells).rstrip()


def _rate(x: Number | Undefined, digits: int) -> str:
    return "undefined" if isinstance(x, Undefined) else decimal(x, digits)


def threshold_text(t: ScoreThreshold) -> str:
    """
    A threshold as text: the decimal that it is, or in words what is beyond every score.

    >>> threshold_text(Fraction(1, 4))
    '0.25'
    """
    return t.value if isinstance(t, Beyond) else plain(t, t.denominator.bit_length())


def _cost(found: RocReport, one: ScoreReport, digits: int) -> str:
    chosen = found.choices
    given = f"C_FP = {chosen.c_fp}, C_FN = {chosen.c_fn}" + ("" if chosen.pi is None else f", share of positives = {chosen.pi}")
    if isinstance(one.cheapest, Undefined):
        return f"{'least cost a record':<22} {value_text(one.cheapest, digits)}   [{given}]"
    at = "; ".join(threshold_text(v.threshold) for v in one.cheapest.vertices)
    return f"{'least cost a record':<22} {value_text(one.cheapest.value, digits)}   [{given}; at t = {at}]"


def _comparison(found: RocReport, comparison: RocComparison | Undefined, digits: int) -> Iterator[str]:
    first, second = (one.name for one in found.scores)
    yield f"{first} against {second}"
    if isinstance(comparison, Undefined):
        yield f"  {value_text(comparison, digits)}"
        return
    who = {1: f"{first} is above", -1: f"{second} is above", 0: "equal"}
    for s in comparison.stretches:
        yield f"  FPR from {_short(s.low, digits)} to {_short(s.high, digits)}: {who[s.better]}"
    for m in comparison.meetings:
        tpr = _short(m.low, digits) if m.low == m.high else f"{_short(m.low, digits)} to {_short(m.high, digits)}"
        yield f"  they meet at FPR {_short(m.fpr, digits)}, TPR {tpr}"


def _short(x: Fraction, digits: int) -> str:
    return number_text(x) if x.denominator == 1 else f"{decimal(x, digits)} = {exact_text(x)}"


def _score_json(one: ScoreReport, digits: int, per_record: bool) -> Json:
    told: dict[str, Json] = {
        "score": one.name,
        "positives": str(one.curve.positives),
        "negatives": str(one.curve.negatives),
        "vertices": [_vertex_json(v) | {"marks": list(words)} for v, words in zip(one.curve.vertices, one.marks, strict=True)],
        "pairs": {"won": str(one.pairs.won), "tied": str(one.pairs.tied), "lost": str(one.pairs.lost)},
        "values": {name: _value(value, digits) for name, value in one.values},
        "least_cost": _value(one.cheapest if isinstance(one.cheapest, Undefined) else one.cheapest.value, digits),
    }
    if per_record:
        told["staircase"] = [_vertex_json(v) for v in one.staircase.vertices]
    return told


def _vertex_json(v: Vertex) -> dict[str, Json]:
    counts = {"tp": v.counts.tp, "fp": v.counts.fp, "tn": v.counts.tn, "fn": v.counts.fn}
    threshold = v.threshold.value if isinstance(v.threshold, Beyond) else str(v.threshold)
    return {"threshold": threshold, **{name: number_text(n) for name, n in counts.items()}, "tpr": _exact(v.tpr), "fpr": _exact(v.fpr)}


def _comparison_json(found: RocReport, comparison: RocComparison | Undefined) -> Json:
    if isinstance(comparison, Undefined):
        return {"undefined": comparison.why}
    who = {1: found.scores[0].name, -1: found.scores[1].name, 0: "equal"}
    return {
        "stretches": [{"from": str(s.low), "to": str(s.high), "above": who[s.better]} for s in comparison.stretches],
        "meetings": [{"fpr": str(m.fpr), "tpr_from": str(m.low), "tpr_to": str(m.high)} for m in comparison.meetings],
    }


def _exact(x: Number | Undefined) -> Json:
    return {"undefined": x.why} if isinstance(x, Undefined) else number_text(x)


def _value(x: Value, digits: int) -> Json:
    return {"undefined": x.why} if isinstance(x, Undefined) else {"exact": number_text(x), "decimal": decimal(x, digits)}
