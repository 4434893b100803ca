"""
Quotients of two sums of logarithms: the gain ratio.

Notation: top / bottom, with bottom > 0. How quotients are compared is in `dtref.exact.comparison`.
"""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from dtref.exact.definition import defined
from dtref.exact.logs import LogForm, coordinates, log_form
from dtref.exact.number import Number
from dtref.exact.ordered import Ordered, mixed


@frozen(eq=False, repr=False)
class LogRatio(Ordered):
    """
    An exact quotient of two LogForms, made by dividing them. A sum or product of two may be of another kind.

    Equality with a rational number is always decided (top - q*bottom is a LogForm). Two quotients are equal when top*bottom' -
    top'*bottom vanishes identically in the logarithms of a coprime base. Where it does not vanish identically, the quotients are
    told apart by refining their enclosures; past the budget `Undecided` is raised. Were they equal there, Schanuel's conjecture
    would be false, for it makes the logarithms of coprime integers algebraically independent.

    Hash: the floor of value * 2**64 is decided by comparisons with rational numbers, so it never depends on that conjecture.

    >>> from dtref.exact.logs import log2_of
    >>> log2_of(3) / log2_of(5), log2_of(9) / log2_of(3) == 2
    (LogRatio((log2(3)) / (log2(5))), True)
    >>> log2_of(3) / log2_of(5) == log2_of(9) / log2_of(25)
    True
    """

    top: LogForm
    bottom: LogForm

    def __neg__(self) -> LogRatio:
        return LogRatio(-self.top, self.bottom)

    def __add__(self, other: object) -> Number:
        if isinstance(other, (int, Fraction)):
            return LogRatio(self.top + self.bottom.scaled(other), self.bottom)
        return self._enclosed() + other if isinstance(other, (LogForm, LogRatio)) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other: object) -> Number:
        return self + -other if isinstance(other, (int, Fraction, LogForm, LogRatio)) else NotImplemented

    def __rsub__(self, other: object) -> Number:
        return -self + other if isinstance(other, (int, Fraction, LogForm)) else NotImplemented

    def __mul__(self, other: object) -> Number:
        if isinstance(other, (int, Fraction)):
            return LogRatio(self.top.scaled(other), self.bottom)
        return self._enclosed() * other if isinstance(other, (LogForm, LogRatio)) else NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Number:
        match other:
            case int() | Fraction():
                return LogRatio(self.top.scaled(1 / Fraction(other)), self.bottom)
            case LogForm():
                return self * log_ratio(log_form(1), other)
            case LogRatio():
                return self * log_ratio(other.bottom, other.top)
            case _:
                return NotImplemented

    def __rtruediv__(self, other: object) -> Number:
        return log_ratio(self.bottom, self.top) * other if isinstance(other, (int, Fraction, LogForm)) else NotImplemented

    def __hash__(self) -> int:
        return mixed().hash_value(self)

    def __str__(self) -> str:
        return f"({self.top}) / ({self.bottom})"

    def __repr__(self) -> str:
        return f"LogRatio({self})"

    def _enclosed(self) -> Number:
        return mixed().enclose(self)


def log_ratio(top: LogForm, bottom: LogForm) -> LogRatio:
    """
    The quotient of two forms, with the sign moved to the top. ZeroDivisionError: the bottom is exactly zero.

    >>> from dtref.exact.logs import log2_of
    >>> log_ratio(log2_of(3), log2_of(Fraction(1, 5)))
    LogRatio((-log2(3)) / (log2(5)))
    >>> log_ratio(log2_of(3), log2_of(6) - log2_of(3) - 1)
    Traceback (most recent call last):
    ZeroDivisionError: (log2(3)) / (0): the denominator is exactly zero
    """
    match mixed().compare(bottom, 0):
        case 0:
            raise ZeroDivisionError(f"({top}) / ({bottom}): the denominator is exactly zero")
        case 1:
            return LogRatio(top, bottom)
        case _:
            return LogRatio(-top, -bottom)


def as_ratio(x: int | Fraction | LogForm | LogRatio) -> LogRatio:
    """
    The same number as a quotient.

    >>> as_ratio(2)
    LogRatio((2) / (1))
    """
    return x if isinstance(x, LogRatio) else LogRatio(log_form(x), log_form(1))


@defined(formula="the quadratic form x.top*y.bottom - y.top*x.bottom has no coefficient but 0")
def same_identically(x: LogRatio, y: LogRatio) -> bool:
    """
    Whether x = y follows from algebra alone, whatever numbers stand for the logarithms of the coprime base.

    >>> from dtref.exact.logs import log2_of
    >>> same_identically(log2_of(3) / log2_of(5), log2_of(9) / log2_of(25))
    True
    """
    a, b, c, d = coordinates(x.top, x.bottom, y.top, y.bottom)
    p, q = x.bottom.over * y.top.over, x.top.over * y.bottom.over
    return all(p * (a[i] * d[j] + a[j] * d[i]) == q * (c[i] * b[j] + c[j] * b[i]) for i in range(len(a)) for j in range(i + 1))
