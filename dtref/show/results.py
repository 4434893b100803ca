"""
Results as `print` shows them, and as notebooks do.

`dtref` puts both functions into `dtref.spec.model.display`, where results ask for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain

from attrs import evolve

from dtref.engines.predictions import Predictions
from dtref.engines.stability import Stability
from dtref.engines.typed_predictions import TypedPrediction, TypedPredictions
from dtref.errors import Undefined, shortened
from dtref.exact.number_text import decimal_text, readable
from dtref.io.foreign.tree import ForeignTree
from dtref.io.models import Model
from dtref.oracle.reproduce import Reproduction
from dtref.oracle.verify.report import cells_text, report_text, route_text, verdict_text
from dtref.oracle.verify.route_comparison import RouteDiff, RouteEnd
from dtref.oracle.verify.several_outputs import OutputsReport, outputs_text
from dtref.oracle.verify.verdicts import Finding, Optimal, Report
from dtref.show.drawing.notebook import tree_frame
from dtref.show.foreign_text import foreign_text
from dtref.show.page.as_html import body
from dtref.show.page.as_text import as_text
from dtref.show.page.blocks import Block, Blocks, Heading, Paragraph, TableBlock
from dtref.show.page.of_cross_validation import fold_blocks, tested_blocks
from dtref.show.page.of_fields import field_blocks, value_words
from dtref.show.page.of_good_trees import good_trees_blocks
from dtref.show.page.of_metrics import matrix_table
from dtref.show.page.of_reproduction import reproduction_rows
from dtref.show.page.of_roc import threshold_text
from dtref.show.page.of_stability import stability_blocks
from dtref.show.tree_text import tree_text
from dtref.spec.evaluation.confusion.matrix import Confusion
from dtref.spec.evaluation.estimation.cross_validation import FoldResults
from dtref.spec.evaluation.estimation.tested_trees import TestedTrees
from dtref.spec.evaluation.intervals.interval import Interval
from dtref.spec.evaluation.ranking.roc import Roc, Vertex
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Ordinal
from dtref.spec.model.data import DataSet
from dtref.spec.model.prediction import Prediction
from dtref.spec.model.trees import Branch, Leaf, label_text, written
from dtref.spec.optimal.good_trees import GoodTrees
from dtref.spec.views.rules import Rule, rule_text

SHOWN_ROWS = 50
"""The most nodes, or records, that a table in a notebook has; `print` shows the others."""

COUNTED_VALUES = 8
"""The most values of an attribute that the table of a data set counts."""


def result_text(result: object) -> str:
    """
    The report on a result as text, as its command prints it; of a data set, and of what has no report, the repr.

    >>> print(result_text(Confusion("+-", [[3, 1], [0, 0]])))
             +  -  total
      +      3  1      4
      -      0  0      0
      total  3  1      4
    """
    match result:
        case Leaf() | Branch():
            return tree_text(result)
        case Model():
            return f"{result.algorithm}, target {result.target.name}\n{tree_text(result.tree)}"
        case Report():
            return "\n".join(report_text(result))
        case OutputsReport():
            return "\n".join(outputs_text(result))
        case RouteDiff():
            return "\n".join(route_text(result, SHOWN_ROWS))
        case Rule():
            return rule_text(result)
        case Reproduction():
            return "\n".join(f"{name:9}  {text}" for name, text in reproduction_rows(result))
        case DataSet():
            return repr(result)
        case ForeignTree():
            return foreign_text(result)
        case Prediction() | TypedPrediction():
            return _predicted(result)
        case Interval():
            return value_words(result)
        case _:
            return as_text(tuple(chain.from_iterable(map(_few_rows, _blocks(result)))))


LISTED_ROWS, LONGEST_CELL = 40, 200
"""The most rows of a table that is printed or shown in a notebook; the most characters of a cell."""


def _few_rows(block: Block) -> Blocks:
    """A table with its first rows, and how many more there are; another block as it is."""
    if not isinstance(block, TableBlock):
        return (block,)
    rows = tuple(
        tuple(cell if len(cell) <= LONGEST_CELL else shortened(cell, LONGEST_CELL) for cell in row) for row in block.rows[:LISTED_ROWS]
    )
    more = len(block.rows) - len(rows)
    table = evolve(block, rows=rows, marked=tuple(i for i in block.marked if i < len(rows)), formulas=block.formulas[:LISTED_ROWS])
    return (table, *((Paragraph(f"… and {more} more rows"),) if more else ()))


def _predicted(prediction: Prediction | TypedPrediction) -> str:
    """The labels of a prediction, with the share of each class."""
    shares = prediction.distribution
    of_classes = f" ({readable(shares)})" if isinstance(shares, Undefined) else f" {written(tuple((str(y), n) for y, n in shares))}"
    return " or ".join(map(_label, prediction.labels)) + of_classes


def _label(label: object) -> str:
    """A label in its type, by the name of its class: a truth value as trees and matrices have it."""
    value = label.item() if hasattr(label, "item") else label
    return str(value) if isinstance(value, bool) else value_words(label)


def result_html(result: object) -> str:
    """
    The tables of a result, as a notebook shows them.

    >>> result_html(Confusion("+-", [[3, 1], [0, 0]]))[:56]
    '<div class="wide" tabindex="0"><table><thead><tr><th></t'
    """
    if isinstance(result, Model):
        return tree_frame(result.tree)
    return body(tuple(_lower(part) for block in _blocks(result) for part in _few_rows(block)))


def _lower(block: Block) -> Block:
    """A heading two levels down, as it stands below those of the notebook."""
    return evolve(block, level=block.level + 2) if isinstance(block, Heading) else block


def _blocks(result: object) -> Blocks:
    match result:
        case DataSet():
            return _of_data(result)
        case Report():
            return _of_report(result)
        case OutputsReport():
            parts = (("all targets together", result.tests), *((f"target {name}", report) for name, report in result.by_output))
            return tuple(block for title, report in parts for block in (Heading(title), *_of_report(report)))
        case RouteDiff():
            return _of_routes(result)
        case Confusion():
            return (matrix_table(result),)
        case Roc():
            return (TableBlock(("t", "TP", "FP", "TN", "FN", "TPR", "FPR"), tuple(map(_vertex, result.vertices))),)
        case Stability():
            return stability_blocks(result)
        case Reproduction():
            return (TableBlock(("", ""), tuple(reproduction_rows(result)), wraps=True),)
        case _:
            return _blocks_of_parts(result)


def _blocks_of_parts(result: object) -> Blocks:
    """The blocks of results that have no page of a command; of most their fields."""
    match result:
        case FoldResults():
            return fold_blocks(result)
        case TestedTrees():
            return tested_blocks(result)
        case GoodTrees():
            return good_trees_blocks(result, "Good trees")
        case Predictions() | TypedPredictions():
            return _of_predictions(result)
        case Rule() | Prediction() | TypedPrediction() | Interval() | ForeignTree():
            return (Paragraph(result_text(result)),)
        case _:
            return field_blocks(result)


def _of_predictions(predictions: Predictions | TypedPredictions) -> Blocks:
    """How often each class is predicted, and the first predictions, a row each."""
    times = Counter(map(_label, predictions.first_labels()))
    counted = ", ".join(f"{label} {n}" for label, n in sorted(times.items())) if len(times) <= COUNTED_VALUES else f"{len(times)} values"
    first: Sequence[Prediction | TypedPrediction] = predictions[:SHOWN_ROWS]
    rows = tuple((str(i), _predicted(prediction)) for i, prediction in enumerate(first, 1))
    more = len(predictions) - len(rows)
    return (
        Paragraph(f"{len(predictions)} predictions, by first labels: {counted or 'none'}"),
        *((TableBlock(("record", "labels"), rows, wraps=True),) if rows else ()),
        *((Paragraph(f"… and {more} more"),) if more else ()),
    )


def _vertex(v: Vertex) -> tuple[str, ...]:
    n = v.counts
    return (threshold_text(v.threshold), *map(readable, (n.tp, n.fp, n.tn, n.fn)), decimal_text(v.tpr, 3), decimal_text(v.fpr, 3))


def _of_data(data: DataSet) -> Blocks:
    """The head of a data set, and a row for each column, the target last."""
    columns = [(a, [record.values[i] for record in data]) for i, a in enumerate(data.attributes)]
    rows = [_column(a, cells) for a, cells in columns]
    target = _column(data.target, [record.label for record in data])
    return (
        Paragraph(repr(data)),
        TableBlock(("column", "kind", "missing", "values"), (*rows, (target[0], f"target, {target[1]}", *target[2:])), wraps=True),
    )


def _column(attribute: Attribute, cells: Iterable[Cell]) -> tuple[str, ...]:
    times = Counter(cells)
    missing = times.pop(MISSING, 0)
    if isinstance(attribute, Continuous):
        numbers = [cell for cell in times if isinstance(cell, Fraction)]
        ends = " … ".join(dict.fromkeys(map(readable, (min(numbers), max(numbers))))) if numbers else ""
        return attribute.name, "continuous", str(missing), ends
    more = len(attribute.values) - COUNTED_VALUES
    values = ", ".join(f"{value} {times[value]}" for value in attribute.values[:COUNTED_VALUES]) + (f" and {more} more" if more > 0 else "")
    return attribute.name, "ordinal" if isinstance(attribute, Ordinal) else "nominal", str(missing), values


def _of_report(report: Report) -> Blocks:
    """The sum, the verdicts with their numbers of nodes, and the nodes that are not simply right, the wrong ones first."""
    remarkable = [finding for finding in report.findings if any(not isinstance(v, Optimal) for v in finding.verdicts)]
    shown = sorted(remarkable, key=lambda finding: not finding.wrong)[:SHOWN_ROWS]
    more = len(remarkable) - len(shown)
    return (
        Paragraph(f"{report.tree.source} against {report.claim}: {len(report.findings)} nodes, {len(report.wrong)} wrong"),
        TableBlock(("verdict", "nodes"), tuple((name, str(n)) for name, n in sorted(report.tally.items()))),
        *((TableBlock(("node", "way", "records", "does", "verdicts"), tuple(map(_finding, shown)), wraps=True),) if shown else ()),
        *((Paragraph(f"{more} more nodes: print shows them"),) if more else ()),
        *(Paragraph(f"note: {note}") for note in report.notes),
    )


def _finding(finding: Finding) -> tuple[str, ...]:
    return (
        finding.place,
        " and ".join(finding.path) or "the root",
        written(finding.counts) if finding.counts else "not known",
        finding.asks or "a leaf",
        "; ".join(verdict_text(verdict, finding.asks) for verdict in finding.verdicts),
    )


def _of_routes(diff: RouteDiff) -> Blocks:
    rows = tuple((d.why, cells_text(diff, d), _end(d.first), _end(d.second)) for d in diff.differences[:SHOWN_ROWS])
    return (
        Paragraph(f"{len(diff.differences)} of {diff.tried} records at the borders differ"),
        *((TableBlock(("why", "record", "first", "second"), rows, wraps=True),) if rows else ()),
        *(Paragraph(f"note: {note}") for note in diff.notes),
    )


def _end(route: RouteEnd) -> str:
    return f"node {route.place}: " + ("stops" if route.stuck or route.label is None else label_text(route.label))
