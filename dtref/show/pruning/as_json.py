"""A pruning as JSON, for programs: every number as text, exactly and as a decimal."""

from __future__ import annotations

from dtref.errors import Undefined
from dtref.exact.enclosure import Enclosure
from dtref.io.model_parts import json_of_test
from dtref.io.numbers import Json, number_json
from dtref.show.exact_text import number_text
from dtref.show.pruning.as_text import decimal_text
from dtref.show.pruning.findings import Fact, Figure, Finding, PredictedErrors, Report, Row, Value
from dtref.show.pruning.places import last_conditions
from dtref.spec.model.trees import Branch

LONGEST_PATH = 100
"""The most conditions of a path that JSON shows: the last ones. `level` says how many there are; nodes are numbered as in models."""


def pruning_json(report: Report, digits: int = 12) -> dict[str, Json]:
    """
    A pruning as JSON values, the pruned tree aside.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> from dtref.show.pruning.pessimistic import report_pessimistic
    >>> pruning_json(report_pessimistic(Leaf((("+", Fraction(3)),), ("+",))))["facts"]["pessimistic errors"]["before"]
    {'exact': '1/2', 'decimal': '0.500000000000'}
    """
    whole: dict[str, Json] = {
        "format": "dtref-pruning/1",
        "rule": report.rule,
        "settings": dict(report.settings),
        "method": report.method,
        "source": report.source,
        "facts": {fact.name: _fact(fact, digits) for fact in report.facts},
        "nodes": [_finding(finding, digits) for finding in report.findings],
    }
    if report.table:
        whole["sequence"] = [_row(row, digits) for row in report.table]
    if report.folds:
        whole["folds"] = [list(map(str, fold)) for fold in report.folds]
    return whole


def _fact(fact: Fact, digits: int) -> Json:
    known = {"before": fact.before, "after": fact.after, "of": fact.of}
    return {name: value_json(value, digits) for name, value in known.items() if value is not None}


def _finding(finding: Finding, digits: int) -> Json:
    place = finding.place
    test: dict[str, Json] = {"test": json_of_test(place.at.test)} if isinstance(place.at, Branch) else {}
    gone: dict[str, Json] = {} if finding.gone_with is None else {"gone_with": str(finding.gone_with.node)}
    return {
        "node": str(place.node),
        "level": str(place.level),
        "path": [*last_conditions(place, LONGEST_PATH)],
        "counts": {c: number_text(n) for c, n in finding.counts},
        **test,
        "figures": {f.name: _figure(f, digits) for f in finding.figures},
        "outcome": finding.outcome.value,
        "why": finding.why,
        **gone,
    }


def _figure(figure: Figure, digits: int) -> Json:
    whole = value_json(figure.value, digits)
    made_of: dict[str, Json] = {name: value_json(value, digits) for name, value in figure.made_of}
    return whole | {"made_of": made_of} if made_of else {**whole}


def _row(row: Row, digits: int) -> Json:
    figures: dict[str, Json] = {f.name: _figure(f, digits) for f in row.figures}
    remark: dict[str, Json] = {"remark": row.remark} if row.remark else {}
    return figures | {"cut": list(map(str, row.cut))} | remark


def value_json(value: Value, digits: int) -> dict[str, Json]:
    """
    A value as JSON. Predicted errors are the sum of m U(e, n) over their terms; what has no exact text has the formula of it.

    >>> value_json(Undefined("no records"), 3)
    {'undefined': 'no records'}
    """
    match value:
        case Undefined(why=why):
            return {"undefined": why}
        case PredictedErrors():
            terms: list[Json] = [{"m": number_text(m), "e": number_text(e), "n": number_text(n)} for m, n, e in value.terms]
            exact: dict[str, Json] = {"terms": terms} if terms else {}
            return exact | {"decimal": decimal_text(value, digits)}
        case Enclosure():
            return {"formula": number_text(value), "decimal": decimal_text(value, digits)}
        case _:
            return {"exact": number_json(value), "decimal": decimal_text(value, digits)}
