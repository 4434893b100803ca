"""A tree as a module of Python, which imports nothing but, where it asks dates, `datetime`."""

from __future__ import annotations

from dtref.io.export.doubles import Doubles
from dtref.io.export.forks import forks
from dtref.io.export.head import asked_attributes, head
from dtref.io.export.names import variables
from dtref.io.export.nested import Language, nested_lines
from dtref.io.export.texts import escaped_text
from dtref.io.models import Model
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.days import counts_days

PYTHON = Language(
    opens="if {}:",
    forks="if {}:",
    closes="",
    joins="",
    answers="return {}",
    nothing="pass",
    number=repr,
    text=escaped_text,
    compares=lambda variable, sign, number: f"{variable} {sign} {number}",
    one_of=lambda variable, texts: f"{variable} == {texts[0]}" if len(texts) == 1 else f"{variable} in ({', '.join(texts)})",
    missing=lambda variable, attribute: f"{variable} != {variable}" if isinstance(attribute, Continuous) else f"{variable} is None",
    both=" and ",
    any_of=" or ",
    always="True",
    never="False",
    comment="#",
    deepest=90,
)

CODING = "# coding: utf-8"
"""The first line of a module: a name in the second one can't say another encoding."""

_NUMBER = """

def _number(value):
    return float("nan") if value is None else value
"""
_DAY = """
from datetime import date, datetime, timedelta


def _day(value):
    if isinstance(value, str):
        value = datetime.fromisoformat(value)
    if value is None or value != value:
        return float("nan")
    if not isinstance(value, date):
        return value
    if getattr(value, "tzinfo", None) is not None:
        raise ValueError("a date or a time without a zone is wanted")
    moment = datetime(*value.timetuple()[:6], getattr(value, "microsecond", 0))
    return (moment - datetime.min + timedelta(days=1)) / timedelta(days=1)
"""
_TEXT = """

def _text(value):
    return None if value is None or value != value else str(value) if isinstance(value, int) else value
"""


def python_module(model: Model, doubles: Doubles) -> str:
    """
    A module with the function `predict_record`, of a mapping from names to values. Errors: Invalid as for `forks` and `nested_lines`.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> leaf = Leaf((("-", Fraction(1)), ("+", Fraction(3))), ("+",))
    >>> print(python_module(Model((), Nominal("y", ("-", "+")), "CART", leaf), Doubles.EXACT).partition("def ")[2])
    predict_record(record):
        return "+"  # (- 1, + 3)
        raise ValueError("the tree has no answer for this record")
    """
    attributes = asked_attributes(model)
    by_name = variables([attribute.name for attribute in attributes])
    readers = ["_day" if counts_days(a) else "_number" if isinstance(a, Continuous) else "_text" for a in attributes]
    reading = [f"    {by_name[a.name]} = {reader}(record[{escaped_text(a.name)}])" for a, reader in zip(attributes, readers, strict=True)]
    about = [*head(model, doubles, "ValueError"), "A record is a mapping from names to values; None and NaN are missing."]
    if "_day" in readers:
        about.append(
            "Of dates it takes dates, times without a zone and their texts, as 2024-05-17 06:30, too; a time is the nearest double."
        )
    return "\n".join(
        (
            CODING,
            *map(PYTHON.comment_line, about),
            *(code.rstrip() for reader, code in (("_day", _DAY), ("_number", _NUMBER), ("_text", _TEXT)) if reader in readers),
            "\n\ndef predict_record(record):",
            *reading,
            *nested_lines(forks(model.tree, doubles), PYTHON, by_name),
            '    raise ValueError("the tree has no answer for this record")\n',
        )
    )
