"""
Splitting criteria: how good is a test.   Documents: `tan` Splitting Based on GINI, on INFO; `cs6220` Attribute Selection; `iaml` 1.3.

Notation: n_i records in child i, n in the node; D split into D_1 … D_v by A. A criterion is called with the class counts of the node
and of its children, empty children included; its `formula` is the definition for non-empty children that add up to the node.
Greater is better. Before this: `dtref.split.impurity`. Next: `dtref.split.candidates`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, log2
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.number import Exact, Number, as_double, is_zero, number, total
from dtref.split.impurity import Impurity, entropy, exact_counts, gini, misclassification_error, shares

Children: TypeAlias = Sequence[Sequence[Exact]]
Formula: TypeAlias = Callable[[Sequence[Exact], Children], Number | Undefined]
FloatError: TypeAlias = Callable[[float, Children], float]
"""How far a criterion's value in double precision may be from the exact one, given that value and the children."""


@frozen(slots=False)
class Criterion:
    """
    A criterion: call it with the class counts of a node and of its children. `Undefined` without records.

    impurity: what the criterion reduces. reduces: whether it is the plain reduction I(node) - weighted I(children), so that every
    test that keeps the class shares scores exactly 0. float_error: the error bound of its formula run on floats, None if unknown.
    """

    formula: Formula
    impurity: Impurity
    reduces: bool
    float_error: FloatError | None = None

    def __attrs_post_init__(self) -> None:
        self.__dict__.update(__wrapped__=self.formula, __doc__=self.formula.__doc__, __name__=self.name, __module__=self.formula.__module__)

    @property
    def name(self) -> str:
        """The name of the formula."""
        return self.formula.__name__

    def __call__(self, node: Sequence[Exact], children: Children) -> Number | Undefined:
        """
        The value for class counts.

        Errors: Invalid for a float, a count below 0, children of other classes than the node's, or that do not add up to it.
        """
        whole, parts = exact_counts(node), [exact_counts(child, len(node)) for child in children]
        for j, n_j in enumerate(whole):
            if not is_zero(number(n_j) - total(part[j] for part in parts)):
                raise Invalid(f"class {j + 1}", f"children that add up to the node's {n_j}", [part[j] for part in parts])
        occupied = _occupied(parts)
        return self.formula(whole, occupied) if occupied else Undefined("no records")


def criterion(impurity: Impurity, *, reduces: bool, float_error: FloatError | None = None) -> Callable[[Formula], Criterion]:
    """
    A decorator: the criterion whose formula follows.

    >>> criterion(gini, reduces=False)(lambda node, children: children[0][0])((1, 1), ((1, 0), (0, 1)))
    1
    """

    def decorate(formula: Formula) -> Criterion:
        return Criterion(formula, impurity, reduces, float_error)

    return decorate


def weighted_impurity(measure: Impurity, children: Children) -> Number:
    """
    The impurity of the children, weighted by their records; empty ones count nothing.   Unit: that of the impurity.

    Formula: sum_i n_i/n I(i).   Source: `tan`, Splitting Based on GINI; `cs6220`, Info_A(D).
    Errors: Invalid without records, and for counts that are not exact, below 0 or ragged.

    >>> weighted_impurity(gini, ((1, 5), (4, 2), (0, 0)))
    Fraction(13, 36)
    """
    return _weighted(measure, _with_records(children))


def _weighted(measure: Impurity, children: Children) -> Number:
    n = [total(child) for child in children]
    return total(n_i / total(n) * measure.formula(shares(child)) for n_i, child in zip(n, children, strict=True))


def split_info(children: Children) -> Number:
    """
    The split information in bits: the entropy of which child a record goes to; 0 exactly when one child takes all.

    Formula: SplitINFO = -sum_i n_i/n log2 (n_i/n).   Source: `tan`, Splitting Based on INFO… (Gain Ratio); `cs6220`, SplitInfo_A(D).
    Errors: Invalid without records.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(split_info(((2, 2), (4, 2), (3, 1))), 3)
    '1.557'
    """
    return _split_info(_with_records(children))


def _with_records(children: Children) -> Children:
    """The children as exact counts, empty ones left out. Errors: Invalid where none is left."""
    occupied = _occupied([exact_counts(child, len(children[0])) for child in children])
    if not occupied:
        raise Invalid("children", "at least one record", [list(child) for child in children])
    return occupied


def _occupied(children: Children) -> Children:
    return [child for child in children if not is_zero(total(child))]


def _split_info(children: Children) -> Number:
    return entropy.formula(shares([total(child) for child in children]))


def reduction_error(_: float, children: Children) -> float:
    """
    A bound on |double - exact| for the reduction of Gini, error (both at most 1) or entropy (at most log2 c), k children, c classes.

    Derivation, u = 2^-53, first order, every count of the right sign: float(n_ij) is off by a factor within 1 ± u, a sum of m counts
    by 1 ± (m + 1)u, so a share by 1 ± (c + 3)u. A square sum (at most 1) is then off by (3c + 7)u, and p log2 p by
    p(|log2 p| + 1/ln 2)(c + 3)u plus 5u p|log2 p| for the logarithm (taken to be right within 2 units in the last place) and the
    product, which sums to at most (2c + 8)(log2 c + 3/2)u. The weights n_i/n are off by 1 ± (2c + k + 3)u and their k-term sum by k u
    more. Twice the impurity's error plus (2c + 2k + 6)u log2 c is less than 16(c + k + 4)(log2 c + 2)u, the bound returned; the
    slack, a factor of 4 and more, covers the higher orders while c + k < 2^20. `dtref.split.choose` checks that the counts are doubles
    of ordinary size.

    >>> reduction_error(0.5, ((1.0, 2.0), (3.0, 0.0))) < 1e-13
    True
    """
    c, k = len(children[0]), len(children)
    return 16 * (c + k + 4) * (log2(c) + 2) * 2.0**-53


def gain_ratio_error(value: float, children: Children) -> float:
    """
    A bound on |double - exact| for the gain ratio q = g/s: with g off by e and s by f, |q' - q| <= (e + |q'| f) / (s' - f) + 2u|q'|.

    e is `reduction_error`; f is the same bound for the entropy of the k sizes. Infinite where s' does not exceed f.

    >>> gain_ratio_error(0.1, ((1.0, 2.0), (3.0, 0.0))) < 1e-12
    True
    """
    k = len(children)
    e = reduction_error(value, children)
    f = 16 * (len(children[0]) + 2 * k + 4) * (log2(k) + 2) * 2.0**-53
    s = as_double(_split_info(children))
    return (e + abs(value) * f) / (s - f) + abs(value) * 2.0**-52 if s is not None and s > f else inf


@criterion(gini, reduces=True, float_error=reduction_error)
def gini_reduction(node: Sequence[Exact], children: Children) -> Number:
    """
    The reduction in Gini index that a test achieves.

    Formula: gini(D) - sum_i n_i/n gini(D_i).   At least 0.   Source: `cs6220`, Gini Index, "Reduction in Impurity"; `tan`, GINI_split.

    >>> gini_reduction((9, 5), ((7, 3), (2, 2)))
    Fraction(4, 245)
    """
    return gini.formula(shares(node)) - _weighted(gini, children)


@criterion(misclassification_error, reduces=True, float_error=reduction_error)
def error_reduction(node: Sequence[Exact], children: Children) -> Number:
    """
    The reduction in misclassification error that a test achieves.   At least 0, and 0 for many useful tests.

    Formula: Error(t) - sum_i n_i/n Error(i).   Source: `tan`, Misclassification Error vs Gini.

    >>> error_reduction((7, 3), ((3, 0), (4, 3)))
    Fraction(0, 1)
    """
    return misclassification_error.formula(shares(node)) - _weighted(misclassification_error, children)


@criterion(entropy, reduces=True, float_error=reduction_error)
def gain(node: Sequence[Exact], children: Children) -> Number:
    """
    The information gain of a test, in bits.

    Formula: GAIN_split = Entropy(p) - sum_i n_i/n Entropy(i).   At least 0.   Source: `tan`, Splitting Based on INFO…; `cs6220`, Gain(A).

    >>> from dtref.exact.decimals import decimal
    >>> decimal(gain((9, 5), ((2, 3), (4, 0), (3, 2))), 3)
    '0.247'
    """
    return entropy.formula(shares(node)) - _weighted(entropy, children)


@criterion(entropy, reduces=False, float_error=gain_ratio_error)
def gain_ratio(node: Sequence[Exact], children: Children) -> Number | Undefined:
    """
    The gain ratio of a test: gain per bit of split information.   `Undefined` where one child takes all (SplitINFO = 0).

    Formula: GainRATIO_split = GAIN_split / SplitINFO.   Source: `tan`, Splitting Based on INFO…; `cs6220`, Gain Ratio (C4.5).

    >>> from dtref.exact.decimals import decimal
    >>> decimal(gain_ratio((9, 5), ((3, 1), (4, 2), (2, 2))), 3)
    '0.019'
    >>> gain_ratio((9, 5), ((9, 5), (0, 0)))
    Undefined(why='one child takes all records: the split information is 0')
    """
    if len(children) < 2:
        return Undefined("one child takes all records: the split information is 0")
    return (entropy.formula(shares(node)) - _weighted(entropy, children)) / _split_info(children)
