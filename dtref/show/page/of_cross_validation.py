"""The cross-validation of trees as a page and as JSON: the folds, the error with what ties leave open of it, the confusion matrix."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.number import Number
from dtref.exact.number_text import decimal_text, exact_text, readable
from dtref.io.numbers import Json
from dtref.show.page.as_json import figures_json, value_json
from dtref.show.page.blocks import Blocks, ComputedValue, Figures, Heading, NamedValue, TableBlock
from dtref.show.page.of_metrics import matrix_table
from dtref.spec.evaluation.confusion.matrix import Confusion
from dtref.spec.evaluation.estimation.cross_validation import FoldResults
from dtref.spec.evaluation.estimation.tested_trees import TestedTrees
from dtref.spec.evaluation.intervals.interval import Interval


@frozen(eq=False)
class CrossValidationReport:
    """
    Tested trees, and what is made of them.

    folds: how the records were dealt to folds, in words. interval: that of the mean of the folds, by first labels. matrix: by first labels,
    too; None of a continuous target.
    """

    tested: TestedTrees
    folds: str
    interval: Interval | Undefined
    matrix: Confusion | None


def cross_validation_blocks(report: CrossValidationReport, digits: int = 3) -> Blocks:
    """
    A page: a row for each fold, the means with their interval, the confusion matrix.

    >>> from dtref.show.page.as_text import as_text
    >>> from dtref.spec.evaluation.estimation.tested_trees import TestedRecord
    >>> tested = TestedTrees(({0: TestedRecord("a", ("a", "b"))}, {1: TestedRecord("b", ("a",))}), (0, 2))
    >>> report = CrossValidationReport(tested, "leave one out", Undefined("no variance"), tested.confusion("ab"))
    >>> print(as_text(cross_validation_blocks(report)))
    Folds (leave one out)
      fold  records  errors  error rate  tied records  tied tests
      1           1       0           0             1           0
      2           1       1       1.000             0           2
    <BLANKLINE>
    Error rate, by the first label of a leaf
      mean of folds                 0.500 = 1/2
      interval, lower end           undefined (no variance)
      interval, upper end           undefined (no variance)
      all records                   0.500 = 1/2
    <BLANKLINE>
    If ties of labels are broken rightly, and wrongly
      mean of folds, rightly        0.500 = 1/2
      mean of folds, wrongly        1
      all records, rightly          0.500 = 1/2
      all records, wrongly          1
    <BLANKLINE>
    Confusion matrix (rows: actual, columns: predicted)
             a  b  total
      a      1  0      1
      b      1  0      1
      total  2  0      2
    """
    wrong, error = ("errors", "error rate") if report.matrix is not None else ("squared errors", "mean squared error")
    ties = (Heading("If ties of labels are broken rightly, and wrongly"), _broken(report.tested)) if any(report.tested.tied_records) else ()
    matrix = () if report.matrix is None else (Heading("Confusion matrix (rows: actual, columns: predicted)"), matrix_table(report.matrix))
    by = ", by the first label of a leaf" if report.matrix is not None else ""
    return (
        *(Heading(f"Folds ({report.folds})"), _fold_table(report.tested, (wrong, error), digits)),
        *(Heading(f"{error.capitalize()}{by}"), _means(report)),
        *ties,
        *matrix,
    )


def fold_blocks(results: FoldResults, digits: int = 3) -> Blocks:
    """
    The results of folds as a page: a row for each, and the means.

    >>> from dtref.show.page.as_text import as_text
    >>> print(as_text(fold_blocks(FoldResults(({0: 1}, {1: 0, 2: 1})))))
    Folds
      fold  records  errors  error rate
      1           1       1       1.000
      2           2       1       0.500
    <BLANKLINE>
    Error rate
      mean of folds                 0.750 = 3/4
      all records                   0.667 = 2/3
    """
    rows = zip(results.records, results.wrong, strict=True)
    cells = tuple((str(i), str(n), _cell(wrong, digits), _rate(wrong, n, digits)) for i, (n, wrong) in enumerate(rows, 1))
    means = Figures((NamedValue("mean of folds", results.mean_of_folds), NamedValue("all records", results.pooled)))
    return (Heading("Folds"), TableBlock(("fold", "records", "errors", "error rate"), cells), Heading("Error rate"), means)


def tested_blocks(tested: TestedTrees, digits: int = 3) -> Blocks:
    """
    Tested trees as a page: a row for each fold, the means by first labels, and what ties leave open of them.

    >>> from dtref.spec.evaluation.estimation.tested_trees import TestedRecord
    >>> [block.text for block in tested_blocks(TestedTrees(({0: TestedRecord("a", ("a",))},), (0,))) if isinstance(block, Heading)]
    ['Folds', 'Error, by the first label of a leaf']
    """
    first = tested.first
    ties = (Heading("If ties of labels are broken rightly, and wrongly"), _broken(tested)) if any(tested.tied_records) else ()
    means = Figures((NamedValue("mean of folds", first.mean_of_folds), NamedValue("all records", first.pooled)))
    table = _fold_table(tested, ("errors", "error rate"), digits)
    return (Heading("Folds"), table, Heading("Error, by the first label of a leaf"), means, *ties)


def _fold_table(tested: TestedTrees, errors: tuple[str, str], digits: int) -> TableBlock:
    first = tested.first
    rows = zip(first.records, first.wrong, tested.tied_records, tested.tied_nodes, strict=True)
    head = ("fold", "records", *errors, "tied records", "tied tests")
    return TableBlock(
        head,
        tuple(
            (str(i), str(n), _cell(wrong, digits), _rate(wrong, n, digits), str(records), str(nodes))
            for i, (n, wrong, records, nodes) in enumerate(rows, 1)
        ),
    )


def _cell(x: Number, digits: int) -> str:
    return readable(x) if isinstance(x, Fraction) and x.denominator == 1 else decimal_text(x, digits)


def _rate(wrong: Number, records: int, digits: int) -> str:
    return decimal_text(wrong / records, digits) if records else "undefined"


def _means(report: CrossValidationReport) -> Figures:
    first, interval = report.tested.first, report.interval
    low, high = (interval, interval) if isinstance(interval, Undefined) else (interval.low, interval.high)
    return Figures(
        (
            NamedValue("mean of folds", first.mean_of_folds),
            NamedValue("interval, lower end", low),
            NamedValue("interval, upper end", high),
            NamedValue("all records", first.pooled),
        )
    )


def _broken(tested: TestedTrees) -> Figures:
    """The errors where ties are broken rightly, and wrongly."""
    ends: tuple[tuple[str, ComputedValue], ...] = (
        ("mean of folds, rightly", tested.least.mean_of_folds),
        ("mean of folds, wrongly", tested.greatest.mean_of_folds),
        ("all records, rightly", tested.least.pooled),
        ("all records, wrongly", tested.greatest.pooled),
    )
    return Figures(tuple(NamedValue(name, value) for name, value in ends))


def cross_validation_json(report: CrossValidationReport, digits: int = 12) -> dict[str, Json]:
    """
    The same as JSON: of each fold the records that it tests, by position from 1, with every label that their leaf may say; numbers exact
    and decimal.

    >>> from dtref.spec.evaluation.estimation.tested_trees import TestedRecord
    >>> tested = TestedTrees(({0: TestedRecord("a", ("a", "b"))}, {1: TestedRecord("b", ("a",))}), (0, 2))
    >>> answer = cross_validation_json(CrossValidationReport(tested, "leave one out", Undefined("no variance"), None))
    >>> answer["folds"][0]["records"], answer["ties"]["all records, wrongly"]["exact"]
    ([{'record': '1', 'actual': 'a', 'labels': ['a', 'b']}], '1')
    """
    tested, first = report.tested, report.tested.first
    folds: list[Json] = [
        {
            "records": [{"record": str(i + 1), "actual": str(r.actual), "labels": list(map(str, r.labels))} for i, r in fold.items()],
            "errors": value_json(wrong, digits),
            "tied_records": str(records),
            "tied_tests": str(nodes),
        }
        for fold, wrong, records, nodes in zip(tested.folds, first.wrong, tested.tied_records, tested.tied_nodes, strict=True)
    ]
    return {
        "format": "dtref-cross-validation/1",
        "dealt": report.folds,
        "folds": folds,
        "error": figures_json(_means(report), digits),
        "ties": figures_json(_broken(tested), digits),
        **({} if report.matrix is None else {"confusion": _matrix_json(report.matrix)}),
    }


def _matrix_json(matrix: Confusion) -> Json:
    rows: list[Json] = [list(map(exact_text, row)) for row in matrix.rows]
    return {"classes": list(map(str, matrix.classes)), "rows": "actual", "matrix": rows}
