"""The three kinds of no answer: `Invalid` and `Undecided` are raised, `Undefined` is returned."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen


class Invalid(ValueError):  # noqa: N818 - it names what the input is, not what the program did
    """
    The input breaks the data model: where, what was wanted, what came.

    >>> raise Invalid("play.csv line 3", "4 cells", 5)
    Traceback (most recent call last):
    dtref.errors.Invalid: play.csv line 3: expected 4 cells (got 5)
    """

    def __init__(self, where: str, wanted: str, got: object) -> None:
        super().__init__(f"{where}: expected {wanted} (got {printable(got, repr)})")
        self.where, self.wanted, self.got = where, wanted, got


def printable(x: object, text: Callable[[object], str] = str) -> str:
    """
    A value as text, also where a number in it has more digits than Python prints.

    >>> printable(3), printable(10**5000), printable("x", repr)
    ('3', 'a number too long to print', "'x'")
    """
    try:
        return text(x)
    except ValueError:
        return "a number too long to print"


class Undecided(ArithmeticError):  # noqa: N818 - as above
    """
    A question has an answer, and the stated budget did not suffice to find it.

    >>> raise Undecided("sign of x", "4096 bits")
    Traceback (most recent call last):
    dtref.errors.Undecided: sign of x: not decided within 4096 bits
    """

    def __init__(self, question: str, budget: str) -> None:
        super().__init__(f"{question}: not decided within {budget}")
        self.question, self.budget = question, budget


@frozen
class Undefined:
    """
    The definition gives this quantity no value here. A value, not an exception.

    >>> Undefined("no records")
    Undefined(why='no records')
    """

    why: str
