"""
Undefined values among numbers: functions that pass them on, or replace them by one of the field's conventions.

A measure is `Undefined` where its definition divides by 0. Programs put 0 there (scikit-learn's default), or 1, or NaN, or leave the
class out of an average (`macro_average_of_defined`); here the caller chooses, by the function's name.
"""

from __future__ import annotations

from collections.abc import Callable

from dtref.errors import Undefined
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.number import Number, number


def where_defined(formula: Callable[..., Number | Undefined], *values: Number | Undefined) -> Number | Undefined:
    """
    The formula applied to the values, or the first Undefined among them.

    >>> where_defined(lambda p, r: p + r, number(1), Undefined("no positives"))
    Undefined(why='no positives')
    """
    return next((x for x in values if isinstance(x, Undefined)), None) or formula(*values)


@refuses_other_kinds
def zero_if_undefined(x: Number | Undefined) -> Number:
    """
    The value, or 0 where it is Undefined.   Convention: scikit-learn's zero_division=0.

    >>> zero_if_undefined(Undefined("no positives"))
    Fraction(0, 1)
    """
    return number(0) if isinstance(x, Undefined) else x


@refuses_other_kinds
def one_if_undefined(x: Number | Undefined) -> Number:
    """
    The value, or 1 where it is Undefined.   Convention: scikit-learn's zero_division=1.

    >>> one_if_undefined(Undefined("no positives"))
    Fraction(1, 1)
    """
    return number(1) if isinstance(x, Undefined) else x
