"""
Exact numbers as JSON: `"5/18"`, `{"log2": {"2": "1", "7": "1/2"}}` for a sum of q*log2(n), `{"quotient": [a, b]}`.

Under "log2" the key is n, the value q; the rational part of the sum stands under "2", as log2(2) = 1. A sum without logarithms is
written as a fraction, and so is a quotient that is rational. `dtref.oracle.arithmetic.json_numbers` reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from dtref.errors import Invalid, Undecided, Undefined, shortened
from dtref.exact.decimals import decimal
from dtref.exact.digits import digits, fraction_text
from dtref.exact.kth_root import KthRoot
from dtref.exact.logs import LogForm, proportion
from dtref.exact.number import Number
from dtref.exact.ratios import LogRatio
from dtref.exact.roots import RootSum

Json: TypeAlias = "str | list[Json] | dict[str, Json]"
"""JSON of objects, arrays and strings: numbers are text, and there is no true, false or null."""


def number_json(x: int | Fraction | Number | Undefined) -> Json:
    """
    An exact number as JSON. Errors: Invalid for a number that has no exact text (an enclosure).

    >>> from dtref.exact.logs import log2_of
    >>> number_json(Fraction(5, 18)), number_json(log2_of(14) / 2), number_json(Undefined("no records"))
    ('5/18', {'log2': {'14': '1/2'}}, {'undefined': 'no records'})
    >>> from dtref.exact.functions import sqrt
    >>> number_json(1 + sqrt(Fraction(1, 2))), number_json(sqrt(1 + sqrt(2)))
    ({'sqrt': {'1': '1', '2': '1/2'}}, {'root': [{'sqrt': {'1': '1', '2': '1'}}, '2']})
    >>> number_json(log2_of(9) / log2_of(3)), number_json(log2_of(3) / log2_of(4)), number_json(log2_of(3) / log2_of(5))
    ('2', {'log2': {'3': '1/2'}}, {'quotient': [{'log2': {'3': '1'}}, {'log2': {'5': '1'}}]})
    """
    match x:
        case int() | Fraction():
            return fraction_text(Fraction(x))
        case LogForm(plain=Fraction() as q):
            return fraction_text(q)
        case LogForm():
            return {"log2": {digits(n): fraction_text(q) for n, q in x.terms}}
        case LogRatio() if (ratio := proportion(x.top, x.bottom)) is not None:
            return fraction_text(ratio)
        case LogRatio(bottom=LogForm(plain=Fraction() as q)):
            return number_json(x.top / q)
        case LogRatio():
            return {"quotient": [number_json(x.top), number_json(x.bottom)]}
        case RootSum():
            return {"sqrt": {digits(n): fraction_text(q) for n, q in x.terms}}
        case KthRoot():
            return {"root": [number_json(x.of), digits(x.degree)]}
        case Undefined():
            return {"undefined": x.why}
        case _:
            raise Invalid("number", "a rational number, a sum of logarithms or of roots, a quotient or root of such", x)


_NUMBERS = (int, Fraction, LogForm, LogRatio, RootSum, KthRoot)

PLACES_BESIDE = 12
"""The digits after the point of decimals beside exact numbers in JSON."""


def with_decimals(exact: Mapping[str, Json], numbers: Mapping[str, object]) -> dict[str, Json]:
    """
    A JSON object with a field `decimals` for those of some numbers that are known: each rounded, under its own name.

    >>> with_decimals({"tpr": "1/3"}, {"tpr": Fraction(1, 3), "fpr": Undefined("no negatives"), "x": "text"})
    {'tpr': '1/3', 'decimals': {'tpr': '0.333333333333'}}
    """
    known: dict[str, Json] = {name: decimal(x, PLACES_BESIDE) for name, x in numbers.items() if isinstance(x, _NUMBERS)}
    return {**exact, "decimals": known} if known else dict(exact)


def undecided_json(problem: Undecided) -> dict[str, Json]:
    """
    What is undecided, as JSON: why, and the bounds so far.

    >>> undecided_json(Undecided("number of trees", "5 subproblems", 3))
    {'undecided': 'number of trees, within 5 subproblems', 'lower': '3', 'upper': {'undefined': 'no bound is known'}}
    """
    why = f"{shortened(problem.question)}, within {shortened(problem.budget)}"
    return {"undecided": why, "lower": number_json(problem.lower), "upper": number_json(problem.upper)}
