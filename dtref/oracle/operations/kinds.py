"""The kinds of inputs that operations of several subjects take: numbers, lists of them, labels, choices by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import evolve

from dtref.exact.inputs import plain
from dtref.exact.number import Exact
from dtref.io.predictions import exact_numbers, parse_confusion
from dtref.oracle.arithmetic.json_numbers import exact_number, rational_of_text
from dtref.oracle.operations.draws import (
    Draw,
    T,
    class_count,
    label,
    lists_of,
    not_drawn,
    one_from,
    positive,
    probabilities,
    rationals,
    whole_numbers,
)
from dtref.oracle.operations.inputs import Given, as_rationals, as_texts, text_of_json
from dtref.oracle.operations.operation import InputKind, Inputs, Typed, alone, each
from dtref.oracle.operations.part_inputs import named_choice, positions, whole_number
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


# of other kinds


def list_kind(kind: InputKind[T], says: str, draw: Draw = not_drawn) -> InputKind[tuple[T, ...]]:
    """
    A list of inputs of a kind.

    >>> list_kind(A_WHOLE, "sizes").of(Given({"sizes": ["2", "3"]}), "sizes")
    (2, 3)
    """

    def read(given: Given, name: str) -> tuple[T, ...]:
        parts = {f"{name}[{i}]": part for i, part in enumerate(given.list(name))}
        return tuple(kind.read(Given({**given.parts, **parts}, given.where), part) for part in parts)

    return InputKind(says, read, draw)


def nested(says: str, make: Callable[..., T], inputs: Inputs) -> InputKind[T]:
    """
    An object, whose parts make one argument.

    >>> nested("a pair", lambda a, b: (a, b), each(a=A_WHOLE, b=A_LABEL)).of(Given({"x": {"a": "2", "b": "yes"}}), "x")
    (2, 'yes')
    """

    def read(given: Given, name: str) -> T:
        return make(*inputs.arguments(given.object(name).only(*inputs.kinds)))

    return InputKind(says, read, inputs.draws.get("", not_drawn))


def positions_in(name: str) -> InputKind[tuple[int, ...]]:
    """
    Positions of elements of another input, which is a list: as indices from 0.

    >>> positions_in("labels").of(Given({"labels": ["a", "b"], "order": ["2", "1"]}), "order")
    (1, 0)
    """
    return InputKind("positions", lambda given, own: positions(given.part(own), len(given.list(name)), f"{given.where}, {own}"))


# numbers

A_NUMBER = InputKind("a number", alone(exact_number), rationals, ONE)
A_COUNT = InputKind("a number of records, or their weight", alone(exact_number), class_count, ONE)
A_POSITIVE = A_COUNT.drawn(positive)
A_RATIONAL = InputKind("a number", alone(rational_of_text), rationals, ONE)
A_PROBABILITY = InputKind("a probability", alone(exact_number), probabilities, ONE)
A_PROBABILITY_INSIDE = A_PROBABILITY.drawn(lambda: probabilities(inside=True))
A_SHARE = InputKind("a share", alone(rational_of_text), probabilities, ONE)
A_WHOLE = InputKind("a whole number", alone(whole_number), class_count, ONE)
A_SIZE = A_WHOLE.drawn(positive)
RATIONALS = InputKind("numbers", alone(as_rationals), lambda: lists_of(rationals()), LIST)
A_DECIMAL = InputKind("a decimal", alone(lambda value, where: numeral(text_of_json(value, where))), lambda: whole_numbers(-4, 8))
DECIMALS = InputKind(
    "decimals", alone(lambda value, where: tuple(map(numeral, as_texts(value, where)))), lambda: lists_of(whole_numbers(-4, 8), 1)
)
SHARES = InputKind("shares", alone(as_rationals), lambda: lists_of(probabilities(), 1, 4), LIST)


def ranging(kind: InputKind[T], low: int, high: int) -> InputKind[T]:
    """A kind of number, drawn from `low` to `high`."""
    return kind.drawn(lambda: whole_numbers(low, high))


def one_of(kind: InputKind[T], *values: str) -> InputKind[T]:
    """A kind, drawn from some values."""
    return kind.drawn(lambda: one_from(values))


# texts

A_LABEL = InputKind("a class", alone(text_of_json), label)
THE_POSITIVE_CLASS = evolve(each(positive=A_LABEL), arguments=lambda given: ((given.text("positive"),),))
"""The positive class, as the classes that a function knows even if no record has them."""
LABELS = InputKind("labels", alone(as_texts), lambda: lists_of(label()))


def choice(choices: Mapping[str, T], says: str = "") -> InputKind[T]:
    """
    A choice by name.

    >>> choice({"cut": 1, "keep": 0}).says, choice({"cut": 1, "keep": 0}).of(Given({"ties": "cut"}), "ties")
    ('`cut` or `keep`', 1)
    """

    return InputKind(
        says or " or ".join(f"`{name}`" for name in choices),
        alone(lambda value, where: named_choice(value, where, choices)),
        lambda: one_from(choices),
    )
