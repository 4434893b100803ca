"""
Strategies for the parts of a data set: numbers, weights, attributes, cells.

Strategies used in every draw are cached: Hypothesis validates a strategy when it first draws from it, which takes longer than drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm
from typing import Literal, TypeAlias, get_args

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from dtref.errors import Invalid
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal, Ordinal, Width

AttributeKind: TypeAlias = Literal["nominal", "ordinal", "continuous"]
Weights: TypeAlias = Literal["one", "integers", "fractions"]

ATTRIBUTE_KINDS: tuple[AttributeKind, ...] = ("nominal", "ordinal", "continuous")
"""Every kind of attribute, the plainest first."""


_SMALL = sorted({Fraction(n, d) for d in range(1, 7) for n in range(-2 * d, 2 * d + 1)}, key=lambda x: (x.denominator, abs(x), x < 0))
"""Every fraction from -2 to 2 with a denominator of at most 6, the plainest first; sampling them is much faster than `st.fractions`."""

_WHOLE = [Fraction(n) for n in range(5)]
_NUMBERS = _WHOLE + _SMALL + _WHOLE * (len(_SMALL) // len(_WHOLE))
"""The values of continuous attributes, as often as they are to come: about half of them are small whole numbers."""

_WHOLE_WEIGHTS = [Fraction(n) for n in (1, 2, 3)]
_WEIGHTS = [*_WHOLE_WEIGHTS, *sorted((Fraction(n, d) for n in range(1, 8) for d in range(2, 8)), key=lambda x: (x.denominator, x))]
_WEIGHTS += _WHOLE_WEIGHTS * 14
"""Weights of records, as often as they are to come: about half of them are small whole numbers."""


integers = lru_cache(maxsize=4096)(st.integers)
"""`st.integers`, each made once."""

sampled = lru_cache(maxsize=1024)(st.sampled_from)
"""`st.sampled_from`, each made once."""

_WIDTHS = st.sampled_from(Width)


@cache
def fractions(low: int | Fraction, high: int | Fraction, *, max_denominator: int) -> SearchStrategy[Fraction]:
    """
    Fractions from `low` to `high` whose denominator is at most `max_denominator`; the bounds differ, and are such fractions themselves.

    They are those of `st.fractions`, in a fifth of its time: that one makes new strategies in every draw.

    >>> from hypothesis import find
    >>> find(fractions(0, 5, max_denominator=4), lambda x: 1 < x < 2)
    Fraction(3, 2)
    """
    scale = lcm(Fraction(low).denominator, Fraction(high).denominator)
    least, most, denominators = int(low * scale), int(high * scale), st.integers(1, max_denominator)

    @st.composite
    def fraction(draw: DrawFn) -> Fraction:
        denominator = draw(denominators)
        numerator = draw(integers(denominator * least, denominator * most))
        return Fraction(numerator, denominator * scale).limit_denominator(max_denominator)

    return fraction()


@cache
def numbers() -> SearchStrategy[Fraction]:
    """
    Values of continuous attributes: small whole numbers mostly, so that records share them, and a few fractions between them.

    >>> from hypothesis import find
    >>> find(numbers(), lambda x: x > 1)
    Fraction(2, 1)
    """
    return st.sampled_from(_NUMBERS)


@cache
def weights(kind: Weights = "one") -> SearchStrategy[Fraction]:
    """
    Weights of records: all 1, small whole numbers, or small fractions. Errors: Invalid for another kind.

    >>> from hypothesis import find
    >>> find(weights("integers"), lambda w: w > 1)
    Fraction(2, 1)
    """
    match checked_weights(kind):
        case "one":
            return st.just(Fraction(1))
        case "integers":
            return st.sampled_from(_WHOLE_WEIGHTS)
        case "fractions":
            return st.sampled_from(_WEIGHTS)


def checked_weights(kind: Weights) -> Weights:
    """
    A kind of weights. Errors: Invalid for another one.

    >>> checked_weights("none")
    Traceback (most recent call last):
    dtref.errors.Invalid: weights: expected one of 'one', 'integers', 'fractions' (got 'none')
    """
    if kind not in get_args(Weights):
        raise Invalid("weights", f"one of {', '.join(map(repr, get_args(Weights)))}", kind)
    return kind


@st.composite
def attributes(  # noqa: PLR0913 - bounds are keyword arguments
    draw: DrawFn,
    *,
    kinds: Sequence[AttributeKind] = ATTRIBUTE_KINDS,
    min_values: int = 1,
    max_values: int = 4,
    name: str = "x",
    values: SearchStrategy[str] | None = None,
) -> Attribute:
    """
    One attribute; the values that a nominal or ordinal one declares are called v0, v1 … unless `values` says otherwise.

    >>> from hypothesis import find
    >>> find(attributes(), lambda a: isinstance(a, Ordinal) and len(a.values) == 2)
    Ordinal(name='x', values=('v0', 'v1'))
    """
    kind = draw(sampled(tuple(kinds)), label="kind")
    if kind == "continuous":
        return Continuous(name, draw(_WIDTHS, label="width"))
    size = draw(integers(min_values, max_values), label="declared values")
    declared = [f"v{i}" for i in range(size)]
    if values is not None:
        declared = draw(st.lists(values, min_size=size, max_size=size, unique=True), label="values")
    return Nominal(name, declared) if kind == "nominal" else Ordinal(name, declared)


@lru_cache(maxsize=1024)
def cells(attribute: Attribute, *, missing: bool = False) -> SearchStrategy[Cell]:
    """
    Cells that an attribute admits: declared values or numbers, and MISSING where asked for.

    >>> from hypothesis import find
    >>> find(cells(Nominal("x", ("a", "b"))), lambda cell: cell != "a")
    'b'
    """
    present: SearchStrategy[Cell] = numbers() if isinstance(attribute, Continuous) else sampled(attribute.values)
    return present | st.just(MISSING) if missing else present
