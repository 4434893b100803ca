"""The measures of a confusion matrix as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dtref.errors import Undefined, printable
from dtref.exact.decimals import decimal
from dtref.exact.number import total
from dtref.exact.root_quotient import RootQuotient
from dtref.io.numbers import Json
from dtref.show.aligning import widths
from dtref.show.exact_text import number_text
from dtref.show.explain_text import value_text
from dtref.show.metrics import Line, Metrics, Value
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion, actual_counts, predicted_counts

COUNTS = (("TP", "tp"), ("FN", "fn"), ("FP", "fp"), ("TN", "tn"))
"""The four counts, as documents call them and as dtref does."""


def metrics_text(found: Metrics, digits: int = 3) -> str:
    """
    The measures as text: the matrix, then for each its certified decimal and its exact value.

    >>> from dtref.show.metrics import metrics
    >>> print(metrics_text(metrics(Confusion("+-", [[3, 1], [0, 0]]), "+")).split("Averages")[0])
    Confusion matrix (rows: actual, columns: predicted)
             +  -  total
      +      3  1      4
      -      0  0      0
      total  3  1      4
    <BLANKLINE>
    All classes
      accuracy                     0.750 = 3/4
      error rate                   0.250 = 1/4
      balanced accuracy            undefined (class -: no positives)   [mean recall]
      Cohen's kappa                0.000 = 0
      Matthews correlation         undefined (one class only, actual or predicted)   [R_K]
    <BLANKLINE>
    """
    parts = [
        ["Confusion matrix (rows: actual, columns: predicted)", *_table(found.matrix)],
        ["All classes", *_lines(found.overall, digits)],
        *([f"Averages over the classes: {name}", *_lines(lines, digits)] for name, lines in found.averages),
        *([f"Class {view.label} against the rest: {_counts(view.counts)}", *_lines(view.lines, digits)] for view in found.views),
    ]
    return "\n\n".join("\n".join(map(printable, part)) for part in parts)


def metrics_json(found: Metrics, digits: int = 12) -> Json:
    """
    The measures as JSON values: numbers as text, exact and decimal, of a root also x|x|; what has no value says why.

    >>> from dtref.show.metrics import metrics
    >>> metrics_json(metrics(Confusion("+-", [[3, 1], [0, 0]])))["overall"]["accuracy"]
    {'exact': '3/4', 'decimal': '0.750000000000'}
    """
    return {
        "format": "dtref-metrics/1",
        "classes": list(map(str, found.matrix.classes)),
        "rows": "actual",
        "matrix": [[number_text(n) for n in row] for row in found.matrix.rows],
        "overall": _values(found.overall, digits),
        "averages": {name: _values(lines, digits) for name, lines in found.averages},
        "one_vs_rest": [
            {
                "positive": str(view.label),
                "counts": {name: str(getattr(view.counts, field)) for name, field in COUNTS},
                "measures": _values(view.lines, digits),
            }
            for view in found.views
        ],
    }


def _values(lines: Iterable[Line], digits: int) -> Json:
    return {line.name: _value(line.value, digits) for line in lines}


def _value(value: Value, digits: int) -> Json:
    if isinstance(value, Undefined):
        return {"undefined": value.why}
    if isinstance(value, RootQuotient):
        return {"exact": str(value.value), "signed_square": str(value.signed_square), "decimal": decimal(value.value, digits)}
    return {"exact": number_text(value), "decimal": decimal(value, digits)}


def _lines(lines: Iterable[Line], digits: int) -> Iterator[str]:
    for line in lines:
        synonyms = f"   [{line.synonyms}]" if line.synonyms else ""
        value = line.value.value if isinstance(line.value, RootQuotient) else line.value
        yield f"  {line.name:<28} {value_text(value, digits)}{synonyms}"


def _counts(n: BinaryCounts) -> str:
    return ", ".join(f"{name} {getattr(n, field)}" for name, field in COUNTS)


def _table(m: Confusion) -> Iterator[str]:
    """The matrix with its totals."""
    sums = [*predicted_counts(m), total(actual_counts(m))]
    cells = [
        ["", *map(str, m.classes), "total"],
        *([str(label), *map(number_text, row), number_text(n)] for label, row, n in zip(m.classes, m.rows, actual_counts(m), strict=True)),
        ["total", *map(number_text, sums)],
    ]
    wide = widths(cells)
    for first, *others in cells:
        yield "  " + "  ".join([first.ljust(wide[0]), *(cell.rjust(w) for cell, w in zip(others, wide[1:], strict=True))]).rstrip()
