"""C-SEP and twoing against other formulas."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import acos, cos, mp, mpf, sqrt
from narrow import defined

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import compare
from dtref.exact.decimals import decimal
from dtref.exact.number import Number
from dtref.spec.split.criteria import gini_reduction
from dtref.spec.split.separation import class_separation, orthogonality, squared_cosine, twoing

mp.dps = 60

children = st.integers(2, 4).flatmap(lambda c: st.tuples(*[st.tuples(*[st.integers(0, 12)] * c).filter(any)] * 2))
Pair = tuple[tuple[int, ...], tuple[int, ...]]


def node_of(pair: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*pair, strict=True)))


def angle(pair: Pair) -> mpf:
    """The angle between two vectors by the law of cosines, in mpmath."""
    v, w = pair
    a, b = sqrt(mpf(sum(x * x for x in v))), sqrt(mpf(sum(x * x for x in w)))
    apart = mpf(sum((x - y) ** 2 for x, y in zip(v, w, strict=True)))
    return acos((a * a + b * b - apart) / (2 * a * b))


@given(children)
def test_orthogonality_is_one_minus_the_cosine_of_the_angle(pair: Pair) -> None:
    ort = orthogonality(pair)
    assert not isinstance(ort, Undefined)
    assert abs(mpf(decimal(ort, 40)) - (1 - cos(angle(pair)))) < mpf(10) ** -30


@given(children, children)
def test_class_separation_orders_tests_as_orthogonality_does(one: Pair, other: Pair) -> None:
    a, b = class_separation(node_of(one), one), class_separation(node_of(other), other)
    assert not isinstance(a, Undefined)
    assert not isinstance(b, Undefined)
    if compare(a, b):
        assert compare(a, b) == compare(defined(orthogonality(one)), defined(orthogonality(other)))
    else:
        assert squared_cosine(one) == squared_cosine(other)


def test_separation_at_the_ends() -> None:
    assert orthogonality(((3, 0, 2), (0, 7, 0))) == class_separation((3, 7, 2), ((3, 0, 2), (0, 7, 0))) == 1
    assert orthogonality(((1, 2, 3), (2, 4, 6))) == class_separation((3, 6, 9), ((1, 2, 3), (2, 4, 6))) == 0
    assert orthogonality(((3, 4), (4, 3))) == 1 - Fraction(24, 25)


@given(children)
def test_separation_ignores_the_size_of_a_child(pair: Pair) -> None:
    grown = (tuple(7 * n for n in pair[0]), pair[1])
    assert class_separation(node_of(grown), grown) == class_separation(node_of(pair), pair)


@given(children)
def test_twoing_is_half_the_best_gini_reduction_over_superclasses(pair: Pair) -> None:
    """Breiman, Friedman, Olshen and Stone 1984: classes in two superclasses, the best of all 2^c ways."""
    found: list[Number] = []
    for mask in product((0, 1), repeat=len(pair[0])):
        two = tuple(tuple(sum(n for n, side in zip(child, mask, strict=True) if side == s) for s in (0, 1)) for child in pair)
        found.append(defined(gini_reduction(node_of(two), two)))
    assert twoing(node_of(pair), pair) == max(found) / 2


def test_tan_default_by_hand() -> None:
    """Marital status, (3, 3) and (4, 0): p_L p_R / 4 (1/2 + 1/2)^2 = 24/100/4; home owner, (3, 0) and (4, 3): 21/100/4 (6/7)^2."""
    assert twoing((7, 3), ((3, 3), (4, 0))) == Fraction(6, 100)
    assert twoing((7, 3), ((3, 0), (4, 3))) == Fraction(27, 700)


@pytest.mark.parametrize("measure", [class_separation, twoing])
@pytest.mark.parametrize("split", [((1, 1), (2, 0), (0, 3)), ((3, 4), (0, 0)), ((3, 4),)])
def test_other_than_two_children_with_records_is_undefined(measure: object, split: tuple[tuple[int, ...], ...]) -> None:
    assert callable(measure)
    node = tuple(map(sum, zip(*split, strict=True)))
    two = Undefined("defined for tests with two branches that both have records")
    assert measure(node, split) == orthogonality([child for child in split if any(child)][:1]) == two


def test_floats_and_ragged_counts_are_refused() -> None:
    with pytest.raises(Invalid) as refused:
        orthogonality(((1.5, 2), (1, 0)))  # type: ignore[arg-type]
    assert str(refused.value) == "class 1: expected an exact number of at least 0, such as '1.5' (got 1.5)"
    with pytest.raises(Invalid) as refused:
        orthogonality(((1, 2), (1, 0, 3)))
    assert str(refused.value) == "class counts: expected counts of 2 classes (got (1, 0, 3))"
