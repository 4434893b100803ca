"""A pruning as a page: the rule, the facts, each decision."""

from __future__ import annotations

from collections.abc import Iterator

from toolz import unique

from dtref.show.page.blocks import Block, Blocks, Heading, Paragraph, Table
from dtref.show.pruning.as_text import computed_text, fact_text, rule_text, value_text
from dtref.show.pruning.findings import Figure, Finding, Report, Row
from dtref.show.pruning.places import path_text
from dtref.spec.model.trees import written


def pruning_blocks(report: Report, node: int | None = None, digits: int = 3) -> Blocks:
    """
    A pruning as a page, or of it the decision at one node, by its position in preorder.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> from dtref.show.pruning.pessimistic import report_pessimistic
    >>> pruning_blocks(report_pessimistic(Leaf((("+", Fraction(3)),), ("+",))))[0]
    Heading(text='pessimistic; penalty: 1/2; tie: keeps', level=1)
    """
    head = (Heading(rule_text(report)), Paragraph(report.method), Paragraph(report.source, "Source", code=True))
    told: list[Block] = [block for block in head if block.text]
    findings = [f for f in report.as_decided() if node is None or f.place.node == node]
    if node is None:
        told.extend((Table(("the tree", "before -> after"), tuple((fact.name, fact_text(fact, digits)) for fact in report.facts)),))
        told.extend(_sequence(report.table, digits))
    return (*told, *(block for finding in findings for block in _finding(finding, digits)))


def _sequence(rows: tuple[Row, ...], digits: int) -> Iterator[Block]:
    """The table of a sequence of trees."""
    if rows:
        heads = list(unique(f.name for row in rows for f in row.figures))
        cells = tuple(_cells(k, row, heads, digits) for k, row in enumerate(rows))
        yield Table(("tree", *heads, "cut nodes", ""), cells, tuple(k for k, row in enumerate(rows) if row.remark))


def _cells(k: int, row: Row, heads: list[str], digits: int) -> tuple[str, ...]:
    values = {f.name: value_text(f.value, digits) for f in row.figures}
    return (str(k), *(values.get(name, "") for name in heads), ", ".join(map(str, row.cut)), row.remark)


def _finding(finding: Finding, digits: int) -> Iterator[Block]:
    yield Heading(f"Node {finding.place.node}: {path_text(finding.place)} {written(finding.counts)}", 2)
    yield Table(("compared", "value"), tuple(_figure(f, digits) for figure in finding.figures for f in _with_parts(figure)))
    gone = "" if finding.gone_with is None else f" It goes with node {finding.gone_with.node}."
    yield Paragraph(f"{finding.why}.{gone}", finding.outcome.value.capitalize())


def _with_parts(figure: Figure) -> Iterator[Figure]:
    """A figure after what it is made of."""
    yield from (Figure(f"{figure.name}: {name}", value) for name, value in figure.made_of)
    yield figure


def _figure(figure: Figure, digits: int) -> tuple[str, str]:
    return figure.name, computed_text(figure, digits)
