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
    one_from,
    positive,
    probabilities,
    rationals,
    whole_numbers,
)
from dtref.oracle.operations.inputs import as_rationals, as_texts, text_of_json
from dtref.oracle.operations.operation import InputKind, Typed
from dtref.oracle.operations.part_inputs import named_choice, whole_number
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

A_NUMBER = InputKind("a number", exact_number, rationals, ONE)
A_COUNT = InputKind("a number of records, or their weight", exact_number, class_count, ONE)
A_POSITIVE = A_COUNT.drawn(positive)
A_RATIONAL = InputKind("a number", rational_of_text, rationals, ONE)
A_PROBABILITY = InputKind("a probability", exact_number, probabilities, ONE)
A_PROBABILITY_INSIDE = A_PROBABILITY.drawn(lambda: probabilities(inside=True))
A_SHARE = InputKind("a share", rational_of_text, probabilities, ONE)
A_WHOLE = InputKind("a whole number", whole_number, class_count, ONE)
A_SIZE = A_WHOLE.drawn(positive)
RATIONALS = InputKind("numbers", as_rationals, lambda: lists_of(rationals()), LIST)
A_DECIMAL = InputKind("a decimal", lambda value, where: numeral(text_of_json(value, where)), lambda: whole_numbers(-4, 8))
DECIMALS = InputKind(
    "decimals", lambda value, where: tuple(map(numeral, as_texts(value, where))), lambda: lists_of(whole_numbers(-4, 8), 1)
)
SHARES = InputKind("shares", as_rationals, lambda: lists_of(probabilities(), 1, 4), LIST)


def ranging(kind: InputKind[T], low: int, high: int) -> InputKind[T]:
    """A kind of number, drawn from `low` to `high`."""
    return kind.drawn(lambda: whole_numbers(low, high))


def one_of(kind: InputKind[T], *values: str) -> InputKind[T]:
    """A kind, drawn from some values."""
    return kind.drawn(lambda: one_from(values))


# texts

A_LABEL = InputKind("a class", text_of_json, label)
LABELS = InputKind("labels", as_texts, lambda: lists_of(label()))


def choice(choices: Mapping[str, T], says: str = "") -> InputKind[T]:
    """
    A choice by name.

    >>> choice({"cut": 1, "keep": 0}).says, choice({"cut": 1, "keep": 0}).read("cut", "ties")
    ('`cut` or `keep`', 1)
    """

    return InputKind(
        says or " or ".join(f"`{name}`" for name in choices),
        lambda value, where: named_choice(value, where, choices),
        lambda: one_from(choices),
    )
