"""
Draws of inputs: small numbers, counts, labels and lists of them, with many ties and zeros. Hypothesis (the extra `judge`) is imported
when something is drawn, as operations are there without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from dtref.errors import Invalid

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

T = TypeVar("T")
U = TypeVar("U")

GivenJson: TypeAlias = Mapping[str, object]
"""Inputs by name, to be written as JSON."""
Draw: TypeAlias = "Callable[[], SearchStrategy[object]]"
"""Makes a strategy for an input."""
DrawInputs: TypeAlias = "Callable[[], SearchStrategy[GivenJson]]"
"""Makes a strategy for several inputs together."""


def not_drawn() -> SearchStrategy[object]:
    """For an input that fits others, with which it is drawn. Errors: Invalid."""
    raise Invalid("draw", "a kind of input that is drawn without others", "one that fits them")


def one_from(values: Iterable[T]) -> SearchStrategy[T]:
    """One of some values, the plainest first."""
    from hypothesis import strategies as st

    return st.sampled_from(list(values))


def lists_of(of: SearchStrategy[T], least: int = 0, most: int = 6) -> SearchStrategy[list[T]]:
    """A list of numbers or labels."""
    from hypothesis import strategies as st

    return st.lists(of, min_size=least, max_size=most)


def drawn_rows(*columns: SearchStrategy[T], least: int = 1, most: int = 6) -> SearchStrategy[list[tuple[T, ...]]]:
    """Rows, a cell of each column in each."""
    from hypothesis import strategies as st

    return st.lists(st.tuples(*columns), min_size=least, max_size=most)


def pairs_of(first: SearchStrategy[T], second: SearchStrategy[U]) -> SearchStrategy[tuple[T, U]]:
    """Pairs, each part drawn by its own strategy."""
    from hypothesis import strategies as st

    return st.tuples(first, second)


def merged_inputs(*inputs: SearchStrategy[GivenJson]) -> SearchStrategy[GivenJson]:
    """
    The inputs of several strategies together.

    >>> from hypothesis import find
    >>> find(merged_inputs(inputs_by_name(errors=class_count()), inputs_by_name(records=positive())), lambda _: True)
    {'errors': '0', 'records': '1'}
    """
    from hypothesis import strategies as st

    return st.tuples(*inputs).map(lambda parts: {name: part for inputs in parts for name, part in inputs.items()})


def inputs_by_name(**parts: SearchStrategy[object]) -> SearchStrategy[GivenJson]:
    """
    Inputs of which each part is drawn by its own strategy.

    >>> from hypothesis import find
    >>> find(inputs_by_name(errors=class_count(), records=positive()), lambda _: True)
    {'errors': '0', 'records': '1'}
    """
    from hypothesis import strategies as st

    return st.fixed_dictionaries(parts)


def whole_numbers(low: int, high: int) -> SearchStrategy[str]:
    """Whole numbers as text."""
    from hypothesis import strategies as st

    return st.integers(low, high).map(str)


def class_count() -> SearchStrategy[str]:
    """A class count."""
    return whole_numbers(0, 6)


def positive() -> SearchStrategy[str]:
    """A count that isn't 0."""
    return whole_numbers(1, 6)


def counts(classes: int) -> SearchStrategy[list[str]]:
    """A count for each class."""
    return lists_of(class_count(), classes, classes)


_SHARES = ("1/2", "0", "1", "1/4", "3/4", "1/10", "1/3")
"""Shares and probabilities, the plainest first."""


def probabilities(*, inside: bool = False) -> SearchStrategy[str]:
    """A share or probability; inside: neither 0 nor 1."""
    return one_from(s for s in _SHARES if not inside or 0 < Fraction(s) < 1)


def rationals() -> SearchStrategy[str]:
    """A small number, whole or not."""
    return whole_numbers(-4, 4) | one_from(("1/2", "-3/2", "1/3"))


def label() -> SearchStrategy[str]:
    """One of three labels."""
    return one_from("abc")


def drawn_columns(least: int, most: int, /, **of: SearchStrategy[str]) -> SearchStrategy[GivenJson]:
    """
    Inputs that are lists of one length, an element of each for every record.

    >>> from hypothesis import find
    >>> find(drawn_columns(1, 6, actual=label(), predicted=label()), lambda _: True)
    {'actual': ['a'], 'predicted': ['a']}
    """
    rows = drawn_rows(*of.values(), least=least, most=most)
    return rows.map(lambda records: {name: [record[i] for record in records] for i, name in enumerate(of)})


def position_lists(length: int, least: int = 0, most: int = 6) -> SearchStrategy[list[str]]:
    """Positions from 1 to `length`, perhaps repeated."""
    return lists_of(whole_numbers(1, length), least, most)


def distribution(values: SearchStrategy[str]) -> SearchStrategy[list[list[str]]]:
    """
    Different values with their probabilities.

    >>> from hypothesis import find
    >>> find(distribution(label()), lambda pairs: len(pairs) == 2)
    [['a', '1/2'], ['b', '1/2']]
    """
    from hypothesis import strategies as st

    weighted = st.lists(st.tuples(values, st.integers(1, 4)), min_size=1, max_size=3, unique_by=lambda pair: pair[0])
    return weighted.map(lambda pairs: [[value, str(Fraction(n, sum(m for _, m in pairs)))] for value, n in pairs])
