"""
Days: dates and times as exact numbers, and the numbers of a column that was read from dates as text.

A date is the number of its day in the Gregorian calendar, 1 for the first of January of the year 1; the time is a part of the day. Tests
compare these numbers; `text_in_unit` shows them as dates where the column has `Unit.DAY`.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from fractions import Fraction

from dtref.errors import Invalid
from dtref.exact.number_text import current_style, readable
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Unit

TICKS = 10**10
"""The parts of a second in which times are written: a cut between two nanoseconds has one digit more than these."""

_SECONDS = 86_400

_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,10})?)?)?")


def day_number(value: date) -> Fraction:
    """
    A date as the number of its day in the Gregorian calendar, 1 for the first of January of the year 1; the time is a part of the day.

    Errors: Invalid for a time with a zone, as days begin elsewhere at another moment.

    >>> from datetime import date, datetime
    >>> day_number(date(2024, 5, 17)), day_number(datetime(2024, 5, 17, 6))
    (Fraction(739023, 1), Fraction(2956093, 4))
    """
    if not isinstance(value, datetime):
        return Fraction(value.toordinal())
    if value.tzinfo is not None:
        raise Invalid("cell", "a date or a time without a zone", value)
    since = value - datetime.combine(value.date(), time())
    return value.toordinal() + Fraction(since // timedelta(microseconds=1), 86_400_000_000) + _nanoseconds(value)


def _nanoseconds(value: datetime) -> Fraction:
    """The nanoseconds beyond microseconds of a pandas timestamp, as a part of the day."""
    return Fraction(int(getattr(value, "nanosecond", 0)), 86_400_000_000_000)


def is_day_text(text: str) -> bool:
    """
    Whether a text is a date, or a date and a time, as ISO 8601 writes it.

    >>> [is_day_text(text) for text in ("2024-05-17", "2024-05-17 06:00", "2024-05-17T06:00:00.25", "2024-02-30", "17.5.2024", "20240517")]
    [True, True, True, False, False, False]
    """
    if _ISO.fullmatch(text) is None:
        return False
    try:
        datetime.fromisoformat(text.partition(".")[0])
    except ValueError:
        return False
    return True


def day_of_text(text: str) -> Fraction:
    """
    The number of the day that a text says, as `day_number`. Errors: Invalid for any other text than `is_day_text` takes.

    >>> day_of_text("2024-05-17"), day_of_text("2024-05-17T12:00:00.5") - day_of_text("2024-05-17 12:00")
    (Fraction(739023, 1), Fraction(1, 172800))
    """
    if not is_day_text(text):
        raise Invalid("cell", "a date such as 2024-05-17, or a date and a time such as 2024-05-17T06:30", text)
    whole, _, part = text.partition(".")
    return day_number(datetime.fromisoformat(whole)) + Fraction(f"0.{part or 0}") / _SECONDS


def day_text(number: Fraction) -> str:
    """
    The number of a day as a date, with the time where it is no midnight; a time that ten decimals of a second don't write is rounded to so
    many, after "≈". The number itself where the calendar has no such day, and in the style that asks for long fractions.

    >>> day_text(Fraction(739023)), day_text(Fraction(2956093, 4)), day_text(Fraction(739023) + Fraction(1, 172800))
    ('2024-05-17', '2024-05-17 06:00', '2024-05-17 00:00:00.5')
    >>> day_text(Fraction(739023) + Fraction(1, 70000)), day_text(Fraction(1, 2)), day_text(Fraction(10**7))
    ('≈2024-05-17 00:00:01.2342857143', '0.5', '10000000')
    """
    exact = number * _SECONDS * TICKS
    ticks = round(exact)
    day, of_day = divmod(ticks, _SECONDS * TICKS)
    about = "" if ticks == exact else "≈"
    if not 1 <= day <= date.max.toordinal() or (about and current_style().exact):
        return readable(number)
    seconds, part = divmod(of_day, TICKS)
    clock = time(seconds // 3600, seconds // 60 % 60, seconds % 60)
    decimals = f".{part:010}".rstrip("0").rstrip(".")
    text = clock.isoformat("seconds" if clock.second or part else "minutes") + decimals
    return f"{about}{date.fromordinal(day).isoformat()}" + (f" {text}" if of_day else "")


def counts_days(attribute: Attribute) -> bool:
    """
    Whether the numbers of an attribute are days, of a column that was read from dates.

    >>> counts_days(Continuous("since", unit=Unit.DAY)), counts_days(Continuous("since"))
    (True, False)
    """
    return isinstance(attribute, Continuous) and attribute.unit is Unit.DAY


def text_in_unit(attribute: Attribute, number: Fraction) -> str:
    """
    A number of an attribute as text for people: a date where the column was read from dates.

    >>> text_in_unit(Continuous("since", unit=Unit.DAY), Fraction(739023)), text_in_unit(Continuous("x"), Fraction(5, 2))
    ('2024-05-17', '2.5')
    """
    return day_text(number) if counts_days(attribute) else readable(number)


def cell_text(attribute: Attribute, cell: Cell) -> str:
    """
    A cell of an attribute as text for people; a missing one is ?.

    >>> cell_text(Continuous("x"), Fraction(5, 2)), cell_text(Continuous("x"), MISSING)
    ('2.5', '?')
    """
    if cell is MISSING:
        return "?"
    return text_in_unit(attribute, cell) if isinstance(cell, Fraction) else str(cell)
