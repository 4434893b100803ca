"""Strategies for the parts of inputs: whole numbers, shares, lists of them, labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen
from hypothesis import strategies as st

from dtref.oracle.judge.cases import Cuts

GivenJson: TypeAlias = Mapping[str, object]
"""Inputs by name, to be written as JSON."""
Inputs: TypeAlias = st.SearchStrategy[GivenJson]


@frozen(eq=False)
class Generator:
    """A strategy for the inputs of an operation. about: the kind of input, where there are several. cuts: as in `Case`."""

    operation: str
    inputs: Inputs
    about: str = ""
    cuts: Cuts | None = None


def several(names: str, inputs: Inputs, about: str = "") -> tuple[Generator, ...]:
    """
    A generator for each of several operations that take the same inputs.

    >>> [generator.operation for generator in several("gini entropy", st.just({}))]
    ['gini', 'entropy']
    """
    return tuple(Generator(name, inputs, about) for name in names.split())


def inputs_by_name(**parts: st.SearchStrategy[object]) -> Inputs:
    """
    Inputs of which each part is drawn by its own strategy.

    >>> from hypothesis import find
    >>> find(inputs_by_name(errors=class_count(), records=positive()), lambda _: True)
    {'errors': '0', 'records': '1'}
    """
    return st.fixed_dictionaries(parts)


def whole_numbers(low: int, high: int) -> st.SearchStrategy[str]:
    """Whole numbers as text."""
    return st.integers(low, high).map(str)


def class_count() -> st.SearchStrategy[str]:
    """A class count."""
    return whole_numbers(0, 6)


def positive() -> st.SearchStrategy[str]:
    """A count that isn't 0."""
    return whole_numbers(1, 6)


def counts(classes: int) -> st.SearchStrategy[list[str]]:
    """A count for each class."""
    return st.lists(class_count(), min_size=classes, max_size=classes)


_SHARES = ("1/2", "0", "1", "1/4", "3/4", "1/10", "1/3")
"""Shares and probabilities, the plainest first."""


def probabilities(*, inside: bool = False) -> st.SearchStrategy[str]:
    """A share or probability; inside: neither 0 nor 1."""
    return st.sampled_from([s for s in _SHARES if not inside or 0 < Fraction(s) < 1])


def rationals() -> st.SearchStrategy[str]:
    """A small number, whole or not."""
    return whole_numbers(-4, 4) | st.sampled_from(("1/2", "-3/2", "1/3"))


def lists_of(of: st.SearchStrategy[str], least: int = 0, most: int = 6) -> st.SearchStrategy[list[str]]:
    """A list of numbers or labels."""
    return st.lists(of, min_size=least, max_size=most)


def label() -> st.SearchStrategy[str]:
    """One of three labels."""
    return st.sampled_from("abc")


def paired_lists(*of: st.SearchStrategy[str], least: int = 1, most: int = 6) -> st.SearchStrategy[list[list[str]]]:
    """
    Lists of one length, an element of each for every record.

    >>> from hypothesis import find
    >>> find(paired_lists(label(), label()), lambda _: True)
    [['a'], ['a']]
    """
    return st.lists(st.tuples(*of), min_size=least, max_size=most).map(rows_as_columns)


def rows_as_columns(rows: Iterable[Iterable[str]]) -> list[list[str]]:
    """
    The columns of a table given by rows.

    >>> rows_as_columns([("a", "b"), ("c", "d")])
    [['a', 'c'], ['b', 'd']]
    """
    return [list(column) for column in zip(*rows, strict=True)]


def position_lists(length: int, least: int = 0, most: int = 6) -> st.SearchStrategy[list[str]]:
    """Positions from 1 to `length`, perhaps repeated."""
    return st.lists(whole_numbers(1, length), min_size=least, max_size=most)


def distribution(values: st.SearchStrategy[str]) -> st.SearchStrategy[list[list[str]]]:
    """
    Different values with their probabilities.

    >>> from hypothesis import find
    >>> find(distribution(label()), lambda pairs: len(pairs) == 2)
    [['a', '1/2'], ['b', '1/2']]
    """
    weighted = st.lists(st.tuples(values, st.integers(1, 4)), min_size=1, max_size=3, unique_by=lambda pair: pair[0])
    return weighted.map(lambda pairs: [[value, str(Fraction(n, sum(m for _, m in pairs)))] for value, n in pairs])
