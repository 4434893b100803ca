"""ROC curves as a page: the table of thresholds, the areas, how the area comes about."""

from __future__ import annotations

from collections.abc import Iterator

from dtref.errors import Undefined
from dtref.exact.decimals import decimal
from dtref.oracle.docstring import cell_letters, definition
from dtref.show.exact_text import number_text
from dtref.show.explain_text import value_text
from dtref.show.page.blocks import Block, Blocks, Heading, Paragraph, Table
from dtref.show.roc import RocReport, ScoreReport
from dtref.show.roc_text import WORDS, threshold_text
from dtref.spec.evaluation.confusion.rates import false_positive_rate, recall
from dtref.spec.evaluation.ranking.auc import auc_by_pairs, pairs
from dtref.spec.evaluation.ranking.roc import Vertex


def roc_blocks(found: RocReport, digits: int = 3) -> Blocks:
    """
    The curves as a page.

    >>> from fractions import Fraction
    >>> from dtref.io.scored import ScoredRecords
    >>> from dtref.show.roc import Choices, roc_report
    >>> records = ScoredRecords(((Fraction(2), Fraction(1)),), ("+", "-"), ())
    >>> [type(block).__name__ for block in roc_blocks(roc_report(records, ("x",), "+", Choices()))]
    ['Heading', 'Paragraph', 'Paragraph', 'Paragraph', 'Paragraph', 'Table', 'Paragraph', 'Paragraph', 'Paragraph', 'Table']
    """
    return tuple(block for one in found.scores for block in _one(found, one, digits))


def _one(found: RocReport, one: ScoreReport, digits: int) -> Iterator[Block]:
    curve = one.curve
    rule = f"positive ({found.positive}) where {one.name} is {'greater than' if found.choices.above else 'at least'} t"
    yield Heading(f"ROC curve of {one.name}")
    yield from (Paragraph(definition(rate).formula, name, code=True) for name, rate in (("TPR", recall), ("FPR", false_positive_rate)))
    yield Paragraph(cell_letters(recall), "Letters")
    yield Paragraph(f"{curve.positives} positives P, {curve.negatives} negatives N; {rule}", "Given")
    rows = tuple(_row(v, words, digits) for v, words in zip(curve.vertices, one.marks, strict=True))
    yield Table(("t", "TP", "FP", "TN", "FN", "TPR", "FPR", ""), rows, tuple(i for i, words in enumerate(one.marks) if "cheapest" in words))
    yield Paragraph(definition(pairs).formula, "Pairs", code=True)
    yield Paragraph(definition(auc_by_pairs).formula, "Area", code=True)
    yield Paragraph(f"won {one.pairs.won}, tied {one.pairs.tied}, lost {one.pairs.lost}", "Pairs here")
    yield Table(("measure", "value"), tuple((name, value_text(value, digits)) for name, value in one.values))


def _row(v: Vertex, words: tuple[str, ...], digits: int) -> tuple[str, ...]:
    counts = (v.counts.tp, v.counts.fp, v.counts.tn, v.counts.fn)
    rates = ("undefined" if isinstance(x, Undefined) else f"{number_text(x)} = {decimal(x, digits)}" for x in (v.tpr, v.fpr))
    return (threshold_text(v.threshold), *map(str, counts), *rates, ", ".join(WORDS[word] for word in words))
