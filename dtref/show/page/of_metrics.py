"""The measures of a confusion matrix as a page and as JSON."""

from __future__ import annotations

from itertools import chain

from dtref.exact.number import total
from dtref.exact.number_text import exact_text, number_list, readable
from dtref.io.numbers import Json
from dtref.show.page.as_json import figures_json
from dtref.show.page.blocks import Block, Blocks, Figures, Heading, NamedValue, TableBlock
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion, actual_counts, predicted_counts
from dtref.spec.evaluation.confusion.summary import Metrics, NamedMeasures

COUNTS = (("TP", "tp"), ("FN", "fn"), ("FP", "fp"), ("TN", "tn"))
"""The four counts: the documents' names and dtref's."""


def metrics_blocks(summary: Metrics) -> Blocks:
    """
    The measures as a page: the matrix, then all measures, the averages, and each class against the rest.

    >>> from dtref.spec.evaluation.confusion.summary import metrics
    >>> from dtref.show.page.as_text import as_text
    >>> print(as_text(metrics_blocks(metrics(Confusion("+-", [[3, 1], [0, 0]]), "+"))).split("Averages")[0])
    Confusion matrix (rows: actual, columns: predicted)
             +  -  total
      +      3  1      4
      -      0  0      0
      total  3  1      4
    <BLANKLINE>
    All classes
      accuracy                      0.750 = 3/4
      error rate                    0.250 = 1/4
      balanced accuracy             undefined (class -: no positives)   [mean recall]
      Cohen's kappa                 0
      Matthews correlation          undefined (one class only, actual or predicted)   [R_K]
    <BLANKLINE>
    """
    sections: tuple[tuple[str, Block], ...] = (
        ("Confusion matrix (rows: actual, columns: predicted)", matrix_table(summary.matrix)),
        ("All classes", _figures(summary.overall)),
        *((f"Averages over the classes: {name}", _figures(measures)) for name, measures in summary.averages),
        *((f"Class {view.label} against the rest: {_counts(view.counts)}", _figures(view.measures)) for view in summary.views),
    )
    return tuple(chain.from_iterable((Heading(title), block) for title, block in sections))


def metrics_json(summary: Metrics, digits: int = 12) -> Json:
    """
    The measures as JSON values: numbers as text, exact and decimal, of a root also x|x|; a reason where there is no value.

    >>> from dtref.spec.evaluation.confusion.summary import metrics
    >>> metrics_json(metrics(Confusion("+-", [[3, 1], [0, 0]])))["overall"]["accuracy"]
    {'exact': '3/4', 'decimal': '0.750000000000'}
    """
    return {
        "format": "dtref-metrics/1",
        "classes": list(map(str, summary.matrix.classes)),
        "rows": "actual",
        "matrix": [[exact_text(n) for n in row] for row in summary.matrix.rows],
        "overall": figures_json(_figures(summary.overall), digits),
        "averages": {name: figures_json(_figures(measures), digits) for name, measures in summary.averages},
        "one_vs_rest": [
            {
                "positive": str(view.label),
                "counts": {name: str(getattr(view.counts, field)) for name, field in COUNTS},
                "measures": figures_json(_figures(view.measures), digits),
            }
            for view in summary.views
        ],
    }


def _figures(measures: NamedMeasures) -> Figures:
    return Figures(tuple(NamedValue(measure.name, measure.value, measure.note) for measure in measures))


def _counts(n: BinaryCounts) -> str:
    return number_list(f"{name} {readable(getattr(n, field))}" for name, field in COUNTS)


def matrix_table(m: Confusion) -> TableBlock:
    """
    The matrix with its totals.

    >>> matrix_table(Confusion("+-", [[3, 1], [0, 0]])).rows
    (('+', '3', '1', '4'), ('-', '0', '0', '0'), ('total', '3', '1', '4'))
    """
    rows = [(str(label), *map(readable, row), readable(n)) for label, row, n in zip(m.classes, m.rows, actual_counts(m), strict=True)]
    totals = ("total", *map(readable, predicted_counts(m)), readable(total(actual_counts(m))))
    return TableBlock(("", *map(str, m.classes), "total"), (*rows, totals))
