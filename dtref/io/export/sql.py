"""A tree as one expression of SQL, for DuckDB, PostgreSQL and SQLite."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import frexp, ulp

from dtref.errors import Invalid
from dtref.io.export.doubles import Doubles
from dtref.io.export.forks import Ending, forks
from dtref.io.export.head import asked_attributes, head
from dtref.io.export.nested import Language, nested_lines
from dtref.io.export.texts import without_nul
from dtref.io.models import Model
from dtref.spec.model.attributes import Continuous


def sql_text(text: str) -> str:
    """
    A text as a string of SQL. Errors: Invalid for a NUL.

    >>> print(sql_text("it's"))
    'it''s'
    """
    return "'" + without_nul(text, "SQL").replace("'", "''") + "'"


def sql_name(name: str) -> str:
    '''
    A name of a column in quotes. Errors: Invalid for a NUL.

    >>> print(sql_name('petal "length"'))
    "petal ""length"""
    '''
    return '"' + without_nul(name, "SQL").replace('"', '""') + '"'


def sql_number(number: float) -> str:
    """
    A double as a literal that every database reads as this double; with an exponent, by which DuckDB takes it for no decimal.

    SQLite rounds several times as it reads a literal: one of few digits that is near the double does, else one that is nearer; beyond
    that, a product of powers of two, which is exact.

    >>> sql_number(2.45), sql_number(0.0), sql_number(-5e-324)[:60]
    ('2.45e0', '0.0e0', '(CAST(-1e0 AS DOUBLE PRECISION) / 1125899906842624e0 / 11258')
    """
    for text in (repr(number), f"{number:.16e}", f"{number:.17e}"):
        if _is_sure(Fraction(text), number) and abs(Decimal(text).normalize().as_tuple().exponent) <= _EXACT_POWER:  # type: ignore[arg-type]
            return text if "e" in text else f"{text}e0"
    top, bottom = number.as_integer_ratio()
    return _product(top // (top & -top), (top & -top).bit_length() - bottom.bit_length())


_EXACT_POWER = 22
"""The greatest power of ten that a double is."""


def _is_sure(decimal: Fraction, number: float) -> bool:
    """Whether a decimal is so far from the middle between two doubles that roundings of 60 bits or more don't lead to the other one."""
    distance = decimal - Fraction(number)
    # the gap to the doubles next to it; that below a power of two is half as wide
    gap = Fraction(ulp(number)) / (2 if abs(frexp(number)[0]) == 0.5 else 1)
    return abs(distance) <= gap * Fraction(127, 256)


def _product(odd: int, power: int) -> str:
    """An odd number times a power of two, in steps that no double rounds."""
    steps = [*[50] * (abs(power) // 50), abs(power) % 50]
    sign = "*" if power > 0 else "/"
    return f"(CAST({odd}e0 AS DOUBLE PRECISION){''.join(f' {sign} {2**step}e0' for step in steps)})"


SQL = Language(
    opens="WHEN {} THEN",
    forks="WHEN {} THEN CASE",
    closes="",
    joins="END",
    answers="{}",
    nothing="NULL",
    number=sql_number,
    text=sql_text,
    compares=lambda variable, sign, number: f"{variable} {sign} {number}",
    one_of=lambda variable, texts: f"{variable} = {texts[0]}" if len(texts) == 1 else f"{variable} IN ({', '.join(texts)})",
    missing=lambda variable, _: f"{variable} IS NULL",
    both=" AND ",
    any_of=" OR ",
    always="1 = 1",
    never="1 = 0",
    comment="--",
    deepest=10,
)

_ABOUT = (
    "One expression: SELECT <this> FROM the table. A missing value is NULL; so is no answer. NaN is no missing value.",
    "Columns of numbers are DOUBLE PRECISION (SQLite: REAL). Of DECIMAL columns use an export of decimals.",
    "Texts are compared byte by byte: not under a collation of the column that equates others.",
    "The table must have these columns: SQLite takes a name in quotes that is no column for a text, and doesn't say so.",
)


def sql_expression(model: Model, doubles: Doubles) -> str:
    """
    A CASE expression whose columns have the names of the attributes. Errors: Invalid as for `forks` and `nested_lines`,
    and for names that differ in capital letters alone.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> print(sql_expression(Model((), Nominal("y", ("-", "+")), "CART", Leaf((), ("+",))), Doubles.EXACT).splitlines()[-1])
    '+'
    """
    columns = {attribute.name: sql_name(attribute.name) for attribute in asked_attributes(model)}
    if len({name.lower() for name in columns}) < len(columns):
        raise Invalid("attributes", "names that differ in more than capital letters, which databases take for one column", list(columns))
    root = forks(model.tree, doubles)
    tree = list(nested_lines(root, SQL, columns))
    case = tree if isinstance(root, Ending) else ["CASE", *tree, "END"]
    # a mean is a literal that PostgreSQL takes for a decimal
    numeric = isinstance(model.target, Continuous)
    answer = ["CAST(", *case, "AS DOUBLE PRECISION)"] if numeric else case
    return "\n".join((*map(SQL.comment_line, (*head(model, doubles, "NULL"), *_ABOUT)), *answer, ""))
