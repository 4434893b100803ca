"""The geometric mean of the recalls: against decimals of 60 digits, its power, and what it does not depend on."""

from __future__ import annotations

from decimal import Context, localcontext
from fractions import Fraction
from functools import reduce
from operator import mul

from hypothesis import given
from hypothesis import strategies as st
from many import examples
from narrow import defined, of_kind
from spec.evaluation.confusion.matrices import confusions, labels_of, whole_counts

from dtref.errors import Undefined
from dtref.exact.comparison import compare
from dtref.exact.decimals import decimal
from dtref.spec.evaluation.confusion.averages import balanced_accuracy, g_mean
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion


def by_records(m: Confusion) -> Fraction | None:
    """The product of the share of right records in each class, record by record; None where a class has none."""
    actual, predicted = labels_of(m)
    product = Fraction(1)
    for label in m.classes:
        right = [p == label for a, p in zip(actual, predicted, strict=True) if a == label]
        if not right:
            return None
        product *= Fraction(sum(right), len(right))
    return product


@examples(100)
@given(confusions(whole_counts))
def test_it_is_the_root_of_the_product_to_50_digits(m: Confusion) -> None:
    product, value = by_records(m), g_mean(m)
    if product is None:
        assert isinstance(value, Undefined)
        return
    with localcontext(Context(prec=60)) as digits:
        x = digits.create_decimal(product.numerator) / product.denominator
        root = (x.ln() / len(m.classes)).exp() if x else x
        assert abs(root - digits.create_decimal(decimal(defined(value), 50))) < digits.create_decimal("1e-49")


@given(confusions(whole_counts))
def test_its_power_is_the_product_exactly(m: Confusion) -> None:
    product, value = by_records(m), g_mean(m)
    if product is not None:
        assert reduce(mul, [defined(value)] * len(m.classes)) == product
        assert compare(defined(value), defined(balanced_accuracy(m))) <= 0


@given(confusions(whole_counts), confusions(whole_counts))
def test_tables_of_as_many_classes_are_in_the_order_of_their_products(one: Confusion, other: Confusion) -> None:
    products = by_records(one), by_records(other)
    if None not in products and len(one.classes) == len(other.classes):
        a, b = (of_kind(Fraction, product) for product in products)
        assert compare(defined(g_mean(one)), defined(g_mean(other))) == (a > b) - (a < b)


@given(confusions(whole_counts), st.integers(1, 10**30))
def test_the_size_of_a_class_does_not_matter(m: Confusion, k: int) -> None:
    first, *others = m.rows
    assert g_mean(Confusion(m.classes, [[k * n for n in first], *others])) == g_mean(m)


def test_by_hand() -> None:
    """Recalls 1/2, 1/4 and 1: the third root of 1/8."""
    assert g_mean(Confusion("abc", [[1, 1, 0], [0, 1, 3], [0, 0, 5]])) == Fraction(1, 2)
    assert g_mean(BinaryCounts(2, 2, 1, 1)) == Fraction(1, 2)
    assert g_mean(Confusion("", [])) == Undefined("no classes")
