"""The kinds of inputs that operations of several subjects take: numbers, lists of them, labels, choices by name."""

from __future__ import annotations

from collections.abc import Mapping

from dtref.exact.inputs import plain
from dtref.exact.number import Exact
from dtref.io.predictions import exact_numbers, parse_confusion
from dtref.oracle.arithmetic.json_numbers import exact_number, rational_of_text
from dtref.oracle.operations.draws import (
    T,
    class_count,
    label,
    lists_of,
    positive,
    probabilities,
    rationals,
    sampled,
    whole_numbers,
)
from dtref.oracle.operations.inputs import as_rationals, as_texts, text_of_json
from dtref.oracle.operations.operation import Kind, Typed
from dtref.oracle.operations.part_inputs import choice_of, whole_number
from dtref.spec.evaluation.confusion.matrix import BinaryCounts
from dtref.spec.model.numerals import numeral


def exact_argument(text: str, where: str) -> Exact:
    """
    One exact number from text, as an int where it is whole.

    >>> exact_argument("0.25", "z"), exact_argument("4/2", "k")
    (Fraction(1, 4), 2)
    """
    (value,) = exact_numbers(text, where, 1)
    return plain(value)


def exact_arguments(text: str, where: str) -> tuple[Exact, ...]:
    """
    Exact numbers from text, separated by commas.

    >>> exact_arguments("9,5", "node")
    (9, 5)
    """
    return tuple(map(plain, exact_numbers(text, where)))


ONE = Typed("NUMBER", exact_argument)
LIST = Typed("A,B,…", exact_arguments)
FOUR = Typed("TP,FN,FP,TN", lambda text, where: BinaryCounts(*map(plain, exact_numbers(text, where, 4))))
TABLE = Typed("A,B;C,D", lambda text, where: tuple(exact_arguments(row, where) for row in text.split(";")))
MATRIX_ROWS = Typed("A,B;C,D", lambda text, _: parse_confusion(text))


# numbers

NUMBER = Kind("a number", exact_number, rationals, ONE)
COUNT = Kind("a number of records, or their weight", exact_number, class_count, ONE)
SOME = COUNT.drawn(positive)
RATIONAL = Kind("a number", rational_of_text, rationals, ONE)
PROBABILITY = Kind("a probability", exact_number, probabilities, ONE)
INSIDE = PROBABILITY.drawn(lambda: probabilities(inside=True))
SHARE = Kind("a share", rational_of_text, probabilities, ONE)
WHOLE = Kind("a whole number", whole_number, class_count, ONE)
SIZE = WHOLE.drawn(positive)
RATIONALS = Kind("numbers", as_rationals, lambda: lists_of(rationals()), LIST)
DECIMAL = Kind("a decimal", lambda value, where: numeral(text_of_json(value, where)), lambda: whole_numbers(-4, 8))
DECIMALS = Kind("decimals", lambda value, where: tuple(map(numeral, as_texts(value, where))), lambda: lists_of(whole_numbers(-4, 8), 1))
SHARES = Kind("shares", as_rationals, lambda: lists_of(probabilities(), 1, 4), LIST)


def within(kind: Kind[T], low: int, high: int) -> Kind[T]:
    """A kind of number, drawn from `low` to `high`."""
    return kind.drawn(lambda: whole_numbers(low, high))


def one_of(kind: Kind[T], *values: str) -> Kind[T]:
    """A kind, drawn from some values."""
    return kind.drawn(lambda: sampled(values))


# texts

LABEL = Kind("a class", text_of_json, label)
LABELS = Kind("labels", as_texts, lambda: lists_of(label()))


def choice(choices: Mapping[str, T], says: str = "") -> Kind[T]:
    """
    A choice by name.

    >>> choice({"cut": 1, "keep": 0}).says, choice({"cut": 1, "keep": 0}).read("cut", "ties")
    ('`cut` or `keep`', 1)
    """

    return Kind(
        says or " or ".join(f"`{name}`" for name in choices),
        lambda value, where: choice_of(value, where, choices),
        lambda: sampled(choices),
    )
