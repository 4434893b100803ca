"""
Numbers as text for people: one rule, wherever a number goes into a tree, a page, a drawing, a report or a message.

| a number | as text |
| --- | --- |
| a count (an int) | all its digits |
| a decimal of at most 12 places | that decimal |
| a double | the shortest decimal that tells it from its neighbours |
| a longer decimal, or p/q, of at most 20 digits | that |
| a sum of logarithms | over primes, where its numbers are at most 10^6 |
| a sum of roots or logarithms | exactly, where each number in it has at most 20 digits |
| any other | ≈ and 12 digits |

How it is written (`NumberStyle`) may be changed within a context, by `number_style`; only what makes text for people looks there, so that
no decision, no JSON and no text that is read again depends on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction

from attrs import field, frozen, validators

from dtref.errors import Invalid, Undefined
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.comparison import compare
from dtref.exact.decimals import decimal, exact_or_near, plain, significant
from dtref.exact.digits import MARKS, fraction_text
from dtref.exact.digits import digits as written_out
from dtref.exact.enclosure import Enclosure, formula_or_text
from dtref.exact.number import Exact
from dtref.exact.root_quotient import RootQuotient

PLACES = 12
"""The most digits after the point of a decimal that stands for itself, and the digits of one that is rounded."""

LONGEST_FRACTION = 20
"""The most digits of a fraction, or of a decimal with more places, that are written out."""

LONGEST_WHOLE = 40
"""The most digits of a decimal of few places."""

LONGEST_SUM = 100
"""The most characters of a sum of logarithms or roots that are written out."""


@frozen
class NumberStyle:
    """How numbers are written for people. exact: long ones in full, as fractions; mark: what stands before decimals."""

    exact: bool = False
    mark: str = field(default=".", validator=validators.in_(MARKS))


_STYLE: ContextVar[NumberStyle] = ContextVar("dtref number style", default=NumberStyle())  # noqa: B039 - frozen


@refuses_other_kinds
@contextmanager
def number_style(*, exact: bool = False, mark: str = ".") -> Iterator[None]:
    """
    A context within which text for people has its numbers in another style. Outside, and in other threads, nothing changes.

    exact: long fractions are written out. mark: a decimal point, or a comma; with a comma a semicolon parts the numbers of a list.
    Errors: Invalid for another mark.

    >>> with number_style(mark=","):
    ...     readable(Fraction(5, 2))
    '2,5'
    >>> with number_style(exact=True):
    ...     readable(Fraction(0.1))
    '3602879701896397/36028797018963968'
    """
    if mark not in MARKS:
        raise Invalid("mark", "a decimal point or a comma", mark)
    before = _STYLE.set(NumberStyle(exact, mark))
    try:
        yield
    finally:
        _STYLE.reset(before)


def current_style() -> NumberStyle:
    """
    The style of this context.

    >>> current_style()
    NumberStyle(exact=False, mark='.')
    """
    return _STYLE.get()


def readable(x: Exact | Undefined) -> str:
    """
    A number as text for people, by the rule above; of no value the reason.

    >>> [readable(Fraction(x)) for x in (2.45, "2.5", "1/3", "123456789012345678.5")] + [readable(10**50)[-3:]]
    ['2.45', '2.5', '1/3', '123456789012345678.5', '000']
    >>> readable(Fraction(10**20 + 1, 3**50)), readable(Fraction(1, 3 * 10**30)), readable(Fraction(3 * 10**150))
    ('≈1.3929555691e-4', '≈3.33333333333e-31', '3e150')
    >>> from dtref.exact.logs import log2_of
    >>> readable(log2_of(6) - Fraction(1, 2) * log2_of(12)), readable(Undefined("no records"))
    ('1/2*log2(3)', 'undefined (no records)')
    """
    match x:
        case Undefined(why=why):
            return f"undefined ({why})"
        case int():
            return written_out(x)
        case Fraction():
            return marked(plain(x) if _STYLE.get().exact else _rational(x))
        case _:
            return short_exact(x) or marked(f"≈{significant(x, PLACES)}")


def _rational(x: Fraction) -> str:
    text = plain(x, PLACES)
    if "/" not in text and len(text) <= LONGEST_WHOLE:
        return text
    if is_double(x):
        return _shortest(float(x))
    longer = plain(x, LONGEST_FRACTION)
    return longer if sum(map(str.isdigit, longer)) <= LONGEST_FRACTION else exact_or_near(x, PLACES)


def is_double(x: Fraction) -> bool:
    """
    Whether a number is one that a double can hold.

    >>> is_double(Fraction(0.1)), is_double(Fraction(1, 10)), is_double(Fraction(10) ** 400)
    (True, False, False)
    """
    if x.denominator & (x.denominator - 1):
        return False
    try:
        return Fraction(float(x)) == x
    except OverflowError:
        return False


def _shortest(double: float) -> str:
    """The shortest decimal that tells a double from its neighbours."""
    mantissa, exponent, power = repr(double).partition("e")
    return mantissa.removesuffix(".0") + (f"e{int(power)}" if exponent else "")


def exact_text(value: object) -> str:
    """
    A number exactly, as JSON has it, whatever number of digits it has.

    >>> exact_text(Fraction(1, 2)), len(exact_text(10**5000))
    ('1/2', 5001)
    """
    match value:
        case int():
            return written_out(value)
        case Fraction():
            return fraction_text(value)
        case _:
            return formula_or_text(value)


def short_exact(x: Exact) -> str:
    """
    A number exactly, as p/q or as a sum of logarithms or roots, where that is short; else, and of an enclosure, an empty text.

    >>> from dtref.exact.logs import log2_of
    >>> short_exact(Fraction(5, 2)), short_exact(log2_of(12)), short_exact(Fraction(0.1)), short_exact(Fraction(0.1) + log2_of(3))
    ('5/2', '2 + log2(3)', '', '')
    """
    match x:
        case Enclosure():
            return ""
        case RootQuotient():
            return short_exact(x.value)
        case int() | Fraction():
            text = fraction_text(Fraction(x))
            fits = "/" not in text or sum(map(str.isdigit, text)) <= LONGEST_FRACTION
        case _:
            text = str(x)
            fits = len(text) <= LONGEST_SUM and all(sum(map(str.isdigit, term)) <= LONGEST_FRACTION for term in re.findall(r"[\d/]+", text))
    return text if fits or _STYLE.get().exact else ""


def decimal_text(x: Exact | Undefined, digits: int) -> str:
    """
    A number rounded to so many digits after the point, as text for people; exactly 0 is 0, no value is undefined.

    >>> [decimal_text(x, 3) for x in (Fraction(2, 3), Fraction(1, 10**9), Fraction(0), Undefined("no records"))]
    ['0.667', '0.000', '0', 'undefined']
    """
    if isinstance(x, Undefined):
        return "undefined"
    text = decimal(x, digits)
    return marked(text) if text.strip("0.") or not is_exactly_zero(x) else "0"


def is_exactly_zero(x: Exact) -> bool:
    """
    Whether a number is known to be 0.

    >>> from dtref.exact.logs import log2_of
    >>> is_exactly_zero(log2_of(6) - log2_of(3) - 1), is_exactly_zero(Fraction(1, 10**99))
    (True, False)
    """
    return not isinstance(x, Enclosure) and compare(x, 0) == 0


def marked(text: str) -> str:
    """
    A number that is written with a point, with the decimal mark of this context.

    >>> with number_style(mark=","):
    ...     marked("0.25")
    '0,25'
    """
    return text.replace(".", _STYLE.get().mark)


def number_list(texts: Iterable[str]) -> str:
    """
    The numbers of a list, parted by what is no decimal mark of this context.

    >>> number_list(("no 4", "yes 5"))
    'no 4, yes 5'
    """
    return (", " if _STYLE.get().mark == "." else "; ").join(texts)
