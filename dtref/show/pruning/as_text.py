"""A pruning as text: the pruned tree, the facts, and each finding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import starmap
from textwrap import wrap

from toolz import unique

from dtref.errors import Undefined, printable
from dtref.exact.decimals import decimal
from dtref.exact.logs import LogForm
from dtref.exact.number import Number
from dtref.show.aligning import widths
from dtref.show.exact_text import number_text
from dtref.show.pruning.findings import Fact, Figure, Finding, PredictedErrors, Report, Row, Value
from dtref.show.pruning.places import path_text
from dtref.show.tree_text import lines
from dtref.spec.model.branches import condition
from dtref.spec.model.tests import Groups, Multiway, Ranges, Test
from dtref.spec.model.trees import Branch, written

LONGEST = 60
"""The most characters of an exact value that text shows; JSON shows all."""


def pruning_text(report: Report, digits: int = 3) -> Iterator[str]:
    """
    A pruning as lines of text.

    >>> from dtref.spec.model.trees import Leaf
    >>> from dtref.show.pruning.pessimistic import report_pessimistic
    >>> print(*pruning_text(report_pessimistic(Leaf((("+", Fraction(3)),), ("+",)))), sep=chr(10))
    + (+ 3)
    <BLANKLINE>
    rule                pessimistic; penalty: 1/2; tie: keeps
    leaves              1 -> 1
    training errors     0 -> 0 of 3
    pessimistic errors  0.500 = 1/2 -> 0.500 = 1/2 of 3
    """
    if report.after is not None:
        yield from lines(report.after)
        yield ""
    yield from _columns([("rule", rule_text(report)), *((fact.name, fact_text(fact, digits)) for fact in report.facts)])
    if report.table:
        yield ""
        yield from _table(report.table, digits)
    if report.findings:
        yield ""
        yield from wrap(report.method, WIDTH)
        for finding in report.as_decided():
            yield ""
            yield from map(printable, _finding(finding, digits))


def rule_text(report: Report) -> str:
    """The rule and its settings on one line."""
    return "; ".join([report.rule, *(f"{name}: {value}" for name, value in report.settings)])


def fact_text(fact: Fact, digits: int) -> str:
    """
    A number of the whole tree, before and after.

    >>> fact_text(Fact("leaves", Fraction(3), Fraction(1)), 3)
    '3 -> 1'
    """
    known = [fact.before] if fact.after is None else [fact.before, fact.after]
    of = "" if fact.of is None else f" of {value_text(fact.of, digits)}"
    return " -> ".join(value_text(value, digits) for value in known) + of


def _finding(finding: Finding, digits: int) -> Iterator[str]:
    at = finding.place.at
    asks = f", asks {_name(at.test)}" if isinstance(at, Branch) else ""
    yield f"node {finding.place.node}: {path_text(finding.place)} {written(finding.counts)}{asks}"
    yield from ("  " + line for line in _columns([(f.name, _figure(f, digits)) for f in finding.figures]))
    gone = "" if finding.gone_with is None else f" It goes with node {finding.gone_with.node}."
    yield f"  {finding.outcome.value.capitalize()}: {finding.why}.{gone}"


def _name(test: Test) -> str:
    return test.attribute.name if isinstance(test, Multiway | Groups | Ranges) else condition(test, 0)


def _figure(figure: Figure, digits: int) -> str:
    made_of = ", ".join(f"{name} {value_text(value, digits)}" for name, value in figure.made_of)
    return computed_text(figure, digits) + (f"   [{made_of}]" if made_of else "")


def computed_text(figure: Figure, digits: int) -> str:
    """
    A figure's value, after how it is computed where that is told.

    >>> computed_text(Figure("subtree", Fraction(49, 2), formula="24 + 1 * 1/2"), 3)
    '24 + 1 * 1/2 = 24.500 = 49/2'
    """
    return (f"{figure.formula} = " if figure.formula else "") + value_text(figure.value, digits)


def value_text(value: Value, digits: int) -> str:
    """
    A value as certified decimal, and exactly where that is short; a whole number as itself.

    >>> value_text(Fraction(21, 2), 3), value_text(Fraction(3), 3), value_text(Undefined("no records"), 3)
    ('10.500 = 21/2', '3', 'undefined (no records)')
    """
    if isinstance(value, Undefined):
        return f"undefined ({value.why})"
    rounded, exact = decimal_text(value, digits), exact_text(value)
    return rounded if exact is None else exact if exact.lstrip("-").isdigit() else f"{rounded} = {exact}"


def decimal_text(value: Number | PredictedErrors, digits: int) -> str:
    """
    A value as a certified decimal. Of predicted errors the bounds that are known do, where both round to it.

    >>> decimal_text(Fraction(21, 2), 3)
    '10.500'
    """
    if not isinstance(value, PredictedErrors):
        return decimal(value, digits)
    low, high = (decimal(end / value.over, digits) for end in (value.sum.low, value.sum.high))
    return low if low == high else decimal(value.sum.value / value.over, digits)


def exact_text(value: Number | PredictedErrors) -> str | None:
    """
    The exact text of a value; None where it is long.

    >>> exact_text(Fraction(1, 3)), exact_text(Fraction(1, 3 ** 199))
    ('1/3', None)
    """
    if isinstance(value, LogForm) and len(value.weights) > LONGEST:
        return None
    text = _sum(value) if isinstance(value, PredictedErrors) else number_text(value)
    return text if 0 < len(text) <= LONGEST else None


def _sum(value: PredictedErrors) -> str:
    """The terms; without any, 0 where there are no records, and nothing where there are many leaves."""
    return " + ".join(starmap(_term, value.terms)) or ("0" if value.sum.high == 0 else "")


def _term(times: Fraction, n: Fraction, e: Fraction) -> str:
    return f"{'' if times == 1 else f'{number_text(times)} '}U({number_text(e)}, {number_text(n)})"


def _columns(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Lines of a name and a value each, the values below one another."""
    (width, _) = widths(rows)
    return (printable(f"{name.ljust(width)}  {value}") for name, value in rows)


def _table(rows: Sequence[Row], digits: int) -> Iterator[str]:
    """A line for each tree of a sequence: its figures, the nodes cut to get there, remarks."""
    heads = list(unique(f.name for row in rows for f in row.figures))
    cells = [["tree", *heads, "cut nodes"], *(_cells(k, row, digits) for k, row in enumerate(rows))]
    wide = widths(cells)
    remarks = ["", *(row.remark for row in rows)]
    for line, remark in zip(cells, remarks, strict=True):
        aligned = "  ".join(cell.ljust(width) for cell, width in zip(line, wide, strict=True))
        yield f"{aligned}  {f'<- {remark}' if remark else ''}".rstrip()


def _cells(k: int, row: Row, digits: int) -> list[str]:
    nodes = [str(i) for i in row.cut[:SHOWN_NODES]] + (["…"] if len(row.cut) > SHOWN_NODES else [])
    return [str(k), *(value_text(f.value, digits) for f in row.figures), " ".join(nodes)]


WIDTH = 100
"""The characters of a line of running text."""

SHOWN_NODES = 12
"""How many of the nodes cut at once the table names; each is explained below it."""
