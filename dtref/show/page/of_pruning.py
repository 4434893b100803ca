"""Prunings as pages and as JSON: the rule, the facts, each decision."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import starmap

from toolz import unique

from dtref.exact.decimals import decimal
from dtref.exact.number import Number
from dtref.exact.number_text import exact_text, marked, number_list, number_style, readable
from dtref.io.model_parts import json_of_test
from dtref.io.numbers import Json
from dtref.show.exact_text import value_text
from dtref.show.page import as_json
from dtref.show.page.blocks import Block, Blocks, Figures, Heading, NamedValue, Paragraph, TableBlock
from dtref.show.pruning.findings import Fact, PredictedErrors, PruningFinding, PruningReport, PruningValue, Quantity, SequenceRow
from dtref.show.pruning.places import Place, last_conditions, path_text
from dtref.spec.model.branches import question_text
from dtref.spec.model.trees import Branch, written

_LONGEST = 60
"""The most characters of a sum of predicted errors that a page shows; JSON shows all."""

SHOWN_NODES = 12
"""The most nodes cut at once that a table names; each is explained below it."""

_LONGEST_PATH = 100
"""The most conditions of a path that JSON shows: the last ones. `level` is their number; nodes are numbered as in models."""


def pruning_blocks(report: PruningReport, node: int | None = None, digits: int = 3) -> Blocks:
    """
    A pruning as a page, without the pruned tree; or the decision at one node only, by its position in preorder.

    >>> from dtref.spec.model.trees import Leaf
    >>> from dtref.show.page.as_text import as_text
    >>> from dtref.show.pruning.pessimistic import report_pessimistic
    >>> page = pruning_blocks(report_pessimistic(Leaf((("+", Fraction(3)),), ("+",))))
    >>> print(as_text(tuple(block for block in page if not isinstance(block, Paragraph))))
    pessimistic; penalty: 1/2; tie: keeps
      leaves                        1 -> 1
      training errors               0 -> 0 of 3
      pessimistic errors            0.500 = 1/2 -> 0.500 = 1/2 of 3
    """
    summary = () if node is not None else (_facts(report, digits), *_sequence(report.table, digits))
    method = (Paragraph(report.method), Paragraph(report.source, "Source", code=True))
    findings = (finding for finding in report.as_decided() if node is None or finding.place.node == node)
    return (
        Heading("; ".join([report.rule, *(f"{name}: {value}" for name, value in report.settings)])),
        *(paragraph for paragraph in method if paragraph.text),
        *summary,
        *(block for finding in findings for block in _finding(finding, digits)),
    )


def _facts(report: PruningReport, digits: int) -> Figures:
    return Figures(tuple(NamedValue(fact.name, _before_and_after(fact, digits)) for fact in report.facts))


def _before_and_after(fact: Fact, digits: int) -> str:
    values = [fact.before] if fact.after is None else [fact.before, fact.after]
    of = "" if fact.of is None else f" of {_value_text(fact.of, digits)}"
    return " -> ".join(_value_text(value, digits) for value in values) + of


def _sequence(rows: tuple[SequenceRow, ...], digits: int) -> Iterator[Block]:
    """The table of a sequence of trees: their figures, the nodes cut to get there, remarks."""
    if rows:
        heads = list(unique(f.name for row in rows for f in row.figures))
        cells = tuple(_cells(k, row, heads, digits) for k, row in enumerate(rows))
        yield TableBlock(("tree", *heads, "cut nodes", ""), cells, tuple(k for k, row in enumerate(rows) if row.remark), wraps=True)


def _cells(k: int, row: SequenceRow, heads: list[str], digits: int) -> tuple[str, ...]:
    values = {f.name: _value_text(f.value, digits) for f in row.figures}
    nodes = [*map(str, row.cut[:SHOWN_NODES]), *(["…"] if len(row.cut) > SHOWN_NODES else [])]
    return (str(k), *(values.get(name, "") for name in heads), " ".join(nodes), row.remark)


def _finding(finding: PruningFinding, digits: int) -> Iterator[Block]:
    subtree = finding.place.at
    question = f", asks {question_text(subtree.test)}" if isinstance(subtree, Branch) else ""
    yield Heading(f"node {finding.place.node}: {path_text(finding.place)} {written(finding.counts)}{question}", 2)
    yield Figures(tuple(_figure(quantity, digits) for quantity in finding.figures))
    along_with = "" if finding.gone_with is None else f" It goes with node {finding.gone_with.node}."
    yield Paragraph(f"{finding.why}.{along_with}", finding.outcome.value.capitalize())


def _figure(quantity: Quantity, digits: int) -> NamedValue:
    """A quantity as a figure: its formula where there is one, its value, its parts."""
    parts = ", ".join(f"{name} {_value_text(value, digits)}" for name, value in quantity.made_of)
    formula = f"{quantity.formula} = " if quantity.formula else ""
    return NamedValue(quantity.name, formula + _value_text(quantity.value, digits), parts)


def _value_text(value: PruningValue, digits: int) -> str:
    """A value as certified decimal, and exactly where that is short; a whole number as itself."""
    if not isinstance(value, PredictedErrors):
        return value_text(value, digits)
    rounded, exact = marked(_decimal(value, digits)), _sum(value)
    return exact if exact.isdigit() else f"{rounded} = {exact}" if 0 < len(exact) <= _LONGEST else rounded


def _decimal(value: Number | PredictedErrors, digits: int) -> str:
    """A value as a certified decimal; of predicted errors from their bounds, where both round to the same."""
    if not isinstance(value, PredictedErrors):
        return decimal(value, digits)
    low, high = (decimal(end / value.over, digits) for end in (value.sum.low, value.sum.high))
    return low if low == high else decimal(value.sum.value / value.over, digits)


def _sum(value: PredictedErrors) -> str:
    """The terms as a sum; without terms "0" where there are no records, and an empty text where there are many leaves."""
    return " + ".join(starmap(_term, value.terms)) or ("0" if value.sum.high == 0 else "")


def _term(times: Fraction, n: Fraction, e: Fraction) -> str:
    return f"{'' if times == 1 else f'{readable(times)} '}U({number_list((readable(e), readable(n)))})"


def pruning_json(report: PruningReport, digits: int = 12) -> dict[str, Json]:
    """
    A pruning as JSON values, without the pruned tree.

    >>> from dtref.spec.model.trees import Leaf
    >>> from dtref.show.pruning.pessimistic import report_pessimistic
    >>> pruning_json(report_pessimistic(Leaf((("+", Fraction(3)),), ("+",))))["facts"]["pessimistic errors"]["before"]
    {'exact': '1/2', 'decimal': '0.500000000000'}
    """
    fields: dict[str, Json] = {
        "format": "dtref-pruning/1",
        "rule": report.rule,
        "settings": dict(report.settings),
        "method": report.method,
        "source": report.source,
        "facts": {fact.name: _fact_json(fact, digits) for fact in report.facts},
        "nodes": [_finding_json(finding, digits) for finding in report.findings],
    }
    if report.table:
        fields["sequence"] = [_row_json(row, digits) for row in report.table]
    if report.folds:
        fields["folds"] = [list(map(str, fold)) for fold in report.folds]
    return fields


def _fact_json(fact: Fact, digits: int) -> Json:
    values = {"before": fact.before, "after": fact.after, "of": fact.of}
    return {name: _value_json(value, digits) for name, value in values.items() if value is not None}


def _finding_json(finding: PruningFinding, digits: int) -> Json:
    place = finding.place
    test: dict[str, Json] = {"test": json_of_test(place.at.test)} if isinstance(place.at, Branch) else {}
    along_with: dict[str, Json] = {} if finding.gone_with is None else {"gone_with": str(finding.gone_with.node)}
    return {
        "node": str(place.node),
        "level": str(place.level),
        "path": _conditions(place),
        "counts": {c: exact_text(n) for c, n in finding.counts},
        **test,
        "figures": {f.name: _quantity_json(f, digits) for f in finding.figures},
        "outcome": finding.outcome.value,
        "why": finding.why,
        **along_with,
    }


def _conditions(place: Place) -> Json:
    """The last conditions of a path, with exact numbers."""
    with number_style(exact=True):
        return [*last_conditions(place, _LONGEST_PATH)]


def _quantity_json(quantity: Quantity, digits: int) -> Json:
    fields = _value_json(quantity.value, digits)
    made_of: dict[str, Json] = {name: _value_json(value, digits) for name, value in quantity.made_of}
    return fields | {"made_of": made_of} if made_of else {**fields}


def _row_json(row: SequenceRow, digits: int) -> Json:
    figures: dict[str, Json] = {f.name: _quantity_json(f, digits) for f in row.figures}
    remark: dict[str, Json] = {"remark": row.remark} if row.remark else {}
    return figures | {"cut": list(map(str, row.cut))} | remark


def _value_json(value: PruningValue, digits: int) -> dict[str, Json]:
    """A value as JSON. Predicted errors are the sum of m U(e, n) over their terms."""
    if not isinstance(value, PredictedErrors):
        return as_json.value_json(value, digits)
    terms: list[Json] = [{"m": exact_text(m), "e": exact_text(e), "n": exact_text(n)} for m, n, e in value.terms]
    exact: dict[str, Json] = {"terms": terms} if terms else {}
    return exact | {"decimal": _decimal(value, digits)}
