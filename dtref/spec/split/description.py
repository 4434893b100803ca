"""
Minimum description length as a selection measure: the bits that a test saves, bits for the tree plus bits for the exceptions.

Notation: n_1 … n_c the class counts of a leaf, n their sum, e = n - max n_j its exceptions; m attributes. There are several ways to spend
bits: each is an `Encoding`, by name. Descriptions are of whole records: Undefined for other weights. Whole trees are described in
`dtref.spec.pruning.description`.
"""

from __future__ import annotations

__sources__ = (("cs6220", "*Other Attribute Selection Measures"), ("tan", "Minimum Description Length (MDL)"))

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import prod
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.brief import brief_repr
from dtref.exact.definition import defined
from dtref.exact.functions import choose, log2
from dtref.exact.number import Exact, Number, number, total
from dtref.spec.split.criteria import Criterion, criterion
from dtref.spec.split.impurity import Children

MOST_LEAF_RECORDS = 100_000
"""
The most records of a leaf that `errors_chosen` and `classes_coded` describe: the binomial coefficients of so many have as many bits.
"""

LeafCounts: TypeAlias = Sequence[int]
"""The class counts of a leaf, in whole records."""


@frozen
class Encoding:
    """
    The prices, in bits, of the parts of a tree's description.

    source: where it is defined. leaf: the bits of a leaf with its exceptions, from its class counts and the records of the node to be
    split. test: the bits of an inner node.
    """

    name: str
    source: str
    leaf: Callable[[LeafCounts, int], Number]
    test: Number

    __repr__ = brief_repr


@defined(unit="bits")
def bits_saved(encoding: Encoding) -> Criterion:
    """
    The criterion of an encoding: the bits of the node as a leaf, less those of the test with a leaf for each child that has records.

    Undefined for records in parts. Above 0 exactly where splitting makes the description shorter.

    >>> bits_saved(classes_coded())((9, 5), ((2, 3), (4, 0), (3, 2))) == log2(Fraction(30030, 18000))
    True
    """

    def formula(node: Sequence[Exact], children: Children) -> Number | Undefined:
        tables = [whole_records(counts) for counts in (node, *children)]
        leaves = [counts for counts in tables if not isinstance(counts, Undefined)]
        if len(leaves) < len(tables):
            return _WHOLE
        n = sum(leaves[0])
        bits = [encoding.leaf(counts, n) for counts in leaves]
        return bits[0] - encoding.test - total(bits[1:])

    formula.__name__ = encoding.name
    formula.__doc__ = f"Bits saved by a test, encoded as in {encoding.source}."
    return criterion()(formula)


@defined(
    errors="Invalid for less than one attribute",
    sources=(
        ("tan", "Minimum Description Length (MDL)"),
        "the prices are those of an exercise in the book behind it (Tan, Steinbach and Kumar 2005, chapter 4)",
    ),
)
def errors_listed(attributes: int) -> Encoding:
    """
    The encoding that lists the exceptions: a leaf names its class, log2 c bits; a test its attribute, log2 m bits; each exception is one of
    the n records split, log2 n bits.

    >>> encoding = errors_listed(4)
    >>> encoding.leaf((9, 5), 14) == 1 + 5 * log2(14), encoding.test
    (True, LogForm(2))
    """
    return Encoding("errors_listed", "`tan`, Minimum Description Length (MDL)", _errors_listed, log2(_at_least_one(attributes)))


def _errors_listed(counts: LeafCounts, n: int) -> Number:
    e = sum(counts) - max(counts)
    return log2(len(counts)) + (e * log2(n) if e else 0)


@defined(
    formula=(
        "leaf 1 + log2 c + L(n, e, b) + e log2 (c - 1) with L = log2 (b + 1) + log2 C(n, e); test 1 + log2 m. b is "
        "the largest e that n records of c classes can have, n - ceil(n/c)"
    ),
    errors="Invalid for less than one attribute; the leaf's bits are Undecided for more than `MOST_LEAF_RECORDS` records",
    sources=(
        (
            "Quinlan and Rivest 1989, Inferring decision trees using the minimum description length principle (two "
            "classes, b = (n + 1)/2 there; the last term is dtref's)"
        ),
    ),
)
def errors_chosen(attributes: int) -> Encoding:
    """
    The encoding that chooses the exceptions: one bit tells a leaf from a test, which names its attribute; a leaf names its class, then how
    many exceptions it has, and which.

    For two classes the last term, the exception's class, vanishes.

    >>> encoding = errors_chosen(4)
    >>> encoding.leaf((9, 5), 14) == 2 + log2(8) + log2(2002), encoding.leaf((4, 0), 14) == 2 + log2(3), encoding.test == 3
    (True, True, True)
    """
    return Encoding("errors_chosen", "Quinlan and Rivest 1989", _errors_chosen, 1 + log2(_at_least_one(attributes)))


def _errors_chosen(counts: LeafCounts, _: int) -> Number:
    c, n = len(counts), sum(counts)
    e, most = n - max(counts), n + -n // c
    _check_size(n, 1 + _most_bits(c) + _most_bits(most + 1) + n + e * _most_bits(c - 1))
    naming = e * log2(c - 1) if e else number(0)
    return 1 + log2(c) + log2(most + 1) + log2(choose(n, e)) + naming


@defined(
    formula="log2 C(n + c - 1, c - 1) + log2 (n! / (n_1! … n_c!))",
    errors="the bits are Undecided for more than `MOST_LEAF_RECORDS` records",
    sources=("Kononenko 1995, On biases in estimating multi-valued attributes",),
)
def classes_coded() -> Encoding:
    """
    The encoding of all classes: a leaf tells its class counts, then which record has which class; the tree itself costs nothing.

    The measure of the source is what is saved per record, divided by n.

    >>> classes_coded().leaf((9, 5), 14) == log2(15) + log2(2002)
    True
    """
    return Encoding("classes_coded", "Kononenko 1995", _classes_coded, number(0))


def _classes_coded(counts: LeafCounts, _: int) -> Number:
    c, n = len(counts), sum(counts)
    _check_size(n, (c - 1) * _most_bits(n + c) + n * _most_bits(c))
    orders = prod(choose(n_to_j, n_j) for n_to_j, n_j in zip(accumulate(counts), counts, strict=True))
    return log2(choose(n + c - 1, c - 1)) + log2(orders)


_WHOLE = Undefined("a description is of whole records")


def whole_records(counts: Sequence[Exact]) -> LeafCounts | Undefined:
    """
    Class counts as integers; Undefined where one is not whole.

    >>> whole_records((Fraction(4, 2), 3)), whole_records((Fraction(1, 2), 3))
    ((2, 3), Undefined(why='a description is of whole records'))
    """
    exact = [Fraction(n) for n in counts if isinstance(n, (int, Fraction))]
    if len(exact) < len(counts) or any(n.denominator > 1 for n in exact):
        return _WHOLE
    return tuple(n.numerator for n in exact)


def _check_size(n: int, most: int) -> None:
    """
    Errors: Undecided where a leaf has too many records for binomial coefficients. most: bits that are enough, as C(n, e) is at most 2^n,
    the orders of n records of c classes are at most c^n, and C(n + c - 1, c - 1) is at most (n + c)^(c - 1).
    """
    if n > MOST_LEAF_RECORDS:
        raise Undecided(f"description length of a leaf of {n} records", f"{MOST_LEAF_RECORDS} records", 0, most)


def _most_bits(n: int) -> int:
    """The bits that are enough to write a number from 1 to n."""
    return max(n - 1, 0).bit_length()


def _at_least_one(attributes: int) -> int:
    if attributes < 1:
        raise Invalid("attributes", "at least 1", attributes)
    return attributes
