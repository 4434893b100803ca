"""The texts at the nodes of a drawing."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from dtref.errors import printable
from dtref.exact.decimals import significant
from dtref.exact.number_text import current_style, marked, readable
from dtref.show.tree_text import counts_text, gap_text, impurity_text
from dtref.spec.growing.ties import count_endings
from dtref.spec.model.attributes import MISSING
from dtref.spec.model.branches import condition, cut_text, question_text
from dtref.spec.model.data import DataSet
from dtref.spec.model.days import counts_days
from dtref.spec.model.numerals import numeral
from dtref.spec.model.precision import rounded
from dtref.spec.model.tests import Test, Threshold, in_cut_interval
from dtref.spec.model.trees import Branch, Tree, label_text
from dtref.spec.split.impurity import Impurity


def without_gaps(data: DataSet) -> frozenset[str]:
    """
    The names of the attributes whose values are known in all records.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import Record
    >>> sorted(without_gaps(DataSet((Continuous("x"), Continuous("z")), Nominal("y", ("a",)), (Record((Fraction(1), MISSING), "a"),))))
    ['x']
    """
    return frozenset(a.name for i, a in enumerate(data.attributes) if all(record.values[i] is not MISSING for record in data))


def without_side(test: Test, known: frozenset[str]) -> Test:
    """
    A test as it is drawn: where no record misses the value, without the side of missing ones, which no record decided. known: the
    attributes that no record misses.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Continuous
    >>> test = Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(1), missing=0)
    >>> without_side(test, frozenset({"x"})).missing is None, without_side(test, frozenset()).missing
    (True, 0)
    """
    return evolve(test, missing=None) if isinstance(test, Threshold) and test.attribute.name in known else test


SHORT_CUT = 6
"""The most characters of a cut that is drawn as it is."""


def short_cut(test: Threshold) -> str:
    """
    A cut with the fewest digits that part the values that it was placed between, at least three, after "≈"; short ones, days, and cuts in
    the style that asks for long fractions, as they are.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Continuous
    >>> x = Continuous("x")
    >>> [short_cut(Threshold(x, Fraction(low), Fraction(8, 10), Fraction(0.7332448837226451))) for low in ("0.7", "0.733", "0.73324")]
    ['≈0.733', '≈0.733', '≈0.73324']
    >>> short_cut(Threshold(x, Fraction(1), Fraction(2), Fraction(3, 2)))
    '1.5'
    """
    text = cut_text(test)
    if len(text) <= SHORT_CUT or counts_days(test.attribute) or current_style().exact:
        return text
    lower, upper = (rounded(x, test.width) for x in (test.lower, test.upper))
    for digits in range(3, len(text)):
        shorter = significant(test.cut, digits)
        if in_cut_interval(numeral(shorter), lower, upper, test.side):
            return f"≈{marked(shorter)}" if len(shorter) + 1 < len(text) else text
    return text


def drawn_condition(test: Test, branch: int, known: frozenset[str] = frozenset()) -> str:
    """
    The condition of a branch as it is drawn: `without_side`, its cut short.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Continuous
    >>> drawn_condition(Threshold(Continuous("x"), Fraction(1, 3), Fraction(1), Fraction(0.7332448837226451)), 1)
    'x > ≈0.733'
    """
    return condition(without_side(test, known), branch, short_cut)


def drawn_question(test: Test, known: frozenset[str] = frozenset()) -> str:
    """
    The test of a node as it is drawn, as `drawn_condition`.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Continuous
    >>> drawn_question(Threshold(Continuous("x"), Fraction(1, 3), Fraction(1), Fraction(0.7332448837226451), missing=0))
    'x <= ≈0.733 or missing'
    """
    return question_text(without_side(test, known), short_cut)


def node_lines(
    at: Tree, measure: Impurity | None = None, digits: int = 3, question: Callable[[Test], str] = question_text
) -> tuple[str, ...]:
    """
    The lines at a node: its test, or the labels of a leaf; its counts; its impurity, where a measure is given; how many tests tie.
    question: the words of a test.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> from dtref.spec.split.impurity import gini
    >>> node_lines(Leaf((("-", Fraction(1)), ("+", Fraction(1))), ("-", "+")), gini)
    ('- or +', '(- 1, + 1)', 'gini 0.500 = 1/2')
    """
    first = question(at.test) if isinstance(at, Branch) else " or ".join(map(label_text, at.labels))
    impurity = () if measure is None else (impurity_text(at, measure, digits),)
    tied = count_endings(at)
    return tuple(
        map(printable, (first, counts_text(at.counts), *impurity, *gap_text(at), *((f"1 of {readable(tied)} tied",) if tied > 1 else ())))
    )
