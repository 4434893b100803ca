"""
The three kinds of no answer: `Invalid` and `Undecided` are raised, `Undefined` is returned. And `DataWarning`, beside an answer.

A message is one line of bounded length.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor
from numbers import Real
from typing import Never, TypeAlias

from attrs import frozen

MOST = 200
"""The most characters that a message holds of the wanted input, and of the one that came."""


class Invalid(ValueError):  # noqa: N818 - it names what the input is, not what the program did
    """
    The input breaks the data model: where, what was wanted, what came. The message shortens long parts; the attributes have all of them.

    >>> raise Invalid("play.csv line 3", "4 cells", 5)
    Traceback (most recent call last):
    dtref.errors.Invalid: play.csv line 3: expected 4 cells (got 5)
    """

    def __init__(self, where: str, wanted: str, got: object) -> None:
        super().__init__(f"{shortened(said(where), 2 * MOST)}: expected {shortened(said(wanted))} (got {shown(got)})")
        self.where, self.wanted, self.got = where, wanted, got

    def __reduce__(self) -> tuple[object, ...]:
        """Its parts, from which another process makes it again."""
        return type(self), (self.where, self.wanted, self.got), self.__dict__


def nearest(name: str, names: Iterable[str]) -> str | None:
    """
    The name that was likely meant by another one: the same in other letters or signs, or one that differs little.

    >>> nearest("Play", ("windy", "play")), nearest("humidty", ("humidity",)), nearest("x", ("windy",))
    ('play', 'humidity', None)
    """
    from difflib import get_close_matches

    plain = {_plain(there): there for there in names}
    close = [_plain(name)] if _plain(name) in plain else get_close_matches(_plain(name), plain, 1, 0.75)
    return plain[close[0]] if close else None


COMMAND_LINE: ContextVar[bool] = ContextVar("dtref is asked on a command line", default=False)
"""Whether messages name options, as someone who types commands needs them; else they name arguments."""


def way(typed: str, called: str) -> str:
    """
    What to write: on a command line `typed`, in Python `called`.

    >>> way("--nominal x", "nominal=['x']")
    "nominal=['x']"
    >>> before = COMMAND_LINE.set(True)
    >>> way("--nominal x", "nominal=['x']"), declaration("ignore", "a b")
    ('--nominal x', "--ignore 'a b'")
    >>> COMMAND_LINE.reset(before)
    """
    return typed if COMMAND_LINE.get() else called


def declaration(keyword: str, name: str) -> str:
    """What declares a column: its option, or the argument."""
    from shlex import quote

    return way(f"--{keyword} {quote(name)}", f"{keyword}={[name]}")


def near_names(name: str, names: Iterable[str]) -> list[str]:
    """
    The names, at most three, that may have been meant by another one, the likeliest first: those that differ little, and those of which it
    is a part.

    >>> near_names("surv", ("age", "survived", "surv_2")), near_names("humidty", ("humid", "humidity")), near_names("x", ("windy",))
    (['surv_2', 'survived'], ['humidity', 'humid'], [])
    """
    from difflib import get_close_matches

    there = list(names)
    plain = {_plain(each): each for each in there}
    close = [plain[match] for match in get_close_matches(_plain(name), plain, 3, 0.75)]
    parts = [each for each in there if len(name) > 2 and _plain(name) in _plain(each)]
    meant = nearest(name, there)
    return list(dict.fromkeys([*([] if meant is None else [meant]), *close, *parts]))[:3]


def _plain(name: str) -> str:
    """A name in small letters, without blanks and signs between its parts; the signs alone where it has nothing else."""
    return "".join(filter(str.isalnum, name.casefold())) or name


@contextmanager
def within(where: str, *others: str) -> Iterator[None]:
    """
    A context in which an `Invalid` gets `where`, such as a file, in front of its own place, unless it starts with that or one of `others`.

    >>> with within("iris.json"):
    ...     raise Invalid("numeral", "a number", "x")
    Traceback (most recent call last):
    dtref.errors.Invalid: iris.json, numeral: expected a number (got 'x')
    """
    try:
        yield
    except Invalid as problem:
        if problem.where.startswith((where, *others)):
            raise
        raise Invalid(f"{where}, {problem.where}", problem.wanted, problem.got) from None


def printable(line: str) -> str:
    r"""
    A line with its control characters written out, so that no value can break it or steer a terminal.

    >>> print(printable("a" + chr(10) + "b" + chr(27) + "[31m"))
    a\nb\x1b[31m
    """
    return line if line.isprintable() else "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


def shortened(text: str, most: int = MOST) -> str:
    """
    A text cut to one line of at most `most` characters: of a list the first items and the number of the others, else beginning and end.

    >>> shortened("one of " + ", ".join(map(str, range(1000))), 30), shortened("x" * 1000 + "y", 30)
    ('one of 0, 1, ... and 998 more', 'xxxxxxxxxxxxxxxxxxx ... xxxxxy')
    """
    if len(text) <= most and len(line := printable(text)) <= most:
        return line
    # A list: as many of its first items as fit.
    parts = text.split(", ")
    for few in range(min(len(parts) - 1, most // 2), 1, -1):
        line = printable(f"{', '.join(parts[:few])}, ... and {len(parts) - few} more")
        if len(line) <= most:
            return line
    # Anything else: beginning and end.
    end = most // 5
    return f"{printable(text[:most])[: most - 5 - end]} ... {printable(text[-end:])[-end:]}"


def shown(x: object, most: int = MOST) -> str:
    """
    The repr of a value, in at most `most` characters: of a long text the beginning, of a long list the first items.

    >>> shown("x"), shown(["a", 2]), shown(list(range(1000)))[-16:], shown("x" * 1000)[-24:], shown(10**5000)
    ("'x'", "['a', 2]", '... and 952 more', 'xxx... (1000 characters)', 'a number too long to print')
    """
    if not isinstance(x, str | bytes):
        return shortened(said(x, repr), most)
    beginning = repr(x[: most + 1])
    rest = f"... ({len(x)} {'characters' if isinstance(x, str) else 'bytes'})"
    return beginning if len(beginning) <= most else beginning[: most - len(rest)] + rest


def said(x: object, text: Callable[[object], str] = str) -> str:
    """
    A value as text; words in its place where a number in it has more digits than Python prints, or it is nested too deep.

    >>> said(3), said(10**5000)
    ('3', 'a number too long to print')
    """
    try:
        return text(x)
    except ValueError:
        return "a number too long to print"
    except Exception:  # whatever the method of a foreign value does, the message is made
        return f"a {type(x).__name__} that cannot be written"


@frozen(order=False)  # mypy takes it for ordered by its text otherwise
class Undefined:
    """
    The definition gives this quantity no value here. A value, not an exception; but it is no number, and has no place in an order.

    Type checkers let `float` and an order pass, as they do 1 / 0: a value decides. Errors: TypeError, with the reason.

    >>> Undefined("no records")
    Undefined(why='no records')
    >>> float(Undefined("no records"))
    Traceback (most recent call last):
    TypeError: Undefined is no number: no records
    """

    why: str

    def __str__(self) -> str:
        return f"undefined ({self.why})"

    def __float__(self) -> Never:
        raise TypeError(f"Undefined is no number: {shortened(self.why)}")

    def __lt__(self, other: object) -> Never:
        raise TypeError(f"Undefined has no place in an order: {shortened(self.why)}")

    __le__ = __gt__ = __ge__ = __lt__


CountBound: TypeAlias = "int | Fraction | Undefined"
"""A number that an answer is not below, or not above; Undefined where none is known."""

NO_BOUND = Undefined("no bound is known")
"""In place of a bound."""


class Undecided(ArithmeticError):  # noqa: N818 - as above
    """
    A question has an answer, but the stated budget did not suffice to find it. Where a number is asked for, the bounds that it has so far.

    lower, upper: the bounds, not below 0; Undefined where none is known. The message rounds long ones outwards; the attributes are exact.

    >>> raise Undecided("sign of x", "4096 bits")
    Traceback (most recent call last):
    dtref.errors.Undecided: sign of x: not decided within 4096 bits
    >>> raise Undecided("number of trees", "5 subproblems", 3)
    Traceback (most recent call last):
    dtref.errors.Undecided: number of trees: not decided within 5 subproblems (at least 3, no upper bound is known)
    """

    def __init__(self, question: str, budget: str, lower: CountBound = NO_BOUND, upper: CountBound = NO_BOUND) -> None:
        self.question, self.budget, self.lower, self.upper = question, budget, lower, upper
        for name, bound in (("lower", lower), ("upper", upper)):
            if not isinstance(bound, Real | Decimal | Undefined):
                raise Invalid(name, "a whole number, a fraction, or Undefined where no bound is known", bound)
        super().__init__(f"{shortened(said(question), 2 * MOST)}: not decided within {self.limits}")

    def __reduce__(self) -> tuple[object, ...]:
        """Its parts, from which another process makes it again."""
        return type(self), (self.question, self.budget, self.lower, self.upper), self.__dict__

    @property
    def limits(self) -> str:
        """The budget, and the bounds where one is known."""
        ends = [("at least", self.lower, _rounded_down), ("at most", self.upper, _rounded_up)]
        words = ["no upper bound is known" if isinstance(end, Undefined) else f"{word} {text(end)}" for word, end, text in ends]
        first = 1 if isinstance(self.lower, Undefined) else 0  # a number is never below 0
        return shortened(said(self.budget)) + ("" if self.lower == self.upper == NO_BOUND else f" ({', '.join(words[first:])})")


LONGEST_BOUND = 30
"""The most digits of a bound, and the most characters of a fraction, that are written out."""


def _rounded_down(bound: int | Fraction) -> str:
    """A bound as text; a long one as a number that is not above it."""
    return _brief(bound) or f"10^{_digits(floor(bound)) - 1}"


def _rounded_up(bound: int | Fraction) -> str:
    """A bound as text; a long one as a number that is not below it."""
    return _brief(-bound).removeprefix("-") or f"10^{_digits(ceil(bound) - 1)}"


def _digits(n: int) -> int:
    """How many digits a large whole number has: Python by itself doesn't write out more than 4300."""
    least = (n.bit_length() - 1) * 30102 // 100000
    return next(count for count in range(max(1, least), n.bit_length() + 1) if n < 10**count)


def _brief(bound: int | Fraction) -> str:
    """A number written out, or rounded down to six places where its fraction is long; empty for one with too many digits before these."""
    if abs(bound) >= 10**LONGEST_BOUND:
        return ""
    text = str(bound)
    return text if len(text) <= LONGEST_BOUND + 1 else f"{Decimal(floor(bound * 10**6)).scaleb(-6):f}"


class DataWarning(UserWarning):
    """
    A warning about data: where, and the message. One line of bounded length, like the message of `Invalid`.

    >>> print(DataWarning("play.csv, column 'day'", "14 of 14 cells differ"))
    play.csv, column 'day': 14 of 14 cells differ
    """

    word = "warning"
    """What it is, before the message on a command line."""

    def __init__(self, where: str, told: str) -> None:
        super().__init__(f"{shortened(said(where), 2 * MOST)}: {shortened(said(told), 2 * MOST)}")
        self.where, self.told = where, told


class DataNote(DataWarning):
    """
    What was found about a file that nobody told, such as what separates its cells: to be known, and no reason for doubt.

    >>> print(DataNote("play.csv", "cells are separated by ';' (--delimiter ';')"))
    play.csv: cells are separated by ';' (--delimiter ';')
    """

    word = "note"


def tell(notices: Iterable[DataWarning]) -> None:
    """
    Issues warnings, at the line of the caller's program that called this library.

    >>> tell([])
    """
    for warning in notices:
        warnings.warn(warning, stacklevel=_levels() + 1)


def _levels() -> int:
    """The number of frames of this library, from its caller up to the program that uses it."""
    level = 1
    frame = sys._getframe(1)
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).partition(".")[0] == "dtref":
        frame, level = frame.f_back, level + 1
    return level - 1
