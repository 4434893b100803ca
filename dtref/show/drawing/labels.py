"""The texts at the nodes of a drawing."""

from __future__ import annotations

from dtref.errors import printable
from dtref.exact.number_text import readable
from dtref.show.tree_text import counts_text, gap_text, impurity_text
from dtref.spec.growing.ties import count_endings
from dtref.spec.model.branches import question_text
from dtref.spec.model.trees import Branch, Tree, label_text
from dtref.spec.split.impurity import Impurity


def node_lines(at: Tree, measure: Impurity | None = None, digits: int = 3) -> tuple[str, ...]:
    """
    The lines at a node: its test, or the labels of a leaf; its counts; its impurity, where a measure is given; how many tests tie.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> from dtref.spec.split.impurity import gini
    >>> node_lines(Leaf((("-", Fraction(1)), ("+", Fraction(1))), ("-", "+")), gini)
    ('- or +', '(- 1, + 1)', 'gini 0.500 = 1/2')
    """
    first = question_text(at.test) if isinstance(at, Branch) else " or ".join(map(label_text, at.labels))
    impurity = () if measure is None else (impurity_text(at, measure, digits),)
    tied = count_endings(at)
    return tuple(
        map(printable, (first, counts_text(at.counts), *impurity, *gap_text(at), *((f"1 of {readable(tied)} tied",) if tied > 1 else ())))
    )
