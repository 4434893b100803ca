"""
When a naive answer and a written one agree. Rationals exactly; numbers with logarithms, roots and tails, which naive programs give as
mpmath numbers of 60 digits, to 40 digits, or to all the digits that are written.

A naive program says `NO_VALUE` where the definition gives none, raises `NotAnInput` where the operation has no such input, and `NotHere`
where it does not know the case.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import mpmath

NO_VALUE = object()
WORKING, WANTED = 60, 40


class NotAnInput(Exception):  # noqa: N818
    """What is given isn't an input of the operation."""


class NotHere(Exception):  # noqa: N818
    """A naive program does not know this case."""


def agrees(naive: Any, written: Any) -> bool:
    """Whether a naive answer is what is written."""
    if naive is NO_VALUE:
        return isinstance(written, dict) and written.keys() == {"undefined"}
    if isinstance(naive, bool):
        raise TypeError("an answer is 'yes' or 'no', a number, a text, a list or parts with names")
    if isinstance(naive, (int, Fraction)):
        return isinstance(written, str) and Fraction(written) == naive if _is_rational(written) else _close(naive, written)
    if isinstance(naive, mpmath.mpf):
        return _close(naive, written)
    if isinstance(naive, str):
        return naive == written
    if isinstance(naive, Mapping):
        return isinstance(written, dict) and naive.keys() == written.keys() and all(agrees(naive[k], written[k]) for k in naive)
    return isinstance(written, list) and len(naive) == len(written) and all(map(agrees, naive, written))


def _is_rational(written: Any) -> bool:
    try:
        Fraction(written)
    except (TypeError, ValueError):
        return False
    return True


def _close(naive: Any, written: Any) -> bool:
    with mpmath.workdps(WORKING):
        own = mpmath.mpf(naive.numerator) / naive.denominator if isinstance(naive, (int, Fraction)) else naive
        if isinstance(written, dict) and written.keys() == {"decimal"}:
            digits = len(written["decimal"].partition(".")[2])
            return bool(abs(own - mpmath.mpf(written["decimal"])) <= mpmath.mpf(10) ** -digits / 2)
        try:
            other = value(written)
        except (TypeError, ValueError, KeyError):
            return False
        return bool(abs(own - other) <= mpmath.mpf(10) ** -WANTED * max(1, abs(other)))


def value(written: Any) -> Any:
    """The number that JSON says, to 60 digits."""
    with mpmath.workdps(WORKING):
        if isinstance(written, str):
            q = Fraction(written)
            return mpmath.mpf(q.numerator) / q.denominator
        if written.keys() == {"log2"}:
            return mpmath.fsum(value(q) * mpmath.log(int(n), 2) for n, q in written["log2"].items())
        top, bottom = written["quotient"]
        return value(top) / value(bottom)
