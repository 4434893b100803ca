"""The p-values that are sums of binomial coefficients, whose number of terms is one of the arguments, written out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb

from dtref.show.derivation.notation import InputNumber, Notation, Power, Product, Quotient, Sum
from dtref.spec.evaluation.comparison.mcnemar import mcnemar_exact_p, mcnemar_first_better_p

_MOST = 24
"""The most terms that are written out."""

_TIMES: Mapping[object, int] = {mcnemar_exact_p: 2, mcnemar_first_better_p: 1}
"""By function how many tails of n fair tosses it counts: at most so many heads as the rarer disagreement, or as c."""


def tail_sum(function: Callable[..., object], given: Mapping[str, object], value: object) -> Notation | None:
    """
    The sum of a p-value with its terms, as 2 (1 + 17 + 136) / 2^17; None for other functions, long sums, and values that are no such sum.

    >>> from dtref.show.derivation.typeset import formula_text
    >>> formula_text(tail_sum(mcnemar_exact_p, {"b": 5, "c": 1}, Fraction(7, 32)), 3)
    '2 * (1 + 6) / 2^6'
    """
    match _TIMES.get(function), given:
        case int(times), {"b": int(b), "c": int(c)}:
            last, tosses = (c if times == 1 else min(b, c)), b + c
        case _:
            return None
    if last >= _MOST or Fraction(times * sum(comb(tosses, i) for i in range(last + 1)), 2**tosses) != value:
        return None
    terms = [InputNumber(Fraction(comb(tosses, i))) for i in range(last + 1)]
    heads = terms[0] if last == 0 else Sum(tuple((False, term) for term in terms))
    return Quotient(heads if times == 1 else Product((InputNumber(Fraction(times)), heads)), Power(InputNumber(Fraction(2)), tosses))
