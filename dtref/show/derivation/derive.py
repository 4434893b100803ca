"""A computation derived that prints itself, and shows itself in a notebook."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.show.derivation.computation import Computation, Line, computation_of
from dtref.show.page.as_html import body
from dtref.show.page.as_markdown import as_markdown
from dtref.show.page.as_text import as_text
from dtref.show.page.of_derivation import derivation_blocks

__all__ = ["Derivation", "Line", "derive"]  # pickles of 0.1.0 look for lines here


@frozen(eq=False)
class Derivation(Computation):
    """A computation derived. Print it; `dtref.show.page` shows it as Markdown, LaTeX and HTML."""

    __repr__ = brief_repr

    def __str__(self) -> str:
        return as_text(derivation_blocks(self))

    def _repr_markdown_(self) -> str:
        return as_markdown(derivation_blocks(self))

    def _repr_html_(self) -> str:
        return body(derivation_blocks(self))


@refuses_other_kinds
def derive(function: Callable[..., object], *arguments: object, **named: object) -> Derivation:
    """
    The derivation of a function's answer, as a slide would show it. Print it.

    The formula is the function's own, run on symbols; it is shown only where, with the numbers put in, it is the function's value. A
    function that cannot run on symbols is shown by its definition, the functions it calls, and its value. Errors: those of the function.

    >>> from dtref.spec.evaluation.confusion.matrix import BinaryCounts
    >>> from dtref.spec.evaluation.confusion.rates import miss_rate
    >>> print(derive(miss_rate, BinaryCounts(90, 210, 140, 9560)))
    miss rate
    The share of positives that are predicted negative: miss rate, false negative rate (FNR), 1 - recall.
    Definition: FN / (FN + TP) = FN / P.
    Source: `iaml`, 2.5.3 Recall, Precision, Miss and False Alarm.
    iaml: León Villares (2021), IAML week 3: Decision Trees; Generalisation and Evaluation
    Given: TP = 90, FN = 210, FP = 140, TN = 9560
    <BLANKLINE>
      miss rate = FN / (FN + TP)
                = 210 / (210 + 90)
                = 7/10
                = 0.700
    """
    return _printing(computation_of(function, *arguments, **named))


def _printing(computation: Computation) -> Derivation:
    """A computation and its steps as derivations, which print themselves."""
    steps = tuple((letter, _printing(step)) for letter, step in computation.steps)
    return Derivation(
        computation.name, computation.definition, computation.given, steps, computation.lines, computation.unit, computation.letters
    )
